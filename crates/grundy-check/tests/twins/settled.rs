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
