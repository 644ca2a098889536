//! The rules of every game, tested against their definitions and against naive play.

use crate::common::{
    Chance, GAMES, all_rows, cases, engine, game, moves, naive, parsed, simple_games, written,
};
use grundy::ruleset::Stop;
use grundy::theorem::UBig;
use grundy::theorem::nim::nim_sum;
use grundy::{Budget, Game, Limit, Limits, Nimber, Outcome, Position, Strategist, describe};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};

// --- the definition of a value

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_value_is_the_mex_of_the_values_of_the_options(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let position = chance.position(&game, size);
            let mut known = HashMap::new();
            let expected = naive(&game, &position, &mut known);
            let mut engine = engine(&game);
            assert_eq!(
                engine.value(&position),
                Ok(Nimber(expected)),
                "value of {}",
                written(&game, &position)
            );
            // And for every position that can be reached.
            for (met, expected) in &known {
                assert_eq!(engine.value(met), Ok(Nimber(*expected)), "value of {}", written(&game, met));
            }
        }
    }

    #[test]
    fn the_strategist_wins_where_and_only_where_it_can(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let position = chance.position(&game, size);
            let here = written(&game, &position);
            let mut known = HashMap::new();
            let expected = naive(&game, &position, &mut known);
            let options = moves(game.as_ref(), &position);
            let values: Vec<u64> = options.iter().map(|option| naive(&game, option, &mut known)).collect();
            let zeros: Vec<Position> =
                options.iter().zip(&values).filter(|&(_, &v)| v == 0).map(|(q, _)| q.clone()).collect();
            let can_be_blocked = game.can_block(&position, &zeros.iter().collect::<Vec<_>>());
            let (winning, blocked) =
                if can_be_blocked { (Vec::new(), zeros) } else { (zeros, Vec::new()) };

            let mut strategist = Strategist::new(&game, Budget::of_positions(1_000_000)).by_definition();
            let outcome = if can_be_blocked { Outcome::Previous } else { Outcome::Next };
            // By definition, and by the cheapest way that the planner finds, theorems first.
            let by_definition = strategist.answer(&position).unwrap();
            let planned = grundy::answer(&game, &position, Limits::default()).unwrap();
            for answer in [by_definition, planned] {
                assert_eq!(answer.value, Some(UBig::from(expected)), "value of {here} by {}", answer.by);
                let (mut found, mut all) = (answer.winning, winning.clone());
                found.sort_unstable();
                all.sort_unstable();
                assert_eq!((found, answer.every), (all, true), "winning moves of {here} by {}", answer.by);
                assert_eq!(answer.blocked, blocked, "what is blocked in {here}");
                assert_eq!(answer.outcome, outcome, "outcome of {here}");
                assert!(!answer.by.is_empty(), "{here} is answered without a reason");
                let components = answer.components.iter().filter_map(|part| part.value.clone());
                let components: Vec<UBig> = components.collect();
                assert_eq!(components.len(), game.summands().map_or(0, <[Game]>::len), "{here}");
                if game.summands().is_some() {
                    assert_eq!(nim_sum(&components), UBig::from(expected), "components of {here}");
                }
            }

            let valued = strategist.moves(&position).unwrap();
            assert_eq!(valued.iter().map(|m| m.position.clone()).collect::<Vec<_>>(), options, "{here}");
            assert_eq!(valued.iter().map(|m| m.value.0).collect::<Vec<_>>(), values, "options of {here}");
        }
    }
}

// --- options

/// The coordinates of a position of a simple game; piles are one row.
fn coordinates(position: &Position) -> Vec<Vec<u64>> {
    match (position.piles(), position.strips()) {
        (Some(piles), _) => vec![piles.to_vec()],
        (_, Some(strips)) => strips.iter().map(|strip| strip.to_vec()).collect(),
        _ => position.parts().into_iter().flatten().flat_map(coordinates).collect(),
    }
}

