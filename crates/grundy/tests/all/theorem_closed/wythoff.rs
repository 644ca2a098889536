//! Wythoff's game and Fraenkel's.

use super::said::{big, by_rays, long, piles_hold, small, within};
use crate::common::{Chance, engine, game};
use grundy::Outcome;
use grundy::theorem::automatic::{wythoff_to, wythoff_values};
use grundy::theorem::gurvich::Pairs;
use grundy::theorem::wythoff::{fraenkel, wythoff};
use grundy::theorem::{Said, UBig};
use std::time::Duration;

fn holds_to(text: &str, max: u64, theorem: &dyn Fn(&[UBig]) -> Option<Said>) {
    let game = game(text);
    let mut engine = engine(&game);
    for (x, y) in (0..=max).flat_map(|x| (0..=max).map(move |y| (x, y))) {
        piles_hold(&game, &mut engine, &[x, y], &theorem(&big(&[x, y])).unwrap());
    }
}

#[test]
fn against_the_definition() {
    holds_to("wythoff", 50, &wythoff);
    holds_to("wythoff", 50, &wythoff_values);
    for a in 1..=7 {
        holds_to(&format!("fraenkel:a={a}"), 26, &|piles| fraenkel(a, piles));
    }
    holds_to("fraenkel:a=1000", 20, &|piles| fraenkel(1000, piles));
    assert_eq!(
        (wythoff(&big(&[1])), wythoff(&big(&[1, 2, 3])), fraenkel(0, &big(&[1, 2]))),
        (None, None, None)
    );
}

#[test]
fn against_the_ray_engine() {
    let check = |text: &str, max, theorem: &(dyn Fn(&[UBig]) -> Option<Said> + Sync)| {
        let mut chance = Chance(1);
        by_rays(text, max, &mut |x, y, value| {
            if value == 0 || chance.below(20) == 0 {
                let said = theorem(&big(&[x, y])).unwrap();
                assert_eq!(said.outcome == Outcome::Previous, value == 0, "{text} {x},{y}");
            }
        });
    };
    check("wythoff", 1500, &wythoff);
    for a in [2, 3, 10, 77] {
        check(&format!("fraenkel:a={a}"), 700, &|piles| fraenkel(a, piles));
    }
}

/// Square roots and the substitution of theorem/gurvich.rs give the same P-positions, at any size.
#[test]
fn against_the_other_way() {
    let mut chance = Chance(2);
    for a in [1, 2, 5, 1_000_003] {
        let mut pairs = Pairs::new(a, 1).unwrap();
        for digits in [3, 20, 60, 200] {
            let n = long(&mut chance, digits);
            let (x, y) = pairs.pair(&n).unwrap();
            let said = fraenkel(a, &[y.clone(), x.clone()]).unwrap();
            assert_eq!(said.outcome, Outcome::Previous, "a = {a}, n = {n}");
            let near = [x + chance.below(3) + 1u8, y + chance.below(90)];
            for piles in [near, [long(&mut chance, digits), long(&mut chance, digits)]] {
                let said = fraenkel(a, &piles).unwrap();
                let is_p = pairs.is_p(&piles[0], &piles[1]).unwrap();
                assert_eq!(said.outcome == Outcome::Previous, is_p, "a = {a}, {piles:?}");
                assert_eq!(is_p, said.winning.positions().is_empty());
                for to in said.winning.positions() {
                    assert!(pairs.is_p(&to[0], &to[1]).unwrap() && to[0] <= piles[0] && to[1] <= piles[1]);
                }
            }
        }
    }
}

#[test]
fn a_position_has_three_winning_moves_at_most() {
    let mut most = 0;
    for (x, y) in (0..300).flat_map(|x| (x..300).map(move |y| (x, y))) {
        let said = wythoff(&big(&[x, y])).unwrap();
        most = most.max(said.winning.positions().len());
        let swapped = wythoff(&big(&[y, x])).unwrap();
        let turned = swapped.winning.positions().iter().map(|to| small(&[to[1].clone(), to[0].clone()]));
        if x != y {
            let straight: Vec<_> = said.winning.positions().iter().map(|to| small(to)).collect();
            assert_eq!(turned.collect::<Vec<_>>(), straight, "{x},{y}");
        }
    }
    assert_eq!(most, 3);
}

