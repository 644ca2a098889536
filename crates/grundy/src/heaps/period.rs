//! Proved periods of the values of heaps. `arithmetic` has those in which values grow.
//!
//! *Theorem* (Guy and Smith 1956 for octal games, j = 2). Let no more than t counters be taken in a move, and no more than j heaps be left of one, and let heaps that are left
//! not have to be different. If, for some n0 >= 1 and p >= 1, G(n+p) = G(n) holds for all n with n0 <= n < j n0 + (j-1) p + t, then it holds for all n >= n0.
//!
//! *Proof.* Let n >= j n0 + (j-1) p + t, and let it hold below n. As n > t, neither a heap of n nor one of n+p can be taken whole. An option of n+p leaves n+p-k >= j(n0+p) counters,
//! k <= t, in at most j heaps, so the largest heap h is at least n0+p; and h < n+p. Replace it by h-p, which has the same value, as n0 <= h-p < n. The result is an option of n of the same value.
//! An option of n leaves at least j n0 + (j-1) p >= j n0 counters, so its largest heap h is at least n0, and h < n; replace it by h+p. So the options of n and n+p have the same values. ∎
//!
//! For j = 1 these are subtraction games, whose values follow from the last t values; for j = 3 hexadecimal games. If the whole heap may also be taken when it is larger than t, this is an option of n and of n+p, and the proof is the same.

use super::arithmetic::{Hypotheses, Seen};
use super::code::WHOLE;
use super::values::Terms;
use super::{Code, Values};
use crate::error::Error;
use crate::widths::{index, place, wide};
use std::ops::ControlFlow;

/// A proved period: G(n + length) = G(n) + saltus for all n >= preperiod. Preperiod and length are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The least heap from which it holds, 0 included.
    pub preperiod: u64,
    /// The least period.
    pub length: u64,
    /// The increase over one period.
    pub saltus: u64,
    /// How many periods are taken as one in the proof that values grow: the least power of two for which its conditions hold. 1 if the saltus is 0.
    pub multiple: u64,
    /// How many heaps before the preperiod have another value than the periodic sequence, continued to the left, would give.
    pub exceptions: u64,
    /// The largest heap whose value the proof needs.
    pub verified: u64,
}

/// Whether a theorem may prove a period of the values of heaps with this code. Games are left out in which heaps that are left must be different; and if values grow,
/// those in which strips are played as larger heaps.
pub fn may_have_period(code: &Code) -> bool {
    !code.has_unequal_heaps() && (most_taken(code).is_some() || code.shift() == 0)
}

/// The largest number that can be taken so that a heap is left, if there is one.
fn most_taken(code: &Code) -> Option<u64> {
    (code.tail() & !WHOLE == 0).then(|| wide(code.digits().len() - 1))
}

/// Computes values and looks for a period that a theorem proves. `None` if there is none with values up to `most`, or no theorem covers the game. `watch` as in
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
    let Some(code) = values.rules().code().filter(|code| may_have_period(code)).cloned() else {
        return Ok(None);
    };
    let mut failed = Vec::new();
    let mut to = FIRST.max(values.known()).min(most);
    loop {
        values.extend(to, watch)?;
        let known = values.known();
        let proved = match values.terms() {
            Terms::Narrow(terms) => proved_by(&code, terms),
            Terms::Wide(terms) => match proved_by(&code, terms) {
                Some(period) => Some(period),
                None => grows_by(&code, terms, &mut failed, &mut || watch(known))?,
            },
        };
        if let Some(period) = proved {
            return Ok(Some(period));
        }
        if to >= most {
            return Ok(None);
        }
        to = (to + to / 4).min(most);
    }
}

/// An arithmetic period that the known values prove. `failed` has those of which a multiple is known not to satisfy the theorem.
fn grows_by(
    code: &Code,
    known: &[u32],
    failed: &mut Vec<(Seen, usize)>,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<HeapPeriod>, Error> {
    /// The largest multiple of a period that is tried.
    const MOST_MULTIPLE: usize = 1 << 10;
    if code.shift() != 0 || (code.tail() & !WHOLE == 0 && code.is_octal()) {
        return Ok(None);
    }
    let Some(seen) = seen(known) else { return Ok(None) };
    let multiples = (0..).map(|e| 1 << e).take_while(|&multiple: &usize| multiple <= MOST_MULTIPLE);
    for multiple in multiples {
        let Some(hypotheses) = Hypotheses::new(code, known, seen, multiple) else { continue };
        if hypotheses.needed() > known.len() {
            break;
        }
        if failed.contains(&(seen, multiple)) {
            continue;
        }
        if !hypotheses.hold(known, watch)? {
            failed.push((seen, multiple));
            if code.most_heaps() <= 1 {
                break;
            }
            continue;
        }
        let Seen { from, length, saltus } = seen;
        let continued = |n: usize| {
            let periods = (from - n).div_ceil(length);
            index(known[n + periods * length]).checked_sub(periods * saltus)
        };
        let exceptions = (0..from).filter(|&n| continued(n) != Some(index(known[n]))).count();
        return Ok(Some(HeapPeriod {
            preperiod: wide(from),
            length: wide(length),
            saltus: wide(saltus),
            multiple: wide(multiple),
            exceptions: wide(exceptions),
            verified: wide(hypotheses.needed() - 1),
        }));
    }
    Ok(None)
}

/// The shortest period of the known values, with a saltus, that is seen five times.
fn seen(known: &[u32]) -> Option<Seen> {
    let differences: Vec<i64> =
        known.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let (length, same) = (1..).zip(same_at_end(&differences)).find(|&(p, same)| index(same) >= 4 * p)?;
    let from = differences.len() - length - index(same);
    let last = known.len() - 1;
    let saltus = known[last].checked_sub(known[last - length]).map(index).filter(|&saltus| saltus > 0)?;
    Some(Seen { from, length, saltus })
}

/// A period without growth that the known values prove.
fn proved_by<T: Copy + Eq>(code: &Code, known: &[T]) -> Option<HeapPeriod> {
    let (heaps, taken, shift) = (code.most_heaps().max(1), most_taken(code)?, code.shift());
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
    Some(HeapPeriod { preperiod, length, saltus: 0, multiple: 1, exceptions: wide(exceptions), verified })
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
