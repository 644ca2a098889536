//! The second entries of a sequence of R-Wythoff, computed from its own beginning.
//!
//! Write the rows of `T_g` as a word A over {0,1}, with 1 where row r is a first entry. Member n = n(r), in row r and on its own
//! diagonal n, has its second entry in column r + n(r). From one row to the next this column increases by 2 after a 1 and by 1
//! after a 0. So the word of the second entries is the image of A under 1 -> 10, 0 -> 0, except that members on a wrong diagonal
//! leave a gap there and have their second entry nearby. A row is a first entry unless it is a second entry, so A is the
//! complement of that image, and its part up to row r is determined by its part up to about r/phi. Only the beginning of A and
//! the members on wrong diagonals are stored. Later words are recomputed by a chain of readers, each at 1/phi of the row of the
//! one before, in less than 1/(1 - 1/phi) = 2.7 times the work of one reader.

use crate::codec::{BadState, Reader, Writer};
use crate::widths::{place, wide};

/// The number of words stored: 2^18 rows, 32 KiB.
pub(super) const KEPT: usize = 1 << 12;

/// The image of 8 rows under 1 -> 10, 0 -> 0, with the first row in the lowest bits, and its length from bit 16 on.
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

/// The image of 32 rows and its length: 32 bits plus one for each 1.
pub(super) fn image(rows: u32) -> (u64, u32) {
    let (mut bits, mut length) = (0, 0);
    for byte in rows.to_le_bytes() {
        let part = IMAGE[usize::from(byte)];
        bits |= u64::from(part & 0xffff) << length;
        length += part >> 16;
    }
    (bits, length)
}

/// The same, with a gap for each row that is not in `regular`.
fn image_with_gaps(rows: u32, regular: u32) -> (u64, u32) {
    let (mut bits, mut at) = (0, 0);
    for row in 0..32 {
        bits |= u64::from(rows >> row & regular >> row & 1) << at;
        at += 1 + (rows >> row & 1);
    }
    (bits, at)
}

/// The stored part of a sequence: the beginning of its word, and the members on wrong diagonals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Past {
    /// The words of the first rows, at most [`KEPT`].
    pub(super) kept: Vec<u64>,
    /// First entries of members on wrong diagonals, increasing.
    pub(super) odd_rows: Vec<u64>,
    /// Their diagonals minus their indices, in the same order. By Gu's Proposition 6 the absolute value is at most g.
    pub(super) odd_offsets: Vec<i16>,
    /// Second entries of members on wrong diagonals, in increasing order.
    pub(super) odd_columns: Vec<u64>,
}

impl Past {
    /// The first entries as bits of words of 64 rows, from row 0 on. Beyond the rows done it assumes that no further member lies
    /// on a wrong diagonal.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        let mut second_entries = None;
        (0..).map(move |number: u64| match self.kept.get(place(number)) {
            Some(&word) => word,
            None => !second_entries.get_or_insert_with(|| SecondEntries::at(self, number)).word(self),
        })
    }

    /// Records that member n, in row `x`, lies on diagonal `d` instead of its own.
    pub(super) fn odd(&mut self, n: u64, x: u64, d: u64) {
        let y = x + d;
        self.odd_rows.push(x);
        self.odd_offsets.push(i16::try_from(d.cast_signed() - n.cast_signed()).unwrap_or(i16::MAX));
        let place = self.odd_columns.partition_point(|&column| column <= y);
        self.odd_columns.insert(place, y);
    }
}

/// A reader: reads words of first entries and returns words of second entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cursor {
    /// The number of words returned.
    given: u64,
    /// The number of half words read.
    read: u64,
    /// The upper half of the word read last, and which of its rows are regular.
    half: (u32, u32),
    /// The bits not yet returned, and their number.
    bits: u128,
    len: u32,
    /// The numbers of odd rows read and of odd columns returned.
    odd_rows: usize,
    odd_columns: usize,
}

/// A chain of readers: each reads from the next when it is beyond the stored words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SecondEntries(Vec<Cursor>);

impl SecondEntries {
    /// Readers whose first one returns word number `word` next.
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
            // Fewer than 64 bits are pending and at most 64 are added, so they fit.
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

