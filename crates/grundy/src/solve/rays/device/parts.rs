//! Parts of tables that are taken from the rows on a GPU, without reading all of them: some cells, the cells of a value, and squares of cells.

use super::super::Field;
use super::super::layout::Layout;
use super::super::region::Region;
use super::super::ring::NONE;
use super::super::run::How;
use super::Want;
use super::sweep::signed;
use crate::device::Device;
use crate::error::Error;
use std::ops::ControlFlow;

/// What stands for a value in a square of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Class {
    /// The value itself.
    Value,
    /// Its residue modulo this number.
    Residue(u32),
    /// Its place in this list, or the length of the list.
    Among(Vec<u32>),
}

/// A table as squares of `factor` by `factor` cells. The least class of its cells stands for a square, or the largest one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The number of cells along a square.
    pub factor: usize,
    /// What stands for a value.
    pub class: Class,
    /// Whether the largest class is wanted.
    pub largest: bool,
}

/// A part of a table, and where it is put.
pub(in super::super) enum Part<'p> {
    /// The values of cells of the region: row and place in the row of each, sorted by rows.
    Cells(&'p [(usize, usize)], &'p mut [Option<u32>]),
    /// The cells of a value: row and place in the row of each, in any order.
    Value(u32, &'p mut Vec<(usize, usize)>),
    /// Squares, so many in a row.
    Squares(&'p Squares, usize, &'p mut Vec<u32>),
}

/// `Band` of `parts.cu`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    pub values: u64,
    pub base: i64,
    pub pitch: i64,
    pub x0: i64,
    pub x1: i64,
    pub max: i64,
    pub slope: i64,
    pub spread: i64,
    pub slant: i64,
    pub shown: i64,
}

impl Band {
    /// A band of a layout, but for its place. If lines are folded, all columns are shown.
    pub fn new(layout: &Layout, pitch: i64) -> Self {
        let (max, slope, spread) = match layout.region {
            Region::Slanted { max, slope, .. } => (signed(max), signed(slope), -1),
            Region::Sharing { spread } => (0, 0, signed(spread)),
        };
        let slant = signed(layout.slope);
        let shown = max - slant * signed(layout.region.rows() - 1);
        Self { values: 0, base: 0, pitch, x0: 0, x1: -1, max, slope, spread, slant, shown }
    }
}

/// Called after each band with the number of cells that are done and that of all.
type Watch<'w> = dyn FnMut(u64, u64) -> ControlFlow<()> + Send + 'w;

impl Field {
    /// The values of some places, see [`Field::place`]; `None` where there is no position. Nothing if the work is done on the processor.
    ///
    /// # Errors
    /// When `watch` cancels the work, a limit is reached, or the GPU fails.
    pub fn pick(
        &self,
        places: &[(usize, usize)],
        how: How,
        watch: &mut Watch<'_>,
    ) -> Option<Result<Vec<Option<u32>>, Error>> {
        let Device::Cuda(_) = how.device else { return None };
        let region = self.layout.region;
        let is_cell = |&(x, y): &(usize, usize)| x < region.rows() && region.row(x).contains(&y);
        let mut wanted: Vec<((usize, usize), usize)> =
            places.iter().copied().zip(0..).filter(|(place, _)| is_cell(place)).collect();
        wanted.sort_unstable();
        let cells: Vec<(usize, usize)> = wanted.iter().map(|&((x, y), _)| (x, region.place(x, y))).collect();
        let mut picked = vec![None; cells.len()];
        let made = self.part(Part::Cells(&cells, &mut picked), how, watch);
        Some(made.map(|()| {
            let mut values = vec![None; places.len()];
            wanted.into_iter().zip(picked).for_each(|((_, at), value)| values[at] = value);
            values
        }))
    }

    /// The cells (a, b) of a value, in any order; the other cells of this value are their [`Field::images`]. Nothing if the work is done on
    /// the processor.
    ///
    /// # Errors
    /// As for [`Field::pick`].
    pub fn find(
        &self,
        value: u32,
        how: How,
        watch: &mut Watch<'_>,
    ) -> Option<Result<Vec<(usize, usize)>, Error>> {
        let Device::Cuda(_) = how.device else { return None };
        let mut found = Vec::new();
        let made = self.part(Part::Value(value, &mut found), how, watch);
        Some(made.map(|()| found.into_iter().filter_map(|(x, place)| self.cell(x, place)).collect()))
    }

    /// The squares of the table, row by row, with `u32::MAX` for those without a position. Nothing if the work is done on the processor, or the
    /// table is not computed by its rows ([`Field::has_rows`]).
    ///
    /// # Errors
    /// As for [`Field::pick`].
    pub fn squares(
        &self,
        squares: &Squares,
        how: How,
        watch: &mut Watch<'_>,
    ) -> Option<Result<Vec<u32>, Error>> {
        let on_device = matches!(how.device, Device::Cuda(_)) && self.has_rows() && squares.factor > 0;
        let width = self.layout.region.rows().max(self.shown + 1).div_ceil(squares.factor.max(1));
        let mut keys = Vec::new();
        on_device.then(|| {
            self.part(Part::Squares(squares, width, &mut keys), how, watch)?;
            if self.is_symmetric() {
                mirror(&mut keys, width);
            }
            Ok(keys)
        })
    }

    fn part(&self, mut part: Part<'_>, how: How, watch: &mut Watch<'_>) -> Result<(), Error> {
        let Device::Cuda(ordinal) = how.device else {
            return Err(Error::Fault("parts are taken from the rows on a GPU".to_owned()));
        };
        let total = self.cells();
        let mut watch = |done: u64| watch(done, total);
        let want = Want::Part(&mut part, &mut watch);
        super::run(&self.layout, self.largest, self.allowed, ordinal, want)
    }

    /// The cell (a, b) at a row and a place in the row of the computation, if it is one of the table.
    fn cell(&self, x: usize, place: usize) -> Option<(usize, usize)> {
        match self.layout.region {
            Region::Sharing { .. } => Some((x - place, place)),
            Region::Slanted { .. } if self.layout.folded => Some((x, place)),
            Region::Slanted { .. } => {
                let b = place - self.frame.slope * x;
                (b <= self.shown).then_some(if self.frame.transposed { (b, x) } else { (x, b) })
            }
        }
    }
}

/// Copies the squares above the diagonal to below it.
fn mirror(keys: &mut [u32], width: usize) {
    for row in 0..width {
        for column in 0..row {
            keys[row * width + column] = keys[column * width + row];
        }
    }
}

/// A value that was read, if it is one.
pub(super) fn known(value: u32) -> Option<u32> {
    Some(value).filter(|&value| value != NONE)
}

impl Squares {
    /// The modulus, if there is one, and the list.
    pub(super) fn told(&self) -> (u32, &[u32]) {
        match &self.class {
            Class::Value => (0, &[]),
            Class::Residue(modulus) => (*modulus, &[]),
            Class::Among(list) => (0, list),
        }
    }

    /// What all squares are at first.
    pub(super) fn at_first(&self) -> u32 {
        if self.largest { 0 } else { NONE }
    }

    /// A square as it is told, from what the kernel has computed: the largest one is counted from 1.
    pub(super) fn key(&self, key: u32) -> u32 {
        if self.largest { key.wrapping_sub(1) } else { key }
    }
}

#[cfg(test)]
mod tests;
