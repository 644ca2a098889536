//! What is known about a position: the one type from theorems and engines to whoever asks.

use super::Valued;
use crate::error::Unanswered;
use crate::ruleset::{Outcome, Position};
use crate::theorem::{Said, UBig};

/// What is known about a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// Its value, if that is known.
    pub value: Option<UBig>,
    /// A number that the value is above, if that is all that is known of it.
    pub more_than: Option<u64>,
    /// Who wins.
    pub outcome: Outcome,
    /// Options of value 0, if moving there wins: with blocking, not all of them can be blocked.
    pub winning: Vec<Position>,
    /// Whether there are no other winning moves.
    pub every: bool,
    /// With blocking: what the previous player has to block, every option of value 0, if all of them can be blocked.
    pub blocked: Vec<Position>,
    /// By what the answer is known.
    pub by: String,
    /// The numbers that were put into a theorem, a line each.
    pub why: Vec<String>,
    /// Where the value is not known: between what it lies, and what would tell it.
    pub open: Option<Unanswered>,
    /// The answer for each component, when the game is a disjunctive sum.
    pub components: Vec<Answer>,
    /// The options with their values, when an engine has listed them.
    pub(super) options: Vec<Valued>,
}

impl Answer {
    /// A P-position.
    pub(super) fn previous(by: impl Into<String>) -> Self {
        Self { value: Some(UBig::ZERO), outcome: Outcome::Previous, ..Self::next(by) }
    }

    /// An N-position of unknown value without other winning moves than those put in.
    pub(super) fn next(by: impl Into<String>) -> Self {
        Self {
            value: None,
            more_than: None,
            outcome: Outcome::Next,
            winning: Vec::new(),
            every: true,
            blocked: Vec::new(),
            by: by.into(),
            why: Vec::new(),
            open: None,
            components: Vec::new(),
            options: Vec::new(),
        }
    }

    /// A position of this value.
    pub(super) fn of_value(value: UBig, by: impl Into<String>) -> Self {
        let outcome = if value.is_zero() { Outcome::Previous } else { Outcome::Next };
        Self { value: Some(value), outcome, ..Self::next(by) }
    }

    /// What a theorem says.
    pub(super) fn of_theorem<P: Clone>(said: Said<P>, position: impl Fn(P) -> Position) -> Self {
        let Said { value, more_than, outcome, by, why, winning } = said;
        let every = winning.is_every();
        let winning = winning.positions().iter().cloned().map(position).collect();
        Self { value, more_than, outcome, winning, every, why, ..Self::next(by) }
    }

    /// What follows from the options with their values.
    pub(super) fn of_options(value: u64, options: Vec<Valued>, by: impl Into<String>) -> Self {
        let zeros = options.iter().filter(|option| option.value.0 == 0).map(|option| option.position.clone());
        let zeros: Vec<Position> = zeros.collect();
        let (winning, blocked) = if value == 0 { (Vec::new(), zeros) } else { (zeros, Vec::new()) };
        Self { winning, blocked, options, ..Self::of_value(UBig::from(value), by) }
    }

    /// Whether value and all winning moves are known.
    pub(super) fn is_complete(&self) -> bool {
        self.value.is_some() && self.every
    }
}
