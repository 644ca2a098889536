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

use super::lines::{BLOCK, Block, Lines, Run, Sets, place, value_at};
use crate::widths::index;
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
    /// Block and word of the first gap in the union of `K` lines from block `start` on.
    ///
    /// # Safety
    /// Each pointer is good for reading `width` blocks, and the instructions used are available.
    unsafe fn first_open<const K: usize>(
        lines: [*mut Block; K],
        start: usize,
        width: usize,
    ) -> Option<(usize, usize)>;
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize {
        let (width, last) = (self.width, values.len().wrapping_sub(1));
        let mut sets = [std::ptr::null_mut::<Block>(); K];
        let mut full = [std::ptr::null_mut::<u32>(); K];
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
            full[k] = self.full.wrapping_add(lines[k].first);
        }
        for (cell, value) in values.iter_mut().enumerate() {
            let mut start = 0;
            for full in full {
                // SAFETY: the count of a line in range, which this view owns for now.
                start = start.max(unsafe { *full });
            }
            // SAFETY: each pointer is the start of a line in range, of `width` blocks; `Shared::view` promises
            // the instructions.
            let Some((block, word)) = (unsafe { S::first_open(sets, index(start), width) }) else {
                return cell;
            };
            let at = block.wrapping_mul(8).wrapping_add(word);
            let mut union = 0;
            for set in sets {
                // SAFETY: `first_open` gives a block below the width and a word below 8.
                union |= unsafe { *set.cast::<u64>().add(at) };
            }
            let gap = (!union).trailing_zeros();
            let mut filled = false;
            for set in sets {
                // SAFETY: as above.
                unsafe {
                    let place = set.cast::<u64>().add(at);
                    *place |= 1 << gap;
                    filled |= *place == u64::MAX;
                }
            }
            if filled {
                for k in 0..K {
                    // SAFETY: count and blocks of a line in range, which this view owns for now.
                    unsafe { count_full(full[k], sets[k], width) };
                }
            }
            *value = value_at(at) + gap;
            for k in 0..K {
                sets[k] = sets[k].wrapping_offset(lines[k].step.wrapping_mul(width.cast_signed()));
                full[k] = full[k].wrapping_offset(lines[k].step);
            }
        }
        values.len()
    }

    #[inline(always)]
    fn insert(&mut self, line: usize, value: u32) {
        let (block, word, bit) = place(value);
        assert!(line < self.count && block < self.width, "value {value} on line {line}");
        // SAFETY: line and block are in range, and this view owns the line for now.
        let marked = unsafe {
            let set = &mut *self.blocks.add(line.wrapping_mul(self.width).wrapping_add(block));
            set.0[word] |= bit;
            set.0[word]
        };
        if marked == u64::MAX {
            // SAFETY: as above.
            unsafe {
                count_full(self.full.add(line), self.blocks.add(line.wrapping_mul(self.width)), self.width);
            }
        }
    }
}

/// Counts the full blocks of a line on. Rare, and kept out of the loop that marks values; it takes pointers so
/// that the view can stay in registers there.
///
/// # Safety
/// `full` and the `width` blocks from `set` on belong to one line, which the caller owns for now.
#[cold]
unsafe fn count_full(full: *mut u32, set: *const Block, width: usize) {
    // SAFETY: the caller's promise; the loop stays below the width.
    unsafe {
        while index(*full) < width && (*set.add(index(*full))).0.iter().all(|&word| word == u64::MAX) {
            *full += 1;
        }
    }
}

/// Word by word, for threads on machines without wide vectors.
struct Scalar;

impl Search for Scalar {
    #[inline(always)]
    unsafe fn first_open<const K: usize>(
        lines: [*mut Block; K],
        start: usize,
        width: usize,
    ) -> Option<(usize, usize)> {
        for block in start..width {
            for word in 0..8 {
                // SAFETY: `block` is below the width for which the caller promises the pointers.
                let union =
                    lines.iter().fold(0, |union, &line| union | unsafe { (*line.add(block)).0[word] });
                if union != u64::MAX {
                    return Some((block, word));
                }
            }
        }
        None
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BLOCK, Block, Job, Search, Shared};
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_movemask_pd,
        _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm512_cmpneq_epi64_mask,
        _mm512_load_si512, _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512,
    };

    const _: () = assert!(BLOCK == 512 && align_of::<Block>() == 64, "aligned loads of whole blocks");

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
        unsafe fn first_open<const K: usize>(
            lines: [*mut Block; K],
            start: usize,
            width: usize,
        ) -> Option<(usize, usize)> {
            // SAFETY: called with a block below the width for which the caller promises the pointers; blocks
            // are aligned to 64 bytes; the caller promises AVX-512F.
            let open = |block: usize| unsafe {
                let mut union = _mm512_setzero_si512();
                for line in lines {
                    union = _mm512_or_si512(union, _mm512_load_si512(line.add(block).cast::<__m512i>()));
                }
                _mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1))
            };
            let mut block = start;
            while block + 1 < width {
                let both = u32::from(open(block)) | u32::from(open(block + 1)) << 8;
                if both != 0 {
                    let word = crate::widths::index(both.trailing_zeros());
                    return Some((block + word / 8, word % 8));
                }
                block += 2;
            }
            if block < width {
                let last = open(block);
                if last != 0 {
                    return Some((block, crate::widths::index(last.trailing_zeros())));
                }
            }
            None
        }
    }

    /// 256 bits at a time, one block a round.
    struct Avx2;

    impl Search for Avx2 {
        #[inline(always)]
        unsafe fn first_open<const K: usize>(
            lines: [*mut Block; K],
            start: usize,
            width: usize,
        ) -> Option<(usize, usize)> {
            for block in start..width {
                // SAFETY: `block` is below the width for which the caller promises the pointers, and a block is
                // two vectors; blocks are aligned to 64 bytes; the caller promises AVX2.
                let full = |half: usize| unsafe {
                    let mut union = _mm256_setzero_si256();
                    for line in lines {
                        let vector = line.add(block).cast::<__m256i>().add(half);
                        union = _mm256_or_si256(union, _mm256_load_si256(vector));
                    }
                    let ones = _mm256_cmpeq_epi64(union, _mm256_set1_epi64x(-1));
                    _mm256_movemask_pd(_mm256_castsi256_pd(ones)).cast_unsigned()
                };
                let both = full(0) | full(1) << 4;
                if both != 0xff {
                    return Some((block, crate::widths::index((!both).trailing_zeros())));
                }
            }
            None
        }
    }
}
