//! The periods of diagonals of Star Nim.
//!
//! Farr and Ho conjecture that the diagonals are ultimately periodic. If the levels f and l are full with at most d and with more than d differences, the cells
//! `(x, x+d)` have values above f and up to l from some row on, and `G(x, x+d) = k` if and only if value k takes x+d in row x. How these values repeat is
//! known (`rounds`), and so the diagonal repeats.
//!
//! # Least period and preperiod
//! From the row s on in which all of these values repeat, the diagonal is a purely periodic sequence. All its
//! periods are multiples of the least one p, which is found by dividing out primes.
//!
//! Let x0 be the least row such that in each row x >= x0 one of the values up to g takes the cell, and the same one does in row x+p. So
//! p is a period from x0 on. It is not one from x0-1 on: if one of these values takes the cell of row x0-1, then another one
//! takes that of row x0-1+p. If none does, that cell is no position (there is one: (0,0)), or its value is above g; but the cell in
//! row x0-1+p >= x0 is taken by one of them, so its value is at most g. (Two cells that no value up to g takes may have equal
//! values. This does not matter, because only the last row that disagrees does.) The least preperiod is the same for all periods
//! of a sequence.

use super::machine::{Full, Fulls, LARGEST, Word};
use super::rounds::{Meter, Rounds, Stop};
use super::sequence::{History, Of, Sequence};
use super::values::Repeats;
use crate::error::Error;
use crate::period::windows::outside;
use crate::period::{Period, Witness};
use std::fmt;
use std::ops::ControlFlow;

/// Values that are examined beyond the least one that could end a full level.
const MORE: u64 = 12;

/// The largest difference whose values have windows.
pub(super) const LARGEST_DIAGONAL: u64 = (LARGEST - MORE) / 2;

/// A proof about a diagonal: `G(x + length, x + length + d) = G(x, x + d)` for all `x >= preperiod`, with both numbers least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagonalProof {
    /// The diagonal: the difference of its coordinates.
    pub diagonal: u64,
    /// Its period, counted by the smaller coordinate. The saltus is 0.
    pub period: Period,
    /// The largest value on it from the preperiod on.
    pub largest: u64,
    /// How the values on it repeat.
    pub repeats: Repeats,
    /// For each prime divisor of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

/// What keeps a diagonal from being proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It may have values that are not examined.
    Large,
    /// No full level that takes this difference was found.
    Level(u64),
    /// The values on it do not repeat up to the limit on rows.
    Rows,
}

impl fmt::Display for Obstacle {
    /// A clause without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Large => write!(f, "it may have values above {LARGEST}, the largest that is examined"),
            Self::Level(d) => {
                write!(f, "no level was found whose values take the difference {d} in every row")
            }
            Self::Rows => write!(f, "its values do not repeat up to the limit on rows"),
        }
    }
}

/// The period of diagonal `d` of Star Nim, or what is missing if the supported values, up to row `limit`, do not prove one. Calls `watch` now and then.
///
/// # Errors
/// When `watch` cancels it, or a number lies outside its window.
pub fn prove_diagonal(
    d: u64,
    limit: Option<u64>,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Result<DiagonalProof, Obstacle>, Error> {
    if d > LARGEST_DIAGONAL {
        return Ok(Err(Obstacle::Large));
    }
    let mut meter = Meter::new(limit.unwrap_or(u64::MAX), u64::MAX, watch);
    match prove(d, &mut meter) {
        Ok(Some(proof)) => Ok(Ok(proof)),
        Ok(None) => Ok(Err(Obstacle::Level(d))),
        Err(Stop::Rows) => Ok(Err(Obstacle::Rows)),
        Err(Stop::Cancelled) => Err(Error::Cancelled),
        Err(Stop::Width(row)) => Err(outside(row, 2 * d + MORE)),
    }
}

fn prove(d: u64, meter: &mut Meter<'_>) -> Result<Option<DiagonalProof>, Stop> {
    let Some((fulls, base, last)) = around(d, meter)? else { return Ok(None) };
    match prove_in::<u64>(d, &fulls, base, last, meter) {
        Err(Stop::Width(_)) => prove_in::<u128>(d, &fulls, base, last, meter).map(Some),
        proof => proof.map(Some),
    }
}

/// The full levels before and after the values of a difference, or nothing if none after them is found. Value 0 alone has the difference 0.
pub(super) fn around(d: u64, meter: &mut Meter<'_>) -> Result<Option<(Fulls, Option<Full>, Full)>, Stop> {
    let above = (2 * d).saturating_sub(1);
    let fulls = Fulls::find(above, 2 * d + MORE, Some(2 * d), meter)?;
    let (base, last) = (fulls.below(above), fulls.from(2 * d));
    Ok(last.map(|last| (fulls, base, last)))
}

fn prove_in<W: Word>(
    d: u64,
    fulls: &Fulls,
    base: Option<Full>,
    last: Full,
    meter: &mut Meter<'_>,
) -> Result<DiagonalProof, Stop> {
    let difference = u32::try_from(d).unwrap_or(u32::MAX);
    let of = Of::Diagonal(difference);
    let mut history = History::new(of);
    let mut see = |row, value, choice| history.see(row, value, choice);
    let mut rounds = Rounds::<W>::new(fulls, (base, Some(last), last.level), meter, &mut see)?;
    // The values before the last two may take the difference in every row.
    let mut enough = None;
    while rounds.next_value() < last.level.saturating_sub(1).max(1) && enough.is_none() {
        rounds.close(meter, &mut see)?;
        enough = rounds.covers(difference, meter)?.then(|| rounds.next_value() - 1);
    }
    if let Some(top) = enough {
        history = History::new(of);
        let mut see = |row, value, choice| history.see(row, value, choice);
        rounds = Rounds::new(fulls, (base, None, top), meter, &mut see)?;
        while rounds.next_value() <= top {
            rounds.close(meter, &mut see)?;
        }
    }
    let sequence = Sequence::new(&rounds, of, history.terms, meter)?;
    let (period, witnesses) = sequence.period(meter)?;
    let largest = sequence.largest(meter)?;
    Ok(DiagonalProof { diagonal: d, period, largest, repeats: Repeats::of(&sequence), witnesses })
}
