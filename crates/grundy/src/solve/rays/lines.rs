//! Line sets: for every line of a game the set of values seen on it so far.
//!
//! The value of a cell is the first gap in the union of the sets of the lines through it. Most of what lies below that gap
//! is full on one of the lines alone, so each line keeps bits that say which parts of it are known to be full, and a search looks only at
//! parts that are so on none. The bits are set by searches that have looked in vain: marking a value costs nothing more.
//!
//! Sets of few words have a bit for each word ([`Narrow`]), others for each block of 512 bits ([`Wide`]), where vectors
//! help.

use super::narrow::Narrow;
use super::wide::Wide;
use std::sync::atomic::{AtomicU32, Ordering};

/// Cells of a run, at most.
pub(super) const LONGEST_RUN: usize = 64;

/// Parts of a union looked at in one round of a search. Which of them has the gap no machine can guess.
pub(super) const ROUND: usize = 3;

/// The lines through a run of cells: the first cell's, and by how much the number grows from cell to cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub first: usize,
    pub step: isize,
}

impl Run {
    /// The line of a cell of the run.
    #[inline(always)]
    pub fn line(self, cell: usize) -> usize {
        self.first.wrapping_add_signed(self.step.wrapping_mul(cell.cast_signed()))
    }

    /// Whether the lines of so many cells are among the first `lines`. They grow or fall steadily along a run, so all are if the
    /// first and the last are.
    #[inline(always)]
    pub fn is_within(self, cells: usize, lines: usize) -> bool {
        cells == 0 || (self.first < lines && self.line(cells.wrapping_sub(1)) < lines)
    }
}

/// Where the values of a run of cells go: every `step`-th place of a slice.
///
/// Atomics, because other threads read there at other times; who may do so when is settled elsewhere, so that relaxed
/// access is enough.
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
    #[inline(always)]
    pub fn one(place: &'v AtomicU32) -> Self {
        Self { places: std::slice::from_ref(place), step: 0, count: 1 }
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

    /// The place of the first cell, and how far it is to the next. With them all places are in range, as asserted when this was made.
    #[inline(always)]
    pub fn raw(self) -> (*const AtomicU32, usize) {
        (self.places.as_ptr(), self.step)
    }
}

/// Line sets as an engine uses them.
pub(super) trait Sets {
    /// For each cell of a run finds the least value on none of its lines, marks it as seen on each of
    /// them, and puts it into its place. Gives how many cells were done: fewer than there are
    /// if the sets are too narrow to tell. No two cells of a run have a line in common; there are at most `LONGEST_RUN`.
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize;

    /// Marks `value`, which some line has had before, as seen on `line`.
    fn insert(&mut self, line: usize, value: u32);
}

/// Line sets that are searched a cell at a time, in safe code: the portable twin.
pub(super) trait Plain {
    /// The least value on none of these lines; nothing if the sets are too narrow to tell.
    fn first_gap<const K: usize>(&mut self, lines: [usize; K]) -> Option<u32>;

    /// Marks `value` as seen on `line`.
    fn mark(&mut self, line: usize, value: u32);
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

    fn insert(&mut self, line: usize, value: u32) {
        self.mark(line, value);
    }
}

/// Something to do with line sets, whatever they are.
pub(super) trait Job {
    /// What it gives.
    type Done;

    /// Does it. To be marked `#[inline(always)]`, so that it is compiled once for each set of instructions.
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done;
}

/// The sets of all lines, each of the same width.
#[derive(Debug)]
pub(super) enum Lines {
    Narrow(Narrow),
    Wide(Wide),
}

impl Lines {
    /// Empty sets for so many lines, with room for values up to `largest`.
    pub fn new(lines: usize, largest: usize) -> Self {
        Narrow::new(lines, largest).map_or_else(|| Self::wide(lines, largest), Self::Narrow)
    }

