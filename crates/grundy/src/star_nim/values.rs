//! The periods of g-sequences of Star Nim: the differences y - x along the positions of one value.
//!
//! # The machine
//! This is Farr & Ho's Algorithm 3, run for all values at once, row by row. In row x the values k = 0, 1, .. have their turns. If
//! x is already the larger number of a position of value k, it takes nothing. Otherwise it takes the least y >= x that is the
//! larger number of none of its positions and has not been taken in this row by a smaller value. With numbers counted from x,
//! value k needs the set `V_k` of its larger numbers from x on, and the set `T_(k-1)` of the numbers that smaller values take in
//! this row. By Proposition 5 of the paper, y <= x + k for x >= 1, and y = k + 1 for x = 0. So both sets fit into k+2 bits. This
//! is also checked in every row.
//!
//! # The hierarchy
//! The state of all values up to k repeats, but late: for k = 37 after 214,885,440 rows. But value k depends only on the set
//! `T_(k-1)`, not on which of the smaller values take what. Suppose that this set, as a function of x, has the least period t from
//! row u on. Then `V_k` at row u + it determines `V_k` at row u + (i+1)t, and the first of these sets that equals an earlier one
//! proves that `V_k`, what k takes, and `T_k` repeat. The least period of `T_k` is often much smaller: if values up to k fill each
//! row without a gap, it is 1. So the periods in the chain of levels 0..g stay small, and each level is a table of finitely many
//! rows.

use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::notation::InputError;
use crate::period::cycle::{least_period, least_preperiod, witnesses};
use crate::period::windows::outside;
use crate::period::{Period, Witness};
use crate::widths::wide;
use std::ops::ControlFlow;

/// The kind number of a saved [`ValueSearch`].
const KIND: u64 = 4;
const VERSION: u64 = 1;

/// The largest value whose windows fit into 64 bits.
pub(super) const LARGEST: u64 = 62;

/// One value of the chain. All numbers are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueLevel {
    /// The row from which on the window of the value repeats, given what smaller values take.
    pub state_from: u64,
    /// Its period: a multiple of the period of what smaller values take.
    pub state_period: u64,
    /// The row from which on the set taken by values up to this one repeats.
    pub taken_from: u64,
    /// Its period.
    pub taken_period: u64,
}

/// A proof about a value g: the differences `y - x` of its positions, by increasing x, repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueProof {
    /// The value.
    pub value: u64,
    /// The period of the differences, counted by positions. The saltus is 0.
    pub period: Period,
    /// The chain from value 0 to this one.
    pub levels: Vec<ValueLevel>,
    /// For each prime divisor of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

impl ValueProof {
    /// The number of rows after which the window of the value repeats.
    pub fn state_period(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.state_period)
    }
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStep {
    /// Another value has been proved.
    Value,
    /// The next value has no repetition up to the limit.
    Open,
    /// All values have been proved.
    Done,
}

/// A search for the periods of the g-sequences of Star Nim for g = 0, 1, .. up to some value. It can be saved and resumed between
/// two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSearch {
    last: u64,
    limit: Option<u64>,
    /// The sets that smaller values take, row by row: `head` once, then `cycle` repeatedly.
    head: Vec<u64>,
    cycle: Vec<u64>,
    levels: Vec<ValueLevel>,
    /// The period and witnesses of each value.
    found: Vec<(Period, Vec<Witness>)>,
}

impl ValueSearch {
    /// A search for values 0..=`last`. With a `limit`, no value is searched beyond that row.
    ///
    /// # Errors
    /// When the windows of the last value would not fit.
    pub fn new(last: u64, limit: Option<u64>) -> Result<Self, InputError> {
        if last > LARGEST {
            let message = format!("the windows of value {last} need more than 64 bits");
            return Err(InputError::whole(message).hint(format!("values go up to {LARGEST}")));
        }
        // In row 0, y = 0 is not a position, so it counts as taken.
        let (head, cycle) = (vec![1], vec![0]);
        Ok(Self { last, limit, head, cycle, levels: Vec::new(), found: Vec::new() })
    }

