//! Which g-sequence of Star Nim a position of any size belongs to.
//!
//! The value of (x, y), x <= y, is the g that takes y in row x. The full levels around the difference y - x leave only a few values, and what these take
//! repeats (`rounds`). So a row of any size reduces to one that has been computed. By Farr & Ho,
//! Proposition 5, g >= y - x for x >= 1, and g = y - 1 for x = 0. So positions with a difference beyond the windows are not
//! searched for.

use super::diagonals::{self, LARGEST_DIAGONAL};
use super::machine::{Machine, Wide, Word as _};
use super::rounds::{Meter, Rounds, Stop};
use super::sequence::{Of, Sequence};
use super::values::{self, LARGEST};
use crate::error::Error;
use crate::period::windows::outside;
use dashu_int::UBig;
use std::ops::ControlFlow;

/// The g-sequence that a position belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Membership {
    /// The value is known.
    Is {
        /// The value.
        value: u64,
        /// The row from which on it and the values before it repeat, and after how many rows; nothing if the position comes before.
        repeats: Option<(u64, u64)>,
    },
    /// The value is proved to be above this one.
    Above(u64),
    /// Nothing is known: 0,0 is not a position, or no value was examined.
    Unknown,
}

/// The last row that is played for all values.
const EARLY: u64 = 8192;

/// A position whose value is asked for.
struct Asked {
    row: UBig,
    difference: u32,
    found: Membership,
}

impl Asked {
    /// `Above` does not replace a value.
    fn is(&mut self, value: u64, repeats: Option<(u64, u64)>) {
        self.found = Membership::Is { value, repeats };
    }

    fn is_open(&self) -> bool {
        !matches!(self.found, Membership::Is { .. })
    }
}

/// The g-sequences that these positions of Star Nim belong to. Values have about `turns` turns; bounds are told as far as they are proved by then.
///
/// # Errors
/// When a number lies outside its window.
pub fn members(positions: &[(UBig, UBig)], turns: u64) -> Result<Vec<Membership>, Error> {
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(u64::MAX, turns, &mut watch);
    let mut asked: Vec<Option<Asked>> = positions.iter().map(|(x, y)| place(x.min(y), x.max(y))).collect();
    let early = |asked: &&mut Asked| asked.row <= UBig::from(EARLY);
    let (mut near, mut open): (Vec<_>, Vec<_>) =
        asked.iter_mut().flatten().filter(|asked| asked.is_open()).partition(early);
    match first_rows(&mut near, &mut meter) {
        Ok(()) | Err(Stop::Rows | Stop::Cancelled) => {}
        Err(Stop::Width(row)) => return Err(outside(row, LARGEST)),
    }
    open.sort_unstable_by_key(|asked| asked.difference);
    let mut rest = &mut open[..];
    while let Some(difference) = rest.first().map(|first| first.difference) {
        match band(difference, rest, &mut meter) {
            Ok(count) => rest = &mut rest[count..],
            Err(Stop::Width(row)) => return Err(outside(row, 2 * u64::from(difference))),
            Err(Stop::Rows | Stop::Cancelled) => break,
        }
    }
    Ok(asked.into_iter().map(|asked| asked.map_or(Membership::Unknown, |asked| asked.found)).collect())
}

/// Finds the values in the first rows.
fn first_rows(asked: &mut [&mut Asked], meter: &mut Meter<'_>) -> Result<(), Stop> {
    asked.sort_unstable_by(|one, other| one.row.cmp(&other.row));
    let mut machine = Machine::new(LARGEST);
    for asked in asked.chunk_by_mut(|one, other| one.row == other.row) {
        while UBig::from(machine.row) < asked[0].row {
            machine.play(meter, |_, _| ())?;
        }
        machine.play(meter, |value, choice| {
            for asked in asked.iter_mut().filter(|asked| choice.has(asked.difference)) {
                asked.is(value, None);
            }
        })?;
        // All values have had their turns.
        for asked in asked.iter_mut().filter(|asked| asked.is_open()) {
            asked.found = Membership::Above(LARGEST);
        }
    }
    Ok(())
}

