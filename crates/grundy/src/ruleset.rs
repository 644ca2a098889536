//! Rulesets: the positions of a game, and their options.

mod identity;
pub(crate) mod progressions;

pub use identity::{Family, Identity, NormalForm, Reading};
pub use progressions::Progressions;

use crate::error::Limit;
use crate::geometry::{Conditions, Geometry};
use crate::heaps::HeapRules;
use crate::notation::{InputError, RawPosition};
use crate::widths::wide;
use dashu_int::UBig;
use smallvec::SmallVec;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A usually short list of numbers: piles, or the squares of the tokens of a strip.
pub type Row = SmallVec<[u64; 4]>;

/// A position of a ruleset. Only rulesets create positions, from raw ones or as options, so a position is always valid for its
/// ruleset. Rulesets of other crates use [`Position::from_piles`] and [`Position::from_strips`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(pub(crate) Shape);

/// The representation of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Piles, or strips with one token each.
    Piles(Row),
    /// Strips with any number of tokens, on increasing squares.
    Strips(Vec<Row>),
    /// Piles, one of them beyond 64 bits. The options cannot be listed, but theorems may apply.
    FarPiles(Vec<UBig>),
    /// Strips, one of whose squares is beyond 64 bits.
    FarStrips(Vec<Vec<UBig>>),
    /// A position for each component of a compound game. `closed` is used by nearly disjunctive sums, and false in other
    /// compounds.
    Compound { parts: Vec<Position>, closed: bool },
}

impl Hash for Shape {
    /// Number by number, since the reference engine spends most of its time in lookups.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Piles(piles) => piles.iter().for_each(|&pile| state.write_u64(pile)),
            Self::Strips(strips) => strips.iter().for_each(|strip| {
                state.write_usize(strip.len());
                strip.iter().for_each(|&square| state.write_u64(square));
            }),
            Self::FarPiles(piles) => piles.hash(state),
            Self::FarStrips(strips) => strips.hash(state),
            Self::Compound { parts, closed } => {
                for part in parts {
                    part.hash(state);
                }
                state.write_u8(u8::from(*closed));
            }
        }
    }
}

impl Position {
    /// The position with these piles, for rulesets of other crates.
    pub fn from_piles(piles: &[u64]) -> Self {
        Self(Shape::Piles(Row::from_slice(piles)))
    }

    /// The position with the tokens of each strip on these squares, for rulesets of other crates. Squares increase along a strip.
    ///
    /// ```
    /// use grundy::Position;
    /// assert_eq!(Position::from_strips(&[&[2, 5], &[3]]).to_string(), "[2,5],[3]");
    /// ```
    pub fn from_strips(strips: &[&[u64]]) -> Self {
        Self(Shape::Strips(strips.iter().map(|strip| Row::from_slice(strip)).collect()))
    }

    /// The piles (in Star Nim, the square of each token), or nothing for other shapes.
    pub fn piles(&self) -> Option<&[u64]> {
        match &self.0 {
            Shape::Piles(piles) => Some(piles),
            _ => None,
        }
    }

    /// The strips, or nothing for other shapes.
    pub fn strips(&self) -> Option<&[Row]> {
        match &self.0 {
            Shape::Strips(strips) => Some(strips),
            _ => None,
        }
    }

    /// Whether it consists of strips with any number of tokens, of any size.
    pub fn has_strips(&self) -> bool {
        matches!(self.0, Shape::Strips(_) | Shape::FarStrips(_))
    }

    /// The numbers of a position, of any size: piles as one row, or a row for each strip. Nothing for compounds.
    pub fn rows(&self) -> Option<Vec<Vec<UBig>>> {
        let large = |row: &Row| row.iter().map(|&number| UBig::from(number)).collect();
        match &self.0 {
            Shape::Piles(piles) => Some(vec![large(piles)]),
            Shape::Strips(strips) => Some(strips.iter().map(large).collect()),
            Shape::FarPiles(piles) => Some(vec![piles.clone()]),
            Shape::FarStrips(strips) => Some(strips.clone()),
            Shape::Compound { .. } => None,
        }
    }

