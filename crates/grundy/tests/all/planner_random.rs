//! The planner on random positions: small ones of every game against the definition, larger ones against tables.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, parsed};
use grundy::notation::{InputError, RawPosition};
use grundy::rules::RayGame;
use grundy::ruleset::{Stop, Visitor};
use grundy::theorem::UBig;
use grundy::{
    Answer, Board, Budget, Game, Geometry, Limits, Outcome, Position, Ruleset, Strategist, Symmetric, answer,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Games besides those of [`crate::common::GAMES`], each with the size of its samples.
const MORE: &[(&str, u64)] = &[
    ("welter", 12),
    ("star-welter", 6),
    ("star-silver-dollar", 9),
    ("gurvich:a=1,b=1,p=1,q=2", 12),
    ("gurvich:a=2,b=3,p=1,q=2", 12),
    ("gurvich:a=3,b=2,p=1,q=3", 12),
    ("gurvich:a=1,b=2,p=1,q=2,reading=as-written", 12),
    ("gurvich:a=1,b=2,p=1,q=2,reading=both-types", 12),
    ("gurvich:a=2,b=1,p=2,q=1", 12),
    ("gurvich:a=4,b=6", 14),
    ("larsson:a=1,p=1", 12),
    ("larsson:a=1,p=2", 12),
    ("welter@block=2", 7),
    ("star-nim@block=2", 6),
    ("star-silver-dollar@block=2", 4),
    ("welter + star-welter", 4),
    ("star-silver-dollar + r-wythoff", 4),
    ("gurvich:a=1,b=2,p=1,q=2 + wythoff", 5),
    ("nim@block=2 + star-silver-dollar", 4),
    ("nearly(welter + star-silver-dollar)", 3),
];

/// The answer is that of the options: value, outcome and winning moves, and what is to be blocked.
fn holds(name: &str, game: &Game, told: &Answer, value: u64, zeros: &BTreeSet<Position>) {
    let by = &told.by;
    if let Some(said) = &told.value {
        assert_eq!(*said, UBig::from(value), "value of {name} by {by}");
    }
    assert_eq!(told.outcome == Outcome::Previous, value == 0, "outcome of {name} by {by}");
    assert!(told.value.is_some() || value > 0, "a P-position has value 0: {name} by {by}");
    if let Some((least, greatest)) = told.open.as_ref().and_then(|open| open.between.as_ref()) {
        let value = UBig::from(value);
        assert!(*least <= value && value <= *greatest, "{name}: {value} from {least} to {greatest}");
    }
    let offered: BTreeSet<Position> = told.winning.iter().cloned().collect();
    assert_eq!(offered.len(), told.winning.len(), "{name}: a winning move twice by {by}");
    let (wins, blocks) =
        if value == 0 { (BTreeSet::new(), zeros.clone()) } else { (zeros.clone(), BTreeSet::new()) };
    if told.every {
        assert_eq!(offered, wins, "winning moves of {name} by {by}");
    } else {
        assert!(value > 0 && offered.is_subset(&wins), "winning moves of {name} by {by}");
    }
    if game.blocking().is_some() {
        assert_eq!(told.blocked.iter().cloned().collect::<BTreeSet<_>>(), blocks, "blocks of {name} by {by}");
    }
    assert!(!told.theorems.is_empty(), "{name} by {by}: no theorem is stated");
}

/// Small positions of every game, with the definition applied to sums as to any other game.
#[test]
fn small_positions_have_the_values_of_the_definition() {
    const EACH: usize = 60;
    let mut chance = Chance(2026);
    let mut complete = 0;
    for &(name, size) in crate::common::GAMES.iter().chain(MORE) {
        let game = crate::common::game(name);
        let mut engine = crate::common::engine(&game);
        for _ in 0..EACH {
            let position = chance.position(&game, size);
            let text = crate::common::written(&game, &position);
            let told = answer(&game, &position, Limits::default())
                .unwrap_or_else(|error| panic!("{text} has no answer: {error}"));
            let value = engine.value(&position).unwrap().0;
            let options = crate::common::moves(game.as_ref(), &position).into_iter();
            let zeros = options.filter(|option| engine.value(option).unwrap().0 == 0).collect();
            holds(&text, &game, &told, value, &zeros);
            assert!(told.value.is_some(), "the value of {text} is within reach");
            complete += usize::from(told.every);
        }
    }
    let all = EACH * (crate::common::GAMES.len() + MORE.len());
    assert!(complete * 10 > all * 9, "of {all} positions {complete} have all winning moves");
}

/// A position as text: `row` numbers of a game, one of them large, in any order.
fn row(chance: &mut Chance, name: &str, numbers: usize, small: u64, large: u64) -> String {
    let mut all = chance.row(numbers - 1, 1, small);
    all.push(chance.between(large / 2, large));
    let all: Vec<String> = chance.shuffled(&all).iter().map(u64::to_string).collect();
    format!("{name} {}", all.join(","))
}

/// A position as text: strips with so many tokens each, the last token of one of them on a large square.
fn strips(chance: &mut Chance, name: &str, lengths: &[u64], small: u64, large: u64) -> String {
    let tall = chance.index(lengths.len());
    let strips = lengths.iter().enumerate().map(|(strip, &tokens)| {
        let mut squares = chance.strip(tokens - u64::from(strip == tall), 1, small);
        squares.extend((strip == tall).then(|| chance.between(large / 2, large)));
        let squares: Vec<String> = squares.iter().map(u64::to_string).collect();
        format!("[{}]", squares.join(","))
    });
    format!("{name} {}", strips.collect::<Vec<_>>().join(","))
}

/// Compares with every option as the engines value it. Asks again with too little for the engines, so that the planner has to prove
/// periods. Returns by what the answers are known.
fn holds_by_engine(text: &str) -> String {
    let (game, position) = parsed(text);
    let told = answer(&game, &position, Limits::default())
        .unwrap_or_else(|error| panic!("{text} has no answer: {error}"));
    let mut engine = Strategist::new(&game, Budget::of_positions(20_000_000));
    let value = engine.value(&position).unwrap().0;
    let zeros = engine.zeros(&position).unwrap().into_iter().collect();
    holds(text, &game, &told, value, &zeros);
    let little = Limits { budget: Budget::of_positions(1), memory: 1 << 20, ..Limits::default() };
    let proved = answer(&game, &position, little).ok().filter(|proved| proved.value.is_some());
    if let Some(proved) = &proved {
        holds(text, &game, proved, value, &zeros);
    }
    format!("{}; {}", told.by, proved.map_or_else(String::new, |proved| proved.by))
}

/// Positions with a large number, where the planner proves periods: all its ways are taken.
#[test]
fn large_positions_have_the_values_of_the_engines() {
    let mut chance = Chance(17);
    let mut ways: BTreeSet<String> = BTreeSet::new();
    for _ in 0..6 {
        for text in [
            row(&mut chance, "star-nim", 2, 9, 4000),
            row(&mut chance, "star-nim", 3, 9, 6000),
            row(&mut chance, "star-nim", 4, 5, 2500),
            row(&mut chance, "wythoff", 2, 9, 3000),
            row(&mut chance, "r-wythoff", 2, 9, 3000),
            row(&mut chance, "fraenkel:a=2", 2, 30, 900),
            row(&mut chance, "gurvich:a=2,b=3", 2, 30, 600),
            row(&mut chance, "sharing-nim", 3, 200, 500),
            row(&mut chance, "nim", 3, 9, 4000),
            strips(&mut chance, "star-silver-dollar", &[1, 2], 8, 5000),
            strips(&mut chance, "star-silver-dollar", &[2, 3], 9, 1500),
            strips(&mut chance, "star-silver-dollar", &[1, 1, 2], 6, 900),
            strips(&mut chance, "star-silver-dollar", &[1, 3], 9, 1500),
            strips(&mut chance, "silver-dollar", &[3], 12, 2500),
            strips(&mut chance, "welter", &[3], 12, 1500),
            strips(&mut chance, "star-welter", &[1, 2], 8, 1500),
            strips(&mut chance, "star-welter", &[2, 2], 7, 500),
        ] {
            let by = holds_by_engine(&text);
            ways.extend(
                ["G(", "largest number", "ray engine", "Theorem 2"]
                    .map(str::to_owned)
                    .into_iter()
                    .filter(|way| by.contains(way)),
            );
        }
        // Two tokens near each other, so that the g-sequences answer.
        let x = chance.between(2000, 2500);
        let by = holds_by_engine(&format!("star-nim {x},{}", x + chance.below(14)));
        ways.extend(by.contains("g-sequence").then(|| "g-sequence".to_owned()));
    }
    assert_eq!(ways.len(), 5, "{ways:?}");
}

/// Sums in which the moves to values other than 0 are asked for.
#[test]
fn large_sums_have_the_values_of_the_engines() {
    let mut chance = Chance(5);
    for _ in 0..4 {
        for other in ["nim 3,9", "wythoff 4,6", "star-nim 5,7,6", "welter [2,5,9]"] {
            let large = [
                row(&mut chance, "star-nim", 2, 6, 700),
                row(&mut chance, "star-nim", 3, 5, 400),
                row(&mut chance, "wythoff", 2, 8, 400),
                strips(&mut chance, "star-silver-dollar", &[1, 2], 6, 400),
                strips(&mut chance, "silver-dollar", &[3], 9, 300),
                strips(&mut chance, "star-welter", &[1, 2], 6, 300),
            ];
            let text = format!("{} + {other}", chance.pick(&large));
            let by = holds_by_engine(&text);
            assert!(by.contains("Sprague-Grundy"), "{text} by {by}");
        }
    }
}

/// Rays without identity, so that no theorem applies.
#[derive(Debug)]
struct Unnamed(RayGame);

impl Ruleset for Unnamed {
    fn name(&self) -> String {
        "unnamed".to_owned()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        self.0.position(raw)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        self.0.visit_options(position, visit)
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        self.0.sample(size, draw)
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        self.0.geometry(lengths)
    }
}

/// Where a proved period alone says that a position is P, no winning move is missing.
#[test]
fn p_positions_by_periods_have_no_winning_moves() {
    for (shape, x, y) in
        [(Symmetric::WYTHOFF, 6, 10), (Symmetric::R_WYTHOFF, 6, 10), (Symmetric::STAR_NIM, 9, 9)]
    {
        let game: Game = Arc::new(Unnamed(RayGame::new(shape.into())));
        let position = crate::common::piles(&game, &[x, y]);
        // Too little for the definition.
        let brief = Limits { budget: Budget::of_positions(1), ..Limits::default() };
        let told = answer(&game, &position, brief).unwrap();
        assert!(told.by.starts_with("G("), "{shape:?} by {}", told.by);
        assert_eq!((told.outcome, told.every, told.winning.len()), (Outcome::Previous, true, 0), "{shape:?}");
    }
}
