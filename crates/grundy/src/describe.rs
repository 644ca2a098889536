//! Descriptions of moves in words.

use crate::rules::{changed_heap, moved_tokens};
use crate::ruleset::{Board, Position, Ruleset, Shape};
use dashu_int::UBig;

/// Describes the move from one position to another of the same game.
///
/// ```
/// let (game, from) = grundy::parse("wythoff 4,9")?;
/// let (_, to) = grundy::parse("wythoff 1,6")?;
/// assert_eq!(grundy::describe(game.as_ref(), &from, &to), "take 3 from each pile");
/// # Ok::<(), grundy::InputError>(())
/// ```
pub fn describe(game: &dyn Ruleset, from: &Position, to: &Position) -> String {
    let text = on_board(&game.board(), from, to);
    match closed(from, to) {
        0 => text,
        1 => format!("{text} (into a P-position: this closes the sum)"),
        // Sums in sums: the innermost move closes all of them.
        sums => format!("{text} (into P-positions: this closes {sums} sums)"),
    }
}

/// The number of nearly disjunctive sums that a move closes.
fn closed(from: &Position, to: &Position) -> usize {
    let (Some(parts), Some(moved)) = (from.parts(), to.parts()) else { return 0 };
    let inside: usize = parts.iter().zip(moved).map(|(part, to)| closed(part, to)).sum();
    inside + usize::from(to.is_closed() && !from.is_closed())
}

fn on_board(board: &Board, from: &Position, to: &Position) -> String {
    if let (Board::Compound(boards), Some(parts), Some(moved)) = (board, from.parts(), to.parts()) {
        let inside = boards.iter().zip(parts.iter().zip(moved)).enumerate();
        let moves = inside.filter(|(_, (_, (part, to)))| part != to);
        let text: Vec<String> = moves
            .map(|(i, (board, (part, to)))| match boards.len() {
                1 => on_board(board, part, to),
                _ => format!("game {}: {}", i + 1, on_board(board, part, to)),
            })
            .collect();
        return text.join(", ");
    }
    let (Some(rows), Some(moved)) = (from.rows(), to.rows()) else {
        unreachable!("both positions are of the same game")
    };
    let in_piles = matches!(from.0, Shape::Piles(_) | Shape::FarPiles(_));
    match board {
        Board::Heaps => heaps(&rows[0], &moved[0]),
        Board::Unordered => piles(&rows[0], &aligned(&rows[0], &moved[0]), "pile", 1),
        Board::Graph { .. } => piles(&rows[0], &moved[0], "vertex", 0),
        Board::Strips { .. } if in_piles => {
            tokens(rows[0].iter().zip(&moved[0]).enumerate().filter(|(_, (from, to))| from != to))
        }
        _ if in_piles => piles(&rows[0], &moved[0], "pile", 1),
        _ => {
            let strips = rows.iter().zip(&moved).enumerate();
            tokens(strips.flat_map(|(i, (strip, to))| moved_tokens(strip, to).map(move |pair| (i, pair))))
        }
    }
}

/// Describes the tokens that move. Each comes with the index of its strip.
fn tokens<'p>(moved: impl Iterator<Item = (usize, (&'p UBig, &'p UBig))>) -> String {
    let told = moved.map(|(strip, (from, to))| format!("strip {}: square {from} to {to}", strip + 1));
    told.collect::<Vec<_>>().join(", ")
}

/// What is taken from a heap, and what is left of it if that is more than one heap.
fn heaps(from: &[UBig], to: &[UBig]) -> String {
    let Some((heap, left)) = changed_heap(from, to) else { return "not a move".to_owned() };
    let together = left.iter().fold(UBig::ZERO, |sum, part| sum + part);
    let taken = if together < heap { &heap - &together } else { UBig::ZERO };
    let parts = || {
        let (last, first) =
            left.split_last().map_or((String::new(), &[][..]), |(last, first)| (last.to_string(), first));
        let first: Vec<String> = first.iter().map(ToString::to_string).collect();
        format!("{} and {last}", first.join(", "))
    };
    let this = if from.len() == 1 { String::new() } else { format!(" from heap {heap}") };
    match left.len() {
        0 if from.len() == 1 => format!("take all {heap}"),
        0 => format!("take heap {heap}"),
        1 => format!("take {taken}{this}"),
        // Rules may leave more counters than there were, in smaller heaps.
        _ if together > heap => format!("replace heap {heap} by {}", parts()),
        _ if taken.is_zero() => format!("split heap {heap} into {}", parts()),
        _ => format!("take {taken}{this}, leave {}", parts()),
    }
}

