use grundy::Table;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Which cells of a table are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All cells.
    Square,
    /// Cells with `a <= b`.
    Triangle,
}

/// Writes the table as aligned text in the layout of the papers: row 0 at the bottom, column numbers below. A dash marks a
/// cell that is not a position.
pub fn text(table: &Table, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let last = table.side() - 1;
    let label = last.to_string().len().max("a/b".len());
    let largest = (0..=last).flat_map(|a| table.row(a)).flatten().max().map_or(1, |v| v.to_string().len());
    let width = largest.max(last.to_string().len()) + 1;
    for a in (0..=last).rev() {
        let mut line = format!("{a:>label$}");
        for (b, cell) in table.row(a).enumerate() {
            let entry = match cell {
                _ if layout == Layout::Triangle && b < a => String::new(),
                Some(value) => value.to_string(),
                None => "-".to_owned(),
            };
            let _ = write!(line, "{entry:>width$}");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    write!(out, "{:>label$}", "a/b")?;
    (0..=last).try_for_each(|b| write!(out, "{b:>width$}"))?;
    writeln!(out)
}
