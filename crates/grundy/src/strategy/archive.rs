//! What has been proved before and kept somewhere. The library has no files; a caller that has some can offer them to the planner.

use super::plan::Limits;
use crate::period::RowGame;
use std::ops::ControlFlow;
use std::time::Duration;

/// A certificate that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its text.
    pub certificate: String,
    /// Where it comes from and whether it has been checked now, for the answer to say.
    pub checked: String,
}

/// What the planner may use of its caller: a source of certificates, a progress callback, and a place for the state of long work.
pub trait Archive: Sync {
    /// The certificate of the period of a row of a game, checked where that is within the limits. What fails the check is not returned.
    fn row(&self, game: &RowGame, row: u64, limits: Limits) -> Option<Kept>;

    /// Receives the progress of long work: how many `unit` (`cells`, `columns`) are done, and at most to do. Breaking cancels it.
    fn progress(&self, unit: &'static str, done: u64, total: u64) -> ControlFlow<()> {
        let _ = (unit, done, total);
        ControlFlow::Continue(())
    }

    /// Time between two states of long work that are to be kept; `None` if none are.
    fn checkpoints(&self) -> Option<Duration> {
        None
    }

    /// The state of some work that was kept when it was interrupted.
    fn resume(&self, work: &str) -> Option<Vec<u8>> {
        let _ = work;
        None
    }

    /// Keeps the state of some work, and the place that it has reached.
    fn save(&self, work: &str, place: &str, state: &[u8]) {
        let _ = (work, place, state);
    }

    /// Drops the state of work that is done.
    fn forget(&self, work: &str) {
        let _ = work;
    }
}

/// Nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Archive for Nothing {
    fn row(&self, _: &RowGame, _: u64, _: Limits) -> Option<Kept> {
        None
    }
}
