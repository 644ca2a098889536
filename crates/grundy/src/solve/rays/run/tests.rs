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

/// Bands cover all rows, are at most as high as others rely on, and each worker has one at least.
#[test]
fn bands_cover_the_rows() {
    for rows in [1, 2, 15, 16, 17, 31, 101, 128, 129, 301, 511, 512, 513, 901, 5000] {
        for threads in [0, 1, 2, 3, 8, 100] {
            let layout = layout(Symmetric::WYTHOFF, rows - 1);
            let how = How { simd: Simd::Portable, threads, wide: false, device: Device::Cpu };
            let division @ Division { height, bands, workers } = Division::new(&layout, how);
            let rows = usize::try_from(rows).unwrap();
            assert!(height * bands >= rows && height * (bands - 1) < rows, "{rows} rows, {division:?}");
            assert!(height <= ROWS && (rows <= 4 * ROWS || height == ROWS), "{rows} rows, {division:?}");
            assert!((1..=threads.max(1)).contains(&workers) && workers <= bands, "{division:?}");
            assert!(rows > ROWS || workers == bands, "{division:?}");
        }
    }
    let how = How { simd: Simd::Portable, threads: 2, wide: false, device: Device::Cpu };
    let of = |rows: u64| Division::new(&layout(Symmetric::WYTHOFF, rows - 1), how);
    assert_eq!(of(101), Division { height: 51, bands: 2, workers: 2 });
    assert_eq!(of(301), Division { height: 76, bands: 4, workers: 2 });
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
                None,
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
            for (window, threads) in [(0, 2), (200, 2), (1000, 2), (200, 1), (200, 8)] {
                let (room, how) = (
                    Room { largest: 0, window: Some(window) },
                    How { simd, threads, wide: false, device: Device::Cpu },
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
    let tile = |block| Tile::new(&layout, ROWS, 0, block);
    let ring = Ring::new(&layout, ROWS, 1);
    let sweep = |sets: &mut LineSets, block| {
        sets.work(SweepTile { layout: &layout, ring: &ring, tile: tile(block), from: None }).is_ok()
    };
    assert!(sweep(&mut sets, 0));
    let ahead = Ahead::new(&layout, COLUMNS..COLUMNS).unwrap();
    assert_eq!((ahead.rows.clone(), ahead.lines.len()), (0..4, 1));
    assert!(sets.move_on(&ahead));
    let mut wide = loop {
        sets.grow();
        if let LineSets::Wide(_) = sets {
            break sets;
        }
    };
    assert!(sweep(&mut wide, 1));
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
        None,
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

/// A worker has 16 rows at least, or a whole band. Low tables are divided evenly.
#[test]
fn workers_have_rows_enough() {
    let of = |rows: u64, threads| {
        let how = How { simd: Simd::Portable, threads, wide: false, device: Device::Cpu };
        let division = Division::new(&layout(Symmetric::WYTHOFF, rows - 1), how);
        (division.height, division.bands, division.workers, division.in_flight())
    };
    assert_eq!(of(31, 100), (31, 1, 1, 1));
    assert_eq!(of(32, 100), (16, 2, 2, 3));
    assert_eq!(of(101, 100), (17, 6, 6, 7));
    assert_eq!(of(512, 3), (86, 6, 3, 4));
    assert_eq!(of(513, 3), (128, 5, 3, 4));
    assert_eq!(of(513, 100), (128, 5, 5, 6));
}

/// Ways that use the portable twin alone, one worker with vectors, and several workers.
fn ways() -> [How; 3] {
    let how = |simd, threads| How { simd, threads, wide: false, device: Device::Cpu };
    [how(Simd::Portable, 1), how(Simd::best(), 1), how(Simd::best(), 2)]
}

/// Sets grow if there is exactly the memory that is needed for it.
#[test]
fn memory_that_is_needed_is_enough() {
    let layout = layout(Symmetric::WYTHOFF, 100);
    for how in ways() {
        let fill = |memory| {
            let allowed = Allowed { memory, ..Allowed::ANYTHING };
            let sink = Sink::AtOnce(&|_| ControlFlow::Continue(()));
            match run(&layout, Room { largest: 0, window: None }, how, allowed, None, &sink) {
                Err(Error::Limit(Limit::Memory { needed, allowed })) => {
                    assert_eq!(allowed, memory);
                    Some(needed)
                }
                made => made.map(|()| None).unwrap(),
            }
        };
        let mut memory = 0;
        let mut steps = 0;
        while let Some(needed) = fill(memory) {
            assert!(needed > memory && fill(needed - 1) == Some(needed), "{needed} bytes by {how:?}");
            memory = needed;
            steps += 1;
        }
        assert!(steps > 0, "some values do not fit into sets of 64");
    }
}

/// Rows in memory.
#[derive(Debug, Default)]
struct InMemory {
    rows: Mutex<std::collections::BTreeMap<usize, Vec<u32>>>,
    loads: AtomicUsize,
    saves: AtomicUsize,
}

impl Keep for InMemory {
    fn load(&self, rows: std::ops::Range<usize>) -> Option<Vec<u32>> {
        self.loads.fetch_add(1, Ordering::Relaxed);
        self.rows.lock().unwrap().get(&rows.start).cloned()
    }

    fn save(&self, rows: std::ops::Range<usize>, values: &[u32]) {
        self.saves.fetch_add(1, Ordering::Relaxed);
        self.rows.lock().unwrap().insert(rows.start, values.to_vec());
    }
}

/// Runs with kept rows. Returns the values of all bands, or the limit.
fn kept(layout: &Layout, room: Room, how: How, memory: u64, keep: &InMemory) -> Result<Vec<u32>, Error> {
    let mut values = Vec::new();
    let allowed = Allowed { memory, ..Allowed::ANYTHING };
    let mut sink = |band: &Band<'_>| {
        values.extend(band.values());
        ControlFlow::Continue(())
    };
    run(layout, room, how, allowed, Some(keep), &in_order(&mut sink)).map(|()| values)
}

/// Kept values need room for the largest of them, and no more.
#[test]
fn kept_values_have_room() {
    let room = Room { largest: 0, window: None };
    for (how, largest) in ways().into_iter().flat_map(|how| [62, 63, 64, 65].map(|largest| (how, largest))) {
        let row = Layout::clone(&Field::rectangle(&Symmetric::NIM.into(), 0, largest).unwrap().layout);
        let keep = InMemory::default();
        let values: Vec<u32> = (0..).take(row.region.columns()).collect();
        assert_eq!(kept(&row, room, how, u64::MAX, &keep), Ok(values.clone()));
        assert_eq!((keep.loads.load(Ordering::Relaxed), keep.saves.load(Ordering::Relaxed)), (1, 1));
        assert_eq!(kept(&row, room, how, u64::MAX, &keep), Ok(values));
        assert_eq!((keep.loads.load(Ordering::Relaxed), keep.saves.load(Ordering::Relaxed)), (2, 1));
        // Sets have room for 64 values at first.
        assert_eq!(kept(&row, room, how, 0, &keep).is_ok(), largest < 64, "{largest} by {how:?}");
    }
}

/// Rows after those that are kept are computed from them.
#[test]
fn rows_after_kept_ones_are_the_same() {
    let room = Room { largest: 0, window: None };
    let layout = layout(Symmetric::WYTHOFF, 100);
    for how in ways().map(|how| How { threads: how.threads * 3, ..how }) {
        let keep = InMemory::default();
        let all = kept(&layout, room, how, u64::MAX, &keep).unwrap();
        let starts: Vec<usize> = keep.rows.lock().unwrap().keys().copied().collect();
        assert!(starts.len() > 2, "{starts:?}");
        for start in starts {
            keep.rows.lock().unwrap().remove(&start);
            assert_eq!(kept(&layout, room, how, u64::MAX, &keep).as_ref(), Ok(&all), "{start} by {how:?}");
            assert!(keep.rows.lock().unwrap().contains_key(&start));
        }
    }
}

/// Sets of low tables move on without growing, and rows of such tables are not kept.
#[test]
fn sets_move_on_without_more_memory() {
    let others = vec![(1, 0), (0, 1), (2, 3), (1, 5)];
    let others = others.into_iter().map(|step| Ray { step, guard: Guard::ALWAYS, width: 1 }).collect();
    let others = Rays::new(others, vec![(2, 64), (3, 127)]).unwrap();
    for (rays, rows) in [(Symmetric::WYTHOFF.into(), 20), (Symmetric::NIM.into(), 3), (others, 12)] {
        let field = Field::rectangle(&rays, rows, 4500).unwrap();
        let room = Room { largest: field.largest, window: field.window };
        assert!(room.window.is_some_and(|window| window < 500), "{room:?}");
        for how in ways().into_iter().filter(|how| how.threads == 1) {
            let keep = InMemory::default();
            let all = kept(&field.layout, Room { window: None, ..room }, how, u64::MAX, &keep).unwrap();
            assert_eq!(keep.saves.swap(0, Ordering::Relaxed), 1);
            assert!(kept(&field.layout, room, how, 0, &keep).as_ref() == Ok(&all), "{rays} by {how:?}");
            // Sets of all values do not move on.
            let wide = How { wide: true, ..how };
            assert_eq!((keep.loads.swap(0, Ordering::Relaxed), keep.saves.load(Ordering::Relaxed)), (1, 0));
            assert!(kept(&field.layout, room, wide, 0, &keep).as_ref() == Ok(&all), "{rays} by {how:?}");
            assert_eq!(keep.loads.load(Ordering::Relaxed), 1);
        }
    }
}
