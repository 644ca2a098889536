//! Limits, rounds and strands, against what the machine of all values does.

use super::machine::{Full, Fulls, Machine, Wide, Word, play};
use super::rounds::{Meter, Rounds, Stop};
use super::sequence::Of;
use super::strands::{Strands, Walk};
use crate::widths::wide;
use proptest::prelude::*;
use std::ops::ControlFlow;

#[test]
fn limits_are_exact() {
    let mut asked = 0;
    let mut watch = || {
        asked += 1;
        if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut meter = Meter::new(10, 7 << 20, &mut watch);
    assert_eq!(meter.spend(11, 0), Err(Stop::Rows));
    assert_eq!(meter.spend(10, 1), Ok(()));
    // The caller is asked first, and after each 2^20 turns.
    assert_eq!(meter.spend(10, 1 << 20), Ok(()));
    assert_eq!(meter.spend(10, 1), Ok(()));
    assert_eq!(meter.spend(1, 1 << 20), Ok(()));
    assert_eq!(meter.spend(1, 1), Err(Stop::Cancelled));
    let left = (5 << 20) - 3;
    assert_eq!(meter.left, left);
    assert_eq!(meter.spend(1, left + 1), Err(Stop::Rows));
    assert_eq!(meter.left, left);
    assert_eq!(meter.spend(1, left), Ok(()));
    assert_eq!((meter.left, meter.spend(1, 1), meter.spend(1, 0)), (0, Err(Stop::Rows), Ok(())));
}

/// What values up to `last` take in each row from row 1 on, by value, and the windows before each row.
struct Played {
    takes: Vec<Vec<Wide>>,
    windows: Vec<Vec<Wide>>,
}

fn played(last: u64, rows: u64) -> Played {
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
    let mut machine = Machine::new(last);
    let mut all = Played { takes: vec![Vec::new()], windows: vec![Vec::new()] };
    while machine.row <= rows {
        all.windows.push(machine.windows.clone());
        let mut takes = Vec::new();
        machine.play(&mut meter, |_, choice| takes.push(choice)).unwrap();
        all.takes.push(takes);
    }
    all
}

fn at(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

/// One value after the other: from which row on and after how many rows their windows repeat, what they take, and what is covered.
#[test]
fn rounds_are_those_of_the_windows() {
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
    let fulls = Fulls::find(16, 16, None, &mut meter).unwrap();
    let all = played(16, 5000);
    for (base, top) in [(None, 0), (fulls.from(4), 8), (fulls.from(12), 16)] {
        let mut see = |_: u64, _: u64, _: Wide| ();
        let mut rounds = Rounds::<u64>::new(&fulls, (base, None, top), &mut meter, &mut see).unwrap();
        let start = rounds.from;
        while rounds.next_value() <= top {
            let value = rounds.next_value();
            rounds.close(&mut meter, &mut see).unwrap();
            let values = at(rounds.first)..=at(value);
            let same = |one: u64, other: u64| {
                all.windows[at(one)][values.clone()] == all.windows[at(other)][values.clone()]
            };
            let (from, period) = (rounds.from, rounds.period);
            assert!(
                same(from, from + period) && (1..period).all(|less| !same(from, from + less)),
                "value {value}"
            );
            assert!(from == start || !same(from - 1, from - 1 + period), "value {value}");
            let mut asked = Vec::new();
            let mut expected = Vec::new();
            for difference in 0..9 {
                let covered = (from..from + period)
                    .all(|row| all.takes[at(row)][..=at(value)].iter().any(|choice| choice.has(difference)));
                let before = meter.left;
                assert_eq!(rounds.covers(difference, &mut meter), Ok(covered), "value {value}, {difference}");
                let turns = before - meter.left;
                let is_low = rounds.low.has(difference);
                assert!(!covered || turns == if is_low { 0 } else { period * wide(rounds.closed) });
                for row in (from..from + period).step_by(3) {
                    // In another order, and some rows for two differences.
                    if all.takes[at(row)][at(value)].has(difference) {
                        expected.push(asked.len());
                    }
                    asked.push((row, difference, asked.len()));
                }
            }
            let mut taken = rounds.takes(&mut asked, &mut meter).unwrap();
            taken.sort_unstable();
            assert!(taken == expected && !taken.is_empty(), "value {value}");
        }
    }
}

/// The windows of the values after `base` at the start of a round, as many as repeat for themselves, and the last two.
fn before_round(base: u64, last: u64) -> (Rounds<u64>, Full) {
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
    let fulls = Fulls::find(last - 1, last, Some(last), &mut meter).unwrap();
    let (base, last) = (fulls.from(base), fulls.from(last).unwrap());
    let mut rounds =
        Rounds::<u64>::new(&fulls, (base, Some(last), last.level), &mut meter, &mut |_, _, _| ()).unwrap();
    while rounds.next_value() < last.level - 1 {
        rounds.close(&mut meter, &mut |_, _, _| ()).unwrap();
    }
    (rounds, last)
}

/// In each row of a round, which of the last two values takes the difference, if one does.
fn takers(rounds: &Rounds<u64>, pair: [u64; 2], difference: u32) -> Vec<Option<bool>> {
    let mut windows = rounds.windows[..rounds.closed].to_vec();
    windows.extend(pair);
    (0..rounds.period)
        .map(|_| {
            let mut taker = None;
            let closed = rounds.closed;
            assert!(play(&mut windows, rounds.low, |i, choice| {
                if i >= closed && choice.has(difference) {
                    taker = Some(i > closed);
                }
            }));
            taker
        })
        .collect()
}

/// A strand shows its colour on a diagonal in the rows in which another value takes the cell if the strand has the other colour.
#[test]
fn strands_show_the_colours_that_matter() {
    let (mut own, mut other) = (0, 0);
    for (base, last) in [(4, 10), (12, 18), (10, 12)] {
        let (rounds, last) = before_round(base, last);
        let pair = [rounds.windows[rounds.closed], rounds.windows[rounds.closed + 1]];
        for difference in 0..=last.differences() {
            let mut walk = Walk::new(pair, last, Of::Diagonal(difference));
            let mut windows = rounds.windows[..rounds.closed].to_vec();
            for offset in 0..rounds.period {
                let mut taken = rounds.low;
                assert!(play(&mut windows, rounds.low, |_, choice| taken |= choice));
                assert!(walk.follow(offset, taken).is_some());
            }
            let usual = takers(&rounds, pair, difference);
            for (strand, &place) in walk.start.iter().enumerate() {
                let bit = 1 << place;
                let flipped = takers(&rounds, pair.map(|window| window ^ bit), difference);
                let colour = pair[1] & bit != 0;
                assert_eq!(walk.colours >> strand & 1 == 1, colour);
                let mut shows = [false; 2];
                for (usual, flipped) in usual.iter().zip(flipped) {
                    assert_eq!(usual.is_some(), flipped.is_some());
                    if let Some(taker) = usual.filter(|_| *usual != flipped) {
                        shows[usize::from(taker != colour)] = true;
                    }
                }
                assert_eq!(walk.shows[strand], shows, "level {}, {difference}, strand {strand}", last.level);
                own += usize::from(shows == [true, false]);
                other += usize::from(shows == [false, true]);
            }
        }
    }
    assert!(own > 0 && other > 0, "{own}, {other}");
}

/// Each condition of Theorem 4 is tested by itself.
#[test]
fn a_row_against_theorem_4_is_noticed() {
    let last = Full { level: 10, row: 1 };
    // Numbers of both values, of one of them, and what the other values leave over of 0 to 5.
    let follow = |both: u64, single: u64, left: u64| {
        let mut walk = Walk::new([both | single, both], last, Of::Value(10));
        walk.follow(0, !left & 0b11_1111)
    };
    // A row of both values, a row on a strand, and a row that turns a strand.
    assert_eq!(follow(0b1, 0b100, 0), Some(false));
    assert_eq!(follow(0, 0b1, 0b100), Some(false));
    assert_eq!(follow(0, 0b100, 0b1100), Some(true));
    for (both, single, left) in [
        (0b1, 0b100, 0b10),
        (0, 0b1, 0),
        (0, 0b1, 0b110),
        (0, 0b100, 0b100),
        (0, 0b100, 0b11100),
        (0, 0, 0b110),
        (0, 0b101, 0b100),
        (0, 0b1100, 0b1100),
        (0b100, 0b1, 0b100),
        (0b1000, 0b100, 0b1100),
    ] {
        assert_eq!(follow(both, single, left), None, "{both:b}, {single:b}, {left:b}");
    }
}

proptest! {
    /// The numbers of rounds after which colours repeat, against one round after the other.
    #[test]
    fn orders_are_those_of_the_colours(
        keys in proptest::collection::vec((any::<u32>(), any::<bool>(), any::<bool>()), 1..9),
        colours in any::<u128>(),
    ) {
        let count = keys.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_unstable_by_key(|&strand| keys[strand].0);
        let strands = Strands {
            to: order.iter().zip(&keys).map(|(&to, key)| (to, key.1)).collect(),
            shows: keys.iter().map(|key| [key.2, false]).collect(),
            colours: vec![colours & ((1 << count) - 1)],
        };
        // All strands of cycles with one that is shown.
        let mut seen: u128 = 0;
        for start in (0..count).filter(|&start| keys[start].2) {
            let mut strand = start;
            for _ in 0..count {
                seen |= 1 << strand;
                strand = order[strand];
            }
        }
        let begin = strands.colours[0];
        let after = |mask: u128| {
            let mut now = begin;
            (1..1_000_000).find(|_| {
                now = strands.next(now);
                (now ^ begin) & mask == 0
            })
        };
        let (all, shown) = strands.orders();
        prop_assert_eq!((Some(all), Some(shown)), (after(u128::MAX), after(seen)));
    }
}
