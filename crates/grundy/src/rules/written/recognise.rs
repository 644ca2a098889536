//! Recognises the geometry of a game from its rules, however they were written.
//!
//! A candidate is read off the options of three positions, and written down as rules. Then it is proved that both have the same
//! positions and the same moves. Without a proof nothing is recognised.

use super::linear::Union;
use super::relation::is_inside;
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

/// Whether it is proved that two games have the same positions and moves.
pub(super) fn same(one: &Written, other: &Written) -> bool {
    let equal = |one, other| is_inside(one, other) && is_inside(other, one);
    if (one.numbers, one.unordered) != (other.numbers, other.unordered) {
        return false;
    }
    let (Some(moves), Some(others)) = (one.relation(), other.relation()) else { return false };
    equal(&one.positions, &other.positions) && equal(&moves, &others)
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

/// The rays of a game of two numbers.
fn rays(game: &Written) -> Option<Rays> {
    let holes: Vec<(u64, u64)> = (0..=SIZE)
        .flat_map(|x| (0..=SIZE).map(move |y| (x, y)))
        .filter(|&(x, y)| !game.positions.holds(&[x, y]))
        .take(9)
        .collect();
    if holes.len() > 8 {
        return None;
    }
    let regions = [(SIZE, SIZE - 11), (SIZE, SIZE), (SIZE - 11, SIZE)];
    let found: Vec<Vec<Ray>> =
        regions.iter().map(|&place| rays_at(game, place, &holes)).collect::<Option<_>>()?;
    let mut all: Vec<Ray> = Vec::new();
    for ray in found.iter().flatten() {
        let guard = match [0, 1, 2].map(|region| found[region].contains(ray)) {
            [true, true, true] => Guard::Always,
            [true, true, false] => Guard::AtLeast,
            [false, true, true] => Guard::AtMost,
            [true, false, false] => Guard::More,
            [false, false, true] => Guard::Less,
            _ => return None,
        };
        let ray = Ray { guard, ..*ray };
        if !all.contains(&ray) {
            all.push(ray);
        }
    }
    let rays = Rays::new(all, holes).ok()?;
    is_written(game, &text_of(&rays)).then_some(rays)
}

/// The rays that give exactly the options of a position.
fn rays_at(game: &Written, (x, y): (u64, u64), holes: &[(u64, u64)]) -> Option<Vec<Ray>> {
    let mut left = BTreeSet::new();
    let taken = |from: u64, to: i128| u64::try_from(i128::from(from) - to).ok();
    game.runs(&[x, y], &mut |run: Run| {
        for index in 0..run.count {
            let option = run.option(index);
            let amounts = taken(x, option[0]).zip(taken(y, option[1]));
            left.insert(amounts.ok_or(Stop::Enough)?);
        }
        Ok(())
    })
    .ok()?;
    let all = left.clone();
    let fits = |ray: &Ray| {
        let open = |p: u64, q: u64| all.contains(&(p, q)) || holes.contains(&(x - p, y - q));
        ray.amounts((x, y), |p, q| if open(p, q) { Ok(()) } else { Err(()) }).is_ok()
    };
    let mut found = Vec::new();
    let mut cover = |ray: Ray, left: &mut BTreeSet<(u64, u64)>| {
        let before = left.len();
        left.retain(|&(p, q)| !ray.takes(p, q));
        if left.len() < before {
            found.push(ray);
        }
    };
    for step in [(1, 0), (0, 1), (1, 1)] {
        let wider = (1..=SIZE).map(|width| Ray { step, guard: Guard::Always, width });
        if let Some(ray) = wider.take_while(&fits).last() {
            cover(ray, &mut left);
        }
    }
    while let Some(&step) = left.first() {
        let ray = Ray { step, guard: Guard::Always, width: 1 };
        if !fits(&ray) {
            return None;
        }
        cover(ray, &mut left);
    }
    Some(found)
}

/// A game of rays as rules.
pub(super) fn text_of(rays: &Rays) -> String {
    let moves = rays.rays().iter().map(|ray| {
        let guard = match ray.guard {
            Guard::Always => String::new(),
            guard => format!(" and {}", guard.name()),
        };
        let (dx, dy) = ray.step;
        match (ray.step, ray.width) {
            (_, 1) => format!("x-{dx}i,y-{dy}i where i>=1{guard}"),
            ((1, 0), width) => format!("x-i,y-j where j<{width}{guard}"),
            ((0, 1), width) => format!("x-i,y-j where i<{width}{guard}"),
            (_, width) => format!("x-i,y-j where |i-j|<{width}{guard}"),
        }
    });
    let moves: Vec<String> = moves.collect();
    let holes: Vec<String> = rays.holes().iter().map(|(x, y)| format!("not (x={x} and y={y})")).collect();
    let condition = if holes.is_empty() { String::new() } else { format!(" where {}", holes.join(" and ")) };
    format!("{{x,y{condition}: {}}}", moves.join("; "))
}
