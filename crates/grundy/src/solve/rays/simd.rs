//! The fast twins: the same search with AVX2 or AVX-512, and access to the line sets from several threads.
//!
//! The `unsafe` of this project is here; others call [`Shared::work`] and no more. It rests on two promises, each stated where it is made
//! and checked where it can be:
//! - *bounds*: a line is less than the number of lines and a value less than the width of the sets;
//! - *one owner*: no two threads use the same line at the same time. The order of tiles sees to that, see
//!   `plane.rs`.
#![expect(
    unsafe_code,
    reason = "vector instructions, and line sets shared by threads that use different lines"
)]

use super::lines::{Block, Lines, Run, Sets, WORDS, place, value_at};
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
    blocks: *mut Block,
    full: *mut u32,
    count: usize,
}

// SAFETY: the pointers point into `lines`, which is owned here; `View` says who may follow them.
unsafe impl Send for Shared {}
// SAFETY: as above; a shared reference gives no access but through `Shared::view`, which is unsafe.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes the sets over.
    pub fn new(mut lines: Lines) -> Self {
        let (blocks, full, _) = lines.raw();
        let (blocks, full, count) = (blocks.as_mut_ptr(), full.as_mut_ptr(), full.len());
        Self { lines, blocks, full, count }
    }

    /// Makes every line wider.
    pub fn grow(&mut self) {
        self.lines.grow();
        let (blocks, full, _) = self.lines.raw();
        (self.blocks, self.full) = (blocks.as_mut_ptr(), full.as_mut_ptr());
    }

    /// The blocks a line has now.
    pub fn width(&self) -> usize {
        self.lines.width()
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
        let Self { blocks, full, count, .. } = *self;
        View { blocks, full, count, width: self.lines.width(), search: PhantomData }
    }
}

/// One thread's access to line sets.
struct View<'s, K> {
    blocks: *mut Block,
    full: *mut u32,
    count: usize,
    width: usize,
    search: PhantomData<(&'s Shared, K)>,
}

/// A way to search the union of lines.
trait Search {
    /// The first word that is not full in the union of `K` lines, from block `start` on.
    ///
    /// # Safety
    /// Each pointer is that of a line of [`Lines`], `start` is one of its blocks, and the instructions used are available.
    /// (The last block of a line is always open, which ends the search; a block more may be read.)
    unsafe fn first_open<const K: usize>(lines: [*mut Block; K], start: usize) -> usize;
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize {
        let (width, last) = (self.width, values.len().wrapping_sub(1));
        let mut sets = [std::ptr::null_mut::<Block>(); K];
        let mut step = [0_isize; K];
        // Loops instead of `lines.map(..)`, which is not inlined and would be compiled without the
        // instructions of `S`.
        for k in 0..K {
            // Lines grow or fall steadily along a run, so all are in range if the first and the last are.
            let ends = [lines[k].first, lines[k].line(last)];
            assert!(
                values.is_empty() || ends.iter().all(|&line| line < self.count),
                "{ends:?} of {}",
                self.count
            );
            sets[k] = self.blocks.wrapping_add(lines[k].first.wrapping_mul(width));
            step[k] = lines[k].step.wrapping_mul(width.cast_signed());
        }
        // Step by step for all cells: where each search starts, where it ends, what it found. The cells of a run have
        // no line in common, so none of them waits for another.
        for (cell, start) in values.iter_mut().enumerate() {
            *start = 0;
            for run in lines {
                // SAFETY: the count of a line in range, which this view owns for now.
                *start = (*start).max(unsafe { *self.full.add(run.line(cell)) });
            }
        }
        let mut claimed = values.len();
        let mut here = sets;
        for (cell, value) in values.iter_mut().enumerate() {
            // SAFETY: each pointer is the start of a line in range; its last block is never full, nor is one before
            // the start; `Shared::view` promises the instructions.
            let word = unsafe { S::first_open(here, index(*value)) };
            if word >= (width - 1) * WORDS {
                claimed = cell;
                break;
            }
            *value = low(word);
            for k in 0..K {
                here[k] = here[k].wrapping_offset(step[k]);
            }
        }
        for value in &mut values[..claimed] {
            let word = index(*value);
            let mut union = 0;
            for set in sets {
                // SAFETY: a word of a line in range, which this view owns for now.
                union |= unsafe { *set.cast::<u64>().add(word) };
            }
            let gap = (!union).trailing_zeros();
            for k in 0..K {
                // SAFETY: as above.
                unsafe { *sets[k].cast::<u64>().add(word) |= 1_u64.wrapping_shl(gap) };
                sets[k] = sets[k].wrapping_offset(step[k]);
            }
            *value = value_at(*value, gap);
        }
        claimed
    }

