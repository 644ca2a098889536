//! Searches for the periods of rows, one row after the other.
//!
//! # The hierarchy
//! Suppose that the state of rows 0 to a-1 has the least period P from column s on. A period of the state of rows 0 to a is also
//! one of rows 0 to a-1, hence a multiple of P. So only the columns s, s+P, s+2P, .. have to be compared. The first of them whose
//! full state equals an earlier one closes a cycle of m P columns. All that remains about row a concerns finitely many columns:
//!
//! 1. *settle*: compare runs from column 0 and from column m P. Their states agree from some column on, and row a agrees from
//!    the same or an earlier column on.
//! 2. *own*: find the least period of row a by dividing primes out of m P, as long as the row agrees with itself over a whole
//!    period. A column where p/q fails is a witness that p/q is not a period.
//! 3. If the row has a smaller period than the state, find its *preperiod* and the *witnesses* against smaller periods in the
//!    same way.
//!
//! Row a costs about m P columns and the memory of a few states. A search can be saved and resumed at any column.

mod one_row;

use super::lagged::{Lagged, Turn};
use super::windows::NO_POSITION;
use super::windows::{largest_row, regular_from, row_shape};
use super::{Period, Windows, Witness};
use crate::codec::{BadState, Reader, Writer};
use crate::error::{Deadline, Error};
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::ruleset::Game;
use crate::widths::place;
use dashu_int::UBig;
use one_row::{OneRow, Phase, read_witnesses, write_witnesses};
use std::ops::ControlFlow;

/// The kind number of a saved [`RowSearch`].
const KIND: u64 = 3;
const VERSION: u64 = 1;

/// Columns between progress callbacks: some hundredths of a second at the most.
const CHUNK: u64 = 1 << 17;

/// A proof about a row: `G(row, b + length) = G(row, b) + length` for all `b >= preperiod`, with both numbers least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProof {
    /// The shape of the game.
    pub shape: Symmetric,
    /// The row.
    pub row: u64,
    /// The period of the row. The saltus equals the length, since every value occurs in a row.
    pub period: Period,
    /// The least column, among those with the same rules, from which the state of rows 0 to this one repeats.
    pub state_from: u64,
    /// The least period of that state.
    pub state_period: u64,
    /// For each prime divisor of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

impl RowProof {
    /// The value of the row in a column of any size, or nothing if there is no position.
    ///
    /// # Errors
    /// When a value lies outside its window.
    pub fn value_at(&self, column: &UBig) -> Result<Option<UBig>, Error> {
        self.value_before(column, Deadline::NONE)
    }

    /// The same until a deadline.
    ///
    /// # Errors
    /// When a value lies outside its window, or the time is over.
    pub fn value_before(&self, column: &UBig, until: Deadline) -> Result<Option<UBig>, Error> {
        let Period { preperiod, length, .. } = self.period;
        let (preperiod, length) = (UBig::from(preperiod), UBig::from(length));
        let near =
            if *column < preperiod { column.clone() } else { &preperiod + (column - &preperiod) % length };
        // Less than the sum of preperiod and period, which fits into 64 bits.
        let near = u64::try_from(&near).unwrap_or(u64::MAX);
        let value = value_in_row(self.shape, self.row, near, until)?;
        Ok(value.map(|value| column - UBig::from(near) + UBig::from(value)))
    }

