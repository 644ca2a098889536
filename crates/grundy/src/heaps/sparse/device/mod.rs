//! Values of heaps on a GPU, by the sparse space.
//!
//! Let all heaps below `start` be known. A *pair* is an offset and a number: for each rare heap r and each k that can be taken, the offset r + k and the value of r; and for each k that leaves one
//! heap, the offset k and 0. Offsets are below `start`, and `start` is larger than all heaps that can be taken whole. Heap n
//! has an option of value `G(n - offset) xor number` for every pair, and every common value of an option comes from a pair. (If equal heaps must not be left, heap 2r + k has one option
//! less; it is valued by the processor.)
//!
//! # Filling
//! Heaps are valued in blocks. *Far* pairs, with an offset of two blocks or more, are marked while the block before is valued. Then one multiprocessor *settles* the block.
//! It marks the near pairs whose other heap comes before the block, and notes the four least common values that are left for each heap, its candidates.
//! Each heap begins with the first one. In rounds, each takes its first candidate that none of its pairs within the block has, by the values so far, until a round
//! changes nothing. Whatever the order in which values are read and written in a round, the values are then right, by induction: if all smaller heaps of the block have the right value, so has this one. And
//! rounds end, as after the k-th of them the first k heaps do not change any more. Few heaps depend on a heap that is near, so two or three rounds are enough for most blocks. If some
//! heap has used up its candidates, the block is valued one heap after the other.
//!
//! # Showing
//! What is filled in is the least common value m that no option has. It is the value of the heap if all rare values below m are those of options, and this is shown for all heaps afterwards, by
//! the helpers and lists of [`super::guide`], by the first pairs of heaps, and in the end by all of them. The first heap for which it fails is valued by the processor, as is the first one
//! whose value does not fit the sets; what was filled in after it is forgotten.
//!
//! The kernels are in `heaps.cu`; `twin.rs` has the same steps in Rust, for the tests.

#[cfg(feature = "cuda")]
mod cuda;
#[cfg(test)]
mod twin;

use super::guide::{Guide, KEPT};
use super::{Sparse, is_common};
use crate::device::Device;
use crate::error::Error;
use crate::widths::wide;
use std::ops::ControlFlow;

/// Heaps that are settled together.
const BLOCK: usize = 256;

/// Below this the processor is as quick.
const FIRST: usize = 1 << 18;

/// Heaps between two looks at the clock: some two tenths of a second.
const PIECE: usize = 1 << 22;

/// The widest sets.
const WIDEST: usize = 1024;

/// The most near pairs: they are in shared memory.
const MOST_NEAR: usize = 1024;

/// The most pairs in all.
const MOST_PAIRS: usize = 1 << 16;

/// Helpers for each number that can be taken, if it is one; fewer if there are more.
const HELPERS: usize = 1024;

/// Pairs of heaps that are tried for a single value before all of them.
const TRIED: usize = 4096;

/// An offset and a number, see above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Pair {
    pub offset: u32,
    pub value: u32,
}

/// What values heaps by lists: a GPU, or its twin.
pub(super) trait Machine {
    /// Heaps that it settles together.
    fn block(&self) -> usize;

    /// Below this it is not used.
    fn first(&self) -> usize;

    /// Values the heaps after the known ones, below `to`.
    ///
    /// # Errors
    /// When the device fails.
    fn piece(&mut self, lists: &Lists, known: &[u16], to: usize) -> Result<Piece, Error>;
}

/// Values of some heaps.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The values, which are right before the open heap.
    pub values: Vec<u16>,
    /// The first heap that has to be valued otherwise.
    pub open: Option<usize>,
}

