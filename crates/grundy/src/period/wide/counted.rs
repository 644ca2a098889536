//! The rows of a game in which any q-1 options may be blocked: the least value that fewer than q options have.
//!
//! # The machine
//! For each row, and for each line of a direction that still has cells to come, count how often each value has been met, up to q. Rays are narrow and not
//! parallel, so an option lies on one line, and a cell takes the least value whose counts on its open lines sum to less than q. If the second number can be lowered alone, a
//! value is met at most q times in a row from some column on, and it is met q times: lower rows have it finitely often, so they bar finitely many
//! cells. So all small values are *full* in all rows: met q times. They are never taken again, and need not be stored. Count values from the least one that is not full in some row.
//! The counts in the rows, and on the lines that later cells read, then determine their successors, once no guard changes and no hole follows. If they are equal at columns b and
//! b+P, then `G(r,c+P) = G(r,c) + S` for all c >= b and all rows. As each value is met q times in a row, `P = qS`.
//!
//! With q = 1 this is the machine of any narrow rays. It also runs games whose holes are *walls*, which no move passes: the counts of a line begin again there.
//!
//! A note is q times the value, less the column: it is the same at c and c+P if and only if the value grows by P/q.
//!
//! # The lines of a direction
//! A line of the direction (dx, dy) begins in a row `r0 < dx`, possibly left of column 0, and reaches row `r0 + k dx` after `k lag` steps. The counts of a line are found by r0 and
//! the step in which it begins, modulo the length of a ring that is longer than any line.

#[cfg(test)]
mod tests;

use super::{Layout, MOST_BYTES};
use crate::codec::{BadState, Reader, Writer};
use crate::error::{Error, Limit};
use crate::period::run::{NO_POSITION, Note};
use crate::widths::{place, wide};
use std::sync::Arc;

/// Steps between attempts to drop values that are full in all rows.
const DROPPED: u64 = 64;

/// The width of windows at first, in values.
const WIDTH: usize = 64;

/// No search reaches a column or a value beyond this.
const FAR: u64 = 1 << 62;

/// The state of rows 0 to some row at a column of the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::period) struct Counted {
    layout: Arc<Layout>,
    q: u32,
    /// The next step: row r fills column `step - skew * r`.
    step: u64,
    /// The first value that is counted. All smaller ones are full in all rows.
    base: u64,
    /// Values of a window.
    width: usize,
    /// How often each value has been met, up to q: the windows of the rows, then those of the lines of each direction.
    counts: Vec<u16>,
    /// For each row its first value that is not full.
    first: Vec<usize>,
    rings: Vec<Ring>,
}

/// The lines of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ring {
    /// The number of its first window.
    first: usize,
    /// Steps after which a window is used again.
    length: u64,
    /// 0 for the rows themselves.
    dx: usize,
    lag: u64,
}

impl Ring {
    /// The window of the line through the cell of a row that is filled in a step.
    fn window(self, step: i128, row: usize) -> usize {
        if self.dx == 0 {
            return row;
        }
        let begun = step - i128::from(wide(row / self.dx)) * i128::from(self.lag);
        let slot = begun.rem_euclid(i128::from(self.length));
        self.first + usize::try_from(slot).unwrap_or(0) * self.dx + row % self.dx
    }
}

impl Counted {
    /// The rows before column 0 of the last one.
    pub(in crate::period) fn new(layout: &Arc<Layout>) -> Result<Self, Error> {
        let mut windows = layout.rows;
        let mut rings = Vec::new();
        for track in &layout.tracks {
            let lines = layout.rows.checked_div(track.dx).map_or(0, |lines| lines + 1);
            let ring = Ring {
                first: windows,
                length: wide(lines * track.lag) + 1,
                dx: track.dx,
                lag: wide(track.lag),
            };
            windows += place(ring.length).saturating_mul(track.dx);
            rings.push(ring);
        }
        let q = u32::try_from(layout.game.block()).unwrap_or(u32::MAX);
        let state = Self {
            layout: Arc::clone(layout),
            q,
            step: 0,
            base: 0,
            width: WIDTH,
            counts: vec![0; room(windows, WIDTH)?],
            first: vec![0; layout.rows],
            rings,
        };
        Ok(state)
    }

