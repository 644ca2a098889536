//! The rows of Nim, Star Nim, Wythoff's game and R-Wythoff as a finite state machine with windows of 128 bits: the fast twin of the machine
//! of any rays in `wide`.
//!
//! # The machine
//! Fill the columns b = 0, 1, 2, .. from row 0 upwards. The value of (r, b) is the least number in none of these sets: the
//! values of row r in earlier columns, the values of column b in lower rows, and, if the game has diagonal moves, the values on
//! the diagonal below (r, b). Count values relative to the column, and count all negative numbers as used. Then the least
//! missing number does not depend on the number of the column. So the state of rows 0..=a at column b,
//!
//! - for each row r the set `U_r` of values used before column b, minus b,
//! - for each row r the set `E_r` of values on the diagonal below (r, b), minus b,
//!
//! determines its successor: `E_(r+1)` at b+1 is `E_r` at b with the value of (r, b) added, and the set of the column is built
//! on the way up. If the states at b and b+P are equal, then `G(r, c+P) = G(r, c) + P` for all c >= b and r <= a. This requires
//! only that the rules are the same in all columns from b on. That holds for all b in Nim and Wythoff's game, for b >= 1 in Star
//! Nim, which has no (0,0), and for b > a in R-Wythoff, where only the larger pile is lowered alone. (This is Landman's argument
//! for Wythoff's game, and Theorem 5 of Farr & Ho for Star Nim.)
//!
//! # The windows
//! `U_r` contains all numbers below some bound and none above another. A value v enters row r by column v + r, or v + 2r with
//! diagonals: in every earlier column without v, row r has a smaller value (at most v columns), or one of the r lower cells with
//! value v bars it, and each of these bars one column and one diagonal. In R-Wythoff the larger pile is r in the r columns left
//! of the diagonal, which again gives v + 2r. A value is at most the number of its options. Let s = a, or 2a with diagonals, but
//! at least 1, since Star Nim lacks a cell in row 0. Then all numbers below -s are used and none above s are, and a window holds
//! the numbers from -s on as bits of a `u128`. Every column checks that the bit leaving a window is set and that each value fits:
//! a window that is too narrow is an error, never a wrong answer. Bits that leave a diagonal set lie below the windows of all
//! rows, where all numbers are used.

use super::lanes;
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;

/// The note of a cell that is not a position.
pub(super) const NO_POSITION: u8 = u8::MAX;

/// The largest row whose windows fit into 128 bits. They need the numbers from -a to a. With diagonals they start at -2a, and no
/// value above a has been seen.
pub fn largest_row(shape: Symmetric) -> u64 {
    if shape.has_diagonals() { 42 } else { 63 }
}

/// The first column from which on the rules are the same in all columns, for rows up to `row`.
pub fn regular_from(shape: Symmetric, row: u64) -> u64 {
    match shape {
        Symmetric { both: false, .. } => row + 1,
        Symmetric { hole, .. } => u64::from(hole),
    }
}

/// The state of rows 0 to some row at a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    pub(super) shape: Symmetric,
    pub(super) column: u64,
    /// Bit i of row r: whether the value `column - reach + i` has been used in row r, or is negative.
    pub(super) rows: Vec<u128>,
    /// Bit i of row r: whether the value `column - reach + i` occurs on the diagonal below (r, column). Empty without diagonals.
    pub(super) diagonals: Vec<u128>,
}

impl Windows {
    /// The rows 0..=`last` before column 0.
    ///
    /// # Errors
    /// When the windows of the last row would not fit.
    pub fn new(shape: Symmetric, last: u64) -> Result<Self, InputError> {
        debug_assert!(Symmetric::WITH_WINDOWS.contains(&shape), "{shape:?}");
        let largest = largest_row(shape);
        let rows = usize::try_from(last).ok().filter(|_| last <= largest).map(|last| last + 1);
        let Some(rows) = rows else {
            let message = format!("the windows of row {last} of {} need more than 128 bits", shape.name());
            return Err(InputError::whole(message).hint(format!("rows go up to {largest}")));
        };
        let mut state = Self {
            shape,
            column: 0,
            rows: vec![0; rows],
            diagonals: vec![0; if shape.has_diagonals() { rows } else { 0 }],
        };
        let negative = below(state.reach());
        state.rows.fill(negative);
        Ok(state)
    }

    /// The next column.
    pub fn column(&self) -> u64 {
        self.column
    }

    /// The last row.
    pub fn last_row(&self) -> u64 {
        u64::try_from(self.rows.len()).map_or(0, |rows| rows - 1)
    }

