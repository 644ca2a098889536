//! The periods of g-sequences of Star Nim: the differences y - x along the positions of one value.
//!
//! # The machine
//! Farr & Ho's Algorithm 3, run for all values at once, row by row. In row x each value k = 0, 1, .. in turn looks whether x is
//! the larger number of one of its positions already; if not, it takes the least y >= x that is the larger number of none of its
//! positions and has not been taken in this row by a smaller value. With numbers counted from x, value k needs the set `V_k` of
//! the larger numbers that lie ahead, and the set `T_(k-1)` of what smaller values take in this row. By Proposition 5 of the paper
//! y <= x + k for x >= 1, and y = k + 1 for x = 0, so k+2 bits hold both; that a value finds room is tested all the same.
//!
//! # The hierarchy
//! The state of all values up to k repeats too, but late: for k = 37 after 214,885,440 rows. What value k sees of the
//! smaller ones is only the set `T_(k-1)`, whoever has taken what. Suppose that this set, as a function of x, has the least period t from row u on.
//! Then `V_k` at rows u, u+t, u+2t, .. determines itself, and the first of them that agrees with an earlier one proves that
//! `V_k`, what k takes, and `T_k` repeat. Now the least period of `T_k` is found, which is often much smaller: when values up to k
//! fill each row without a gap, it is 1. So the chain of levels 0..g stays short, and each level is a table of finitely many rows.

use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::notation::InputError;
use crate::period::cycle::{least_period, least_preperiod, witnesses};
use crate::period::windows::outside;
use crate::period::{Period, Witness};
use std::ops::ControlFlow;

/// Marks the bytes of a [`ValueSearch`].
const KIND: u64 = 4;
const VERSION: u64 = 1;

/// The largest value whose windows fit 64 bits.
pub(super) const LARGEST: u64 = 62;

/// One value of the chain. Every number is the least there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The row from which the window of the value repeats, given what smaller values take.
    pub state_from: u64,
    /// Its period: a multiple of that of what smaller values take.
    pub state_period: u64,
    /// The row from which the set repeats that values up to this one take.
    pub taken_from: u64,
    /// Its period.
    pub taken_period: u64,
}

/// What has been proved about a value g: the differences `y - x` of its positions, by increasing x, repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueProof {
    /// The value.
    pub value: u64,
    /// What the differences do, by the number of the position; the saltus is 0.
    pub period: Period,
    /// The chain from value 0 to this one.
    pub levels: Vec<Level>,
    /// For each prime of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

impl ValueProof {
    /// The number of rows after which the window of the value repeats.
    pub fn state_period(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.state_period)
    }
}

/// What a step has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStep {
    /// Another value has been proved.
    Value,
    /// The next value has no repetition up to the row that was set as the limit.
    Open,
    /// All values have been proved.
    Done,
}

/// A search for the periods of the g-sequences of Star Nim for g = 0, 1, .. up to some value, which can be left and taken up
/// between two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSearch {
    last: u64,
    limit: Option<u64>,
    /// What smaller values take, row by row: once, and then again and again.
    head: Vec<u64>,
    cycle: Vec<u64>,
    levels: Vec<Level>,
    /// For each value its period and witnesses.
    found: Vec<(Period, Vec<Witness>)>,
}

impl ValueSearch {
    /// A search for values 0..=`last`; with a `limit` no value is searched beyond that row.
    ///
    /// # Errors
    /// When the windows of the last value would not fit.
    pub fn new(last: u64, limit: Option<u64>) -> Result<Self, InputError> {
        if last > LARGEST {
            let message = format!("the windows of value {last} need more than 64 bits");
            return Err(InputError::whole(message).hint(format!("values go up to {LARGEST}")));
        }
        // In row 0, y = 0 is taken by nobody but is no position.
        let (head, cycle) = (vec![1], vec![0]);
        Ok(Self { last, limit, head, cycle, levels: Vec::new(), found: Vec::new() })
    }

