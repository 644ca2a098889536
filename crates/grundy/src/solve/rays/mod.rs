//! The ray engine computes dense tables of values.
//!
//! In these games the options of a position are *prefixes of lines*: the points of a line that come before it in an order along
//! that line. So the engine keeps one set of values for each line. The value of a cell is the first gap in the union of the sets
//! of its lines, and is then added to each of them.
//!
//! - `lines`: the sets, `narrow` or `wide`, and the portable search of their union
//! - `simd`: the same search with AVX2 and AVX-512, chosen at run time
//! - `region`, `layout`: the cells of a game in a plane, and the numbers of their lines
//! - `plane`: the order in which cells are visited, and why it is right
//! - `ahead`: the lines that are still needed, in tables of few rows
//! - `ring`: the values of the rows in progress; `pages`: large pages for them and for narrow sets
//! - `run`: bands of tiles, on one or several threads; `keep`: bands that outlive a run
//! - `device`: the same tables on a GPU
//! - `axes`: games of several numbers in which a move lowers one of them
//! - `four_piles`: Sharing Nim with four piles
//!
//! The public types are [`Field`] and [`Axes`].

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for each set of instructions")]

mod ahead;
mod axes;
mod device;
mod four_piles;
mod keep;
mod layout;
mod lines;
mod narrow;
mod pages;
mod plane;
mod region;
mod ring;
mod run;
mod simd;
mod wide;

use crate::device::Device;
pub use axes::{Axes, Diagonal, MOST_AXES, Receive};
pub(crate) use device::boxes::{BoxTable, Place};
pub use device::{Class, Squares};
pub use four_piles::{FourPiles, FourPilesFilled};
pub use keep::Keep;
pub use run::{How, set_threads, threads};
pub use simd::Simd;

use crate::error::{Deadline, Error};
use crate::geometry::{Geometry, Ray, Rays};
use crate::widths::wide;
use layout::{Frame, Layout};
use lines::LineSets;
use plane::ROWS;
use region::Region;
use ring::{Band, Ring};
use run::{AHEAD, Allowed, Division, Room, Sink};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The table of a game with rays, for two numbers up to a largest one each.
#[derive(Clone, Debug)]
pub struct Field {
    layout: Arc<Layout>,
    frame: Frame,
    /// The last column that is shown.
    shown: usize,
    /// The largest value for which the line sets have room at first.
    largest: usize,
    /// The same for sets that move on from tile to tile, if there are few rows and sets of all values would be wide.
    window: Option<usize>,
    /// An upper bound on the values, if there is one by a theorem or by the number of options.
    bound: Option<u64>,
    allowed: Allowed,
    keep: Option<Arc<dyn Keep>>,
}

/// A part of the computed cells.
pub struct Chunk<'b> {
    band: &'b Band<'b>,
    field: &'b Field,
    /// The number of cells done so far, including these.
    pub done: u64,
    /// The number of all cells.
    pub total: u64,
}

impl Field {
    /// The field of a geometry. Nothing if it is not of rays or of Sharing Nim, or as for [`Field::rectangle`].
    pub fn of(geometry: &Geometry, max: u64) -> Option<Self> {
        match geometry {
            Geometry::Rays(rays) => Self::rectangle(rays, max, max),
            Geometry::Sharing => Self::sharing(max),
            Geometry::Lowering(_) | Geometry::Unordered(_) => None,
        }
    }

    /// The field of a game of rays as far as the value of (x, y) needs it. A symmetric game has no cells with both numbers greater than
    /// the smaller of the two. Nothing if it is too large, or some steps add to x and others to y, or the numbers of a guard are too large.
    pub fn rectangle(rays: &Rays, x: u64, y: u64) -> Option<Self> {
        let mut frame = Frame::of(rays)?;
        let folded = frame.slope == 0 && layout::is_symmetric(rays);
        // Few rows are quicker than few columns.
        frame.transposed |= frame.slope == 0 && !folded && y < wide(ROWS) && y < x / 4;
        let swapped = frame.transposed || folded && x > y;
        let (x, y) = if swapped { (y, x) } else { (x, y) };
        let (last, shown) = (countable(x)?, countable(y)?);
        let max = countable(wide(frame.slope.checked_mul(last)?.checked_add(shown)?))?;
        let slope = if folded { 1 } else { frame.slope };
        let layout = Arc::new(Layout::new(rays, frame, Region::Slanted { last, max, slope }, folded)?);
        // Without diagonals, and where only the larger number is lowered, there are at most x + y
        // options. In Wythoff's game values are at most x + y as well (Dress, Flammenkamp & Pink 1999).
        // In NIM_(a,b) values may be larger, and the sets grow when needed.
        let bound = match rays.symmetric() {
            Some(shape) => (shape.a <= 1 && shape.b == 1).then(|| wide(last + max)),
            None => {
                Some(rays.rays().iter().map(|ray| most_options(ray, x.max(y))).fold(0, u64::saturating_add))
            }
        };
        let largest = bound
            .map_or(last + max, |bound| usize::try_from(bound).map_or(last + max, |b| b.min(last + max)));
        let window = window(&layout, largest);
        Some(Self { layout, frame, shown, largest, window, bound, allowed: Allowed::ANYTHING, keep: None })
    }