    #[inline(always)]
    fn insert(&mut self, line: usize, value: u32) {
        let (block, word, bit) = place(value);
        assert!(line < self.count && block < self.width - 1, "value {value} on line {line}");
        // SAFETY: line and block are in range, and this view owns the line for now.
        unsafe { (*self.blocks.add(line.wrapping_mul(self.width).wrapping_add(block))).0[word] |= bit };
    }

    #[inline(always)]
    fn refresh(&mut self, line: usize) {
        assert!(line < self.count, "line {line} of {}", self.count);
        // SAFETY: the line is in range and this view owns it for now; its last block is never full and ends the loop.
        unsafe {
            let (full, set) = (self.full.add(line), self.blocks.add(line.wrapping_mul(self.width)));
            while (*set.add(index(*full))).0.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX {
                *full += 1;
            }
        }
    }
}

/// Word by word, for threads on machines without wide vectors.
struct Scalar;

impl Search for Scalar {
    #[inline(always)]
    unsafe fn first_open<const K: usize>(lines: [*mut Block; K], start: usize) -> usize {
        let mut word = start * WORDS;
        loop {
            let mut union = 0;
            for line in lines {
                // SAFETY: the caller's promise; the search ends in the last block of the lines at the latest.
                union |= unsafe { *line.cast::<u64>().add(word) };
            }
            if union != u64::MAX {
                return word;
            }
            word += 1;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Block, Job, Search, Shared, WORDS};
    use crate::widths::index;
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

    /// 512 bits at a time, two blocks a round.
    struct Avx512;

    impl Search for Avx512 {
        #[inline(always)]
        unsafe fn first_open<const K: usize>(lines: [*mut Block; K], start: usize) -> usize {
            // SAFETY: the caller's promise: blocks up to one behind the last, aligned to 64 bytes; AVX-512F.
            let open = |block: usize| unsafe {
                let mut union = _mm512_setzero_si512();
                for line in lines {
                    union = _mm512_or_si512(union, _mm512_load_si512(line.add(block).cast::<__m512i>()));
                }
                _mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1))
            };
            let mut block = start;
            loop {
                let both = u32::from(open(block)) | u32::from(open(block.wrapping_add(1))) << 8;
                if both != 0 {
                    return block.wrapping_mul(WORDS).wrapping_add(index(both.trailing_zeros()));
                }
                block = block.wrapping_add(2);
            }
        }
    }

    /// 256 bits at a time, one block a round.
    struct Avx2;

    impl Search for Avx2 {
        #[inline(always)]
        unsafe fn first_open<const K: usize>(lines: [*mut Block; K], start: usize) -> usize {
            // SAFETY: the caller's promise: blocks up to the last, aligned to 64 bytes and each two vectors; AVX2.
            let full = |block: usize, half: usize| unsafe {
                let mut union = _mm256_setzero_si256();
                for line in lines {
                    let vector = line.add(block).cast::<__m256i>().add(half);
                    union = _mm256_or_si256(union, _mm256_load_si256(vector));
                }
                let ones = _mm256_cmpeq_epi64(union, _mm256_set1_epi64x(-1));
                _mm256_movemask_pd(_mm256_castsi256_pd(ones)).cast_unsigned()
            };
            let mut block = start;
            loop {
                let both = full(block, 0) | full(block, 1) << 4;
                if both != 0xff {
                    return block.wrapping_mul(WORDS).wrapping_add(index((!both).trailing_zeros()));
                }
                block = block.wrapping_add(1);
            }
        }
    }
}
