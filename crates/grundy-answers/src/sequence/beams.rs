//! Where the P-positions of Wythoff's game with blocking gather: the ratios y/x in intervals.

use crate::ask::{Ask, Error, Progress};
use grundy::sequence::{BlockedRows, shape};
use grundy::{Game, InputError, Symmetric};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The intervals in which y/x lies, for the P-positions (x, y), x <= y, of some rows.
#[derive(Clone, Debug, Serialize)]
pub struct Beams {
    /// The game.
    pub game: String,
    /// The first row.
    pub from: u64,
    /// The last row.
    pub to: u64,
    /// The intervals, by increasing y/x.
    pub beams: Vec<Beam>,
}

/// The P-positions of one interval. Ratios of neighbours differ by at most one percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Beam {
    /// The position (x, y) with the least y/x.
    pub least: [u64; 2],
    /// The position with the largest y/x.
    pub most: [u64; 2],
    /// Number of positions.
    pub positions: u64,
}

/// Whether a game is Wythoff's game with up to 254 options to block.
pub fn has_beams(game: &Game) -> bool {
    game.blocked()
        .is_some_and(|(inner, q)| shape(inner) == Ok(Symmetric::WYTHOFF) && BlockedRows::new(q, 0).is_some())
}

/// The intervals of the rows from half of `last` to `last`.
///
/// # Errors
/// When the game has no such intervals, a limit is met, or the work is cancelled.
pub fn beams(game: &Game, last: u64, ask: Ask<'_>) -> Result<Beams, Error> {
    let rows = game.blocked().filter(|_| has_beams(game));
    let Some(mut rows) = rows.and_then(|(_, q)| BlockedRows::new(q, ask.limits.memory)) else {
        let message = format!("there is no summary for {}", game.name());
        return Err(InputError::whole(message).hint("try wythoff@block=4").into());
    };
    let from = last.div_ceil(2).max(1);
    let mut parts: BTreeMap<u64, Beam> = BTreeMap::new();
    let watch = &mut |progress: grundy::table::Progress| {
        (ask.watch)(&Progress::of("rows", progress.done, last.saturating_add(1)))
    };
    let see = |x: u64, y: u64| {
        /// Parts of a unit of y/x in which positions are collected, so that they need not be stored.
        const PARTS: u64 = 1 << 10;
        if x < from {
            return;
        }
        let here = [x, y];
        // Rows are far below 2^54.
        let part = parts.entry(y.saturating_mul(PARTS) / x);
        let beam = part.or_insert(Beam { least: here, most: here, positions: 0 });
        beam.least = if is_less(here, beam.least) { here } else { beam.least };
        beam.most = if is_less(beam.most, here) { here } else { beam.most };
        beam.positions += 1;
    };
    rows.advance(last.saturating_add(1), see, watch)?;
    Ok(Beams { game: game.name(), from, to: last, beams: joined(parts.into_values()) })
}

/// Whether y/x is less.
fn is_less([x, y]: [u64; 2], [u, v]: [u64; 2]) -> bool {
    u128::from(y) * u128::from(u) < u128::from(v) * u128::from(x)
}

/// Joins neighbours that are at most one percent apart.
fn joined(parts: impl Iterator<Item = Beam>) -> Vec<Beam> {
    let mut beams: Vec<Beam> = Vec::new();
    for part in parts {
        match beams.last_mut() {
            Some(last) if !is_less([last.most[0] * 100, last.most[1] * 101], part.least) => {
                (last.most, last.positions) = (part.most, last.positions + part.positions);
            }
            _ => beams.push(part),
        }
    }
    beams
}

impl Beams {
    /// The intervals as text, with decimals rounded outwards.
    pub fn text(&self) -> String {
        let Self { from, to, .. } = self;
        let mut text = format!(
            "P-positions x,y of rows {from} to {to}\n{:>10} {:>10} {:>10} {:>9}\n",
            "y/x from", "to", "positions", "per row"
        );
        for Beam { least, most, positions } in &self.beams {
            let (low, high) = (decimals(*least, false), decimals(*most, true));
            let per_row = decimals([to - from + 1, *positions], false);
            let _ = writeln!(text, "{low:>10} {high:>10} {positions:>10} {per_row:>9}");
        }
        text
    }
}

/// y/x with six decimals, rounded down or up.
fn decimals([x, y]: [u64; 2], up: bool) -> String {
    const UNIT: u128 = 1_000_000;
    let (x, scaled) = (u128::from(x), u128::from(y) * UNIT);
    let rounded = if up { scaled.div_ceil(x) } else { scaled / x };
    format!("{}.{:06}", rounded / UNIT, rounded % UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_joined() {
        let beam = |x, y| Beam { least: [x, y], most: [x, y], positions: 1 };
        let parts = [beam(100, 150), beam(100, 151), beam(100, 153), beam(1000, 1545)];
        let beams = joined(parts.into_iter());
        assert_eq!(beams.len(), 2);
        assert_eq!(beams[0], Beam { least: [100, 150], most: [100, 151], positions: 2 });
        assert_eq!(beams[1], Beam { least: [100, 153], most: [1000, 1545], positions: 2 });
        assert_eq!(
            (decimals([3, 2], false), decimals([3, 2], true)),
            ("0.666666".to_owned(), "0.666667".to_owned())
        );
    }
}
