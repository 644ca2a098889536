//! The moves that an answer needs, and the options of a position without storing them.

use super::Answer;
use crate::error::Error;
use crate::ruleset::{Game, Position, Stop};

/// The options that an answer has.
#[derive(Clone, Copy)]
pub(super) enum Moves<'a> {
    /// All of them, with their values.
    All,
    /// The winning ones.
    Winning,
    /// The winning moves of this answer, which are all.
    Known(&'a Answer),
}

/// Visits the options of a position, each once, until `visit` fails.
pub(super) fn each_option(
    game: &Game,
    position: &Position,
    visit: &mut dyn FnMut(&Position) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut failed = None;
    let visited = game.visit_options(position, &mut |option| {
        visit(option).map_err(|error| {
            failed = Some(error);
            Stop::Enough
        })
    });
    match (failed, visited) {
        (Some(error), _) => Err(error),
        (None, Err(Stop::Limit(limit))) => Err(limit.into()),
        (None, Ok(()) | Err(Stop::Enough)) => Ok(()),
    }
}
