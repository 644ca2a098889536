//! The positions of small values of Wythoff's game around any row, however far out. Used to learn automata; nothing is proved here.
//!
//! Each row x has one position of each value g in the symmetric table. Rows are filled in increasing order: if an earlier position (a, x) of
//! value g exists, row x has a; otherwise it has the least y >= x such that column y and diagonal y - x have no position of value g yet, and
//! (x, y) has no smaller value.
//!
//! Far out, a window of rows is filled in the same way. What must be known is which of its rows have an earlier position: those come
//! from rows near x/φ, that is from a smaller window. So is the number n of earlier positions with a <= b exactly, and the window begins as if
//! diagonals 0 to n-1 were taken, and no columns. The error of this guess is forgotten after some rows of warm-up, which are not used.

use std::ops::{Add, Sub};

/// Rows that are kept from the start on, by the largest value. The automata of larger values have more states, so that more and longer words are looked up; four bytes a row and value.
const TABLE: [usize; 4] = [1 << 20, 1 << 20, 1 << 22, 1 << 25];

/// Rows of warm-up. With 64 rows no window of values 0 to 2 among 2,086 was wrong, and two of value 3 were; with 128, none.
const WARM_UP: u128 = 160;

/// Upper limit on the distance of a from b/φ, for positions (a, b) with a <= b of the values that are learned. Up to row 2^22 it is at most 6.
pub const AROUND: u128 = 16;

/// The positions of some rows.
pub enum Window<'t> {
    /// Those of the table, from some row on.
    Table(&'t Windows, u128),
    /// Those of rows far out.
    Far(Rows<u128>),
}

/// Rows that follow each other.
pub struct Rows<N> {
    from: N,
    /// For each value, the other number of each row.
    partners: Vec<Vec<N>>,
    /// For each value, the number of rows before these whose position is not an earlier one.
    before: Vec<N>,
}

impl Window<'_> {
    /// The other number of the position of a value in a row of the window.
    pub fn partner(&self, value: usize, row: u128) -> u128 {
        match self {
            Self::Table(windows, _) => windows.table.partners[value][place(row)].into(),
            Self::Far(rows) => rows.partners[value][place(row - rows.from)],
        }
    }

    /// The number of rows before the window whose position of a value is not an earlier one.
    pub fn before(&self, value: usize) -> u128 {
        match self {
            Self::Table(_, from) => self.before_row(value, *from),
            Self::Far(rows) => rows.before[value],
        }
    }

    /// The same before a row of the window.
    fn before_row(&self, value: usize, row: u128) -> u128 {
        let (count, from) = match self {
            Self::Table(windows, _) => {
                let block = place(row) / BLOCK;
                (windows.counts[value][block].into(), u128::try_from(block * BLOCK).unwrap_or(0))
            }
            Self::Far(rows) => (rows.before[value], rows.from),
        };
        count + (from..row).map(|x| u128::from(self.partner(value, x) >= x)).sum::<u128>()
    }

    fn values(&self) -> usize {
        match self {
            Self::Table(windows, _) => windows.values(),
            Self::Far(rows) => rows.partners.len(),
        }
    }
}

/// Rows of the table between those at which earlier ones are counted.
const BLOCK: usize = 64;

/// Positions of the values up to one.
pub struct Windows {
    table: Rows<u32>,
    /// For each value, `before` of every 64th row of the table.
    counts: Vec<Vec<u32>>,
}

/// Numbers of rows and columns: narrow in the table, wide far out.
trait Number: Copy + Ord + Add<Output = Self> + Sub<Output = Self> + From<u8> + TryInto<usize> {
    /// A row whose position is not known yet.
    const OPEN: Self;
}

impl Number for u32 {
    const OPEN: Self = Self::MAX;
}

impl Number for u128 {
    const OPEN: Self = Self::MAX;
}

fn place(distance: u128) -> usize {
    usize::try_from(distance).unwrap_or(usize::MAX)
}

