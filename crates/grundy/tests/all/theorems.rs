//! The theorems of the papers, tested against the rules: the value of a position is computed by the reference engine and compared
//! with the statement of the paper. If the paper has an error (docs/errata.md), the tests check that the corrected statement
//! holds and that the printed one fails.

use crate::common::{
    Chance, cases, engine, game, pairs_of_value, piles, strips, table, value, value_of, xor,
};
use grundy::mex::{Multiset, mex_b, mex_bq};
use grundy::{Game, Reference};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The pairs with `b <= max`, in order.
fn up_to(max: u64, pairs: impl IntoIterator<Item = (u64, u64)>) -> Vec<(u64, u64)> {
    pairs.into_iter().filter(|&(_, b)| b <= max).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The value of these piles by an engine that stores values.
fn at(engine: &mut Reference, game: &Game, row: &[u64]) -> u64 {
    engine.value(&piles(game, row)).expect("the budget is enough").0
}

// --- Farr & Ho: Silver Dollar and its stars

/// The formula of sec. 1.3: the gaps before every second token, counted from the right.
fn silver_dollar_formula(squares: &[u64]) -> u64 {
    let (first, rest) = squares.split_at(squares.len() % 2);
    xor(first.iter().copied().chain(rest.chunks(2).map(|pair| pair[1] - pair[0] - 1)))
}

/// Head and tail of a strip, Definition 1: one token or two, and an even number of others.
fn head_and_tail(squares: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let head = if squares.len() % 2 == 1 { 1 } else { 2.min(squares.len()) };
    (squares[..head].to_vec(), squares[head..].to_vec())
}

/// Strips with at most this many tokens, one of which may be on square 0.
fn random_star(chance: &mut Chance, tokens: &[u64], highest: u64) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = tokens.iter().map(|&t| chance.strip(t, 1, highest)).collect();
    if chance.below(4) == 0
        && let Some(row) = rows.iter_mut().find(|row| !row.is_empty())
    {
        row[0] = 0;
    }
    rows
}

#[test]
fn silver_dollar_example() {
    assert_eq!(silver_dollar_formula(&[3, 5, 8, 12, 19]), 7, "sec. 1.3");
    assert_eq!(value_of("silver-dollar [3,5,8,12]"), silver_dollar_formula(&[3, 5, 8, 12]));
    assert_eq!(value_of("star-silver-dollar [2],[2,5,8],[1,5,10]"), 5, "the example of Corollary 1");
    assert_eq!(value_of("star-silver-dollar [2,5],[3,6,8,10]"), 1, "the example of Corollary 2");
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn silver_dollar_has_its_formula(seed: u64) {
        let mut chance = Chance(seed);
        let game = game("silver-dollar");
        let tokens = chance.below(7);
        let row = chance.strip(tokens, 0, 13);
        prop_assert_eq!(value(&game, &strips(&game, &[&row])), silver_dollar_formula(&row), "{:?}", row);
    }

    /// Theorem 2 of Farr & Ho. The tails are also evaluated by the rules of Silver Dollar.
    #[test]
    fn heads_and_tails(seed: u64) {
        let mut chance = Chance(seed);
        let (star, single) = (game("star-silver-dollar"), game("silver-dollar"));
        let shape: &[&[u64]] = &[&[5, 3], &[4, 4], &[5, 2], &[3, 3, 2], &[4, 2, 1], &[5, 0, 2], &[2, 2, 2, 1]];
        let tokens = *chance.pick(shape);
        let highest = if tokens.len() == 2 { 9 } else { 6 };
        let rows = random_star(&mut chance, tokens, highest);
        let (heads, tails): (Vec<_>, Vec<_>) = rows.iter().map(|row| head_and_tail(row)).unzip();
        prop_assert!(tails.iter().all(|tail| tail.len() % 2 == 0), "tails are even: {:?}", tails);
        let head = value(&star, &strips(&star, &heads));
        let tail = xor(tails.iter().map(|tail| value(&single, &strips(&single, &[tail]))));
        prop_assert_eq!(value(&star, &strips(&star, &rows)), head ^ tail, "{:?}", rows);
    }

    #[test]
    fn corollary_1_odd_strips_are_star_nim_and_tails(seed: u64) {
        let mut chance = Chance(seed);
        let (star, nim) = (game("star-silver-dollar"), game("star-nim"));
        let mut rows = random_star(&mut chance, &[5, 4, 3], 6);
        for row in &mut rows {
            row.truncate(row.len() - (row.len() + 1) % 2);
        }
        let lowest: Vec<u64> = rows.iter().map(|row| row[0]).collect();
        let tails = xor(rows.iter().map(|row| silver_dollar_formula(&row[1..])));
        let expected = value(&nim, &piles(&nim, &lowest)) ^ tails;
        prop_assert_eq!(value(&star, &strips(&star, &rows)), expected, "{:?}", rows);
    }

    #[test]
    fn corollary_2_even_strips_are_a_sum(seed: u64) {
        let mut chance = Chance(seed);
        let (star, single) = (game("star-silver-dollar"), game("silver-dollar"));
        let mut rows = random_star(&mut chance, &[5, 5], 9);
        for row in &mut rows {
            row.truncate(row.len() - row.len() % 2);
        }
        let sum = xor(rows.iter().map(|row| value(&single, &strips(&single, &[row]))));
        prop_assert_eq!(value(&star, &strips(&star, &rows)), sum, "{:?}", rows);
    }
}

