//! The second entries of a sequence of R-Wythoff, read off its own beginning.
//!
//! Write the rows of `T_g` as a word A over {0,1}: 1 where row r holds a first entry. Member n = n(r), in row r and on its own diagonal
//! n, has its second entry in column r + n(r). From a row to the next this column moves on by 2 after a 1 and by 1 after a 0: the word of
//! the second entries is the image of A under 1 -> 10, 0 -> 0, except that members on a wrong diagonal leave a gap there
//! and have their second entry somewhere near. As a row holds a first entry unless it is a second entry, A is the complement of
//! that image, and can be read off its own part up to 1/phi of the way. So nothing is kept but a beginning of A and the
//! members on wrong diagonals; what lies further is made again when it is read, by a reader of a reader of a reader,
//! each at 1/phi of the way of the one before, and so for less than 1/(1 - 1/phi) = 2.7 times the work of one.

use crate::codec::{BadState, Reader, Writer};

/// How many words of the beginning are kept: 2^18 rows, 32 KiB.
pub(super) const KEPT: usize = 1 << 12;

/// The image of 8 rows under 1 -> 10, 0 -> 0, the first row in the lowest bits, and above bit 16 its length.
const IMAGE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut row, mut at) = (0, 0);
        while row < 8 {
            if byte >> row & 1 == 1 {
                table[byte] |= 1 << at;
                at += 1;
            }
            at += 1;
            row += 1;
        }
        table[byte] |= at << 16;
        byte += 1;
    }
    table
};

/// The image of 32 rows, and its length: 32 bits and one more for each 1.
pub(super) fn image(rows: u32) -> (u64, u32) {
    let (mut bits, mut length) = (0, 0);
    for byte in rows.to_le_bytes() {
        let part = IMAGE[usize::from(byte)];
        bits |= u64::from(part & 0xffff) << length;
        length += part >> 16;
    }
    (bits, length)
}

/// The same for rows of which those not in `regular` leave a gap.
fn image_with_gaps(rows: u32, regular: u32) -> (u64, u32) {
    let (mut bits, mut at) = (0, 0);
    for row in 0..32 {
        bits |= u64::from(rows >> row & regular >> row & 1) << at;
        at += 1 + (rows >> row & 1);
    }
    (bits, at)
}

/// What is known of a sequence for ever: a beginning of its word, and the members on wrong diagonals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Past {
    /// The words of the first rows, at most [`KEPT`].
    pub(super) kept: Vec<u64>,
    /// First entries of members on wrong diagonals, increasing.
    pub(super) odd_rows: Vec<u64>,
    /// By how much their diagonals are beyond their own, in the same order; by Gu's Proposition 6 at most g, up or down.
    pub(super) odd_offsets: Vec<i16>,
    /// Second entries of members on wrong diagonals, in increasing order.
    pub(super) odd_columns: Vec<u64>,
}

impl Past {
    /// The rows of its first entries, 64 at a time, from row 0 on. What lies beyond the rows that have been done is what
    /// comes if no further member takes a wrong diagonal.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        let mut second_entries = None;
        (0..).map(move |number: u64| match self.kept.get(crate::widths::place(number)) {
            Some(&word) => word,
            None => !second_entries.get_or_insert_with(|| SecondEntries::at(self, number)).word(self),
        })
    }

    /// Remembers that member n, in row `x`, lies on diagonal `d` and not on its own.
    pub(super) fn odd(&mut self, n: u64, x: u64, d: u64) {
        let y = x + d;
        self.odd_rows.push(x);
        self.odd_offsets.push(i16::try_from(d.cast_signed() - n.cast_signed()).unwrap_or(i16::MAX));
        let place = self.odd_columns.partition_point(|&column| column <= y);
        self.odd_columns.insert(place, y);
    }
}

/// A reader: where it reads the word of first entries, and what it has not yet given of the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cursor {
    /// How many words it has given.
    given: u64,
    /// How many halves of words it has read.
    read: u64,
    /// The upper half of the word it read last, and which of its rows are regular.
    half: (u32, u32),
    /// Bits not yet given, and how many.
    bits: u128,
    len: u32,
    /// How many odd rows it has read, and odd columns it has given.
    odd_rows: usize,
    odd_columns: usize,
}

/// A reader, the reader it reads from when it is beyond what is kept, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SecondEntries(Vec<Cursor>);

impl SecondEntries {
    /// Readers of which the first gives word number `word` next.
    pub(super) fn at(past: &Past, word: u64) -> Self {
        let mut second_entries = Self(vec![Cursor::default()]);
        while second_entries.0[0].given < word {
            second_entries.next(past, 0);
        }
        second_entries
    }

    /// The next 64 rows of second entries.
    pub(super) fn word(&mut self, past: &Past) -> u64 {
        self.next(past, 0)
    }

