//! Words against sets, rows without room, and the search for full levels, with the turns that it takes.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The rows at which levels become full: all of 2 mod 8, and those of 4 mod 8 but 60 and 76, as far as they do in these rows.
#[test]
fn levels_become_full() {
    let rows: [(u64, u64); 19] = [
        (0, 2),
        (2, 3),
        (4, 10),
        (10, 67),
        (12, 73),
        (18, 117),
        (20, 106),
        (26, 1376),
        (28, 690),
        (34, 4760),
        (36, 3290),
        (42, 8661),
        (44, 4767),
        (50, 29_654),
        (52, 7842),
        (58, 25_141),
        (66, 73_500),
        (68, 41_911),
        (84, 24_396),
    ];
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
    let mut machine = Machine::new(84);
    let mut found = Vec::new();
    while machine.row <= 74_000 {
        let row = machine.row;
        for level in (0..=84).step_by(2) {
            let expected = rows.iter().find(|full| full.0 == level);
            let near = expected.is_some_and(|full| full.1.abs_diff(row) < 2);
            if (near || row == 74_000) && machine.is_full(level) {
                found.push((level, row));
            }
        }
        machine.play(&mut meter, |_, _| ()).unwrap();
    }
    for full in rows {
        let seen: Vec<u64> = found.iter().filter(|seen| seen.0 == full.0).map(|seen| seen.1).collect();
        assert_eq!(seen, [full.1, full.1 + 1, 74_000], "level {}", full.0);
    }
    assert_eq!(found.len(), 3 * rows.len(), "no other level");
    let fulls = Fulls::find(85, 86, None, &mut meter).unwrap();
    assert!(
        rows.iter()
            .all(|&(level, row)| fulls.from(level).is_none_or(|full| full.level > level || full.row == row))
    );
    assert_eq!(fulls.below(85), Some(Full { level: 84, row: 24_396 }));
}

proptest! {
    /// Theorem 3, and the cells that Theorem 4 speaks of, from any windows that a full level may have.
    #[test]
    fn a_full_level_stays_full(m in 2_u32..9, mut chance in any::<u64>()) {
        let count = 2 * (m - 1);
        let mut windows = vec![Wide::EMPTY; usize::try_from(count + 1).unwrap()];
        for place in 0..m - 1 {
            // Some m-1-place values of 1 to count have the place.
            let mut values: Vec<u32> = (1..=count).collect();
            for _ in 0..m - 1 - place {
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let at = usize::try_from((chance >> 33) % wide(values.len())).unwrap();
                let value = usize::try_from(values.swap_remove(at)).unwrap();
                windows[value] = windows[value].or(Wide::at(place));
            }
        }
        let mut machine = Machine { row: 2, base: None, windows };
        let mut watch = || ControlFlow::Continue(());
        let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
        prop_assert!(machine.is_full(count.into()));
        for _ in 0..300 {
            let pair = [machine.windows[machine.windows.len() - 2], machine.windows[machine.windows.len() - 1]];
            let (mut taken, mut left) = (Wide::EMPTY, Wide::EMPTY);
            machine.play(&mut meter, |value, choice| {
                taken = taken.or(choice);
                left = if value + 1 >= u64::from(count) { left.or(choice) } else { left };
            }).unwrap();
            prop_assert_eq!(taken, Wide::low(m));
            prop_assert!(machine.is_full(count.into()));
            // The last cell that is left to the last two values belongs to neither of them.
            let numbers = (0..m).filter(|&place| left.has(place)).collect::<Vec<_>>();
            let degree = |place: u32| pair.iter().filter(|window| window.has(place)).count();
            prop_assert_eq!(numbers.len(), 2 - degree(0));
            prop_assert!(numbers.last().is_none_or(|&last| degree(last) == 0));
        }
    }
}

fn set<W: Word>(word: W) -> BTreeSet<u32> {
    (0..256).filter(|&number| word.has(number)).collect()
}

fn word<W: Word>(numbers: &[u32]) -> W {
    numbers.iter().fold(W::EMPTY, |all, &number| all.or(W::one(number)))
}

