//! Computes bands of tiles, on one or several threads, in the order that `plane.rs` requires.
#![expect(unsafe_code, reason = "this file guarantees that no two workers use a line at the same time")]

use super::ahead::Ahead;
use super::keep::Keep;
use super::layout::Layout;
use super::lines::{Job, LineSets, Marked, Sets};
use super::plane::{COLUMNS, Cursor, ROWS, Tile, sweep_tile};
use super::ring::{Band, Ring};
use super::simd::{Shared, Simd};
use crate::device::Device;
use crate::error::{Deadline, Error, Limit};
use crate::widths::{index, wide};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError, RwLock};

/// Receives the bands.
pub(super) enum Sink<'s> {
    /// In order, one at a time.
    InOrder(Mutex<&'s mut InOrder<'s>>),
    /// In any order, each from the worker that has computed it.
    AtOnce(&'s AtOnce<'s>),
}

pub(super) type InOrder<'s> = dyn FnMut(&Band<'_>) -> ControlFlow<()> + Send + 's;
pub(super) type AtOnce<'s> = dyn Fn(&Band<'_>) -> ControlFlow<()> + Sync + 's;

/// How the work is done. The result does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// The instruction set of the search.
    pub simd: Simd,
    /// The number of threads.
    pub threads: usize,
    /// Whether line sets are wide even if narrow ones would suffice. This is slower, and meant for tests.
    pub wide: bool,
    /// Where the work is done.
    pub device: Device,
}

/// The number of cores. Finding it takes a dozen system calls, more than many a question.
static CORES: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

impl Default for How {
    /// The best instruction set, and [`threads`].
    fn default() -> Self {
        Self { simd: Simd::best(), threads: threads(), wide: false, device: Device::Cpu }
    }
}

/// The number set by [`set_threads`], or 0.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// The number of threads that work uses by default: all cores, unless [`set_threads`] has set it.
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => *CORES,
        threads => threads,
    }
}

/// Sets the default number of threads of the process; 0 means all cores. No answer depends on it.
///
/// ```
/// use grundy::solve::rays::{How, set_threads};
/// set_threads(3);
/// assert_eq!(How::default().threads, 3);
/// ```
pub fn set_threads(threads: usize) {
    THREADS.store(threads, Ordering::Relaxed);
}

/// How rows are divided into bands, and bands among workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// Rows per band.
    pub height: usize,
    bands: usize,
    workers: usize,
}

impl Division {
    /// Fewer rows are not worth a worker: the runs of cells of a tile would be short.
    const LEAST: usize = 16;

    /// The bands of tables of at most this many rows may be lower, so that each worker has as many. Those of others start at multiples of [`ROWS`],
    /// which writers of files rely on.
    const LOW: usize = 4 * ROWS;

    pub fn new(layout: &Layout, how: How) -> Self {
        let rows = layout.region.rows();
        let bands = rows.div_ceil(ROWS);
        let workers = how.threads.clamp(1, bands.max(rows / Self::LEAST).max(1));
        let each = bands.div_ceil(workers);
        let height = if rows <= Self::LOW { rows.div_ceil(each * workers) } else { ROWS };
        let bands = rows.div_ceil(height);
        Self { height, bands, workers: workers.min(bands) }
    }

    /// The most bands in flight: one for each worker, and one in the sink.
    pub fn in_flight(self) -> usize {
        match self.workers {
            1 => 1,
            workers => workers + 1,
        }
    }
}

/// The most that the work may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub until: Deadline,
    /// Bytes.
    pub memory: u64,
    /// Whether line sets move on after each tile.
    pub moves_on: bool,
}

impl Allowed {
    pub const ANYTHING: Self = Self { until: Deadline::NONE, memory: u64::MAX, moves_on: false };

    /// Whether sets of this many lines may get more room, which takes this much memory a line.
    fn grow(self, lines: usize, a_line: Option<usize>) -> Result<(), Limit> {
        let needed = a_line.and_then(|line| line.checked_mul(lines)).map_or(u64::MAX, wide);
        if needed > self.memory { Err(Limit::Memory { needed, allowed: self.memory }) } else { Ok(()) }
    }
}

/// The largest values for which line sets have room at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub largest: usize,
    /// For sets that move on from tile to tile, if the table is low; see `Tile::lines_after`.
    pub window: Option<usize>,
}