    /// What has been proved about a value, if it has been reached.
    pub fn proof(&self, value: u64) -> Option<ValueProof> {
        let at = usize::try_from(value).ok()?;
        let (period, witnesses) = self.found.get(at)?;
        let levels = self.levels.get(..=at)?.to_vec();
        Some(ValueProof { value, period: *period, levels, witnesses: witnesses.clone() })
    }

    /// The value that comes next.
    pub fn next_value(&self) -> u64 {
        u64::try_from(self.levels.len()).unwrap_or(u64::MAX)
    }

    /// Goes on until all values are proved or the limit is met; `watch` is told the value that comes next. Gives whether all were
    /// proved.
    ///
    /// # Errors
    /// When `watch` stops it, or a window proves too narrow.
    pub fn finish(&mut self, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<bool, Error> {
        loop {
            match self.step()? {
                ValueStep::Done => return Ok(true),
                ValueStep::Open => return Ok(false),
                ValueStep::Value if watch(self.next_value()).is_break() => return Err(Error::Cancelled),
                ValueStep::Value => {}
            }
        }
    }

    /// Proves one more value.
    ///
    /// # Errors
    /// When a window proves too narrow.
    pub fn step(&mut self) -> Result<ValueStep, Error> {
        self.step_seeing(&mut |_, _, _| ())
    }

    /// The same, and shows what the value takes in rows 0, 1, ..: the bit of y - x, or 0; from which row on it repeats, and with which period.
    pub(super) fn step_seeing(
        &mut self,
        see: &mut dyn FnMut(&[u64], usize, usize),
    ) -> Result<ValueStep, Error> {
        let value = self.next_value();
        if value > self.last {
            return Ok(ValueStep::Done);
        }
        let Some(run) = Run::until_repetition(&self.head, &self.cycle, self.limit, value)? else {
            return Ok(ValueStep::Open);
        };
        let Run { windows, choices, from, period } = run;
        let known = from + period;
        let taken: Vec<u64> = (0..known).map(|x| self.taken(x) | choices[x]).collect();
        let taken_period = least_period(&taken[from..]);
        let taken_from = least_preperiod(&taken, from, taken_period);
        // The window before `from` may agree already, as long as what the others take repeats.
        let agrees = |x: &usize| windows[*x] == windows[*x + period];
        let state_from = (self.head.len()..from).rev().take_while(agrees).last().unwrap_or(from);
        see(&choices, from, period);
        self.found.push(differences(&choices, from, period));
        self.levels.push(Level {
            state_from: number(state_from),
            state_period: number(period),
            taken_from: number(taken_from),
            taken_period: number(taken_period),
        });
        self.cycle = taken[taken_from..taken_from + taken_period].to_vec();
        self.head = taken[..taken_from].to_vec();
        Ok(if value == self.last { ValueStep::Done } else { ValueStep::Value })
    }

    /// Whether values so far take this difference in every row from some row on.
    pub(super) fn always_takes(&self, bit: u64) -> bool {
        self.cycle.iter().all(|taken| taken & bit != 0)
    }

    fn taken(&self, x: usize) -> u64 {
        at(&self.head, &self.cycle, x)
    }

    /// The whole search as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::new(KIND, VERSION);
        to.number(self.last);
        to.maybe(self.limit);
        to.length(self.levels.len());
        for (level, (period, witnesses)) in self.levels.iter().zip(&self.found) {
            to.numbers([level.state_from, level.state_period, level.taken_from, level.taken_period]);
            to.numbers([period.preperiod, period.length]);
            let witnesses: Vec<u64> = witnesses.iter().flat_map(|w| [w.prime, w.at]).collect();
            to.list(witnesses.into_iter());
        }
        to.list(self.head.iter().copied());
        to.list(self.cycle.iter().copied());
        to.finish()
    }

