//! Two-pile games whose moves go along a few directions, symmetric or not: see [`crate::rules::RayGame`].
//!
//! A direction (dx, dy) divides the table into lines, each with its set. Cells are visited row by row, so on each line the options
//! of a cell come before it. The value of a cell depends on the lines that its guards allow, and is added to all its lines, since
//! the guard of the later cell decides whether it may be moved to.
//!
//! A wide ray also reaches cells beside its line. As in `plane.rs`, the values of earlier cells beside (x, y) are added to the
//! line there, where later cells find them.

use super::lines::{Cells, Job, LineSets, Run, Sets};
use super::simd::{Shared, Simd};
use crate::error::Error;
use crate::geometry::{Ray, Rays};
use crate::widths::wide;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU32;

/// The cells up to a largest coordinate of each kind, and the rays through them.
#[derive(Clone, Debug)]
pub struct Fan {
    rows: usize,
    columns: usize,
    /// The larger of the two.
    side: usize,
    spokes: Vec<Spoke>,
    holes: Vec<(u64, u64)>,
}

/// A ray, and the numbering of its lines.
#[derive(Clone, Debug)]
struct Spoke {
    ray: Ray,
    /// The number of its first line.
    first: usize,
    /// For each value of each coordinate, the number of steps to the edge.
    steps: [Vec<usize>; 2],
    /// The amounts that a step takes, at most the side of the table.
    step: [usize; 2],
    width: usize,
}

impl Spoke {
    fn new(ray: Ray, first: usize, side: usize) -> Self {
        let step = [ray.step.0, ray.step.1].map(|step| usize::try_from(step).map_or(side, |s| s.min(side)));
        let steps = step.map(|step| (0..side).map(|x| x.checked_div(step).unwrap_or(usize::MAX)).collect());
        let width = usize::try_from(ray.width).map_or(side, |width| width.min(side));
        Self { ray, first, steps, step, width }
    }

    fn lines(&self, side: usize) -> Option<usize> {
        (self.step[0] + self.step[1]).checked_mul(side)
    }

    /// The line of a cell. It is numbered by its first cell in the table, which is less than one step from an edge.
    #[inline(always)]
    fn line(&self, side: usize, x: usize, y: usize) -> usize {
        let steps = self.steps[0][x].min(self.steps[1][y]);
        let (x, y) = (x - steps * self.step[0], y - steps * self.step[1]);
        self.first + if x < self.step[0] { x * side + y } else { (self.step[0] + y) * side + x }
    }
}

impl Fan {
    /// The field of a game of rays. Nothing if it is too large.
    pub fn new(rays: &Rays, max: u64) -> Option<Self> {
        Self::rectangle(rays, max, max)
    }

    /// The cells up to (x, y). Nothing if they are too many.
    pub fn rectangle(rays: &Rays, x: u64, y: u64) -> Option<Self> {
        if rays.rays().iter().any(|ray| ray.step.0 < 0 || ray.step.1 < 0) {
            return None;
        }
        let (rows, columns) = (super::countable(x)? + 1, super::countable(y)? + 1);
        let side = rows.max(columns);
        let mut spokes: Vec<Spoke> = Vec::new();
        let mut first = 0;
        for &ray in rays.rays() {
            let spoke = Spoke::new(ray, first, side);
            first = spoke.lines(side)?.checked_add(first)?;
            spokes.push(spoke);
        }
        Some(Self { rows, columns, side, spokes, holes: rays.holes().to_vec() })
    }

    fn lines(&self) -> usize {
        self.spokes.last().and_then(|last| Some(last.first + last.lines(self.side)?)).unwrap_or(0)
    }

    /// An upper bound on the values: the number of options of the last cell.
    pub fn bound(&self) -> u64 {
        let max = wide(self.side - 1);
        let options = |spoke: &Spoke| {
            let steps = spoke.steps[0][self.side - 1].min(spoke.steps[1][self.side - 1]);
            wide(steps + 1).min(max + 1).saturating_mul(2 * wide(spoke.width) - 1)
        };
        self.spokes.iter().map(options).fold(0, u64::saturating_add)
    }

    /// The memory needed to compute the cells, in bytes, without storing them.
    pub fn bytes(&self) -> u64 {
        let lines = LineSets::bytes_a_line(self.largest()).and_then(|line| line.checked_mul(self.lines()));
        let recent = self.recent().checked_mul(self.side).and_then(|cells| cells.checked_mul(4));
        let both = lines.zip(recent).and_then(|(lines, recent)| lines.checked_add(recent));
        both.map_or(u64::MAX, wide)
    }

    /// The number of cells, including those that are not positions.
    pub fn cells(&self) -> u64 {
        wide(self.rows).saturating_mul(wide(self.columns))
    }

    /// The largest value for which the line sets have room at first.
    fn largest(&self) -> usize {
        2 * self.side
    }

    /// The number of rows that are read apart from lines.
    fn recent(&self) -> usize {
        self.spokes.iter().map(|spoke| spoke.width).max().unwrap_or(1)
    }

