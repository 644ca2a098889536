//! Positions and their boards as structured data.

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

/// A position and its parts.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The game.
    pub game: String,
    /// The position, as typed after the game.
    pub position: String,
    /// Both, as typed.
    pub text: String,
    /// The parts of the game; `None` for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Spec>,
    /// The components of a compound; a simple game is its own part.
    pub parts: Vec<Part>,
    /// Is a nearly disjunctive sum closed?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
    /// The blocking rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocking: Option<String>,
    /// Is there no move?
    pub stuck: bool,
}

/// A component with its board.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The game.
    pub game: String,
    /// Its position.
    pub position: String,
    /// Both, as typed.
    pub text: String,
    /// The parts of the game; `None` for games outside the catalog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Spec>,
    /// The board.
    pub board: Drawn,
    /// Is it a cell of the game's default table?
    pub plane: bool,
    /// That cell: row and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<(u64, u64)>,
    /// The components of a nested compound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Is a nearly disjunctive sum closed?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
}

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// `piles`, `strips`, `graph` or `compound`.
    pub kind: &'static str,
    /// Number of cells that the strips share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u64>,
    /// For two strips with common cells: the cells of the first strip that are the cells 0, 1, .. of the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossed: Option<Vec<u64>>,
    /// The squares of the tokens of each strip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strips: Option<Vec<Vec<Number>>>,
    /// Do the rules require exactly one token on each strip?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_token: Option<bool>,
    /// The counters of each pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piles: Option<Vec<Number>>,
    /// Edges: from, to, and whether they are directed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<(usize, usize, bool)>>,
    /// May the position have one more pile or strip?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grows: Option<bool>,
}

/// A number that is serialized as a string if a 64-bit float cannot represent it.
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
                f.write_str("a non-negative integer, or a string of digits")
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
    /// Describes a position.
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
        let bare = Self {
            kind: kind(&board),
            shared: None,
            crossed: None,
            strips,
            one_token: None,
            piles,
            edges: None,
            grows: grows(game, position),
        };
        match board {
            Board::Strips { shared } => {
                Self { shared: Some(shared), one_token: Some(!position.has_strips()), ..bare }
            }
            Board::Crossed { map } => {
                Self { shared: Some(0), crossed: Some(map), one_token: Some(false), ..bare }
            }
            Board::Graph { arcs } => Self { edges: Some(edges(&arcs)), ..bare },
            Board::Piles | Board::Unordered | Board::Heaps | Board::Compound(_) => bare,
        }
    }
}

/// The piles or the strips of a position; `None` for a compound.
pub(crate) fn numbers(board: &Board, position: &Position) -> (Option<Vec<Number>>, Option<Vec<Vec<Number>>>) {
    let row = |row: Vec<UBig>| row.into_iter().map(Number).collect::<Vec<_>>();
    let rows = position.rows().unwrap_or_default();
    match board {
        Board::Compound(_) => (None, None),
        Board::Piles | Board::Unordered | Board::Heaps | Board::Graph { .. } => {
            (Some(row(rows.concat())), None)
        }
        Board::Strips { .. } | Board::Crossed { .. } if position.has_strips() => {
            (None, Some(rows.into_iter().map(row).collect()))
        }
        // Games with one token per strip store the tokens as one row.
        Board::Strips { .. } | Board::Crossed { .. } => {
            (None, Some(rows.into_iter().flatten().map(|square| vec![Number(square)]).collect()))
        }
    }
}

/// Do the rules accept the position with one more pile of size 1, or one more strip? `None` for compounds.
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

/// Each edge once, with whether it is directed.
pub(crate) fn edges(arcs: &[(usize, usize)]) -> Vec<(usize, usize, bool)> {
    let edge = |&(u, v): &(usize, usize)| match arcs.contains(&(v, u)) {
        true if u > v => None,
        both => Some((u, v, !both)),
    };
    arcs.iter().filter_map(edge).collect()
}

/// Is there no move? Returns `false` if the moves are too many or too expensive to list.
pub fn is_stuck(game: &Game, position: &Position) -> bool {
    game.draw_option(position, &mut |_| UBig::ZERO) == Ok(None)
}
