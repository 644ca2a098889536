//! The parts of rules as text against their definitions: clauses, relations, runs, and the limits on the work with them.

use super::ends::Moves;
use super::linear::{Clause, Linear, Residue, Union, gcd};
use super::lower::Scope;
use super::moves::{Numbers, Run};
use super::{Written, relation};
use crate::notation::RawPosition;
use crate::notation::rules::{Place, parse_inline};
use crate::ruleset::progressions::Order;
use crate::ruleset::{Position, Ruleset, options};
use std::cell::Cell;
use std::collections::BTreeSet;

fn written(text: &str) -> Written {
    Written::new(parse_inline(text).unwrap(), &[]).unwrap()
}

fn form(coefficients: &[i64], constant: i64) -> Linear {
    Linear { coefficients: coefficients.iter().copied().collect(), constant }
}

fn forms(at_least_0: Vec<Linear>) -> Clause {
    Clause { at_least_0, residues: Vec::new() }
}

/// x leaves this remainder.
fn rest(rest: i64, modulus: i64) -> Clause {
    Clause { at_least_0: Vec::new(), residues: vec![Residue { form: form(&[1], 0), modulus, rest }] }
}

/// A random number generator: splitmix64.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + i64::try_from((z ^ (z >> 31)) % (high - low + 1).unsigned_abs()).unwrap()
    }

    fn form(&mut self) -> Linear {
        form(&[self.between(-3, 3), self.between(-3, 3)], self.between(-6, 6))
    }
}

#[test]
fn the_greatest_common_divisor_divides() {
    for (a, b) in (0..25).flat_map(|a| (0..25).map(move |b| (a, b))) {
        let divides = |d: &i64| a % d == 0 && b % d == 0;
        let greatest = if a.max(b) == 0 { Some(0) } else { (1..=a.max(b)).rfind(divides) };
        assert_eq!(Some(gcd(a, b)), greatest, "{a}, {b}");
    }
}

/// A clause that is simplified holds for the same numbers.
#[test]
fn simplified_clauses_hold_where_the_clause_does() {
    let mut dice = Dice(1);
    for _ in 0..3_000 {
        let at_least_0 = (0..dice.between(0, 3)).map(|_| dice.form()).collect();
        let residue = |dice: &mut Dice| {
            let modulus = dice.between(1, 5);
            let form = if dice.between(0, 4) == 0 { form(&[0, 0], dice.between(-6, 6)) } else { dice.form() };
            Residue { form, modulus, rest: dice.between(0, modulus - 1) }
        };
        let residues = (0..dice.between(0, 2)).map(|_| residue(&mut dice)).collect();
        let clause = Clause { at_least_0, residues };
        let simplified = clause.clone().simplified();
        for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
            let holds = simplified.as_ref().is_some_and(|clause| clause.holds(&[x, y]));
            assert_eq!(holds, clause.holds(&[x, y]), "{clause:?} at {x}, {y}");
        }
    }
}

/// Contradictions of bounds on one number are found, with a factor or a remainder, and forms that always hold are dropped.
#[test]
fn contradictions_of_bounds_are_found() {
    for (low, high) in (0..9).flat_map(|low| (0..9).map(move |high| (low, high))) {
        let any = |fits: &dyn Fn(i64) -> bool| (0..9).any(fits);
        for factor in 1..5 {
            let clause = forms(vec![form(&[factor], -low), form(&[-factor], high)]);
            let meets = any(&|x| (low..=high).contains(&(factor * x)));
            assert_eq!(clause.clone().simplified().is_some(), meets, "{clause:?}");
        }
        for (modulus, rest) in (2..5).flat_map(|modulus| (0..modulus).map(move |rest| (modulus, rest))) {
            let mut clause = forms(vec![form(&[1], -low), form(&[-1], high)]);
            clause.residues = vec![Residue { form: form(&[1], 0), modulus, rest }];
            let meets = any(&|x| (low..=high).contains(&x) && x % modulus == rest);
            assert_eq!(clause.clone().simplified().is_some(), meets, "{clause:?}");
        }
    }
    let always = vec![form(&[1, 0], 0), form(&[0, 0], 0), form(&[2, 3], 5), form(&[0, 1], 7)];
    assert_eq!(forms(always).simplified(), Some(Clause::default()));
}

