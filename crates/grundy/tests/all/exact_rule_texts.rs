//! Rules as text at the edges: parameters, numbers beyond 64 bits, samples, symmetry, normal forms, and what is recognised.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, all_rows};
use grundy::notation::rules::{parse_inline, parse_rules};
use grundy::rules::Written;
use grundy::{Game, RawPosition, Ruleset, options};
use std::collections::BTreeSet;
use std::sync::Arc;

fn written(text: &str) -> Written {
    Written::new(parse_inline(text).unwrap(), &[]).unwrap()
}

#[test]
fn parameters_have_their_bounds() {
    let rules = parse_rules("game some(2 <= a <= 4, b)\nposition x\nmove x-i where i <= a+b").unwrap();
    let made = |a, b| Written::new(rules.clone(), &[("b", b), ("a", a)]);
    for a in 2..=4 {
        let game = made(a, 0).unwrap();
        assert_eq!(game.parameters(), [("a".to_owned(), a), ("b".to_owned(), 0)]);
    }
    for a in [0, 1, 5] {
        assert!(made(a, 0).unwrap_err().to_string().contains(&format!("a = {a} is out of range")));
    }
    assert!(made(2, 1_000_000).is_ok());
}

#[test]
fn heaps_are_told_from_tuples() {
    assert!(written("{heap n: n-i}").heap_game().is_some());
    assert!(written("{n: n-i}").heap_game().is_none());
}

/// Numbers beyond 64 bits are read where all tuples are positions, or all but a few pairs.
#[test]
fn far_positions_are_those_without_conditions() {
    let far = "9".repeat(30);
    let reads = |text: &str| {
        let count = text.split(':').next().unwrap().split(" where ").next().unwrap().matches(',').count();
        grundy::parse(&format!("{text} {far}{}", ",5".repeat(count))).is_ok()
    };
    assert!(reads("{x,y,z: x-i,y,z; x,y-1,z}"));
    assert!(reads("{x,y where x+y > 0: x-i,y; x,y-i}"));
    assert!(!reads("{x,y unordered: x-i,y}"));
    assert!(!reads("{x,y where x > y: x-i,y; x,y-i}"));
    assert!(!reads("{x,y,z unordered where x+y+z > 2: x-i,y,z}"));
}

/// If the smallest tuples are no positions, larger ones are drawn.
#[test]
fn samples_are_positions() {
    let mut chance = Chance(41);
    for text in
        ["{x,y where x+y > 0: x-i,y; x,y-i}", "{x,y where x != y: x-i,y}", "{x where x mod 2 = 1: x-2i}"]
    {
        let game: Game = Arc::new(written(text));
        for size in [0, 1, 2] {
            for _ in 0..20 {
                let sample = chance.position(&game, size);
                let again = game.position(&RawPosition::row(sample.piles().unwrap()));
                assert_eq!(again.as_ref(), Ok(&sample), "{text}");
                assert!(sample.piles().unwrap().iter().all(|&n| n <= size + 1), "{text}: {sample}");
            }
        }
    }
}

#[test]
fn symmetry_is_known_or_not() {
    for (text, symmetric) in [
        ("{x,y: x-i,y; x,y-i; x-i,y-i}", Some(true)),
        ("{x,y: x-i,y where i in {1,3}; x,y-i where i in {1,3}}", Some(true)),
        ("{x,y unordered: x-i,y}", Some(true)),
        ("{x,y: x-i,y}", Some(false)),
        ("{x,y: x-i,y; x,y-i; x-i,y-2i}", Some(false)),
        ("{x,y: x-i,y where i in {1,3}; x,y-i where i in {1,4}}", None),
        // The first is recognised as a game of rays, and its mirror image is not.
        ("{x,y: x-i,y; x,y-i where x+20 >= 2y}", None),
        ("{x: x-i}", None),
        ("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}", None),
        ("{x,y,z unordered: x-i,y,z}", None),
        ("{heap n: n-i}", None),
    ] {
        assert_eq!(written(text).is_symmetric(), symmetric, "{text}");
    }
}

fn normal(text: &str) -> String {
    written(text).normal_form().unwrap().to_string()
}

