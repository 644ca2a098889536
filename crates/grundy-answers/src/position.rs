//! A position as it stands on its board.

use crate::board::{components, kind};
use crate::full;
use grundy::table::cell;
use grundy::theorem::UBig;
use grundy::{Board, Game, Position, Template};
use serde::{Serialize, Serializer};

/// A position and what it is made of.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The game.
    pub game: String,
    /// The position, as it would be typed behind the game.
    pub position: String,
    /// Both, as they would be typed.
    pub text: String,
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
    /// The counters of each pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piles: Option<Vec<Number>>,
    /// From, to, and whether only in this direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<(usize, usize, bool)>>,
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
            board: Drawn::new(&game.board(), position),
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
    fn new(board: &Board, position: &Position) -> Self {
        let rows = position.rows().unwrap_or_default();
        let numbers = |row: Vec<UBig>| row.into_iter().map(Number).collect::<Vec<_>>();
        let mut drawn = Self { kind: kind(board), shared: None, strips: None, piles: None, edges: None };
        match board {
            Board::Compound(_) => {}
            Board::Strips { shared } => {
                // Games with one token a strip keep their tokens in a row.
                let each = if position.has_strips() {
                    rows
                } else {
                    rows.into_iter().flatten().map(|square| vec![square]).collect()
                };
                drawn.shared = Some(*shared);
                drawn.strips = Some(each.into_iter().map(numbers).collect());
            }
            Board::Piles => drawn.piles = Some(numbers(rows.concat())),
            Board::Graph { arcs } => {
                drawn.piles = Some(numbers(rows.concat()));
                drawn.edges = Some(edges(arcs));
            }
        }
        drawn
    }
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
