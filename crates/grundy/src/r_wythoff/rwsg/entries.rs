//! Iteration over the first entries of a sequence.

use super::second_entries::Past;

/// An iterator over the first entries `a_0 < a_1 < ..` of a sequence; see [`super::Rwsg::first_entries`]. `nth` skips many of
/// them quickly.
pub struct FirstEntries<'r> {
    words: Box<dyn Iterator<Item = u64> + 'r>,
    /// The row after the current word.
    end: u64,
    /// The rest of the current word.
    word: u64,
}

impl<'r> FirstEntries<'r> {
    pub(super) fn new(past: &'r Past) -> Self {
        Self { words: Box::new(past.words()), end: 0, word: 0 }
    }

    /// The next first entry, without consuming it.
    pub fn peek(&mut self) -> Option<u64> {
        while self.word == 0 {
            self.next_word()?;
        }
        Some(self.end - 64 + u64::from(self.word.trailing_zeros()))
    }

    /// The first entries as bits of words of 64 rows, from row 0 on. Call this before `next`.
    pub fn words(self) -> impl Iterator<Item = u64> + 'r {
        self.words
    }

    fn next_word(&mut self) -> Option<()> {
        self.word = self.words.next()?;
        self.end += 64;
        Some(())
    }
}

impl Iterator for FirstEntries<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let entry = self.peek()?;
        self.word &= self.word - 1;
        Some(entry)
    }

    fn nth(&mut self, n: usize) -> Option<u64> {
        let mut left = n;
        loop {
            let here = crate::widths::index(self.word.count_ones());
            if left < here {
                break;
            }
            left -= here;
            self.next_word()?;
        }
        for _ in 0..left {
            self.word &= self.word - 1;
        }
        self.next()
    }
}

/// The members on wrong diagonals, as (n, d).
pub(super) fn wrong(past: &Past) -> impl Iterator<Item = (u64, u64)> + '_ {
    let (mut before, mut words) = (0, (0..).zip(past.words()).peekable());
    past.odd_rows.iter().zip(&past.odd_offsets).filter_map(move |(&row, &offset)| {
        while let Some((_, word)) = words.next_if(|&(number, _)| number < row / 64) {
            before += u64::from(word.count_ones());
        }
        let &(_, word) = words.peek()?;
        let n = before + u64::from((word & ((1 << (row % 64)) - 1)).count_ones());
        Some((n, n.checked_add_signed(i64::from(offset))?))
    })
}
