//! Between integers and the numbers of geometry: the one place of this crate where they are converted.

/// A number as a coordinate; beyond 2^53 the nearest there is.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "a picture needs no more digits")]
pub fn real(number: u64) -> f64 {
    number as f64
}

/// A size as a coordinate.
pub fn length(number: usize) -> f64 {
    real(u64::try_from(number).unwrap_or(u64::MAX))
}

/// The integer below a coordinate; the nearest there is if it has none.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "`as` between floats and integers saturates"
)]
pub fn floor(x: f64) -> i64 {
    x.floor() as i64
}

/// The integer nearest to a coordinate that is not negative.
pub fn nearest(x: f64) -> usize {
    usize::try_from(floor(x + 0.5)).unwrap_or(0)
}
