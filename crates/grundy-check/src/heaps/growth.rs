//! Arithmetic periods of the values of heaps: G(n+p) = G(n)+s with s > 0.
//!
//! # What is checked, and why it suffices
//! docs/heaps.md states the theorem and proves it ("Arithmetic periods"). In short: let P and S be the period and the saltus times a power of two, and call heaps from n0 on large. If a move may leave two heaps, S must be
//! a power of two above the values of all heaps that are not large, so that nim-sums act on the multiples x(b) of S and on the remainders u(b) of the values G(b) = S x(b) + u(b) apart.
//! The next value is G(n-P) + S, if no option of n has it, and options of n have all smaller values. The first follows from values n-P if one heap of the option is large; and if two or three are, from the remainders, or as the nim-sum of
//! the x(b) is at most their sum and has the same parity ([`clash`]). The second follows from options that are known to move along with the period ([`covered`]).
//!
//! If no move leaves two heaps, every option has one heap, and it is enough that small values are those of heaps that can be reached by taking more than the digits of the code tell.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::heaps::{Code, index, values, wide};

/// A period of the code, times a power of two.
#[derive(Clone, Copy)]
pub struct Claim {
    pub from: u64,
    pub period: u64,
    pub saltus: u64,
}

/// The numbers that the theorem is about.
struct Frame {
    claim: Claim,
    /// Every heap before the end of the first period, with others that are not large, has a value below this.
    above: u64,
    /// The first heap whose options are looked at.
    window: u64,
    /// The number of values that are needed.
    end: u64,
}

impl Claim {
    /// The claim for several periods at once, from heap 1 on at the earliest.
    pub fn times(self, multiple: u64) -> Option<Self> {
        let from = self.from.max(1);
        Some(Self {
            from,
            period: self.period.checked_mul(multiple)?,
            saltus: self.saltus.checked_mul(multiple)?,
        })
    }

    /// `None` if the saltus is not as the theorem needs it. The values up to the end of the first period must be known.
    fn frame(self, code: &Code, values: &[u32]) -> Result<Option<Frame>, Limit> {
        let Self { from, period, saltus } = self;
        let value = |n: u64| u64::from(values[index(n)]);
        let splits = code.most_heaps() > 1;
        if splits && !(saltus.is_power_of_two() && (0..from).all(|n| value(n) < saltus)) {
            return Ok(None);
        }
        let first = 0..from + period;
        let tops = first.map(|n| if splits { (value(n) / saltus + 1) * saltus } else { value(n) + 1 });
        let above = tops.max().unwrap_or(0);
        let beyond = || Limit::Width("the period is");
        let mut high = from + period;
        for n in from..from + period {
            let periods = (above + saltus).saturating_sub(value(n)).div_ceil(saltus);
            let there =
                periods.checked_mul(period).and_then(|more| more.checked_add(n)).ok_or_else(beyond)?;
            high = high.max(there);
        }
        let taken = wide(code.digits.len()) - 1;
        let window = high.max(taken + 1) + 2 * (from + 2 * period) + taken;
        let end = window.checked_add(2 * period).ok_or_else(beyond)?;
        Ok(Some(Frame { claim: self, above, window, end }))
    }
}

