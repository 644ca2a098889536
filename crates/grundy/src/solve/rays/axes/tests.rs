use super::*;
use std::collections::BTreeMap;

type IsPosition<'p> = &'p dyn Fn(&[u64]) -> bool;

fn values(axes: &Axes, simd: Simd, is_position: IsPosition<'_>) -> BTreeMap<Vec<u64>, u32> {
    let mut values = BTreeMap::new();
    let mut visit = |cell: &[u64], value| {
        values.insert(cell.to_vec(), value);
        ControlFlow::Continue(())
    };
    axes.for_each(simd, is_position, &mut visit).unwrap();
    values
}

/// Sorted cells have the values that they have among all cells, and so have all their orders.
#[test]
fn sorted_cells_stand_for_all() {
    let star = |cell: &[u64]| cell.iter().filter(|&&x| x == 0).count() <= 1;
    let sums = |cell: &[u64]| cell.iter().sum::<u64>() % 7 != 3;
    let any = |_: &[u64]| true;
    let rules: [IsPosition; 3] = [&star, &sums, &any];
    let boxes: [&[u64]; 9] = [
        &[5],
        &[6, 0],
        &[4, 9],
        &[3, 3, 3],
        &[5, 2, 5],
        &[1, 4, 7],
        &[2, 2, 3, 4],
        &[1, 2, 2, 2, 3],
        &[2; 6],
    ];
    for (largest, is_position) in boxes.into_iter().flat_map(|largest| rules.map(|rule| (largest, rule))) {
        let axes = Axes::sorted(largest).unwrap();
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            let sorted = values(&axes, simd, is_position);
            assert!(sorted.keys().all(|cell| cell.is_sorted()) && wide(sorted.len()) <= axes.cells());
            for (mut cell, value) in values(&Axes::new(largest).unwrap(), simd, is_position) {
                cell.sort_unstable();
                assert_eq!(sorted.get(&cell), Some(&value), "{cell:?} of {largest:?}");
            }
        }
    }
}

/// Any steps, against a scan of all options.
#[test]
fn steps_take_any_number_of_times() {
    let games: [(&[u64], &[&[u64]]); 6] = [
        (&[9, 11, 7], &[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[1, 1, 0], &[1, 0, 1], &[0, 1, 1], &[1, 1, 1]]),
        (&[12, 12], &[&[1, 0], &[0, 1], &[1, 2], &[2, 1], &[3, 2]]),
        (&[8, 5, 9], &[&[0, 1, 0], &[2, 0, 1], &[2, 3, 2], &[0, 2, 3]]),
        (&[4, 5, 3, 4], &[&[1, 0, 0, 0], &[0, 1, 1, 0], &[1, 1, 1, 1], &[0, 0, 1, 2], &[0, 0, 0, 1]]),
        (&[5, 0, 6], &[&[1, 1, 0], &[0, 1, 2], &[1, 0, 1]]),
        (&[30], &[&[1]]),
    ];
    let odd = |cell: &[u64]| cell.iter().sum::<u64>() % 5 != 4;
    let any = |_: &[u64]| true;
    let rules: [IsPosition; 2] = [&any, &odd];
    for ((largest, steps), is_position) in games.into_iter().flat_map(|game| rules.map(|rule| (game, rule))) {
        let steps: Vec<Vec<u64>> = steps.iter().map(|step| step.to_vec()).collect();
        let axes = Axes::with_steps(largest, &steps).unwrap();
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            let values = values(&axes, simd, is_position);
            let is_whole = |cell: &&Vec<u64>| is_position(cell);
            assert_eq!(values.keys().filter(is_whole).count(), values.len());
            for (cell, &value) in &values {
                let options = steps.iter().flat_map(|step| {
                    (1..).map_while(move |n| {
                        let taken = cell.iter().zip(step).map(|(x, s)| x.checked_sub(n * s));
                        taken.collect::<Option<Vec<u64>>>()
                    })
                });
                let seen: std::collections::BTreeSet<u32> =
                    options.filter_map(|option| values.get(&option).copied()).collect();
                let mex = (0..=u32::MAX).find(|value| !seen.contains(value));
                assert_eq!(Some(value), mex, "{cell:?} of {largest:?} by {steps:?}");
            }
        }
    }
    for wrong in [vec![0, 0], vec![2, 2]] {
        assert!(Axes::with_steps(&[4, 4], &[wrong]).is_none());
    }
}

/// Boxes of several strips, and sets that are wide, with lines within one sum that are emptied: values of Nim are nim-sums.
#[test]
fn nim_in_any_box() {
    let boxes: [&[u64]; 8] = [
        &[3, 70, 130],
        &[70, 3, 130],
        &[130, 70, 3],
        &[2, 1, 65, 66],
        &[1, 0, 5000],
        &[3, 2, 4000],
        &[4, 4, 4, 4, 4],
        &[150],
    ];
    for largest in boxes {
        let axes = Axes::new(largest).unwrap();
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            let mut before = Vec::new();
            let mut count = 0;
            let made = axes.for_each(simd, &|_| true, &mut |cell, value| {
                assert_eq!(
                    u64::from(value),
                    cell.iter().fold(0, |sum, x| sum ^ x),
                    "{cell:?} of {largest:?}"
                );
                let rank = axes.rank(cell);
                assert!(before < rank, "{cell:?} of {largest:?}");
                before = rank;
                count += 1;
                ControlFlow::Continue(())
            });
            assert_eq!((made, count), (Ok(()), axes.cells()));
        }
    }
}

/// The values of a diagonal are found by their cells.
#[test]
fn diagonals_have_their_cells() {
    let odd = |cell: &[u64]| cell.iter().sum::<u64>() % 4 != 1;
    for largest in [&[2_u64, 5, 9][..], &[4, 3], &[6]] {
        let axes = Axes::new(largest).unwrap();
        let values = values(&axes, Simd::Portable, &odd);
        let made = axes.for_each_diagonal(Simd::Portable, &odd, &mut |diagonal| {
            for cell in values.keys() {
                let value = diagonal.value(cell).flatten();
                assert!(value.is_none() || value == values.get(cell).copied(), "{cell:?}");
            }
            assert_eq!(diagonal.value(diagonal.first), diagonal.values().next());
            ControlFlow::Continue(())
        });
        assert_eq!(made, Ok(()));
    }
}
