//! Bands of any height, with sets that grow in the middle of a tile, against the definition.

use super::*;
use crate::geometry::{Guard, Ray, Rays, Symmetric};
use crate::mex::mex;
use crate::solve::rays::lines::{Job, LineSets};
use crate::solve::rays::simd::{Shared, Simd};
use crate::solve::rays::{Field, How};
use std::collections::HashMap;

fn ray(step: (i64, i64)) -> Ray {
    Ray { step, guard: Guard::ALWAYS, width: 1 }
}

fn guarded(step: (i64, i64), x: i64, y: i64, least: i64) -> Ray {
    Ray { guard: Guard { x, y, least }, ..ray(step) }
}

fn wide(step: (i64, i64), width: u64) -> Ray {
    Ray { width, ..ray(step) }
}

/// The values of a game by the definition.
struct Definition {
    rays: Rays,
    values: HashMap<(u64, u64), u64>,
}

impl Definition {
    fn value(&mut self, x: u64, y: u64) -> u64 {
        if let Some(&value) = self.values.get(&(x, y)) {
            return value;
        }
        let mut options = Vec::new();
        for ray in self.rays.rays().iter().filter(|ray| ray.guard.allows(x, y)) {
            let made: Result<(), ()> = ray.amounts((x, y), |p, q| {
                let left = |number: u64, taken: i128| u64::try_from(i128::from(number) - taken).unwrap();
                options.push((left(x, p), left(y, q)));
                Ok(())
            });
            made.unwrap();
        }
        options.retain(|&(x, y)| !self.rays.is_hole(x, y));
        let options: Vec<u64> = options.into_iter().map(|(x, y)| self.value(x, y)).collect();
        let value = mex(options);
        self.values.insert((x, y), value);
        value
    }

    /// The values of the cells of a field, and nothing for those that are not positions.
    fn of(rays: &Rays, field: &Field, x: u64, y: u64) -> HashMap<(usize, usize), Option<u32>> {
        let mut game = Self { rays: rays.clone(), values: HashMap::new() };
        let mut cells = HashMap::new();
        for (a, b) in (0..=x).flat_map(|a| (0..=y).map(move |b| (a, b))) {
            let value = (!rays.is_hole(a, b)).then(|| u32::try_from(game.value(a, b)).unwrap());
            cells.insert(field.place(usize::try_from(a).unwrap(), usize::try_from(b).unwrap()), value);
        }
        cells
    }
}

/// Games with every kind of ray, and holes at the edges.
fn games() -> Vec<Rays> {
    let holes = || {
        vec![
            (0, 0),
            (0, 1),
            (1, 0),
            (3, 3),
            (20, 7),
            (7, 20),
            (20, 20),
            (20, 63),
            (63, 20),
            (400, 3),
            (3, 400),
        ]
    };
    let along = [ray((1, 0)), ray((0, 1))];
    let more = |others: &[Ray]| [&along[..], others].concat();
    let games = [
        more(&[]),
        more(&[ray((1, 1))]),
        more(&[wide((1, 1), 3)]),
        vec![wide((1, 0), 2), wide((0, 1), 2)],
        vec![wide((1, 0), 2), wide((0, 1), 3), wide((1, 1), 4)],
        vec![wide((1, 0), 4), wide((0, 1), 4), wide((1, 1), 2)],
        vec![wide((1, 0), 30), ray((0, 1)), ray((1, 3))],
        vec![ray((1, 0)), wide((0, 1), 5), ray((2, 2)), wide((1, 1), 6)],
        vec![wide((0, 1), 3), wide((1, 1), 2), ray((1, -1))],
        vec![wide((1, 0), 3), ray((0, 1)), ray((2, -3)), ray((0, 3))],
        vec![wide((0, 1), 2), wide((1, 0), 3), ray((-1, 2))],
        more(&[ray((3, 3)), ray((2, 0)), ray((0, 4))]),
        more(&[ray((6, 4)), ray((4, 6)), ray((2, 2))]),
        more(&[guarded((1, 1), 2, -1, -20), guarded((3, 3), 1, 1, 30), guarded((1, 2), -1, 1, 4)]),
        vec![guarded((1, 0), 1, -1, 0), guarded((0, 1), -1, 1, 0), ray((1, 1))],
        vec![guarded((1, 0), 3, -2, 5), guarded((0, 1), -2, 3, 5), ray((2, 2)), guarded((5, 5), 1, 1, 60)],
        vec![guarded((1, 0), 1, 1, 90), guarded((0, 1), 1, 1, 20), guarded((2, 1), 1, 0, 20), ray((0, 2))],
        vec![wide((1, 0), 2), guarded((0, 1), 1, -3, -100), guarded((1, 1), -1, 2, 30), ray((1, -2))],
    ];
    let with =
        |holes: Vec<(u64, u64)>| games.clone().map(move |rays| Rays::new(rays, holes.clone()).unwrap());
    with(vec![]).into_iter().chain(with(holes())).collect()
}

struct Sweep<'t> {
    layout: &'t Layout,
    ring: &'t Ring,
    tile: Tile,
    from: Option<Cursor>,
}