/// Computes all cells, unless the sink cancels the work or a limit ends it. Bands that were kept are not computed again.
pub(super) fn run(
    layout: &Layout,
    room: Room,
    how: How,
    allowed: Allowed,
    keep: Option<&dyn Keep>,
    sink: &Sink<'_>,
) -> Result<(), Error> {
    let lines = match room.window {
        _ if how.wide => LineSets::wide(layout.lines, room.largest),
        window => LineSets::new(layout.lines, window.unwrap_or(room.largest)),
    };
    let moves_on = room.window.is_some() && !how.wide;
    let mut plan = Plan::new(layout, how, Allowed { moves_on, ..allowed }, sink);
    // Sets that move on have no room for values of bands that are ahead.
    plan.keep = keep.filter(|_| !moves_on);
    assert!(!moves_on || plan.division.bands == plan.division.workers, "{:?}", plan.division);
    if plan.division.workers == 1 && how.simd == Simd::Portable {
        plan.work(0, &mut Alone(lines));
    } else {
        let shared = RwLock::new(Shared::new(lines));
        std::thread::scope(|scope| {
            for worker in 1..plan.division.workers {
                let (plan, shared) = (&plan, &shared);
                scope.spawn(move || plan.work(worker, &mut Together { shared, simd: how.simd }));
            }
            plan.work(0, &mut Together { shared: &shared, simd: how.simd });
        });
    }
    match plan.limit.get() {
        Some(&limit) => Err(limit.into()),
        None if plan.stop.load(Ordering::Relaxed) => Err(Error::Cancelled),
        None => Ok(()),
    }
}

/// A worker's access to the line sets.
trait Worker {
    /// Sweeps a whole tile. When the sets are too narrow they move on or grow, if that is allowed.
    fn sweep(&mut self, plan: &Plan<'_, '_>, tile: Tile) -> Result<(), Limit>;

    /// Adds the values of a whole tile, which are at most `largest`, to their lines.
    fn mark(&mut self, plan: &Plan<'_, '_>, tile: Tile, largest: u32) -> Result<(), Limit>;
}

/// The portable twin on one thread, without unsafe code.
struct Alone(LineSets);

impl Worker for Alone {
    fn sweep(&mut self, plan: &Plan<'_, '_>, tile: Tile) -> Result<(), Limit> {
        let Plan { layout, ring, allowed, .. } = plan;
        let mut from = None;
        while let Err(cursor) = self.0.work(SweepTile { layout, ring, tile, from }) {
            if !plan.ahead().is_some_and(|ahead| self.0.move_on(&ahead)) {
                allowed.grow(layout.lines, self.0.bytes_to_grow())?;
                self.0.grow();
            }
            from = Some(cursor);
        }
        Ok(())
    }

    fn mark(&mut self, plan: &Plan<'_, '_>, tile: Tile, largest: u32) -> Result<(), Limit> {
        let Plan { layout, ring, allowed, .. } = plan;
        while self.0.end() <= index(largest) {
            allowed.grow(layout.lines, self.0.bytes_to_grow())?;
            self.0.grow();
        }
        self.0.work(MarkTile { layout, ring, tile });
        Ok(())
    }
}

/// One of several workers, or one with vector instructions. Sweeping takes a shared lock, growing an exclusive one.
struct Together<'s> {
    shared: &'s RwLock<Shared>,
    simd: Simd,
}

impl Worker for Together<'_> {
    fn sweep(&mut self, plan: &Plan<'_, '_>, tile: Tile) -> Result<(), Limit> {
        let Plan { layout, ring, allowed, .. } = plan;
        let mut from = None;
        loop {
            let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: no two workers sweep tiles with a common line at the same time, since `Plan` follows the order of tiles for
            // which `plane.rs` proves this.
            let swept = unsafe { shared.work(self.simd, SweepTile { layout, ring, tile, from }) };
            let room = shared.end();
            drop(shared);
            let Err(cursor) = swept else { return Ok(()) };
            from = Some(cursor);
            let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
            // Another worker may have made room already. While this one has the lock, no tile is being swept.
            if shared.end() == room && !plan.ahead().is_some_and(|ahead| shared.move_on(&ahead)) {
                allowed.grow(layout.lines, shared.bytes_to_grow())?;
                shared.grow();
            }
        }
    }

    fn mark(&mut self, plan: &Plan<'_, '_>, tile: Tile, largest: u32) -> Result<(), Limit> {
        let Plan { layout, ring, allowed, .. } = plan;
        loop {
            let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
            if shared.end() > index(largest) {
                // SAFETY: as for sweeping.
                unsafe { shared.work(self.simd, MarkTile { layout, ring, tile }) };
                return Ok(());
            }
            drop(shared);
            let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
            if shared.end() <= index(largest) {
                allowed.grow(layout.lines, shared.bytes_to_grow())?;
                shared.grow();
            }
        }
    }
}

/// The sweep of a tile, from a cursor on.
struct SweepTile<'t> {
    layout: &'t Layout,
    ring: &'t Ring,
    tile: Tile,
    from: Option<Cursor>,
}

impl Job for SweepTile<'_> {
    type Done = Result<(), Cursor>;

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        sweep_tile(sets, self.layout, self.ring, self.tile, self.from)
    }
}

/// Adds the values of a tile, which are in the ring, to their lines.
struct MarkTile<'t> {
    layout: &'t Layout,
    ring: &'t Ring,
    tile: Tile,
}

impl Job for MarkTile<'_> {
    type Done = ();

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) {
        let marked = sweep_tile(&mut Marked(sets), self.layout, self.ring, self.tile, None);
        assert!(marked.is_ok(), "values are added, not searched for");
    }
}

