//! The cells that the engine visits, in its own coordinates.

use crate::widths::wide;
use std::ops::{Range, RangeInclusive};

/// A set of cells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Region {
    /// `slope * x <= y <= max` and `x <= last`, where `slope * last <= max`: a rectangle, a triangle or a trapezoid. No step lowers
    /// `y - slope * x` below 0 and stays in the game, so options of cells of the region are in it.
    Slanted { last: usize, max: usize, slope: usize },
    /// Sharing Nim up to a spread: `x <= y <= 2x`, `x + y <= 3 spread`, `x + y` a multiple of 3.
    Sharing { spread: usize },
}

impl Region {
    pub fn rows(self) -> usize {
        match self {
            Self::Slanted { last, .. } => last + 1,
            Self::Sharing { spread } => 3 * spread / 2 + 1,
        }
    }

    pub fn columns(self) -> usize {
        match self {
            Self::Slanted { max, .. } => max + 1,
            Self::Sharing { spread } => 2 * spread + 1,
        }
    }

    /// The number of cells.
    pub fn cells(self) -> u64 {
        match self {
            Self::Slanted { last, max, slope } => {
                // Row x has max + 1 - slope * x cells.
                let (rows, last) = (wide(last) + 1, wide(last));
                rows.saturating_mul(wide(max) + 1) - wide(slope).saturating_mul(last.saturating_mul(rows) / 2)
            }
            Self::Sharing { spread } => {
                // For each sum 3t there are floor(t/2) + 1 cells.
                let spread = wide(spread);
                (spread.saturating_mul(spread) / 4).saturating_add(spread).saturating_add(1)
            }
        }
    }

    pub fn cells_of_row(self, x: usize) -> u64 {
        let row = self.row(x);
        let (first, stride) = (self.first(x), self.stride());
        wide((row.end() + stride).saturating_sub(first) / stride)
    }

    /// The y of the first cell of row x.
    pub fn first(self, x: usize) -> usize {
        (x + self.row(x).start()).next_multiple_of(self.stride()) - x
    }

    /// The cells are those with `x + y` a multiple of this.
    #[inline(always)]
    pub fn stride(self) -> usize {
        match self {
            Self::Slanted { .. } => 1,
            Self::Sharing { .. } => 3,
        }
    }

    /// The number of places of a row of the ring.
    pub fn places(self) -> usize {
        match self {
            Self::Slanted { max, .. } => max + 1,
            Self::Sharing { spread } => spread + 1,
        }
    }

    /// The place of (x, y) in its row of the ring: y, or in Sharing Nim `(x + y) / 3`, so that the cells of a row are adjacent.
    #[inline(always)]
    pub fn place(self, x: usize, y: usize) -> usize {
        match self {
            Self::Slanted { .. } => y,
            Self::Sharing { .. } => (x + y) / 3,
        }
    }

    /// The x of the cells with `x + y = sum`.
    #[inline(always)]
    pub fn anti_diagonal(self, sum: usize) -> Range<usize> {
        match self {
            Self::Slanted { last, max, slope } => {
                // The usual slopes need no division.
                let lowest = match slope {
                    0 => sum,
                    1 => sum / 2,
                    slope => sum / (slope + 1),
                };
                sum.saturating_sub(max)..last.min(lowest) + 1
            }
            Self::Sharing { spread } if sum > 3 * spread => 0..0,
            Self::Sharing { .. } => sum.div_ceil(3)..sum / 2 + 1,
        }
    }

    /// First and last y of row x.
    pub fn row(self, x: usize) -> RangeInclusive<usize> {
        match self {
            Self::Slanted { max, slope, .. } => slope * x..=max,
            Self::Sharing { spread } => x..=(2 * x).min(3 * spread - x),
        }
    }

    /// Points whose convex hull contains all cells.
    pub fn corners(self) -> [(usize, usize); 4] {
        match self {
            Self::Slanted { last, max, slope } => [(0, 0), (0, max), (last, max), (last, slope * last)],
            Self::Sharing { .. } => {
                let (rows, columns) = (self.rows() - 1, self.columns() - 1);
                [(0, 0), (0, columns), (rows, columns), (rows, 0)]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_of_the_rows() {
        for spread in 0..60 {
            let region = Region::Sharing { spread };
            let rows = (0..region.rows()).map(|x| region.cells_of_row(x)).sum::<u64>();
            assert_eq!(region.cells(), rows, "spread {spread}");
        }
        for (last, slope, more) in
            [(0, 0, 0), (0, 3, 5), (4, 0, 3), (5, 1, 0), (6, 1, 9), (7, 2, 4), (12, 3, 0)]
        {
            let region = Region::Slanted { last, max: slope * last + more, slope };
            let rows = (0..=last).map(|x| region.cells_of_row(x)).sum::<u64>();
            assert_eq!(region.cells(), rows, "{region:?}");
            assert_eq!(wide((0..=last).map(|x| region.row(x).count()).sum()), rows, "{region:?}");
        }
    }

    /// The corners are as far apart as the cells.
    #[test]
    fn corners_bound_the_cells() {
        for spread in 0..20 {
            let region = Region::Sharing { spread };
            let cells = (0..region.rows()).flat_map(|x| region.row(x).map(move |y| (x, y)));
            let cells: Vec<_> = cells.filter(|(x, y)| (x + y) % 3 == 0).collect();
            let most = |of: &[(usize, usize)]| (of.iter().map(|c| c.0).max(), of.iter().map(|c| c.1).max());
            assert_eq!(most(&region.corners()), most(&cells), "spread {spread}");
        }
    }
}
