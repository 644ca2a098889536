//! Periods along one number of several, tested against the ray engine, the definition, and closed formulas.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, cases, engine, game, moves, piles, strips, xor};
use grundy::period::{Certificate, Period, TallLimits, TallProof, prove_row, prove_tall};
use grundy::solve::rays::{Axes, Simd};
use grundy::theorem::UBig;
use grundy::{Error, Game, Limit, Position};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

const ENOUGH: TallLimits = TallLimits { columns: 1 << 20, bytes: 1 << 24 };

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The message for fixed numbers that make no position with a large number.
const NO_POSITION: &str = "the fixed numbers make no position with a large number";

fn prove(game: &str, lengths: &[usize], fixed: &[u64], place: usize) -> Result<TallProof, String> {
    let is_position = crate::common::game(game).geometry(lengths).unwrap().lowering().unwrap();
    let proof = prove_tall(&is_position, fixed, place, ENOUGH, &mut go_on);
    proof.map(Option::unwrap).map_err(|error| error.to_string())
}

/// The numbers with the tall one in its place.
fn with_tall(fixed: &[u64], place: usize, tall: u64) -> Vec<u64> {
    let mut numbers = fixed.to_vec();
    numbers.insert(place, tall);
    numbers
}

/// Every position of a box with its value, by the ray engine.
fn table(game: &str, lengths: &[usize], largest: &[u64]) -> BTreeMap<Vec<u64>, u64> {
    let is_position = crate::common::game(game).geometry(lengths).unwrap().lowering().unwrap();
    let mut values = BTreeMap::new();
    let axes = Axes::new(largest).unwrap();
    let done = axes.for_each(Simd::Portable, &*is_position, &mut |cell, value| {
        values.insert(cell.to_vec(), u64::from(value));
        ControlFlow::Continue(())
    });
    done.unwrap();
    values
}

/// All vectors that are componentwise at most this one.
fn below(largest: &[u64]) -> Vec<Vec<u64>> {
    largest.iter().fold(vec![Vec::new()], |rows, &most| {
        rows.iter().flat_map(|row| (0..=most).map(move |x| [&row[..], &[x]].concat())).collect()
    })
}

/// The least preperiod and period of the values relative to their columns, by brute force.
fn by_brute_force(values: &[Option<u64>]) -> (u64, u64) {
    let obeys = |n: usize, p: usize| {
        values[n].is_some_and(|value| values[n + p] == Some(value + u64::try_from(p).unwrap()))
    };
    let found = (1..values.len() / 3).find_map(|p| {
        let preperiod = (0..values.len() - p).rev().find(|&n| !obeys(n, p)).map_or(0, |n| n + 1);
        (preperiod <= values.len() / 2).then_some((preperiod, p))
    });
    let (preperiod, length) = found.unwrap();
    (u64::try_from(preperiod).unwrap(), u64::try_from(length).unwrap())
}

/// Checks every row of a box against the ray engine, for tall numbers up to `most`, and that its period is the least.
fn rows_hold(game: &str, lengths: &[usize], largest: &[u64], place: usize, most: u64) {
    let values = table(game, lengths, &with_tall(largest, place, most));
    let mut proved = 0;
    for fixed in below(largest) {
        let at = |tall: u64| values.get(&with_tall(&fixed, place, tall)).copied();
        let told = prove(game, lengths, &fixed, place);
        if at(most).is_none() {
            assert_eq!(told.unwrap_err(), NO_POSITION, "{game} {fixed:?}");
            continue;
        }
        let proof = told.unwrap();
        for tall in 0..=most {
            let value = proof.value_at(&tall.into());
            assert_eq!(value, at(tall).map(UBig::from), "{game} {fixed:?} with {tall} at {place}");
        }
        let row: Vec<Option<u64>> = (0..=most).map(at).collect();
        let period = (proof.period.preperiod, proof.period.length);
        assert_eq!(period, by_brute_force(&row), "{game} {fixed:?}");
        assert_eq!((proof.period.saltus, proof.state_period % period.1), (period.1, 0));
        proved += 1;
    }
    assert!(proved > 0, "{game} {largest:?} has rows");
}

#[test]
fn three_strips_of_star_nim() {
    rows_hold("star-nim", &[3], &[5, 5], 2, 3_000);
    rows_hold("star-nim", &[3], &[4, 6], 1, 1_000);
    rows_hold("star-nim", &[3], &[3, 4], 0, 1_000);
}

