//! What can be played.

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
    /// How a position is written.
    pub notation: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// A position to try.
    pub example: &'static str,
    /// The game of that position.
    pub game: String,
    /// Where it comes from.
    pub paper: &'static str,
    /// What the game is made with.
    pub parameters: Vec<Described>,
    /// How it is drawn: `piles`, `strips`, `graph` or `compound`.
    pub board: &'static str,
    /// The slice of which tables are made when none is named.
    pub plane: Option<&'static str>,
    /// Whether the positions of a value form a g-sequence.
    pub sequences: bool,
    /// Whether the periods of its rows can be proved.
    pub periods: bool,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Described {
    /// Its name.
    pub name: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
    /// `number`, `edges` or `choice`.
    pub takes: &'static str,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// What may be chosen, the usual choice first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'static str>,
}

impl Listing {
    /// An entry of the catalog as data.
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
