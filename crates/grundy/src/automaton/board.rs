//! The P-positions of a queen on a board with holes, if options can be blocked, row by row. Used to guess automata; nothing is proved here.

use crate::error::Error;
use crate::geometry::{Guard, Ray, Rays};
use crate::widths::wide;
use std::ops::ControlFlow;

/// The P-positions (x, y), x <= y, in the rows so far.
pub struct Board {
    /// The positions in each column y.
    columns: Vec<usize>,
    /// The positions on each diagonal, and the first diagonal that has not enough of them.
    diagonals: Vec<usize>,
    first: usize,
}

impl Board {
    /// Whether the moves are those of a queen that lowers one number or both, without guards.
    pub fn can_fill(rays: &Rays) -> bool {
        let steps = [(1, 0), (0, 1), (1, 1)];
        let is_plain = |step| rays.rays().contains(&Ray { step, guard: Guard::ALWAYS, width: 1 });
        rays.rays().len() == steps.len() && steps.into_iter().all(is_plain) && rays.is_symmetric()
    }

    /// The P-positions with x <= y below a bound, if all but `block` options can be blocked: every place with fewer options among them.
    pub fn fill(
        rays: &Rays,
        block: usize,
        bound: usize,
        stop: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Vec<(u64, u64)>, Error> {
        let mut board = Self { columns: vec![0; bound], diagonals: vec![0; bound], first: 0 };
        let mut found = Vec::new();
        for x in 0..bound {
            if stop().is_break() {
                return Err(Error::Cancelled);
            }
            // The positions (x', x) with x' < x are in row x, too.
            let mut row = board.columns[x];
            // Places on diagonals with enough positions are none.
            for y in x + board.first..bound {
                if row >= block {
                    break;
                }
                let options = row + board.columns[y] + board.diagonals[y - x];
                if options < block && !rays.is_hole(wide(x), wide(y)) {
                    found.push((wide(x), wide(y)));
                    row += 1;
                    board.columns[y] += usize::from(y > x);
                    board.diagonals[y - x] += 1;
                }
            }
            while board.diagonals.get(board.first).is_some_and(|&count| count >= block) {
                board.first += 1;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Extent, by_blocking};
    use crate::widths::place;

    #[test]
    fn boards_agree_with_sequences() {
        let wythoff = crate::game("wythoff").unwrap();
        let rays = wythoff.geometry(&[2]).and_then(|found| found.rays().cloned()).unwrap();
        assert!(Board::can_fill(&rays));
        for block in 2..=6_usize {
            let game = crate::game(&format!("wythoff@block={block}")).unwrap();
            let go = &mut |_| ControlFlow::Continue(());
            let mut listed = by_blocking(&game, 0, Extent::Rows(150), crate::Budget::default(), go).unwrap();
            listed.retain(|&(_, y)| place(y) < 150);
            assert_eq!(Board::fill(&rays, block, 150, &|| ControlFlow::Continue(())).unwrap(), listed);
        }
    }
}
