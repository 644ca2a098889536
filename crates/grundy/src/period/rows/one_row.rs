//! The search for the period of one row.

#[cfg(test)]
mod tests;

use super::RowProof;
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::period::cycle::primes;
use crate::period::lagged::{Lagged, Turn};
use crate::period::run::{Rows, Run};
use crate::period::{Period, RowGame, Witness};
use crate::widths::{place, wide};

/// How many states are stored before the search stores a last one only.
const MOST_STORED: usize = 512;

/// Upper limit on the memory of stored states; two are stored anyhow.
const MOST_BYTES: u64 = 1 << 28;

/// The search for the period of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OneRow {
    pub(super) row: u64,
    rows: Rows,
    /// The period of the rows below.
    lower: u64,
    /// The column from which the state of the rows below repeats.
    from: u64,
    /// The first of the states at `from`, `from + lower`, ..
    met: Vec<Run>,
    /// How many states have been compared.
    compared: u64,
    /// Once there are too many to store all: the last one whose number is a power of 2.
    kept: Option<Run>,
    /// The results so far, 0 where not known yet.
    pub(super) state_from: u64,
    pub(super) state_period: u64,
    length: u64,
    preperiod: u64,
    witnesses: Vec<Witness>,
    pub(super) phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Searches for a repetition of the state.
    Search(Run),
    /// Searches for the first column from which the state repeats, and for the last at which the row does not.
    Settle(Lagged),
    /// Tries to divide this prime out of the period. Also keeps the first column at which the quotient fails.
    Own(Lagged, u64, Option<u64>),
    /// For a row whose period is smaller than that of the state: searches for its preperiod.
    Preperiod(Lagged),
    /// For such a row: searches for the first column at which the quotient by this prime fails.
    Witness(Lagged, u64),
    Proved,
}

impl OneRow {
    pub(super) fn new(game: &RowGame, row: u64, lower: u64, from: u64) -> Result<Self, Error> {
        let rows = Rows::new(game, row)?;
        let phase = Phase::Search(rows.start()?);
        Ok(Self {
            row,
            lower,
            from: from.max(rows.regular_from()),
            rows,
            met: Vec::new(),
            compared: 0,
            kept: None,
            state_from: 0,
            state_period: 0,
            length: 0,
            preperiod: 0,
            witnesses: Vec::new(),
            phase,
        })
    }

    /// Fills about `columns` columns. Returns false if the search would exceed the limit.
    pub(super) fn advance(
        &mut self,
        columns: u64,
        limit: Option<u64>,
        filled: &mut u64,
    ) -> Result<bool, Error> {
        match &mut self.phase {
            Phase::Search(machine) => {
                let goal = compared_column(self.from, self.lower, self.compared);
                let Some(goal) = goal.filter(|&goal| limit.is_none_or(|limit| goal <= limit)) else {
                    return Ok(false);
                };
                let step = columns.min(machine.left_to(goal));
                machine.advance(step)?;
                *filled += step;
                if machine.left_to(goal) == 0 {
                    let machine = machine.clone();
                    self.met_at(machine)?;
                }
            }
            Phase::Settle(lagged) => {
                if lagged.approach(columns, filled)? != Turn::Ready {
                    return Ok(true);
                }
                let regular = self.rows.regular_from();
                for _ in 0..columns {
                    let column = lagged.behind.column();
                    if column >= regular && lagged.behind.agrees_with(&lagged.ahead) {
                        if self.preperiod == 0 && lagged.from > 0 {
                            // The row repeats from `from` on. Whether it does earlier is seen from column 0 on.
                            self.phase = Phase::Settle(self.lagged(0, self.state_period)?);
                            break;
                        }
                        self.state_from = column;
                        self.length = self.state_period;
                        self.divide(0)?;
                        break;
                    }
                    if !lagged.step(filled)? {
                        self.preperiod = column + 1;
                    }
                }
            }
            Phase::Own(lagged, prime, first) => {
                if lagged.approach(columns, filled)? != Turn::Ready {
                    return Ok(true);
                }
                // A difference before the state repeats does not show that the quotient is not a period.
                let (prime, end) = (*prime, self.state_from + self.length);
                let turn = lagged.compare(columns.min(end - lagged.behind.column()), filled)?;
                if let (Turn::Differ { first: here, .. }, None) = (turn, &first) {
                    *first = Some(here);
                }
                match (turn, *first) {
                    (Turn::Differ { last, .. }, Some(at)) if last >= self.state_from => {
                        self.witnesses.push(Witness { prime, at });
                        self.divide(prime)?;
                    }
                    _ if lagged.behind.column() == end => {
                        self.length /= prime;
                        self.divide(prime - 1)?;
                    }
                    _ => {}
                }
            }
            Phase::Preperiod(lagged) => {
                if lagged.approach(columns, filled)? != Turn::Ready {
                    return Ok(true);
                }
                let left = self.state_from - lagged.behind.column();
                if left == 0 {
                    self.witness(0)?;
                } else if let Turn::Differ { last, .. } = lagged.compare(columns.min(left), filled)? {
                    self.preperiod = last + 1;
                }
            }
            Phase::Witness(lagged, prime) => {
                let prime = *prime;
                if lagged.approach(columns, filled)? != Turn::Ready {
                    return Ok(true);
                }
                if let Turn::Differ { first, .. } = lagged.compare(columns, filled)? {
                    self.witnesses.push(Witness { prime, at: first });
                    self.witness(prime)?;
                }
            }
            Phase::Proved => {}
        }
        Ok(true)
    }

