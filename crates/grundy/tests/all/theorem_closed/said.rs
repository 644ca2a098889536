//! Functions shared by the tests of the theorems.

use crate::common::{Chance, moves, piles, strips};
use grundy::solve::rays::How;
use grundy::theorem::farr_ho::Strips;
use grundy::theorem::{Said, UBig, Winning};
use grundy::{Budget, Engine, Game, Outcome, Plan, Position, Reference, Template};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub fn big(numbers: &[u64]) -> Vec<UBig> {
    numbers.iter().copied().map(UBig::from).collect()
}

/// The same numbers, strip by strip.
pub fn bigs(rows: &[Vec<u64>]) -> Vec<Vec<UBig>> {
    rows.iter().map(|row| big(row)).collect()
}

/// All strips with squares below `squares`.
pub fn all_strips(squares: u32) -> Vec<Vec<u64>> {
    let tokens = |set: u32| (0..squares).filter(|&square| set >> square & 1 == 1).map(u64::from).collect();
    (0..1 << squares).map(tokens).collect()
}

pub fn small(numbers: &[UBig]) -> Vec<u64> {
    numbers.iter().map(|number| u64::try_from(number).expect("the position was small")).collect()
}

/// A strip as a star with one strip, so that the same check applies.
pub fn of_one(said: Said) -> Said<Strips> {
    let star = |positions: Vec<Vec<UBig>>| positions.into_iter().map(|strip| vec![strip]).collect();
    let winning = match said.winning {
        Winning::Every(positions) => Winning::Every(star(positions)),
        Winning::AtLeast(positions) => Winning::AtLeast(star(positions)),
    };
    let Said { value, more_than, outcome, theorems, why, .. } = said;
    Said { value, more_than, outcome, theorems, why, winning }
}

/// A random number with this many digits.
pub fn long(chance: &mut Chance, digits: usize) -> UBig {
    let ten = UBig::from(10u8).pow(digits - 1);
    let mixed = (0..=digits / 19).fold(UBig::ONE, |x, _| (x << 64) + chance.below(u64::MAX));
    mixed % (&ten * 9u8) + ten
}

/// Checks the answer of a theorem for piles against the definition.
pub fn piles_hold(game: &Game, engine: &mut Reference, row: &[u64], said: &Said) {
    holds(game, engine, &piles(game, row), said, &|to| piles(game, &small(to)));
}

/// The same for strips.
pub fn strips_hold(game: &Game, engine: &mut Reference, rows: &[Vec<u64>], said: &Said<Vec<Vec<UBig>>>) {
    let position = |to: &Vec<Vec<UBig>>| strips(game, &to.iter().map(|row| small(row)).collect::<Vec<_>>());
    holds(game, engine, &strips(game, rows), said, &position);
}

/// Checks the value and the outcome, and that the winning moves are distinct options of value 0, and all of them if the answer
/// says so.
fn holds<P>(
    game: &Game,
    engine: &mut Reference,
    position: &Position,
    said: &Said<P>,
    make: &dyn Fn(&P) -> Position,
) {
    let mut value = |position: &Position| engine.value(position).expect("the budget is enough").0;
    let (name, true_value) = (format!("{} {}", game.name(), game.show(position)), value(position));
    let outcome = if true_value == 0 { Outcome::Previous } else { Outcome::Next };
    assert_eq!(said.outcome, outcome, "{name} by {}", said.by());
    if let Some(said_value) = &said.value {
        assert_eq!(*said_value, UBig::from(true_value), "{name} by {}", said.by());
    }
    assert_eq!(said.value == Some(UBig::ZERO), outcome == Outcome::Previous, "{name} by {}", said.by());
    assert!(!said.why.is_empty() && said.why.iter().all(|line| line.len() < 400), "{name}: {:?}", said.why);
    let zeros: BTreeSet<Position> =
        moves(game.as_ref(), position).into_iter().filter(|option| value(option) == 0).collect();
    let listed: Vec<Position> = said.winning.positions().iter().map(make).collect();
    let offered: BTreeSet<Position> = listed.iter().cloned().collect();
    assert_eq!(offered.len(), listed.len(), "{name}: a winning move twice by {}", said.by());
    match &said.winning {
        Winning::Every(_) => assert_eq!(offered, zeros, "{name}: winning moves by {}", said.by()),
        Winning::AtLeast(_) => assert!(offered.is_subset(&zeros), "{name}: {offered:?} by {}", said.by()),
    }
}

/// Visits every cell of a slice, computed by the ray engine.
pub fn by_rays(text: &str, max: u64, visit: &mut (dyn FnMut(u64, u64, u64) + Send)) {
    let template = Template::parse(text).expect("the text is a slice");
    let plan = Plan::new(&template, max, Engine::Rays).expect("the ray engine knows it");
    let budget = Budget::of_positions(1);
    let made =
        plan.for_each(How::default(), budget, &mut |_| ControlFlow::Continue(()), &mut |a, b, value| {
            visit(a, b, value);
            Ok(())
        });
    made.expect("nothing stops it");
}

/// The shortest of three times, since other work on the machine must not count.
pub fn within<T>(what: &str, limit: Duration, work: impl Fn() -> T) -> T {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..3 {
        let start = Instant::now();
        last = Some(work());
        best = best.min(start.elapsed());
    }
    println!("{what}: {best:?}");
    assert!(best <= limit, "{what} took {best:?}, more than {limit:?}");
    last.expect("it ran three times")
}
