//! Where the values of cells are put while a table is filled: all of them, or only those that a question needs.

use crate::ruleset::Row;
use crate::solve::rays::Chunk;
use crate::widths::{place, wide};

/// The mark of a cell that is not a position.
const NONE: u32 = u32::MAX;

/// The values of all cells up to a largest one.
#[derive(Debug)]
pub(super) struct Grid {
    largest: Row,
    values: Vec<u32>,
}

impl Grid {
    /// A grid without values.
    pub(super) fn new(largest: &[u64]) -> Self {
        Self { largest: Row::from_slice(largest), values: vec![NONE; place(cells(largest))] }
    }

    fn has(&self, cell: &[u64]) -> bool {
        cell.len() == self.largest.len() && cell.iter().zip(&self.largest).all(|(x, most)| x <= most)
    }

    fn index(&self, cell: &[u64]) -> usize {
        let axes = cell.iter().zip(&self.largest);
        axes.fold(0, |index, (&x, &most)| index * (place(most) + 1) + place(x))
    }

    fn get(&self, cell: &[u64]) -> Option<u64> {
        let value = self.has(cell).then(|| self.values[self.index(cell)]);
        value.filter(|&value| value != NONE).map(u64::from)
    }

    fn set(&mut self, cell: &[u64], value: u32) {
        let index = self.index(cell);
        self.values[index] = value;
    }
}

/// The number of cells up to a largest one.
pub(super) fn cells(largest: &[u64]) -> u64 {
    largest.iter().fold(1, |cells: u64, &most| cells.saturating_mul(most.saturating_add(1)))
}

/// Some cells of a table, in the order in which it is filled, and their values.
#[derive(Debug)]
pub(super) struct Wanted {
    cells: Vec<Row>,
    values: Vec<u32>,
    /// How many of them have been found.
    found: usize,
}

impl Wanted {
    /// These cells, in any order.
    pub(super) fn new(mut cells: Vec<Row>) -> Self {
        cells.sort_unstable();
        cells.dedup();
        let values = vec![NONE; cells.len()];
        Self { cells, values, found: 0 }
    }

    fn get(&self, cell: &[u64]) -> Option<u64> {
        let at = self.cells.binary_search_by(|other| other[..].cmp(cell)).ok()?;
        Some(self.values[at]).filter(|&value| value != NONE).map(u64::from)
    }
}

/// Receives the values of the cells of a table.
#[derive(Debug)]
pub(super) enum Sink {
    /// All of them.
    All(Grid),
    /// Some of them.
    Some(Wanted),
}

impl Sink {
    /// The value of a cell, if it is one of those received.
    pub(super) fn get(&self, cell: &[u64]) -> Option<u64> {
        match self {
            Self::All(grid) => grid.get(cell),
            Self::Some(wanted) => wanted.get(cell),
        }
    }

    /// The size, if all cells are received.
    pub(super) fn largest(&self) -> Option<&[u64]> {
        match self {
            Self::All(grid) => Some(&grid.largest),
            Self::Some(_) => None,
        }
    }

    /// Whether a cell is among all cells.
    pub(super) fn has(&self, cell: &[u64]) -> bool {
        matches!(self, Self::All(grid) if grid.has(cell))
    }

    /// Takes a cell. Cells come in lexicographic order.
    pub(super) fn take(&mut self, cell: &[u64], value: u32) {
        match self {
            Self::All(grid) => grid.set(cell, value),
            Self::Some(Wanted { cells, values, found }) => {
                if cells.get(*found).is_some_and(|next| next[..] == *cell) {
                    values[*found] = value;
                    *found += 1;
                }
            }
        }
    }

    /// Takes the cells of a chunk. Wanted ones are given by their places ([`Field::place`](crate::solve::rays::Field::place)).
    pub(super) fn take_chunk(&mut self, chunk: &Chunk<'_>) {
        match self {
            Self::All(grid) => chunk.for_each(|a, b, value| grid.set(&key((a, b)), value)),
            Self::Some(Wanted { cells, values, found }) => {
                while let Some(next) = cells.get(*found) {
                    let Some(value) = chunk.value((place(next[0]), place(next[1]))) else { break };
                    values[*found] = value;
                    *found += 1;
                }
            }
        }
    }
}

/// A pair of indices as a cell.
pub(super) fn key((row, column): (usize, usize)) -> [u64; 2] {
    [wide(row), wide(column)]
}
