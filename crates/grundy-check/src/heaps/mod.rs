//! Periods of the values of heaps of take-and-break games with a code.
//!
//! # What is checked, and why it suffices
//! The code `d0.d1d2..dt` says that k counters may be taken from a heap so that j heaps of 1 or more are left of it, if the digit dk has the bit 2^j. The value G(n) of a heap is the least
//! number that is not the nim-sum of the heaps that a move leaves. Let j be the largest number of heaps that a move leaves, at least 1. The checker computes G(0) to G(j(m+p)+t-1), m = max(n0, 1), from that definition, and compares:
//! G(n+p) = G(n) for n0 <= n < j m + (j-1) p + t. This suffices (Guy and Smith 1956, for j = 2). For let n be at least that bound, and the equation hold below. Neither n nor n+p is at most t, so no heap is taken whole.
//! A move from n+p leaves j(m+p) counters or more, so its largest heap is m+p at least; replaced by one with p counters less, which has the same value, it gives a move from n with the same nim-sum.
//! A move from n leaves j m counters or more; its largest heap is m at least, and p counters more have the same value, which gives a move from n+p. So G(n+p) = G(n).
//! The same holds if the whole heap may be taken when it is larger than t (a code with `1..` at its end). Other codes that go on for ever, and periods with a saltus, are checked by [`growth`].
//!
//! Not all pairs of heaps have to be looked at. Given a mask of bits, call a value rare if it has an even number of bits in common with the mask, and common otherwise. The nim-sum of two rare or of two common values is rare,
//! so a move that leaves two heaps has a common value only if one of the heaps is rare. The pairs with a rare heap are looked at first. Then the least number that was not met is the value of the heap if it is common;
//! as long as it is rare, more pairs are looked at, until all have been. In many games few heaps are rare, and a few pairs suffice.

mod growth;

use crate::budget::{Budget, Limit};
use crate::parse::{Cycle, Lines, wrong};
use crate::{Kind, Unverified};
use growth::Claim;

/// What is checked here.
pub const KINDS: &[Kind] = &[Kind {
    claim: "heap-period",
    versions: &[1],
    means: "G(n+p) = G(n)+s for all n >= n0, for the heaps of a take-and-break game with a code",
    check: |lines, _| check(lines),
}];

/// The digits of a code, and the digit that is repeated after them for ever.
pub struct Code {
    pub digits: Vec<u8>,
    pub tail: u8,
}

impl Code {
    pub fn digit(&self, k: u64) -> u8 {
        self.digits.get(index(k)).copied().unwrap_or(self.tail)
    }

    /// The largest number of heaps that a move leaves.
    pub fn most_heaps(&self) -> u64 {
        let all = self.digits.iter().fold(self.tail, |all, digit| all | digit);
        (1..=3).rev().find(|heaps| all >> heaps & 1 == 1).unwrap_or(0)
    }
}

/// Checks the period of a code.
fn check(lines: &mut Lines) -> Result<String, Unverified> {
    let text = lines.word("code")?;
    let code = code(text).ok_or_else(|| lines.wrong("not a code in normal form"))?;
    let (from, period) = (lines.number("preperiod")?, lines.number("period")?);
    let claim = lines.with_period(from, period)?;
    let period_line = lines.number;
    let saltus = lines.number("saltus")?;
    let multiple = if saltus > 0 { lines.number("multiple")? } else { 1 };
    let multiple_line = lines.number;
    let quotients = lines.quotients(claim)?;
    let values = if saltus == 0 {
        repeated(&code, claim, period_line, &mut lines.budget)?
    } else {
        let proof = growth::proof(&code, Claim { from, period, saltus }, multiple, &mut lines.budget)?;
        proof.map_err(|reason| wrong(multiple_line, reason))?
    };
    let value = |n: u64| u128::from(values[index(n)]);
    // Whether G grows by s/q in p/q, where s/q need not be an integer.
    let grows = |n: u64, q: u64| {
        u128::from(q) * value(n + period / q) == u128::from(q) * value(n) + u128::from(saltus)
    };
    if from > 0 && grows(from - 1, 1) {
        return Err(wrong(period_line - 1, "the preperiod is not the least"));
    }
    for quotient in quotients {
        lines.budget.spend(period)?;
        // The first failure lies so that both heaps are in the first period, if there is one.
        let end = from + period - period / quotient.prime;
        let first = (from..end).find(|&n| !grows(n, quotient.prime));
        if first != Some(quotient.at) {
            return Err(wrong(quotient.line, "this is not where the quotient first fails"));
        }
    }
    let plus = if saltus == 0 { String::new() } else { format!("+{saltus}") };
    Ok(format!(
        "heaps of {text}: G(n+{period}) = G(n){plus} for all n >= {from}, and neither {period} nor {from} can be less"
    ))
}

