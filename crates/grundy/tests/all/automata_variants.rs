//! Relations against brute force, and automata of Sharing Nim and of variants of Wythoff's game against tables and the definition.
#![expect(clippy::unwrap_used, reason = "tests")]

use dashu_int::UBig;
use grundy::automaton::{
    Dfa, Found, NONE, Numeration, Relation, Room, Variant, Wrong, facts, numbered, other, proved, svg,
    with_difference,
};
use grundy::sharing_nim::members;
use grundy::{Nimber, Table};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const ROOM: Room<'static> = Room::WIDE;

fn holds(relation: &Relation, numbers: &[i32]) -> bool {
    relation.has(&numbers.iter().map(|&number| UBig::try_from(number).unwrap()).collect::<Vec<_>>())
}

#[test]
fn relations_are_what_they_say() {
    let numerations =
        ["zeckendorf", "base-2", "base-3", "base-6", "ostrowski-2", "ostrowski-3", "ostrowski-5"];
    for numeration in numerations.map(|name| name.parse::<Numeration>().unwrap()) {
        let less = Relation::less(numeration, ROOM).unwrap();
        let sum = Relation::linear(numeration, &[1, 1, -1], 0, ROOM).unwrap();
        let odd = Relation::linear(numeration, &[2, -3], 5, ROOM).unwrap();
        let back = Relation::linear(numeration, &[1, -1], -4, ROOM).unwrap();
        // Some z < y with x + z = y, that is 0 < x <= y.
        let parts: &[(&Relation, &[u32])] = &[(&sum, &[0, 2, 1]), (&less, &[2, 1])];
        let both = Relation::combined(numeration, 3, parts, |at| at[0] && at[1], ROOM).unwrap();
        let some = both.exists(2, ROOM).unwrap();
        let neither = Relation::combined(
            numeration,
            2,
            &[(&less, &[0, 1]), (&less, &[1, 0])],
            |at| at == [false; 2],
            ROOM,
        )
        .unwrap();
        for x in 0..30 {
            for y in 0..30 {
                assert_eq!(holds(&less, &[x, y]), x < y, "{numeration:?} {x} {y}");
                assert_eq!(holds(&odd, &[x, y]), 2 * x - 3 * y == 5, "{numeration:?} {x} {y}");
                assert_eq!(holds(&back, &[x, y]), x - y == -4, "{numeration:?} {x} {y}");
                assert_eq!(holds(&some, &[x, y]), 0 < x && x <= y, "{numeration:?} {x} {y}");
                assert_eq!(holds(&neither, &[x, y]), x == y, "{numeration:?} {x} {y}");
            }
        }
        let none = Relation::linear(numeration, &[1, 1], -1, ROOM).unwrap();
        assert!(none.is_empty() && none.witness(ROOM).unwrap().is_none());
        assert_eq!(odd.witness(ROOM).unwrap().unwrap(), [4_u8, 1].map(UBig::from));
    }
}

/// Leading zeros that matter are refused.
#[test]
fn relations_do_not_depend_on_leading_zeros() {
    let dfa = Dfa::new(2, vec![1, NONE, NONE, NONE], vec![false, true]).unwrap();
    assert_eq!(Relation::new(Numeration::Base(2), 1, &dfa, ROOM).unwrap(), None);
}

fn proved_sets(variant: &Variant, largest: usize, bound: u32) -> Vec<Relation> {
    let found = variant.learn(largest, bound, 3_000, ROOM).unwrap();
    let set = |found: Found| if let Found::Proved { set, .. } = found { Some(set) } else { None };
    found.into_iter().filter_map(set).collect()
}

