//! Numbers `(u + v sqrt(d)) / w`.

use dashu_int::ops::{DivRem as _, Gcd as _, SquareRoot as _, SquareRootRem as _, UnsignedAbs as _};
use dashu_int::{IBig, UBig};
use std::fmt;

/// Divisors whose square may divide the radicand are looked for up to this: what is left is square-free for certain below 2^33.
const LARGEST_DIVISOR: u64 = 1 << 16;

/// The positive number `(u + v sqrt(d)) / w` in lowest terms, w > 0; rational just when d is 1, and then v = 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surd {
    u: IBig,
    v: UBig,
    d: UBig,
    w: UBig,
}

impl Surd {
    /// `(u + sqrt(d)) / w`, which has to be positive.
    pub(super) fn new(u: IBig, d: UBig, w: UBig) -> Self {
        let (mut v, mut d) = (UBig::ONE, d);
        for f in std::iter::once(2).chain((3..LARGEST_DIVISOR).step_by(2)) {
            let square = UBig::from(f * f);
            if square > d {
                break;
            }
            loop {
                let (quotient, rest) = (&d).div_rem(&square);
                if !rest.is_zero() {
                    break;
                }
                d = quotient;
                v *= f;
            }
        }
        let (root, rest) = d.sqrt_rem();
        if rest.is_zero() {
            return Self { u: u + v * root, v: UBig::ZERO, d: UBig::ONE, w }.reduced();
        }
        Self { u, v, d, w }.reduced()
    }

    /// `factor` times it.
    pub(super) fn times(self, factor: u64) -> Self {
        Self { u: self.u * factor, v: self.v * factor, ..self }.reduced()
    }

    fn reduced(self) -> Self {
        let common = (&self.w).gcd(&self.v);
        let common = if self.u == IBig::ZERO { common } else { common.gcd((&self.u).unsigned_abs()) };
        Self { u: self.u / &common, v: self.v / &common, d: self.d, w: self.w / common }
    }

    /// The largest integer not above `10^digits` times it. Exact: for integers U and V, `floor(U + sqrt(V))` is
    /// `U + floor(sqrt(V))`, and the floor of a quotient by an integer is that of the quotient of the floor.
    pub(super) fn scaled(&self, digits: usize) -> UBig {
        let ten = UBig::from(10u8).pow(digits);
        let root = (&self.v * &self.v * &self.d * &ten * &ten).sqrt();
        ((&self.u * IBig::from(ten) + root) / &self.w).unsigned_abs()
    }

    /// Whether that is the number itself.
    pub(super) fn ends_within(&self, digits: usize) -> bool {
        self.v.is_zero() && (UBig::from(10u8).pow(digits) % &self.w).is_zero()
    }
}

impl fmt::Display for Surd {
    /// Without spaces, as it can be pasted into other programs: `(1+sqrt(5))/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = if self.v.is_one() { String::new() } else { format!("{}*", self.v) };
        let (above, terms) = match (self.u == IBig::ZERO, self.v.is_zero()) {
            (_, true) => (self.u.to_string(), 1),
            (true, false) => (format!("{times}sqrt({})", self.d), 1),
            (false, false) => (format!("{}+{times}sqrt({})", self.u, self.d), 2),
        };
        match (self.w.is_one(), terms) {
            (true, _) => f.write_str(&above),
            (false, 1) => write!(f, "{above}/{}", self.w),
            (false, _) => write!(f, "({above})/{}", self.w),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(u: i64, d: u64, w: u64) -> Surd {
        Surd::new(IBig::from(u), UBig::from(d), UBig::from(w))
    }

    /// The square of a prime that is too large to be looked for is a square all the same.
    #[test]
    fn squares_have_their_roots() {
        for (d, text) in
            [(1, "1"), (4, "2"), (9, "3"), (36, "6"), (65_537 * 65_537, "65537"), (12, "2*sqrt(3)")]
        {
            assert_eq!(surd(0, d, 1).to_string(), text);
        }
        assert_eq!(surd(1, 4 * 65_537 * 65_537, 3).to_string(), "131075/3");
    }

    #[test]
    fn decimals_that_end() {
        // 3/4, 1/3, sqrt(2), 2.
        for (surd, ends) in [
            (surd(1, 4, 4), [false, false, true, true]),
            (surd(1, 4, 9), [false; 4]),
            (surd(0, 2, 1), [false; 4]),
            (surd(0, 4, 1), [true; 4]),
        ] {
            assert_eq!([0, 1, 2, 5].map(|digits| surd.ends_within(digits)), ends, "{surd}");
        }
    }
}
