//! Relations between games: sums, symmetries, and games that are special cases of others.

use crate::common::{
    Chance, GAMES, all_rows, cases, engine, game, parsed, piles, simple_games, strips, value, value_of,
    written, xor,
};
use grundy::compound::Sum;
use grundy::{Budget, Game, Nimber, Position, RawPosition, Strategist};
use proptest::prelude::*;
use std::sync::Arc;

// --- sums

/// Compares the value of the sum, played as one game, with the nim-sum of the values of its parts.
fn sum_is_xor(texts: &[&str], sizes: impl Fn(&str) -> u64, chance: &mut Chance) {
    let games: Vec<Game> = texts.iter().map(|text| game(text)).collect();
    let parts: Vec<Position> =
        texts.iter().zip(&games).map(|(text, game)| chance.position(game, sizes(text))).collect();
    let expected = xor(games.iter().zip(&parts).map(|(game, part)| value(game, part)));
    let sum: Game = Arc::new(Sum::new(games));
    let position = Sum::position_of(parts);
    assert_eq!(value(&sum, &position), expected, "value of {} as one game", sum.show(&position));
    let by_components = Strategist::new(&sum, Budget::of_positions(1_000_000)).value(&position);
    assert_eq!(by_components, Ok(Nimber(expected)), "value of {} by components", sum.show(&position));
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn the_value_of_a_sum_of_two_is_their_nim_sum(seed: u64) {
        let mut chance = Chance(seed);
        let texts: Vec<&str> = GAMES.iter().map(|&(text, _)| text).collect();
        let texts = chance.shuffled(&texts);
        // Every game occurs in every case, each time with another one.
        for pair in texts.windows(2) {
            sum_is_xor(pair, |text| if text.contains(['(', '+']) { 1 } else { 3 }, &mut chance);
        }
    }

    #[test]
    fn the_value_of_a_sum_of_three_is_their_nim_sum(seed: u64) {
        let mut chance = Chance(seed);
        let texts: Vec<&str> = simple_games().map(|(text, _)| text).collect();
        for triple in chance.shuffled(&texts).chunks_exact(3) {
            sum_is_xor(triple, |_| 2, &mut chance);
        }
    }
}

// --- symmetries

/// Checks that both positions of `game` have the same value.
fn agree(game: &Game, one: &Position, other: &Position) {
    let mut engine = engine(game);
    let values = (engine.value(one), engine.value(other));
    assert!(values.0.is_ok(), "{values:?}");
    assert_eq!(values.0, values.1, "{} and {}", written(game, one), written(game, other));
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_order_of_the_piles_does_not_matter(seed: u64) {
        let mut chance = Chance(seed);
        let unordered = simple_games().filter(|(text, _)| !text.contains("graph"));
        for (text, size) in unordered {
            let game = game(text);
            let position = chance.position(&game, size);
            let Some(row) = position.piles() else { continue };
            let other = piles(&game, &chance.shuffled(row));
            agree(&game, &position, &other);
        }
    }

    #[test]
    fn the_order_of_the_strips_does_not_matter(seed: u64) {
        let mut chance = Chance(seed);
        // Strips that are joined in another order are told apart.
        for (text, size) in simple_games().filter(|(text, _)| !text.starts_with("crossed")) {
            let game = game(text);
            let position = chance.position(&game, size);
            let Some(rows) = position.strips() else { continue };
            let other = strips(&game, &chance.shuffled(rows));
            agree(&game, &position, &other);
        }
    }

    /// Ho, Lemma 1, and the remark after Theorem 1; sec. 7 for more than three piles.
    #[test]
    fn sharing_nim_is_about_differences(seed: u64) {
        let mut chance = Chance(seed);
        let game = game("sharing-nim");
        for (count, highest) in [(3, 12), (4, 6)] {
            let row = chance.row(count, 0, highest);
            let position = piles(&game, &row);
            let raise = chance.between(1, 4);
            let raised: Vec<u64> = row.iter().map(|pile| pile + raise).collect();
            agree(&game, &position, &piles(&game, &raised));
            let top = highest + chance.below(4);
            let complement: Vec<u64> = row.iter().map(|pile| top - pile).collect();
            agree(&game, &position, &piles(&game, &complement));
        }
    }

    #[test]
    fn the_names_of_the_vertices_do_not_matter(seed: u64) {
        let mut chance = Chance(seed);
        let vertices = [0_usize, 1, 2, 3];
        let arcs: Vec<(usize, usize)> = vertices
            .iter()
            .flat_map(|&u| vertices.iter().map(move |&v| (u, v)))
            .filter(|&(u, v)| u != v && chance.below(2) == 0)
            .collect();
        let row = chance.row(4, 0, 5);
        let new_name = chance.shuffled(&vertices);
        let graph = |arcs: &[(usize, usize)]| {
            let arcs: Vec<String> = arcs.iter().map(|(u, v)| format!("{u}>{v}")).collect();
            game(&format!("graph-nim:edges={}", arcs.join(",")))
        };
        prop_assume!(!arcs.is_empty());
        let relabelled: Vec<_> = arcs.iter().map(|&(u, v)| (new_name[u], new_name[v])).collect();
        let mut moved = vec![0; 4];
        for vertex in vertices {
            moved[new_name[vertex]] = row[vertex];
        }
        let (one, other) = (graph(&arcs), graph(&relabelled));
        prop_assert_eq!(
            value(&one, &piles(&one, &row)),
            value(&other, &piles(&other, &moved)),
            "{} {:?} and {} {:?}", one.name(), row, other.name(), moved
        );
    }
}

