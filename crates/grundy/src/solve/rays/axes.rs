//! Boxes of several numbers in which a move takes any number of times a step: one number alone in Nim, Star Nim, Silver Dollar and Star
//! Silver Dollar with any number of tokens; equal amounts from several numbers in Wythoff's game with three piles.
//!
//! # Order
//! On a line of a cell the numbers vary along a step, and no number of a step is negative. The last two numbers y and z are those of a plane,
//! the others are fixed in it. All planes are computed together: by strips of rows y, a strip by the sums y + z, and the cells with the
//! same sum by the fixed numbers, in lexicographic order. An option has no larger y and no larger y + z, and if y + z is the same, its fixed numbers are smaller. So
//! on each line the lower cells come first.
//!
//! A *run* is the cells of a plane with the same sum in a strip. Two of them differ by numbers of both signs, so they share no line.
//!
//! # Lines of one sum
//! A step that leaves y and z as they are has lines within one sum. They are empty when the next sum begins, so that there are only as many of them as
//! for the rows of one strip. If the two longest numbers come last, then all sets together are few, and fit into a cache.
//!
//! # Sorted cells
//! If a move lowers one number, and the numbers of every position may be exchanged, then only cells whose numbers do not decrease are visited. A
//! line is given by the other numbers p <= q <= .., sorted, and none is within one sum. As the number t that varies grows, the last two of the sorted cell are first those
//! of the others, then t and the last, then the last and t: neither y nor y + z decreases, and where both stay the same, t is one of the fixed
//! numbers, and they grow. So the cells of a line come in the order of t here as well. Cells of a run share no line: let y < y' <= z' < z, then of the pairs of a
//! number and others that are fixed, {y,z} is not {y',z'}, and neither of y and z is one of y' and z'.

use super::lines::{Cells, Job, LONGEST_RUN, LineSets, Run, Sets};
use super::ring::NONE;
use super::simd::{Shared, Simd};
use crate::error::Error;
use crate::widths::{index, wide};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

/// Rows of a strip: the most cells of a run.
const STRIP: usize = LONGEST_RUN;

/// The most numbers. With ten of them, a side of 10 would have 10^10 cells.
pub const MOST_AXES: usize = 8;

/// The most steps.
const MOST_STEPS: usize = 8;

/// More lines are refused: their sets would need terabytes.
const MOST_LINES: usize = 1 << 40;

/// A box of cells: each number runs from 0 to its largest value.
#[derive(Clone, Debug)]
pub struct Axes {
    largest: Vec<usize>,
    /// Whether only sorted cells are visited.
    sorted: bool,
    /// The steps, in the order in which they were given.
    steps: Vec<Vec<usize>>,
    /// The numbers of the lines of each step.
    forms: Vec<Form>,
    /// The number of all lines.
    lines: usize,
    /// The lines from this one on are within one sum.
    lasting: usize,
    /// The most options of a cell.
    options: usize,
}

/// The number of a line: a linear form in the numbers of its cells.
#[derive(Clone, Debug)]
struct Form {
    first: isize,
    factors: [isize; MOST_AXES],
    /// Whether the rows are counted from the first one of the strip.
    in_strip: bool,
}

/// Cells of a plane one after the other: the last number but one increases from cell to cell, and the last one decreases.
pub struct Diagonal<'c> {
    /// The first cell.
    pub first: &'c [u64],
    values: &'c [AtomicU32],
}

impl Diagonal<'_> {
    /// The values. Cells that are not positions have none.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Option<u32>> {
        self.values.iter().map(read)
    }

    /// The value of a cell, if it is one of them.
    pub fn value(&self, cell: &[u64]) -> Option<Option<u32>> {
        let at = match (cell, self.first) {
            ([fixed @ .., y, z], [others @ .., row, column]) => {
                let same = fixed == others && y.checked_add(*z) == row.checked_add(*column);
                y.checked_sub(*row).filter(|_| same)?
            }
            (cell, first) => u64::from(cell != first),
        };
        self.values.get(usize::try_from(at).ok()?).map(read)
    }
}

fn read(value: &AtomicU32) -> Option<u32> {
    Some(value.load(Ordering::Relaxed)).filter(|&value| value != NONE)
}

