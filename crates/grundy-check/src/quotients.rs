//! Checks that a period is least: its quotient by each of its prime factors fails somewhere.

use crate::Rejected;
use crate::parse::{Cycle, Quotient, wrong};

/// The first terms after the preperiod, and the claimed counterexamples to quotients of the period.
pub struct Beginning<T> {
    claim: Cycle,
    kept: Vec<T>,
    quotients: Vec<Quotient>,
}

impl<T: PartialEq> Beginning<T> {
    pub fn new(claim: Cycle, quotients: &[Quotient]) -> Self {
        Self { claim, kept: Vec::new(), quotients: quotients.to_vec() }
    }

    /// Takes the next term; places come in increasing order. Checks that terms a quotient apart agree before the place of the claimed
    /// counterexample and differ there. The parser has checked that these places lie in the first period, so after that all are checked.
    pub fn see(&mut self, place: u64, term: T) -> Result<(), Rejected> {
        for quotient in &self.quotients {
            let Some(b) = place.checked_sub(self.claim.period / quotient.prime) else { continue };
            if b < self.claim.from || b > quotient.at {
                continue;
            }
            let earlier = usize::try_from(b - self.claim.from).ok().and_then(|i| self.kept.get(i));
            if earlier.is_some_and(|earlier| *earlier == term) == (b == quotient.at) {
                let reason = if b == quotient.at {
                    "the quotient does not fail there"
                } else {
                    "the quotient fails earlier"
                };
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