#[test]
fn heads_of_star_silver_dollar() {
    rows_hold("star-silver-dollar", &[1, 2], &[5, 5], 2, 2_000);
    // The tall number is on the odd strip.
    rows_hold("star-silver-dollar", &[1, 2], &[4, 6], 0, 1_000);
    // The strip has a token above the tall one, so no large number makes a position.
    assert_eq!(prove("star-silver-dollar", &[1, 2], &[3, 5], 1).unwrap_err(), NO_POSITION);
    rows_hold("star-silver-dollar", &[1, 2, 2], &[2, 2, 4, 3], 4, 500);
}

#[test]
fn other_numbers_of_tokens() {
    rows_hold("star-nim", &[1], &[], 0, 200);
    rows_hold("star-nim", &[2], &[5], 1, 1_000);
    rows_hold("star-nim", &[4], &[3, 3, 3], 3, 500);
    rows_hold("silver-dollar", &[3], &[4, 7], 2, 500);
    rows_hold("nim", &[3], &[5, 6], 1, 200);
}

/// Windows of 1 to 16 words: Nim has its formula at any size.
#[test]
fn wide_windows_of_nim() {
    let far = UBig::from(10u8).pow(50) + 12_345u32;
    for fixed in [&[15][..], &[30], &[7, 30], &[60], &[150], &[300], &[3, 200]] {
        let proof = prove("nim", &[fixed.len() + 1], fixed, 0).unwrap();
        let sum = UBig::from(xor(fixed.iter().copied()));
        for tall in (0u32..700).map(UBig::from).chain([far.clone(), &far << 3_000]) {
            assert_eq!(proof.value_at(&tall), Some(&tall ^ &sum), "{fixed:?} {tall}");
            assert_eq!(proof.column_of(&(&tall ^ &sum)), Some(tall));
        }
    }
}

/// A row takes every value once.
#[test]
fn every_value_has_its_column() {
    for (game, lengths, fixed) in [("star-nim", &[3][..], [5, 6]), ("star-silver-dollar", &[1, 2], [4, 5])] {
        let proof = prove(game, lengths, &fixed, 2).unwrap();
        let columns: BTreeSet<UBig> = (0..2_000u32)
            .map(|value| {
                let column = proof.column_of(&value.into()).unwrap();
                assert_eq!(proof.value_at(&column), Some(value.into()));
                column
            })
            .collect();
        assert_eq!(columns.len(), 2_000);
    }
}

fn position(game: &Game, lengths: &[usize], numbers: &[u64]) -> Position {
    if game.name() == "star-nim" {
        return piles(game, numbers);
    }
    let mut rest = numbers.iter().copied();
    let rows: Vec<Vec<u64>> = lengths.iter().map(|&length| rest.by_ref().take(length).collect()).collect();
    strips(game, &rows)
}

/// The options of each value agree with the definition or, for large numbers, with those one period before.
#[test]
fn options_of_every_value() {
    for (name, lengths, fixed, place) in [
        ("star-nim", &[3][..], [3, 4], 2),
        ("star-nim", &[3], [2, 5], 0),
        ("star-silver-dollar", &[1, 2], [2, 3], 2),
        ("star-silver-dollar", &[1, 2], [3, 5], 0),
    ] {
        let game = game(name);
        let mut engine = engine(&game);
        let proof = prove(name, lengths, &fixed, place).unwrap();
        for tall in 6..70 {
            let from = position(&game, lengths, &with_tall(&fixed, place, tall));
            let mut by_value: BTreeMap<u64, Vec<Vec<UBig>>> = BTreeMap::new();
            for option in moves(game.as_ref(), &from) {
                let value = engine.value(&option).unwrap().0;
                by_value.entry(value).or_default().push(option.rows().unwrap().concat());
            }
            for value in 0..tall + 12 {
                let mut told = proof.options_of_value(&tall.into(), &value.into(), &mut go_on).unwrap();
                let mut expected = by_value.remove(&value).unwrap_or_default();
                told.sort();
                expected.sort();
                assert_eq!(told, expected, "{name} {fixed:?} with {tall} to {value}");
            }
            assert!(by_value.is_empty());
            // After any number of periods only the tall number and its own move change.
            let rounds = UBig::from(proof.state_period) * UBig::from(10u8).pow(40);
            let at = UBig::from(tall + proof.state_from + 100);
            for value in 0..12u8 {
                let value = &at - 5u8 + value;
                let near = proof.options_of_value(&at, &value, &mut go_on).unwrap();
                let far = proof.options_of_value(&(&at + &rounds), &(&value + &rounds), &mut go_on).unwrap();
                let shifted = near.into_iter().map(|mut numbers| {
                    numbers[place] += &rounds;
                    numbers
                });
                assert_eq!(far, shifted.collect::<Vec<_>>(), "{name} {fixed:?} far out");
            }
        }
        assert_eq!(proof.options_of_value(&UBig::from(2u8), &UBig::ZERO, &mut go_on), None);
    }
}

