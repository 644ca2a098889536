//! The ray engine against the definition: every game with rays, every instruction set, several threads.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::solve::rays::{Field, How, Simd};
use grundy::{Budget, Element, Engine, Error, Nimber, Plan, Symmetric, Table, Template};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Every way to run the ray engine on this machine.
fn hows() -> Vec<How> {
    let simds = Simd::ALL.into_iter().filter(|simd| simd.is_available());
    let ways = [(1, false), (1, true), (2, false), (5, false), (5, true)];
    simds.flat_map(|simd| ways.map(|(threads, wide)| How { simd, threads, wide, ..How::default() })).collect()
}

fn table(text: &str, max: u64, engine: Engine, how: How) -> Table {
    let table =
        Table::of(Template::parse(text).unwrap()).to(max).engine(engine).element(Element::U32).how(how);
    table.budget(Budget::of_positions(20_000_000)).compute().unwrap()
}

fn assert_twins(text: &str, max: u64) {
    let slow = table(text, max, Engine::Definition, How::default());
    for how in hows() {
        let fast = table(text, max, Engine::Rays, how);
        for (a, b) in (0..slow.side()).flat_map(|a| (0..slow.side()).map(move |b| (a, b))) {
            assert_eq!(fast.get(a, b), slow.get(a, b), "{text} at a={a}, b={b} by {how:?}");
        }
    }
}

#[test]
fn every_game_with_rays_equals_its_definition() {
    for text in ["nim", "star-nim", "wythoff", "r-wythoff", "fraenkel:a=3", "star-silver-dollar"] {
        assert_twins(text, 70);
    }
    assert_twins("sharing-nim", 28);
    for text in ["star-nim a,b,3", "star-nim a,5,b,2", "silver-dollar", "silver-dollar [a,b,9]", "nim a,b,a"]
    {
        assert_twins(text, 9);
    }
    for text in [
        "welter",
        "welter [a,b,9]",
        "welter [2,a,b]",
        "star-welter",
        "star-welter [a,b],[3]",
        "star-welter [a],[b]",
    ] {
        assert_twins(text, 9);
    }
    for text in ["sharing-nim a,b,0,0", "sharing-nim 0,3,a,b", "sharing-nim a,5,b,2", "sharing-nim 4,a,b,b"] {
        assert_twins(text, 12);
    }
    for text in
        ["star-silver-dollar [a],[b,9]", "star-silver-dollar [a,b],[3,6]", "star-silver-dollar [a,7],[b]"]
    {
        assert_twins(text, 8);
    }
}

