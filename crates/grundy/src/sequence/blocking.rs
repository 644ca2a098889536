//! The positions of all values up to one in a game of rays in which any q-1 options can be blocked, row by row.
//!
//! The value of a cell is the least v such that fewer than q of its options have the value v. So, as without blocking, the cells of a
//! row are passed by increasing y, and a cell takes the least value that is not barred; but a value is barred by q positions on the rays
//! together, not by one. For each value and each ray with a step (dx, dy), `dx > 0`, the positions on each line are counted: (x, y) is on line
//! `y - dy floor(x/dx)` of class `x mod dx`. No two rays may be parallel, and all must be narrow, so that an option is on one ray only.
//!
//! A row has no more positions of a value once q of them, in every class modulo d, are passed along a ray (0, d) that is open from there
//! on. It comes to that, because the other rays bar finitely many cells of a row. Time grows with the square of the rows, memory with the positions found. The P-positions of
//! Wythoff's game are found faster, by [`BlockedRows`].

use super::stream::Extent;
use super::{BlockedRows, no_sequences, with_geometry};
use crate::error::{Error, Limit};
use crate::geometry::{Ray, Rays, Symmetric};
use crate::notation::InputError;
use crate::ruleset::{Budget, Game};
use crate::table::Progress;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A line of a ray: its class and its place.
type Line = (i128, i128);

/// Cells between progress callbacks.
const WATCHED_CELLS: u64 = 1 << 16;

/// The positions (x, y) of a value in a game `GAME@block=q`, by increasing x and then y; of a symmetric game those with `x <= y`. The
/// budget is that of the cells that are passed.
///
/// ```
/// use grundy::sequence::{Extent, by_blocking};
/// let game = grundy::game("wythoff@block=2")?;
/// let found = by_blocking(&game, 0, Extent::Count(4), grundy::Budget::default(), &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(found, [(0, 0), (0, 1), (1, 3), (2, 2)]);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the game is not one of narrow rays with such blocking, the budget is spent, or `watch` cancels the work.
pub fn by_blocking(
    game: &Game,
    value: u64,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    let (inner, q) = game.blocked().ok_or_else(|| no_sequences(game))?;
    let rays = with_geometry(inner).ok_or_else(|| no_sequences(game))?;
    countable(&rays)?;
    let values = usize::try_from(value).ok().filter(|&value| value < 1 << 16).ok_or_else(|| {
        InputError::whole(format!("value {value} is too large")).hint("choose a smaller value")
    })?;
    if value == 0
        && rays.symmetric() == Some(Symmetric::WYTHOFF)
        && let Some(rows) = BlockedRows::new(q, 16 * budget.positions)
    {
        return by_blocked_rows(rows, extent, budget, watch);
    }
    let symmetric = rays.is_symmetric();
    let mut counts: Vec<Counts> = vec![Counts::of(&rays, q); values + 1];
    let (mut listed, mut passed) = (Vec::new(), 0_u64);
    for x in 0.. {
        counts.iter_mut().for_each(Counts::start_row);
        for y in 0.. {
            let progress = extent.progress(listed.len(), x);
            if progress.done >= progress.total {
                return Ok(listed);
            }
            if counts.iter().all(|counts| counts.is_closed(x, y)) {
                break;
            }
            passed += 1;
            if passed > budget.positions {
                return Err(Limit::Positions(budget.positions).into());
            }
            if passed.is_multiple_of(WATCHED_CELLS) && watch(progress).is_break() {
                return Err(Error::Cancelled);
            }
            if rays.is_hole(x, y) {
                continue;
            }
            if let Some(taken) = counts.iter().position(|counts| counts.options(x, y) < q) {
                counts[taken].add(x, y);
                listed.extend(Some((x, y)).filter(|_| taken == values && (!symmetric || x <= y)));
            }
        }
    }
    Ok(listed)
}

