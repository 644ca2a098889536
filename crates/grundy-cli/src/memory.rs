//! Memory limits: parsing, defaults, and errors for tables that do not fit.

use grundy::Error;
use grundy::notation::number_in;
use grundy_answers::memory::{beyond, largest_within, size, usable};

/// A parsed amount of memory, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Size(pub u64);

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim_end();
        let unit = text[digits.len()..].trim().to_ascii_lowercase();
        let whole = number_in(digits, 0..=u64::MAX).ok().map(|number| number.to_string());
        let number: f64 = whole.as_deref().unwrap_or(digits).parse().map_err(|_| {
            format!("`{text}` is not a size\nhint: a size is a number with a unit: 500MB, 4GB or 1.5GiB; plain numbers are bytes")
        })?;
        let unit = match unit.trim_end_matches('b').trim_end_matches('i') {
            "" => 1,
            "k" => 1 << 10,
            "m" => 1 << 20,
            "g" => 1 << 30,
            "t" => 1_u64 << 40,
            _ => {
                return Err(format!(
                    "`{text}` has an unknown unit\nhint: the units are KB, MB, GB and TB, or KiB, MiB, GiB and TiB; both are powers of 1024"
                ));
            }
        };
        #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "sizes are approximate")]
        let bytes = number * unit as f64;
        if !(0.0..1e18).contains(&bytes) {
            return Err(format!("`{text}` is out of range"));
        }
        #[expect(
            clippy::as_conversions,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be in range"
        )]
        Ok(Self(bytes as u64))
    }
}

/// The memory limit: the given one, or the configured one, or 90 % of available memory, or none if that is unknown.
pub fn limit(given: Option<Size>) -> u64 {
    let given = given.or_else(crate::config::memory);
    given.map_or_else(usable, |size| size.0)
}

/// Refuses a table to `max` that needs more than `limit` bytes; the message names the largest that fits. `bytes` is the
/// size of a table, and must be increasing.
pub fn refuse_beyond(limit: u64, max: u64, bytes: impl Fn(u64) -> u64) -> Result<(), Error> {
    let Some(fits) = largest_within(limit, max, &bytes) else { return Ok(()) };
    let needed = bytes(max);
    let message = format!(
        "a table to {max} needs about {}; the limit is {}; --max {fits} would fit",
        size(needed),
        size(limit)
    );
    Err(beyond(message, needed, limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        let read = |text: &str| text.parse::<Size>().map(|size| size.0);
        assert_eq!(read("2GiB"), Ok(2 << 30));
        assert_eq!(read("1.5g"), Ok(3 << 29));
        assert_eq!(read("500 MB"), Ok(500 << 20));
        assert_eq!(read("4096"), Ok(4096));
        assert_eq!(read("2^12 "), Ok(4096));
        assert_eq!(read("1_000 kB"), Ok(1000 << 10));
        assert!(read("lots").is_err() && read("3 parsecs").is_err() && read("-1GiB").is_err());
        assert_eq!(size(3 << 29), "1.5 GiB");
        assert_eq!(size(12), "12 bytes");
    }

    #[test]
    fn the_number_that_would_fit_does() {
        let bytes = |max: u64| (max + 1) * (max + 1) * 2;
        assert!(refuse_beyond(bytes(99), 99, bytes).is_ok());
        let error = refuse_beyond(bytes(99), 1000, bytes).unwrap_err();
        assert!(error.to_string().ends_with("; --max 99 would fit"), "{error}");
    }
}
