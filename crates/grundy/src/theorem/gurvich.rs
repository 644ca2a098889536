//! The P-positions of `NIM_{a,b}` (Gurvich 2010, sec. 6; p = q = 1) at any size.
//!
//! Let `x_n = mex_b{x_i, y_i : i < n}`, `y_n = x_n + a n` (recursion (5)) and `d_n = x_{n+1} - x_n`.
//!
//! **Theorem.** `d = b σ(b) σ²(b) ...`, where for a letter d, with `D = a + d` and `m = ceil(D/b) - 1`,
//! `σ(d) = b^(m-1) (D - b(m-1))`.
//!
//! In words: from one y to the next the x's go in steps of b, and the last step crosses the y. The proof is in
//! docs/limits.md; the tests hold it against the recursion. All of it scales with the greatest common divisor of
//! a and b, so let them be coprime. Then only these letters occur: `L_0 = b` and `L_i = b + s_i`, where `s_i` in 1..b is i a
//! modulo b, for 1 <= i <= b, and
//!
//! `σ(L_i) = L_0^(c_i) L_(i+1)`, with `L_(b+1) = L_1`, `c_i = ceil((i+1)a/b) - ceil(ia/b)` for i >= 1 and `c_0 = ceil(a/b) - 1`.
//!
//! So `σ^k(L_i)` is `c_i` copies of `σ^(k-1)(L_0)` and then `σ^(k-1)(L_(i+1))`: the lengths `u_k` of `σ^k(L_0)` are all
//! that is needed to find a place in the sequence, a level a step. The letters of σ(w) sum to a|w| more than those of w, so
//! the sum over `σ^k(L_0)` is `t_k = b + a(u_0 + ... + u_(k-1))`, and the y's advance by `t_k + a u_k = t_(k+1)` over it.

use super::{Theorem, gcd};
use crate::notation::InputError;
use dashu_int::UBig;
use dashu_int::ops::{BitTest as _, DivRem as _};

/// The P-positions.
pub const SUBSTITUTION: Theorem = Theorem {
    by: "substitution for NIM_(a,b), docs/limits.md",
    says: "The player to move loses just when the piles are x_n and x_n + a n for some n, where x_0 = 0 and the steps x_(n+1) - x_n are b, then s(b), then s(s(b)), and so on; \
           s replaces each step d by m-1 steps b and one of a + d - b(m-1), with m = ceil((a+d)/b) - 1.",
};

/// Upper limit on b/gcd(a,b): the letters are kept in an array.
const LARGEST_B: u64 = 10_000;

/// Upper limit on the memory of the blocks, in bytes: enough for 1000 digits and b = 200 when a = 1, the worst case.
const MOST_BYTES: usize = 512 << 20;

/// The P-positions `(x_n, y_n)` of `NIM_{a,b}`.
///
/// ```
/// use grundy::theorem::{UBig, gurvich::Pairs};
/// let mut wythoff = Pairs::new(1, 1)?;
/// let n = UBig::from(10u8).pow(30);
/// let (x, y) = wythoff.pair(&n)?;
/// assert_eq!(x.to_string(), "1618033988749894848204586834365");
/// assert_eq!(wythoff.winning_move(&x, &y)?, None);
/// # Ok::<(), grundy::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pairs {
    a: u64,
    b: u64,
    /// The greatest common divisor of a and b.
    scale: u64,
    blocks: Blocks,
}

impl Pairs {
    /// For positive a and b with b / gcd(a,b) at most 10000.
    ///
    /// # Panics
    /// When a parameter is 0.
    pub fn new(a: u64, b: u64) -> Result<Self, InputError> {
        assert!(a > 0 && b > 0, "the parameters of NIM_(a,b) are positive (Gurvich, Remark 1)");
        let scale = gcd(a, b);
        if b / scale > LARGEST_B {
            return Err(InputError::whole(format!(
                "b / gcd(a,b) is {} here, and may be {LARGEST_B} at most",
                b / scale
            ))
            .hint("take a smaller b, or one that has more in common with a"));
        }
        Ok(Self { a, b, scale, blocks: Blocks::new(a / scale, b / scale) })
    }

    /// `(x_n, y_n)`.
    pub fn pair(&mut self, n: &UBig) -> Result<(UBig, UBig), InputError> {
        let (_, x) = self.blocks.find(n, By::Index)?;
        Ok(self.scaled(n, x))
    }

    /// The last n with `x_n <= x`, and its pair.
    pub fn last_x(&mut self, x: &UBig) -> Result<(UBig, (UBig, UBig)), InputError> {
        self.last(x, By::X)
    }

    /// The last n with `y_n <= y`, and its pair.
    pub fn last_y(&mut self, y: &UBig) -> Result<(UBig, (UBig, UBig)), InputError> {
        self.last(y, By::Y)
    }

    fn last(&mut self, bound: &UBig, by: By) -> Result<(UBig, (UBig, UBig)), InputError> {
        let (n, x) = self.blocks.find(&(bound / self.scale), by)?;
        let pair = self.scaled(&n, x);
        Ok((n, pair))
    }

