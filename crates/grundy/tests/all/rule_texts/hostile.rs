//! Rules with huge numbers and many cases: they are refused, or their moves are listed within limits. Nothing overflows, and nothing takes long.

use super::random::Dice;
use super::written;
use grundy::notation::rules::{Positions, parse_inline};
use grundy::rules::Written;
use grundy::{Geometry, Limit, RawPosition, Ruleset, options};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A letter that is bounded by another one, and that by another one: bounds multiply.
#[test]
fn bounds_of_letters_that_multiply_are_refused() {
    for text in [
        "{x: x-1 where i <= 1000000000x and j <= 1000000000i and k <= 1000000000j and l <= 1000000000k}",
        "{x: x-i where j <= 1000000000000-1000000000i and k <= 1000000000j and l <= 1000000000k}",
        "{x,y: x-i,y-j where k <= 1000000000i and l <= 1000000000k + 1000000000j}",
        "{heap n: n-1 where i <= 1000000000n and j <= 1000000000i and k <= 1000000000j}",
    ] {
        let game = written(&text.replace("1000000000000-", "1000*1000000000-"));
        let numbers = usize::from(text.starts_with("{x,y"));
        let position = game.position(&RawPosition::row(&[u64::MAX, u64::MAX][..=numbers])).unwrap();
        let found = options(&game, &position, 10);
        assert!(found.is_err() || found.is_ok_and(|found| !found.is_empty()), "{text}");
    }
    let game = written("{x: x-1 where i <= 1000000000x and j <= 1000000000i and k <= 1000000000j}");
    let far = game.position(&RawPosition::row(&[u64::MAX])).unwrap();
    assert_eq!(options(&game, &far, 10), Err(Limit::Uncountable));
    // The same rules in a small position.
    let near = game.position(&RawPosition::row(&[0])).unwrap();
    assert_eq!(options(&game, &near, 10).map(|found| found.len()), Ok(0));
}

/// A number: small ones, and those at and beyond every limit.
fn number(dice: &mut Dice) -> String {
    let large = [
        "999999999",
        "1000000000",
        "1000000001",
        "999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999999999999",
    ];
    match dice.below(8) {
        0..=2 => dice.below(9).to_string(),
        3 => dice.one(&large).to_owned(),
        4 | 5 => "1000000000".to_owned(),
        6 => format!("(1000*{})", 1_000_000_000 - dice.below(3)),
        _ => (1_000_000_000 - dice.below(50)).to_string(),
    }
}

const LETTERS: [&str; 8] = ["x", "y", "i", "j", "k", "l", "x", "i"];

fn term(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(3) == 0 {
        return match dice.below(4) {
            0 => number(dice),
            1 => dice.one(&LETTERS).to_owned(),
            _ => format!("{}*{}", number(dice), dice.one(&LETTERS)),
        };
    }
    let (one, other) = (term(dice, depth - 1), term(dice, depth - 1));
    match dice.below(8) {
        0 => format!("|{one} - ({other})|"),
        1 => format!("min({one}, {other})"),
        2 => format!("max({one}, {other})"),
        3 => format!("({one}) mod {}", [number(dice), "1000".to_owned(), "997".to_owned()][dice.below(3)]),
        4 => format!("({one}) - ({other})"),
        5 => format!("{}({one})", number(dice)),
        _ => format!("({one}) + ({other})"),
    }
}

fn condition(dice: &mut Dice, depth: usize) -> String {
    if depth > 0 && dice.below(2) == 0 {
        let (one, other) = (condition(dice, depth - 1), condition(dice, depth - 1));
        return match dice.below(4) {
            0 => format!("({one} or {other})"),
            1 => format!("not ({one})"),
            _ => format!("({one} and {other})"),
        };
    }
    let (one, other) = (term(dice, 1), term(dice, 1));
    match dice.below(5) {
        0 => format!("{one} in {{{}, {}..{}}}", number(dice), number(dice), number(dice)),
        1 => format!("{one} in {other}..{}", number(dice)),
        _ => format!("{one} {} {other}", dice.one(&["<", "<=", "=", "!=", ">=", ">"])),
    }
}

fn text(dice: &mut Dice) -> String {
    let mut text = "{x,y".to_owned();
    if dice.below(4) == 0 {
        text += " unordered";
    }
    if dice.below(3) == 0 {
        let _ = write!(text, " where {}", condition(dice, 1));
    }
    for number in 0..=dice.below(3) {
        let first = ["x-i", "x-1000000000*i", "x", "y-j", "x-i+j", "0"][dice.below(6)];
        let second = ["y", "y-i", "y-j", "1000000000*k", "x-j+1000000000*l"][dice.below(5)];
        let _ = write!(text, "{} {first}, {second}", if number == 0 { ":" } else { ";" });
        // Bounds, so that most texts are accepted.
        let bounds =
            ["i <= x", "i <= 1000000000*x", "j <= 1000000000*i", "k <= 1000000000*j", "l <= 1000000000*k"];
        let _ = write!(text, " where {}", bounds[..=dice.below(5)].join(" and "));
        if dice.below(2) == 0 {
            let _ = write!(text, " and {}", condition(dice, 2));
        }
    }
    text + "}"
}

