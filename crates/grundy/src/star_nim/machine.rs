//! The machine of all g-sequences of Star Nim, and the levels that become full.
//!
//! # The machine
//! This is Farr & Ho's Algorithm 3, run for all values at once, row by row. In row x the values k = 0, 1, .. have their turns. If
//! x is already the larger number of a position of value k, it takes nothing. Otherwise it takes the least y >= x that is the
//! larger number of none of its positions and has not been taken in this row by a smaller value. With numbers counted from x,
//! value k needs the set `V_k` of its larger numbers from x on, its *window*. By Proposition 5 of the paper, y <= x + k for
//! x >= 1, and y = k + 1 for x = 0. So windows have k+1 bits from row 1 on. This is also checked in every row.
//!
//! # Full levels
//! Level g, even, is full at row x if value 0 has no larger number from x on, and just max(0, g/2 - j) of the values up to g have the larger
//! number x+j, for each j. It is full in all later rows then, and the values up to g take the differences 0 to g/2 in each row (docs/star-nim.md, Theorem 3).
//! So values above g need no smaller ones any more: each full level is a new start.
//!
//! If the values up to g take these differences in each row from s on, the level is full at s: when row s+j is played, g/2 values must have
//! the number s+j, and rows s to s+j-1 add j of them. So the first row at which it is full is the first row from which on they do.

use super::rounds::{Meter, Stop};
use crate::widths::wide;

/// A set of numbers from the row on, one bit each.
pub(super) trait Word: Copy + Eq {
    const EMPTY: Self;

    /// The first `bits` numbers.
    fn low(bits: u32) -> Self;
    /// The set as a word of this width, if it fits.
    fn of(wide: Wide) -> Option<Self>;
    fn wide(self) -> Wide;
    /// Whether the row itself is in the set.
    fn has_row(self) -> bool;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The least number in neither set, as a set; empty if the row is in the first one, and if there is no room.
    fn choice(self, taken: Self) -> Self;
    /// The set counted from the next row on.
    fn next(self) -> Self;
    /// The least number in the set.
    fn least(self) -> u32;

    fn has(self, number: u32) -> bool {
        !self.and(Self::one(number)).is_empty()
    }

    /// The set of one number.
    fn one(number: u32) -> Self {
        Self::of(Wide::at(number)).unwrap_or(Self::EMPTY)
    }

    fn without(self, other: Self) -> Self;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;

            fn low(bits: u32) -> Self {
                Self::from(1_u8).checked_shl(bits).map_or(Self::MAX, |bit| bit - 1)
            }
            fn of(wide: Wide) -> Option<Self> {
                Self::try_from(wide.low).ok().filter(|_| wide.high == 0)
            }
            fn wide(self) -> Wide {
                Wide { low: self.into(), high: 0 }
            }
            fn has_row(self) -> bool {
                self & 1 == 1
            }
            fn and(self, other: Self) -> Self {
                self & other
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn choice(self, taken: Self) -> Self {
                let barred = self | taken;
                // All ones if the row is not in the set.
                let free = (self & 1).wrapping_sub(1);
                !barred & barred.wrapping_add(1) & free
            }
            fn next(self) -> Self {
                self >> 1
            }
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
            fn without(self, other: Self) -> Self {
                self & !other
            }
        }
    };
}

word!(u64);
word!(u128);

/// 256 bits: enough for the first rows of values up to [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide {
    low: u128,
    high: u128,
}

impl Wide {
    fn at(number: u32) -> Self {
        let bit = |by: Option<u32>| by.and_then(|by| 1_u128.checked_shl(by)).unwrap_or(0);
        Self { low: bit(Some(number)), high: bit(number.checked_sub(128)) }
    }
}

impl Word for Wide {
    const EMPTY: Self = Self { low: 0, high: 0 };