    fn scaled(&self, n: &UBig, x: UBig) -> (UBig, UBig) {
        let x = x * self.scale;
        let y = &x + n * self.a;
        (x, y)
    }

    /// Whether the piles x and y, in either order, are a P-position: by recursion (5), just when a divides their difference
    /// and the smaller is `x_n` for n = difference / a.
    pub fn is_p(&mut self, x: &UBig, y: &UBig) -> Result<bool, InputError> {
        let (low, high) = (x.min(y), x.max(y));
        let (n, rest) = (high - low).div_rem(&UBig::from(self.a));
        Ok(rest.is_zero() && self.pair(&n)?.0 == *low)
    }

    /// A P-position that the piles x, y can be moved to, or nothing if they are one already. There may be others.
    ///
    /// Let x <= y be no P-position. Each of the following is a move, because it changes something and
    /// 1. if some `y_n` is in (x-b, x]: `(y_n, x_n)`. It takes less than b from x, and `x_n <= y_n <= x <= y` (type B);
    /// 2. else some `x_n` is in (x-b, x]. For if n is the last with `x_n <= x` and `x_n <= x-b`, then x is a candidate for
    ///    `x_(n+1)`: no y in (x-b, x] and no x above `x_n`. So `x_(n+1) <= x`, which it is not.
    ///    If `y_n <= y`: `(x_n, y_n)`. It takes less than b from x (type B);
    /// 3. else `y < y_n`, hence `y - x <= y - x_n < a n` and j = floor((y-x)/a) is less than n: `(x_j, y_j)`. It takes
    ///    `x - x_j > 0` from x, and `y - y_j = (x - x_j) + (y - x - a j)` from y, which is more by less than a (type A).
    pub fn winning_move(&mut self, x: &UBig, y: &UBig) -> Result<Option<(UBig, UBig)>, InputError> {
        if x > y {
            return Ok(self.winning_move(y, x)?.map(|(x, y)| (y, x)));
        }
        if self.is_p(x, y)? {
            return Ok(None);
        }
        let b = UBig::from(self.b);
        let (_, (x_n, y_n)) = self.last_y(x)?;
        if x - &y_n < b {
            return Ok(Some((y_n, x_n)));
        }
        let (_, (x_n, y_n)) = self.last_x(x)?;
        if y_n <= *y {
            return Ok(Some((x_n, y_n)));
        }
        let j = (y - x) / self.a;
        self.pair(&j).map(Some)
    }
}

/// How a place in the sequence is specified.
#[derive(Clone, Copy)]
enum By {
    Index,
    X,
    Y,
}

/// The blocks `σ^k(L_0)` for coprime a and b.
#[derive(Clone, Debug)]
struct Blocks {
    a: u64,
    /// `c_i` for i from 0 to b.
    counts: Vec<u64>,
    /// The `(i, c_i)`, i < b, that are not 0.
    copies: Vec<(usize, u64)>,
    /// `u_k`.
    lengths: Vec<UBig>,
    /// `u_0 + ... + u_(k-1)`: where block k begins, and where the last one ends.
    starts: Vec<UBig>,
    /// `t_0 + ... + t_(k-1)`: the x there.
    xs: Vec<UBig>,
    bytes: usize,
}

impl Blocks {
    fn new(a: u64, b: u64) -> Self {
        let up_to = |i: u64| (u128::from(i) * u128::from(a)).div_ceil(u128::from(b));
        let count = |i: u64| u64::try_from(up_to(i + 1) - up_to(i)).unwrap_or(u64::MAX) - u64::from(i == 0);
        let counts: Vec<u64> = (0..=b).map(count).collect();
        let last = counts.len() - 1;
        let copies = counts[..last].iter().copied().enumerate().filter(|&(_, count)| count > 0).collect();
        let (lengths, starts) = (vec![UBig::ONE], vec![UBig::ZERO, UBig::ONE]);
        Self { a, counts, copies, lengths, starts, xs: vec![UBig::ZERO, UBig::from(b)], bytes: 0 }
    }

    /// Adds `u_k`: down the chain `L_0, L_1, ..` as far as k goes, and from `L_b` on by `σ(L_b) = L_0 σ(L_0)`.
    fn grow(&mut self) -> Result<(), InputError> {
        let (k, b) = (self.lengths.len(), self.counts.len() - 1);
        let mut length = match k.checked_sub(b + 1) {
            None => UBig::ONE,
            Some(early) => &self.lengths[early] + &self.lengths[early + 1],
        };
        for &(i, count) in self.copies.iter().take_while(|&&(i, _)| i < k) {
            match count {
                1 => length += &self.lengths[k - 1 - i],
                _ => length += &self.lengths[k - 1 - i] * count,
            }
        }
        let end = &self.starts[k] + &length;
        let end_x = &self.xs[k] + self.sum(k);
        self.bytes += 3 * (size_of::<UBig>() + end.bit_len() / 8);
        if self.bytes > MOST_BYTES {
            return Err(self.too_large());
        }
        self.lengths.push(length);
        self.starts.push(end);
        self.xs.push(end_x);
        Ok(())
    }

