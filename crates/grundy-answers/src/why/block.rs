//! What blocking does to the value of a position and to the play of the winner.

use super::{MINE, answers, not_to_zero, words};
use crate::session::{Block, Phase, Session, told};
use grundy::{Limit, Nimber, Position, Valued};

/// The options of value 0, by number.
fn zeros(session: &Session) -> Vec<usize> {
    let zero = |&option: &usize| session.options()[option].value == Nimber::ZERO;
    (0..session.options().len()).filter(zero).collect()
}

/// The value of the position and what it means for the person, who is to block or to move.
pub fn value(session: &Session, value: Nimber) -> String {
    let zeros = zeros(session);
    let left = zeros.iter().any(|&zero| !session.is_blocked(zero));
    let (but, means) = match (session.phase(), value) {
        (Phase::Move, Nimber::ZERO) if left => {
            (", but I have left a move to value 0 open", "you are to move, and win with best play")
        }
        (Phase::Move, Nimber::ZERO) => ("", "you are to move, and lose against best play"),
        (Phase::Move, _) => ("", "you are to move, and win with best play"),
        (Phase::Block, Nimber::ZERO) if zeros.is_empty() => ("", "I am to move, and you win with best play"),
        (Phase::Block, Nimber::ZERO) => ("", "I am to move, and you win with the right block and best play"),
        (Phase::Block, _) => ("", "I am to move, and win with best play, whatever you block"),
    };
    let kind = if value == Nimber::ZERO { "a P-position" } else { "an N-position" };
    format!("value {value}, {kind}{but}: {means}\n")
}

/// What the definition says of a value: the least all of whose options can be blocked.
pub fn least_blockable(session: &Session, Nimber(value): Nimber) -> String {
    let count = |of: u64| session.options().iter().filter(|option| option.value.0 == of).count();
    let can = match (count(value), value) {
        (0, _) => format!("no move leads to value {value}"),
        (1, _) => format!("the move to value {value} can be blocked"),
        (some, _) => format!("the {some} moves to value {value} can all be blocked"),
    };
    let cannot = match count(0) {
        1 => "the move to value 0 cannot be blocked".to_owned(),
        some => format!("the {some} moves to value 0 cannot all be blocked"),
    };
    let nor = match value {
        0 => return format!("{can}\n"),
        1 => String::new(),
        2 => ", nor can those to value 1".to_owned(),
        _ => format!(", nor can those to any value up to {}", value - 1),
    };
    format!("{cannot}{nor}; {can}:\n{value} is the least value all of whose options can be blocked\n")
}

/// What the person should block, or why it does not help.
pub fn before_my_move(session: &mut Session) -> Result<String, Limit> {
    let here = session.position().clone();
    let Block { options, wins } = session.best_block();
    if wins {
        let moves = not_to_zero(session.options().to_vec());
        let block = format!("block {}: this wins\n", told(session, &options));
        return Ok(block + &answers(session, &here, &moves, MINE)?);
    }
    let zeros: Vec<Valued> = zeros(session).into_iter().map(|zero| session.options()[zero].clone()).collect();
    let play = one_of(session, &here, &zeros);
    Ok(format!("whatever you block, I can play  {play}\n"))
}

/// What the program has blocked, where that is why the person loses.
pub fn mine(session: &Session) -> String {
    match &zeros(session)[..] {
        [] => String::new(),
        [zero] => format!("I have blocked {}, the only move to value 0\n", told(session, &[*zero])),
        zeros => format!("I have blocked {}, the only moves to value 0\n", told(session, zeros)),
    }
}

/// What to block after a move to `there` that wins.
pub fn then(session: &Session, there: &Position, then_block: &[Position]) -> String {
    const MOST: usize = 8;
    let some = then_block.iter().take(MOST).map(|zero| words(session, there, zero));
    let some = some.collect::<Vec<_>>().join(" and ");
    match then_block.len().saturating_sub(MOST) {
        _ if some.is_empty() => some,
        0 => format!(", if you then block {some}"),
        more => format!(", if you then block {some} and {more} more"),
    }
}

/// Moves of which one is left whatever is blocked, or the first of them.
pub fn one_of(session: &Session, from: &Position, options: &[Valued]) -> String {
    const MOST: usize = 3;
    let some = options.iter().take(MOST).map(|option| words(session, from, &option.position));
    let some: Vec<String> = some.collect();
    some.join(" or ") + if options.len() > MOST { " or another" } else { "" }
}
