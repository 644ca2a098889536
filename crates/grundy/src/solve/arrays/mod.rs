//! The array engine: values in a flat array, for games whose options are arithmetic progressions ([`Progressions`]).
//!
//! Cells are filled in an order in which options come first. A cell marks the values along each run of its options and takes the
//! least number that is not marked. The array is a box; the cells that are filled are those below bounds on sums that no move
//! raises, so that options are never missing. If the order of the numbers does not matter, only cells with increasing numbers are
//! computed, and copied to the others.
//!
//! If every move takes a step any number of times, as in Wythoff's game with three piles, the ray engine computes the values ([`Axes`]).

mod order;
mod search;

use crate::error::Error;
use crate::ruleset::Row;
use crate::ruleset::progressions::{Clause, Form, MOST, Progressions};
use crate::solve::rays::{Axes, Simd};
use crate::widths::{index, low, place, wide};
use search::{Machine, Run, Scratch};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A cell without a value: not a position, outside the region, or not yet filled.
const NONE: u32 = u32::MAX;

/// Upper limit on cells: indices have 32 bits.
const MOST_CELLS: u64 = 1 << 31;

/// Options that are marked, about, between two looks at the clock: a millisecond or so.
const BETWEEN_LOOKS: u64 = 1 << 20;

/// The tables of a game up to a corner, before they are filled.
#[derive(Clone, Debug)]
pub struct Arrays {
    rules: Arc<Progressions>,
    machine: Arc<Machine>,
    /// The largest number on each axis, 0 beyond the numbers of a position.
    largest: [u64; MOST],
    strides: [i64; MOST],
    /// The length of the array.
    length: usize,
    /// Sums that no move raises, and their bounds.
    bounds: Vec<(Vec<u64>, u64)>,
    /// The lines on which options lie, if moves are steps.
    axes: Option<Axes>,
}

