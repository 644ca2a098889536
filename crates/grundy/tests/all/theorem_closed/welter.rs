//! Welter's game and its star.

use super::said::{all_strips, big, bigs, long, of_one, strips_hold, within};
use crate::common::{Chance, cases, engine, moves, strips};
use grundy::notation::{RawTerm, parse_raw};
use grundy::rules::{StarWelter, Welter};
use grundy::theorem::UBig;
use grundy::theorem::farr_ho::Strips;
use grundy::theorem::welter::{star_welter, welter, welter_to};
use grundy::{Game, Outcome, Position, Reference};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

fn single() -> Game {
    Arc::new(Welter)
}

fn star() -> Game {
    Arc::new(StarWelter)
}

/// Every strip with squares below 10, and every strip of at most four tokens with squares below 14.
fn small_strips() -> impl Iterator<Item = Vec<u64>> {
    all_strips(14).into_iter().filter(|strip| strip.len() <= 4 || strip.last() < Some(&10))
}

#[test]
fn welter_and_every_winning_move() {
    let (single, star) = (single(), star());
    let (mut engine_1, mut engine_2) = (engine(&single), engine(&star));
    for strip in small_strips() {
        let said = welter(&big(&strip)).unwrap();
        assert!(said.value.is_some() && said.winning.is_every());
        strips_hold(&single, &mut engine_1, std::slice::from_ref(&strip), &of_one(said));
        let said = star_welter(&[big(&strip)]).unwrap();
        assert!(said.value.is_some() && said.winning.is_every());
        strips_hold(&star, &mut engine_2, &[strip], &said);
    }
    assert_eq!(welter(&big(&[3, 3])), None);
    assert_eq!(welter(&big(&[3, 2, 5])), None);
    assert_eq!(welter_to(&big(&[3, 2, 5]), &UBig::ONE), None);
}

/// The moves to any value are the options that the definition gives this value.
#[test]
fn welter_to_every_value() {
    let game = single();
    let mut engine = engine(&game);
    for tokens in all_strips(10) {
        let position = strips(&game, &[&tokens]);
        let options = moves(game.as_ref(), &position);
        for wanted in 0..20 {
            let by_rules = options.iter().filter(|option| engine.value(option).unwrap().0 == wanted);
            let by_rules: BTreeSet<Vec<UBig>> =
                by_rules.map(|option| option.rows().unwrap().concat()).collect();
            let told = welter_to(&big(&tokens), &UBig::from(wanted)).unwrap();
            assert!(told.is_every());
            assert_eq!(told.positions().len(), by_rules.len(), "{tokens:?} to {wanted}");
            let told: BTreeSet<Vec<UBig>> = told.positions().iter().cloned().collect();
            assert_eq!(told, by_rules, "{tokens:?} to {wanted}");
        }
    }
}

/// Whether the theorems apply to this star; see [`star_welter`].
fn is_known(rows: &[Vec<u64>]) -> bool {
    let zero = rows.iter().any(|row| row.first() == Some(&0));
    zero || rows.iter().filter(|row| !row.is_empty()).count() <= 1
}

fn star_holds(rows: &[Vec<u64>], engine: &mut Reference, counts: &mut [u64; 2]) {
    let star = star();
    let zeros = rows.iter().filter(|row| row.first() == Some(&0)).count();
    let said = star_welter(&bigs(rows));
    if zeros > 1 {
        assert_eq!(said, None, "{rows:?} is no position");
        return;
    }
    if is_known(rows) {
        let known = said.as_ref().is_some_and(|said| said.value.is_some() && said.winning.is_every());
        assert!(known, "{rows:?}");
    }
    // Winning moves to square 0 are found.
    let winning: Vec<Vec<Vec<u64>>> = (0..rows.len())
        .flat_map(|strip| (0..rows[strip].len()).map(move |token| (strip, token)))
        .filter(|_| zeros == 0)
        .map(|(strip, token)| {
            let mut to = rows.to_vec();
            to[strip].remove(token);
            to[strip].insert(0, 0);
            to
        })
        .filter(|to| engine.value(&strips(&star, to)).unwrap().0 == 0)
        .collect();
    for to in &winning {
        assert!(
            said.as_ref().is_some_and(|said| said.winning.positions().contains(&bigs(to))),
            "{rows:?} to {to:?}"
        );
    }
    counts[usize::from(said.is_some())] += 1;
    if let Some(said) = said {
        strips_hold(&star, engine, rows, &said);
    }
}