    /// The field of Sharing Nim with three piles 0, a, b. Nothing if it is too large.
    pub fn sharing(max: u64) -> Option<Self> {
        let max = countable(max)?;
        let frame = Frame { transposed: false, slope: 0 };
        // A value is at most the number of options, which is at most a/2 + b/2 + (b-a)/2 for the three pairs of piles.
        let (largest, bound) = (max, Some(wide(max)));
        let layout = Arc::new(Layout::sharing(max));
        Some(Self {
            layout,
            frame,
            shown: max,
            largest,
            window: None,
            bound,
            allowed: Allowed::ANYTHING,
            keep: None,
        })
    }

    /// The same with limits on the work: a deadline, and an upper limit on the memory of the line sets, in bytes.
    #[must_use]
    pub fn within(self, until: Deadline, memory: u64) -> Self {
        Self { allowed: Allowed { until, memory, ..self.allowed }, ..self }
    }

    /// The same with rows that are kept. A GPU keeps none.
    #[must_use]
    pub fn kept_by(self, keep: Arc<dyn Keep>) -> Self {
        Self { keep: Some(keep), ..self }
    }

    /// Where the value of (a, b) is found: the row of the computation, and the place in it. See [`Chunk::value`]. The value is the
    /// same for all [`Field::images`] of a cell.
    pub fn place(&self, a: usize, b: usize) -> (usize, usize) {
        if !self.is_symmetric() {
            return self.frame.cell(a, b);
        }
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

    /// Whether cells are computed in rows of the table, see [`Chunk::rows`].
    pub fn has_rows(&self) -> bool {
        matches!(self.layout.region, Region::Slanted { .. }) && !self.frame.transposed
    }

    /// Whether (a, b) and (b, a) have the same value, so that only cells with `a <= b` are computed.
    pub fn is_symmetric(&self) -> bool {
        self.layout.folded
    }

    /// Whether a step adds to a number, so that options of the cells of a table may lie outside it. Their values are computed too, see
    /// [`Field::place`].
    pub fn is_slanted(&self) -> bool {
        self.frame.slope > 0
    }

    /// All cells (a, b) of a table that have the same value as the given one by the symmetries of the game. A cell on an axis of
    /// symmetry occurs more than once.
    pub fn images(&self, a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        // G(0,a,b) = G(0,b-a,b): Ho, Theorem 1.
        let complement = self.is_sharing().then(|| b - a);
        let symmetric = self.is_symmetric();
        let mirrored = move |a| std::iter::once((a, b)).chain(symmetric.then_some((b, a)));
        std::iter::once(a).chain(complement).flat_map(mirrored)
    }

    /// An upper bound on the values, by a theorem or by the number of options, if there is one.
    pub fn bound(&self) -> Option<u64> {
        self.bound
    }

    /// The number of lines through a cell.
    pub fn directions(&self) -> usize {
        self.layout.directions.len()
    }

    /// The memory needed to compute the cells, in bytes, without storing them.
    pub fn bytes(&self, how: How) -> u64 {
        if how.device != Device::Cpu {
            return device::bytes(&self.layout, how);
        }
        let lines = LineSets::bytes_a_line(self.window.unwrap_or(self.largest))
            .and_then(|line| line.checked_mul(self.layout.lines));
        let division = Division::new(&self.layout, how);
        let ring = Ring::bytes(&self.layout, division.height, division.in_flight());
        // The values of a band are copied when it is kept.
        let kept = self.keep.as_ref().map_or(0, |_| {
            division.height.saturating_mul(self.layout.region.places()).saturating_mul(4 * how.threads)
        });
        let all = lines.and_then(|lines| lines.checked_add(ring)?.checked_add(kept));
        all.map_or(u64::MAX, wide)
    }

    /// The memory of a GPU that is needed to compute the cells if `usable` bytes of it may be used.
    ///
    /// # Errors
    /// With the memory that is needed at least, if these are too few.
    pub fn bytes_on_device(&self, usable: u64) -> Result<u64, u64> {
        device::bytes_on_device(&self.layout, self.largest, usable)
    }

    /// The number of cells that are computed.
    pub fn cells(&self) -> u64 {
        self.layout.region.cells() - wide(self.layout.holes.len())
    }

    /// The number of rows of the computation, see [`Field::place`].
    pub fn rows(&self) -> usize {
        self.layout.region.rows()
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
        self.run(
            how,
            &Sink::InOrder(Mutex::new(&mut |band| {
                done += band.cells();
                sink(&Chunk { band, field: self, done, total })
            })),
        )
    }

    /// The same, but each chunk goes to `sink` from the thread that has computed it, as soon as it is computed: several at once, in any order.
    ///
    /// # Errors
    /// As for [`Field::for_each`].
    pub fn for_each_at_once(
        &self,
        how: How,
        sink: &(dyn Fn(&Chunk<'_>) -> ControlFlow<()> + Sync),
    ) -> Result<(), Error> {
        let total = self.cells();
        let done = AtomicU64::new(0);
        self.run(
            how,
            &Sink::AtOnce(&|band| {
                let cells = band.cells();
                let done = done.fetch_add(cells, Ordering::Relaxed) + cells;
                sink(&Chunk { band, field: self, done, total })
            }),
        )
    }

    fn run(&self, how: How, sink: &Sink<'_>) -> Result<(), Error> {
        let room = Room { largest: self.largest, window: self.window };
        if let Device::Cuda(ordinal) = how.device {
            let want = device::Want::rows(sink, how);
            return device::run(&self.layout, self.largest, self.allowed, ordinal, want);
        }
        run::run(&self.layout, room, how, self.allowed, self.keep.as_deref(), sink)
    }
}

/// A part of a row of the table.
#[derive(Clone, Copy)]
pub struct Row<'b> {
    /// The first number of these cells.
    pub a: usize,
    /// The second number of the first cell. It increases by one from cell to cell.
    pub b: usize,
    cells: &'b [AtomicU32],
}

impl<'b> Row<'b> {
    /// The values.
    pub fn values(self) -> impl ExactSizeIterator<Item = u32> + 'b {
        self.cells.iter().map(|cell| cell.load(Ordering::Relaxed))
    }
}

impl<'b> Chunk<'b> {
    /// The cells row by row. Nothing for Sharing Nim and for games with steps that add to the first number, whose cells are not in rows of
    /// the table. If the game is symmetric, the other cells of a table are mirror images of these.
    pub fn rows(&self) -> Option<impl Iterator<Item = Row<'b>>> {
        self.field.has_rows().then(|| self.parts())
    }