impl Job for Sweep<'_> {
    type Done = Result<(), Cursor>;

    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        sweep_tile(sets, self.layout, self.ring, self.tile, self.from)
    }
}

enum Lines {
    Plain(LineSets),
    Raw(Shared, Simd),
}

/// Sweeps bands of a height, with sets that have no room at first. Calls `visit` with each cell, and returns how often the sets have grown.
fn sweep(
    layout: &Layout,
    height: usize,
    lines: &mut Lines,
    visit: &mut dyn FnMut(usize, usize, u32),
) -> usize {
    let ring = Ring::new(layout, height, 1);
    // What is left of an earlier band must not be read.
    ring.values.iter().for_each(|value| value.store(0, Ordering::Relaxed));
    let mut grown = 0;
    for band in 0..layout.region.rows().div_ceil(height) {
        for block in 0..layout.region.columns().div_ceil(COLUMNS) {
            let tile = Tile::new(layout, height, band, block);
            let mut from = None;
            loop {
                let job = Sweep { layout, ring: &ring, tile, from };
                let swept = match lines {
                    Lines::Plain(lines) => lines.work(job),
                    Lines::Raw(shared, simd) => shared.work_alone(*simd, job),
                };
                let Err(cursor) = swept else { break };
                from = Some(cursor);
                grown += 1;
                match lines {
                    Lines::Plain(lines) => lines.grow(),
                    Lines::Raw(shared, _) => shared.grow(),
                }
            }
        }
        for x in band * height..(band * height + height).min(layout.region.rows()) {
            let values = &ring.values[ring.row(x)..];
            layout.region.row(x).for_each(|y| visit(x, y, values[y].load(Ordering::Relaxed)));
        }
    }
    grown
}

#[test]
fn bands_of_any_height_are_as_defined() {
    let mut grown_games = 0;
    for (at, rays) in games().into_iter().enumerate() {
        let (x, y) = (20, if at % 3 == 0 { 20 } else { 130 });
        let field = Field::rectangle(&rays, x, y).unwrap();
        let layout = &field.layout;
        let defined = Definition::of(&rays, &field, x, y);
        let mut most = 0;
        for (height, room) in [(1, 0), (2, 64), (3, 0), (5, 128), (7, 0), (8, 200), (13, 0), (21, 64)] {
            let simds = Simd::ALL.into_iter().filter(|simd| simd.is_available());
            let raw = simds.map(|simd| Lines::Raw(Shared::new(LineSets::new(layout.lines, room)), simd));
            let plain = [LineSets::new(layout.lines, room), LineSets::wide(layout.lines, room)];
            for mut lines in raw.chain(plain.map(Lines::Plain)) {
                let mut count = 0;
                let grown = sweep(layout, height, &mut lines, &mut |x, y, value| {
                    let Some(defined) = defined.get(&(x, y)) else { return };
                    count += 1;
                    assert_eq!(
                        Some(value).filter(|&v| v != NONE),
                        *defined,
                        "{x},{y} of {rays}, bands of {height}"
                    );
                });
                assert_eq!(count, defined.len(), "{rays}");
                most = most.max(grown);
            }
        }
        grown_games += usize::from(most > 0);
    }
    assert!(grown_games > 12, "{grown_games} games");
}

/// Steps whose classes have no small common multiple.
#[test]
fn classes_may_have_a_large_common_multiple() {
    let primes = [257, 263, 269, 271, 277, 281, 283, 293];
    let rays = Rays::new(primes.map(|p| ray((p, p))).to_vec(), vec![]).unwrap();
    let field = Field::rectangle(&rays, 300, 300).unwrap();
    let mut count = 0;
    let made = field.for_each(How { threads: 1, ..How::default() }, &mut |chunk| {
        chunk.for_each(|a, b, value| {
            // A step can be taken once, and leads to a cell without options.
            let options = primes.iter().filter(|&&p| a.min(b) >= usize::try_from(p).unwrap()).count();
            assert_eq!(value, u32::from(options > 0), "{a},{b}");
            count += 1;
        });
        std::ops::ControlFlow::Continue(())
    });
    made.unwrap();
    assert_eq!(count, field.cells());
}

/// Games of the catalogue in tables of more bands than a ring has.
#[test]
fn rings_are_used_again() {
    for shape in [Symmetric::nim_ab(3, 2), Symmetric::nim_ab(1, 4), Symmetric::nim_ab(2, 1)] {
        let field = Field::rectangle(&shape.into(), 90, 90).unwrap();
        let mut all = HashMap::new();
        let layout = &field.layout;
        let new = || Lines::Plain(LineSets::new(layout.lines, 500));
        sweep(layout, 91, &mut new(), &mut |x, y, value| assert_eq!(all.insert((x, y), value), None));
        for height in [4, 10, 11] {
            sweep(layout, height, &mut new(), &mut |x, y, value| {
                assert_eq!(all.get(&(x, y)), Some(&value), "{x},{y} of {shape:?}, bands of {height}");
            });
        }
    }
}
