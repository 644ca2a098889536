//! Narrow line sets shared by threads. Their search uses no vectors, but instructions that count trailing zeros.

use super::super::lines::{Beside, Cells, ROUND, Run, Sets, value_at};
use super::super::narrow::{Dimensions, Narrow, place as word_and_bit};
use super::super::ring::NONE;
use super::Search;
use crate::widths::{index, low};
use std::hint::select_unpredictable;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The addresses of line sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    words: *mut u64,
    size: Dimensions,
    /// The word of values that sets start at.
    base: usize,
}

impl Raw {
    pub fn of(narrow: &mut Narrow) -> Self {
        let (words, size, base) = narrow.raw();
        Self { words: words.as_mut_ptr(), size, base }
    }
}

/// One thread's access to line sets.
pub(super) struct View<'s, S> {
    raw: Raw,
    search: PhantomData<(&'s Narrow, S)>,
}

impl<S: Search> View<'_, S> {
    /// # Safety
    /// As for `Shared::work`, for the lifetime of the view, and the instructions of `S` must be available.
    #[inline(always)]
    pub unsafe fn new(raw: Raw) -> Self {
        Self { raw, search: PhantomData }
    }
}

/// Continues a search after the first open words had no gap. Records which words are full on a single line, so that later searches
/// skip them. Returns the first word with a gap, and the union there. It is not inlined, since it would take registers from the
/// search loop.
///
/// # Safety
/// The records must be those of lines that the caller owns.
#[cold]
#[inline(never)]
unsafe fn go_on<const K: usize>(records: [*mut u64; K]) -> (usize, u64) {
    // SAFETY: guaranteed by the caller; the last words of a line stay empty, so the search ends within the records.
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

/// The addresses of the cells of a run and of their lines.
pub(super) struct Claim<const K: usize> {
    /// The records of the lines of the first cell, and the distances to those of the next cell. The compiler must not know how the
    /// lines of a run are related: it would then save registers and make the loop slower.
    records: [*mut u64; K],
    steps: [isize; K],
    /// The place for the first value, and the distance to the next.
    place: *const AtomicU32,
    step: usize,
    count: usize,
    /// Words that hold values.
    used: usize,
    /// The word of values that sets start at.
    base: usize,
}

impl<const K: usize> Claim<K> {
    /// Implements [`Sets::claim`].
    ///
    /// # Safety
    /// The records and places of all cells must exist, and the caller must own the lines.
    #[inline(always)]
    pub unsafe fn run(self) -> usize {
        let Self { mut records, steps, mut place, step, count, used, base } = self;
        for cell in 0..count {
            let mut full = 0;
            for record in records {
                // SAFETY: the record of a line.
                full |= unsafe { *record };
            }
            // Reads all of the first open words. Mispredicting which of them has the gap would cost more.
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
            unsafe { &*place }
                .store(value_at(low(word.wrapping_add(base)), bit.trailing_zeros()), Ordering::Relaxed);
            place = place.wrapping_add(step);
        }
        count
    }

    /// The same, not inlined.
    ///
    /// # Safety
    /// As for [`Claim::run`].
    #[inline(never)]
    pub unsafe fn run_apart(self) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { self.run() }
    }

    /// The same with BMI1, not inlined.
    ///
    /// # Safety
    /// As for [`Claim::run`], and BMI1 must be available.
    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "bmi1")]
    pub unsafe fn run_apart_bmi1(self) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { self.run() }
    }
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize {
        let Raw { words, size, base } = self.raw;
        let stride = size.stride();
        let (place, step) = cells.raw();
        let mut records = [std::ptr::null_mut::<u64>(); K];
        let mut steps = [0; K];
        for k in 0..K {
            assert!(lines[k].is_within(cells.count(), size.lines), "{:?} of {}", lines[k], size.lines);
            records[k] = words.wrapping_add(lines[k].first.wrapping_mul(stride));
            steps[k] = lines[k].step.wrapping_mul(stride.cast_signed());
        }
        let claim = Claim { records, steps, place, step, count: cells.count(), used: size.used(), base };
        // SAFETY: lines are in range, as just asserted, and this view owns them; places are in range, as `Cells` has asserted; the
        // caller of `new` guarantees the instructions.
        unsafe { S::claim_narrow(claim) }
    }

    #[inline(always)]
    fn add<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) {
        let Raw { words, size, base } = self.raw;
        let (stride, used) = (size.stride(), size.used());
        let mut records = [std::ptr::null_mut::<u64>(); K];
        for k in 0..K {
            assert!(lines[k].is_within(cells.count(), size.lines), "{:?} of {}", lines[k], size.lines);
            records[k] = words.wrapping_add(lines[k].first.wrapping_mul(stride)).wrapping_add(1);
        }
        for cell in 0..cells.count() {
            let value = cells.place(cell).load(Ordering::Relaxed);
            let (word, bit) = word_and_bit(value);
            let word = word.wrapping_sub(base);
            if word < used {
                for record in records {
                    // SAFETY: lines are in range, as asserted, the word is one of them, and this view owns the lines.
                    unsafe { *record.add(word) |= bit };
                }
            } else {
                assert!(value == NONE || index(value) / 64 < base, "value {value} is beyond the sets");
            }
            for k in 0..K {
                records[k] = records[k].wrapping_offset(lines[k].step.wrapping_mul(stride.cast_signed()));
            }
        }
    }

    #[inline(always)]
    fn add_beside<const K: usize>(&mut self, lines: [Run; K], common: usize, values: Beside<'_>) {
        let Raw { words, size, base } = self.raw;
        let (stride, used) = (size.stride(), size.used());
        let (cells, back, most) = values.raw();
        let (mut place, step) = cells.raw();
        let mut records = [std::ptr::null_mut::<u64>(); K];
        let mut steps = [0; K];
        for k in 0..K {
            assert!(lines[k].is_within(cells.count(), size.lines), "{:?} of {}", lines[k], size.lines);
            records[k] = words.wrapping_add(lines[k].first.wrapping_mul(stride)).wrapping_add(1);
            steps[k] = lines[k].step.wrapping_mul(stride.cast_signed());
        }
        for _ in 0..cells.count() {
            let mut at = place;
            for distance in (1..=most).rev() {
                // SAFETY: the place of a value, as `Beside` has asserted.
                let value = unsafe { &*at }.load(Ordering::Relaxed);
                at = at.wrapping_add(back);
                let (word, bit) = word_and_bit(value);
                let word = word.wrapping_sub(base);
                if word >= used {
                    assert!(value == NONE || index(value) / 64 < base, "value {value} is beyond the sets");
                    continue;
                }
                // SAFETY: lines are in range, as asserted, the word is one of them, and this view owns the lines.
                unsafe { *records[0].add(word) |= bit };
                if distance <= common {
                    for record in records.into_iter().skip(1) {
                        // SAFETY: as above.
                        unsafe { *record.add(word) |= bit };
                    }
                }
            }
            for k in 0..K {
                records[k] = records[k].wrapping_offset(steps[k]);
            }
            place = place.wrapping_add(step);
        }
    }

    #[inline(always)]
    fn clear(&mut self, lines: Range<usize>) {
        let Raw { words, size, .. } = self.raw;
        assert!(lines.start <= lines.end && lines.end <= size.lines, "{lines:?} of {}", size.lines);
        let stride = size.stride();
        // SAFETY: the records of these lines are in range, as just asserted, and this view owns the lines.
        unsafe { words.add(lines.start * stride).write_bytes(0, lines.len() * stride) };
    }
}
