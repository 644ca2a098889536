//! The order in which the cells of a table are filled.

use super::{Arrays, Pulse};
use crate::error::Error;
use crate::ruleset::progressions::{MOST, Order};
use crate::widths::{index, low, place};

/// Receives a cell and its number.
type Visit<'v> = dyn FnMut(&[i64; MOST], &mut Pulse<'_>) -> Result<(), Error> + 'v;

impl Arrays {
    pub(super) fn is_lexicographic(&self) -> bool {
        self.rules.order == Order::Lexicographic
    }

    /// Visits the cells of the box in an order in which options come first.
    pub(super) fn for_each_cell(&self, pulse: &mut Pulse<'_>, visit: &mut Visit<'_>) -> Result<(), Error> {
        match &self.rules.order {
            Order::Lexicographic => self.lexicographic(pulse, visit),
            Order::BySums(sums) => {
                let mut cells: Vec<u32> = Vec::with_capacity(self.length);
                self.lexicographic(pulse, &mut |cell, pulse| {
                    cells.push(low(usize::try_from(self.index(cell)).unwrap_or(0)));
                    pulse.spend(2)
                })?;
                // The last sum first: each pass keeps the order of cells with the same sum.
                for weights in sums.iter().rev() {
                    cells = self.sorted(&cells, weights, pulse)?;
                }
                cells.iter().try_for_each(|&cell| visit(&self.cell(cell), pulse))
            }
        }
    }

    fn lexicographic(&self, pulse: &mut Pulse<'_>, visit: &mut Visit<'_>) -> Result<(), Error> {
        let mut cell = [0_i64; MOST];
        loop {
            visit(&cell, pulse)?;
            let grows = |&axis: &usize| cell[axis].unsigned_abs() < self.largest[axis];
            let Some(axis) = (0..self.rules.numbers).rev().find(grows) else { return Ok(()) };
            cell[axis] += 1;
            cell[axis + 1..].fill(0);
        }
    }

    /// The cell with this index.
    fn cell(&self, index: u32) -> [i64; MOST] {
        let mut rest = i64::from(index);
        let mut cell = [0; MOST];
        for (x, &stride) in cell.iter_mut().zip(&self.strides[..self.rules.numbers]) {
            *x = rest / stride;
            rest %= stride;
        }
        cell
    }

    /// The cells by a weighted sum, by counting.
    fn sorted(&self, cells: &[u32], weights: &[u64], pulse: &mut Pulse<'_>) -> Result<Vec<u32>, Error> {
        let sum = |cell: &[i64; MOST]| {
            weights.iter().zip(cell).map(|(weight, x)| weight * x.unsigned_abs()).sum::<u64>()
        };
        let most: u64 = weights.iter().zip(&self.largest).map(|(weight, x)| weight * x).sum();
        // starts[s] becomes the place of the next cell with sum s.
        let mut starts = vec![0_u32; place(most) + 2];
        for &cell in cells {
            pulse.spend(4)?;
            starts[place(sum(&self.cell(cell))) + 1] += 1;
        }
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        let mut sorted = vec![0; cells.len()];
        for &cell in cells {
            pulse.spend(4)?;
            let start = &mut starts[place(sum(&self.cell(cell)))];
            sorted[index(*start)] = cell;
            *start += 1;
        }
        Ok(sorted)
    }
}
