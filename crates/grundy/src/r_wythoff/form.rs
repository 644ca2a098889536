//! The positions of a proved value, of any size.
//!
//! Let E be the end of the window and n > E. Then member n comes from an earlier one. Let `f(k) = a_k + R`, and let k be the
//! largest index with f(k) <= n. Then n is f(k) or f(k) + 1, and `a_n` is `b_k - 1` or `b_k + 1` (docs/r-wythoff.md, Lemma 3).
//! Since `f(k) = φk + x_k` and `x_k` is bounded, there are only a few candidates for k. Repeating this leads into the window,
//! which is stored, in O(log n) steps.
//!
//! Once the bound is below 1/φ, the members with `x_n` outside [-1, 0] form sequences with the Fibonacci recurrence. All others
//! are `floor(φn) - R`. The member before n in such a sequence is n/φ, rounded (Lemma 5). So for n of many digits a few products
//! give the small numbers from which its sequence would come.

use super::golden::Golden;
use super::level::{Level, Window, distance, error};
use super::prover::Prover;
use dashu_int::UBig;
use dashu_int::ops::{BitTest as _, SquareRoot as _};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Below this, members are traced back step by step.
const SMALL: u64 = 1 << 52;

/// The positions of one value, for all n.
#[derive(Clone, Debug)]
pub struct Form {
    value: u64,
    window: Window,
    /// The rows of first entries up to the end of the window, as bits.
    rows: Vec<u64>,
    /// The number of first entries before each word.
    before: Vec<u64>,
    /// From each diagonal d that member n with n != d lies on, to n. All are below M.
    wrong: HashMap<u64, u64>,
    /// The inverse map, from n to d.
    diagonals: HashMap<u64, u64>,
    /// From this index on the bound is below 1/φ.
    tame: u64,
}

/// The small numbers from which the sequence of exceptions through a large n would come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Two consecutive members of the sequence.
    pair: (u64, u64),
    /// Whether the number of steps from the first of them to n is even.
    even: bool,
}

impl Form {
    /// The positions of a proved value.
    pub fn of(prover: &Prover, value: u64) -> Option<Self> {
        let &Level { window, .. } = prover.levels().get(usize::try_from(value).ok()?)?;
        let mut form = Self {
            value,
            window,
            rows: Vec::new(),
            before: Vec::new(),
            wrong: prover.rwsg().wrong(value).map(|(n, d)| (d, n)).collect(),
            diagonals: prover.rwsg().wrong(value).collect(),
            tame: tame(&window)?,
        };
        let mut count = 0;
        for word in prover.rwsg().first_entries(value)?.words() {
            form.rows.push(word);
            form.before.push(count);
            count += u64::from(word.count_ones());
            if count > window.end {
                break;
            }
        }
        // Rounding is used from `SMALL` on, where the bound must be below 1/φ.
        (form.tame < SMALL / 16).then_some(form)
    }

    /// The value.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Its window: M, R and the bound.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// `a_n` from the stored rows, for n up to the end of the window.
    fn kept(&self, n: u64) -> Option<u64> {
        let word = self.before.partition_point(|&before| before <= n).checked_sub(1)?;
        let mut bits = self.rows[word];
        for _ in self.before[word]..n {
            bits &= bits.wrapping_sub(1);
        }
        (bits != 0).then(|| crate::widths::wide(word) * 64 + u64::from(bits.trailing_zeros()))
    }

    /// The first entry `a_n` of member n.
    fn small_entry(&self, n: u64) -> Option<u64> {
        self.entries(n, n)?.pop()
    }

