//! Boxes of several numbers in which a move takes any number of times a step: one number alone in Nim, Star Nim, Silver Dollar and Star
//! Silver Dollar with any number of tokens; equal amounts from several numbers in Wythoff's game with three piles.
//!
//! On a line of a cell the numbers vary along a step, and no number of a step is negative. The planes of the last two numbers are computed in
//! lexicographic order of the others, by strips of rows, and a strip along its anti-diagonals, so on each line the lower cells come first.
//!
//! # Sorted cells
//! If a move lowers one number, and the numbers of every position may be exchanged, then only cells whose numbers do not decrease are visited. A
//! line is given by the other numbers, sorted. Let a number of a sorted cell be lowered, and the cell be sorted again: the first number
//! that has changed is lower than before. So the cells of a line come in the order of the number that varies here as well.

mod strip;

use super::lines::{Job, LineSets, Run, Sets};
use super::ring::NONE;
use super::simd::{Shared, Simd};
use crate::error::Error;
use crate::widths::{index, wide};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use strip::{STRIP, Strip};

/// The most numbers. With ten of them, a side of 10 would have 10^10 cells.
pub const MOST_AXES: usize = 8;

/// The most steps.
const MOST_STEPS: usize = 8;

/// A box of cells: each number runs from 0 to its largest value.
#[derive(Clone, Debug)]
pub struct Axes {
    largest: Vec<usize>,
    /// Whether only sorted cells are visited.
    sorted: bool,
    /// The numbers of the lines of each step.
    forms: Vec<Form>,
    /// The number of all lines.
    lines: usize,
    /// The most options of a cell.
    options: usize,
}

/// The number of a line: a linear form in the numbers of its cells.
#[derive(Clone, Debug)]
struct Form {
    first: isize,
    factors: [isize; MOST_AXES],
}

impl Axes {
    /// The box with these largest numbers where moves lower one number. Nothing if there are too many numbers or lines.
    pub fn new(largest: &[u64]) -> Option<Self> {
        let unit = |axis: usize| (0..largest.len()).map(|other| u64::from(other == axis)).collect();
        Self::with_steps(largest, &(0..largest.len()).map(unit).collect::<Vec<Vec<u64>>>())
    }

    /// The same where moves take a step any number of times. Nothing if a step takes nothing or is a multiple of another one, and if there are
    /// too many numbers, steps or lines.
    pub fn with_steps(largest: &[u64], steps: &[Vec<u64>]) -> Option<Self> {
        let numbers = |row: &[u64]| row.iter().map(|&x| usize::try_from(x).ok()).collect::<Option<Vec<_>>>();
        let largest = numbers(largest)?;
        if !(1..=MOST_AXES).contains(&largest.len()) || !(1..=MOST_STEPS).contains(&steps.len()) {
            return None;
        }
        let mut axes = Self { largest, sorted: false, forms: Vec::new(), lines: 0, options: 0 };
        for step in steps {
            axes.add(&numbers(step)?)?;
        }
        Some(axes)
    }

    /// The same as [`Axes::new`] for a game in which numbers may be exchanged ([`Geometry::Unordered`](crate::Geometry::Unordered)): only cells
    /// whose numbers do not decrease are visited. The largest numbers are sorted, too.
    pub fn sorted(largest: &[u64]) -> Option<Self> {
        let mut axes = Self::new(largest)?;
        axes.largest.sort_unstable();
        // The n-th of the other numbers is at most the largest number n + 1.
        let sides: Vec<isize> = axes.largest[1..].iter().map(|&x| x.cast_signed() + 1).collect();
        axes.lines = axes.largest[1..].iter().map(|x| x + 1).product();
        for (axis, form) in axes.forms.iter_mut().enumerate() {
            *form = Form { first: 0, factors: [0; MOST_AXES] };
            let others = (0..axes.largest.len()).filter(|&other| other != axis);
            for (n, other) in others.enumerate() {
                form.factors[other] = sides[n + 1..].iter().product();
            }
        }
        Some(Self { sorted: true, ..axes })
    }