#[test]
fn values_0_and_1_of_sharing_nim_are_automatic_in_base_2() {
    const BOUND: u64 = 5_000;
    let sets = proved_sets(&Variant::SharingNim, 1, 1 << 14);
    assert_eq!(sets.iter().map(Relation::states).collect::<Vec<_>>(), [3, 8]);
    for (value, set) in (0..).zip(&sets) {
        let all = members(value, BOUND, usize::MAX, &mut |_| ControlFlow::Continue(())).unwrap();
        let all: BTreeSet<(u64, u64)> = all.into_iter().collect();
        for b in 0..=BOUND {
            for a in (0..=b / 2).filter(|a| *a < 40 || b < 300) {
                assert_eq!(set.has(&[a, b].map(UBig::from)), all.contains(&(a, b)), "{value}: 0,{a},{b}");
            }
        }
    }
    // Value 2 is left open.
    let open = Variant::SharingNim.learn(2, 1 << 12, 3_000, ROOM).unwrap();
    assert!(matches!(open[..], [Found::Proved { .. }, Found::Proved { .. }, Found::Open { .. }]));
}

fn variant(game: &str, block: usize, numeration: &str) -> Variant {
    let game = grundy::game(game).unwrap();
    let geometry = game.geometry(&[2]).unwrap();
    Variant::rays(geometry.rays().unwrap(), block, numeration.parse().unwrap()).unwrap()
}

/// Automata of the values up to one against the values by the rules.
fn agree_with(game: &str, variant: &Variant, largest: usize, bound: u32, size: u64) {
    let game = grundy::game(game).unwrap();
    let sets = proved_sets(variant, largest, bound);
    assert_eq!(sets.len(), largest + 1, "{} is open", game.name());
    let table = Table::of(&game).to(size).compute().unwrap();
    for x in 0..=size {
        for y in if variant.is_sorted() { x } else { 0 }..=size {
            let at = [x, y].map(|number| usize::try_from(number).unwrap());
            for (value, set) in (0..).zip(&sets) {
                let has = table.get(at[0], at[1]) == Some(Nimber(value));
                assert_eq!(set.has(&[x, y].map(UBig::from)), has, "{} {x},{y}: {value}", game.name());
            }
        }
    }
}

#[test]
fn p_positions_of_variants_agree_with_the_rules() {
    const HOLES: &str = "{x,y where x+y > 0: x-i,y; x,y-i; x-i,y-i}";
    for game in ["terminal-wythoff:k=0", "terminal-wythoff:k=3", "terminal-wythoff:k=9", HOLES] {
        agree_with(game, &variant(game, 1, "zeckendorf"), 0, 46_368, 200);
    }
    agree_with("wythoff@block=2", &variant("wythoff", 2, "zeckendorf"), 0, 2_584, 24);
    agree_with("wythoff@block=3", &variant("wythoff", 3, "zeckendorf"), 0, 2_584, 24);
}

/// Values of R-Wythoff, by two texts of its rules.
#[test]
fn values_of_r_wythoff_are_automatic() {
    agree_with("r-wythoff", &variant("r-wythoff", 1, "zeckendorf"), 3, 317_811, 200);
    let [one, other] = ["restricted", "r-wythoff"].map(|game| variant(game, 1, "zeckendorf"));
    assert_eq!(one.positions(2, 300, ROOM).unwrap(), other.positions(2, 300, ROOM).unwrap());
}

/// Fraenkel's games in their own numeration systems.
#[test]
fn p_positions_of_fraenkel_are_automatic() {
    for a in 2..=5 {
        let game = format!("fraenkel:a={a}");
        agree_with(&game, &variant(&game, 1, &format!("ostrowski-{a}")), 0, 20_000, 200);
    }
}

