//! A writer of flat files, column by column: it keeps one page in memory.

use super::format::{DATA_PAGE, Field, GZIP, MAGIC, PAGE_BYTES, PAGE_VALUES, RLE, UNCOMPRESSED};
use super::hybrid::put_flags;
use super::thrift::Value;
use super::values::Stored;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// A file that is being written.
pub(super) struct Writer<'w> {
    out: &'w mut dyn Write,
    /// Bytes written.
    at: u64,
    name: &'static str,
    fields: Vec<Field>,
    is_compressed: bool,
    /// The finished columns of the current row group.
    chunks: Vec<Chunk>,
    groups: Vec<Value>,
    rows: u64,
}

/// A column of a row group.
struct Chunk {
    start: u64,
    values: u64,
    missing: u64,
    /// Bytes with the headers of pages, as written and before compression.
    compressed: u64,
    uncompressed: u64,
    /// Least and greatest value.
    bounds: Option<(Vec<u8>, Vec<u8>)>,
    encoding: i32,
}

impl<'w> Writer<'w> {
    /// Starts a file. `name` is that of the schema, which has these columns.
    pub fn new(
        name: &'static str,
        fields: Vec<Field>,
        is_compressed: bool,
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let (chunks, groups) = (Vec::new(), Vec::new());
        let mut writer = Self { out, at: 0, name, fields, is_compressed, chunks, groups, rows: 0 };
        writer.write(MAGIC)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.at += count(bytes.len())?;
        Ok(())
    }

    /// Writes the next column of the row group.
    pub fn column<V: Stored>(
        &mut self,
        values: impl Iterator<Item = io::Result<Option<V>>>,
    ) -> io::Result<()> {
        let Some(field) = self.fields.get(self.chunks.len()).cloned() else {
            return Err(io::Error::other("too many columns"));
        };
        let mut chunk = Chunk {
            start: self.at,
            values: 0,
            missing: 0,
            compressed: 0,
            uncompressed: 0,
            bounds: None,
            encoding: V::ENCODING,
        };
        let mut bounds = Vec::new();
        let (mut present, mut flags, mut size) = (Vec::with_capacity(PAGE_VALUES), Vec::new(), 0);
        for value in values {
            let value = value?;
            if field.optional {
                flags.push(value.is_some());
            } else if value.is_none() {
                return Err(io::Error::other(format!("column {} has a missing value", field.name)));
            }
            if let Some(value) = value {
                present.push(value);
                size += value.size();
            }
            if present.len().max(flags.len()) == PAGE_VALUES || size >= PAGE_BYTES {
                bounds.extend(self.page(&field, &present, &flags, &mut chunk)?);
                present.clear();
                flags.clear();
                size = 0;
            }
        }
        if !present.is_empty() || !flags.is_empty() {
            bounds.extend(self.page(&field, &present, &flags, &mut chunk)?);
        }
        let ends: Vec<V> = bounds.into_iter().flat_map(|(least, greatest)| [least, greatest]).collect();
        chunk.bounds = V::bounds(&ends, field.kind).and_then(|(least, greatest)| {
            Some((least.bound(field.kind, true)?, greatest.bound(field.kind, false)?))
        });
        self.chunks.push(chunk);
        Ok(())
    }

