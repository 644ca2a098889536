//! The fast twins: the same search with AVX2 or AVX-512, and access to the line sets from several threads.
//!
//! The `unsafe` of this project is here and where `run.rs` calls [`Shared::work`]. It rests on two promises, each stated where it is
//! made and checked where it can be:
//! - *bounds*: a line is less than the number of lines and a value less than the width of the sets;
//! - *one owner*: no two threads use the same line at the same time. The order of tiles sees to that, see
//!   `plane.rs`.
#![expect(
    unsafe_code,
    reason = "vector instructions, and line sets shared by threads that use different lines"
)]

use super::lines::{Block, LONGEST_RUN, Lines, Run, Sets, Shape, WORDS, place, value_at};
use crate::widths::{index, low};
use std::marker::PhantomData;

/// Which instructions the search of line sets uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simd {
    /// One word at a time, safe code.
    Portable,
    /// 256 bits at a time.
    Avx2,
    /// 512 bits at a time.
    Avx512,
}

impl Simd {
    /// All of them, the slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("bmi1")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The best this machine has.
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|simd| simd.is_available()).unwrap_or(Self::Portable)
    }
}

/// Something to do with line sets, whatever the instructions of their search.
pub(super) trait Job {
    /// What it gives.
    type Done;

    /// Does it. To be marked `#[inline(always)]`, so that it is compiled once for each set of instructions.
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done;
}

/// Line sets with their addresses, so that threads can use different lines of them.
#[derive(Debug)]
pub(super) struct Shared {
    lines: Lines,
    raw: Raw,
}

/// Where line sets are.
#[derive(Clone, Copy, Debug)]
struct Raw {
    blocks: *mut Block,
    full: *mut u64,
    shape: Shape,
}

impl Raw {
    fn of(lines: &mut Lines) -> Self {
        let shape = lines.shape();
        let (blocks, full) = lines.raw();
        Self { blocks: blocks.as_mut_ptr(), full: full.as_mut_ptr(), shape }
    }
}

// SAFETY: the pointers point into `lines`, which is owned here; `View` says who may follow them.
unsafe impl Send for Shared {}
// SAFETY: as above; a shared reference gives no access but through `Shared::work`, which is unsafe.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes the sets over.
    pub fn new(mut lines: Lines) -> Self {
        let raw = Raw::of(&mut lines);
        Self { lines, raw }
    }

    /// Makes every line wider.
    pub fn grow(&mut self) {
        self.lines.grow();
        self.raw = Raw::of(&mut self.lines);
    }

    /// How many lines there are, and how wide they are now.
    pub fn shape(&self) -> Shape {
        self.raw.shape
    }

    /// Does a job with the search of `simd`.
    ///
    /// # Safety
    /// Meanwhile no other thread may use a line that the job uses.
    pub unsafe fn work<J: Job>(&self, simd: Simd, job: J) -> J::Done {
        assert!(simd.is_available(), "{simd:?} is not available on this machine");
        // SAFETY: one owner is the caller's promise; the instructions are there, as just asserted.
        unsafe {
            match simd {
                Simd::Portable => job.with(&mut self.view::<Scalar>()),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx2 => x86::work_avx2(self, job),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx512 => x86::work_avx512(self, job),
                #[cfg(not(target_arch = "x86_64"))]
                Simd::Avx2 | Simd::Avx512 => unreachable!("asserted to be available"),
            }
        }
    }

    /// Does a job that has the line sets to itself.
    pub fn work_alone<J: Job>(&mut self, simd: Simd, job: J) -> J::Done {
        // SAFETY: nobody else can have access while this is borrowed exclusively.
        unsafe { self.work(simd, job) }
    }

    /// Access to the lines for one thread, with the search of `K`.
    ///
    /// # Safety
    /// As long as the view lives, no other view may touch a line that this one touches, and the
    /// instructions of `K` must be available.
    unsafe fn view<K: Search>(&self) -> View<'_, K> {
        View { raw: self.raw, search: PhantomData }
    }
}