#[test]
fn ten_thousand_digits() {
    let mut chance = Chance(3);
    let (x, y) = (long(&mut chance, 10_000), long(&mut chance, 10_000));
    let limit = Duration::from_millis(50);
    let what = "Wythoff, 10,000 digits, outcome and every winning move";
    let said = within(what, limit, || wythoff(&[x.clone(), y.clone()])).unwrap();
    assert_eq!(said.outcome, Outcome::Next);
    for to in said.winning.positions() {
        assert_eq!(
            within("Wythoff, a P-position", limit, || wythoff(to)).unwrap().outcome,
            Outcome::Previous
        );
    }
    let said =
        within("Fraenkel, a = 7, 10,000 digits", limit, || fraenkel(7, &[x.clone(), y.clone()])).unwrap();
    assert!(!said.winning.positions().is_empty());
}

#[test]
fn small_values_against_the_ray_engine() {
    by_rays("wythoff", 1500, &mut |x, y, value| {
        // Those of value 3 and more are tried near the line, where the small ones are.
        if value <= 2 || value < 8 && x <= y {
            let said = wythoff_values(&big(&[x, y])).unwrap();
            let known = said.value.map(|value| u64::try_from(value).unwrap());
            assert_eq!(
                (known, said.more_than),
                ((value <= 2).then_some(value), (value > 2).then_some(2)),
                "{x},{y}"
            );
        }
    });
}

/// Each row has one position of each value: far out, exactly one of those near the line is accepted, and its options have other values.
#[test]
fn small_values_of_a_thousand_digits() {
    let x = UBig::from(10u8).pow(999) + 7u8;
    let middle = &x + (&x * UBig::from(618_034_u32)) / UBig::from(1_000_000_u32);
    assert_eq!(wythoff_values(&[x.clone(), middle]).unwrap().more_than, Some(2));
    let low = wythoff(&[x.clone(), &x * 2u8]).unwrap();
    let partner = low.winning.positions().iter().find(|to| to[0] == x).map(|to| to[1].clone());
    let Some(partner) = partner.filter(|partner| *partner > x) else { return };
    let mut found = [0; 3];
    for y in (0..40_u8).map(|step| &partner + 20u8 - step) {
        if let Some(value) = wythoff_values(&[x.clone(), y]).unwrap().value {
            found[usize::try_from(value).unwrap()] += 1;
        }
    }
    // The row may have its position of value 1 or 2 below the diagonal.
    assert!(found[0] == 1 && found[1] <= 1 && found[2] <= 1, "{found:?}");
}

/// Moves to values 1 and 2 are all options of that value; far out, three lines have one each.
#[test]
fn moves_to_small_values() {
    const ROWS: usize = 60;
    let mut values = vec![vec![0; ROWS]; ROWS];
    by_rays("wythoff", 59, &mut |x, y, value| {
        values[usize::try_from(x).unwrap()][usize::try_from(y).unwrap()] = value;
    });
    for (x, y) in (0..ROWS).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
        for value in [1, 2] {
            let mut options: Vec<(usize, usize)> = (0..y).map(|to| (x, to)).collect();
            options.extend((0..x).map(|to| (to, y)));
            options.extend((1..=x.min(y)).map(|taken| (x - taken, y - taken)));
            options.retain(|&(x, y)| values[x][y] == value);
            let said = wythoff_to(&[x, y].map(UBig::from), &UBig::from(value)).unwrap();
            let number = |number: &UBig| usize::try_from(number).unwrap();
            let mut found: Vec<(usize, usize)> =
                said.positions().iter().map(|to| (number(&to[0]), number(&to[1]))).collect();
            options.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, options, "{x},{y} to {value}");
        }
    }
    let mut chance = Chance(5);
    for digits in [20, 300] {
        let piles = [long(&mut chance, digits), long(&mut chance, digits)];
        for value in [1_u8, 2] {
            let said = wythoff_to(&piles, &UBig::from(value)).unwrap();
            assert!(!said.positions().is_empty());
            for to in said.positions() {
                assert_eq!(wythoff_values(to).unwrap().value, Some(UBig::from(value)));
            }
        }
    }
    assert_eq!(wythoff_to(&big(&[3, 4]), &UBig::ZERO), None);
    assert_eq!(wythoff_to(&big(&[3, 4]), &UBig::from(3u8)), None);
}
