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

/// The integer type of the cells of a table. Its largest number marks cells that are not positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// Values up to 254.
    U8,
    /// Values up to 65,534.
    U16,
    /// Values up to 4,294,967,294.
    U32,
}

impl Element {
    /// The narrowest type for values up to `largest`.
    pub fn for_values(largest: u64) -> Self {
        [Self::U8, Self::U16].into_iter().find(|element| largest <= element.largest()).unwrap_or(Self::U32)
    }

    /// The largest value that fits.
    pub fn largest(self) -> u64 {
        match self {
            Self::U8 => 0xfe,
            Self::U16 => 0xfffe,
            Self::U32 => 0xffff_fffe,
        }
    }

    /// Bytes per cell.
    pub fn bytes(self) -> u64 {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
        })
    }
}
