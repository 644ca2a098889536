//! Values of octal games by the sparse-space method.
//!
//! Choose a mask M. A value is *rare* if it has an even number of bits in common with M, and *common* otherwise. The nim-sum of two rare values, or of two
//! common ones, is rare; that of a rare and a common one is common. In many games few heaps have a rare value. Then the common values among the
//! options that leave two heaps are found from the few pairs with a rare heap in them, which gives the least common value m that no option has. It remains to see that each rare value
//! below m is the value of an option, and some pairs nearly always show that at once. If they do not, all pairs are looked at. So
//! every value is exact, whatever the mask is; a good one makes it quick. The mask is chosen by the values so far, so that the fewest heaps are rare.
//! (The idea is due to Berlekamp, Conway and Guy, *Winning Ways*, ch. 4.)
//!
//! Heaps are valued in blocks: pairs with a rare heap that is at least as large as a block have both heaps before it, and are marked for the whole block, in tiles that are shared among threads; so are
//! pairs with some common heaps that show most rare values ([`guide`]).

mod device;
mod guide;
mod pairs;

use super::code::{Code, ONE, TWO, WHOLE};
use crate::device::Device;
use crate::error::Error;
use crate::nimber::Element;
use crate::widths::wide;
use device::OnDevice;
use guide::Guide;
use std::ops::{Add, ControlFlow, Sub};

/// Heaps of a block. Pairs with a rare heap below this are marked heap by heap.
const BLOCK: usize = 1024;

/// Heaps that are marked together: their tables of bytes stay in the first cache.
const TILE: usize = 32;

/// Pairs that are looked at before rare values are tested again.
const CHUNK: usize = 128;

/// Below this no block is worth its table.
const SMALL: usize = 8 * BLOCK;

/// The widest tables of a block.
const WIDEST: usize = 4096;

/// A rare heap and its value.
type Rare = (usize, u16);

/// Values of an octal game with finitely many digits, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    /// The numbers that can be taken, if it is the whole heap; if one heap is left; if two are.
    whole: Vec<usize>,
    one: Vec<usize>,
    two: Vec<usize>,
    unequal: bool,
    values: Vec<u16>,
    /// How many heaps have each value.
    counts: Vec<u64>,
    mask: u16,
    /// The heaps of 1 or more with a rare value, in increasing order.
    rare: Vec<Rare>,
    guide: Guide,
    /// The number of values at which the mask is chosen again.
    choose_at: usize,
    /// The number of rare heaps when it was chosen.
    rare_then: usize,
    pub(super) threads: usize,
    pub(super) device: Device,
}

fn is_common(value: u16, mask: u16) -> bool {
    (value & mask).count_ones() % 2 == 1
}

