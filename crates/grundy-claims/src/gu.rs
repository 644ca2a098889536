//! Gu, Sprague-Grundy values of R-Wythoff.

mod chains;
mod contradicted;
mod fibonacci;
mod general;
mod values;

pub(super) use contradicted::CONTRADICTED;

use super::Stated;
use super::data::lower;

/// The game of the paper.
const GAME: &str = "r-wythoff";

/// Rows after which the constants of all values up to 20 are settled.
const ROWS: u64 = 10_000_000;

pub(super) fn claims() -> Vec<&'static [Stated]> {
    vec![values::CLAIMS, fibonacci::CLAIMS, general::CLAIMS, chains::CLAIMS]
}

/// (floor(n phi), floor(n phi^2)).
fn pair(n: u64) -> (u64, u64) {
    (lower(n), lower(n) + n)
}
