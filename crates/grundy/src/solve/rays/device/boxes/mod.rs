//! Tables of boxes of several numbers on a GPU: what [`Axes`] computes on the processor.
//!
//! # Order
//! No number of a step is negative, and one is positive. So an option of a cell has a smaller sum of numbers, and two cells with the same sum share no line: those of a line differ by
//! a multiple of its step. If cells are sorted, a line is given by all numbers but one, so those of a line have different sums as well. There is a launch for each sum, from 0 on. When it begins,
//! the values of all options are in the sets of the lines, and within it every cell has its lines for itself, whatever the order. A launch sees all that those before it have written.
//!
//! A value is at most the number of options ([`Axes::bound`]), so that it always fits the sets. All lines have a set of their own; the trick of `axes.rs` with lines within one sum needs
//! another order.
//!
//! # Cells
//! The last two numbers are those of a plane, as in `axes.rs`. The numbers of all planes are listed. A candidate for a cell is a plane and a row; the sum gives the last number. A warp looks
//! at 32 candidates, and then computes those that are positions, eight at a time, by the sets of `kernel.cu`: blocks of 256 bits, one word a lane, and a bit for each block that tells whether it is known to
//! be full. Which cells are positions is told as [`Conditions`]. Only the values of the table are kept.
//!
//! The kernel is in `cells.cu`; `twin.rs` has the same steps in Rust, for the tests.

#[cfg(feature = "cuda")]
mod cuda;
#[cfg(test)]
mod twin;

use super::super::axes::{Axes, MOST_AXES};
use super::sweep::{BESIDES, BLOCK, LANES, signed};
use crate::error::Error;
use crate::geometry::{Condition, Conditions, Is};
use crate::widths::{place, wide};
use std::ops::ControlFlow;

/// Rows of the table are read in bands of so many bytes, about.
const BAND: usize = 16 << 20;

/// The largest number on an axis.
const LARGEST: u64 = 1 << 30;

/// What a number of a cell is in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The row.
    A,
    /// The column.
    B,
    /// A fixed number.
    Number(u64),
}

/// A table whose cells are some of those of a box.
#[derive(Clone, Copy, Debug)]
pub struct BoxTable<'b> {
    /// The box.
    pub axes: &'b Axes,
    /// Which of its cells are positions.
    pub conditions: &'b Conditions,
    /// What the numbers of a cell are. If the box has only sorted cells, their order does not matter.
    pub places: &'b [Place],
    /// The last row and column.
    pub max: u64,
}

/// Receives the cells of a table: row, column and value.
pub type Visit<'v> = dyn FnMut(u64, u64, u32) -> Result<(), Error> + 'v;

impl BoxTable<'_> {
    /// The memory of a device that is needed, in bytes. Nothing if its numbers are too large for one.
    pub fn bytes_on_device(&self) -> Option<u64> {
        let described = Described::new(self)?;
        Some(described.bytes())
    }

    /// The memory of the processor that is needed besides, in bytes.
    pub fn bytes(&self) -> u64 {
        let fixed = self.axes.largest().len().saturating_sub(2);
        let planes = planes_at_most(self.axes.largest());
        let row = self.max.saturating_add(1).saturating_mul(4);
        planes.saturating_mul(4 * wide(fixed)).saturating_add(row.max(wide(BAND)))
    }

    /// Computes the cells of the table that are positions on a GPU, row by row. `watch` is given the number of cells of the box that are done, about, and cancels the work.
    ///
    /// # Errors
    /// Those of `visit`; when `watch` cancels the work, the memory of the GPU is too small, or it fails.
    pub fn for_each(
        &self,
        ordinal: usize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let Some(described) = Described::new(self) else {
            return Err(Error::Fault("this box is not one for a GPU".to_owned()));
        };
        let mut watched = Watched::new(self.axes, watch);
        #[cfg(feature = "cuda")]
        return cuda::run(&described, ordinal, &mut watched, visit);
        #[cfg(not(feature = "cuda"))]
        {
            let _ = (described, &mut watched, ordinal, visit);
            crate::device::devices().map(|_| ()).map_err(Error::from)
        }
    }

    /// The same by the twin, with candidates in the order that `choose` gives: it picks one of so many.
    #[cfg(test)]
    pub(crate) fn for_each_by_twin(&self, choose: &mut dyn FnMut(usize) -> usize, visit: &mut Visit<'_>) {
        let described = Described::new(self).unwrap();
        let values = twin::run(&described, choose, &mut |_, _| ());
        for (row, values) in values.chunks_exact(place(self.max) + 1).enumerate() {
            visit_row(row, values, visit).unwrap();
        }
    }
}

/// Gives the values of a row of the table, which are told plus 1.
#[cfg_attr(not(any(test, feature = "cuda")), allow(dead_code, reason = "only a GPU has rows"))]
fn visit_row(row: usize, values: &[u32], visit: &mut Visit<'_>) -> Result<(), Error> {
    for (column, value) in values.iter().enumerate() {
        if let Some(value) = value.checked_sub(1) {
            visit(wide(row), wide(column), value)?;
        }
    }
    Ok(())
}

