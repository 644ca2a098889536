//! Wide line sets: any number of words a line, and a bit for each block of them.
//!
//! In Wythoff's game to 8,000 three of four blocks that lie below the value of a cell are full on one of its lines alone.

use super::lines::{Plain, value_at};
use super::narrow::Narrow;
use crate::widths::{index, low};

/// 512 bits of a set: the step of a search, and a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Block(pub [u64; WORDS]);

/// Words in a block.
pub(super) const WORDS: usize = 8;

/// Bits in a block.
const BLOCK: usize = 64 * WORDS;

/// Line sets, each of the same width. The last block of a line stays empty, so that every search ends.
///
/// First the first block of every line, then the second of every line, and so on: cells beside one another look at the same
/// few blocks of lines beside one another.
#[derive(Debug)]
pub(super) struct Wide {
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

impl Wide {
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

    /// There is room for values less than this.
    pub fn room(&self) -> usize {
        (self.shape.width - 1) * BLOCK
    }

    /// Makes every line wider by a quarter and at least one step.
    pub fn grow(&mut self) {
        let Shape { lines, width } = self.shape;
        self.widen(Shape { lines, width: width + width / 4 + 1 });
    }

    /// The raw parts, for the twins that share them between threads: blocks, and which are full.
    pub fn raw(&mut self) -> (&mut [Block], &mut [u64], Shape) {
        (&mut self.blocks, &mut self.full, self.shape)
    }
}

impl From<&Narrow> for Wide {
    /// The same sets, with more room.
    fn from(narrow: &Narrow) -> Self {
        let sets = narrow.sets();
        let lines = sets.len();
        let mut wide = Self::new(lines, narrow.room());
        for (line, set) in sets.enumerate() {
            for (block, words) in set.chunks(WORDS).enumerate() {
                wide.blocks[block * lines + line].0[..words.len()].copy_from_slice(words);
            }
        }
        wide
    }
}

/// Block, word and bit of a value.
#[inline(always)]
pub(super) fn place(value: u32) -> (usize, usize, u64) {
    let value = index(value);
    (value / BLOCK, value / 64 % WORDS, 1 << (value % 64))
}

impl Plain for Wide {
    fn first_gap<const K: usize>(&mut self, lines: [usize; K]) -> Option<u32> {
        let Self { blocks, full, shape } = self;
        for part in 0..shape.parts() {
            let mut open = !lines.iter().fold(0, |any, line| any | full[part * shape.lines + line]);
            while open != 0 {
                let bit = open.trailing_zeros();
                let block = part * 64 + index(bit);
                let sets = lines.map(|line| &blocks[block * shape.lines + line].0);
                for word in 0..WORDS {
                    let union = sets.iter().fold(0, |union, set| union | set[word]);
                    if union != u64::MAX {
                        let value = value_at(low(block * WORDS + word), union.trailing_ones());
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

    fn mark(&mut self, line: usize, value: u32) {
        let Shape { lines, width } = self.shape;
        let (block, word, bit) = place(value);
        assert!(line < lines && block < width - 1, "value {value} on line {line}");
        self.blocks[block * lines + line].0[word] |= bit;
    }
}