#[test]
fn one_cell_and_less() {
    for text in ["nim", "star-nim", "wythoff", "r-wythoff", "gurvich:a=4,b=4", "sharing-nim"] {
        for max in 0..4 {
            assert_twins(text, max);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn gurvich_for_any_widths(a in 1u64..9, b in 1u64..9, max in 0u64..45) {
        assert_twins(&format!("gurvich:a={a},b={b}"), max);
    }

    #[test]
    fn gurvich_with_widths_beyond_the_table(a in 1u64..200, b in 1u64..200, max in 0u64..24) {
        assert_twins(&format!("gurvich:a={a},b={b}"), max);
    }
}

/// Tables of many tiles have the same bytes for all instruction sets and numbers of threads. The portable engine on one thread
/// is safe code.
#[test]
fn cells_do_not_depend_on_threads_or_instructions() {
    let plane = |hole, both, a, b| Some(Symmetric { hole, both, a, b });
    let games = [
        (plane(false, true, 0, 1), 600),
        (plane(true, true, 0, 1), 600),
        (plane(false, true, 1, 1), 700),
        (plane(false, false, 1, 1), 700),
        (plane(false, true, 3, 2), 400),
        (plane(false, true, 2, 90), 300),
        (None, 500),
    ];
    for (shape, max) in games {
        let field = shape
            .map_or_else(|| Field::sharing(max), |shape| Field::rectangle(&shape.into(), max, max))
            .unwrap();
        let cells = |how| {
            let mut cells = Vec::new();
            let made = field.for_each(how, &mut |chunk| {
                chunk.for_each(|a, b, value| cells.push((a, b, value)));
                assert_eq!(chunk.done, u64::try_from(cells.len()).unwrap());
                ControlFlow::Continue(())
            });
            made.unwrap();
            assert_eq!(u64::try_from(cells.len()).unwrap(), field.cells());
            cells
        };
        let mut portable = cells(How { simd: Simd::Portable, threads: 1, wide: false, ..How::default() });
        for how in hows() {
            assert!(cells(how) == portable, "{shape:?} to {max} by {how:?}");
        }
        // Chunks that come at once, from the threads that compute them.
        portable.sort_unstable();
        for threads in [1, 3, 16] {
            let cells = Mutex::new(Vec::new());
            let made = field.for_each_at_once(How { threads, ..How::default() }, &|chunk| {
                let mut here = Vec::new();
                chunk.for_each(|a, b, value| here.push((a, b, value)));
                cells.lock().unwrap().extend(here);
                ControlFlow::Continue(())
            });
            made.unwrap();
            let mut cells = cells.into_inner().unwrap();
            cells.sort_unstable();
            assert!(cells == portable, "{shape:?} to {max} by {threads} threads at once");
            let cancelled = field.for_each_at_once(How { threads, ..How::default() }, &|chunk| {
                if chunk.done > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(cancelled, Err(Error::Cancelled));
        }
    }
}

/// Few rows of many columns, and few columns of many rows: line sets that move on, against wide ones.
#[test]
fn low_tables_are_parts_of_high_ones() {
    for text in [
        "wythoff",
        "star-nim",
        "r-wythoff",
        "gurvich:a=3,b=4",
        "gdwn:p=1,q=2",
        "{x,y: x-i,y; x,y-i; x-i,y-3i}",
    ] {
        let game = grundy::game(text).unwrap();
        let rays = game.geometry(&[2]).unwrap().rays().unwrap().clone();
        for (x, y) in [(0, 5000), (9, 5000), (5000, 9), (127, 4000), (4000, 127), (128, 4000)] {
            let field = Field::rectangle(&rays, x, y).unwrap();
            let cells = |how| {
                let mut cells = Vec::new();
                let made = field.for_each(how, &mut |chunk| {
                    chunk.for_each(|a, b, value| cells.push((a, b, value)));
                    ControlFlow::Continue(())
                });
                made.unwrap();
                cells
            };
            let wide = cells(How { threads: 1, wide: true, ..How::default() });
            assert!(
                wide.iter().all(|&(a, b, _)| u64::try_from(a).unwrap() <= x.max(y)
                    && u64::try_from(b).unwrap() <= x.max(y))
            );
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                assert!(
                    cells(How { simd, threads: 2, wide: false, ..How::default() }) == wide,
                    "{text} {x},{y} by {simd:?}"
                );
            }
        }
    }
}

/// Cells that are picked from a table, and those of a value, are what the table shows.
#[test]
fn parts_are_those_of_the_table() {
    for (text, max) in [
        ("wythoff", 300),
        ("star-nim", 140),
        ("sharing-nim", 120),
        ("exile", 90),
        ("gdwn:p=1,q=2", 200),
        ("{x,y: x-i,y; x,y-i; x-i,y-3i}", 150),
        ("star-nim a,b,4", 20),
        ("nim 2,b,a", 9),
        ("{x,y: x-i,y where i mod 3 != 1; x,y-i}", 12),
        ("graph-nim:edges=0-1,1-2 a,b,2", 6),
    ] {
        let template = Template::parse(text).unwrap();
        let plan = Plan::new(&template, max, Engine::Best).unwrap();
        let whole = Table::of(template.clone()).to(max).compute().unwrap();
        let at = |(a, b): (u64, u64)| {
            whole.get(usize::try_from(a).unwrap(), usize::try_from(b).unwrap()).map(|value| value.0)
        };
        let watch = || |_| ControlFlow::Continue(());
        let lines: [Vec<(u64, u64)>; 5] = [
            (0..=max).map(|b| (max / 2, b)).collect(),
            (0..=max).map(|a| (a, max / 3)).collect(),
            (0..=max / 2).map(|a| (a, a + 3)).collect(),
            vec![(max, 0), (0, max), (1, 1), (1, 1)],
            Vec::new(),
        ];
        for threads in [1, 16] {
            let how = How { threads, ..How::default() };
            for line in &lines {
                let values = plan.values_at(line, how, Budget::default(), &mut watch()).unwrap();
                assert_eq!(values, line.iter().map(|&cell| at(cell)).collect::<Vec<_>>(), "{text} {line:?}");
            }
            for value in [0, 5] {
                let cells = plan.cells_of_value(value, how, Budget::default(), &mut watch()).unwrap();
                let all = (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b)));
                assert_eq!(cells, all.filter(|&cell| at(cell) == Some(value)).collect::<Vec<_>>(), "{text}");
            }
        }
    }
}

/// Wythoff's game by scanning all options of each cell: an independent check on a table of many tiles, and the loop against which
/// the engine is timed.
#[test]
fn wythoff_by_scanning() {
    const SIDE: usize = 300;
    let table = table("wythoff", 299, Engine::Rays, How::default());
    let mut seen = vec![0_usize; 4 * SIDE];
    let mut scanned = vec![vec![0_usize; SIDE]; SIDE];
    for x in 0..SIDE {
        for y in 0..SIDE {
            let stamp = x * SIDE + y + 1;
            (0..x).for_each(|i| seen[scanned[i][y]] = stamp);
            (0..y).for_each(|j| seen[scanned[x][j]] = stamp);
            (1..=x.min(y)).for_each(|k| seen[scanned[x - k][y - k]] = stamp);
            scanned[x][y] = seen.iter().position(|&last| last != stamp).unwrap();
            assert_eq!(table.get(x, y), Some(Nimber(u64::try_from(scanned[x][y]).unwrap())), "({x},{y})");
        }
    }
}

/// A library that keeps values in u8 and lets them wrap has 1,406 wrong cells in Wythoff's 200 x 200 table. Here a
/// value that does not fit is an error.
#[test]
fn a_value_that_does_not_fit_is_an_error() {
    const SIDE: usize = 200;
    let right = table("wythoff", 199, Engine::Rays, How::default());
    let mut wrapped = vec![vec![0_u8; SIDE]; SIDE];
    let mut wrong = 0;
    for x in 0..SIDE {
        for y in 0..SIDE {
            let mut seen = [false; 256];
            (0..x).for_each(|i| seen[usize::from(wrapped[i][y])] = true);
            (0..y).for_each(|j| seen[usize::from(wrapped[x][j])] = true);
            (1..=x.min(y)).for_each(|k| seen[usize::from(wrapped[x - k][y - k])] = true);
            let mex = seen.iter().position(|&here| !here).unwrap_or(256);
            wrapped[x][y] = u8::try_from(mex % 256).unwrap();
            wrong += usize::from(right.get(x, y) != Some(Nimber(u64::from(wrapped[x][y]))));
        }
    }
    assert_eq!(wrong, 1406);

    let template = Template::parse("wythoff").unwrap();
    let plan = Plan::new(&template, 199, Engine::Best).unwrap();
    assert_eq!(plan.element(), Element::U16, "x + y = 398 bounds the values");
    let refused =
        plan.table(Element::U8, How::default(), Budget::default(), &mut |_| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(Error::Width { value: 255.., element: Element::U8 })), "{refused:?}");
}