// --- Farr & Ho: Star Nim

#[test]
fn proposition_1_two_strips() {
    let found = pairs_of_value(&table("star-nim", 120), 0);
    let expected = up_to(120, (2..=120).map(|k| (k, k)).chain([(0, 1)]));
    assert_eq!(found, expected, "P-positions of 2-strip Star Nim");
}

#[test]
fn proposition_2_three_strips() {
    let game = game("star-nim");
    let mut engine = engine(&game);
    for a in 0..=32 {
        for b in a.max(1)..=32 {
            for c in b..=32 {
                let is_p = at(&mut engine, &game, &[a, b, c]) == 0;
                assert_eq!(is_p, a ^ b ^ c == 0, "star-nim {a},{b},{c} is P: {is_p}");
            }
        }
    }
}

#[test]
fn proposition_3_four_strips_one_of_them_1() {
    let game = game("star-nim");
    let mut engine = engine(&game);
    for a in 1..=20 {
        for b in a..=20 {
            for c in b..=20 {
                let is_p = at(&mut engine, &game, &[1, a, b, c]) == 0;
                assert_eq!(is_p, a ^ b ^ c == 0, "star-nim 1,{a},{b},{c} is P: {is_p}");
                // The main step of the proof: with a token on square 0 the others play Nim.
                let nim = (a - 1) ^ (b - 1) ^ (c - 1);
                assert_eq!(at(&mut engine, &game, &[0, a, b, c]), nim, "star-nim 0,{a},{b},{c}");
            }
        }
    }
}

#[test]
fn lemma_3_rows_0_1_and_2() {
    let game = game("star-nim");
    let mut engine = engine(&game);
    for b in 1..=300 {
        assert_eq!(at(&mut engine, &game, &[0, b]), b - 1, "G(0,{b})");
        assert_eq!(at(&mut engine, &game, &[1, b]), b, "G(1,{b})");
        let expected = match b {
            0 | 1 => continue,
            2 => 0,
            _ if b % 3 == 2 => b - 2,
            _ => b + 1,
        };
        assert_eq!(at(&mut engine, &game, &[2, b]), expected, "G(2,{b})");
    }
    assert!(grundy::parse("star-nim 0,0").is_err(), "(0,0) is not a position");
}

#[test]
fn proposition_5_bounds() {
    for (a, row) in (0..).zip(table("star-nim", 120)).skip(1) {
        for (b, cell) in (0_u64..).zip(row).skip(1) {
            let value = cell.unwrap();
            assert!(b.abs_diff(a) <= value && value < a + b, "G({a},{b}) = {value}");
        }
    }
}

/// The families of Proposition 4, with (vi) corrected. From `start` on, `width` numbers x of every `step` give the pairs
/// (x, x + difference). Single pairs come before them.
fn proposition_4(value: u64, max: u64) -> Vec<(u64, u64)> {
    let pairs = |single: &[(u64, u64)], start: u64, (width, step): (u64, u64), difference| {
        let family = (start..=max).filter(|x| (x - start) % step < width).map(|x| (x, x + difference));
        up_to(max, family.chain(single.iter().copied()))
    };
    match value {
        0 => pairs(&[(0, 1)], 2, (1, 1), 0),
        1 => pairs(&[(0, 2), (1, 1)], 3, (1, 2), 1),
        2 => pairs(&[(0, 3), (1, 2)], 4, (1, 2), 1),
        3 => pairs(&[(0, 4), (1, 3), (2, 5)], 6, (2, 4), 2),
        4 => pairs(&[(0, 5), (1, 4), (2, 3), (6, 9), (7, 10), (8, 11)], 12, (2, 4), 2),
        5 => pairs(&[(0, 6), (1, 5), (2, 4), (3, 7), (8, 10), (9, 11)], 12, (3, 6), 3),
        _ => unreachable!("Proposition 4 ends with 5"),
    }
}

