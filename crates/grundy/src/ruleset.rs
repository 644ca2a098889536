//! What a game is: which positions there are, and which options each of them has.

mod identity;

pub use identity::{Family, Identity, Reading};

use crate::error::Limit;
use crate::geometry::Geometry;
use crate::notation::{InputError, RawPosition};
use dashu_int::UBig;
use smallvec::SmallVec;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Numbers that are nearly always few: piles, or the squares of the tokens of a strip.
pub type Row = SmallVec<[u64; 4]>;

/// A position of some ruleset. Rulesets make positions, from raw ones or as options of others, and nobody else does, so a
/// position is always one of its ruleset; those of other crates use [`Position::from_piles`] and [`Position::from_strips`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(pub(crate) Shape);

/// How a position is built.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Piles, or strips with one token each.
    Piles(Row),
    /// Strips with any number of tokens, squares increasing.
    Strips(Vec<Row>),
    /// Piles of which one is beyond 64 bits: nobody can list the options, but theorems know more.
    FarPiles(Vec<UBig>),
    /// Strips with a token beyond 64 bits.
    FarStrips(Vec<Vec<UBig>>),
    /// One position for every component of a compound game; `closed` is the memory of a nearly
    /// disjunctive sum, and false in all other compounds.
    Compound { parts: Vec<Position>, closed: bool },
}

impl Hash for Shape {
    /// Number by number: the reference engine does little else than look positions up.
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
    /// The position with these piles, for rulesets outside of this crate.
    pub fn from_piles(piles: &[u64]) -> Self {
        Self(Shape::Piles(Row::from_slice(piles)))
    }

    /// The position with the tokens of each strip on these squares, for rulesets outside of this crate. Squares increase along a strip.
    ///
    /// ```
    /// use grundy::Position;
    /// assert_eq!(Position::from_strips(&[&[2, 5], &[3]]).to_string(), "[2,5],[3]");
    /// ```
    pub fn from_strips(strips: &[&[u64]]) -> Self {
        Self(Shape::Strips(strips.iter().map(|strip| Row::from_slice(strip)).collect()))
    }

    /// The piles (for Star Nim: the square of the token of each strip), or nothing for other shapes.
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

    /// Whether it has strips with any number of tokens, however far out.
    pub fn has_strips(&self) -> bool {
        matches!(self.0, Shape::Strips(_) | Shape::FarStrips(_))
    }

    /// The numbers of a position, however large: piles as one row, strips as a row each. Nothing for compounds.
    pub fn rows(&self) -> Option<Vec<Vec<UBig>>> {
        let wide = |row: &Row| row.iter().map(|&number| UBig::from(number)).collect();
        match &self.0 {
            Shape::Piles(piles) => Some(vec![wide(piles)]),
            Shape::Strips(strips) => Some(strips.iter().map(wide).collect()),
            Shape::FarPiles(piles) => Some(vec![piles.clone()]),
            Shape::FarStrips(strips) => Some(strips.clone()),
            Shape::Compound { .. } => None,
        }
    }

    /// How many numbers and strips it is made of.
    fn numbers(&self) -> u64 {
        let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        match &self.0 {
            Shape::Piles(piles) => count(piles.len()),
            Shape::FarPiles(piles) => count(piles.len()),
            Shape::Strips(strips) => strips.iter().map(|strip| count(strip.len() + 4)).sum(),
            Shape::FarStrips(strips) => strips.iter().map(|strip| count(strip.len() + 4)).sum(),
            Shape::Compound { parts, .. } => parts.iter().map(|part| part.numbers() + 4).sum(),
        }
    }

    /// Whether a number is beyond 64 bits, so that options cannot be visited.
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

    /// A position of the same shape with other numbers, those of strips one after the other.
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

    /// The positions of the components of a compound game, or nothing for other shapes.
    pub fn parts(&self) -> Option<&[Position]> {
        match &self.0 {
            Shape::Compound { parts, .. } => Some(parts),
            _ => None,
        }
    }
}

impl fmt::Display for Position {
    /// As the papers write it. The parts of a compound are written by its ruleset, which knows their games.
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

/// The numbers, if all of them have 64 bits.
fn near(numbers: &[UBig]) -> Option<Row> {
    numbers.iter().map(|number| u64::try_from(number).ok()).collect()
}

/// Who wins with best play.
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

/// Why a visit of options ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The visitor has seen enough.
    #[error("stopped by the visitor")]
    Enough,
    /// A limit was met.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// How much work may be done, for positions of a few numbers. See [`Budget::for_position`] for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions remembered, and options waiting to be looked at: about 100 bytes each at the most.
    pub positions: u64,
    /// Options looked at for one question: ten or twenty million a second.
    pub options: u64,
}

impl Budget {
    /// A budget of so many positions, and of a hundred options for each.
    pub fn of_positions(positions: u64) -> Self {
        Self { positions, options: positions.saturating_mul(100) }
    }

    /// As many positions like this one as take the same memory and time.
    #[must_use]
    pub fn for_position(self, position: &Position) -> Self {
        const FEW: u64 = 32;
        let numbers = position.numbers();
        let weight = if numbers <= FEW { 1 } else { numbers / 8 };
        Self { positions: self.positions / weight, options: self.options / weight }
    }
}

