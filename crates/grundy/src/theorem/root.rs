//! `l(a,b) = a/(r-1)`, where r is the Perron root of `P_{a,b}`, to any number of digits.
//!
//! For coprime a and b, `P_{a,b}(z) = z^(b+1) - z - 1 - sum over 0 < i < a of z^ceil(ib/a)` (Oudalov, quoted by Gurvich 2010,
//! sec. 6). With w = 1/z, `P_{a,b}(z) = 0` is `F(w) = 1` for
//!
//! `F(w) = w^b + sum over 0 < t <= a of w^(1 + floor(tb/a))`,
//!
//! which grows with w > 0, all its terms do, and passes 1 before w = 1. So bounds of F, by integers that are always
//! rounded to the same side, tell exactly on which side of the root a w lies. Newton's method finds w; only the test
//! of both sides of it is trusted.
//!
//! r is not rational: P is monic with constant term -1, so a rational root is 1 or -1, and P(1) = -a. So the digits
//! of both ends of an interval round l agree once it is short enough.

use crate::notation::InputError;
use dashu_int::UBig;
use dashu_int::ops::BitTest as _;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Upper limit on the terms of F, which has at most min(a, b) + 2 for coprime a and b.
const MOST_TERMS: u64 = 10_000;

/// Upper limit on the multiplications for one value of F, times digits: about seven seconds.
const MOST_WORK: usize = 10_000_000;

/// Upper limit on the terms of a polynomial that is written out.
const LONGEST_POLYNOMIAL: usize = 64;

/// The number l(a,b) for coprime a and b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Root {
    a: u64,
    b: u64,
    /// Exponents of F, increasing, and their coefficients.
    terms: Vec<(u128, u64)>,
}

impl Root {
    pub(super) fn new(a: u64, b: u64) -> Result<Self, InputError> {
        if a.min(b) > MOST_TERMS {
            return Err(InputError::whole(format!(
                "without common divisors, the smaller of a and b is {}",
                a.min(b)
            ))
            .hint(format!("P_(a,b) has that many terms; {MOST_TERMS} are allowed")));
        }
        let (wide_a, wide_b) = (u128::from(a), u128::from(b));
        let mut terms = BTreeMap::new();
        let mut add = |exponent: u128, count: u64| *terms.entry(exponent).or_insert(0) += count;
        add(wide_b, 1);
        if a <= b {
            (1..=wide_a).for_each(|t| add(1 + t * wide_b / wide_a, 1));
        } else {
            // How many t give the same floor(tb/a).
            let first = |floor: u128| (floor * wide_a).div_ceil(wide_b).max(1);
            for floor in 0..wide_b {
                add(1 + floor, u64::try_from(first(floor + 1) - first(floor)).unwrap_or(a));
            }
            add(1 + wide_b, 1);
        }
        Ok(Self { a, b, terms: terms.into_iter().collect() })
    }

    /// `P_{a,b}`, unless it is very long.
    pub(super) fn polynomial(&self) -> Option<String> {
        if self.terms.len() > LONGEST_POLYNOMIAL {
            return None;
        }
        let top = u128::from(self.b) + 1;
        let mut text = format!("z^{top}");
        for &(exponent, count) in &self.terms {
            let power = match top - exponent {
                0 => String::new(),
                1 => "z".to_owned(),
                power => format!("z^{power}"),
            };
            let times = if count == 1 && !power.is_empty() { String::new() } else { count.to_string() };
            let _ = write!(text, " - {times}{power}");
        }
        Some(text)
    }

    /// The largest integer not above `scale 10^digits l(a,b)`.
    pub(super) fn scaled(&self, scale: u64, digits: usize) -> Result<UBig, InputError> {
        // One for each term, and the powers of w to the gaps between exponents.
        let products = self.terms.len() + 2 * bits(self.b / self.a);
        if products.saturating_mul(digits) > MOST_WORK {
            return Err(InputError::whole(format!("{digits} digits are too many for these a and b"))
                .hint(format!("at most {} are given", MOST_WORK / products)));
        }
        let ten = UBig::from(10u8).pow(digits);
        // An error of e in w is one of at most about a b^2 e in l = a w / (1-w). What the terms of F add stays below 2^32.
        let slack = [self.a, self.b, self.b, scale].into_iter().map(bits).sum::<usize>() + 32;
        let mut at = self.bisect(2 * slack);
        let mut enough = at.bits.max(ten.bit_len() + slack);
        loop {
            at = self.newton(at, slack, enough);
            if let Some((low, high)) = self.bracket(&at) {
                let one = UBig::ONE << at.bits;
                let number = |w: UBig| {
                    let rest = &one - &w;
                    w * self.a * scale * &ten / rest
                };
                let (low, high) = (number(low), number(high));
                if low == high {
                    return Ok(low);
                }
            }
            enough += 64;
        }
    }

    /// A start: the root to as many bits.
    fn bisect(&self, bits: usize) -> Fixed {
        let (mut low, mut high) = (UBig::ZERO, UBig::ONE << bits);
        while &high - &low > UBig::ONE {
            let middle = (&low + &high) >> 1;
            let w = Fixed { value: middle, bits };
            match self.value(&w, Round::Down, false).cmp(&(UBig::ONE << bits)) {
                Ordering::Less => low = w.value,
                Ordering::Equal | Ordering::Greater => high = w.value,
            }
        }
        Fixed { value: low, bits }
    }

