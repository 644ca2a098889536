//! Line sets: for every line of a game the set of values seen on it so far.
//!
//! The value of a cell is the first gap in the union of the sets of the lines through it. Lines fill up
//! from below, so each remembers how many of its leading blocks are full and a search starts behind them.

/// 512 bits of a set: the step of a search, and a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Block(pub [u64; WORDS]);

/// Words in a block.
pub(super) const WORDS: usize = 8;

/// Bits in a block.
const BLOCK: usize = 64 * WORDS;

/// The lines through a run of cells: the first cell's, and by how much the number grows from cell to cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub first: usize,
    pub step: isize,
}

impl Run {
    /// The line of a cell of the run.
    #[inline(always)]
    pub fn line(self, cell: usize) -> usize {
        self.first.wrapping_add_signed(self.step.wrapping_mul(cell.cast_signed()))
    }
}

/// Line sets as an engine uses them.
pub(super) trait Sets {
    /// For each cell of a run finds the least value on none of its lines, marks it as seen on each of
    /// them, and puts it into `values`. Gives how many cells were done: fewer than there are `values`
    /// if the sets are too narrow to tell. No two cells of a run have a line in common.
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize;

    /// Marks `value`, which some line has had before, as seen on `line`.
    fn insert(&mut self, line: usize, value: u32);

    /// Counts the full blocks of `line`. To be called now and then: searches are right without it, and shorter with it.
    fn refresh(&mut self, line: usize);
}

/// The sets of all lines, each of the same width. The last block of a line stays empty, so that every search ends;
/// behind the last line there is a block more, so that it may look at two at a time.
#[derive(Debug)]
pub(super) struct Lines {
    blocks: Vec<Block>,
    /// Blocks a line, the empty one included. Odd, so that lines do not fall onto the same sets of a cache.
    width: usize,
    /// For each line, how many of its first blocks are full.
    full: Vec<u32>,
}

impl Lines {
    /// Empty sets for so many lines, wide enough for values up to `largest`.
    pub fn new(lines: usize, largest: usize) -> Self {
        Self::empty(vec![0; lines], Self::blocks_for(largest))
    }

    fn empty(full: Vec<u32>, width: usize) -> Self {
        // Values, and the numbers of words, are kept as u32 everywhere.
        assert!(u32::try_from(width * BLOCK).is_ok(), "line sets beyond 2^32 values");
        Self { blocks: vec![Block::default(); full.len() * width + 1], width, full }
    }

    /// Blocks a line must have to hold values up to `largest`.
    fn blocks_for(largest: usize) -> usize {
        (largest / BLOCK + 2) | 1
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        Self::blocks_for(largest).checked_mul(size_of::<Block>())?.checked_add(size_of::<u32>())
    }

    /// The blocks a line has now.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Makes every line wider by a quarter and at least one step.
    pub fn grow(&mut self) {
        let wider = (self.width + self.width / 4 + 2) | 1;
        let narrow = std::mem::replace(self, Self::empty(self.full.clone(), wider));
        for (new, old) in self.blocks.chunks_exact_mut(wider).zip(narrow.blocks.chunks_exact(narrow.width)) {
            new[..old.len()].copy_from_slice(old);
        }
    }

    /// The raw parts, for the twins that share them between threads: blocks, full counts, width.
    pub fn raw(&mut self) -> (&mut [Block], &mut [u32], usize) {
        (&mut self.blocks, &mut self.full, self.width)
    }

    fn line(&self, line: usize) -> &[Block] {
        &self.blocks[line * self.width..][..self.width]
    }

    /// The least value on none of these lines.
    fn first_gap<const K: usize>(&self, lines: [usize; K]) -> Option<u32> {
        let start = lines.iter().map(|&line| self.full[line]).max()?;
        let sets = lines.map(|line| self.line(line));
        for block in crate::widths::index(start)..self.width - 1 {
            for word in 0..WORDS {
                let union = sets.iter().fold(0, |union, set| union | set[block].0[word]);
                if union != u64::MAX {
                    return Some(value_at(
                        crate::widths::low(block * WORDS + word),
                        (!union).trailing_zeros(),
                    ));
                }
            }
        }
        None
    }
}

/// Block, word and bit of a value.
#[inline(always)]
pub(super) fn place(value: u32) -> (usize, usize, u64) {
    let value = crate::widths::index(value);
    (value / BLOCK, value / 64 % WORDS, 1 << (value % 64))
}

/// The value of a bit of a word of a line.
#[inline(always)]
pub(super) fn value_at(word: u32, bit: u32) -> u32 {
    // `Lines::empty` has asserted that every bit of a line has a number.
    word.wrapping_mul(64).wrapping_add(bit)
}

/// The portable twin: safe code, one word at a time.
impl Sets for Lines {
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize {
        for (cell, value) in values.iter_mut().enumerate() {
            let lines = lines.map(|run| run.line(cell));
            let Some(gap) = self.first_gap(lines) else { return cell };
            for line in lines {
                self.insert(line, gap);
            }
            *value = gap;
        }
        values.len()
    }

    fn insert(&mut self, line: usize, value: u32) {
        let (block, word, bit) = place(value);
        let set = &mut self.blocks[line * self.width..][..self.width - 1];
        set[block].0[word] |= bit;
    }

    fn refresh(&mut self, line: usize) {
        let set = &self.blocks[line * self.width..][..self.width];
        let full = &mut self.full[line];
        while set.get(crate::widths::index(*full)).is_some_and(|block| block.0 == [u64::MAX; WORDS]) {
            *full += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Against a plain set, growing when the sets say that they are too narrow.
        #[test]
        fn gaps_are_those_of_a_set(runs in prop::collection::vec((0usize..4, 0u32..900, 1u32..700), 0..12)) {
            let mut lines = Lines::new(4, 300);
            let mut sets = vec![BTreeSet::new(); 4];
            for (line, from, length) in runs {
                for value in from..from + length {
                    while crate::widths::index(value) >= (lines.width() - 1) * BLOCK {
                        lines.grow();
                    }
                    lines.insert(line, value);
                    if value % 3 == 0 {
                        lines.refresh(line);
                    }
                    sets[line].insert(value);
                }
                let gap = loop {
                    match lines.first_gap([0, 1, 3]) {
                        Some(gap) => break gap,
                        None => lines.grow(),
                    }
                };
                let seen = |v: &u32| sets[0].contains(v) || sets[1].contains(v) || sets[3].contains(v);
                prop_assert_eq!(Some(gap), (0..9999).find(|v| !seen(v)));
            }
        }
    }
}