impl Default for Budget {
    /// Five million positions: half a gigabyte and half a minute or so at the most.
    fn default() -> Self {
        Self::of_positions(5_000_000)
    }
}

/// What takes the options of a position, one by one.
pub type Visitor<'v> = dyn FnMut(&Position) -> Result<(), Stop> + 'v;

/// A source of chance: a number below the one given.
pub type Draw<'d> = dyn FnMut(&UBig) -> UBig + 'd;

/// How a position is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// Piles of counters.
    Piles,
    /// Strips with tokens, the first `shared` cells of which are common to all strips.
    Strips {
        /// How many cells the strips share.
        shared: u64,
    },
    /// Piles on the vertices of a graph.
    Graph {
        /// Pairs (from, to) along which counters may be moved.
        arcs: Vec<(usize, usize)>,
    },
    /// Several games side by side.
    Compound(Vec<Board>),
}

/// The rules of a game: the only truth about it.
///
/// Options are visited rather than listed, so that whoever asks can stop: a pile of 10^15 has 10^15 options.
pub trait Ruleset: fmt::Debug + Send + Sync {
    /// The game as a user writes it, parameters included.
    fn name(&self) -> String;

    /// Validates a raw position, or says what is wrong with it and where.
    fn position(&self, raw: &RawPosition) -> Result<Position, InputError>;

    /// Gives every option of `position` to `visit`, each exactly once, and ends when `visit` stops it.
    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop>;

    /// Whether `to` is an option of `from`. Games whose options follow from numbers tell so at any size; others visit the options.
    ///
    /// # Errors
    /// Only rules that depend on outcomes may need more work than they are allowed.
    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        match self.visit_options(from, &mut |option| if option == to { Err(Stop::Enough) } else { Ok(()) }) {
            Ok(()) => Ok(false),
            Err(Stop::Enough) => Ok(true),
            Err(Stop::Limit(spent)) => Err(spent),
        }
    }

    /// An option by lot, whatever the size of the position; nothing if it has none. First comes what moves, a pile, a token or
    /// a pair of piles, each that can alike, and then how far, each amount alike. Whoever draws 0 again and again gets a smallest move.
    /// Rules that depend on outcomes list their options, and each is alike.
    ///
    /// # Errors
    /// Only rules that depend on outcomes may need more work than they are allowed.
    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let mut all = listed(|visit| self.visit_options(from, visit), 1_000_000)?;
        Ok(draw_index(all.len(), draw).map(|option| all.swap_remove(option)))
    }

    /// How positions are drawn.
    fn board(&self) -> Board;

    /// A random position with coordinates of about `size` at most; `draw(n)` gives a number below n.
    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position;

    /// The position as [`crate::parse`] reads it back after the name.
    fn show(&self, position: &Position) -> String {
        position.to_string()
    }

    /// Sets how much work may be done to find options. Only rules that depend on outcomes need any.
    fn allow(&self, budget: Budget) {
        let _ = budget;
    }

    /// The slice that is shown when a table of the game is asked for.
    fn plane(&self) -> Option<Plane> {
        None
    }

    /// How the options of positions lie that have so many numbers: `lengths` of them on each strip; piles are one strip. Nothing if no
    /// description fits, and for games with blocking. It has to match the options that are visited: tables rely on it.
    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        let _ = lengths;
        None
    }

    /// What the previous player may block before the next one moves, in words; nothing when the game knows no blocking.
    fn blocking(&self) -> Option<String> {
        None
    }

    /// Whether the previous player may block all of these options of `position` together. Whoever may block a set may
    /// block any part of it.
    fn can_block(&self, position: &Position, options: &[&Position]) -> bool {
        let _ = position;
        options.is_empty()
    }

    /// Which game of the catalogue this is. Rulesets of other crates have no identity, so nothing is known of them but their rules.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// The games that a compound game is made of, in the order of [`Position::parts`].
    fn components(&self) -> &[Game] {
        &[]
    }

    /// The components, when the game is a disjunctive sum.
    fn summands(&self) -> Option<&[Game]> {
        None
    }
}

/// A ruleset that can be handed round.
pub type Game = Arc<dyn Ruleset>;

/// The two-coordinate slice of a game that its paper tabulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// A position with the letters a (row) and b (column) in it.
    pub at: &'static str,
    /// Whether the papers print only `a <= b`.
    pub triangle: bool,
}

/// Every option of `position`, each once; an error when there are more than `limit`.
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
            return Err(Limit::Options(u64::try_from(limit).unwrap_or(u64::MAX)).into());
        }
        found.push(option.clone());
        Ok(())
    });
    match visited {
        Ok(()) | Err(Stop::Enough) => Ok(found),
        Err(Stop::Limit(spent)) => Err(spent),
    }
}

/// A number below `count` by lot; nothing if that is 0.
pub(crate) fn draw_index(count: usize, draw: &mut Draw<'_>) -> Option<usize> {
    if count == 0 { None } else { usize::try_from(draw(&UBig::from(count))).ok() }
}
