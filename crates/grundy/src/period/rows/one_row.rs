//! The search for the period of one row.

use super::RowProof;
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::period::cycle::primes;
use crate::period::lagged::{Lagged, Turn};
use crate::period::windows::{below, regular_from};
use crate::period::{Period, Windows, Witness};
use crate::widths::wide;

/// The search for the period of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OneRow {
    pub(super) row: u64,
    /// The period of the rows below.
    lower: u64,
    /// The column from which the state of the rows below repeats.
    from: u64,
    /// The states at `from`, `from + lower`, ..
    met: Vec<Windows>,
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
    Search(Windows),
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
    pub(super) fn new(shape: Symmetric, row: u64, lower: u64, from: u64) -> Result<Self, InputError> {
        let from = from.max(regular_from(shape, row));
        let phase = Phase::Search(Windows::new(shape, row)?);
        let (met, witnesses) = (Vec::new(), Vec::new());
        Ok(Self {
            row,
            lower,
            from,
            met,
            state_from: 0,
            state_period: 0,
            length: 0,
            preperiod: 0,
            witnesses,
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
                let goal = compared_column(self.from, self.lower, self.met.len());
                let Some(goal) = goal.filter(|&goal| limit.is_none_or(|limit| goal <= limit)) else {
                    return Ok(false);
                };
                let step = columns.min(goal - machine.column());
                machine.advance(step)?;
                *filled += step;
                if machine.column() == goal {
                    let machine = machine.clone();
                    self.met_at(machine);
                }
            }
            Phase::Settle(lagged) => {
                if lagged.approach(columns, filled)? != Turn::Ready {
                    return Ok(true);
                }
                let regular = regular_from(lagged.behind.shape, self.row);
                for _ in 0..columns {
                    let column = lagged.behind.column();
                    if column >= regular && lagged.behind.agrees_with(&lagged.ahead) {
                        self.state_from = column;
                        self.length = self.state_period;
                        self.divide(0);
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
                        self.divide(prime);
                    }
                    _ if lagged.behind.column() == end => {
                        self.length /= prime;
                        self.divide(prime - 1);
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
                    self.witness(0);
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
                    self.witness(prime);
                }
            }
            Phase::Proved => {}
        }
        Ok(true)
    }

    /// Compares the state at the next column to be compared with the earlier ones: a repetition ends the search, and otherwise
    /// the state is stored.
    fn met_at(&mut self, machine: Windows) {
        match self.met.iter().position(|earlier| earlier.agrees_with(&machine)) {
            None => {
                self.met.push(machine.clone());
                self.phase = Phase::Search(machine);
            }
            Some(i) => {
                self.state_period = machine.column() - self.met[i].column();
                self.phase = Phase::Settle(self.lagged(0, self.state_period));
            }
        }
    }

    /// Tests the next prime divisor of the period after `done`. If there is none and the period is that of the state, its
    /// preperiod and witnesses are known already.
    fn divide(&mut self, done: u64) {
        let prime = primes(self.length).into_iter().find(|&prime| prime > done);
        self.phase = match prime {
            Some(prime) => Phase::Own(self.lagged(self.preperiod, self.length / prime), prime, None),
            None if self.length == self.state_period => Phase::Proved,
            None => {
                (self.preperiod, self.witnesses) = (0, Vec::new());
                Phase::Preperiod(self.lagged(0, self.length))
            }
        };
    }

    /// Searches for the witness of the next prime divisor of the period after `done`. If there is none, the row is proved.
    fn witness(&mut self, done: u64) {
        let prime = primes(self.length).into_iter().find(|&prime| prime > done);
        self.phase = match prime {
            Some(prime) => Phase::Witness(self.lagged(self.preperiod, self.length / prime), prime),
            None => Phase::Proved,
        };
    }

    /// Two runs from the nearest stored states.
    fn lagged(&self, from: u64, lag: u64) -> Lagged {
        Lagged { behind: self.nearest(from), ahead: self.nearest(from + lag), from, lag }
    }

    fn nearest(&self, column: u64) -> Windows {
        let stored = self.met.iter().rev().find(|state| state.column() <= column);
        stored.cloned().unwrap_or_else(|| self.met[0].before_everything())
    }

    pub(super) fn proof(&self, shape: Symmetric) -> Option<RowProof> {
        let Self { row, preperiod, length, state_from, state_period, .. } = *self;
        let period = Period { preperiod, length, saltus: length };
        let proof =
            RowProof { shape, row, period, state_from, state_period, witnesses: self.witnesses.clone() };
        matches!(self.phase, Phase::Proved).then_some(proof)
    }

    pub(super) fn write(&self, to: &mut Writer) {
        to.numbers([self.row, self.lower, self.from, self.state_from, self.state_period, self.length]);
        to.number(self.preperiod);
        write_witnesses(to, &self.witnesses);
        to.length(self.met.len());
        self.met.iter().for_each(|state| state.write(to));
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

    pub(super) fn read(from: &mut Reader, shape: Symmetric) -> Result<Self, BadState> {
        let (row, lower) = (from.number()?, from.number()?);
        let like = Windows::new(shape, row).map_err(|_| BadState("there is no such row"))?;
        let mut current =
            Self::new(shape, row, lower, from.number()?).map_err(|_| BadState("there is no such row"))?;
        (current.state_from, current.state_period) = (from.number()?, from.number()?);
        (current.length, current.preperiod) = (from.number()?, from.number()?);
        current.witnesses = read_witnesses(from)?;
        current.met = (0..from.length(24)?).map(|_| Windows::read(from, &like)).collect::<Result<_, _>>()?;
        let prime = |from: &mut Reader, length: u64| match from.number()? {
            prime if prime > 1 && length.is_multiple_of(prime) => Ok(prime),
            _ => Err(BadState("a prime does not divide its period")),
        };
        current.phase = match from.number()? {
            0 => Phase::Search(Windows::read(from, &like)?),
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
        let column = |i: usize| compared_column(self.from, self.lower, i);
        let columns = self.met.iter().enumerate().all(|(i, state)| column(i) == Some(state.column()));
        let phase = match &self.phase {
            Phase::Search(machine) => column(self.met.len()).is_some_and(|next| machine.column() <= next),
            Phase::Settle(_) => self.state_period > 0,
            Phase::Own(lagged, ..) => lagged.behind.column() <= self.state_from.saturating_add(self.length),
            Phase::Preperiod(lagged) => lagged.behind.column() <= self.state_from && self.length > 0,
            Phase::Witness(..) | Phase::Proved => self.length > 0,
        };
        let searching = matches!(self.phase, Phase::Search(_));
        numbers.iter().all(|&number| number < FAR)
            && self.lower > 0
            && columns
            && phase
            && (searching || !self.met.is_empty())
    }
}

/// The column `from + i * lower`, at which states are compared.
fn compared_column(from: u64, lower: u64, i: usize) -> Option<u64> {
    lower.checked_mul(wide(i))?.checked_add(from)
}

impl Windows {
    /// The same rows before column 0.
    fn before_everything(&self) -> Self {
        let mut state = self.clone();
        state.column = 0;
        state.rows.fill(below(self.reach()));
        state.diagonals.fill(0);
        state
    }
}

pub(super) fn write_witnesses(to: &mut Writer, witnesses: &[Witness]) {
    to.length(witnesses.len());
    to.numbers(witnesses.iter().flat_map(|witness| [witness.prime, witness.at]));
}

pub(super) fn read_witnesses(from: &mut Reader) -> Result<Vec<Witness>, BadState> {
    let count = from.length(16)?;
    (0..count).map(|_| Ok(Witness { prime: from.number()?, at: from.number()? })).collect()
}
