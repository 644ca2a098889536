use std::io::{self, Write};

/// Writes the terms as an OEIS b-file: lines `n a(n)`, starting at the offset.
pub fn bfile(offset: u64, terms: &[u64], out: &mut dyn Write) -> io::Result<()> {
    (offset..).zip(terms).try_for_each(|(n, term)| writeln!(out, "{n} {term}"))
}

/// Like [`bfile`], with `ends` line ends after the last term: most published b-files have one, a few have none or several.
pub fn bfile_ending(offset: u64, terms: &[u64], ends: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut file = Vec::new();
    bfile(offset, terms, &mut file)?;
    file.pop_if(|byte| *byte == b'\n');
    out.write_all(&file)?;
    out.write_all("\n".repeat(ends).as_bytes())
}

/// The cells of a table by antidiagonals, as OEIS reads tables: (0,0), (0,1), (1,0), (0,2), ..
///
/// # Errors
/// Returns the first cell that is not a position.
pub fn antidiagonals(table: &grundy::Table) -> Result<Vec<u64>, (usize, usize)> {
    let cells = (0..table.side()).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
    cells.map(|(a, b)| table.get(a, b).map(|value| value.0).ok_or((a, b))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_requested_line_ends() {
        let written = |ends| {
            let mut file = Vec::new();
            bfile_ending(1, &[3, 4], ends, &mut file).unwrap();
            String::from_utf8(file).unwrap()
        };
        assert_eq!(
            (written(0).as_str(), written(1).as_str(), written(3).as_str()),
            ("1 3\n2 4", "1 3\n2 4\n", "1 3\n2 4\n\n\n")
        );
    }

    #[test]
    fn antidiagonals_report_a_hole() {
        let mut table = grundy::Table::new(2, grundy::Element::U8);
        for (a, b) in [(0, 0), (1, 0), (1, 1)] {
            table.set(a, b, 7).unwrap();
        }
        assert_eq!(antidiagonals(&table), Err((0, 1)));
        table.set(0, 1, 8).unwrap();
        assert_eq!(antidiagonals(&table), Ok(vec![7, 8, 7]));
    }
}