/// `x/φ`, rounded down, or one less.
pub fn over_phi(x: u128) -> u128 {
    /// `2^128/φ`, rounded down.
    const INVERSE: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;
    let (a, b) = (x >> 64, x & u128::from(u64::MAX));
    let (c, d) = (INVERSE >> 64, INVERSE & u128::from(u64::MAX));
    let (high, low) = (|number: u128| number >> 64, |number: u128| number & u128::from(u64::MAX));
    a * c + high(a * d) + high(b * c) + high(high(b * d) + low(a * d) + low(b * c))
}

/// The lines of a value that are taken, from some number on.
struct Taken<N> {
    from: N,
    lines: Vec<bool>,
}

impl<N: Number> Taken<N> {
    fn at(&self, line: N) -> usize {
        (line - self.from).try_into().unwrap_or(usize::MAX)
    }

    fn has(&self, line: N) -> bool {
        line < self.from || self.lines.get(self.at(line)).copied().unwrap_or(false)
    }

    fn add(&mut self, line: N) {
        if line >= self.from {
            let at = self.at(line);
            if at >= self.lines.len() {
                self.lines.resize(2 * at + 1, false);
            }
            self.lines[at] = true;
        }
    }
}

/// Fills rows. `partners` has the rows with earlier positions.
fn fill<N: Number>(rows: &mut Rows<N>) {
    let one = N::from(1);
    let taken = |from| Taken { from, lines: Vec::new() };
    let mut diagonals: Vec<Taken<N>> = rows.before.iter().map(|&from| taken(from)).collect();
    let mut columns: Vec<Taken<N>> = rows.before.iter().map(|&n| taken(rows.from + n)).collect();
    let mut first: Vec<N> = rows.before.clone();
    let mut x = rows.from;
    for row in 0..rows.partners.first().map_or(0, Vec::len) {
        for value in 0..rows.partners.len() {
            if rows.partners[value][row] != N::OPEN {
                continue;
            }
            while diagonals[value].has(first[value]) {
                first[value] = first[value] + one;
            }
            let mut d = first[value];
            while diagonals[value].has(d)
                || columns[value].has(x + d)
                || rows.partners[..value].iter().any(|smaller| smaller[row] == x + d)
            {
                d = d + one;
            }
            diagonals[value].add(d);
            columns[value].add(x + d);
            rows.partners[value][row] = x + d;
            let column: usize = (x + d - rows.from).try_into().unwrap_or(usize::MAX);
            if d > N::from(0)
                && let Some(partner) = rows.partners[value].get_mut(column)
            {
                *partner = x;
            }
        }
        x = x + one;
    }
}

impl Windows {
    /// Those of the values 0 to `largest`.
    pub fn new(largest: usize) -> Self {
        Self::with_table(largest, TABLE[largest.min(TABLE.len() - 1)])
    }

    fn with_table(largest: usize, rows: usize) -> Self {
        let mut table = Rows {
            from: 0,
            partners: vec![vec![u32::OPEN; rows]; largest + 1],
            before: vec![0; largest + 1],
        };
        fill(&mut table);
        let count = |partners: &Vec<u32>| {
            let mut rows = 0;
            let counts = partners.iter().zip(0_u32..).map(|(&y, x)| {
                rows += u32::from(y >= x);
                rows - u32::from(y >= x)
            });
            counts.step_by(BLOCK).collect()
        };
        let counts = table.partners.iter().map(count).collect();
        Self { table, counts }
    }

    /// Number of values.
    pub fn values(&self) -> usize {
        self.counts.len()
    }

    fn in_table(&self, to: u128) -> bool {
        place(to) <= self.table.partners[0].len()
    }