    /// The next column of the last row.
    pub(in crate::period) fn column(&self) -> u64 {
        self.step.saturating_sub(self.layout.lead())
    }

    /// Steps that are left before column 0 of the last row.
    pub(in crate::period) fn lead(&self) -> u64 {
        self.layout.lead().saturating_sub(self.step)
    }

    /// At column 0 of the last row.
    #[cfg(test)]
    pub(in crate::period) fn begun(mut self) -> Self {
        while self.lead() > 0 {
            self.step().unwrap();
        }
        self
    }

    /// How long a column takes.
    pub(in crate::period) fn weight(&self) -> u64 {
        /// Values that a cell passes, at a guess.
        const PASSED: usize = 16;
        wide(self.layout.rows * self.rings.len() * PASSED)
    }

    /// The memory of a state, in bytes.
    pub(in crate::period) fn bytes(&self) -> u64 {
        2 * wide(self.counts.len()) + 8 * wide(self.first.len())
    }

    /// The least value, as a place in the windows, that is not full in some row.
    fn least(&self) -> usize {
        self.first.iter().copied().min().unwrap_or(0)
    }

    /// Whether two states of the same rows are equal; the columns may differ.
    pub(in crate::period) fn agrees_with(&self, other: &Self) -> bool {
        let counts = |state: &Self, track: usize, lag: usize, row: usize| {
            let step = i128::from(state.step) - i128::from(wide(lag));
            let window = state.rings[track].window(step, row) * state.width;
            window + state.least()..window + state.width
        };
        self.layout.needed.iter().all(|needed| {
            (1..=needed.lags).all(|lag| {
                let one = &self.counts[counts(self, needed.track, lag, needed.row)];
                let two = &other.counts[counts(other, needed.track, lag, needed.row)];
                let both = one.len().min(two.len());
                let rest = one[both..].iter().chain(&two[both..]);
                one[..both] == two[..both] && rest.copied().all(|count| count == 0)
            })
        })
    }

    /// Fills a column of each row. Returns the note of the last one.
    pub(in crate::period) fn step(&mut self) -> Result<Note, Error> {
        if self.step.is_multiple_of(DROPPED) && self.step >= self.layout.regular_step {
            self.drop_full();
        }
        let layout = Arc::clone(&self.layout);
        let is_regular = self.step >= layout.regular_step;
        let (now, rays) = (i128::from(self.step), layout.game.rays());
        // New lines begin in this step.
        for ring in &self.rings {
            for row in 0..ring.dx {
                let window = ring.window(now, row) * self.width;
                self.counts[window..window + self.width].fill(0);
            }
        }
        let mut note = NO_POSITION;
        for row in 0..layout.rows {
            let here = wide(row);
            let Some(column) = self.step.checked_sub(layout.skew * here) else { break };
            note = NO_POSITION;
            if !is_regular && rays.is_hole(here, column) {
                if layout.game.has_walls() {
                    self.forget(now, row);
                }
                continue;
            }
            let mut open = [0; super::MOST_TRACKS];
            let mut lines = 0;
            for tap in layout.taps.iter().filter(|tap| row >= tap.dr) {
                let is_open = if is_regular {
                    layout.open[tap.ray][row]
                } else {
                    rays.rays()[tap.ray].guard.allows(here, column)
                };
                if is_open {
                    open[lines] = self.rings[tap.track].window(now, row);
                    lines += 1;
                }
            }
            let from = if is_regular { self.first[row] } else { 0 };
            let value = loop {
                match self.least_free(from, &open[..lines]) {
                    Some(value) => break value,
                    None => self.widen()?,
                }
            };
            let most = u16::try_from(self.q).unwrap_or(u16::MAX);
            for ring in &self.rings {
                let count = &mut self.counts[ring.window(now, row) * self.width + value];
                *count = most.min(*count + 1);
            }
            let used = &self.counts[row * self.width..][..self.width];
            self.first[row] += used[self.first[row]..].iter().take_while(|&&count| count == most).count();
            let value = i128::from(self.base + wide(value));
            note = Note::try_from(value * i128::from(self.q) - i128::from(column)).unwrap_or(Note::MAX);
        }
        self.step += 1;
        Ok(note)
    }

