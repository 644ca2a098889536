//! P-positions of `NIM_{a,b}^{p,q}` by Bouton-von Neumann elimination, under each reading of the blocking rule.
//!
//! The kernel is symmetric, so only cells (x, y) with `x <= y` are computed, row by row. A P-position bars later cells: on its
//! diagonal and the `a-1` on either side, in its row and column and the `b-1` after them. On each of these lines it bars all
//! cells from some place on. So a line needs one number and a count, a cell reads its row, its column and its diagonal, and a
//! P-position updates about `2(a+b)` lines.
//!
//! A column or diagonal that bars a cell bars those of all later rows, too. So lines that have become barred are passed over together: each
//! of them has the distance to one that may be free, and these distances are lengthened when they are used.
//!
//! In what follows (X, Y) is a P-position, D = Y-X >= 0 its diagonal, (x, y) a cell with diagonal E = y-x >= 0, and x' = x-X,
//! y' = y-Y are the amounts that a move takes.
//!
//! - *Diagonals.* The options of (x, y) on diagonal D are the cells there with `X <= x` and `Y <= y`, that is with
//!   `x >= max(X, Y-E)`. The mirror (Y, X) lies on -D, and is an option if `x >= Y`.
//! - *Rows and columns.* A column with x' < b contains the options of (x, y) in row X = x-x' with `y' >= x'`: those with
//!   `Y + x' <= y`. By symmetry the same holds for rows. A cell (X, Y) above the diagonal is at place X of line Y and, as
//!   (Y, X), at place X of line Y again, so one array of lines serves rows and columns. The places of line k below k are
//!   filled in increasing order by the rows before k, those from k on by row k itself.

use crate::error::Limit;
use crate::ruleset::{Budget, Family, Reading};
use crate::widths::{place, wide};

/// The cells of a line that P-positions bar.
#[derive(Clone, Copy, Debug)]
struct BarredLine {
    /// All cells from this place on are barred.
    from: u64,
    /// The number of P-positions on the line.
    count: u64,
    /// If the line bars the current row, so do all lines less than this distance after it.
    skip: usize,
}

impl BarredLine {
    const FREE: Self = Self { from: u64::MAX, count: 0, skip: 1 };

    fn bar(&mut self, from: u64) {
        self.from = self.from.min(from);
    }

    fn bars(&self, place: u64) -> bool {
        place >= self.from
    }
}

/// The kernel of a game, computed row by row.
#[derive(Clone, Debug)]
pub struct Kernel {
    family: Family,
    /// The largest coordinate.
    most: u64,
    /// Row and column k, for each k.
    lines: Vec<BarredLine>,
    /// Diagonal E, for each E. Places are counted by x.
    diagonals: Vec<BarredLine>,
    row: u64,
    budget: Budget,
    looked_at: u64,
}

impl Kernel {
    /// The kernel without a limit on the coordinates.
    pub fn new(family: Family, budget: Budget) -> Self {
        Self::to(family, u64::MAX, budget)
    }

    /// The kernel for coordinates up to `most`.
    pub fn within(family: Family, most: u64) -> Self {
        Self::to(family, most, Budget { positions: u64::MAX, options: u64::MAX })
    }

    fn to(family: Family, most: u64, budget: Budget) -> Self {
        Self { family, most, lines: Vec::new(), diagonals: Vec::new(), row: 0, budget, looked_at: 0 }
    }

    /// The next row.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// The P-positions (x, y), `x <= y`, of the next row: x, and all y in increasing order.
    ///
    /// # Errors
    /// When more lines have to be stored than the budget has positions, or more cells examined than it has options.
    pub fn next_row(&mut self) -> Result<(u64, Vec<u64>), Limit> {
        let x = self.row;
        let mut found = Vec::new();
        let mut y = x;
        while let Some(next) = self.next_free(x, y)? {
            self.add(x, next)?;
            found.push(next);
            y = next + 1;
        }
        self.row += 1;
        Ok((x, found))
    }

    /// The first cell of row x from y on that is not barred.
    fn next_free(&mut self, x: u64, y: u64) -> Result<Option<u64>, Limit> {
        let row = self.lines.get(place(x)).copied().unwrap_or(BarredLine::FREE);
        let (start, end) = (y, row.from.min(self.most.saturating_add(1)));
        if start >= end {
            return Ok(None);
        }
        let mut free = start;
        loop {
            let column = first_free(&mut self.lines, x, free);
            free = x.saturating_add(first_free(&mut self.diagonals, x, column - x));
            if free == column {
                break;
            }
        }
        // Cells that were passed over count, so that the limit does not depend on how they are found.
        self.looked_at = self.looked_at.saturating_add(free - start).saturating_add(1);
        if self.looked_at > self.budget.options {
            return Err(Limit::Options(self.budget.options));
        }
        Ok(Some(free).filter(|&y| y < end))
    }

    /// Adds the P-position (x, y), `x <= y`, and updates the lines that it bars.
    fn add(&mut self, x: u64, y: u64) -> Result<(), Limit> {
        let Family { p, q, .. } = self.family;
        let diagonal = self.diagonal(y - x)?;
        diagonal.count += 1;
        let count = diagonal.count;
        if count == p {
            diagonal.bar(x + 1);
        }
        if let Some(least) = self.bars_beside(count, p) {
            self.bar_beside(x, y, least)?;
        }
        let places: &[(u64, u64)] = if x == y { &[(x, y)] } else { &[(x, y), (y, x)] };
        for &(k, place) in places {
            let line = self.line(k)?;
            line.count += 1;
            let count = line.count;
            if count == q {
                line.bar(place + 1);
            }
            if let Some(more) = self.bars_beside(count, q) {
                self.bar_after(k, place, more)?;
            }
        }
        Ok(())
    }