    /// The proof about a value, if it has been reached.
    pub fn proof(&self, value: u64) -> Option<ValueProof> {
        let at = usize::try_from(value).ok()?;
        let (period, witnesses) = self.found.get(at)?;
        let levels = self.levels.get(..=at)?.to_vec();
        Some(ValueProof { value, period: *period, levels, witnesses: witnesses.clone() })
    }

    /// The chain of the values that have been reached.
    pub(super) fn levels(&self) -> &[ValueLevel] {
        &self.levels
    }

    /// The next value.
    pub fn next_value(&self) -> u64 {
        wide(self.levels.len())
    }

    /// Runs until all values are proved or the limit is reached. Calls `watch` with the next value. Returns whether all values
    /// were proved.
    ///
    /// # Errors
    /// When `watch` cancels it, or a value lies outside its window.
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
    /// When a value lies outside its window.
    pub fn step(&mut self) -> Result<ValueStep, Error> {
        self.step_seeing(&mut |_, _, _| ())
    }

    /// The same, and passes to `see` what the value takes in rows 0, 1, .. (the bit of y - x, or 0), the row from which on this
    /// repeats, and the period.
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
        // The window may agree before `from` already, where what smaller values take repeats.
        let agrees = |x: &usize| windows[*x] == windows[*x + period];
        let state_from = (self.head.len()..from).rev().take_while(agrees).last().unwrap_or(from);
        see(&choices, from, period);
        self.found.push(differences(&choices, from, period));
        self.levels.push(ValueLevel {
            state_from: wide(state_from),
            state_period: wide(period),
            taken_from: wide(taken_from),
            taken_period: wide(taken_period),
        });
        self.cycle = taken[taken_from..taken_from + taken_period].to_vec();
        self.head = taken[..taken_from].to_vec();
        Ok(if value == self.last { ValueStep::Done } else { ValueStep::Value })
    }

    /// Whether, from some row on, one of the values so far takes this difference in every row.
    pub(super) fn always_takes(&self, bit: u64) -> bool {
        self.cycle.iter().all(|taken| taken & bit != 0)
    }

    /// The least difference that, from some row on, is not taken in every row by the values so far.
    pub(super) fn always(&self) -> u32 {
        self.cycle.iter().fold(u64::MAX, |always, taken| always & taken).trailing_ones()
    }

    fn taken(&self, x: usize) -> u64 {
        at(&self.head, &self.cycle, x)
    }

    /// The search as bytes.
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

    /// Restores a search from [`ValueSearch::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are not a saved search.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        let mut from = Reader::new(bytes, KIND, VERSION)?;
        let last = from.number()?;
        let limit = from.maybe()?;
        let mut search = Self::new(last, limit).map_err(|_| BadState("the last value is too large"))?;
        for _ in 0..from.length(56)? {
            let (state_from, state_period) = (from.number()?, from.number()?);
            let (taken_from, taken_period) = (from.number()?, from.number()?);
            search.levels.push(ValueLevel { state_from, state_period, taken_from, taken_period });
            let (preperiod, length) = (from.number()?, from.number()?);
            let numbers = from.list()?;
            let witnesses =
                numbers.chunks_exact(2).map(|pair| Witness { prime: pair[0], at: pair[1] }).collect();
            search.found.push((Period { preperiod, length, saltus: 0 }, witnesses));
        }
        (search.head, search.cycle) = (from.list()?, from.list()?);
        from.finish()?;
        if let Some(level) = search.levels.last() {
            let lengths = (wide(search.head.len()), wide(search.cycle.len()));
            if lengths != (level.taken_from, level.taken_period)
                || lengths.1 == 0
                || search.next_value() > last + 1
            {
                return Err(BadState("the levels do not fit together"));
            }
        } else if search != Self::new(last, limit).map_err(|_| BadState("the last value is too large"))? {
            return Err(BadState("a search without values is not a new one"));
        }
        Ok(search)
    }
}