    /// Compares the state at the next column to be compared with the earlier ones: a repetition ends the search, and otherwise
    /// the state is stored. After many states this is Brent's algorithm: only a last one is stored.
    fn met_at(&mut self, machine: Run) -> Result<(), Error> {
        let mut earlier = self.met.iter().chain(&self.kept);
        if let Some(at) = earlier.position(|earlier| earlier.agrees_with(&machine)) {
            let repeated = self.met.get(at).or(self.kept.as_ref()).map_or(0, Run::column);
            self.state_period = machine.column() - repeated;
            // The stored state before the repeated one does not repeat, since that would have been met earlier; nor does any state before it. If the first one
            // repeats, only the columns before it are left to compare.
            let first = at.checked_sub(1).map_or(0, |before| self.met[before].column());
            self.phase = Phase::Settle(self.lagged(first, self.state_period)?);
            return Ok(());
        }
        if self.compared == wide(self.met.len()) && self.met.len() < most_stored(machine.bytes()) {
            self.met.push(machine.clone());
        } else if self.compared.is_power_of_two() {
            self.kept = Some(machine.clone());
        }
        self.compared += 1;
        self.phase = Phase::Search(machine);
        Ok(())
    }

    /// Tests the next prime divisor of the period after `done`. If there is none and the period is that of the state, its
    /// preperiod and witnesses are known already.
    fn divide(&mut self, done: u64) -> Result<(), Error> {
        let prime = primes(self.length).into_iter().find(|&prime| prime > done);
        self.phase = match prime {
            Some(prime) => Phase::Own(self.lagged(self.preperiod, self.length / prime)?, prime, None),
            None if self.length == self.state_period => Phase::Proved,
            None => {
                (self.preperiod, self.witnesses) = (0, Vec::new());
                Phase::Preperiod(self.lagged(0, self.length)?)
            }
        };
        Ok(())
    }

    /// Searches for the witness of the next prime divisor of the period after `done`. If there is none, the row is proved.
    fn witness(&mut self, done: u64) -> Result<(), Error> {
        let prime = primes(self.length).into_iter().find(|&prime| prime > done);
        self.phase = match prime {
            Some(prime) => Phase::Witness(self.lagged(self.preperiod, self.length / prime)?, prime),
            None => Phase::Proved,
        };
        Ok(())
    }

    /// Two runs from the nearest stored states.
    fn lagged(&self, from: u64, lag: u64) -> Result<Lagged, Error> {
        Ok(Lagged { behind: self.nearest(from)?, ahead: self.nearest(from + lag)?, from, lag })
    }

    fn nearest(&self, column: u64) -> Result<Run, Error> {
        let stored = self.kept.iter().chain(self.met.iter().rev()).find(|state| state.column() <= column);
        stored.cloned().map_or_else(|| self.rows.start(), Ok)
    }

    /// The longest of the runs, for the time that a column takes.
    pub(super) fn weight(&self) -> u64 {
        match &self.phase {
            Phase::Search(run) => run.weight(),
            Phase::Settle(lagged)
            | Phase::Own(lagged, ..)
            | Phase::Preperiod(lagged)
            | Phase::Witness(lagged, _) => lagged.ahead.weight(),
            Phase::Proved => 1,
        }
    }

    pub(super) fn proof(&self, game: &RowGame) -> Option<RowProof> {
        let Self { row, preperiod, length, state_from, state_period, .. } = *self;
        let period = Period { preperiod, length, saltus: self.rows.saltus(length) };
        let (game, witnesses) = (game.clone(), self.witnesses.clone());
        let proof = RowProof { game, row, period, state_from, state_period, witnesses };
        matches!(self.phase, Phase::Proved).then_some(proof)
    }

    pub(super) fn write(&self, to: &mut Writer) {
        to.numbers([self.row, self.lower, self.from, self.state_from, self.state_period, self.length]);
        to.number(self.preperiod);
        write_witnesses(to, &self.witnesses);
        to.length(self.met.len());
        self.met.iter().for_each(|state| state.write(to));
        to.numbers([self.compared, u64::from(self.kept.is_some())]);
        self.kept.iter().for_each(|state| state.write(to));
        match &self.phase {
            Phase::Search(machine) => {
                to.number(0);
                machine.write(to);
            }
            Phase::Settle(lagged) => {
                to.number(1);
                lagged.write(to);
            }
            Phase::Own(lagged, prime, first) => {
                to.numbers([2, *prime]);
                to.maybe(*first);
                lagged.write(to);
            }
            Phase::Preperiod(lagged) => {
                to.number(3);
                lagged.write(to);
            }
            Phase::Witness(lagged, prime) => {
                to.numbers([4, *prime]);
                lagged.write(to);
            }
            Phase::Proved => to.number(5),
        }
    }

