//! The ray engine computes dense tables of values.
//!
//! In these games the options of a position are *prefixes of lines*: the points of a line that come before it in an order along
//! that line. So the engine keeps one set of values for each line. The value of a cell is the first gap in the union of the sets
//! of its lines, and is then added to each of them.
//!
//! - `lines`: the sets, `narrow` or `wide`, and the portable search of their union
//! - `simd`: the same search with AVX2 and AVX-512, chosen at run time
//! - `plane`: cells, rows, columns and diagonals, and the order in which cells are visited
//! - `run`: bands of tiles, on one or several threads
//! - `axes`: games of several numbers in which a move lowers one of them
//! - `fan`: games of two numbers with any few directions, without symmetry
//!
//! The public types are [`Field`], [`Axes`] and [`Fan`].

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for each set of instructions")]

mod axes;
mod fan;
mod lines;
mod narrow;
mod plane;
mod run;
mod simd;
mod wide;

pub use axes::{Axes, MOST_AXES};
pub use fan::Fan;
pub use run::{How, set_threads, threads};
pub use simd::Simd;

use crate::error::{Deadline, Error};
use crate::geometry::{Geometry, Symmetric};
use crate::widths::wide;
use lines::LineSets;
use plane::{Band, Layout, Region, Ring};
use run::Allowed;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

/// The two-coordinate table of a game with rays, for coordinates up to a number.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    layout: Layout,
    /// The largest value for which the line sets have room at first.
    largest: usize,
    /// Whether this is a proved upper bound on the values.
    bounded: bool,
    allowed: Allowed,
}

/// A part of the computed cells.
pub struct Chunk<'b> {
    band: &'b Band<'b>,
    /// The number of cells done so far, including these.
    pub done: u64,
    /// The number of all cells.
    pub total: u64,
}

impl Field {
    /// The field of a geometry. Nothing if it is neither symmetric nor that of Sharing Nim, or too large.
    pub fn of(geometry: &Geometry, max: u64) -> Option<Self> {
        match geometry {
            Geometry::Rays(rays) => Self::new(rays.symmetric()?, max),
            Geometry::Sharing => Self::sharing(max),
            Geometry::Lowering(_) => None,
        }
    }

    /// The field of a symmetric game. Nothing if it is too large.
    pub fn new(shape: Symmetric, max: u64) -> Option<Self> {
        Self::rectangle(shape, max, max)
    }

    /// The field of a symmetric game as far as the value of (`last`, `max`) needs it: the cells whose smaller number is at most `last`
    /// and whose larger number is at most `max`. Nothing if it is too large, or `last` is more than `max`.
    pub fn rectangle(Symmetric { hole, both, a, b }: Symmetric, last: u64, max: u64) -> Option<Self> {
        let (last, max) = (countable(last).filter(|_| last <= max)?, countable(max)?);
        let region = Region::Triangle { max, last, hole };
        let reach = |distance: u64| usize::try_from(distance).map_or(max + 1, |d| d.min(max + 1));
        let diagonals = (a > 0).then_some(max + 1);
        let layout = Layout { region, diagonals, both, a: reach(a).max(1), b: reach(b) };
        // Without diagonals, and where only the larger number is lowered, there are at most x + y
        // options. In Wythoff's game values are at most x + y as well (Dress, Flammenkamp & Pink 1999).
        // In NIM_(a,b) values may be larger, and the sets grow when needed.
        let allowed = Allowed::ANYTHING;
        Some(Self { layout, largest: last + max, bounded: a <= 1 && b == 1, allowed })
    }

    /// The field of Sharing Nim with three piles 0, a, b. Nothing if it is too large.
    pub fn sharing(max: u64) -> Option<Self> {
        let max = countable(max)?;
        let region = Region::Sharing { spread: max };
        let layout = Layout { region, diagonals: Some(0), both: true, a: 1, b: 1 };
        // A value is at most the number of options, which is at most a/2 + b/2 + (b-a)/2 for the three pairs of piles.
        Some(Self { layout, largest: max, bounded: true, allowed: Allowed::ANYTHING })
    }

    /// The same with limits on the work: a deadline, and an upper limit on the memory of the line sets, in bytes.
    #[must_use]
    pub fn within(self, until: Deadline, memory: u64) -> Self {
        Self { allowed: Allowed { until, memory }, ..self }
    }