/// The two provers agree on values 0 and 1 of Wythoff's game, and a position that is added or removed is found.
#[test]
fn wythoff_is_proved_in_two_ways() {
    let wythoff = variant("wythoff", 1, "zeckendorf");
    let set =
        |value: usize| Relation::new(Numeration::ZECKENDORF, 2, &proved()[value], ROOM).unwrap().unwrap();
    let (zero, one) = (set(0), set(1));
    assert!(wythoff.check(&[], &zero, ROOM).unwrap().is_ok());
    assert!(wythoff.check(&[&zero], &one, ROOM).unwrap().is_ok());
    assert!(matches!(wythoff.check(&[], &one, ROOM).unwrap(), Err(Wrong::Accepted(..) | Wrong::Missing(..))));
    for (x, y) in [(1, 2), (3, 5), (4, 4), (0, 7)] {
        let point = |number| Relation::linear(Numeration::ZECKENDORF, &[1], number, ROOM).unwrap();
        let parts: &[(&Relation, &[u32])] = &[(&zero, &[0, 1]), (&point(x), &[0]), (&point(y), &[1])];
        let changed =
            Relation::combined(Numeration::ZECKENDORF, 2, parts, |at| at[0] != (at[1] && at[2]), ROOM)
                .unwrap();
        let (x, y) = (UBig::try_from(x).unwrap(), UBig::try_from(y).unwrap());
        match wythoff.check(&[], &changed, ROOM).unwrap() {
            Err(Wrong::Missing(p, q)) if zero.has(&[x.clone(), y.clone()]) => assert_eq!((p, q), (x, y)),
            // The position that is accepted has an option that is, or is an option of one.
            Err(Wrong::Accepted(p, q)) => assert!(changed.has(&[p, q])),
            other => panic!("{other:?}"),
        }
    }
}

/// The automata of other games with a point removed, and with an accepting state changed: all are refused, with a position that shows it.
#[test]
fn planted_errors_of_other_games_are_found() {
    let games = [
        ("r-wythoff", "zeckendorf", 1_usize),
        ("fraenkel:a=2", "ostrowski-2", 1),
        ("fraenkel:a=3", "ostrowski-3", 0),
        ("nimhof:a=1,b=2", "base-2", 1),
        ("terminal-wythoff:k=3", "zeckendorf", 0),
    ];
    for (game, numeration, largest) in games {
        let variant = variant(game, 1, numeration);
        let sets = proved_sets(&variant, largest, 20_000);
        let [smaller @ .., set] = &sets[..] else { panic!("{game} is open") };
        let smaller: Vec<&Relation> = smaller.iter().collect();
        assert!(variant.check(&smaller, set, ROOM).unwrap().is_ok(), "{game}");
        let numeration = variant.numeration();
        let members = (0..40_u8).flat_map(|x| (0..60_u8).map(move |y| [x, y].map(UBig::from)));
        let members: Vec<[UBig; 2]> = members.filter(|at| set.has(at)).collect();
        assert!(members.len() > 5, "{game}");
        for [x, y] in [&members[1], &members[5]] {
            let point = |number: &UBig| {
                Relation::linear(numeration, &[1], i32::try_from(number).unwrap(), ROOM).unwrap()
            };
            let parts: &[(&Relation, &[u32])] = &[(set, &[0, 1]), (&point(x), &[0]), (&point(y), &[1])];
            let without =
                Relation::combined(numeration, 2, parts, |at| at[0] && !(at[1] && at[2]), ROOM).unwrap();
            let found = variant.check(&smaller, &without, ROOM).unwrap();
            assert_eq!(found, Err(Wrong::Missing(x.clone(), y.clone())), "{game}");
        }
        let dfa = set.dfa();
        let states = u32::try_from(dfa.states()).unwrap();
        let next = (0..states).flat_map(|state| dfa.all_symbols().map(move |symbol| dfa.step(state, symbol)));
        let next: Vec<u32> = next.collect();
        for place in 0..states.min(12) {
            let accepts = (0..states).map(|state| dfa.accepts(state) != (state == place)).collect();
            let flipped = Dfa::new(dfa.symbols(), next.clone(), accepts).unwrap();
            let Some(flipped) = Relation::new(numeration, 2, &flipped, ROOM).unwrap() else { continue };
            match variant.check(&smaller, &flipped, ROOM).unwrap() {
                Err(Wrong::Form) => {}
                Err(Wrong::Accepted(x, y)) => assert!(flipped.has(&[x, y]), "{game} {place}"),
                Err(Wrong::Missing(x, y)) => assert!(!flipped.has(&[x, y]), "{game} {place}"),
                Ok(_) => panic!("{game}: state {place} is changed, and nothing is found"),
            }
        }
    }
}

