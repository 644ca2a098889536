use super::GROUP;
use super::format::{Field, Kind};
use super::read::File;
use super::write::Writer;
use std::io::{self, Write};
use std::path::Path;

/// The type of a column of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Signed 64-bit integers.
    Number,
    /// Floating-point numbers.
    Real,
    /// Strings.
    Text,
}

/// An entry of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// An integer.
    Number(i64),
    /// A floating-point number.
    Real(f64),
    /// A string.
    Text(String),
    /// A missing value.
    Nothing,
}

/// Writes records with named columns as Parquet, with keys and values in the metadata of the file. Every column may have missing values.
///
/// # Errors
/// If an entry has another type than its column, or if writing fails.
pub fn parquet_records(
    columns: &[(&str, CellKind)],
    rows: &[Vec<Cell>],
    metadata: &[(&str, &str)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let field = |&(name, kind): &(&str, CellKind)| {
        let kind = match kind {
            CellKind::Number => Kind::I64,
            CellKind::Real => Kind::F64,
            CellKind::Text => Kind::Text,
        };
        Field { name: name.to_owned(), kind, optional: true }
    };
    let mut file = Writer::new("records", columns.iter().map(field).collect(), true, out)?;
    for rows in rows.chunks(GROUP) {
        for (k, &(name, kind)) in columns.iter().enumerate() {
            let cells = rows.iter().map(|row| row.get(k).unwrap_or(&Cell::Nothing));
            let wrong = || invalid(format!("column {name} has entries of different types"));
            match kind {
                CellKind::Number => file.column(cells.map(|cell| match cell {
                    Cell::Number(number) => Ok(Some(*number)),
                    Cell::Nothing => Ok(None),
                    _ => Err(wrong()),
                }))?,
                CellKind::Real => file.column(cells.map(|cell| match cell {
                    Cell::Real(real) => Ok(Some(*real)),
                    Cell::Nothing => Ok(None),
                    _ => Err(wrong()),
                }))?,
                CellKind::Text => file.column(cells.map(|cell| match cell {
                    Cell::Text(text) => Ok(Some(text.as_str())),
                    Cell::Nothing => Ok(None),
                    _ => Err(wrong()),
                }))?,
            }
        }
        file.end_group()?;
    }
    file.finish(metadata)
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads the records of a Parquet file with columns of exactly these names. An entry has the type that its column has in the file.
///
/// # Errors
/// If the file cannot be read, or, with the kind `InvalidData`, if it has other columns.
pub fn read_parquet_records(path: &Path, columns: &[(&str, CellKind)]) -> io::Result<Vec<Vec<Cell>>> {
    read_records(&std::fs::read(path)?, columns)
}

/// The same for the bytes of a file.
pub(super) fn read_records(bytes: &[u8], columns: &[(&str, CellKind)]) -> io::Result<Vec<Vec<Cell>>> {
    let file = File::open(bytes)?;
    let names: Vec<&str> = file.leaves.iter().map(|leaf| leaf.name.as_str()).collect();
    let wanted: Vec<&str> = columns.iter().map(|&(name, _)| name).collect();
    if names != wanted {
        return Err(invalid(format!("its columns are {}, not {}", names.join(", "), wanted.join(", "))));
    }
    file.rows()
}
