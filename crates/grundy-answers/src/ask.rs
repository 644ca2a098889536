//! What a question may use: limits, threads, the shelf of kept results, and whoever watches.

use crate::keep::Shelf;
use grundy::solve::rays::How;
use grundy::{InputError, Limit, Limits};
use grundy_store::StoreError;
use std::ops::ControlFlow;

/// How far a long piece of work has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How much is done.
    pub done: u64,
    /// How much there is, if that is known.
    pub total: Option<u64>,
    /// What is counted, in the plural: `columns`, `rows`, `cells`, `values`, `claims`.
    pub unit: &'static str,
    /// Where the work is, where a count does not say it.
    pub place: String,
}

impl Progress {
    /// Work of known length.
    pub fn of(unit: &'static str, done: u64, total: u64) -> Self {
        Self { done, total: Some(total), unit, place: String::new() }
    }

    /// Work of unknown length, and where it is.
    pub fn at(unit: &'static str, done: u64, place: String) -> Self {
        Self { done, total: None, unit, place }
    }
}

/// Called with the progress of the work; stops it by breaking.
pub type Watch<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

/// What a question may use. Every door makes one, and asks.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// Time, memory and positions.
    pub limits: Limits,
    /// Instructions and threads.
    pub how: How,
    /// Where results are kept.
    pub shelf: &'a Shelf,
    /// Progress and cancellation.
    pub watch: &'a Watch<'a>,
    /// Remarks for the user besides the answer.
    pub note: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Ask<'a> {
    /// Default limits, nothing kept, nobody watching.
    pub fn alone(shelf: &'a Shelf) -> Self {
        Self {
            limits: Limits::default(),
            how: How::default(),
            shelf,
            watch: &|_| ControlFlow::Continue(()),
            note: &|_| (),
        }
    }

    /// Reports cells that the table engines count.
    pub fn cells(&self, progress: grundy::table::Progress) -> ControlFlow<()> {
        (self.watch)(&Progress::of("cells", progress.done, progress.total))
    }
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library says no.
    #[error(transparent)]
    Library(#[from] grundy::Error),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Cancelled by the caller; the work can go on from this place.
    #[error("stopped at {0}")]
    Left(String),
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Self {
        Self::Library(error.into())
    }
}

impl From<Limit> for Error {
    fn from(limit: Limit) -> Self {
        Self::Library(limit.into())
    }
}