/// The rows of one value until its window repeats.
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
            if limit.is_some_and(|limit| wide(x) > limit) {
                break;
            }
            windows.push(window);
            let barred = window | at(head, cycle, x);
            let choice = if window & 1 == 1 { 0 } else { !barred & barred.wrapping_add(1) };
            if window & 1 == 0 && choice == 0 {
                return Err(outside(wide(x), value));
            }
            choices.push(choice);
            window = (window | choice) >> 1;
        }
        Ok(None)
    }
}

/// The period of the differences, given the choices of a value in rows below `from + period`. From `from` on they repeat.
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
    (Period { preperiod: wide(preperiod), length: wide(length), saltus: 0 }, found)
}

fn at(head: &[u64], cycle: &[u64], x: usize) -> u64 {
    head.get(x).copied().unwrap_or_else(|| cycle[(x - head.len()) % cycle.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// docs/star-nim.md, Theorems 1 and 2, on what the search proves. If values up to g take the same differences in every row, these are 0..m; then
    /// g+1 has the difference m, and the period of g+2 divides m(m+1).
    #[test]
    fn full_levels_are_followed_by_theorems_1_and_2() {
        let mut search = ValueSearch::new(LARGEST, None).unwrap();
        let mut full: Vec<(u64, u64)> = Vec::new();
        while search.step().unwrap() != ValueStep::Done {
            if let [taken] = search.cycle[..] {
                let m = taken.trailing_ones();
                assert_eq!(taken, (1 << m) - 1, "an interval");
                full.push((search.next_value() - 1, u64::from(m)));
            }
        }
        let levels: Vec<u64> = full.iter().map(|level| level.0).collect();
        assert_eq!(levels, [0, 2, 4, 10, 12, 18, 20, 26, 28, 34, 36, 42, 44, 50, 52, 58]);
        for (g, m) in full {
            assert_eq!(m, g / 2 + 1);
            assert_eq!(search.proof(g + 1).unwrap().period.length, 1, "value {}", g + 1);
            let next = search.proof(g + 2).unwrap();
            assert!((m * (m + 1)).is_multiple_of(next.period.length), "value {}", g + 2);
            assert!((2 * m * (m + 1)).is_multiple_of(next.state_period()), "value {}", g + 2);
        }
    }

    /// Theorem 2 for any V with x in V if and only if x+m is not, m <= 5, and each start of U in the first m+2 places.
    #[test]
    fn theorem_2_for_any_full_level() {
        let mut lengths = std::collections::BTreeSet::new();
        for m in 1..=5_usize {
            for pattern in 0..1_u64 << m {
                let all = (1 << m) - 1;
                let is_in = |x: usize| (pattern >> (x % m)) & 1 != u64::from(x / m % 2 == 1);
                let cycle: Vec<u64> = (0..2 * m).map(|x| all | u64::from(!is_in(x)) << m).collect();
                for start in 0..1_u64 << (m + 2) {
                    let period = after(&cycle, start);
                    assert!(
                        (m * (m + 1)).is_multiple_of(period),
                        "m = {m}, {pattern:b}, {start:b}: {period}"
                    );
                    lengths.insert((m, period));
                }
            }
        }
        assert!(lengths.contains(&(3, 4)), "not always 1 or m(m+1)");
    }

    /// The least period of the differences of a value, given what smaller ones take, from a window on.
    fn after(cycle: &[u64], start: u64) -> usize {
        let (mut window, mut seen, mut members) = (start, Vec::new(), Vec::new());
        loop {
            if let Some(&(_, from)) = seen.iter().find(|(earlier, _)| *earlier == window) {
                return least_period(&members[from..]);
            }
            seen.push((window, members.len()));
            for taken in cycle {
                if window & 1 == 0 {
                    let barred = window | taken;
                    let choice = !barred & (barred + 1);
                    members.push(choice.trailing_zeros());
                    window |= choice;
                }
                window >>= 1;
            }
        }
    }
}
