use super::{Arrays, BETWEEN_LOOKS, MOST_CELLS, Pulse, strides};
use crate::error::Error;
use crate::notation::RawPosition;
use crate::notation::rules::parse_inline;
use crate::rules::Written;
use crate::ruleset::progressions::Order;
use crate::ruleset::{Budget, Progressions, Ruleset};
use crate::solve::reference::Reference;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Compares the array engine with the definition on all positions up to a corner. Returns whether the ray engine filled the table.
fn compare(text: &str, corner: &[u64]) -> bool {
    let game = Arc::new(Written::new(parse_inline(text).unwrap(), &[]).unwrap());
    let rules = game.progressions().unwrap_or_else(|| panic!("{text}: no progressions"));
    let arrays = Arrays::new(&rules, corner).unwrap();
    let filled = arrays.fill(&mut |_| ControlFlow::Continue(())).unwrap();
    let mut definition = Reference::new(game.clone(), Budget::default());
    let mut cell = vec![0; corner.len()];
    loop {
        let value = game.position(&RawPosition::row(&cell)).ok().map(|p| definition.value(&p).unwrap().0);
        assert_eq!(filled.get(&cell), value, "{text} at {cell:?}");
        let Some(axis) = (0..cell.len()).find(|&axis| cell[axis] < corner[axis]) else {
            return arrays.axes.is_some();
        };
        cell[..axis].fill(0);
        cell[axis] += 1;
    }
}

#[test]
fn tables_are_those_of_the_definition() {
    for text in [
        "{x,y: x-i,y where (x+i) mod 7 != 3; x,y-i where (y+2i) mod 5 != 1; x-i,y-i where i mod 3 = 1}",
        "{x,y: x-i,y-j where 2|i-j| + min(i, 2j) <= 4}",
        "{x,y: x-i, y-j where i + 2j <= 5 and not i in {2, 4..5}}",
        "{x,y: x-i,y; x,y-i; x-i,y+i}",
        "{x,y: x+i,y-i; x-1,y}",
        "{x,y: x-i,y+2i; x,y-i where i in {1,3}}",
        "{x,y where (x+2y) mod 3 != 1: x-i,y; x,y-i; x-1,y-1}",
        "{x,y: y,x where x > y; x-2i,y-3i}",
        "{x,y: x-i,y-j where i mod 4 = 1 and (i+j) mod 3 = 2 and j mod 2 = 1}",
        "{x,y unordered: x-i,y where i in {1,4}; x-i,y-i}",
        "{x,y unordered: x-2i,y+i; x-1,y}",
        "{x,y unordered where x+y != 5: x-i,y; x-i,y-2i}",
    ] {
        compare(text, &[17, 21]);
        compare(text, &[22, 6]);
    }
    compare("{x: x-i where i in {1,3,4} and x mod 5 != 2}", &[200]);
    compare("{x,y: x-1,y where (x+y) mod 3 = 1; x,y-2}", &[11, 12]);
    compare("{x,y,z: x-i,y-j,z-k where i+j+k <= 4; x-i,y,z+i where i <= 2}", &[6, 5, 6]);
    compare("{x,y,z unordered where x+y+z != 5: x-i,y,z; x-i,y-i,z where i <= 2}", &[6, 7, 8]);
    let _ =
        compare("{w,x,y,z: w-i,x-i,y-i,z-i; w-1,x,y,z+1; w,x-2i,y,z; w,x,y-i,z where z > 2}", &[4, 5, 4, 3]);
    compare("{w,x,y,z unordered: w-i,x-i,y,z; w-1,x,y,z}", &[4, 3, 4, 3]);
}