    /// Where the value of (a, b) is found: the row of the computation, and the place in it. See [`Chunk::value`]. The value is the
    /// same for all [`Field::images`] of a cell.
    pub fn place(&self, a: usize, b: usize) -> (usize, usize) {
        let (a, b) = (a.min(b), a.max(b));
        if self.is_sharing() {
            let a = a.min(b - a);
            return (a + b, 2 * b - a);
        }
        (a, b)
    }

    /// Whether this is the field of Sharing Nim.
    pub fn is_sharing(&self) -> bool {
        matches!(self.layout.region, Region::Sharing { .. })
    }

    /// All cells (a, b) of a table that have the same value as the given one by the symmetries of the game. A cell on an axis of
    /// symmetry occurs more than once.
    pub fn images(&self, a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        // G(0,a,b) = G(0,b-a,b): Ho, Theorem 1.
        let complement = self.is_sharing().then(|| b - a);
        std::iter::once(a).chain(complement).flat_map(move |a| [(a, b), (b, a)])
    }

    /// A proved upper bound on the values, if there is one.
    pub fn bound(&self) -> Option<u64> {
        self.bounded.then(|| wide(self.largest))
    }

    /// The memory needed to compute the cells, in bytes, without storing them.
    pub fn bytes(&self, how: How) -> u64 {
        let lines =
            LineSets::bytes_a_line(self.largest).and_then(|line| line.checked_mul(self.layout.lines()));
        let ring = Ring::bytes(&self.layout, run::in_flight(how));
        lines.and_then(|lines| lines.checked_add(ring)).map_or(u64::MAX, wide)
    }

    /// The number of cells.
    pub fn cells(&self) -> u64 {
        self.layout.region.cells()
    }

    /// Computes all cells and passes them to `sink`, chunk by chunk, always in the same order.
    ///
    /// # Errors
    /// When `sink` cancels the work, or a limit of [`Field::within`] is reached.
    pub fn for_each(
        &self,
        how: How,
        sink: &mut (dyn FnMut(&Chunk<'_>) -> ControlFlow<()> + Send),
    ) -> Result<(), Error> {
        let total = self.cells();
        let mut done = 0;
        run::run(&self.layout, self.largest, how, self.allowed, &mut |band| {
            done += band.cells();
            sink(&Chunk { band, done, total })
        })
    }
}

/// A part of a row of the table, from its diagonal on.
#[derive(Clone, Copy)]
pub struct Row<'b> {
    /// The smaller number of these cells.
    pub a: usize,
    /// The larger number of the first cell. It increases by one from cell to cell.
    pub b: usize,
    cells: &'b [AtomicU32],
}

impl<'b> Row<'b> {
    /// The values.
    pub fn values(self) -> impl ExactSizeIterator<Item = u32> + 'b {
        self.cells.iter().map(|cell| cell.load(Ordering::Relaxed))
    }
}

impl Chunk<'_> {
    /// The cells row by row, or nothing for Sharing Nim, whose cells are not in rows of the table. The other cells of a table are
    /// mirror images of these.
    pub fn rows(&self) -> Option<impl Iterator<Item = Row<'_>>> {
        let rows = || self.band.rows().map(|(a, b, cells)| Row { a, b, cells });
        matches!(self.band.region, Region::Triangle { .. }).then(rows)
    }

    /// The value at a place of [`Field::place`], or nothing if it is in another chunk.
    pub fn value(&self, (row, place): (usize, usize)) -> Option<u32> {
        self.band.value(row, place)
    }

    /// Visits each cell once: a, b and the value, with `a <= b` and, in Sharing Nim, `2a <= b`. The other cells of a table are
    /// images of these, see [`Field::images`].
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, u32)) {
        match self.band.region {
            Region::Triangle { .. } => self.band.for_each(visit),
            Region::Sharing { .. } => self.band.for_each(|x, y, value| {
                let b = (x + y) / 3;
                visit(x - b, b, value);
            }),
        }
    }
}

/// A coordinate that is not too large for a field.
fn countable(max: u64) -> Option<usize> {
    usize::try_from(max).ok().filter(|&max| max < 1 << 30)
}
