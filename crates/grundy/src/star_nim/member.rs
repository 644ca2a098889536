//! Which g-sequence of Star Nim a position belongs to, however far out.
//!
//! The value of (x, y), x <= y, is the g that takes y in row x. What g takes repeats from some row on, as the search of
//! [`super::values`] proves for one g after the other, so a row of any size is reduced to one that has been seen. By Farr & Ho, Proposition
//! 5, g is not less than y - x for x >= 1, and it is y - 1 for x = 0: beyond the last value that fits the windows nothing is looked for.

use super::values::{LARGEST, ValueSearch, ValueStep};
use crate::error::Error;
use dashu_int::UBig;

/// What the g-sequences tell of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// Its value, and the rows in which what this value takes repeats: from which on, and after how many.
    Is {
        /// The value.
        value: u64,
        /// The row from which it repeats.
        from: u64,
        /// The number of rows after which it repeats.
        period: u64,
    },
    /// No value up to this one is its value: that is proved too.
    Above(u64),
    /// Nothing: 0,0 is no position, or no value was looked at.
    Unknown,
}

/// Which g-sequence each of these positions of Star Nim belongs to, as far as about `rows` rows of work tell.
///
/// # Errors
/// When a window proves too narrow.
pub fn members(positions: &[(UBig, UBig)], rows: u64) -> Result<Vec<Member>, Error> {
    // The row and the bit of the difference; nothing where that lies beyond the windows or there is no position.
    let asked: Vec<Option<(UBig, u64)>> = positions.iter().map(|(x, y)| place(x.min(y), x.max(y))).collect();
    let mut found = vec![Member::Unknown; positions.len()];
    let mut search = ValueSearch::new(LARGEST, Some(rows))?;
    let mut left = rows;
    while asked
        .iter()
        .zip(&found)
        .any(|(asked, found)| asked.is_some() && !matches!(found, Member::Is { .. }))
    {
        let value = search.next_value();
        let step = search.step_seeing(&mut |choices, from, period| {
            left = left.saturating_sub(number(choices.len()));
            for (asked, found) in asked.iter().zip(&mut found) {
                let (Some((row, bit)), false) = (asked, matches!(found, Member::Is { .. })) else { continue };
                let takes = choices.get(reduced(row, from, period)) == Some(bit);
                let (from, period) = (number(from), number(period));
                *found = if takes { Member::Is { value, from, period } } else { Member::Above(value) };
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

/// A row in which the same is taken, among those up to `from + period`.
fn reduced(row: &UBig, from: usize, period: usize) -> usize {
    match usize::try_from(row) {
        Ok(row) if row < from => row,
        _ => from + usize::try_from((row - UBig::from(from)) % UBig::from(period)).unwrap_or(0),
    }
}

fn number(index: usize) -> u64 {
    u64::try_from(index).unwrap_or(u64::MAX)
}
