use crate::npy::header_of;
use grundy::solve::rays::Chunk;
use grundy::{Element, Error};
use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};

/// A `.npy` file that is written by chunks of rows, in any order and from several threads. A chunk of a symmetric table is also written as the
/// columns that mirror its rows, so the table is never in memory. The file is the same as that of [`npy`](crate::npy()).
#[derive(Debug)]
pub struct NpyFile<'f> {
    file: &'f File,
    side: usize,
    element: Element,
    symmetric: bool,
    /// Where the cells begin.
    start: u64,
    /// Memory of threads that have written a chunk, for later ones.
    spare: Mutex<Vec<Buffers>>,
}

/// The cells of a chunk, and their mirror images, as bytes.
#[derive(Debug, Default)]
struct Buffers {
    rows: Vec<u8>,
    columns: Vec<u8>,
}

impl<'f> NpyFile<'f> {
    /// Rows that a thread may have in its buffers: those of a chunk, twice.
    pub const ROWS: u64 = 256;

    /// Writes the header of a table of `side` by `side` cells.
    ///
    /// # Errors
    /// Those of the file.
    pub fn new(file: &'f File, side: usize, element: Element, symmetric: bool) -> io::Result<Self> {
        let header = header_of(element, side)?;
        write_at(file, &header, 0)?;
        let start = number(header.len());
        let cells =
            number(side).checked_mul(number(side)).and_then(|cells| cells.checked_mul(element.bytes()));
        let length = cells.and_then(|cells| cells.checked_add(start));
        file.set_len(length.ok_or_else(|| io::Error::other("the table is too large for a file"))?)?;
        Ok(Self { file, side, element, symmetric, start, spare: Mutex::default() })
    }

    /// Writes the rows of a chunk and, in a symmetric table, their mirror images.
    ///
    /// # Errors
    /// When a value does not fit, as [`Error::Width`]; those of the file, as the second kind.
    pub fn put(&self, chunk: &Chunk<'_>) -> Result<io::Result<()>, Error> {
        let lock = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut buffers = lock().pop().unwrap_or_default();
        let written = match self.element {
            Element::U8 => self.put_as::<1>(chunk, &mut buffers),
            Element::U16 => self.put_as::<2>(chunk, &mut buffers),
            Element::U32 => self.put_as::<4>(chunk, &mut buffers),
        };
        lock().push(buffers);
        written
    }

    fn put_as<const N: usize>(
        &self,
        chunk: &Chunk<'_>,
        buffers: &mut Buffers,
    ) -> Result<io::Result<()>, Error> {
        let rows = chunk.places();
        // Of a symmetric table the columns before these rows were, or will be, written with earlier rows.
        let first = if self.symmetric { rows.start } else { 0 };
        let width = self.side - first;
        let Buffers { rows: cells, columns } = buffers;
        cells.clear();
        // A cell that is not a position holds the largest value of its type.
        cells.resize(rows.len() * width * N, u8::MAX);
        let (cells, _) = cells.as_chunks_mut::<N>();
        for row in chunk.rows().into_iter().flatten() {
            let at = (row.a - rows.start) * width + row.b - first;
            for (cell, value) in cells[at..].iter_mut().zip(row.values()) {
                *cell = bytes(value).ok_or(Error::Width { value: value.into(), element: self.element })?;
            }
        }
        if !self.symmetric {
            return Ok(self.write(cells.as_flattened(), rows.start, 0));
        }
        for a in 0..rows.len() {
            for b in 0..a {
                cells[a * width + b] = cells[b * width + a];
            }
        }
        let mirrored = mirror::<N>(cells, rows.len(), columns);
        let written = cells
            .chunks(width.max(1))
            .zip(rows.clone())
            .try_for_each(|(row, a)| self.write(row.as_flattened(), a, rows.start));
        Ok(written.and_then(|()| {
            let below = mirrored.chunks(rows.len().max(1)).zip(rows.end..);
            below.into_iter().try_for_each(|(row, b)| self.write(row.as_flattened(), b, rows.start))
        }))
    }