/// What a machine needs to know of a game and of its values so far.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only a GPU needs all of it"))]
pub(super) struct Lists {
    /// All nim-sums are below: a power of two.
    pub width: usize,
    pub mask: u16,
    /// Pairs with an offset below two blocks, in increasing order, and all others.
    pub near: Vec<Pair>,
    pub far: Vec<Pair>,
    /// Pairs that show most rare values.
    pub helpers: Vec<Pair>,
    /// Common values that many heaps have.
    pub frequent: Vec<u16>,
    /// For each value some heaps that have it, filled up by zeros.
    pub with_value: Vec<u32>,
    /// The numbers that can be taken if two heaps are left, which may have to be unequal.
    pub two: Vec<u32>,
    pub unequal: bool,
    /// Pairs of heaps that are tried for a single value before all of them.
    pub tried: usize,
    /// The rare heaps: the lists are made again when there are more.
    rare: usize,
}

#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only a GPU needs all of it"))]
impl Lists {
    /// `None` if a machine cannot go on from the known values.
    fn new(sparse: &Sparse, block: usize) -> Option<Self> {
        let known = sparse.values.len();
        let short = |number: usize| u32::try_from(number).ok();
        let most_taken = *[&sparse.whole, &sparse.one, &sparse.two].into_iter().flatten().max()?;
        let count = sparse.rare.len().checked_mul(sparse.two.len())?;
        let fits = 3 * most_taken + 2 * block < known && sparse.width() <= WIDEST && count <= MOST_PAIRS;
        if !fits || sparse.mask == 0 || sparse.two.is_empty() {
            return None;
        }
        let one = sparse.one.iter().map(|&k| (k, 0));
        let two =
            sparse.two.iter().flat_map(|&k| sparse.rare.iter().map(move |&(heap, value)| (heap + k, value)));
        let pair = |(offset, value)| Some(Pair { offset: short(offset)?, value: u32::from(value) });
        let mut pairs = one.chain(two).map(pair).collect::<Option<Vec<_>>>()?;
        pairs.sort_unstable_by_key(|pair| (pair.offset, pair.value));
        pairs.dedup();
        if pairs.last().is_some_and(|pair| wide(known) <= u64::from(pair.offset)) {
            return None;
        }
        let end = short(2 * block)?;
        let far = pairs.split_off(pairs.partition_point(|pair| pair.offset < end));
        if pairs.len() > MOST_NEAR {
            return None;
        }
        // Helpers are so small that they are not half of a heap.
        let early = &sparse.values[..known / 3];
        let mut counts = vec![0; sparse.counts.len()];
        for &value in early {
            counts[usize::from(value)] += 1;
        }
        let helpers = HELPERS / sparse.two.len();
        let guide = Guide::new(early, &counts, sparse.mask, (1, helpers));
        let width = sparse.width();
        let mut with_value = vec![0; width * KEPT];
        for (kept, heaps) in with_value.chunks_exact_mut(KEPT).zip(&guide.with_value) {
            for (to, &heap) in kept.iter_mut().zip(heaps) {
                *to = short(heap)?;
            }
        }
        let helpers = sparse
            .two
            .iter()
            .flat_map(|&k| guide.helpers.iter().map(move |&(heap, value)| (heap + k, value)));
        Some(Self {
            width,
            mask: sparse.mask,
            near: pairs,
            far,
            helpers: helpers.map(pair).collect::<Option<_>>()?,
            frequent: guide.frequent,
            with_value,
            two: sparse.two.iter().map(|&k| short(k)).collect::<Option<_>>()?,
            unequal: sparse.unequal,
            tried: TRIED.min(known / 3),
            rare: sparse.rare.len(),
        })
    }

    /// For each heap of a block: the number of near pairs within it.
    pub fn inside(&self, block: usize) -> Vec<u32> {
        let within = |heap: u32| self.near.partition_point(|pair| pair.offset <= heap);
        (0..u32::try_from(block).unwrap_or(0))
            .map(|heap| u32::try_from(within(heap)).unwrap_or(u32::MAX))
            .collect()
    }

    /// The bits of the values that are common, or of the rare ones, in words.
    pub fn words(&self, common: bool) -> [u32; WIDEST / 32] {
        let mut words = [0; WIDEST / 32];
        for (value, at) in (0..=u16::MAX).zip(0..self.width) {
            words[at / 32] |= u32::from(is_common(value, self.mask) == common) << (at % 32);
        }
        words
    }