    /// Visits every cell that is a position, with its value, row by row.
    ///
    /// # Errors
    /// When `visit` cancels the work.
    pub fn for_each(
        &self,
        simd: Simd,
        visit: &mut dyn FnMut(usize, usize, u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut sets = Shared::new(LineSets::new(self.lines(), self.largest()));
        let mut walk = Walk { fan: self, visit, at: (0, 0), recent: vec![NONE; self.recent() * self.side] };
        loop {
            let went = match self.spokes.len() {
                1 => sets.work_alone(simd, Step::<1>(&mut walk)),
                2 => sets.work_alone(simd, Step::<2>(&mut walk)),
                3 => sets.work_alone(simd, Step::<3>(&mut walk)),
                4 => sets.work_alone(simd, Step::<4>(&mut walk)),
                5 => sets.work_alone(simd, Step::<5>(&mut walk)),
                6 => sets.work_alone(simd, Step::<6>(&mut walk)),
                7 => sets.work_alone(simd, Step::<7>(&mut walk)),
                _ => sets.work_alone(simd, Step::<8>(&mut walk)),
            };
            match went {
                Went::Done => return Ok(()),
                Went::Stopped => return Err(Error::Cancelled),
                Went::TooNarrow => sets.grow(),
            }
        }
    }
}

/// The mark of a cell that is not a position.
const NONE: u32 = u32::MAX;

/// The state of the work.
struct Walk<'w> {
    fan: &'w Fan,
    visit: &'w mut dyn FnMut(usize, usize, u32) -> ControlFlow<()>,
    at: (usize, usize),
    /// The values of the last rows.
    recent: Vec<u32>,
}

impl Walk<'_> {
    #[inline(always)]
    fn slot(&self, x: usize, y: usize) -> usize {
        x % self.fan.recent() * self.fan.side + y
    }

    /// Adds the values of the cells beside (x, y) that wide rays reach to the lines through it.
    #[inline(always)]
    fn feed(&self, sets: &mut impl Sets, x: usize, y: usize) {
        for spoke in self.fan.spokes.iter().filter(|spoke| spoke.width > 1) {
            let line = spoke.line(self.fan.side, x, y);
            let mut insert = |x: usize, y: usize| match self.recent[self.slot(x, y)] {
                NONE => {}
                value => sets.insert(line, value),
            };
            for e in 1..spoke.width {
                if e <= x && spoke.step[1] > 0 {
                    insert(x - e, y);
                }
                if e <= y && spoke.step[0] > 0 {
                    insert(x, y - e);
                }
            }
        }
    }
}

/// Why a step ended.
enum Went {
    Done,
    Stopped,
    TooNarrow,
}

/// Continues until the end, or until the sets are too narrow.
struct Step<'s, 'w, const K: usize>(&'s mut Walk<'w>);

impl<const K: usize> Job for Step<'_, '_, K> {
    type Done = Went;

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) -> Went {
        let walk = self.0;
        let fan = walk.fan;
        let wide_rays = fan.recent() > 1;
        loop {
            let (x, y) = walk.at;
            if x == fan.rows {
                return Went::Done;
            }
            if wide_rays {
                walk.feed(sets, x, y);
            }
            let mut value = NONE;
            if fan.holes.is_empty() || !fan.holes.contains(&(wide(x), wide(y))) {
                match claim::<S, K>(sets, fan, x, y) {
                    Some(claimed) => value = claimed,
                    None => return Went::TooNarrow,
                }
                if (walk.visit)(x, y, value).is_break() {
                    return Went::Stopped;
                }
            }
            if wide_rays {
                let slot = walk.slot(x, y);
                walk.recent[slot] = value;
            }
            walk.at = if y + 1 == fan.columns { (x + 1, 0) } else { (x, y + 1) };
        }
    }
}

/// Computes the value of a cell and adds it to its lines. Nothing if the sets are too narrow.
#[inline(always)]
fn claim<S: Sets, const K: usize>(sets: &mut S, fan: &Fan, x: usize, y: usize) -> Option<u32> {
    let mut lines = [0; K];
    let mut open = [false; K];
    let mut looks = None;
    for k in 0..K {
        let spoke = &fan.spokes[k];
        lines[k] = spoke.line(fan.side, x, y);
        open[k] = spoke.ray.guard.allows(wide(x), wide(y));
        if open[k] {
            looks = Some(lines[k]);
        }
    }
    let value = AtomicU32::new(0);
    if let Some(some) = looks {
        // A line that its guard does not allow is replaced by one that is allowed.
        let mut runs = [Run { first: 0, step: 0 }; K];
        for k in 0..K {
            runs[k].first = if open[k] { lines[k] } else { some };
        }
        if sets.claim(runs, Cells::one(&value)) == 0 {
            return None;
        }
    }
    let value = value.into_inner();
    for k in 0..K {
        if !open[k] {
            sets.insert(lines[k], value);
        }
    }
    Some(value)
}
