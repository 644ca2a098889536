use std::io::{self, Write};

/// Named columns of numbers, all of the same length, e.g. the coordinates of a sequence of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    names: Vec<&'static str>,
    columns: Vec<Vec<u64>>,
}

impl Columns {
    /// Creates columns from names and numbers.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn new(columns: Vec<(&'static str, Vec<u64>)>) -> Self {
        let (names, columns): (Vec<_>, Vec<Vec<u64>>) = columns.into_iter().unzip();
        assert!(
            columns.windows(2).all(|pair| pair[0].len() == pair[1].len()),
            "columns must have the same length"
        );
        Self { names, columns }
    }

    /// The names.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Column k.
    pub fn column(&self, k: usize) -> &[u64] {
        self.columns.get(k).map_or(&[], Vec::as_slice)
    }

    /// Row n, in the order of the columns.
    pub fn row(&self, n: usize) -> impl Iterator<Item = u64> + '_ {
        self.columns.iter().map(move |column| column[n])
    }

    /// The largest number.
    pub fn largest(&self) -> u64 {
        self.columns.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Writes aligned text, with the names above.
    pub fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let longest = self.names.iter().map(|name| name.len()).max().unwrap_or(1);
        let width = self.largest().to_string().len().max(longest);
        let line = |cells: Vec<String>| cells.join(" ");
        writeln!(out, "{}", line(self.names.iter().map(|name| format!("{name:>width$}")).collect()))?;
        (0..self.len()).try_for_each(|n| {
            writeln!(out, "{}", line(self.row(n).map(|number| format!("{number:>width$}")).collect()))
        })
    }

    /// Writes comma-separated values, with the names in the first line.
    pub fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        self.separated(",", out)
    }

    /// Writes values separated by `separator`, with the names in the first line.
    pub fn separated(&self, separator: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.names.join(separator))?;
        (0..self.len()).try_for_each(|n| {
            let cells: Vec<String> = self.row(n).map(|number| number.to_string()).collect();
            writeln!(out, "{}", cells.join(separator))
        })
    }
}
