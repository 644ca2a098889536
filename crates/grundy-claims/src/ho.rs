//! Ho, three-pile Sharing Nim.

mod cases;
mod conjectures;
mod contradicted;
mod symmetry;
mod values;

pub(super) use contradicted::CONTRADICTED;

use super::{Context, Error, Stated};

/// The game of the paper.
const GAME: &str = "sharing-nim";

pub(super) fn claims() -> Vec<&'static [Stated]> {
    vec![symmetry::CLAIMS, values::CLAIMS, cases::CLAIMS, conjectures::CLAIMS]
}

/// The number of P-positions of three piles with n tokens and at least `least` in each pile.
pub(super) fn p_positions(context: &Context, n: u64, least: u64) -> Result<u64, Error> {
    let mut count = 0;
    for (x, y) in (least..=n / 3).flat_map(|x| (x..=(n - x) / 2).map(move |y| (x, y))) {
        count += u64::from(context.piles("sharing-nim", &[x, y, n - x - y])? == 0);
    }
    Ok(count)
}
