//! The lines of the cells to come in a low table, whose sets move on.

use super::layout::{Direction, Layout};
use std::ops::Range;

/// The lines that sets of a low table still need; see `Narrow::move_on`.
#[derive(Debug)]
pub(super) struct Ahead {
    /// Every cell to come lies on one of these lines.
    pub rows: Range<usize>,
    /// These, and at least the other lines with both cells that have been visited and cells to come. Sorted, and no two have a line in common.
    pub lines: Vec<Range<usize>>,
}

impl Ahead {
    /// When all cells to the left of `columns` have been visited, and none to the right. Nothing if rows are no lines.
    ///
    /// Let a line have a cell that has been visited and one to come. Then there are two such cells next to each other on the line, and
    /// the second is at most as many columns to the right of the first as the longest step, since if lines are folded, each
    /// step and its mirror image are steps. So the second is in `columns` or that near to the right of them.
    pub fn new(layout: &Layout, columns: Range<usize>) -> Option<Self> {
        let along = &layout.directions[layout.along?];
        let last = layout.region.rows() - 1;
        let step = layout.directions.iter().map(|direction| direction.dy).max().unwrap_or(0);
        let end = (columns.end + step).min(layout.region.columns());
        let corners = [(0, columns.start), (last, columns.start), (0, end), (last, end)];
        let of = |direction: &Direction| {
            // Some of these cells may lie outside the region, and their numbers not be lines.
            let number = |(x, y): (usize, usize)| {
                let (x, y) = (x.cast_signed() * direction.form.x, y.cast_signed() * direction.form.y);
                usize::try_from(direction.form.first + x + y).unwrap_or(0)
            };
            let numbers = corners.map(number).into_iter();
            let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
            least..(most + direction.classes.count).min(layout.lines)
        };
        let rows = of(along);
        let mut ranges: Vec<Range<usize>> = layout.directions.iter().map(of).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        let mut lines: Vec<Range<usize>> = Vec::new();
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            match lines.last_mut() {
                Some(before) if range.start <= before.end => before.end = before.end.max(range.end),
                _ => lines.push(range),
            }
        }
        Some(Self { rows, lines })
    }
}