#[test]
fn stars_of_two_strips_and_three() {
    let star = star();
    let mut engine = engine(&star);
    let mut counts = [0; 2];
    let two = all_strips(6);
    for (a, b) in two.iter().flat_map(|a| two.iter().map(move |b| (a, b))) {
        star_holds(&[a.clone(), b.clone()], &mut engine, &mut counts);
    }
    let three = all_strips(4);
    for a in &three {
        for (b, c) in three.iter().flat_map(|b| three.iter().map(move |c| (b, c))) {
            star_holds(&[a.clone(), b.clone(), c.clone()], &mut engine, &mut counts);
        }
    }
    println!("stars: unknown and known {counts:?}");
    assert!(counts[0] > 100 && counts[1] > 1000, "unknown and known: {counts:?}");
    assert_eq!(star_welter(&[]), None);
    assert_eq!(star_welter(&bigs(&[vec![4, 4], vec![1]])), None);
    assert_eq!(star_welter(&bigs(&[vec![], vec![0, 5, 3]])), None);
}

/// With one token per strip this is Star Nim, and its theorems apply.
#[test]
fn one_token_a_strip() {
    let far = UBig::from(10u8).pow(50);
    let said = star_welter(&[vec![&far + 1u8], vec![], vec![far.clone()]]).unwrap();
    assert_eq!(said.value, Some(UBig::from(2u8)));
    assert_eq!(said.winning.positions(), [[vec![far.clone()], vec![], vec![far]]]);
    let mut engine = engine(&star());
    for (a, b) in (0..15).flat_map(|a| (a..15).map(move |b| (a, b))) {
        star_holds(&[vec![a], vec![b]], &mut engine, &mut [0; 2]);
        star_holds(&[vec![a], vec![], vec![b]], &mut engine, &mut [0; 2]);
    }
    let mut counts = [0; 2];
    star_holds(&[vec![], vec![]], &mut engine, &mut counts);
    assert_eq!(counts, [0, 1]);
}

/// The formula as stated, over all pairs.
fn by_pairs(squares: &[UBig]) -> UBig {
    let mut sum = UBig::ZERO;
    for (i, a) in squares.iter().enumerate() {
        sum ^= a;
        for b in &squares[..i] {
            let apart = if a > b { a - b } else { b - a };
            sum ^= UBig::ones(apart.trailing_zeros().unwrap() + 1);
        }
    }
    sum
}

/// Squares that agree in many of their lowest bits, so that many bits depend on each other.
fn entangled(chance: &mut Chance, tokens: usize, digits: u64) -> Vec<UBig> {
    let mut squares: Vec<UBig> = Vec::new();
    while squares.len() < tokens {
        let length = usize::try_from(chance.between(1, digits)).unwrap();
        let mut square = long(chance, length);
        if !squares.is_empty() && chance.below(4) > 0 {
            let bits = usize::try_from(chance.below(digits * 4)).unwrap();
            let low = chance.pick(&squares) & UBig::ones(bits);
            square = (square >> bits << bits) + low;
        }
        squares.push(square);
        squares.sort_unstable();
        squares.dedup();
    }
    squares
}

