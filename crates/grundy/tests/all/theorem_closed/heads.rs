//! Theorem 2 of Farr & Ho: Star Silver Dollar as the sum of its heads and its tails, tested against the definition. The heads are
//! evaluated by the definition too, so that only the theorem is tested.

use super::said::{all_strips, big, bigs, long, small, strips_hold, within};
use crate::common::{Chance, cases, engine, game, moves, strips};
use grundy::theorem::farr_ho::{HeadsAndTails, Strips, THEOREM_2};
use grundy::theorem::{Said, UBig, Winning};
use grundy::{Game, Outcome, Position, Reference};
use proptest::prelude::*;
use std::time::Duration;

fn star_position(star: &Game, rows: &[Vec<UBig>]) -> Position {
    strips(star, &rows.iter().map(|row| small(row)).collect::<Vec<_>>())
}

/// The value of the heads, and their options that have the value of the tails, by definition.
fn by_definition(engine: &mut Reference, star: &Game, parts: &HeadsAndTails<'_>) -> (UBig, Winning<Strips>) {
    let heads = star_position(star, &parts.heads);
    let mut value = |position: &Position| UBig::from(engine.value(position).unwrap().0);
    let to_tails = moves(star.as_ref(), &heads).into_iter().filter(|option| value(option) == parts.tails);
    let to_tails = to_tails.map(|option| option.rows().unwrap()).collect();
    (value(&heads), Winning::Every(to_tails))
}

/// The answer of the theorem for a star, with heads by definition.
fn said(engine: &mut Reference, star: &Game, rows: &Strips) -> Said<Strips> {
    let parts = HeadsAndTails::new(rows).unwrap();
    assert_eq!(parts.is_reduced(), parts.heads == *rows, "{rows:?}");
    assert_eq!(parts.with_heads(&parts.heads), *rows);
    let (heads, to_tails) = by_definition(engine, star, &parts);
    let value = parts.value(&heads);
    let outcome = if value.is_zero() { Outcome::Previous } else { Outcome::Next };
    let why = parts.why("definition", Vec::new(), Some(&heads));
    let winning = parts.winning(&heads, &to_tails);
    Said { value: Some(value), more_than: None, outcome, theorems: vec![&THEOREM_2], why, winning }
}

/// The value and all winning moves of these strips.
fn holds(star: &Game, engine: &mut Reference, rows: &[Vec<u64>]) {
    let said = said(engine, star, &bigs(rows));
    assert!(said.winning.is_every());
    strips_hold(star, engine, rows, &said);
}

/// All strips of up to 4 tokens below `squares`.
fn short_strips(squares: u32) -> Vec<Vec<u64>> {
    all_strips(squares).into_iter().filter(|strip| strip.len() <= 4).collect()
}

fn is_position(rows: &[Vec<u64>]) -> bool {
    rows.iter().filter(|row| row.first() == Some(&0)).count() <= 1
}

#[test]
fn value_and_every_winning_move_of_up_to_three_strips() {
    let star = game("star-silver-dollar");
    let mut engine = engine(&star);
    let mut count = [0_u64; 3];
    let mut check = |rows: &[Vec<u64>]| {
        if is_position(rows) {
            count[rows.len() - 1] += 1;
            holds(&star, &mut engine, rows);
        } else {
            assert!(HeadsAndTails::new(&bigs(rows)).is_none(), "{rows:?} has two tokens on square 0");
        }
    };
    for a in short_strips(12) {
        check(&[a]);
    }
    let two = short_strips(7);
    for (i, a) in two.iter().enumerate() {
        two[i..].iter().for_each(|b| check(&[a.clone(), b.clone()]));
    }
    let three = short_strips(5);
    for (i, a) in three.iter().enumerate() {
        for (j, b) in three.iter().enumerate().skip(i) {
            three[j..].iter().for_each(|c| check(&[a.clone(), b.clone(), c.clone()]));
        }
    }
    println!("stars of one, two and three strips: {count:?}");
}