/// The requirement of `prove_tall`, checked for the games that it is used for.
#[test]
fn above_all_other_numbers_the_rules_are_the_same() {
    let mut chance = Chance(3);
    for (name, shapes) in [
        ("nim", &[&[3][..]][..]),
        ("star-nim", &[&[2], &[3]]),
        ("silver-dollar", &[&[2], &[4]]),
        ("star-silver-dollar", &[&[1, 2], &[2, 2], &[1, 0, 3]]),
    ] {
        for lengths in shapes {
            let is_position = game(name).geometry(lengths).unwrap().lowering().unwrap();
            let count: usize = lengths.iter().sum();
            for _ in 0..300 {
                let fixed = chance.row(count - 1, 0, 5);
                let place = chance.index(count);
                let first = fixed.iter().max().unwrap() + 1;
                let holds = |tall: u64| is_position(&with_tall(&fixed, place, tall));
                let told: BTreeSet<bool> =
                    (first..first + 70).chain([1 << 40, u64::MAX]).map(holds).collect();
                assert_eq!(told.len(), 1, "{name} {lengths:?} {fixed:?} at {place}");
            }
        }
    }
}

#[test]
fn limits() {
    let is_position = game("star-nim").geometry(&[3]).unwrap().lowering().unwrap();
    let within = |fixed: &[u64], limits: TallLimits| prove_tall(&is_position, fixed, 2, limits, &mut go_on);
    assert!(within(&[3, 4], TallLimits { columns: 30, ..ENOUGH }).unwrap().is_none());
    let few = TallLimits { bytes: 1_000, ..ENOUGH };
    let memory = within(&[3, 4], few).unwrap_err();
    assert!(matches!(memory, Error::Limit(Limit::Memory { needed: 1_001.., allowed: 1_000 })));
    // The rows fit into the memory, but the notes of all columns needed do not.
    let some = TallLimits { bytes: 20_000, columns: u64::MAX };
    assert!(within(&[10, 10], some).unwrap().is_none());
    let columns = within(&[10, 10], ENOUGH).unwrap().map(|proof| proof.state_from + proof.state_period);
    assert!(columns.unwrap() > 5_000, "20,000 bytes hold the notes of 5,000 columns: {columns:?}");
    let wide = |bits: u64| format!("the windows need {bits} bits, more than 1024");
    assert_eq!(within(&[300, 200], ENOUGH).unwrap_err().to_string(), wide(1_302));
    assert_eq!(within(&[u64::MAX, 2], ENOUGH).unwrap_err().to_string(), wide(u64::MAX));
    assert!(matches!(within(&[1; 200], ENOUGH).unwrap_err(), Error::Limit(Limit::Memory { .. })));
    let mut stop = |_| ControlFlow::Break(());
    assert_eq!(prove_tall(&is_position, &[3, 4], 2, ENOUGH, &mut stop).unwrap_err(), Error::Cancelled);
    // 0,0 with any third token is not a position.
    assert_eq!(within(&[0, 0], ENOUGH).unwrap_err().to_string(), NO_POSITION);
    let proof = prove("star-nim", &[2], &[9], 1).unwrap();
    let far = UBig::from(proof.state_from + proof.state_period) - 1u8;
    assert_eq!(proof.options_of_value(&far, &UBig::ZERO, &mut stop), None);
}

