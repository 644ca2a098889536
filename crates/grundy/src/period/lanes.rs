//! The fast way to fill columns of games without diagonals: all rows at once, each one column behind the row below it.
//!
//! Row r in column b needs its own window after column b-1 and the values of column b in lower rows. If in step t each row r
//! fills column t - r, the rows of a step are independent of each other, and the set of a column moves up one row per step. So a
//! step consists of a few operations on arrays, which compilers turn into vector instructions. At the beginning and the end of a
//! run only some rows have a column to fill; these are done one by one.
//!
//! Words are narrower than the 128 bits of [`Windows`]. With N rows, the numbers from -(N-1) to N-1 take 2N-1 bits, and the sign
//! bit guards the top. A shift copies the sign: once a value has reached the guard, the word stays negative, which is checked
//! after the run. A number that left at the bottom without having been used is detected then, too.

use super::Windows;
use super::windows::{below, outside as outside_of};
use crate::error::Error;
use crate::widths::wide;

/// Shorter runs are left to the slow twin.
const SHORTEST: u64 = 64;

/// Fills `columns` regular columns. Does nothing and returns false if there are too few columns or too many rows.
pub(super) fn advance(state: &mut Windows, columns: u64, notes: Option<&mut Vec<u8>>) -> Result<bool, Error> {
    let Ok(count) = usize::try_from(columns) else { return Ok(false) };
    if columns < SHORTEST {
        return Ok(false);
    }
    match state.rows.len() {
        ..=8 => eight::run(state, count, notes)?,
        9..=16 => sixteen::run(state, count, notes)?,
        17..=32 => thirty_two::run(state, count, notes)?,
        _ => return Ok(false),
    }
    state.column += columns;
    Ok(true)
}

macro_rules! lanes {
    ($name:ident, $word:ty, $rows:literal) => {
        mod $name {
            use super::{Error, Windows, below, outside_of, wide};

            const ROWS: usize = $rows;
            /// The windows of the lanes begin this far below the column.
            const REACH: u64 = $rows - 1;

            /// Rows beyond the last one wanted are filled too. The rows below do not depend on them.
            struct Lanes {
                used: [$word; ROWS],
                /// The values of lower rows in the column that the row fills next.
                standing: [$word; ROWS],
                /// Bit 0: whether an unused number ever left the window.
                lost: [$word; ROWS],
            }

            pub(super) fn run(
                state: &mut Windows,
                columns: usize,
                notes: Option<&mut Vec<u8>>,
            ) -> Result<(), Error> {
                let shift = REACH - state.reach();
                let column = state.column;
                let outside = |row: usize| outside_of(wide(row), column);
                let mut lanes = Lanes { used: [0; ROWS], standing: [0; ROWS], lost: [0; ROWS] };
                for (row, (lane, used)) in lanes.used.iter_mut().zip(&state.rows).enumerate() {
                    let window = i128::try_from(*used << shift | below(shift)).map_err(|_| outside(row))?;
                    *lane = <$word>::try_from(window).map_err(|_| outside(row))?;
                }
                match notes {
                    None => lanes.fill::<false>(columns, 0, &mut Vec::new()),
                    Some(notes) => {
                        let from = notes.len();
                        lanes.fill::<true>(columns, state.rows.len() - 1, notes);
                        let shift = shift.to_le_bytes()[0];
                        notes[from..].iter_mut().for_each(|note| *note = note.wrapping_sub(shift));
                    }
                }
                for (row, used) in state.rows.iter_mut().enumerate() {
                    let window = u128::try_from(lanes.used[row]).map_err(|_| outside(row))?;
                    if lanes.lost[row] & 1 == 1 || window & below(shift) != below(shift) {
                        return Err(outside(row));
                    }
                    *used = window >> shift;
                }
                Ok(())
            }

            impl Lanes {
                fn fill<const NOTE: bool>(&mut self, columns: usize, row: usize, notes: &mut Vec<u8>) {
                    for step in 1..ROWS {
                        self.some::<NOTE>(0..step, row, notes);
                    }
                    if NOTE {
                        for _ in ROWS - 1..columns {
                            self.some::<NOTE>(0..ROWS, row, notes);
                        }
                    } else {
                        all(&mut self.used, &mut self.standing, &mut self.lost, columns + 1 - ROWS);
                    }
                    for step in 1..ROWS {
                        self.some::<NOTE>(step..ROWS, row, notes);
                    }
                }

                /// Fills a column of some rows.
                fn some<const NOTE: bool>(
                    &mut self,
                    lanes: std::ops::Range<usize>,
                    row: usize,
                    notes: &mut Vec<u8>,
                ) {
                    for lane in lanes.rev() {
                        let value = self.one(lane);
                        if NOTE && lane == row {
                            notes.push(value.trailing_zeros().to_le_bytes()[0]);
                        }
                    }
                }

                /// Fills a column of one row. The rows above it have been done.
                fn one(&mut self, lane: usize) -> $word {
                    let barred = self.used[lane] | self.standing[lane];
                    let value = !barred & barred.wrapping_add(1);
                    let next = self.used[lane] | value;
                    self.lost[lane] |= !next;
                    self.used[lane] = next >> 1;
                    if lane + 1 < ROWS {
                        self.standing[lane + 1] = self.standing[lane] | value;
                    }
                    value
                }
            }

            /// Fills some columns of every row. Here a bit is 1 if its number is free, since x & -x gives the least in two
            /// operations. The loops are plain and arrays are never copied as a whole, so that compilers vectorise all of it, which
            /// makes it twice as fast.
            #[inline(never)]
            fn all(
                used: &mut [$word; ROWS],
                standing: &mut [$word; ROWS],
                lost: &mut [$word; ROWS],
                columns: usize,
            ) {
                let (mut free, mut open, mut left_out) = ([0; ROWS], [0; ROWS], [0; ROWS]);
                for lane in 0..ROWS {
                    free[lane] = !used[lane];
                    open[lane] = !standing[lane];
                }
                for _ in 0..columns {
                    let mut values = [0; ROWS];
                    for lane in 0..ROWS {
                        let both = free[lane] & open[lane];
                        values[lane] = both & both.wrapping_neg();
                    }
                    let mut passed = [-1; ROWS];
                    for lane in 0..ROWS {
                        let left = free[lane] ^ values[lane];
                        left_out[lane] |= left;
                        free[lane] = left >> 1;
                        open[lane] ^= values[lane];
                    }
                    for lane in 1..ROWS {
                        passed[lane] = open[lane - 1];
                    }
                    passed[0] = -1;
                    open = passed;
                }
                for lane in 0..ROWS {
                    used[lane] = !free[lane];
                    standing[lane] = !open[lane];
                    lost[lane] |= left_out[lane];
                }
            }
        }
    };
}

