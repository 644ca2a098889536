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
    blocks: *mut Block,
    full: *mut u64,
}

// SAFETY: the pointers point into `lines`, which is owned here; `View` says who may follow them.
unsafe impl Send for Shared {}
// SAFETY: as above; a shared reference gives no access but through `Shared::work`, which is unsafe.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes the sets over.
    pub fn new(mut lines: Lines) -> Self {
        let (blocks, full) = lines.raw();
        let (blocks, full) = (blocks.as_mut_ptr(), full.as_mut_ptr());
        Self { lines, blocks, full }
    }

    /// Makes every line wider.
    pub fn grow(&mut self) {
        self.lines.grow();
        let (blocks, full) = self.lines.raw();
        (self.blocks, self.full) = (blocks.as_mut_ptr(), full.as_mut_ptr());
    }

    /// How many lines there are, and how wide they are now.
    pub fn shape(&self) -> Shape {
        self.lines.shape()
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
        View { blocks: self.blocks, full: self.full, shape: self.lines.shape(), search: PhantomData }
    }
}

/// One thread's access to line sets.
struct View<'s, K> {
    blocks: *mut Block,
    full: *mut u64,
    shape: Shape,
    search: PhantomData<(&'s Shared, K)>,
}

/// A way to look at a block of the union of lines.
trait Search {
    /// Which words of a block are not full in the union of `K` lines, a bit each.
    ///
    /// # Safety
    /// Each pointer is that of a line of [`Lines`], `block` is one of its blocks, and the instructions used are available.
    unsafe fn open_words<const K: usize>(lines: [*mut Block; K], block: usize) -> u32;
}

impl<S: Search> View<'_, S> {
    /// Which of 64 blocks of some lines are full on none of them, a bit each.
    ///
    /// # Safety
    /// The lines are in range and this view owns them for now, and they have that part.
    #[inline(always)]
    unsafe fn open_blocks<const K: usize>(&self, lines: [Run; K], cell: usize, part: usize) -> u64 {
        let mut full = 0;
        for run in lines {
            // SAFETY: the caller's promise.
            full |=
                unsafe { *self.full.add(run.line(cell).wrapping_mul(self.shape.parts).wrapping_add(part)) };
        }
        !full
    }

    /// The first word that is not full in the union of some lines among 64 blocks of them from `base` on, of which those in `open`
    /// are full on none.
    ///
    /// # Safety
    /// The pointers are those of lines that this view owns for now, and those blocks are theirs.
    #[inline(always)]
    unsafe fn first_open<const K: usize>(
        lines: [*mut Block; K],
        base: usize,
        mut open: u64,
    ) -> Option<usize> {
        while open != 0 {
            // Two blocks a round: which of them has the gap no machine can guess.
            let rest = open & open.wrapping_sub(1);
            let first = base.wrapping_add(index(open.trailing_zeros()));
            let other = if rest == 0 { open } else { rest };
            let second = base.wrapping_add(index(other.trailing_zeros()));
            // SAFETY: the caller's promise; `Shared::view` promises the instructions.
            let words = unsafe { S::open_words(lines, first) | S::open_words(lines, second) << WORDS };
            if words != 0 {
                let word = index(words.trailing_zeros());
                let block = if word < WORDS { first } else { second };
                return Some(block.wrapping_mul(WORDS).wrapping_add(word % WORDS));
            }
            open = rest & rest.wrapping_sub(1);
        }
        None
    }
}

/// Notes that a block of a line is full, if it is. Rare, and kept out of the loop that marks values; it takes all by value, so that
/// a view can stay in registers there.
///
/// # Safety
/// The pointers are those of line sets of that shape, line and block are in range, and the caller owns the line for now.
#[cold]
unsafe fn note_if_full(blocks: *mut Block, full: *mut u64, shape: Shape, line: usize, block: usize) {
    // SAFETY: the caller's promise; there is a bit for each block.
    unsafe {
        if (*blocks.add(line * shape.width + block)).0.iter().all(|&word| word == u64::MAX) {
            *full.add(line * shape.parts + block / 64) |= 1 << (block % 64);
        }
    }
}