/// Every operation on words of so many bits against the one on sets.
fn words_are_sets<W: Word>(bits: u32, one: &[u32], other: &[u32]) {
    let fits = |numbers: &[u32]| numbers.iter().copied().filter(|&number| number < bits).collect::<Vec<_>>();
    let (one, other) = (fits(one), fits(other));
    let (a, b): (W, W) = (word(&one), word(&other));
    let (x, y): (BTreeSet<u32>, BTreeSet<u32>) = (one.into_iter().collect(), other.into_iter().collect());
    assert_eq!((set(a), set(b)), (x.clone(), y.clone()));
    assert_eq!(set(a.or(b)), &x | &y);
    assert_eq!(set(a.and(b)), &x & &y);
    assert_eq!(set(a.without(b)), &x - &y);
    assert_eq!(set(a.next()), x.iter().filter_map(|number| number.checked_sub(1)).collect());
    assert_eq!((a.has_row(), a.is_empty()), (x.contains(&0), x.is_empty()));
    assert_eq!(a.least(), x.first().copied().unwrap_or(bits));
    let free = (0..bits).find(|number| !x.contains(number) && !y.contains(number) && !x.contains(&0));
    assert_eq!(set(a.choice(b)), free.into_iter().collect());
    assert!(W::of(a.wide()) == Some(a) && set(a.wide()) == x);
    let count = x.first().copied().unwrap_or(bits);
    assert_eq!(set(W::low(count)), (0..count).collect());
}

proptest! {
    #[test]
    fn words_of_any_width_are_sets(
        one in proptest::collection::vec(0_u32..256, 0..60),
        other in proptest::collection::vec(0_u32..256, 0..60),
        from in 0_u32..3,
        full in 0_u32..256,
    ) {
        // Often with all numbers up to some number, so that the least free one is large.
        for other in [other.clone(), (from..full).chain(other.clone()).collect()] {
            words_are_sets::<u64>(64, &one, &other);
            words_are_sets::<u128>(128, &one, &other);
            words_are_sets::<Wide>(256, &one, &other);
            words_are_sets::<Wide>(256, &other, &one);
        }
        let large: Vec<u32> = one.iter().map(|number| number | 128).collect();
        words_are_sets::<Wide>(256, &large, &other);
        prop_assert!(large.is_empty() || u128::of(word::<Wide>(&large)).is_none());
    }
}

#[test]
fn a_value_without_room_is_noticed() {
    let full = u64::MAX - 1;
    for (windows, taken, fits) in [
        ([full, 0], 0, true),
        ([full, 0], 1, false),
        ([0, full], 1, false),
        ([u64::MAX, 0], 1, true),
        ([0, 0], u64::MAX, false),
        ([1, 1], u64::MAX, true),
    ] {
        let mut after = windows;
        assert_eq!(play(&mut after, taken, |_, _| ()), fits, "{windows:?}, {taken}");
    }
}

/// The full levels that are found, and the turns of values that this took.
fn found(above: u64, last: u64, wanted: Option<u64>, limit: u64) -> (Vec<(u64, u64)>, u64) {
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(limit, u64::MAX, &mut watch);
    let Fulls(fulls) = Fulls::find(above, last, wanted, &mut meter).unwrap();
    (fulls.into_iter().map(|full| (full.level, full.row)).collect(), u64::MAX - meter.left)
}

/// The levels, once each, with the rows of `levels_become_full`; and the search ends when there is no more to find.
#[test]
fn full_levels_are_found_soon() {
    let levels = [(0, 2), (2, 3), (4, 10), (10, 67), (12, 73), (18, 117), (20, 106)];
    let max = u64::MAX;
    for (above, last, wanted, count, rows) in [
        (0, 6, None, 0, 0),
        (0, 0, Some(0), 1, 3),
        (0, 4, Some(4), 3, 16),
        (1, 2, None, 1, 3),
        (1, 2, Some(2), 2, 8),
        (3, 4, Some(4), 3, 16),
        (6, 6, None, 3, 16),
        (3, 12, Some(12), 5, 90),
        (5, 6, None, 3, 16),
        (12, 12, None, 4, 80),
        (11, 12, Some(12), 5, 90),
        (20, 20, None, 7, 140),
        (19, 20, Some(20), 7, 140),
    ] {
        let (fulls, turns) = found(above, last, wanted, max);
        assert_eq!(fulls, levels[..count], "below {above}, to {last}");
        assert!(turns <= rows * (last + 1), "below {above}, to {last}: {turns} turns");
    }
    // No better level is found: it gives up before row 2048, or before the last row.
    assert_eq!(found(0, 4, Some(3), max).1, 2047 * 5);
    assert_eq!(found(0, 20, Some(20), 50), (levels[..3].to_vec(), 49 * 21));
}
