//! Graph Nim on a path by lines, at the edges of its parts: the first spreads, periods, progress callbacks and limits.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::Error;
use grundy::sharing_nim::path::{Cycle, Family, LARGEST, Machine, cycle, value};
use grundy::theorem::UBig;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

const FAMILIES: [Family; 2] = [Family::Outside, Family::Between];

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The values of a machine from its first spread on.
fn by_steps(family: Family, largest: u64, end: u64) -> (u64, HashMap<(u64, u32), u64>) {
    let mut machine = Machine::new(family, largest).unwrap();
    let (first, mut all) = (machine.spread(), HashMap::new());
    while machine.spread() < end {
        let spread = machine.spread();
        machine.step(&mut |value, offset| assert_eq!(all.insert((spread, offset), value), None)).unwrap();
    }
    (first, all)
}

/// Before, at and after the first spread of the machine, and at offsets on both sides of its window.
#[test]
fn values_at_the_first_spreads() {
    for family in FAMILIES {
        let (first, all) = by_steps(family, 6, 640);
        assert_eq!(first, 512);
        let mut told = 0;
        for spread in [512, 513, 514, 517, 599, 600, 638] {
            for offset in (0..16).chain([125, 126, 127, 300]) {
                let found = value((family, &UBig::from(offset), &UBig::from(spread)), 6, &mut go_on).unwrap();
                assert_eq!(found.value, all.get(&(spread, offset)).copied(), "{family:?} {offset} {spread}");
                told += usize::from(found.value.is_some());
            }
        }
        assert!(told > 20, "{told}");
        // The last spread of the start is told by the start, and an offset beyond any number of 64 bits by nothing.
        let near = (family, &UBig::ZERO, &UBig::from(511u32));
        assert!(value(near, 6, &mut go_on).unwrap().cycle.is_none());
        let far = UBig::ONE << 70;
        assert_eq!(value((family, &far, &UBig::from(100u8)), 6, &mut go_on).unwrap().value, None);
    }
}

/// The period by all states: where the positions of all spreads repeat. The mark is moved after 1, 2, 4, .. steps.
#[test]
fn periods_are_found_from_the_first_mark_in_them() {
    for (family, largest) in
        FAMILIES.into_iter().flat_map(|family| [2, 4, 5, 7].map(|largest| (family, largest)))
    {
        let Cycle { from, length } = cycle(family, largest, 20_000, &mut go_on).unwrap().unwrap();
        let end = from + 3 * length;
        let (first, all) = by_steps(family, largest, end);
        let mut rows: BTreeMap<u64, BTreeMap<u32, u64>> =
            (first..end).map(|spread| (spread, BTreeMap::new())).collect();
        for (&(spread, offset), &value) in &all {
            rows.get_mut(&spread).unwrap().insert(offset, value);
        }
        let repeats =
            |spread: u64, length: u64| (spread..end - length).all(|at| rows[&at] == rows[&(at + length)]);
        assert!(repeats(from, length), "{family:?} {largest}");
        assert!((1..length).filter(|part| length.is_multiple_of(*part)).all(|part| !repeats(from, part)));
        let steps = from - first + 1;
        assert!(steps.is_power_of_two() && steps >= length, "{family:?} {largest}: mark {from}");
        let before = from - steps / 2;
        assert!(steps / 2 < length || !repeats(before, length), "{family:?} {largest}: mark {from}");
        // It is found at the spread where it ends, and not before.
        assert_eq!(cycle(family, largest, from + length - 1, &mut go_on).unwrap(), None);
        assert_eq!(cycle(family, largest, from + length, &mut go_on).unwrap(), Some(Cycle { from, length }));
    }
}

/// Progress callbacks come every 4096 spreads: in the search for the period, and on the way to the place in it.
#[test]
fn progress_and_cancelling() {
    let mut seen = Vec::new();
    let mut watch = |spread: u64| {
        seen.push(spread);
        ControlFlow::Continue(())
    };
    assert_eq!(cycle(Family::Between, 12, 13_000, &mut watch).unwrap(), None);
    assert_eq!(seen, [4096, 8192, 12_288]);
    // The period of 21600 is found at 54879, and the place in it is 20000 further on.
    let Cycle { from, length } = cycle(Family::Between, 8, 100_000, &mut go_on).unwrap().unwrap();
    let found = from + length;
    let far = UBig::from(length) * UBig::from(1_000_000_u32) + UBig::from(found + 20_000);
    let mut seen = Vec::new();
    let mut watch = |spread: u64| {
        seen.push(spread);
        ControlFlow::Continue(())
    };
    let place = (Family::Between, &UBig::ZERO, &far);
    assert_eq!(value(place, 8, &mut watch).unwrap().cycle, Some(Cycle { from, length }));
    assert_eq!(seen, (1..=(found + 20_000) / 4096).map(|times| times * 4096).collect::<Vec<_>>());
    // Cancelled only on that way.
    let stopped = value(place, 8, &mut |spread| {
        if spread > found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped, Err(Error::Cancelled));
}

#[test]
fn limits_are_exact() {
    for family in FAMILIES {
        assert!(Machine::new(family, LARGEST).is_ok() && Machine::new(family, LARGEST + 1).is_err());
    }
}
