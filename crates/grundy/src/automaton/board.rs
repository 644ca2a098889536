//! The small values of a queen on a board with holes, ends or blocking, row by row. Used to guess automata; nothing is proved here.

use crate::widths::wide;

/// The positions (x, y), x <= y, of the first values in the rows so far. The board is symmetric.
pub struct Board {
    /// For each value and each y, the x.
    pub found: Vec<Vec<Vec<u64>>>,
    /// For each value, the positions on each diagonal, and the first diagonal without one.
    diagonals: Vec<(Vec<usize>, usize)>,
    /// For each value, the positions of the present row.
    row: Vec<Vec<usize>>,
}

impl Board {
    /// An empty board.
    pub fn new(largest: usize, columns: usize) -> Self {
        Self {
            found: vec![vec![Vec::new(); columns]; largest + 1],
            diagonals: vec![(vec![0; columns], 0); largest + 1],
            row: vec![Vec::new(); largest + 1],
        }
    }

    fn columns(&self) -> usize {
        self.found[0].len()
    }

    /// Makes (x, y) a position of a value.
    pub fn put(&mut self, value: usize, x: usize, y: usize) {
        self.found[value][y].push(wide(x));
        self.row[value].push(y);
        let (counts, first) = &mut self.diagonals[value];
        counts[y - x] += 1;
        while counts.get(*first).is_some_and(|&count| count > 0) {
            *first += 1;
        }
    }

    /// Fills row x from column `from` on, for options that cannot be blocked: of each value, the first place without an option of it.
    pub fn first_of_row(&mut self, x: usize, from: usize, is_hole: impl Fn(usize) -> bool) {
        for value in 0..self.found.len() {
            // A position of this row before `from`, or of this column above the diagonal, is an option of the others.
            if self.row[value].is_empty() && self.found[value][x].is_empty() {
                let first = from.max(x + self.diagonals[value].1);
                let fits = |&y: &usize| {
                    self.found[value][y].is_empty()
                        && self.diagonals[value].0[y - x] == 0
                        && !self.row[..value].iter().any(|smaller| smaller.contains(&y))
                        && !is_hole(y)
                };
                if let Some(y) = (first..self.columns()).find(fits) {
                    self.put(value, x, y);
                }
            }
        }
        self.row.iter_mut().for_each(Vec::clear);
    }

    /// The same if all but `block` options can be blocked: every place with fewer options of the value.
    pub fn all_of_row(&mut self, x: usize, from: usize, block: usize, is_hole: impl Fn(usize) -> bool) {
        for y in (from..self.columns()).filter(|&y| !is_hole(y)) {
            let options = |value: usize| {
                let row = self.found[value][x].iter().filter(|&&other| other < wide(x)).count();
                let diagonal = self.diagonals[value].0[y - x];
                row + self.row[value].len() + self.found[value][y].len() + diagonal
            };
            if let Some(value) = (0..self.found.len()).find(|&value| options(value) < block) {
                self.put(value, x, y);
            }
        }
        self.row.iter_mut().for_each(Vec::clear);
    }
}
