//! Star Nim.

use super::said::{big, by_rays, long, piles_hold, within};
use crate::common::{Chance, engine, game, value_of};
use grundy::Outcome;
use grundy::theorem::UBig;
use grundy::theorem::farr_ho::{bounds, lemma_3, star_nim, value_up_to_5};
use grundy::theorem::nim::bouton;
use std::time::Duration;

#[test]
fn nim_is_boutons() {
    let game = game("nim");
    let mut engine = engine(&game);
    for (a, b, c) in (0..=12).flat_map(|a| (0..=12).flat_map(move |b| (0..=12).map(move |c| (a, b, c)))) {
        piles_hold(&game, &mut engine, &[a, b, c], &bouton(&big(&[a, b, c])));
    }
    by_rays("nim", 500, &mut |a, b, value| assert_eq!(bouton(&big(&[a, b])).value, Some(UBig::from(value))));
    assert_eq!(bouton(&[]).outcome, Outcome::Previous);
}

/// Every position with these tokens that the rules allow, and whether the theorems apply to it.
fn holds_to(strips: usize, max: u64, known: &dyn Fn(&[u64]) -> bool) {
    let game = game("star-nim");
    let mut engine = engine(&game);
    let mut tokens = vec![0; strips];
    loop {
        let said = star_nim(&big(&tokens));
        if tokens.iter().filter(|&&token| token == 0).count() > 1 {
            assert_eq!(said, None, "{tokens:?} is no position");
        } else {
            assert!(said.is_some() || !known(&tokens), "{tokens:?} is known");
            if let Some(said) = said {
                piles_hold(&game, &mut engine, &tokens, &said);
            }
        }
        let Some(place) = tokens.iter().position(|&token| token < max) else { break };
        tokens[..place].fill(0);
        tokens[place] += 1;
    }
}

#[test]
fn propositions_1_to_3_and_every_winning_move() {
    holds_to(1, 30, &|_| true);
    holds_to(2, 45, &|_| true);
    holds_to(3, 13, &|_| true);
    holds_to(4, 9, &|tokens| tokens.contains(&0) || tokens.contains(&1));
    holds_to(5, 5, &|tokens| tokens.contains(&0));
    assert_eq!(star_nim(&[]), None);
}

#[test]
fn propositions_2_and_3_by_rays() {
    for c in [1, 2, 37, 64] {
        by_rays(&format!("star-nim a,b,{c}"), 90, &mut |a, b, value| {
            let said = star_nim(&big(&[a, b, c])).unwrap();
            assert_eq!(said.outcome == Outcome::Previous, value == 0, "star-nim {a},{b},{c}");
        });
    }
    by_rays("star-nim 1,a,23,b", 60, &mut |a, b, value| {
        let said = star_nim(&big(&[1, a, 23, b])).unwrap();
        assert_eq!(said.outcome == Outcome::Previous, value == 0, "star-nim 1,{a},23,{b}");
    });
}

#[test]
fn two_strips_by_rays() {
    by_rays("star-nim", 1500, &mut |a, b, value| {
        let (big_a, big_b, big_value) = (UBig::from(a), UBig::from(b), UBig::from(value));
        let small = value_up_to_5(&big_a, &big_b);
        assert_eq!(small.map_or(6, u64::from), value.min(6), "Proposition 4 at {a},{b}");
        let by_lemma = lemma_3(&big_a, &big_b);
        assert_eq!(by_lemma.is_some(), a.min(b) <= 2, "the domain of Lemma 3 at {a},{b}");
        assert!(by_lemma.is_none_or(|known| known == big_value), "Lemma 3 at {a},{b}");
        match bounds(&[big_a.clone(), big_b.clone()]) {
            None => assert_eq!(a.min(b), 0),
            Some((low, high)) => assert!(low <= big_value && big_value <= high, "bounds at {a},{b}"),
        }
    });
    assert_eq!((lemma_3(&UBig::ZERO, &UBig::ZERO), value_up_to_5(&UBig::ZERO, &UBig::ZERO)), (None, None));
    assert_eq!(value_up_to_5(&UBig::from(16u8), &UBig::from(19u8)), None, "the family as printed has 5");
    assert_eq!(value_of("star-nim 16,19"), 10);
}

#[test]
fn thousands_of_digits() {
    let mut chance = Chance(8);
    for strips in 1..=4 {
        let mut tokens: Vec<UBig> = (0..strips).map(|_| long(&mut chance, 100_000)).collect();
        if strips == 4 {
            tokens[2] = UBig::ONE;
        }
        let what = format!("Star Nim, {strips} strips, 100,000 digits");
        let said = within(&what, Duration::from_millis(50), || star_nim(&tokens)).unwrap();
        for to in said.winning.positions() {
            assert_eq!(star_nim(to).unwrap().outcome, Outcome::Previous, "{what}");
        }
        assert_eq!(said.outcome == Outcome::Next, !said.winning.positions().is_empty(), "{what}");
    }
}