/// The Walsh-Hadamard transform of a list whose length is a power of two.
fn transform<T: Copy + Add<Output = T> + Sub<Output = T>>(sums: &mut [T]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

impl Sparse {
    /// `None` if the game is not octal, or its code goes on for ever.
    pub(super) fn new(code: &Code) -> Option<Self> {
        let fits = code.is_octal() && code.tail() == 0;
        let with = |bit: u8| {
            let digits = code.digits().iter().enumerate().filter(move |&(_, digit)| digit & bit != 0);
            digits.map(|(k, _)| k).collect()
        };
        fits.then(|| Self {
            whole: with(WHOLE),
            one: with(ONE),
            two: with(TWO),
            unequal: code.has_unequal_heaps(),
            values: Vec::new(),
            counts: Vec::new(),
            mask: 0,
            rare: Vec::new(),
            guide: Guide::default(),
            choose_at: 64,
            rare_then: 0,
            threads: 1,
            device: Device::Cpu,
        })
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The mask, the number of rare heaps, and the largest one.
    pub(super) fn rare(&self) -> (u16, usize, Option<usize>) {
        (self.mask, self.rare.len(), self.rare.last().map(|&(heap, _)| heap))
    }

    /// One more than the values that a nim-sum of two can have: a power of two.
    fn width(&self) -> usize {
        self.counts.len().next_power_of_two().max(64)
    }

    /// Takes values that were computed before.
    pub(super) fn restore(&mut self, values: Vec<u16>) {
        let width = values.iter().max().map_or(0, |&largest| usize::from(largest) + 1);
        self.counts = vec![0; width];
        for &value in &values {
            self.counts[usize::from(value)] += 1;
        }
        self.values = values;
        self.choose_mask();
    }

    /// Values the heaps below `to`.
    ///
    /// # Errors
    /// When a value does not fit, or the work is cancelled.
    pub(super) fn extend(
        &mut self,
        to: usize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.extend_by(to, &mut OnDevice::default(), watch)
    }

    /// The same, with what is kept of a device.
    fn extend_by(
        &mut self,
        to: usize,
        on: &mut OnDevice,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        // As long as is asked for, so that the memory is known before. If there is not as much, the list grows as far as it can.
        self.values.try_reserve_exact(to.saturating_sub(self.values.len())).ok();
        while self.values.len() < to {
            let is_used = on.is_used(self.device);
            if self.values.len() >= self.choose_at {
                // On a device it would take longer than the values, and the mask is good while no heap is rare.
                if is_used && self.rare.len() == self.rare_then {
                    self.choose_at = self.values.len() + self.values.len() / 2;
                } else {
                    self.choose_mask();
                }
            }
            let start = self.values.len();
            if is_used && self.on_device(on, to, watch)? {
                // Some heaps are valued.
            } else if start < SMALL || self.two.is_empty() || self.width() > WIDEST {
                for _ in start..to.min(start + TILE) {
                    self.value_alone(watch)?;
                }
            } else {
                self.block(to.min(start + BLOCK), watch)?;
            }
            if watch(wide(self.values.len())).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }

    /// Values the next heap without tables of a block.
    fn value_alone(&mut self, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<(), Error> {
        let all = self.rare.len();
        let mut marks = smallvec::SmallVec::<[u8; 1024]>::new();
        marks.resize(self.width(), 0);
        self.value_next(&mut marks, (all, all), watch)
    }

    /// Chooses the mask that makes the fewest heaps rare, by a Walsh-Hadamard transform of the counts.
    fn choose_mask(&mut self) {
        self.choose_at = self.values.len() + self.values.len() / 2;
        let mut sums: Vec<i64> =
            self.counts.iter().map(|&count| i64::try_from(count).unwrap_or(i64::MAX)).collect();
        sums.resize(self.counts.len().next_power_of_two(), 0);
        transform(&mut sums);
        // The sum of a mask is the number of rare heaps less that of common ones. Mask 0 makes all of them rare.
        let best = (0_u16..=u16::MAX).zip(&sums).min_by_key(|(_, sum)| **sum).map_or(0, |(mask, _)| mask);
        self.mask = best;
        let heaps = self.values.iter().copied().enumerate().skip(1);
        self.rare = heaps.filter(|&(_, value)| !is_common(value, best)).collect();
        self.rare_then = self.rare.len();
        // Helpers are as large as a block, so that both heaps of a pair come before it. Half as many as rare heaps are about the best number in Grundy's game, and elsewhere they
        // cost at most half as much again. If many heaps are rare, most values are found by these.
        let is_sparse = self.rare.len() < self.values.len() / 8 && self.width() <= WIDEST;
        let helpers = if is_sparse { self.rare.len() / 2 } else { 0 };
        self.guide = Guide::new(&self.values, &self.counts, best, (BLOCK, helpers));
    }

    /// Values a block of heaps.
    fn block(&mut self, end: usize, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<(), Error> {
        match self.width() {
            ..=256 => self.block_of::<256>(end, watch),
            257..=512 => self.block_of::<512>(end, watch),
            513..=1024 => self.block_of::<1024>(end, watch),
            _ => self.block_of::<WIDEST>(end, watch),
        }
    }

    /// The same, where nim-sums are below `WIDTH`.
    fn block_of<const WIDTH: usize>(
        &mut self,
        end: usize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let start = self.values.len();
        let mut marks = vec![[0_u8; WIDTH]; end - start];
        let place = |heap: usize| self.rare.partition_point(|&(rare, _)| rare < heap);
        let (tiny, small, before) = (place(TILE), place(BLOCK), self.rare.len());
        // Pairs with a rare heap of a block or more: both heaps come before this block.
        let share = (end - start).div_ceil(self.threads).next_multiple_of(TILE);
        let this = &*self;
        let tiles = |first: usize, marks: &mut [[u8; WIDTH]]| {
            for (tile, marks) in marks.chunks_mut(TILE).enumerate() {
                this.mark_tile(first + tile * TILE, &this.rare[small..before], marks);
                this.mark_tile(first + tile * TILE, &this.guide.helpers, marks);
            }
        };
        let (own, others) = marks.split_at_mut(share.min(end - start));
        std::thread::scope(|scope| {
            for (other, marks) in others.chunks_mut(share).enumerate() {
                scope.spawn(move || tiles(start + (other + 1) * share, marks));
            }
            tiles(start, own);
        });
        for tile in marks.chunks_mut(TILE) {
            // Pairs with a rare heap of a tile or more: both heaps come before this tile.
            self.mark_tile(self.values.len(), &self.rare[tiny..small], tile);
            for marks in tile {
                if self.width() > WIDTH {
                    // A larger value than before: nim-sums are beyond the tables. The next block begins here.
                    return Ok(());
                }
                self.value_next(marks, (tiny, before), watch)?;
            }
        }
        Ok(())
    }

    /// Marks the pairs of some heaps with smaller heaps, for the heaps from `first` on, one for each table of `marks`.
    fn mark_tile<const WIDTH: usize>(&self, first: usize, heaps: &[Rare], marks: &mut [[u8; WIDTH]]) {
        for &k in &self.two {
            for &(heap, value) in heaps {
                // The other heap of the pair is at least 1.
                let skipped = (heap + k + 1).saturating_sub(first);
                if skipped >= marks.len() {
                    continue;
                }
                let others = &self.values[first + skipped - k - heap..];
                let tables = &mut marks[skipped..];
                // Two equal heaps may have to be left out.
                let equal = (2 * heap + k).checked_sub(first + skipped).filter(|_| self.unequal);
                let equal = equal.and_then(|at| Some((at, tables.get(at)?[0])));
                pairs::mark(tables, others, value);
                if let Some((at, before)) = equal {
                    tables[at][0] = before;
                }
            }
        }
    }

    /// Values the next heap. Pairs with the rare heaps from number `small` to `before` are marked already.
    fn value_next(
        &mut self,
        marks: &mut [u8],
        (small, before): (usize, usize),
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let n = self.values.len();
        if n > 0 && self.whole.contains(&n) {
            marks[0] = 1;
        }
        for &k in self.one.iter().take_while(|&&k| k < n) {
            marks[usize::from(self.values[n - k])] = 1;
        }
        for &k in self.two.iter().take_while(|&&k| k + 1 < n) {
            let left = n - k;
            let unmarked = self.rare[..small].iter().chain(&self.rare[before..]);
            for &(heap, value) in unmarked.filter(|&&(heap, _)| heap < left) {
                if !(self.unequal && 2 * heap == left) {
                    marks[usize::from(value ^ self.values[left - heap])] = 1;
                }
            }
        }
        let value = self.least(n, marks, watch)?;
        self.push(value)
    }

    /// The least value that no option has. Common values are marked if they are the value of an option.
    fn least(
        &self,
        n: usize,
        marks: &mut [u8],
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<u16, Error> {
        /// So many values, and more if there are many helpers, are looked for one by one; for others, all pairs are looked at in order.
        const FEW: usize = 3;
        /// So many values are compared with each pair of a chunk. If there are more, the pairs are marked.
        const COMPARED: usize = 8;
        /// Pairs that are looked at before the search of single values: comparing them is cheaper than a search.
        const BEFORE_SEARCH: usize = 2 * CHUNK;
        /// Chunks of pairs between two looks at the clock: some milliseconds.
        const BETWEEN_LOOKS: usize = 1 << 15;
        let mut pending = smallvec::SmallVec::<[u16; 64]>::new();
        let mut least = None;
        'scan: for (first, eight) in (0..=u16::MAX).step_by(8).zip(marks.chunks_exact(8)) {
            // Most values are those of options: one comparison of a word.
            if eight == [1; 8] {
                continue;
            }
            for (value, _) in (first..).zip(eight).filter(|(_, mark)| **mark == 0) {
                if self.mask == 0 || is_common(value, self.mask) {
                    least = Some(value);
                    break 'scan;
                }
                pending.push(value);
            }
        }
        // All nim-sums are below the length of the table.
        let beyond = || Error::Width { value: wide(marks.len()), element: Element::U16 };
        let least = least.or_else(|| u16::try_from(marks.len()).ok()).ok_or_else(beyond)?;
        if pending.is_empty() {
            return Ok(least);
        }
        let mut has_searched = false;
        let few = FEW + self.guide.helpers.len() / 64;
        let Self { two, guide, values, unequal, .. } = self;
        let lefts = two.iter().filter_map(|&k| n.checked_sub(k)).take_while(|&left| left > 1);
        // The last pair of heaps, for each number of counters that are left.
        let last = |left: usize| left / 2 - usize::from(*unequal && left.is_multiple_of(2));
        let chunks = lefts.clone().map(|left| last(left).div_ceil(CHUNK)).max().unwrap_or(0);
        for chunk in 0..chunks {
            if chunk * CHUNK >= BEFORE_SEARCH && pending.len() <= few && !has_searched {
                has_searched = true;
                let finds =
                    |value: u16| lefts.clone().any(|left| guide.finds(values, (left, value), *unequal));
                pending.retain(|value| !finds(*value));
            }
            // A value may come only from some of the numbers that can be taken, so these are looked at in turn.
            for left in lefts.clone() {
                let first = 1 + chunk * CHUNK;
                let end = last(left).min(first + CHUNK - 1);
                if pending.is_empty() {
                    return Ok(least);
                }
                if first > end {
                    continue;
                }
                let (small, large) = (&values[first..=end], &values[left - end..=left - first]);
                if pending.len() <= COMPARED {
                    pending.retain(|value| !pairs::has_sum(small, large, *value));
                } else {
                    for (&a, &b) in small.iter().zip(large.iter().rev()) {
                        marks[usize::from(a ^ b)] = 1;
                    }
                    pending.retain(|value| marks[usize::from(*value)] == 0);
                }
            }
            if pending.is_empty() {
                return Ok(least);
            }
            if (chunk + 1).is_multiple_of(BETWEEN_LOOKS) && watch(wide(n)).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(pending[0])
    }

    fn push(&mut self, value: u16) -> Result<(), Error> {
        let at = usize::from(value);
        if at >= self.counts.len() {
            if value > u16::MAX / 2 {
                return Err(Error::Width { value: u64::from(value), element: Element::U16 });
            }
            self.counts.resize(at + 1, 0);
        }
        let n = self.values.len();
        self.counts[at] += 1;
        self.values.push(value);
        if n > 0 && !is_common(value, self.mask) {
            self.rare.push((n, value));
        }
        Ok(())
    }
}
