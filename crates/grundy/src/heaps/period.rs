//! Proved periods of the values of heaps.
//!
//! *Theorem* (Guy and Smith 1956 for octal games, j = 2). Let no more than t counters be taken in a move, and no more than j heaps be left of one, and let heaps that are left
//! not have to be different. If, for some n0 >= 1 and p >= 1, G(n+p) = G(n) holds for all n with n0 <= n < j n0 + (j-1) p + t, then it holds for all n >= n0.
//!
//! *Proof.* Let n >= j n0 + (j-1) p + t, and let it hold below n. As n > t, neither a heap of n nor one of n+p can be taken whole. An option of n+p leaves n+p-k >= j(n0+p) counters,
//! k <= t, in at most j heaps, so the largest heap h is at least n0+p; and h < n+p. Replace it by h-p, which has the same value, as n0 <= h-p < n. The result is an option of n of the same value.
//! An option of n leaves at least j n0 + (j-1) p >= j n0 counters, so its largest heap h is at least n0, and h < n; replace it by h+p. So the options of n and n+p have the same values. ∎
//!
//! For j = 1 these are subtraction games, whose values follow from the last t values; for j = 3 hexadecimal games.

use super::values::Terms;
use super::{Code, Values};
use crate::error::Error;
use crate::widths::{index, place, wide};
use std::ops::ControlFlow;

/// A proved period: G(n + length) = G(n) for all n >= preperiod. Both numbers are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The least heap from which it holds, 0 included.
    pub preperiod: u64,
    /// The least period.
    pub length: u64,
    /// How many heaps before the preperiod have another value than the periodic sequence, continued to the left, would give.
    pub exceptions: u64,
    /// The largest heap whose value the proof needs.
    pub verified: u64,
}

impl HeapPeriod {
    /// The heap before the end of the first period that has the same value.
    pub fn fold(&self, heap: u64) -> u64 {
        if heap < self.preperiod { heap } else { self.preperiod + (heap - self.preperiod) % self.length }
    }
}

/// Computes values and looks for a period that the theorem proves. `None` if there is none with values up to `most`, or the theorem does not cover the game. `watch` as in
/// [`Values::extend`].
///
/// # Errors
/// As for [`Values::extend`].
pub fn prove(
    values: &mut Values,
    most: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<HeapPeriod>, Error> {
    /// The first attempt is made with this many values, and others when there are a quarter more.
    const FIRST: u64 = 64;
    if !is_covered(values) {
        return Ok(None);
    }
    let mut to = FIRST.max(values.known()).min(most);
    loop {
        values.extend(to, watch)?;
        if let Some(period) = proved(values) {
            return Ok(Some(period));
        }
        if to >= most {
            return Ok(None);
        }
        to = (to + to / 4).min(most);
    }
}

/// Whether the theorem applies to the game.
fn is_covered(values: &Values) -> bool {
    values.rules().code().is_some_and(|code| code.most_taken().is_some() && !code.has_unequal_heaps())
}

/// A period that the known values prove, if there is one.
fn proved(values: &Values) -> Option<HeapPeriod> {
    let code = values.rules().code().filter(|_| is_covered(values))?;
    match values.terms() {
        Terms::Narrow(terms) => proved_by(code, terms),
        Terms::Wide(terms) => proved_by(code, terms),
    }
}

fn proved_by<T: Copy + Eq>(code: &Code, known: &[T]) -> Option<HeapPeriod> {
    let (heaps, taken, shift) = (code.most_heaps().max(1), code.most_taken()?, code.shift());
    let total = wide(known.len());
    // The number of values that the theorem needs. It is about the heaps of the code, which are larger by the shift, and starts at 1.
    let needed = |from: u64, p: u64| (heaps * ((from + shift).max(1) + p) + taken).saturating_sub(shift);
    let same = same_at_end(known);
    let found = (1..).zip(same).find_map(|(p, same)| {
        let from = total - p - u64::from(same);
        (needed(from, p) <= total).then_some((from, p))
    });
    let (from, p) = found?;
    let length = least_period(&known[place(from)..place(from + p)]);
    let differs = |n: &u64| known[place(*n)] != known[place(n + length)];
    let preperiod = (0..from).rev().find(differs).map_or(0, |n| n + 1);
    let continued = |n: u64| known[place(preperiod + (length - (preperiod - n) % length) % length)];
    let exceptions = (0..preperiod).filter(|&n| known[place(n)] != continued(n)).count();
    let verified = needed(preperiod, length).saturating_sub(1);
    Some(HeapPeriod { preperiod, length, exceptions: wide(exceptions), verified })
}

/// For each p = 1, 2, ..: the number of terms at the end that are equal to the term p before. The Z-function of the reversed terms.
fn same_at_end<T: Copy + Eq>(terms: &[T]) -> impl Iterator<Item = u32> {
    let count = terms.len();
    let reversed = |i: usize| terms[count - 1 - i];
    let mut z = vec![0_u32; count];
    let (mut left, mut right) = (0, 0);
    for i in 1..count {
        let mut length = if i < right { index(z[i - left]).min(right - i) } else { 0 };
        while i + length < count && reversed(i + length) == reversed(length) {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = u32::try_from(length).unwrap_or(u32::MAX);
    }
    z.into_iter().skip(1)
}

/// The least period of a sequence that repeats these terms: a divisor of their number.
fn least_period<T: Copy + Eq>(terms: &[T]) -> u64 {
    let divides = |length: &usize| {
        terms.len().is_multiple_of(*length) && (*length..terms.len()).all(|i| terms[i] == terms[i - length])
    };
    wide((1..=terms.len()).find(divides).unwrap_or(terms.len()))
}