/// Moves that take a step any number of times are told from others.
#[test]
fn steps_are_computed_by_the_ray_engine() {
    for text in [
        "{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i; x-i,y-i,z; x-i,y,z-i; x,y-i,z-i; x-i,y-i,z-i}",
        "{x,y,z: x-i,y-2i,z; x,y-i,z; x-3i,y,z-2i where i>=1}",
    ] {
        assert!(compare(text, &[7, 8, 6]) && compare(text, &[3, 0, 11]), "{text}");
    }
    assert!(compare("{w,x,y,z: w-i,x,y-i,z; w,x-i,y,z; w,x,y,z-i; w-i,x-i,y-2i,z-i}", &[4, 5, 4, 3]));
    for text in [
        "{x,y,z: x-i,y,z where i<=3; x,y-i,z}",
        "{x,y,z: x-i,y,z where x>y; x,y-i,z}",
        "{x,y,z: x-i,y+i,z; x,y-i,z}",
        "{x,y,z: x-i,y-j,z; x,y-i,z}",
        "{x,y,z: x-i,y,z where i mod 2 = 1; x,y-i,z}",
        "{x,y,z: x-i-1,y,z; x,y-i,z}",
        "{x,y,z: x-2i,y,z; x,y-i,z}",
        "{x,y,z where x+y+z > 1: x-i,y,z; x,y-i,z}",
        "{x,y,z unordered: x-i,y,z; x-i,y-i,z}",
    ] {
        assert!(!compare(text, &[6, 5, 4]), "{text}");
    }
}

fn written(text: &str) -> Written {
    Written::new(parse_inline(text).unwrap(), &[]).unwrap()
}

fn arrays(text: &str, corner: &[u64]) -> Option<Arrays> {
    Arrays::new(&written(text).progressions().unwrap(), corner)
}

