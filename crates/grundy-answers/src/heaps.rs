//! The values of single heaps of a take-and-break game.

use crate::ask::{Ask, Error, Progress};
use crate::memory::{beyond, size};
use grundy::heaps::Values;
use grundy::solve::rays::threads;
use grundy::{Deadline, Game, InputError};
use serde::Serialize;
use std::ops::ControlFlow;

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
        let name = game.name();
        let Some(rules) = game.heaps() else {
            let error = InputError::whole(format!("{name} is not a game of heaps"));
            return Err(error.hint("games of heaps are e.g. kayles, grundy-game and octal:0.07").into());
        };
        let mut values = Values::new(rules).threads(threads());
        // The list that is returned has 8 bytes for each.
        let (needed, allowed) =
            (values.bytes(count).saturating_add(count.saturating_mul(8)), ask.limits.memory);
        if needed > allowed {
            let message = format!(
                "the values of {count} heaps need about {}; the limit is {}",
                size(needed),
                size(allowed)
            );
            return Err(beyond(message, needed, allowed).into());
        }
        if let Some(last) = count.checked_sub(1) {
            let until = Deadline::after(ask.limits.time);
            let made = values.extend(last, &mut |known| {
                if until.is_over() {
                    return ControlFlow::Break(());
                }
                (ask.watch)(&Progress::of("heaps", known, count))
            });
            if made == Err(grundy::Error::Cancelled) && until.is_over() {
                return Err(until.limit().into());
            }
            made?;
        }
        Ok(Self {
            game: name,
            values: values.iter().take(usize::try_from(count).unwrap_or(usize::MAX)).collect(),
        })
    }
}
