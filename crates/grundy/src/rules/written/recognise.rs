//! Recognises the geometry of a game from its rules, however they were written.
//!
//! A candidate is read off the options of some positions, and written down as rules. Then it is proved that both have the same
//! positions and the same moves. Without a proof nothing is recognised.

use super::linear::Union;
use super::relation::{is_inside, limited};
use super::{Run, Written};
use crate::geometry::{Geometry, Guard, Ray, Rays};
use crate::notation::rules::{Positions, parse_inline};
use crate::rules::{Nim, SharingNim, StarNim, identity_of_shape};
use crate::ruleset::{Identity, Stop};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was recognised of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Recognised {
    pub geometry: Option<Geometry>,
    pub identity: Option<Identity>,
}

/// Upper limit on the steps of the first comparison of moves, which has few clauses.
const FIRST_STEPS: u64 = 1_000_000;

/// Whether it is proved that two games have the same positions and moves.
///
/// The moves between positions are the same if those between all tuples are. That has far fewer clauses where positions have many, as with excluded cells: each
/// of them quadruples the clauses of a position, and both ends of a move are positions.
pub(super) fn same(one: &Written, other: &Written) -> bool {
    let equal = |one: &Union, other: &Union| is_inside(one, other) && is_inside(other, one);
    if (one.numbers, one.unordered) != (other.numbers, other.unordered)
        || !equal(&one.positions, &other.positions)
    {
        return false;
    }
    let freely = || Some(equal(&one.free_relation()?, &other.free_relation()?));
    if limited(FIRST_STEPS, freely) == Some(true) {
        return true;
    }
    let (Some(moves), Some(others)) = (one.relation(), other.relation()) else { return false };
    equal(&moves, &others)
}

/// Recognises a game.
pub(super) fn recognise(game: &Written) -> Recognised {
    if game.unordered {
        let sharing = is_written(game, "{x,y,z unordered: x-i,y+i,z where x-i >= y+i}");
        return Recognised {
            geometry: sharing.then_some(Geometry::Sharing),
            identity: sharing.then(Identity::of::<SharingNim>),
        };
    }
    if game.numbers == 2
        && let Some(rays) = rays(game)
    {
        let identity = rays.symmetric().and_then(identity_of_shape);
        return Recognised { geometry: Some(Geometry::Rays(rays)), identity };
    }
    if !lowers_one_number(game) {
        return Recognised::default();
    }
    let positions = game.positions.clone();
    let geometry = Geometry::Lowering(Arc::new(move |numbers: &[u64]| positions.holds(numbers)));
    let star = "{x,y,z where x>0 and y>0 or x>0 and z>0 or y>0 and z>0: x-i,y,z; x,y-i,z; x,y,z-i}";
    let identity = if game.positions == Union::always() {
        Some(Identity::of::<Nim>())
    } else {
        is_written(game, star).then(Identity::of::<StarNim>)
    };
    Recognised { geometry: Some(geometry), identity }
}

/// Whether a game has the rules of a text.
fn is_written(game: &Written, text: &str) -> bool {
    parse_inline(text).and_then(|rules| Written::bare(rules, &[])).is_ok_and(|other| same(game, &other))
}

/// The moves that lower one number.
fn lowered(letters: &[&str], by: &str) -> String {
    let moves = (0..letters.len()).map(|lowered| {
        let terms = letters.iter().enumerate().map(|(place, letter)| {
            if place == lowered { format!("{letter}-{by}") } else { (*letter).to_owned() }
        });
        terms.collect::<Vec<_>>().join(",")
    });
    moves.collect::<Vec<_>>().join("; ")
}

/// Whether it is proved that a move lowers one number, to any smaller one that gives a position.
fn lowers_one_number(game: &Written) -> bool {
    let Positions::Tuple { letters, .. } = &game.text.positions else { return false };
    let free = ["i", "j", "k", "l", "m"].into_iter().find(|free| {
        let parameters = game.parameters.iter().map(|(name, _)| name);
        letters.iter().map(|letter| &letter.name).chain(parameters).all(|name| name != free)
    });
    let names: Vec<&str> = letters.iter().map(|letter| letter.name.as_str()).collect();
    let text = format!("{{{}: {}}}", game.text.positions, lowered(&names, free.unwrap_or("n")));
    let Ok(mut rules) = parse_inline(&text) else { return false };
    rules.parameters.clone_from(&game.text.parameters);
    let parameters: Vec<(&str, u64)> = game.parameters.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    Written::bare(rules, &parameters).is_ok_and(|other| same(game, &other))
}

/// The size of the positions that candidates are read off. Widths up to this are recognised.
const SIZE: u64 = 40;

/// Upper limit on the numbers that are tried for letters in all positions together, some tenths of a second.
const MOST_TRIED: u64 = 1 << 21;

/// Guards are read off the positions up to this size too.
const SMALL: u64 = 12;

