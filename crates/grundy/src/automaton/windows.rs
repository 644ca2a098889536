//! The positions of small values of Wythoff's game around any row, however far out. Used to learn automata; nothing is proved here.
//!
//! Each row x has one position of each value g in the symmetric table. Rows are filled in increasing order: if an earlier position (a, x) of
//! value g exists, row x has a; otherwise it has the least y >= x such that column y and diagonal y - x have no position of value g yet, and
//! (x, y) has no smaller value.
//!
//! Far out, a window of rows is filled in the same way. What must be known is which of its rows have an earlier position: those come
//! from rows near x/φ, that is from a smaller window. So is the number n of earlier positions with a <= b exactly, and the window begins as if
//! diagonals 0 to n-1 were taken, and no columns. The error of this guess is forgotten after some rows of warm-up, which are not used.

/// Rows that are kept from the start on.
const TABLE: usize = 1 << 20;

/// Rows of warm-up. With 64 rows no window of values 0 to 2 among 2,086 was wrong, and two of value 3 were; with 128, none.
const WARM_UP: u128 = 160;

/// Upper limit on the distance of a from b/φ, for positions (a, b) with a <= b of the values that are learned. Up to row 2^22 it is at most 6.
pub const AROUND: u128 = 16;

/// The positions of some rows.
pub struct Window {
    from: u128,
    /// For each value, the other number of each row.
    partners: Vec<Vec<u128>>,
    /// For each value, the number of rows before the window whose position is not an earlier one.
    before: Vec<u128>,
}

impl Window {
    /// The other number of the position of a value in a row of the window.
    pub fn partner(&self, value: usize, row: u128) -> u128 {
        self.partners[value][place(row - self.from)]
    }

    /// The number of rows before the window whose position of a value is not an earlier one.
    pub fn before(&self, value: usize) -> u128 {
        self.before[value]
    }
}

/// Positions of the values up to one.
pub struct Windows {
    table: Window,
    /// For each value, `before` of every 1024th row of the table.
    counts: Vec<Vec<u128>>,
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
struct Taken {
    from: u128,
    lines: Vec<bool>,
}

impl Taken {
    fn has(&self, line: u128) -> bool {
        line < self.from || self.lines.get(place(line - self.from)).copied().unwrap_or(false)
    }

    fn add(&mut self, line: u128) {
        if line >= self.from {
            let at = place(line - self.from);
            if at >= self.lines.len() {
                self.lines.resize(2 * at + 1, false);
            }
            self.lines[at] = true;
        }
    }
}

const OPEN: u128 = u128::MAX;

/// Fills rows. `partners` has the rows with earlier positions.
fn fill(window: &mut Window, rows: usize) {
    let mut diagonals: Vec<Taken> =
        window.before.iter().map(|&from| Taken { from, lines: Vec::new() }).collect();
    let mut columns: Vec<Taken> =
        window.before.iter().map(|&n| Taken { from: window.from + n, lines: Vec::new() }).collect();
    let mut first: Vec<u128> = window.before.clone();
    for row in 0..rows {
        let x = window.from + u128::try_from(row).unwrap_or(0);
        for value in 0..window.partners.len() {
            if window.partners[value][row] != OPEN {
                continue;
            }
            while diagonals[value].has(first[value]) {
                first[value] += 1;
            }
            let mut d = first[value];
            while diagonals[value].has(d)
                || columns[value].has(x + d)
                || window.partners[..value].iter().any(|smaller| smaller[row] == x + d)
            {
                d += 1;
            }
            diagonals[value].add(d);
            columns[value].add(x + d);
            window.partners[value][row] = x + d;
            if d > 0
                && let Some(partner) = window.partners[value].get_mut(place(x + d - window.from))
            {
                *partner = x;
            }
        }
    }
}

impl Windows {
    /// Those of the values 0 to `largest`.
    pub fn new(largest: usize) -> Self {
        Self::with_table(largest, TABLE)
    }

    fn with_table(largest: usize, rows: usize) -> Self {
        let mut table =
            Window { from: 0, partners: vec![vec![OPEN; rows]; largest + 1], before: vec![0; largest + 1] };
        fill(&mut table, rows);
        let count = |partners: &Vec<u128>| {
            let mut rows = 0;
            let counts = partners.iter().zip(0_u128..).map(|(&y, x)| {
                rows += u128::from(y >= x);
                rows - u128::from(y >= x)
            });
            counts.step_by(1024).collect()
        };
        let counts = table.partners.iter().map(count).collect();
        Self { table, counts }
    }

    /// Number of values.
    pub fn values(&self) -> usize {
        self.counts.len()
    }

    /// The positions of rows `from` to `to`.
    pub fn rows(&self, from: u128, to: u128) -> Window {
        if place(to) <= self.table.partners[0].len() {
            let start = place(from) / 1024 * 1024;
            let rows = place(from)..place(to);
            let before = |value: usize| {
                let skipped = self.table.partners[value][start..rows.start]
                    .iter()
                    .zip(u128::try_from(start).unwrap_or(0)..);
                self.counts[value][start / 1024] + skipped.map(|(&y, x)| u128::from(y >= x)).sum::<u128>()
            };
            return Window {
                from,
                partners: self
                    .table
                    .partners
                    .iter()
                    .map(|partners| partners[rows.clone()].to_vec())
                    .collect(),
                before: (0..self.values()).map(before).collect(),
            };
        }
        let start = from - WARM_UP.min(from);
        let low = over_phi(start) - AROUND;
        let earlier = self.rows(low, over_phi(to) + AROUND);
        let length = place(to - start);
        let mut window =
            Window { from: start, partners: vec![vec![OPEN; length]; self.values()], before: Vec::new() };
        for (value, partners) in earlier.partners.iter().enumerate() {
            // The position on diagonal 0 is its own mirror image, and no earlier one of another row.
            let mut done = earlier.before[value] - 1;
            for (&y, x) in partners.iter().zip(low..) {
                if y > x && y < start {
                    done += 1;
                } else if y >= start && y < to {
                    window.partners[value][place(y - start)] = x;
                }
            }
            window.before.push(start - done);
        }
        fill(&mut window, length);
        let skipped = place(from - start);
        for (partners, before) in window.partners.iter_mut().zip(&mut window.before) {
            *before +=
                partners[..skipped].iter().zip(start..).map(|(&y, x)| u128::from(y >= x)).sum::<u128>();
            partners.drain(..skipped);
        }
        window.from = from;
        window
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_agree_with_the_table() {
        let windows = Windows::with_table(2, 1 << 18);
        let small = Windows::with_table(2, 1 << 12);
        for start in (4096..261_000).step_by(997) {
            let direct = windows.rows(start, start + 200);
            let far = small.rows(start, start + 200);
            assert_eq!(direct.partners, far.partners, "{start}");
            assert_eq!(direct.before, far.before, "{start}");
        }
    }
}