    /// Writes a page, and returns the least and the greatest value.
    fn page<V: Stored>(
        &mut self,
        field: &Field,
        present: &[V],
        flags: &[bool],
        chunk: &mut Chunk,
    ) -> io::Result<Option<(V, V)>> {
        let mut body = Vec::new();
        if field.optional {
            put_flags(flags, &mut body);
            let length = u32::try_from(body.len()).map_err(io::Error::other)?;
            body.splice(..0, length.to_le_bytes());
        }
        V::put(present, field.kind, &mut body)?;
        let uncompressed = body.len();
        if self.is_compressed {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&body)?;
            body = encoder.finish()?;
        }
        let values = if field.optional { flags.len() } else { present.len() };
        let mut header = Vec::new();
        Value::Struct(vec![
            (1, Value::I32(DATA_PAGE)),
            (2, size(uncompressed)?),
            (3, size(body.len())?),
            (
                5,
                Value::Struct(vec![
                    (1, size(values)?),
                    (2, Value::I32(V::ENCODING)),
                    (3, Value::I32(RLE)),
                    (4, Value::I32(RLE)),
                ]),
            ),
        ])
        .write(&mut header);
        self.write(&header)?;
        self.write(&body)?;
        chunk.values += count(values)?;
        chunk.missing += count(values - present.len())?;
        chunk.compressed += count(header.len() + body.len())?;
        chunk.uncompressed += count(header.len() + uncompressed)?;
        Ok(V::bounds(present, field.kind))
    }

    /// Ends a row group. All columns have been written.
    pub fn end_group(&mut self) -> io::Result<()> {
        let chunks = std::mem::take(&mut self.chunks);
        let rows = chunks.first().map_or(0, |chunk| chunk.values);
        if chunks.len() != self.fields.len() || chunks.iter().any(|chunk| chunk.values != rows) {
            return Err(io::Error::other("columns of different lengths"));
        }
        self.rows += rows;
        let total = |bytes: fn(&Chunk) -> u64| long(chunks.iter().map(bytes).sum());
        let columns = self.fields.iter().zip(&chunks).map(|(field, chunk)| self.chunk(field, chunk));
        let group = Value::Struct(vec![
            (1, Value::List(columns.collect::<io::Result<_>>()?)),
            (2, total(|chunk| chunk.uncompressed)?),
            (3, long(rows)?),
            (5, long(chunks.first().map_or(0, |chunk| chunk.start))?),
            (6, total(|chunk| chunk.compressed)?),
        ]);
        self.groups.push(group);
        Ok(())
    }

    /// The metadata of a column of a row group.
    fn chunk(&self, field: &Field, chunk: &Chunk) -> io::Result<Value> {
        let mut statistics = vec![(3, long(chunk.missing)?)];
        if let Some((least, greatest)) = &chunk.bounds {
            let exact = [7, 8].map(|id| (id, Value::Bool(true)));
            statistics.extend([(5, Value::Binary(greatest.clone())), (6, Value::Binary(least.clone()))]);
            statistics.extend(exact);
        }
        let metadata = Value::Struct(vec![
            (1, Value::I32(field.kind.stored())),
            (2, Value::List([RLE, chunk.encoding].map(Value::I32).to_vec())),
            (3, Value::List(vec![Value::text(&field.name)])),
            (4, Value::I32(if self.is_compressed { GZIP } else { UNCOMPRESSED })),
            (5, long(chunk.values)?),
            (6, long(chunk.uncompressed)?),
            (7, long(chunk.compressed)?),
            (9, long(chunk.start)?),
            (12, Value::Struct(statistics)),
        ]);
        Ok(Value::Struct(vec![(2, long(chunk.start)?), (3, metadata)]))
    }

    /// Writes the metadata, with these keys and values.
    pub fn finish(mut self, metadata: &[(&str, &str)]) -> io::Result<()> {
        let root = Value::Struct(vec![(4, Value::text(self.name)), (5, size(self.fields.len())?)]);
        let schema = std::iter::once(root).chain(self.fields.iter().map(Field::element)).collect();
        let groups = std::mem::take(&mut self.groups);
        let mut footer = vec![
            (1, Value::I32(1)),
            (2, Value::List(schema)),
            (3, long(self.rows)?),
            (4, Value::List(groups)),
        ];
        if !metadata.is_empty() {
            let pair = |(key, value): &(&str, &str)| {
                Value::Struct(vec![(1, Value::text(key)), (2, Value::text(value))])
            };
            footer.push((5, Value::List(metadata.iter().map(pair).collect())));
        }
        footer.push((6, Value::text("grundy")));
        // All columns have the order of their types. Readers ignore the bounds of columns if this is missing.
        let order = Value::Struct(vec![(1, Value::Struct(Vec::new()))]);
        footer.push((7, Value::List(vec![order; self.fields.len()])));
        let mut bytes = Vec::new();
        Value::Struct(footer).write(&mut bytes);
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(MAGIC);
        self.write(&bytes)
    }
}

fn count(n: usize) -> io::Result<u64> {
    u64::try_from(n).map_err(io::Error::other)
}

fn long(n: u64) -> io::Result<Value> {
    i64::try_from(n).map(Value::I64).map_err(io::Error::other)
}

fn size(n: usize) -> io::Result<Value> {
    i32::try_from(n).map(Value::I32).map_err(io::Error::other)
}
