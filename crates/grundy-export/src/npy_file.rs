use crate::npy::header_of;
use grundy::solve::rays::Chunk;
use grundy::{Element, Error};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    shared: Mutex<Shared>,
}

/// What the threads share.
#[derive(Debug, Default)]
struct Shared {
    /// Memory of cells and of images that have been written, for later ones.
    cells: Vec<Vec<u8>>,
    images: Vec<Vec<u8>>,
    /// The images that wait for their neighbours.
    groups: Vec<Group>,
}

/// The mirror images of neighbouring chunks, which are written together: one chunk has few cells in each row of its image, and a call of the system for each of
/// these pieces takes longer than copying it.
#[derive(Debug)]
struct Group {
    rows: Range<usize>,
    /// The rows of each chunk, and their images.
    images: Vec<(Range<usize>, Vec<u8>)>,
}

impl<'f> NpyFile<'f> {
    /// The bytes of a row of images that are written together: eight chunks of 16-bit values. Longer pieces need more memory.
    const PIECE: usize = 2048;

    /// Upper limit on the memory of the buffers of a table of `side` by `side` cells.
    pub fn buffers(side: u64, element: Element, threads: usize) -> u64 {
        /// Rows of a thread: those of a chunk, and their images.
        const ROWS: u64 = 256;
        // Threads work on neighbouring chunks, so besides theirs no more than two groups have images.
        let rows = element.bytes().saturating_mul(ROWS).saturating_mul(number(threads));
        rows.saturating_add(2 * number(Self::PIECE)).saturating_mul(side)
    }

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
        Ok(Self { file, side, element, symmetric, start, shared: Mutex::default() })
    }

    /// Writes the rows of a chunk and, in a symmetric table, their mirror images.
    ///
    /// # Errors
    /// When a value does not fit, as [`Error::Width`]; those of the file, as the second kind.
    pub fn put(&self, chunk: &Chunk<'_>) -> Result<io::Result<()>, Error> {
        let mut cells = self.lock().cells.pop().unwrap_or_default();
        let written = match self.element {
            Element::U8 => self.put_as::<1>(chunk, &mut cells),
            Element::U16 => self.put_as::<2>(chunk, &mut cells),
            Element::U32 => self.put_as::<4>(chunk, &mut cells),
        };
        self.lock().cells.push(cells);
        written
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put_as<const N: usize>(
        &self,
        chunk: &Chunk<'_>,
        cells: &mut Vec<u8>,
    ) -> Result<io::Result<()>, Error> {
        let rows = chunk.places();
        // Of a symmetric table the columns before these rows were, or will be, written with earlier rows.
        let first = if self.symmetric { rows.start } else { 0 };
        let width = self.side - first;
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
        let mut image = self.lock().images.pop().unwrap_or_default();
        mirror::<N>(cells, rows.len(), &mut image);
        let written = cells
            .chunks(width.max(1))
            .zip(rows.clone())
            .try_for_each(|(row, a)| self.write(row.as_flattened(), a, rows.start));
        Ok(written.and_then(|()| self.join::<N>(rows, image)))
    }

    /// Adds an image to its group. The last one of a group writes it.
    fn join<const N: usize>(&self, rows: Range<usize>, image: Vec<u8>) -> io::Result<()> {
        let length = Self::PIECE / N;
        let start = rows.start / length * length;
        let all = start..(start + length).min(self.side);
        if rows.end > all.end {
            return Err(io::Error::other("the rows of a chunk are in two groups"));
        }
        let mut shared = self.lock();
        let place = shared.groups.iter().position(|group| group.rows == all).unwrap_or_else(|| {
            shared.groups.push(Group { rows: all, images: Vec::new() });
            shared.groups.len() - 1
        });
        let group = &mut shared.groups[place];
        group.images.push((rows, image));
        if group.images.iter().map(|(rows, _)| rows.len()).sum::<usize>() < group.rows.len() {
            return Ok(());
        }
        let mut group = shared.groups.swap_remove(place);
        drop(shared);
        group.images.sort_unstable_by_key(|(rows, _)| rows.start);
        let mut piece = Vec::with_capacity(Self::PIECE);
        for b in group.rows.start..self.side {
            piece.clear();
            for (rows, image) in group.images.iter().filter(|(rows, _)| rows.end <= b) {
                let length = rows.len() * N;
                piece.extend_from_slice(&image[(b - rows.end) * length..][..length]);
            }
            self.write(&piece, b, group.rows.start)?;
        }
        self.lock().images.extend(group.images.into_iter().map(|(_, image)| image));
        Ok(())
    }

    /// Writes cells of a row from a column on.
    fn write(&self, cells: &[u8], row: usize, column: usize) -> io::Result<()> {
        // `new` has checked that all places are within the length of a file.
        let place = (number(row) * number(self.side) + number(column)) * self.element.bytes();
        write_at(self.file, cells, self.start + place)
    }
}

/// The columns after the first `height` ones, of rows of the same number, as rows.
fn mirror<const N: usize>(cells: &[[u8; N]], height: usize, columns: &mut Vec<u8>) {
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

    /// The images of a table with several groups, the last of them not full.
    #[test]
    fn images_are_joined() {
        let side = 1101_u64;
        for (element, threads) in [(Element::U16, 3), (Element::U32, 1)] {
            assert!(side > 2048 / element.bytes() && !side.is_multiple_of(2048 / element.bytes()));
            let template = Template::parse("wythoff").unwrap();
            let table = Table::of(template).to(side - 1).element(element).compute().unwrap();
            let mut whole = Vec::new();
            npy(&table, &mut whole).unwrap();
            assert!(by_chunks("wythoff", side - 1, element, threads).unwrap() == whole, "{element:?}");
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