    /// Reports an input that is too large before any work is done. The blocks grow by a factor of at most 1 + a/b a level, because l >= b
    /// and r = 1 + a/l; so there are at least ln 2 (b/a) levels for each bit of n, which has nearly those of x.
    fn check(&self, target: &UBig) -> Result<(), InputError> {
        let b = self.counts.len() - 1;
        let bits = target.bit_len().saturating_sub(2 * UBig::from(b).bit_len() + 8);
        let levels = UBig::from(bits) * b / (UBig::from(self.a) * 2u8);
        if levels * 3u8 * (size_of::<UBig>() + bits / 16) > UBig::from(MOST_BYTES) {
            return Err(self.too_large());
        }
        Ok(())
    }

    fn too_large(&self) -> InputError {
        let b = self.counts.len() - 1;
        InputError::whole(format!("for such piles and b / gcd(a,b) = {b} more than 512 MiB are needed"))
            .hint("the work grows with b and with the square of the number of digits")
    }

    /// `t_k`.
    fn sum(&self, k: usize) -> UBig {
        &self.starts[k] * self.a + UBig::from(self.counts.len() - 1)
    }

    /// The last n whose index, x or y is at most `target`, and its x.
    fn find(&mut self, target: &UBig, by: By) -> Result<(UBig, UBig), InputError> {
        self.check(target)?;
        // The last block σ^k(L_0) of the sequence that begins at or before the target. The y at the start of block k is
        // X_k + a U_k, with X_k in `xs` and U_k in `starts`; as t_k = b + a U_k, that is X_(k+1) - b.
        let b = self.counts.len() - 1;
        let mut rest = if matches!(by, By::Y) { target + b } else { target.clone() };
        let edges = loop {
            let edges = match by {
                By::Index => &self.starts[..],
                By::X => &self.xs[..],
                By::Y => &self.xs[1..],
            };
            if edges.last().is_some_and(|last| *last > rest) {
                break edges;
            }
            self.grow()?;
        };
        let k = edges.partition_point(|edge| *edge <= rest) - 1;
        rest -= &edges[k];
        let (mut n, mut x) = (self.starts[k].clone(), self.xs[k].clone());
        // Down into σ^(k+1)(L_i).
        let mut letter = 0;
        for k in (0..k).rev() {
            let count = self.counts[letter];
            // A lower bound, since a >= 1: most blocks are far too large, and need no arithmetic.
            let at_least = match by {
                By::Index => &self.lengths[k],
                By::X => &self.starts[k],
                By::Y => &self.starts[k + 1],
            };
            let mut whole = 0;
            if count > 0 && rest >= *at_least {
                let weight = match by {
                    By::Index => self.lengths[k].clone(),
                    By::X => self.sum(k),
                    By::Y => self.sum(k + 1),
                };
                whole = u64::try_from(&rest / &weight).map_or(count, |copies| copies.min(count));
                rest -= weight * whole;
            }
            if whole > 0 {
                n += &self.lengths[k] * whole;
                x += self.sum(k) * whole;
            }
            letter = if whole == count { self.after(letter) } else { 0 };
        }
        Ok((n, x))
    }

    /// The letter that ends the image of a letter.
    fn after(&self, letter: usize) -> usize {
        if letter + 1 == self.counts.len() { 1 } else { letter + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count of bytes is nearly the memory of the lists.
    #[test]
    fn bytes_are_counted() {
        for (a, b, levels) in [(1, 1, 3000), (3, 7, 3000), (1, 50, 8000)] {
            let mut blocks = Blocks::new(a, b);
            (0..levels).for_each(|_| blocks.grow().unwrap());
            let all = blocks.lengths.iter().chain(&blocks.starts).chain(&blocks.xs);
            let taken: usize = all.map(|number| size_of::<UBig>() + size_of_val(number.as_words())).sum();
            assert!(
                blocks.bytes.abs_diff(taken) < taken / 5,
                "{} bytes are counted, {taken} taken",
                blocks.bytes
            );
        }
    }

    /// The least number of bits that is refused before any work. It falls with b and grows with a.
    #[test]
    fn large_numbers_are_refused_at_once() {
        let first = |a: u64, b: u64| {
            let blocks = Blocks::new(a, b);
            let is_refused = |bits: usize| blocks.check(&(UBig::ONE << (bits - 1))).is_err();
            let (mut low, mut high) = (1, 1 << 24);
            while low < high {
                let middle = usize::midpoint(low, high);
                if is_refused(middle) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            low
        };
        let all = [(1, 1), (5, 1), (1, 200), (7, 200), (1, 10_000), (3, 10_000)];
        assert_eq!(all.map(|(a, b)| first(a, b)), [75_498, 169_034, 5192, 13_992, 628, 1172]);
        let error = Pairs::new(2, 20_000).unwrap().pair(&(UBig::ONE << 5000)).unwrap_err();
        assert_eq!(error.message, "for such piles and b / gcd(a,b) = 10000 more than 512 MiB are needed");
    }
}
