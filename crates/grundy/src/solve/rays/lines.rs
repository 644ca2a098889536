//! Line sets: for every line of a game, the set of values on it so far.
//!
//! The value of a cell is the first gap in the union of the sets of its lines. Most parts below that gap are full on a single
//! line. So each line has bits that tell which of its parts are known to be full, and a search skips the parts that are full on
//! some line. Searches that find no gap in a part set these bits, so adding a value costs nothing more.
//!
//! Sets of few words have a bit for each word ([`Narrow`]). Others have a bit for each block of 512 bits ([`Wide`]), where vector
//! instructions help.

use super::ahead::Ahead;
use super::narrow::Narrow;
use super::ring::NONE;
use super::wide::Wide;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most cells of a run.
pub(super) const LONGEST_RUN: usize = 64;

/// Parts of a union read in one round of a search. Branch prediction cannot guess which of them has the gap.
pub(super) const ROUND: usize = 3;

/// The lines through a run of cells: the line of the first cell, and the increment from cell to cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub first: usize,
    pub step: isize,
}

impl Run {
    /// No line in particular.
    pub const NONE: Self = Self { first: 0, step: 0 };

    /// The line of a cell of the run.
    #[inline(always)]
    pub fn line(self, cell: usize) -> usize {
        self.first.wrapping_add_signed(self.step.wrapping_mul(cell.cast_signed()))
    }

    /// Whether the lines of `cells` cells are all less than `lines`. Lines are monotonic along a run, so the first and the last
    /// decide.
    #[inline(always)]
    pub fn is_within(self, cells: usize, lines: usize) -> bool {
        cells == 0 || (self.first < lines && self.line(cells.wrapping_sub(1)) < lines)
    }
}

/// The places for the values of a run of cells: every `step`-th place of a slice.
///
/// They are atomics because other threads read them at other times. The scheduler in `run.rs` orders these accesses, so relaxed
/// ordering is enough.
#[derive(Clone, Copy)]
pub(super) struct Cells<'v> {
    places: &'v [AtomicU32],
    step: usize,
    count: usize,
}

impl<'v> Cells<'v> {
    #[inline(always)]
    pub fn new(places: &'v [AtomicU32], step: usize, count: usize) -> Self {
        let ends = count.checked_sub(1).map(|last| last.checked_mul(step));
        assert!(ends.is_none_or(|end| end.is_some_and(|end| end < places.len())), "{count} cells by {step}");
        Self { places, step, count }
    }

    /// One cell.
    #[cfg(test)]
    pub fn one(place: &'v AtomicU32) -> Self {
        Self { places: std::slice::from_ref(place), step: 0, count: 1 }
    }

    /// The first cells of the run.
    #[inline(always)]
    pub fn first(self, count: usize) -> Self {
        Self { count: self.count.min(count), ..self }
    }

    #[inline(always)]
    pub fn count(self) -> usize {
        self.count
    }

    /// The place of a cell.
    #[inline(always)]
    pub fn place(self, cell: usize) -> &'v AtomicU32 {
        &self.places[cell * self.step]
    }

    /// The place of the first cell, and the distance to the next. `new` has asserted that all places are in range.
    #[inline(always)]
    pub fn raw(self) -> (*const AtomicU32, usize) {
        (self.places.as_ptr(), self.step)
    }
}

/// The places of the values beside a run of cells, at distances from 1 to `most`.
#[derive(Clone, Copy)]
pub(super) struct Beside<'v> {
    /// Those that are farthest away.
    farthest: Cells<'v>,
    /// From a value to one that is farther away by 1 it is this far back.
    back: usize,
    most: usize,
}

impl<'v> Beside<'v> {
    #[inline(always)]
    pub fn new(farthest: Cells<'v>, back: usize, most: usize) -> Self {
        let Cells { places, step, count } = farthest;
        let nearest = most.checked_sub(1).and_then(|far| far.checked_mul(back));
        let end = count.checked_sub(1).and_then(|last| last.checked_mul(step)?.checked_add(nearest?));
        assert!(end.is_some_and(|end| end < places.len()), "{count} cells by {step}, {most} by {back}");
        Self { farthest, back, most }
    }

    /// The values at a distance.
    #[inline(always)]
    fn at(self, distance: usize) -> Cells<'v> {
        let places = &self.farthest.places[(self.most - distance) * self.back..];
        Cells { places, ..self.farthest }
    }

    /// The values that are farthest away, the distance to those that are nearer by 1, and how many distances there are. `new` has asserted that all
    /// places are in range.
    #[inline(always)]
    pub fn raw(self) -> (Cells<'v>, usize, usize) {
        (self.farthest, self.back, self.most)
    }
}

/// Operations on line sets.
pub(super) trait Sets {
    /// For each cell of a run, finds the least value on none of its lines, adds it to each of them, and stores it in its place.
    /// Returns the number of cells done, which is less than the number of cells if the sets are too narrow. No two cells of a
    /// run may share a line, and there may be at most `LONGEST_RUN` cells.
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize;

    /// For each cell of a run, adds the value in its place, which some line already has, to its lines. Cells that are not positions have none.
    fn add<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>);

    /// For each cell of a run, adds the values beside it to its lines: all of them to the first, and those up to the distance `common` to the others.
    #[inline(always)]
    fn add_beside<const K: usize>(&mut self, lines: [Run; K], common: usize, values: Beside<'_>) {
        for distance in 1..=values.most {
            if distance <= common {
                self.add(lines, values.at(distance));
            } else {
                self.add([lines[0]], values.at(distance));
            }
        }
    }

    /// Empties the sets of these lines.
    fn clear(&mut self, lines: Range<usize>);
}