    fn next(&mut self, past: &Past, level: usize) -> u64 {
        while self.0[level].len < 64 {
            let (rows, regular) = self.half(past, level);
            let cursor = &mut self.0[level];
            let (bits, length) = if rows == regular { image(rows) } else { image_with_gaps(rows, regular) };
            // Fewer than 64 are waiting and at most 64 come: they fit.
            cursor.bits |= u128::from(bits) << cursor.len;
            cursor.len += length;
            cursor.read += 1;
        }
        let cursor = &mut self.0[level];
        let mut word = low(cursor.bits);
        let end = (cursor.given + 1) * 64;
        while let Some(&column) = past.odd_columns.get(cursor.odd_columns).filter(|&&column| column < end) {
            word |= 1 << (column % 64);
            cursor.odd_columns += 1;
        }
        cursor.bits >>= 64;
        cursor.len -= 64;
        cursor.given += 1;
        word
    }

    /// The next 32 rows of first entries, and which of them are regular.
    fn half(&mut self, past: &Past, level: usize) -> (u32, u32) {
        let read = self.0[level].read;
        if read % 2 == 1 {
            return self.0[level].half;
        }
        let number = read / 2;
        let kept = usize::try_from(number).ok().and_then(|number| past.kept.get(number));
        let rows = kept.copied().unwrap_or_else(|| !self.deeper(past, level + 1, number));
        let cursor = &mut self.0[level];
        let mut regular = rows;
        let end = (number + 1) * 64;
        while let Some(&row) = past.odd_rows.get(cursor.odd_rows).filter(|&&row| row < end) {
            regular &= !(1 << (row % 64));
            cursor.odd_rows += 1;
        }
        let ((first, second), (first_regular, second_regular)) = (halves(rows), halves(regular));
        cursor.half = (second, second_regular);
        (first, first_regular)
    }

    /// Word `number` of second entries from the reader at `level`, which begins to read when it is first needed.
    fn deeper(&mut self, past: &Past, level: usize, number: u64) -> u64 {
        if self.0.len() == level {
            self.0.push(Cursor::default());
            while self.0[level].given < number {
                self.next(past, level);
            }
        }
        debug_assert_eq!(self.0[level].given, number);
        self.next(past, level)
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        writer.number(u64::try_from(self.0.len()).unwrap_or(u64::MAX));
        for cursor in &self.0 {
            let index = |index: usize| u64::try_from(index).unwrap_or(u64::MAX);
            let ((rows, regular), (low, high)) = (cursor.half, (low(cursor.bits), low(cursor.bits >> 64)));
            let halves = [u64::from(rows), u64::from(regular), low, high, u64::from(cursor.len)];
            let counts = [cursor.given, cursor.read, index(cursor.odd_rows), index(cursor.odd_columns)];
            writer.numbers(counts.into_iter().chain(halves));
        }
    }

    /// Readers of which the first gives word number `word` next.
    pub(super) fn read(reader: &mut Reader<'_>, past: &Past, word: u64) -> Result<Self, BadState> {
        const ASTRAY: BadState = BadState("a reader is out of place");
        let count = reader.number()?;
        if !(1..=100).contains(&count) {
            return Err(ASTRAY);
        }
        let mut second_entries: Vec<Cursor> = Vec::new();
        for _ in 0..count {
            let (given, read) = (reader.number()?, reader.number()?);
            let (odd_rows, odd_columns) = (reader.index()?, reader.index()?);
            let mut short = || u32::try_from(reader.number()?).map_err(|_| ASTRAY);
            let half = (short()?, short()?);
            let bits = u128::from(reader.number()?) | u128::from(reader.number()?) << 64;
            let len = u32::try_from(reader.number()?).map_err(|_| ASTRAY)?;
            // It gives what the one before is to read next.
            let wanted = second_entries.last().map_or(word, |before| before.read.div_ceil(2));
            let fits = given == wanted && read < given * 2 && len < 64 && bits >> len == 0;
            let odd = |odd: &[u64], passed: usize, end: u64| odd.partition_point(|&odd| odd < end) == passed;
            if !fits
                || !odd(&past.odd_rows, odd_rows, read.div_ceil(2) * 64)
                || !odd(&past.odd_columns, odd_columns, given * 64)
            {
                return Err(ASTRAY);
            }
            second_entries.push(Cursor { given, read, half, bits, len, odd_rows, odd_columns });
        }
        let kept = u64::try_from(past.kept.len()).unwrap_or(u64::MAX);
        if second_entries.last().is_some_and(|last| last.read.div_ceil(2) > kept) {
            return Err(ASTRAY);
        }
        Ok(Self(second_entries))
    }
}

fn low(bits: u128) -> u64 {
    u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(u64::MAX)
}

fn halves(word: u64) -> (u32, u32) {
    let half = |bits: u64| u32::try_from(bits & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    (half(word), half(word >> 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_image_has_a_bit_for_each_first_entry(rows in any::<u32>(), regular in any::<u32>()) {
            prop_assert_eq!(image(rows), image_with_gaps(rows, rows));
            let columns = (0..32).filter(|row| (rows & regular) >> row & 1 == 1);
            let column = |row: u32| row + (rows & ((1 << row) - 1)).count_ones();
            let expected = columns.fold(0, |bits, row| bits | 1_u64 << column(row));
            prop_assert_eq!(image_with_gaps(rows, rows & regular), (expected, 32 + rows.count_ones()));
        }
    }
}
