//! Aligned columns of text.

use std::fmt::Write as _;

/// Upper limit on the width of a column. Formatting panics above 65,535.
const WIDEST: usize = 1000;

/// The width of a column of texts. Longer texts are not aligned.
pub fn width<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    texts.into_iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).min(WIDEST)
}

/// Appends rows with all columns but the last right-aligned.
pub fn write_rows<const N: usize>(text: &mut String, rows: &[[String; N]]) {
    let widths: Vec<usize> = (1..N).map(|i| width(rows.iter().map(|row| &row[i - 1]))).collect();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(text, "{cell:>width$}  ");
        }
        let _ = writeln!(text, "{}", row[N - 1]);
    }
}
