use crate::Columns;
use grundy::{Element, Table};
use std::io::{self, Write};

/// Writes the table as a NumPy `.npy` file, version 1.0: a two-dimensional array of little-endian unsigned integers in row-major order.
/// `numpy.load(.., mmap_mode="r")` can map it. Cells that are not positions hold the largest value of the type.
pub fn npy(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&header_of(table.element(), table.side())?)?;
    table.bytes(|bytes| out.write_all(bytes))
}

/// Writes the columns as a two-dimensional array of unsigned 64-bit integers.
pub fn npy_columns(columns: &Columns, out: &mut dyn Write) -> io::Result<()> {
    header("<u8", columns.len(), columns.names().len(), out)?;
    (0..columns.len())
        .try_for_each(|n| columns.row(n).try_for_each(|number| out.write_all(&number.to_le_bytes())))
}

/// The header of a table of `side` by `side` cells.
pub(crate) fn header_of(element: Element, side: usize) -> io::Result<Vec<u8>> {
    let element = match element {
        Element::U8 => "|u1",
        Element::U16 => "<u2",
        Element::U32 => "<u4",
    };
    let mut bytes = Vec::new();
    header(element, side, side, &mut bytes)?;
    Ok(bytes)
}

fn header(element: &str, rows: usize, columns: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut header =
        format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    // Magic, version and length take 10 bytes. The header ends with a newline, and the data starts at a multiple of 64.
    let padding = 64 - (10 + header.len() + 1) % 64;
    header.extend(std::iter::repeat_n(' ', padding % 64));
    header.push('\n');
    let length = u16::try_from(header.len()).map_err(io::Error::other)?;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(header.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_data() {
        let mut table = Table::new(2, Element::U16);
        for (a, b, value) in [(0, 1, 1), (1, 0, 300), (1, 1, 7)] {
            table.set(a, b, value).unwrap();
        }
        let mut file = Vec::new();
        npy(&table, &mut file).unwrap();
        let data = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!(data % 64, 0);
        let header = std::str::from_utf8(&file[10..data]).unwrap();
        assert!(
            header.starts_with("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }"),
            "{header}"
        );
        assert!(header.ends_with('\n'));
        assert_eq!(file[data..], [255, 255, 1, 0, 44, 1, 7, 0]);
    }
}
