//! Windows of values of Star Nim as bits, and the rows (see [`crate::values`] and [`crate::values::full`]).

use crate::budget::{Budget, Limit};
use crate::values::{NOTHING, index};

/// A set of places: a window, or what is taken in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Places<const N: usize>(pub [u64; N]);

impl<const N: usize> Places<N> {
    /// The places below `end`.
    fn below(end: usize) -> Self {
        Self(std::array::from_fn(|i| match end.saturating_sub(64 * i) {
            0 => 0,
            bits @ 1..64 => (1 << bits) - 1,
            _ => u64::MAX,
        }))
    }

    pub fn has(self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// Adds or removes a place.
    pub fn set(&mut self, place: usize, is_in: bool) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word = *word & !(1 << (place % 64)) | u64::from(is_in) << (place % 64);
        }
    }

    /// The smallest place, if there is one.
    pub fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + index(self.0[word].trailing_zeros().into()))
    }

    /// The end of the largest place.
    pub fn end(self) -> usize {
        (0..64 * N).rev().find(|&place| self.has(place)).map_or(0, |place| place + 1)
    }

    /// What a value with this window takes after others have taken `taken`: one place, or none if the window has place 0.
    fn choice(self, taken: Self) -> Self {
        // All ones as soon as nothing is to be taken in the next words.
        let mut closed = (self.0[0] & 1).wrapping_neg();
        Self(std::array::from_fn(|i| {
            let blocked = self.0[i] | taken.0[i] | closed;
            closed |= if blocked == u64::MAX { 0 } else { u64::MAX };
            !blocked & blocked.wrapping_add(1)
        }))
    }

    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The same numbers, relative to the next row.
    fn next(self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] >> 1 | self.0.get(i + 1).map_or(0, |word| word << 63)))
    }
}

/// The sequence that the claim is about.
#[derive(Clone, Copy)]
pub enum Subject {
    Value(u8),
    Diagonal(u8),
}

/// Some values from `first` on, at a row.
#[derive(Clone)]
pub struct Machine<const N: usize> {
    first: u8,
    /// What smaller values take in each row.
    taken: Places<N>,
    pub windows: Vec<Places<N>>,
    /// What the values took in the last row.
    pub choices: Vec<Places<N>>,
}

impl<const N: usize> Machine<N> {
    /// The values before `first` are at a full level, and the windows fit.
    pub fn new(first: u8, windows: &[Places<4>]) -> Self {
        let windows: Vec<_> =
            windows.iter().map(|window| Places(std::array::from_fn(|i| window.0[i]))).collect();
        let taken = Places::below(usize::from(first.div_ceil(2)));
        Self { first, taken, choices: windows.clone(), windows }
    }

    pub fn row(&mut self) {
        let mut taken = self.taken;
        for (window, choice) in self.windows.iter_mut().zip(&mut self.choices) {
            *choice = window.choice(taken);
            taken = taken.or(*choice);
            *window = window.or(*choice).next();
        }
    }

    /// The term of the row that was played last: none if the value took nothing, [`NOTHING`] if no value took the cell of the diagonal.
    pub fn term(&self, subject: Subject) -> Option<u8> {
        match subject {
            Subject::Value(value) => {
                let place = self.choices.get(usize::from(value - self.first))?.first()?;
                u8::try_from(place).ok()
            }
            Subject::Diagonal(d) => {
                let taker = (self.first..).zip(&self.choices).find(|(_, choice)| choice.has(usize::from(d)));
                Some(taker.map_or(NOTHING, |(value, _)| value))
            }
        }
    }

    /// The steps that a row takes.
    pub fn steps(&self) -> u64 {
        1 + u64::try_from(self.windows.len()).unwrap_or(0)
    }

    /// Plays rows and appends their terms.
    pub fn play(
        &mut self,
        rows: u64,
        subject: Subject,
        terms: &mut Vec<u8>,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        for _ in 0..rows {
            budget.spend(self.steps())?;
            self.row();
            terms.extend(self.term(subject));
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/twins/windows.rs"]
mod tests;