/// The position with these squares, of any size.
fn far(game: &Game, squares: &[UBig]) -> Position {
    let text = format!("x [{}]", squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    match &parse_raw(&text).unwrap()[..] {
        [RawTerm::Simple(_, Some(raw))] => game.position(raw).unwrap(),
        _ => unreachable!("{text} is a strip"),
    }
}

proptest! {
    #![proptest_config(cases(200))]

    /// At any size a value is the mex: no option has it, and each smaller value is the value of an option. By the even alteration
    /// theorem the number of moves to a smaller value is odd, and to a larger value even.
    #[test]
    fn the_value_is_the_mex(seed: u64) {
        let mut chance = Chance(seed);
        let game = single();
        let (tokens, digits) = (1 + chance.index(12), *chance.pick(&[2, 20, 60, 400]));
        let squares = entangled(&mut chance, tokens, digits);
        let here = far(&game, &squares);
        let value = by_pairs(&squares);
        prop_assert_eq!(welter(&squares).unwrap().value, Some(value.clone()));
        prop_assert_eq!(welter_to(&squares, &value).unwrap().positions().len(), 0);
        let wanted: Vec<UBig> = (0..8).map(|i| match i {
            0 => UBig::ZERO,
            1 => &value >> 1,
            2 => &value + 1u8,
            _ => long(&mut chance, usize::try_from(digits).unwrap()) % (&value * 2u8 + 1u8),
        }).filter(|wanted| *wanted != value).collect();
        for wanted in wanted {
            let moves = welter_to(&squares, &wanted).unwrap();
            prop_assert_eq!(moves.positions().len() % 2 == 1, wanted < value, "{:?} to {}", squares, wanted);
            for to in moves.positions() {
                prop_assert_eq!(by_pairs(to), wanted.clone(), "{:?} to {:?}", squares, to);
                prop_assert!(game.is_option(&here, &far(&game, to)).unwrap(), "{:?} to {:?}", squares, to);
            }
        }
    }

    /// An option is among the moves to its value.
    #[test]
    fn no_move_to_a_value_is_missed(seed: u64) {
        let mut chance = Chance(seed);
        let game = single();
        let (tokens, digits) = (1 + chance.index(12), *chance.pick(&[2, 20, 60, 400]));
        let squares = entangled(&mut chance, tokens, digits);
        let here = far(&game, &squares);
        for _ in 0..8 {
            let mut draw = |below: &UBig| match chance.below(3) {
                0 => UBig::from(chance.below(9)) % below,
                1 => below - 1u8,
                _ => long(&mut chance, 500) % below,
            };
            let Some(option) = game.draw_option(&here, &mut draw).unwrap() else { continue };
            let to = option.rows().unwrap().concat();
            let value = by_pairs(&to);
            let told = welter_to(&squares, &value).unwrap();
            prop_assert!(told.positions().contains(&to), "{:?} to {:?}", squares, to);
        }
    }

    /// Stars with more tokens and higher squares.
    #[test]
    fn stars(seed: u64) {
        let mut chance = Chance(seed);
        let shape: &[&[u64]] = &[&[4, 2], &[3, 3], &[1, 4], &[2, 2, 2], &[3, 1, 1]];
        let tokens = *chance.pick(shape);
        let highest = if tokens.len() == 2 { 9 } else { 6 };
        let mut rows: Vec<Vec<u64>> = tokens.iter().map(|&tokens| chance.strip(tokens, 1, highest)).collect();
        if chance.below(2) == 0 {
            rows[0][0] = 0;
        }
        star_holds(&rows, &mut engine(&star()), &mut [0; 2]);
    }
}

/// The value of a star with a token on square 0, at any size, and winning moves to square 0.
#[test]
fn far_stars() {
    let mut chance = Chance(3);
    let less = |strip: &[UBig]| -> Vec<UBig> { strip.iter().map(|square| square - 1u8).collect() };
    let mut found = 0;
    for _ in 0..20 {
        let rows: Vec<Vec<UBig>> = (1..4).map(|tokens| entangled(&mut chance, tokens, 200)).collect();
        let value = rows.iter().fold(UBig::ZERO, |sum, row| sum ^ by_pairs(&less(row)));
        let mut star: Strips = rows.clone();
        star[1].insert(0, UBig::ZERO);
        let said = star_welter(&star).unwrap();
        assert_eq!((said.value, said.winning.is_every()), (Some(value), true));
        assert!(said.outcome == Outcome::Previous || !said.winning.positions().is_empty());
        for to in said.winning.positions() {
            assert_eq!(star_welter(to).unwrap().outcome, Outcome::Previous);
        }
        // A token that only changes who is to move: the same sum without it has value 0.
        let Some(zero) = said.winning.positions().first() else { continue };
        let mut before = zero.clone();
        before[1].remove(0);
        before[1].push(long(&mut chance, 300));
        let said = star_welter(&before).unwrap();
        assert!(said.winning.positions().contains(zero) && said.value.is_none());
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[test]
fn thousands_of_digits() {
    let mut chance = Chance(9);
    let mut squares: Vec<UBig> = (0..9).map(|_| long(&mut chance, 10_000)).collect();
    squares.sort_unstable();
    let limit = Duration::from_millis(50);
    let said = within("Welter, 9 tokens, 10,000 digits", limit, || welter(&squares)).unwrap();
    assert_eq!(said.value, Some(by_pairs(&squares)));
    assert!(said.winning.positions().len() % 2 == 1);
    // Each square agrees with the next one in 33 more bits than with the previous one.
    let chain: Vec<UBig> = (1..1000).map(|i| UBig::ONE << (33 * i)).collect();
    let said =
        within("Welter, 999 powers of 2 up to 2^32967", Duration::from_secs(3), || welter(&chain)).unwrap();
    assert_eq!(said.value, Some(by_pairs(&chain)));
    assert!(said.winning.is_every() && said.winning.positions().len() % 2 == 1);
    for to in said.winning.positions().iter().take(3) {
        assert_eq!(by_pairs(to), UBig::ZERO);
    }
}

/// With very many tokens one winning move is found quickly.
#[test]
fn a_hundred_thousand_tokens() {
    let mut chance = Chance(11);
    let mut squares: Vec<UBig> = (0..100_000).map(|_| UBig::from(chance.below(u64::MAX))).collect();
    squares.sort_unstable();
    squares.dedup();
    let said = within("Welter, 100,000 tokens", Duration::from_secs(3), || welter(&squares)).unwrap();
    assert!(!said.winning.is_every() && said.outcome == Outcome::Next);
    let [to] = said.winning.positions() else { panic!("one winning move is told") };
    assert_eq!(welter(to).unwrap().outcome, Outcome::Previous);
    let last = squares.pop().unwrap();
    let star = [squares, vec![UBig::ZERO, last]];
    let said =
        within("Star of Welter, 100,000 tokens", Duration::from_secs(3), || star_welter(&star)).unwrap();
    let [to] = said.winning.positions() else { panic!("one winning move is told") };
    assert_eq!(star_welter(to).unwrap().outcome, Outcome::Previous);
}
