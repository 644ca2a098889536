//! The reference engine: long games, huge positions, and budgets.

use crate::common::{Chance, GAMES, cases, engine, game, naive, parsed, piles, strips, value, written};
use grundy::notation::InputError;
use grundy::rules::Nim;
use grundy::ruleset::{Stop, Visitor};
use grundy::{Board, Budget, Game, Limit, Nimber, Position, RawPosition, Reference, Ruleset, Strategist};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game with one move from each n > 0, to n-1.
#[derive(Debug)]
struct Countdown;

impl Ruleset for Countdown {
    fn name(&self) -> String {
        "countdown".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        Nim.position(raw)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let n = position.piles().expect("a countdown is one pile")[0];
        match n.checked_sub(1) {
            Some(next) => visit(&Nim.position(&RawPosition::row(&[next])).expect("a pile is a position")),
            None => Ok(()),
        }
    }

    fn board(&self) -> Board {
        Board::Piles
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Nim.sample(size, draw)
    }
}

#[test]
fn a_game_of_a_million_moves_needs_no_deep_stack() {
    let game: Game = Arc::new(Countdown);
    let mut engine = engine(&game);
    for (n, expected) in [(1_000_000, 0), (999_999, 1), (7, 1), (0, 0)] {
        assert_eq!(engine.value(&piles(&game, &[n])), Ok(Nimber(expected)), "countdown from {n}");
    }
    assert_eq!(engine.positions(), 1_000_001);
}

/// Tokens on 1, 2, .., n step down one after the other. Each position has at most one option.
#[test]
fn a_long_row_of_tokens_needs_no_deep_stack() {
    for tokens in [799_u64, 800] {
        let game = game("silver-dollar");
        let row: Vec<u64> = (1..=tokens).collect();
        assert_eq!(value(&game, &strips(&game, &[row])), tokens % 2, "tokens on 1 to {tokens}");
    }
}

#[test]
fn a_budget_that_is_too_small_is_named_and_a_larger_one_is_enough() {
    let (game, position) = parsed("nim 32,29");
    let small = Budget { positions: 50, options: 1_000_000 };
    let refused = Reference::new(Game::clone(&game), small).value(&position);
    assert_eq!(refused, Err(Limit::Positions(50)));
    let few = Budget { positions: 1_000_000, options: 200 };
    let refused = Reference::new(Game::clone(&game), few).value(&position);
    assert_eq!(refused, Err(Limit::Options(200)));
    let refused = Strategist::new(&game, small).answer(&position).unwrap_err();
    assert_eq!(refused, Limit::Positions(50));
    assert_eq!(refused.to_string(), "this needs more than 50 positions");
    let enough = Budget { positions: 1_000_000, options: 1_000_000 };
    assert_eq!(Reference::new(Game::clone(&game), enough).value(&position), Ok(Nimber(61)));
    assert_eq!(Budget::of_positions(u64::MAX).options, u64::MAX, "so many for each, as far as numbers go");
}

proptest! {
    #![proptest_config(cases(96))]

    /// An engine that has failed gives right answers later.
    #[test]
    fn a_failure_leaves_nothing_wrong_behind(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let start = chance.position(&game, size);
            let mut known = HashMap::new();
            naive(&game, &start, &mut known);
            let budget = Budget { positions: chance.between(1, 40), options: chance.between(1, 200) };
            let mut engine = Reference::new(Game::clone(&game), budget);
            let mut asked: Vec<&Position> = known.keys().collect();
            asked.sort();
            let first = engine.value(&start);
            let asked = [&start].into_iter().chain(chance.shuffled(&asked)).chain([&start]);
            for position in asked.take(200) {
                match engine.value(position) {
                    Ok(value) => {
                        let here = written(&game, position);
                        assert_eq!(value.0, known[position], "{here} after {first:?} with {budget:?}");
                    }
                    Err(Limit::Positions(limit)) => assert_eq!(limit, budget.positions),
                    Err(limit) => assert_eq!(limit, Limit::Options(budget.options)),
                }
            }
        }
    }
}

