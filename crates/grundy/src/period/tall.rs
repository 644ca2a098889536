//! Proves additive periods of positions of several numbers along one number, the tall one.
//!
//! # The machine
//! In a game with [`Geometry::Lowering`](crate::Geometry::Lowering) a move lowers one number, and every position reached in this
//! way is an option. Fix all numbers but one. That one, c, is the column. A row is a vector r that is componentwise at most the
//! fixed numbers. The value of (r, c) is the least number in none of these sets: the values of row r in earlier columns, and the
//! values in column c of the rows that differ from r in one number, which is lower there. Count values relative to the column,
//! and count all negative numbers as used. Suppose that the rules are the same in all columns from c on. Then the sets `U_r` of
//! values used in rows r before column c, minus c, determine their successors. If all these sets are equal at c and at c+P, then
//! `G(r, d+P) = G(r, d) + P` for all `d >= c` and all rows. This generalises Landman's argument for Wythoff's game and
//! Theorem 5 of Farr & Ho to more numbers.
//!
//! The rules are the same in all columns above the fixed numbers if there it does not depend on c whether (r, c) is a position.
//! [`prove_tall`] requires this. It holds for Nim, Star Nim, Silver Dollar and Star Silver Dollar, whose positions depend only on
//! the order of the numbers and on which of them are 0.
//!
//! # The windows
//! Let s be the sum of the fixed numbers and t the number of columns that are not above all of them. Suppose that row r has no
//! value v up to column c. In each of these columns the cell is not a position (at most t times), has a smaller value (at most v
//! times, since values in a row are distinct), or has a lower row with value v in the same column (at most s times, since there
//! are at most s such rows, and each has v once). So `c + 1 <= t + v + s`: all values below `c + 1 - s - t` are used. A value is
//! at most the number of options, c + s. So a window holds the numbers from -(s+t) to s as bits. Every column still checks that
//! the bit leaving a window is set and that each value fits: a window that is too narrow is an error, never a wrong answer.
//!
//! There are finitely many windows, so a repetition exists. No bound on its first occurrence is known.

mod machine;
mod row;

pub use row::{SeveralProof, prove_row};

use super::Period;
use super::cycle::{least_period, least_preperiod};
use crate::error::Error;
use crate::geometry::IsPosition;
use crate::widths::{place as index, wide};
use dashu_int::UBig;
use machine::{Machine, NO_POSITION};
use std::ops::ControlFlow;

/// The limits of a search for a period.
#[derive(Clone, Copy, Debug)]
pub struct TallLimits {
    /// Columns.
    pub columns: u64,
    /// Memory, in bytes.
    pub bytes: u64,
}

/// A proof about a row: `G(r, c + length) = G(r, c) + length` for all `c >= preperiod`, with both numbers least.
#[derive(Clone, Debug)]
pub struct TallProof {
    fixed: Vec<u64>,
    place: usize,
    /// The period of the values along the tall number. The saltus equals the length.
    pub period: Period,
    /// A column from which the state of all rows repeats. Not always the least.
    pub state_from: u64,
    /// The least period of the state of all rows, in columns.
    pub state_period: u64,
    /// For each column up to the end of the first period, the value relative to the column, plus the reach of the windows.
    notes: Vec<u16>,
    /// The state before the first column above all fixed numbers.
    start: Machine,
}