    /// Forgets what lies before a cell of the next step that no move passes.
    fn forget(&mut self, now: i128, row: usize) {
        for ring in &self.rings {
            let window = ring.window(now, row) * self.width;
            self.counts[window..window + self.width].fill(0);
        }
        self.first[row] = 0;
    }

    /// The least value from a place on whose counts in these windows sum to less than q. Nothing if the windows are too short.
    fn least_free(&self, from: usize, windows: &[usize]) -> Option<usize> {
        let met = |value: usize| -> u32 {
            windows.iter().map(|window| u32::from(self.counts[window * self.width + value])).sum()
        };
        (from..self.width).find(|&value| met(value) < self.q)
    }

    /// Doubles the windows.
    fn widen(&mut self) -> Result<(), Error> {
        let (windows, width) = (self.counts.len() / self.width, 2 * self.width);
        let mut wider = Vec::with_capacity(room(windows, width)?);
        for window in self.counts.chunks_exact(self.width) {
            wider.extend_from_slice(window);
            wider.resize(wider.len() + self.width, 0);
        }
        (self.counts, self.width) = (wider, width);
        Ok(())
    }

    /// Drops the values that are full in all rows.
    fn drop_full(&mut self) {
        let gone = self.least();
        if gone == 0 {
            return;
        }
        for window in self.counts.chunks_exact_mut(self.width) {
            window.copy_within(gone.., 0);
            window[self.width - gone..].fill(0);
        }
        self.first.iter_mut().for_each(|first| *first -= gone);
        self.base += wide(gone);
    }

    pub(in crate::period) fn write(&self, to: &mut Writer) {
        to.numbers([self.step, self.base, wide(self.width)]);
        to.list(self.counts.iter().copied().map(u64::from));
    }

    /// Reads a state of the same rows as `like`.
    pub(in crate::period) fn read(from: &mut Reader, like: &Self) -> Result<Self, BadState> {
        let (step, base, width) = (from.number()?, from.number()?, from.index()?);
        let counts = from.list()?;
        let windows = like.counts.len() / like.width;
        let fits = width.is_power_of_two()
            && width >= WIDTH
            && windows.checked_mul(width) == Some(counts.len())
            && base < FAR
            && step < FAR;
        if !fits || counts.iter().any(|&count| count > u64::from(like.q)) {
            return Err(BadState("counts have no such size"));
        }
        let counts: Vec<u16> =
            counts.into_iter().map(|count| u16::try_from(count).unwrap_or(u16::MAX)).collect();
        let full = |window: &[u16]| window.iter().take_while(|&&count| u32::from(count) == like.q).count();
        let first = counts.chunks_exact(width).take(like.first.len()).map(full).collect();
        let (layout, rings) = (Arc::clone(&like.layout), like.rings.clone());
        Ok(Self { layout, q: like.q, step, base, width, counts, first, rings })
    }
}

/// The number of counts of all windows, if they are not too many.
fn room(windows: usize, width: usize) -> Result<usize, Error> {
    let needed = wide(windows).saturating_mul(2 * wide(width));
    if needed > MOST_BYTES {
        Err(Limit::Memory { needed, allowed: MOST_BYTES }.into())
    } else {
        Ok(windows * width)
    }
}
