//! What may be blocked, and what is best blocked.

use super::Session;
use grundy::{Game, Nimber, Position, Valued, describe};

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

/// A move in a sentence: the position it leads to, or what is done where that would be long.
pub fn called(session: &Session, option: usize) -> String {
    let to = &session.options()[option].position;
    if to.parts().is_none() {
        return session.game().show(to);
    }
    let words = describe(session.game().as_ref(), session.position(), to);
    words.split(" (").next().unwrap_or_default().to_owned()
}

/// `1,2 and 0,0`: moves as they can be typed behind `block`.
pub fn listed(session: &Session, options: &[usize]) -> String {
    let names: Vec<String> = options.iter().map(|&option| called(session, option)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
}

/// The same, shortened to eight moves.
pub fn told(session: &Session, options: &[usize]) -> String {
    const MOST: usize = 8;
    let some = listed(session, &options[..options.len().min(MOST)]);
    match options.len().saturating_sub(MOST) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}
