use super::super::super::sweep::BESIDES;
use super::super::{BAND, BoxTable, LARGEST, Place, Watched, cells_until, planes_at_most};
use super::*;
use crate::geometry::{Condition, Conditions, Is, Tokens};
use crate::solve::rays::{Axes, Simd};
use crate::widths::wide;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

type Cells = BTreeMap<Vec<u64>, u32>;

fn random(state: &mut u64, count: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % count
}

/// The cells of the processor's engine.
fn expected(axes: &Axes, conditions: &Conditions) -> Cells {
    let mut cells = Cells::new();
    let mut visit = |cell: &[u64], value| {
        cells.insert(cell.to_vec(), value);
        ControlFlow::Continue(())
    };
    axes.for_each(Simd::Portable, &|cell| conditions.holds(cell), &mut visit).unwrap();
    cells
}

/// The table with the letters a and b at the last numbers, and all cells that were computed for it.
fn made(table: &BoxTable<'_>, seed: u64) -> (Vec<u32>, Cells) {
    let described = Described::new(table).unwrap();
    let (mut state, mut cells) = (seed, Cells::new());
    let values = run(&described, &mut |count| random(&mut state, count), &mut |cell, value| {
        let cell = cell.iter().map(|x| x.unsigned_abs()).collect();
        assert_eq!(cells.insert(cell, value), None, "each cell once");
    });
    (values, cells)
}

/// Compares all cells, and those of some tables.
fn compare(axes: &Axes, conditions: &Conditions, seed: u64) {
    let numbers = axes.largest().len();
    let wanted = expected(axes, conditions);
    let mut state = seed;
    let max = axes.largest().iter().max().map_or(0, |&most| wide(most));
    for round in 0..3 {
        let fixed = |state: &mut u64, axis: usize| {
            let most = axes.largest()[if axes.is_sorted() { random(state, numbers) } else { axis }];
            Place::Number(wide(random(state, most + 1)))
        };
        let mut places: Vec<Place> = (0..numbers).map(|axis| fixed(&mut state, axis)).collect();
        // Letters at any places, once or more often.
        for letter in [Place::A, Place::B].into_iter().cycle().take(if round == 2 { 3 } else { 2 }) {
            places[random(&mut state, numbers)] = letter;
        }
        let table = BoxTable { axes, conditions, places: &places, max };
        let (values, cells) = made(&table, seed + round);
        assert!(cells == wanted, "{axes:?}");
        let mut entries = values.iter();
        for (a, b) in (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b))) {
            let number = |place: &Place| match *place {
                Place::A => a,
                Place::B => b,
                Place::Number(number) => number,
            };
            let mut cell: Vec<u64> = places.iter().map(number).collect();
            if axes.is_sorted() {
                cell.sort_unstable();
            }
            let has_letters = places.contains(&Place::A) && places.contains(&Place::B);
            let value = wanted.get(&cell).filter(|_| has_letters).map_or(0, |value| value + 1);
            let entry = entries.next().copied();
            assert!(!has_letters || entry == Some(value), "{a},{b} of {places:?}: {entry:?} and {value}");
        }
    }
}

/// Conditions of all kinds.
fn conditions(numbers: usize) -> Vec<Conditions> {
    let form = |constant: i64, is: Is| Condition { factors: vec![1; numbers], constant, is };
    let odd = vec![form(-4, Is::Not0), form(-7, Is::Not0)];
    vec![
        Conditions::always(numbers),
        Conditions::of_tokens(&[numbers], Tokens::Anywhere, true),
        Conditions::new(numbers, vec![odd, vec![form(-1, Is::MultipleOf(3)), form(-10, Is::AtLeast0)]]),
    ]
}

/// All steps of one number.
fn units(numbers: usize) -> Vec<Vec<u64>> {
    (0..numbers).map(|axis| (0..numbers).map(|other| u64::from(axis == other)).collect()).collect()
}

