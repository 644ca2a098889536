//! Games in a plane: each cell (x, y) lies on a row, a column and possibly a diagonal.
//!
//! # The order
//! On every line, options are visited before the cells that they are options of. Rows of cells are grouped into *bands*, a band
//! is divided into *tiles*, and a tile is swept along its anti-diagonals. Cells of an anti-diagonal have no line in common, so
//! they do not depend on each other. Tile (i, j), in band i and block of columns j, is done after (i, j-1) and (i-1, j).
//!
//! # One triangle
//! The games are symmetric, G(x,y) = G(y,x), so only cells with `x <= y` are visited. Then the row of x left of the diagonal is
//! the mirror of the column of x above it. Both are one line, number x, and a cell lies on the lines x and y and the diagonal
//! y - x.
//!
//! # Sharing Nim
//! For the position (0, a, b) with `2a <= b` let x = a + b and y = 2b - a. Its options by moves between two piles are the earlier
//! positions with the same x, the same y, or the same y - x = b - 2a. By the complement symmetry (Ho, Theorem 1) this number
//! alone identifies a line, whichever pair of piles it belongs to. So the layout is the same, on every third cell, `x + y = 3b`,
//! with `x <= y <= 2x`, and diagonals share their numbers with the rows.
//!
//! # No two threads on a line
//! Let worker A be in band i and worker B in a later band. By the order of tiles A is in a later block of columns. So for cells
//! (x, y) of A's tile and (x', y') of B's tile, `x < x' <= y' < y`. A uses the lines x, y and the diagonal y - x, and B uses x',
//! y' and the diagonal y' - x'. The four numbers differ, and so do the diagonals, since `y - x > y' - x'`. If diagonals share
//! their numbers with the rows (Sharing Nim, `y <= 2x`), then `y - x <= x < x' <= y'` and `y' - x' <= y'/2 < y/2 <= x < y`, so no
//! diagonal of one is a line of the other. A worker uses only lines with a cell in its tile.

use super::lines::{Cells, LONGEST_RUN, Run, Sets};
use crate::widths::wide;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU32, Ordering};

/// Rows per band. With more, columns are fetched from memory less often. With fewer, the lines of a tile fit better into the
/// second-level cache.
pub(super) const ROWS: usize = 128;

/// Columns per tile. Each tile of a band has as many new columns and new diagonals.
pub(super) const COLUMNS: usize = 64;

const _: () = assert!(COLUMNS <= LONGEST_RUN);

/// A set of cells.
#[derive(Clone, Copy, Debug)]
pub(super) enum Region {
    /// `x <= y <= max` and `x <= last`; without the origin if `hole`. Cells depend only on cells with a smaller x or y, so a value
    /// needs no other rows than those up to its smaller number.
    Triangle { max: usize, last: usize, hole: bool },
    /// Sharing Nim up to a spread: `x <= y <= 2x`, `x + y <= 3 spread`, `x + y` a multiple of 3.
    Sharing { spread: usize },
}

impl Region {
    pub fn rows(self) -> usize {
        match self {
            Self::Triangle { last, .. } => last + 1,
            Self::Sharing { spread } => 3 * spread / 2 + 1,
        }
    }

    pub fn columns(self) -> usize {
        match self {
            Self::Triangle { max, .. } => max + 1,
            Self::Sharing { spread } => 2 * spread + 1,
        }
    }

    /// The number of cells.
    pub fn cells(self) -> u64 {
        (0..self.rows()).map(|x| self.cells_of_row(x)).sum()
    }

    fn cells_of_row(self, x: usize) -> u64 {
        let row = self.row(x);
        let (first, stride) = (self.first(x), self.stride());
        wide((row.end() + stride).saturating_sub(first) / stride)
    }

    /// The y of the first cell of row x.
    fn first(self, x: usize) -> usize {
        (x + self.row(x).start()).next_multiple_of(self.stride()) - x
    }

    /// The cells are those with `x + y` a multiple of this.
    fn stride(self) -> usize {
        match self {
            Self::Triangle { .. } => 1,
            Self::Sharing { .. } => 3,
        }
    }

    /// The number of places of a row of the ring.
    fn places(self) -> usize {
        match self {
            Self::Triangle { max, .. } => max + 1,
            Self::Sharing { spread } => spread + 1,
        }
    }

    /// The place of (x, y) in its row of the ring: y, or in Sharing Nim `(x + y) / 3`, so that the cells of a row are adjacent.
    fn place(self, x: usize, y: usize) -> usize {
        match self {
            Self::Triangle { .. } => y,
            Self::Sharing { .. } => (x + y) / 3,
        }
    }

