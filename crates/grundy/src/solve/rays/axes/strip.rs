//! Strips of rows of a plane of a box.

use super::super::lines::{Cells, LONGEST_RUN};
use super::super::ring::NONE;
use crate::error::Error;
use crate::widths::wide;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

/// Rows of a strip. A run along an anti-diagonal has at most as many cells.
pub(super) const STRIP: usize = LONGEST_RUN;

/// Some rows of a plane of a box, and their values.
pub(super) struct Strip<'v> {
    /// The first and the last row.
    pub rows: (usize, usize),
    /// The last column.
    pub last: usize,
    /// Whether only cells are visited whose row is at most their column.
    pub sorted: bool,
    pub values: &'v [AtomicU32],
}

impl<'v> Strip<'v> {
    /// The first column of a row.
    #[inline(always)]
    pub fn first(&self, y: usize) -> usize {
        if self.sorted { y } else { 0 }
    }

    #[inline(always)]
    pub fn place(&self, y: usize, z: usize) -> &'v AtomicU32 {
        &self.values[(y - self.rows.0) * (self.last + 1) + z]
    }

    /// Cells of an anti-diagonal from (y, z) on.
    #[inline(always)]
    pub fn cells(&self, y: usize, z: usize, count: usize) -> Cells<'v> {
        let step = if count > 1 { self.last } else { 0 };
        Cells::new(&self.values[(y - self.rows.0) * (self.last + 1) + z..], step, count)
    }

    /// Marks the cells that are not positions. Returns whether there are any.
    pub fn mark(&self, cell: &mut [u64], is_position: &dyn Fn(&[u64]) -> bool) -> bool {
        let mut has_holes = false;
        let all = self.each(cell, &mut |cell, value| {
            let is_hole = !is_position(cell);
            has_holes |= is_hole;
            value.store(if is_hole { NONE } else { 0 }, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
        has_holes
    }

    /// Gives the positions to `visit`.
    pub fn visit(
        &self,
        cell: &mut [u64],
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let visited = self.each(cell, &mut |cell, value| match value.load(Ordering::Relaxed) {
            NONE => ControlFlow::Continue(()),
            value => visit(cell, value),
        });
        if visited.is_break() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Visits the cells in lexicographic order, with the fixed numbers of `cell`.
    #[inline(always)]
    fn each(
        &self,
        cell: &mut [u64],
        visit: &mut impl FnMut(&[u64], &AtomicU32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let last = cell.len() - 1;
        for y in self.rows.0..=self.rows.1 {
            if last > 0 {
                cell[last - 1] = wide(y);
            }
            for z in self.first(y)..=self.last {
                cell[last] = wide(z);
                visit(cell, self.place(y, z))?;
            }
        }
        ControlFlow::Continue(())
    }
}
