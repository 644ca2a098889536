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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Guard, Ray, Rays, Symmetric};
    use crate::solve::rays::Field;
    use std::collections::BTreeSet;

    /// The number of the line of a cell, by the definition in `layout.rs`.
    fn line(direction: &Direction, x: usize, y: usize) -> usize {
        let (form, classes) = (direction.form, direction.classes);
        let number = form.first + form.x * x.cast_signed() + form.y * y.cast_signed();
        number.cast_unsigned() + (classes.x * x + classes.y * y) % classes.count
    }

    /// Every line with cells on both sides is needed, and of columns only those that are near.
    #[test]
    fn lines_with_cells_on_both_sides_are_ahead() {
        let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
        let steps: [&[(i64, i64)]; 6] = [
            &[(1, 0), (0, 1), (0, 4)],
            &[(0, 1), (1, 0), (1, 1)],
            &[(0, 1), (1, 0), (2, 5), (3, 3)],
            &[(0, 1), (1, 0), (1, 7), (4, 2)],
            &[(1, 3), (0, 1), (0, 4)],
            &[(0, 1)],
        ];
        let games =
            steps.map(|steps| Rays::new(steps.iter().map(|&step| ray(step)).collect(), vec![]).unwrap());
        for rays in games.into_iter().chain([Symmetric::WYTHOFF.into(), Symmetric::nim_ab(3, 2).into()]) {
            let field = Field::rectangle(&rays, 5, 40).unwrap();
            let layout = &field.layout;
            let (rows, columns) = (layout.region.rows(), layout.region.columns());
            let step = layout.directions.iter().map(|direction| direction.dy).max().unwrap();
            for (start, end) in (0..=columns).flat_map(|start| (start..=columns).map(move |end| (start, end)))
            {
                let ahead = Ahead::new(layout, start..end).unwrap();
                let sorted = ahead.lines.windows(2).all(|pair| pair[0].end <= pair[1].start);
                assert!(sorted && ahead.lines.iter().all(|lines| !lines.is_empty()), "{:?}", ahead.lines);
                let has = |line: usize| ahead.lines.iter().any(|lines| lines.contains(&line));
                let cells = || (0..rows).flat_map(|x| layout.region.row(x).map(move |y| (x, y)));
                let lines = |from: usize, to: usize| -> BTreeSet<usize> {
                    let cells = cells().filter(|(_, y)| (from..to).contains(y));
                    cells.flat_map(|(x, y)| layout.directions.iter().map(move |d| line(d, x, y))).collect()
                };
                // Cells in the columns may or may not have been visited.
                let both: Vec<usize> = lines(0, end).intersection(&lines(start, columns)).copied().collect();
                let missing = both.iter().find(|&&line| !has(line));
                assert_eq!(missing, None, "{rays}, columns from {start} to {end}");
                let along = &layout.directions[layout.along.unwrap()];
                assert!(cells().all(|(x, y)| ahead.rows.contains(&line(along, x, y))));
                // The numbers of slanted lines, and of columns beyond the last, may be counted beyond those that there are.
                let straight = rays.rays().iter().all(|ray| ray.step.0.min(ray.step.1) == 0);
                if !layout.folded && straight && end + step < columns {
                    let Some(column) = layout.directions.iter().find(|direction| direction.form.x == 0)
                    else {
                        continue;
                    };
                    let far = (0..columns).filter(|&y| y < start || y > end + step);
                    assert!(far.into_iter().all(|y| !has(line(column, 0, y))), "{rays}, {start} to {end}");
                }
            }
        }
    }
}
