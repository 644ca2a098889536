//! Positions valued by a dense table: the ray engine, for every game whose options lie on lines.

use super::principle::RAYS;
use super::{Answer, Limits, Valued};
use crate::catalog::Template;
use crate::error::{Error, Limit};
use crate::geometry::{Geometry, IsPosition};
use crate::nimber::Nimber;
use crate::ruleset::{Budget, Game, Position, options};
use crate::solve::rays::{Axes, How, Simd};
use crate::table::{Engine, Plan, Progress, cell};
use crate::widths::wide;
use crate::words::counted;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A position as a cell of a table that the ray engine makes.
pub(super) enum Dense {
    /// A cell of the usual slice of its game.
    Plane { slice: Template, cell: (u64, u64), nanos: u64 },
    /// A cell of the box under its numbers.
    Box { axes: Axes, is_position: IsPosition, cell: Vec<u64> },
}

/// Nanoseconds a cell: of a symmetric plane, of one without symmetry for each ray, of a box for each number.
const NANOS: [u64; 3] = [8, 120, 30];

impl Dense {
    /// Nothing if the options do not lie on lines, or the position is too large.
    pub(super) fn new(game: &Game, position: &Position) -> Option<Self> {
        let rows = position.rows().filter(|_| game.blocking().is_none() && !position.is_far())?;
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        let plane = |nanos| {
            let slice = Template::of_game(game)?;
            let cell = cell(&slice, position)?;
            Some(Self::Plane { slice, cell, nanos })
        };
        match game.geometry(&lengths)? {
            Geometry::Rays(rays) => match rays.symmetric() {
                Some(shape) => plane(NANOS[0].saturating_mul(shape.a.saturating_add(shape.b).max(1))),
                None => plane(NANOS[1].saturating_mul(wide(rays.rays().len()))),
            },
            Geometry::Sharing => plane(NANOS[0]),
            Geometry::Lowering(is_position) => {
                let cell: Vec<u64> =
                    rows.iter().flatten().map(|number| u64::try_from(number).ok()).collect::<Option<_>>()?;
                Some(Self::Box { axes: Axes::new(&cell)?, is_position, cell })
            }
        }
    }

    /// About how long it takes.
    pub(super) fn cost(&self) -> Duration {
        let nanos = match self {
            Self::Plane { cell: (a, b), nanos, .. } => {
                let (rows, columns) = (u128::from(*a.min(b)) + 1, u128::from(*a.max(b)) + 1);
                (rows * columns).saturating_mul(u128::from(*nanos))
            }
            Self::Box { axes, cell, .. } => {
                u128::from(axes.cells()).saturating_mul(u128::from(NANOS[2] * wide(cell.len())))
            }
        };
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    /// A thread costs more than a small table.
    fn how(&self) -> How {
        let threads = if self.cost() < Duration::from_millis(20) { 1 } else { How::default().threads };
        How { threads, ..How::default() }
    }

    fn plan(slice: &Template, (a, b): (u64, u64)) -> Option<Plan<'_>> {
        Plan::new(slice, a.max(b), Engine::Rays).ok()
    }

    /// The memory needed, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Plane { slice, cell, .. } => {
                Self::plan(slice, *cell).map_or(u64::MAX, |plan| plan.bytes(self.how()))
            }
            Self::Box { axes, .. } => axes.bytes(),
        }
    }

    /// Whether it can be expected to stay within the limits.
    pub(super) fn fits(&self, limits: Limits) -> Result<(), Limit> {
        let needed = self.bytes();
        if self.cost() > limits.time {
            return Err(Limit::Time(limits.time));
        }
        if needed > limits.memory {
            return Err(Limit::Memory { needed, allowed: limits.memory });
        }
        Ok(())
    }

    /// Value and moves, by a table up to the position.
    ///
    /// # Errors
    /// When a limit is met.
    pub(super) fn answer(&self, game: &Game, position: &Position, limits: Limits) -> Result<Answer, Error> {
        let end = Instant::now().checked_add(limits.time);
        let watch = || match end {
            Some(end) if Instant::now() > end => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let listed = options(game.as_ref(), position, usize::MAX)?;
        let timed = |error| if error == Error::Cancelled { Limit::Time(limits.time).into() } else { error };
        match self {
            Self::Plane { slice, cell: here, .. } => {
                let place = |position: &Position| cell(slice, position);
                let mut seen: FxHashMap<(u64, u64), Option<u64>> =
                    listed.iter().filter_map(place).map(|at| (at, None)).collect();
                seen.insert(*here, None);
                let plan = Plan::new(slice, here.0.max(here.1), Engine::Rays)?;
                // Options are in no later row than the position, and rows are complete one after the other.
                let last = if plan.goes_outwards() { here.0.min(here.1) } else { u64::MAX };
                let mut complete = false;
                let made = plan.for_each(
                    self.how(),
                    Budget::default(),
                    &mut |_: Progress| watch(),
                    &mut |a, b, value| {
                        if a.min(b) > last {
                            complete = true;
                            return Err(Error::Cancelled);
                        }
                        if let Some(slot) = seen.get_mut(&(a, b)) {
                            *slot = Some(value);
                        }
                        Ok(())
                    },
                );
                if !complete {
                    made.map_err(timed)?;
                }
                let by = format!("ray engine, a table to {}", here.0.max(here.1));
                found(
                    listed,
                    |position| seen.get(&place(position)?).copied().flatten(),
                    seen.get(here).copied().flatten(),
                    by,
                )
            }
            Self::Box { axes, is_position, cell: here } => {
                let place = |position: &Position| -> Option<Vec<u64>> {
                    position.rows()?.iter().flatten().map(|number| u64::try_from(number).ok()).collect()
                };
                let mut seen: FxHashMap<Vec<u64>, u64> =
                    listed.iter().filter_map(place).map(|at| (at, u64::MAX)).collect();
                seen.insert(here.clone(), u64::MAX);
                let mut count = 0_u64;
                axes.for_each(Simd::best(), is_position.as_ref(), &mut |cell, value| {
                    if let Some(slot) = seen.get_mut(cell) {
                        *slot = u64::from(value);
                    }
                    count += 1;
                    if count.is_multiple_of(1 << 16) { watch() } else { ControlFlow::Continue(()) }
                })
                .map_err(timed)?;
                let by = format!("ray engine, a box of {}", counted(axes.cells(), "cell"));
                found(listed, |position| seen.get(&place(position)?).copied(), seen.get(here).copied(), by)
            }
        }
    }
}

/// The answer, given what the table has for each option and for the position itself.
fn found(
    listed: Vec<Position>,
    value_of: impl Fn(&Position) -> Option<u64>,
    here: Option<u64>,
    by: String,
) -> Result<Answer, Error> {
    let missing = || Error::Fault("a position is not in the table of its game".to_owned());
    let valued = listed.into_iter().map(|position| {
        let value = Nimber(value_of(&position).ok_or_else(missing)?);
        Ok(Valued { position, value })
    });
    let options = valued.collect::<Result<Vec<_>, Error>>()?;
    Ok(Answer { by, ..Answer::of_options(here.ok_or_else(missing)?, options, &RAYS) })
}