#[test]
fn huge_numbers_are_refused_or_counted() {
    let mut dice = Dice(77);
    let (mut accepted, mut listed) = (0, 0);
    for _ in 0..40 {
        let text = text(&mut dice);
        let start = Instant::now();
        let game = parse_inline(&text).and_then(|rules| Written::new(rules, &[]));
        if let Ok(game) = game {
            accepted += 1;
            let Positions::Tuple { letters, .. } = &game.text().positions else { continue };
            let _ =
                (game.measure(), game.remark(), game.normal_form(), game.is_symmetric(), game.progressions());
            for row in [[3, 5], [u64::MAX, 1], [u64::MAX, u64::MAX]] {
                let Ok(position) = game.position(&RawPosition::row(&row[..letters.len()])) else { continue };
                listed += usize::from(options(&game, &position, 50).is_ok());
            }
        }
        assert!(start.elapsed() < Duration::from_secs(200), "{text}: {:?}", start.elapsed());
    }
    assert!(accepted > 4 && listed > 4, "{accepted} accepted, {listed} listed");
}

/// Queens on a board without some cells, in no particular order.
fn queens(holes: usize) -> String {
    const HOLES: [(u64, u64); 12] = [
        (3, 5),
        (4, 7),
        (1, 9),
        (6, 2),
        (11, 11),
        (8, 1),
        (2, 12),
        (9, 4),
        (5, 10),
        (7, 6),
        (10, 3),
        (12, 8),
    ];
    let not: Vec<String> = HOLES[..holes].iter().map(|(x, y)| format!("not (x={x} and y={y})")).collect();
    format!("{{x,y where {}: x-i,y; x,y-i; x-i,y-i}}", not.join(" and "))
}

/// Up to eight excluded cells are recognised. With more the rules are still read, and in time.
#[test]
fn excluded_cells_are_recognised_in_time() {
    for holes in [1, 2, 3, 4, 5, 8, 9, 10, 12] {
        let start = Instant::now();
        let game = written(&queens(holes));
        assert!(start.elapsed() < Duration::from_secs(10), "{holes} cells: {:?}", start.elapsed());
        let rays = matches!(game.geometry(&[]), Some(Geometry::Rays(rays)) if rays.holes().len() == holes);
        assert_eq!(rays, holes <= 8, "{holes} cells");
    }
    // Other moves, with conditions of their own.
    for text in [
        "{x,y where not (x=3 and y=5) and not (x=4 and y=7) and not (x=0 and y=0): x-i,y; x,y-i}",
        "{x,y where not (x=3 and y=5) and not (x=4 and y=7): x-i,y where x>=y; x,y-i where y>=x; x-i,y-i}",
    ] {
        let rays = matches!(written(text).geometry(&[]), Some(Geometry::Rays(_)));
        assert!(rays, "{text}");
    }
}

/// Conditions with many cases that are not cells, and with many numbers to try.
#[test]
fn conditions_with_many_cases_are_compared_in_time() {
    for text in [
        "{x,y where x+y != 8 and x != 4: x-i,y; x,y-i; x-i,y-i}",
        "{x,y where |x-y| != 3 and |x-y| != 6 and |x-y| != 9 and x+y != 5: x-i,y-j; x,y-i}",
        "{x,y,z where not (x=y and y=z) and not (x=1 and z=2) and not (y=3 and z=4): x-i,y,z; x,y-i,z; x,y,z-i}",
        "{x,y,z unordered where not (x=1 and y=2) and not (x=3 and z=4): x-i,y+i,z where x-i >= y+i}",
        "{x,y: x,y-j where i <= x and 1000000000+8j >= 2i mod 997}",
        "{x,y: x,y-j where j <= 1000000000x; x-i,y}",
        "{x,y: x-i,y where j <= 100000x and k <= 10 and j+k = 7y}",
        "{x,y,z,w where not (x=1 and y=2) and not (z=3 and w=4) and not (x=5 and w=6): x-i,y,z,w; x,y-i,z,w-i}",
    ] {
        let start = Instant::now();
        let game = written(text);
        let _ = (game.normal_form(), game.measure(), game.progressions());
        assert!(start.elapsed() < Duration::from_secs(50), "{text}: {:?}", start.elapsed());
    }
}