/// P-positions of Wythoff's game. The budget is that of the positions.
fn by_blocked_rows(
    mut rows: BlockedRows,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    let mut listed = Vec::new();
    loop {
        let progress = extent.progress(listed.len(), rows.row());
        if progress.done >= progress.total {
            if let Extent::Count(count) = extent {
                listed.truncate(count);
            }
            return Ok(listed);
        }
        if rows.row().is_multiple_of(1 << 10) && watch(progress).is_break() {
            return Err(Error::Cancelled);
        }
        if u64::try_from(listed.len()).is_ok_and(|listed| listed > budget.positions) {
            return Err(Limit::Positions(budget.positions).into());
        }
        rows.advance(rows.row() + 1, |x, y| listed.push((x, y)), &mut |_| ControlFlow::Continue(()))?;
    }
}

/// Refuses rays along which options cannot be counted line by line, or rows without an end.
pub(crate) fn countable(rays: &Rays) -> Result<(), InputError> {
    let table = "a table has the positions of any value";
    let rays = rays.rays();
    if rays.iter().any(|ray| ray.step.0 < 0) {
        return Err(
            InputError::whole("a move raises the first number, so rows depend on all rows above").hint(table)
        );
    }
    let parallel = |a: &Ray, b: &Ray| {
        i128::from(a.step.0) * i128::from(b.step.1) == i128::from(a.step.1) * i128::from(b.step.0)
    };
    let twice =
        rays.iter().enumerate().any(|(place, ray)| rays[..place].iter().any(|other| parallel(ray, other)));
    if twice || rays.iter().any(|ray| ray.width > 1) {
        let message = "with blocking, options are counted along rays that are narrow and not parallel";
        return Err(InputError::whole(message).hint(table));
    }
    if !rays.iter().any(|ray| ray.step.0 == 0 && ray.guard.y >= 0) {
        return Err(InputError::whole("a row may have infinitely many positions of a value").hint(table));
    }
    Ok(())
}

/// The positions of one value, counted by the lines of each ray.
#[derive(Clone)]
struct Counts {
    q: u64,
    lines: Vec<(Ray, HashMap<Line, u64>)>,
}

impl Counts {
    fn of(rays: &Rays, q: u64) -> Self {
        Self { q, lines: rays.rays().iter().map(|&ray| (ray, HashMap::new())).collect() }
    }

    /// Lines within a row begin again in each row.
    fn start_row(&mut self) {
        self.lines.iter_mut().filter(|(ray, _)| ray.step.0 == 0).for_each(|(_, lines)| lines.clear());
    }

    /// The number of options of this value.
    fn options(&self, x: u64, y: u64) -> u64 {
        let open = self.lines.iter().filter(|(ray, _)| ray.guard.allows(x, y));
        open.filter_map(|(ray, lines)| lines.get(&line(ray, x, y))).sum()
    }

    fn add(&mut self, x: u64, y: u64) {
        self.lines.iter_mut().for_each(|(ray, lines)| *lines.entry(line(ray, x, y)).or_default() += 1);
    }

    /// Whether no cell of row x from y on can have this value.
    fn is_closed(&self, x: u64, y: u64) -> bool {
        let along = self.lines.iter().filter(|(ray, _)| ray.step.0 == 0);
        // A guard that holds at y and does not fall with y holds from there on.
        along.filter(|(ray, _)| ray.guard.allows(x, y) && ray.guard.y >= 0).any(|(ray, lines)| {
            let classes = ray.step.1.unsigned_abs();
            usize::try_from(classes).is_ok_and(|classes| lines.len() == classes)
                && lines.values().all(|&count| count >= self.q)
        })
    }
}

/// The line of a ray through a cell.
fn line(ray: &Ray, x: u64, y: u64) -> Line {
    let (x, y) = (i128::from(x), i128::from(y));
    match (i128::from(ray.step.0), i128::from(ray.step.1)) {
        (0, dy) => (y.rem_euclid(dy), 0),
        (dx, dy) => (x % dx, y - dy * (x / dx)),
    }
}
