//! The fast twins: the same search with AVX2 or AVX-512, and access to the line sets from several threads.
//!
//! The `unsafe` of this project is here and where `run.rs` calls [`Shared::work`]. It rests on two promises, each stated where it is
//! made and checked where it can be:
//! - *bounds*: a line is less than the number of lines, a value less than the width of the sets, and every cell has its place;
//! - *one owner*: no two threads use the same line at the same time. The order of tiles sees to that, see
//!   `plane.rs`.
#![expect(
    unsafe_code,
    reason = "vector instructions, and line sets shared by threads that use different lines"
)]

mod narrow;
mod wide;

use super::lines::{Job, Lines};
use super::wide::{Block, WORDS};
use narrow::Claim;

/// Which instructions the search of line sets uses. Narrow sets are searched word by word with all of them.
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

/// Line sets with their addresses, so that threads can use different lines of them.
#[derive(Debug)]
pub(super) struct Shared {
    lines: Lines,
    raw: Raw,
}

/// Where line sets are.
#[derive(Clone, Copy, Debug)]
enum Raw {
    Narrow(narrow::Raw),
    Wide(wide::Raw),
}

impl Raw {
    fn of(lines: &mut Lines) -> Self {
        match lines {
            Lines::Narrow(narrow) => Self::Narrow(narrow::Raw::of(narrow)),
            Lines::Wide(wide) => Self::Wide(wide::Raw::of(wide)),
        }
    }
}

// SAFETY: the pointers point into `lines`, which is owned here; `work` says who may follow them.
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

    /// There is room for values less than this.
    pub fn room(&self) -> usize {
        self.lines.room()
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

    /// Does a job that has the line sets to itself.
    pub fn work_alone<J: Job>(&mut self, simd: Simd, job: J) -> J::Done {
        // SAFETY: nobody else can have access while this is borrowed exclusively.
        unsafe { self.work(simd, job) }
    }

    /// The same with the search of `S`, compiled into where it is called.
    ///
    /// # Safety
    /// The same, and the instructions of `S` must be available.
    #[inline(always)]
    unsafe fn with<S: Search, J: Job>(&self, job: J) -> J::Done {
        // SAFETY: the caller's promise.
        unsafe {
            match self.raw {
                Raw::Narrow(raw) => job.with(&mut narrow::View::<S>::new(raw)),
                Raw::Wide(raw) => job.with(&mut wide::View::<S>::new(raw)),
            }
        }
    }
}

/// Instructions for a search.
trait Search {
    /// Which words of the union of `K` blocks are not full, a bit each.
    ///
    /// # Safety
    /// Each pointer, moved by `offset`, is that of a block of a line, and the instructions used are available.
    unsafe fn open_words<const K: usize>(blocks: [*mut Block; K], offset: usize) -> u32;

    /// [`Claim::run`] with these instructions.
    ///
    /// # Safety
    /// As for that, and the instructions used are available.
    unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize;
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

    #[inline(always)]
    unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize {
        // SAFETY: the caller's promise.
        unsafe { claim.run_apart() }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::wide::{Block, WORDS};
    use super::narrow::Claim;
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
        // SAFETY: the caller's promise.
        unsafe { shared.with::<Avx2, J>(job) }
    }

    /// # Safety
    /// As for [`Shared::with`].
    #[target_feature(enable = "avx512f,avx512dq,bmi1")]
    pub unsafe fn work_avx512<J: Job>(shared: &Shared, job: J) -> J::Done {
        // SAFETY: the caller's promise.
        unsafe { shared.with::<Avx512, J>(job) }
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

        #[inline(always)]
        unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize {
            // SAFETY: the caller's promise; BMI1 comes with these vectors, as `Simd::is_available` asks.
            unsafe { claim.run_apart_bmi1() }
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

        #[inline(always)]
        unsafe fn claim_narrow<const K: usize>(claim: Claim<K>) -> usize {
            // SAFETY: the caller's promise; BMI1 comes with these vectors, as `Simd::is_available` asks.
            unsafe { claim.run_apart_bmi1() }
        }
    }
}
