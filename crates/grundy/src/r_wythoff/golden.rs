//! Exact numbers `a + bφ`, φ the golden ratio, a and b integers.

use std::cmp::Ordering;

/// The number `whole + phi·φ`. Both coefficients stay within [`Golden::LARGEST`], so that squares fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Golden {
    /// The integer.
    pub whole: i128,
    /// The coefficient of φ.
    pub phi: i128,
}

impl Golden {
    /// The largest absolute value of a coefficient.
    pub const LARGEST: i128 = 1 << 60;

    /// Zero.
    pub const ZERO: Self = Self { whole: 0, phi: 0 };

    /// `whole + phi·φ`, if the coefficients are within range.
    pub fn new(whole: i128, phi: i128) -> Option<Self> {
        let fits = |number: i128| (-Self::LARGEST..=Self::LARGEST).contains(&number);
        (fits(whole) && fits(phi)).then_some(Self { whole, phi })
    }

    /// Its sign. Twice the number is `s + t·sqrt(5)` with integers s and t. If their signs differ, the term with the larger
    /// square decides. Since sqrt(5) is irrational, the squares are equal only if both are 0.
    pub fn sign(self) -> Ordering {
        let (s, t) = (2 * self.whole + self.phi, self.phi);
        match (s.cmp(&0), t.cmp(&0)) {
            (s, Ordering::Equal) => s,
            (Ordering::Equal, t) => t,
            (a, b) if a == b => a,
            (a, _) => {
                if s * s > 5 * t * t {
                    a
                } else {
                    a.reverse()
                }
            }
        }
    }

    /// The sum, if it is within range.
    pub fn plus(self, other: Self) -> Option<Self> {
        Self::new(self.whole + other.whole, self.phi + other.phi)
    }

    /// The difference, if it is within range.
    pub fn minus(self, other: Self) -> Option<Self> {
        Self::new(self.whole - other.whole, self.phi - other.phi)
    }

    /// The number divided by φ, if that is within range: `1/φ = φ - 1` and `φ² = φ + 1`.
    pub fn over_phi(self) -> Option<Self> {
        Self::new(self.phi - self.whole, self.whole)
    }

    /// The largest integer that is not above it.
    pub fn floor(self) -> i128 {
        let root = (5 * self.phi * self.phi).isqrt();
        let floor = self.phi.abs().midpoint(root);
        // φ times a nonzero integer is not an integer.
        self.whole + if self.phi < 0 { -floor - 1 } else { floor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The number to 25 digits of φ. That is enough for its sign, since `|a + bφ|` is 0 or more than 1/(3|b|).
    fn scaled(number: Golden) -> i128 {
        number.whole * 10_i128.pow(25) + number.phi * 16_180_339_887_498_948_482_045_868
    }

    proptest! {
        #[test]
        fn signs_floors_and_quotients(whole in -1_000_000_i128..1_000_000, phi in -1_000_000_i128..1_000_000, near in any::<bool>()) {
            let whole = if near { -phi * 987 / 610 + whole % 3 } else { whole };
            let number = Golden { whole, phi };
            prop_assert_eq!(number.sign(), scaled(number).cmp(&0));
            let rest = |floor: i128| Golden { whole: whole - floor, phi };
            prop_assert_ne!(rest(number.floor()).sign(), Ordering::Less);
            prop_assert_eq!(rest(number.floor() + 1).sign(), Ordering::Less);
            let quotient = number.over_phi().expect("it is small");
            // q φ = a φ + b (φ + 1).
            prop_assert_eq!(Golden { whole: quotient.phi, phi: quotient.whole + quotient.phi }, number);
        }
    }

    #[test]
    fn an_integer_is_its_own_floor() {
        for whole in -3..=3 {
            assert_eq!(Golden { whole, phi: 0 }.floor(), whole);
        }
    }

    #[test]
    fn out_of_range() {
        assert_eq!(Golden::new(Golden::LARGEST + 1, 0), None);
        let large = Golden { whole: Golden::LARGEST, phi: -Golden::LARGEST };
        assert_eq!(large.sign(), Ordering::Less);
        assert_eq!(large.over_phi(), None);
    }
}