/// The values that prove a period without a saltus.
fn repeated(code: &Code, claim: Cycle, line: usize, budget: &mut Budget) -> Result<Vec<u32>, Unverified> {
    if code.tail > 1 {
        return Err(Limit::Unsupported("a code without end and a saltus of 0 are").into());
    }
    let Cycle { from, period } = claim;
    let taken = wide(code.digits.len()) - 1;
    let count = (from.max(1) + period).checked_mul(code.most_heaps().max(1));
    let count = count.and_then(|heaps| heaps.checked_add(taken)).ok_or(Limit::Width("the period is"))?;
    let values = values(code, count, budget)?;
    budget.spend(count)?;
    match (from..count - period).find(|&n| values[index(n)] != values[index(n + period)]) {
        Some(n) => Err(wrong(line, &format!("G({n}) is not G({})", n + period))),
        None => Ok(values),
    }
}

/// Reads `0.77` or `4.3..`: d0 leaves two heaps or more, and no digit is written that need not be.
fn code(text: &str) -> Option<Code> {
    let (code, repeats) = text.strip_suffix("..").map_or((text, false), |code| (code, true));
    let mut digits = Vec::new();
    for (at, byte) in code.bytes().enumerate() {
        match byte {
            b'.' if at == 1 => {}
            b'0'..=b'9' if at != 1 => digits.push(byte - b'0'),
            b'a'..=b'f' if at != 1 => digits.push(byte - b'a' + 10),
            _ => return None,
        }
    }
    let first = [0, 4, 8, 12].contains(digits.first()?);
    if code.len() < 3 || !first {
        return None;
    }
    let tail = if repeats { digits.pop()? } else { 0 };
    if repeats == (tail == 0) {
        return None;
    }
    if !repeats && digits.len() == 2 && digits[1] == 0 {
        // A single 0 after the point takes nothing.
        digits.pop();
    }
    let is_short = digits.len() == 1 || digits.last() != Some(&tail);
    is_short.then_some(Code { digits, tail })
}

/// The mark of a value that all further heaps have an option of.
const FOR_EVER: u64 = u64::MAX;

/// The values of the first heaps.
pub fn values(code: &Code, count: u64, budget: &mut Budget) -> Result<Vec<u32>, Unverified> {
    /// The mask is chosen when this many values are known, and again whenever there are twice as many.
    const FIRST: u64 = 1024;
    /// The most values that masks are tried for: quadratic time.
    const WIDEST: u64 = 4096;
    budget.expect(count)?;
    budget.hold(count, 4 + 8)?;
    let mut values: Vec<u32> = Vec::with_capacity(index(count));
    let mut rare: Vec<u64> = Vec::with_capacity(index(count));
    // The heap at which a number was last the value of an option, plus 1; or that it is one of all further heaps.
    let mut marks: Vec<u64> = Vec::new();
    // With the mask 0, all heaps are rare, and all pairs are looked at.
    let (mut mask, mut width, mut choose_at) = (0, 0, FIRST);
    let Code { digits, tail } = code;
    let may_choose = *tail == 0 && code.most_heaps() <= 2;
    let told = wide(digits.len());
    for n in 0..count {
        // Nim-sums are below a power of two above all values.
        if width > wide(marks.len()) || marks.is_empty() {
            let more = width.next_power_of_two().max(64) - wide(marks.len());
            budget.hold(more, 8)?;
            marks.resize(marks.len() + index(more), 0);
        }
        if n == choose_at && may_choose && width <= WIDEST {
            choose_at *= 2;
            budget.spend(width * width + n)?;
            mask = best_mask(&values, width);
            rare.clear();
            rare.extend((1..n).filter(|&heap| is_rare(values[index(heap)], mask)));
        }
        let g = |heap: u64| values[index(heap)];
        // What is left by the digit that is repeated: a heap stays so for all larger heaps.
        if let Some(left) = n.checked_sub(told)
            && *tail != 0
        {
            if tail & 1 != 0 {
                marks[0] = FOR_EVER;
            }
            if tail & 2 != 0 && left > 0 {
                marks[index(u64::from(g(left)))] = FOR_EVER;
            }
        }
        let mut mark = |value: u32| {
            let slot = &mut marks[index(u64::from(value))];
            *slot = (*slot).max(n + 1);
        };
        let last = if tail & 0xc == 0 { n.min(told - 1) } else { n };
        for k in 0..=last {
            let (digit, left) = (code.digit(k), n - k);
            let pairs = if mask == 0 { left } else { wide(rare.len()) };
            budget.spend(1 + if digit & 8 != 0 { left.saturating_mul(left) } else { pairs })?;
            if digit & 1 != 0 && left == 0 && n > 0 {
                mark(0);
            }
            if digit & 2 != 0 && left > 0 {
                mark(g(left));
            }
            if digit & 4 != 0 && mask == 0 {
                (1..=left / 2).for_each(|a| mark(g(a) ^ g(left - a)));
            } else if digit & 4 != 0 {
                rare.iter().take_while(|&&a| a < left).for_each(|&a| mark(g(a) ^ g(left - a)));
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    (a..=(left - a) / 2).for_each(|b| mark(g(a) ^ g(b) ^ g(left - a - b)));
                }
            }
        }
        let value = least(digits, &values, &mut marks, mask, budget)?;
        budget.spend(u64::from(value) + 1)?;
        width = width.max(u64::from(value) + 1);
        if mask != 0 && is_rare(value, mask) {
            rare.push(n);
        }
        values.push(value);
    }
    Ok(values)
}

