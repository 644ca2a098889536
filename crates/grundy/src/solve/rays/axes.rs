//! Games in which a move lowers one of several numbers to any lower number that gives a position: Nim, Star Nim, Silver Dollar
//! and Star Silver Dollar with any number of tokens.
//!
//! On each line of a cell one number varies and the others are fixed. Cells are visited in lexicographic order, so on each line
//! the lower ones come first.

use super::lines::{Cells, Job, LineSets, Run, Sets};
use super::simd::{Shared, Simd};
use crate::error::Error;
use crate::widths::{index, wide};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU32;

/// The most numbers. With ten of them, a side of 10 would have 10^10 cells.
pub const MOST_AXES: usize = 8;

/// A box of cells: each number runs from 0 to its largest value.
#[derive(Clone, Debug)]
pub struct Axes {
    largest: Vec<usize>,
}

impl Axes {
    /// The box with these largest numbers, if there are not too many of them.
    pub fn new(largest: &[u64]) -> Option<Self> {
        let largest: Vec<usize> = largest.iter().map(|&x| usize::try_from(x).ok()).collect::<Option<_>>()?;
        (1..=MOST_AXES).contains(&largest.len()).then_some(Self { largest })
    }

    /// An upper bound on the values: the number of options, which is at most the sum of the numbers.
    pub fn bound(&self) -> u64 {
        wide(self.options())
    }

    /// The number of axes.
    pub fn count(&self) -> usize {
        self.largest.len()
    }

    /// The number of cells, including those that are not positions.
    pub fn cells(&self) -> u64 {
        self.largest.iter().fold(1, |cells: u64, &x| cells.saturating_mul(wide(x).saturating_add(1)))
    }

    fn options(&self) -> usize {
        self.largest.iter().fold(0, |sum: usize, &x| sum.saturating_add(x))
    }

    /// For each axis, the number of lines along it. Nothing if that overflows.
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
        let bytes = lines.and_then(|lines| lines.checked_mul(LineSets::bytes_a_line(self.options())?));
        bytes.map_or(u64::MAX, wide)
    }

    /// Visits every cell that is a position, with its value, in lexicographic order.
    ///
    /// # Errors
    /// When `visit` cancels the work.
    ///
    /// # Panics
    /// When the number of lines overflows. Call [`Axes::bytes`] first.
    pub fn for_each(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let counts = self.lines().unwrap_or_else(|| unreachable!("the memory was checked before"));
        let sets = LineSets::new(counts.iter().sum(), self.options());
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
        mut sets: LineSets,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let job = SweepBox::<K> { axes: self, counts, is_position, visit };
        if simd == Simd::Portable { sets.work(job) } else { Shared::new(sets).work_alone(simd, job) }
    }
}

struct SweepBox<'a, const K: usize> {
    axes: &'a Axes,
    counts: &'a [usize],
    is_position: &'a dyn Fn(&[u64]) -> bool,
    visit: &'a mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
}

impl<const K: usize> Job for SweepBox<'_, K> {
    type Done = Result<(), Error>;

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        let last = self.axes.largest[K - 1];
        let mut cell = [0_u64; K];
        loop {
            // Along the last axis, each line but that axis itself is followed by the next one.
            let mut lines = self.lines(&cell);
            for x in 0..=last {
                cell[K - 1] = wide(x);
                if (self.is_position)(&cell) {
                    let value = AtomicU32::new(0);
                    let claimed = sets.claim(lines, Cells::one(&value));
                    assert!(claimed == 1, "a value is at most the number of options");
                    if (self.visit)(&cell, value.into_inner()).is_break() {
                        return Err(Error::Cancelled);
                    }
                }
                lines[..K - 1].iter_mut().for_each(|line| line.first += 1);
            }
            if !self.next(&mut cell) {
                return Ok(());
            }
        }
    }
}

impl<const K: usize> SweepBox<'_, K> {
    /// The lines of a cell whose last coordinate is 0. Along each axis they are numbered by the other coordinates, axis after axis.
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

    /// Advances to the next cell whose last coordinate is 0. Returns false after the last.
    #[inline(always)]
    fn next(&self, cell: &mut [u64; K]) -> bool {
        cell[K - 1] = 0;
        for axis in (0..K - 1).rev() {
            if index_u64(cell[axis]) < self.axes.largest[axis] {
                cell[axis] += 1;
                return true;
            }
            cell[axis] = 0;
        }
        false
    }
}

/// A coordinate as an index. It is at most one of the `largest`, which are indices.
#[inline(always)]
fn index_u64(x: u64) -> usize {
    u32::try_from(x).map_or(usize::MAX, index)
}