    /// Its size in memory, about: the number of its numbers, and 4 for each strip and component.
    pub(crate) fn numbers(&self) -> u64 {
        match &self.0 {
            Shape::Piles(piles) => wide(piles.len()),
            Shape::FarPiles(piles) => wide(piles.len()),
            Shape::Strips(strips) => strips.iter().map(|strip| wide(strip.len() + 4)).sum(),
            Shape::FarStrips(strips) => strips.iter().map(|strip| wide(strip.len() + 4)).sum(),
            Shape::Compound { parts, .. } => parts.iter().map(|part| part.numbers() + 4).sum(),
        }
    }

    /// Whether a number is beyond 64 bits, so that the options cannot be visited.
    pub fn is_far(&self) -> bool {
        match &self.0 {
            Shape::FarPiles(_) | Shape::FarStrips(_) => true,
            Shape::Piles(_) | Shape::Strips(_) => false,
            Shape::Compound { parts, .. } => parts.iter().any(Self::is_far),
        }
    }

    /// The position with these piles.
    pub(crate) fn of_piles(piles: Vec<UBig>) -> Self {
        Self(near(&piles).map_or_else(|| Shape::FarPiles(piles), Shape::Piles))
    }

    /// The position with these strips.
    pub(crate) fn of_strips(strips: Vec<Vec<UBig>>) -> Self {
        let small: Option<Vec<Row>> = strips.iter().map(|strip| near(strip)).collect();
        Self(small.map_or_else(|| Shape::FarStrips(strips), Shape::Strips))
    }

    /// A position of the same shape with other numbers. Those of strips follow one another.
    pub(crate) fn with_numbers(&self, numbers: Vec<UBig>) -> Self {
        let lengths = match &self.0 {
            Shape::Strips(strips) => strips.iter().map(Row::len).collect(),
            Shape::FarStrips(strips) => strips.iter().map(Vec::len).collect(),
            _ => return Self::of_piles(numbers),
        };
        let mut rest = numbers.into_iter();
        let strips = |lengths: Vec<usize>| {
            lengths.into_iter().map(|length| rest.by_ref().take(length).collect()).collect()
        };
        Self::of_strips({ strips }(lengths))
    }

    /// Whether a component of a nearly disjunctive sum has been moved into one of its P-positions.
    pub fn is_closed(&self) -> bool {
        matches!(self.0, Shape::Compound { closed: true, .. })
    }

    /// The positions of the components of a compound game, or nothing for other games.
    pub fn parts(&self) -> Option<&[Position]> {
        match &self.0 {
            Shape::Compound { parts, .. } => Some(parts),
            _ => None,
        }
    }
}

impl fmt::Display for Position {
    /// In the notation of the papers. For compounds, [`Ruleset::show`] adds the names of the games.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn row<T: ToString>(row: &[T]) -> String {
            row.iter().map(T::to_string).collect::<Vec<_>>().join(",")
        }
        let strips = |rows: Vec<String>| format!("[{}]", rows.join("],["));
        match &self.0 {
            Shape::Piles(piles) => f.write_str(&row(piles)),
            Shape::FarPiles(piles) => f.write_str(&row(piles)),
            Shape::Strips(rows) => f.write_str(&strips(rows.iter().map(|strip| row(strip)).collect())),
            Shape::FarStrips(rows) => f.write_str(&strips(rows.iter().map(|strip| row(strip)).collect())),
            Shape::Compound { parts, .. } => {
                let parts: Vec<String> = parts.iter().map(Self::to_string).collect();
                f.write_str(&parts.join(" + "))
            }
        }
    }
}

/// The numbers, if all of them fit into 64 bits.
fn near(numbers: &[UBig]) -> Option<Row> {
    numbers.iter().map(|number| u64::try_from(number).ok()).collect()
}

/// The winner under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move: an N-position.
    Next,
    /// The player who has just moved: a P-position.
    Previous,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Next => "N",
            Self::Previous => "P",
        })
    }
}

/// Why visiting options ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The visitor needs no more options.
    #[error("stopped by the visitor")]
    Enough,
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// Limits on the work for positions of a few numbers. See [`Budget::for_position`] for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most positions stored and options pending, of at most about 100 bytes each.
    pub positions: u64,
    /// The most options visited for one value. The reference engine visits ten to twenty million a second.
    pub options: u64,
}