/// The values that prove the claim with this multiple of the period, or the reason why they do not. Smaller powers of two must fail.
pub fn proof(
    code: &Code,
    claim: Claim,
    multiple: u64,
    budget: &mut Budget,
) -> Result<Result<Vec<u32>, &'static str>, Unverified> {
    if !multiple.is_power_of_two() {
        return Ok(Err("not a power of two"));
    }
    let beyond = || Limit::Width("the period is");
    let whole = claim.times(multiple).ok_or_else(beyond)?;
    let first = whole.from.checked_add(whole.period).ok_or_else(beyond)?;
    let known = values(code, first.saturating_add(1), budget)?;
    budget.spend(2 * first)?;
    let value = |n: u64| u64::from(known[index(n)]);
    // From here on, the saltus is not larger than a value.
    if value(whole.from).checked_add(whole.saltus) != Some(value(first)) {
        return Ok(Err("the values do not repeat with this saltus"));
    }
    let Some(frame) = whole.frame(code, &known)? else {
        return Ok(Err("the saltus is not a power of two above all values before the period"));
    };
    let known = values(code, frame.end, budget)?;
    budget.spend(frame.end)?;
    let Claim { from, period, saltus } = claim;
    let grows = |n: u64| u64::from(known[index(n + period)]) == u64::from(known[index(n)]) + saltus;
    if !(from..frame.end - period).all(grows) {
        return Ok(Err("the values do not repeat with this saltus"));
    }
    let mut smaller = 1;
    while smaller < multiple {
        let part = claim.times(smaller).ok_or_else(beyond)?;
        if let Some(frame) = part.frame(code, &known)?
            && holds(code, &frame, &known[..index(frame.end)], budget)?
        {
            return Ok(Err("a smaller multiple suffices"));
        }
        smaller *= 2;
    }
    let enough = holds(code, &frame, &known, budget)?;
    Ok(if enough { Ok(known) } else { Err("the values do not prove it") })
}

fn holds(code: &Code, frame: &Frame, values: &[u32], budget: &mut Budget) -> Result<bool, Unverified> {
    let last = &values[index(frame.end - frame.claim.period)..];
    if last.iter().any(|&value| u64::from(value) < frame.above) {
        return Ok(false);
    }
    if code.most_heaps() <= 1 {
        return Ok(stands(code, frame, values, budget)?);
    }
    Ok(!clash(code, frame, values, budget)? && covered(code, frame, values, budget)?)
}

/// Whether the values below `above` + S are those of heaps that are left if more is taken than the digits tell. They are left of all larger heaps, too.
fn stands(code: &Code, frame: &Frame, values: &[u32], budget: &mut Budget) -> Result<bool, Limit> {
    let count = frame.above + frame.claim.saltus;
    budget.hold(count, 1)?;
    budget.spend(count + frame.window)?;
    let mut met = vec![false; index(count)];
    met[0] = code.tail & 1 != 0;
    if code.tail & 2 != 0 {
        for heap in 1..=frame.window - wide(code.digits.len()) {
            if let Some(slot) = met.get_mut(index(u64::from(values[index(heap)]))) {
                *slot = true;
            }
        }
    }
    budget.release(count, 1);
    Ok(met.iter().all(|&met| met))
}

/// Whether two or three large heaps, perhaps with a small one, might have the value of a heap in a later period.
fn clash(code: &Code, frame: &Frame, values: &[u32], budget: &mut Budget) -> Result<bool, Limit> {
    let Claim { from, period, saltus } = frame.claim;
    let value = |n: u64| u64::from(values[index(n)]);
    let most = (from..from + period).map(|b| value(b) / saltus).max().unwrap_or(0);
    let told = wide(code.digits.len());
    // With more counters taken, the sum of the multiples is too small.
    let beyond = Limit::Width("the period is");
    let far = most.checked_mul(3).and_then(|most| (most + 1).checked_mul(period)).ok_or(beyond)? + frame.end;
    let last = if code.tail & 0xc == 0 { told - 1 } else { far };
    for n in frame.end - period..frame.end {
        for k in (0..=last).filter(|&k| code.digit(k) & 0xc != 0) {
            let meets = |total: u64, x: u64, u: u64| {
                let (more, less) = (period * x + n, period * (value(n) / saltus) + total + k);
                let aligned = (total + k) % period == n % period;
                aligned && u == value(n) % saltus && more >= less && (more - less) / period % 2 == 0
            };
            for b in from..from + period {
                // The large heap of the first period that makes the total right, given what the others have.
                let completes = |others: u64| {
                    let rest = (n + (frame.end / period + 4) * period
                        - others % period
                        - k % period
                        - from % period)
                        % period;
                    from + rest
                };
                let c = completes(b);
                budget.spend(2)?;
                if code.digit(k) & 4 != 0
                    && meets(b + c, value(b) / saltus + value(c) / saltus, (value(b) ^ value(c)) % saltus)
                {
                    return Ok(true);
                }
                if code.digit(k) & 8 == 0 {
                    continue;
                }
                budget.spend(2 * (from + period))?;
                for a in 1..from + period {
                    let c = completes(a + b);
                    let x = value(b) / saltus + value(c) / saltus + value(a) / saltus;
                    if meets(a + b + c, x, (value(a) ^ value(b) ^ value(c)) % saltus) {
                        return Ok(true);
                    }
                }
            }
        }
    }
    Ok(false)
}

