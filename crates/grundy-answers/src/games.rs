//! The list of games: the catalogue, the library of rules, and the games that the user has defined.

use crate::board::kind;
use crate::recognise::has_row_periods;
use crate::sequence::has_sequences;
use grundy::catalog::{Entry, GAMES, Parameter, Takes, defined};
use grundy::notation::rules::RuleText;
use grundy::rules::{LIBRARY, Written};
use grundy::{Game, RawPosition, Reading, Ruleset};
use serde::Serialize;
use std::sync::Arc;

/// A game of the list.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// Its name.
    pub name: String,
    /// The notation of positions.
    pub notation: String,
    /// The rules in a sentence; empty if rules as text have no description.
    pub rules: String,
    /// An example position.
    pub example: String,
    /// The game of the example.
    pub game: String,
    /// The source; empty for games of the user.
    pub paper: String,
    /// Where it is defined.
    pub group: Group,
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
    /// The rules as a file, if the game is given by rules as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Where a game is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// In the catalogue.
    Catalogue,
    /// In the bundled library of rules as text.
    Library,
    /// By the user, in a file.
    Own,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// May it be omitted?
    pub optional: bool,
    /// `number`, `edges` or `choice`.
    pub takes: &'static str,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// The choices, the default first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'static str>,
}

impl Listing {
    /// All games: the catalogue, then the library, then those that were defined.
    pub fn all() -> Vec<Self> {
        let library = LIBRARY.iter().filter_map(|bundled| {
            let listing = Self::of_rules(&bundled.rules().ok()?, Group::Library);
            Some(Self { paper: bundled.source().to_owned(), text: Some(bundled.text.to_owned()), ..listing })
        });
        let own = defined().into_iter().map(|rules| Self::of_rules(&rules, Group::Own));
        GAMES.iter().map(Self::new).chain(library).chain(own).collect()
    }

    /// Describes an entry of the catalogue.
    fn new(entry: &Entry) -> Self {
        let Entry { name, notation, rules, example, paper, parameters, .. } = *entry;
        let game = grundy::parse(example).ok().map(|(game, _)| game);
        Self {
            name: name.to_owned(),
            notation: notation.to_owned(),
            rules: rules.to_owned(),
            example: example.to_owned(),
            game: name.to_owned(),
            paper: paper.to_owned(),
            group: Group::Catalogue,
            parameters: parameters.iter().map(Described::new).collect(),
            board: "piles",
            plane: None,
            sequences: false,
            periods: false,
            text: None,
        }
        .with(game.as_ref())
    }

    /// Describes a game given by rules as text. The example has the least parameters.
    fn of_rules(rules: &RuleText, group: Group) -> Self {
        let name = rules.name.clone().unwrap_or_default();
        let least: Vec<(&str, u64)> =
            rules.parameters.iter().map(|p| (p.letter.name.as_str(), p.least)).collect();
        let game: Option<Game> =
            Written::new(rules.clone(), &least).ok().map(|game| -> Game { Arc::new(game) });
        Self {
            notation: rules.title(),
            rules: rules.description.clone().unwrap_or_default(),
            example: game
                .as_ref()
                .map_or_else(|| name.clone(), |game| format!("{} {}", game.name(), example(game.as_ref()))),
            game: name.clone(),
            name,
            paper: String::new(),
            group,
            parameters: rules.parameters.iter().map(Described::of_rules).collect(),
            board: "piles",
            plane: None,
            sequences: false,
            periods: false,
            text: Some(rules.to_string()),
        }
        .with(game.as_ref())
    }

    /// The same with what the game of the example says.
    fn with(self, game: Option<&Game>) -> Self {
        let Some(game) = game else { return self };
        Self {
            game: game.name(),
            board: kind(&game.board()),
            plane: game.plane().map(|plane| plane.at),
            sequences: has_sequences(game),
            periods: has_row_periods(game),
            ..self
        }
    }
}

/// A small position of a game.
pub(crate) fn example(game: &dyn Ruleset) -> String {
    let rows: [&[u64]; 4] = [&[9], &[5, 8], &[2, 5, 8], &[1, 2, 5, 8]];
    let usual = rows.iter().find_map(|row| game.position(&RawPosition::row(row)).ok());
    let position = usual.unwrap_or_else(|| game.sample(9, &mut |below| below.saturating_sub(1)));
    game.show(&position)
}

impl Described {
    fn new(parameter: &Parameter) -> Self {
        let Parameter { name, required, takes } = *parameter;
        let (takes, min, values) = match takes {
            Takes::Number(least) => ("number", Some(least), Vec::new()),
            Takes::Edges => ("edges", None, Vec::new()),
            Takes::Order => ("order", None, Vec::new()),
            Takes::Code => ("code", None, Vec::new()),
            Takes::Set => ("set", None, Vec::new()),
            Takes::Reading => ("choice", None, Reading::ALL.iter().map(|reading| reading.name()).collect()),
        };
        Self { name: name.to_owned(), optional: !required, takes, min, max: None, values }
    }

    fn of_rules(parameter: &grundy::notation::rules::Parameter) -> Self {
        Self {
            name: parameter.letter.name.clone(),
            optional: false,
            takes: "number",
            min: Some(parameter.least),
            max: parameter.most,
            values: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, Listing};

    #[test]
    fn every_example_is_a_position() {
        let own = "game mine(k >= 2)\n\"One of k.\"\nposition x, y where x != y\nmove x - k*i, y\nmove x, y - k*i\n";
        grundy::catalog::define(own).unwrap();
        let all = Listing::all();
        for listing in &all {
            let (game, _) =
                grundy::parse(&listing.example).unwrap_or_else(|error| panic!("{}", error.render()));
            assert_eq!(game.name(), listing.game);
        }
        let count = |group| all.iter().filter(|listing| listing.group == group).count();
        assert!(count(Group::Catalogue) >= 15 && count(Group::Library) >= 17);
        let mine = all.iter().find(|listing| listing.name == "mine").unwrap();
        assert_eq!((mine.example.as_str(), mine.text.as_deref()), ("mine:k=2 5,8", Some(own)));
    }
}
