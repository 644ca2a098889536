//! Wide line sets: any number of words per line, and a bit for each block of them.
//!
//! In Wythoff's game up to 8,000, three quarters of the blocks below the value of a cell are full on a single line of the cell.

use super::lines::{Plain, value_at};
use super::narrow::Narrow;
use crate::widths::{index, low};
use std::ops::Range;

/// 512 bits of a set: one step of a search, and one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Block(pub [u64; WORDS]);

/// Words in a block.
pub(super) const WORDS: usize = 8;

/// The words of blocks. They are asked for as zeroed words, which the system gives page by page when they are first used: in a table
/// of few rows, most blocks of most lines never are. Blocks themselves, with their alignment, would all be written at once.
#[derive(Debug, Default)]
struct Blocks {
    words: Vec<u64>,
    /// The first word that is aligned as a block.
    start: usize,
}

impl Blocks {
    /// This many empty blocks.
    fn new(count: usize) -> Self {
        let words = vec![0_u64; count * WORDS + WORDS];
        let start = words.as_ptr().align_offset(align_of::<Block>());
        assert!(start <= WORDS, "words are aligned as words");
        Self { words, start }
    }

    /// The same blocks, and empty ones after them.
    fn extended(&self, count: usize) -> Self {
        let mut longer = Self::new(count);
        let old = &self.words[self.start..];
        let old = &old[..old.len() / WORDS * WORDS];
        let length = old.len().min(count * WORDS);
        longer.words[longer.start..][..length].copy_from_slice(&old[..length]);
        longer
    }

    fn get(&self, block: usize) -> &[u64; WORDS] {
        let words = self.words[self.start + block * WORDS..].first_chunk();
        words.unwrap_or_else(|| unreachable!("blocks are whole"))
    }

    fn all(&mut self) -> &mut [u64] {
        &mut self.words[self.start..]
    }
}

/// Bits in a block.
const BLOCK: usize = 64 * WORDS;

/// Line sets, each of the same width. The last block of a line stays empty, so that every search ends.
///
/// The first blocks of all lines are stored first, then the second blocks, and so on, since neighbouring cells read the same few
/// blocks of neighbouring lines.
#[derive(Debug)]
pub(super) struct Wide {
    blocks: Blocks,
    /// Which blocks are known to be full, one bit each: a word for the first 64 blocks of every line, and so on. Bits after the
    /// last block are set.
    full: Vec<u64>,
    size: Dimensions,
}

/// The number of lines, and their width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dimensions {
    pub lines: usize,
    /// Blocks per line, including the empty one.
    pub width: usize,
}

impl Dimensions {
    fn new(lines: usize, largest: usize) -> Self {
        Self { lines, width: largest / BLOCK + 2 }
    }

    /// Words per line that tell which blocks are full.
    pub fn parts(self) -> usize {
        self.width.div_ceil(64)
    }

    /// The bits of a part after the last block.
    pub fn behind(self, part: usize) -> u64 {
        (0..64).filter(|bit| part * 64 + bit >= self.width).fold(0, |bits, bit| bits | 1 << bit)
    }
}

impl Wide {
    /// Empty sets for this many lines, with room for values up to `largest`.
    pub fn new(lines: usize, largest: usize) -> Self {
        let mut empty =
            Self { blocks: Blocks::default(), full: Vec::new(), size: Dimensions { lines, width: 0 } };
        empty.widen(Dimensions::new(lines, largest));
        empty
    }

    fn widen(&mut self, size: Dimensions) {
        // Values and word numbers are stored as u32.
        assert!(u32::try_from(size.width * BLOCK).is_ok(), "line sets beyond 2^32 values");
        self.blocks = self.blocks.extended(size.lines * size.width);
        for part in 0..size.parts() {
            let (was, is) = (self.size.behind(part), size.behind(part));
            self.full.iter_mut().skip(part * size.lines).take(size.lines).for_each(|full| *full ^= was ^ is);
            if part >= self.size.parts() {
                self.full.resize((part + 1) * size.lines, is);
            }
        }
        self.size = size;
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        let size = Dimensions::new(1, largest);
        size.width.checked_mul(size_of::<Block>())?.checked_add(size.parts().checked_mul(size_of::<u64>())?)
    }

    /// Values below this fit.
    pub fn room(&self) -> usize {
        (self.size.width - 1) * BLOCK
    }

    /// Makes every line wider by a quarter, and by at least one block.
    pub fn grow(&mut self) {
        let Dimensions { lines, width } = self.size;
        self.widen(Dimensions { lines, width: width + width / 4 + 1 });
    }

    /// The raw parts, for sharing between threads: the words of the blocks, aligned as blocks, and which of them are full.
    pub fn raw(&mut self) -> (&mut [u64], &mut [u64], Dimensions) {
        (self.blocks.all(), &mut self.full, self.size)
    }
}

impl From<&Narrow> for Wide {
    /// The same sets, with more room.
    fn from(narrow: &Narrow) -> Self {
        let sets = narrow.sets();
        let lines = sets.len();
        let base = narrow.base();
        let mut wide = Self::new(lines, base * 64 + narrow.room());
        for (line, set) in sets.enumerate() {
            // Values below the base are not asked for.
            let words = std::iter::repeat_n(&u64::MAX, base).chain(set);
            for (at, &word) in words.enumerate() {
                wide.blocks.all()[(at / WORDS * lines + line) * WORDS + at % WORDS] = word;
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
        let Self { blocks, full, size } = self;
        for part in 0..size.parts() {
            let mut open = !lines.iter().fold(0, |any, line| any | full[part * size.lines + line]);
            while open != 0 {
                let bit = open.trailing_zeros();
                let block = part * 64 + index(bit);
                let sets = lines.map(|line| blocks.get(block * size.lines + line));
                for word in 0..WORDS {
                    let union = sets.iter().fold(0, |union, set| union | set[word]);
                    if union != u64::MAX {
                        let value = value_at(low(block * WORDS + word), union.trailing_ones());
                        return (block < size.width - 1).then_some(value);
                    }
                }
                for (line, _) in lines.iter().zip(sets).filter(|(_, set)| **set == [u64::MAX; WORDS]) {
                    full[part * size.lines + line] |= 1 << bit;
                }
                open &= open - 1;
            }
        }
        None
    }

    fn mark(&mut self, line: usize, value: u32) {
        let Dimensions { lines, width } = self.size;
        let (block, word, bit) = place(value);
        assert!(line < lines && block < width - 1, "value {value} on line {line}");
        self.blocks.all()[(block * lines + line) * WORDS + word] |= bit;
    }

    fn clear_lines(&mut self, lines: Range<usize>) {
        let size = self.size;
        for block in 0..size.width {
            let at = |line: usize| (block * size.lines + line) * WORDS;
            self.blocks.all()[at(lines.start)..at(lines.end)].fill(0);
        }
        for part in 0..size.parts() {
            let at = |line: usize| part * size.lines + line;
            self.full[at(lines.start)..at(lines.end)].fill(size.behind(part));
        }
    }
}
