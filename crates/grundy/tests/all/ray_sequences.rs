//! Positions of a value along any rays, against tables, the definition and the other algorithms.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::rules::RayGame;
use grundy::sequence::{Extent, Method, by_definition, by_kernel, by_rays, by_rows};
use grundy::table::Progress;
use grundy::{Budget, Error, Family, Game, Guard, Limit, Ray, Rays, Sequence, Table};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

fn on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn game(text: &str) -> Game {
    grundy::game(text).unwrap()
}

fn rows(game: &Game, value: u64, rows: u64) -> Result<Vec<(u64, u64)>, Error> {
    by_rays(game, value, Extent::Rows(rows), Budget::default(), &mut on)
}

/// Compares the first rows with a table of the ray engine as far as `max`.
fn assert_as_in_the_table(game: &Game, values: u64, first: u64, max: u64) {
    let table = Table::of(game).to(max).compute().unwrap();
    let symmetric = (0..=max).all(|x| (0..x).all(|y| at(&table, x, y) == at(&table, y, x)));
    for value in 0..=values {
        let found = rows(game, value, first).unwrap();
        assert!(found.is_sorted(), "{}", game.name());
        // A list of a symmetric game leaves out the mirror images.
        let listed = found.iter().all(|&(x, y)| x <= y);
        let cells = (0..first).flat_map(|x| (0..=max).map(move |y| (x, y)));
        let shown: Vec<(u64, u64)> = cells
            .filter(|&(x, y)| at(&table, x, y) == Some(value) && !(symmetric && listed && x > y))
            .collect();
        let within: Vec<(u64, u64)> = found.into_iter().filter(|&(_, y)| y <= max).collect();
        assert_eq!(within, shown, "{}, value {value}", game.name());
    }
}

fn at(table: &Table, x: u64, y: u64) -> Option<u64> {
    table.get(usize::try_from(x).unwrap(), usize::try_from(y).unwrap()).map(|nimber| nimber.0)
}

#[test]
fn positions_are_those_of_the_table() {
    for text in [
        "wythoff",
        "star-nim",
        "r-wythoff",
        "fraenkel:a=3",
        "gurvich:a=3,b=4",
        "gurvich:a=1,b=2",
        "exile",
        "gdwn:p=1,q=2",
        "{x,y: x-i,y; x,y-i; x-2i,y-i}",
        "{x,y: x-i,y; x,y-2i; x-i,y-i}",
        "{x,y: x,y-i where x+y>=9; x-i,y; x-i,y-i}",
        "{x,y: x,y-i; x-i,y where y>=3; x-3i,y+2i}",
        "{x,y where not (x=0 and y=0) and not (x=2 and y=1): x-i,y; x,y-i; x-2i,y-2i}",
    ] {
        assert_as_in_the_table(&game(text), 9, 40, 240);
    }
}

#[test]
fn positions_are_those_of_the_definition_and_of_the_other_algorithms() {
    for text in ["exile", "gdwn:p=1,q=2", "gurvich:a=2,b=3", "{x,y: x-i,y; x,y-3i; x-i,y-i}", "r-wythoff"] {
        let game = game(text);
        for value in 0..4 {
            let slow = by_definition(&game, value, 12, Budget::default()).unwrap();
            let fast = by_rays(&game, value, Extent::Count(12), Budget::default(), &mut on).unwrap();
            assert_eq!(fast, slow, "{text}, value {value}");
            assert_eq!(Sequence::of(&game).value(value).count(12).unwrap(), slow, "{text}, value {value}");
        }
    }
    for text in ["nim", "star-nim", "wythoff", "r-wythoff"] {
        for value in [0, 1, 5] {
            let fast = by_rows(&game(text), value, Extent::Rows(2_000), &mut on).unwrap();
            assert_eq!(rows(&game(text), value, 2_000).unwrap(), fast, "{text}, value {value}");
        }
    }
    for (a, b) in [(1, 1), (2, 3), (5, 2)] {
        let fast = by_kernel(Family::plain(a, b), Extent::Rows(2_000), Budget::default(), &mut on).unwrap();
        assert_eq!(rows(&game(&format!("gurvich:a={a},b={b}")), 0, 2_000).unwrap(), fast);
    }
    assert_eq!(Sequence::of(&game("exile")).method(), Method::Rays);
    assert_eq!(Sequence::of(&game("gurvich:a=2,b=3")).value(1).method(), Method::Rays);
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let wrong = |text: &str| rows(&game(text), 0, 10).unwrap_err().to_string();
    assert!(wrong("{x,y: x-i,y}").contains("row 0 of this game may have infinitely many"));
    let plain = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
    let of = |rays: Vec<Ray>| -> Game { Arc::new(RayGame::new(Rays::new(rays, Vec::new()).unwrap())) };
    let low = Ray { guard: Guard { x: -1, y: 0, least: -1 }, ..plain((0, 1)) };
    let low = rows(&of(vec![low, plain((1, 0))]), 0, 10).unwrap_err();
    assert!(low.to_string().contains("row 2 of this game"));
    assert!(wrong("{x,y: x-i,y; x,y-i; x+i,y-i}").contains("raises the first number"));
    assert!(wrong("silver-dollar").contains("two numbers and moves along rays"));
    let far = rows(&of(vec![plain((0, 1)), plain((1, 0)), plain((1, 1 << 40))]), 0, 10).unwrap_err();
    assert!(matches!(far, Error::Limit(Limit::Memory { .. })), "{far}");
    let stopped =
        by_rays(
            &game("exile"),
            3,
            Extent::Count(1 << 30),
            Budget::default(),
            &mut |_| ControlFlow::Break(()),
        );
    assert!(matches!(stopped, Err(Error::Cancelled)));
}

/// A ray that does not raise the first number.
fn some_ray() -> impl Strategy<Value = Ray> {
    let guard = prop_oneof![
        3 => Just(Guard::ALWAYS),
        1 => (-2i64..3, -2i64..3, -3i64..6).prop_map(|(x, y, least)| Guard { x, y, least }),
    ];
    let step = prop_oneof![
        (1i64..4, -3i64..4).prop_map(|step| (step, 1)),
        prop_oneof![Just((1, 0)), Just((0, 1)), Just((1, 1))].prop_flat_map(|step| (Just(step), 1u64..4)),
        (1i64..4).prop_map(|d| ((0, d), 1)),
    ];
    (step, guard).prop_map(|((step, width), guard)| Ray { step, guard, width })
}

proptest! {
    #[test]
    fn positions_of_random_rays_are_those_of_the_table(
        some in prop::collection::vec(some_ray(), 0..4),
        d in 1i64..3,
        holes in prop::collection::vec((0u64..5, 0u64..5), 0..2),
    ) {
        let last = Ray { step: (0, d), guard: Guard::ALWAYS, width: 1 };
        let rays = Rays::new(some.into_iter().chain([last]).collect(), holes);
        prop_assume!(rays.is_ok());
        let game: Game = Arc::new(RayGame::new(rays.unwrap()));
        assert_as_in_the_table(&game, 3, 14, 60);
    }
}
