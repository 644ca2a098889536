//! The P-positions of Wythoff's game in which any q-1 options can be blocked, row by row, without passing every cell.
//!
//! (x, y) is a P-position if fewer than q of its options are. The game is symmetric, so rows `x = 0, 1, ..` with `y >= x` suffice: the P-positions of row x left of the
//! diagonal are mirror images of those of column x in lower rows. Let c(y) be the number of P-positions in column y above row x, d(k) that on the diagonal `y - x = k`, and t be q
//! less the P-positions found in row x so far. The next P-position of the row is the first y with `c(y) + d(y-x) < t`, and the row ends when t is 0. Counts do not
//! decrease from row to row.
//!
//! P-positions gather near a few lines through the origin, and between them the sums are large. So counts are kept with the least ones of blocks of 64, 64², .. of them. A block
//! of columns is passed at once if its least count, and the least of the two blocks of diagonals that cover it, sum to t or more. Time grew about linearly with the rows for most q up to 20; nothing
//! proves that.

use crate::error::{Error, Limit};
use crate::table::Progress;
use crate::widths::{place, wide};
use std::ops::ControlFlow;

/// Counts in a block of the next level.
const BLOCK: usize = 64;

/// Rows between progress callbacks.
const WATCHED_ROWS: u64 = 1 << 10;

/// The P-positions of `wythoff@block=q`, row by row.
#[derive(Clone, Debug)]
pub struct BlockedRows {
    q: u8,
    row: u64,
    columns: Counts,
    diagonals: Counts,
    /// Upper limit on the counts of a direction.
    most: usize,
}

impl BlockedRows {
    /// The rows from 0 on. `bytes` limits the memory. Nothing if q is 0 or more than 255.
    ///
    /// ```
    /// use grundy::sequence::BlockedRows;
    /// let mut found = Vec::new();
    /// let mut rows = BlockedRows::new(2, 1 << 20).expect("q is small");
    /// rows.advance(3, |x, y| found.push((x, y)), &mut |_| std::ops::ControlFlow::Continue(()))?;
    /// assert_eq!(found, [(0, 0), (0, 1), (1, 3), (2, 2), (2, 5)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn new(q: u64, bytes: u64) -> Option<Self> {
        let q = u8::try_from(q).ok().filter(|&q| q > 0)?;
        // The counts of two directions, and the levels above them; while they grow, one of them is there twice.
        let most = place(bytes / 4);
        Some(Self { q, row: 0, columns: Counts::new(), diagonals: Counts::new(), most })
    }

    /// The next row.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// Visits the P-positions (x, y), `x <= y`, of the rows before row `end`, by increasing x and then y.
    ///
    /// # Errors
    /// When the counts need more memory than allowed, or `watch` cancels the work.
    pub fn advance(
        &mut self,
        end: u64,
        mut visit: impl FnMut(u64, u64),
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        while self.row < end {
            if self.row.is_multiple_of(WATCHED_ROWS)
                && watch(Progress { done: self.row, total: end }).is_break()
            {
                return Err(Error::Cancelled);
            }
            self.fill(&mut visit)?;
        }
        Ok(())
    }

    fn fill(&mut self, visit: &mut impl FnMut(u64, u64)) -> Result<(), Error> {
        let x = place(self.row);
        self.reach(x)?;
        let mut left = self.q - self.columns.at(x);
        // The options of (x, x) along the row and along the column are as many.
        if left > self.columns.at(x).saturating_add(self.diagonals.at(0)) {
            visit(self.row, self.row);
            self.diagonals.add(0);
            left -= 1;
        }
        let mut y = x + 1;
        while left > 0 {
            self.reach(y)?;
            match self.next(x, y, left) {
                Ok(found) => {
                    visit(self.row, wide(found));
                    self.columns.add(found);
                    self.diagonals.add(found - x);
                    left -= 1;
                    y = found + 1;
                }
                Err(passed) => y = passed,
            }
        }
        self.row += 1;
        Ok(())
    }

    /// The first y from `y` on with `c(y) + d(y-x) < left`, or a larger place to go on from at the end of the counts.
    fn next(&self, x: usize, mut y: usize, left: u8) -> Result<usize, usize> {
        'blocks: while y + BLOCK <= self.columns.len() {
            let mut size = BLOCK;
            let mut passed = 0;
            for (columns, diagonals) in self.columns.levels.iter().zip(&self.diagonals.levels).skip(1) {
                let place = (y - x) / size;
                let (Some(column), Some(one)) = (columns.get(y / size), diagonals.get(place)) else { break };
                let two = diagonals.get(place + 1).copied().unwrap_or(0);
                if !y.is_multiple_of(size) || column.saturating_add(two.min(*one)) < left {
                    break;
                }
                passed = size;
                size *= BLOCK;
            }
            if passed > 0 {
                y += passed;
                continue 'blocks;
            }
            let end = (y / BLOCK + 1) * BLOCK;
            let columns = &self.columns.levels[0][y..end];
            let diagonals = &self.diagonals.levels[0][y - x..end - x];
            // The whole block first, without a branch for each cell.
            let free = |(column, diagonal): (&u8, &u8)| column.saturating_add(*diagonal) < left;
            if columns.iter().zip(diagonals).fold(false, |any, cell| any | free(cell)) {
                let first = columns.iter().zip(diagonals).position(free);
                return first.map(|first| y + first).ok_or(end);
            }
            y = end;
        }
        Err(y)
    }

    /// Extends the counts beyond a column.
    fn reach(&mut self, y: usize) -> Result<(), Error> {
        let needed = y + 2 * BLOCK;
        if needed <= self.columns.len() {
            return Ok(());
        }
        let length = (needed + needed / 2).next_multiple_of(BLOCK);
        if length > self.most {
            let (needed, allowed) = (4 * wide(length), 4 * wide(self.most));
            return Err(Limit::Memory { needed, allowed }.into());
        }
        self.columns.extend(length);
        self.diagonals.extend(length);
        Ok(())
    }
}

/// Counts, and the least ones of blocks.
#[derive(Clone, Debug)]
struct Counts {
    /// The counts, then the least ones of their blocks, and so on.
    levels: Vec<Vec<u8>>,
}

impl Counts {
    fn new() -> Self {
        Self { levels: vec![Vec::new()] }
    }

    fn len(&self) -> usize {
        self.levels[0].len()
    }

    fn at(&self, place: usize) -> u8 {
        self.levels[0][place]
    }

    fn add(&mut self, place: usize) {
        self.levels[0][place] += 1;
        let mut place = place;
        for level in 1..self.levels.len() {
            place /= BLOCK;
            let least = least(&self.levels[level - 1], place);
            if self.levels[level][place] == least {
                break;
            }
            self.levels[level][place] = least;
        }
    }

    /// Appends zeros.
    fn extend(&mut self, length: usize) {
        self.levels.truncate(1);
        self.levels[0].resize(length, 0);
        while let Some(last) = self.levels.last().filter(|last| last.len() > BLOCK) {
            let next = (0..last.len().div_ceil(BLOCK)).map(|block| least(last, block)).collect();
            self.levels.push(next);
        }
    }
}

/// The least count of a block; a block that is cut off counts as one with zeros.
fn least(counts: &[u8], block: usize) -> u8 {
    let end = (block + 1) * BLOCK;
    counts.get(block * BLOCK..end).and_then(|block| block.iter().min()).copied().unwrap_or(0)
}