/// Receives the values of a box, and cancels the work by returning `Break`.
pub type Receive<'r> = dyn FnMut(&Diagonal<'_>) -> ControlFlow<()> + 'r;

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
        let steps = steps.iter().map(|step| numbers(step)).collect::<Option<Vec<_>>>()?;
        let mut axes =
            Self { largest, sorted: false, steps, forms: Vec::new(), lines: 0, lasting: 0, options: 0 };
        let fixed = axes.fixed();
        let (within, lasting): (Vec<_>, Vec<_>) =
            axes.steps.clone().into_iter().partition(|step| step[fixed..].iter().all(|&x| x == 0));
        for step in &lasting {
            axes.add(step, false)?;
        }
        axes.lasting = axes.lines;
        for step in &within {
            axes.add(step, true)?;
        }
        Some(axes)
    }

    /// The same box with lines that last: none of them is within one sum, so cells can be computed by the sums of all their numbers. Nothing if there are too many lines.
    pub(super) fn lasting(&self) -> Option<Self> {
        if self.lasting == self.lines {
            return Some(self.clone());
        }
        let mut axes = Self { forms: Vec::new(), lines: 0, lasting: 0, options: 0, ..self.clone() };
        for step in &self.steps {
            axes.add(step, false)?;
        }
        axes.lasting = axes.lines;
        Some(axes)
    }

    /// The number of lines, and for each line of a cell the constant and the factors of its number.
    pub(super) fn forms(&self) -> (usize, impl Iterator<Item = (isize, [isize; MOST_AXES])>) {
        (self.lines, self.forms.iter().map(|form| (form.first, form.factors)))
    }

    /// The largest numbers.
    pub(super) fn largest(&self) -> &[usize] {
        &self.largest
    }

    /// The same as [`Axes::new`] for a game in which numbers may be exchanged ([`Geometry::Unordered`](crate::Geometry::Unordered)): only cells
    /// whose numbers do not decrease are visited. The largest numbers are sorted, too.
    pub fn sorted(largest: &[u64]) -> Option<Self> {
        let mut axes = Self::new(largest)?;
        axes.largest.sort_unstable();
        // The n-th of the other numbers is at most the largest number n + 1.
        let sides: Vec<isize> = axes.largest[1..].iter().map(|&x| x.cast_signed() + 1).collect();
        let lines = axes.largest[1..].iter().try_fold(1_usize, |lines, x| lines.checked_mul(x + 1))?;
        for (axis, form) in axes.forms.iter_mut().enumerate() {
            *form = Form { first: 0, factors: [0; MOST_AXES], in_strip: false };
            let others = (0..axes.largest.len()).filter(|&other| other != axis);
            for (n, other) in others.enumerate() {
                form.factors[other] = sides[n + 1..].iter().product();
            }
        }
        Some(Self { sorted: true, lines, lasting: lines, ..axes }).filter(|axes| axes.lines < MOST_LINES)
    }

    /// Sorted cells if they are few enough to be worth their lines, and else all cells, with the largest numbers sorted.
    pub fn unordered(largest: &[u64]) -> Option<Self> {
        let mut largest = largest.to_vec();
        largest.sort_unstable();
        let all = Self::new(&largest)?;
        let sorted = Self::sorted(&largest).filter(|sorted| sorted.cells() <= all.cells() / 2);
        Some(sorted.unwrap_or(all))
    }

    /// How many numbers come before those of the planes. A box of one number is a plane with one row.
    fn fixed(&self) -> usize {
        self.largest.len().saturating_sub(2)
    }

    /// The largest numbers of a plane.
    fn plane(&self) -> (usize, usize) {
        match self.largest[..] {
            [.., rows, columns] => (rows, columns),
            [columns] => (0, columns),
            [] => (0, 0),
        }
    }

    /// Adds the lines of a step s. For one of its numbers s(i) > 0, cells p of a line have the same numbers `s(i) p(k) - s(k) p(i)` for all k,
    /// and if the numbers of the step have no common divisor, only they have.
    fn add(&mut self, step: &[usize], in_strip: bool) -> Option<()> {
        if step.iter().fold(0, |divisor, &x| gcd(divisor, x)) != 1 {
            return None;
        }
        // Lines within one sum have a number for each row of a strip, and none for the columns.
        let (axes, rows) = if in_strip { (self.fixed(), STRIP) } else { (step.len(), 1) };
        // The pivot with the fewest lines.
        let count = |pivot: usize| {
            let radix = |other| self.radix(step, pivot, other);
            (0..axes).filter(|&other| other != pivot).try_fold(rows, |all, k| all.checked_mul(radix(k)?))
        };
        let pivots = (0..axes).filter(|&axis| step[axis] > 0);
        let (lines, pivot) = pivots.filter_map(|pivot| Some((count(pivot)?, pivot))).min()?;
        let mut form = Form { first: self.lines.cast_signed(), factors: [0; MOST_AXES], in_strip };
        let mut factor = rows.cast_signed();
        if in_strip {
            form.factors[axes] = 1;
        }
        for other in (0..axes).rev().filter(|&other| other != pivot) {
            let (own, taken) = (step[pivot].cast_signed(), step[other].cast_signed());
            form.factors[other] = own.checked_mul(factor)?;
            form.factors[pivot] -= taken.checked_mul(factor)?;
            // The least number of the other is 0.
            form.first += taken.checked_mul(self.largest[pivot].cast_signed())?.checked_mul(factor)?;
            factor = factor.checked_mul(self.radix(step, pivot, other)?.cast_signed())?;
        }
        self.lines = self.lines.checked_add(lines).filter(|&lines| lines < MOST_LINES)?;
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

    /// Where a cell comes in the order in which cells are received: cells are sorted by these numbers.
    pub fn rank(&self, cell: &[u64]) -> Vec<u64> {
        let (fixed, plane) = cell.split_at(cell.len().saturating_sub(2));
        let row = if plane.len() == 2 { plane[0] } else { 0 };
        let sum = plane.iter().sum();
        [&[row / wide(STRIP), sum], fixed, &[row]].concat()
    }

    /// Gives every cell that is a position to `visit`, with its value, in the order of [`Axes::rank`].
    ///
    /// # Errors
    /// When `visit` cancels the work.
    pub fn for_each(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut cell = Vec::new();
        self.for_each_diagonal(simd, is_position, &mut |diagonal| {
            cell.clear();
            cell.extend_from_slice(diagonal.first);
            for value in diagonal.values() {
                if let Some(value) = value {
                    visit(&cell, value)?;
                }
                step_along(&mut cell);
            }
            ControlFlow::Continue(())
        })
    }

    /// The same, with many cells at a time.
    ///
    /// # Errors
    /// When `receive` cancels the work.
    pub fn for_each_diagonal(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        receive: &mut Receive<'_>,
    ) -> Result<(), Error> {
        match self.forms.len() {
            1 => self.sweep::<1>(simd, is_position, receive),
            2 => self.sweep::<2>(simd, is_position, receive),
            3 => self.sweep::<3>(simd, is_position, receive),
            4 => self.sweep::<4>(simd, is_position, receive),
            5 => self.sweep::<5>(simd, is_position, receive),
            6 => self.sweep::<6>(simd, is_position, receive),
            7 => self.sweep::<7>(simd, is_position, receive),
            _ => self.sweep::<MOST_STEPS>(simd, is_position, receive),
        }
    }

    fn sweep<const K: usize>(
        &self,
        simd: Simd,
        is_position: &dyn Fn(&[u64]) -> bool,
        receive: &mut Receive<'_>,
    ) -> Result<(), Error> {
        let mut sets = LineSets::new(self.lines, self.options);
        let job = SweepBox::<K> { axes: self, is_position, receive };
        if simd == Simd::Portable { sets.work(job) } else { Shared::new(sets).work_alone(simd, job) }
    }
}

