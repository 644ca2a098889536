//! The values of single heaps of a take-and-break game.

mod summary;

pub use summary::{HeapSummary, Rare};

use crate::ask::{Ask, Error, Progress};
use crate::keep::Checkpoints;
use crate::memory::{beyond, size};
use grundy::heaps::{HeapRules, Values};
use grundy::{Deadline, Game, InputError};
use grundy_store::Store;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The values of the heaps 0, 1, 2, ..
#[derive(Clone, Debug, Serialize)]
pub struct HeapValues {
    /// The game.
    pub game: String,
    /// G(0), G(1), ..
    pub values: Vec<u64>,
}

impl HeapValues {
    /// Whether a game has values of single heaps.
    pub fn exist(game: &Game) -> bool {
        game.heaps().is_some()
    }

    /// The values of the heaps below `count`.
    ///
    /// # Errors
    /// When the game is not one of heaps, they need too much memory, or the work is cancelled.
    pub fn ask(game: &Game, count: u64, ask: Ask<'_>) -> Result<Self, Error> {
        let (name, rules) = (game.name(), rules_of(game)?);
        let (values, allowed) = (Values::new(Arc::clone(&rules)), ask.limits.memory);
        // The list that is returned has 8 bytes for each.
        let each = values.bytes(0, false) + 8;
        let needed = count.saturating_mul(each);
        if needed > allowed {
            let message = format!(
                "the values of {count} heaps need {}; the limit is {}, enough for {} heaps",
                size(needed),
                size(allowed),
                allowed / each
            );
            return Err(beyond(message, needed, allowed).into());
        }
        let mut run = Run::new(rules, format!("values {name} heaps to {count}"), ask)?;
        if let Some(last) = count.checked_sub(1)
            && run.work(count, |values, watch| values.extend(last, watch))?.is_none()
        {
            return Err(run.until.limit().into());
        }
        let values = run.values;
        Ok(Self {
            game: name,
            values: values.iter().take(usize::try_from(count).unwrap_or(usize::MAX)).collect(),
        })
    }
}

/// What may be done with a heap of a game.
fn rules_of(game: &Game) -> Result<Arc<dyn HeapRules>, InputError> {
    game.heaps().ok_or_else(|| {
        let error = InputError::whole(format!("{} is not a game of heaps", game.name()));
        error.hint("games of heaps are e.g. kayles, grundy-game and octal:0.07")
    })
}

/// The computation of the values of heaps, with checkpoints in the store. It resumes where an earlier run of the same question has ended.
pub(crate) struct Run<'a> {
    pub(crate) values: Values,
    pub(crate) until: Deadline,
    store: Option<Store>,
    question: String,
    ask: Ask<'a>,
}

impl<'a> Run<'a> {
    /// Begins, or resumes.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub(crate) fn new(rules: Arc<dyn HeapRules>, question: String, ask: Ask<'a>) -> Result<Self, Error> {
        let store = ask.shelf.open(ask.note)?;
        let checkpoints = Checkpoints::new(ask.shelf, store.as_ref(), question.clone());
        let read = |state: &[u8]| Values::from_bytes(state, Arc::clone(&rules)).ok();
        let values = checkpoints.resume(ask.note, read)?.unwrap_or_else(|| Values::new(rules));
        let until = Deadline::after(ask.limits.time);
        Ok(Self { values: values.threads(ask.how.threads).on(ask.how.device), until, store, question, ask })
    }

    /// Does some work on the values, which must go on from those that are known when it is called again. `None` if the time is over.
    ///
    /// # Errors
    /// Those of the work, of the store, and when the work is cancelled.
    pub(crate) fn work<T>(
        &mut self,
        total: u64,
        work: impl Fn(&mut Values, &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<T, grundy::Error>,
    ) -> Result<Option<T>, Error> {
        let Self { values, until, store, question, ask } = self;
        let mut checkpoints = Checkpoints::new(ask.shelf, store.as_ref(), question.clone());
        loop {
            let worth = values.worth_storing();
            let mut due = false;
            let done = work(values, &mut |known| {
                due = known > worth && checkpoints.are_due();
                if due || until.is_over() {
                    return ControlFlow::Break(());
                }
                (ask.watch)(&Progress::of("heaps", known, total))
            });
            let place = format!("heap {}", values.known());
            let state = || values.to_bytes().unwrap_or_default();
            match done {
                Err(grundy::Error::Cancelled) if due && !until.is_over() => {
                    checkpoints.save(&place, state)?;
                }
                Err(grundy::Error::Cancelled) if until.is_over() => {
                    checkpoints.save(&place, state)?;
                    return Ok(None);
                }
                Err(grundy::Error::Cancelled) => return Err(checkpoints.stop(&place, state)?),
                Err(error) => return Err(error.into()),
                Ok(found) => {
                    checkpoints.end()?;
                    return Ok(Some(found));
                }
            }
        }
    }
}
