//! A position as it stands on its board.

use crate::board::{components, kind};
use crate::full;
use crate::parts::Spec;
use grundy::notation::{RawNumber, Span};
use grundy::table::cell;
use grundy::theorem::UBig;
use grundy::{Board, Game, Position, RawPosition, Template};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A position and what it is made of.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The game.
    pub game: String,
    /// The position, as it would be typed behind the game.
    pub position: String,
    /// Both, as they would be typed.
    pub text: String,
    /// The game in parts; nothing for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Spec>,
    /// The games of a compound; of any other game, itself.
    pub parts: Vec<Part>,
    /// For a nearly disjunctive sum: whether it is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
    /// What the player who has just moved may block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocking: Option<String>,
    /// Whether there is no move.
    pub stuck: bool,
}

/// A game with a board of its own.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The game.
    pub game: String,
    /// The position in it.
    pub position: String,
    /// Both, as they would be typed.
    pub text: String,
    /// The game in parts; nothing for games that are not in the catalog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Spec>,
    /// The board with its tokens or counters.
    pub board: Drawn,
    /// Whether it is a cell of the table that is made of the game when no slice is named.
    pub plane: bool,
    /// That cell: row and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<(u64, u64)>,
    /// The games of a compound within a compound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// For a nearly disjunctive sum: whether it is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
}

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// `piles`, `strips`, `graph` or `compound`.
    pub kind: &'static str,
    /// How many cells the strips have in common.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u64>,
    /// The squares of the tokens, strip by strip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strips: Option<Vec<Vec<Number>>>,
    /// Whether each strip holds exactly one token, by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_token: Option<bool>,
    /// The counters of each pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piles: Option<Vec<Number>>,
    /// From, to, and whether only in this direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<(usize, usize, bool)>>,
    /// Whether the game can be set up with one more pile or strip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grows: Option<bool>,
}

/// A number that is written as text where readers of JSON that go by floating point would round it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub UBig);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: u64 = 1 << 53;
        match u64::try_from(&self.0) {
            Ok(number) if number <= EXACT => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0 on, or its digits as text")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                let digits = Some(text).filter(|text| text.bytes().all(|c| c.is_ascii_digit()));
                let number = digits.and_then(|digits| UBig::from_str_radix(digits, 10).ok());
                number.map(Number).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

impl Placed {
    /// A position as data.
    pub fn new(game: &Game, position: &Position) -> Self {
        let compound = components(game, position);
        let closed = compound.as_ref().and_then(|compound| compound.closed);
        let parts = match &compound {
            Some(compound) => {
                compound.parts.iter().map(|(game, position)| Part::new(game, position)).collect()
            }
            None => vec![Part::new(game, position)],
        };
        Self {
            game: game.name(),
            position: game.show(position),
            text: full(game, position),
            spec: Spec::new(game),
            parts,
            closed,
            blocking: game.blocking(),
            stuck: is_stuck(game, position),
        }
    }
}

impl Part {
    fn new(game: &Game, position: &Position) -> Self {
        let compound = components(game, position);
        let cell = Template::of_game(game).and_then(|template| cell(&template, position));
        Self {
            game: game.name(),
            position: game.show(position),
            text: full(game, position),
            spec: Spec::new(game),
            board: Drawn::new(game, position),
            plane: cell.is_some(),
            cell,
            closed: compound.as_ref().and_then(|compound| compound.closed),
            parts: compound.map_or_else(Vec::new, |compound| {
                compound.parts.iter().map(|(game, position)| Self::new(game, position)).collect()
            }),
        }
    }
}

impl Drawn {
    fn new(game: &Game, position: &Position) -> Self {
        let board = game.board();
        let (piles, strips) = numbers(&board, position);
        let (shared, one_token, edges) = match &board {
            Board::Strips { shared } => (Some(*shared), Some(!position.has_strips()), None),
            Board::Graph { arcs } => (None, None, Some(edges(arcs))),
            Board::Piles | Board::Compound(_) => (None, None, None),
        };
        Self { kind: kind(&board), shared, strips, one_token, piles, edges, grows: grows(game, position) }
    }
}

/// The piles or the strips of a position; neither for a compound.
pub(crate) fn numbers(board: &Board, position: &Position) -> (Option<Vec<Number>>, Option<Vec<Vec<Number>>>) {
    let row = |row: Vec<UBig>| row.into_iter().map(Number).collect::<Vec<_>>();
    let rows = position.rows().unwrap_or_default();
    match board {
        Board::Compound(_) => (None, None),
        Board::Piles | Board::Graph { .. } => (Some(row(rows.concat())), None),
        Board::Strips { .. } if position.has_strips() => (None, Some(rows.into_iter().map(row).collect())),
        // Games with one token a strip keep their tokens in a row.
        Board::Strips { .. } => {
            (None, Some(rows.into_iter().flatten().map(|square| vec![Number(square)]).collect()))
        }
    }
}

/// Whether the rules take the position with one more pile of 1, or one more strip; nothing for compounds.
fn grows(game: &Game, position: &Position) -> Option<bool> {
    let span = Span::default();
    let raw = |number: &UBig| RawNumber { text: number.to_string(), span };
    let mut rows: Vec<Vec<RawNumber>> =
        position.rows()?.iter().map(|row| row.iter().map(raw).collect()).collect();
    let larger = if position.has_strips() {
        rows.push(Vec::new());
        RawPosition::Strips(rows.into_iter().map(|row| (row, span)).collect(), span)
    } else {
        let mut row = rows.concat();
        row.push(raw(&UBig::ONE));
        RawPosition::Row(row, span)
    };
    Some(game.position(&larger).is_ok())
}

/// Edges once each, with whether they are one way.
pub(crate) fn edges(arcs: &[(usize, usize)]) -> Vec<(usize, usize, bool)> {
    let edge = |&(u, v): &(usize, usize)| match arcs.contains(&(v, u)) {
        true if u > v => None,
        both => Some((u, v, !both)),
    };
    arcs.iter().filter_map(edge).collect()
}

/// Whether there is no move. Of a position that is too large for its moves to be listed, and of one whose moves take too much work to be
/// found, this says that there is one.
pub fn is_stuck(game: &Game, position: &Position) -> bool {
    game.draw_option(position, &mut |_| UBig::ZERO) == Ok(None)
}
