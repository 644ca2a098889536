//! Sharing Nim by lines at the edges of its parts: the first spreads, the turns, the last spread, progress callbacks and limits.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::sharing_nim::{LARGEST, Lines, Member, Survey, members, value};
use grundy::table::Progress;
use grundy::{Error, Table, game};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The first spread of the turns, for small values.
const START: u64 = 512;

/// Upper limit on spreads of a survey.
const LAST: u64 = 1_000_000_000_000_000_000;

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The values of the positions (0, a, b), 2a <= b < end, by the ray engine.
fn by_table(end: u64) -> HashMap<(u64, u64), u64> {
    let table = Table::of(&game("sharing-nim").unwrap()).to(end - 1).compute().unwrap();
    let index = |n: u64| usize::try_from(n).unwrap();
    let cells = (0..end).flat_map(|b| (0..=b / 2).map(move |a| (a, b)));
    cells.map(|(a, b)| ((a, b), table.get(index(a), index(b)).unwrap().0)).collect()
}

/// Values from a few positions on both sides of each edge: the start, a turn, two turns.
#[test]
fn values_at_the_edges_of_turns() {
    let table = by_table(660);
    for largest in [0, 3, 20] {
        assert_eq!(Lines::new(largest).unwrap().spread(), START);
    }
    let mut told = [0; 2];
    for b in [0, 1, 2, 40, 511, 512, 513, 542, 543, 544, 545, 575, 576, 577, 639, 640, 641] {
        for a in (0..=b / 2).filter(|&a| a < 7 || [63, 64, 65].contains(&a)) {
            for threads in 1..=2 {
                let found = value((a, b), 5, threads, &mut go_on).unwrap();
                assert_eq!(found, table.get(&(a, b)).copied().filter(|&value| value <= 5), "0,{a},{b}");
                told[usize::from(found.is_some())] += 1;
            }
        }
    }
    assert!(told.iter().all(|&count| count > 40), "{told:?}");
    // The tables go on: a larger value of several parts.
    for (&(a, b), &expected) in
        table.iter().filter(|&(&(_, b), &value)| b > 600 && (12..=20).contains(&value)).take(6)
    {
        assert_eq!(value((a, b), 20, 3, &mut go_on).unwrap(), Some(expected), "0,{a},{b}");
    }
}

/// Progress goes in steps of 2^23 spreads times values, but at least of 2^18 spreads, and ends with the last spread.
#[test]
fn a_value_reports_progress() {
    for (b, largest, step) in [(600_000, 0, 1 << 23), (600_000, 31, 1 << 18), (500_000, 63, 1 << 18)] {
        let mut seen = Vec::new();
        let mut watch = |progress: Progress| {
            seen.push((progress.done, progress.total));
            ControlFlow::Continue(())
        };
        value((0, b), largest, 2, &mut watch).unwrap();
        let steps = (b + 1 - START).div_ceil(step);
        let next = |steps: u64| ((START + steps * step).min(b + 1), b + 1);
        assert_eq!(seen, (1..=steps).map(next).collect::<Vec<_>>(), "values to {largest}");
    }
    let stopped = value((0, 600_000), 2, 1, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(Error::Cancelled));
}

/// A survey goes on for 2^25 spreads times values.
#[test]
fn a_survey_reports_progress() {
    let mut seen = Vec::new();
    let mut survey = Survey::new(63, 700_000, 2).unwrap();
    let watch = &mut |progress: Progress| {
        seen.push((progress.done, progress.total));
        ControlFlow::Continue(())
    };
    survey.finish(watch).unwrap();
    let step = (1 << 25) / 64;
    assert_eq!(seen, [(survey_start(63) + step, 700_001), (700_001, 700_001)]);
}

fn survey_start(largest: u64) -> u64 {
    Lines::new(largest).unwrap().spread()
}

/// The last spread is counted, be it the first one of a turn or the last one.
#[test]
fn a_survey_counts_its_last_spread() {
    let table = by_table(580);
    for last in [510, 511, 512, 513, 542, 543, 544, 575, 576] {
        let mut survey = Survey::new(6, last, 1).unwrap();
        survey.finish(&mut go_on).unwrap();
        assert!(survey.is_done() && survey.last() == last && survey.spread() == last + 1);
        for (value, of) in (0..).zip(survey.values()) {
            let is_one = |((_, b), found): (&(u64, u64), &u64)| *b <= last && *found == value;
            let count = table.iter().filter(|&cell| is_one(cell)).count();
            assert_eq!(of.count, u64::try_from(count).unwrap(), "value {value} up to {last}");
        }
    }
}