impl Budget {
    /// A budget of this many positions, and 100 options for each.
    pub fn of_positions(positions: u64) -> Self {
        Self { positions, options: positions.saturating_mul(100) }
    }

    /// The budget scaled to the size of `position`, so that memory and time stay about the same.
    #[must_use]
    pub fn for_position(self, position: &Position) -> Self {
        const FEW: u64 = 32;
        let numbers = position.numbers();
        let weight = if numbers <= FEW { 1 } else { numbers / 8 };
        Self { positions: self.positions / weight, options: self.options / weight }
    }
}

impl Default for Budget {
    /// Five million positions: at most about half a gigabyte and half a minute.
    fn default() -> Self {
        Self::of_positions(5_000_000)
    }
}

/// A callback that receives the options of a position.
pub type Visitor<'v> = dyn FnMut(&Position) -> Result<(), Stop> + 'v;

/// A random number generator: returns a number below its argument.
pub type Draw<'d> = dyn FnMut(&UBig) -> UBig + 'd;

/// The board on which a position is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// Piles of counters.
    Piles,
    /// Piles of counters whose order does not matter.
    Unordered,
    /// Heaps of counters in any order. A move changes one heap, into any number of heaps.
    Heaps,
    /// Strips with tokens. All strips share their first `shared` cells.
    Strips {
        /// The number of shared cells.
        shared: u64,
    },
    /// Two strips with tokens: the first cells of the second are cells of the first one, in another order.
    Crossed {
        /// The cells of the first strip that are the cells 0, 1, .. of the second.
        map: Vec<u64>,
    },
    /// Piles on the vertices of a graph.
    Graph {
        /// Pairs (from, to) along which counters may be moved.
        arcs: Vec<(usize, usize)>,
    },
    /// Several games side by side.
    Compound(Vec<Board>),
}

/// The rules of a game. Everything else that is said of a game is derived from them.
///
/// Options are visited rather than listed, so that the caller can stop: a pile of 10^15 has 10^15 options.
pub trait Ruleset: fmt::Debug + Send + Sync {
    /// The name of the game, with its parameters.
    fn name(&self) -> String;

    /// Validates a raw position.
    fn position(&self, raw: &RawPosition) -> Result<Position, InputError>;

    /// Passes every option of `position` to `visit`, each exactly once, until `visit` returns an error.
    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop>;