/// Whether a move of piles is legal, as the paper of each game states.
fn pile_move_is_allowed(text: &str, from: &[u64], to: &[u64]) -> bool {
    let changed: Vec<usize> = (0..from.len()).filter(|&i| from[i] != to[i]).collect();
    let only_down = changed.iter().all(|&i| to[i] < from[i]);
    let taken = |i: usize| from[i].saturating_sub(to[i]);
    let shares = |arc: &dyn Fn(usize, usize) -> bool| match changed[..] {
        [i, j] => {
            let (giver, receiver) = if to[i] < from[i] { (i, j) } else { (j, i) };
            to[receiver] > from[receiver]
                && to[receiver] - from[receiver] == taken(giver)
                && to[receiver] <= to[giver]
                && arc(giver, receiver)
        }
        _ => false,
    };
    let nim_ab = |a: u64, b: u64| {
        only_down && !changed.is_empty() && (taken(0).abs_diff(taken(1)) < a || taken(0).min(taken(1)) < b)
    };
    match text.split('@').next().unwrap_or(text) {
        "nim" => changed.len() == 1 && only_down,
        "star-nim" => {
            let zeros = |squares: &[u64]| squares.iter().filter(|&&square| square == 0).count();
            changed.len() == 1 && only_down && zeros(to) <= 1
        }
        "sharing-nim" => shares(&|_, _| true),
        "graph-nim:edges=0-1,1-2" => shares(&|u, v| u.abs_diff(v) == 1),
        "graph-nim:edges=0>1,1>2,2>0" => shares(&|u, v| v == (u + 1) % 3),
        "wythoff" => only_down && (changed.len() == 1 || changed.len() == 2 && taken(0) == taken(1)),
        "r-wythoff" => {
            let from_the_larger = changed.len() == 1 && from[changed[0]] == from[0].max(from[1]);
            only_down && (from_the_larger || changed.len() == 2 && taken(0) == taken(1))
        }
        "fraenkel:a=1" => nim_ab(1, 1),
        "fraenkel:a=2" | "larsson:a=2,p=3" | "gurvich:a=2,b=1,p=1,q=3,reading=as-written" => nim_ab(2, 1),
        "fraenkel:a=3" => nim_ab(3, 1),
        "gurvich:a=2,b=3" => nim_ab(2, 3),
        "gurvich:a=1,b=2" | "gurvich:a=1,b=2,p=2,q=2" => nim_ab(1, 2),
        "gurvich:a=4,b=1" => nim_ab(4, 1),
        "gurvich:a=3,b=3" => nim_ab(3, 3),
        "gurvich:a=2,b=2,p=2,q=2,reading=both-types" => nim_ab(2, 2),
        _ => unreachable!("no definition of {text} in this test"),
    }
}

/// The options on strips that share their first `shared` cells: a token steps left from cell to cell until the next cell is
/// occupied.
fn steps_on_strips(from: &[Vec<u64>], shared: u64) -> BTreeSet<Vec<Vec<u64>>> {
    steps_on_cells(from, |strip, square| (if square < shared { None } else { Some(strip) }, square))
}

/// The same, where cell i of the second strip is cell `map[i]` of the first.
fn steps_on_crossed(from: &[Vec<u64>], map: &[u64]) -> BTreeSet<Vec<Vec<u64>>> {
    steps_on_cells(from, |strip, square| match usize::try_from(square).ok().and_then(|at| map.get(at)) {
        Some(_) if strip == 0 => (None, square),
        Some(&cell) => (None, cell),
        None => (Some(strip), square),
    })
}

/// The same, where a cell is named by a function of the strip and the square.
fn steps_on_cells(
    from: &[Vec<u64>],
    cell: impl Fn(usize, u64) -> (Option<usize>, u64) + Copy,
) -> BTreeSet<Vec<Vec<u64>>> {
    let taken: HashSet<_> =
        (0..).zip(from).flat_map(|(strip, tokens)| tokens.iter().map(move |&s| cell(strip, s))).collect();
    let mut found = BTreeSet::new();
    for (strip, tokens) in from.iter().enumerate() {
        for (token, &square) in tokens.iter().enumerate() {
            let free = (0..square).rev().take_while(|&next| !taken.contains(&cell(strip, next)));
            for next in free {
                let mut to = from.to_vec();
                to[strip][token] = next;
                found.insert(to);
            }
        }
    }
    found
}

