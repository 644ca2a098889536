//! A table of values as a `.npy` file, which `numpy.load` reads.
//!
//! `cargo run --release --example table_npy -- wythoff.npy`

use grundy::{Element, Table};
use std::fs::{self, File};
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let temporary = std::env::temp_dir().join(format!("wythoff-{}.npy", std::process::id()));
    let path = std::env::args_os().nth(1).map_or_else(|| temporary.clone(), Into::into);

    let table = Table::of(&grundy::game("wythoff")?).to(499).element(Element::U16).compute()?;

    // Version 1.0: magic, version, length of the header, header; data begin at a multiple of 64 bytes.
    let side = table.side();
    let mut header = format!("{{'descr': '<u2', 'fortran_order': False, 'shape': ({side}, {side}), }}");
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    header = format!("{header:<width$}\n", width = length - 1);

    let mut file = BufWriter::new(File::create(&path)?);
    file.write_all(b"\x93NUMPY\x01\x00")?;
    file.write_all(&u16::try_from(length)?.to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    table.bytes(|piece| file.write_all(piece))?;
    file.into_inner()?.sync_all()?;

    let written = fs::read(&path)?;
    println!("{}: {} bytes, {side} by {side} values", path.display(), written.len());
    assert_eq!(written.len(), 128 + side * side * 2);
    let last = table.get(side - 1, side - 1).ok_or("the last cell is a position")?;
    assert_eq!(written.last_chunk(), Some(&u16::try_from(last.0)?.to_le_bytes()));
    if path == temporary {
        fs::remove_file(path)?;
    }
    Ok(())
}
