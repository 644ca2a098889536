//! Narrow line sets: at most 64 words a line, and a bit for each word.
//!
//! A line is a record: a word of bits that say which of the others are known to be full, then the set. All that a search reads of a
//! line is found from one address, and a search is a handful of plain instructions.

use super::lines::{Plain, ROUND, value_at};
use crate::widths::{index, low};

/// Words of a line that stay empty, so that every search ends and always has as many words to look at as it wants.
const SPARE: usize = ROUND;

/// The most words of a line: a bit for each.
const MOST: usize = 64;

/// Line sets, each of `shape.width` words.
#[derive(Debug)]
pub(super) struct Narrow {
    words: Vec<u64>,
    shape: Shape,
}

/// How many lines there are, and how wide they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub lines: usize,
    /// Words a line, the empty ones included.
    width: usize,
}

impl Shape {
    fn new(lines: usize, width: usize) -> Option<Self> {
        (width <= MOST).then_some(Self { lines, width })
    }

    /// Words of a record. An odd number, so that the records of lines beside one another do not fall onto the same places of a cache.
    #[inline(always)]
    pub fn stride(self) -> usize {
        (1 + self.width) | 1
    }

    /// Words in which values are put.
    #[inline(always)]
    pub fn used(self) -> usize {
        self.width - SPARE
    }
}

impl Narrow {
    /// Empty sets for so many lines, with room for values up to `largest`; nothing if they would not be narrow.
    pub fn new(lines: usize, largest: usize) -> Option<Self> {
        Shape::new(lines, width(largest)).map(Self::empty)
    }

    fn empty(shape: Shape) -> Self {
        Self { words: vec![0; shape.lines * shape.stride()], shape }
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        Shape::new(1, width(largest)).map(|shape| shape.stride() * size_of::<u64>())
    }

    /// There is room for values less than this.
    pub fn room(&self) -> usize {
        self.shape.used() * 64
    }

    /// The same sets with more room, if they stay narrow.
    pub fn wider(&self) -> Option<Self> {
        let mut wider =
            Self::empty(Shape::new(self.shape.lines, self.shape.width + self.shape.width / 4 + 1)?);
        let records = wider.words.chunks_exact_mut(wider.shape.stride());
        for (to, from) in records.zip(self.words.chunks_exact(self.shape.stride())) {
            to[..from.len()].copy_from_slice(from);
        }
        Some(wider)
    }

    /// The words of each line in which there may be values.
    pub fn sets(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.words.chunks_exact(self.shape.stride()).map(|record| &record[1..=self.shape.used()])
    }

    /// The raw parts, for the twins that share them between threads.
    pub fn raw(&mut self) -> (&mut [u64], Shape) {
        (&mut self.words, self.shape)
    }
}

/// Words for values up to `largest`.
fn width(largest: usize) -> usize {
    largest / 64 + 1 + SPARE
}

impl Plain for Narrow {
    fn first_gap<const K: usize>(&mut self, lines: [usize; K]) -> Option<u32> {
        let records = lines.map(|line| line * self.shape.stride());
        let mut full = records.iter().fold(0, |full, &record| full | self.words[record]);
        loop {
            let word = index(full.trailing_ones());
            let union = records.iter().fold(0, |union, record| union | self.words[record + 1 + word]);
            if union != u64::MAX {
                return (word < self.shape.used()).then(|| value_at(low(word), union.trailing_ones()));
            }
            for record in records {
                self.words[record] |= u64::from(self.words[record + 1 + word] == u64::MAX) << word;
            }
            full |= 1 << word;
        }
    }

    fn mark(&mut self, line: usize, value: u32) {
        let (word, bit) = place(value);
        assert!(word < self.shape.used(), "value {value} on line {line}");
        self.words[line * self.shape.stride() + 1 + word] |= bit;
    }
}

/// Word and bit of a value.
#[inline(always)]
pub(super) fn place(value: u32) -> (usize, u64) {
    let value = index(value);
    (value / 64, 1 << (value % 64))
}
