//! A reader of flat files: those that are written here, and those of earlier versions, which have dictionaries and are compressed with
//! zstd. The bytes are not trusted: lengths are checked before memory is taken.

use super::format::{BYTE_ARRAY, CODECS, DOUBLE, GZIP, INT32, INT64, MAGIC, OPTIONAL, REQUIRED};
use super::format::{UINT_32, UINT_64, UNCOMPRESSED, UTF8, ZSTD};
use super::page::Pages;
use super::thrift::Value;
use super::varint::Bytes;
use super::{Cell, damaged};
use std::io::{self, Read};

/// Limit on the bytes of the metadata, whose tree takes up to forty times as much. A column of a row group takes some 150 bytes.
const LONGEST_FOOTER: usize = 1 << 22;

/// Memory that any file may take.
const MEMORY: usize = 1 << 27;

/// Memory that a file may take for each of its bytes. Each row of a sweep has a time, which hardly compresses.
const MEMORY_PER_BYTE: usize = 256;

/// Limit on the window of zstd, which is allocated before it is filled.
const WINDOW: u64 = 1 << 23;

/// What may still be allocated.
pub(super) struct Memory(usize);

impl Memory {
    /// The memory that a file with this many bytes may take.
    pub fn of(length: usize) -> Self {
        Self(length.saturating_mul(MEMORY_PER_BYTE).saturating_add(MEMORY))
    }

    /// Takes some of it.
    pub fn take(&mut self, bytes: usize) -> io::Result<()> {
        self.0 = self.0.checked_sub(bytes).ok_or_else(|| {
            damaged("it would take far more memory than a file of its length should: it is probably damaged")
        })?;
        Ok(())
    }
}

/// A column of a file.
pub(super) struct Leaf {
    pub name: String,
    pub stored: i32,
    pub is_optional: bool,
    pub is_unsigned: bool,
}

/// A file.
pub(super) struct File<'a> {
    /// All but the metadata.
    bytes: &'a [u8],
    footer: Value,
    pub leaves: Vec<Leaf>,
}

impl<'a> File<'a> {
    /// Reads the metadata.
    pub fn open(bytes: &'a [u8]) -> io::Result<Self> {
        let inner = bytes.strip_prefix(MAGIC).and_then(|rest| rest.strip_suffix(MAGIC));
        let (rest, length) = inner
            .and_then(|inner| inner.split_last_chunk::<4>())
            .ok_or_else(|| damaged("it is not a Parquet file, or it is cut off"))?;
        let length = Bytes::new(length).length_4()?;
        if length > LONGEST_FOOTER {
            return Err(damaged("its metadata has more than 4 MiB"));
        }
        let start = rest.len().checked_sub(length).ok_or_else(|| damaged("its metadata is cut off"))?;
        let footer = Value::read(&mut Bytes::new(&rest[start..]))?;
        let leaves = leaves(footer.list_at(2).unwrap_or_default())?;
        Ok(Self { bytes: &bytes[..MAGIC.len() + start], footer, leaves })
    }

    #[cfg(test)]
    pub fn groups(&self) -> usize {
        self.footer.list_at(4).unwrap_or_default().len()
    }

    /// The metadata of column k in the first row group.
    #[cfg(test)]
    pub fn chunk(&self, k: usize) -> &Value {
        &self.footer.list_at(4).unwrap()[0].list_at(1).unwrap()[k]
    }

    /// All rows.
    pub fn rows(&self) -> io::Result<Vec<Vec<Cell>>> {
        let mut memory = Memory::of(self.bytes.len());
        // Columns do not overlap, so nothing is read twice.
        let mut unread = self.bytes.len();
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for group in self.footer.list_at(4).unwrap_or_default() {
            let count = group.size_at(3).ok_or_else(|| damaged("the length of a row group is missing"))?;
            let chunks = group.list_at(1).unwrap_or_default();
            if chunks.len() != self.leaves.len() {
                return Err(damaged("a row group has another number of columns than the file"));
            }
            let cells = count.saturating_mul(self.leaves.len());
            memory.take(cells.saturating_mul(size_of::<Cell>()))?;
            memory.take(count.saturating_mul(size_of::<Vec<Cell>>()))?;
            let first = rows.len();
            rows.extend((0..count).map(|_| Vec::with_capacity(self.leaves.len())));
            for (leaf, chunk) in self.leaves.iter().zip(chunks) {
                let column = self.column(leaf, chunk, count, &mut unread, &mut memory);
                let cells = column.map_err(|error| {
                    io::Error::new(error.kind(), format!("column {}: {error}", leaf.name))
                })?;
                rows[first..].iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
            }
        }
        Ok(rows)
    }

