//! The periods of rows, one row after the other.
//!
//! # The hierarchy
//! Suppose that the state of rows 0..a-1 has the least period P from column s on. A period of the state of rows 0..a is one of
//! rows 0..a-1 too, hence a multiple of P: it is enough to look at columns s, s+P, s+2P, .. The state of the first of them that agrees, in
//! full, with an earlier one closes the cycle, m P columns long. From then on everything about row a is a question about
//! finitely many columns:
//!
//! 1. *settle*: runs from the start and from m P columns further on agree from some column on in their state, and from some earlier one
//!    in row a;
//! 2. *own*: the least period of row a itself is found by dividing primes out of m P as long as the row agrees with itself over a whole
//!    period; where a quotient p/q fails shows that it is none;
//! 3. if the row has a smaller period than the state, its *preperiod* and the *witnesses* against smaller ones are found in the same way.
//!
//! Row a costs about m P columns and the memory of a few states. Each step of the search ends where the last one began to
//! repeat, so that the search can be left and taken up at any column.

mod level;

use super::lagged::{Lagged, Turn};
use super::windows::NO_POSITION;
use super::windows::{largest_row, regular_from, row_shape};
use super::{Period, Windows, Witness};
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::ruleset::Game;
use crate::widths::place;
use dashu_int::UBig;
use level::{Level, Phase, read_witnesses, write_witnesses};
use std::ops::ControlFlow;

/// Marks the bytes of a [`RowSearch`].
const KIND: u64 = 3;
const VERSION: u64 = 1;

/// Columns between two looks at whoever watches.
const CHUNK: u64 = 1 << 20;

/// What has been proved about a row: `G(row, b + length) = G(row, b) + length` for all `b >= preperiod`, length and preperiod least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProof {
    /// The shape of the game.
    pub shape: Symmetric,
    /// The row.
    pub row: u64,
    /// What the row does; the saltus is the period, since every value occurs in a row.
    pub period: Period,
    /// The least column, among those with the same rules, from which the state of rows 0 to this one repeats.
    pub state_from: u64,
    /// The least period of that state.
    pub state_period: u64,
    /// For each prime of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

impl RowProof {
    /// The value of the row in a column, however far out; nothing where there is no position.
    ///
    /// # Errors
    /// When a window proves too narrow.
    pub fn value_at(&self, column: &UBig) -> Result<Option<UBig>, Error> {
        let Period { preperiod, length, .. } = self.period;
        let (preperiod, length) = (UBig::from(preperiod), UBig::from(length));
        let near =
            if *column < preperiod { column.clone() } else { &preperiod + (column - &preperiod) % length };
        // Smaller than preperiod and period together, which are both counted in 64 bits.
        let near = u64::try_from(&near).unwrap_or(u64::MAX);
        let mut windows = Windows::new(self.shape, self.row)?;
        windows.advance(near)?;
        let reach = windows.reach();
        let note = windows.step()?;
        if note == NO_POSITION {
            return Ok(None);
        }
        Ok(Some(column + UBig::from(note) - UBig::from(reach)))
    }

    /// The first column from the preperiod on at which `G(row, b + claim) = G(row, b) + claim` fails, or nothing if it holds for all.
    ///
    /// From the preperiod on the row repeats, so that only the remainder of the claim by the period counts.
    ///
    /// # Errors
    /// When a window proves too narrow.
    pub fn first_failure(&self, claim: u64) -> Result<Option<u64>, Error> {
        let Period { preperiod, length, .. } = self.period;
        let lag = claim % length;
        if lag == 0 {
            return Ok(None);
        }
        let start = Windows::new(self.shape, self.row)?;
        let mut lagged = Lagged { behind: start.clone(), ahead: start, from: preperiod, lag };
        let mut filled = 0;
        while lagged.approach(CHUNK, &mut filled)? != Turn::Ready {}
        loop {
            if let Turn::Differ { first, .. } = lagged.compare(CHUNK, &mut filled)? {
                return Ok(Some(first));
            }
        }
    }
}