// --- one game under two names

/// Checks that the same piles have the same value in both games.
fn same_on_piles(one: &str, other: &str, rows: impl IntoIterator<Item = Vec<u64>>) {
    let (one, other) = (game(one), game(other));
    let (mut first, mut second) = (engine(&one), engine(&other));
    for row in rows {
        assert_eq!(
            first.value(&piles(&one, &row)).expect("the budget is enough"),
            second.value(&piles(&other, &row)).expect("the budget is enough"),
            "{} and {} at {row:?}",
            one.name(),
            other.name()
        );
    }
}

#[test]
fn gurvich_generalises_wythoff_and_fraenkel() {
    same_on_piles("gurvich:a=1,b=1", "wythoff", all_rows(2, 24));
    for a in 1..=4 {
        same_on_piles(&format!("gurvich:a={a},b=1"), &format!("fraenkel:a={a}"), all_rows(2, 16));
    }
    same_on_piles("fraenkel:a=1", "wythoff", all_rows(2, 16));
}

#[test]
fn graph_nim_on_a_complete_graph_is_sharing_nim() {
    same_on_piles("graph-nim:edges=0-1", "sharing-nim", all_rows(2, 20));
    same_on_piles("graph-nim:edges=0-1,0-2,1-2", "sharing-nim", all_rows(3, 8));
    same_on_piles("graph-nim:edges=0-1,0-2,0-3,1-2,1-3,2-3", "sharing-nim", all_rows(4, 4));
    // An edge is two arcs.
    same_on_piles("graph-nim:edges=0>1,1>0,1-2,2>0,0>2", "sharing-nim", all_rows(3, 6));
}

/// Farr & Ho, sec. 5: the nearly disjunctive sum of nonempty heaps is Star Nim. The rule that no component enters a P-position
/// any more then means that no token enters square 0.
#[test]
fn star_nim_is_the_nearly_disjunctive_sum_of_heaps() {
    let star = game("star-nim");
    let mut star_engine = engine(&star);
    for (count, highest) in [(1, 20), (2, 9), (3, 5), (4, 3)] {
        let sum = game(&format!("nearly({})", vec!["nim"; count].join(" + ")));
        let mut sum_engine = engine(&sum);
        for row in all_rows(count, highest) {
            let zeros = row.iter().filter(|&&heap| heap == 0).count();
            let closed = match zeros {
                0 => "",
                1 => "; closed",
                _ => continue,
            };
            let heaps: Vec<String> = row.iter().map(|heap| format!("nim {heap}")).collect();
            let text = format!("nearly({}{closed})", heaps.join(" + "));
            assert_eq!(
                sum_engine.value(&parsed(&text).1).unwrap(),
                star_engine.value(&piles(&star, &row)).unwrap(),
                "{text} and star-nim {row:?}"
            );
        }
    }
}

/// As stated in sec. 5, only a move closes the sum. A heap that is empty from the start does not.
#[test]
fn a_component_that_starts_in_a_p_position_does_not_close() {
    for heap in 0..12 {
        assert_eq!(value_of(&format!("nearly(nim 0 + nim {heap})")), heap, "nim 0 + nim {heap}, open");
        let closed = value_of(&format!("nearly(nim 0 + nim {heap}; closed)"));
        assert_eq!(closed, heap.saturating_sub(1), "nim 0 + nim {heap}, closed");
    }
}