/// One thread's access to line sets.
struct View<'s, K> {
    raw: Raw,
    search: PhantomData<(&'s Shared, K)>,
}

/// A way to look at a block of the union of lines.
trait Search {
    /// Which words of the union of `K` blocks are not full, a bit each.
    ///
    /// # Safety
    /// Each pointer, moved by `offset`, is that of a block of a line, and the instructions used are available.
    unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32;
}

/// Blocks looked at in one round of a search. Which of them has the gap no machine can guess.
const ROUND: usize = 3;

impl<S: Search> View<'_, S> {
    /// The first word that is not full in the union of the lines of a cell. `sets` are their first blocks; of the first 64 those in `open`
    /// are not known to be full on any of the lines.
    ///
    /// # Safety
    /// The lines are in range and this view owns them for now.
    #[inline(always)]
    unsafe fn first_open<const K: usize>(
        &self,
        lines: [Run; K],
        cell: usize,
        mut sets: [*mut Block; K],
        mut open: u64,
    ) -> usize {
        let stride = self.raw.shape.lines;
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
                    // SAFETY: the caller's promise; bits behind the last block are never open; `Shared::view` promises the
                    // instructions.
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
            // SAFETY: the caller's promise; the last block is never full, so the search ends in the last part at the latest.
            (part, open) = unsafe { self.raw.go_on(lines, cell, part, open, rest) };
            for k in 0..K {
                let first = part.wrapping_mul(64).wrapping_mul(stride).wrapping_add(lines[k].line(cell));
                sets[k] = self.raw.blocks.wrapping_add(first);
            }
        }
    }
}

impl Raw {
    /// Goes on where the union had no gap in the blocks of `open` that are not in `rest`: notes which of them are full on
    /// one line alone, so that no search looks at them again, and gives what to look at next. Kept out of the loop that
    /// searches, where it would take the registers.
    ///
    /// # Safety
    /// The lines are in range and the caller owns them for now, and they have that part, and the next if there is no rest.
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
        let stride = self.shape.lines;
        let mut looked = open & !rest;
        while looked != 0 {
            let bit = looked.trailing_zeros();
            for run in lines {
                // SAFETY: the caller's promise; there is a bit for each block.
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
            // SAFETY: the caller's promise.
            full |= unsafe { *self.full.add(next * stride + run.line(cell)) };
        }
        (next, !full)
    }
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize {
        let Raw { blocks, full, shape: Shape { lines: stride, width } } = self.raw;
        let (count, last) = (values.len(), values.len().wrapping_sub(1));
        let mut sets = [std::ptr::null_mut::<Block>(); K];
        // Loops instead of `lines.map(..)`, which is not inlined and would be compiled without the
        // instructions of `S`.
        for k in 0..K {
            // Lines grow or fall steadily along a run, so all are in range if the first and the last are.
            let ends = [lines[k].first, lines[k].line(last)];
            assert!(values.is_empty() || ends.iter().all(|&line| line < stride), "{ends:?} of {stride}");
            sets[k] = blocks.wrapping_add(lines[k].first);
        }
        // Step by step for all cells: which blocks to look at, where the gap is, what it is. The cells of a run have no line
        // in common, so none of them waits for another.
        let mut open = [0; LONGEST_RUN];
        let open = &mut open[..count];
        for (cell, open) in open.iter_mut().enumerate() {
            let mut any = 0;
            for run in lines {
                // SAFETY: lines in range, which this view owns for now; every line has a first part.
                any |= unsafe { *full.add(run.line(cell)) };
            }
            *open = !any;
        }
        let mut here = sets;
        let mut cell = 0;
        // Not `zip` and `enumerate`, which keep their state in memory here.
        while cell < count {
            // SAFETY: lines in range, which this view owns for now, and their first blocks.
            values[cell] = low(unsafe { self.first_open(lines, cell, here, open[cell]) });
            for k in 0..K {
                here[k] = here[k].wrapping_offset(lines[k].step);
            }
            cell = cell.wrapping_add(1);
        }
        let end = low(width.wrapping_sub(1).wrapping_mul(WORDS));
        for (cell, value) in values.iter_mut().enumerate() {
            if *value >= end {
                return cell;
            }
            let word = index(*value);
            let offset = (word / WORDS).wrapping_mul(stride).wrapping_mul(WORDS).wrapping_add(word % WORDS);
            let mut seen = [0; K];
            let mut union = 0;
            for k in 0..K {
                // SAFETY: a word of a line in range, which this view owns for now.
                seen[k] = unsafe { *sets[k].cast::<u64>().add(offset) };
                union |= seen[k];
            }
            let bit = !union & union.wrapping_add(1);
            for k in 0..K {
                // SAFETY: as above.
                unsafe { *sets[k].cast::<u64>().add(offset) = seen[k] | bit };
                sets[k] = sets[k].wrapping_offset(lines[k].step);
            }
            *value = value_at(*value, bit.trailing_zeros());
        }
        count
    }