    /// Whether the last of `count` P-positions on a line bars the neighbouring lines, and how much more a move must take for
    /// that. On the line itself `most - 1` P-positions can be blocked.
    ///
    /// With the reading *per line*, neighbouring lines are like the line itself. With the other readings a single P-position bars
    /// them, since only moves (c,c), (d,0) and (0,d) can be blocked. *As written* (sec. 7), these moves can always be blocked, so
    /// a barring move takes at least 1 from each pile, and not the same from both. With *both types*, these moves cannot be
    /// blocked if they reach a neighbouring line, since they are then of the other type too.
    fn bars_beside(&self, count: u64, most: u64) -> Option<u64> {
        match self.family.reading {
            Reading::PerLine => (count == most).then_some(0),
            Reading::AsWritten => (count == 1).then_some(1),
            Reading::BothTypes => (count == 1).then_some(0),
        }
    }

    /// Bars the diagonals next to those of (x, y) and of its mirror, for moves that take at least `least` from each pile.
    fn bar_beside(&mut self, x: u64, y: u64, least: u64) -> Result<(), Limit> {
        let reach = self.family.a - 1;
        let d = y - x;
        for e in d.saturating_sub(reach)..=self.last(d.saturating_add(reach)) {
            if e != d {
                let from = x.max(y.saturating_sub(e)) + least;
                self.diagonal(e)?.bar(from);
            }
        }
        // The mirror has diagonal -d, and is another position unless d = 0.
        if d > 0 && reach >= d {
            for e in 0..=self.last(reach - d) {
                self.diagonal(e)?.bar(y + least);
            }
        }
        Ok(())
    }

    /// Bars the lines after k, for moves that take less than b from one pile and at least `more` more from the other.
    fn bar_after(&mut self, k: u64, place: u64, more: u64) -> Result<(), Limit> {
        let last = self.last(k.saturating_add(self.family.b - 1));
        for (taken, next) in (1..).zip(k.saturating_add(1)..=last) {
            self.line(next)?.bar(place + taken + more);
        }
        Ok(())
    }

    fn last(&self, line: u64) -> u64 {
        line.min(self.most)
    }

    fn line(&mut self, k: u64) -> Result<&mut BarredLine, Limit> {
        grown(&mut self.lines, k, self.budget)
    }

    fn diagonal(&mut self, d: u64) -> Result<&mut BarredLine, Limit> {
        grown(&mut self.diagonals, d, self.budget)
    }
}

/// The first line from k on that does not bar row x. Lines that are not stored bar nothing.
fn first_free(lines: &mut [BarredLine], x: u64, k: u64) -> u64 {
    let first = place(k);
    let mut free = first;
    while let Some(line) = lines.get(free).filter(|line| line.bars(x)) {
        free += line.skip;
    }
    let mut passed = first;
    while passed < free {
        let line = &mut lines[passed];
        passed += std::mem::replace(&mut line.skip, free - passed);
    }
    // A line beyond the list keeps its number.
    if free == first { k } else { wide(free) }
}

/// Line k of `lines`, which is extended as needed.
fn grown(lines: &mut Vec<BarredLine>, k: u64, budget: Budget) -> Result<&mut BarredLine, Limit> {
    if k >= budget.positions {
        return Err(Limit::Positions(budget.positions));
    }
    let k = place(k);
    if k >= lines.len() {
        lines.resize(k + 1, BarredLine::FREE);
    }
    Ok(&mut lines[k])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The slow twin of `next_free`, before its limit: cell by cell.
    fn cell_by_cell(kernel: &Kernel, x: u64, y: u64) -> u64 {
        let bars = |lines: &[BarredLine], k: u64| lines.get(place(k)).is_some_and(|line| line.bars(x));
        // Lines that are not stored bar nothing.
        let last = y + wide(kernel.lines.len() + kernel.diagonals.len());
        let is_free = |&y: &u64| !bars(&kernel.lines, y) && !bars(&kernel.diagonals, y - x);
        (y..=last).find(is_free).unwrap_or(u64::MAX)
    }

    proptest! {
        #[test]
        fn the_first_free_cell_is_found_by_leaving_barred_lines_out(
            (a, b) in (1_u64..9, 1_u64..9),
            (p, q) in (1_u64..7, 1_u64..7),
            reading in prop::sample::select(Reading::ALL.to_vec()),
            most in prop::sample::select(vec![60_u64, 200, u64::MAX]),
        ) {
            let options = 1_u64 << 20;
            let mut kernel = Kernel::to(Family { a, b, p, q, reading }, most, Budget { positions: 4000, options });
            for x in 0..most.min(200) {
                let (mut y, mut looked_at) = (x, kernel.looked_at);
                loop {
                    let row = kernel.lines.get(place(x)).map_or(u64::MAX, |row| row.from);
                    let end = row.min(most.saturating_add(1));
                    let expected = (y < end).then(|| cell_by_cell(&kernel, x, y));
                    looked_at += expected.map_or(0, |free| free - y + 1);
                    let Ok(found) = kernel.next_free(x, y) else {
                        prop_assert!(looked_at > options);
                        return Ok(());
                    };
                    prop_assert_eq!(found, expected.filter(|&free| free < end));
                    prop_assert_eq!(kernel.looked_at, looked_at);
                    let Some(found) = found else { break };
                    if kernel.add(x, found).is_err() {
                        return Ok(());
                    }
                    y = found + 1;
                }
            }
        }
    }
}
