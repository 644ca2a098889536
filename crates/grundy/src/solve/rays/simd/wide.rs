//! Wide line sets shared by threads, and their search with AVX2 or AVX-512.

use super::super::lines::{Cells, LONGEST_RUN, ROUND, Run, Sets, value_at};
use super::super::ring::NONE;
use super::super::wide::{Block, Dimensions, WORDS, Wide, place};
use super::Search;
use crate::widths::{index, low};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The addresses of line sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    blocks: *mut Block,
    full: *mut u64,
    size: Dimensions,
}

impl Raw {
    pub fn of(wide: &mut Wide) -> Self {
        let (words, full, size) = wide.raw();
        #[expect(clippy::cast_ptr_alignment, reason = "the words are aligned as blocks, which is asserted")]
        let blocks = words.as_mut_ptr().cast::<Block>();
        assert!(blocks.is_aligned(), "blocks are read with aligned loads");
        Self { blocks, full: full.as_mut_ptr(), size }
    }
}

/// One thread's access to line sets.
pub(super) struct View<'s, S> {
    raw: Raw,
    search: PhantomData<(&'s Wide, S)>,
}

impl<S: Search> View<'_, S> {
    /// # Safety
    /// As for `Shared::work`, for the lifetime of the view, and the instructions of `S` must be available.
    #[inline(always)]
    pub unsafe fn new(raw: Raw) -> Self {
        Self { raw, search: PhantomData }
    }
}

impl Raw {
    /// The first word that is not full in the union of the lines of a cell. `sets` are their first blocks. `open` tells which of the
    /// first 64 blocks are not known to be full on any of the lines.
    ///
    /// # Safety
    /// The lines must be in range, the caller must own them, and the instructions of `S` must be available.
    #[inline(always)]
    unsafe fn first_open<S: Search, const K: usize>(
        self,
        lines: [Run; K],
        cell: usize,
        mut sets: [*mut Block; K],
        mut open: u64,
    ) -> usize {
        let stride = self.size.lines;
        let start = sets;
        let mut part = 0_usize;
        loop {
            let mut rest = open;
            if open != 0 {
                let mut blocks = [0; ROUND];
                let mut words = 0;
                for i in 0..ROUND {
                    if rest != 0 {
                        blocks[i] = index(rest.trailing_zeros());
                    } else if i > 0 {
                        blocks[i] = blocks[i - 1];
                    }
                    // SAFETY: guaranteed by the caller; bits after the last block are never open; the caller guarantees
                    // the instructions.
                    words |= unsafe { S::open_words(sets, blocks[i].wrapping_mul(stride)) } << (i * WORDS);
                    rest &= rest.wrapping_sub(1);
                }
                if words != 0 {
                    let word = index(words.trailing_zeros());
                    let mut block = blocks[ROUND - 1];
                    for i in (0..ROUND - 1).rev() {
                        if word < (i + 1) * WORDS {
                            block = blocks[i];
                        }
                    }
                    let block = part.wrapping_mul(64).wrapping_add(block);
                    return block.wrapping_mul(WORDS).wrapping_add(word % WORDS);
                }
            }
            // SAFETY: guaranteed by the caller; the last block is never full, so the search ends in the last part at the latest.
            (part, open) = unsafe { self.go_on(lines, cell, part, open, rest) };
            for k in 0..K {
                sets[k] = start[k].wrapping_add(part.wrapping_mul(64).wrapping_mul(stride));
            }
        }
    }

    /// Continues a search after the blocks in `open` but not in `rest` had no gap. Records which of them are full on a single line,
    /// so that later searches skip them. Returns the part and its open blocks to search next. It is not inlined, since it would
    /// take registers from the search loop.
    ///
    /// # Safety
    /// The lines must be in range, and the caller must own them. They must have this part, and the next one if `rest` is empty.
    #[cold]
    #[inline(never)]
    unsafe fn go_on<const K: usize>(
        self,
        lines: [Run; K],
        cell: usize,
        part: usize,
        open: u64,
        rest: u64,
    ) -> (usize, u64) {
        let stride = self.size.lines;
        let mut looked = open & !rest;
        while looked != 0 {
            let bit = looked.trailing_zeros();
            for run in lines {
                // SAFETY: guaranteed by the caller; there is a bit for each block.
                unsafe {
                    let block = self.blocks.add((part * 64 + index(bit)) * stride + run.line(cell));
                    if (*block).0.iter().all(|&word| word == u64::MAX) {
                        *self.full.add(part * stride + run.line(cell)) |= 1 << bit;
                    }
                }
            }
            looked &= looked - 1;
        }
        if rest != 0 {
            return (part, rest);
        }
        let next = part + 1;
        let mut full = 0;
        for run in lines {
            // SAFETY: guaranteed by the caller.
            full |= unsafe { *self.full.add(next * stride + run.line(cell)) };
        }
        (next, !full)
    }