/// The time limit for immediate errors. It is generous, for slow machines.
const PROMPTLY: Duration = Duration::from_secs(5);

const HUGE: &[&str] = &[
    "nim 1000000000000000",
    "nim 3,1000000000000000",
    "silver-dollar [2,1000000000000000]",
    "silver-dollar [18446744073709551614,18446744073709551615]",
    "star-nim 1000000000000000,1000000000000000",
    "star-silver-dollar [4,1000000000000000],[3]",
    "shared-cells:k=0 [1000000000000000]",
    "shared-cells:k=2 [1,1000000000000000],[3]",
    "shared-cells:k=1000000000000000 [999999999999999]",
    "sharing-nim 0,1000000000000000,7",
    "graph-nim:edges=0-1,1-2 0,1000000000000000,7",
    "wythoff 1000000000000000,3",
    "wythoff 1000000000000000,1000000000000000",
    "r-wythoff 1000000000000000,1000000000000000",
    "fraenkel:a=2 1000000000000000,1000000000000000",
    "gurvich:a=2,b=3 3,1000000000000000",
    "gurvich:a=1000000000000000,b=1000000000000000 1000000000000000,1000000000000000",
    "nearly(nim 1000000000000000 + nim 3)",
    "star-nim 3,7 + wythoff 5,1000000000000000",
];

#[test]
fn a_pile_of_ten_to_the_fifteen_is_refused_promptly() {
    for text in HUGE {
        let (game, position) = parsed(text);
        let start = Instant::now();
        let budget = Budget::of_positions(2_000);
        let refused = Err(Limit::Positions(2_000));
        assert_eq!(Reference::new(Game::clone(&game), budget).value(&position), refused, "{text}");
        let mut strategist = Strategist::new(&game, budget);
        assert_eq!(strategist.value(&position), refused, "{text}");
        assert_eq!(strategist.answer(&position).unwrap_err(), Limit::Positions(2_000), "{text}");
        let moves = strategist.moves(&position).map(drop);
        assert!([Err(Limit::Options(2_000)), refused.map(drop)].contains(&moves), "{text}: {moves:?}");
        let listed = grundy::options(game.as_ref(), &position, 2_000);
        // A nearly disjunctive sum may first reach the limit of the engines that compute its P-positions.
        let nearly = listed == Err(Limit::Positions(2_000)) && !game.components().is_empty();
        assert!(nearly || listed == Err(Limit::Options(2_000)), "{text}");
        assert!(start.elapsed() < PROMPTLY, "{text} was refused only after {:?}", start.elapsed());
    }
}

/// Computing the P-positions of the components counts as work, so the limit reported is the one that was set.
#[test]
fn the_budget_holds_inside_a_nearly_disjunctive_sum() {
    let (game, position) = parsed("nearly(wythoff 3,1000000000000000 + nim 1)");
    let refused = Reference::new(game, Budget::of_positions(2_000)).value(&position);
    assert_eq!(refused, Err(Limit::Positions(2_000)), "the limit in the message is the limit that was given");
}

/// Listing the same number of options should not take much longer in one game than in another.
#[test]
fn listing_the_options_of_gurvich_is_as_quick_as_of_wythoff() {
    for text in ["wythoff 30000,30000", "gurvich:a=1,b=1 30000,30000"] {
        let (game, position) = parsed(text);
        let start = Instant::now();
        let mut count = 0_u64;
        let visited = game.visit_options(&position, &mut |_| {
            count += 1;
            Ok(())
        });
        assert_eq!((visited, count), (Ok(()), 90_000), "options of {text}");
        let most = Duration::from_millis(500);
        assert!(start.elapsed() < most, "{count} options of {text} took {:?}", start.elapsed());
    }
}
