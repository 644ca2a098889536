//! Computes bands of tiles, on one or several threads, in the order that `plane.rs` requires.
#![expect(unsafe_code, reason = "this file guarantees that no two workers use a line at the same time")]

use super::layout::Layout;
use super::lines::{Job, LineSets, Sets};
use super::plane::{COLUMNS, Cursor, ROWS, Tile, sweep_tile};
use super::ring::{Band, Ring};
use super::simd::{Shared, Simd};
use crate::error::{Deadline, Error, Limit};
use crate::widths::wide;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError, RwLock};

/// A callback that receives the bands in order.
pub(super) type Sink<'s> = dyn FnMut(&Band<'_>) -> ControlFlow<()> + Send + 's;

/// How the work is done. The result does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// The instruction set of the search.
    pub simd: Simd,
    /// The number of threads.
    pub threads: usize,
    /// Whether line sets are wide even if narrow ones would suffice. This is slower, and meant for tests.
    pub wide: bool,
}

/// The number of cores. Finding it takes a dozen system calls, more than many a question.
static CORES: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

impl Default for How {
    /// The best instruction set, and [`threads`].
    fn default() -> Self {
        Self { simd: Simd::best(), threads: threads(), wide: false }
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

/// The number of bands of a layout.
fn bands(layout: &Layout) -> usize {
    layout.region.rows().div_ceil(ROWS)
}

/// The number of workers: each has a band.
fn workers(layout: &Layout, how: How) -> usize {
    how.threads.clamp(1, bands(layout))
}

/// The most bands in flight: one for each worker, and one in the sink.
pub(super) fn in_flight(layout: &Layout, how: How) -> usize {
    match workers(layout, how) {
        1 => 1,
        workers => workers + 1,
    }
}

/// The most that the work may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub until: Deadline,
    /// Bytes.
    pub memory: u64,
}

impl Allowed {
    pub const ANYTHING: Self = Self { until: Deadline::NONE, memory: u64::MAX };

