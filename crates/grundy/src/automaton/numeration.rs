//! Ways to write numbers as words of digits, most significant digit first.

use crate::notation::InputError;
use dashu_int::UBig;

/// The digits of several numbers at one place, as one number: `Σ digit_t · base^t` over the tracks t.
pub type Symbol = u8;

/// Upper limit on symbols.
const MOST_SYMBOLS: usize = 1 << 8;

/// A numeration system. Every number has one representation without leading zeros, and leading zeros do not change the number.
///
/// ```
/// use grundy::automaton::Numeration;
/// assert_eq!(Numeration::ZECKENDORF.write(&11_u8.into()), [1, 0, 1, 0, 0]);
/// // The units are 1, 3, 7, 17, ..
/// assert_eq!(Numeration::Ostrowski(2).write(&13_u8.into()), [1, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Base k >= 2.
    Base(u8),
    /// The units are `u_0 = 1`, `u_1 = a + 1` and `u_{n+1} = a u_n + u_{n-1}`, for a >= 1. The digits are 0 to a, and a digit a is followed by a 0.
    ///
    /// This is the numeration system of Ostrowski for the continued fraction [0; a+1, a, a, ..]. Fraenkel (1982) described the P-positions of his games with it.
    Ostrowski(u8),
}

impl Numeration {
    /// Sums of the Fibonacci numbers 1, 2, 3, 5, .. without two neighbours.
    pub const ZECKENDORF: Self = Self::Ostrowski(1);

    /// Number of digits.
    pub fn digits(self) -> u8 {
        match self {
            Self::Base(base) => base,
            Self::Ostrowski(a) => a + 1,
        }
    }

    /// Number of symbols for this many tracks.
    pub fn symbols(self, tracks: u32) -> usize {
        usize::from(self.digits()).pow(tracks)
    }

    /// Whether symbols of so many tracks fit their type.
    pub fn has_tracks(self, tracks: u32) -> bool {
        let symbols = usize::from(self.digits()).checked_pow(tracks);
        self.digits() >= 2 && symbols.is_some_and(|symbols| symbols <= MOST_SYMBOLS)
    }

    /// The digit of a track in a symbol.
    pub fn digit(self, symbol: Symbol, track: u32) -> u8 {
        symbol / self.digits().pow(track) % self.digits()
    }

    /// What a number becomes when a digit is appended: with p the number and q the same with every digit moved one place down (the last one counts 1 there),
    /// the number is `factor · p + q + digit`, and q is `p + digit`. In base k, q is 0.
    pub fn factor(self) -> u8 {
        match self {
            Self::Base(base) => base,
            Self::Ostrowski(a) => a,
        }
    }

    /// Whether a symbol may follow another one, on all tracks.
    pub fn follows(self, before: Symbol, after: Symbol) -> bool {
        match self {
            Self::Base(_) => true,
            // Symbols are sets of the tracks that have a 1.
            Self::ZECKENDORF => before & after == 0,
            Self::Ostrowski(a) => {
                let (mut before, mut after) = (before, after);
                while before > 0 {
                    if before % (a + 1) == a && after % (a + 1) > 0 {
                        return false;
                    }
                    (before, after) = (before / (a + 1), after / (a + 1));
                }
                true
            }
        }
    }

    /// What must be remembered of a symbol to know which ones may follow it: a symbol that the same ones follow.
    pub fn kept(self, symbol: Symbol) -> Symbol {
        match self {
            Self::Base(_) => 0,
            Self::ZECKENDORF => symbol,
            Self::Ostrowski(a) => {
                let (mut rest, mut place, mut kept) = (symbol, 1_u16, 0_u16);
                while rest > 0 {
                    kept += if rest % (a + 1) == a { place * u16::from(a) } else { 0 };
                    (rest, place) = (rest / (a + 1), place * u16::from(a + 1));
                }
                u8::try_from(kept).unwrap_or(symbol)
            }
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
            Self::Ostrowski(a) => {
                let (mut low, mut high, mut place) = (UBig::ONE, UBig::from(a) + 1u8, 0_usize);
                while high <= *number {
                    low += &high * a;
                    std::mem::swap(&mut low, &mut high);
                    place += 1;
                }
                // Only two units are kept: those of a number with many digits would not fit.
                let (mut rest, mut digits) = (number.clone(), Vec::new());
                loop {
                    let mut digit = 0;
                    while low <= rest {
                        rest -= &low;
                        digit += 1;
                    }
                    if digit > 0 || !digits.is_empty() {
                        digits.push(digit);
                    }
                    if place == 0 {
                        return digits;
                    }
                    place -= 1;
                    high -= &low * a;
                    std::mem::swap(&mut low, &mut high);
                }
            }
        }
    }

    /// The number with these digits.
    pub fn read(self, digits: impl IntoIterator<Item = u8>) -> UBig {
        let (mut number, mut shifted) = (UBig::ZERO, UBig::ZERO);
        for digit in digits {
            match self {
                Self::Base(base) => number = number * base + digit,
                Self::Ostrowski(a) => {
                    let next = &number * a + shifted + digit;
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

    /// The symbols of so many tracks.
    pub fn all_symbols(self, tracks: u32) -> impl Iterator<Item = Symbol> + Clone {
        (0..self.symbols(tracks)).map_while(|symbol| Symbol::try_from(symbol).ok())
    }
}

/// `zeckendorf`, `base-2`, `ostrowski-2`.
impl std::fmt::Display for Numeration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Base(base) => write!(f, "base-{base}"),
            Self::ZECKENDORF => f.write_str("zeckendorf"),
            Self::Ostrowski(a) => write!(f, "ostrowski-{a}"),
        }
    }
}

impl std::str::FromStr for Numeration {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        /// Symbols of three tracks fit.
        const LARGEST: u8 = 6;
        let number = |prefix: &str, least: u8, most: u8| {
            let number = text.strip_prefix(prefix)?.parse().ok()?;
            (least..=most).contains(&number).then_some(number)
        };
        if text == "zeckendorf" {
            return Ok(Self::ZECKENDORF);
        }
        let base = number("base-", 2, LARGEST).map(Self::Base);
        base.or_else(|| number("ostrowski-", 1, LARGEST - 1).map(Self::Ostrowski)).ok_or_else(|| {
            InputError::whole(format!("unknown numeration system `{text}`"))
                .hint("choose zeckendorf, base-2 to base-6, or ostrowski-2 to ostrowski-5")
        })
    }
}
