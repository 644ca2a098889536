//! Games of the catalogue at the edges: their largest parameters, smallest samples, random moves, identities and planes.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, game, moves, parsed, written};
use crate::options::by_every_draw;
use grundy::rules::RayGame;
use grundy::theorem::UBig;
use grundy::{Game, Guard, Plane, Position, Ray, Rays, Ruleset, Symmetric};
use std::collections::BTreeSet;
use std::sync::Arc;

/// All samples of a size, by trying all results of all draws.
fn samples(game: &dyn Ruleset, size: u64) -> BTreeSet<Position> {
    let mut found = BTreeSet::new();
    let mut path: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut at = 0;
        found.insert(game.sample(size, &mut |below| {
            assert!(below > 0, "a number below 0");
            if at == path.len() {
                path.push((0, below));
            }
            at += 1;
            path[at - 1].0
        }));
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

/// The numbers of the rows of a position.
fn rows(position: &Position) -> Vec<Vec<u64>> {
    let small = |row: Vec<UBig>| row.into_iter().map(|n| u64::try_from(&n).unwrap()).collect();
    position.rows().unwrap().into_iter().map(small).collect()
}

/// Samples are positions, with as many piles or strips and as large numbers as they should have. Some of them have a token on a cell that
/// strips share.
#[test]
fn samples_are_positions_of_all_sizes() {
    for (text, size, counts) in [
        ("nim", 1, 2..=3),
        ("nim", 0, 2..=3),
        ("star-nim", 2, 2..=3),
        ("wythoff", 3, 2..=2),
        ("silver-dollar", 3, 1..=1),
        ("star-silver-dollar", 2, 2..=3),
        ("star-welter", 2, 2..=3),
        ("shared-cells:k=1", 2, 2..=3),
        ("shared-cells:k=2", 3, 2..=3),
        ("crossed:map=0", 2, 2..=2),
        ("crossed:map=1-0", 3, 2..=2),
        ("crossed:map=1-2-0", 4, 2..=2),
    ] {
        let game = game(text);
        let (mut found, mut most) = (BTreeSet::new(), 0);
        for sample in samples(game.as_ref(), size) {
            let (_, read) = grundy::parse(&written(&game, &sample)).unwrap();
            assert_eq!(read, sample, "{text}");
            let rows = rows(&sample);
            found.insert(if sample.has_strips() { rows.len() } else { rows[0].len() });
            most = most.max(rows.into_iter().flatten().max().unwrap_or(0));
        }
        assert_eq!(most, size, "{text}");
        assert_eq!(found, counts.collect(), "piles or strips of {text}");
    }
    for (text, size, strip, cells) in [
        ("star-nim", 2, 0, 1),
        ("star-silver-dollar", 2, 0, 1),
        ("star-welter", 2, 0, 1),
        ("shared-cells:k=2", 3, 1, 2),
        ("crossed:map=1-0", 3, 0, 2),
        ("crossed:map=1-0", 3, 1, 2),
    ] {
        let on_shared = |sample: &Position| rows(sample)[strip].iter().any(|&square| square < cells);
        let all = samples(game(text).as_ref(), size);
        assert!(all.iter().any(on_shared), "{text}: no token on a shared cell");
        assert!(!all.iter().all(on_shared), "{text}: always a token on a shared cell");
    }
}

/// Most random positions of stars have no token on a shared cell: then theorems say more.
#[test]
fn few_samples_have_a_token_on_a_shared_cell() {
    for (text, low, high) in
        [("star-silver-dollar", 150, 350), ("star-welter", 150, 350), ("shared-cells:k=1", 230, 430)]
    {
        let (game, mut chance) = (game(text), Chance(31));
        let taken = (0..1_000).filter(|_| rows(&chance.position(&game, 9)).concat().contains(&0)).count();
        assert!((low..high).contains(&taken), "{text}: {taken} of 1000");
    }
}

/// Where the smallest tuples are no positions, larger ones are drawn.
#[test]
fn samples_avoid_holes() {
    let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
    let holes = vec![(0, 0), (0, 1), (1, 1)];
    let rays: Game = Arc::new(RayGame::new(Rays::new(vec![ray((1, 0)), ray((0, 1))], holes).unwrap()));
    let mut chance = Chance(32);
    for size in [0, 1, 2] {
        for _ in 0..50 {
            let numbers = chance.position(&rays, size);
            let numbers = numbers.piles().unwrap();
            assert!(![[0, 0], [0, 1], [1, 1]].contains(&[numbers[0], numbers[1]]), "{numbers:?}");
        }
    }
}

/// A random move of a heap is one of its options, and every option can be drawn: heaps that are all different, and three heaps.
#[test]
fn heaps_are_split_at_random() {
    for text in [
        "{heap n: a,b,c where a+b+c=n and 1<=a and 1<=b and 1<=c}",
        "{heap n: a,b,c where a+b+c=n and 1<=a<b and b<c}",
        "{heap n: a,b where a+b=n and 1<=a<b; a,b,c where a+b+c=n-1 and 1<=a<b and b<c; n-1}",
        "grundy-game",
        "all-but:{2}",
        "octal:4.7",
    ] {
        let game = game(text);
        assert!(game.heaps().unwrap().code().is_some(), "{text} has a code");
        for heap in 0..=16 {
            let (_, from) = parsed(&format!("{text} {heap}"));
            let options: BTreeSet<Position> = moves(game.as_ref(), &from).into_iter().collect();
            assert_eq!(by_every_draw(&game, &from), options, "{text} {heap}");
        }
    }
}

/// If there is a move, one is drawn, whatever the random numbers are.
#[test]
fn a_move_is_drawn_if_there_is_one() {
    for text in [
        "sharing-nim 0,1,3",
        "sharing-nim 2,2,3",
        "sharing-nim 5,3,4",
        "{heap n: n-i} 7",
        "all-but:{2} 7",
        "all-but:{2} 9,2",
    ] {
        let (game, from) = parsed(text);
        let any = !moves(game.as_ref(), &from).is_empty();
        let mut chance = Chance(33);
        for _ in 0..200 {
            let option = game.draw_option(&from, &mut |below| UBig::from(chance.below(u64::MAX)) % below);
            assert_eq!(option.unwrap().is_some(), any, "{text}");
        }
    }
}

/// Equal heaps have the same options, which are listed once.
#[test]
fn options_of_equal_heaps_are_listed_once() {
    for text in ["octal:0.77 3,3", "octal:0.77 2,3,3,3,5,5", "grundy-game 7,7"] {
        let (game, from) = parsed(text);
        let options = moves(game.as_ref(), &from);
        let different: BTreeSet<&Position> = options.iter().collect();
        assert_eq!(options.len(), different.len(), "{text}");
    }
}

/// The largest graph and the longest map are read, and one more is refused.
#[test]
fn the_largest_parameters_are_read() {
    assert!(grundy::game("graph-nim:edges=0-999").is_ok());
    let refused = grundy::game("graph-nim:edges=0-1000").unwrap_err().to_string();
    assert!(refused.contains("from 0 to 999"), "{refused}");
    let map = |count: u64| {
        let cells: Vec<String> = (0..count).map(|cell| cell.to_string()).collect();
        grundy::game(&format!("crossed:map={}", cells.join("-")))
    };
    assert!(map(64).is_ok());
    let refused = map(65).unwrap_err().to_string();
    assert!(refused.contains("at most 64 cells"), "{refused}");
}

/// A path of three vertices is known as one, with its centre, however its edges are written. Other graphs are not.
#[test]
fn paths_of_three_vertices_are_told_from_other_graphs() {
    let identity = |edges: &str| game(&format!("graph-nim:edges={edges}")).identity().unwrap();
    let other = identity("0-1,1-2,2-3");
    let mut paths = Vec::new();
    for (centre, spellings) in [
        ("0", ["0-1,0-2", "2-0,1-0", "0>1,1>0,2-0"]),
        ("1", ["0-1,1-2", "1-2,1-0", "1>2,2>1,1>0,0>1"]),
        ("2", ["0-2,1-2", "2-1,2-0", "2-1,0>2,2>0"]),
    ] {
        let found = spellings.map(identity);
        assert!(found.iter().all(|one| *one == found[0]), "centre {centre}");
        assert!(found[0] != other && !paths.contains(&found[0]), "centre {centre}");
        paths.push(found[0]);
    }
    for edges in ["0-1,1-2,2-0", "0-1,1>2,2>0", "0>1,1>2,2>0", "0-1", "0-1,2-3", "0-1,1>2", "0-1,0-2,0-3"] {
        assert_eq!(identity(edges), other, "{edges}");
    }
}

/// Games of the catalogue have an identity, and those with other rules another one.
#[test]
fn identities_differ() {
    let names = ["welter", "star-welter", "crossed:map=1-0", "crossed:map=0-1", "shared-cells:k=2", "nim"];
    let all: Vec<_> = names.iter().map(|name| (name, game(name).identity().unwrap())).collect();
    for (at, (name, identity)) in all.iter().enumerate() {
        assert!(all[..at].iter().all(|(_, other)| other != identity), "{name}");
    }
}

/// The slice of a game that a table shows, and whether half of it is enough: the values are symmetric then.
#[test]
fn planes_are_those_of_the_papers() {
    for (text, at, triangle) in [
        ("crossed:map=1-0", "[a],[b]", true),
        ("crossed:map=0-2-1", "[a],[b]", true),
        ("crossed:map=1-2-0", "[a],[b]", false),
        ("shared-cells:k=2", "[a],[b]", true),
        ("silver-dollar", "[a,b]", true),
        ("star-silver-dollar", "[a],[b]", true),
        ("welter", "[a,b]", true),
        ("graph-nim:edges=0-1", "a,b", false),
        ("graph-nim:edges=0-1,1-2", "0,a,b", false),
        ("octal:0.37", "a,b", true),
    ] {
        assert_eq!(game(text).plane(), Some(Plane { at, triangle }), "{text}");
    }
    assert_eq!(game("graph-nim:edges=0-1,1-2,2-3").plane(), None);
}

/// Names and normal forms that the text of a game has.
#[test]
fn rays_and_heaps_have_normal_forms() {
    let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
    let rays = Rays::new(vec![ray((1, 0)), ray((0, 1)), ray((1, 2))], Vec::new()).unwrap();
    let game = RayGame::new(rays.clone());
    assert_eq!(game.name(), rays.to_string());
    assert_eq!(game.normal_form().map(|form| form.to_string()), Some(rays.to_string()));
    assert_eq!(RayGame::new(Symmetric::WYTHOFF.into()).name(), Rays::from(Symmetric::WYTHOFF).to_string());
    let normal = |text: &str| crate::common::game(text).normal_form().map(|form| form.to_string());
    assert_eq!(normal("octal:0.37").as_deref(), Some("heaps 0.37"));
    assert_eq!(normal("{heap n: a,b where 1<=a<b and a+b=n}"), normal("grundy-game"));
    assert!(normal("grundy-game").unwrap().ends_with(", unequal"));
}

/// What may be blocked, in words.
#[test]
fn blocking_rules_are_told() {
    let told = |parameters: &str| game(&format!("gurvich:a=2,b=2,{parameters}")).blocking();
    assert_eq!(told("p=1,q=1"), None);
    for (parameters, words) in [
        ("p=3,q=2", "up to 2 on each diagonal and 1 on each row and column may be blocked"),
        ("p=2,q=1", "up to 1 on each diagonal may be blocked"),
        ("p=1,q=5", "up to 4 on each row and column may be blocked"),
        (
            "p=3,q=2,reading=as-written",
            "up to 2 of the moves (c,c) and 1 of the moves (d,0) and 1 of the moves (0,d) may be blocked",
        ),
        ("p=3,q=1,reading=as-written", "up to 2 of the moves (c,c) may be blocked"),
        (
            "p=1,q=2,reading=both-types",
            "up to 1 of the moves (d,0) and 1 of the moves (0,d) may be blocked, but no move of both types",
        ),
    ] {
        assert_eq!(told(parameters).as_deref(), Some(words), "{parameters}");
    }
}