/// Finds the values of the first of these positions, with all that lie between the same full levels. Returns their number.
fn band(difference: u32, asked: &mut [&mut Asked], meter: &mut Meter<'_>) -> Result<usize, Stop> {
    let Some((fulls, base, last)) = diagonals::around(difference.into(), meter)? else {
        return Err(Stop::Rows);
    };
    let count = asked.partition_point(|asked| asked.difference < last.differences());
    let asked = &mut asked[..count];
    let row = |asked: &Asked| u64::try_from(&asked.row).unwrap_or(u64::MAX);
    let mut by_row: Vec<(u64, usize)> =
        asked.iter().zip(0..).map(|(asked, number)| (row(asked), number)).collect();
    by_row.sort_unstable();
    let mut next = 0;
    // Rows come in order.
    let mut early = |asked: &mut [&mut Asked], row: u64, value: u64, choice: Wide| {
        while by_row.get(next).is_some_and(|first| first.0 < row) {
            next += 1;
        }
        for &(_, number) in by_row[next..].iter().take_while(|first| first.0 == row) {
            if choice.has(asked[number].difference) {
                asked[number].is(value, None);
            }
        }
    };
    let ends = (base, Some(last), last.level);
    let mut rounds =
        Rounds::<u128>::new(&fulls, ends, meter, &mut |row, value, choice| early(asked, row, value, choice))?;
    // Rows before the rounds have been looked at, for all values up to the last.
    let above = |asked: &mut [&mut Asked], from: u64, value: Option<u64>| {
        for asked in asked.iter_mut().filter(|asked| asked.is_open()) {
            let value = if asked.row < UBig::from(from) { Some(last.level) } else { value };
            asked.found = value.map_or(Membership::Unknown, Membership::Above);
        }
    };
    above(asked, rounds.from, base.map(|base| base.level));
    let far = |asked: &&mut Asked, from: u64| asked.is_open() && asked.row >= UBig::from(from);
    while asked.iter().any(|asked| far(asked, rounds.from))
        && rounds.next_value() < last.level.saturating_sub(1).max(1)
    {
        rounds.close(meter, &mut |row, value, choice| early(asked, row, value, choice))?;
        let (from, period, value) = (rounds.from, rounds.period, rounds.next_value() - 1);
        let reduced =
            |row: &UBig| from + u64::try_from((row - UBig::from(from)) % UBig::from(period)).unwrap_or(0);
        let mut places: Vec<(u64, u32, usize)> = asked
            .iter()
            .enumerate()
            .filter(|(_, asked)| far(asked, from))
            .map(|(number, asked)| (reduced(&asked.row), asked.difference, number))
            .collect();
        for number in rounds.takes(&mut places, meter)? {
            asked[number].is(value, Some((from, period)));
        }
        above(asked, from, Some(value));
    }
    for asked in asked.iter_mut().filter(|asked| far(asked, rounds.from)) {
        let of = Of::Diagonal(asked.difference);
        let sequence = Sequence::new(&rounds, of, Vec::new(), meter)?;
        let rows = sequence.round.saturating_mul(sequence.order);
        asked.is(sequence.value_in(&asked.row, meter)?, Some((sequence.from, rows)));
    }
    Ok(count)
}

/// The row x and the difference y - x.
fn place(x: &UBig, y: &UBig) -> Option<Asked> {
    let difference =
        u64::try_from(&(y - x)).ok().filter(|&apart| apart <= LARGEST_DIAGONAL && !y.is_zero())?;
    // In row 0, value k takes k+1.
    let found = if x.is_zero() {
        Membership::Is { value: difference - 1, repeats: None }
    } else {
        Membership::Unknown
    };
    Some(Asked { row: x.clone(), difference: u32::try_from(difference).ok()?, found })
}

/// The number that forms a position of this value with the given one, if it is reached within about so many turns.
///
/// # Errors
/// When a number lies outside its window.
pub fn partner(value: u64, number: &UBig, turns: u64) -> Result<Option<UBig>, Error> {
    if value > LARGEST {
        return Ok(None);
    }
    let mut watch = || ControlFlow::Continue(());
    let mut meter = Meter::new(u64::MAX, turns, &mut watch);
    match partner_in(value, number, &mut meter) {
        Ok(partner) => Ok(partner),
        Err(Stop::Width(row)) => Err(outside(row, value)),
        Err(Stop::Rows | Stop::Cancelled) => Ok(None),
    }
}

fn partner_in(value: u64, number: &UBig, meter: &mut Meter<'_>) -> Result<Option<UBig>, Stop> {
    let (fulls, ends) = values::around(value, meter)?;
    let sequence = values::sequence::<u128>(value, &fulls, ends, meter)?;
    let Some(early) = u64::try_from(number).ok().filter(|&number| number < sequence.partners_from()) else {
        return sequence.partner(number, meter).map(Some);
    };
    // In row 0, the value takes value+1.
    let mut found = if early == 0 { Some(value + 1) } else { (early == value + 1).then_some(0) };
    fulls.play(value, ends.0, early + 1, meter, &mut |row, of, choice| {
        if of == value && !choice.is_empty() {
            let larger = row + u64::from(choice.least());
            found = if row == early { Some(larger) } else { found.or((larger == early).then_some(row)) };
        }
    })?;
    Ok(found.map(UBig::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(row: u64, difference: u64, turns: u64) -> Membership {
        members(&[(UBig::from(row), UBig::from(row + difference))], turns).unwrap().remove(0)
    }

    /// The rows between full levels 36 and 42 repeat from row 8661 on. What is told of that row when turns end early holds.
    #[test]
    fn bounds_hold_whenever_turns_end() {
        for (row, difference) in [(8660, 19), (8661, 19), (8661, 20), (8662, 20)] {
            let Membership::Is { value, .. } = member(row, difference, u64::MAX) else { panic!("in time") };
            // The fewest turns that tell the value.
            let (mut few, mut enough) = (0_u64, 1 << 24);
            while few + 1 < enough {
                let turns = few.midpoint(enough);
                match member(row, difference, turns) {
                    Membership::Is { .. } => enough = turns,
                    _ => few = turns,
                }
            }
            let mut bounds = Vec::new();
            for fewer in (0..20).map(|power| 1_u64 << power) {
                match member(row, difference, enough.saturating_sub(fewer)) {
                    Membership::Above(bound) => bounds.push(bound),
                    Membership::Is { .. } => panic!("{fewer} turns fewer are enough"),
                    Membership::Unknown => {}
                }
            }
            assert!(bounds.iter().all(|&bound| bound < value), "{row} {difference}: {value}, {bounds:?}");
            assert!(row < 8661 || !bounds.is_empty(), "{row} {difference}");
        }
    }

    /// The last two values of a full level are found by one round of the values before them: their own 60 rounds are not played.
    #[test]
    fn the_last_two_values_are_not_played() {
        let last = Membership::Is { value: 26, repeats: Some((1416, 110_880)) };
        assert_eq!(member(10_000, 13, 1 << 17), last);
    }
}
