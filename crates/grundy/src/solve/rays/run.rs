//! Computes bands of tiles, on one or several threads, in the order that `plane.rs` requires.
#![expect(unsafe_code, reason = "this file guarantees that no two workers use a line at the same time")]

use super::device::Device;
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

/// Computes all cells, unless the sink cancels the work or a limit ends it.
pub(super) fn run(
    layout: &Layout,
    room: Room,
    how: How,
    allowed: Allowed,
    sink: &Sink<'_>,
) -> Result<(), Error> {
    let lines = match room.window {
        _ if how.wide => LineSets::wide(layout.lines, room.largest),
        window => LineSets::new(layout.lines, window.unwrap_or(room.largest)),
    };
    let allowed = Allowed { moves_on: room.window.is_some() && !how.wide, ..allowed };
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
            allowed.grow(layout.lines, self.0.bytes_to_grow())?;
            self.0.grow();
            from = Some(cursor);
        }
        if allowed.moves_on {
            let (rows, others) = tile.lines_after(layout);
            self.0.move_on(&rows, &others);
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
            let room = shared.room();
            drop(shared);
            let Err(cursor) = swept else { break };
            from = Some(cursor);
            let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
            // Another worker may have grown the sets already.
            if shared.room() == room {
                allowed.grow(layout.lines, shared.bytes_to_grow())?;
                shared.grow();
            }
        }
        if allowed.moves_on {
            let (rows, others) = tile.lines_after(layout);
            self.shared.write().unwrap_or_else(PoisonError::into_inner).move_on(&rows, &others);
        }
        Ok(())
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
struct Plan<'p, 's> {
    layout: &'p Layout,
    threads: usize,
    ring: Ring,
    in_flight: usize,
    /// For each band, the first block that is not done, or `DONE`.
    reached: Vec<AtomicUsize>,
    /// For each band, whether the sink has received it.
    delivered: Vec<AtomicBool>,
    stop: AtomicBool,
    allowed: Allowed,
    /// The limit that was reached.
    limit: OnceLock<Limit>,
    sink: &'p Sink<'s>,
}

const DONE: usize = usize::MAX;

