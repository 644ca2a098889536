//! Why a period is least: each of its quotients by a prime fails somewhere.

use crate::Rejected;
use crate::parse::{Cycle, Quotient, wrong};

/// The first terms from the preperiod on, and what is said about quotients of the period.
pub struct Beginning<T> {
    claim: Cycle,
    kept: Vec<T>,
    quotients: Vec<Quotient>,
}

impl<T: PartialEq> Beginning<T> {
    pub fn new(claim: Cycle, quotients: &[Quotient]) -> Self {
        Self { claim, kept: Vec::new(), quotients: quotients.to_vec() }
    }

    /// Takes the term at a place, all places in turn. The terms a quotient apart agree up to the place at which it is said to fail, and
    /// not there. The places have been seen to lie within the first period, so whoever goes through that has settled all of them.
    pub fn see(&mut self, place: u64, term: T) -> Result<(), Rejected> {
        for quotient in &self.quotients {
            let Some(b) = place.checked_sub(self.claim.period / quotient.prime) else { continue };
            if b < self.claim.from || b > quotient.at {
                continue;
            }
            let earlier = usize::try_from(b - self.claim.from).ok().and_then(|i| self.kept.get(i));
            if earlier.is_some_and(|earlier| *earlier == term) == (b == quotient.at) {
                let reason = if b == quotient.at { "it does not fail there" } else { "it fails before that" };
                return Err(wrong(quotient.line, reason));
            }
        }
        let last = self.quotients.iter().map(|quotient| quotient.at).max();
        if place >= self.claim.from && last.is_some_and(|last| place <= last) {
            self.kept.push(term);
        }
        Ok(())
    }
}