    /// The same, wide even where narrow ones would do.
    pub fn wide(lines: usize, largest: usize) -> Self {
        Self::Wide(Wide::new(lines, largest))
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        Narrow::bytes_a_line(largest).or_else(|| Wide::bytes_a_line(largest))
    }

    /// There is room for values less than this.
    pub fn room(&self) -> usize {
        match self {
            Self::Narrow(narrow) => narrow.room(),
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

    /// Does a job by the portable twin.
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
    // Where sets are made it is asserted that every bit of a line has a number.
    word.wrapping_mul(64).wrapping_add(bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::rays::simd::{Shared, Simd};
    use crate::widths::index;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A way to keep and search sets.
    #[derive(Clone, Copy)]
    enum Twin {
        Plain { wide: bool },
        Raw { wide: bool, simd: Simd },
    }

    /// Four lines, as one of the twins has them.
    enum Sets4 {
        Plain(Lines),
        Raw(Shared, Simd),
    }

    impl Sets4 {
        fn new(twin: Twin) -> Self {
            let lines = |wide| if wide { Lines::wide(4, 300) } else { Lines::new(4, 300) };
            match twin {
                Twin::Plain { wide } => Self::Plain(lines(wide)),
                Twin::Raw { wide, simd } => Self::Raw(Shared::new(lines(wide)), simd),
            }
        }

        fn work<J: Job>(&mut self, job: J) -> J::Done {
            match self {
                Self::Plain(lines) => lines.work(job),
                Self::Raw(shared, simd) => shared.work_alone(*simd, job),
            }
        }

        fn room(&self) -> usize {
            match self {
                Self::Plain(lines) => lines.room(),
                Self::Raw(shared, _) => shared.room(),
            }
        }

        fn grow(&mut self) {
            let room = self.room();
            match self {
                Self::Plain(lines) => lines.grow(),
                Self::Raw(shared, _) => shared.grow(),
            }
            assert!(self.room() > room);
        }
    }

    struct Insert(usize, u32);

    impl Job for Insert {
        type Done = ();

        fn with<S: Sets>(self, sets: &mut S) {
            sets.insert(self.0, self.1);
        }
    }

    /// Claims a value on the lines 0, 1 and 3.
    struct Claim;

    impl Job for Claim {
        type Done = Option<u32>;

        fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
            let value = AtomicU32::new(0);
            let run = |first| Run { first, step: 0 };
            (sets.claim([run(0), run(1), run(3)], Cells::one(&value)) == 1).then(|| value.into_inner())
        }
    }

    fn twins() -> Vec<Twin> {
        let simds = Simd::ALL.into_iter().filter(|simd| simd.is_available());
        let raw = simds.flat_map(|simd| [false, true].map(|wide| Twin::Raw { wide, simd }));
        [false, true].map(|wide| Twin::Plain { wide }).into_iter().chain(raw).collect()
    }

    proptest! {
        /// Against a plain set, growing when the sets say that they are too narrow.
        #[test]
        fn gaps_are_those_of_a_set(runs in prop::collection::vec((0usize..4, 0u32..900, 1u32..1500), 0..12)) {
            for twin in twins() {
                let mut sets = Sets4::new(twin);
                let mut seen = vec![BTreeSet::new(); 4];
                for &(line, from, length) in &runs {
                    for value in from..from + length {
                        while index(value) >= sets.room() {
                            sets.grow();
                        }
                        sets.work(Insert(line, value));
                        seen[line].insert(value);
                    }
                    for _ in 0..5 {
                        let gap = loop {
                            match sets.work(Claim) {
                                Some(gap) => break gap,
                                None => sets.grow(),
                            }
                        };
                        prop_assert_eq!(Some(gap), (0..9999).find(|v| [0, 1, 3].iter().all(|&k| !seen[k].contains(v))));
                        for k in [0, 1, 3] {
                            seen[k].insert(gap);
                        }
                    }
                }
            }
        }
    }
}