    fn low(bits: u32) -> Self {
        Self { low: u128::low(bits), high: u128::low(bits.saturating_sub(128)) }
    }
    fn of(wide: Wide) -> Option<Self> {
        Some(wide)
    }
    fn wide(self) -> Wide {
        self
    }
    fn has_row(self) -> bool {
        self.low.has_row()
    }
    fn and(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }
    fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
    fn choice(self, taken: Self) -> Self {
        let low = self.low.choice(taken.low);
        let barred = self.high | taken.high;
        let high = if low == 0 && !self.has_row() { !barred & barred.wrapping_add(1) } else { 0 };
        Self { low, high }
    }
    fn next(self) -> Self {
        Self { low: self.low >> 1 | self.high << 127, high: self.high >> 1 }
    }
    fn least(self) -> u32 {
        if self.low == 0 { 128 + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }
    fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }
}

/// The largest value whose windows fit.
pub const LARGEST: u64 = 200;

/// Plays a row: the turns of the values with these windows, in this order, where `taken` is taken already. Passes what each of them takes to `see`.
/// Returns whether every value that is free has found room.
#[inline]
pub(super) fn play<W: Word>(windows: &mut [W], mut taken: W, mut see: impl FnMut(usize, W)) -> bool {
    let mut fits = true;
    for (i, window) in windows.iter_mut().enumerate() {
        let choice = window.choice(taken);
        fits &= window.has_row() | !choice.is_empty();
        taken = taken.or(choice);
        see(i, choice);
        *window = window.or(choice).next();
    }
    fits
}

/// A full level, with the first row at which it is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// The level: the largest of its values.
    pub level: u64,
    /// The row.
    pub row: u64,
}

impl Full {
    /// The number of differences that are taken in each row.
    pub(super) fn differences(self) -> u32 {
        differences(self.level)
    }
}

/// The number of differences of a full level, and one more than the largest.
pub(super) fn differences(level: u64) -> u32 {
    u32::try_from(level / 2 + 1).unwrap_or(u32::MAX)
}

/// All values up to some value, but for those up to the last full level that was passed.
pub(super) struct Machine {
    /// The row to be played next.
    pub(super) row: u64,
    pub(super) base: Option<Full>,
    /// The windows of the values above the base.
    pub(super) windows: Vec<Wide>,
}

impl Machine {
    /// All values up to `last` before row 1.
    pub(super) fn new(last: u64) -> Self {
        let windows = (0..=last).map(|value| Wide::at(u32::try_from(value).unwrap_or(u32::MAX))).collect();
        Self { row: 1, base: None, windows }
    }

    /// The first value with a window.
    pub(super) fn first(&self) -> u64 {
        self.base.map_or(0, |base| base.level + 1)
    }

    /// What is taken by values without a window.
    fn low(&self) -> Wide {
        Wide::low(self.base.map_or(0, Full::differences))
    }

    /// Plays a row.
    pub(super) fn play(&mut self, meter: &mut Meter<'_>, mut see: impl FnMut(u64, Wide)) -> Result<(), Stop> {
        meter.spend(self.row, wide(self.windows.len()))?;
        let (first, low) = (self.first(), self.low());
        if !play(&mut self.windows, low, |i, choice| see(first + wide(i), choice)) {
            return Err(Stop::Width(self.row));
        }
        self.row += 1;
        Ok(())
    }

    /// Forgets the values up to a full level.
    pub(super) fn pass(&mut self, full: Full) {
        let count = usize::try_from(full.level + 1 - self.first()).unwrap_or(usize::MAX);
        self.windows.drain(..count.min(self.windows.len()));
        self.base = Some(full);
    }

    /// Whether a level above the base is full, before this row.
    fn is_full(&self, level: u64) -> bool {
        let count = usize::try_from(level + 1 - self.first()).unwrap_or(usize::MAX);
        let Some(windows) = self.windows.get(..count) else { return false };
        if self.base.is_none() && windows.first().is_some_and(|window| !window.is_empty()) {
            return false;
        }
        let m = differences(level);
        let with = |m: u32, j: u32| m.saturating_sub(1 + j);
        let below = self.base.map_or(0, Full::differences);
        (0..m).all(|j| {
            wide(windows.iter().filter(|window| window.has(j)).count())
                == u64::from(with(m, j) - with(below, j))
        }) && windows.iter().all(|window| window.without(Wide::low(m)).is_empty())
    }
}

