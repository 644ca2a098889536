//! Parquet files with flat columns. The format is <https://parquet.apache.org/docs/file-format/>; `docs/performance.md` has the reason
//! why the files are written here and not by a crate.
//!
//! `varint` and `thrift` are the encoding of metadata, `delta` and `hybrid` those of values, `format` has the numbers of the format,
//! `values` and `write` write files, and `read` and `page` read them.

mod delta;
mod format;
mod hybrid;
mod page;
mod read;
mod records;
#[cfg(test)]
mod tests;
mod thrift;
mod values;
mod varint;
mod write;

pub use records::{Cell, CellKind, parquet_records, read_parquet_records};

use crate::Columns;
use format::{Field, Kind};
use grundy::Table;
use std::io::{self, Write};
use write::Writer;

/// Rows per row group: the unit that a reader can skip.
const GROUP: usize = 1 << 20;

/// Writes the table as Parquet in long form: columns `a`, `b` and `value`, in row-major order. `value` is null if the cell is not a position.
pub fn parquet(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let field = |name: &str, optional| Field { name: name.to_owned(), kind: Kind::U32, optional };
    let fields = vec![field("a", false), field("b", false), field("value", true)];
    let mut file = Writer::new("table", fields, false, out)?;
    let side = table.side();
    u32::try_from(side).map_err(io::Error::other)?;
    let number = |n: usize| i64::try_from(n).map(Some).map_err(io::Error::other);
    let value = |cell: Option<u64>| {
        cell.map(|value| u32::try_from(value).map(i64::from)).transpose().map_err(io::Error::other)
    };
    let rows = (GROUP / side.max(1)).max(1);
    for first in (0..side).step_by(rows) {
        let rows = || first..(first + rows).min(side);
        file.column(rows().flat_map(|a| (0..side).map(move |_| a)).map(number))?;
        file.column(rows().flat_map(|_| 0..side).map(number))?;
        file.column(rows().flat_map(|a| table.row(a)).map(|cell| value(cell.map(|value| value.0))))?;
        file.end_group()?;
    }
    file.finish(&[])
}

/// Writes the columns as Parquet, as unsigned 64-bit integers.
pub fn parquet_columns(columns: &Columns, out: &mut dyn Write) -> io::Result<()> {
    let field = |name: &&str| Field { name: name.replace('-', "_minus_"), kind: Kind::U64, optional: false };
    let fields = columns.names().iter().map(field).collect();
    let mut file = Writer::new("columns", fields, false, out)?;
    for first in (0..columns.len()).step_by(GROUP) {
        let last = (first + GROUP).min(columns.len());
        for k in 0..columns.names().len() {
            file.column(columns.column(k)[first..last].iter().map(|n| Ok(Some(n.cast_signed()))))?;
        }
        file.end_group()?;
    }
    file.finish(&[])
}

/// The error about a file that cannot be read.
fn damaged(message: &str) -> io::Error {
    io::Error::other(message.to_owned())
}
