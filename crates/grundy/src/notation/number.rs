//! Numbers as people write them: `1000`, `1_000`, `1e3`, `10^60+17`, `2^64-1`.
//!
//! ```text
//! number := part { ("+" | "-") part }          without spaces; powers first, then from left to right
//! part   := digits [ ("^" | "e") digits ]      base^exponent, or digits followed by zeros
//! digits := digit { [ "_" ] digit }
//! ```

use super::{InputError, MOST_DIGITS, Span};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::ops::RangeInclusive;

/// The most digits of the numbers that are written with `^` or `e`, for one text together: a short text must not cost
/// more than a long one.
pub const MOST_FROM_POWERS: usize = 100_000;

/// What a number may look like, for hints.
pub const NUMBERS: &str = "whole numbers are written e.g. 1000, 1_000, 1e3, 10^60+17 or 2^64-1";

/// Parses a number of any size.
///
/// ```
/// use grundy::notation::number;
/// assert_eq!(number("2^64-1")?, u64::MAX.into());
/// assert_eq!(number("1e6")?, number("1_000_000")?);
/// assert!(number("10^1000000000").is_err());
/// # Ok::<(), grundy::InputError>(())
/// ```
///
/// # Errors
/// When the text is not a number, is negative, or has too many digits: [`MOST_DIGITS`], or [`MOST_FROM_POWERS`] if it
/// is written with `^` or `e`.
pub fn number(text: &str) -> Result<UBig, InputError> {
    let mut left = MOST_FROM_POWERS;
    evaluate(text, 0, &mut left).map_err(|error| error.in_text(text))
}

/// Parses a number of a range.
///
/// ```
/// use grundy::notation::number_in;
/// assert_eq!(number_in("10^3+1", 1..=2000)?, 1001);
/// assert_eq!(number_in("10^50", 1..=2000).unwrap_err().message, "10^50 is more than 2000");
/// # Ok::<(), grundy::InputError>(())
/// ```
///
/// # Errors
/// When the text is not a number, or the number is not in the range.
pub fn number_in(text: &str, range: RangeInclusive<u64>) -> Result<u64, InputError> {
    /// More than any range allows, and little work.
    const DIGITS: usize = 60;
    let (least, most) = (*range.start(), *range.end());
    let mut left = DIGITS;
    let number = evaluate(text, 0, &mut left).and_then(|number| {
        let whole = Span { start: 0, end: text.len() };
        match u64::try_from(&number) {
            Ok(number) if number < least => {
                Err(InputError::at(whole, format!("{text} is less than {least}")))
            }
            Ok(number) if number <= most => Ok(number),
            _ => Err(InputError::at(whole, format!("{text} is more than {}", bound(most)))),
        }
    });
    number.map_err(|error| {
        let range = format!("{least} to {}", bound(most));
        error
            .hint(format!("write a whole number from {range}: digits, or e.g. 1_000, 1e3, 10^3 or 2^10-1"))
            .in_text(text)
    })
}

fn bound(most: u64) -> String {
    if most == u64::MAX { "2^64-1".to_owned() } else { most.to_string() }
}

/// The value of a number that starts at byte `start` of a longer text. `left` is how many digits powers may still have.
pub(super) fn evaluate(text: &str, start: usize, left: &mut usize) -> Result<UBig, InputError> {
    let mut reader = Reader { text, at: 0, start, left };
    let (mut plus, mut minus) = (reader.part()?, UBig::ZERO);
    while let Some(sign) = reader.next() {
        match sign {
            '+' => plus += reader.after(sign)?,
            '-' => minus += reader.after(sign)?,
            _ => return Err(reader.unexpected("`+`, `-` or the end of the number")),
        }
    }
    if plus < minus {
        return Err(InputError::at(reader.span(0), format!("{text} is negative")).hint(NUMBERS));
    }
    Ok(plus - minus)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    start: usize,
    left: &'t mut usize,
}