/// The least number that is not marked after all pairs are looked at. Common numbers are marked already if they are the value of an option.
fn least(
    digits: &[u8],
    values: &[u32],
    marks: &mut [u64],
    mask: u32,
    budget: &mut Budget,
) -> Result<u32, Unverified> {
    /// Pairs between two looks at the marks.
    const PAIRS: u64 = 256;
    let n = wide(values.len());
    let unmarked = |marks: &[u64], from: u32| {
        let mut numbers = (from..).zip(&marks[index(u64::from(from))..]);
        let beyond = u32::try_from(marks.len()).map_err(|_| Limit::Width("a value is"));
        numbers.find(|(_, mark)| **mark <= n).map_or(beyond, |(number, _)| Ok(number))
    };
    let mut first = unmarked(marks, 0)?;
    for (k, _) in (0..=n).zip(digits).filter(|(_, digit)| *digit & 4 != 0) {
        let left = n - k;
        let mut from = 1;
        while mask != 0 && from <= left / 2 && is_rare(first, mask) {
            let to = (left / 2).min(from + PAIRS - 1);
            budget.spend(PAIRS)?;
            for a in from..=to {
                marks[index(u64::from(values[index(a)] ^ values[index(left - a)]))] = n + 1;
            }
            first = unmarked(marks, first)?;
            from = to + 1;
        }
    }
    Ok(first)
}

/// Whether a value has an even number of bits in common with the mask.
fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The mask with which the fewest heaps are rare. Any mask gives the same values.
fn best_mask(values: &[u32], width: u64) -> u32 {
    let mut counts = vec![0_u64; index(width)];
    for &value in values {
        counts[index(u64::from(value))] += 1;
    }
    let rare = |mask: &u32| -> u64 {
        let numbers = (0..).zip(&counts).filter(|&(value, _)| is_rare(value, *mask));
        numbers.map(|(_, count)| count).sum()
    };
    let masks = 1..u32::try_from(width.next_power_of_two()).unwrap_or(u32::MAX);
    masks.min_by_key(rare).unwrap_or(0)
}

pub fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// A heap as an index. Memory has been counted for it, so it fits.
pub fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    /// The values by all options of each heap.
    fn by_definition(code: &Code, count: u64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..count {
            let mut options = Vec::new();
            for k in 0..=n {
                let (digit, left) = (code.digit(k), n - k);
                if digit & 1 != 0 && left == 0 && n > 0 {
                    options.push(0);
                }
                if digit & 2 != 0 && left > 0 {
                    options.push(values[index(left)]);
                }
                if digit & 4 != 0 {
                    options.extend((1..left).map(|a| values[index(a)] ^ values[index(left - a)]));
                }
            }
            options.sort_unstable();
            options.dedup();
            let mex = (0..).zip(&options).take_while(|(number, option)| number == *option).count();
            values.push(u32::try_from(mex).unwrap());
        }
        values
    }

    /// Values beyond the heaps at which masks are chosen.
    #[test]
    fn masks_change_no_value() {
        for text in ["0.77", "0.07", "0.6", "0.16", "0.354", "4.31", "0.37", "0.3", "0.06", "0.05", "0.006"] {
            let code = code(text).unwrap();
            let found = values(&code, 2600, &mut Budget::new(Limits::default())).unwrap();
            assert_eq!(found, by_definition(&code, 2600), "{text}");
        }
    }

    /// Lasker's Nim, beyond the heaps at which masks are chosen for codes that end: 4k+3 and 4k+4 are exchanged.
    #[test]
    fn codes_without_end_have_no_masks() {
        let found = values(&code("4.3..").unwrap(), 1100, &mut Budget::new(Limits::default())).unwrap();
        let exchanged = |n: u32| if n > 0 && n.is_multiple_of(4) { n - 1 } else { n + u32::from(n % 4 == 3) };
        assert_eq!(found, (0..1100).map(exchanged).collect::<Vec<u32>>());
    }

    /// Codes that repeat their last digit for ever.
    #[test]
    fn codes_without_end() {
        for text in
            ["0.3..", "4.3..", "0.03..", "0.303..", "0.32..", "0.1..", "4.31..", "0.7..", "0.341..", "0.36.."]
        {
            let code = code(text).unwrap();
            let found = values(&code, 150, &mut Budget::new(Limits::default())).unwrap();
            assert_eq!(found, by_definition(&code, 150), "{text}");
        }
        for text in ["0.33..", "0.0..", "0..", "3..", "0.3.", "0.30", "4.00", "1.3", "0.3...", ".3.."] {
            assert!(code(text).is_none(), "{text}");
        }
        assert_eq!(code("4.4..").map(|code| (code.digits, code.tail)), Some((vec![4], 4)));
        assert_eq!(code("0.0").map(|code| (code.digits, code.tail)), Some((vec![0], 0)));
    }
}
