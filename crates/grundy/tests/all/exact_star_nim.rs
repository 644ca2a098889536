//! Star Nim: algorithms, proofs, members and partners against the machine row by row, and against the stored certificates.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::period::Certificate;
use grundy::sequence::Stream;
use grundy::star_nim::farr_ho::{Algorithm1, Algorithm2, Algorithm3, Barred, Found};
use grundy::star_nim::{Full, LARGEST, Membership, Obstacle, members, partner, prove_diagonal, prove_value};
use grundy::theorem::UBig;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn at(n: u64) -> usize {
    usize::try_from(n).unwrap()
}

fn value_proof(value: u64, limit: Option<u64>) -> Option<grundy::star_nim::ValueProof> {
    prove_value(value, limit, &mut go_on).unwrap()
}

/// The positions of each value up to the largest in so many rows.
fn sequences(largest: u64, rows: u64) -> Vec<Vec<(u64, u64)>> {
    let mut stream = Stream::of(&grundy::game("star-nim").unwrap(), largest).unwrap();
    let mut found = vec![Vec::new(); at(largest) + 1];
    while stream.row() < rows {
        stream.step(|member| found[at(member.value)].push((member.x, member.y)));
    }
    found
}

#[test]
fn algorithms_begin_with_lemma_3_and_go_on_with_the_members() {
    for value in 0..=6_u64 {
        let all = sequences(value, 80);
        let own = &all[at(value)];
        let passed = (0..value).map(|k| (k + 1, Barred::Value(k))).collect();
        let first = Found { x: 0, y: value + 1, passed };
        let (mut one, mut two, mut three) =
            (Algorithm1::new(value), Algorithm2::new(value), Algorithm3::new(value));
        assert_eq!((one.sequences().len(), three.origin()), (all.len(), 0));
        for (n, &(x, y)) in own.iter().enumerate().take(30) {
            let (found, again) = (one.next().unwrap(), two.next().unwrap());
            assert!(n > 0 || found == first, "value {value}");
            assert_eq!(found, again, "value {value}");
            assert_eq!((found.x, found.y, three.next()), (x, y, Some(y - x)), "value {value}");
            assert_eq!(three.member(), (x, y), "value {value}");
            // The state has the last members up to this row, counted from the least one.
            let last = |k: usize| all[k].iter().rfind(|member| member.0 <= x).unwrap();
            let least = (0..all.len()).map(|k| last(k).0).min().unwrap();
            assert_eq!(three.origin(), least, "value {value}");
            for (k, column) in three.state().columns().iter().enumerate() {
                assert_eq!((column.last.0 + least, column.last.1 + least), *last(k), "value {value}");
            }
            // The sequence before is made as far as this row, and those before it as far as that one needs them.
            let made = one.sequences();
            assert_eq!(made[at(value)], own[..=n]);
            assert!(made.iter().zip(&all).all(|(made, all)| all.starts_with(made)), "value {value}");
            if let Some(before) = value.checked_sub(1).map(at) {
                let needed = all[before].iter().take_while(|member| member.0 < x).count();
                assert_eq!(made[before].len(), if n == 0 { 0 } else { needed + 1 }, "value {value}");
            }
        }
    }
}

fn stored(name: &str) -> String {
    let atlas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../atlas");
    std::fs::read_to_string(atlas.join(name)).unwrap()
}

/// Every number of these proofs is least, or determined by others.
#[test]
fn values_have_the_proofs_of_the_atlas() {
    for value in (0..=24).chain([33]) {
        let proof = value_proof(value, None).unwrap();
        let text = Certificate::from(&proof).to_string();
        assert_eq!(text, stored(&format!("star-nim-value-{value:02}.cert")));
    }
}

#[test]
fn diagonals_have_the_proofs_of_the_atlas() {
    for d in 0..=12 {
        let proof = prove_diagonal(d, None, &mut go_on).unwrap().unwrap();
        assert_eq!(Certificate::from(&proof).to_string(), stored(&format!("star-nim-diagonal-{d:02}.cert")));
    }
}

#[test]
fn a_proof_needs_few_rows_beyond_its_rounds() {
    for value in 5..=18 {
        let proof = value_proof(value, None).unwrap();
        let limit = proof.repeats.from + 4 * proof.repeats.round + 40;
        assert_eq!(value_proof(value, Some(limit)), Some(proof), "value {value}");
        assert_eq!(value_proof(value, Some(5)), None, "value {value}");
    }
}

#[test]
fn repeats_take_all_rounds() {
    let repeats = value_proof(9, None).unwrap().repeats;
    assert_eq!((repeats.round, repeats.strands), (72, Some((Full { level: 10, row: 67 }, 2))));
    assert_eq!(repeats.rows(), 144);
    assert_eq!(value_proof(8, None).unwrap().repeats.rows(), 72);
}