impl<S: Search> Sets for View<'_, S> {
    #[inline(always)]
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize {
        let Shape { lines: count, width, .. } = self.shape;
        let last = values.len().wrapping_sub(1);
        let mut sets = [std::ptr::null_mut::<Block>(); K];
        let mut step = [0_isize; K];
        // Loops instead of `lines.map(..)`, which is not inlined and would be compiled without the
        // instructions of `S`.
        for k in 0..K {
            // Lines grow or fall steadily along a run, so all are in range if the first and the last are.
            let ends = [lines[k].first, lines[k].line(last)];
            assert!(values.is_empty() || ends.iter().all(|&line| line < count), "{ends:?} of {count}");
            sets[k] = self.blocks.wrapping_add(lines[k].first.wrapping_mul(width));
            step[k] = lines[k].step.wrapping_mul(width.cast_signed());
        }
        // Step by step for all cells: which blocks to look at, where the gap is, what it is. The cells of a run have no line
        // in common, so none of them waits for another.
        let mut open = [0; LONGEST_RUN];
        let open = &mut open[..values.len()];
        for (cell, open) in open.iter_mut().enumerate() {
            // SAFETY: lines in range, which this view owns for now; every line has a first part.
            *open = unsafe { self.open_blocks(lines, cell, 0) };
        }
        let mut here = sets;
        let mut claimed = values.len();
        for (cell, (value, &open)) in values.iter_mut().zip(&*open).enumerate() {
            // SAFETY: the pointers are those of lines in range, which this view owns for now; bits behind the last block are
            // never open.
            let mut found = unsafe { Self::first_open(here, 0, open) };
            let mut part = 1;
            while found.is_none() {
                // SAFETY: as above; the last block is never full, which ends this in the last part at the latest.
                found = unsafe { Self::first_open(here, part * 64, self.open_blocks(lines, cell, part)) };
                part += 1;
            }
            let Some(word) = found.filter(|&word| word < (width - 1) * WORDS) else {
                claimed = cell;
                break;
            };
            *value = low(word);
            for k in 0..K {
                here[k] = here[k].wrapping_offset(step[k]);
            }
        }
        for (cell, value) in values[..claimed].iter_mut().enumerate() {
            let word = index(*value);
            let mut union = 0;
            for set in sets {
                // SAFETY: a word of a line in range, which this view owns for now.
                union |= unsafe { *set.cast::<u64>().add(word) };
            }
            let gap = (!union).trailing_zeros();
            let mut filled = false;
            for k in 0..K {
                // SAFETY: as above.
                unsafe {
                    let marked = *sets[k].cast::<u64>().add(word) | 1_u64.wrapping_shl(gap);
                    *sets[k].cast::<u64>().add(word) = marked;
                    filled |= marked == u64::MAX;
                }
                sets[k] = sets[k].wrapping_offset(step[k]);
            }
            if filled {
                for run in lines {
                    // SAFETY: as above.
                    unsafe { note_if_full(self.blocks, self.full, self.shape, run.line(cell), word / WORDS) };
                }
            }
            *value = value_at(*value, gap);
        }
        claimed
    }

    #[inline(always)]
    fn insert(&mut self, line: usize, value: u32) {
        let Shape { lines, width, .. } = self.shape;
        let (block, word, bit) = place(value);
        assert!(line < lines && block < width - 1, "value {value} on line {line}");
        // SAFETY: line and block are in range, and this view owns the line for now.
        unsafe {
            let marked = &mut (*self.blocks.add(line.wrapping_mul(width).wrapping_add(block))).0[word];
            *marked |= bit;
            if *marked == u64::MAX {
                note_if_full(self.blocks, self.full, self.shape, line, block);
            }
        }
    }
}

/// Word by word, for threads on machines without wide vectors.
struct Scalar;

impl Search for Scalar {
    #[inline(always)]
    unsafe fn open_words<const K: usize>(lines: [*mut Block; K], block: usize) -> u32 {
        let mut open = 0;
        for word in 0..WORDS {
            let mut union = 0;
            for line in lines {
                // SAFETY: a block of the line, by the caller's promise.
                union |= unsafe { (*line.add(block)).0[word] };
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
        unsafe fn open_words<const K: usize>(lines: [*mut Block; K], block: usize) -> u32 {
            // SAFETY: the caller's promise: a block of each line, aligned to 64 bytes; AVX-512F.
            unsafe {
                let mut union = _mm512_setzero_si512();
                for line in lines {
                    union = _mm512_or_si512(union, _mm512_load_si512(line.add(block).cast::<__m512i>()));
                }
                u32::from(_mm512_cmpneq_epi64_mask(union, _mm512_set1_epi64(-1)))
            }
        }
    }

    /// 256 bits at a time.
    struct Avx2;

    impl Search for Avx2 {
        #[inline(always)]
        unsafe fn open_words<const K: usize>(lines: [*mut Block; K], block: usize) -> u32 {
            // SAFETY: the caller's promise: a block of each line, two vectors, aligned to 64 bytes; AVX2.
            let full = |half: usize| unsafe {
                let mut union = _mm256_setzero_si256();
                for line in lines {
                    let vector = line.add(block).cast::<__m256i>().add(half);
                    union = _mm256_or_si256(union, _mm256_load_si256(vector));
                }
                let ones = _mm256_cmpeq_epi64(union, _mm256_set1_epi64x(-1));
                _mm256_movemask_pd(_mm256_castsi256_pd(ones)).cast_unsigned()
            };
            (full(0) | full(1) << 4) ^ 0xff
        }
    }
}