/// A normal form is a text of the same moves.
#[test]
fn normal_forms_have_the_moves_of_the_rules() {
    for text in [
        "{x,y: x-i,y where x >= 2y; x,y-i}",
        "{x,y: x-i,y where x > y+2; x,y-i where i >= 1; x-i,y-i where x+y >= 3}",
        "{x,y: 0,y; x,y-i where i <= 2*|x-3|}",
        "{x,y: x-i,y where i <= max(2,1); x,x-x where y > 0}",
    ] {
        let form = normal(text);
        let (game, again) = (written(text), written(&form));
        for row in all_rows(2, 7) {
            let moves = |game: &Written| -> BTreeSet<_> {
                let position = game.position(&RawPosition::row(&row)).unwrap();
                options(game, &position, 1_000).unwrap().into_iter().collect()
            };
            assert_eq!(moves(&game), moves(&again), "{text} as {form} at {row:?}");
        }
    }
}

/// Linear terms are collected. Terms with cases are kept, with their parts collected.
#[test]
fn terms_of_normal_forms_are_collected() {
    for (text, form) in [
        ("{a: a-1-1 where a >= 1+1; a-a where a > 9}", "{x: 0 where 9 < x; x - 2 where 2 <= x}"),
        ("{a: a-b where b <= max(2,1)}", "{x: x - i where i <= max(1, 2)}"),
        ("{a: a-b where b <= 2*|a| and b <= 3}", "{x: x - i where i <= 2*|x| and i <= 3}"),
        ("{a: a-b where b <= |a|*2 and b <= 3}", "{x: x - i where i <= 3 and i <= |x|*2}"),
    ] {
        assert_eq!(normal(text), form, "{text}");
    }
}

fn rays(text: &str) -> Option<String> {
    written(text).geometry(&[2]).and_then(|geometry| geometry.rays().map(ToString::to_string))
}

/// Rays that only some samples show, very wide ones, and holes.
#[test]
fn rays_are_recognised_at_the_edges() {
    // Only where y is greater.
    assert!(rays("{x,y: x-i,y; x,y-i where y > x}").is_some());
    assert!(rays("{x,y: x,y-i; x-i,y where x > y}").is_some());
    // The widest rays that are looked for. One of them takes all of a smaller sample.
    let wide = "{x,y: x-i,y-j where i < 40; x-i,y-j where j < 40}";
    assert_eq!(rays(wide).as_deref(), Some("rays (1,0) width 40 (0,1) width 40"));
    // Eight holes, and nine.
    assert!(rays("{x,y where x > 7 or y > 0: x-i,y; x,y-i}").is_some());
    assert!(rays("{x,y where x > 8 or y > 0: x-i,y; x,y-i}").is_none());
}

/// Letters of a position do not matter.
#[test]
fn nim_is_recognised_with_any_letters() {
    for letters in [["x", "y", "z"], ["n", "m", "k"], ["i", "j", "k"], ["l", "m", "i"]] {
        let [a, b, c] = letters;
        let text = format!("{{{a},{b},{c}: {a}-t,{b},{c}; {a},{b}-t,{c}; {a},{b},{c}-t}}");
        assert_eq!(written(&text).same_as().as_deref(), Some("nim"), "{text}");
    }
}

/// Codes are recognised from the moves, with digits up to 20 and any tail. A move leaves up to four heaps.
#[test]
fn codes_of_heaps_are_recognised() {
    let code = |text: &str| written(text).heaps().unwrap().code().map(ToString::to_string);
    for taken in [1, 15, 20] {
        assert!(code(&format!("{{heap n: n-{taken}}}")).is_some(), "n-{taken}");
    }
    for text in [
        "{heap n: n-i where i < n}",
        "{heap n: n-i}",
        "{heap n: n-i where i >= 3}",
        "{heap n: a,b where a+b < n}",
    ] {
        assert!(code(text).is_some(), "{text}");
    }
    assert!(code("{heap n: n-21}").is_none());
    assert!(parse_inline("{heap n: a,a,a,a where 4a < n}").and_then(|text| Written::new(text, &[])).is_ok());
    let five = parse_inline("{heap n: a,a,a,a,a where 5a < n}").and_then(|text| Written::new(text, &[]));
    assert!(five.unwrap_err().to_string().contains("at most 4 heaps"));
}

/// Positions as conditions are told only where the order of numbers matters.
#[test]
fn unordered_rules_and_heaps_have_no_conditions() {
    let conditions = |text: &str, numbers| grundy::game(text).unwrap().conditions(&[numbers]).is_some();
    assert!(conditions("{x,y where x+y>2: x-i,y; x,y-i}", 2));
    assert!(!conditions("{x,y unordered where x+y>2: x-i,y}", 2));
    assert!(!conditions("{heap n: a,b where a+b=n and 1<=a<b}", 1));
}
