use crate::shown;
use grundy::Table;
use std::io::{self, Write};

/// The table as comma-separated values: a header row with the columns, then row 0, row 1, .., each with its number
/// first. Cells that are no position are empty.
pub fn csv(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<String> = (0..table.side()).map(|b| b.to_string()).collect();
    writeln!(out, "a/b,{}", columns.join(","))?;
    for a in 0..table.side() {
        let cells: Vec<String> = table.row(a).map(shown).collect();
        writeln!(out, "{a},{}", cells.join(","))?;
    }
    Ok(())
}