    /// Whether sets of this many lines may get more room than they have.
    fn grow(self, lines: usize, room: usize) -> Result<(), Limit> {
        // The old sets are there until they have been copied.
        let sizes = [room, room + room / 4 + LineSets::STEP].map(LineSets::bytes_a_line);
        let bytes =
            |line: Option<usize>| line.and_then(|line| line.checked_mul(lines)).map_or(u64::MAX, wide);
        let needed = sizes.map(bytes).into_iter().fold(0, u64::saturating_add);
        if needed > self.memory { Err(Limit::Memory { needed, allowed: self.memory }) } else { Ok(()) }
    }
}

/// Computes all cells, unless the sink cancels the work or a limit ends it.
pub(super) fn run(
    layout: &Layout,
    largest: usize,
    how: How,
    allowed: Allowed,
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let lines = if how.wide { LineSets::wide } else { LineSets::new }(layout.lines, largest);
    let plan = Plan::new(layout, how, allowed, sink);
    if plan.threads == 1 && how.simd == Simd::Portable {
        plan.work(0, &mut Alone(lines));
    } else {
        let shared = RwLock::new(Shared::new(lines));
        std::thread::scope(|scope| {
            for worker in 1..plan.threads {
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
    /// Sweeps a whole tile, and grows the sets when needed and allowed.
    fn sweep(&mut self, layout: &Layout, ring: &Ring, tile: Tile, allowed: Allowed) -> Result<(), Limit>;
}

/// The portable twin on one thread, without unsafe code.
struct Alone(LineSets);

impl Worker for Alone {
    fn sweep(&mut self, layout: &Layout, ring: &Ring, tile: Tile, allowed: Allowed) -> Result<(), Limit> {
        let mut from = None;
        while let Err(cursor) = self.0.work(SweepTile { layout, ring, tile, from }) {
            allowed.grow(layout.lines, self.0.room())?;
            self.0.grow();
            from = Some(cursor);
        }
        Ok(())
    }
}

/// One of several workers, or one with vector instructions. Sweeping takes a shared lock, growing an exclusive one.
struct Together<'s> {
    shared: &'s RwLock<Shared>,
    simd: Simd,
}

impl Worker for Together<'_> {
    fn sweep(&mut self, layout: &Layout, ring: &Ring, tile: Tile, allowed: Allowed) -> Result<(), Limit> {
        let mut from = None;
        loop {
            let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: no two workers sweep tiles with a common line at the same time, since `Plan` follows the order of tiles for
            // which `plane.rs` proves this.
            let swept = unsafe { shared.work(self.simd, SweepTile { layout, ring, tile, from }) };
            let Err(cursor) = swept else { return Ok(()) };
            from = Some(cursor);
            let room = shared.room();
            drop(shared);
            let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
            // Another worker may have grown the sets already.
            if shared.room() == room {
                allowed.grow(layout.lines, room)?;
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

/// The schedule of tiles. Worker w takes bands w, w + threads, .. It goes through a band from left to right, and starts a tile
/// when the one above it is done.
struct Plan<'p> {
    layout: &'p Layout,
    threads: usize,
    ring: Ring,
    in_flight: usize,
    /// For each band, the first block that is not done, or `DONE`.
    reached: Vec<AtomicUsize>,
    /// The number of bands passed to the sink.
    delivered: AtomicUsize,
    stop: AtomicBool,
    allowed: Allowed,
    /// The limit that was reached.
    limit: OnceLock<Limit>,
    sink: Mutex<&'p mut Sink<'p>>,
}

const DONE: usize = usize::MAX;

impl<'p> Plan<'p> {
    fn new(layout: &'p Layout, how: How, allowed: Allowed, sink: &'p mut Sink<'_>) -> Self {
        let in_flight = in_flight(layout, how);
        Self {
            layout,
            threads: workers(layout, how),
            ring: Ring::new(layout, in_flight),
            in_flight,
            reached: (0..bands(layout)).map(|_| AtomicUsize::new(0)).collect(),
            delivered: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            allowed,
            limit: OnceLock::new(),
            sink: Mutex::new(sink),
        }
    }

    fn work(&self, worker: usize, sets: &mut impl Worker) {
        for band in (worker..self.reached.len()).step_by(self.threads) {
            if self.band(band, sets).is_none() {
                return;
            }
        }
    }

    /// Computes a band. Returns nothing if the work has been cancelled.
    fn band(&self, band: usize, sets: &mut impl Worker) -> Option<()> {
        self.wait(|| self.delivered.load(Ordering::Acquire) + self.in_flight > band)?;
        let region = self.layout.region;
        let rows = band * ROWS..(band * ROWS + ROWS).min(region.rows());
        let first = rows.clone().map(|x| *region.row(x).start()).min()? / COLUMNS;
        let last = rows.clone().map(|x| *region.row(x).end()).max()? / COLUMNS;
        for block in first..=last {
            if let Some(above) = band.checked_sub(1) {
                self.wait(|| self.reached[above].load(Ordering::Acquire) > block)?;
            }
            let tile = Tile::new(self.layout, band, block);
            let swept = sets.sweep(self.layout, &self.ring, tile, self.allowed);
            if let Err(limit) = swept.and_then(|()| self.allowed.until.check()) {
                self.limit.get_or_init(|| limit);
                self.stop.store(true, Ordering::Relaxed);
                return None;
            }
            self.reached[band].store(block + 1, Ordering::Release);
        }
        self.reached[band].store(DONE, Ordering::Release);
        self.wait(|| self.delivered.load(Ordering::Acquire) == band)?;
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if sink(&Band { ring: &self.ring, layout: self.layout, rows }).is_break() {
            self.stop.store(true, Ordering::Relaxed);
            return None;
        }
        self.delivered.store(band + 1, Ordering::Release);
        Some(())
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
mod tests {
    use super::*;
    use crate::geometry::{Guard, Ray, Rays, Symmetric};
    use crate::solve::rays::Field;

    fn layout(shape: Symmetric, max: u64) -> Layout {
        Layout::clone(&Field::rectangle(&shape.into(), max, max).unwrap().layout)
    }

    /// Sets that are far too narrow at first grow in the middle of tiles, with several workers, and the cells are the same.
    #[test]
    fn sets_grow_when_needed() {
        let ray = |step, guard| Ray { step, guard, width: 1 };
        let guarded = vec![
            ray((1, 0), Guard { x: 1, y: -2, least: -300 }),
            ray((0, 1), Guard::ALWAYS),
            ray((3, 3), Guard::ALWAYS),
            ray((1, -1), Guard { x: 1, y: 1, least: 40 }),
        ];
        let guarded = Rays::new(guarded, vec![(70, 3), (100, 100)]).unwrap();
        for layout in [
            layout(Symmetric::NIM, 900),
            layout(Symmetric::WYTHOFF, 900),
            layout(Symmetric::R_WYTHOFF, 900),
            layout(Symmetric::nim_ab(2, 3), 900),
            Layout::sharing(1500),
            Layout::clone(&Field::rectangle(&guarded, 300, 500).unwrap().layout),
        ] {
            assert_grows(&layout, 512);
        }
    }

    /// Sets that may not grow end the work, with one worker and with several.
    #[test]
    fn sets_do_not_grow_beyond_the_memory() {
        let layout = layout(Symmetric::WYTHOFF, 900);
        for (simd, threads) in [(Simd::Portable, 1), (Simd::best(), 1), (Simd::best(), 3)] {
            let fill = |memory| {
                let allowed = Allowed { memory, ..Allowed::ANYTHING };
                run(&layout, 0, How { simd, threads, wide: false }, allowed, &mut |_| {
                    ControlFlow::Continue(())
                })
            };
            let refused = fill(100_000);
            assert!(matches!(refused, Err(Error::Limit(Limit::Memory { needed, .. })) if needed > 100_000));
            assert_eq!(fill(10_000_000), Ok(()));
        }
    }

    /// Narrow sets that become wide give the same cells too.
    #[test]
    fn narrow_sets_become_wide() {
        assert_grows(&layout(Symmetric::nim_ab(2, 2), 2060), 64 * 64);
    }

    /// Runs a game with values larger than `beyond` in every way, with sets that are too narrow at first, and compares the cells
    /// with those of sets that never grow.
    fn assert_grows(layout: &Layout, beyond: u32) {
        let cells = |largest, how| {
            let mut cells = Vec::new();
            let made = run(layout, largest, how, Allowed::ANYTHING, &mut |band| {
                for (x, y, row) in band.rows() {
                    cells.extend(row.iter().map(|value| (x, y, value.load(Ordering::Relaxed))));
                }
                ControlFlow::Continue(())
            });
            made.unwrap();
            cells
        };
        let roomy = cells(9000, How { simd: Simd::Portable, threads: 1, wide: true });
        let largest = roomy.iter().map(|&(.., value)| value).filter(|&value| value != u32::MAX).max();
        assert!(largest > Some(beyond), "or nothing grows: {largest:?}");
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            for threads in [1, 2, 3] {
                for wide in [false, true] {
                    let how = How { simd, threads, wide };
                    assert!(cells(0, how) == roomy, "{layout:?} by {how:?}");
                }
            }
        }
    }
}
