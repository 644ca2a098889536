//! What is known about a position: the one type that theorems and engines answer with.

use super::Valued;
use crate::error::Unanswered;
use crate::ruleset::{Outcome, Position};
use crate::theorem::{Said, Theorem, UBig};

/// What is known about a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// Its value, if that is known. In misère play there is none.
    pub value: Option<UBig>,
    /// A number that the value exceeds, if no more is known of it.
    pub more_than: Option<u64>,
    /// Who wins.
    pub outcome: Outcome,
    /// Options of value 0, unless the position is P. With blocking, not all of them can be blocked.
    pub winning: Vec<Position>,
    /// Whether there are no other winning moves.
    pub every: bool,
    /// With blocking, in a P-position: the options of value 0, all of which the previous player has to block.
    pub blocked: Vec<Position>,
    /// The reason, in words.
    pub by: String,
    /// The theorems that the answer rests on, with their statements.
    pub theorems: Vec<&'static Theorem>,
    /// The numbers that were put into a theorem, a line each.
    pub why: Vec<String>,
    /// Where the value is not known: bounds, and what would settle it.
    pub open: Option<Unanswered>,
    /// The answer for each component, when the game is a disjunctive sum.
    pub components: Vec<Answer>,
    /// The options with their values, when an engine has listed them.
    pub(super) options: Vec<Valued>,
}

impl Answer {
    /// A P-position.
    pub(super) fn previous(theorem: &'static Theorem) -> Self {
        Self::of_value(UBig::ZERO, theorem)
    }

    /// An N-position of unknown value without other winning moves than those put in.
    pub(super) fn next(theorem: &'static Theorem) -> Self {
        Self {
            value: None,
            more_than: None,
            outcome: Outcome::Next,
            winning: Vec::new(),
            every: true,
            blocked: Vec::new(),
            by: theorem.by.to_owned(),
            theorems: vec![theorem],
            why: Vec::new(),
            open: None,
            components: Vec::new(),
            options: Vec::new(),
        }
    }

    /// A position of this value.
    pub(super) fn of_value(value: UBig, theorem: &'static Theorem) -> Self {
        let outcome = if value.is_zero() { Outcome::Previous } else { Outcome::Next };
        Self { value: Some(value), outcome, ..Self::next(theorem) }
    }

    /// The answer that theorems give.
    pub(super) fn of_theorem<P: Clone>(said: Said<P>, position: impl Fn(P) -> Position) -> Self {
        let by = said.by().to_owned();
        let Said { value, more_than, outcome, theorems, why, winning } = said;
        let every = winning.is_every();
        let winning = winning.positions().iter().cloned().map(position).collect();
        Self {
            value,
            more_than,
            outcome,
            winning,
            every,
            blocked: Vec::new(),
            by,
            theorems,
            why,
            open: None,
            components: Vec::new(),
            options: Vec::new(),
        }
    }

    /// What follows from the options with their values.
    pub(super) fn of_options(value: u64, options: Vec<Valued>, theorem: &'static Theorem) -> Self {
        let zeros = options.iter().filter(|option| option.value.0 == 0).map(|option| option.position.clone());
        let zeros: Vec<Position> = zeros.collect();
        let (winning, blocked) = if value == 0 { (Vec::new(), zeros) } else { (zeros, Vec::new()) };
        Self { winning, blocked, options, ..Self::of_value(UBig::from(value), theorem) }
    }

    /// The same, by these theorems too: those that are not among its own.
    pub(super) fn with(mut self, theorems: &[&'static Theorem]) -> Self {
        for theorem in theorems {
            if !self.theorems.contains(theorem) {
                self.theorems.push(theorem);
            }
        }
        self
    }

    /// Whether value and all winning moves are known.
    pub(super) fn is_complete(&self) -> bool {
        self.value.is_some() && self.every
    }
}
