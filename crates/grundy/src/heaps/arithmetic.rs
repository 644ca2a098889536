//! Proved arithmetic periods of the values of heaps: G(n+p) = G(n) + s.
//!
//! *Theorem.* Let d0.d1..dt be the digits of a code and `T` the digit that is repeated after them, if any. Let n0, P, S, w >= 1 be numbers with w >= n0 + P and w > t, N = w + 2P, and let G(n+P) = G(n) + S hold
//! for n0 <= n < N-P. Call heaps from n0 on *large*. If a move may leave two heaps or more, let S be a power of two above the values of all heaps that are not large. Write G(b) = S x(b) + u(b), 0 <= u(b) < S, for
//! a large heap b. Let H be the largest of the numbers S x + S-1 of the heaps below n0 + P (or of their values, if no move leaves two heaps). Then G(n+P) = G(n) + S for all n >= n0 if four conditions hold.
//!
//! - (E) No n in N-P..N has a *clash*: large heaps b1, .. (two or three) in n0..n0+P, perhaps a heap a that is not large (else a = 0), and a number k that may be taken so that this many heaps are left, with
//!   b1 + .. + a + k = n modulo P, such that u(b1) xor .. xor G(a) = u(n), and x(b1) + .. - x(n) + (n - b1 - .. - a - k)/P is even and not negative.
//! - (V) G(n) > H for n in N-P..N.
//! - (R) For n in N-P..N, each value from H+1 to G(n)-1 is that of a *rising* option: it has a large heap, and the nim-sum of its other heaps is below S.
//! - (W) For n in w..N, each value from 0 to H is that of a *standing* option, and each value from H+1 to H+S that of an option that is standing and rising. An option is standing if more than t counters are taken; or if
//!   two of its heaps g, d are large with x(g) = x(d), in which case it counts as rising only if its third heap is large.
//!
//! *Proof.* Let n >= N, and let the equation hold up to heap n-1; let g = G(n-P) + S. *No option of n has the value g.* If none of its heaps is large, its value is at most H < g. If one is, b, and b < n0+P, its value is again at most
//! H; otherwise b-P in place of b gives an option of n-P, whose value is smaller by S, and is not G(n-P). If two or three are, its value is S x + u, where x is the nim-sum of the x(b), and x <= the sum of the x(b), of the same parity.
//! x(b) - b/P depends only on b modulo P, and the same number k is taken, so (E) says that u is not u(n-P), or that x is not x(n-P) + 1. *Every value below g is that of an option of n.* A standing option of m becomes
//! one of m+2P with the same value: more counters are taken, or g and d are replaced by g+P and d+P, where x(g+P) = x(d+P). It stays rising, as the third heap stays. So (W) holds for all n >= w. A rising option of m becomes one of m+P whose
//! value is larger by S, as b+P replaces b. So (R) holds for all n >= N-P, by induction: values up to H+S by (W), others from m-P. (W) and (R) give all values below g. ∎
//!
//! If no move leaves two heaps, (E) is empty, and (R) holds always: each value below G(n) is that of an option, and one above H is that of a large heap. Then (W) has to be looked at for n = w only, as taking more than t counters is standing.

use super::{Code, HeapRules};
use crate::error::Error;
use crate::widths::{index, place, wide};
use std::ops::ControlFlow;

/// A period of the values that are known, to be proved: G(n + length) = G(n) + saltus from `from` on. All are the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) from: usize,
    pub(super) length: usize,
    pub(super) saltus: usize,
}

/// Asked every few milliseconds.
type Watch<'w> = &'w mut dyn FnMut() -> ControlFlow<()>;

/// Combinations between two looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 14;

/// The hypotheses of the theorem for a multiple of a period.
pub(super) struct Hypotheses<'c> {
    code: &'c Code,
    /// n0, P and S.
    from: usize,
    period: usize,
    saltus: usize,
    /// H + 1.
    above: usize,
    /// w.
    window: usize,
}

impl<'c> Hypotheses<'c> {
    /// For the period times `multiple`. `None` if the saltus is 0, or not as the theorem needs it.
    pub(super) fn new<T: Copy + Into<u32>>(
        code: &'c Code,
        known: &[T],
        seen: Seen,
        multiple: usize,
    ) -> Option<Self> {
        let (from, period) = (seen.from.max(1), seen.length.checked_mul(multiple)?);
        let saltus = seen.saltus.checked_mul(multiple).filter(|&saltus| saltus > 0)?;
        let values = known.get(..from.checked_add(period)?)?;
        let value = |n: usize| index(values[n].into());
        let splits = code.most_heaps() > 1;
        if splits && !(saltus.is_power_of_two() && (0..from).all(|n| value(n) < saltus)) {
            return None;
        }
        let top = |n: usize| if splits { value(n) / saltus * saltus + saltus } else { value(n) + 1 };
        let above = (0..from + period).map(top).max()?;
        // Heaps from here on have values of H+1+S at least.
        let rises = |n: usize| n + period * (above + saltus).saturating_sub(value(n)).div_ceil(saltus);
        let high = (from..from + period).map(rises).max()?;
        let taken = code.digits().len() - 1;
        // So that a heap of that value, and two large heaps in any order, are left by some move.
        let window = high.max(from + period).max(taken + 1) + 2 * (from + 2 * period) + taken;
        Some(Self { code, from, period, saltus, above, window })
    }

    /// N: the number of values that the theorem needs.
    pub(super) fn needed(&self) -> usize {
        self.window.saturating_add(self.period.saturating_mul(2))
    }