/// The value stays an option of every second later period.
const STANDS: u8 = 1;
/// The value stays, and grows with the period, too.
const BOTH: u8 = 2;
/// The value grows with the period.
const RISES: u8 = 4;

/// Whether the options have all values that they must have.
fn covered(code: &Code, frame: &Frame, values: &[u32], budget: &mut Budget) -> Result<bool, Limit> {
    let Claim { from, period, saltus } = frame.claim;
    let value = |n: u64| u64::from(values[index(n)]);
    let length = frame.above + saltus + (frame.window..frame.end).map(value).max().unwrap_or(0);
    budget.hold(length, 1)?;
    let mut kinds = vec![0_u8; index(length)];
    for n in frame.window..frame.end {
        budget.spend(length)?;
        kinds.fill(0);
        let mut note = |much: bool, parts: &[u64]| {
            let sum = parts.iter().fold(0, |sum, &part| sum ^ value(part));
            let is_large = |part: u64| part >= from;
            let rises = parts.iter().any(|&part| is_large(part) && (sum ^ value(part)) < saltus);
            // Two large heaps with the same multiple of the saltus; the other heaps do not matter.
            let twins = |i: usize, j: usize| {
                is_large(parts[i])
                    && is_large(parts[j])
                    && value(parts[i]) / saltus == value(parts[j]) / saltus
            };
            let pair = match parts.len() {
                2 => twins(0, 1),
                3 => twins(0, 1) || twins(0, 2) || twins(1, 2),
                _ => false,
            };
            let trio = pair && parts.len() == 3 && parts.iter().all(|&part| is_large(part));
            let kind = if much || pair { STANDS } else { 0 }
                | if (much && rises) || trio { BOTH } else { 0 }
                | if rises { RISES } else { 0 };
            if let Some(slot) = kinds.get_mut(index(sum)) {
                *slot |= kind;
            }
        };
        let told = wide(code.digits.len());
        let last = if code.tail == 0 { told - 1 } else { n };
        for k in 0..=last {
            let (digit, left, much) = (code.digit(k), n - k, k >= told);
            budget.spend(1)?;
            if digit & 1 != 0 && left == 0 {
                note(much, &[]);
            }
            if digit & 2 != 0 && left > 0 {
                note(much, &[left]);
            }
            if digit & 4 != 0 {
                budget.spend(left)?;
                (1..=left / 2).for_each(|a| note(much, &[a, left - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    budget.spend(left)?;
                    (a..=(left - a) / 2).for_each(|b| note(much, &[a, b, left - a - b]));
                }
            }
        }
        let all = |from: u64, to: u64, kind: u8| (from..to).all(|v| kinds[index(v)] & kind != 0);
        let above = frame.above;
        let enough = all(0, above, STANDS)
            && all(above, above + saltus, BOTH)
            && (n + period < frame.end || all(above, value(n), RISES));
        if !enough {
            return Ok(false);
        }
    }
    budget.release(length, 1);
    Ok(true)
}

#[cfg(test)]
#[path = "../../tests/twins/growth.rs"]
mod tests;