/// The clock is looked at when more work has been done than was left, and work begins anew.
#[test]
fn work_is_counted_between_looks() {
    let mut looks = Vec::new();
    let mut watch = |done| {
        looks.push(done);
        if looks.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut pulse = Pulse { left: 10, done: 7, watch: &mut watch };
    for (work, left) in [(4, 6), (6, 0), (0, 0), (1, BETWEEN_LOOKS), (BETWEEN_LOOKS, 0)] {
        assert_eq!(pulse.spend(work), Ok(()));
        assert_eq!(pulse.left, left);
    }
    pulse.done = 9;
    assert_eq!(pulse.spend(1), Err(Error::Cancelled));
    assert_eq!(looks, [7, 9]);
}

/// The numbers of finished cells that are told while a table is filled.
fn told(arrays: &Arrays) -> Vec<u64> {
    let mut told = Vec::new();
    let filled = arrays.fill(&mut |done| {
        told.push(done);
        ControlFlow::Continue(())
    });
    assert!(filled.is_ok());
    let cancelled = arrays.fill(&mut |_| ControlFlow::Break(()));
    assert_eq!(cancelled.map(|_| ()), Err(Error::Cancelled));
    told
}

#[test]
fn a_table_tells_how_many_cells_are_done() {
    // 2,001,000 options in 2,000 cells.
    let done = told(&arrays("{x: x-i}", &[2_000]).unwrap());
    assert_eq!(done.len(), 1, "{done:?}");
    assert!((1_000..2_000).contains(&done[0]), "{done:?}");
    // By the ray engine, every 2^14 cells of 32,768.
    assert_eq!(told(&arrays("{x,y,z: x-i,y,z; x,y-i,z}", &[31, 31, 31]).unwrap()), [1 << 14, 1 << 15]);
}

/// The region is bounded by sums that no move raises, and a cell of it takes 4 bytes, and 8 more if cells are sorted.
#[test]
fn tables_are_as_large_as_their_region() {
    let lexicographic = arrays("{x,y: x-i,y; x,y-1}", &[5, 3]).unwrap();
    assert_eq!((lexicographic.largest(), lexicographic.cells()), (&[5, 3][..], 24));
    assert_eq!((lexicographic.bytes(), lexicographic.is_unordered()), (4 * 24, false));
    assert!(!lexicographic.is_by_lines());
    // No move raises 2x + y, 13 at 4,5, and 3x + 2y, 22 there.
    let text = "{x,y: x-2,y+3; x+1,y-2}";
    let sorted = arrays(text, &[4, 5]).unwrap();
    assert_eq!((sorted.largest(), sorted.cells()), (&[6, 11][..], 84));
    assert_eq!(sorted.bytes(), 12 * 84);
    compare(text, &[4, 5]);
    let unordered = arrays("{x,y unordered: x-i,y; x-i,y-i}", &[2, 6]).unwrap();
    assert_eq!((unordered.largest(), unordered.is_unordered()), (&[6, 6][..], true));
    let lines = arrays("{x,y,z: x-i,y,z; x,y-i,z}", &[3, 4, 5]).unwrap();
    assert!(lines.is_by_lines() && lines.bytes() > 4 * lines.cells());
    // Not one cell more than indices of 31 bits reach.
    assert_eq!(strides(&[MOST_CELLS - 1, 0, 0, 0], 1).map(|(_, length)| length), Some(1 << 31));
    assert!(strides(&[MOST_CELLS, 0, 0, 0], 1).is_none());
}

/// Values are given for positions of the region only.
#[test]
fn other_cells_have_no_values() {
    let arrays = arrays("{x,y where x+y != 3: x-i,y; x,y-i}", &[4, 2]).unwrap();
    let filled = arrays.fill(&mut |_| ControlFlow::Continue(())).unwrap();
    assert!(filled.get(&[4, 2]).is_some());
    for cell in [&[1][..], &[], &[0, 0, 0], &[0, 3], &[5, 0], &[1, 2], &[3, 0]] {
        assert_eq!(filled.get(cell), None, "{cell:?}");
    }
}

/// Forms stay below 2^40 on the whole table.
#[test]
fn tables_with_larger_forms_are_refused() {
    // 2 * 549,755,813,883 + 10 = 2^40.
    let text = "{x,y: x-i,y where y <= 549*1000000000*x + 755813883*x; x,y-i}";
    assert!(arrays(text, &[2, 9]).is_some());
    assert!(arrays(text, &[2, 10]).is_none());
}

/// A description with an option that comes later is noticed.
#[test]
fn an_option_that_comes_later_is_a_fault() {
    let rules = written("{x: x-1}").progressions().unwrap();
    let mut up = rules.cases[0].clone();
    up.option[0].constant = 1;
    up.when.at_least_0.clear();
    let broken = Progressions {
        numbers: 1,
        unordered: false,
        positions: rules.positions.clone(),
        cases: vec![up],
        never_raised: rules.never_raised.clone(),
        order: Order::Lexicographic,
    };
    let filled = Arrays::new(&Arc::new(broken), &[5]).unwrap().fill(&mut |_| ControlFlow::Continue(()));
    assert!(matches!(filled, Err(Error::Fault(_))), "{filled:?}");
}

/// The estimate of time counts cells, options and lines.
#[test]
fn estimates_grow_with_the_work() {
    let nanos = |text: &str, corner: &[u64]| arrays(text, corner).unwrap().nanos();
    // 500 options a cell, on average, of a nanosecond or two, and some overhead.
    let long = nanos("{x: x-i}", &[1_000]) / 1_001;
    assert!((500..2_000).contains(&long), "{long}");
    let short = nanos("{x: x-1}", &[1_000]) / 1_001;
    assert!((20..200).contains(&short), "{short}");
    // Every second cell is no position.
    let holes = nanos("{x where x mod 2 = 0: x-i}", &[1_000]) / 1_001;
    assert!((long / 8..long * 2 / 3).contains(&holes), "{holes} of {long}");
    let lines = |text: &str| nanos(text, &[15, 15, 15]) / arrays(text, &[15, 15, 15]).unwrap().cells();
    let (two, three) = (lines("{x,y,z: x-i,y,z; x,y-i,z}"), lines("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}"));
    assert_eq!(2 * three, 3 * two);
}
