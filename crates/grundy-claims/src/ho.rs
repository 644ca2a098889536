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

/// The number of winning moves among those that make two piles equal by giving half their difference.
pub(super) fn winning_equalisations(context: &Context, piles: &[u64]) -> Result<u64, Error> {
    let mut wins = 0;
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let difference = piles[i].abs_diff(piles[j]);
        if difference > 0 && difference.is_multiple_of(2) {
            let mut option = piles.to_vec();
            let each = piles[i].min(piles[j]) + difference / 2;
            (option[i], option[j]) = (each, each);
            wins += u64::from(context.piles("sharing-nim", &option)? == 0);
        }
    }
    Ok(wins)
}

/// The number of P-positions of three piles with n tokens and at least `least` in each pile.
pub(super) fn p_positions(context: &Context, n: u64, least: u64) -> Result<u64, Error> {
    let mut count = 0;
    for (x, y) in (least..=n / 3).flat_map(|x| (x..=(n - x) / 2).map(move |y| (x, y))) {
        count += u64::from(context.piles("sharing-nim", &[x, y, n - x - y])? == 0);
    }
    Ok(count)
}