#[test]
fn coefficients_and_clauses_are_limited() {
    let zero = Linear::constant(1, 0);
    for sign in [1, -1] {
        assert!(zero.offset(sign * 1_000_000_000_000).is_ok());
        assert!(zero.offset(sign * 1_000_000_000_001).is_err());
    }
    let clauses =
        |numbers: std::ops::Range<i64>| Union(numbers.map(|n| forms(vec![form(&[1], -n)])).collect());
    assert_eq!(clauses(1..2_001).and(&Union::always()).unwrap().0.len(), 2_000);
    assert!(clauses(1..2_002).and(&Union::always()).is_err());
    assert_eq!(clauses(1..1_001).or(clauses(1_001..2_001)).unwrap().0.len(), 2_000);
    assert!(clauses(1..1_001).or(clauses(1_001..2_002)).is_err());
}

#[test]
fn pairs_of_cases_are_limited() {
    let pairs = Cell::new(5);
    let scope = Scope { letters: &[], parameters: &[], place: Place::default(), pairs: &pairs };
    let spent: Vec<bool> = [3, 2, 0, 1].map(|pairs| scope.spend(pairs).is_ok()).to_vec();
    assert_eq!(spent, [true, true, true, false]);
}

/// A relation holds between a position and its options, and no others.
#[test]
fn relations_are_those_of_the_options() {
    const MOST: u64 = 9;
    for text in [
        "{x,y: x-2i,y where (i+y) mod 3 = 1; x-3i,y-2i}",
        "{x,y: x-2i,y-i where 3i <= y+1; x,y-j where 3j <= x}",
        "{x,y: x-2i,y+3i where 2i <= y; x,y-i where (2i+x) mod 4 = 2}",
        "{x,y where (x+y) mod 3 != 1: x-2i,y; x,y-3i; x-i,y-j where i = 2j}",
        "{x,y: x-i,y-j where 2i = 3j; x-1,y where x > 2y}",
        "{x,y: y,x where x > y; i,y where i < x}",
        "{x,y: x-1,y; x-i,y where i=j and i=j+k and k>=1 and j<=x}",
    ] {
        let game = written(text);
        let relation = game.relation().unwrap();
        let cells: Vec<[u64; 2]> = (0..=MOST).flat_map(|x| (0..=MOST).map(move |y| [x, y])).collect();
        for from in &cells {
            let listed: BTreeSet<Position> = game
                .position(&RawPosition::row(from))
                .map(|position| options(&game, &position, 1_000).unwrap().into_iter().collect())
                .unwrap_or_default();
            for to in &cells {
                let holds = relation.holds(&[from[0], from[1], to[0], to[1]]);
                assert_eq!(holds, listed.contains(&Position::from_piles(to)), "{text}: {from:?} to {to:?}");
            }
        }
    }
}

/// A proof that needs more steps than are allowed proves nothing.
#[test]
fn proofs_are_limited() {
    // x >= 3, y >= x + 1 and y <= 2.
    let clause = forms(vec![form(&[1, 0], -3), form(&[-1, 1], -1), form(&[0, -1], 2)]);
    assert!(relation::is_empty(&clause));
    assert!(relation::limited(1_000, || relation::is_empty(&clause)));
    assert!(!relation::limited(10, || relation::is_empty(&clause)));
    assert!(relation::is_empty(&clause));
}

/// A move with this many conditions besides that of its option, each with other factors.
fn conditions(count: usize) -> String {
    let all: Vec<String> = (1..=count).map(|k| format!("{k}i <= y+{k}")).collect();
    all.join(" and ")
}

/// The work on proofs that a game ends is limited by the squares of the numbers of conditions.
#[test]
fn games_with_many_conditions_have_no_measure() {
    let is_tried =
        |text: String| Moves::of(&Written::bare(parse_inline(&text).unwrap(), &[]).unwrap()).is_some();
    let two = |count| format!("{{x,y: x-i,y where {}}}", conditions(count));
    assert!(is_tried(two(180)));
    assert!(!is_tried(two(181)));
    let three = |count| format!("{{x,y,z: x-i,y,z where {}}}", conditions(count));
    assert!(is_tried(three(146)));
    assert!(!is_tried(three(147)));
    let twice =
        |one, other| format!("{{x,y: x-i,y where {}; x-i,y+1 where {}}}", conditions(one), conditions(other));
    assert!(is_tried(twice(127, 126)));
    assert!(!is_tried(twice(127, 127)));
}

