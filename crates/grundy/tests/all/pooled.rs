//! Pooled tables against the cells of the definition.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::solve::rays::How;
use grundy::table::{Pool, Pooled, Window};
use grundy::{Budget, Element, Engine, Plan, Table, Template};
use std::ops::ControlFlow;
use std::sync::Mutex;

const POOLS: [Pool; 5] = [Pool::First, Pool::Least, Pool::Largest, Pool::Value(0), Pool::Value(3)];

fn budget() -> Budget {
    Budget::of_positions(20_000_000)
}

/// What stands for a square, by looking at all of its cells.
fn square(table: &Table, pool: Pool, (row, column): (usize, usize), step: usize) -> Option<u32> {
    let last = |first: usize| (first + step).min(table.side());
    let rows = row * step..last(row * step);
    let cells = rows.flat_map(|a| (column * step..last(column * step)).map(move |b| (a, b)));
    let values: Vec<u32> =
        cells.filter_map(|(a, b)| table.get(a, b)).map(|v| u32::try_from(v.0).unwrap()).collect();
    let inside = row * step < table.side() && column * step < table.side();
    match pool {
        Pool::First if inside => {
            table.get(row * step, column * step).map(|value| u32::try_from(value.0).unwrap())
        }
        Pool::Least => values.iter().copied().min(),
        Pool::Value(value) if values.contains(&value) => Some(value),
        _ => values.iter().copied().max(),
    }
}

#[test]
fn squares_hold_what_their_cells_say() {
    let games = [
        "nim",
        "star-nim",
        "wythoff",
        "fraenkel:a=3",
        "sharing-nim",
        "star-silver-dollar",
        "nim a,b,3",
        "{x,y: x-i,y; x,y-i; x-i,y-2i} a,b",
    ];
    for game in games {
        let template = Template::parse(game).unwrap();
        let max = 37;
        let slow = Table::of(template.clone()).to(max).engine(Engine::Definition).element(Element::U16);
        let slow = slow.budget(budget()).compute().unwrap();
        let plan = Plan::new(&template, max, Engine::Best).unwrap();
        let smaller = Pooled::of(&slow, 20, Window::whole(37, 2), Pool::Largest);
        assert_eq!((smaller.get(5, 5), smaller.get(6, 0)), (square(&slow, Pool::First, (20, 20), 1), None));
        let whole = [0, 1, 3, 6].map(|zoom| Window::whole(max, zoom));
        let parts = [(0, 9, 5, 1), (9, 0, 5, 1), (4, 6, 3, 2), (30, 11, 12, 0), (3, 3, 9, 2)]
            .map(|(row, column, side, zoom)| Window { row, column, side, zoom });
        for window in whole.into_iter().chain(parts) {
            for pool in POOLS {
                let into = Mutex::new(Pooled::new(window, pool));
                let how = How { threads: 2, ..How::default() };
                plan.pool(&into, how, budget(), &mut |_| ControlFlow::Continue(())).unwrap();
                let pooled = into.into_inner().unwrap();
                assert_eq!(pooled, Pooled::of(&slow, max, window, pool), "{game}, {window:?}, {pool:?}");
                for (i, j) in (0..window.side).flat_map(|i| (0..window.side).map(move |j| (i, j))) {
                    let at = (window.row + i, window.column + j);
                    let expected = square(&slow, pool, at, 1 << window.zoom);
                    assert_eq!(pooled.get(at.0, at.1), expected, "{game}, {window:?}, {pool:?} at {at:?}");
                }
                assert_eq!(pooled.get(window.row + window.side, window.column), None);
            }
        }
    }
}

#[test]
fn pooling_twice_is_pooling_once() {
    let template = Template::parse("wythoff").unwrap();
    let table = Table::of(template).to(100).compute().unwrap();
    for pool in POOLS {
        let fine = Pooled::of(&table, 100, Window::whole(100, 2), pool);
        for window in [Window::whole(100, 4), Window { row: 1, column: 2, side: 2, zoom: 5 }] {
            assert_eq!(fine.pooled(window), Pooled::of(&table, 100, window, pool), "{window:?}, {pool:?}");
        }
    }
}

#[test]
fn pooling_can_be_stopped() {
    let template = Template::parse("wythoff").unwrap();
    let plan = Plan::new(&template, 5000, Engine::Best).unwrap();
    let into = Mutex::new(Pooled::new(Window::whole(5000, 4), Pool::Largest));
    let mut looks = 0;
    let stopped = plan.pool(&into, How::default(), budget(), &mut |_| {
        looks += 1;
        if looks < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(stopped.is_err() && looks >= 3);
    // What was known when it ended stays there.
    assert!(into.into_inner().unwrap().get(0, 0).is_some());
}