#[test]
fn the_work_can_be_stopped() {
    let template = Template::parse("wythoff").unwrap();
    let plan = Plan::new(&template, 2000, Engine::Rays).unwrap();
    for how in hows() {
        let mut seen = 0;
        let stopped = plan.table(Element::U16, how, Budget::default(), &mut |progress| {
            seen += 1;
            assert!(progress.done <= progress.total);
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.unwrap_err(), Error::Cancelled);
        assert_eq!(seen, 3, "nothing is reported after a stop");
    }
}

/// Streaming gives the cells of the table, each exactly once, for symmetric fields and for slices of axes.
#[test]
fn streaming_gives_the_cells_of_the_table() {
    for (text, max) in
        [("wythoff", 130), ("star-nim", 100), ("sharing-nim", 120), ("star-nim a,b,4", 20), ("nim 2,a,b", 9)]
    {
        let template = Template::parse(text).unwrap();
        let plan = Plan::new(&template, max, Engine::Rays).unwrap();
        let whole = table(text, max, Engine::Rays, How::default());
        let mut streamed = Table::new(whole.side(), Element::U32);
        let mut count = 0;
        let made = plan.for_each(
            How::default(),
            Budget::default(),
            &mut |_| ControlFlow::Continue(()),
            &mut |a, b, v| {
                let (a, b) = (usize::try_from(a).unwrap(), usize::try_from(b).unwrap());
                assert_eq!(streamed.get(a, b), None, "{text}: ({a},{b}) comes twice");
                count += 1;
                streamed.set(a, b, v)
            },
        );
        made.unwrap();
        assert_eq!(streamed, whole, "{text}");
        assert_eq!(count, (0..whole.side()).flat_map(|a| whole.row(a)).flatten().count(), "{text}");
    }
}

/// Sequences from the rules are what the table shows, also where rows lack a value (`NIM_{a,b}` with b > 1).
#[test]
fn g_sequences_are_those_of_the_table() {
    for text in
        ["nim", "star-nim", "wythoff", "r-wythoff", "fraenkel:a=2", "gurvich:a=2,b=3", "gurvich:a=1,b=4"]
    {
        let table = table(text, 60, Engine::Rays, How::default());
        for g in [0, 1, 3] {
            let cells = (0..=60).flat_map(|x| (x..=60).map(move |y| (x, y)));
            let shown = cells.filter(|&(x, y)| table.get(x, y) == Some(Nimber(g)));
            let shown: Vec<(u64, u64)> =
                shown.map(|(x, y)| (u64::try_from(x).unwrap(), u64::try_from(y).unwrap())).collect();
            // In rows near the end of the table the position may lie beyond it.
            let whole = shown.iter().take_while(|&&(x, _)| x <= 10).count();
            let sequence =
                grundy::sequence::by_definition(&grundy::game(text).unwrap(), g, whole, Budget::default())
                    .unwrap();
            assert_eq!(sequence, shown[..whole], "{text}, value {g}");
        }
    }
}