/// Looks at the clock now and then.
pub(super) struct Pulse<'w> {
    /// Work left until the next look.
    left: u64,
    done: u64,
    watch: &'w mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Pulse<'_> {
    /// Counts work. An option is a unit.
    #[inline]
    fn spend(&mut self, work: u64) -> Result<(), Error> {
        if work <= self.left {
            self.left -= work;
            return Ok(());
        }
        self.look()
    }

    #[cold]
    fn look(&mut self) -> Result<(), Error> {
        self.left = BETWEEN_LOOKS;
        if (self.watch)(self.done).is_break() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

/// A signed index of the array. All cells of a run lie in it.
#[inline]
fn at(cell: i64) -> usize {
    usize::try_from(cell).unwrap_or(usize::MAX)
}

impl Arrays {
    /// The table of all positions that are reached from those up to `corner`. `None` if it is too large.
    pub fn new(rules: &Arc<Progressions>, corner: &[u64]) -> Option<Self> {
        if corner.len() != rules.numbers {
            return None;
        }
        let mut corner = Row::from_slice(corner);
        if rules.unordered {
            corner.sort_unstable();
        }
        let bounds = rules.never_raised.iter().map(|weights| {
            let terms = weights.iter().zip(&corner).map(|(&weight, &x)| weight.checked_mul(x));
            let sum = terms.reduce(|sum, term| sum?.checked_add(term?)).flatten();
            Some((weights.clone(), sum?))
        });
        let bounds: Vec<(Vec<u64>, u64)> = bounds.collect::<Option<_>>()?;
        let mut largest = [0; MOST];
        for (axis, largest) in largest.iter_mut().enumerate().take(rules.numbers) {
            let most = bounds.iter().filter(|(weights, _)| weights[axis] > 0);
            *largest = most.map(|(weights, sum)| sum / weights[axis]).min()?;
        }
        if rules.unordered {
            let side = *largest.iter().max()?;
            largest[..rules.numbers].fill(side);
        }
        let (strides, length) = strides(&largest, rules.numbers)?;
        let machine = Arc::new(Machine::new(rules, &largest, &strides)?);
        let axes = steps(rules).and_then(|steps| Axes::with_steps(&largest[..rules.numbers], &steps));
        Some(Self { rules: Arc::clone(rules), machine, largest, strides, length, bounds, axes })
    }

    /// The largest number on each axis.
    pub fn largest(&self) -> &[u64] {
        &self.largest[..self.rules.numbers]
    }

    /// The number of cells of the array.
    pub fn cells(&self) -> u64 {
        wide(self.length)
    }

    /// Whether the order of numbers does not matter; a position has them sorted.
    pub fn is_unordered(&self) -> bool {
        self.rules.unordered
    }

    /// Whether the ray engine fills the table, because moves are steps.
    pub fn is_by_lines(&self) -> bool {
        self.axes.is_some()
    }

    /// The box of the ray engine, if it fills the table. All its cells are positions.
    pub fn axes(&self) -> Option<&Axes> {
        self.axes.as_ref()
    }

    /// The memory needed, in bytes.
    pub fn bytes(&self) -> u64 {
        let each = if self.is_lexicographic() { 4 } else { 12 };
        let lines = self.axes.as_ref().map_or(0, Axes::bytes);
        self.cells().saturating_mul(each).saturating_add(lines)
    }

    /// Estimated nanoseconds for the table on one core, by the options of some of its positions.
    pub fn nanos(&self) -> u64 {
        /// Positions that are looked at.
        const SAMPLES: u64 = 24;
        /// Work on one of them: beyond this the estimate is too low, but large.
        const MOST_WORK: u64 = 1 << 17;
        /// A line through a cell.
        const A_LINE: u64 = 10;
        if let Some(axes) = &self.axes {
            return self.cells().saturating_mul(A_LINE * wide(axes.count()));
        }
        let mut scratch = Scratch::default();
        let (mut nanos, mut seed) = (0_u64, 0x9e37_79b9_7f4a_7c15_u64);
        for _ in 0..SAMPLES {
            let mut cell = [0_i64; MOST];
            for (x, &most) in cell.iter_mut().zip(self.largest()) {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *x = i64::try_from((seed >> 33) % (most + 1)).unwrap_or(0);
            }
            if self.rules.unordered {
                cell[..self.rules.numbers].sort_unstable();
            }
            if !self.is_filled(&cell) {
                nanos += 5;
                continue;
            }
            let (mut runs, mut marks, mut tries) = (0_u64, 0_u64, 0_u64);
            let mut stop = |_| ControlFlow::Break(());
            let mut pulse = Pulse { left: MOST_WORK, done: 0, watch: &mut stop };
            let counted = self.each_order(&cell, &mut |order| {
                self.machine.runs(order, &mut scratch, &mut pulse, &mut |run| {
                    runs += 1;
                    marks = marks.saturating_add(run.count.unsigned_abs());
                })
            });
            tries += if counted.is_err() { MOST_WORK } else { MOST_WORK - pulse.left };
            nanos = nanos.saturating_add(20 + 10 * tries + 20 * runs + marks + marks / 2);
        }
        (nanos / SAMPLES).saturating_mul(self.cells())
    }

    /// Fills the table. `watch` is given the number of cells done now and then, and cancels the work by returning `Break`.
    ///
    /// # Errors
    /// When `watch` cancels the work.
    pub fn fill(&self, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<Filled, Error> {
        let mut filled = Filled { arrays: self.clone(), values: vec![NONE; self.length] };
        if let Some(axes) = &self.axes {
            self.fill_lines(axes, &mut filled.values, watch)?;
            return Ok(filled);
        }
        let mut work = Work { stamps: vec![0; 2], epoch: 0, scratch: Scratch::default() };
        let mut pulse = Pulse { left: BETWEEN_LOOKS, done: 0, watch };
        self.for_each_cell(&mut pulse, &mut |cell, pulse| {
            pulse.done += 1;
            pulse.spend(4)?;
            if self.is_filled(cell) { work.cell(self, &mut filled.values, cell, pulse) } else { Ok(()) }
        })?;
        Ok(filled)
    }

    /// Fills the table by the ray engine.
    fn fill_lines(
        &self,
        axes: &Axes,
        values: &mut [u32],
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        /// Cells between two looks at the clock.
        const BETWEEN: u64 = 1 << 14;
        let mut done = 0_u64;
        axes.for_each(Simd::best(), &|_| true, &mut |cell, value| {
            let terms = cell.iter().zip(&self.strides);
            let index: i64 = terms.map(|(&x, stride)| i64::try_from(x).unwrap_or(i64::MAX) * stride).sum();
            values[at(index)] = value;
            done += 1;
            if done.is_multiple_of(BETWEEN) { watch(done) } else { ControlFlow::Continue(()) }
        })
    }

    /// Whether a cell is a position of the region. If the order does not matter, only increasing numbers are.
    fn is_filled(&self, cell: &[i64; MOST]) -> bool {
        let numbers = &cell[..self.rules.numbers];
        if self.rules.unordered && !numbers.is_sorted() {
            return false;
        }
        let below = |(weights, most): &(Vec<u64>, u64)| {
            let sum: u64 = weights.iter().zip(numbers).map(|(weight, x)| weight * x.unsigned_abs()).sum();
            sum <= *most
        };
        self.bounds.iter().all(below) && self.is_position(cell)
    }

    /// Whether the numbers are a position in some order that counts.
    fn is_position(&self, cell: &[i64; MOST]) -> bool {
        let mut found = false;
        let each = self.each_order(cell, &mut |order| {
            found |= self.rules.positions.iter().any(|clause| clause.holds(order));
            Ok(())
        });
        each.is_ok() && found
    }

    fn index(&self, cell: &[i64; MOST]) -> i64 {
        cell.iter().zip(&self.strides).map(|(x, stride)| x * stride).sum()
    }

    /// Visits the orders of the numbers that count as the same position, each once.
    fn each_order(
        &self,
        cell: &[i64; MOST],
        visit: &mut impl FnMut(&[i64; MOST]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !self.rules.unordered {
            return visit(cell);
        }
        let mut order = *cell;
        order[..self.rules.numbers].sort_unstable();
        loop {
            visit(&order)?;
            if !next_permutation(&mut order[..self.rules.numbers]) {
                return Ok(());
            }
        }
    }
}

/// The steps of a game in which all tuples of numbers are positions, and each move takes a step any number of times; else nothing.
fn steps(rules: &Progressions) -> Option<Vec<Vec<u64>>> {
    // A clause without conditions holds for all tuples.
    let all = |clause: &Clause| clause.congruences.is_empty() && clause.at_least_0.is_empty();
    if rules.unordered || rules.numbers < 3 || !rules.positions.iter().any(all) {
        return None;
    }
    let mut steps: Vec<Vec<u64>> = Vec::new();
    for case in &rules.cases {
        if case.letters != 1 || !case.when.congruences.is_empty() {
            return None;
        }
        let mut step = Vec::new();
        for (axis, form) in case.option.iter().enumerate() {
            let same = (0..MOST).all(|other| form.numbers[other] == i64::from(other == axis));
            if !same || form.constant != 0 {
                return None;
            }
            step.push(u64::try_from(form.letters[0].checked_neg()?).ok()?);
        }
        // The only conditions are that the letter is positive, or natural, and that the numbers of the option are natural.
        let is_known = |form: &Form| {
            let of_letter =
                form.numbers == [0; MOST] && form.letters[0] > 0 && form.constant >= -form.letters[0];
            let of_option = case.option.iter().any(|option| {
                (option.numbers, option.letters, option.constant)
                    == (form.numbers, form.letters, form.constant)
            });
            of_letter || of_option
        };
        if !case.when.at_least_0.iter().all(is_known) {
            return None;
        }
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    Some(steps)
}

/// The next order of some numbers in lexicographic order, `false` after the last.
fn next_permutation(row: &mut [i64]) -> bool {
    let Some(rise) = row.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let above = row.iter().rposition(|&x| x > row[rise]).unwrap_or(rise);
    row.swap(rise, above);
    row[rise + 1..].reverse();
    true
}

/// The distance in the array of neighbours on each axis, and the length of the array. `None` if that is too large.
fn strides(largest: &[u64; MOST], numbers: usize) -> Option<([i64; MOST], usize)> {
    /// Cells of a cache line.
    const LINE: u64 = 16;
    let mut strides = [0; MOST];
    let mut length = 1_u64;
    for axis in (0..numbers).rev() {
        strides[axis] = i64::try_from(length).ok()?;
        let side = largest[axis].checked_add(1)?;
        length = length.checked_mul(side)?;
        // Cells of a column at distances of a power of 2 would share few places of the cache: an odd number of lines does not.
        if axis > 0 && length >= 4 * LINE {
            let lines = length.div_ceil(LINE);
            length = (lines + u64::from(lines.is_multiple_of(2))) * LINE;
        }
        if length > MOST_CELLS {
            return None;
        }
    }
    Some((strides, place(length)))
}

/// What is used again from cell to cell.
struct Work {
    /// `stamps[v]` is the epoch of the last cell that has an option of value v. It is longer than all values by two: the last
    /// place is for the cell itself, which its runs may contain.
    stamps: Vec<u32>,
    epoch: u32,
    scratch: Scratch,
}

impl Work {
    fn cell(
        &mut self,
        arrays: &Arrays,
        values: &mut [u32],
        cell: &[i64; MOST],
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Error> {
        self.epoch += 1;
        let (epoch, stamps) = (self.epoch, &mut self.stamps);
        let itself = low(stamps.len() - 1);
        arrays.each_order(cell, &mut |order| {
            values[at(arrays.index(order))] = itself;
            Ok(())
        })?;
        let mut is_whole = true;
        arrays.each_order(cell, &mut |order| {
            let mut marks = 0;
            arrays.machine.runs(order, &mut self.scratch, pulse, &mut |run: Run| {
                marks += run.count.unsigned_abs();
                is_whole &= mark(values, stamps, epoch, run);
            })?;
            pulse.spend(marks)
        })?;
        let value = stamps.iter().position(|&stamp| stamp != epoch).filter(|_| is_whole);
        let Some(value) = value else {
            return Err(Error::Fault("an option comes after its position in a table".to_owned()));
        };
        if value + 2 >= stamps.len() {
            stamps.resize(2 * value + 4, 0);
        }
        arrays.each_order(cell, &mut |order| {
            values[at(arrays.index(order))] = low(value);
            Ok(())
        })
    }
}

/// Marks the values along a run. `false` if one of them is missing.
#[inline]
fn mark(values: &[u32], stamps: &mut [u32], epoch: u32, run: Run) -> bool {
    let mut is_whole = true;
    let mut cell = run.start;
    for _ in 0..run.count {
        let value = values.get(at(cell)).copied().unwrap_or(NONE);
        match stamps.get_mut(index(value)) {
            Some(stamp) => *stamp = epoch,
            None => is_whole = false,
        }
        cell += run.step;
    }
    is_whole
}

/// A table that has been filled.
#[derive(Debug)]
pub struct Filled {
    arrays: Arrays,
    values: Vec<u32>,
}

impl Filled {
    /// The value of a position, if it is in the region.
    pub fn get(&self, numbers: &[u64]) -> Option<u64> {
        let largest = self.arrays.largest();
        if numbers.len() != largest.len() || numbers.iter().zip(largest).any(|(x, most)| x > most) {
            return None;
        }
        let index = numbers.iter().zip(&self.arrays.strides);
        let index: i64 = index.map(|(&x, stride)| i64::try_from(x).unwrap_or(i64::MAX) * stride).sum();
        self.values.get(at(index)).filter(|&&value| value != NONE).map(|&value| u64::from(value))
    }

    /// The tables that it has filled.
    pub fn arrays(&self) -> &Arrays {
        &self.arrays
    }
}

#[cfg(test)]
mod tests;
