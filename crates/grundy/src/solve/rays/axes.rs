//! Games in which every move lowers one of several numbers, and any lower number that gives a position may be
//! chosen: Nim, Star Nim, Silver Dollar and Star Silver Dollar with any number of tokens.
//!
//! The lines of a cell are those along which one number varies and the others stay. Cells are visited in
//! lexicographic order, so on each line the lower ones come first.

use super::lines::{Cells, Job, Lines, Run, Sets};
use super::simd::{Shared, Simd};
use crate::error::Error;
use crate::widths::index;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU32;

/// More numbers than this are refused; with ten of them a side of 10 has 10^10 cells already.
pub const MOST_AXES: usize = 8;

/// A box of cells: each number runs from 0 to the one given here.
#[derive(Clone, Debug)]
pub struct Axes {
    largest: Vec<usize>,
}

impl Axes {
    /// The box under these numbers, if there are not too many of them.
    pub fn new(largest: &[u64]) -> Option<Self> {
        let largest: Vec<usize> = largest.iter().map(|&x| usize::try_from(x).ok()).collect::<Option<_>>()?;
        (1..=MOST_AXES).contains(&largest.len()).then_some(Self { largest })
    }

    /// The largest value there can be: at most the number of options, which is at most the sum of the numbers.
    pub fn bound(&self) -> u64 {
        u64::try_from(self.options()).unwrap_or(u64::MAX)
    }

    /// How many cells there are, positions or not.
    pub fn cells(&self) -> u64 {
        self.largest.iter().fold(1, |cells: u64, &x| {
            cells.saturating_mul(u64::try_from(x).unwrap_or(u64::MAX).saturating_add(1))
        })
    }

    fn options(&self) -> usize {
        self.largest.iter().fold(0, |sum: usize, &x| sum.saturating_add(x))
    }

    /// For each axis, how many lines run along it; nothing if that cannot be counted.
    fn lines(&self) -> Option<Vec<usize>> {
        let sides = || self.largest.iter().map(|x| x.checked_add(1));
        let along = |axis: usize| {
            sides().enumerate().try_fold(1_usize, |lines, (i, side)| {
                if i == axis { Some(lines) } else { lines.checked_mul(side?) }
            })
        };
        (0..self.largest.len()).map(along).collect()
    }

    /// The memory that the line sets need, in bytes.
    pub fn bytes(&self) -> u64 {
        let lines = self.lines().and_then(|lines| lines.into_iter().try_fold(0_usize, usize::checked_add));
        let bytes = lines.and_then(|lines| lines.checked_mul(Lines::bytes_a_line(self.options())?));
        bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(u64::MAX)
    }

    /// Visits every cell that is a position, with its value, in lexicographic order.
    ///
    /// # Errors
    /// When `visit` stops the work.
    ///
    /// # Panics
    /// When the cells cannot be counted: ask [`Axes::bytes`] first.
    pub fn for_each(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let counts = self.lines().unwrap_or_else(|| unreachable!("the memory has been asked for before"));
        let sets = Lines::new(counts.iter().sum(), self.options());
        match self.largest.len() {
            1 => self.sweep::<1>(simd, &counts, sets, is_position, visit),
            2 => self.sweep::<2>(simd, &counts, sets, is_position, visit),
            3 => self.sweep::<3>(simd, &counts, sets, is_position, visit),
            4 => self.sweep::<4>(simd, &counts, sets, is_position, visit),
            5 => self.sweep::<5>(simd, &counts, sets, is_position, visit),
            6 => self.sweep::<6>(simd, &counts, sets, is_position, visit),
            7 => self.sweep::<7>(simd, &counts, sets, is_position, visit),
            _ => self.sweep::<MOST_AXES>(simd, &counts, sets, is_position, visit),
        }
    }

    fn sweep<const K: usize>(
        &self,
        simd: Simd,
        counts: &[usize],
        mut sets: Lines,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let job = Sweep::<K> { axes: self, counts, is_position, visit };
        if simd == Simd::Portable { sets.work(job) } else { Shared::new(sets).work_alone(simd, job) }
    }
}

struct Sweep<'a, const K: usize> {
    axes: &'a Axes,
    counts: &'a [usize],
    is_position: &'a dyn Fn(&[u64]) -> bool,
    visit: &'a mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
}

impl<const K: usize> Job for Sweep<'_, K> {
    type Done = Result<(), Error>;

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        let mut cell = [0_u64; K];
        loop {
            if (self.is_position)(&cell) {
                let value = AtomicU32::new(0);
                let claimed = sets.claim(self.lines(&cell), Cells::one(&value));
                assert!(claimed == 1, "a value is at most the number of options");
                if (self.visit)(&cell, value.into_inner()).is_break() {
                    return Err(Error::Cancelled);
                }
            }
            if !self.next(&mut cell) {
                return Ok(());
            }
        }
    }
}

impl<const K: usize> Sweep<'_, K> {
    /// The lines of a cell: along each axis numbered by the other coordinates, axis after axis.
    #[inline(always)]
    fn lines(&self, cell: &[u64; K]) -> [Run; K] {
        let mut lines = [Run { first: 0, step: 0 }; K];
        let mut before = 0;
        for (axis, (line, &count)) in lines.iter_mut().zip(self.counts).enumerate() {
            let mut number = 0;
            for (other, (&x, &largest)) in cell.iter().zip(&self.axes.largest).enumerate() {
                if other != axis {
                    number = number * (largest + 1) + index_u64(x);
                }
            }
            line.first = before + number;
            before += count;
        }
        lines
    }

    /// Goes to the next cell, if there is one.
    #[inline(always)]
    fn next(&self, cell: &mut [u64; K]) -> bool {
        for axis in (0..K).rev() {
            if index_u64(cell[axis]) < self.axes.largest[axis] {
                cell[axis] += 1;
                return true;
            }
            cell[axis] = 0;
        }
        false
    }
}

/// A coordinate as an index; it is at most one of the `largest`, which are indices.
#[inline(always)]
fn index_u64(x: u64) -> usize {
    u32::try_from(x).map_or(usize::MAX, index)
}