/// The options on strips of which the first `shared` cells are common: a token goes to any cell below that is not taken.
fn jumps_on_strips(from: &[Vec<u64>], shared: u64) -> BTreeSet<Vec<Vec<u64>>> {
    let cell = |strip: usize, square: u64| (if square < shared { None } else { Some(strip) }, square);
    let taken: HashSet<_> =
        (0..).zip(from).flat_map(|(strip, tokens)| tokens.iter().map(move |&s| cell(strip, s))).collect();
    let mut found = BTreeSet::new();
    for (strip, tokens) in from.iter().enumerate() {
        for (token, &square) in tokens.iter().enumerate() {
            for next in (0..square).filter(|&next| !taken.contains(&cell(strip, next))) {
                let mut to = from.to_vec();
                to[strip][token] = next;
                to[strip].sort_unstable();
                found.insert(to);
            }
        }
    }
    found
}

fn options_by_definition(text: &str, from: &[Vec<u64>]) -> BTreeSet<Vec<Vec<u64>>> {
    match text {
        "silver-dollar" | "shared-cells:k=0" => steps_on_strips(from, 0),
        "star-silver-dollar" | "shared-cells:k=1" => steps_on_strips(from, 1),
        "welter" => jumps_on_strips(from, 0),
        "star-welter" => jumps_on_strips(from, 1),
        "shared-cells:k=2" => steps_on_strips(from, 2),
        "shared-cells:k=3" => steps_on_strips(from, 3),
        "crossed:map=1-0" => steps_on_crossed(from, &[1, 0]),
        "crossed:map=1-2-0" => steps_on_crossed(from, &[1, 2, 0]),
        _ => {
            let highest = from[0].iter().copied().max().unwrap_or(0);
            let rows = all_rows(from[0].len(), highest).into_iter();
            rows.filter(|to| pile_move_is_allowed(text, &from[0], to)).map(|to| vec![to]).collect()
        }
    }
}

/// The position after a few random moves. This reaches positions that no sample gives, such as closed sums, or two tokens of one
/// strip on shared cells.
fn played_on(game: &Game, mut position: Position, chance: &mut Chance) -> Position {
    for _ in 0..chance.below(4) {
        let options = moves(game.as_ref(), &position);
        if !options.is_empty() {
            position = chance.pick(&options).clone();
        }
    }
    position
}

