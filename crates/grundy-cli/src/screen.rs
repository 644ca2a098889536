//! The width of the terminal, and tables that are cut to it.

use std::io::{self, IsTerminal as _};

/// The width of the terminal that standard output is, in columns; `None` for files and pipes, which are never cut.
pub fn width() -> Option<usize> {
    let stdout = io::stdout();
    let size = || terminal_size::terminal_size_of(&stdout).map(|(width, _)| usize::from(width.0));
    chosen(stdout.is_terminal(), std::env::var("COLUMNS").ok().as_deref(), size)
}

/// `COLUMNS`, or the size that the terminal has.
fn chosen(is_terminal: bool, columns: Option<&str>, size: impl FnOnce() -> Option<usize>) -> Option<usize> {
    if !is_terminal {
        return None;
    }
    columns.and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0).or_else(size)
}

/// A table that was cut.
#[derive(Debug, PartialEq, Eq)]
pub struct Cut {
    /// The columns that fit.
    pub text: String,
    /// Their number.
    pub shown: usize,
    /// The number of columns before.
    pub all: usize,
}

/// Cuts a table of aligned columns to a width; `None` if it fits. The last line has the numbers of the columns. Rows that have nothing
/// left are omitted.
pub fn cut(text: &str, width: usize) -> Option<Cut> {
    let columns = text.lines().last()?;
    if columns.len() <= width {
        return None;
    }
    let is_end =
        |&at: &usize| columns.as_bytes()[at - 1] != b' ' && columns.as_bytes().get(at) == Some(&b' ');
    // The first word is the corner. At least one column is shown.
    let ends: Vec<usize> = (1..columns.len()).filter(is_end).chain([columns.len()]).skip(1).collect();
    let shown = ends.iter().filter(|&&end| end <= width).count().max(1);
    let end = *ends.get(shown - 1)?;
    let rows = text.lines().map(|line| line.get(..end).unwrap_or(line).trim_end());
    let rows = rows.filter(|line| line.trim_start().contains(' '));
    Some(Cut { text: rows.flat_map(|line| [line, "\n"]).collect(), shown, all: ends.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_has_a_width() {
        let size = || Some(80);
        assert_eq!(chosen(false, Some("40"), size), None);
        assert_eq!(chosen(true, Some("40"), size), Some(40));
        assert_eq!(chosen(true, None, size), Some(80));
        assert_eq!(chosen(true, Some("many"), size), Some(80));
        assert_eq!(chosen(true, Some("0"), || None), None);
    }

    #[test]
    fn a_table_is_cut_between_columns() {
        let text = " 10\n  9        0\n  0  -  0  1  2\na/b  0  1  9 10\n";
        assert_eq!(cut(text, 15), None);
        let nine = "  9        0\n  0  -  0  1\na/b  0  1  9\n".to_owned();
        for width in [12, 13, 14] {
            assert_eq!(cut(text, width), Some(Cut { text: nine.clone(), shown: 3, all: 4 }), "{width}");
        }
        assert_eq!(cut(text, 2).unwrap().shown, 1, "one column is always shown");
    }
}