    /// The x of the cells with `x + y = sum`.
    fn anti_diagonal(self, sum: usize) -> Range<usize> {
        match self {
            Self::Triangle { hole: true, .. } if sum == 0 => 0..0,
            Self::Triangle { max, last, .. } => sum.saturating_sub(max)..last.min(sum / 2) + 1,
            Self::Sharing { spread } if sum > 3 * spread => 0..0,
            Self::Sharing { .. } => sum.div_ceil(3)..sum / 2 + 1,
        }
    }

    /// First and last y of row x.
    pub fn row(self, x: usize) -> RangeInclusive<usize> {
        match self {
            Self::Triangle { max, hole, .. } => x.max(usize::from(hole))..=max,
            Self::Sharing { spread } => x..=(2 * x).min(3 * spread - x),
        }
    }
}

/// The lines of the cells, and the lines along which a cell has options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub region: Region,
    /// The number of diagonal 0, if moves go along diagonals.
    pub diagonals: Option<usize>,
    /// Whether the smaller number may be lowered. (In R-Wythoff it may not: a cell adds its value to its column, but has no
    /// options there.)
    pub both: bool,
    /// Moves reach diagonals at a distance less than this.
    pub a: usize,
    /// Moves reach rows and columns at a distance less than this.
    pub b: usize,
}

impl Layout {
    /// The number of lines.
    pub fn lines(&self) -> usize {
        self.region.columns() + self.diagonals.filter(|&first| first > 0).map_or(0, |_| self.region.columns())
    }

    /// The number of rows above a cell, and of columns to its left, that are read apart from its lines.
    fn reach(&self) -> usize {
        self.a.max(self.b).min(self.region.columns()) - 1
    }

    pub fn bands(&self) -> usize {
        self.region.rows().div_ceil(ROWS)
    }
}

/// A ring of rows: the values of the rows in progress, and of those that are still needed.
///
/// They are atomics because a worker reads what another has written in the band above. The order of tiles orders these accesses,
/// so relaxed ordering is enough.
pub(super) struct Ring {
    values: Vec<AtomicU32>,
    rows: usize,
    stride: usize,
}

impl Ring {
    /// The memory of a ring for this many bands in flight, in bytes.
    pub fn bytes(layout: &Layout, in_flight: usize) -> usize {
        Self::rows(layout, in_flight) * Self::stride(layout) * size_of::<u32>()
    }

    fn stride(layout: &Layout) -> usize {
        // An odd number of cache lines, so that the rows of a tile do not compete for the same cache sets.
        (layout.region.places().div_ceil(16) | 1) * 16
    }

    fn rows(layout: &Layout, in_flight: usize) -> usize {
        layout.reach().next_multiple_of(ROWS) + in_flight * ROWS
    }

    pub fn new(layout: &Layout, in_flight: usize) -> Self {
        let (rows, stride) = (Self::rows(layout, in_flight), Self::stride(layout));
        Self { values: (0..rows * stride).map(|_| AtomicU32::new(0)).collect(), rows, stride }
    }

    fn row(&self, x: usize) -> usize {
        x % self.rows * self.stride
    }

    /// The value of (x, y) in either order.
    fn get(&self, x: usize, y: usize) -> u32 {
        self.values[self.row(x.min(y)) + x.max(y)].load(Ordering::Relaxed)
    }
}

/// A computed band of rows.
pub(super) struct Band<'r> {
    pub ring: &'r Ring,
    pub region: Region,
    pub rows: Range<usize>,
}

impl Band<'_> {
    /// The number of its cells.
    pub fn cells(&self) -> u64 {
        self.rows.clone().map(|x| self.region.cells_of_row(x)).sum()
    }

    /// The rows of the band: x, the first y, and the cells from there on.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &[AtomicU32])> {
        self.rows.clone().map(|x| {
            let (y, last, stride) = (self.region.first(x), *self.region.row(x).end(), self.region.stride());
            let cells = &self.ring.values[self.ring.row(x) + self.region.place(x, y)..];
            (x, y, &cells[..(last + stride).saturating_sub(y) / stride])
        })
    }

    /// The value of a cell, or nothing if it is in another band.
    pub fn value(&self, x: usize, y: usize) -> Option<u32> {
        let place = self.ring.row(x) + self.region.place(x, y);
        self.rows.contains(&x).then(|| self.ring.values[place].load(Ordering::Relaxed))
    }

    /// Visits every cell of the band: x, y, value.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, u32)) {
        for (x, mut y, cells) in self.rows() {
            for cell in cells {
                visit(x, y, cell.load(Ordering::Relaxed));
                y += self.region.stride();
            }
        }
    }
}