impl<'p, 's> Plan<'p, 's> {
    fn new(layout: &'p Layout, how: How, allowed: Allowed, sink: &'p Sink<'s>) -> Self {
        let in_flight = in_flight(layout, how);
        Self {
            layout,
            threads: workers(layout, how),
            ring: Ring::new(layout, in_flight),
            in_flight,
            reached: (0..bands(layout)).map(|_| AtomicUsize::new(0)).collect(),
            delivered: (0..bands(layout)).map(|_| AtomicBool::new(false)).collect(),
            stop: AtomicBool::new(false),
            allowed,
            limit: OnceLock::new(),
            sink,
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
        // Its rows of the ring are free when the band that had them is delivered. The bands before that one are, too: the band above this one
        // has waited for them.
        if let Some(before) = band.checked_sub(self.in_flight) {
            self.wait(|| self.delivered[before].load(Ordering::Acquire))?;
        }
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
        let made = Band { ring: &self.ring, layout: self.layout, rows };
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
                run(
                    &layout,
                    Room { largest: 0, window: None },
                    How { simd, threads, wide: false, device: Device::Cpu },
                    allowed,
                    &Sink::AtOnce(&|_| ControlFlow::Continue(())),
                )
            };
            let refused = fill(100_000);
            assert!(matches!(refused, Err(Error::Limit(Limit::Memory { needed, .. })) if needed > 100_000));
            assert_eq!(fill(10_000_000), Ok(()));
        }
    }

    /// Sets that move on from tile to tile give the same cells as sets of all values, whatever their width at first.
    #[test]
    fn sets_move_on() {
        let ray = |step, width| Ray { step, guard: Guard::ALWAYS, width };
        let guarded = |step, guard| Ray { step, guard, width: 1 };
        let along = [ray((1, 0), 1), ray((0, 1), 1)];
        let games: [Vec<Ray>; 9] = [
            Rays::from(Symmetric::WYTHOFF).rays().to_vec(),
            Rays::from(Symmetric::R_WYTHOFF).rays().to_vec(),
            Rays::from(Symmetric::nim_ab(3, 4)).rays().to_vec(),
            [&along[..], &[ray((1, 1), 1), ray((1, 2), 1), ray((2, 1), 1)]].concat(),
            [&along[..], &[ray((2, 3), 1), ray((4, 2), 1)]].concat(),
            [&along[..], &[ray((0, 2), 1), ray((3, 3), 1), ray((1, 1), 2)]].concat(),
            vec![ray((0, 1), 1), ray((5, 1), 1)],
            vec![ray((0, 1), 3), ray((1, 7), 1)],
            [&along[..], &[guarded((1, 1), Guard { x: 2, y: -1, least: -200 })]].concat(),
        ];
        for (game, rows) in
            games.into_iter().flat_map(|game| [1, 2, 17, 70, 128].map(|rows| (game.clone(), rows)))
        {
            let rays = Rays::new(game, vec![(0, 0), (3, 150), (150, 3)]).unwrap();
            let layout = Layout::clone(&Field::rectangle(&rays, rows - 1, 700).unwrap().layout);
            assert!(layout.along.is_some(), "{rays}");
            let all = all_cells(
                &layout,
                Room { largest: 5000, window: None },
                How { simd: Simd::Portable, threads: 1, wide: true, device: Device::Cpu },
            );
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                for window in [0, 200, 1000] {
                    let (room, how) = (
                        Room { largest: 0, window: Some(window) },
                        How { simd, threads: 2, wide: false, device: Device::Cpu },
                    );
                    assert!(all_cells(&layout, room, how) == all, "{rays}, {rows} rows by {how:?}, {room:?}");
                }
            }
        }
    }

    /// Narrow sets that have moved on become wide, if a value does not fit.
    #[test]
    fn sets_that_moved_on_become_wide() {
        let rays = Rays::new(vec![Ray { step: (0, 1), guard: Guard::ALWAYS, width: 1 }], vec![]).unwrap();
        let layout = Layout::clone(&Field::rectangle(&rays, 3, 300).unwrap().layout);
        let mut sets = LineSets::new(layout.lines, 100);
        let tile = Tile::new(&layout, 0, 0);
        let ring = Ring::new(&layout, 1);
        Alone(LineSets::new(layout.lines, 100)).sweep(&layout, &ring, tile, Allowed::ANYTHING).unwrap();
        assert!(sets.work(SweepTile { layout: &layout, ring: &ring, tile, from: None }).is_ok());
        let (rows, others) = tile.lines_after(&layout);
        assert_eq!((rows.len(), others.len()), (4, 0));
        sets.move_on(&rows, &others);
        let mut wide = loop {
            sets.grow();
            if let LineSets::Wide(_) = sets {
                break sets;
            }
        };
        assert!(
            wide.work(SweepTile { layout: &layout, ring: &ring, tile: Tile::new(&layout, 0, 1), from: None })
                .is_ok()
        );
        assert_eq!(ring.values[ring.row(2) + 100].load(Ordering::Relaxed), 100);
    }

    /// All cells of a layout.
    fn all_cells(layout: &Layout, room: Room, how: How) -> Vec<(usize, usize, u32)> {
        let mut cells = Vec::new();
        let made = run(
            layout,
            room,
            how,
            Allowed::ANYTHING,
            &in_order(&mut |band| {
                for (x, y, row) in band.rows() {
                    let values = row.iter().map(|value| value.load(Ordering::Relaxed));
                    cells.extend((y..).zip(values).map(|(y, value)| (x, y, value)));
                }
                ControlFlow::Continue(())
            }),
        );
        made.unwrap();
        cells
    }

    fn in_order<'s>(sink: &'s mut InOrder<'s>) -> Sink<'s> {
        Sink::InOrder(Mutex::new(sink))
    }

    /// Narrow sets that become wide give the same cells too.
    #[test]
    fn narrow_sets_become_wide() {
        assert_grows(&layout(Symmetric::nim_ab(2, 2), 2060), 64 * 64);
    }

    /// Runs a game with values larger than `beyond` in every way, with sets that are too narrow at first, and compares the cells
    /// with those of sets that never grow.
    fn assert_grows(layout: &Layout, beyond: u32) {
        let cells = |largest, how| all_cells(layout, Room { largest, window: None }, how);
        let roomy = cells(9000, How { simd: Simd::Portable, threads: 1, wide: true, device: Device::Cpu });
        let largest = roomy.iter().map(|&(.., value)| value).filter(|&value| value != u32::MAX).max();
        assert!(largest > Some(beyond), "or nothing grows: {largest:?}");
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            for threads in [1, 2, 3] {
                for wide in [false, true] {
                    let how = How { simd, threads, wide, device: Device::Cpu };
                    assert!(cells(0, how) == roomy, "{layout:?} by {how:?}");
                }
            }
        }
    }
}