impl Reader<'_> {
    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The place from a byte of this number on.
    fn span(&self, from: usize) -> Span {
        Span { start: self.start + from, end: self.start + self.text.len() }
    }

    fn unexpected(&self, wanted: &str) -> InputError {
        let at = |from: usize, length: usize| {
            let start = self.start + from;
            Span { start, end: start + length }
        };
        // At the end, the last character is the one that needs something after it. It is ASCII: a sign, `^`, `e` or `_`.
        let (found, span) = match (self.next(), self.at.checked_sub(1)) {
            (Some(c), _) => (format!(", found `{c}`"), at(self.at, c.len_utf8())),
            (None, Some(last)) => (format!(" after `{}`", &self.text[last..]), at(last, 1)),
            (None, None) => (", found nothing".to_owned(), at(0, 0)),
        };
        InputError::at(span, format!("expected {wanted}{found}")).hint(NUMBERS)
    }

    /// The part after a sign.
    fn after(&mut self, sign: char) -> Result<UBig, InputError> {
        self.at += sign.len_utf8();
        self.part()
    }

    fn part(&mut self) -> Result<UBig, InputError> {
        let from = self.at;
        let base = value(&self.digits()?);
        let Some(sign @ ('^' | 'e' | 'E')) = self.next() else { return Ok(base) };
        self.at += 1;
        let exponent = value(&self.digits()?);
        let written = Span { start: self.start + from, end: self.start + self.at };
        let base = if sign == '^' { (base, UBig::ONE) } else { (UBig::from(10_u8), base) };
        let power = power(&base.0, &exponent, *self.left).map(|power| power * base.1);
        let digits = power.as_ref().map_or(usize::MAX, |power| power.to_string().len());
        let (Some(power), Some(left)) = (power, self.left.checked_sub(digits)) else {
            let message = format!("{} has too many digits", &self.text[from..self.at]);
            let most = MOST_FROM_POWERS;
            let hint = format!("numbers with ^ or e have at most {most} digits, all of a text together");
            return Err(InputError::at(written, message).hint(hint));
        };
        *self.left = left;
        Ok(power)
    }

    /// Digits, without the `_` between them.
    fn digits(&mut self) -> Result<String, InputError> {
        let mut digits = String::new();
        loop {
            let rest = &self.text[self.at..];
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if length == 0 {
                return Err(self.unexpected("a digit"));
            }
            digits.push_str(&rest[..length]);
            self.at += length;
            if self.next() != Some('_') {
                break;
            }
            self.at += 1;
        }
        if digits.len() > MOST_DIGITS {
            let message = format!("a number of {} digits is too large", digits.len());
            let hint = format!("numbers may have at most {MOST_DIGITS} digits");
            return Err(InputError::at(self.span(0), message).hint(hint));
        }
        Ok(digits)
    }
}

/// The value of decimal digits.
fn value(digits: &str) -> UBig {
    UBig::from_str_radix(digits, 10).unwrap_or_default()
}

/// `base^exponent`, or nothing if it has more than `digits` digits. May return a number with up to twice as many.
fn power(base: &UBig, exponent: &UBig, digits: usize) -> Option<UBig> {
    if *base <= UBig::ONE {
        return Some(if exponent.is_zero() { UBig::ONE } else { base.clone() });
    }
    // base >= 2^(bit_len - 1), and a number of so many digits has at most 4 times as many bits.
    let exponent = usize::try_from(exponent).ok()?;
    let bits = exponent.checked_mul(base.bit_len() - 1)?;
    (bits <= digits.saturating_mul(4)).then(|| base.pow(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let cases = [
            ("0", "0"),
            ("007", "7"),
            ("1_000_000", "1000000"),
            ("1e6", "1000000"),
            ("25E3", "25000"),
            ("10^3+17", "1017"),
            ("2^64-1", "18446744073709551615"),
            ("1+2-3+4", "4"),
            ("3-5+4", "2"),
            ("0^0", "1"),
            ("1^99999999999999999999999", "1"),
            ("10^0", "1"),
            ("1_0^1_0", "10000000000"),
        ];
        for (text, digits) in cases {
            assert_eq!(number(text).unwrap().to_string(), digits, "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_character() {
        let cases = [
            ("", 0, 0),
            ("_1", 0, 1),
            ("1_", 1, 2),
            ("1__0", 2, 3),
            ("10^", 2, 3),
            ("10^^6", 3, 4),
            ("2^3^2", 3, 4),
            ("1.5e3", 1, 2),
            ("1e-3", 2, 3),
            ("10^+3", 3, 4),
            ("1+", 1, 2),
            ("1 000", 1, 2),
            ("12é", 2, 4),
            ("3-5", 0, 3),
            ("7+10^1000000000", 2, 15),
        ];
        for (text, start, end) in cases {
            let error = number(text).unwrap_err();
            assert_eq!(error.span, Some(Span { start, end }), "{text}: {error:?}");
            assert!(error.hint.is_some(), "{text}");
        }
    }

    #[test]
    fn powers_are_bounded_by_digits() {
        assert_eq!(number("10^99999").unwrap().to_string().len(), MOST_FROM_POWERS);
        for text in
            ["10^100000", "9e100000", "2^332193", "10^50000+10^50000", "10^60000-10^60000", "99999^99999"]
        {
            assert!(number(text).unwrap_err().message.ends_with("has too many digits"), "{text}");
        }
        assert!(
            number(&"9".repeat(MOST_FROM_POWERS + 1)).is_ok(),
            "digits that are written cost their length"
        );
    }

    #[test]
    fn a_range_is_kept() {
        assert_eq!(number_in("2^64-1", 0..=u64::MAX), Ok(u64::MAX));
        let error = |text, range| number_in(text, range).unwrap_err().message;
        assert_eq!(error("2^64", 0..=u64::MAX), "2^64 is more than 2^64-1");
        assert_eq!(error("0", 1..=9), "0 is less than 1");
        assert_eq!(error("1e1", 1..=9), "1e1 is more than 9");
        assert_eq!(error("10^1000", 1..=9), "10^1000 has too many digits");
    }
}