/// Measures do not depend on what tuples that are no positions could do, nor on what follows the end of a run.
#[test]
fn measures_follow_from_the_moves() {
    for (text, found) in [
        ("{x,y where x != 8: x-i,y; x,y-i; x+1,y where x = 8}", Some("x + y")),
        ("{x: i where i < x}", Some("x")),
        ("{x,y: x-1,y; x,y-1; x-i,y where i=j and i=j+k and k>=1 and j<=x}", Some("x + y")),
        ("{x,y: x-i,y where i > x}", Some("y")),
    ] {
        assert_eq!(written(text).measure().map(|measure| measure.to_string()).as_deref(), found, "{text}");
    }
}

/// The region of a table is bounded as tightly as sums with small weights can.
#[test]
fn regions_are_bounded_by_the_tightest_sums() {
    let rules = written("{x,y: x-2,y+3; x+1,y-2}").progressions().unwrap();
    assert_eq!(rules.never_raised, [[2, 1], [3, 2]]);
    assert_ne!(rules.order, Order::Lexicographic);
    // Weights go up to 12 for two numbers, and to 3 for more.
    let rules = written("{x,y: x-i,y+7i; x,y-i}").progressions().unwrap();
    assert_eq!(rules.never_raised, [[1, 0], [7, 1]]);
    assert_eq!(rules.order, Order::Lexicographic);
    assert!(written("{x,y: x-i,y+13i; x,y-i}").progressions().is_none());
    assert!(written("{x,y,z: x-i,y+3i,z; x,y-i,z; x,y,z-i}").progressions().is_some());
    assert!(written("{x,y,z: x-i,y+4i,z; x,y-i,z; x,y,z-i}").progressions().is_none());
}

/// A run has its options, and no others.
#[test]
fn runs_have_their_options() {
    let numbers = |numbers: [i128; 2]| Numbers::from_slice(&numbers);
    for (a, b) in (-3..=3).flat_map(|a| (-3..=3).map(move |b| (a, b))) {
        let count = if (a, b) == (0, 0) { 1 } else { 4 };
        let run = Run { start: numbers([5, 6]), step: numbers([a, b]), count };
        let all: Vec<Numbers> = (0..count).map(|index| run.option(index)).collect();
        for (x, y) in (-8..20).flat_map(|x| (-8..20).map(move |y| (x, y))) {
            let place = numbers([x, y]);
            let index = (0..).zip(&all).find(|(_, option)| **option == place).map(|(index, _)| index);
            assert_eq!(run.index(&place), index, "{run:?} at {x}, {y}");
        }
    }
}

/// Options on a run through the position are all others on it.
#[test]
fn a_position_is_left_out_of_its_run() {
    let game = written("{x,y: i,y where i <= x+3}");
    for x in 0..6 {
        let position = game.position(&RawPosition::row(&[x, 1])).unwrap();
        let found: Vec<Position> = options(&game, &position, 100).unwrap();
        let expected = (0..=x + 3).filter(|&to| to != x).map(|to| Position::from_piles(&[to, 1]));
        assert_eq!(found, expected.collect::<Vec<_>>());
    }
}

/// Clauses that imply another one go, and of equal ones the first stays.
#[test]
fn unions_are_reduced() {
    let at_least = |least: i64| forms(vec![form(&[1], -least)]);
    let reduced = |clauses: &[Clause]| Union(clauses.to_vec()).reduced().0;
    assert_eq!(reduced(&[at_least(3), at_least(3)]), [at_least(3)]);
    assert_eq!(reduced(&[at_least(3), at_least(1), at_least(2)]), [at_least(1)]);
    assert_eq!(reduced(&[at_least(1), rest(0, 3), at_least(3)]), [at_least(1), rest(0, 3)]);
    assert_eq!(reduced(&vec![at_least(3); 256]).len(), 1);
    assert_eq!(reduced(&vec![at_least(3); 257]).len(), 257);
}

#[test]
fn numbers_are_in_the_classes_of_a_modulus() {
    let all = Union(vec![forms(Vec::new())]);
    let classes = |rests: &[i64]| Union(rests.iter().map(|&k| rest(k, 3)).collect());
    assert!(relation::is_inside(&all, &classes(&[0, 1, 2])));
    assert!(relation::is_inside(&all, &classes(&[2, 0, 1])));
    assert!(!relation::is_inside(&all, &classes(&[1, 2])));
    let twice = Clause { at_least_0: vec![form(&[1], 0)], ..rest(1, 3) };
    assert!(!relation::is_inside(&all, &Union(vec![rest(1, 3), twice])));
}
