//! Runs Algorithm RWSG until all values asked about are proved.

use super::level::{Level, Missing, Window};
use super::rwsg::Rwsg;
use crate::codec::BadState;
use crate::notation::InputError;
use crate::sequence::Tally;
use std::ops::ControlFlow;

/// Runs Algorithm RWSG, and proves values from 0 on as soon as the hypotheses hold.
#[derive(Clone, Debug)]
pub struct Prover {
    rwsg: Rwsg,
    largest: u64,
    /// What is proved, from value 0 on.
    levels: Vec<Level>,
    /// What the next value lacks.
    missing: Missing,
    /// The window of the next value and its X, if they have been found.
    measured: Option<(Window, u64)>,
}

impl Prover {
    /// Starts to prove the values from 0 to `largest`.
    pub fn new(largest: u64) -> Result<Self, InputError> {
        Ok(Self::from_run(Rwsg::new(largest)?, largest, Vec::new()))
    }

    fn from_run(rwsg: Rwsg, largest: u64, levels: Vec<Level>) -> Self {
        Self { rwsg, largest, levels, missing: Missing::Window { end: 0 }, measured: None }
    }

    /// How many rows have been done.
    pub fn row(&self) -> u64 {
        self.rwsg.row()
    }

    /// The largest value that is to be proved.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// What is proved, from value 0 on.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The least value that is not proved, and what it lacks; nothing if all are.
    pub fn missing(&self) -> Option<(u64, Missing)> {
        let value = self.value();
        (value <= self.largest).then_some((value, self.missing))
    }

    /// What the run shows of a value so far.
    pub fn tally(&self, value: u64) -> Option<Tally> {
        self.rwsg.tally(value)
    }

    /// Of the smaller values, the one whose repeats are nearest in number to those of `value` so far, and those repeats.
    pub fn nearest(&self, value: u64) -> Option<(u64, u64)> {
        let repeats = self.rwsg.tally(value)?.repeats;
        let smaller = (0..value).filter_map(|h| Some((h, self.rwsg.tally(h)?.repeats)));
        smaller.min_by_key(|&(_, other)| other.abs_diff(repeats))
    }

    /// The run.
    pub fn rwsg(&self) -> &Rwsg {
        &self.rwsg
    }

    /// The least value that is not proved.
    fn value(&self) -> u64 {
        crate::widths::wide(self.levels.len())
    }

    /// Does some more rows, at least `rows` of them and at most 63 more, and then proves what can be proved, if it is time to
    /// `look`.
    pub fn run(&mut self, rows: u64, look: bool) {
        let end = self.rwsg.row().saturating_add(rows).div_ceil(64).saturating_mul(64);
        let _ = self.rwsg.advance(end, &mut |_| ControlFlow::Continue(()));
        if look {
            self.settle();
        }
    }

    /// Runs until all is proved or so many rows are done.
    pub fn finish(&mut self, rows: u64) {
        while self.missing().is_some() && self.row() < rows {
            self.run(self.stride().min(rows - self.row()), true);
        }
    }

    /// How many rows to do before the next look: an eighth of those done.
    pub fn stride(&self) -> u64 {
        (self.rwsg.row() / 8).max(256)
    }

    /// Proves values for as long as their hypotheses hold.
    fn settle(&mut self) {
        while self.value() <= self.largest {
            match self.next_level() {
                Ok(level) => {
                    self.rwsg.settle(self.value());
                    self.levels.push(level);
                    self.measured = None;
                    self.missing = Missing::Window { end: 0 };
                }
                Err(missing) => {
                    self.missing = missing;
                    break;
                }
            }
        }
    }

    fn next_level(&mut self) -> Result<Level, Missing> {
        let value = self.value();
        let tally = self.rwsg.tally(value).filter(|_| self.rwsg.is_regular(value)).ok_or(Missing::Regular)?;
        let same = |window: &Window| (window.settled, window.repeats) == (tally.settled, tally.repeats);
        let (window, from) = if let Some(measured) = self.measured.filter(|(window, _)| same(window)) {
            measured
        } else {
            let entries = self.rwsg.first_entries(value).ok_or(Missing::Regular)?;
            let window = Window::measure(tally.settled, tally.repeats, tally.members, entries)?;
            (window, window.from(&self.levels)?)
        };
        self.measured = Some((window, from));
        if from > tally.members {
            return Err(Missing::Members { from });
        }
        let mut entries = self.rwsg.first_entries(value).ok_or(Missing::Regular)?;
        let last = entries.nth(crate::widths::place(from - 1)).ok_or(Missing::Regular)?;
        Ok(Level { window, from, rows: last + 1 })
    }

    /// The state as bytes, from which [`Prover::from_bytes`] goes on. What is proved is not in it: it is proved again.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.rwsg.to_bytes()
    }

    /// The state that [`Prover::to_bytes`] made for the same largest value, or why these bytes are none.
    pub fn from_bytes(bytes: &[u8], largest: u64) -> Result<Self, BadState> {
        let rwsg = Rwsg::from_bytes(bytes)?;
        if rwsg.tally(largest).is_none() || rwsg.tally(largest + 1).is_some() {
            return Err(BadState("it is about other values"));
        }
        let mut prover = Self::from_run(rwsg, largest, Vec::new());
        prover.settle();
        Ok(prover)
    }
}