    /// The search that [`ValueSearch::to_bytes`] has put into bytes.
    ///
    /// # Errors
    /// When they are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        let mut from = Reader::new(bytes, KIND, VERSION)?;
        let last = from.number()?;
        let limit = from.maybe()?;
        let mut search = Self::new(last, limit).map_err(|_| BadState("the last value is too large"))?;
        for _ in 0..from.length(56)? {
            let (state_from, state_period) = (from.number()?, from.number()?);
            let (taken_from, taken_period) = (from.number()?, from.number()?);
            search.levels.push(Level { state_from, state_period, taken_from, taken_period });
            let (preperiod, length) = (from.number()?, from.number()?);
            let numbers = from.list()?;
            let witnesses =
                numbers.chunks_exact(2).map(|pair| Witness { prime: pair[0], at: pair[1] }).collect();
            search.found.push((Period { preperiod, length, saltus: 0 }, witnesses));
        }
        (search.head, search.cycle) = (from.list()?, from.list()?);
        from.finish()?;
        if let Some(level) = search.levels.last() {
            let lengths = (number(search.head.len()), number(search.cycle.len()));
            if lengths != (level.taken_from, level.taken_period)
                || lengths.1 == 0
                || search.next_value() > last + 1
            {
                return Err(BadState("the levels do not fit together"));
            }
        } else if search != Self::new(last, limit).map_err(|_| BadState("the last value is too large"))? {
            return Err(BadState("the beginning is not the beginning"));
        }
        Ok(search)
    }
}

/// One value, row by row, until its window repeats.
struct Run {
    /// Bit i at row x: whether x + i is the larger number of an earlier position.
    windows: Vec<u64>,
    /// The bit of y - x at row x, or 0 where x is the larger number of a position.
    choices: Vec<u64>,
    from: usize,
    period: usize,
}

impl Run {
    fn until_repetition(
        head: &[u64],
        cycle: &[u64],
        limit: Option<u64>,
        value: u64,
    ) -> Result<Option<Self>, Error> {
        let (mut windows, mut choices) = (Vec::new(), Vec::new());
        let mut window = 0_u64;
        for x in 0_usize.. {
            let phase = x.checked_sub(head.len()).map(|beyond| beyond % cycle.len());
            if phase == Some(0) {
                let earlier = (head.len()..x).step_by(cycle.len()).find(|&row| windows[row] == window);
                if let Some(from) = earlier {
                    return Ok(Some(Self { windows, choices, from, period: x - from }));
                }
            }
            if limit.is_some_and(|limit| number(x) > limit) {
                break;
            }
            windows.push(window);
            let barred = window | at(head, cycle, x);
            let choice = if window & 1 == 1 { 0 } else { !barred & barred.wrapping_add(1) };
            if window & 1 == 0 && choice == 0 {
                return Err(outside(number(x), value));
            }
            choices.push(choice);
            window = (window | choice) >> 1;
        }
        Ok(None)
    }
}

/// The period of the differences, given the choices of a value in rows up to `from + period`, from where they repeat.
fn differences(choices: &[u64], from: usize, period: usize) -> (Period, Vec<Witness>) {
    let members = |rows: &[u64]| -> Vec<u32> {
        rows.iter().filter(|&&choice| choice != 0).map(|choice| choice.trailing_zeros()).collect()
    };
    let round = members(&choices[from..from + period]);
    let mut terms = members(&choices[..from]);
    let start = terms.len();
    terms.extend(round.iter().chain(&round));
    let length = least_period(&round);
    let preperiod = least_preperiod(&terms, start, length);
    let found = witnesses(&terms, preperiod, length);
    (Period { preperiod: number(preperiod), length: number(length), saltus: 0 }, found)
}

fn at(head: &[u64], cycle: &[u64], x: usize) -> u64 {
    head.get(x).copied().unwrap_or_else(|| cycle[(x - head.len()) % cycle.len()])
}

fn number(index: usize) -> u64 {
    u64::try_from(index).unwrap_or(u64::MAX)
}
