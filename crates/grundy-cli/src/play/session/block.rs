//! What may be blocked, and what is best blocked.

use grundy::{Game, Nimber, Position, Valued};

/// Options to block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Their numbers, in order.
    pub options: Vec<usize>,
    /// Whether these are all that lead to value 0, so that blocking them wins.
    pub wins: bool,
}

/// Whether the options with these numbers may be blocked together.
pub(super) fn can_block(game: &Game, position: &Position, options: &[Valued], chosen: &[usize]) -> bool {
    let chosen: Vec<&Position> = chosen.iter().map(|&option| &options[option].position).collect();
    game.can_block(position, &chosen)
}

/// Whether any option can be blocked at all.
pub(super) fn any_to_block(game: &Game, position: &Position, options: &[Valued]) -> bool {
    game.blocking().is_some()
        && (0..options.len()).any(|option| can_block(game, position, options, &[option]))
}

/// Those of `candidates` that may be blocked together with the ones before them.
pub(super) fn one_by_one(
    game: &Game,
    position: &Position,
    options: &[Valued],
    candidates: impl IntoIterator<Item = usize>,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    for option in candidates {
        chosen.push(option);
        if !can_block(game, position, options, &chosen) {
            chosen.pop();
        }
    }
    chosen
}

/// Every option of value 0 or, if these may not be blocked together, as many as go, taken one by one.
pub(super) fn best_block(game: &Game, position: &Position, options: &[Valued]) -> Block {
    let zeros: Vec<usize> =
        (0..options.len()).filter(|&option| options[option].value == Nimber::ZERO).collect();
    if can_block(game, position, options, &zeros) {
        return Block { options: zeros, wins: true };
    }
    Block { options: one_by_one(game, position, options, zeros), wins: false }
}
