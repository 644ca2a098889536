//! Games composed of other games.

mod blocked;
mod misere;
mod nearly;
mod sum;

pub use blocked::Blocked;
pub use misere::Misere;
pub use nearly::Nearly;
pub use sum::Sum;

use crate::ruleset::{Game, Position, Shape};

/// The positions of the components, and whether the compound is closed.
fn parts_of(position: &Position) -> (&[Position], bool) {
    match &position.0 {
        Shape::Compound { parts, closed } => (parts, *closed),
        _ => unreachable!("not a position of this ruleset"),
    }
}

/// The component that a move changes, if it changes exactly one.
fn moved_part(from: &Position, to: &Position) -> Option<usize> {
    let ((from, _), (to, _)) = (parts_of(from), parts_of(to));
    let changed: Vec<usize> = (0..from.len()).filter(|&i| from.get(i) != to.get(i)).collect();
    match changed[..] {
        [i] if from.len() == to.len() => Some(i),
        _ => None,
    }
}

/// The blocking rules of the components, in words.
fn blocking_of(games: &[Game]) -> Option<String> {
    let each = (1..).zip(games).filter_map(|(i, game)| Some(format!("in game {i} {}", game.blocking()?)));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| each.join("; "))
}

/// Whether each component allows its moves among `options` to be blocked. The previous player blocks in every component, by its
/// own rule (Gurvich, sec. 11).
fn can_block_in_each(games: &[Game], position: &Position, options: &[&Position]) -> bool {
    let (parts, _) = parts_of(position);
    games.iter().enumerate().all(|(i, game)| {
        let moves: Vec<&Position> =
            options.iter().map(|option| &parts_of(option).0[i]).filter(|&part| *part != parts[i]).collect();
        game.can_block(&parts[i], &moves)
    })
}