    /// The first column from the preperiod on at which `G(row, b + claim) = G(row, b) + claim` fails, or nothing if it never
    /// fails. From the preperiod on the row repeats, so only the remainder of the claim modulo the period matters. Calls `watch` with the
    /// columns filled so far.
    ///
    /// # Errors
    /// When `watch` cancels it, or a value lies outside its window.
    pub fn first_failure(
        &self,
        claim: u64,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<u64>, Error> {
        let Period { preperiod, length, .. } = self.period;
        let lag = claim % length;
        if lag == 0 {
            return Ok(None);
        }
        let start = Windows::new(self.shape, self.row)?;
        let mut lagged = Lagged { behind: start.clone(), ahead: start, from: preperiod, lag };
        let mut filled = 0;
        let mut go_on = |filled: u64| if watch(filled).is_break() { Err(Error::Cancelled) } else { Ok(()) };
        while lagged.approach(CHUNK, &mut filled)? != Turn::Ready {
            go_on(filled)?;
        }
        loop {
            go_on(filled)?;
            if let Turn::Differ { first, .. } = lagged.compare(CHUNK, &mut filled)? {
                return Ok(Some(first));
            }
        }
    }
}

/// The value in a column of a row, or nothing if there is no position. Fills all columns before it.
///
/// # Errors
/// When the windows of the row would not fit, a value lies outside its window, or the time is over.
pub fn value_in_row(shape: Symmetric, row: u64, column: u64, until: Deadline) -> Result<Option<u64>, Error> {
    let mut windows = Windows::new(shape, row)?;
    while windows.column() < column {
        until.check()?;
        windows.advance(CHUNK.min(column - windows.column()))?;
    }
    let reach = windows.reach();
    let note = windows.step()?;
    Ok((note != NO_POSITION).then(|| column + u64::from(note) - reach))
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStep {
    /// The search is not finished.
    More,
    /// Another row has been proved.
    Row,
    /// The next row has no repetition up to the limit.
    Open,
    /// All rows have been proved.
    Done,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowProgress {
    /// The current row.
    pub row: u64,
    /// The column reached in it.
    pub column: u64,
    /// Columns filled so far, in all rows and runs.
    pub filled: u64,
}

/// A search for the periods of rows 0, 1, .. up to some row. It can be saved and resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSearch {
    shape: Symmetric,
    last: u64,
    limit: Option<u64>,
    proofs: Vec<RowProof>,
    filled: u64,
    current: OneRow,
}

impl RowSearch {
    /// A search for the periods of rows 0..=`last` of a game.
    ///
    /// # Errors
    /// When periods cannot be proved for the game, or the windows of the last row would not fit.
    pub fn of(game: &Game, last: u64, limit: Option<u64>) -> Result<Self, InputError> {
        Self::new(row_shape(game)?, last, limit)
    }

    /// A search for the periods of rows 0..=`last`. With a `limit`, no row is searched beyond that column.
    ///
    /// # Errors
    /// When the windows of the last row would not fit.
    pub fn new(shape: Symmetric, last: u64, limit: Option<u64>) -> Result<Self, InputError> {
        Windows::new(shape, last)?;
        let current = OneRow::new(shape, 0, 1, 0)?;
        Ok(Self { shape, last, limit, proofs: Vec::new(), filled: 0, current })
    }

    /// The proofs so far: entry a is about row a.
    pub fn proofs(&self) -> &[RowProof] {
        &self.proofs
    }

    /// The shape of the game.
    pub fn shape(&self) -> Symmetric {
        self.shape
    }

    /// The progress of the search.
    pub fn progress(&self) -> RowProgress {
        let column = match &self.current.phase {
            Phase::Search(machine) => machine.column(),
            Phase::Settle(lagged)
            | Phase::Own(lagged, ..)
            | Phase::Preperiod(lagged)
            | Phase::Witness(lagged, _) => lagged.ahead.column(),
            Phase::Proved => self.current.state_from + self.current.state_period,
        };
        RowProgress { row: self.current.row, column, filled: self.filled }
    }

    /// Fills about `columns` columns. Stops early when a row has been proved.
    ///
    /// # Errors
    /// When a value lies outside its window.
    pub fn run(&mut self, columns: u64) -> Result<RowStep, Error> {
        let end = self.filled.saturating_add(columns.max(1));
        while self.filled < end {
            if matches!(self.current.phase, Phase::Proved) {
                return self.next_row();
            }
            let left = end - self.filled;
            if !self.current.advance(left, self.limit, &mut self.filled)? {
                return Ok(RowStep::Open);
            }
        }
        if matches!(self.current.phase, Phase::Proved) { self.next_row() } else { Ok(RowStep::More) }
    }

    /// Runs until all rows are proved or the limit is reached, with progress callbacks. Returns whether all rows were proved.
    ///
    /// # Errors
    /// When `watch` cancels it, or a value lies outside its window.
    pub fn finish(&mut self, watch: &mut dyn FnMut(RowProgress) -> ControlFlow<()>) -> Result<bool, Error> {
        loop {
            match self.run(CHUNK)? {
                RowStep::Done => return Ok(true),
                RowStep::Open => return Ok(false),
                RowStep::More | RowStep::Row => {}
            }
            if watch(self.progress()).is_break() {
                return Err(Error::Cancelled);
            }
        }
    }

    /// Stores the proof of a row and starts the next row.
    fn next_row(&mut self) -> Result<RowStep, Error> {
        let current = &self.current;
        if let Some(proof) = current.proof(self.shape).filter(|_| self.proofs.len() == place(current.row)) {
            self.proofs.push(proof);
        }
        if current.row == self.last {
            return Ok(RowStep::Done);
        }
        let row = current.row + 1;
        let from = current.state_from.max(regular_from(self.shape, row));
        self.current = OneRow::new(self.shape, row, current.state_period, from)?;
        Ok(RowStep::Row)
    }

    /// The search as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::new(KIND, VERSION);
        to.numbers([shape_code(self.shape), self.last]);
        to.maybe(self.limit);
        to.number(self.filled);
        to.length(self.proofs.len());
        for proof in &self.proofs {
            let Period { preperiod, length, .. } = proof.period;
            to.numbers([preperiod, length, proof.state_from, proof.state_period]);
            write_witnesses(&mut to, &proof.witnesses);
        }
        self.current.write(&mut to);
        to.finish()
    }

    /// Restores a search from [`RowSearch::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are not a saved search.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        let mut from = Reader::new(bytes, KIND, VERSION)?;
        let (shape, last) = (shape_of_code(from.number()?)?, from.number()?);
        let limit = from.maybe()?;
        let filled = from.number()?;
        let mut proofs = Vec::new();
        for row in (0..).take(from.length(40)?) {
            let (preperiod, length) = (from.number()?, from.number()?);
            let (state_from, state_period) = (from.number()?, from.number()?);
            let period = Period { preperiod, length, saltus: length };
            let witnesses = read_witnesses(&mut from)?;
            proofs.push(RowProof { shape, row, period, state_from, state_period, witnesses });
        }
        let current = OneRow::read(&mut from, shape)?;
        from.finish()?;
        let rows = place(current.row);
        let follows = proofs.len() == rows || (proofs.len() == rows + 1 && current.phase == Phase::Proved);
        if last > largest_row(shape) || current.row > last || !follows {
            return Err(BadState("the rows do not follow each other"));
        }
        Ok(Self { shape, last, limit, proofs, filled, current })
    }
}

/// The code of a shape in saved searches.
fn shape_code(shape: Symmetric) -> u64 {
    Symmetric::WITH_WINDOWS
        .iter()
        .zip(0..)
        .find(|(other, _)| **other == shape)
        .map_or(u64::MAX, |(_, code)| code)
}

fn shape_of_code(code: u64) -> Result<Symmetric, BadState> {
    Symmetric::WITH_WINDOWS.get(place(code)).copied().ok_or(BadState("there is no such game"))
}