/// Any order within a sum gives the cells of the processor, sorted or not.
#[test]
fn sums_in_any_order_give_the_same_cells() {
    let boxes: [&[u64]; 12] = [
        &[7],
        &[0],
        &[5, 9],
        &[40, 70],
        &[3, 0],
        &[6, 6, 6],
        &[2, 9, 35],
        &[5, 0, 3],
        &[3, 4, 2, 5],
        &[2, 1, 3, 2, 2],
        &[1, 2, 1, 1, 2, 1],
        &[1; 8],
    ];
    for (i, largest) in boxes.into_iter().enumerate() {
        for conditions in conditions(largest.len()) {
            compare(&Axes::new(largest).unwrap(), &conditions, wide(i));
            compare(&Axes::sorted(largest).unwrap(), &conditions, wide(i) + 100);
        }
    }
}

/// Strips are not in all orders.
#[test]
fn strips_are_those_of_the_processor() {
    for (lengths, tokens) in [
        (&[3_usize][..], Tokens::Increasing),
        (&[2, 1], Tokens::Increasing),
        (&[2, 1], Tokens::Distinct),
        (&[1, 2, 1], Tokens::Distinct),
    ] {
        for one_on_zero in [false, true] {
            let largest: Vec<u64> = [6, 7, 5, 4].into_iter().take(lengths.iter().sum()).collect();
            let conditions = Conditions::of_tokens(lengths, tokens, one_on_zero);
            compare(&Axes::new(&largest).unwrap(), &conditions, 5);
        }
    }
}

