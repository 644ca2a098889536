//! A Sprague-Grundy value.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The value of an impartial game: the size of the Nim heap it is equal to.
///
/// `+` is the nim-sum, so the value of a sum of games is the sum of their values
/// (Sprague 1935, Grundy 1939; Farr & Ho, Theorem 1).
///
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber(3) + Nimber(6), Nimber(5));
/// assert_eq!(Nimber(7) + Nimber(7), Nimber::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of every P-position.
    pub const ZERO: Self = Self(0);
}

impl Add for Nimber {
    type Output = Self;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "nim-sum is xor")]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