#[test]
fn proposition_4_values_up_to_5() {
    let table = table("star-nim", 150);
    for value in 0..=5 {
        assert_eq!(pairs_of_value(&table, value), proposition_4(value, 150), "G_{value}");
    }
}

#[test]
fn proposition_4_vi_as_printed_fails() {
    let game = game("star-nim");
    let mut engine = engine(&game);
    let printed = (3..).flat_map(|k| (0..=2).map(move |i| (4 * k + i, 4 * k + i + 3)));
    let wrong =
        printed.map(|(x, y)| ((x, y), at(&mut engine, &game, &[x, y]))).find(|&(_, value)| value != 5);
    assert_eq!(wrong, Some(((16, 19), 10)), "the first pair of the printed family that is not of value 5");
}

// --- Ho: Sharing Nim

/// Whether n is 4^k times an odd number: those with an even number of zeros at the end.
fn is_odd_times_a_power_of_four(n: u64) -> bool {
    n > 0 && n.trailing_zeros().is_multiple_of(2)
}

/// Theorem 2 of Ho, for piles in increasing order.
fn sharing_p_position(a: u64, b: u64, c: u64) -> bool {
    let (low, high) = (b - a, c - b);
    match (low, high) {
        (0, 0) => true,
        (0, difference) | (difference, 0) => is_odd_times_a_power_of_four(difference),
        _ => false,
    }
}

#[test]
fn ho_theorem_1_columns_are_palindromes() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    for b in 0..=48 {
        for a in 0..=b {
            let (one, other) = (at(&mut engine, &game, &[0, a, b]), at(&mut engine, &game, &[0, b - a, b]));
            assert_eq!(one, other, "G(0,{a},{b}) and G(0,{},{b})", b - a);
        }
    }
}

#[test]
fn ho_theorem_2_and_proposition_1() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    for tokens in 0..=90 {
        let mut count = 0;
        for a in 0..=tokens / 3 {
            for b in a..=(tokens - a) / 2 {
                let c = tokens - a - b;
                let is_p = at(&mut engine, &game, &[a, b, c]) == 0;
                assert_eq!(is_p, sharing_p_position(a, b, c), "sharing-nim {a},{b},{c} is P: {is_p}");
                count += u64::from(is_p);
            }
        }
        assert_eq!(count, tokens / 3 + 1, "P-positions with {tokens} tokens; the paper prints one less");
    }
}

#[test]
fn ho_theorem_4_positions_of_value_1() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    for b in 0..=60 {
        for a in 0..=b {
            let expected = match (a, b) {
                (0, _) => b % 4 == 2,
                _ if a == b => b % 4 == 2,
                // (0, 2, 4k+1); for k = 0 that is (0,1,2) in increasing order.
                (1, 2) => true,
                (2, _) if b > 2 && b % 4 == 1 => true,
                _ => b % 4 == 1 && a + 2 == b,
            };
            assert_eq!(at(&mut engine, &game, &[0, a, b]) == 1, expected, "G(0,{a},{b}) = 1 is {expected}");
        }
    }
}

// --- Wythoff, Gu

/// floor(n * phi), exactly: 2 n phi = n + sqrt(5 n^2).
fn wythoff_lower(n: u64) -> u64 {
    u64::midpoint(n, (5 * n * n).isqrt())
}

/// (floor(n phi), floor(n phi^2)).
fn wythoff_pair(n: u64) -> (u64, u64) {
    (wythoff_lower(n), wythoff_lower(n) + n)
}

#[test]
fn wythoff_and_r_wythoff_have_the_same_p_positions() {
    let expected = up_to(120, (0..=120).map(wythoff_pair));
    for text in ["wythoff", "r-wythoff"] {
        assert_eq!(pairs_of_value(&table(text, 120), 0), expected, "P-positions of {text}");
    }
}

#[test]
fn gu_theorem_6_positions_of_value_1() {
    let shifted = (1..=130).filter(|&n| n != 2).map(wythoff_pair).map(|(a, b)| (a - 1, b - 1));
    let expected = up_to(120, shifted.chain([(2, 2), (4, 6)]));
    assert_eq!(pairs_of_value(&table("r-wythoff", 120), 1), expected, "1-positions of r-wythoff");
}

#[test]
fn fraenkel_has_the_formula_of_gurvich_sec_4() {
    for a in 1..=5 {
        // 2 n alpha = n (2 - a) + sqrt(n^2 (a^2 + 4)), which is at least 0.
        let x = |n: u64| (2 * n + (n * n * (a * a + 4)).isqrt() - a * n) / 2;
        let expected = up_to(60, (0..=60).map(|n| (x(n), x(n) + a * n)));
        let found = pairs_of_value(&table(&format!("fraenkel:a={a}"), 60), 0);
        assert_eq!(found, expected, "P-positions of fraenkel:a={a}");
    }
}

