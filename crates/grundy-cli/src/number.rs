//! Numbers and ranges of flags, in the notation of positions: `1000`, `10^6`, `1e6`, `1_000_000`; `1..11`.

use grundy::notation::{InputError, Span, number_in};
use std::ops::{Bound, RangeBounds, RangeInclusive};
use std::str::FromStr;

/// A parser of whole numbers of a range, for an argument of clap.
pub fn whole<T: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    let least = match range.start_bound() {
        Bound::Included(&least) => least,
        Bound::Excluded(&below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(&most) => most,
        Bound::Excluded(&above) => above.saturating_sub(1),
        Bound::Unbounded => u64::MAX,
    };
    move |text| {
        let number = number_in(text.trim(), least..=most).map_err(|error| located(&error))?;
        T::try_from(number).map_err(|_| format!("{number} is too large"))
    }
}

/// The message of an error, with its place and hint. Clap adds the flag.
pub fn located(error: &InputError) -> String {
    let rendered = error.render();
    rendered.trim_start_matches("error: ").trim_end().to_owned()
}

/// A range of numbers `A..B`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    first: u64,
    last: u64,
}

impl Range {
    /// Its numbers.
    pub fn numbers(self) -> RangeInclusive<u64> {
        self.first..=self.last
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let not_a_range = || format!("`{text}` is not a range; write 1..11 for 1 to 11, both included");
        let (first, last) = text.split_once("..").ok_or_else(not_a_range)?;
        let end = |part: &str, from: usize| {
            number_in(part, 0..=u64::MAX).map_err(|InputError { message, span, hint, .. }| {
                let Span { start, end } = span.unwrap_or_default();
                let error = InputError::at(Span { start: from + start, end: from + end }, message);
                located(&error.hint(hint.unwrap_or_default()).in_text(text))
            })
        };
        let (first, last) = (end(first, 0)?, end(last, first.len() + 2)?);
        if first <= last { Ok(Self { first, last }) } else { Err(not_a_range()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_flags_are_those_of_positions() {
        let read = whole::<u16>(1..=256);
        assert_eq!(read("2^8"), Ok(256));
        assert_eq!(read("1_0"), Ok(10));
        let error = read("2^8+1").unwrap_err();
        assert!(error.starts_with("2^8+1 is more than 256\n  2^8+1\n  ^^^^^\nhint: "), "{error}");
        assert!(read("1..3").unwrap_err().contains("  1..3\n   ^\n"));
        assert_eq!(whole::<u64>(..)("2^64-1"), Ok(u64::MAX));
    }

    #[test]
    fn a_range_has_both_ends() {
        assert_eq!("1..10^3".parse::<Range>().unwrap().numbers(), 1..=1000);
        assert_eq!("7..7".parse::<Range>().unwrap().numbers().count(), 1);
        for wrong in ["9..4", "7", "", "..", "1..", "1...3", "a..b"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
        assert!("1..1e".parse::<Range>().unwrap_err().contains("  1..1e\n      ^\n"));
    }
}
