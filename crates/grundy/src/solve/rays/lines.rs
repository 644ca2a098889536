//! Line sets: for every line of a game the set of values seen on it so far.
//!
//! The value of a cell is the first gap in the union of the sets of the lines through it. Most of what lies below that gap
//! is full on one of the lines alone (in Wythoff's game to 8,000 three blocks of four), so each line keeps a bit for each
//! of its blocks that says whether it is full, and a search looks only at blocks that are full on none.

/// 512 bits of a set: the step of a search, and a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Block(pub [u64; WORDS]);

/// Words in a block.
pub(super) const WORDS: usize = 8;

/// Bits in a block.
const BLOCK: usize = 64 * WORDS;

/// Cells of a run, at most.
pub(super) const LONGEST_RUN: usize = 64;

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
    /// if the sets are too narrow to tell. No two cells of a run have a line in common; there are at most `LONGEST_RUN`.
    fn claim<const K: usize>(&mut self, lines: [Run; K], values: &mut [u32]) -> usize;

    /// Marks `value`, which some line has had before, as seen on `line`.
    fn insert(&mut self, line: usize, value: u32);
}

/// The sets of all lines, each of the same width. The last block of a line stays empty, so that every search ends.
#[derive(Debug)]
pub(super) struct Lines {
    blocks: Vec<Block>,
    /// For each line, which of its blocks are full, a bit each. Bits behind the last block are set.
    full: Vec<u64>,
    shape: Shape,
}

/// How many lines there are, and how wide they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub lines: usize,
    /// Blocks a line, the empty one included. Odd, so that lines do not fall onto the same sets of a cache.
    pub width: usize,
    /// Words of bits that say which blocks are full, a line.
    pub parts: usize,
}

impl Shape {
    fn new(lines: usize, largest: usize) -> Self {
        let width = (largest / BLOCK + 2) | 1;
        Self { lines, width, parts: width.div_ceil(64) }
    }
}

impl Lines {
    /// Empty sets for so many lines, wide enough for values up to `largest`.
    pub fn new(lines: usize, largest: usize) -> Self {
        Self::empty(Shape::new(lines, largest))
    }

    fn empty(shape: Shape) -> Self {
        // Values, and the numbers of words, are kept as u32 everywhere.
        assert!(u32::try_from(shape.width * BLOCK).is_ok(), "line sets beyond 2^32 values");
        let mut part = vec![0; shape.parts];
        (shape.width..shape.parts * 64).for_each(|block| part[block / 64] |= 1 << (block % 64));
        Self {
            blocks: vec![Block::default(); shape.lines * shape.width],
            full: part.repeat(shape.lines),
            shape,
        }
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        let Shape { width, parts, .. } = Shape::new(1, largest);
        width.checked_mul(size_of::<Block>())?.checked_add(parts.checked_mul(size_of::<u64>())?)
    }

    /// How many lines there are, and how wide they are now.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Makes every line wider by a quarter and at least one step.
    pub fn grow(&mut self) {
        let Shape { lines, width, parts } = self.shape;
        let narrow = std::mem::replace(self, Self::empty(Shape::new(lines, (width + width / 4 + 1) * BLOCK)));
        for line in 0..lines {
            let old = &narrow.blocks[line * width..][..width];
            self.blocks[line * self.shape.width..][..width].copy_from_slice(old);
            let full = &narrow.full[line * parts..][..parts];
            for block in (0..width).filter(|block| full[block / 64] >> (block % 64) & 1 == 1) {
                self.full[line * self.shape.parts..][block / 64] |= 1 << (block % 64);
            }
        }
    }

    /// The raw parts, for the twins that share them between threads: blocks, and which are full.
    pub fn raw(&mut self) -> (&mut [Block], &mut [u64]) {
        (&mut self.blocks, &mut self.full)
    }

    /// The least value on none of these lines.
    fn first_gap<const K: usize>(&self, lines: [usize; K]) -> Option<u32> {
        let Shape { width, parts, .. } = self.shape;
        let sets = lines.map(|line| &self.blocks[line * width..][..width]);
        let full = lines.map(|line| &self.full[line * parts..][..parts]);
        for part in 0..parts {
            let mut open = !full.iter().fold(0, |all, full| all | full[part]);
            while open != 0 {
                let block = part * 64 + crate::widths::index(open.trailing_zeros());
                for word in 0..WORDS {
                    let union = sets.iter().fold(0, |union, set| union | set[block].0[word]);
                    if union != u64::MAX {
                        let value = value_at(crate::widths::low(block * WORDS + word), union.trailing_ones());
                        return (block < width - 1).then_some(value);
                    }
                }
                open &= open - 1;
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
        let Shape { width, parts, .. } = self.shape;
        let (block, word, bit) = place(value);
        let set = &mut self.blocks[line * width..][..width - 1];
        set[block].0[word] |= bit;
        // Only a word that has just been filled can fill a block.
        if set[block].0[word] == u64::MAX && set[block].0 == [u64::MAX; WORDS] {
            self.full[line * parts..][..parts][block / 64] |= 1 << (block % 64);
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
                    while crate::widths::index(value) >= (lines.shape().width - 1) * BLOCK {
                        lines.grow();
                    }
                    lines.insert(line, value);
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
