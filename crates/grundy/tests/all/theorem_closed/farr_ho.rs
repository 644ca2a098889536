//! Silver Dollar and Star Silver Dollar.

use super::said::{all_strips, big, bigs, by_rays, long, of_one, strips_hold, within};
use crate::common::{Chance, cases, engine, game, moves, strips};
use grundy::theorem::UBig;
use grundy::theorem::farr_ho::{silver_dollar, silver_dollar_to, star_silver_dollar};
use grundy::{Outcome, Reference};
use proptest::prelude::*;
use std::time::Duration;

#[test]
fn silver_dollar_and_every_winning_move() {
    let (single, star) = (game("silver-dollar"), game("star-silver-dollar"));
    let (mut engine_1, mut engine_2) = (engine(&single), engine(&star));
    for strip in all_strips(11) {
        let said = silver_dollar(&big(&strip)).unwrap();
        assert!(said.value.is_some() && said.winning.is_every());
        strips_hold(&single, &mut engine_1, std::slice::from_ref(&strip), &of_one(said));
        let said = star_silver_dollar(&[big(&strip)]).unwrap();
        assert!(said.value.is_some() && said.winning.is_every());
        strips_hold(&star, &mut engine_2, &[strip], &said);
    }
    assert_eq!(silver_dollar(&big(&[3, 3])), None);
    assert_eq!(silver_dollar(&big(&[3, 2, 5])), None);
}

/// The moves to any value are the options that the definition gives this value.
#[test]
fn silver_dollar_to_every_value() {
    let game = game("silver-dollar");
    let mut engine = engine(&game);
    for tokens in all_strips(9) {
        let position = strips(&game, &[&tokens]);
        let value = engine.value(&position).unwrap().0;
        let big: Vec<UBig> = tokens.iter().map(|&token| UBig::from(token)).collect();
        let options = moves(game.as_ref(), &position);
        for wanted in (0..12).filter(|&wanted| wanted != value) {
            let mut by_rules: Vec<Vec<UBig>> = options
                .iter()
                .filter(|option| engine.value(option).unwrap().0 == wanted)
                .map(|option| option.rows().unwrap().concat())
                .collect();
            let told = silver_dollar_to(&big, &UBig::from(wanted)).unwrap();
            assert!(told.is_every());
            let mut told = told.positions().to_vec();
            by_rules.sort();
            told.sort();
            assert_eq!(told, by_rules, "{tokens:?} to {wanted}");
        }
        assert_eq!(silver_dollar_to(&big, &UBig::from(value)), None);
    }
}

#[test]
fn silver_dollar_by_rays() {
    for text in ["[a,b]", "[2,a,b]", "[a,15,b]"] {
        by_rays(&format!("silver-dollar {text}"), 40, &mut |a, b, value| {
            let strip: &[u64] = match text {
                "[a,b]" => &[a, b],
                "[2,a,b]" => &[2, a, b],
                _ => &[a, 15, b],
            };
            assert_eq!(silver_dollar(&big(strip)).unwrap().value, Some(UBig::from(value)), "{strip:?}");
        });
    }
}

/// Whether the theorems apply to this star; see [`star_silver_dollar`].
fn is_known(rows: &[Vec<u64>]) -> bool {
    let zero = rows.iter().any(|row| row.first() == Some(&0));
    let one = rows.iter().filter(|row| !row.is_empty()).count() < 2;
    zero || one || rows.iter().all(|row| row.len() % 2 == 0)
}

fn star_holds(rows: &[Vec<u64>], engine: &mut Reference, counts: &mut [u64; 2]) {
    let star = game("star-silver-dollar");
    let zeros = rows.iter().filter(|row| row.first() == Some(&0)).count();
    let said = star_silver_dollar(&bigs(rows));
    if zeros > 1 {
        assert_eq!(said, None, "{rows:?} is no position");
        return;
    }
    if is_known(rows) {
        assert!(
            said.as_ref().is_some_and(|said| said.value.is_some() && said.winning.is_every()),
            "{rows:?}"
        );
    }
    counts[usize::from(said.is_some())] += 1;
    if let Some(said) = said {
        strips_hold(&star, engine, rows, &said);
    }
}

