//! Options computed from the numbers of a position, tested against visiting all options.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, GAMES, game, moves, parsed, piles};
use grundy::theorem::UBig;
use grundy::{Game, Position};
use std::collections::BTreeSet;

/// Small positions of a game: some samples and their followers.
fn some(game: &Game, size: u64, chance: &mut Chance) -> Vec<Position> {
    const MOST: usize = 150;
    let mut all: Vec<Position> = (0..12).map(|_| chance.position(game, size)).collect();
    let mut next = 0;
    while next < all.len() && all.len() < MOST {
        let here = all[next].clone();
        all.extend(moves(game.as_ref(), &here).into_iter().take(MOST - all.len()));
        next += 1;
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn options_are_computed_from_the_numbers() {
    for &(name, size) in GAMES {
        let (game, mut chance) = (game(name), Chance(11));
        let (mut legal, mut pairs) = (0, 0);
        for _ in 0..3 {
            let all = some(&game, size.min(6), &mut chance);
            for from in &all {
                let options: BTreeSet<Position> = moves(game.as_ref(), from).into_iter().collect();
                for to in options.iter().chain(&all) {
                    let told = game.is_option(from, to).unwrap();
                    assert_eq!(
                        told,
                        options.contains(to),
                        "{name}: {} -> {}",
                        game.show(from),
                        game.show(to)
                    );
                    legal += usize::from(told);
                    pairs += 1;
                }
            }
        }
        assert!(legal > 50 && pairs > legal + 50, "{name}: {legal} of {pairs}");
    }
}

#[test]
fn far_options_are_those_of_near_positions_moved_out() {
    // In these games a move depends only on the changes and on which number is larger, so a constant may be added to all.
    let far = UBig::from(10u8).pow(40);
    let out = |game: &Game, position: &Position| {
        let rows: Vec<String> = position
            .rows()
            .unwrap()
            .iter()
            .map(|row| row.iter().map(|n| (n + &far).to_string()).collect::<Vec<_>>().join(","))
            .collect();
        let text =
            if position.strips().is_some() { format!("[{}]", rows.join("],[")) } else { rows.concat() };
        grundy::parse(&format!("{} {text}", game.name())).unwrap().1
    };
    for name in [
        "nim",
        "silver-dollar",
        "welter",
        "sharing-nim",
        "graph-nim:edges=0>1,1-2",
        "wythoff",
        "r-wythoff",
        "fraenkel:a=3",
        "gurvich:a=2,b=3",
    ] {
        let (game, mut chance) = (game(name), Chance(12));
        let all = some(&game, 6, &mut chance);
        for from in &all {
            let far_from = out(&game, from);
            for to in &all {
                let near = game.is_option(from, to).unwrap();
                assert_eq!(
                    game.is_option(&far_from, &out(&game, to)).unwrap(),
                    near,
                    "{name} {from} -> {to}"
                );
            }
        }
    }
}

/// Every position that random choices can lead to, by trying all results of all draws.
pub fn by_every_draw(game: &Game, from: &Position) -> BTreeSet<Position> {
    let mut found = BTreeSet::new();
    let mut path: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut at = 0;
        let option = game
            .draw_option(from, &mut |below| {
                let below = u64::try_from(below).unwrap();
                assert!(below > 0, "a number below 0");
                if at == path.len() {
                    path.push((0, below));
                }
                at += 1;
                UBig::from(path[at - 1].0)
            })
            .unwrap();
        found.extend(option);
        while let Some((drawn, below)) = path.pop() {
            if drawn + 1 < below {
                path.push((drawn + 1, below));
                break;
            }
        }
        if path.is_empty() {
            return found;
        }
    }
}

#[test]
fn every_option_can_be_drawn_and_nothing_else() {
    for &(name, size) in GAMES {
        let (game, mut chance) = (game(name), Chance(13));
        for _ in 0..25 {
            let from = chance.position(&game, size);
            let options: BTreeSet<Position> = moves(game.as_ref(), &from).into_iter().collect();
            assert_eq!(by_every_draw(&game, &from), options, "{name} {}", game.show(&from));
        }
    }
}

/// Codes whose last digit is repeated: by it a heap may be taken whole, left as one heap, or split into two or three.
const TAILS: [&str; 11] = [
    "octal:0.3..",
    "octal:0.01..",
    "octal:0.1..",
    "octal:4.3..",
    "octal:0.004..",
    "octal:0.4..",
    "octal:0.0305..",
    "hexadecimal:0.08..",
    "hexadecimal:0.3f..",
    "all-but:{2}",
    "all-but:{1,5}",
];

#[test]
fn every_option_of_a_repeated_digit_can_be_drawn() {
    for name in TAILS {
        let game = game(name);
        for heap in 0..=12 {
            let from = piles(&game, &[heap]);
            let options: BTreeSet<Position> = moves(game.as_ref(), &from).into_iter().collect();
            assert_eq!(by_every_draw(&game, &from), options, "{name} {heap}");
            // Whatever is drawn, there is a move if the rules have one.
            let mut chance = Chance(15);
            for _ in 0..50 {
                let drawn = game.draw_option(&from, &mut |below| UBig::from(chance.below(u64::MAX)) % below);
                assert_eq!(drawn.unwrap().is_some(), !options.is_empty(), "{name} {heap}");
            }
        }
    }
}

/// The numbers to take are equally likely, those that repeat the last digit too.
#[test]
fn numbers_of_a_repeated_digit_are_drawn_uniformly() {
    const DRAWS: u64 = 20_000;
    for (name, heap) in
        [("all-but:{2}", 41), ("all-but:{1,5}", 42), ("octal:0.3..", 40), ("octal:0.03..", 41)]
    {
        let game = game(name);
        let from = piles(&game, &[heap]);
        let options = moves(game.as_ref(), &from);
        let (mut chance, mut counts) = (Chance(16), vec![0_u64; options.len()]);
        for _ in 0..DRAWS {
            let drawn = game.draw_option(&from, &mut |below| UBig::from(chance.below(u64::MAX)) % below);
            let drawn = drawn.unwrap().unwrap();
            counts[options.iter().position(|option| *option == drawn).unwrap()] += 1;
        }
        let mean = DRAWS / u64::try_from(options.len()).unwrap();
        let uniform = counts.iter().all(|count| (mean * 3 / 4..=mean * 5 / 4).contains(count));
        assert!(uniform, "{name}: {counts:?}");
    }
}

#[test]
fn far_positions_have_options_by_lot() {
    let far = "9".repeat(3000);
    for (text, any) in [
        (format!("nim 0,{far}"), true),
        (format!("star-nim 1,{far},5"), true),
        (format!("silver-dollar [0,1,{far}]"), true),
        (format!("star-silver-dollar [0,{far}],[1,2]"), true),
        (format!("shared-cells:k=3 [1],[2,{far}]"), true),
        (format!("welter [0,1,{far}]"), true),
        (format!("star-welter [0,1],[1,2,{far}]"), true),
        (format!("sharing-nim 3,{far},{far}"), true),
        (format!("graph-nim:edges=0>1 0,{far}"), false),
        (format!("wythoff {far},3"), true),
        (format!("r-wythoff 3,{far}"), true),
        (format!("gurvich:a=5,b=7 {far},{far}"), true),
        (format!("larsson:a=2,p=2 {far},{far}"), true),
        (format!("octal:0.01.. {far}"), true),
        (format!("octal:0.4.. 1,{far}"), true),
        (format!("all-but:{{3}} {far}"), true),
        (format!("nim 0 + wythoff {far},1 + nim 0"), true),
        (format!("wythoff@block=2 {far},1"), true),
        (format!("sharing-nim {far},{far}"), false),
    ] {
        let (game, from) = parsed(&text);
        let mut chance = Chance(14);
        for least in [true, false, false, false] {
            let option = game
                .draw_option(&from, &mut |below| {
                    if least { UBig::ZERO } else { UBig::from(chance.below(u64::MAX)) % below }
                })
                .unwrap();
            assert_eq!(option.is_some(), any, "{}", game.name());
            if let Some(to) = option {
                assert!(game.is_option(&from, &to).unwrap(), "{}", game.name());
                assert!(!game.is_option(&to, &from).unwrap(), "{}", game.name());
            }
        }
    }
}