    fn are_of(&self, sparse: &Sparse) -> bool {
        (self.width, self.mask, self.rare) == (sparse.width(), sparse.mask, sparse.rare.len())
    }
}

/// A GPU, once the heaps are so large that it pays.
#[derive(Default)]
pub(super) struct OnDevice {
    machine: Option<Box<dyn Machine>>,
    lists: Option<Lists>,
    /// The heaps that it has valued since the last open one.
    since: usize,
    /// The processor goes on up to this heap.
    wait: usize,
}

impl OnDevice {
    /// Whether a device is used: the one that is asked for, or one that is there already.
    pub(super) fn is_used(&self, device: Device) -> bool {
        device != Device::Cpu || self.machine.is_some()
    }

    #[cfg(test)]
    fn with(machine: Box<dyn Machine>) -> Self {
        Self { machine: Some(machine), ..Self::default() }
    }
}

impl Sparse {
    /// Values some heaps below `to` on a device. Returns false if the processor has to go on.
    pub(super) fn on_device(
        &mut self,
        on: &mut OnDevice,
        to: usize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let known = self.values.len();
        let (first, block) =
            on.machine.as_ref().map_or((FIRST, BLOCK), |machine| (machine.first(), machine.block()));
        if known < first.max(on.wait) || to - known < block {
            return Ok(false);
        }
        // The next heap with a pair of equal rare heaps.
        let equal = self.rare.iter().flat_map(|&(heap, _)| self.two.iter().map(move |&k| 2 * heap + k));
        let equal = equal.filter(|&heap| self.unequal && heap >= known).min().unwrap_or(usize::MAX);
        if equal - known < block {
            return Ok(false);
        }
        if on.lists.as_ref().is_none_or(|lists| !lists.are_of(self)) {
            on.lists = Lists::new(self, block);
        }
        let Some(lists) = &on.lists else { return Ok(false) };
        let machine = match &mut on.machine {
            Some(machine) => machine,
            none => none.insert(machine(self.device, to)?),
        };
        // What comes after an open heap is lost, so pieces are short where there are many.
        let few = first / 4;
        let end = to.min(equal).min(known + on.since.clamp(few, PIECE));
        let Piece { values, open } = machine.piece(lists, &self.values, end)?;
        let right = open.map_or(Some(end), |heap| (known..end).contains(&heap).then_some(heap));
        let Some(right) = right.map(|heap| heap - known).filter(|_| values.len() == end - known) else {
            return Err(Error::Device("it returned heaps that it was not asked for".to_owned()));
        };
        for &value in &values[..right] {
            // What the kernels fill in is common and fits the width. So a device that computes nothing is noticed.
            if usize::from(value) >= lists.width || !is_common(value, lists.mask) {
                return Err(Error::Device(format!(
                    "it returned {value}, which cannot be the value of a heap"
                )));
            }
            if usize::from(value) >= self.counts.len() {
                self.counts.resize(usize::from(value) + 1, 0);
            }
            self.counts[usize::from(value)] += 1;
        }
        self.values.extend_from_slice(&values[..right]);
        on.since += right;
        if open.is_some() {
            let before = self.rare.len();
            self.value_alone(watch)?;
            if on.since < few {
                // They come again and again.
                on.wait = known + right + few;
            } else if self.rare.len() > before {
                // Another mask may make it common.
                self.choose_mask();
            }
            on.since = 0;
        }
        Ok(true)
    }
}

/// The GPU, with memory for the values of the heaps below `to`.
fn machine(device: Device, to: usize) -> Result<Box<dyn Machine>, Error> {
    #[cfg(feature = "cuda")]
    if let Device::Cuda(ordinal) = device {
        return Ok(Box::new(cuda::Cuda::new(ordinal, to)?));
    }
    let _ = (device, to);
    crate::device::devices().map_err(Error::from)?;
    Err(Error::Fault("the processor is no device".to_owned()))
}