#[test]
fn the_largest_value_and_diagonal() {
    assert_eq!(LARGEST, 200);
    // Three rows prove nothing, but the value is not too large.
    assert!(prove_value(200, Some(3), &mut go_on).unwrap().is_none());
    let error = prove_value(201, None, &mut go_on).unwrap_err().to_string();
    assert!(error.contains("value 201 is larger than 200"), "{error}");
    let obstacle = |d, limit| prove_diagonal(d, Some(limit), &mut go_on).unwrap().unwrap_err();
    let [large, level, rows] = [obstacle(95, 3), obstacle(94, 3), obstacle(5, 100)];
    assert_eq!([large, level, rows], [Obstacle::Large, Obstacle::Level(94), Obstacle::Rows]);
    assert_eq!(large.to_string(), "it may have values above 200, the largest that is examined");
    assert_eq!(level.to_string(), "no level was found whose values take the difference 94 in every row");
    assert_eq!(rows.to_string(), "its values do not repeat up to the limit on rows");
}

/// The partner of every number in the first rows, and some rounds on.
#[test]
fn partners_are_those_of_the_members() {
    for value in [0, 1, 2, 3, 5, 6, 8, 9, 10, 14] {
        let repeats = value_proof(value, None).unwrap().repeats;
        // A number has a smaller partner at most 256 rows before it.
        let last = repeats.from + 316;
        let mut partners = HashMap::new();
        for &(x, y) in &sequences(value, last + value + 2)[at(value)] {
            partners.insert(x, y);
            partners.insert(y, x);
        }
        for number in 0..last {
            let found = partner(value, &UBig::from(number), 1 << 30).unwrap();
            assert_eq!(found, Some(partners[&number].into()), "value {value}, {number}");
        }
    }
    assert_eq!(partner(201, &UBig::ZERO, 1 << 30).unwrap(), None);
    assert_eq!(partner(9, &UBig::from(5u8), 10).unwrap(), None);
}

fn member(x: u64, difference: u64) -> Membership {
    members(&[(UBig::from(x), UBig::from(x + difference))], 1 << 30).unwrap().remove(0)
}

/// Rows after the first ones, but before a full level: level 42 is full at row 8661, and level 50 at row 29,654.
#[test]
fn rows_before_a_full_level_are_played() {
    let mut stream = Stream::of(&grundy::game("star-nim").unwrap(), 54).unwrap();
    while stream.row() < 8193 {
        stream.step(|_| ());
    }
    let mut values = HashMap::new();
    while stream.row() <= 8662 {
        stream.step(|member| {
            values.insert((member.x, member.y - member.x), member.value);
        });
    }
    let places: Vec<(u64, u64)> = [8193, 8194, 8195, 8300, 8659, 8660]
        .into_iter()
        .flat_map(|x| (21..=25).map(move |d| (x, d)))
        .collect();
    let positions: Vec<(UBig, UBig)> =
        places.iter().map(|&(x, d)| (UBig::from(x), UBig::from(x + d))).collect();
    let mut beyond = 0;
    for (place, found) in places.into_iter().zip(members(&positions, 1 << 30).unwrap()) {
        let last = [42, 44, 50, 50, 50][at(place.1 - 21)];
        let value = values.get(&place).copied().filter(|&value| value <= last);
        let expected = value.map_or(Membership::Above(last), |value| Membership::Is { value, repeats: None });
        assert_eq!(found, expected, "{place:?}");
        beyond += usize::from(value.is_none());
    }
    assert!(beyond > 0);
    // The first row of the rounds, with fewer and more turns.
    let value = values[&(8661, 21)];
    let mut known = 0;
    for turns in (0..28).map(|shift| 3 << shift) {
        let position = (UBig::from(8661u16), UBig::from(8682u16));
        match members(&[position], turns).unwrap()[0] {
            Membership::Is { value: found, repeats } => {
                known += 1;
                assert!(found == value && repeats.is_some_and(|repeats| repeats.0 == 8661), "{repeats:?}");
            }
            Membership::Above(less) => assert!(less < value, "above {less} with {turns} turns"),
            Membership::Unknown => {}
        }
    }
    assert!(known > 0);
}

/// Up to row 8192 rows are played, later ones are reduced by their period.
#[test]
fn rows_are_reduced_after_the_first_ones() {
    // Diagonal 5: the values 9 and 10 repeat every 144 rows.
    let Membership::Is { value: early, repeats: None } = member(8192, 5) else { panic!("row 8192") };
    let Membership::Is { value: late, repeats: Some((from, rows)) } = member(8192 + 144, 5) else {
        panic!("row 8336")
    };
    assert_eq!(early, late);
    assert!(from <= 67 && 144_u64.is_multiple_of(rows));
    assert!(matches!(member(8193, 5), Membership::Is { repeats: Some(_), .. }));
    // Row 0, the largest difference, and one beyond.
    assert_eq!(member(0, 94), Membership::Is { value: 93, repeats: None });
    assert_eq!((member(0, 95), member(0, 0)), (Membership::Unknown, Membership::Unknown));
    assert!(!matches!(member(1, 94), Membership::Unknown));
    assert_eq!(member(1, 95), Membership::Unknown);
}
