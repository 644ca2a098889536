//! Ways to write numbers as words of digits, most significant digit first.

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

/// The digits of several numbers at one place, as one number: `Σ digit_t · base^t` over the tracks t.
pub type Symbol = u8;

/// A numeration system. Every number has one representation without leading zeros, and leading zeros do not change the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Base k >= 2.
    Base(u8),
    /// Sums of the Fibonacci numbers 1, 2, 3, 5, .. without two neighbours (Zeckendorf).
    Zeckendorf,
}

impl Numeration {
    /// Number of digits.
    pub fn digits(self) -> u8 {
        match self {
            Self::Base(base) => base,
            Self::Zeckendorf => 2,
        }
    }

    /// Number of symbols for this many tracks.
    pub fn symbols(self, tracks: u32) -> usize {
        usize::from(self.digits()).pow(tracks)
    }

    /// The digit of a track in a symbol.
    pub fn digit(self, symbol: Symbol, track: u32) -> u8 {
        symbol / self.digits().pow(track) % self.digits()
    }

    /// Whether a symbol may follow another one, on all tracks. Two ones never follow each other in Zeckendorf representation; its symbols
    /// are sets of the tracks that have a 1.
    pub fn follows(self, before: Symbol, after: Symbol) -> bool {
        match self {
            Self::Base(_) => true,
            Self::Zeckendorf => before & after == 0,
        }
    }

    /// The digits of a number; none for 0.
    pub fn write(self, number: &UBig) -> Vec<u8> {
        match self {
            Self::Base(base) => {
                let (mut rest, mut digits) = (number.clone(), Vec::new());
                while !rest.is_zero() {
                    let digit = &rest % u64::from(base);
                    digits.push(u8::try_from(digit).unwrap_or(0));
                    rest /= u64::from(base);
                }
                digits.reverse();
                digits
            }
            Self::Zeckendorf => {
                let (mut low, mut high) = (UBig::ONE, UBig::from(2u8));
                while high <= *number {
                    low += &high;
                    std::mem::swap(&mut low, &mut high);
                }
                // Only two Fibonacci numbers are kept: those of a number with many digits would not fit.
                let (mut rest, mut digits) = (number.clone(), Vec::new());
                while !low.is_zero() {
                    let fits = low <= rest;
                    if fits {
                        rest -= &low;
                    }
                    if fits || !digits.is_empty() {
                        digits.push(u8::from(fits));
                    }
                    if low.is_one() && high.bit_len() == 2 && high == UBig::from(2u8) {
                        break;
                    }
                    high -= &low;
                    std::mem::swap(&mut low, &mut high);
                }
                digits
            }
        }
    }

    /// The number with these digits.
    pub fn read(self, digits: impl IntoIterator<Item = u8>) -> UBig {
        let (mut number, mut shifted) = (UBig::ZERO, UBig::ZERO);
        for digit in digits {
            match self {
                Self::Base(base) => number = number * base + digit,
                Self::Zeckendorf => {
                    let next = &number + shifted + digit;
                    shifted = number + digit;
                    number = next;
                }
            }
        }
        number
    }

    /// Words of digits as one word of symbols: all are padded with leading zeros to the longest.
    pub fn zip(self, tracks: &[Vec<u8>]) -> Vec<Symbol> {
        let length = tracks.iter().map(Vec::len).max().unwrap_or(0);
        let symbol = |place: usize| {
            tracks.iter().rev().fold(0, |symbol, digits| {
                let digit = (place + digits.len()).checked_sub(length).map_or(0, |at| digits[at]);
                symbol * self.digits() + digit
            })
        };
        (0..length).map(symbol).collect()
    }

    /// Numbers as one word of symbols.
    pub fn word(self, numbers: &[UBig]) -> Vec<Symbol> {
        self.zip(&numbers.iter().map(|number| self.write(number)).collect::<Vec<_>>())
    }

    /// The number on a track of a word.
    pub fn number(self, word: &[Symbol], track: u32) -> UBig {
        self.read(word.iter().map(|&symbol| self.digit(symbol, track)))
    }
}
