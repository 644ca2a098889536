use crate::shown;
use grundy::Table;
use std::io::{self, Write};

/// Writes the table as comma-separated values: a header with the column numbers, then row 0, row 1, .., each starting
/// with its number. Cells that are not positions are empty.
pub fn csv(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<String> = (0..table.side()).map(|b| b.to_string()).collect();
    writeln!(out, "a/b,{}", columns.join(","))?;
    for a in 0..table.side() {
        let cells: Vec<String> = table.row(a).map(shown).collect();
        writeln!(out, "{a},{}", cells.join(","))?;
    }
    Ok(())
}