    pub(super) fn read(from: &mut Reader, game: &RowGame) -> Result<Self, BadState> {
        const NO_ROW: BadState = BadState("there is no such row");
        let (row, lower) = (from.number()?, from.number()?);
        let mut current = Self::new(game, row, lower, from.number()?).map_err(|_| NO_ROW)?;
        let like = current.rows.start().map_err(|_| NO_ROW)?;
        (current.state_from, current.state_period) = (from.number()?, from.number()?);
        (current.length, current.preperiod) = (from.number()?, from.number()?);
        current.witnesses = read_witnesses(from)?;
        current.met = (0..from.length(24)?).map(|_| Run::read(from, &like)).collect::<Result<_, _>>()?;
        current.compared = from.number()?;
        current.kept = match from.number()? {
            0 => None,
            1 => Some(Run::read(from, &like)?),
            _ => return Err(BadState("a flag is neither 0 nor 1")),
        };
        let prime = |from: &mut Reader, length: u64| match from.number()? {
            prime if prime > 1 && length.is_multiple_of(prime) => Ok(prime),
            _ => Err(BadState("a prime does not divide its period")),
        };
        current.phase = match from.number()? {
            0 => Phase::Search(Run::read(from, &like)?),
            1 => Phase::Settle(Lagged::read(from, &like)?),
            2 => {
                let prime = prime(from, current.length)?;
                let first = from.maybe()?;
                Phase::Own(Lagged::read(from, &like)?, prime, first)
            }
            3 => Phase::Preperiod(Lagged::read(from, &like)?),
            4 => {
                let prime = prime(from, current.length)?;
                Phase::Witness(Lagged::read(from, &like)?, prime)
            }
            5 => Phase::Proved,
            _ => return Err(BadState("there is no such phase")),
        };
        current.is_sound().then_some(current).ok_or(BadState("the numbers of a row do not fit together"))
    }

    /// Whether the numbers are consistent, and so small that arithmetic cannot overflow.
    fn is_sound(&self) -> bool {
        /// No search reaches a column beyond this.
        const FAR: u64 = 1 << 62;
        let numbers =
            [self.lower, self.from, self.state_from, self.state_period, self.length, self.preperiod];
        let column = |i: u64| compared_column(self.from, self.lower, i);
        let columns = (0..).zip(&self.met).all(|(i, state)| column(i) == Some(state.column()));
        // States beyond those that are all stored.
        let beyond = self.compared.checked_sub(wide(self.met.len()));
        let beyond = beyond.is_some_and(|beyond| beyond == 0 || (2..=MOST_STORED).contains(&self.met.len()));
        let is_kept = |i: u32| column(1 << i) == self.kept.as_ref().map(Run::column);
        let begun = self.met.iter().chain(&self.kept).all(|state| state.lead() == 0);
        let kept = self.kept.is_none() || (0..62).any(is_kept);
        let phase = match &self.phase {
            Phase::Search(machine) => column(self.compared).is_some_and(|next| machine.column() <= next),
            Phase::Settle(_) => self.state_period > 0,
            Phase::Own(lagged, ..) => lagged.behind.column() <= self.state_from.saturating_add(self.length),
            Phase::Preperiod(lagged) => lagged.behind.column() <= self.state_from && self.length > 0,
            Phase::Witness(..) | Phase::Proved => self.length > 0,
        };
        let searching = matches!(self.phase, Phase::Search(_));
        numbers.iter().all(|&number| number < FAR)
            && self.lower > 0
            && columns
            && begun
            && beyond
            && kept
            && phase
            && (searching || !self.met.is_empty())
    }
}

/// How many states of this many bytes are stored.
fn most_stored(bytes: u64) -> usize {
    place(MOST_BYTES / bytes.max(1)).clamp(2, MOST_STORED)
}

/// The column `from + i * lower`, at which states are compared.
fn compared_column(from: u64, lower: u64, i: u64) -> Option<u64> {
    lower.checked_mul(i)?.checked_add(from)
}

pub(super) fn write_witnesses(to: &mut Writer, witnesses: &[Witness]) {
    to.length(witnesses.len());
    to.numbers(witnesses.iter().flat_map(|witness| [witness.prime, witness.at]));
}

pub(super) fn read_witnesses(from: &mut Reader) -> Result<Vec<Witness>, BadState> {
    let count = from.length(16)?;
    (0..count).map(|_| Ok(Witness { prime: from.number()?, at: from.number()? })).collect()
}