/// What a run has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStep {
    /// There is more to do.
    More,
    /// Another row has been proved.
    Row,
    /// The next row has no repetition up to the column that was set as the limit.
    Open,
    /// All rows have been proved.
    Done,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowProgress {
    /// The row that is being worked on.
    pub row: u64,
    /// The column it has come to.
    pub column: u64,
    /// Columns filled since the beginning, of all rows and runs.
    pub filled: u64,
}

/// A search for the periods of rows 0, 1, .. up to some row, which can be left and taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSearch {
    shape: Symmetric,
    last: u64,
    limit: Option<u64>,
    proofs: Vec<RowProof>,
    filled: u64,
    level: Level,
}

impl RowSearch {
    /// A search for the periods of rows 0..=`last` of a game.
    ///
    /// # Errors
    /// When its rows are not known to have bounded windows, or those of the last row would not fit.
    pub fn of(game: &Game, last: u64, limit: Option<u64>) -> Result<Self, InputError> {
        Self::new(row_shape(game)?, last, limit)
    }

    /// A search for the periods of rows 0..=`last`; with a `limit` no row is searched beyond that column.
    ///
    /// # Errors
    /// When the windows of the last row would not fit.
    pub fn new(shape: Symmetric, last: u64, limit: Option<u64>) -> Result<Self, InputError> {
        Windows::new(shape, last)?;
        let level = Level::new(shape, 0, 1, 0)?;
        Ok(Self { shape, last, limit, proofs: Vec::new(), filled: 0, level })
    }

    /// What has been proved so far: entry a is about row a.
    pub fn proofs(&self) -> &[RowProof] {
        &self.proofs
    }

    /// The shape of the game.
    pub fn shape(&self) -> Symmetric {
        self.shape
    }

    /// How far the search is.
    pub fn progress(&self) -> RowProgress {
        let column = match &self.level.phase {
            Phase::Search(machine) => machine.column(),
            Phase::Settle(lagged)
            | Phase::Own(lagged, ..)
            | Phase::Preperiod(lagged)
            | Phase::Witness(lagged, _) => lagged.ahead.column(),
            Phase::Proved => self.level.state_from + self.level.state_period,
        };
        RowProgress { row: self.level.row, column, filled: self.filled }
    }

    /// Fills about `columns` columns, and stops early when a row has been proved.
    ///
    /// # Errors
    /// When a window proves too narrow.
    pub fn run(&mut self, columns: u64) -> Result<RowStep, Error> {
        let end = self.filled.saturating_add(columns.max(1));
        while self.filled < end {
            if matches!(self.level.phase, Phase::Proved) {
                return self.next_row();
            }
            let left = end - self.filled;
            if !self.level.advance(left, self.limit, &mut self.filled)? {
                return Ok(RowStep::Open);
            }
        }
        if matches!(self.level.phase, Phase::Proved) { self.next_row() } else { Ok(RowStep::More) }
    }

    /// Goes on until all rows are proved or the limit is met, and tells `watch` now and then. Gives whether all were proved.
    ///
    /// # Errors
    /// When `watch` stops it, or a window proves too narrow.
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

    /// Keeps the proof of a row and begins with the next.
    fn next_row(&mut self) -> Result<RowStep, Error> {
        let level = &self.level;
        if let Some(proof) = level.proof(self.shape).filter(|_| self.proofs.len() == place(level.row)) {
            self.proofs.push(proof);
        }
        if level.row == self.last {
            return Ok(RowStep::Done);
        }
        let row = level.row + 1;
        let from = level.state_from.max(regular_from(self.shape, row));
        self.level = Level::new(self.shape, row, level.state_period, from)?;
        Ok(RowStep::Row)
    }

    /// The whole search as bytes.
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
        self.level.write(&mut to);
        to.finish()
    }

    /// The search that [`RowSearch::to_bytes`] has put into bytes.
    ///
    /// # Errors
    /// When they are anything else.
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
        let level = Level::read(&mut from, shape)?;
        from.finish()?;
        let rows = place(level.row);
        let follows = proofs.len() == rows || (proofs.len() == rows + 1 && level.phase == Phase::Proved);
        if last > largest_row(shape) || level.row > last || !follows {
            return Err(BadState("the rows do not follow each other"));
        }
        Ok(Self { shape, last, limit, proofs, filled, level })
    }
}

/// The shape as a number, for kept searches.
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