    /// Word `number` of second entries from the reader at `level`, which is created when first needed.
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
        writer.number(wide(self.0.len()));
        for cursor in &self.0 {
            let ((rows, regular), (low, high)) = (cursor.half, (low(cursor.bits), low(cursor.bits >> 64)));
            let halves = [u64::from(rows), u64::from(regular), low, high, u64::from(cursor.len)];
            let counts = [cursor.given, cursor.read, wide(cursor.odd_rows), wide(cursor.odd_columns)];
            writer.numbers(counts.into_iter().chain(halves));
        }
    }

    /// Restores readers whose first one returns word number `word` next.
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
            // It returns the word that the reader before it reads next.
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
        if second_entries.last().is_some_and(|last| last.read.div_ceil(2) > wide(past.kept.len())) {
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
    use super::super::super::golden::Golden;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The first words of value 0: the rows `floor(φn)`.
    fn beginning(words: usize) -> Vec<u64> {
        let mut kept = vec![0; words];
        for row in (0..).map(|n| place(u64::try_from(Golden { whole: 0, phi: n }.floor()).unwrap())) {
            let Some(word) = kept.get_mut(row / 64) else { break };
            *word |= 1 << (row % 64);
        }
        kept
    }

    /// A short beginning, so that there are readers of readers, and members on wrong diagonals. Some of their rows and columns are the
    /// first ones of words.
    fn short() -> Past {
        Past {
            kept: beginning(8),
            odd_rows: vec![11, 320, 576, 577, 1003, 2048, 2049],
            odd_offsets: vec![1; 7],
            odd_columns: vec![640, 641, 702, 1920, 2048, 4000, 6400],
        }
    }

    /// The first entries of so many rows, and all second entries, row by row.
    fn by_rows(past: &Past, rows: u64) -> (Vec<bool>, BTreeSet<u64>) {
        let mut columns: BTreeSet<u64> = past.odd_columns.iter().copied().collect();
        let (mut firsts, mut n) = (Vec::new(), 0);
        for row in 0..rows {
            let kept = past.kept.get(place(row / 64)).map(|word| word >> (row % 64) & 1 == 1);
            let is_first = kept.unwrap_or(!columns.contains(&row));
            firsts.push(is_first);
            if is_first && !past.odd_rows.contains(&row) {
                columns.insert(row + n);
            }
            n += u64::from(is_first);
        }
        (firsts, columns)
    }

    fn stored(second_entries: &SecondEntries) -> Vec<u8> {
        let mut writer = Writer::new(0, 0);
        second_entries.write(&mut writer);
        writer.finish()
    }

    fn restored(second_entries: &SecondEntries, past: &Past, word: u64) -> Result<SecondEntries, BadState> {
        let bytes = stored(second_entries);
        let mut reader = Reader::new(&bytes, 0, 0)?;
        let read = SecondEntries::read(&mut reader, past, word)?;
        reader.finish()?;
        Ok(read)
    }

    #[test]
    fn words_are_those_of_the_rows_one_by_one() {
        for past in [short(), Past { kept: beginning(8), ..Past::default() }] {
            let (firsts, columns) = by_rows(&past, 64 * 300);
            let mut second_entries = SecondEntries::at(&past, 0);
            for (word, rows) in (0..).zip(firsts.chunks(64)) {
                let bits = (0..64).filter(|bit| columns.contains(&(64 * word + bit)));
                let expected = bits.fold(0, |all, bit| all | 1_u64 << bit);
                assert_eq!(second_entries.word(&past), expected, "word {word}");
                let bits = (0..64).filter(|&bit| rows[bit]).fold(0, |all, bit| all | 1_u64 << bit);
                assert_eq!(past.words().nth(place(word)), Some(bits), "word {word}");
            }
            assert!(second_entries.0.len() > 5, "there are readers of readers");
        }
    }

    #[test]
    fn readers_are_restored_at_every_word_and_read_no_more_than_they_need() {
        let past = short();
        let lengths: Vec<u64> = past
            .words()
            .take(300)
            .flat_map(|word| [word & u64::from(u32::MAX), word >> 32])
            .map(|half| 32 + u64::from(half.count_ones()))
            .collect();
        let mut exact = 0;
        for word in 3..300 {
            let second_entries = SecondEntries::at(&past, word);
            assert_eq!(restored(&second_entries, &past, word).as_ref(), Ok(&second_entries), "word {word}");
            for cursor in &second_entries.0 {
                let bits = |halves: u64| lengths[..place(halves)].iter().sum::<u64>();
                assert!(bits(cursor.read) >= 64 * cursor.given && bits(cursor.read - 1) < 64 * cursor.given);
                exact += usize::from(bits(cursor.read) == 64 * cursor.given);
            }
            assert!(restored(&second_entries, &past, word + 1).is_err());
        }
        assert!(exact > 0, "some reader has nothing left");
    }

    #[test]
    fn readers_that_are_out_of_place_are_refused() {
        let past = short();
        let changed = |word: u64, change: &dyn Fn(&mut Cursor)| {
            let mut second_entries = SecondEntries::at(&past, word);
            change(&mut second_entries.0[0]);
            restored(&second_entries, &past, word)
        };
        // Word 5 has no odd column, and there is one reader, so that no other number has to agree.
        assert_eq!(SecondEntries::at(&past, 5).0.len(), 1);
        assert!(changed(5, &|_| ()).is_ok());
        let refused = Err(BadState("a reader is out of place"));
        assert_eq!(changed(5, &|cursor| cursor.given += 1), refused);
        assert_eq!(changed(5, &|cursor| cursor.given -= 1), refused);
        assert_eq!(changed(5, &|cursor| cursor.read = 2 * cursor.given), refused);
        assert_eq!(changed(5, &|cursor| cursor.len = 64), refused);
        assert_eq!(changed(5, &|cursor| cursor.bits |= 1 << cursor.len), refused);
        assert_eq!(changed(5, &|cursor| cursor.bits |= 1 << 64), refused);
        assert_eq!(changed(5, &|cursor| cursor.odd_rows += 1), refused);
        assert_eq!(changed(5, &|cursor| cursor.odd_columns += 1), refused);
        // The last reader reads stored words only.
        let mut many = SecondEntries::at(&past, 100);
        assert!(restored(&many, &past, 100).is_ok());
        many.0.pop();
        assert_eq!(restored(&many, &past, 100), refused);
        // At least one reader, and not more than 100.
        for count in [0, 101] {
            let mut writer = Writer::new(0, 0);
            writer.numbers([count; 40]);
            let bytes = writer.finish();
            assert_eq!(SecondEntries::read(&mut Reader::new(&bytes, 0, 0).unwrap(), &past, 0), refused);
        }
    }

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