/// An upper bound on the number of planes of a box.
fn planes_at_most(largest: &[usize]) -> u64 {
    let fixed = &largest[..largest.len().saturating_sub(2)];
    fixed.iter().fold(1, |planes: u64, &x| planes.saturating_mul(wide(x).saturating_add(1)))
}

/// The progress of a sweep by sums.
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only a GPU makes progress"))]
struct Watched<'w> {
    /// For each sum, how many cells of the box have it or a smaller one, if all cells are counted.
    until: Vec<u128>,
    /// The cells that are counted.
    cells: u64,
    watch: &'w mut dyn FnMut(u64) -> ControlFlow<()>,
}

#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only a GPU makes progress"))]
impl<'w> Watched<'w> {
    fn new(axes: &Axes, watch: &'w mut dyn FnMut(u64) -> ControlFlow<()>) -> Self {
        Self { until: cells_until(axes.largest()), cells: axes.cells(), watch }
    }

    /// Tells that the cells with sums up to this one are done.
    fn done(&mut self, sum: usize) -> Result<(), Error> {
        let all = self.until.last().copied().unwrap_or(1).max(1);
        let part = self.until.get(sum).copied().unwrap_or(all);
        let done = u128::from(self.cells).saturating_mul(part) / all;
        let told = u64::try_from(done).unwrap_or(self.cells).min(self.cells);
        if (self.watch)(told).is_break() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

/// For each sum, the number of cells of a box whose numbers have it or a smaller one.
fn cells_until(largest: &[usize]) -> Vec<u128> {
    let mut until: Vec<u128> = vec![1];
    for &most in largest {
        let before = |sum: usize| until.get(sum).or(until.last()).copied().unwrap_or(0);
        // Those with this number x are as many as there are before with a sum that is smaller by x.
        let mut window = 0_u128;
        let sums = 0..until.len() + most;
        until = sums
            .map(|sum| {
                window = window.saturating_add(before(sum));
                if let Some(left) = sum.checked_sub(most + 1) {
                    window = window.saturating_sub(before(left));
                }
                window
            })
            .collect();
    }
    until
}

/// `Form` of `cells.cu`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Form {
    first: i64,
    row: i64,
    column: i64,
    fixed: [i64; MOST_AXES - 2],
}

/// `Work` of `cells.cu`. The first ones are addresses on the device.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    sets: u64,
    planes: u64,
    values: u64,
    conditions: u64,
    state: u64,
    plane_count: i64,
    rows: i64,
    columns: i64,
    record: i64,
    width: i64,
    parts: i64,
    side: i64,
    clauses: i64,
    fixed_count: i64,
    a_count: i64,
    b_count: i64,
    places: [i64; MOST_AXES],
    forms: [Form; MOST_AXES],
}

/// What the kernel is told, but for where things are, and the lists that it points to.
struct Described {
    work: Work,
    /// The numbers of a cell, and the lines through it.
    numbers: usize,
    count: usize,
    sorted: bool,
    /// Where clauses begin and the last one ends, then the kind, the constant and the factors of each condition. Empty if all cells are positions.
    conditions: Vec<i64>,
    largest: Vec<usize>,
    /// The number of lines; nothing if there are too many.
    lines: Option<usize>,
}

#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only a GPU needs all of it"))]
impl Described {
    /// Nothing if the numbers are too large.
    fn new(table: &BoxTable<'_>) -> Option<Self> {
        let BoxTable { axes, conditions, places, max } = *table;
        let numbers = places.len();
        let largest = axes.largest().to_vec();
        let bound = u32::try_from(axes.bound()).ok().filter(|&bound| bound < u32::MAX - 1)?;
        let fits = largest.iter().all(|&x| wide(x) <= LARGEST) && max <= LARGEST;
        if !fits || [largest.len(), conditions.numbers()] != [numbers; 2] {
            return None;
        }
        // Every value up to the bound has a place.
        let width = place(u64::from(bound)) / BLOCK + 1;
        let parts = width.div_ceil(64).next_multiple_of(LANES);
        let (rows, columns) = match largest[..] {
            [.., rows, columns] => (rows, columns),
            [columns] => (0, columns),
            [] => return None,
        };
        let mut work = Work {
            rows: signed(rows),
            columns: signed(columns),
            width: signed(width),
            parts: signed(parts),
            record: signed(parts + width * LANES),
            side: signed(place(max)) + 1,
            ..Work::default()
        };
        let lasting = axes.lasting();
        let count = axes.count();
        let lines = lasting.as_ref().map(|lasting| {
            let (lines, forms) = lasting.forms();
            let number = |number: isize| i64::try_from(number).unwrap_or(i64::MAX);
            for (to, (first, factors)) in work.forms.iter_mut().zip(forms) {
                to.first = number(first);
                if numbers > 1 {
                    to.row = number(factors[numbers - 2]);
                }
                to.column = number(factors[numbers - 1]);
                let fixed = factors[..numbers.saturating_sub(2)].iter();
                to.fixed.iter_mut().zip(fixed).for_each(|(to, &factor)| *to = number(factor));
            }
            lines
        });
        let sorted = axes.is_sorted();
        tell_places(&mut work, places, sorted)?;
        let conditions = told(conditions, &largest, &mut work.clauses)?;
        Some(Self { work, numbers, count, sorted, conditions, largest, lines })
    }

