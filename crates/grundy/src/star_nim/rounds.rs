//! How the values after a full level of Star Nim repeat.
//!
//! # Rounds
//! From the row on at which level f is full, values f+1, f+2, .. see the same smaller values in each row. So the windows of values f+1 to h alone
//! determine all later rows, and if they are the same at two rows, what these values take repeats. [`Rounds`] adds one value after the other: once the windows of
//! the values before repeat after P rows, the next window is compared every P rows.

use super::machine::{Full, Fulls, Wide, Word, play};
use crate::widths::wide;
use std::ops::ControlFlow;

/// Why a search has ended without a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The limit on rows or steps.
    Rows,
    /// The caller.
    Cancelled,
    /// A number does not fit its window, in this row.
    Width(u64),
}

/// The limits of a search.
pub(super) struct Meter<'w> {
    /// The last row that may be played.
    pub(super) last: u64,
    /// Turns that are left.
    pub(super) left: u64,
    /// Turns until the caller is asked again.
    quiet: u64,
    watch: &'w mut dyn FnMut() -> ControlFlow<()>,
}

impl<'w> Meter<'w> {
    pub(super) fn new(last: u64, left: u64, watch: &'w mut dyn FnMut() -> ControlFlow<()>) -> Self {
        Self { last, left, quiet: 0, watch }
    }

    /// Counts the turns of a row.
    #[inline]
    pub(super) fn spend(&mut self, row: u64, turns: u64) -> Result<(), Stop> {
        const QUIET: u64 = 1 << 20;
        if row > self.last || turns > self.left {
            return Err(Stop::Rows);
        }
        self.left -= turns;
        if let Some(quiet) = self.quiet.checked_sub(turns) {
            self.quiet = quiet;
            return Ok(());
        }
        self.quiet = QUIET;
        if (self.watch)().is_break() { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

/// The values after a full level, and how those that were examined repeat.
#[derive(Clone)]
pub(super) struct Rounds<W> {
    pub(super) base: Option<Full>,
    /// The full level whose last two values come last, if there is one.
    pub(super) last: Option<Full>,
    /// What smaller values take in each row.
    pub(super) low: W,
    /// The first of the values.
    pub(super) first: u64,
    /// The row from which on the first `closed` values repeat, and after how many rows they do. Both are least.
    pub(super) from: u64,
    pub(super) period: u64,
    pub(super) closed: usize,
    /// The windows of all values at that row.
    pub(super) windows: Vec<W>,
}

impl<W: Word> Rounds<W> {
    /// The values above `base`, up to `top`, from the first row on at which `base` and `last` are full. Passes what they take before to `see`.
    pub(super) fn new(
        fulls: &Fulls,
        (base, last, top): (Option<Full>, Option<Full>, u64),
        meter: &mut Meter<'_>,
        see: &mut dyn FnMut(u64, u64, Wide),
    ) -> Result<Self, Stop> {
        let row = [base, last].into_iter().flatten().map(|full| full.row).max().unwrap_or(1);
        let machine = fulls.play(top, base, row, meter, see)?;
        let windows = machine.windows.iter().map(|&window| W::of(window)).collect::<Option<_>>();
        let windows = windows.ok_or(Stop::Width(row))?;
        let low = W::low(base.map_or(0, Full::differences));
        Ok(Self { base, last, low, first: machine.first(), from: row, period: 1, closed: 0, windows })
    }

    fn play(
        &self,
        row: u64,
        windows: &mut [W],
        meter: &mut Meter<'_>,
        see: impl FnMut(usize, W),
    ) -> Result<(), Stop> {
        meter.spend(row, wide(windows.len()))?;
        if play(windows, self.low, see) { Ok(()) } else { Err(Stop::Width(row)) }
    }

    /// The value that is examined next.
    pub(super) fn next_value(&self) -> u64 {
        self.first + wide(self.closed)
    }

    /// Finds out how one more value repeats. Passes to `see` the rows, values and what they take before the new start.
    pub(super) fn close(
        &mut self,
        meter: &mut Meter<'_>,
        see: &mut dyn FnMut(u64, u64, Wide),
    ) -> Result<(), Stop> {
        let lanes = self.closed + 1;
        let origin = self.windows[self.closed];
        let mut windows = self.windows[..lanes].to_vec();
        let (mut row, mut reference) = (self.from, origin);
        // Brent's algorithm: `rounds` since the start, `since` the reference, which is replaced after `power`.
        let (mut rounds, mut since, mut power) = (0, 0, 1);
        let rounds = loop {
            for _ in 0..self.period {
                self.play(row, &mut windows, meter, |_, _| ())?;
                row += 1;
            }
            (rounds, since) = (rounds + 1, since + 1);
            if windows[self.closed] == origin {
                break rounds;
            }
            if windows[self.closed] == reference {
                break since;
            }
            if since == power {
                (reference, since, power) = (windows[self.closed], 0, 2 * power);
            }
        };
        let period = self.period.checked_mul(rounds).ok_or(Stop::Rows)?;
        if windows[self.closed] != origin {
            // A second copy runs a period ahead, until they agree.
            let (mut now, mut ahead) = (self.windows.clone(), self.windows[..lanes].to_vec());
            for row in self.from..self.from + period {
                self.play(row, &mut ahead, meter, |_, _| ())?;
            }
            while now[..lanes] != ahead {
                self.play(self.from + period, &mut ahead, meter, |_, _| ())?;
                let (at, first) = (self.from, self.first);
                self.play(at, &mut now, meter, |i, choice| see(at, first + wide(i), choice.wide()))?;
                self.from += 1;
            }
            self.windows = now;
        }
        (self.period, self.closed) = (period, lanes);
        Ok(())
    }

    /// Whether the values that were examined take this difference in every row.
    pub(super) fn covers(&self, difference: u32, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        if self.low.has(difference) {
            return Ok(true);
        }
        let mut windows = self.windows[..self.closed].to_vec();
        for row in self.from..self.from + self.period {
            let mut taken = W::EMPTY;
            self.play(row, &mut windows, meter, |_, choice| taken = taken.or(choice))?;
            if !taken.has(difference) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Which of these rows, differences and numbers belong to the value that was examined last. Rows lie in its first period.
    pub(super) fn takes(
        &self,
        asked: &mut [(u64, u32, usize)],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<usize>, Stop> {
        asked.sort_unstable();
        let mut found = Vec::new();
        let mut windows = self.windows[..self.closed].to_vec();
        let mut row = self.from;
        for &mut (at, difference, number) in asked {
            let mut choice = W::EMPTY;
            while row < at {
                self.play(row, &mut windows, meter, |_, _| ())?;
                row += 1;
            }
            // Another one may ask for the same row.
            let mut there = windows.clone();
            self.play(row, &mut there, meter, |_, taken| choice = taken)?;
            if choice.has(difference) {
                found.push(number);
            }
        }
        Ok(found)
    }
}
