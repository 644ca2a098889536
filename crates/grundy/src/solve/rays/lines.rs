//! Line sets: for every line of a game the set of values seen on it so far.
//!
//! The value of a cell is the first gap in the union of the sets of the lines through it. Most of what lies below that gap
//! is full on one of the lines alone (in Wythoff's game to 8,000 three blocks of four), so each line keeps a bit for each
//! of its blocks that says whether it is known to be full, and a search looks only at blocks that are so on none. The bits are set
//! by searches that have looked at a block in vain: marking a value costs nothing more.

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
///
/// First the first block of every line, then the second of every line, and so on: cells beside one another look at the same
/// few blocks of lines beside one another.
#[derive(Debug)]
pub(super) struct Lines {
    blocks: Vec<Block>,
    /// Which blocks are known to be full, a bit each: a word for the first 64 blocks of every line, and so on. Bits behind the
    /// last block are set.
    full: Vec<u64>,
    shape: Shape,
}

/// How many lines there are, and how wide they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub lines: usize,
    /// Blocks a line, the empty one included.
    pub width: usize,
}

impl Shape {
    fn new(lines: usize, largest: usize) -> Self {
        Self { lines, width: largest / BLOCK + 2 }
    }

    /// Words of bits that say which blocks are full, a line.
    fn parts(self) -> usize {
        self.width.div_ceil(64)
    }

    /// The bits of a part that are behind the last block.
    fn behind(self, part: usize) -> u64 {
        (0..64).filter(|bit| part * 64 + bit >= self.width).fold(0, |bits, bit| bits | 1 << bit)
    }
}

impl Lines {
    /// Empty sets for so many lines, wide enough for values up to `largest`.
    pub fn new(lines: usize, largest: usize) -> Self {
        let mut empty = Self { blocks: Vec::new(), full: Vec::new(), shape: Shape { lines, width: 0 } };
        empty.widen(Shape::new(lines, largest));
        empty
    }

    fn widen(&mut self, shape: Shape) {
        // Values, and the numbers of words, are kept as u32 everywhere.
        assert!(u32::try_from(shape.width * BLOCK).is_ok(), "line sets beyond 2^32 values");
        self.blocks.resize(shape.lines * shape.width, Block::default());
        for part in 0..shape.parts() {
            let (was, is) = (self.shape.behind(part), shape.behind(part));
            self.full
                .iter_mut()
                .skip(part * shape.lines)
                .take(shape.lines)
                .for_each(|full| *full ^= was ^ is);
            if part >= self.shape.parts() {
                self.full.resize((part + 1) * shape.lines, is);
            }
        }
        self.shape = shape;
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        let shape = Shape::new(1, largest);
        shape.width.checked_mul(size_of::<Block>())?.checked_add(shape.parts().checked_mul(size_of::<u64>())?)
    }

    /// How many lines there are, and how wide they are now.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Makes every line wider by a quarter and at least one step.
    pub fn grow(&mut self) {
        let Shape { lines, width } = self.shape;
        self.widen(Shape { lines, width: width + width / 4 + 1 });
    }

    /// The raw parts, for the twins that share them between threads: blocks, and which are full.
    pub fn raw(&mut self) -> (&mut [Block], &mut [u64]) {
        (&mut self.blocks, &mut self.full)
    }

    /// The least value on none of these lines.
    fn first_gap<const K: usize>(&mut self, lines: [usize; K]) -> Option<u32> {
        let Self { blocks, full, shape } = self;
        for part in 0..shape.parts() {
            let mut open = !lines.iter().fold(0, |any, line| any | full[part * shape.lines + line]);
            while open != 0 {
                let bit = open.trailing_zeros();
                let block = part * 64 + crate::widths::index(bit);
                let sets = lines.map(|line| &blocks[block * shape.lines + line].0);
                for word in 0..WORDS {
                    let union = sets.iter().fold(0, |union, set| union | set[word]);
                    if union != u64::MAX {
                        let value = value_at(crate::widths::low(block * WORDS + word), union.trailing_ones());
                        return (block < shape.width - 1).then_some(value);
                    }
                }
                for (line, _) in lines.iter().zip(sets).filter(|(_, set)| **set == [u64::MAX; WORDS]) {
                    full[part * shape.lines + line] |= 1 << bit;
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
        let Shape { lines, width } = self.shape;
        let (block, word, bit) = place(value);
        assert!(line < lines && block < width - 1, "value {value} on line {line}");
        self.blocks[block * lines + line].0[word] |= bit;
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
