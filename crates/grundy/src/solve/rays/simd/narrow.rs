//! Narrow line sets shared by threads. Their search needs no vectors; what helps are the instructions that count zeros.

use super::super::lines::{Cells, ROUND, Run, Sets, value_at};
use super::super::narrow::{Narrow, Shape, place};
use super::Search;
use crate::widths::{index, low};
use std::hint::select_unpredictable;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

/// Where line sets are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    words: *mut u64,
    shape: Shape,
}

impl Raw {
    pub fn of(narrow: &mut Narrow) -> Self {
        let (words, shape) = narrow.raw();
        Self { words: words.as_mut_ptr(), shape }
    }
}

/// One thread's access to line sets.
pub(super) struct View<'s, S> {
    raw: Raw,
    search: PhantomData<(&'s Narrow, S)>,
}

impl<S: Search> View<'_, S> {
    /// # Safety
    /// As for `Shared::work`, as long as the view lives; and the instructions of `S` must be available.
    #[inline(always)]
    pub unsafe fn new(raw: Raw) -> Self {
        Self { raw, search: PhantomData }
    }
}

/// Goes on where the union of lines had no gap in the first words that were open: notes which words are full on one line alone, so that no
/// search looks at them again, and gives the first word with a gap, and the union there. Kept out of the loop that searches,
/// where it would take the registers.
///
/// # Safety
/// The records are those of lines that the caller owns for now.
#[cold]
#[inline(never)]
unsafe fn go_on<const K: usize>(records: [*mut u64; K]) -> (usize, u64) {
    // SAFETY: the caller's promise; the last words of a line stay empty, so the search ends within the records.
    unsafe {
        let mut full = records.iter().fold(0, |full, &record| full | *record);
        loop {
            let word = index(full.trailing_ones());
            let union = records.iter().fold(0, |union, &record| union | *record.add(1 + word));
            if union != u64::MAX {
                return (word, union);
            }
            for record in records {
                *record |= u64::from(*record.add(1 + word) == u64::MAX) << word;
            }
            full |= 1 << word;
        }
    }
}

/// The cells of a run and their lines, by addresses.
pub(super) struct Claim<const K: usize> {
    /// The records of the lines of the first cell, and how far it is to the next cell's. To the compiler they are any numbers:
    /// where it knows how the lines of a run are related, it wants to save registers and makes the loop slower.
    records: [*mut u64; K],
    steps: [isize; K],
    /// Where the first cell's value goes, and how far it is to the next.
    place: *const AtomicU32,
    step: usize,
    count: usize,
    /// Words in which values are put.
    used: usize,
}

impl<const K: usize> Claim<K> {
    /// Does what [`Sets::claim`] promises.
    ///
    /// # Safety
    /// The records and places of all cells are there, and the caller owns the lines for now.
    #[inline(always)]
    pub unsafe fn run(self) -> usize {
        let Self { mut records, steps, mut place, step, count, used } = self;
        for cell in 0..count {
            let mut full = 0;
            for record in records {
                // SAFETY: the record of a line.
                full |= unsafe { *record };
            }
            // The first words that are open, all of them looked at: to guess which of them has the gap would cost more.
            let mut open = !full;
            let mut words = [0; ROUND];
            let mut unions = [0; ROUND];
            for i in 0..ROUND {
                words[i] = index(open.trailing_zeros());
                for record in records {
                    // SAFETY: as above; the last `ROUND` words of a line stay empty, so that as many are open on all lines.
                    unions[i] |= unsafe { *record.add(1).add(words[i]) };
                }
                open &= open.wrapping_sub(1);
            }
            let (mut word, mut union) = (words[ROUND - 1], unions[ROUND - 1]);
            for i in (0..ROUND - 1).rev() {
                let is_full = unions[i] == u64::MAX;
                (word, union) = select_unpredictable(is_full, (word, union), (words[i], unions[i]));
            }
            if union == u64::MAX {
                // SAFETY: as above.
                (word, union) = unsafe { go_on(records) };
            }
            if word >= used {
                return cell;
            }
            let bit = !union & union.wrapping_add(1);
            for k in 0..K {
                // SAFETY: as above.
                unsafe { *records[k].add(1).add(word) |= bit };
                records[k] = records[k].wrapping_offset(steps[k]);
            }
            // SAFETY: the place of a cell.
            unsafe { &*place }.store(value_at(low(word), bit.trailing_zeros()), Ordering::Relaxed);
            place = place.wrapping_add(step);
        }
        count
    }

    /// The same, not compiled into where it is called.
    ///
    /// # Safety
    /// The same.
    #[inline(never)]
    pub unsafe fn run_apart(self) -> usize {
        // SAFETY: the caller's promise.
        unsafe { self.run() }
    }

    /// The same with the instructions that count zeros.
    ///
    /// # Safety
    /// The same, and there are such instructions.
    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "bmi1")]
    pub unsafe fn run_apart_bmi1(self) -> usize {
        // SAFETY: the caller's promise.
        unsafe { self.run() }
    }
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize {
        let Raw { words, shape } = self.raw;
        let stride = shape.stride();
        let (place, step) = cells.raw();
        let mut records = [std::ptr::null_mut::<u64>(); K];
        let mut steps = [0; K];
        for k in 0..K {
            assert!(lines[k].is_within(cells.count(), shape.lines), "{:?} of {}", lines[k], shape.lines);
            records[k] = words.wrapping_add(lines[k].first.wrapping_mul(stride));
            steps[k] = lines[k].step.wrapping_mul(stride.cast_signed());
        }
        let claim = Claim { records, steps, place, step, count: cells.count(), used: shape.used() };
        // SAFETY: lines in range, as just asserted, which this view owns for now; places in range, as `Cells` has asserted; `new`
        // was promised the instructions.
        unsafe { S::claim_narrow(claim) }
    }

    #[inline(always)]
    fn insert(&mut self, line: usize, value: u32) {
        let Raw { words, shape } = self.raw;
        let (word, bit) = place(value);
        assert!(line < shape.lines && word < shape.used(), "value {value} on line {line}");
        // SAFETY: line and word are in range, and this view owns the line for now.
        unsafe { *words.add(line.wrapping_mul(shape.stride())).add(1).add(word) |= bit };
    }
}