#[test]
fn what_is_no_position() {
    for rows in [vec![], vec![vec![4, 4], vec![1]], vec![vec![2], vec![5, 3]], vec![vec![0], vec![0, 2]]] {
        assert!(HeadsAndTails::new(&bigs(&rows)).is_none(), "{rows:?}");
    }
}

/// Example 2 of the paper, and its argument.
#[test]
fn the_example_of_the_paper() {
    let rows = bigs(&[vec![2], vec![2, 4, 7], vec![1, 4, 6, 10, 12, 17]]);
    let parts = HeadsAndTails::new(&rows).unwrap();
    assert_eq!((&parts.tails, parts.is_reduced()), (&UBig::from(5u8), false));
    let why = parts.why("definition", vec!["a reason".to_owned()], Some(&UBig::from(3u8)));
    let expected = [
        "tails: the gaps that count are 2, 3, 4; their nim-sum is 5",
        "heads: Star Silver Dollar [2],[2],[1,4], by definition",
        "a reason",
        "together 6",
    ];
    assert_eq!(why, expected);
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn larger_stars(seed: u64) {
        let mut chance = Chance(seed);
        let star = game("star-silver-dollar");
        let shape: &[(&[u64], u64)] =
            &[(&[5, 4], 10), (&[6, 3], 10), (&[7, 1], 10), (&[4, 2, 1], 8), (&[3, 3, 2], 7), (&[5, 0, 2], 9), (&[2, 2, 1, 2], 6)];
        let &(tokens, highest) = chance.pick(shape);
        let mut rows: Vec<Vec<u64>> = tokens.iter().map(|&tokens| chance.strip(tokens, 1, highest)).collect();
        if chance.below(4) == 0 {
            rows[0][0] = 0;
        }
        holds(&star, &mut engine(&star), &rows);
    }
}

/// Small heads of both kinds before tails of thousands of digits: every winning move leads to value 0, and a winning move exists.
#[test]
fn tails_of_thousands_of_digits() {
    let mut chance = Chance(11);
    let star = game("star-silver-dollar");
    let mut engine = engine(&star);
    for _ in 0..20 {
        let heads = [chance.strip(1, 1, 6), chance.strip(2, 1, 6), chance.strip(1, 1, 6)];
        let rows: Strips = heads
            .iter()
            .map(|head| {
                let mut tail: Vec<UBig> =
                    (0..chance.below(3) * 2).map(|_| long(&mut chance, 5_000)).collect();
                tail.sort_unstable();
                [big(head), tail].concat()
            })
            .collect();
        let limit = Duration::from_millis(50);
        within("heads and tails, 5,000 digits", limit, || HeadsAndTails::new(&rows).unwrap().tails);
        let before = said(&mut engine, &star, &rows);
        assert_eq!(before.winning.positions().is_empty(), before.outcome == Outcome::Previous);
        for to in before.winning.positions() {
            assert_eq!(said(&mut engine, &star, to).value, Some(UBig::ZERO));
            let changed: Vec<(&UBig, &UBig)> =
                rows.iter().flatten().zip(to.iter().flatten()).filter(|(from, to)| from != to).collect();
            assert!(changed.len() == 1 && changed[0].1 < changed[0].0, "one token is lowered");
        }
    }
}

/// With more than a thousand tokens one winning move is given.
#[test]
fn one_winning_move_of_very_many() {
    let star: Strips = vec![(1_u64..1_200).map(|square| UBig::from(square * square)).collect()];
    let parts = HeadsAndTails::new(&star).unwrap();
    let moves = parts.tail_moves(&UBig::from(1_u64 << 10));
    assert_eq!((moves.is_every(), moves.positions().len()), (false, 1));
    assert_eq!(
        HeadsAndTails::new(&moves.positions()[0]).unwrap().tails,
        parts.tails ^ UBig::from(1_u64 << 10)
    );
}
