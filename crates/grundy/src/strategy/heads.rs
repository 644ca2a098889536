//! Star Silver Dollar at any size: the star of the heads in any way there is, and the tails by Nim (Farr & Ho, Theorem 2).

use super::Answer;
use super::knowledge::of as knowledge;
use super::plan::{Means, by_means};
use super::sum::moves_to;
use crate::nimber::Nimber;
use crate::ruleset::{Game, Position};
use crate::theorem::Winning;
use crate::theorem::farr_ho::{HeadsAndTails, Strips, THEOREM_2};

/// The value and the winning moves, if the position has tails and the value of its heads can be found.
pub(super) fn by_heads(game: &Game, position: &Position, means: Means<'_>) -> Option<Answer> {
    knowledge(game.as_ref()).filter(|knowledge| knowledge.heads)?;
    let rows = position.rows()?;
    let parts = HeadsAndTails::new(&rows).filter(|parts| !parts.is_reduced())?;
    let star = Position::of_strips(parts.heads.clone());
    let heads = by_means(game, &star, means).ok()?;
    let value = heads.value.clone()?;
    let total = parts.value(&value);
    let why = parts.why(&heads.by, heads.why.clone(), Some(&value));
    let (winning, every) = if total.is_zero() {
        (Vec::new(), true)
    } else {
        let (moves, every) = moves_to(game, &star, &heads, &parts.tails, means);
        let strips: Vec<Strips> = moves.iter().filter_map(Position::rows).collect();
        let to_tails = if every { Winning::Every(strips) } else { Winning::AtLeast(strips) };
        let winning = parts.winning(&value, &to_tails);
        (winning.positions().iter().cloned().map(Position::of_strips).collect(), winning.is_every())
    };
    let by = format!("{}; the heads by {}", THEOREM_2.by, heads.by);
    let answer = Answer::of_value(total, &THEOREM_2).with(&heads.theorems);
    Some(Answer { winning, every, by, why, ..answer })
}

/// The star of the heads and the nim-sum of the tails, where both are within 64 bits and there are tails.
pub(super) fn reduced(game: &Game, position: &Position) -> Option<(Position, Nimber)> {
    knowledge(game.as_ref()).filter(|knowledge| knowledge.heads)?;
    let rows = position.rows()?;
    let parts = HeadsAndTails::new(&rows).filter(|parts| !parts.is_reduced())?;
    let tails = u64::try_from(&parts.tails).ok()?;
    Some((Position::of_strips(parts.heads), Nimber(tails)))
}
