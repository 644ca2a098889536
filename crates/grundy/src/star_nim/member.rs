//! Which g-sequence of Star Nim a position of any size belongs to.
//!
//! The value of (x, y), x <= y, is the g that takes y in row x. What g takes repeats from some row on, as the search of
//! [`super::values`] proves for one g after the other. So a row of any size reduces to one that has been computed. By Farr & Ho,
//! Proposition 5, g >= y - x for x >= 1, and g = y - 1 for x = 0. So positions with a difference beyond the windows are not
//! searched for.

use super::values::{LARGEST, ValueSearch, ValueStep};
use crate::error::Error;
use crate::widths::wide;
use dashu_int::UBig;

/// The g-sequence that a position belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Membership {
    /// The value is known, and so is the period of what this value takes.
    Is {
        /// The value.
        value: u64,
        /// The row from which on it repeats.
        from: u64,
        /// The number of rows after which it repeats.
        period: u64,
    },
    /// The value is proved to be above this one.
    Above(u64),
    /// Nothing is known: 0,0 is not a position, or no value was examined.
    Unknown,
}

/// The g-sequences that these positions of Star Nim belong to. Computes about `rows` rows.
///
/// # Errors
/// When a value lies outside its window.
pub fn members(positions: &[(UBig, UBig)], rows: u64) -> Result<Vec<Membership>, Error> {
    // The row and the bit of the difference, or nothing if it lies beyond the windows or there is no position.
    let asked: Vec<Option<(UBig, u64)>> = positions.iter().map(|(x, y)| place(x.min(y), x.max(y))).collect();
    let mut found = vec![Membership::Unknown; positions.len()];
    let mut search = ValueSearch::new(LARGEST, Some(rows))?;
    let mut left = rows;
    while asked
        .iter()
        .zip(&found)
        .any(|(asked, found)| asked.is_some() && !matches!(found, Membership::Is { .. }))
    {
        let value = search.next_value();
        let step = search.step_seeing(&mut |choices, from, period| {
            left = left.saturating_sub(wide(choices.len()));
            for (asked, found) in asked.iter().zip(&mut found) {
                let (Some((row, bit)), false) = (asked, matches!(found, Membership::Is { .. })) else {
                    continue;
                };
                let takes = choices.get(reduced(row, from, period)) == Some(bit);
                let (from, period) = (wide(from), wide(period));
                *found =
                    if takes { Membership::Is { value, from, period } } else { Membership::Above(value) };
            }
        })?;
        if step != ValueStep::Value || left == 0 {
            break;
        }
    }
    Ok(found)
}

/// The row x and the bit of y - x.
fn place(x: &UBig, y: &UBig) -> Option<(UBig, u64)> {
    let apart = u64::try_from(&(y - x)).ok().filter(|&apart| apart <= LARGEST + 1 && !y.is_zero())?;
    Some((x.clone(), 1_u64.checked_shl(u32::try_from(apart).ok()?)?))
}

/// The row below `from + period` in which the value takes the same difference.
fn reduced(row: &UBig, from: usize, period: usize) -> usize {
    match usize::try_from(row) {
        Ok(row) if row < from => row,
        _ => from + usize::try_from((row - UBig::from(from)) % UBig::from(period)).unwrap_or(0),
    }
}
