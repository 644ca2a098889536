//! The values of the rows in progress, and the bands that are passed to the sink.

use super::layout::Layout;
use super::pages::Zeroed;
use crate::widths::wide;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The mark of a cell that is not a position. No value is as large, since sets have room for fewer values.
pub(super) const NONE: u32 = u32::MAX;

/// A ring of rows: the values of the rows in progress, and of those that are still needed.
///
/// They are atomics because a worker reads what another has written in the band above. The order of tiles orders these accesses,
/// so relaxed ordering is enough.
pub(super) struct Ring {
    pub values: Zeroed<AtomicU32>,
    rows: usize,
    pub stride: usize,
}

impl Ring {
    /// The memory of a ring for this many bands in flight, in bytes.
    pub fn bytes(layout: &Layout, height: usize, in_flight: usize) -> usize {
        Self::rows(layout, height, in_flight)
            .saturating_mul(Self::stride(layout))
            .saturating_mul(size_of::<u32>())
    }

    fn stride(layout: &Layout) -> usize {
        // An odd number of cache lines, so that the rows of a tile do not compete for the same cache sets.
        (layout.region.places().div_ceil(16) | 1) * 16
    }

    /// The rows of the ring. Those of a band are stored one after the other.
    fn rows(layout: &Layout, height: usize, in_flight: usize) -> usize {
        (layout.reach.next_multiple_of(height) + in_flight * height).min(layout.region.rows())
    }

    /// A ring for this many bands of `height` rows in flight.
    pub fn new(layout: &Layout, height: usize, in_flight: usize) -> Self {
        let (rows, stride) = (Self::rows(layout, height, in_flight), Self::stride(layout));
        Self { values: Zeroed::atomics(rows * stride), rows, stride }
    }

    #[inline(always)]
    pub fn row(&self, x: usize) -> usize {
        x % self.rows * self.stride
    }

    /// The number of rows from row x on that are stored one after the other.
    #[inline(always)]
    pub fn rows_from(&self, x: usize) -> usize {
        self.rows - x % self.rows
    }
}

/// A computed band of rows.
pub(super) struct Band<'r> {
    pub ring: &'r Ring,
    pub layout: &'r Layout,
    pub rows: Range<usize>,
}

impl<'r> Band<'r> {
    /// The number of its cells that are positions.
    pub fn cells(&self) -> u64 {
        let holes = self.layout.holes_of(self.rows.clone());
        self.rows.clone().map(|x| self.layout.region.cells_of_row(x)).sum::<u64>() - wide(holes.len())
    }

    /// The rows of the band: x, the first y, and the cells from there on.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &'r [AtomicU32])> {
        let (ring, region) = (self.ring, self.layout.region);
        self.rows.clone().map(move |x| {
            let (y, last, stride) = (region.first(x), *region.row(x).end(), region.stride());
            let cells = &ring.values[ring.row(x) + region.place(x, y)..];
            (x, y, &cells[..(last + stride).saturating_sub(y) / stride])
        })
    }

    /// The values of its cells, row by row.
    pub fn values(&self) -> Vec<u32> {
        self.rows().flat_map(|(_, _, cells)| cells.iter().map(|cell| cell.load(Ordering::Relaxed))).collect()
    }

    /// Stores the values of its cells. Returns the largest one, or nothing if these are not as many as there are cells.
    pub fn fill(&self, values: &[u32]) -> Option<u32> {
        let cells = || self.rows().flat_map(|(_, _, cells)| cells);
        if cells().count() != values.len() {
            return None;
        }
        cells().zip(values).for_each(|(cell, &value)| cell.store(value, Ordering::Relaxed));
        Some(values.iter().copied().filter(|&value| value != NONE).max().unwrap_or(0))
    }

    /// The value of a cell, or nothing if it is in another band or not a position.
    pub fn value(&self, x: usize, y: usize) -> Option<u32> {
        let place = self.ring.row(x) + self.layout.region.place(x, y);
        let value = self.rows.contains(&x).then(|| self.ring.values[place].load(Ordering::Relaxed));
        value.filter(|&value| value != NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Guard, Ray, Rays};
    use crate::solve::rays::layout::Frame;
    use crate::solve::rays::region::Region;

    fn layout(width: u64) -> Layout {
        let ray = |step, width| Ray { step, guard: Guard::ALWAYS, width };
        let rays = vec![ray((1, 0), width), ray((0, 1), 1), ray((1, 2), 1)];
        let rays = Rays::new(rays, vec![(4, 0), (5, 7), (5, 8), (6, 19), (30, 2)]).unwrap();
        let region = Region::Slanted { last: 11, max: 19, slope: 0 };
        Layout::new(&rays, Frame { transposed: false, slope: 0 }, region, false).unwrap()
    }

    /// Rows of a ring are apart, those of a band and the ones above it that are read are different, and the memory is as told.
    #[test]
    fn rows_are_stored_one_after_the_other() {
        for (width, height, in_flight) in [(1, 1, 1), (1, 3, 1), (3, 2, 1), (4, 3, 2), (20, 5, 1), (2, 12, 1)]
        {
            let layout = layout(width);
            let ring = Ring::new(&layout, height, in_flight);
            assert_eq!(ring.values.len() * 4, Ring::bytes(&layout, height, in_flight));
            assert!(
                ring.stride % 32 == 16 && (20..52).contains(&ring.stride),
                "an odd number of cache lines"
            );
            for x in 0..12 {
                let count = ring.rows_from(x);
                assert!(count > 0 && (0..count).all(|i| ring.row(x + i) == ring.row(x) + i * ring.stride));
                assert_eq!(ring.row(x + count), 0);
                let apart = 1..(height * in_flight + layout.reach).min(12);
                assert!(apart.into_iter().all(|i| ring.row(x + i) != ring.row(x)), "{height} by {in_flight}");
            }
        }
    }

    /// Values that are stored are read back, and counted without holes.
    #[test]
    fn bands_are_filled_and_read() {
        let layout = layout(1);
        let ring = Ring::new(&layout, 4, 1);
        for first in [0, 4, 8] {
            let band = Band { ring: &ring, layout: &layout, rows: first..first + 4 };
            assert_eq!(band.cells(), if first == 4 { 76 } else { 80 });
            let values: Vec<u32> = (0..80).map(|i| if i == 79 { NONE } else { 1000 - i }).collect();
            assert_eq!(band.fill(&values), Some(1000));
            assert_eq!(band.values(), values);
            assert_eq!((band.value(first, 3), band.value(first + 3, 19)), (Some(997), None));
            assert_eq!((band.value(first + 4, 3), band.value(first + 11, 3)), (None, None));
            assert_eq!((band.fill(&values[1..]), band.fill(&[])), (None, None));
            assert_eq!(band.fill(&[NONE; 80]), Some(0));
        }
    }
}
