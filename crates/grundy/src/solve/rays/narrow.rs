//! Narrow line sets: at most 64 words a line, and a bit for each word.
//!
//! A line is a record: a word of bits that tell which words of the set are known to be full, then the set. A search reads a line
//! from one address, in a few scalar instructions.

use super::ahead::Ahead;
use super::lines::{Plain, ROUND, value_at};
use super::pages::Zeroed;
use crate::widths::{index, low};
use std::ops::Range;

/// Words of a line that stay empty, so that every search ends and always finds [`ROUND`] open words.
const SPARE: usize = ROUND;

/// The most words of a line: a bit for each.
const MOST: usize = 64;

/// Line sets, each of `size.width` words.
#[derive(Debug)]
pub(super) struct Narrow {
    words: Zeroed<u64>,
    size: Dimensions,
    /// The word of values that every set starts at. Smaller values are on no set, and not asked for; see [`Narrow::move_on`].
    base: usize,
}

/// The number of lines, and their width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dimensions {
    pub lines: usize,
    /// Words per line, including the empty ones.
    width: usize,
}

impl Dimensions {
    fn new(lines: usize, width: usize) -> Option<Self> {
        (width <= MOST).then_some(Self { lines, width })
    }

    /// Words per record. It is odd, so that records of neighbouring lines do not compete for the same cache sets.
    #[inline(always)]
    pub fn stride(self) -> usize {
        (1 + self.width) | 1
    }

    /// Words that hold values.
    #[inline(always)]
    pub fn used(self) -> usize {
        self.width - SPARE
    }
}

impl Narrow {
    /// Empty sets for this many lines, with room for values up to `largest`. Nothing if they would not be narrow.
    pub fn new(lines: usize, largest: usize) -> Option<Self> {
        Dimensions::new(lines, width(largest)).map(Self::empty)
    }

    fn empty(size: Dimensions) -> Self {
        Self { words: Zeroed::words(size.lines * size.stride()), size, base: 0 }
    }

    /// The memory of a line that holds values up to `largest`, in bytes.
    pub fn bytes_a_line(largest: usize) -> Option<usize> {
        Dimensions::new(1, width(largest)).map(|size| size.stride() * size_of::<u64>())
    }

    /// This many values fit.
    pub fn room(&self) -> usize {
        self.size.used() * 64
    }

    /// The word of values that sets start at.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Drops the words that are full in every row ahead, and returns whether there are any. Sets of lines that are not ahead must be empty, or
    /// not be used again.
    pub fn move_on(&mut self, ahead: &Ahead) -> bool {
        let (stride, used) = (self.size.stride(), self.size.used());
        let records = |lines: &Range<usize>| lines.start * stride..lines.end * stride;
        let full = |record: &[u64]| record[1..=used].iter().take_while(|&&word| word == u64::MAX).count();
        let rows = self.words[records(&ahead.rows)].chunks_exact(stride);
        let by = rows.map(full).min().unwrap_or(0);
        if by == 0 {
            return false;
        }
        for lines in &ahead.lines {
            for record in self.words[records(lines)].chunks_exact_mut(stride) {
                record[0] = record[0].checked_shr(low(by)).unwrap_or(0);
                record.copy_within(1 + by..=used, 1);
                record[1 + used - by..=used].fill(0);
            }
        }
        self.base += by;
        true
    }

    /// The same sets with more room, if they stay narrow.
    pub fn wider(&self) -> Option<Self> {
        let mut wider =
            Self::empty(Dimensions::new(self.size.lines, self.size.width + self.size.width / 4 + 1)?);
        let records = wider.words.chunks_exact_mut(wider.size.stride());
        for (to, from) in records.zip(self.words.chunks_exact(self.size.stride())) {
            to[..from.len()].copy_from_slice(from);
        }
        wider.base = self.base;
        Some(wider)
    }

    /// The words of each line that may hold values.
    pub fn sets(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.words.chunks_exact(self.size.stride()).map(|record| &record[1..=self.size.used()])
    }

    /// The raw parts, for sharing between threads.
    pub fn raw(&mut self) -> (&mut [u64], Dimensions, usize) {
        (&mut self.words, self.size, self.base)
    }
}

/// Words for values up to `largest`.
fn width(largest: usize) -> usize {
    largest / 64 + 1 + SPARE
}

impl Plain for Narrow {
    fn first_gap<const K: usize>(&mut self, lines: [usize; K]) -> Option<u32> {
        let records = lines.map(|line| line * self.size.stride());
        let mut full = records.iter().fold(0, |full, &record| full | self.words[record]);
        loop {
            let word = index(full.trailing_ones());
            let union = records.iter().fold(0, |union, record| union | self.words[record + 1 + word]);
            if union != u64::MAX {
                let value = || value_at(low(self.base + word), union.trailing_ones());
                return (word < self.size.used()).then(value);
            }
            for record in records {
                self.words[record] |= u64::from(self.words[record + 1 + word] == u64::MAX) << word;
            }
            full |= 1 << word;
        }
    }

    fn mark(&mut self, line: usize, value: u32) {
        let (word, bit) = place(value);
        let Some(word) = word.checked_sub(self.base) else { return };
        assert!(word < self.size.used(), "value {value} on line {line}");
        self.words[line * self.size.stride() + 1 + word] |= bit;
    }

    fn clear_lines(&mut self, lines: Range<usize>) {
        let stride = self.size.stride();
        self.words[lines.start * stride..lines.end * stride].fill(0);
    }
}

/// Word and bit of a value.
#[inline(always)]
pub(super) fn place(value: u32) -> (usize, u64) {
    let value = index(value);
    (value / 64, 1 << (value % 64))
}