    /// The cells that are positions, in the coordinates of the frame before it is transposed.
    fn parts(&self) -> impl Iterator<Item = Row<'b>> + use<'b> {
        let Field { layout, frame, shown, .. } = self.field;
        self.band.rows().flat_map(move |(x, y, cells)| {
            let b = if layout.folded { y } else { y - frame.slope * x };
            let shown = if layout.folded { cells.len() } else { cells.len().min(shown + 1) };
            let holes = layout.holes_of(x..x + 1).iter().map(move |hole| hole.1 - y);
            let mut from = 0;
            holes.chain([shown]).filter_map(move |hole| {
                let (first, end) = (from, hole.min(shown));
                from = hole + 1;
                (first < end).then(|| Row { a: x, b: b + first, cells: &cells[first..end] })
            })
        })
    }

    /// The rows of the computation that it has, see [`Field::place`].
    pub fn places(&self) -> Range<usize> {
        self.band.rows.clone()
    }

    /// The value at a place of [`Field::place`], or nothing if it is in another chunk.
    pub fn value(&self, (row, place): (usize, usize)) -> Option<u32> {
        self.band.value(row, place)
    }

    /// Visits each cell once: a, b and the value. In a symmetric game `a <= b`, and in Sharing Nim `2a <= b`; the other cells of a table
    /// are images of these, see [`Field::images`].
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, u32)) {
        if self.field.is_sharing() {
            for (x, y, cells) in self.band.rows() {
                for (i, cell) in cells.iter().enumerate() {
                    let b = (x + y) / 3 + i;
                    visit(x - b, b, cell.load(Ordering::Relaxed));
                }
            }
            return;
        }
        let transposed = self.field.frame.transposed;
        for Row { a, mut b, cells } in self.parts() {
            for cell in cells {
                let value = cell.load(Ordering::Relaxed);
                if transposed {
                    visit(b, a, value);
                } else {
                    visit(a, b, value);
                }
                b += 1;
            }
        }
    }
}

/// The largest value for which sets that move on have room at first, if they are worth it: in a table of one band, where sets of all
/// values would be wide. In Wythoff's game the values of a column differ by up to three times the number of rows.
fn window(layout: &Layout, largest: usize) -> Option<usize> {
    let rows = layout.region.rows();
    let window = 4 * rows + (AHEAD + 1) * plane::COLUMNS;
    let steps: usize = layout.directions.iter().map(|direction| direction.dy).sum();
    let low = layout.along.is_some() && rows <= ROWS && steps <= plane::COLUMNS;
    (low && layout.slope == 0 && !LineSets::are_narrow(largest)).then_some(window)
}

/// An upper bound on the number of moves along a ray from a position with numbers up to `max`.
fn most_options(ray: &Ray, max: u64) -> u64 {
    let taken = [ray.step.0, ray.step.1].into_iter().filter_map(|step| u64::try_from(step).ok()).max();
    let steps = taken.and_then(|taken| max.checked_div(taken)).unwrap_or(0);
    steps.saturating_add(1).saturating_mul(ray.width.saturating_mul(2) - 1)
}

/// A coordinate that is not too large for a field.
fn countable(max: u64) -> Option<usize> {
    usize::try_from(max).ok().filter(|&max| max < 1 << 30)
}

#[cfg(test)]
mod tests;