/// The sum of the squares of all coordinates. Every move of every game lowers it: taking counters and moving left lower a
/// coordinate, and sharing brings two coordinates closer together without changing their sum.
fn rank(position: &Position) -> u64 {
    coordinates(position).iter().flatten().map(|n| n * n).sum()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_options_are_those_of_the_definition(seed: u64) {
        let mut chance = Chance(seed);
        // The options of heaps are in tests/all/heaps.rs: the number of heaps changes.
        for (text, size) in simple_games().filter(|(text, _)| game(text).heaps().is_none()) {
            let game = game(text);
            let sample = chance.position(&game, size);
            let position = played_on(&game, sample, &mut chance);
            let found: BTreeSet<_> = moves(game.as_ref(), &position).iter().map(coordinates).collect();
            let expected = options_by_definition(text, &coordinates(&position));
            assert_eq!(found, expected, "options of {}", written(&game, &position));
        }
    }

    #[test]
    fn options_are_distinct_positions_of_the_game(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let sample = chance.position(&game, size);
            let position = played_on(&game, sample, &mut chance);
            let here = written(&game, &position);
            let options = moves(game.as_ref(), &position);
            let distinct: HashSet<&Position> = options.iter().collect();
            assert_eq!(distinct.len(), options.len(), "an option of {here} is visited twice");
            assert!(!distinct.contains(&position), "{here} is its own option");
            for option in &options {
                let shown = written(&game, option);
                let (read_game, read) = grundy::parse(&shown)
                    .unwrap_or_else(|error| panic!("option `{shown}` of {here}: {}", error.render()));
                assert_eq!(&read, option, "`{shown}`, an option of {here}, reads back as another position");
                assert_eq!(read_game.name(), game.name(), "`{shown}` reads back as another game");
            }
        }
    }

    #[test]
    fn listing_options_is_visiting_them(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let position = chance.position(&game, size);
            let here = written(&game, &position);
            let all = moves(game.as_ref(), &position);
            assert_eq!(grundy::options(game.as_ref(), &position, all.len()), Ok(all.clone()), "{here}");
            let Some(fewer) = all.len().checked_sub(1) else { continue };
            let limit = u64::try_from(fewer).unwrap();
            let refused = Err(Limit::Options(limit));
            assert_eq!(grundy::options(game.as_ref(), &position, fewer), refused, "{here}");
            // A visitor that stops is not called again.
            let mut seen = 0;
            let visited = game.visit_options(&position, &mut |_| {
                seen += 1;
                if seen > fewer / 2 { Err(Stop::Enough) } else { Ok(()) }
            });
            assert_eq!((visited, seen), (Err(Stop::Enough), fewer / 2 + 1), "{here}");
        }
    }

    #[test]
    fn play_ends(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let start = chance.position(&game, size);
            let (bound, mut length, mut position) = (rank(&start), 0, start.clone());
            loop {
                let options = moves(game.as_ref(), &position);
                for option in &options {
                    assert!(
                        rank(option) < rank(&position),
                        "the rank does not fall from {} to {}",
                        written(&game, &position),
                        written(&game, option)
                    );
                }
                if options.is_empty() {
                    break;
                }
                position = chance.pick(&options).clone();
                length += 1;
                assert!(length <= bound, "a game from {} is too long", written(&game, &start));
            }
        }
    }

    #[test]
    fn moves_are_told_apart_in_words(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let sample = chance.position(&game, size);
            let position = played_on(&game, sample, &mut chance);
            let mut told = HashMap::new();
            for option in moves(game.as_ref(), &position) {
                let words = describe(game.as_ref(), &position, &option);
                let (from, to) = (written(&game, &position), written(&game, &option));
                assert!(words.contains(|c: char| c.is_ascii_digit()), "{from} to {to} is told as `{words}`");
                if let Some(other) = told.insert(words.clone(), to.clone()) {
                    panic!("`{words}` is both {from} to {other} and {from} to {to}");
                }
            }
        }
    }

    /// A move in a nearly disjunctive sum changes one component, and closes the sum if that component enters one of its
    /// P-positions. A closed sum has no such moves.
    #[test]
    fn a_nearly_disjunctive_sum_closes_once(seed: u64) {
        let mut chance = Chance(seed);
        let texts = ["nim", "wythoff", "silver-dollar", "star-nim"];
        let games: Vec<Game> = (0..2).map(|_| game(texts[chance.index(texts.len())])).collect();
        let parts: Vec<Position> = games.iter().map(|game| chance.position(game, 4)).collect();
        let terms = |parts: &[Position]| {
            let terms = games.iter().zip(parts).map(|(game, part)| written(game, part));
            terms.collect::<Vec<_>>().join(" + ")
        };
        for closed in [false, true] {
            let text = |parts: &[Position], closed| {
                format!("nearly({}{})", terms(parts), if closed { "; closed" } else { "" })
            };
            let mut expected = Vec::new();
            for (i, game) in games.iter().enumerate() {
                for option in moves(game.as_ref(), &parts[i]) {
                    let closing = naive(game, &option, &mut HashMap::new()) == 0;
                    let mut parts = parts.clone();
                    parts[i] = option;
                    if !(closed && closing) {
                        expected.push(text(&parts, closed || closing));
                    }
                }
            }
            let (sum, position) = parsed(&text(&parts, closed));
            let found: Vec<String> = moves(sum.as_ref(), &position).iter().map(|q| sum.show(q)).collect();
            assert_eq!(found, expected, "options of {}", text(&parts, closed));
        }
    }
}