/// Line sets whose cells have their values already: claiming one adds its value.
pub(super) struct Marked<'s, S>(pub &'s mut S);

impl<S: Sets> Sets for Marked<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize {
        self.0.add(lines, cells);
        cells.count()
    }

    #[inline(always)]
    fn add<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) {
        self.0.add(lines, cells);
    }

    #[inline(always)]
    fn add_beside<const K: usize>(&mut self, lines: [Run; K], common: usize, values: Beside<'_>) {
        self.0.add_beside(lines, common, values);
    }

    fn clear(&mut self, lines: Range<usize>) {
        self.0.clear(lines);
    }
}

/// Line sets searched one cell at a time, in safe code: the portable twin.
pub(super) trait Plain {
    /// The least value on none of these lines. Nothing if the sets are too narrow.
    fn first_gap<const K: usize>(&mut self, lines: [usize; K]) -> Option<u32>;

    /// Adds `value` to `line`.
    fn mark(&mut self, line: usize, value: u32);

    /// Implements [`Sets::clear`].
    fn clear_lines(&mut self, lines: Range<usize>);
}

impl<P: Plain> Sets for P {
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize {
        for cell in 0..cells.count() {
            let lines = lines.map(|run| run.line(cell));
            let Some(gap) = self.first_gap(lines) else { return cell };
            for line in lines {
                self.mark(line, gap);
            }
            cells.place(cell).store(gap, Ordering::Relaxed);
        }
        cells.count()
    }

    fn add<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) {
        for cell in 0..cells.count() {
            let value = cells.place(cell).load(Ordering::Relaxed);
            for run in lines.iter().filter(|_| value != NONE) {
                self.mark(run.line(cell), value);
            }
        }
    }

    fn clear(&mut self, lines: Range<usize>) {
        self.clear_lines(lines);
    }
}

/// A computation on line sets of any kind.
pub(super) trait Job {
    /// Its result.
    type Done;

    /// Runs it. Mark implementations `#[inline(always)]`, so that they are compiled for each instruction set.
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done;
}

/// The sets of all lines, each of the same width.
#[derive(Debug)]
pub(super) enum LineSets {
    Narrow(Narrow),
    Wide(Wide),
}

impl LineSets {
    /// Sets grow by a quarter and at most this many values.
    pub const STEP: usize = 1024;

    /// Empty sets for this many lines, with room for values up to `largest`.
    pub fn new(lines: usize, largest: usize) -> Self {
        Narrow::new(lines, largest).map_or_else(|| Self::wide(lines, largest), Self::Narrow)
    }

    /// The same, but wide even if narrow sets would suffice.
    pub fn wide(lines: usize, largest: usize) -> Self {
        Self::Wide(Wide::new(lines, largest))
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        Narrow::bytes_a_line(largest).or_else(|| Wide::bytes_a_line(largest))
    }

    /// Whether sets with room for values up to `largest` are narrow.
    pub fn are_narrow(largest: usize) -> bool {
        Narrow::bytes_a_line(largest).is_some()
    }

    /// This many values fit: those below it, or in narrow sets that have moved on, those from their base on.
    pub fn room(&self) -> usize {
        match self {
            Self::Narrow(narrow) => narrow.room(),
            Self::Wide(wide) => wide.room(),
        }
    }

    /// The memory of a line after [`LineSets::grow`], and until then, in bytes.
    pub fn bytes_to_grow(&self) -> Option<usize> {
        let room = self.room();
        let grown = room + room / 4 + Self::STEP;
        let base = match self {
            Self::Narrow(narrow) if !Self::are_narrow(grown) => 64 * narrow.base(),
            _ => 0,
        };
        Self::bytes_a_line(room)?.checked_add(Self::bytes_a_line(base + grown)?)
    }

    /// See [`Narrow::move_on`]. Wide sets keep all values.
    pub fn move_on(&mut self, ahead: &Ahead) -> bool {
        match self {
            Self::Narrow(narrow) => narrow.move_on(ahead),
            Self::Wide(_) => false,
        }
    }

    /// Values from this on do not fit.
    pub fn end(&self) -> usize {
        match self {
            Self::Narrow(narrow) => 64 * narrow.base() + narrow.room(),
            Self::Wide(wide) => wide.room(),
        }
    }

    /// Makes room for larger values.
    pub fn grow(&mut self) {
        match self {
            Self::Narrow(narrow) => {
                *self = narrow.wider().map_or_else(|| Self::Wide(Wide::from(&*narrow)), Self::Narrow);
            }
            Self::Wide(wide) => wide.grow(),
        }
    }

    /// Runs a job with the portable twin.
    pub fn work<J: Job>(&mut self, job: J) -> J::Done {
        match self {
            Self::Narrow(narrow) => job.with(narrow),
            Self::Wide(wide) => job.with(wide),
        }
    }
}

/// The value of a bit of a word of a line.
#[inline(always)]
pub(super) fn value_at(word: u32, bit: u32) -> u32 {
    // The constructors assert that all values fit into 32 bits.
    word.wrapping_mul(64).wrapping_add(bit)
}

#[cfg(test)]
mod tests;
