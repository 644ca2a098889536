//! Where the values of cells are put while a table is filled: all of them, or only those that a question needs.

use crate::ruleset::Row;
use crate::solve::rays::{Chunk, Diagonal};
use crate::widths::{place, wide};

/// The mark of a cell that is not a position.
const NONE: u32 = u32::MAX;

/// Receives the values of the cells of a table.
pub(super) trait Sink: Send {
    /// Takes the cells of a chunk of a plane.
    fn take_chunk(&mut self, chunk: &Chunk<'_>);

    /// Takes the cells of a diagonal of a box.
    fn take_diagonal(&mut self, diagonal: &Diagonal<'_>);
}

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

    /// Whether a cell is one of them.
    pub(super) fn has(&self, cell: &[u64]) -> bool {
        cell.len() == self.largest.len() && cell.iter().zip(&self.largest).all(|(x, most)| x <= most)
    }

    fn index(&self, cell: &[u64]) -> usize {
        let axes = cell.iter().zip(&self.largest);
        axes.fold(0, |index, (&x, &most)| index * (place(most) + 1) + place(x))
    }

    /// The size.
    pub(super) fn largest(&self) -> &[u64] {
        &self.largest
    }

    /// The value of a cell.
    pub(super) fn get(&self, cell: &[u64]) -> Option<u64> {
        let value = self.has(cell).then(|| self.values[self.index(cell)]);
        value.filter(|&value| value != NONE).map(u64::from)
    }
}

impl Sink for Grid {
    fn take_chunk(&mut self, chunk: &Chunk<'_>) {
        chunk.for_each(|a, b, value| {
            let index = self.index(&[wide(a), wide(b)]);
            self.values[index] = value;
        });
    }

    fn take_diagonal(&mut self, diagonal: &Diagonal<'_>) {
        // The last number but one is increased, and the last one decreased.
        let (first, step) = (self.index(diagonal.first), self.largest.last().map_or(0, |&x| place(x)));
        let places = self.values[first..].iter_mut().step_by(step.max(1));
        places.zip(diagonal.values()).for_each(|(to, value)| *to = value.unwrap_or(NONE));
    }
}

/// The number of cells up to a largest one.
pub(super) fn cells(largest: &[u64]) -> u64 {
    largest.iter().fold(1, |cells: u64, &most| cells.saturating_mul(most.saturating_add(1)))
}

/// Some cells of a table, and their values.
#[derive(Debug)]
pub(super) struct Wanted {
    cells: Places,
    values: Vec<u32>,
}

/// Where cells are found.
#[derive(Debug)]
enum Places {
    /// Their places in a plane ([`Field::place`](crate::solve::rays::Field::place)).
    Plane(Vec<(usize, usize)>),
    /// Their ranks ([`Axes::rank`](crate::solve::rays::Axes::rank)), the cells themselves and their numbers, by ranks; and how many of them have been found.
    Box { cells: Vec<(Vec<u64>, Row, usize)>, found: usize },
}

impl Wanted {
    pub(super) fn in_plane(places: Vec<(usize, usize)>) -> Self {
        Self { values: vec![NONE; places.len()], cells: Places::Plane(places) }
    }

    /// Cells of a box with their ranks.
    pub(super) fn in_box(cells: impl Iterator<Item = (Vec<u64>, Row)>) -> Self {
        let mut cells: Vec<_> = cells.enumerate().map(|(i, (rank, cell))| (rank, cell, i)).collect();
        cells.sort_unstable();
        Self { values: vec![NONE; cells.len()], cells: Places::Box { cells, found: 0 } }
    }

    /// The values, in the order in which the cells were given.
    pub(super) fn values(&self) -> impl Iterator<Item = Option<u64>> {
        self.values.iter().map(|&value| Some(value).filter(|&value| value != NONE).map(u64::from))
    }
}

impl Sink for Wanted {
    fn take_chunk(&mut self, chunk: &Chunk<'_>) {
        let Places::Plane(places) = &self.cells else { return };
        let rows = chunk.places();
        let here = places.iter().zip(&mut self.values).filter(|(place, _)| rows.contains(&place.0));
        here.for_each(|(&place, to)| *to = chunk.value(place).unwrap_or(NONE));
    }

    fn take_diagonal(&mut self, diagonal: &Diagonal<'_>) {
        let Places::Box { cells, found } = &mut self.cells else { return };
        while let Some((_, cell, number)) = cells.get(*found)
            && let Some(value) = diagonal.value(cell)
        {
            self.values[*number] = value.unwrap_or(NONE);
            *found += 1;
        }
    }
}
