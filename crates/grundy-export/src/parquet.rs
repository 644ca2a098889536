use crate::Columns;
use ::parquet::basic::Encoding;
use ::parquet::data_type::{Int32Type, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use grundy::Table;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows per row group: the unit that is held in memory, and that a reader can skip.
const GROUP: usize = 1 << 20;

type File = SerializedFileWriter<Vec<u8>>;

/// Writes the table as Parquet in long form: columns `a`, `b` and `value`, in row-major order. `value` is null if the cell is not a position.
pub fn parquet(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let schema = "message table {
        required int32 a (INTEGER(32,false)); required int32 b (INTEGER(32,false)); optional int32 value (INTEGER(32,false));
    }";
    let mut file = start(schema)?;
    let side = table.side();
    let rows = (GROUP / side.max(1)).max(1);
    for first in (0..side).step_by(rows) {
        let cells = || (first..(first + rows).min(side)).flat_map(|a| (0..side).map(move |b| (a, b)));
        let a = cells().map(|(a, _)| narrow(a)).collect::<io::Result<Vec<i32>>>()?;
        let b = cells().map(|(_, b)| narrow(b)).collect::<io::Result<Vec<i32>>>()?;
        let values: Vec<Option<u64>> = cells().map(|(a, b)| table.get(a, b).map(|value| value.0)).collect();
        let known =
            values.iter().flatten().map(|&value| unsigned(value)).collect::<io::Result<Vec<i32>>>()?;
        let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        let mut group = file.next_row_group().map_err(failed)?;
        column::<Int32Type>(&mut group, &a, None)?;
        column::<Int32Type>(&mut group, &b, None)?;
        column::<Int32Type>(&mut group, &known, Some(&levels))?;
        group.close().map_err(failed)?;
        drain(&mut file, out)?;
    }
    finish(file, out)
}

/// Writes the columns as Parquet, as unsigned 64-bit integers.
pub fn parquet_columns(columns: &Columns, out: &mut dyn Write) -> io::Result<()> {
    let fields: Vec<String> = columns
        .names()
        .iter()
        .map(|name| format!("required int64 {} (INTEGER(64,false));", name.replace('-', "_minus_")))
        .collect();
    let mut file = start(&format!("message columns {{ {} }}", fields.join(" ")))?;
    for first in (0..columns.len()).step_by(GROUP) {
        let last = (first + GROUP).min(columns.len());
        let mut group = file.next_row_group().map_err(failed)?;
        for k in 0..columns.names().len() {
            let numbers: Vec<i64> = columns.column(k)[first..last].iter().map(|n| n.cast_signed()).collect();
            column::<Int64Type>(&mut group, &numbers, None)?;
        }
        group.close().map_err(failed)?;
        drain(&mut file, out)?;
    }
    finish(file, out)
}

/// Opens a writer with delta encoding: coordinates take almost no space, values a few bits.
fn start(schema: &str) -> io::Result<File> {
    let schema = parse_message_type(schema).map_err(failed)?;
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BINARY_PACKED)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by("grundy".to_owned())
        .build();
    SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).map_err(failed)
}

fn column<T: ::parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    numbers: &[T::T],
    levels: Option<&[i16]>,
) -> io::Result<()> {
    let Some(mut column) = group.next_column().map_err(failed)? else { return Ok(()) };
    column.typed::<T>().write_batch(numbers, levels, None).map_err(failed)?;
    column.close().map_err(failed)
}

/// Moves buffered bytes to `out`, so that at most one row group is held in memory.
fn drain(file: &mut File, out: &mut dyn Write) -> io::Result<()> {
    file.flush()?;
    out.write_all(&std::mem::take(file.inner_mut()))
}

fn finish(mut file: File, out: &mut dyn Write) -> io::Result<()> {
    file.finish().map_err(failed)?;
    out.write_all(file.inner())
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

fn narrow(number: usize) -> io::Result<i32> {
    i32::try_from(number).map_err(io::Error::other)
}

/// Parquet stores unsigned integers in the bits of signed ones.
fn unsigned(number: u64) -> io::Result<i32> {
    u32::try_from(number).map(u32::cast_signed).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    #[test]
    fn written_values_are_read_back() {
        let mut table = Table::new(2, grundy::Element::U32);
        for (a, b, value) in [(0, 1, 1), (1, 0, 4_000_000_000), (1, 1, 7)] {
            table.set(a, b, value).unwrap();
        }
        let mut file = Vec::new();
        parquet(&table, &mut file).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        std::fs::write(&path, file).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        let values: Vec<Field> =
            rows.map(|row| row.unwrap().get_column_iter().nth(2).unwrap().1.clone()).collect();
        assert_eq!(values, [Field::Null, Field::UInt(1), Field::UInt(4_000_000_000), Field::UInt(7)]);
    }
}