#[test]
fn limits_are_exact() {
    assert!(Lines::new(LARGEST).is_ok());
    let error = Lines::new(LARGEST + 1).unwrap_err().to_string();
    assert!(error.contains("positions of value 101 are not found by lines"), "{error}");
    let survey = Survey::new(1, LAST, 1).unwrap();
    let restored = Survey::from_bytes(&survey.to_bytes()).unwrap();
    assert_eq!((restored.last(), restored.spread(), restored.is_done()), (LAST, START, false));
    assert!(restored.to_bytes() == survey.to_bytes());
    assert!(Survey::new(1, LAST + 1, 1).is_err());
}

/// Members up to a spread at every place of a turn, and up to every count of a turn.
#[test]
fn members_up_to_a_spread_or_a_count() {
    let table = by_table(620);
    for wanted in [0, 1, 4] {
        let mut all: Vec<(u64, u64)> =
            table.iter().filter(|&(_, &value)| value == wanted).map(|(&(a, b), _)| (b, a)).collect();
        all.sort_unstable();
        for to in (500..600).step_by(3).chain([511, 512, 543, 544, 575, 576]) {
            let expected: Vec<(u64, u64)> =
                all.iter().filter(|&&(b, _)| b <= to).map(|&(b, a)| (a, b)).collect();
            assert_eq!(members(wanted, to, usize::MAX, &mut go_on).unwrap(), expected, "up to {to}");
            let count = expected.len();
            assert_eq!(members(wanted, u64::MAX, count, &mut go_on).unwrap(), expected, "{count} of them");
        }
    }
}

/// Progress is counted in members without a last spread, and in spreads with one. After the last member no callback follows.
#[test]
fn members_report_progress() {
    let seen = |to: u64, count: usize| {
        let mut seen = Vec::new();
        let mut watch = |progress: Progress| {
            seen.push((progress.done, progress.total));
            ControlFlow::Continue(())
        };
        members(2, to, count, &mut watch).unwrap();
        seen
    };
    assert_eq!(seen(140_000, usize::MAX), [(65_536, 140_000), (131_072, 140_000)]);
    assert_eq!(seen(65_535, usize::MAX), [(65_535, 65_535)]);
    // The callback comes after a turn of 32 spreads.
    let before = members(2, 65_503, usize::MAX, &mut go_on).unwrap().len();
    assert_eq!(seen(u64::MAX, before), []);
    let first = members(2, 65_535, usize::MAX, &mut go_on).unwrap().len();
    let (done, total) = (u64::try_from(first).unwrap(), u64::try_from(first + 1000).unwrap());
    assert_eq!(seen(u64::MAX, first + 1000)[0], (done, total));
}

/// A block has 32 spreads, and its members are those of the table.
#[test]
fn blocks_have_their_spreads() {
    let table = by_table(600);
    let mut lines = Lines::new(3).unwrap();
    for first in [START, START + 32] {
        lines
            .turn(&mut |block| {
                assert_eq!((block.spread, block.first_value), (first, 0));
                let inside = |b: u64| (first..first + 32).contains(&b);
                for b in first - 40..first + 80 {
                    assert_eq!(block.contains(b), inside(b), "{b}");
                }
                assert!(!block.contains(0) && !block.contains(u64::MAX));
                for value in 0..=4 {
                    let mut expected: Vec<Member> = table
                        .iter()
                        .filter(|&(&(_, b), &found)| inside(b) && found == value && value <= 3)
                        .map(|(&(a, b), _)| Member { b, value, a })
                        .collect();
                    expected.sort_unstable();
                    assert_eq!(block.members_of(value).collect::<Vec<_>>(), expected);
                }
            })
            .unwrap();
    }
}

/// Thousands of turns, so that messages between the parts fill up: as many positions as one part finds.
#[test]
fn parts_pass_on_what_they_have_taken() {
    let counts = |threads: usize| {
        let mut survey = Survey::new(2, 250_000, threads).unwrap();
        survey.finish(&mut go_on).unwrap();
        survey.values().into_iter().cloned().collect::<Vec<_>>()
    };
    let one = counts(1);
    assert!(counts(2) == one && counts(3) == one);
    for (value, of) in (0..).zip(&one) {
        let found = members(value, 250_000, usize::MAX, &mut go_on).unwrap();
        assert_eq!(of.count, u64::try_from(found.len()).unwrap(), "value {value}");
    }
}
