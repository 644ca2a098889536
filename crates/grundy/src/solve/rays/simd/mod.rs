//! The fast twins: the same search with AVX2 or AVX-512, and access to the line sets from several threads.
//!
//! All `unsafe` code on sets is here and where `run.rs` calls [`Shared::work`]. It relies on two conditions:
//! - *bounds*: a line is less than the number of lines, a value is less than the width of the sets, and every cell has a place;
//! - *one owner*: no two threads use the same line at the same time. The order of tiles ensures this, see `plane.rs`.
#![expect(
    unsafe_code,
    reason = "vector instructions, and line sets shared by threads that use different lines"
)]

mod narrow;
mod wide;

use super::ahead::Ahead;
use super::lines::{Cells, Job, LineSets, Run};
use super::wide::{Block, WORDS};
use narrow::Claim;

/// The instruction set of the search.
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

    /// Whether this machine supports it.
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

    /// The best one that this machine supports.
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|simd| simd.is_available()).unwrap_or(Self::Portable)
    }
}

/// Line sets with their addresses, so that threads can use different lines.
#[derive(Debug)]
pub(super) struct Shared {
    lines: LineSets,
    raw: Raw,
}

/// The addresses of line sets.
#[derive(Clone, Copy, Debug)]
enum Raw {
    Narrow(narrow::Raw),
    Wide(wide::Raw),
}

impl Raw {
    fn of(lines: &mut LineSets) -> Self {
        match lines {
            LineSets::Narrow(narrow) => Self::Narrow(narrow::Raw::of(narrow)),
            LineSets::Wide(wide) => Self::Wide(wide::Raw::of(wide)),
        }
    }
}

// SAFETY: the pointers point into `lines`, which is owned here; the contract of `work` restricts their use.
unsafe impl Send for Shared {}
// SAFETY: as above; a shared reference gives access only through `Shared::work`, which is unsafe.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes ownership of the sets.
    pub fn new(mut lines: LineSets) -> Self {
        let raw = Raw::of(&mut lines);
        Self { lines, raw }
    }

    /// Makes every line wider.
    pub fn grow(&mut self) {
        self.lines.grow();
        self.raw = Raw::of(&mut self.lines);
    }

    /// See [`LineSets::bytes_to_grow`].
    pub fn bytes_to_grow(&self) -> Option<usize> {
        self.lines.bytes_to_grow()
    }

    /// See [`LineSets::move_on`].
    pub fn move_on(&mut self, ahead: &Ahead) -> bool {
        let moved = self.lines.move_on(ahead);
        self.raw = Raw::of(&mut self.lines);
        moved
    }

    /// The sets. Nothing may be moved.
    #[cfg(test)]
    pub fn lines(&mut self) -> &mut LineSets {
        &mut self.lines
    }

    /// See [`LineSets::end`].
    pub fn end(&self) -> usize {
        self.lines.end()
    }

    /// Runs a job with the search of `simd`.
    ///
    /// # Safety
    /// While it runs, no other thread may use a line that the job uses.
    pub unsafe fn work<J: Job>(&self, simd: Simd, job: J) -> J::Done {
        assert!(simd.is_available(), "{simd:?} is not available on this machine");
        // SAFETY: the caller guarantees one owner; the instructions are available, as just asserted.
        unsafe {
            match simd {
                Simd::Portable => self.with::<Scalar, J>(job),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx2 => x86::work_avx2(self, job),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx512 => x86::work_avx512(self, job),
                #[cfg(not(target_arch = "x86_64"))]
                Simd::Avx2 | Simd::Avx512 => unreachable!("asserted to be available"),
            }
        }
    }

    /// Runs a job with exclusive access to the line sets.
    pub fn work_alone<J: Job>(&mut self, simd: Simd, job: J) -> J::Done {
        // SAFETY: the exclusive borrow excludes all other access.
        unsafe { self.work(simd, job) }
    }

    /// The same with the search of `S`, inlined into the caller.
    ///
    /// # Safety
    /// As for [`Shared::work`], and the instructions of `S` must be available.
    #[inline(always)]
    unsafe fn with<S: Search, J: Job>(&self, job: J) -> J::Done {
        // SAFETY: guaranteed by the caller.
        unsafe {
            match self.raw {
                Raw::Narrow(raw) => job.with(&mut narrow::View::<S>::new(raw)),
                Raw::Wide(raw) => job.with(&mut wide::View::<S>::new(raw)),
            }
        }
    }
}