    /// Adds the lines of a step s. For one of its numbers s(i) > 0, cells p of a line have the same numbers `s(i) p(k) - s(k) p(i)` for all k,
    /// and if the numbers of the step have no common divisor, only they have.
    fn add(&mut self, step: &[usize]) -> Option<()> {
        if step.iter().fold(0, |divisor, &x| gcd(divisor, x)) != 1 {
            return None;
        }
        // The pivot with the fewest lines.
        let count = |pivot: usize| {
            let radix = |other| self.radix(step, pivot, other);
            (0..step.len())
                .filter(|&other| other != pivot)
                .try_fold(1_usize, |all, k| all.checked_mul(radix(k)?))
        };
        let pivots = (0..step.len()).filter(|&axis| step[axis] > 0);
        let (lines, pivot) = pivots.filter_map(|pivot| Some((count(pivot)?, pivot))).min()?;
        let mut form = Form { first: self.lines.cast_signed(), factors: [0; MOST_AXES] };
        let mut factor = 1_isize;
        for other in (0..step.len()).rev().filter(|&other| other != pivot) {
            let (own, taken) = (step[pivot].cast_signed(), step[other].cast_signed());
            form.factors[other] = own.checked_mul(factor)?;
            form.factors[pivot] -= taken.checked_mul(factor)?;
            // The least number of the other is 0.
            form.first += taken.checked_mul(self.largest[pivot].cast_signed())?.checked_mul(factor)?;
            factor = factor.checked_mul(self.radix(step, pivot, other)?.cast_signed())?;
        }
        self.lines = self.lines.checked_add(lines).filter(|&lines| lines < 1 << 40)?;
        let most = step.iter().zip(&self.largest).filter_map(|(&s, &x)| x.checked_div(s)).min()?;
        self.options = self.options.checked_add(most)?;
        self.forms.push(form);
        Some(())
    }

    /// The number of differences of two numbers along a step.
    fn radix(&self, step: &[usize], pivot: usize, other: usize) -> Option<usize> {
        let along = |factor: usize, axis: usize| factor.checked_mul(self.largest[axis]);
        along(step[pivot], other)?.checked_add(along(step[other], pivot)?)?.checked_add(1)
    }

    /// An upper bound on the values: the number of options.
    pub fn bound(&self) -> u64 {
        wide(self.options)
    }

    /// Whether only cells whose numbers do not decrease are visited.
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// The number of lines through a cell.
    pub fn count(&self) -> usize {
        self.forms.len()
    }

    /// The number of cells, including those that are not positions. For sorted cells it is an upper bound.
    pub fn cells(&self) -> u64 {
        let all =
            self.largest.iter().fold(1, |cells: u64, &x| cells.saturating_mul(wide(x).saturating_add(1)));
        if !self.sorted {
            return all;
        }
        // With n numbers below a side s there are s (s + 1) .. (s + n - 1) / n! sorted cells.
        let side = self.largest.iter().max().map_or(0, |&x| wide(x));
        let count = (1..).take(self.largest.len());
        count.fold(1, |cells: u64, n| cells.saturating_mul(side.saturating_add(n)).div_ceil(n)).min(all)
    }

    /// The memory that the line sets need, in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = LineSets::bytes_a_line(self.options).and_then(|line| line.checked_mul(self.lines));
        bytes.map_or(u64::MAX, wide)
    }

    /// Visits every cell that is a position, with its value, in lexicographic order.
    ///
    /// # Errors
    /// When `visit` cancels the work.
    pub fn for_each(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        match self.forms.len() {
            1 => self.sweep::<1>(simd, is_position, visit),
            2 => self.sweep::<2>(simd, is_position, visit),
            3 => self.sweep::<3>(simd, is_position, visit),
            4 => self.sweep::<4>(simd, is_position, visit),
            5 => self.sweep::<5>(simd, is_position, visit),
            6 => self.sweep::<6>(simd, is_position, visit),
            7 => self.sweep::<7>(simd, is_position, visit),
            _ => self.sweep::<MOST_STEPS>(simd, is_position, visit),
        }
    }

    fn sweep<const K: usize>(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut sets = LineSets::new(self.lines, self.options);
        let job = SweepBox::<K> { axes: self, is_position, visit };
        if simd == Simd::Portable { sets.work(job) } else { Shared::new(sets).work_alone(simd, job) }
    }
}

/// The sweep of a box with K lines through each cell.
struct SweepBox<'a, const K: usize> {
    axes: &'a Axes,
    is_position: &'a dyn Fn(&[u64]) -> bool,
    visit: &'a mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
}