/// The factors of the guards that are tried, in this order.
const FACTORS: [(i64, i64); 11] =
    [(0, 0), (1, -1), (-1, 1), (1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (2, -1), (-1, 2), (1, -2)];

/// A position, and the amounts that its moves take.
struct Sample {
    place: (u64, u64),
    amounts: BTreeSet<(i128, i128)>,
}

impl Sample {
    /// The moves from a position. Nothing if they cannot be listed, or are more than rays give. At most `tries` numbers are tried for letters.
    fn new(game: &Written, place: (u64, u64), tries: &mut u64) -> Option<Self> {
        /// Upper limit on the options that are listed, some of them several times. Rays of any width give some 3,000 at most.
        const MOST: u128 = 1 << 15;
        let (x, y) = (i128::from(place.0), i128::from(place.1));
        let mut amounts = BTreeSet::new();
        let mut left = MOST;
        let listed = game.runs_within(&[place.0, place.1], tries, &mut |run: Run| {
            left = left.checked_sub(run.count).ok_or(Stop::Enough)?;
            for index in 0..run.count {
                let option = run.option(index);
                amounts.insert((x - option[0], y - option[1]));
            }
            Ok(())
        });
        listed.ok().map(|()| Self { place, amounts })
    }

    /// Whether every step along a ray is a move, apart from those to holes. Nothing if there are none.
    fn allows(&self, ray: &Ray, holes: &[(u64, u64)]) -> Option<bool> {
        let (x, y) = (i128::from(self.place.0), i128::from(self.place.1));
        let mut any = false;
        let all = ray.amounts(self.place, |p, q| {
            any = true;
            let hole = || holes.iter().any(|&hole| (hole.0.into(), hole.1.into()) == (x - p, y - q));
            if self.amounts.contains(&(p, q)) || hole() { Ok(()) } else { Err(()) }
        });
        any.then_some(all.is_ok())
    }

    /// Rays that together give exactly the moves of this position.
    fn rays(&self, holes: &[(u64, u64)]) -> Option<Vec<Ray>> {
        let mut left = self.amounts.clone();
        let mut found = Vec::new();
        let mut cover = |ray: Ray, left: &mut BTreeSet<(i128, i128)>| {
            let before = left.len();
            left.retain(|&(p, q)| !ray.takes(p, q));
            if left.len() < before {
                found.push(ray);
            }
        };
        let fits = |ray: &Ray| self.allows(ray, holes) == Some(true);
        for step in [(1, 0), (0, 1), (1, 1)] {
            let wider = (1..=SIZE).map(|width| Ray { step, guard: Guard::ALWAYS, width });
            if let Some(ray) = wider.take_while(&fits).last() {
                cover(ray, &mut left);
            }
        }
        while let Some(&(p, q)) = left.iter().min_by_key(|(p, q)| (p.abs() + q.abs(), *p)) {
            let step = (i64::try_from(p).ok()?, i64::try_from(q).ok()?);
            let ray = Ray { step, guard: Guard::ALWAYS, width: 1 };
            if !fits(&ray) {
                return None;
            }
            cover(ray, &mut left);
        }
        Some(found)
    }
}

/// The rays of a game of two numbers.
fn rays(game: &Written) -> Option<Rays> {
    let square = |size: u64| (0..=size).flat_map(move |x| (0..=size).map(move |y| (x, y)));
    let is_hole = |&(x, y): &(u64, u64)| !game.positions.holds(&[x, y]);
    let holes: Vec<(u64, u64)> = square(SIZE).filter(is_hole).take(9).collect();
    if holes.len() > 8 {
        return None;
    }
    let large = [(SIZE, SIZE - 11), (SIZE, SIZE), (SIZE - 11, SIZE)];
    let mut tries = MOST_TRIED;
    let mut samples = |places: &mut dyn Iterator<Item = (u64, u64)>| -> Option<Vec<Sample>> {
        places.map(|place| Sample::new(game, place, &mut tries)).collect()
    };
    let mut taken = samples(&mut large.into_iter())?;
    let mut all: Vec<Ray> = Vec::new();
    for sample in &taken {
        for ray in sample.rays(&holes)? {
            if !all.contains(&ray) {
                all.push(ray);
            }
        }
    }
    taken.extend(samples(&mut square(SMALL).filter(|place| !is_hole(place)))?);
    for ray in &mut all {
        ray.guard = guard_of(ray, &taken, &holes)?;
    }
    let rays = Rays::new(all, holes).ok()?;
    is_written(game, &rays.rules()).then_some(rays)
}

/// An inequality that holds for the samples in which a ray may be used, and for no others.
fn guard_of(ray: &Ray, samples: &[Sample], holes: &[(u64, u64)]) -> Option<Guard> {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for sample in samples {
        if let Some(allowed) = sample.allows(ray, holes) {
            if allowed { &mut open } else { &mut closed }.push(sample.place);
        }
    }
    FACTORS.iter().find_map(|&(x, y)| {
        let sum = |&(a, b): &(u64, u64)| Some(x * i64::try_from(a).ok()? + y * i64::try_from(b).ok()?);
        let least = closed.iter().filter_map(sum).max().map_or(0, |most| most + 1);
        let guard = Guard { x, y, least };
        let guard = if closed.is_empty() { Guard::ALWAYS } else { guard };
        open.iter().all(|&(a, b)| guard.allows(a, b)).then_some(guard)
    })
}
