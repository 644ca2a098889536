//! The periods of diagonals of Star Nim, proved from the periods of g-sequences.
//!
//! Farr and Ho conjecture that the diagonals are ultimately periodic. Suppose that, from some row on, one of the values up to g
//! takes the difference d in every row. (This is seen from the set that these values take, which repeats; see [`super::values`].)
//! Then `G(x, x+d) <= g` from there on, and `G(x, x+d) = k` if and only if value k takes x+d in row x. For each k this repeats, so
//! the diagonal repeats too. Its period divides the least common multiple of the periods with which these values take d.
//!
//! # Least period and preperiod
//! From the row s on in which all of these values repeat, the diagonal is a purely periodic sequence, known over one round. All its
//! periods are multiples of the least one p, which is found by dividing out primes.
//!
//! Let x0 be the least row such that in each row x >= x0 one of the values up to g takes the cell, and the same one does in row x+p. So
//! p is a period from x0 on. It is not one from x0-1 on: if one of these values takes the cell of row x0-1, then another one
//! takes that of row x0-1+p. If none does, that cell is no position (there is one: (0,0)), or its value is above g; but the cell in
//! row x0-1+p >= x0 is taken by one of them, so its value is at most g. (Two cells that no value up to g takes may have equal
//! values. This does not matter, because only the last row that disagrees does.) The least preperiod is the same for all periods
//! of a sequence.

use super::values::{LARGEST, ValueLevel, ValueSearch, ValueStep};
use crate::error::Error;
use crate::period::cycle::{least_period, witnesses};
use crate::period::{Period, Witness};
use crate::widths::wide;
use std::fmt;

/// The most rows examined for a diagonal.
const MOST_ROWS: usize = 1 << 26;

/// A proof about a diagonal: `G(x + length, x + length + d) = G(x, x + d)` for all `x >= preperiod`, with both numbers least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagonalProof {
    /// The diagonal: the difference of its coordinates.
    pub diagonal: u64,
    /// Its period, counted by the smaller coordinate. The saltus is 0.
    pub period: Period,
    /// The number of rows after which all values on it repeat.
    pub state_period: u64,
    /// The largest value on it from the preperiod on.
    pub largest: u64,
    /// The chain of values from 0 to this one.
    pub levels: Vec<ValueLevel>,
    /// For each prime divisor of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

/// What keeps a diagonal from being proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Number of values that were proved: 0 to one less.
    pub values: u64,
    /// From some row on, these values take all differences below this one in every row.
    pub always: u32,
    /// Why there are no more values.
    pub because: Because,
}

/// Why no more values were proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The windows of the next value do not fit into 64 bits.
    Windows,
    /// The next value has no repetition up to the limit on rows.
    Rows,
    /// The values suffice, but all of them together repeat too late.
    Round,
}

impl fmt::Display for Obstacle {
    /// A clause without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { values, always, because } = self;
        if let Some(last) = values.checked_sub(1) {
            let taken = match always {
                0 => "no difference".to_owned(),
                1 => "the difference 0".to_owned(),
                _ => format!("the differences 0 to {}", always - 1),
            };
            write!(f, "values 0 to {last} take {taken} in every row from some row on; ")?;
        }
        match because {
            Because::Windows => write!(f, "value {values} needs windows of more than 64 bits"),
            Because::Rows => write!(f, "value {values} has no repetition up to the limit on rows"),
            Because::Round => {
                write!(f, "the values on the diagonal repeat together after more than {MOST_ROWS} rows")
            }
        }
    }
}

/// The rows in which a value takes the difference: up to `from`, and one period from there on.
struct Taker {
    value: u64,
    rows: Vec<bool>,
    from: usize,
    period: usize,
}

impl Taker {
    fn takes(&self, x: usize) -> bool {
        self.rows[if x < self.from { x } else { self.from + (x - self.from) % self.period }]
    }
}

/// The period of diagonal `d` of Star Nim, or what is missing if the supported values, with `limit` rows each, do not prove one.
///
/// # Errors
/// When a value lies outside its window.
pub fn prove_diagonal(d: u64, limit: Option<u64>) -> Result<Result<DiagonalProof, Obstacle>, Error> {
    // A difference without a bit is taken by no supported value.
    let bit = u32::try_from(d).ok().and_then(|d| 1_u64.checked_shl(d)).unwrap_or(0);
    let mut search = ValueSearch::new(LARGEST, limit)?;
    let mut takers: Vec<Taker> = Vec::new();
    loop {
        let value = search.next_value();
        let step = search.step_seeing(&mut |choices, from, period| {
            let mut rows: Vec<bool> = choices.iter().map(|&choice| choice & bit != 0).collect();
            if rows.contains(&true) {
                let period = least_period(&rows[from..from + period]);
                rows.truncate(from + period);
                takers.push(Taker { value, rows, from, period });
            }
        })?;
        let obstacle = |because| Obstacle { values: search.next_value(), always: search.always(), because };
        if step == ValueStep::Open {
            return Ok(Err(obstacle(Because::Rows)));
        }
        if search.always_takes(bit) {
            let levels = search.levels().to_vec();
            return Ok(proof_of(d, value, levels, &takers).ok_or_else(|| obstacle(Because::Round)));
        }
        if step == ValueStep::Done {
            return Ok(Err(obstacle(Because::Windows)));
        }
    }
}

/// The proof about a diagonal, given the values that take its cells. From some row on, each cell is taken.
fn proof_of(diagonal: u64, largest: u64, levels: Vec<ValueLevel>, takers: &[Taker]) -> Option<DiagonalProof> {
    let round = takers.iter().try_fold(1, |round, taker| least_common_multiple(round, taker.period))?;
    // All takers repeat from this row on.
    let from = takers.iter().map(|taker| taker.from).max()?;
    let terms: Vec<Option<u64>> = (0..from + round)
        .map(|x| takers.iter().find(|taker| taker.takes(x)).map(|taker| taker.value))
        .collect();
    if terms[from..].contains(&None) {
        return None;
    }
    let length = least_period(&terms[from..]);
    let agrees = |x: usize| terms[x].is_some() && terms[x] == terms[x + length];
    let preperiod = (0..from).rev().find(|&x| !agrees(x)).map_or(0, |x| x + 1);
    let witnesses = witnesses(&terms, preperiod, length);
    let period = Period { preperiod: wide(preperiod), length: wide(length), saltus: 0 };
    Some(DiagonalProof { diagonal, period, state_period: wide(round), largest, levels, witnesses })
}

fn least_common_multiple(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|&multiple| multiple <= MOST_ROWS)
}
