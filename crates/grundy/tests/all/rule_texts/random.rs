//! Random rule texts against the naive reading, and the array engine against the definition.

use super::naive::naive;
use grundy::notation::rules::parse_inline;
use grundy::rules::Written;
use grundy::{
    Budget, Engine, Error, Game, Limits, RawPosition, Reference, Ruleset, Table, Template, options,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A random number generator.
pub(super) struct Dice(pub u64);

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(super) fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// A condition on the letters of a position and, with `moves`, on i and j.
fn condition(dice: &mut Dice, numbers: usize, moves: bool, depth: usize) -> String {
    if depth > 0 && dice.below(3) == 0 {
        let (one, other) =
            (condition(dice, numbers, moves, depth - 1), condition(dice, numbers, moves, depth - 1));
        return match dice.below(3) {
            0 => format!("({one} and {other})"),
            1 => format!("({one} or {other})"),
            _ => format!("not ({one})"),
        };
    }
    let letter = |dice: &mut Dice| {
        if moves && dice.below(2) == 0 { dice.one(&["i", "j"]) } else { NAMES[dice.below(numbers)] }
    };
    let (p, q) = (letter(dice), letter(dice));
    let (k, m) = (dice.below(7), 2 + dice.below(4));
    let r = dice.below(m);
    let relation = dice.one(&["<", "<=", "=", "!=", ">=", ">"]);
    match dice.below(9) {
        0 => format!("{p} in {{{}, {k}, {}..{}}}", dice.below(3), k + 2, k + 4),
        1 => format!("{p} mod {m} = {r}"),
        2 => format!("({p} + 2{q}) mod {m} != {r}"),
        3 => format!("|{p} - {q}| {relation} {k}"),
        4 => format!("min({p}, {q}) {relation} {k}"),
        5 => format!("max({p}, 2{q}) {relation} {}", 2 * k),
        6 => format!("{p} {relation} {q}"),
        7 => format!("1 <= {p} <= {k}"),
        _ => format!("{p} + {q} {relation} {k}"),
    }
}

/// A random game in a line. Not every one is accepted, ends, or has moves.
fn text(dice: &mut Dice, numbers: usize) -> String {
    let letters = NAMES[..numbers].join(",");
    let unordered = if numbers > 1 && dice.below(4) == 0 { " unordered" } else { "" };
    let allowed = match dice.below(3) {
        0 => format!(" where {}", condition(dice, numbers, false, 1)),
        _ => String::new(),
    };
    let moves: Vec<String> = (0..=dice.below(3))
        .map(|_| {
            let lowered = dice.below(numbers);
            let terms: Vec<String> = (0..numbers)
                .map(|place| {
                    let name = NAMES[place];
                    match dice.below(if place == lowered { 4 } else { 9 }) {
                        0 | 1 => format!("{name}-i"),
                        2 => format!("{name}-{}", dice.one(&["i", "j", "2i", "1", "i-j"])),
                        3 => format!("{name}-j"),
                        4 => format!("{name}+{}", dice.one(&["i", "1", "j"])),
                        _ => name.to_owned(),
                    }
                })
                .collect();
            let when = match dice.below(3) {
                0 => String::new(),
                _ => format!(" where {}", condition(dice, numbers, true, 2)),
            };
            format!("{}{when}", terms.join(","))
        })
        .collect();
    format!("{{{letters}{unordered}{allowed}: {}}}", moves.join("; "))
}

/// All tuples with numbers up to `most`.
fn tuples(numbers: usize, most: u64) -> Vec<Vec<u64>> {
    (0..numbers).fold(vec![Vec::new()], |all, _| {
        let longer = |row: &Vec<u64>| {
            let row = row.clone();
            (0..=most).map(move |last| row.iter().copied().chain([last]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}

#[test]
fn options_of_random_rules_are_those_of_the_naive_reading() {
    let mut dice = Dice(2026);
    let mut accepted = 0;
    for trial in 0..300 {
        let numbers = 1 + trial % 3;
        let text = text(&mut dice, numbers);
        let Ok(game) = Written::new(parse_inline(&text).unwrap(), &[]) else { continue };
        accepted += 1;
        for numbers in tuples(numbers, [9, 5, 3][numbers - 1]) {
            let Ok(position) = game.position(&RawPosition::row(&numbers)) else { continue };
            let found = options(&game, &position, 100_000).unwrap();
            let mut found: Vec<Vec<u64>> = found.iter().map(|o| o.piles().unwrap().to_vec()).collect();
            found.sort();
            // Letters are bounded by the numbers and the constants of the text, which are small.
            let most = i64::try_from(numbers.iter().sum::<u64>()).unwrap() + 16;
            assert_eq!(found, naive(game.text(), position.piles().unwrap(), most), "{text} at {position}");
        }
    }
    assert!(accepted > 170, "{accepted} texts are accepted");
}

#[test]
fn tables_of_random_rules_are_those_of_the_definition() {
    let mut dice = Dice(7);
    let (mut by_arrays, mut by_rays) = (0, 0);
    for trial in 0..240 {
        let numbers = 2 + trial % 3;
        let text = text(&mut dice, numbers);
        let start = Instant::now();
        let Ok(game) = Written::new(parse_inline(&text).unwrap(), &[]) else { continue };
        let _ = game.progressions();
        // The proofs that prepare a table are bounded.
        assert!(start.elapsed() < Duration::from_secs(20), "{text}: {:?}", start.elapsed());
        let game: Game = Arc::new(game);
        let at = ["a,b", "a,2,b", "b,1,a,3"][numbers - 2];
        let max = [14, 6, 4][numbers - 2];
        let slice = Template::slice(&game, at).unwrap();
        let plan = grundy::Plan::new(&slice, max, Engine::Best).unwrap();
        match plan.by() {
            "array engine" => by_arrays += 1,
            "ray engine" => by_rays += 1,
            _ => continue,
        }
        let table = |engine| Table::of(&slice).to(max).engine(engine).compute();
        let slow = match table(Engine::Definition) {
            Err(Error::Limit(_)) if plan.by() == "ray engine" => continue,
            slow => slow.unwrap_or_else(|error| panic!("{text}: {error}")),
        };
        let fast = table(Engine::Best).unwrap_or_else(|error| panic!("{text} at {at}: {error}"));
        let side = usize::try_from(max).unwrap() + 1;
        for (a, b) in (0..side * side).map(|cell| (cell / side, cell % side)) {
            assert_eq!(fast.get(a, b), slow.get(a, b), "{text} at {a},{b} of {at}");
        }
    }
    assert!(by_arrays > 60 && by_rays > 2, "{by_arrays} by arrays, {by_rays} by rays");
}

/// A position's value and moves: the planner, which makes a table for it, against the definition.
#[test]
fn answers_are_those_of_the_definition() {
    let mut dice = Dice(99);
    let budget = Budget::of_positions(20_000);
    let limits = Limits { budget, time: Duration::from_millis(500), ..Limits::default() };
    let mut by_arrays = 0;
    for trial in 0..80 {
        let numbers = 2 + trial % 2;
        let text = text(&mut dice, numbers);
        let Ok(game) = Written::new(parse_inline(&text).unwrap(), &[]) else { continue };
        let game: Game = Arc::new(game);
        for row in [[&[23, 24][..], &[9, 12, 8]], [&[27, 19], &[10, 10, 10]]] {
            let Ok(position) = game.position(&RawPosition::row(row[numbers - 2])) else { continue };
            let Ok(fast) = grundy::answer(&game, &position, limits) else { continue };
            let mut definition = Reference::new(Game::clone(&game), budget);
            let Ok(slow) = definition.value(&position) else { continue };
            assert_eq!(fast.value, Some(slow.0.into()), "{text} at {position}");
            let zeros = options(game.as_ref(), &position, 1_000_000).unwrap();
            let zeros = zeros.into_iter().filter(|option| definition.value(option).unwrap().0 == 0);
            let mut found = fast.winning.clone();
            found.sort();
            let mut zeros: Vec<_> = zeros.collect();
            zeros.sort();
            assert_eq!(found, zeros, "{text} at {position}");
            by_arrays += usize::from(fast.by.contains("array engine"));
        }
    }
    assert!(by_arrays > 40, "{by_arrays} by arrays");
}