/// Instructions for a search.
///
/// The functions for whole runs are not inlined: for all numbers of lines together in one function there would be too few registers.
trait Search {
    /// The words of the union of `K` blocks that are not full, as bits.
    ///
    /// # Safety
    /// Each pointer plus `offset` must point to a block of a line, and the instructions must be available.
    unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32;

    /// [`Claim::run`] with these instructions.
    ///
    /// # Safety
    /// As for [`Claim::run`], and the instructions must be available.
    unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize;

    /// [`wide::Raw::claim`] with these instructions.
    ///
    /// # Safety
    /// As for [`wide::Raw::claim`].
    unsafe fn claim_wide<const K: usize>(raw: wide::Raw, lines: [Run; K], cells: Cells<'_>) -> usize;
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
                // SAFETY: the caller guarantees a block of a line.
                union |= unsafe { (*block.add(offset)).0[word] };
            }
            open |= u32::from(union != u64::MAX) << word;
        }
        open
    }

    #[inline(always)]
    unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { claim.run_apart() }
    }

    #[inline(never)]
    unsafe fn claim_wide<const K: usize>(raw: wide::Raw, lines: [Run; K], cells: Cells<'_>) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { raw.claim::<Self, K>(lines, cells) }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::lines::{Cells, Run};
    use super::super::wide::{Block, WORDS};
    use super::narrow::Claim;
    use super::wide::Raw;
    use super::{Job, Search, Shared};
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_load_si256, _mm256_movemask_pd,
        _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm512_cmpneq_epi64_mask,
        _mm512_load_si512, _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512,
    };

    const _: () = assert!(WORDS == 8 && align_of::<Block>() == 64, "aligned loads of whole blocks");

    /// # Safety
    /// As for [`Shared::with`].
    #[target_feature(enable = "avx2,bmi1")]
    pub unsafe fn work_avx2<J: Job>(shared: &Shared, job: J) -> J::Done {
        // SAFETY: guaranteed by the caller.
        unsafe { shared.with::<Avx2, J>(job) }
    }

    /// # Safety
    /// As for [`Shared::with`].
    #[target_feature(enable = "avx512f,avx512dq,bmi1")]
    pub unsafe fn work_avx512<J: Job>(shared: &Shared, job: J) -> J::Done {
        // SAFETY: guaranteed by the caller.
        unsafe { shared.with::<Avx512, J>(job) }
    }

    /// # Safety
    /// As for [`Raw::claim`].
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn claim_wide_avx2<const K: usize>(raw: Raw, lines: [Run; K], cells: Cells<'_>) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { raw.claim::<Avx2, K>(lines, cells) }
    }

    /// # Safety
    /// As for [`Raw::claim`].
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512dq,bmi1")]
    unsafe fn claim_wide_avx512<const K: usize>(raw: Raw, lines: [Run; K], cells: Cells<'_>) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { raw.claim::<Avx512, K>(lines, cells) }
    }

    /// 512 bits at a time.
    struct Avx512;

    impl Search for Avx512 {
        #[inline(always)]
        unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32 {
            // SAFETY: the caller guarantees a block of each line and AVX-512F; blocks are aligned to 64 bytes.
            unsafe {
                let mut union = _mm512_setzero_si512();
                for block in blocks {
                    union = _mm512_or_si512(union, _mm512_load_si512(block.add(offset).cast::<__m512i>()));
                }
                u32::from(_mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1)))
            }
        }

        #[inline(always)]
        unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize {
            // SAFETY: guaranteed by the caller; BMI1 comes with these vectors, as `Simd::is_available` asks.
            unsafe { claim.run_apart_bmi1() }
        }

        #[inline(always)]
        unsafe fn claim_wide<const K: usize>(raw: Raw, lines: [Run; K], cells: Cells<'_>) -> usize {
            // SAFETY: guaranteed by the caller.
            unsafe { claim_wide_avx512(raw, lines, cells) }
        }
    }

    /// 256 bits at a time.
    struct Avx2;

    impl Search for Avx2 {
        #[inline(always)]
        unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32 {
            // SAFETY: the caller guarantees a block of each line and AVX2; a block is two vectors, aligned to 64 bytes.
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

        #[inline(always)]
        unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize {
            // SAFETY: guaranteed by the caller; BMI1 comes with these vectors, as `Simd::is_available` asks.
            unsafe { claim.run_apart_bmi1() }
        }

        #[inline(always)]
        unsafe fn claim_wide<const K: usize>(raw: Raw, lines: [Run; K], cells: Cells<'_>) -> usize {
            // SAFETY: guaranteed by the caller.
            unsafe { claim_wide_avx2(raw, lines, cells) }
        }
    }
}
