//! The context of a question: limits, threads, the result store, and callbacks.

use crate::keep::Shelf;
use grundy::solve::rays::How;
use grundy::{InputError, Limit, Limits};
use grundy_store::StoreError;
use std::ops::ControlFlow;

/// Progress of long work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Amount done.
    pub done: u64,
    /// Total amount, if known.
    pub total: Option<u64>,
    /// The unit, in the plural: `columns`, `rows`, `cells`, `values`, `claims`.
    pub unit: &'static str,
    /// A description of the current place; may be empty.
    pub place: String,
}

impl Progress {
    /// Progress with a known total.
    pub fn of(unit: &'static str, done: u64, total: u64) -> Self {
        Self { done, total: Some(total), unit, place: String::new() }
    }

    /// Progress without a known total.
    pub fn at(unit: &'static str, done: u64, place: String) -> Self {
        Self { done, total: None, unit, place }
    }
}

/// Progress callback. Breaking cancels the work.
pub type Watch<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

/// The context of a question. The command line, the server and Python each construct one.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// Limits on time, memory and positions.
    pub limits: Limits,
    /// Instructions and threads.
    pub how: How,
    /// The result store.
    pub shelf: &'a Shelf,
    /// Progress and cancellation.
    pub watch: &'a Watch<'a>,
    /// Callback for notes to the user.
    pub note: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Ask<'a> {
    /// Default limits and no callbacks.
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
    /// An error of the library.
    #[error(transparent)]
    Library(#[from] grundy::Error),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Cancelled by the caller; the state is saved, and the work can resume from this place.
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