    /// Writes cells of a row from a column on.
    fn write(&self, cells: &[u8], row: usize, column: usize) -> io::Result<()> {
        // `new` has checked that all places are within the length of a file.
        let place = (number(row) * number(self.side) + number(column)) * self.element.bytes();
        write_at(self.file, cells, self.start + place)
    }
}

/// The columns after the first `height` ones, of rows of the same number, as rows.
fn mirror<'c, const N: usize>(cells: &[[u8; N]], height: usize, columns: &'c mut Vec<u8>) -> &'c [[u8; N]] {
    /// Cells that are read and written together stay in the cache.
    const SQUARE: usize = 64;
    let width = cells.len() / height.max(1);
    columns.resize(width.saturating_sub(height) * height * N, 0);
    let (columns, _) = columns.as_chunks_mut::<N>();
    for left in (height..width).step_by(SQUARE) {
        for b in left..(left + SQUARE).min(width) {
            for a in 0..height {
                columns[(b - height) * height + a] = cells[a * width + b];
            }
        }
    }
    columns
}

/// A value as little-endian bytes, if it fits and is not the mark of a cell without a position.
#[inline]
fn bytes<const N: usize>(value: u32) -> Option<[u8; N]> {
    let all = value.to_le_bytes();
    let (low, high) = all.split_at(N);
    let low: [u8; N] = low.try_into().ok()?;
    (high.iter().all(|&byte| byte == 0) && low != [u8::MAX; N]).then_some(low)
}

fn number(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, place)
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_write(file, bytes, place)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => {
                bytes = &bytes[written..];
                place += number(written);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npy;
    use grundy::solve::rays::How;
    use grundy::{Engine, Plan, Table, Template};
    use std::io::{Read, Seek};
    use std::ops::ControlFlow;

    /// The file that is written by chunks.
    fn by_chunks(text: &str, max: u64, element: Element, threads: usize) -> Result<Vec<u8>, Error> {
        let template = Template::parse(text).unwrap();
        let plan = Plan::new(&template, max, Engine::Best).unwrap();
        assert!(plan.has_rows());
        let mut file = tempfile::tempfile().unwrap();
        let side = usize::try_from(max).unwrap() + 1;
        let npy = NpyFile::new(&file, side, element, plan.is_symmetric()).unwrap();
        let how = How { threads, ..How::default() };
        plan.rows_at_once(how, &mut |_| ControlFlow::Continue(()), &|chunk| {
            npy.put(chunk)?.unwrap();
            Ok(())
        })?;
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        Ok(bytes)
    }

    /// It is the file of the whole table, also with holes, without symmetry, and from many threads.
    #[test]
    fn chunks_are_the_whole_table() {
        for text in [
            "wythoff",
            "star-nim",
            "gurvich:a=2,b=3",
            "gdwn:p=1,q=2",
            "{x,y: x-i,y; x,y-i; x-i,y-3i}",
            "exile",
        ] {
            for max in [0, 1, 127, 128, 129, 400].into_iter().filter(|max| (text, *max) != ("star-nim", 0)) {
                for element in [Element::U16, Element::U32] {
                    let table =
                        Table::of(Template::parse(text).unwrap()).to(max).element(element).compute().unwrap();
                    let mut whole = Vec::new();
                    npy(&table, &mut whole).unwrap();
                    for threads in [1, 3, 16] {
                        let made = by_chunks(text, max, element, threads).unwrap();
                        assert!(made == whole, "{text} to {max}, {element:?}, {threads} threads");
                    }
                }
            }
        }
    }

    /// A value that does not fit is an error, and so is the mark of cells without a position.
    #[test]
    fn values_have_to_fit() {
        assert!(by_chunks("nim", 127, Element::U8, 2).is_ok());
        let refused = by_chunks("nim", 255, Element::U8, 2);
        assert!(matches!(refused, Err(Error::Width { value: 255.., element: Element::U8 })), "{refused:?}");
        assert_eq!((bytes::<2>(65534), bytes::<2>(65535), bytes::<2>(65536)), (Some([254, 255]), None, None));
        assert_eq!((bytes::<4>(u32::MAX), bytes::<1>(254)), (None, Some([254])));
    }
}