    /// The cells of a column in a row group.
    fn column(
        &self,
        leaf: &Leaf,
        chunk: &Value,
        count: usize,
        unread: &mut usize,
        memory: &mut Memory,
    ) -> io::Result<Vec<Cell>> {
        let missing = || damaged("its metadata is incomplete");
        if chunk.field(1).is_some() {
            return Err(damaged("it is in another file"));
        }
        let metadata = chunk.field(3).ok_or_else(missing)?;
        if metadata.int_at(1) != Some(leaf.stored.into()) || metadata.size_at(5) != Some(count) {
            return Err(damaged("a row group has another type or length than the column"));
        }
        let codec = metadata.int_at(4).and_then(|codec| i32::try_from(codec).ok()).ok_or_else(missing)?;
        let data = metadata.size_at(9).ok_or_else(missing)?;
        let start = metadata.size_at(11).filter(|&start| start > 0 && start < data).unwrap_or(data);
        let length = metadata.size_at(7).ok_or_else(missing)?;
        let end = start.checked_add(length).ok_or_else(missing)?;
        let bytes = self.bytes.get(start..end).ok_or_else(|| damaged("it is cut off"))?;
        *unread = unread.checked_sub(length).ok_or_else(|| damaged("its pages belong to two columns"))?;
        Pages::new(leaf, codec, Bytes::new(bytes), memory).cells(count)
    }
}

/// The columns of a schema without nested ones.
fn leaves(schema: &[Value]) -> io::Result<Vec<Leaf>> {
    let (root, elements) = schema.split_first().ok_or_else(|| damaged("it has no schema"))?;
    if root.size_at(5) != Some(elements.len()) {
        return Err(damaged("it has nested columns"));
    }
    let leaf = |element: &Value| {
        let name = element.text_at(4).ok_or_else(|| damaged("a column has no name"))?.to_owned();
        let unknown = || damaged(&format!("column {name} has a type that is not supported"));
        let stored = element.int_at(1).and_then(|stored| i32::try_from(stored).ok()).ok_or_else(unknown)?;
        let repetition = element.int_at(3);
        let is_optional = repetition == Some(OPTIONAL.into());
        let meaning = element.int_at(6);
        let is_text =
            meaning == Some(UTF8.into()) || element.field(10).is_some_and(|new| new.field(1).is_some());
        let is_unsigned = meaning == Some(UINT_32.into()) || meaning == Some(UINT_64.into());
        let is_known = match stored {
            INT32 | INT64 | DOUBLE => true,
            BYTE_ARRAY => is_text,
            _ => false,
        };
        if !is_known || !(is_optional || repetition == Some(REQUIRED.into())) {
            return Err(unknown());
        }
        Ok(Leaf { name, stored, is_optional, is_unsigned })
    };
    elements.iter().map(leaf).collect()
}

/// Decompresses a page to exactly `length` bytes.
pub(super) fn decompress(
    bytes: &[u8],
    codec: i32,
    length: usize,
    memory: &mut Memory,
) -> io::Result<Vec<u8>> {
    memory.take(length)?;
    let wrong = |error: &dyn std::fmt::Display| damaged(&format!("a page cannot be decompressed: {error}"));
    let limit = u64::try_from(length).unwrap_or(u64::MAX).saturating_add(1);
    let mut page = Vec::new();
    match codec {
        UNCOMPRESSED => page.extend(bytes),
        GZIP => {
            let decoder = flate2::read::GzDecoder::new(bytes);
            decoder.take(limit).read_to_end(&mut page).map_err(|error| wrong(&error))?;
        }
        ZSTD => {
            let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(bytes, WINDOW);
            let decoder = decoder.map_err(|error| wrong(&error))?;
            decoder.take(limit).read_to_end(&mut page).map_err(|error| wrong(&error))?;
        }
        other => {
            let name =
                usize::try_from(other).ok().and_then(|k| CODECS.get(k)).unwrap_or(&"an unknown method");
            return Err(damaged(&format!(
                "it is compressed with {name}; write the file again with GZIP, ZSTD or without compression"
            )));
        }
    }
    if page.len() == length {
        return Ok(page);
    }
    Err(damaged("a page has another length than its header says"))
}
