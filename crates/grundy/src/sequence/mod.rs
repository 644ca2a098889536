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
//! - [`by_definition`]: from the rules alone, for every game that has such sequences
//!
//! A game has them if its [`Geometry`](crate::Geometry) is [`Symmetric`], in the catalogue or not. [`recursion`] holds the recursion
//! that Gurvich proposes for the P-positions, and [`compare`] compares it with the kernel.

mod builder;
pub mod compare;
pub mod recursion;
pub(crate) mod stream;
pub(crate) mod window;

pub use builder::{Method, Sequence};
pub use stream::{Extent, Member, Stream, Tally, by_rows};

use crate::catalog::Template;
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::ruleset::{Budget, Family, Game};
use crate::solve::kernel::Kernel;
use crate::solve::reference::Reference;
use crate::table::Progress;
use crate::widths::wide;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The shape of a game, which must have g-sequences.
///
/// # Errors
/// When it has none.
pub fn shape(game: &Game) -> Result<Symmetric, InputError> {
    Template::of_game(game).and_then(|slice| slice.geometry()?.symmetric()).ok_or_else(|| no_sequences(game))
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
                "P-positions of larsson and gurvich with p and q are; a table has the positions of any value",
            );
    }
    InputError::whole(format!("{name} has no g-sequences: they belong to symmetric two-pile games"))
        .hint("try nim, star-nim, wythoff, r-wythoff, fraenkel or gurvich")
}

/// The first `count` positions (x, y), `x <= y`, of value `value`, by increasing x, from the rules alone.
///
/// Row x is searched from the left until the value is met. If it is met left of the diagonal, the position is the mirror
/// of an earlier one. A row may lack the value: in `NIM_{a,b}` with b > 1 a position bars everything to its right in the next
/// b-1 rows, so the search ends there. It always ends, because only finitely many cells of a row are barred by
/// the columns and diagonals of earlier positions.
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
    let reach = shape(game)?.b;
    let template = Template::of_game(game).ok_or_else(|| no_sequences(game))?;
    let mut engine = Reference::new(Game::clone(game), budget);
    let mut found = Vec::new();
    // The column of the value in each of the rows that are still within reach.
    let mut met: VecDeque<Option<u64>> = VecDeque::new();
    for x in 0.. {
        let progress = extent.progress(found.len(), x);
        if progress.done >= progress.total {
            break;
        }
        if watch(progress).is_break() {
            return Err(Error::Cancelled);
        }
        let barred = met.iter().flatten().min().copied().unwrap_or(u64::MAX);
        let mut here = None;
        for y in 0..barred {
            // (0,0) is not a position of Star Nim: two tokens on the shared square.
            let Ok(position) = template.at(&[("a", x), ("b", y)]) else { continue };
            if engine.value(&position)?.0 == value {
                here = Some(y);
                break;
            }
        }
        found.extend(here.filter(|&y| y >= x).map(|y| (x, y)));
        met.push_back(here);
        if wide(met.len()) >= reach {
            met.pop_front();
        }
    }
    Ok(found)
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
