//! The number that `x_n / n` would tend to for q = 1, p > 1, b not a divisor of a, if each residue of the differences of x modulo b had its equal share of
//! the n with p | n+1. Nothing proves that it has; docs/limits.md, section 9, has the theorem and what has been seen.
//!
//! Let `l = a/(t-1)`, where t > 1 is the root of
//!
//! `R(z) = ((z+p-1) P(z) + (p-1)(z-1)(z^b-1)) / z`,
//!
//! P as in [`root`](super::root), for a and b divided by their greatest common divisor. R has one change of sign, so t is its only positive root, and R is negative
//! below it. The digits of l come from signs of R at rational numbers, computed with integers.

use super::gcd;
use crate::ruleset::Family;
use crate::widths::{place, wide};
use dashu_int::{IBig, UBig};
use std::fmt::Write as _;

/// Upper limit on b / gcd(a,b): the degree of R is one more.
const MOST_DEGREE: u64 = 400;

/// Upper limit on the degree times digits, for less than a second.
const MOST_WORK: usize = 20_000;

/// Upper limit on the terms that are written out.
const LONGEST: usize = 64;

/// The number l.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualShares {
    /// The parameter a.
    a: u64,
    /// The coefficients of R, from the constant one on.
    coefficients: Vec<IBig>,
}

impl EqualShares {
    /// The number, for q = 1 if p > 1 and b does not divide a, and b / gcd(a,b) is at most 400. Otherwise nothing.
    pub fn new(family: Family) -> Option<Self> {
        let Family { a, b, p, q, .. } = family;
        let scale = gcd(a, b);
        let (reduced, degree) = (a / scale, b / scale);
        if q != 1 || p == 1 || !(2..=MOST_DEGREE).contains(&degree) {
            return None;
        }
        let others = IBig::from(p - 1);
        let twice: IBig = &others + &others;
        let mut coefficients = vec![IBig::ZERO; place(degree) + 2];
        let mut add = |power: u64, coefficient: IBig| coefficients[place(power)] += coefficient;
        add(degree + 1, IBig::ONE);
        add(degree, twice.clone());
        add(degree - 1, -others.clone());
        add(1, -IBig::ONE);
        add(0, -(twice + IBig::ONE));
        // The i from 1 to a-1 with ceil(ib/a) = c.
        let up_to = |c: u64| u128::from(c) * u128::from(reduced) / u128::from(degree);
        for c in 1..=degree {
            let count = IBig::from(up_to(c) - up_to(c - 1) - u128::from(c == degree));
            add(c, -count.clone());
            add(c - 1, -(&others * count));
        }
        Some(Self { a, coefficients })
    }

    /// R in z, unless it is long.
    pub fn polynomial(&self) -> Option<String> {
        let terms =
            self.coefficients.iter().enumerate().rev().filter(|(_, coefficient)| !coefficient.is_zero());
        if terms.clone().count() > LONGEST {
            return None;
        }
        let mut text = String::new();
        for (power, coefficient) in terms {
            let sign = match (text.is_empty(), *coefficient < IBig::ZERO) {
                (true, _) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = if *coefficient < IBig::ZERO { -coefficient } else { coefficient.clone() };
            let times = if size == IBig::ONE && power > 0 { String::new() } else { size.to_string() };
            let _ = match power {
                0 => write!(text, "{sign}{times}"),
                1 => write!(text, "{sign}{times}z"),
                _ => write!(text, "{sign}{times}z^{power}"),
            };
        }
        Some(text)
    }

    /// The number to at most this many digits after the point, truncated, and whether these are all.
    pub fn digits(&self, digits: usize) -> (String, bool) {
        let digits = digits.min(MOST_WORK / self.coefficients.len());
        let ten = UBig::from(10u8).pow(digits);
        // l >= N/10^digits if and only if t <= 1 + a 10^digits / N.
        let over = UBig::from(self.a) * &ten;
        let sign = |n: &UBig| self.at(&(n + &over), n);
        let (mut low, mut high) = (UBig::ZERO, UBig::ONE);
        while sign(&high) >= IBig::ZERO {
            low.clone_from(&high);
            high <<= 1;
        }
        while &high - &low > UBig::ONE {
            let middle = (&low + &high) >> 1;
            if sign(&middle) >= IBig::ZERO {
                low = middle;
            } else {
                high = middle;
            }
        }
        let text = super::limit::decimal(&low, digits);
        let exact = !low.is_zero() && sign(&low).is_zero();
        (if exact { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }, exact)
    }

    /// A number with the sign of R(x/y).
    fn at(&self, x: &UBig, y: &UBig) -> IBig {
        let (mut sum, mut power) = (IBig::ZERO, UBig::ONE);
        // Horner's rule, with a power of y for each coefficient.
        for coefficient in self.coefficients.iter().rev() {
            sum = sum * IBig::from(x.clone()) + coefficient * IBig::from(power.clone());
            power *= y;
        }
        sum
    }

    /// The degree of R.
    pub fn degree(&self) -> u64 {
        wide(self.coefficients.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R = z - 2 has l = a. Powers of two are where the search for an upper bound ends.
    #[test]
    fn numbers_that_are_exact() {
        for a in [1, 2, 3, 4, 7, 8] {
            let number = EqualShares { a, coefficients: vec![IBig::from(-2), IBig::ONE] };
            for digits in 0..3 {
                assert_eq!(number.digits(digits), (a.to_string(), true));
            }
        }
    }
}
