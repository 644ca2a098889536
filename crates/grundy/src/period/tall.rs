//! Games of several numbers when one of them is large: additive periods along that number, proved.
//!
//! # The machine
//! In a game with [`Geometry::Lowering`](crate::Geometry::Lowering) a move lowers one number, and every position that arises so is an option. Fix
//! all numbers but one, c, the column. A vector r that is nowhere above the fixed numbers is a row. The value of (r, c) is the
//! least number that stands in none of these sets: the values of row r in earlier columns, and the values in column c of the rows that
//! differ from r in one number, which is lower there. Count values relative to the column, and let all negative numbers be used.
//! Then from a column on from which the rules are the same in all columns, the sets `U_r` of values used in the rows r before
//! column c, minus c, determine their successors. If they are the same at c and at c+P, all of them and in full, then
//! `G(r, d+P) = G(r, d) + P` for all `d >= c` and all rows. This is Landman's argument for Wythoff's game and Farr & Ho's for
//! Theorem 5 with more numbers.
//!
//! The rules are the same in all columns above the fixed numbers if whether (r, c) is a position does not depend on c there. [`prove_tall`] requires
//! that. It holds for Nim, Star Nim, Silver Dollar and Star Silver Dollar, which ask for the order of the numbers and which of
//! them are 0, and nothing else.
//!
//! # The windows
//! Let s be the sum of the fixed numbers and t the number of columns that are not above all of them. A value v that row r lacks after column c has been
//! missed in each column up to c: because the cell is no position (t times at the most), because its value is smaller (v times at the
//! most: a row has a value once), or because a lower row has v in this column (s times at the most: there are no more such rows,
//! and each has v once). So `c + 1 <= t + v + s`: whatever is below `c + 1 - s - t` is used. And a value is at most the
//! number of options, c + s. So a window holds the numbers from -(s+t) to s as bits. That the bit which leaves a window is set, and
//! that a value finds room in it, is tested in every column all the same: a window that is too narrow is an error and never a wrong
//! answer.
//!
//! That a repetition exists follows, since there are finitely many windows. How soon is not known.

mod machine;

use super::Period;
use super::cycle::{least_period, least_preperiod};
use crate::geometry::IsPosition;
use crate::widths::{place as index, wide};
use dashu_int::UBig;
use machine::{Machine, NO_POSITION};
use std::ops::ControlFlow;

/// How much a search for a period may cost.
#[derive(Clone, Copy, Debug)]
pub struct TallLimits {
    /// Columns.
    pub columns: u64,
    /// Memory, in bytes.
    pub bytes: u64,
}

/// Why a period was not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// The fixed numbers make no position with a large number.
    #[error("the fixed numbers make no position with a large number")]
    NoPosition,
    /// The windows are too wide.
    #[error("the windows need {bits} bits, more than {}", machine::MOST_BITS)]
    Wide {
        /// How wide they would be.
        bits: u64,
    },
    /// The rows take too much memory.
    #[error("the rows need {bytes} bytes, more than is allowed")]
    Memory {
        /// How much they would take.
        bytes: u64,
    },
    /// No repetition within the limits.
    #[error("no repetition in {columns} columns")]
    Open {
        /// The columns that were searched.
        columns: u64,
    },
    /// A value fell outside the window that was to hold it: the bound that the width rests on is wrong.
    #[error("column {column}: a value lies outside the window of its row")]
    Outside {
        /// The column.
        column: u64,
    },
    /// Cancelled by the caller.
    #[error("cancelled")]
    Cancelled,
}

/// What has been proved about a row: `G(r, c + length) = G(r, c) + length` for all `c >= preperiod`, both least.
#[derive(Clone, Debug)]
pub struct TallProof {
    fixed: Vec<u64>,
    place: usize,
    /// What the values do along the tall number; the saltus is the length.
    pub period: Period,
    /// The column from which the state of all rows was seen to repeat; not always the first.
    pub state_from: u64,
    /// The number of columns after which the state of all rows repeats: the least such number.
    pub state_period: u64,
    /// For each column the value relative to it, plus the reach of the windows; as far as one period goes.
    notes: Vec<u16>,
    /// The state before the first column that is above all fixed numbers.
    start: Machine,
}

