//! The rows of a long table, in a file of their own.
//!
//! The file is a log: a header with the text of the question, then a record for each band of rows, in the order in which they were computed. A record has the first
//! row and the row after the last one, the number of values, the bytes of a value, a checksum, and the values. All numbers are little-endian, and a value has as many bytes as the largest one of the band
//! needs. A record that is cut off is dropped when the file is opened, and one whose checksum is wrong is not used: those rows are computed and saved again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first bytes of the file: what it is, and the version.
const MAGIC: &[u8; 16] = b"grundy bands 1\n\0";

/// First row, end, number of values, bytes of a value, checksum.
const RECORD: usize = 8 * 5;

/// Bands of rows that are kept in a file. The file is locked, so that no other run appends to it.
#[derive(Debug)]
pub struct Bands {
    path: PathBuf,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    file: File,
    /// The end of the last record.
    end: u64,
    /// Where the records of rows are.
    places: HashMap<Range<usize>, Record>,
    /// The first error of writing. Nothing is saved after it.
    failed: Option<io::Error>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    place: u64,
    values: u64,
    width: u64,
    checksum: u64,
}

impl Bands {
    /// Opens the file of a question, or makes it. Bands of another question are dropped. Nothing if another run uses the file.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn open(path: &Path, question: &str) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut inner = Inner { file, end: 0, places: HashMap::new(), failed: None };
        inner.begin(question)?;
        Ok(Some(Self { path: path.to_owned(), inner: Mutex::new(inner) }))
    }

    /// The number of rows in the file.
    pub fn rows(&self) -> usize {
        self.lock().places.keys().map(Range::len).sum()
    }

    /// The values of a band, if it was saved.
    pub fn load(&self, rows: &Range<usize>) -> Option<Vec<u32>> {
        let mut inner = self.lock();
        let record = *inner.places.get(rows)?;
        let bytes = inner.read(record).ok();
        drop(inner);
        bytes.and_then(|bytes| record.values_of(rows, &bytes))
    }

    /// Saves the values of a band. The first error ends this, and [`Bands::failed`] returns it.
    pub fn save(&self, rows: Range<usize>, values: &[u32]) {
        let (record, bytes) = Record::of(&rows, values);
        let mut inner = self.lock();
        if inner.failed.is_some() {
            return;
        }
        match inner.append(&bytes) {
            Ok(place) => {
                inner.places.insert(rows, Record { place, ..record });
            }
            Err(error) => inner.failed = Some(error),
        }
    }

    /// The error that ended saving, if there was one.
    pub fn failed(&self) -> Option<String> {
        self.lock().failed.as_ref().map(io::Error::to_string)
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn delete(&self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Reads the records, or begins a new file.
    fn begin(&mut self, question: &str) -> io::Result<()> {
        let mut header = MAGIC.to_vec();
        header.extend(number(question.len()).to_le_bytes());
        header.extend(question.as_bytes());
        let mut found = vec![0; header.len()];
        let mut reader = BufReader::new(&self.file);
        if reader.read_exact(&mut found).is_err() || found != header {
            drop(reader);
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&header)?;
            self.end = number(header.len());
            return Ok(());
        }
        let length = self.file.metadata()?.len();
        let mut end = number(header.len());
        let mut head = [0; RECORD];
        while reader.read_exact(&mut head).is_ok() {
            let Some((rows, record)) = Record::read(&head, end + number(RECORD)) else { break };
            let Some(next) = record.end().filter(|&next| next <= length) else { break };
            let Ok(skipped) = i64::try_from(next - record.place) else { break };
            reader.seek_relative(skipped)?;
            self.places.insert(rows, record);
            end = next;
        }
        drop(reader);
        self.end = end;
        self.file.set_len(end)
    }

    fn read(&mut self, record: Record) -> io::Result<Vec<u8>> {
        let length = record.end().map_or(0, |end| end - record.place);
        let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        self.file.seek(SeekFrom::Start(record.place))?;
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends a record, and returns where its values begin.
    fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)?;
        let place = self.end + number(RECORD);
        self.end += number(bytes.len());
        Ok(place)
    }
}

impl Record {
    /// The record of a band, and its bytes.
    fn of(rows: &Range<usize>, values: &[u32]) -> (Self, Vec<u8>) {
        // The mark of a cell that is not a position has all bits set, in any number of bytes.
        let largest = values.iter().copied().filter(|&value| value != u32::MAX).max().unwrap_or(0);
        let width = (1..4).find(|width| u64::from(largest) + 1 < 1 << (8 * width)).unwrap_or(4);
        let mut bytes = vec![0; RECORD];
        for value in values {
            bytes.extend_from_slice(&value.to_le_bytes()[..width]);
        }
        let checksum = checksum(rows, &bytes[RECORD..]);
        let record = Self { place: 0, values: number(values.len()), width: number(width), checksum };
        let numbers = [number(rows.start), number(rows.end), record.values, record.width, checksum];
        let head: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        bytes[..RECORD].copy_from_slice(&head);
        (record, bytes)
    }