/// The schedule of tiles. Worker w takes bands w, w + threads, .. It goes through a band from left to right, and starts a tile
/// when the one above it is done.
struct Plan<'p, 's> {
    layout: &'p Layout,
    division: Division,
    ring: Ring,
    /// For each band, the first block that is not done, or `DONE`.
    reached: Vec<AtomicUsize>,
    /// For each band, whether the sink has received it.
    delivered: Vec<AtomicBool>,
    stop: AtomicBool,
    allowed: Allowed,
    /// The limit that was reached.
    limit: OnceLock<Limit>,
    /// Bands of an earlier run, and where those of this one are kept.
    keep: Option<&'p dyn Keep>,
    sink: &'p Sink<'s>,
}

const DONE: usize = usize::MAX;

/// If sets move on, the most blocks that a band is ahead of the band below it: sets have to hold what is full in one of them and not in the other.
pub(super) const AHEAD: usize = 3;

impl<'p, 's> Plan<'p, 's> {
    fn new(layout: &'p Layout, how: How, allowed: Allowed, sink: &'p Sink<'s>) -> Self {
        let division = Division::new(layout, how);
        Self {
            layout,
            division,
            ring: Ring::new(layout, division.height, division.in_flight()),
            reached: (0..division.bands).map(|_| AtomicUsize::new(0)).collect(),
            delivered: (0..division.bands).map(|_| AtomicBool::new(false)).collect(),
            stop: AtomicBool::new(false),
            allowed,
            limit: OnceLock::new(),
            keep: None,
            sink,
        }
    }

    fn work(&self, worker: usize, sets: &mut impl Worker) {
        for band in (worker..self.reached.len()).step_by(self.division.workers) {
            if self.band(band, sets).is_none() {
                return;
            }
        }
    }

    /// Computes a band. Returns nothing if the work has been cancelled.
    fn band(&self, band: usize, sets: &mut impl Worker) -> Option<()> {
        // Its rows of the ring are free when the band that had them is delivered. The bands before that one are, too: the band above this one
        // has waited for them.
        if let Some(before) = band.checked_sub(self.division.in_flight()) {
            self.wait(|| self.delivered[before].load(Ordering::Acquire))?;
        }
        let region = self.layout.region;
        let height = self.division.height;
        let rows = band * height..(band * height + height).min(region.rows());
        let first = rows.clone().map(|x| *region.row(x).start()).min()? / COLUMNS;
        let last = rows.clone().map(|x| *region.row(x).end()).max()? / COLUMNS;
        let made = Band { ring: &self.ring, layout: self.layout, rows };
        let kept = self.keep.and_then(|keep| made.fill(&keep.load(made.rows.clone())?));
        for block in first..=last {
            if let Some(above) = band.checked_sub(1) {
                self.wait(|| self.reached[above].load(Ordering::Acquire) > block)?;
            }
            if let Some(below) = self.reached.get(band + 1).filter(|_| self.allowed.moves_on) {
                self.wait(|| block <= below.load(Ordering::Acquire).saturating_add(AHEAD))?;
            }
            let tile = Tile::new(self.layout, height, band, block);
            let swept = match kept {
                Some(largest) => sets.mark(self, tile, largest),
                None => sets.sweep(self, tile),
            };
            if let Err(limit) = swept.and_then(|()| self.allowed.until.check()) {
                self.limit.get_or_init(|| limit);
                self.stop.store(true, Ordering::Relaxed);
                return None;
            }
            self.reached[band].store(block + 1, Ordering::Release);
        }
        self.reached[band].store(DONE, Ordering::Release);
        if let Some(keep) = self.keep.filter(|_| kept.is_none()) {
            keep.save(made.rows.clone(), &made.values());
        }
        let taken = match self.sink {
            Sink::InOrder(sink) => {
                if let Some(before) = band.checked_sub(1) {
                    self.wait(|| self.delivered[before].load(Ordering::Acquire))?;
                }
                sink.lock().unwrap_or_else(PoisonError::into_inner)(&made)
            }
            Sink::AtOnce(sink) => sink(&made),
        };
        if taken.is_break() {
            self.stop.store(true, Ordering::Relaxed);
            return None;
        }
        self.delivered[band].store(true, Ordering::Release);
        Some(())
    }

    /// The lines of the cells to come, if sets move on. No worker may be in a tile.
    fn ahead(&self) -> Option<Ahead> {
        if !self.allowed.moves_on {
            return None;
        }
        // Each worker has one band, so no other band is still to begin.
        let blocks = || self.reached.iter().map(|reached| reached.load(Ordering::Acquire));
        let begun = blocks().filter(|&block| block != DONE);
        let columns = begun.clone().min()? * COLUMNS..(begun.max()? + 1) * COLUMNS;
        Ahead::new(self.layout, columns)
    }

    /// Waits until `ready`. Returns nothing if the work is cancelled first.
    fn wait(&self, ready: impl Fn() -> bool) -> Option<()> {
        let mut tries = 0_u32;
        while !ready() {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            tries += 1;
            if tries.is_multiple_of(64) { std::thread::yield_now() } else { std::hint::spin_loop() }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests;