    #[inline(always)]
    fn insert(&mut self, line: usize, value: u32) {
        let Shape { lines, width } = self.raw.shape;
        let (block, word, bit) = place(value);
        assert!(line < lines && block < width - 1, "value {value} on line {line}");
        // SAFETY: line and block are in range, and this view owns the line for now.
        unsafe { (*self.raw.blocks.add(block.wrapping_mul(lines).wrapping_add(line))).0[word] |= bit };
    }
}

/// Word by word, for threads on machines without wide vectors.
struct Scalar;

impl Search for Scalar {
    #[inline(always)]
    unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32 {
        let mut open = 0;
        for word in 0..WORDS {
            let mut union = 0;
            for block in blocks {
                // SAFETY: a block of a line, by the caller's promise.
                union |= unsafe { (*block.add(offset)).0[word] };
            }
            open |= u32::from(union != u64::MAX) << word;
        }
        open
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Block, Job, Search, Shared, WORDS};
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_movemask_pd,
        _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm512_cmpneq_epi64_mask,
        _mm512_load_si512, _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512,
    };

    const _: () = assert!(WORDS == 8 && align_of::<Block>() == 64, "aligned loads of whole blocks");

    /// # Safety
    /// As for [`Shared::view`].
    #[target_feature(enable = "avx2,bmi1")]
    pub unsafe fn work_avx2<J: Job>(shared: &Shared, job: J) -> J::Done {
        // SAFETY: the caller's promise.
        job.with(&mut unsafe { shared.view::<Avx2>() })
    }

    /// # Safety
    /// As for [`Shared::view`].
    #[target_feature(enable = "avx512f,avx512dq,bmi1")]
    pub unsafe fn work_avx512<J: Job>(shared: &Shared, job: J) -> J::Done {
        // SAFETY: the caller's promise.
        job.with(&mut unsafe { shared.view::<Avx512>() })
    }

    /// 512 bits at a time.
    struct Avx512;

    impl Search for Avx512 {
        #[inline(always)]
        unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32 {
            // SAFETY: the caller's promise: a block of each line, aligned to 64 bytes; AVX-512F.
            unsafe {
                let mut union = _mm512_setzero_si512();
                for block in blocks {
                    union = _mm512_or_si512(union, _mm512_load_si512(block.add(offset).cast::<__m512i>()));
                }
                u32::from(_mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1)))
            }
        }
    }

    /// 256 bits at a time.
    struct Avx2;

    impl Search for Avx2 {
        #[inline(always)]
        unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32 {
            // SAFETY: the caller's promise: a block of each line, two vectors, aligned to 64 bytes; AVX2.
            let full = |half: usize| unsafe {
                let mut union = _mm256_setzero_si256();
                for block in blocks {
                    let vector = block.add(offset).cast::<__m256i>().add(half);
                    union = _mm256_or_si256(union, _mm256_load_si256(vector));
                }
                let ones = _mm256_cmpeq_epi64(union, _mm256_set1_epi64x(-1));
                _mm256_movemask_pd(_mm256_castsi256_pd(ones)).cast_unsigned()
            };
            (full(0) | full(1) << 4) ^ 0xff
        }
    }
}