/// The n-th position by walks through the automata, against the first ones and far out.
#[test]
fn positions_are_found_by_their_number() {
    let one = &proved()[1];
    let rows = numbered(&proved()[..2], ROOM).unwrap().unwrap();
    let mut n = 0_u32;
    for x in 0..1_500_u32 {
        let Some(y) = other(one, 0, &UBig::from(x)) else { continue };
        assert_eq!(other(rows.dfa(), 0, &UBig::from(n)), Some(UBig::from(x)), "{n}");
        assert_eq!(other(one, 1, &y), Some(UBig::from(x)));
        assert_eq!(with_difference(one, &(&y - x)), Some((UBig::from(x), y)));
        n += 1;
    }
    // Row x is the n-th with n of about x/φ.
    assert_eq!(n, 928);
    let far = UBig::from(10u8).pow(100);
    let x = other(rows.dfa(), 0, &far).unwrap();
    let next = other(rows.dfa(), 0, &(&far + 1u8)).unwrap();
    assert!(x < next && next <= &x + 4u8);
    // The rows between have no position with x <= y.
    let mut between = &x + 1u8;
    while between < next {
        assert_eq!(other(one, 0, &between), None);
        between += 1u8;
    }
    assert!(other(one, 0, &x).is_some_and(|y| y > x));
}

/// The facts of value 1 against its first rows.
#[test]
fn facts_are_those_of_the_first_rows() {
    const ROWS: u64 = 3_000;
    let facts = facts(&proved()[..2], ROOM).unwrap().unwrap();
    let [zero, one] = [0, 1].map(|value: usize| {
        let has = |x: u64, y: u64| proved()[value].has(Numeration::ZECKENDORF.word(&[x, y].map(UBig::from)));
        // Positions are near the line y = φx.
        let near =
            |x: u64| (x.max(x * 8 / 5)..=x * 13 / 8 + 8).chain((x * 8 / 5).saturating_sub(8)..x * 8 / 5);
        (0..ROWS).filter_map(|x| near(x).find(|&y| y >= x && has(x, y)).map(|y| (x, y))).collect::<Vec<_>>()
    });
    let signed = |number: u64| i32::try_from(number).unwrap();
    let mut seen = [const { BTreeSet::new() }; 3];
    for (n, ((x, y), (a, b))) in (0..).zip(one.iter().zip(&zero)) {
        seen[0].insert(signed(*y) - signed(*x) - n);
        seen[1].insert(signed(*x) - signed(*a));
        seen[2].insert(signed(*y) - signed(*b));
    }
    assert_eq!(seen, [facts.differences, facts.rows, facts.columns]);
    assert!(facts.each_once);
    // y - φx of the first rows is inside the bounds, and near them somewhere.
    let phi = f64::midpoint(1.0, 5_f64.sqrt());
    let distance = |&(x, y): &(u64, u64)| f64::from(signed(y)) - phi * f64::from(signed(x));
    let least = one.iter().map(distance).fold(f64::INFINITY, f64::min);
    let greatest = one.iter().map(distance).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = facts.distances;
    let [low, high] = [low, high].map(|bound| bound.decimals(9).parse::<f64>().unwrap());
    assert!(low <= least && least < low + 0.1, "{low} {least}");
    assert!(high >= greatest && greatest > high - 0.1, "{high} {greatest}");
}

#[test]
fn small_automata_are_drawn() {
    let picture = svg(&proved()[0], "a < b").unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    // Four states, two of which accept; five lines besides the one to the first state, with a label each.
    assert_eq!(picture.matches("<circle").count(), 6);
    assert_eq!(picture.matches("<path").count(), 2 + 7);
    assert_eq!(picture.matches("<text").count(), 4 + 7);
    assert!(picture.contains("<title>a &lt; b</title>"));
    assert_eq!(svg(&proved()[1], ""), None);
}
