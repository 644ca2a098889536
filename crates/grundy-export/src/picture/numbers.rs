//! Conversions between integers and coordinates: the only ones in this crate.

/// An integer as a coordinate, rounded beyond 2^53.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "pixels need no more precision")]
pub fn real(number: u64) -> f64 {
    number as f64
}

/// A size as a coordinate.
pub fn length(number: usize) -> f64 {
    real(u64::try_from(number).unwrap_or(u64::MAX))
}

/// The floor of a coordinate, saturating.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "`as` between floats and integers saturates"
)]
pub fn floor(x: f64) -> i64 {
    x.floor() as i64
}

/// A non-negative coordinate rounded to the nearest integer.
pub fn nearest(x: f64) -> usize {
    usize::try_from(floor(x + 0.5)).unwrap_or(0)
}