impl<const K: usize> Job for SweepBox<'_, K> {
    type Done = Result<(), Error>;

    #[inline(always)]
    fn with<S: Sets>(mut self, sets: &mut S) -> Self::Done {
        let largest = &self.axes.largest;
        // The last two numbers are those of a plane; if there is only one, the plane has one row.
        let (fixed, most) = match largest[..] {
            [.., rows, columns] => (largest.len() - 2, (rows, columns)),
            _ => (0, (0, largest[0])),
        };
        let sorted = self.axes.sorted && largest.len() > 1;
        let values: Vec<AtomicU32> = (0..STRIP * (most.1 + 1)).map(|_| AtomicU32::new(0)).collect();
        let mut cell = vec![0_u64; largest.len()];
        loop {
            let mut top = if sorted && fixed > 0 { index_u64(cell[fixed - 1]) } else { 0 };
            while top <= most.0 {
                let strip = Strip {
                    rows: (top, (top + STRIP - 1).min(most.0)),
                    last: most.1,
                    sorted,
                    values: &values,
                };
                let has_holes = strip.mark(&mut cell, self.is_position);
                self.sweep(sets, &strip, &cell[..fixed], has_holes);
                strip.visit(&mut cell, &mut self.visit)?;
                top += STRIP;
            }
            if !self.next(&mut cell[..fixed]) {
                return Ok(());
            }
        }
    }
}

impl<const K: usize> SweepBox<'_, K> {
    /// Computes the cells of a strip along its anti-diagonals, with these fixed numbers.
    ///
    /// Options of a cell have smaller fixed numbers, lexicographically, or are in the same plane, in an earlier strip or on an earlier
    /// anti-diagonal. Cells of an anti-diagonal, and a cell and another one below and to the left of it, differ by numbers of both signs, so
    /// they share no line. Nor do they if cells are sorted: let y < y' <= z' < z, then of the pairs of a number and others that are
    /// fixed, {y,z} is not {y',z'}, and neither of y and z is one of y' and z'.
    #[inline(always)]
    fn sweep<S: Sets>(&self, sets: &mut S, strip: &Strip<'_>, fixed: &[u64], has_holes: bool) {
        let Strip { rows: (top, bottom), last, .. } = *strip;
        let along = fixed.len();
        let mut lines = [(0, 0, 0); K];
        for (line, form) in lines.iter_mut().zip(&self.axes.forms) {
            let mut number = form.first;
            for (&x, factor) in fixed.iter().zip(form.factors) {
                number = number.wrapping_add(index_u64(x).cast_signed().wrapping_mul(factor));
            }
            // A box of one number has no rows.
            let factors = if self.axes.largest.len() == 1 {
                (0, form.factors[0])
            } else {
                (form.factors[along], form.factors[along + 1])
            };
            *line = (number, factors.0, factors.1);
        }
        for sum in top + strip.first(top)..=bottom + last {
            let lowest = if strip.sorted { sum / 2 } else { sum };
            let (mut y, end) = (top.max(sum.saturating_sub(last)), bottom.min(lowest) + 1);
            while y < end {
                let mut count = end - y;
                if has_holes {
                    let is_hole = |y: &usize| strip.place(*y, sum - y).load(Ordering::Relaxed) == NONE;
                    if is_hole(&y) {
                        y += 1;
                        continue;
                    }
                    count = (y..end).find(is_hole).map_or(count, |hole| hole - y);
                }
                let mut runs = [Run::NONE; K];
                for (run, &(number, row, column)) in runs.iter_mut().zip(&lines) {
                    // Lines are in range, which `Sets` asserts.
                    let number = number.wrapping_add(row.wrapping_mul(y.cast_signed()));
                    let number = number.wrapping_add(column.wrapping_mul((sum - y).cast_signed()));
                    *run = Run { first: number.cast_unsigned(), step: row.wrapping_sub(column) };
                }
                let claimed = sets.claim(runs, strip.cells(y, sum - y, count));
                assert!(claimed == count, "a value is at most the number of options");
                y += count;
            }
        }
    }

    /// Advances to the next fixed numbers. Returns false after the last.
    fn next(&self, fixed: &mut [u64]) -> bool {
        let mut axes = fixed.iter().zip(&self.axes.largest);
        let Some(axis) = axes.rposition(|(&x, &largest)| index_u64(x) < largest) else { return false };
        let next = fixed[axis] + 1;
        fixed[axis..].fill(if self.axes.sorted { next } else { 0 });
        fixed[axis] = next;
        true
    }
}

/// The greatest common divisor; gcd(0, n) = n.
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A coordinate as an index. It is at most one of the `largest`, which are indices.
#[inline(always)]
fn index_u64(x: u64) -> usize {
    u32::try_from(x).map_or(usize::MAX, index)
}

#[cfg(test)]
mod tests;