// --- Gurvich

#[test]
fn gurvich_recursion_5() {
    const MAX: u64 = 44;
    for a in 1..=4 {
        for b in 1..=4 {
            let (mut pairs, mut seen) = (Vec::new(), Vec::new());
            for n in 0.. {
                let x = mex_b(b, seen.iter().copied());
                let y = x + a * n;
                if x > MAX {
                    break;
                }
                seen.extend([x, y]);
                pairs.push((x, y));
            }
            let found = pairs_of_value(&table(&format!("gurvich:a={a},b={b}"), MAX), 0);
            assert_eq!(found, up_to(MAX, pairs), "P-positions of gurvich:a={a},b={b}");
        }
    }
}

/// Recursion (6): `x_n = mex_b^q {x_i, y_i}`, `y_n = x_n + a floor(n/p)`. A diagonal pair counts once
/// (Remark 2), unless `twice` says that it should count for two.
fn recursion_6((a, b): (u64, u64), (p, q): (u64, u32), count: u64, twice: bool) -> Vec<(u64, u64)> {
    let mut seen = Multiset::default();
    let mut pairs = Vec::new();
    for n in 0..count {
        let x = mex_bq(b, q, &seen);
        let y = x + a * (n / p);
        if twice {
            seen.add(x);
            seen.add(y);
        } else {
            seen.add_pair(x, y);
        }
        pairs.push((x, y));
    }
    pairs
}

#[test]
fn gurvich_recursion_6_gives_tables_1_to_3() {
    // (a, b), (p, q), and the x_n of the table; y_n = x_n + a floor(n/p) is part of the recursion.
    type Case = ((u64, u64), (u64, u32), &'static [u64]);
    let tables: &[Case] = &[
        ((2, 1), (1, 1), &[0, 1, 2, 4, 5, 7, 8, 9, 11, 12, 14]),
        ((1, 2), (1, 1), &[0, 2, 5, 9, 11, 14, 17, 21, 25, 27, 30]),
        ((1, 1), (2, 1), &[0, 1, 2, 4, 6, 7, 10, 11, 12, 15, 17]),
        ((1, 1), (1, 2), &[0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 7]),
        ((2, 1), (3, 1), &[0, 1, 2, 3, 4, 7, 8, 10, 11, 13, 16, 17, 18, 20, 21, 24, 25, 27]),
        ((1, 2), (1, 2), &[0, 0, 2, 2, 4, 6, 6, 8, 10, 10, 12, 14, 14, 16, 16, 18, 20, 20]),
        ((2, 3), (2, 1), &[0, 3, 6, 11, 16, 19, 26, 29, 38, 41]),
        ((2, 2), (1, 2), &[0, 0, 2, 4, 4, 6, 8, 8, 10, 12]),
    ];
    for &((a, b), (p, q), expected) in tables {
        let count = u64::try_from(expected.len()).unwrap();
        let pairs = recursion_6((a, b), (p, q), count, false);
        let x: Vec<u64> = pairs.iter().map(|pair| pair.0).collect();
        assert_eq!(x, expected, "x_n of a={a}, b={b}, p={p}, q={q}");
    }
}

/// The table of a=1, b=2, p=1, q=2 needs Remark 2: if (0,0) counted twice, 0 would be used up at once.
#[test]
fn gurvich_remark_2_is_needed() {
    assert_eq!(recursion_6((1, 2), (1, 2), 4, false), [(0, 0), (0, 1), (2, 4), (2, 5)]);
    assert_eq!(recursion_6((1, 2), (1, 2), 2, true), [(0, 0), (2, 3)]);
}

proptest! {
    /// The definitions of sec. 2, by search: the least z that fewer than q of the values equal. For `mex_b`, this must hold for
    /// each of the b numbers that end with z.
    #[test]
    fn mex_b_q_by_search(values in prop::collection::vec(0_u64..15, 0..50), b in 1_u64..5, q in 1_u32..4) {
        let multiset: Multiset = values.iter().copied().collect();
        let many = usize::try_from(q).unwrap();
        let crowded = |z: u64| values.iter().filter(|&&v| v == z).count() >= many;
        let expected = (0..100).find(|&z: &u64| !(z.saturating_sub(b - 1)..=z).any(crowded)).unwrap();
        prop_assert_eq!(mex_bq(b, q, &multiset), expected, "b = {}, q = {}, {:?}", b, q, values);
    }
}
