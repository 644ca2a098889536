//! Sequences with rolling windows against sequences that keep everything.

use super::*;
use std::collections::HashSet;

/// The positions of one value, with all that it has used.
#[derive(Default)]
struct Naive {
    used: HashSet<u64>,
    second: HashSet<u64>,
    /// No diagonal below is free.
    free: u64,
    repeats: u64,
    odd: Vec<(u64, u64)>,
}

/// A level that asks for nothing.
fn idle() -> Level {
    Level { settled: 0, repeats: 0, start: u64::MAX, end: 0, bound: Golden(0, 0), from: 0, line: 0 }
}

#[test]
fn rolling_windows_forget_nothing_that_matters() {
    const ROWS: u64 = 12_000;
    const VALUES: usize = 12;
    let mut naive: Vec<Naive> = (0..VALUES).map(|_| Naive::default()).collect();
    let mut sequences: Vec<Sequence> = (0..VALUES).map(|_| Sequence::new()).collect();
    let mut budget = Budget::new(crate::Limits::default());
    let level = Level { from: u64::MAX, settled: u64::MAX, ..idle() };
    for row in 0..ROWS {
        let (mut taken, mut list) = (Taken::default(), Vec::new());
        for (value, (naive, sequence)) in naive.iter_mut().zip(&mut sequences).enumerate() {
            if row % 64 == 0 {
                sequence.begin(row);
            }
            let is_second = naive.second.contains(&row);
            assert_eq!(sequence.now >> (row % 64) & 1 == 1, is_second, "value {value}, row {row}");
            if is_second {
                continue;
            }
            let n = wide(naive.used.len());
            while naive.used.contains(&naive.free) {
                naive.free += 1;
            }
            let mut d = naive.free;
            while naive.used.contains(&d) || list.contains(&d) {
                d += 1;
            }
            list.push(d);
            naive.repeats += u64::from(!naive.second.insert(row + d));
            naive.used.insert(d);
            if d != n {
                naive.odd.push((row, d + SPAN - n));
            }
            sequence.place(row, &mut taken, &level, &mut budget).unwrap();
            assert_eq!(taken.list, list);
        }
    }
    for (naive, sequence) in naive.iter().zip(&sequences) {
        let odd: Vec<(u64, u64)> = sequence.past.odd.iter().map(|odd| (odd / 128, odd % 128)).collect();
        assert_eq!((sequence.members, sequence.repeats), (wide(naive.used.len()), naive.repeats));
        assert_eq!(odd, naive.odd);
    }
    assert!(sequences.iter().any(|sequence| sequence.readers.len() > 1), "the chain has been used");
}

/// H1 counts repeats among the first X members only.
#[test]
fn repeats_beyond_x_do_not_count() {
    let mut budget = Budget::new(crate::Limits::default());
    let run = |from: u64, budget: &mut Budget| {
        let (mut sequence, level) = (Sequence::new(), Level { from, settled: u64::MAX, ..idle() });
        // Members 0 and 1 are in rows 0 and 1, on diagonals 1 and 0: both have second entry 1.
        for (row, other) in [(0, 0), (1, 2)] {
            let mut taken = Taken::default();
            taken.add(other);
            sequence.place(row, &mut taken, &level, budget).unwrap();
        }
        sequence.repeats
    };
    assert_eq!((run(2, &mut budget), run(1, &mut budget)), (1, 0));
}

#[test]
fn taken_diagonals_are_told_apart() {
    let mut taken = Taken::default();
    // Equal modulo the number of bits.
    let far = 5 + 64 * wide(Taken::WORDS);
    taken.add(5);
    assert!(taken.has(5) && !taken.has(far) && !taken.has(6));
    taken.add(far);
    assert!(taken.has(5) && taken.has(far));
    taken.add(1 << 40);
    assert!(taken.has(1 << 40) && !taken.has(0));
    taken.clear();
    assert!(!taken.has(5) && !taken.has(far) && taken.list.is_empty());
}

/// A diagonal that stays free is not forgotten: when it is too far behind, the check ends.
#[test]
fn a_diagonal_too_far_behind_is_refused() {
    let mut budget = Budget::new(crate::Limits::default());
    let mut sequence = Sequence::new();
    let level = Level { settled: u64::MAX, ..idle() };
    let mut place = |row: u64| {
        let mut taken = Taken::default();
        taken.add(0);
        sequence.place(row, &mut taken, &level, &mut budget)
    };
    assert!((0..SPAN).all(|row| place(row).is_ok()));
    assert_eq!(place(SPAN), Err(WIDTH.into()));
}

#[test]
fn members_are_judged_by_h1_and_h2() {
    let level = Level { settled: 3, repeats: 2, start: 3, end: 9, bound: Golden(0, 0), from: 12, line: 7 };
    // The bound after a member, as the factors of 1 and φ.
    let judge = |a, n, d, bound: Option<Golden>| {
        let mut sequence = Sequence { bound, ..Sequence::new() };
        sequence.judge(a, n, d, &level).map(|()| sequence.bound.map(|Golden(one, phi)| (one, phi)))
    };
    // Before M diagonals are below M; from M on and below X they are those of the members.
    let after = Err(wrong(7, "a position after M is not on its own diagonal"));
    assert!(judge(0, 0, 2, None).is_ok() && judge(0, 1, 1, None).is_ok());
    assert_eq!(judge(0, 0, 3, None), after);
    assert_eq!(judge(0, 2, 3, None), after);
    assert!(judge(4, 3, 3, None).is_ok());
    assert_eq!(judge(4, 3, 2, None), after);
    assert_eq!(judge(4, 11, 12, None), after);
    assert_eq!(judge(4, 11, 0, None), after);
    assert!(judge(4, 12, 13, None).is_ok());
    assert_eq!(judge(0, 2, 2, None), Err(wrong(7, "positions before M are already on their own diagonals")));
    assert_eq!(judge(5, 3, 3, None), Err(wrong(7, "wrong end of the window")));
    // Beside the window nothing is compared.
    assert_eq!((judge(2, 1, 1, None), judge(16, 10, 10, None)), (Ok(None), Ok(None)));
    // At its first member x = 4 + 2 - 3φ = 1.14.., at its last one x = 20 + 2 - 9φ = 7.43.., or 5 + 2 - 9φ, which is 6.56.. below -1.
    assert_eq!(judge(4, 3, 3, None), Ok(Some((6, -3))));
    assert_eq!(judge(20, 9, 9, Some(Golden(7, 0))), Ok(Some((22, -9))));
    assert_eq!(judge(20, 9, 9, Some(Golden(8, 0))), Ok(Some((8, 0))));
    assert_eq!(judge(5, 9, 9, None), Ok(Some((-8, 9))));
}

/// The bound is divided by φ once for each generation that ends before the index.
#[test]
fn bounds_shrink_after_each_generation() {
    let level = Level { end: 10, bound: Golden(3, 0), ..idle() };
    let generation = |index| {
        let (Golden(one, phi), end) = level.generation(index);
        (one, phi, end)
    };
    // floor(10φ + 3) + 1 = 20, floor(20φ + 3) + 1 = 36.
    assert_eq!(generation(10), (3, 0, Some(10)));
    assert_eq!(generation(11), (-3, 3, Some(20)));
    assert_eq!(generation(20), (-3, 3, Some(20)));
    assert_eq!(generation(21), (6, -3, Some(36)));
}