    /// The positions of rows `from` to `to`.
    pub fn rows(&self, from: u128, to: u128) -> Window<'_> {
        if self.in_table(to) {
            return Window::Table(self, from);
        }
        let (low, high) = feeding(from, to);
        Window::Far(filled(&self.rows(low, high), from, to))
    }

    /// The positions of several ranges of rows, each near φ times the range before: one window for each that contains it, and all of them from one chain of windows.
    pub fn chain(&self, ranges: &[(u128, u128)]) -> Vec<Window<'_>> {
        // What each window must contain, so that the one after it can be filled.
        let mut needed: Vec<(u128, u128)> = Vec::with_capacity(ranges.len());
        for &(from, to) in ranges.iter().rev() {
            let after = needed.last().map_or((from, to), |&(from, to)| feeding(from, to));
            needed.push(if self.in_table(to) && self.in_table(after.1) {
                (from, to)
            } else {
                (from.min(after.0), to.max(after.1))
            });
        }
        let mut windows: Vec<Window<'_>> = Vec::with_capacity(ranges.len());
        for &(from, to) in needed.iter().rev() {
            let window = match windows.last() {
                Some(earlier) if !self.in_table(to) => Window::Far(filled(earlier, from, to)),
                _ => self.rows(from, to),
            };
            windows.push(window);
        }
        windows
    }
}

/// The rows whose positions must be known to fill rows `from` to `to`.
fn feeding(from: u128, to: u128) -> (u128, u128) {
    (over_phi(from.saturating_sub(WARM_UP)).saturating_sub(AROUND), over_phi(to) + AROUND)
}

/// The positions of rows `from` to `to`, given those of the rows that feed them.
fn filled(earlier: &Window<'_>, from: u128, to: u128) -> Rows<u128> {
    let start = from.saturating_sub(WARM_UP);
    let (low, high) = feeding(from, to);
    let length = place(to - start);
    let values = earlier.values();
    let mut rows = Rows { from: start, partners: vec![vec![u128::OPEN; length]; values], before: Vec::new() };
    for value in 0..values {
        // The position on diagonal 0 is its own mirror image, and no earlier one of another row.
        let mut done = earlier.before_row(value, low) - 1;
        for x in low..high {
            let y = earlier.partner(value, x);
            if y > x && y < start {
                done += 1;
            } else if y >= start && y < to {
                rows.partners[value][place(y - start)] = x;
            }
        }
        rows.before.push(start - done);
    }
    fill(&mut rows);
    let skipped = place(from - start);
    for (partners, before) in rows.partners.iter_mut().zip(&mut rows.before) {
        *before += partners[..skipped].iter().zip(start..).map(|(&y, x)| u128::from(y >= x)).sum::<u128>();
        partners.drain(..skipped);
    }
    rows.from = from;
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_agree_with_the_table() {
        let windows = Windows::with_table(2, 1 << 18);
        let small = Windows::with_table(2, 1 << 12);
        for start in (4096..261_000).step_by(997) {
            let (direct, far) = (windows.rows(start, start + 200), small.rows(start, start + 200));
            assert!(matches!((&direct, &far), (Window::Table(..), Window::Far(_))));
            for value in 0..3 {
                assert_eq!(direct.before(value), far.before(value), "{start}");
                for row in start..start + 200 {
                    assert_eq!(direct.partner(value, row), far.partner(value, row), "{row}");
                }
            }
        }
    }

    /// All windows of a chain agree with those that are made one by one.
    #[test]
    fn chains_agree_with_windows() {
        let small = Windows::with_table(2, 1 << 12);
        for start in [1_000_u128, 12_345, 1 << 40, (1 << 90) + 7] {
            let mut ranges = vec![(start, start + 3)];
            for wide in 1..12 {
                let (from, to) = ranges[ranges.len() - 1];
                // Nearly φ times as far: what rounding does to the start is made up for by the width.
                let next = from + over_phi(from);
                ranges.push((next, next + (to - from) + wide));
            }
            for (window, &(from, to)) in small.chain(&ranges).iter().zip(&ranges) {
                let alone = small.rows(from, to);
                for row in from..to {
                    let both = |value| (window.partner(value, row), alone.partner(value, row));
                    assert!((0..3).all(|value| both(value).0 == both(value).1), "{row}");
                }
            }
        }
    }
}
