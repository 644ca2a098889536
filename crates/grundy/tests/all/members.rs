//! Values of Star Nim by the periods of g-sequences, tested against tables, other theorems, and positions many periods further on.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, parsed};
use grundy::period::{RowGame, RowProof, RowSearch};
use grundy::star_nim::{Membership, members, partner, prove_value};
use grundy::theorem::UBig;
use grundy::theorem::farr_ho::value_up_to_5;
use grundy::{Engine, Limits, Outcome, Table, answer};
use std::ops::ControlFlow;
use std::path::Path;

const ROWS: u64 = 1 << 22;

fn by_rays(max: u64) -> Table {
    Table::of(&grundy::game("star-nim").unwrap()).to(max).engine(Engine::Rays).compute().unwrap()
}

fn pairs(pairs: &[(u64, u64)]) -> Vec<(UBig, UBig)> {
    pairs.iter().map(|&(x, y)| (x.into(), y.into())).collect()
}

/// Checks these cells against the table. Returns the number of cells whose value is known.
fn agrees(cells: &[(u64, u64)], table: &Table) -> usize {
    let at = |n: u64| usize::try_from(n).unwrap();
    let mut told = 0;
    for (&(x, y), member) in cells.iter().zip(members(&pairs(cells), ROWS).unwrap()) {
        let value = table.get(at(x), at(y)).map(|value| value.0);
        match member {
            Membership::Is { value: said, .. } => {
                assert_eq!(Some(said), value, "{x},{y}");
                told += 1;
            }
            Membership::Above(said) => {
                assert!(value.is_some_and(|value| value > said), "{x},{y}: above {said}");
            }
            Membership::Unknown => assert!(value.is_none() || x.abs_diff(y) > 63, "{x},{y}"),
        }
    }
    told
}

#[test]
fn sequences_tell_the_table() {
    let table = by_rays(300);
    let cells: Vec<(u64, u64)> = (0..=300).flat_map(|x| (0..=300).map(move |y| (x, y))).collect();
    let told = agrees(&cells, &table);
    assert!(told > 15_000, "only {told}");
}

#[test]
fn sequences_tell_samples_of_a_large_table() {
    const MAX: u64 = 6000;
    let table = by_rays(MAX);
    let mut chance = Chance(21);
    let cells: Vec<(u64, u64)> = (0..2000)
        .map(|_| {
            let x = chance.between(0, MAX - 64);
            (x, x + chance.between(1, 60))
        })
        .collect();
    let told = agrees(&cells, &table);
    assert!(told > 1000, "only {told}");
}

#[test]
fn far_out_they_repeat() {
    let mut chance = Chance(22);
    let cells: Vec<(u64, u64)> = (0..200)
        .map(|_| {
            let x = chance.between(1_000_000, 100_000_000);
            (x, x + chance.between(0, 30))
        })
        .collect();
    let near = members(&pairs(&cells), ROWS).unwrap();
    let out: Vec<(UBig, UBig)> = cells
        .iter()
        .zip(&near)
        .map(|(&(x, y), member)| match member {
            Membership::Is { repeats: Some((_, period)), .. } => {
                let more = UBig::from(10u8).pow(50) * UBig::from(*period);
                (UBig::from(x) + &more, UBig::from(y) + more)
            }
            _ => (x.into(), y.into()),
        })
        .collect();
    assert_eq!(members(&out, ROWS).unwrap(), near);
    assert!(near.iter().filter(|member| matches!(member, Membership::Is { .. })).count() > 100);
    // They agree with Proposition 4 where it applies.
    for ((x, y), member) in out.iter().zip(&near) {
        let small = match member {
            Membership::Is { value, .. } => u8::try_from(*value).ok().filter(|&value| value <= 5),
            _ => None,
        };
        assert_eq!(value_up_to_5(x, y), small, "{x},{y}");
    }
}

/// Each number forms a position of a value with one other: in the first rows, and where the rows begin to repeat.
#[test]
fn partners_are_those_of_the_table() {
    const MAX: u64 = 700;
    let table = by_rays(MAX);
    let at = |n: u64| usize::try_from(n).unwrap();
    let told = |value: u64, number: u64| {
        let told = partner(value, &number.into(), ROWS).unwrap()?;
        let told = u64::try_from(&told).unwrap();
        assert!(told <= MAX, "value {value}, {number}: {told}");
        let there = table.get(at(number), at(told)).map(|value| value.0);
        assert_eq!(there, Some(value), "value {value}, {number}: {told}");
        Some(told)
    };
    for value in 0..=20 {
        // All numbers for a few values: the first rows, and where the rounds begin.
        for number in (0..=400).step_by(if value < 4 { 1 } else { 7 }) {
            assert!(told(value, number).is_some(), "value {value}, {number}");
        }
    }
    for value in [28, 36, 44, 60, 100, 127, 128, 200] {
        for number in [0, 1, 2, value, value + 1, 300] {
            told(value, number);
        }
    }
}

