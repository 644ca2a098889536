//! g-sequences: the positions of one value.
//!
//! [`Sequence::of`] computes them by the fastest method:
//!
//! ```
//! use grundy::Sequence;
//! let ones = Sequence::of(&grundy::game("r-wythoff")?).value(1).count(4)?;
//! assert_eq!(ones, [(0, 1), (2, 2), (3, 6), (4, 6)]);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The methods, fastest first:
//!
//! - [`by_rows`]: row by row, all values up to one at once, for symmetric games with lines 1 wide; [`Stream`] is its state, which can
//!   be stored and resumed
//! - [`by_kernel`]: the P-positions of `NIM_{a,b}^{p,q}`, with blocking too
//! - [`by_rays`]: row by row, all values up to one at once, for any rays that do not raise the first number
//! - [`by_blocking`]: row by row, where any q-1 options can be blocked; [`BlockedRows`] is faster for the P-positions of Wythoff's game
//! - [`by_definition`]: from the rules alone, for every game that has such sequences
//!
//! A game has them if its [`Geometry`](crate::Geometry) is that of rays, in the catalogue or not. [`recursion`] holds the recursion
//! that Gurvich proposes for the P-positions, and [`compare`] compares it with the kernel.

mod blocked_rows;
mod blocking;
mod builder;
pub mod compare;
mod rays;
pub mod recursion;
pub(crate) mod stream;
pub(crate) mod window;

pub(crate) use blocking::countable;

pub use blocked_rows::BlockedRows;
pub use blocking::by_blocking;
pub use builder::{Method, Sequence};
pub use rays::by_rays;
pub use stream::{Extent, Member, Stream, Tally, by_rows};

use crate::catalog::Template;
use crate::error::Error;
use crate::geometry::{Rays, Symmetric};
use crate::notation::InputError;
use crate::ruleset::{Budget, Family, Game};
use crate::solve::kernel::Kernel;
use crate::solve::reference::Reference;
use crate::table::Progress;
use std::ops::ControlFlow;

/// The symmetric shape of a game.
///
/// # Errors
/// When it has none.
pub fn shape(game: &Game) -> Result<Symmetric, InputError> {
    rays_of(game)?.symmetric().ok_or_else(|| {
        InputError::whole(format!("{} is not symmetric with lines and diagonals alone", game.name()))
            .hint("try nim, star-nim, wythoff, r-wythoff, fraenkel or gurvich")
    })
}

/// Whether a game has g-sequences: two numbers, and rays of which none raises the first number.
pub fn has_sequences(game: &Game) -> bool {
    rays_of(game).is_ok_and(|rays| rays.rays().iter().all(|ray| ray.step.0 >= 0))
}

/// The rays of a game, which must have g-sequences.
fn rays_of(game: &Game) -> Result<Rays, InputError> {
    with_geometry(game).ok_or_else(|| no_sequences(game))
}

/// The rays of a game without blocking.
fn with_geometry(game: &Game) -> Option<Rays> {
    let slice = Template::of_game(game).filter(|_| game.blocking().is_none())?;
    slice.geometry()?.rays().cloned()
}

fn no_sequences(game: &Game) -> InputError {
    let name = game.name();
    if game.is_misere() {
        return InputError::whole(format!("sequences of {name} are not known: misère play has no values"))
            .hint("a table has its P-positions, those of value 0");
    }
    if game.blocking().is_some() {
        return InputError::whole(format!("sequences of {name} are not known: its moves can be blocked"))
            .hint(
                "those of wythoff@block=2 are, and P-positions of larsson and gurvich with p and q; a table has the positions of any value",
            );
    }
    InputError::whole(format!("{name} has no g-sequences: they need two numbers and moves along rays"))
        .hint("try star-nim, wythoff, gurvich:a=2,b=3 or rules such as {x,y: x-i,y; x,y-i; x-i,y-2i}")
}

