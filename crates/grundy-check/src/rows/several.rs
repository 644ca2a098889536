//! Rows of Nim and Star Nim with several fixed numbers: G(a1,..,ak,b) by b.
//!
//! A move lowers one of the numbers. A row is a list r of numbers that are at most the fixed ones. All rows are filled column by column: the
//! options of (r, b) are the cells of row r in earlier columns, and those of column b in the rows with one lower number. So the *state* before
//! column b is the set of values that each row has used, relative to the column. In Star Nim at most one number of a position is 0. Above all
//! fixed numbers, and so from `regular` on, the rules are the same in all columns, and the argument of [`crate::rows`] applies.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::parse::{Lines, number};
use crate::rows::Columns;
use crate::rows::table::{Note, Used};

/// Upper limit on the number of rows.
const MOST_ROWS: u64 = 1 << 20;

#[derive(Clone)]
pub struct Several<'f> {
    fixed: &'f [u64],
    /// Whether two numbers of a position must not be 0.
    star: bool,
    column: u64,
    /// For each list of numbers, in lexicographic order, the values used in its row.
    used: Vec<Used>,
    cost: u64,
}

/// The numbers of a row, `3,4`: at least two, increasing.
pub fn read(text: &str, lines: &Lines) -> Result<Vec<u64>, Unverified> {
    let numbers: Option<Vec<u64>> = text.split(',').map(number).collect();
    let numbers = numbers.filter(|numbers| numbers.len() > 1 && numbers.is_sorted());
    numbers.ok_or_else(|| lines.wrong("expected increasing numbers, separated by commas"))
}

impl<'f> Several<'f> {
    pub fn new(fixed: &'f [u64], star: bool, lines: &mut Lines) -> Result<Self, Unverified> {
        if star && fixed.iter().filter(|&&x| x == 0).count() > 1 {
            return Err(lines.wrong("two numbers of a position of star-nim are not 0"));
        }
        let rows = fixed.iter().fold(1_u64, |rows, &x| rows.saturating_mul(x.saturating_add(1)));
        if rows > MOST_ROWS {
            return Err(Limit::Width("the number of rows is").into());
        }
        let sum: u64 = fixed.iter().sum();
        let cost = rows * (sum + 8);
        // Several copies are compared.
        lines.budget.hold(rows.saturating_mul(sum / 4 + 64), 8)?;
        let used = (0..rows).map(|_| Used::default()).collect();
        Ok(Self { fixed, star, column: 0, used, cost })
    }

    /// The least column above all fixed numbers.
    pub fn regular(&self) -> u64 {
        self.fixed.iter().max().map_or(0, |most| most + 1)
    }

    /// Whether a row has a position in the current column.
    fn holds(&self, row: &[u64]) -> bool {
        !self.star || row.iter().chain([&self.column]).filter(|&&x| x == 0).count() <= 1
    }
}

impl Columns for Several<'_> {
    type State = Vec<(i64, Vec<u64>)>;

    fn column(&self) -> u64 {
        self.column
    }

    fn rows(&self) -> u64 {
        u64::try_from(self.used.len()).unwrap_or(u64::MAX)
    }

    fn cost(&self) -> u64 {
        self.cost
    }

    fn is_additive(&self) -> bool {
        true
    }

    fn fill(&mut self, _: &mut Budget) -> Result<Note, Unverified> {
        let mut values: Vec<Option<u64>> = Vec::with_capacity(self.used.len());
        let mut row = vec![0; self.fixed.len()];
        loop {
            let at = values.len();
            let value = if self.holds(&row) {
                let mut lower = Vec::new();
                let mut stride = 1;
                for (x, most) in row.iter().zip(self.fixed).rev() {
                    lower.extend((1..=*x).filter_map(|less| values[at - usize_of(less * stride)]));
                    stride *= most + 1;
                }
                lower.sort_unstable();
                Some(self.used[at].least_without(&lower))
            } else {
                None
            };
            if let Some(value) = value {
                self.used[at].add(value)?;
            }
            values.push(value);
            // The next row.
            let Some(place) = (0..row.len()).rev().find(|&place| row[place] < self.fixed[place]) else {
                let column = self.column;
                self.column += 1;
                return Ok(value.map(|value| value.cast_signed() - column.cast_signed()));
            };
            row[place] += 1;
            row[place + 1..].fill(0);
        }
    }

    /// Rows without positions from `regular` on have used nothing, and are left out.
    fn state(&self, _: &mut Budget) -> Result<Self::State, Unverified> {
        let column = self.column.cast_signed();
        Ok(self.used.iter().filter(|used| !used.is_empty()).map(|used| used.relative_to(column)).collect())
    }
}

/// A distance between rows, of which there are at most [`MOST_ROWS`].
fn usize_of(rows: u64) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
}