/// The rows and columns of a tile, ends included.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    x: (usize, usize),
    y: (usize, usize),
}

impl Tile {
    /// The tile of a band and a block of columns.
    pub fn new(layout: &Layout, band: usize, block: usize) -> Self {
        let side =
            |from: usize, length: usize, end: usize| (from * length, (from * length + length).min(end) - 1);
        Self { x: side(band, ROWS, layout.region.rows()), y: side(block, COLUMNS, layout.region.columns()) }
    }
}

/// The next cell in the sweep of a tile: its anti-diagonal and row.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    sum: usize,
    x: usize,
}

/// Sweeps a tile of a game with or without diagonals, and with or without moves that lower the smaller number.
#[inline(always)]
fn sweep<S: Sets, const DIAGONAL: bool, const BOTH: bool>(
    sets: &mut S,
    layout: &Layout,
    ring: &Ring,
    tile: Tile,
    from: Option<Cursor>,
) -> Result<(), Cursor> {
    let Tile { x: (x0, x1), y: (y0, y1) } = tile;
    let region = layout.region;
    let stride = region.stride();
    let mut sum = from.map_or((x0 + y0).next_multiple_of(stride), |cursor| cursor.sum);
    while sum <= x1 + y1 {
        let run = region.anti_diagonal(sum);
        let mut low = x0.max(sum.saturating_sub(y1)).max(run.start);
        let end = (x1.min(sum - y0) + 1).min(run.end);
        if let Some(cursor) = from.filter(|cursor| cursor.sum == sum) {
            low = cursor.x;
        }
        if low >= end {
            sum += stride;
            continue;
        }
        if layout.reach() > 0 {
            (low..end).for_each(|x| feed(sets, layout, ring, x, sum - x));
        }
        // One row down, and one column to the left if places are columns.
        let step = ring.stride - usize::from(stride == 1);
        let places = &ring.values[ring.row(low) + region.place(low, sum - low)..];
        let cells = Cells::new(places, step, end - low);
        let row = Run { first: low, step: 1 };
        let column = Run { first: sum - low, step: -1 };
        let diagonal = Run { first: (layout.diagonals.unwrap_or(0) + sum).wrapping_sub(2 * low), step: -2 };
        let claimed = match (DIAGONAL, BOTH) {
            (true, true) => sets.claim([row, column, diagonal], cells),
            (true, false) => sets.claim([row, diagonal], cells),
            (false, _) => sets.claim([row, column], cells),
        };
        if !BOTH {
            for i in 0..claimed {
                sets.insert(column.line(i), cells.place(i).load(Ordering::Relaxed));
            }
        }
        if claimed < end - low {
            return Err(Cursor { sum, x: low + claimed });
        }
        sum += stride;
    }
    Ok(())
}

/// Moves of `NIM_{a,b}` reach b rows, b columns and 2a-1 diagonals. This adds the values of neighbouring cells that are options
/// of (x, y) to its lines, where later cells find them: the cells above within b to row x, those to the left within b to column
/// y, and both within a to the diagonal. Every option of (x, y) off its own lines has been added to one of them at (x, y) or at a
/// cell before it on that line.
#[inline(always)]
fn feed<S: Sets>(sets: &mut S, layout: &Layout, ring: &Ring, x: usize, y: usize) {
    let diagonal = layout.diagonals.map(|first| first + (y - x));
    for e in 1..=layout.reach() {
        if e <= x {
            let above = ring.get(x - e, y);
            if e < layout.b {
                sets.insert(x, above);
            }
            if let Some(diagonal) = diagonal.filter(|_| e < layout.a) {
                sets.insert(diagonal, above);
            }
        }
        if e <= y {
            let left = ring.get(x, y - e);
            if e < layout.b {
                sets.insert(y, left);
            }
            if let Some(diagonal) = diagonal.filter(|_| e < layout.a) {
                sets.insert(diagonal, left);
            }
        }
    }
}

/// Sweeps a tile from a cursor on. If the sets are too narrow, returns the cursor from which to continue after they have grown.
#[inline(always)]
pub(super) fn sweep_tile<S: Sets>(
    sets: &mut S,
    layout: &Layout,
    ring: &Ring,
    tile: Tile,
    from: Option<Cursor>,
) -> Result<(), Cursor> {
    match (layout.diagonals.is_some(), layout.both) {
        (true, true) => sweep::<S, true, true>(sets, layout, ring, tile, from),
        (true, false) => sweep::<S, true, false>(sets, layout, ring, tile, from),
        (false, _) => sweep::<S, false, true>(sets, layout, ring, tile, from),
    }
}