/// The sweep of a box with K lines through each cell.
struct SweepBox<'a, const K: usize> {
    axes: &'a Axes,
    is_position: &'a dyn Fn(&[u64]) -> bool,
    receive: &'a mut dyn FnMut(&Diagonal<'_>) -> ControlFlow<()>,
}

impl<const K: usize> Job for SweepBox<'_, K> {
    type Done = Result<(), Error>;

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        let Axes { ref largest, lasting, lines, .. } = *self.axes;
        let sorted = self.axes.sorted && largest.len() > 1;
        let (rows, columns) = self.axes.plane();
        let fixed = self.axes.fixed();
        let values = [const { AtomicU32::new(0) }; STRIP];
        let mut cell = vec![0_u64; largest.len()];
        for top in (0..=rows).step_by(STRIP) {
            let bottom = (top + STRIP - 1).min(rows);
            // In a sorted cell the row is at most the column.
            for sum in if sorted { 2 * top } else { top }..=bottom + columns {
                let lowest = bottom.min(if sorted { sum / 2 } else { sum });
                cell[..fixed].fill(0);
                loop {
                    let above = if sorted && fixed > 0 { index_u64(cell[fixed - 1]) } else { 0 };
                    let first = top.max(above).max(sum.saturating_sub(columns));
                    if first <= lowest {
                        let values = &values[..=lowest - first];
                        self.run(sets, &mut cell, (top, first, sum), values);
                        put(&mut cell, first, sum);
                        let diagonal = Diagonal { first: &cell, values };
                        if (self.receive)(&diagonal).is_break() {
                            return Err(Error::Cancelled);
                        }
                    }
                    let most = if sorted { lowest } else { usize::MAX };
                    if !self.axes.next(&mut cell[..fixed], most) {
                        break;
                    }
                }
                sets.clear(lasting..lines);
            }
        }
        Ok(())
    }
}

