//! g-sequences: the positions of one value.
//!
//! - [`by_definition`]: from the rules alone, for every game that has such sequences
//! - [`Stream`]: row by row, all values up to one at once: Algorithms WSG and RWSG and their like

pub mod compare;
pub mod recursion;
pub(crate) mod stream;
pub(crate) mod window;

pub use stream::{Extent, Member, Stream, Tally, by_rows};

use crate::catalog::Template;
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::ruleset::{Budget, Game};
use crate::solve::reference::Reference;
use std::collections::VecDeque;

/// The shape of a game that has g-sequences.
///
/// # Errors
/// When it has none.
pub fn shape(game: &Game) -> Result<Symmetric, InputError> {
    Template::of_game(game)
        .and_then(|slice| slice.geometry()?.symmetric())
        .ok_or_else(|| no_sequences(&game.name()))
}

fn no_sequences(game: &str) -> InputError {
    InputError::whole(format!(
        "{game} has no g-sequences: they belong to symmetric two-pile games without blocking"
    ))
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
    let reach = shape(game)?.b;
    let template = Template::of_game(game).ok_or_else(|| no_sequences(&game.name()))?;
    let mut engine = Reference::new(Game::clone(game), budget);
    let mut found = Vec::new();
    // Where the value stands in each of the rows that are still within reach.
    let mut met: VecDeque<Option<u64>> = VecDeque::new();
    for x in 0.. {
        if found.len() == count {
            break;
        }
        let barred = met.iter().flatten().min().copied().unwrap_or(u64::MAX);
        let mut here = None;
        for y in 0..barred {
            // (0,0) is no position of Star Nim: two tokens on the shared square.
            let Ok(position) = template.at(&[("a", x), ("b", y)]) else { continue };
            if engine.value(&position)?.0 == value {
                here = Some(y);
                break;
            }
        }
        found.extend(here.filter(|&y| y >= x).map(|y| (x, y)));
        met.push_back(here);
        if u64::try_from(met.len()).is_ok_and(|rows| rows >= reach) {
            met.pop_front();
        }
    }
    Ok(found)
}