lanes!(eight, i32, 8);
lanes!(sixteen, i32, 16);
lanes!(thirty_two, i64, 32);

#[cfg(test)]
mod tests {
    use crate::geometry::Symmetric;
    use crate::period::Windows;

    /// Compares the lanes with their slow twin, in runs of many lengths, with and without notes.
    #[test]
    fn lanes_agree_with_their_twin() {
        for shape in [Symmetric::NIM, Symmetric::STAR_NIM] {
            for last in [0, 1, 2, 3, 6, 7, 8, 11, 14, 15, 16, 23, 31] {
                let mut fast = Windows::new(shape, last).unwrap();
                let mut slow = fast.clone();
                for run in [1, 63, 64, 65, 100, 1, 777, 64, 2000] {
                    let (mut noted, mut expected) = (Vec::new(), Vec::new());
                    if run % 2 == 0 {
                        fast.advance(run).unwrap();
                    } else {
                        fast.advance_noting(run, &mut noted).unwrap();
                    }
                    (0..run).for_each(|_| expected.push(slow.step().unwrap()));
                    assert_eq!(fast, slow, "{shape:?} {last} {run}");
                    assert!(noted.is_empty() || noted == expected, "{shape:?} {last} {run}");
                }
            }
        }
    }

    #[test]
    fn lanes_take_long_runs_of_few_rows() {
        for (last, columns, expected) in
            [(0, 64, true), (0, 63, false), (31, 64, true), (31, 1000, true), (32, 1000, false)]
        {
            let mut state = Windows::new(Symmetric::NIM, last).unwrap();
            assert_eq!(super::advance(&mut state, columns, None), Ok(expected), "{last} {columns}");
            assert_eq!(state.column(), if expected { columns } else { 0 });
        }
    }
}