impl<const K: usize> SweepBox<'_, K> {
    /// Computes a run: the cells of a strip with this sum from a row on, and the fixed numbers of `cell`.
    #[inline(always)]
    fn run<S: Sets>(
        &self,
        sets: &mut S,
        cell: &mut [u64],
        (top, first, sum): (usize, usize, usize),
        values: &[AtomicU32],
    ) {
        let fixed = self.axes.fixed();
        let mut runs = [Run::NONE; K];
        for (run, form) in runs.iter_mut().zip(&self.axes.forms) {
            let mut number = form.first;
            for (&x, factor) in cell[..fixed].iter().zip(form.factors) {
                number = number.wrapping_add(index_u64(x).cast_signed().wrapping_mul(factor));
            }
            // A box of one number has no rows.
            let (row, column) = if self.axes.largest.len() == 1 {
                (0, form.factors[0])
            } else {
                (form.factors[fixed], form.factors[fixed + 1])
            };
            let counted = if form.in_strip { first - top } else { first };
            // Lines are in range, which `Sets` asserts.
            let number = number.wrapping_add(row.wrapping_mul(counted.cast_signed()));
            let number = number.wrapping_add(column.wrapping_mul((sum - first).cast_signed()));
            *run = Run { first: number.cast_unsigned(), step: row.wrapping_sub(column) };
        }
        put(cell, first, sum);
        let mut from = 0;
        for to in 0..=values.len() {
            let is_position = to < values.len() && (self.is_position)(cell);
            if !is_position {
                let count = to - from;
                if count > 0 {
                    let lines = runs.map(|run| Run { first: run.line(from), ..run });
                    let claimed = sets.claim(lines, Cells::new(&values[from..], 1, count));
                    assert!(claimed == count, "a value is at most the number of options");
                }
                if let Some(value) = values.get(to) {
                    value.store(NONE, Ordering::Relaxed);
                }
                from = to + 1;
            }
            step_along(cell);
        }
    }
}

impl Axes {
    /// Advances to the next fixed numbers, none of which is larger than `most`. Returns false after the last.
    fn next(&self, fixed: &mut [u64], most: usize) -> bool {
        let mut axes = fixed.iter().zip(&self.largest);
        let Some(axis) = axes.rposition(|(&x, &largest)| index_u64(x) < largest.min(most)) else {
            return false;
        };
        let next = fixed[axis] + 1;
        fixed[axis..].fill(if self.sorted { next } else { 0 });
        fixed[axis] = next;
        true
    }
}

/// Puts a row and a sum into the numbers of the plane.
fn put(cell: &mut [u64], row: usize, sum: usize) {
    match cell {
        [.., y, z] => (*y, *z) = (wide(row), wide(sum - row)),
        [z] => *z = wide(sum),
        [] => {}
    }
}

/// The next cell of a run.
fn step_along(cell: &mut [u64]) {
    if let [.., y, z] = cell {
        (*y, *z) = (y.wrapping_add(1), z.wrapping_sub(1));
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