/// The full levels that are found in the first rows.
pub(super) struct Fulls(Vec<Full>);

impl Fulls {
    /// Looks for the largest full level below `above`, and for full levels from there to `last`. Stops after many times the rows
    /// that the best one below needed, and as soon as no better one is possible and the level that is `wanted`, if any, is full too.
    pub(super) fn find(
        above: u64,
        last: u64,
        wanted: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        /// Rows in which no other level becomes full, for each row up to the last one.
        const PATIENCE: u64 = 32;
        /// Rows that are played in any case.
        const LEAST: u64 = 2048;
        let mut machine = Machine::new(last);
        let mut found: Vec<Full> = Vec::new();
        // For each level, the rows in sequence in which its differences were taken.
        let mut runs = vec![0_u64; usize::try_from(last + 1).unwrap_or(0)];
        let done = |machine: &Machine, found: &[Full]| {
            (machine.base.is_some_and(|base| base.level + 2 >= above) || above == 0)
                && wanted.is_none_or(|wanted| found.iter().any(|full| full.level == wanted))
        };
        let patience = |machine: &Machine| machine.base.map_or(0, |base| base.row * PATIENCE).max(LEAST);
        while machine.row < patience(&machine).min(meter.last) && !done(&machine, &found) {
            let (mut taken, mut grown) = (machine.low(), None);
            machine.play(meter, |value, choice| {
                taken = taken.or(choice);
                if value % 2 == 0 {
                    let run = &mut runs[usize::try_from(value).unwrap_or(0)];
                    let m = differences(value);
                    *run = if taken == Wide::low(m) { *run + 1 } else { 0 };
                    // The check is made now and then only.
                    if *run > 0 && (*run).is_multiple_of(u64::from(m)) {
                        grown = Some(grown.map_or((value, value), |(least, _)| (least, value)));
                    }
                }
            })?;
            let Some((least, most)) = grown else { continue };
            for level in (least..=most).step_by(2) {
                let run = runs[usize::try_from(level).unwrap_or(0)];
                // Values up to the base have no turns, so the level is above it.
                let known = found.iter().any(|full| full.level == level);
                if run > 0 && !known && machine.is_full(level) {
                    found.push(Full { level, row: machine.row - run });
                }
            }
            let best = found.iter().filter(|full| full.level < above).max_by_key(|full| full.level);
            if let Some(&best) = best
                && best.level + 1 > machine.first()
            {
                machine.pass(best);
            }
        }
        found.sort_unstable_by_key(|full| full.level);
        Ok(Self(found))
    }

    /// The largest full level below a value.
    pub(super) fn below(&self, value: u64) -> Option<Full> {
        self.0.iter().rev().find(|full| full.level < value).copied()
    }

    /// The least full level that is at least this one.
    pub(super) fn from(&self, level: u64) -> Option<Full> {
        self.0.iter().find(|full| full.level >= level).copied()
    }

    /// Plays the rows from 1 on up to `row`. Levels up to `base` are passed as soon as they are full, as far as they are known. Passes to `see` the row, the value and what it takes.
    pub(super) fn play(
        &self,
        last: u64,
        base: Option<Full>,
        row: u64,
        meter: &mut Meter<'_>,
        see: &mut dyn FnMut(u64, u64, Wide),
    ) -> Result<Machine, Stop> {
        let mut machine = Machine::new(last);
        while machine.row <= row {
            let at = machine.row;
            let passed = self
                .0
                .iter()
                .rev()
                .find(|full| base.is_some_and(|base| full.level <= base.level) && full.row <= at);
            if let Some(&passed) = passed
                && passed.level + 1 > machine.first()
            {
                machine.pass(passed);
            }
            if at == row {
                break;
            }
            machine.play(meter, |value, choice| see(at, value, choice))?;
        }
        Ok(machine)
    }
}

#[cfg(test)]
mod tests;