/// Proves the period of the values of a position along one number, the tall one. The other numbers are `fixed`, and `place` is
/// the index of the tall number among all. Returns nothing if the state does not repeat within the limits. Calls `watch` every
/// few milliseconds with the number of columns done.
///
/// `is_position` must not depend on the tall number where it is above all fixed numbers.
///
/// ```
/// use grundy::period::tall::{TallLimits, prove_tall};
/// use grundy::theorem::UBig;
/// use std::ops::ControlFlow;
///
/// let game = grundy::Template::parse("star-nim")?.game().clone();
/// let is_position = game.geometry(&[3]).and_then(|geometry| geometry.lowering()).expect("every move lowers one number");
/// let limits = TallLimits { columns: 1_000, bytes: 1 << 20 };
/// let proof = prove_tall(&is_position, &[3, 4], 2, limits, &mut |_| ControlFlow::Continue(()))?.expect("a short period");
/// assert_eq!(proof.period.length, 16);
/// let far = UBig::from(10u8).pow(100);
/// assert_eq!(proof.value_at(&far), Some(far.clone()));
/// assert_eq!(proof.value_at(&(&far + 1u8)), Some(far - 2u8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the fixed numbers make no position with a large number, the windows would be too wide, the rows need more memory than
/// allowed, or `watch` cancels the search.
///
/// # Panics
/// When `place` is more than the number of fixed numbers.
pub fn prove_tall(
    is_position: &IsPosition,
    fixed: &[u64],
    place: usize,
    limits: TallLimits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<TallProof>, Error> {
    assert!(place <= fixed.len(), "place {place} of {} numbers", fixed.len() + 1);
    let bytes = Machine::bytes(fixed, limits.bytes)?;
    // A note has two bytes, and the capacity of their vector is at most twice its length.
    let most = limits.columns.min((limits.bytes - bytes) / 4);
    let mut notes = Vec::new();
    let start = Machine::above(is_position, fixed, place, &mut notes, watch)?;
    let Some((state_from, state_period)) = repetition(&start, &mut notes, most, watch)? else {
        return Ok(None);
    };
    let (from, round) = (index(state_from), index(state_period));
    let length = least_period(&notes[from..from + round]);
    let preperiod = least_preperiod(&notes, from, length);
    notes.truncate(preperiod + length);
    notes.shrink_to_fit();
    let period = Period { preperiod: wide(preperiod), length: wide(length), saltus: wide(length) };
    Ok(Some(TallProof { fixed: fixed.to_vec(), place, period, state_from, state_period, notes, start }))
}

/// A column and the least number of columns after which its state recurs. Notes the last row.
///
/// This is Brent's algorithm: the full state is compared with that of the last column whose distance from the start was a power
/// of 2.
fn repetition(
    start: &Machine,
    notes: &mut Vec<u16>,
    most: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<(u64, u64)>, Error> {
    let mut machine = start.clone();
    let mut kept = start.clone();
    let mut until = 1;
    while machine.column() < most {
        machine.pause(watch)?;
        notes.push(machine.step()?);
        if machine.agrees_with(&kept) {
            return Ok(Some((kept.column(), machine.column() - kept.column())));
        }
        if machine.column() - start.column() == until {
            kept.copy_from(&machine);
            until *= 2;
        }
    }
    Ok(None)
}

impl TallProof {
    /// The fixed numbers.
    pub fn fixed(&self) -> &[u64] {
        &self.fixed
    }

    /// The index of the tall number among all numbers.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The value with this tall number, of any size, or nothing if it gives no position.
    pub fn value_at(&self, tall: &UBig) -> Option<UBig> {
        let (column, rounds) = self.reduced(tall);
        let note = self.notes[column];
        (note != NO_POSITION).then(|| rounds + UBig::from(column) + note - self.start.reach())
    }

    /// The tall number that has this value. Every value has one.
    pub fn column_of(&self, value: &UBig) -> Option<UBig> {
        // A value in column c is at most c + s, and value v enters its row by column v + s + t.
        let reach = UBig::from(self.start.reach());
        let first = if *value > reach { value - &reach } else { UBig::ZERO };
        let mut column = first;
        let last = value + reach;
        while column <= last {
            if self.value_at(&column).as_ref() == Some(value) {
                return Some(column);
            }
            column += UBig::ONE;
        }
        None
    }

    /// Every option that has `value`, of the position with this tall number. Each option is given by all its numbers, with the
    /// tall one in its place. Fills at most as many columns as the proof did. Returns nothing when `watch` cancels it, or when
    /// the tall number is not above all fixed numbers.
    pub fn options_of_value(
        &self,
        tall: &UBig,
        value: &UBig,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<Vec<Vec<UBig>>> {
        let column = self.state_column(tall)?;
        let mut machine = self.start.clone();
        while machine.column() <= column {
            machine.pause(watch).ok()?;
            machine.step().ok()?;
        }
        // A whole number of state periods, to be added to the values of that column.
        let rounds = tall - UBig::from(column);
        let lowered =
            machine.options_of_last_row().filter(|(_, other)| UBig::from(*other) + &rounds == *value);
        let mut options: Vec<Vec<UBig>> = lowered.map(|(row, _)| self.numbers(row, tall)).collect();
        let along = self.column_of(value).filter(|column| column < tall);
        options.extend(along.map(|column| self.numbers(&self.fixed, &column)));
        Some(options)
    }

    fn numbers(&self, row: &[u64], tall: &UBig) -> Vec<UBig> {
        let mut numbers: Vec<UBig> = row.iter().copied().map(UBig::from).collect();
        numbers.insert(self.place, tall.clone());
        numbers
    }

    /// A noted column, and the amount to add to its value.
    fn reduced(&self, tall: &UBig) -> (usize, UBig) {
        if let Some(column) = usize::try_from(tall).ok().filter(|&column| column < self.notes.len()) {
            return (column, UBig::ZERO);
        }
        let Period { preperiod, length, .. } = self.period;
        let beyond = tall - UBig::from(preperiod);
        let column = index(preperiod) + usize::try_from(&beyond % UBig::from(length)).unwrap_or(0);
        (column, tall - UBig::from(column))
    }

    /// A column with the same state of all rows as this one, or nothing for columns that the machine does not fill.
    fn state_column(&self, tall: &UBig) -> Option<u64> {
        let (from, period) = (self.state_from, self.state_period);
        match u64::try_from(tall) {
            Ok(tall) if tall < self.start.column() => None,
            Ok(tall) if tall < from + period => Some(tall),
            _ => {
                let beyond = (tall - UBig::from(from)) % UBig::from(period);
                Some(from + u64::try_from(beyond).unwrap_or(0))
            }
        }
    }
}
