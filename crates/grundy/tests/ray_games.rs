//! User-defined games of rays: the ray engine is tested against the definition and the games of the papers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::rules::RayGame;
use grundy::solve::rays::{How, Simd};
use grundy::{Budget, Element, Engine, Game, Guard, Ray, Rays, Table, Template};
use proptest::prelude::*;
use std::sync::Arc;

fn ray(step: (i64, i64), guard: Guard, width: u64) -> Ray {
    Ray { step, guard, width }
}

fn plain(step: (i64, i64)) -> Ray {
    ray(step, Guard::ALWAYS, 1)
}

fn game(rays: Vec<Ray>, holes: &[(u64, u64)]) -> Template {
    template(Rays::new(rays, holes.to_vec()).unwrap())
}

fn template(rays: Rays) -> Template {
    let game: Game = Arc::new(RayGame::new(rays));
    Template::of_game(&game).unwrap()
}

fn table(template: &Template, max: u64, engine: Engine, simd: Simd) -> Table {
    let table = Table::of(template).to(max).engine(engine).element(Element::U32);
    let how = How { simd, threads: 2, wide: false };
    table.how(how).budget(Budget::of_positions(20_000_000)).compute().unwrap()
}

/// Compares the engine, with every instruction set, with the definition.
fn assert_twins(template: &Template, max: u64) {
    let slow = table(template, max, Engine::Definition, Simd::best());
    for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
        assert_eq!(table(template, max, Engine::Rays, simd), slow, "{} by {simd:?}", template.game().name());
    }
}

/// A game of a paper, its rays, and its holes.
type Named<'a> = (&'a str, Vec<Ray>, &'a [(u64, u64)]);

fn wide(a: u64, b: u64) -> Vec<Ray> {
    vec![ray((1, 0), Guard::ALWAYS, b), ray((0, 1), Guard::ALWAYS, b), ray((1, 1), Guard::ALWAYS, a)]
}

#[test]
fn the_games_of_the_papers_as_rays() {
    let larger = vec![ray((1, 0), Guard::AT_LEAST, 1), ray((0, 1), Guard::AT_MOST, 1), plain((1, 1))];
    let games: [Named<'_>; 6] = [
        ("nim", vec![plain((1, 0)), plain((0, 1))], &[]),
        ("star-nim", vec![plain((1, 0)), plain((0, 1))], &[(0, 0)]),
        ("wythoff", wide(1, 1), &[]),
        ("r-wythoff", larger, &[]),
        ("gurvich:a=3,b=2", wide(3, 2), &[]),
        ("fraenkel:a=4", wide(4, 1), &[]),
    ];
    for (name, rays, holes) in games {
        let built_in = table(&Template::parse(name).unwrap(), 90, Engine::Best, Simd::best());
        let made_up = game(rays.clone(), holes);
        assert!(made_up.geometry().unwrap().symmetric().is_some(), "{name} has its place in the fast engine");
        assert_eq!(table(&made_up, 90, Engine::Rays, Simd::best()), built_in, "{name}");
        assert_twins(&made_up, 25);
        // A repeated ray changes only the engine.
        let twice = game([&rays[..], &rays[..1]].concat(), holes);
        assert!(twice.geometry().unwrap().symmetric().is_none());
        assert_eq!(table(&twice, 90, Engine::Rays, Simd::best()), built_in, "{name} without its symmetry");
    }
}

#[test]
fn values_beyond_the_first_width_of_the_sets() {
    // With width 9, values soon exceed 2 max, and the sets have to grow.
    let asymmetric = game(vec![ray((1, 1), Guard::ALWAYS, 9), ray((1, 0), Guard::ALWAYS, 7)], &[]);
    assert_twins(&asymmetric, 40);
    let steps = game(vec![plain((1, 2)), plain((2, 1)), plain((3, 0)), plain((0, 5))], &[(1, 1), (2, 0)]);
    assert_twins(&steps, 60);
}

fn guards() -> impl Strategy<Value = Guard> {
    let named = vec![Guard::ALWAYS, Guard::AT_LEAST, Guard::AT_MOST, Guard::MORE, Guard::LESS];
    let any = (-3i64..4, -3i64..4, -9i64..10).prop_map(|(x, y, least)| Guard { x, y, least });
    prop_oneof![3 => prop::sample::select(named), 1 => any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_rays(
        rays in prop::collection::vec((0i64..4, 0i64..4, guards(), 1u64..5), 1..8),
        holes in prop::collection::vec((0u64..6, 0u64..6), 0..3),
        max in 0u64..26,
    ) {
        let rays: Vec<Ray> = rays
            .into_iter()
            .filter(|&(x, y, ..)| x > 0 || y > 0)
            .map(|(x, y, guard, width)| {
                let straight = [(1, 0), (0, 1), (1, 1)].contains(&(x, y));
                ray((x, y), guard, if straight { width } else { 1 })
            })
            .collect();
        if let Ok(rays) = Rays::new(rays, holes) {
            assert_twins(&template(rays), max);
        }
    }
}

#[test]
fn what_is_no_game() {
    let wrong = |rays: Vec<Ray>| Rays::new(rays, Vec::new()).unwrap_err().message;
    assert!(wrong(vec![]).contains("not 0"));
    assert!(wrong(vec![plain((1, 0)); 9]).contains("not 9"));
    assert!(wrong(vec![plain((0, 0))]).contains("takes nothing"));
    assert!(wrong(vec![ray((1, 0), Guard::ALWAYS, 0)]).contains("at least 1"));
    assert!(wrong(vec![ray((1, 2), Guard::ALWAYS, 2)]).contains("2 wide"));
    assert!(wrong(vec![plain((-1, 0))]).contains("takes nothing"));
    assert!(wrong(vec![plain((1, -1)), plain((-1, 1))]).contains("may not end"));
    assert!(wrong(vec![plain((1, -5)), plain((-5, 1))]).contains("may not end"));
    assert!(wrong(vec![plain((2, -3)), plain((-2, 3))]).contains("may not end"));
    assert!(Rays::new(vec![plain((2, -1)), plain((-1, 2))], Vec::new()).is_ok());
    assert!(Rays::new(vec![plain((i64::MAX, -1)), plain((1, i64::MIN)), plain((0, 1))], Vec::new()).is_ok());
}