    /// Newton's method, doubling the bits a step but for `slack`.
    fn newton(&self, mut w: Fixed, slack: usize, enough: usize) -> Fixed {
        loop {
            let bits = enough.min(2 * w.bits - slack);
            w = Fixed { value: w.value << (bits - w.bits), bits };
            let one = UBig::ONE << bits;
            let value = self.value(&w, Round::Down, false);
            let slope = self.value(&w, Round::Down, true);
            if value < one {
                w.value += (one - value) * &w.value / slope;
            } else {
                w.value -= (value - one) * &w.value / slope;
            }
            if bits == enough {
                return w;
            }
        }
    }

    /// Two numbers below 1 with the root strictly between them, or nothing if w is not near enough to it.
    fn bracket(&self, w: &Fixed) -> Option<(UBig, UBig)> {
        let one = UBig::ONE << w.bits;
        // Each step of Horner's rule is off by one unit or so.
        let margin = UBig::from(self.terms.len()) << 10;
        if w.value < margin || &w.value + &margin >= one {
            return None;
        }
        let low = Fixed { value: &w.value - &margin, bits: w.bits };
        let high = Fixed { value: &w.value + &margin, bits: w.bits };
        let between = self.value(&low, Round::Up, false) < one && self.value(&high, Round::Down, false) > one;
        between.then_some((low.value, high.value))
    }

    /// A bound of F(w), or of w F'(w).
    fn value(&self, w: &Fixed, round: Round, slope: bool) -> UBig {
        let mut powers: BTreeMap<u128, UBig> = BTreeMap::new();
        let mut sum = UBig::ZERO;
        // Horner's rule, from the highest exponent down.
        for (i, &(exponent, count)) in self.terms.iter().enumerate().rev() {
            let before = i.checked_sub(1).map_or(0, |i| self.terms[i].0);
            let coefficient = if slope { UBig::from(count) * exponent } else { UBig::from(count) };
            sum += coefficient << w.bits;
            let power = powers.entry(exponent - before).or_insert_with(|| w.power(exponent - before, round));
            sum = round.product(&sum, power, w.bits);
        }
        sum
    }
}

fn bits(number: u64) -> usize {
    UBig::from(number).bit_len()
}

/// `value / 2^bits`, not negative.
struct Fixed {
    value: UBig,
    bits: usize,
}

/// The direction of rounding.
#[derive(Clone, Copy)]
enum Round {
    Down,
    Up,
}

impl Round {
    fn product(self, x: &UBig, y: &UBig, bits: usize) -> UBig {
        let product = x * y;
        match self {
            Self::Down => product >> bits,
            Self::Up => (product + UBig::ones(bits)) >> bits,
        }
    }
}

impl Fixed {
    /// A bound of a positive power, by squaring.
    fn power(&self, exponent: u128, round: Round) -> UBig {
        let mut power = self.value.clone();
        for bit in (0..exponent.ilog2()).rev() {
            power = round.product(&power, &power, self.bits);
            if exponent >> bit & 1 == 1 {
                power = round.product(&power, &self.value, self.bits);
            }
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::ops::SquareRoot as _;

    /// Products are bounds from both sides, and exact where they can be.
    #[test]
    fn products_are_rounded_to_their_side() {
        for (x, y) in (0u32..20).flat_map(|x| (0u32..20).map(move |y| (x, y))) {
            let product = |round: Round| round.product(&UBig::from(x), &UBig::from(y), 3);
            assert_eq!(product(Round::Down), UBig::from(x * y / 8));
            assert_eq!(product(Round::Up), UBig::from((x * y).div_ceil(8)));
        }
    }

    /// A step of Newton's method doubles the bits but for the slack: no second attempt is needed.
    #[test]
    fn newton_is_near_enough() {
        for (a, b) in [(1, 1), (2, 3), (7, 5), (100, 1), (1, 100), (12, 35)] {
            let root = Root::new(a, b).unwrap();
            let slack = [a, b, b].into_iter().map(bits).sum::<usize>() + 32;
            for times in [3, 10] {
                let near = root.newton(root.bisect(2 * slack), slack, times * slack);
                assert_eq!(near.bits, times * slack);
                let (low, high) = root.bracket(&near).unwrap();
                assert!(low < near.value && near.value < high);
                // Farther off than the margin there is no bracket.
                let margin = UBig::from(root.terms.len()) << 10;
                for value in [&near.value + &margin * 2u8, &near.value - &margin * 2u8] {
                    assert_eq!(root.bracket(&Fixed { value, bits: near.bits }), None, "a={a} b={b}");
                }
            }
        }
    }

    /// A bracket lies between 0 and 1. The margin is 2^11, and the root more than 3/4.
    #[test]
    fn brackets_at_the_ends() {
        let root = Root::new(1, 1000).unwrap();
        let bracket = |value: u32| root.bracket(&Fixed { value: UBig::from(value), bits: 14 });
        let one = 1 << 14;
        assert_eq!(bracket(one - 2048), None);
        assert_eq!(bracket(one - 2049), Some((UBig::from(one - 4097), UBig::from(one - 1))));
        assert_eq!(bracket(2047), None);
        assert_eq!(bracket(0), None);
    }

    /// A multiple of the golden ratio that is nearly an integer: the first bits do not tell on which side. The scale is the denominator of a
    /// convergent of 10^30 times it.
    #[test]
    fn digits_that_need_more_bits() {
        let root = Root::new(1, 1).unwrap();
        for scale in [220_404_398_264_766_711_u64, 1_106_103_134_009_719_429, 1] {
            let factor = UBig::from(10u8).pow(30) * scale;
            let expected = (&factor + (&factor * &factor * 5u8).sqrt()) / 2u8;
            assert_eq!(root.scaled(scale, 30).unwrap(), expected, "{scale}");
        }
    }
}