    /// The words of all sets.
    fn words(&self) -> Option<usize> {
        self.lines?.checked_mul(place(self.work.record.unsigned_abs()))
    }

    /// The memory of a device that is needed, in bytes.
    fn bytes(&self) -> u64 {
        let sets = self.words().map_or(u64::MAX, wide).saturating_mul(8);
        let side = self.work.side.unsigned_abs();
        let table = side.saturating_mul(side).saturating_mul(4);
        let fixed = wide(self.largest.len().saturating_sub(2));
        let planes = planes_at_most(&self.largest).saturating_mul(4 * fixed);
        sets.saturating_add(table).saturating_add(planes).saturating_add(BESIDES)
    }

    /// The number of planes, and the fixed numbers of all of them, in lexicographic order.
    fn planes(&self) -> (usize, Vec<u32>) {
        let most: Vec<u32> =
            self.largest[..self.numbers.saturating_sub(2)].iter().map(|&x| short(x)).collect();
        let mut plane = vec![0; most.len()];
        let (mut count, mut planes) = (0, Vec::new());
        loop {
            count += 1;
            planes.extend_from_slice(&plane);
            let Some(axis) = (0..most.len()).rfind(|&axis| plane[axis] < most[axis]) else {
                return (count, planes);
            };
            let next = plane[axis] + 1;
            plane[axis..].fill(if self.sorted { next } else { 0 });
            plane[axis] = next;
        }
    }

    /// The largest sum.
    fn last_sum(&self) -> usize {
        self.largest.iter().sum()
    }

    /// The parts of the kernel that are needed, as it is told by definitions.
    fn definitions(&self) -> Vec<String> {
        let flags = [("SORTED", self.sorted), ("CONDITIONS", !self.conditions.is_empty())];
        let flags = flags.into_iter().filter(|(_, is)| *is).map(|(name, _)| format!("-D{name}=1"));
        [format!("-DN={}", self.numbers), format!("-DK={}", self.count)].into_iter().chain(flags).collect()
    }
}

/// A number of a plane, which is at most [`LARGEST`].
#[cfg_attr(not(any(test, feature = "cuda")), allow(dead_code, reason = "only a GPU needs it"))]
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Tells what the numbers of a cell are in the table.
fn tell_places(work: &mut Work, places: &[Place], sorted: bool) -> Option<()> {
    let number = |number: u64| i64::try_from(number).ok();
    let count = |wanted: Place| signed(places.iter().filter(|&&place| place == wanted).count());
    (work.a_count, work.b_count) = (count(Place::A), count(Place::B));
    work.fixed_count = signed(places.len()) - work.a_count - work.b_count;
    let told = places.iter().map(|place| match *place {
        Place::A => Some(-1),
        Place::B => Some(-2),
        Place::Number(fixed) => number(fixed),
    });
    let mut told = told.collect::<Option<Vec<i64>>>()?;
    if sorted {
        told.retain(|&place| place >= 0);
        told.sort_unstable();
    }
    work.places.iter_mut().zip(told).for_each(|(to, place)| *to = place);
    Some(())
}

/// The conditions as they are told to the kernel. Nothing if numbers of 64 bits are too small for them in a box.
fn told(conditions: &Conditions, largest: &[usize], clauses: &mut i64) -> Option<Vec<i64>> {
    if conditions.are_empty() {
        return Some(Vec::new());
    }
    *clauses = signed(conditions.clauses().len());
    let mut list = vec![0];
    let mut end = 0;
    for clause in conditions.clauses() {
        end += signed(clause.len());
        list.push(end);
    }
    for Condition { factors, constant, is } in conditions.clauses().iter().flatten() {
        let terms = factors.iter().zip(largest);
        let terms = terms.map(|(factor, &x)| u128::from(factor.unsigned_abs()) * u128::from(wide(x)));
        let most = u128::from(constant.unsigned_abs()) + terms.sum::<u128>();
        if most > 1 << 62 {
            return None;
        }
        list.push(match *is {
            Is::AtLeast0 => 0,
            Is::Not0 => -1,
            Is::MultipleOf(modulus) => modulus,
        });
        list.push(*constant);
        list.extend_from_slice(factors);
    }
    Some(list)
}