/// A few strips of a Star Silver Dollar position: at most one token on square 0.
fn star_strips(chance: &mut Chance, count: u64, tokens: u64, highest: u64) -> Vec<Vec<u64>> {
    let zero = chance.below(2 * count);
    let strip = |strip, chance: &mut Chance| {
        let tokens = chance.below(tokens + 1);
        let mut squares = chance.strip(tokens, 1, highest);
        if strip == zero {
            squares.insert(0, 0);
        }
        squares
    };
    (0..count).map(|i| strip(i, chance)).collect()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn one_shared_cell_is_star_silver_dollar_and_none_is_a_sum(seed: u64) {
        let mut chance = Chance(seed);
        let count = chance.between(1, 3);
        let rows = star_strips(&mut chance, count, 3, 6);
        let (star, shared) = (game("star-silver-dollar"), game("shared-cells:k=1"));
        prop_assert_eq!(
            value(&star, &strips(&star, &rows)), value(&shared, &strips(&shared, &rows)), "{:?}", rows
        );
        let (single, separate) = (game("silver-dollar"), game("shared-cells:k=0"));
        let sum = xor(rows.iter().map(|row| value(&single, &strips(&single, &[row]))));
        prop_assert_eq!(value(&separate, &strips(&separate, &rows)), sum, "{:?}", rows);
    }

    #[test]
    fn one_strip_of_any_star_is_silver_dollar(seed: u64) {
        let mut chance = Chance(seed);
        let tokens = chance.below(6);
        let row = [chance.strip(tokens, 0, 10)];
        let single = game("silver-dollar");
        let expected = value(&single, &strips(&single, &row));
        for text in ["star-silver-dollar", "shared-cells:k=0", "shared-cells:k=1", "shared-cells:k=4"] {
            let game = game(text);
            prop_assert_eq!(value(&game, &strips(&game, &row)), expected, "{} {:?}", text, row);
        }
    }

    #[test]
    fn one_token_a_strip_is_star_nim(seed: u64) {
        let mut chance = Chance(seed);
        let count = usize::try_from(chance.between(1, 4)).unwrap();
        let mut row = chance.row(count, 1, 7);
        row[0] -= chance.below(2) * row[0];
        let tokens: Vec<[u64; 1]> = row.iter().map(|&square| [square]).collect();
        let (nim, dollar) = (game("star-nim"), game("star-silver-dollar"));
        prop_assert_eq!(value(&nim, &piles(&nim, &row)), value(&dollar, &strips(&dollar, &tokens)), "{:?}", row);
        // The paper writes Star Nim with brackets. Both notations give the same position.
        prop_assert_eq!(strips(&nim, &tokens), piles(&nim, &row));
    }

    /// Farr & Ho, Remark 2: a token on square 0 leaves a sum of strips without their square 0.
    #[test]
    fn a_token_on_square_zero_leaves_a_sum(seed: u64) {
        let mut chance = Chance(seed);
        let (star, single) = (game("star-silver-dollar"), game("silver-dollar"));
        let count = chance.between(1, 3);
        let mut rows: Vec<Vec<u64>> =
            (0..count).map(|_| { let tokens = chance.below(4); chance.strip(tokens, 1, 7) }).collect();
        let shifted = rows.iter().map(|row| row.iter().map(|square| square - 1).collect::<Vec<u64>>());
        let sum = xor(shifted.map(|row| value(&single, &strips(&single, &[row]))));
        let held = chance.index(rows.len());
        rows[held].insert(0, 0);
        prop_assert_eq!(value(&star, &strips(&star, &rows)), sum, "{:?}", rows);
    }
}

/// Empty positions are rejected, whether they come from a program or from a text.
#[test]
fn a_position_without_piles_or_strips_is_refused() {
    let none: [[u64; 0]; 0] = [];
    for (text, _) in simple_games() {
        let game = game(text);
        for raw in [RawPosition::row(&[]), RawPosition::strips(&none)] {
            let read = game.position(&raw).map(|position| game.show(&position));
            assert!(read.is_err(), "{text} takes {raw:?} for a position");
        }
    }
}

// --- strips joined in another order

/// All orders of the numbers below `count`.
fn orders(count: u64) -> Vec<Vec<u64>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let with = |order: Vec<u64>| {
        (0..=order.len()).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(with).collect()
}

/// The theorem and the counts of docs/star-nim.md, with one token on each strip.
#[test]
fn strips_joined_in_another_order() {
    let values = |map: &[u64], max: u64| {
        let text: Vec<String> = map.iter().map(u64::to_string).collect();
        let game = game(&format!("crossed:map={}", text.join("-")));
        let mut engine = engine(&game);
        move |a: u64, b: u64| {
            assert!(a.max(b) <= max);
            let position = game.position(&RawPosition::strips(&[[a], [b]])).ok()?;
            Some(engine.value(&position).unwrap().0)
        }
    };
    let mut swapped = values(&[1, 0], 40);
    for (a, b) in (0..=40).flat_map(|a| (0..=40).map(move |b| (a, b))) {
        let listed = [(0, 0), (1, 1), (0, 2), (2, 0)].contains(&(a, b)) || (a == b && a >= 3);
        assert_eq!(swapped(a, b).map(|value| value == 0), (a + b != 1).then_some(listed), "{a},{b}");
    }
    let exceptions = |count: u64| {
        let max = 2 * count + 8;
        let is_one = |map: &Vec<u64>| {
            let mut value = values(map, max);
            let mut cells = (count + 1..=max).flat_map(|a| (count + 1..=max).map(move |b| (a, b)));
            cells.any(|(a, b)| (value(a, b) == Some(0)) != (a == b))
        };
        orders(count).iter().filter(|map| is_one(map)).count()
    };
    assert_eq!([1, 2, 3, 4, 5].map(exceptions), [0, 0, 0, 4, 34]);
}