/// The numbers of `to` in the order in which most of them stay where they are; the others from the least on.
fn aligned(from: &[UBig], to: &[UBig]) -> Vec<UBig> {
    let mut rest = to.to_vec();
    let mut kept: Vec<Option<UBig>> = Vec::new();
    for number in from {
        let at = rest.iter().position(|other| other == number);
        kept.push(at.map(|at| rest.remove(at)));
    }
    rest.sort_unstable();
    let mut changed: Vec<usize> = (0..kept.len()).filter(|&place| kept[place].is_none()).collect();
    changed.sort_by_key(|&place| &from[place]);
    for (place, number) in changed.into_iter().zip(rest) {
        kept[place] = Some(number);
    }
    kept.into_iter().flatten().collect()
}

fn piles(from: &[UBig], to: &[UBig], noun: &str, first: usize) -> String {
    let changed = |greater: fn(&UBig, &UBig) -> bool| -> Vec<(usize, UBig)> {
        let all = from.iter().zip(to).enumerate();
        let difference = |s: &UBig, t: &UBig| if s > t { s - t } else { t - s };
        all.filter(|(_, (s, t))| greater(s, t)).map(|(i, (s, t))| (i + first, difference(s, t))).collect()
    };
    let (less, more) = (changed(|s, t| s > t), changed(|s, t| s < t));
    match (&less[..], &more[..]) {
        ([(_, k)], []) if from.len() == 1 => format!("take {k}"),
        ([(i, k)], []) => format!("take {k} from {noun} {i}"),
        ([(i, k)], [(j, m)]) if k == m => format!("move {k} from {noun} {i} to {noun} {j}"),
        ([(_, j), (_, k)], []) if j == k && from.len() == 2 => format!("take {k} from each {noun}"),
        (all, added) => {
            let each: Vec<String> = all.iter().map(|(i, k)| format!("{k} from {noun} {i}")).collect();
            let more: Vec<String> = added.iter().map(|(i, k)| format!(", add {k} to {noun} {i}")).collect();
            format!("take {}{}", each.join(" and "), more.concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_in_any_order_and_counters_that_are_added() {
        let told = |game: &str, from: &str, to: &str| {
            let (game, from) = crate::parse(&format!("{game} {from}")).unwrap();
            let (_, to) = crate::parse(&format!("{} {to}", game.name())).unwrap();
            describe(game.as_ref(), &from, &to)
        };
        let sharing = "{x,y,z unordered: x-i,y+i,z where x-i>=y+i}";
        assert_eq!(told(sharing, "0,5,8", "4,4,5"), "move 4 from pile 3 to pile 1");
        assert_eq!(told(sharing, "0,5,8", "0,6,7"), "move 1 from pile 3 to pile 2");
        let twice = "{x,y,z unordered: x-i,y+2i,z where x-i>=y+2i}";
        assert_eq!(told(twice, "0,5,8", "2,4,8"), "take 1 from pile 2, add 2 to pile 1");
        assert_eq!(told("gdwn:p=1,q=2", "3,5", "2,3"), "take 1 from pile 1 and 2 from pile 2");
    }

    #[test]
    fn a_move_that_closes_several_sums_says_so_once() {
        let told = |from: &str, to: &str| {
            let (game, from) = crate::parse(from).unwrap();
            describe(game.as_ref(), &from, &crate::parse(to).unwrap().1)
        };
        let from = "nearly(nearly(nim 1 + nim 2) + nim 3) + nim 2";
        let inner = "nearly(nearly(nim 0 + nim 2; closed) + nim 3) + nim 2";
        let both = "nearly(nearly(nim 1 + nim 0; closed) + nim 3; closed) + nim 2";
        let closing = "game 1: game 1: game 1: take 1 (into a P-position: this closes the sum)";
        assert_eq!(told(from, inner), closing);
        let closing = "game 1: game 1: game 2: take 2 (into P-positions: this closes 2 sums)";
        assert_eq!(told(from, both), closing);
    }
}
