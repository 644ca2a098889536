//! What the papers prove, at sizes that no table reaches. The proofs we rely on are written out in docs/limits.md.

pub mod automatic;
pub mod blocked;
pub mod bounds;
pub mod crossed;
mod equal_shares;
pub mod farr_ho;
pub mod gu;
pub mod gurvich;
pub mod ho;
pub mod limit;
pub mod nim;
pub mod path;
mod root;
pub mod shared_cells;
pub mod sharing;
mod surd;
pub mod welter;
pub mod wythoff;

pub use dashu_int::UBig;

use crate::ruleset::Outcome;
use dashu_int::ops::BitTest as _;

/// A theorem, or another principle that answers rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The source: author and number, or the name of the method.
    pub by: &'static str,
    /// The statement, as it holds (docs/errata.md lists where print differs): a sentence with a capital letter and a full stop.
    pub says: &'static str,
}

/// What theorems say about a position. `P` is the type of positions: piles or strips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<P = Vec<UBig>> {
    /// The value, where the theorem gives it. A P-position always has one: 0, but for misère play, which has no values.
    pub value: Option<UBig>,
    /// A number that the value exceeds, where the theorem gives no more.
    pub more_than: Option<u64>,
    /// Who wins.
    pub outcome: Outcome,
    /// The theorems: the one that the answer is named after, then those it is used with.
    pub theorems: Vec<&'static Theorem>,
    /// The numbers that were put in, a short line each.
    pub why: Vec<String>,
    /// Where to move.
    pub winning: Winning<P>,
}

/// Options of value 0, each once, numbers in the places that the position has them in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winning<P = Vec<UBig>> {
    /// All of them; none just when the position is P or, in misère play, has no move.
    Every(Vec<P>),
    /// Those that the theorem gives. There may be others, even if none are given.
    AtLeast(Vec<P>),
}

/// Of positions with more numbers than this only one winning move is given: all of them would take quadratic space.
const MANY: usize = 1_000;

impl<P> Winning<P> {
    /// All of these moves from a position of so many numbers, or one of them if there are more than [`MANY`] numbers.
    fn of(numbers: usize, mut moves: impl Iterator<Item = P>) -> Self {
        if numbers <= MANY {
            Self::Every(moves.collect())
        } else {
            Self::AtLeast(moves.next().into_iter().collect())
        }
    }

    /// The same moves, written in another way.
    fn map<Q>(self, position: impl FnMut(P) -> Q) -> Winning<Q> {
        match self {
            Self::Every(positions) => Winning::Every(positions.into_iter().map(position).collect()),
            Self::AtLeast(positions) => Winning::AtLeast(positions.into_iter().map(position).collect()),
        }
    }

    /// The positions, whether these are all or not.
    pub fn positions(&self) -> &[P] {
        match self {
            Self::Every(positions) | Self::AtLeast(positions) => positions,
        }
    }

    /// Whether there are no others.
    pub fn is_every(&self) -> bool {
        matches!(self, Self::Every(_))
    }
}

impl<P> Said<P> {
    /// A position of this value; a P-position has no winning moves.
    fn of_value(value: UBig, theorem: &'static Theorem, why: Vec<String>, winning: Winning<P>) -> Self {
        if value.is_zero() {
            return Self::previous(theorem, why);
        }
        Self { value: Some(value), ..Self::next(theorem, why, winning) }
    }

    /// A P-position.
    fn previous(theorem: &'static Theorem, why: Vec<String>) -> Self {
        let none = Winning::Every(Vec::new());
        Self { value: Some(UBig::ZERO), outcome: Outcome::Previous, ..Self::next(theorem, why, none) }
    }

    /// An N-position of unknown value.
    fn next(theorem: &'static Theorem, why: Vec<String>, winning: Winning<P>) -> Self {
        Self { value: None, more_than: None, outcome: Outcome::Next, theorems: vec![theorem], why, winning }
    }

    /// The same, by these theorems too.
    fn with(mut self, theorems: impl IntoIterator<Item = &'static Theorem>) -> Self {
        self.theorems.extend(theorems);
        self
    }

    /// The source of the theorem that the answer is named after.
    pub fn by(&self) -> &'static str {
        self.theorems.first().map_or("", |theorem| theorem.by)
    }
}

/// Bits of the longest number that reasons write out.
const LONGEST_SHOWN: usize = 128;

/// A number as the reasons show it.
fn short(number: &UBig) -> String {
    match number.bit_len() {
        bits if bits > LONGEST_SHOWN => format!("<{bits} bits>"),
        _ => number.to_string(),
    }
}

/// Numbers as the reasons show them: the first few.
fn shorts<'n>(numbers: impl IntoIterator<Item = &'n UBig>, between: &str) -> String {
    const MOST_SHOWN: usize = 12;
    let mut numbers = numbers.into_iter();
    let mut shown: Vec<String> = numbers.by_ref().take(MOST_SHOWN).map(short).collect();
    let more = numbers.count();
    shown.extend((more > 0).then(|| format!("<{more} more>")));
    shown.join(between)
}

/// The numbers with another one at a place.
fn with(numbers: &[UBig], place: usize, number: UBig) -> Vec<UBig> {
    let mut changed = numbers.to_vec();
    changed[place] = number;
    changed
}

/// The greatest common divisor.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