/// The number of columns passed to the callback never decreases.
#[test]
fn progress_increases() {
    let is_position = game("star-nim").geometry(&[2]).unwrap().lowering().unwrap();
    let mut told = Vec::new();
    let proof = prove_tall(&is_position, &[9], 1, ENOUGH, &mut |columns| {
        told.push(columns);
        ControlFlow::Continue(())
    });
    assert_eq!(proof.unwrap().unwrap().period.length, 151_200);
    assert!(told.len() > 5 && told.is_sorted_by(|one, other| one <= other), "{told:?}");
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn any_row_of_any_such_game(seed: u64) {
        let mut chance = Chance(seed);
        let all: &[(&str, &[usize], u64)] = &[
            ("star-nim", &[3], 8),
            ("star-nim", &[4], 4),
            ("nim", &[3], 9),
            ("silver-dollar", &[4], 5),
            ("star-silver-dollar", &[1, 2], 8),
            ("star-silver-dollar", &[2, 1, 1], 4),
            ("star-silver-dollar", &[0, 3], 8),
        ];
        let &(name, lengths, highest) = chance.pick(all);
        let count: usize = lengths.iter().sum();
        let fixed = chance.row(count - 1, 0, highest);
        let place = chance.index(count);
        let values = table(name, lengths, &with_tall(&fixed, place, 300));
        match prove(name, lengths, &fixed, place) {
            Ok(proof) => {
                for tall in 0..=300 {
                    let expected = values.get(&with_tall(&fixed, place, tall)).copied().map(UBig::from);
                    prop_assert_eq!(proof.value_at(&tall.into()), expected, "{} {:?} with {} at {}", name, fixed, tall, place);
                }
            }
            Err(error) => {
                prop_assert_eq!(error, NO_POSITION);
                prop_assert!(!values.contains_key(&with_tall(&fixed, place, 300)));
            }
        }
    }
}

/// Rows with several fixed numbers, against brute force and the checker.
#[test]
fn rows_with_several_fixed_numbers_have_certificates() {
    let prove =
        |name: &str, fixed: &[u64]| prove_row(&game(name), fixed, ENOUGH, &mut go_on).map(Option::unwrap);
    for (name, fixed) in [
        ("star-nim", &[3, 4][..]),
        ("star-nim", &[2, 5]),
        ("star-nim", &[0, 3]),
        ("star-nim", &[1, 1]),
        ("star-nim", &[1, 2, 3]),
        ("nim", &[2, 3]),
        ("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}", &[1, 2]),
    ] {
        let proof = prove(name, fixed).unwrap();
        let Period { preperiod, length, saltus } = proof.period;
        let columns = 2 * preperiod + 4 * length + 4;
        let largest: Vec<u64> = fixed.iter().copied().chain([columns]).collect();
        let values = table(name, &[largest.len()], &largest);
        let row: Vec<Option<u64>> =
            (0..=columns).map(|b| values.get(&with_tall(fixed, fixed.len(), b)).copied()).collect();
        assert_eq!(by_brute_force(&row), (preperiod, length), "{name} {fixed:?}");
        assert_eq!(saltus, length);
        let certificate = Certificate::from(&proof).text().to_owned();
        let verified = grundy_check::check(certificate.as_bytes(), grundy_check::Limits::default()).unwrap();
        let numbers: Vec<String> = fixed.iter().map(u64::to_string).collect();
        let said =
            format!("G({},b+{length}) = G({0},b)+{length} for all b >= {preperiod}", numbers.join(","));
        assert!(verified.to_string().contains(&said), "{verified}");
        // Every number follows from the claim.
        for (at, line) in certificate.lines().enumerate().skip(3) {
            for (start, word) in line.match_indices(|c: char| c.is_ascii_digit()) {
                let other = if word == "9" { "8" } else { "9" };
                let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
                lines[at].replace_range(start..=start, other);
                let altered = lines.join("\n") + "\n";
                let checked = grundy_check::check(
                    altered.as_bytes(),
                    grundy_check::Limits { work: 1 << 26, ..Default::default() },
                );
                assert!(checked.is_err(), "{altered}");
            }
        }
    }
    // The order of the fixed numbers does not matter.
    assert_eq!(prove("star-nim", &[4, 3]).unwrap().row, [3, 4]);
    assert!(prove("star-nim", &[0, 0]).unwrap_err().to_string().contains(NO_POSITION));
    assert!(prove("star-nim", &[3]).unwrap_err().to_string().contains("at least two"));
    assert!(prove("wythoff", &[1, 2]).unwrap_err().to_string().contains("several fixed numbers"));
    assert!(prove("silver-dollar", &[1, 2]).unwrap_err().to_string().contains("several fixed numbers"));
}
