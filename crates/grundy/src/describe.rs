//! Moves in words.

use crate::ruleset::{Board, Position, Row, Ruleset, Shape};

/// The move from one position to another of the same game, as a player would say it.
///
/// ```
/// let (game, from) = grundy::parse("wythoff 4,9")?;
/// let (_, to) = grundy::parse("wythoff 1,6")?;
/// assert_eq!(grundy::describe(game.as_ref(), &from, &to), "take 3 from each pile");
/// # Ok::<(), grundy::InputError>(())
/// ```
pub fn describe(game: &dyn Ruleset, from: &Position, to: &Position) -> String {
    on_board(&game.board(), from, to)
}

fn on_board(board: &Board, from: &Position, to: &Position) -> String {
    match (board, &from.0, &to.0) {
        (Board::Strips { .. }, Shape::Piles(from), Shape::Piles(to)) => {
            let strips = from.iter().zip(to).enumerate();
            strips
                .filter(|(_, (s, t))| s != t)
                .map(|(i, (s, t))| token(i, *s, *t))
                .collect::<Vec<_>>()
                .join(", ")
        }
        (_, Shape::Strips(from), Shape::Strips(to)) => {
            let tokens = from.iter().zip(to).enumerate().flat_map(|(i, (strip, moved))| {
                strip.iter().zip(moved).filter(|(s, t)| s != t).map(move |(s, t)| token(i, *s, *t))
            });
            tokens.collect::<Vec<_>>().join(", ")
        }
        (Board::Graph { .. }, Shape::Piles(from), Shape::Piles(to)) => piles(from, to, "vertex", 0),
        (_, Shape::Piles(from), Shape::Piles(to)) => piles(from, to, "pile", 1),
        (
            Board::Compound(boards),
            Shape::Compound { parts, closed },
            Shape::Compound { parts: moved, closed: now },
        ) => {
            let inside = boards.iter().zip(parts.iter().zip(moved)).enumerate();
            let moves = inside.filter(|(_, (_, (part, to)))| part != to);
            let text: Vec<String> = moves
                .map(|(i, (board, (part, to)))| format!("game {}: {}", i + 1, on_board(board, part, to)))
                .collect();
            let closing = if *now && !closed { " (into a P-position: this closes the sum)" } else { "" };
            format!("{}{closing}", text.join(", "))
        }
        _ => unreachable!("both positions are of the same game"),
    }
}

fn token(strip: usize, from: u64, to: u64) -> String {
    format!("strip {}: square {from} to {to}", strip + 1)
}

fn piles(from: &Row, to: &Row, noun: &str, first: usize) -> String {
    let changed = |greater: fn(u64, u64) -> bool| -> Vec<(usize, u64)> {
        let all = from.iter().zip(to).enumerate();
        all.filter(|(_, (s, t))| greater(**s, **t)).map(|(i, (s, t))| (i + first, s.abs_diff(*t))).collect()
    };
    let (less, more) = (changed(|s, t| s > t), changed(|s, t| s < t));
    match (&less[..], &more[..]) {
        ([(_, k)], []) if from.len() == 1 => format!("take {k}"),
        ([(i, k)], []) => format!("take {k} from {noun} {i}"),
        ([(i, k)], [(j, _)]) => format!("move {k} from {noun} {i} to {noun} {j}"),
        ([(_, j), (_, k)], []) if j == k && from.len() == 2 => format!("take {k} from each {noun}"),
        (all, _) => {
            let each: Vec<String> = all.iter().map(|(i, k)| format!("{k} from {noun} {i}")).collect();
            format!("take {}", each.join(" and "))
        }
    }
}