    /// Whether they hold, given that the period holds for the first N values.
    ///
    /// # Errors
    /// When the work is cancelled.
    pub(super) fn hold<T: Copy + Into<u32>>(&self, known: &[T], watch: Watch<'_>) -> Result<bool, Error> {
        let values: Vec<usize> = known[..self.needed()].iter().map(|&value| index(value.into())).collect();
        let end = values.len();
        if values[end - self.period..].iter().any(|&value| value < self.above) {
            return Ok(false);
        }
        if self.code.most_heaps() <= 1 {
            return Ok(self.taking_much_stands(&values));
        }
        Ok(!self.has_clash(&values, watch)? && self.is_covered(&values, watch)?)
    }

    /// (W) for games in which at most one heap is left.
    fn taking_much_stands(&self, values: &[usize]) -> bool {
        let told = self.code.digits().len();
        let mut stands = vec![false; self.above + self.saltus];
        stands[0] |= self.code.tail() & 1 != 0;
        if self.code.tail() & 2 != 0 {
            for &value in &values[1..=self.window - told] {
                stands.iter_mut().skip(value).take(1).for_each(|stands| *stands = true);
            }
        }
        stands.into_iter().all(|stands| stands)
    }

    /// The numbers up to `most` that may be taken so that this many heaps are left.
    fn taken(&self, heaps: usize, most: usize) -> Vec<usize> {
        let told = self.code.digits().len();
        let last = if self.code.tail() >> heaps & 1 == 1 { most } else { most.min(told - 1) };
        (0..=last).filter(|&k| self.code.digit(wide(k)) >> heaps & 1 == 1).collect()
    }

    /// Whether (E) fails.
    fn has_clash(&self, values: &[usize], watch: Watch<'_>) -> Result<bool, Error> {
        let Self { from, period, saltus, .. } = *self;
        let (high, low) = (|n: usize| values[n] / saltus, |n: usize| values[n] % saltus);
        let first = values.len() - period;
        let most_high = (from..from + period).map(high).max().unwrap_or(0);
        let of_two = self.taken(2, period.saturating_mul(2 * most_high + 1) + values.len());
        let of_three = self.taken(3, period.saturating_mul(3 * most_high + 1) + values.len());
        // `total` counters are left, with these sums of x and nim-sums of u.
        let clashes = |total: usize, x: usize, u: usize, taken: &[usize]| {
            taken.iter().any(|k| {
                let n = first + (total + k + period - first % period) % period;
                let (more, less) = (period * x + n, period * high(n) + total + k);
                low(n) == u && more >= less && ((more - less) / period).is_multiple_of(2)
            })
        };
        for b in from..from + period {
            for c in b..from + period {
                let (total, x, u) = (b + c, high(b) + high(c), low(b) ^ low(c));
                let clash = clashes(total, x, u, &of_two)
                    || (!of_three.is_empty()
                        && ((1..from).any(|a| clashes(total + a, x, u ^ values[a], &of_three))
                            || (c..from + period)
                                .any(|d| clashes(total + d, x + high(d), u ^ low(d), &of_three))));
                if clash {
                    return Ok(true);
                }
                if (c.is_multiple_of(64) || !of_three.is_empty()) && watch().is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        Ok(false)
    }

    /// Whether (R) and (W) hold.
    fn is_covered(&self, values: &[usize], watch: Watch<'_>) -> Result<bool, Error> {
        let Self { from, period, saltus, above, window, .. } = *self;
        let told = self.code.digits().len();
        for n in window..values.len() {
            let mut found = Found::new(above + saltus, values[n]);
            let (mut seen, mut stopped) = (0_usize, false);
            self.code.visit(wide(n), &mut |heaps| {
                let mut parts = [0; 3];
                parts.iter_mut().zip(heaps).for_each(|(part, &heap)| *part = place(heap));
                let parts = &parts[..heaps.len().min(3)];
                let value = parts.iter().fold(0, |sum, &part| sum ^ values[part]);
                let left: usize = parts.iter().sum();
                let rises = parts.iter().any(|&b| b >= from && value ^ values[b] < saltus);
                let same =
                    |b: usize, c: usize| b >= from && c >= from && values[b] / saltus == values[c] / saltus;
                let (pair, trio) = match *parts {
                    [b, c] => (same(b, c), false),
                    [b, c, d] => {
                        let pair = same(b, c) || same(b, d) || same(c, d);
                        // Heaps are in increasing order.
                        (pair, pair && b >= from)
                    }
                    _ => (false, false),
                };
                let much = n - left >= told;
                found.add(value, much || pair, (much && rises) || trio, rises);
                seen += 1;
                stopped = seen.is_multiple_of(BETWEEN_LOOKS) && watch().is_break();
                !stopped
            })?;
            if stopped || watch().is_break() {
                return Err(Error::Cancelled);
            }
            if !found.suffices(above, n + period >= values.len()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The values of the options of a heap, by kind.
struct Found {
    standing: Vec<bool>,
    both: Vec<bool>,
    rising: Vec<bool>,
}

impl Found {
    fn new(stand: usize, rise: usize) -> Self {
        Self { standing: vec![false; stand], both: vec![false; stand], rising: vec![false; rise] }
    }

    fn add(&mut self, value: usize, stands: bool, does_both: bool, rises: bool) {
        let mark = |list: &mut Vec<bool>, is: bool| {
            if let Some(slot) = list.get_mut(value) {
                *slot |= is;
            }
        };
        mark(&mut self.standing, stands);
        mark(&mut self.both, does_both);
        mark(&mut self.rising, rises);
    }

    fn suffices(&self, above: usize, at_end: bool) -> bool {
        let all = |list: &[bool]| list.iter().all(|&is| is);
        all(&self.standing[..above])
            && all(&self.both[above..])
            && (!at_end || all(self.rising.get(above..).unwrap_or(&[])))
    }
}