    /// Whether `to` is an option of `from`. By default this visits the options; games that can decide it from the numbers do so
    /// at any size.
    ///
    /// # Errors
    /// When rules that depend on outcomes exceed their budget.
    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        visits(&|visit| self.visit_options(from, visit), to)
    }

    /// A random option of a position of any size, or nothing if it has none. Chooses uniformly what moves (a pile, a token or a
    /// pair of piles), then how far. If `draw` always returns 0, the move is a smallest one. Rules that depend on outcomes list
    /// their options and choose one uniformly.
    ///
    /// # Errors
    /// When rules that depend on outcomes exceed their budget.
    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        draw_listed(|visit| self.visit_options(from, visit), draw)
    }

    /// The board on which positions are shown. Default: piles.
    fn board(&self) -> Board {
        Board::Piles
    }

    /// A random position with numbers up to about `size`. `draw(n)` returns a number below n.
    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position;

    /// The position in the notation that [`crate::parse`] accepts after the name.
    fn show(&self, position: &Position) -> String {
        position.to_string()
    }

    /// Sets the budget for finding options. Only rules that depend on outcomes need one.
    fn allow(&self, budget: Budget) {
        let _ = budget;
    }

    /// The default slice for tables of the game.
    fn plane(&self) -> Option<Plane> {
        None
    }

    /// The geometry of the options of positions with `lengths` numbers on each strip; piles count as one strip. Nothing if the
    /// game has no such description, or has blocking. It must match the options that are visited: tables rely on it.
    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        let _ = lengths;
        None
    }

    /// Which numbers are a position, as data, if every move lowers one number: what the test of [`Ruleset::geometry`] says. Without it such tables are not computed on a GPU.
    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        let _ = lengths;
        None
    }

    /// The options as arithmetic progressions, for the array engine. Nothing if the game has no such description, or has blocking.
    fn progressions(&self) -> Option<Arc<Progressions>> {
        None
    }

    /// What may be done with one heap, if a position is a disjunctive sum of heaps, each of which is a number. The options must be those of one heap beside the
    /// others. Nothing for other games, and with blocking.
    fn heaps(&self) -> Option<Arc<dyn HeapRules>> {
        None
    }

    /// What the previous player may block before the next player moves, in words. Nothing for games without blocking.
    fn blocking(&self) -> Option<String> {
        None
    }

    /// The game without its blocking rule, and q, if the rule is that any q-1 options may be blocked.
    fn blocked(&self) -> Option<(&Game, u64)> {
        None
    }

    /// Whether the previous player may block all of these options of `position` together. If a set may be blocked, so may each of
    /// its subsets.
    fn can_block(&self, position: &Position, options: &[&Position]) -> bool {
        let _ = position;
        options.is_empty()
    }

    /// What is odd about the rules, for a note: that there are no positions, or that a move is never possible. Usually nothing.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Whether the player who cannot move wins (misère play). Such a game has outcomes and no values.
    fn is_misere(&self) -> bool {
        false
    }

    /// Which game of the catalogue this is. Rulesets of other crates have no identity, so no theorem applies to them.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// The normal form of the rules. Rulesets of other crates have none.
    fn normal_form(&self) -> Option<NormalForm> {
        self.identity().map(|_| NormalForm::new(self.name()))
    }

    /// The components of a compound game, in the order of [`Position::parts`].
    fn components(&self) -> &[Game] {
        &[]
    }

    /// The components, if the game is a disjunctive sum.
    fn summands(&self) -> Option<&[Game]> {
        None
    }
}

/// A shared ruleset.
pub type Game = Arc<dyn Ruleset>;

/// The two-coordinate slice of a game that its paper tabulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// A position with the letters a (row) and b (column).
    pub at: &'static str,
    /// Whether the paper prints only `a <= b`.
    pub triangle: bool,
}

/// Every option of `position`, each once.
///
/// # Errors
/// When there are more than `limit`.
pub fn options(ruleset: &dyn Ruleset, position: &Position, limit: usize) -> Result<Vec<Position>, Limit> {
    listed(|visit| ruleset.visit_options(position, visit), limit)
}

fn listed(
    visit_all: impl FnOnce(&mut Visitor<'_>) -> Result<(), Stop>,
    limit: usize,
) -> Result<Vec<Position>, Limit> {
    let mut found = Vec::new();
    let visited = visit_all(&mut |option| {
        if found.len() == limit {
            return Err(Limit::Options(wide(limit)).into());
        }
        found.push(option.clone());
        Ok(())
    });
    match visited {
        Ok(()) | Err(Stop::Enough) => Ok(found),
        Err(Stop::Limit(limit)) => Err(limit),
    }
}

/// Whether `to` is among the options that are visited.
pub(crate) fn visits(
    visit_all: &dyn Fn(&mut Visitor<'_>) -> Result<(), Stop>,
    to: &Position,
) -> Result<bool, Limit> {
    match visit_all(&mut |option| if option == to { Err(Stop::Enough) } else { Ok(()) }) {
        Ok(()) => Ok(false),
        Err(Stop::Enough) => Ok(true),
        Err(Stop::Limit(limit)) => Err(limit),
    }
}

/// A random one of the options that are visited, chosen uniformly.
pub(crate) fn draw_listed(
    visit_all: impl FnOnce(&mut Visitor<'_>) -> Result<(), Stop>,
    draw: &mut Draw<'_>,
) -> Result<Option<Position>, Limit> {
    let mut all = listed(visit_all, 1_000_000)?;
    Ok(draw_index(all.len(), draw).map(|option| all.swap_remove(option)))
}

/// A random number below `count`, or nothing if that is 0.
pub(crate) fn draw_index(count: usize, draw: &mut Draw<'_>) -> Option<usize> {
    if count == 0 { None } else { usize::try_from(draw(&UBig::from(count))).ok() }
}
