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
