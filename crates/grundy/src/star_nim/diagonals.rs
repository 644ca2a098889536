//! The periods of diagonals of Star Nim, as far as g-sequences prove them.
//!
//! Farr and Ho conjecture that the diagonals are ultimately periodic. If values up to g take the difference d in every row from some row on
//! (see [`super::values`]: this is read off the set they take, which is known to repeat), then `G(x, x+d) <= g` from there on, and it is k
//! just if value k takes x+d in row x. For each k that repeats, so the diagonal does too: with the least common multiple of the periods
//! with which the values concerned take d, or a divisor of it.

use super::values::{LARGEST, ValueSearch, ValueStep};
use crate::error::Error;
use crate::period::Period;
use crate::period::cycle::least_period;

/// Rows that are looked at before a diagonal is left open.
const MOST_ROWS: usize = 1 << 26;

/// What has been proved about a diagonal: `G(x + length, x + length + d) = G(x, x + d)` for all `x >= preperiod`, both least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagonalProof {
    /// The diagonal: the difference of its coordinates.
    pub diagonal: u64,
    /// What it does, by the smaller coordinate; the saltus is 0.
    pub period: Period,
    /// The number of rows after which all values repeat that occur on it.
    pub state_period: u64,
    /// The largest value that had to be looked at.
    pub values: u64,
}

/// The rows in which a value takes the difference: once, and then again and again.
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

/// The period of diagonal `d` of Star Nim, or nothing if no value that fits the windows closes it within `limit` rows a value.
///
/// # Errors
/// When a window proves too narrow.
pub fn prove_diagonal(d: u64, limit: Option<u64>) -> Result<Option<DiagonalProof>, Error> {
    let Some(bit) = u32::try_from(d).ok().and_then(|d| 1_u64.checked_shl(d)) else { return Ok(None) };
    let mut search = ValueSearch::new(LARGEST, limit)?;
    let mut takers: Vec<Taker> = Vec::new();
    loop {
        let value = search.next_value();
        let step = search.step_seeing(&mut |choices, from, period| {
            let mut rows: Vec<bool> = choices.iter().map(|&choice| choice == bit).collect();
            if rows.contains(&true) {
                let period = least_period(&rows[from..from + period]);
                rows.truncate(from + period);
                takers.push(Taker { value, rows, from, period });
            }
        })?;
        if step == ValueStep::Open {
            return Ok(None);
        }
        if search.always_takes(bit) {
            return Ok(period_of(&takers).map(|(period, state_period)| DiagonalProof {
                diagonal: d,
                period,
                state_period,
                values: value,
            }));
        }
        if step == ValueStep::Done {
            return Ok(None);
        }
    }
}

/// The period of a diagonal, given who takes its cells: from some row on, somebody takes each.
fn period_of(takers: &[Taker]) -> Option<(Period, u64)> {
    let round = takers.iter().try_fold(1, |round, taker| least_common_multiple(round, taker.period))?;
    // What values up to g take repeats from a row on from which all of them repeat.
    let from = takers.iter().map(|taker| taker.from).max()?;
    let terms: Vec<Option<u64>> = (0..from + round)
        .map(|x| takers.iter().find(|taker| taker.takes(x)).map(|taker| taker.value))
        .collect();
    if terms[from..].contains(&None) {
        return None;
    }
    let length = least_period(&terms[from..]);
    // A cell that nobody takes is no position, or has a larger value than all the others.
    let agrees = |x: usize| terms[x].is_some() && terms[x] == terms[x + length];
    let preperiod = (0..from).rev().find(|&x| !agrees(x)).map_or(0, |x| x + 1);
    let number = |n: usize| u64::try_from(n).ok();
    Some((Period { preperiod: number(preperiod)?, length: number(length)?, saltus: 0 }, number(round)?))
}

fn least_common_multiple(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|&multiple| multiple <= MOST_ROWS)
}