/// Proves the period of the values of a position along one number, the tall one: `fixed` are the others, and `place` is the index of
/// the tall number among all. `watch` is told the number of columns done, every few milliseconds.
///
/// `is_position` must not depend on the tall number where that is above all fixed ones.
///
/// ```
/// use grundy::period::tall::{TallLimits, prove_tall};
/// use grundy::theorem::UBig;
/// use std::ops::ControlFlow;
///
/// let game = grundy::Template::parse("star-nim")?.game().clone();
/// let is_position = game.geometry(&[3]).and_then(|geometry| geometry.lowering()).expect("every move lowers one number");
/// let limits = TallLimits { columns: 1_000, bytes: 1 << 20 };
/// let proof = prove_tall(&is_position, &[3, 4], 2, limits, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(proof.period.length, 16);
/// let far = UBig::from(10u8).pow(100);
/// assert_eq!(proof.value_at(&far), Some(far.clone()));
/// assert_eq!(proof.value_at(&(&far + 1u8)), Some(far - 2u8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the row has no period, or none that is found within the limits.
///
/// # Panics
/// When `place` is not an index among so many numbers.
pub fn prove_tall(
    is_position: &IsPosition,
    fixed: &[u64],
    place: usize,
    limits: TallLimits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<TallProof, Unproved> {
    assert!(place <= fixed.len(), "place {place} of {} numbers", fixed.len() + 1);
    let bytes = Machine::bytes(fixed)?;
    if bytes > limits.bytes {
        return Err(Unproved::Memory { bytes });
    }
    // A note has two bytes, and the list of them has up to twice the room it needs.
    let most = limits.columns.min((limits.bytes - bytes) / 4);
    let mut notes = Vec::new();
    let start = Machine::above(is_position, fixed, place, &mut notes, watch)?;
    let (state_from, state_period) = repetition(&start, &mut notes, most, watch)?;
    let (from, round) = (index(state_from), index(state_period));
    let length = least_period(&notes[from..from + round]);
    let preperiod = least_preperiod(&notes, from, length);
    notes.truncate(preperiod + length);
    notes.shrink_to_fit();
    let period = Period { preperiod: wide(preperiod), length: wide(length), saltus: wide(length) };
    Ok(TallProof { fixed: fixed.to_vec(), place, period, state_from, state_period, notes, start })
}

/// A column and the least number of columns after which its state comes back (Brent's algorithm: the state is compared, in
/// full, with that of the last column that was a power of 2 columns away from the start). Notes the last row.
fn repetition(
    start: &Machine,
    notes: &mut Vec<u16>,
    most: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(u64, u64), Unproved> {
    let mut machine = start.clone();
    let mut kept = start.clone();
    let mut until = 1;
    while machine.column() < most {
        machine.pause(watch)?;
        notes.push(machine.step()?);
        if machine.agrees_with(&kept) {
            return Ok((kept.column(), machine.column() - kept.column()));
        }
        if machine.column() - start.column() == until {
            kept.copy_from(&machine);
            until *= 2;
        }
    }
    Err(Unproved::Open { columns: most })
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

    /// The value with this tall number, of any size; nothing where that is no position.
    pub fn value_at(&self, tall: &UBig) -> Option<UBig> {
        let (column, rounds) = self.reduced(tall);
        let note = self.notes[column];
        (note != NO_POSITION).then(|| rounds + UBig::from(column) + note - self.start.reach())
    }

    /// The tall number with which the value is this one; every value has one.
    pub fn column_of(&self, value: &UBig) -> Option<UBig> {
        // A value is c + s at the most, and enters its row by column v + s + t.
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

    /// Every option of the position with this tall number that has a value: all numbers, the tall one in its place. It fills
    /// at most as many columns as the proof did. Nothing when `watch` cancels it, and for tall numbers that are not
    /// above all fixed ones.
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
        // What is added to the values of that column: a whole number of periods of the state.
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

    /// A noted column and what has to be added to its value.
    fn reduced(&self, tall: &UBig) -> (usize, UBig) {
        if let Some(column) = usize::try_from(tall).ok().filter(|&column| column < self.notes.len()) {
            return (column, UBig::ZERO);
        }
        let Period { preperiod, length, .. } = self.period;
        let beyond = tall - UBig::from(preperiod);
        let column = index(preperiod) + usize::try_from(&beyond % UBig::from(length)).unwrap_or(0);
        (column, tall - UBig::from(column))
    }

    /// A column in which the state of all rows is that of this one; nothing for those that the machine does not fill.
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
