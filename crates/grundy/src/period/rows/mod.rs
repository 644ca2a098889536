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
//!
//! # Rows that are left out
//! The argument needs the period of the state of *some* rows 0 to r with r < a. So below the first row that is asked for, the search leaves rows out: the row
//! after r is about 9/8 r. And the rows that are asked for can be searched at the same time, each with the nearest row below that is proved by then
//! (`together`).

mod one_row;
#[cfg(test)]
mod tests;
mod together;

use super::lagged::{Lagged, Turn};
use super::run::Rows;
use super::{Period, RowGame, Witness};
use crate::codec::{BadState, Reader, Writer};
use crate::error::{Deadline, Error};
use crate::geometry::{Guard, Ray, Rays};
use crate::ruleset::Game;
use crate::widths::wide;
use dashu_int::UBig;
use one_row::{OneRow, Phase, read_witnesses, write_witnesses};
use std::ops::{ControlFlow, RangeInclusive};

/// The kind number of a saved [`RowSearch`].
const KIND: u64 = 3;
const VERSION: u64 = 3;

/// Columns between progress callbacks: some hundredths of a second at the most.
const CHUNK: u64 = 1 << 17;

/// A proof about a row: `G(row, b + length) = G(row, b) + saltus` for all `b >= preperiod`, with both numbers least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProof {
    /// The game.
    pub game: RowGame,
    /// The row: the first number.
    pub row: u64,
    /// The period of the row. The saltus equals the length if the second number can be lowered alone, since then every value
    /// occurs once in a row, or q times if any q-1 options may be blocked: then it is the length divided by q. Otherwise it is 0.
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
        let Period { preperiod, length, saltus } = self.period;
        let (preperiod, length) = (UBig::from(preperiod), UBig::from(length));
        let near =
            if *column < preperiod { column.clone() } else { &preperiod + (column - &preperiod) % &length };
        // Less than the sum of preperiod and period, which fits into 64 bits.
        let near = u64::try_from(&near).unwrap_or(u64::MAX);
        let value = value_in_row(&self.game, self.row, near, until)?;
        let grown = (column - UBig::from(near)) / length * UBig::from(saltus);
        Ok(value.map(|value| grown + UBig::from(value)))
    }

    /// Whether values of rows up to this one grow with the column. Nothing if such rows have no proofs.
    pub(super) fn is_additive(&self) -> Option<bool> {
        Rows::new(&self.game, self.row).ok().map(|rows| rows.is_additive())
    }

    /// The first column from the preperiod on at which `G(row, b + claim) = G(row, b) + claim` fails, or without `+ claim` if the saltus is 0, and with `claim / q` if any
    /// q-1 options may be blocked; or nothing if it never fails. From the preperiod on the row repeats, so only the remainder of the claim modulo the period matters. Calls `watch` with the
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
        let start = Rows::new(&self.game, self.row)?.start()?;
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
pub fn value_in_row(game: &RowGame, row: u64, column: u64, until: Deadline) -> Result<Option<u64>, Error> {
    let rows = Rows::new(game, row)?;
    let mut run = rows.start()?;
    while run.left_to(column) > 0 {
        until.check()?;
        run.advance((CHUNK / run.weight()).max(1).min(run.left_to(column)))?;
    }
    Ok(rows.value(column, run.step()?))
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

/// A search for the periods of some rows. It can be saved and resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSearch {
    game: RowGame,
    first: u64,
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
    /// When periods cannot be proved for the game, or for so many rows.
    pub fn of(game: &Game, last: u64, limit: Option<u64>) -> Result<Self, Error> {
        Self::new(RowGame::of(game)?, last, limit)
    }

    /// A search for the periods of rows 0..=`last`. With a `limit`, no row is searched beyond that column.
    ///
    /// # Errors
    /// When periods cannot be proved for so many rows, or for rows of this kind.
    pub fn new(game: impl Into<RowGame>, last: u64, limit: Option<u64>) -> Result<Self, Error> {
        Self::between(game, 0..=last, limit)
    }

    /// The same for some rows, and for the rows below them that help.
    ///
    /// # Errors
    /// As for [`RowSearch::new`].
    pub fn between(
        game: impl Into<RowGame>,
        rows: RangeInclusive<u64>,
        limit: Option<u64>,
    ) -> Result<Self, Error> {
        let game = game.into();
        let (first, last) = rows.into_inner();
        Rows::new(&game, last)?;
        let current = OneRow::new(&game, 0, 1, 0)?;
        Ok(Self { game, first: first.min(last), last, limit, proofs: Vec::new(), filled: 0, current })
    }

    /// The proofs so far, by row. If all rows are searched, entry a is about row a.
    pub fn proofs(&self) -> &[RowProof] {
        &self.proofs
    }

    /// The proof of a row, if there is one so far.
    pub fn proof(&self, row: u64) -> Option<&RowProof> {
        self.proofs.binary_search_by_key(&row, |proof| proof.row).ok().map(|at| &self.proofs[at])
    }

    /// The row that is searched after another one. Below the first row that is asked for, some are left out.
    fn after(&self, row: u64) -> u64 {
        let next = row + 1;
        if next >= self.first { next } else { (next + row / 8).min(self.first) }
    }

    /// The game.
    pub fn game(&self) -> &RowGame {
        &self.game
    }

    /// The last row.
    pub fn last(&self) -> u64 {
        self.last
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

    /// Works as long as about `columns` columns of a few rows take. Stops early when a row has been proved.
    ///
    /// # Errors
    /// When a value lies outside its window.
    pub fn run(&mut self, columns: u64) -> Result<RowStep, Error> {
        let columns = columns / self.current.weight();
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
        let is_new = self.proofs.last().is_none_or(|last| last.row < current.row);
        if let Some(proof) = current.proof(&self.game).filter(|_| is_new) {
            self.proofs.push(proof);
        }
        if current.row == self.last {
            return Ok(RowStep::Done);
        }
        let row = self.after(current.row);
        self.current = OneRow::new(&self.game, row, current.state_period, current.state_from)?;
        Ok(RowStep::Row)
    }

    /// The search as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::new(KIND, VERSION);
        write_rays(&mut to, self.game.rays());
        to.numbers([self.game.block(), u64::from(self.game.has_walls()), self.first, self.last]);
        to.maybe(self.limit);
        to.number(self.filled);
        to.length(self.proofs.len());
        for proof in &self.proofs {
            let Period { preperiod, length, saltus } = proof.period;
            to.numbers([preperiod, length, saltus, proof.state_from, proof.state_period]);
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
        let rays = read_rays(&mut from)?;
        let (q, walls) = (from.number()?, from.number()?);
        let game = match walls {
            0 => RowGame::new(&rays).and_then(|game| game.blocked(q)).ok(),
            _ => RowGame::of_shared_cells(wide(rays.holes().len()))
                .ok()
                .filter(|game| walls == 1 && q == 1 && game.has_walls()),
        };
        let game = game.filter(|game| *game.rays() == rays);
        let game = game.ok_or(BadState("there is no such game"))?;
        let (first, last) = (from.number()?, from.number()?);
        let limit = from.maybe()?;
        let mut search =
            Self::between(game, first..=last, limit).map_err(|_| BadState("there are no such rows"))?;
        search.filled = from.number()?;
        let mut row = 0;
        for _ in 0..from.length(48)? {
            let (preperiod, length, saltus) = (from.number()?, from.number()?, from.number()?);
            let (state_from, state_period) = (from.number()?, from.number()?);
            let period = Period { preperiod, length, saltus };
            let (game, witnesses) = (search.game.clone(), read_witnesses(&mut from)?);
            search.proofs.push(RowProof { game, row, period, state_from, state_period, witnesses });
            row = search.after(row);
        }
        search.current = OneRow::read(&mut from, &search.game)?;
        from.finish()?;
        let OneRow { row: current, phase, .. } = &search.current;
        let last_proved = search.proofs.last().map(|proof| proof.row);
        let follows = *current == row || (last_proved == Some(*current) && *phase == Phase::Proved);
        if first > last || *current > last || !follows {
            return Err(BadState("the rows do not follow each other"));
        }
        Ok(search)
    }
}

/// Writes rays as numbers; negative ones have their two's complement.
fn write_rays(to: &mut Writer, rays: &Rays) {
    to.length(rays.rays().len());
    for ray in rays.rays() {
        let Guard { x, y, least } = ray.guard;
        to.numbers([ray.step.0, ray.step.1, x, y, least].map(i64::cast_unsigned));
        to.number(ray.width);
    }
    to.length(rays.holes().len());
    to.numbers(rays.holes().iter().flat_map(|&(x, y)| [x, y]));
}

fn read_rays(from: &mut Reader) -> Result<Rays, BadState> {
    let mut rays = Vec::new();
    for _ in 0..from.length(48)? {
        let mut signed = || from.number().map(u64::cast_signed);
        let step = (signed()?, signed()?);
        let guard = Guard { x: signed()?, y: signed()?, least: signed()? };
        rays.push(Ray { step, guard, width: from.number()? });
    }
    let mut holes = Vec::new();
    for _ in 0..from.length(16)? {
        holes.push((from.number()?, from.number()?));
    }
    Rays::new(rays, holes).map_err(|_| BadState("these are no rays"))
}