    /// `a_n` for n from `low` to `high`, computed from the members that they come from.
    fn entries(&self, low: u64, high: u64) -> Option<Vec<u64>> {
        let Window { start, end, repeats, .. } = self.window;
        if high <= end {
            return (low..=high).map(|n| self.kept(n)).collect();
        }
        let first = low.max(end + 1);
        // f(k) = φk + x_k is from first - 1 to high, -1 - p <= x_k <= p, and k < high.
        let over_phi = |number: i128| Golden { whole: -number, phi: number }.floor();
        let parents = |bound: Golden| {
            let p = bound.floor() + 1;
            let from = over_phi(i128::from(first) - 1 - p).max(i128::from(start));
            let to = over_phi(i128::from(high) + 1 + p).min(i128::from(high) - 1);
            Some((u64::try_from(from).ok()?, u64::try_from(to).ok()?))
        };
        let (from, _) = parents(self.window.bound)?;
        let (from, to) = parents(self.window.bound_from(from))?;
        let mut found: Vec<Option<u64>> =
            (low..=high).map(|n| if n <= end { self.kept(n) } else { None }).collect();
        for (k, a) in (from..).zip(self.entries(from, to)?) {
            for (n, a) in [(a + repeats, a + k - 1), (a + repeats + 1, a + k + 1)] {
                if n >= first && n <= high {
                    found[crate::widths::place(n - low)] = Some(a);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Member n, for n of any size, counted from 0 by increasing first entry. `trace` is the trace of n.
    pub fn member(&self, n: &UBig, trace: Option<Trace>) -> Option<(UBig, UBig)> {
        let wrong = u64::try_from(n).ok().and_then(|n| self.diagonals.get(&n));
        let first = self.entry(n, trace)?;
        let second = &first + wrong.map_or_else(|| n.clone(), |&d| UBig::from(d));
        Some((first, second))
    }

    /// The first entry of the position of this value on diagonal n.
    pub fn on_diagonal(&self, n: &UBig, trace: Option<Trace>) -> Option<UBig> {
        let wrong = u64::try_from(n).ok().and_then(|n| self.wrong.get(&n));
        self.entry(&wrong.map_or_else(|| n.clone(), |&member| UBig::from(member)), trace)
    }

    fn entry(&self, n: &UBig, trace: Option<Trace>) -> Option<UBig> {
        if let Some(n) = u64::try_from(n).ok().filter(|&n| n < SMALL) {
            return self.small_entry(n).map(UBig::from);
        }
        let low = lower(n) - self.window.repeats;
        Some(match self.exception(trace) {
            Some(true) => low + UBig::ONE,
            Some(false) => low - UBig::ONE,
            None => low,
        })
    }

    /// For the large n of this trace: true if it is an exception that is higher by one, false if lower, nothing if it is none.
    fn exception(&self, trace: Option<Trace>) -> Option<bool> {
        let Trace { pair: (n, next), even } = trace?;
        let is_high = self.is_high(n)?;
        (self.after(n, is_high)? == next).then_some(is_high == even)
    }

    /// The first two members from M on of the sequence of exceptions through n, if there is one.
    pub fn exceptions_with(&self, n: &UBig, trace: Option<Trace>) -> Option<(u64, u64)> {
        let (mut first, mut second) = match u64::try_from(n).ok().filter(|&n| n < SMALL) {
            Some(n) if n < self.window.start => return None,
            Some(n) => (n, self.after(n, self.is_high(n)?)?),
            None => {
                self.exception(trace)?;
                trace?.pair
            }
        };
        while let Some(before) = second.checked_sub(first).filter(|&before| before >= self.window.start) {
            let is_before = before < first
                && self.is_high(before).and_then(|high| self.after(before, high)) == Some(first);
            if !is_before {
                break;
            }
            (first, second) = (before, first);
        }
        Some((first, second))
    }

    /// Whether `x_n > 0`; nothing if it is not an exception.
    fn is_high(&self, n: u64) -> Option<bool> {
        let x = error(self.small_entry(n)?, self.window.repeats, n);
        match distance(x) {
            Golden::ZERO => None,
            _ => Some(x.sign() == Ordering::Greater),
        }
    }

    /// The exception after exception n in its sequence.
    fn after(&self, n: u64, is_high: bool) -> Option<u64> {
        Some(self.small_entry(n)? + self.window.repeats + u64::from(!is_high))
    }
}

/// 1/φ.
pub(super) const OVER_PHI: Golden = Golden { whole: -1, phi: 1 };

/// The first of K and the indices after the ends of generations from which on the bound is below 1/φ.
pub(super) fn tame(window: &Window) -> Option<u64> {
    let is_tame = |index: u64| {
        window.bound_from(index).minus(OVER_PHI).is_some_and(|more| more.sign() == Ordering::Less)
    };
    let mut starts = std::iter::once(window.start).chain(window.generations().map(|end| end + 1));
    starts.find(|&index| is_tame(index))
}

/// floor(φn): the smaller pile of the P-position on diagonal n.
fn lower(n: &UBig) -> UBig {
    ((n * n * 5u8).sqrt() + n) >> 1
}

impl Trace {
    /// The trace of n. Nothing if n is small, or if no sequence of exceptions can contain n.
    ///
    /// With `G_(m+1) = n` and `G_m = n/φ`, rounded, `G_(m-k) = ±(F_(k+1) G_m - F_k G_(m+1))`, + for even k.
    pub fn of(n: &UBig) -> Option<Self> {
        if *n < UBig::from(SMALL) {
            return None;
        }
        // n/φ + 1/2 = ((sqrt(5) - 1)n + 1)/2.
        let before = ((n * n * 5u8).sqrt() - n + UBig::ONE) >> 1;
        // 1/log2(φ) = 1.44042009041.. The small numbers have about 50 bits.
        let bits = u128::try_from(n.bit_len()).ok()?.saturating_sub(50);
        let k = bits.saturating_mul(144_042_009_041) / 100_000_000_000;
        let (fibonacci, next) = fibonacci(k);
        let even = k.is_multiple_of(2);
        let later = &next - &fibonacci;
        let back = |a: UBig, b: UBig| u64::try_from(if a >= b { a - b } else { return None }).ok();
        // G_(m-k) and G_(m-k+1), each as a difference that is not negative.
        let (first, second) = if even {
            (back(&next * &before, &fibonacci * n)?, back(&later * n, &fibonacci * &before)?)
        } else {
            (back(&fibonacci * n, &next * &before)?, back(&fibonacci * &before, &later * n)?)
        };
        let fits = (SMALL / 16..SMALL * 8).contains(&first) && second > first;
        // n is k + 1 steps after the first.
        fits.then_some(Self { pair: (first, second), even: !even })
    }
}

/// `F_k` and `F_(k+1)`, by doubling: `F_(2j) = F_j (2F_(j+1) - F_j)`, `F_(2j+1) = F_j² + F_(j+1)²`.
fn fibonacci(k: u128) -> (UBig, UBig) {
    let (mut now, mut next) = (UBig::ZERO, UBig::ONE);
    for bit in (0..u128::BITS - k.leading_zeros()).rev() {
        let double = &now * (&next * 2u8 - &now);
        let after = &now * &now + &next * &next;
        (now, next) = if k >> bit & 1 == 1 { (after.clone(), double + after) } else { (double, after) };
    }
    (now, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tame_is_the_least_index_with_a_small_bound() {
        for (whole, end) in [(0, 9), (1, 9), (1, 40), (2, 20), (5, 20), (30, 100)] {
            let bound = Golden { whole, phi: 0 };
            let window = Window { settled: 2, repeats: 3, start: 2, end, bound };
            let is_small = |&index: &u64| {
                let more = window.bound_from(index).minus(OVER_PHI).unwrap();
                more.sign() == Ordering::Less
            };
            assert_eq!(tame(&window), (2..1_000_000).find(is_small), "{whole}, {end}");
        }
    }

    /// The sequence m, n, m+n, .. up to numbers of some 200 digits.
    fn fibonacci_from(first: u64, second: u64) -> Vec<UBig> {
        let mut terms = vec![UBig::from(first), UBig::from(second)];
        for next in 2..1000 {
            terms.push(&terms[next - 1] + &terms[next - 2]);
        }
        terms
    }

    /// A number of a sequence of exceptions is traced back to two small ones of that sequence.
    #[test]
    fn traces_lead_back_along_the_sequence() {
        for (first, second) in [(10, 17), (36, 58), (55, 89), (12_345, 19_975)] {
            let terms = fibonacci_from(first, second);
            for (place, term) in terms.iter().enumerate() {
                let Some(trace) = Trace::of(term) else {
                    assert!(*term < UBig::from(SMALL), "{term}");
                    continue;
                };
                let before = terms.iter().position(|term| *term == UBig::from(trace.pair.0)).unwrap();
                assert_eq!(terms[before + 1], UBig::from(trace.pair.1), "{term}");
                assert_eq!((place - before) % 2 == 0, trace.even, "{term}");
            }
        }
        assert_eq!(Trace::of(&UBig::from(SMALL - 1)), None);
        assert!(Trace::of(&UBig::from(SMALL)).is_some());
    }

    /// From two numbers of which the first is too small, or not less than the second, no sequence of exceptions comes.
    #[test]
    fn traces_begin_with_two_numbers_of_the_right_size() {
        let (mut found, mut small) = (0, 0);
        for shift in 0..40 {
            let second = (1 << 49) + (shift << 45) + 12_345;
            for first in [1 << 30, SMALL / 16 - 1, SMALL / 16, second / 2, second - 1, second] {
                for term in &fibonacci_from(first, second)[80..] {
                    let is_from = |trace: &Trace| trace.pair == (first, second);
                    let trace = Trace::of(term);
                    if let Some(Trace { pair: (one, two), .. }) = trace {
                        assert!((SMALL / 16..SMALL * 8).contains(&one) && one < two, "{one}, {two}");
                    }
                    found += usize::from(trace.as_ref().is_some_and(is_from));
                    small += usize::from(trace.is_none());
                }
            }
        }
        assert!(found > 100 && small > 100, "{found}, {small}");
    }
}
