//! Games are identified by their rules: no theorem applies to a ruleset of another crate, whatever its name.

use grundy::catalog::GAMES;
use grundy::notation::{InputError, RawPosition};
use grundy::rules::RayGame;
use grundy::ruleset::{Stop, Visitor};
use grundy::theorem::UBig;
use grundy::{
    Board, Game, Guard, Limits, Nimber, Position, Ray, Rays, Reference, Ruleset, Symmetric, answer,
};
use std::sync::Arc;

/// Take 1 to 3 counters from the last pile. It has the name of another game.
#[derive(Debug)]
struct Impostor(String);

impl Ruleset for Impostor {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn position(&self, _: &RawPosition) -> Result<Position, InputError> {
        Err(InputError::whole("positions are made by from_piles"))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = position.piles().expect("positions have piles");
        let (last, rest) = piles.split_last().expect("there is a pile");
        for taken in 1..=3.min(*last) {
            visit(&Position::from_piles(&[rest, &[last - taken]].concat()))?;
        }
        Ok(())
    }

    fn board(&self) -> Board {
        Board::Piles
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position::from_piles(&[draw(size + 1)])
    }
}

#[test]
fn no_name_brings_a_theorem() {
    let names = GAMES
        .iter()
        .flat_map(|entry| [entry.name.to_owned(), entry.notation.to_owned(), entry.example.to_owned()]);
    for name in names {
        let game: Game = Arc::new(Impostor(name.clone()));
        assert_eq!((game.identity(), game.geometry(&[2]).is_none()), (None, true), "{name}");
        for piles in [&[4][..], &[7], &[3, 4], &[2, 9], &[1, 2, 3], &[0, 5, 8], &[500, 800]] {
            let here = answer(&game, &Position::from_piles(piles), Limits::default()).unwrap();
            let last = piles.last().expect("there is a pile");
            assert_eq!(here.value, Some(UBig::from(last % 4)), "{name} {piles:?} by {}", here.by);
            assert!(here.by.starts_with("definition"), "{name} {piles:?} by {}", here.by);
        }
    }
}

/// A game of rays is identified as the game of the catalogue with the same rays, whatever its name. Others have no identity.
#[test]
fn rays_are_known_by_what_they_are() {
    let ray = |step, guard, width| Ray { step, guard, width };
    let made = |rays: Vec<Ray>, holes: Vec<(u64, u64)>| -> Game {
        Arc::new(RayGame::new(Rays::new(rays, holes).unwrap()))
    };
    let plain = |step| ray(step, Guard::ALWAYS, 1);
    for shape in [
        Symmetric::NIM,
        Symmetric::STAR_NIM,
        Symmetric::WYTHOFF,
        Symmetric::R_WYTHOFF,
        Symmetric::nim_ab(2, 3),
        Symmetric::nim_ab(3, 1),
    ] {
        let game: Game = Arc::new(RayGame::new(shape.into()));
        let named = grundy::game(&shape.name()).unwrap();
        assert_eq!(game.identity(), named.identity(), "{shape:?}");
        assert_eq!(Rays::from(shape).symmetric(), Some(shape));
        assert_eq!(named.geometry(&[2]).and_then(|geometry| geometry.symmetric()), Some(shape));
        let mut twin = Reference::new(Game::clone(&game), grundy::Budget::default());
        for (x, y) in [(3, 5), (6, 11), (20, 33)] {
            let position = Position::from_piles(&[x, y]);
            let Nimber(value) = twin.value(&position).unwrap();
            let told = answer(&game, &position, Limits::default()).unwrap();
            assert_eq!(told.value, Some(UBig::from(value)), "{shape:?} {x},{y} by {}", told.by);
        }
    }
    for game in [
        made(vec![plain((1, 0)), plain((0, 1)), plain((1, 2))], vec![]),
        made(vec![plain((1, 0)), plain((0, 1)), plain((1, 1))], vec![(0, 0)]),
        made(vec![plain((1, 0)), plain((0, 1)), ray((1, 1), Guard::AT_MOST, 1)], vec![]),
        made(vec![ray((1, 0), Guard::ALWAYS, 2), ray((0, 1), Guard::ALWAYS, 2)], vec![]),
        made(vec![plain((2, 0)), plain((0, 1))], vec![]),
    ] {
        assert_eq!(game.identity(), None, "{}", game.name());
    }
}

/// A game of rays uses the ray engine, like the same game of the catalogue.
#[test]
fn the_planner_reaches_the_ray_engine_for_any_rays() {
    let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
    let rays = Rays::new(vec![ray((1, 0)), ray((0, 1)), ray((1, 2))], Vec::new()).unwrap();
    let game: Game = Arc::new(RayGame::new(rays));
    let here = answer(&game, &Position::from_piles(&[300, 301]), Limits::default()).unwrap();
    assert!(here.by.starts_with("ray engine"), "{}", here.by);
    let position = Position::from_piles(&[40, 57]);
    let Nimber(value) =
        Reference::new(Game::clone(&game), grundy::Budget::default()).value(&position).unwrap();
    let there = answer(&game, &position, Limits::default()).unwrap();
    assert!(there.by.starts_with("ray engine"), "{}", there.by);
    assert_eq!(there.value, Some(UBig::from(value)));
}