/// With any number of turns, what is told holds: in the first rows, and further out.
#[test]
fn few_turns_tell_nothing_wrong() {
    let cells: Vec<(u64, u64)> = (0..12)
        .flat_map(|x| (0..12).map(move |y| (x, x + 3 * y)))
        .chain((0..30).map(|d| (20_000 + 7 * d, 20_000 + 8 * d)))
        .collect();
    let all = members(&pairs(&cells), 64 * ROWS).unwrap();
    let mut bounds = 0;
    for turns in (0..40).map(|n| 97 * n).chain((12..27).map(|n| 1 << n)) {
        let some = members(&pairs(&cells), turns).unwrap();
        for (cell, (told, known)) in cells.iter().zip(some.iter().zip(&all)) {
            let holds = match (told, known) {
                (Membership::Unknown, _) => true,
                (Membership::Above(least), Membership::Is { value, .. }) => least < value,
                (Membership::Is { value: told, .. }, Membership::Is { value, .. }) => told == value,
                (told, known) => told == known,
            };
            assert!(holds, "{turns} turns, {cell:?}: {told:?}, and with more turns {known:?}");
            bounds += usize::from(matches!(told, Membership::Above(_)));
        }
    }
    assert!(bounds > 0);
}

/// A limit on rows ends the search also while the windows are still wide.
#[test]
fn values_with_wide_windows_keep_the_limit() {
    for value in (100..=200).step_by(4).chain([127, 129, 199]) {
        for limit in [0, 1, 2, 10, 40, 100, 130, 400, 3000] {
            let proof = prove_value(value, Some(limit), &mut || ControlFlow::Continue(()));
            assert_eq!(proof, Ok(None), "value {value}, limit {limit}");
        }
    }
}

#[test]
fn the_planner_asks_the_sequences() {
    let far = UBig::from(10u8).pow(60) + 4u8;
    let mut values = 0;
    for apart in 1..=20u8 {
        let (x, y) = (&far, &far + apart);
        let (game, position) = parsed(&format!("star-nim {x},{y}"));
        let here = answer(&game, &position, Limits::default()).unwrap();
        assert_eq!(here.outcome, Outcome::Next);
        assert_eq!(game.show(&here.winning[0]), format!("{x},{x}"));
        let Some(value) = here.value else { panic!("{apart}: {:?}", here.open) };
        assert!(value >= UBig::from(apart), "Proposition 5");
        values += usize::from(here.by.contains("g-sequence"));
        // In a sum the move leads to value 0.
        let pile = &value ^ UBig::from(3u8);
        let (game, position) = parsed(&format!("star-nim {x},{y} + nim {pile}"));
        let sum = answer(&game, &position, Limits::default()).unwrap();
        assert!(!sum.winning.is_empty(), "{apart}");
        for to in &sum.winning {
            let there = answer(&game, to, Limits::default()).unwrap();
            assert_eq!(there.value, Some(UBig::ZERO), "{apart}: {}", game.show(to));
        }
    }
    assert!(values > 10, "only {values} by sequences");
    let (game, position) = parsed(&format!("star-nim {far},{}", &far + 1000u16));
    let unknown = answer(&game, &position, Limits::default()).unwrap();
    let between = unknown.open.unwrap().between.unwrap();
    assert_eq!((unknown.value, between), (None, (UBig::from(1000u16), &far * 2u8 + 999u16)));
}

#[test]
fn certificates_are_read_back() {
    let atlas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../atlas");
    let mut search = RowSearch::of(&grundy::game("star-nim").unwrap(), 8, None).unwrap();
    search.finish(&mut |_| ControlFlow::Continue(())).unwrap();
    let mut read = 0;
    for file in std::fs::read_dir(atlas).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name =
            text.lines().nth(2).and_then(|line| line.strip_prefix("game ").or(line.strip_prefix("rules ")));
        let Ok(game) = RowGame::of(&grundy::game(name.unwrap()).unwrap()) else {
            assert!(!text.contains("claim row-period"), "{}", path.display());
            continue;
        };
        let proof = RowProof::of_certificate(&text, &game);
        assert_eq!(proof.is_some(), text.contains("claim row-period"), "{}", path.display());
        let Some(proof) = proof else { continue };
        read += 1;
        if game.shape() == Some(grundy::Symmetric::STAR_NIM) && proof.row <= 8 {
            assert_eq!(Some(&proof), search.proofs().get(usize::try_from(proof.row).unwrap()));
        }
        for spoilt in [
            text.replacen("row ", "row 0", 1),
            text.replace("end\n", ""),
            text.replace("saltus ", "saltus 1"),
        ] {
            assert_eq!(RowProof::of_certificate(&spoilt, &game), None, "{}", path.display());
        }
    }
    assert!(read > 50, "only {read}");
}