    /// Reads the head of a record, whose values begin at a place.
    fn read(head: &[u8; RECORD], place: u64) -> Option<(Range<usize>, Self)> {
        let (numbers, _) = head.as_chunks::<8>();
        let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let mut next = || numbers.next();
        let (start, end) = (usize::try_from(next()?).ok()?, usize::try_from(next()?).ok()?);
        let record = Self { values: next()?, width: next()?, checksum: next()?, place };
        ((1..=4).contains(&record.width) && start < end).then_some((start..end, record))
    }

    /// Where the next record begins.
    fn end(self) -> Option<u64> {
        self.values.checked_mul(self.width)?.checked_add(self.place)
    }

    /// The values, if the checksum is right.
    fn values_of(self, rows: &Range<usize>, bytes: &[u8]) -> Option<Vec<u32>> {
        let width = usize::try_from(self.width).ok().filter(|_| checksum(rows, bytes) == self.checksum)?;
        let none = u32::MAX >> (32 - 8 * width);
        let value = |bytes: &[u8]| {
            let mut all = [0; 4];
            all[..width].copy_from_slice(bytes);
            Some(u32::from_le_bytes(all)).filter(|&value| value != none).unwrap_or(u32::MAX)
        };
        Some(bytes.chunks_exact(width).map(value).collect())
    }
}

/// A number that changes with every bit of the rows and the bytes, but for an accident in 2^64.
fn checksum(rows: &Range<usize>, bytes: &[u8]) -> u64 {
    /// An odd number without a pattern in its bits.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(std::iter::once(&last)).map(|word| u64::from_le_bytes(*word));
    let all = [number(rows.start), number(rows.end), number(bytes.len())].into_iter().chain(words);
    all.fold(FACTOR, mix)
}

fn number(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: u32 = u32::MAX;

    fn open(path: &Path, question: &str) -> Bands {
        Bands::open(path, question).unwrap().unwrap()
    }

    #[test]
    fn bands_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bands");
        let all = [
            (0..3, vec![0, 7, 254]),
            (3..5, vec![NONE, 0, 255]),
            (5..6, vec![]),
            (6..9, vec![65534, NONE]),
            (9..10, vec![65535, 1 << 24]),
            (10..11, vec![NONE - 1, NONE, 0]),
        ];
        let bands = open(&path, "a question");
        for (rows, values) in &all {
            assert_eq!(bands.load(rows), None);
            bands.save(rows.clone(), values);
            assert_eq!(bands.load(rows).as_ref(), Some(values));
        }
        assert!(Bands::open(&path, "a question").unwrap().is_none(), "it is in use");
        drop(bands);
        let bands = open(&path, "a question");
        assert_eq!(bands.rows(), 11);
        for (rows, values) in &all {
            assert_eq!(bands.load(rows).as_ref(), Some(values));
        }
        assert_eq!(bands.load(&(0..4)), None);
        drop(bands);
        // Those of another question are not used.
        let other = open(&path, "another one");
        assert_eq!((other.rows(), other.failed()), (0, None));
        other.delete().unwrap();
        assert!(!path.exists());
    }

    /// Whatever byte is changed, and wherever the file is cut off: what is loaded was saved.
    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bands");
        let all = [(0..2, vec![3, 1, NONE, 300]), (2..4, vec![7, 7, 7]), (4..5, vec![70_000])];
        let bands = open(&path, "q");
        for (rows, values) in &all {
            bands.save(rows.clone(), values);
        }
        drop(bands);
        let whole = std::fs::read(&path).unwrap();
        let check = |bytes: &[u8], most: usize| {
            std::fs::write(&path, bytes).unwrap();
            let bands = open(&path, "q");
            let loaded = all.iter().filter(|(rows, values)| match bands.load(rows) {
                Some(loaded) => {
                    assert_eq!(&loaded, values);
                    true
                }
                None => false,
            });
            assert!(loaded.count() <= most);
            // Rows that are missing are saved again.
            for (rows, values) in &all {
                if bands.load(rows).is_none() {
                    bands.save(rows.clone(), values);
                }
            }
            drop(bands);
            let bands = open(&path, "q");
            assert!(all.iter().all(|(rows, values)| bands.load(rows).as_ref() == Some(values)));
        };
        check(&whole, 3);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            check(&damaged, 2);
            check(&whole[..at], 2);
        }
    }
}