    /// Implements [`Sets::claim`].
    ///
    /// # Safety
    /// The lines of all cells must be in range, the caller must own them, and the instructions of `S` must be available.
    #[inline(always)]
    pub unsafe fn claim<S: Search, const K: usize>(self, lines: [Run; K], cells: Cells<'_>) -> usize {
        let Raw { blocks, full, size: Dimensions { lines: stride, width } } = self;
        let count = cells.count();
        let mut sets = [std::ptr::null_mut::<Block>(); K];
        let mut steps = [0; K];
        // Loops instead of `lines.map(..)`, which is not inlined and would be compiled without the
        // instructions of `S`.
        for k in 0..K {
            sets[k] = blocks.wrapping_add(lines[k].first);
            steps[k] = lines[k].step.wrapping_mul(size_of::<Block>().cast_signed());
        }
        // Three passes over all cells: which blocks to read, which word has the gap, and its value. The cells of a run have no line
        // in common, so they are independent.
        let mut open = [0; LONGEST_RUN];
        let open = &mut open[..count];
        let mut known = [std::ptr::null_mut::<u64>(); K];
        for k in 0..K {
            known[k] = full.wrapping_add(lines[k].first);
        }
        for open in open.iter_mut() {
            let mut any = 0;
            for k in 0..K {
                // SAFETY: lines are in range, and the caller owns them; every line has a first part.
                any |= unsafe { *known[k] };
                known[k] = known[k].wrapping_offset(lines[k].step);
            }
            *open = !any;
        }
        let mut found = [0; LONGEST_RUN];
        let found = &mut found[..count];
        let mut here = sets;
        let mut cell = 0;
        // `zip` and `enumerate` would keep their state in memory here.
        while cell < count {
            // SAFETY: lines are in range, and the caller owns them; `here` holds their first blocks.
            found[cell] = low(unsafe { self.first_open::<S, K>(lines, cell, here, open[cell]) });
            for k in 0..K {
                here[k] = here[k].wrapping_byte_offset(steps[k]);
            }
            cell = cell.wrapping_add(1);
        }
        let end = low(width.wrapping_sub(1).wrapping_mul(WORDS));
        let (mut place, step) = cells.raw();
        for (cell, &first) in found.iter().enumerate() {
            if first >= end {
                return cell;
            }
            let word = index(first);
            let offset = (word / WORDS).wrapping_mul(stride).wrapping_mul(WORDS).wrapping_add(word % WORDS);
            let mut seen = [0; K];
            let mut union = 0;
            for k in 0..K {
                // SAFETY: a word of a line in range, which the caller owns.
                seen[k] = unsafe { *sets[k].cast::<u64>().add(offset) };
                union |= seen[k];
            }
            let bit = !union & union.wrapping_add(1);
            for k in 0..K {
                // SAFETY: as above.
                unsafe { *sets[k].cast::<u64>().add(offset) = seen[k] | bit };
                sets[k] = sets[k].wrapping_byte_offset(steps[k]);
            }
            // SAFETY: the place of a cell.
            unsafe { &*place }.store(value_at(first, bit.trailing_zeros()), Ordering::Relaxed);
            place = place.wrapping_add(step);
        }
        count
    }
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) -> usize {
        let stride = self.raw.size.lines;
        for run in lines {
            assert!(run.is_within(cells.count(), stride), "{run:?} of {stride}");
        }
        // SAFETY: lines are in range, as just asserted, and this view owns them; the caller of `new` guarantees the instructions.
        unsafe { S::claim_wide(self.raw, lines, cells) }
    }

    #[inline(always)]
    fn add<const K: usize>(&mut self, lines: [Run; K], cells: Cells<'_>) {
        let Dimensions { lines: stride, width } = self.raw.size;
        for run in lines {
            assert!(run.is_within(cells.count(), stride), "{run:?} of {stride}");
        }
        for cell in 0..cells.count() {
            let value = cells.place(cell).load(Ordering::Relaxed);
            if value == NONE {
                continue;
            }
            let (block, word, bit) = place(value);
            assert!(block < width - 1, "value {value} is beyond the sets");
            for run in lines {
                let at = block.wrapping_mul(stride).wrapping_add(run.line(cell));
                // SAFETY: lines are in range, as asserted, and so is the block; this view owns the lines.
                unsafe { (*self.raw.blocks.add(at)).0[word] |= bit };
            }
        }
    }

    #[inline(always)]
    fn clear(&mut self, lines: Range<usize>) {
        let Raw { blocks, full, size } = self.raw;
        assert!(lines.start <= lines.end && lines.end <= size.lines, "{lines:?} of {}", size.lines);
        for block in 0..size.width {
            // SAFETY: the blocks of these lines are in range, as just asserted, and this view owns the lines.
            unsafe { blocks.add(block * size.lines + lines.start).write_bytes(0, lines.len()) };
        }
        for part in 0..size.parts() {
            for line in lines.clone() {
                // SAFETY: as above.
                unsafe { *full.add(part * size.lines + line) = size.behind(part) };
            }
        }
    }
}
