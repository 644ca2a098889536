//! The catalog of games.

use crate::board::kind;
use grundy::catalog::{Entry, Parameter, Takes};
use grundy::strategy::Offers;
use grundy::{Board, Game, Reading, Template};
use serde::Serialize;

/// A game of the catalog.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// Its name.
    pub name: &'static str,
    /// The notation of positions.
    pub notation: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// An example position.
    pub example: &'static str,
    /// The game of the example.
    pub game: String,
    /// The source.
    pub paper: &'static str,
    /// The parameters.
    pub parameters: Vec<Described>,
    /// The kind of board: `piles`, `strips`, `graph` or `compound`.
    pub board: &'static str,
    /// The default slice for tables.
    pub plane: Option<&'static str>,
    /// Do the positions of a value form a g-sequence?
    pub sequences: bool,
    /// Can periods of its rows be proved?
    pub periods: bool,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Described {
    /// Its name.
    pub name: &'static str,
    /// May it be omitted?
    pub optional: bool,
    /// `number`, `edges` or `choice`.
    pub takes: &'static str,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The choices, the default first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'static str>,
}

impl Listing {
    /// Describes an entry of the catalog.
    pub fn new(entry: &Entry) -> Self {
        let Entry { name, notation, rules, example, paper, parameters, .. } = *entry;
        let game: Option<Game> = grundy::parse(example).ok().map(|(game, _)| game);
        let plane = game.as_ref().and_then(|game| game.plane());
        let slice = game.as_ref().and_then(Template::of_game);
        let offers = Offers::of(slice.and_then(|slice| slice.geometry()?.symmetric()));
        Self {
            name,
            notation,
            rules,
            example,
            game: game.as_ref().map_or_else(|| name.to_owned(), |game| game.name()),
            paper,
            parameters: parameters.iter().map(Described::new).collect(),
            board: kind(&game.map_or(Board::Piles, |game| game.board())),
            plane: plane.map(|plane| plane.at),
            sequences: offers.sequences,
            periods: offers.rows,
        }
    }
}

impl Described {
    fn new(parameter: &Parameter) -> Self {
        let Parameter { name, required, takes } = *parameter;
        let (takes, min, values) = match takes {
            Takes::Number(least) => ("number", Some(least), Vec::new()),
            Takes::Edges => ("edges", None, Vec::new()),
            Takes::Reading => ("choice", None, Reading::ALL.iter().map(|reading| reading.name()).collect()),
        };
        Self { name, optional: !required, takes, min, values }
    }
}
