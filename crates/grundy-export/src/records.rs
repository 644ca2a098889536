use ::parquet::basic::{Compression, ZstdLevel};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::record::Field;
use ::parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

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
    let field = |&(name, kind): &(&str, CellKind)| match kind {
        CellKind::Number => format!("optional int64 {name} (INTEGER(64,true));"),
        CellKind::Real => format!("optional double {name};"),
        CellKind::Text => format!("optional binary {name} (STRING);"),
    };
    let fields: Vec<String> = columns.iter().map(field).collect();
    let schema =
        parse_message_type(&format!("message records {{ {} }}", fields.join(" "))).map_err(failed)?;
    let pair = |&(key, value): &(&str, &str)| KeyValue::new(key.to_owned(), value.to_owned());
    let properties = WriterProperties::builder()
        .set_created_by("grundy".to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(metadata.iter().map(pair).collect()))
        .build();
    let mut file =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).map_err(failed)?;
    let mut group = file.next_row_group().map_err(failed)?;
    for (k, &(name, kind)) in columns.iter().enumerate() {
        let cells = || rows.iter().map(|row| row.get(k).unwrap_or(&Cell::Nothing));
        let levels: Vec<i16> = cells().map(|cell| i16::from(*cell != Cell::Nothing)).collect();
        let wrong = || {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("column {name} has entries of different types"),
            )
        };
        let Some(mut column) = group.next_column().map_err(failed)? else { break };
        let present = || cells().filter(|cell| **cell != Cell::Nothing);
        let written = match kind {
            CellKind::Number => {
                let number = |cell: &Cell| match cell {
                    Cell::Number(number) => Ok(*number),
                    _ => Err(wrong()),
                };
                let numbers = present().map(number).collect::<io::Result<Vec<i64>>>()?;
                column.typed::<Int64Type>().write_batch(&numbers, Some(&levels), None)
            }
            CellKind::Real => {
                let real = |cell: &Cell| if let Cell::Real(real) = cell { Ok(*real) } else { Err(wrong()) };
                let reals = present().map(real).collect::<io::Result<Vec<f64>>>()?;
                column.typed::<DoubleType>().write_batch(&reals, Some(&levels), None)
            }
            CellKind::Text => {
                let text = |cell: &Cell| match cell {
                    Cell::Text(text) => Ok(ByteArray::from(text.as_str())),
                    _ => Err(wrong()),
                };
                let texts = present().map(text).collect::<io::Result<Vec<ByteArray>>>()?;
                column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)
            }
        };
        written.map_err(failed)?;
        column.close().map_err(failed)?;
    }
    group.close().map_err(failed)?;
    file.finish().map_err(failed)?;
    out.write_all(file.inner())
}

/// Reads the records of a Parquet file with exactly these columns.
///
/// # Errors
/// If the file has other columns or cannot be read.
pub fn read_parquet_records(path: &Path, columns: &[(&str, CellKind)]) -> io::Result<Vec<Vec<Cell>>> {
    let reader = SerializedFileReader::new(std::fs::File::open(path)?).map_err(failed)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
    let wanted: Vec<&str> = columns.iter().map(|&(name, _)| name).collect();
    if names != wanted {
        let message = format!("its columns are {}, not {}", names.join(", "), wanted.join(", "));
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let cell = |field: &Field| match field {
        Field::Long(number) => Ok(Cell::Number(*number)),
        // Earlier versions wrote unsigned columns.
        Field::ULong(number) => i64::try_from(*number).map(Cell::Number).map_err(|_| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{number} does not fit a signed integer of 64 bits"),
            )
        }),
        Field::Double(real) => Ok(Cell::Real(*real)),
        Field::Str(text) => Ok(Cell::Text(text.clone())),
        Field::Null => Ok(Cell::Nothing),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "a column has an unknown type")),
    };
    let rows = reader.get_row_iter(None).map_err(failed)?;
    rows.map(|row| row.map_err(failed)?.get_column_iter().map(|(_, field)| cell(field)).collect()).collect()
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_records_are_read_back() {
        let columns = [("n", CellKind::Number), ("seconds", CellKind::Real), ("verdict", CellKind::Text)];
        let rows = [
            vec![Cell::Number(i64::MIN), Cell::Real(0.25), Cell::Text("proved".to_owned())],
            vec![Cell::Number(0), Cell::Nothing, Cell::Nothing],
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.parquet");
        for rows in [&rows[..], &[]] {
            crate::replace(&path, |out| parquet_records(&columns, rows, &[("task", "t")], out)).unwrap();
            assert_eq!(read_parquet_records(&path, &columns).unwrap(), rows);
        }
        let error = read_parquet_records(&path, &columns[..2]).unwrap_err();
        assert!(error.to_string().contains("not n, seconds"), "{error}");
        let mixed = parquet_records(&columns[..1], &[vec![Cell::Real(1.0)]], &[], &mut Vec::new());
        assert_eq!(mixed.unwrap_err().kind(), io::ErrorKind::InvalidData);
        std::fs::write(&path, "PAR1 and then nothing").unwrap();
        assert!(read_parquet_records(&path, &columns).is_err());
    }
}