#[test]
fn stars_of_two_strips_and_three() {
    let star = game("star-silver-dollar");
    let mut engine = engine(&star);
    let mut counts = [0; 2];
    let two = all_strips(6);
    for (a, b) in two.iter().flat_map(|a| two.iter().map(move |b| (a, b))) {
        star_holds(&[a.clone(), b.clone()], &mut engine, &mut counts);
    }
    let three = all_strips(4);
    for a in &three {
        for (b, c) in three.iter().flat_map(|b| three.iter().map(move |c| (b, c))) {
            star_holds(&[a.clone(), b.clone(), c.clone()], &mut engine, &mut counts);
        }
    }
    println!("stars: unknown and known {counts:?}");
    assert_eq!((star_silver_dollar(&[]), star_silver_dollar(&bigs(&[vec![4, 4], vec![1]]))), (None, None));
    assert!(counts[1] > counts[0], "unknown and known: {counts:?}");
}

#[test]
fn corollary_1_by_rays() {
    // The tails have nim-sums 2, 7 and 30. The last is too large for small heads.
    for (c, d) in [(30, 33), (30, 38), (30, 61)] {
        let mut known = 0;
        by_rays(&format!("star-silver-dollar [a,{c},{d}],[b]"), 20, &mut |a, b, value| {
            if let Some(said) = star_silver_dollar(&bigs(&[vec![a, c, d], vec![b]])) {
                known += 1;
                assert_eq!(said.outcome == Outcome::Previous, value == 0, "[{a},{c},{d}],[{b}]");
                assert!(said.value.is_none_or(|said| said == UBig::from(value)), "[{a},{c},{d}],[{b}]");
            }
        });
        assert!(known > 150, "[a,{c},{d}],[b]: {known} known");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Corollaries 1 and 2, Remark 2.
    #[test]
    fn stars(seed: u64) {
        let mut chance = Chance(seed);
        let shape: &[&[u64]] = &[&[5, 3], &[3, 3], &[4, 4], &[1, 5], &[3, 3, 2], &[3, 1, 1], &[3, 3, 1], &[1, 1, 1, 3]];
        let tokens = *chance.pick(shape);
        let highest = if tokens.len() == 2 { 9 } else { 6 };
        let rows: Vec<Vec<u64>> = tokens.iter().map(|&tokens| chance.strip(tokens, 1, highest)).collect();
        let star = game("star-silver-dollar");
        star_holds(&rows, &mut engine(&star), &mut [0; 2]);
    }
}

#[test]
fn thousands_of_digits() {
    let mut chance = Chance(9);
    let mut strip = |tokens: usize| {
        let mut strip: Vec<UBig> = (0..tokens).map(|_| long(&mut chance, 10_000)).collect();
        strip.sort_unstable();
        strip
    };
    let limit = Duration::from_millis(50);
    let even = [strip(4), strip(6), strip(2)];
    let single = strip(9);
    let said = within("Silver Dollar, 9 tokens, 10,000 digits", limit, || silver_dollar(&single)).unwrap();
    for to in said.winning.positions() {
        assert_eq!(silver_dollar(to).unwrap().outcome, Outcome::Previous);
    }
    let said =
        within("Star Silver Dollar, 12 tokens, 10,000 digits", limit, || star_silver_dollar(&even)).unwrap();
    for to in said.winning.positions() {
        assert_eq!(star_silver_dollar(to).unwrap().outcome, Outcome::Previous);
    }
}

/// Two odd strips, where tails of nim-sum 0 to 2 meet heads 1 apart, whose value is 1 or 2 (Proposition 4).
#[test]
fn two_odd_strips_of_thousands_of_digits() {
    let mut chance = Chance(10);
    let (head, gap) = (long(&mut chance, 10_000), long(&mut chance, 9_000) << 2);
    let even = (&head % 2u8) == 0;
    for tails in 0u8..3 {
        let (c, e) = (&head * 2u8, &head * 4u8);
        let tail = [c.clone(), &c + &gap + 1u8, e.clone(), &e + &gap + 1u8 + tails];
        let star = [vec![head.clone()], [&head + 1u8].into_iter().chain(tail).collect()];
        let what = "two odd strips, 10,000 digits";
        let said = within(what, Duration::from_millis(50), || star_silver_dollar(&star)).unwrap();
        let value = if even { 2 } else { 1 } ^ tails;
        assert_eq!((&said.value, said.winning.is_every()), (&Some(UBig::from(value)), true));
        assert_eq!(said.winning.positions().is_empty(), value == 0);
        for to in said.winning.positions() {
            assert_eq!(star_silver_dollar(to).unwrap().outcome, Outcome::Previous);
        }
    }
}