    /// How far the windows reach below the column.
    pub(super) fn reach(&self) -> u64 {
        // In row 0 of Star Nim, G(0,b) = b-1.
        let last = self.last_row().max(1);
        if self.shape.has_diagonals() { 2 * last } else { last }
    }

    /// Whether two states have equal windows; the columns may differ.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.shape == other.shape && self.rows == other.rows && self.diagonals == other.diagonals
    }

    /// Fills `columns` columns.
    pub fn advance(&mut self, columns: u64) -> Result<(), Error> {
        self.go(columns, None)
    }

    /// Fills `columns` columns. Notes the value of the last row in each, relative to its column, plus the reach of the windows.
    pub(super) fn advance_noting(&mut self, columns: u64, notes: &mut Vec<u8>) -> Result<(), Error> {
        self.go(columns, Some(notes))
    }

    fn go(&mut self, columns: u64, mut notes: Option<&mut Vec<u8>>) -> Result<(), Error> {
        let end = self.column + columns;
        while self.column < end {
            let left = end - self.column;
            let regular = self.column >= regular_from(self.shape, self.last_row());
            if regular && !self.shape.has_diagonals() && lanes::advance(self, left, notes.as_deref_mut())? {
                return Ok(());
            }
            let note = self.step()?;
            if let Some(notes) = &mut notes {
                notes.push(note);
            }
        }
        Ok(())
    }

    /// Fills one column row by row, by the rules. Returns the note of the last row. This is the slow twin of [`lanes`].
    pub(super) fn step(&mut self) -> Result<u8, Error> {
        let (column, reach) = (self.column, self.reach());
        let negative = if column < reach { below(reach - column) } else { 0 };
        let (mut standing, mut onward, mut note) = (0, 0, NO_POSITION);
        for (row, used) in (0..).zip(&mut self.rows) {
            let diagonal = self.diagonals.get_mut(usize::try_from(row).unwrap_or(usize::MAX));
            let below = diagonal.as_deref().copied().unwrap_or(0);
            let barred = match self.shape {
                Symmetric { both: false, .. } if column < row => negative | standing | below,
                Symmetric { both: false, .. } if column > row => *used | below,
                _ => *used | standing | below,
            };
            let is_position = !(self.shape.hole && (row, column) == (0, 0));
            let value = if is_position { !barred & barred.wrapping_add(1) } else { 0 };
            let next = *used | value;
            if (is_position && value == 0) || next & 1 == 0 {
                return Err(outside(row, column));
            }
            note = if is_position { value.trailing_zeros().to_le_bytes()[0] } else { NO_POSITION };
            *used = next >> 1;
            standing |= value;
            if let Some(diagonal) = diagonal {
                *diagonal = std::mem::replace(&mut onward, (below | value) >> 1);
            }
        }
        self.column += 1;
        Ok(note)
    }
}

impl Windows {
    pub(super) fn write(&self, to: &mut Writer) {
        to.number(self.column);
        self.rows.iter().chain(&self.diagonals).for_each(|&window| to.wide(window));
    }

    /// Reads a state of the same game and rows as `like`.
    pub(super) fn read(from: &mut Reader, like: &Self) -> Result<Self, BadState> {
        let mut state = like.clone();
        state.column = from.number()?;
        for window in state.rows.iter_mut().chain(&mut state.diagonals) {
            *window = from.wide()?;
        }
        Ok(state)
    }
}

/// The lowest `count` bits.
pub(super) fn below(count: u64) -> u128 {
    u32::try_from(count).ok().and_then(|count| 1_u128.checked_shl(count)).map_or(u128::MAX, |bit| bit - 1)
}

/// The error for a value outside its window, which contradicts the bound on the width.
pub(crate) fn outside(row: u64, column: u64) -> Error {
    Error::Fault(format!("row {row}, column {column}: a value lies outside the window of its row"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window that is too narrow is an error: if no number of it is free, and if a number leaves it that has not been used.
    #[test]
    fn windows_that_are_too_narrow_are_errors() {
        for shape in Symmetric::WITH_WINDOWS {
            let mut state = Windows::new(shape, 2).unwrap();
            state.advance(100).unwrap();
            let mut full = state.clone();
            full.rows[1] = u128::MAX;
            assert_eq!(full.step(), Err(outside(1, 100)), "{shape:?}");
            // Row 0 takes the lowest number. If it bars it in row 1, it is lost there.
            let mut lost = state.clone();
            lost.rows[0] &= !1;
            lost.rows[1] &= !1;
            assert_eq!(lost.step().err(), shape.both.then(|| outside(1, 100)), "{shape:?}");
            let text = "row 1, column 100: a value lies outside the window of its row";
            assert_eq!(outside(1, 100), Error::Fault(text.to_owned()));
        }
    }
}