/// The first `count` positions (x, y) of value `value`, by increasing x and then y, from the rules alone; of a symmetric game those
/// with `x <= y`.
///
/// Row x is searched from the left until no further cell can have the value. That is so once all cells from there on have a move along
/// a ray (0, d) to one that was found. It comes to that, because only finitely many cells of a row are barred by other rays.
///
/// ```
/// let wythoff = grundy::game("wythoff")?;
/// let p_positions = grundy::sequence::by_definition(&wythoff, 0, 4, grundy::Budget::default())?;
/// assert_eq!(p_positions, [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn by_definition(
    game: &Game,
    value: u64,
    count: usize,
    budget: Budget,
) -> Result<Vec<(u64, u64)>, Error> {
    definition(game, value, Extent::Count(count), budget, &mut |_| ControlFlow::Continue(()))
}

fn definition(
    game: &Game,
    value: u64,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    let rays = rays_of(game)?;
    let symmetric = rays.is_symmetric();
    if rays.rays().iter().any(|ray| ray.step.0 < 0) {
        let message = "a move raises the first number, so rows depend on all rows above";
        return Err(InputError::whole(message).hint("a table has the positions of any value").into());
    }
    let template = Template::of_game(game).ok_or_else(|| no_sequences(game))?;
    let mut engine = Reference::new(Game::clone(game), budget);
    let mut found: Vec<(u64, u64)> = Vec::new();
    let mut listed = Vec::new();
    for x in 0.. {
        for y in 0.. {
            let progress = extent.progress(listed.len(), x);
            if progress.done >= progress.total {
                return Ok(listed);
            }
            if is_closed(&rays, &found, (x, y)) {
                break;
            }
            // (0,0) is not a position of Star Nim: two tokens on the shared square.
            let Ok(position) = template.at(&[("a", x), ("b", y)]) else { continue };
            if engine.value(&position)?.0 == value {
                found.push((x, y));
                listed.extend(Some((x, y)).filter(|_| !symmetric || x <= y));
            }
            if watch(progress).is_break() {
                return Err(Error::Cancelled);
            }
        }
    }
    Ok(listed)
}

/// Whether all cells (x, y), (x, y+1), .. have moves to some that were found.
fn is_closed(rays: &Rays, found: &[(u64, u64)], (x, y): (u64, u64)) -> bool {
    let along = rays.rays().iter().filter(|ray| ray.step.0 == 0);
    // A guard that holds at y and does not fall with y holds from there on.
    along.filter(|ray| ray.guard.allows(x, y) && ray.guard.y >= 0).any(|ray| {
        (y..y.saturating_add(ray.step.1.unsigned_abs())).all(|y| {
            found
                .iter()
                .any(|&(p, q)| ray.takes(i128::from(x) - i128::from(p), i128::from(y) - i128::from(q)))
        })
    })
}

/// The P-positions (x, y), `x <= y`, of `NIM_{a,b}^{p,q}`, by increasing x and then y, by elimination. With blocking a row may have several.
///
/// ```
/// use grundy::sequence::{Extent, by_kernel};
/// use grundy::{Budget, Family};
/// let family = Family { p: 2, ..Family::plain(1, 1) };
/// let found = by_kernel(family, Extent::Rows(2), Budget::default(), &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(found, [(0, 0), (1, 1)]);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the kernel needs more than the budget, or `watch` cancels the work.
pub fn by_kernel(
    family: Family,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    /// Rows between progress callbacks.
    const WATCHED_ROWS: u64 = 1 << 10;
    let mut kernel = Kernel::new(family, budget);
    let mut found = Vec::new();
    loop {
        let progress = extent.progress(found.len(), kernel.row());
        if progress.done >= progress.total {
            break;
        }
        if kernel.row().is_multiple_of(WATCHED_ROWS) && watch(progress).is_break() {
            return Err(Error::Cancelled);
        }
        let (x, ys) = kernel.next_row()?;
        found.extend(ys.into_iter().map(|y| (x, y)));
    }
    if let Extent::Count(count) = extent {
        found.truncate(count);
    }
    Ok(found)
}
