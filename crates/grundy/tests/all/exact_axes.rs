//! What a box of several numbers tells about itself, and the order of its cells.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::solve::rays::{Axes, How, Simd, set_threads, threads};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

fn simds() -> impl Iterator<Item = Simd> {
    Simd::ALL.into_iter().filter(|simd| simd.is_available())
}

/// All cells of a box with their values, which come in the order of their ranks.
fn values(axes: &Axes, simd: Simd) -> BTreeMap<Vec<u64>, u32> {
    let mut values = BTreeMap::new();
    let mut before = None;
    let made = axes.for_each(simd, &|_| true, &mut |cell, value| {
        let rank = Some(axes.rank(cell));
        assert!(before < rank, "{cell:?}");
        before = rank;
        assert_eq!(values.insert(cell.to_vec(), value), None);
        ControlFlow::Continue(())
    });
    made.unwrap();
    values
}

#[test]
fn sizes_are_as_told() {
    // Options, lines through a cell, cells, and bytes: lines times five words of eight bytes.
    let told = |axes: &Axes| (axes.bound(), axes.count(), axes.cells(), axes.bytes());
    assert_eq!(told(&Axes::new(&[10]).unwrap()), (10, 1, 11, 40));
    assert_eq!(told(&Axes::new(&[3, 4]).unwrap()), (7, 2, 20, 9 * 40));
    let steps = [vec![1, 0], vec![0, 1], vec![1, 2]];
    let axes = Axes::with_steps(&[3, 4], &steps).unwrap();
    assert_eq!((axes.bound(), axes.count(), axes.cells()), (9, 3, 20));
    // Five numbers up to 9 in any order: 10 * 11 * 12 * 13 * 14 / 5! cells.
    let sorted = Axes::sorted(&[9; 5]).unwrap();
    assert_eq!((sorted.bound(), sorted.count(), sorted.cells(), sorted.is_sorted()), (45, 5, 2002, true));
    assert_eq!(sorted.bytes(), 10_000 * 40);
    assert_eq!(Axes::sorted(&[1, 9]).unwrap().cells(), 20);
}

#[test]
fn too_many_numbers_or_steps_are_refused() {
    let unit = |axes: usize, axis: usize| -> Vec<u64> { (0..axes).map(|k| u64::from(k == axis)).collect() };
    assert!(Axes::new(&[1; 8]).is_some() && Axes::new(&[1; 9]).is_none() && Axes::new(&[]).is_none());
    assert!(Axes::with_steps(&[1; 9], &[unit(9, 0)]).is_none());
    assert!(Axes::with_steps(&[5, 5], &[]).is_none());
    let steps: Vec<Vec<u64>> = (1..=9).map(|k| vec![1, k]).collect();
    assert!(
        Axes::with_steps(&[20, 20], &steps).is_none() && Axes::with_steps(&[20, 20], &steps[..8]).is_some()
    );
}

/// Cells are sorted if that leaves half of them at most.
#[test]
fn cells_are_sorted_if_it_is_worth_it() {
    for (largest, sorted) in [(&[9, 9, 9][..], true), (&[9, 9], false), (&[1, 9], false), (&[0, 0, 9], false)]
    {
        let axes = Axes::unordered(largest).unwrap();
        assert_eq!(axes.is_sorted(), sorted, "{largest:?}");
        let cells = u64::try_from(values(&axes, Simd::best()).len()).unwrap();
        assert!(cells <= axes.cells() && (sorted || cells == axes.cells()), "{largest:?}");
    }
}

/// Sorted cells have the values of Nim in boxes with sides of any kind.
#[test]
fn sorted_cells_have_nim_sums() {
    for largest in [&[7_u64, 2, 5][..], &[4, 4, 4], &[1, 66], &[3, 2, 2, 6], &[12]] {
        for simd in simds() {
            let sorted = values(&Axes::sorted(largest).unwrap(), simd);
            let all = values(&Axes::new(largest).unwrap(), simd);
            for (mut cell, value) in all {
                assert_eq!(
                    u64::from(value),
                    cell.iter().fold(0, |sum, x| sum ^ x),
                    "{cell:?} of {largest:?}"
                );
                cell.sort_unstable();
                assert_eq!(sorted.get(&cell), Some(&value), "{cell:?} of {largest:?}");
            }
        }
    }
}

/// The number of threads of the process. No answer depends on it, so that other tests need not know.
#[test]
fn threads_can_be_set() {
    let all = threads();
    set_threads(3);
    assert_eq!((threads(), How::default().threads), (3, 3));
    set_threads(0);
    assert!(threads() > 0 && threads() == all);
}