/// Random boxes and steps.
#[test]
fn random_steps_give_the_same_cells() {
    let mut state = 11;
    let mut tried = 0;
    while tried < 60 {
        let numbers = 1 + random(&mut state, 5);
        let side = [0, 60, 16, 8, 5, 3][numbers];
        let largest: Vec<u64> = (0..numbers).map(|_| wide(random(&mut state, side + 1))).collect();
        let mut steps = if random(&mut state, 2) == 0 { units(numbers) } else { Vec::new() };
        for _ in 0..=random(&mut state, 3) {
            let step: Vec<u64> = (0..numbers).map(|_| wide(random(&mut state, 4))).collect();
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps.truncate(8);
        let Some(axes) = Axes::with_steps(&largest, &steps) else { continue };
        tried += 1;
        for conditions in conditions(numbers) {
            compare(&axes, &conditions, tried);
        }
    }
}

/// Sets of many blocks, more than one word tells which of them are full: values of Nim are nim-sums.
#[test]
fn long_lines_have_many_blocks() {
    for largest in [&[1_u64, 40_000][..], &[18_000], &[1, 1, 9_000]] {
        let axes = Axes::new(largest).unwrap();
        let conditions = Conditions::always(largest.len());
        let places = vec![Place::Number(0); largest.len()];
        let table = BoxTable { axes: &axes, conditions: &conditions, places: &places, max: 0 };
        let (_, cells) = made(&table, 3);
        assert_eq!(wide(cells.len()), axes.cells());
        for (cell, value) in cells {
            assert_eq!(u64::from(value), cell.iter().fold(0, |sum, x| sum ^ x), "{cell:?}");
        }
    }
}

/// Numbers that are too large for a device are not described.
#[test]
fn numbers_that_are_too_large_are_refused() {
    let large = Condition { factors: vec![1 << 60, 0], constant: 0, is: Is::AtLeast0 };
    let axes = Axes::new(&[100, 100]).unwrap();
    let places = [Place::A, Place::B];
    let conditions = Conditions::new(2, vec![vec![large]]);
    let table = BoxTable { axes: &axes, conditions: &conditions, places: &places, max: 100 };
    assert_eq!(table.bytes_on_device(), None);
    let conditions = Conditions::always(2);
    assert!(BoxTable { conditions: &conditions, ..table }.bytes_on_device().is_some());
    let axes = Axes::new(&[100, 1 << 35]).unwrap();
    assert_eq!(BoxTable { axes: &axes, conditions: &conditions, ..table }.bytes_on_device(), None);
}

#[test]
fn cells_are_counted_by_their_sums() {
    let largest = [2, 0, 3, 1];
    let mut counts = [0_u128; 7];
    for cell in 0..3 * 4 * 2 {
        let sum: usize = [cell % 3, cell / 3 % 4, cell / 12].iter().sum();
        counts[sum..].iter_mut().for_each(|count| *count += 1);
    }
    assert_eq!(cells_until(&largest), counts);
    assert_eq!(cells_until(&[5]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(planes_at_most(&largest), 3);
}

/// What the kernel, the estimate of memory and the progress are told of a box.
#[test]
fn a_box_is_described() {
    let places = [Place::A, Place::B, Place::Number(7), Place::Number(6)];
    let always = [3, 4].map(Conditions::always);
    let some = Conditions::of_tokens(&[1, 1, 1], Tokens::Increasing, true);
    let (plain, sorted) = (Axes::new(&[5, 6, 7]).unwrap(), Axes::sorted(&[5, 6, 7]).unwrap());
    let four = Axes::new(&[3, 4, 7, 6]).unwrap();
    for (axes, conditions, planes, told) in [
        (&plain, &always[0], 4 * 6, &["-DN=3", "-DK=3"][..]),
        (&sorted, &always[0], 4 * 6, &["-DN=3", "-DK=3", "-DSORTED=1"]),
        (&plain, &some, 4 * 6, &["-DN=3", "-DK=3", "-DCONDITIONS=1"]),
        (&four, &always[1], 8 * 20, &["-DN=4", "-DK=4"]),
    ] {
        let table = BoxTable { axes, conditions, places: &places[..axes.largest().len()], max: 6 };
        let described = Described::new(&table).unwrap();
        assert_eq!(described.definitions(), told);
        assert_eq!(table.bytes(), planes + wide(BAND));
        let sets = wide(described.words().unwrap()) * 8;
        assert_eq!(table.bytes_on_device(), Some(sets + 7 * 7 * 4 + planes + BESIDES));
    }
    let mut seen = Vec::new();
    let axes = Axes::new(&[1, 2]).unwrap();
    let mut see = |done| {
        seen.push(done);
        if done < 6 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut watched = Watched::new(&axes, &mut see);
    let cancelled: Vec<bool> = (0..5).map(|sum| watched.done(sum).is_err()).collect();
    assert_eq!(cancelled, [false, false, false, true, true]);
    assert_eq!(seen, [1, 3, 5, 6, 6]);
}

#[test]
fn boxes_with_large_numbers_are_for_the_processor() {
    let always = Conditions::always(1);
    let described = |axes: &Axes, max| {
        Described::new(&BoxTable { axes, conditions: &always, places: &[Place::A], max }).is_some()
    };
    let of = |largest| Axes::new(&[largest]).unwrap();
    assert!(described(&of(LARGEST), LARGEST));
    assert!(!described(&of(LARGEST + 1), LARGEST));
    assert!(!described(&of(LARGEST), LARGEST + 1));
    assert!(!described(&of(1 << 40), 5));
}

/// Where there is no GPU, that is said; where there is one, it computes something.
#[test]
fn a_device_computes_cells_or_says_why_not() {
    let (axes, conditions) = (Axes::new(&[5, 6, 7]).unwrap(), Conditions::always(3));
    let places = [Place::A, Place::B, Place::Number(7)];
    let table = BoxTable { axes: &axes, conditions: &conditions, places: &places, max: 5 };
    let mut cells = 0;
    let made = table.for_each(0, &mut |_| ControlFlow::Continue(()), &mut |_, _, _| {
        cells += 1;
        Ok(())
    });
    assert_eq!(made.is_ok(), cells == 36);
}
