//! Games in a plane: cells (x, y), and through each a row, a column and perhaps a diagonal.
//!
//! # The order
//! On every line the cells are visited in the order in which they are options of one another. Rows of
//! cells are grouped into *bands*, a band is cut into *tiles*, and a tile is swept along its
//! anti-diagonals. Cells of an anti-diagonal have no line in common, so neighbours in this order do not
//! wait for one another. Tile (i, j), band i and block of columns j, is done after (i, j-1) and (i-1, j).
//!
//! # One triangle
//! The games are symmetric, G(x,y) = G(y,x), so only cells with `x <= y` are visited. The row of x left of
//! the diagonal is then the column of x above it: both are *one* line, number x, and a cell touches the
//! lines x and y and the diagonal y - x.
//!
//! # Sharing Nim is such a game
//! For the position (0, a, b) with `2a <= b` put x = a + b, y = 2b - a. Its options inside a pair of piles are the
//! earlier positions with the same x, the same y, or the same y - x = b - 2a, and by the complement symmetry
//! (Ho, Theorem 1) a line is known by that number alone, whichever pair it belongs to. So it is the same layout on every third
//! cell, `x + y = 3b`, within `x <= y <= 2x`, with the diagonals numbered together with the rows.
//!
//! # No two threads on a line
//! Worker A in band i, worker B in a later band: by the order A is at a later block of columns. So for cells (x, y) of A's tile
//! and (x', y') of B's, `x < x' <= y' < y`. A uses the lines x, y and the diagonal y - x, B uses x', y' and the
//! diagonal y' - x'. The four numbers differ, and so do the diagonals, `y - x > y' - x'`. Where diagonals are numbered with the
//! rows (Sharing Nim, `y <= 2x`), `y - x <= x < x' <= y'` and `y' - x' <= y'/2 < y/2 <= x < y`, so a diagonal of one is no
//! line of the other. A worker touches no line that has no cell in its tile.

use super::lines::{Cells, LONGEST_RUN, Run, Sets};
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU32, Ordering};

/// Rows of a band. The more, the less often the columns are fetched from memory; the fewer, the better the lines of a tile
/// fit into the second-level cache.
pub(super) const ROWS: usize = 128;

/// Columns of a tile. A band goes from tile to tile and meets as many new columns and diagonals in each.
pub(super) const COLUMNS: usize = 64;

const _: () = assert!(COLUMNS <= LONGEST_RUN);

/// Which cells there are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Region {
    /// `x <= y <= max`; without the origin if `hole`.
    Triangle { max: usize, hole: bool },
    /// Sharing Nim up to a spread: `x <= y <= 2x`, `x + y <= 3 spread`, `x + y` a multiple of 3.
    Sharing { spread: usize },
}

impl Region {
    pub fn rows(self) -> usize {
        match self {
            Self::Triangle { max, .. } => max + 1,
            Self::Sharing { spread } => 3 * spread / 2 + 1,
        }
    }

    pub fn columns(self) -> usize {
        match self {
            Self::Triangle { max, .. } => max + 1,
            Self::Sharing { spread } => 2 * spread + 1,
        }
    }

    /// How many cells there are.
    pub fn cells(self) -> u64 {
        (0..self.rows()).map(|x| self.cells_of_row(x)).sum()
    }

    fn cells_of_row(self, x: usize) -> u64 {
        let row = self.row(x);
        let (first, stride) = (self.first(x), self.stride());
        u64::try_from((row.end() + stride).saturating_sub(first) / stride).unwrap_or(u64::MAX)
    }

    /// The first y of row x at which there is a cell.
    fn first(self, x: usize) -> usize {
        (x + self.row(x).start()).next_multiple_of(self.stride()) - x
    }

    /// Only cells with `x + y` a multiple of this exist.
    fn stride(self) -> usize {
        match self {
            Self::Triangle { .. } => 1,
            Self::Sharing { .. } => 3,
        }
    }

    /// How many places a row of the ring has.
    fn places(self) -> usize {
        match self {
            Self::Triangle { max, .. } => max + 1,
            Self::Sharing { spread } => spread + 1,
        }
    }

    /// The place of (x, y) in its row of the ring: y, or the third part of `x + y` where it is a multiple of 3, so that the cells of a
    /// row lie side by side.
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
            Self::Triangle { max, .. } => sum.saturating_sub(max)..sum / 2 + 1,
            Self::Sharing { spread } if sum > 3 * spread => 0..0,
            Self::Sharing { .. } => sum.div_ceil(3)..sum / 2 + 1,
        }
    }

    /// First and last y of row x.
    pub fn row(self, x: usize) -> RangeInclusive<usize> {
        match self {
            Self::Triangle { max, hole } => x.max(usize::from(hole))..=max,
            Self::Sharing { spread } => x..=(2 * x).min(3 * spread - x),
        }
    }
}

/// How the cells lie on lines, and which lines a cell looks along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub region: Region,
    /// The number of diagonal 0, if moves go along diagonals.
    pub diagonals: Option<usize>,
    /// Whether the smaller number may be lowered. (In R-Wythoff it may not: a cell marks its column, but does not look along it.)
    pub both: bool,
    /// Moves reach diagonals at a distance less than this...
    pub a: usize,
    /// ...and rows and columns at a distance less than this.
    pub b: usize,
}

impl Layout {
    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.region.columns() + self.diagonals.filter(|&first| first > 0).map_or(0, |_| self.region.columns())
    }

    /// How many rows above a cell its moves may look at apart from lines.
    fn reach(&self) -> usize {
        self.a.max(self.b).min(self.region.rows()) - 1
    }

    pub fn bands(&self) -> usize {
        self.region.rows().div_ceil(ROWS)
    }
}

/// The values of the rows that are being made, and of those that are still looked at: a ring of rows.
///
/// Atomics, because a worker reads what another has written in the band above; who may do so when is settled by
/// the order of tiles, so that relaxed access is enough.
pub(super) struct Ring {
    values: Vec<AtomicU32>,
    rows: usize,
    stride: usize,
}

impl Ring {
    /// The memory of a ring for so many bands in flight.
    pub fn bytes(layout: &Layout, in_flight: usize) -> usize {
        Self::rows(layout, in_flight) * Self::stride(layout) * size_of::<u32>()
    }

    fn stride(layout: &Layout) -> usize {
        // An odd number of cache lines, so that the rows of a tile do not fall onto one another.
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

/// A band of rows that is done.
pub(super) struct Band<'r> {
    pub ring: &'r Ring,
    pub region: Region,
    pub rows: Range<usize>,
}

impl Band<'_> {
    /// How many cells it has.
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

    /// Gives every cell of the band with its value: x, y, value.
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

/// A tile: its rows and columns, ends included.
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

/// Where the sweep of a tile stands: the anti-diagonal and the row on it.
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
        // A row down, and a column to the left where columns are places.
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

/// Moves of `NIM_{a,b}` reach b rows, b columns and 2a-1 diagonals. The cells beside (x, y) that are its options join
/// its lines here, and stay on them for the cells behind it: row x takes in the cells above within b, column y
/// those to the left within b, the diagonal both within a. Every option of (x, y) off its own lines has joined
/// one of them at a cell that is still on the way.
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

/// Sweeps a tile; if the sets turn out to be too narrow says where, and can go on there when they have grown.
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
