//! The fast twin of [`Machine`](super::Machine) for rays without guards, widths and holes.
//!
//! There is one set for each row, and one for each line of a direction that still has cells to come. A cell reads the sets of its row and of its lines and
//! adds its value to them, so nothing is moved from cell to cell. Numbers are not counted relative to the column: bit i stands for `base + i`.
//! A word is dropped when it is full in all rows and empty on all lines, so sets stand for full sets of numbers here too.
//!
//! # The sets of a direction
//! A cell of row r that is filled in step s has the line `dx * s - lag * r` in the direction (dx, dy), where `lag` is the number of steps from a cell of the
//! line to the next one. If dx and dy have no common divisor, cells with the same number are on one line. The cells that are filled from
//! step s on have lines up to `dx * s`, and the last cells before it that later ones depend on have larger numbers than `dx * s - lag * (rows + dx)`, so a ring has this many sets, and `dx` more.

#[cfg(test)]
mod tests;

use super::Layout;
use super::layout::Track;
use super::{MOST_BYTES, MOST_TRACKS, WORDS};
use crate::codec::{BadState, Reader, Writer};
use crate::error::{Error, Limit};
use crate::geometry::Guard;
use crate::notation::InputError;
use crate::period::run::{NO_POSITION, Note};
use crate::widths::{place, wide};
use std::sync::Arc;

/// Steps between attempts to drop a word.
const WORD: u64 = 64;

/// The first number of a stored state. States of the other machine, which these rows had before, begin with a step.
const TAG: u64 = u64::MAX;

/// No search reaches a column or a number beyond this.
const FAR: u64 = 1 << 62;

/// The state of rows 0 to some row at a column of the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::period) struct Plain {
    layout: Arc<Layout>,
    /// The next step: row r fills column `step - skew * r`.
    step: u64,
    /// All numbers below are used in all rows, and none of them is on a line. A multiple of 64.
    base: u64,
    /// Words of a set.
    words: usize,
    /// The sets of the rows, then the rings of the directions.
    sets: Vec<u64>,
    /// For each row its first word that is not full.
    first: Vec<usize>,
    rings: Vec<Ring>,
}

/// The sets of the lines of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ring {
    /// The number of the first set.
    first: usize,
    /// The number of sets.
    length: usize,
    dx: usize,
    lag: usize,
}

impl Ring {
    /// The set of the line through the cell of a row that is filled `ago` steps before a step.
    fn set(self, step: u64, ago: usize, row: usize) -> usize {
        let newest = place(step % wide(self.length)) * self.dx % self.length;
        self.before(self.first + newest, (self.dx * ago + self.lag * row) % self.length)
    }

    /// The set that is some places before another one in the ring.
    #[inline]
    fn before(self, set: usize, places: usize) -> usize {
        if set - self.first >= places { set - places } else { set + self.length - places }
    }
}

impl Plain {
    /// The rows before column 0 of the last one, if the rays are plain.
    pub(in crate::period) fn new(layout: &Arc<Layout>) -> Option<Self> {
        let rays = layout.game.rays();
        let is_plain = layout.is_additive
            && rays.holes().is_empty()
            && rays.rays().iter().all(|ray| ray.width == 1 && ray.guard == Guard::ALWAYS)
            && layout.tracks.iter().all(Track::is_primitive);
        if !is_plain {
            return None;
        }
        let mut sets = layout.rows;
        let mut rings = Vec::new();
        for track in layout.tracks.iter().filter(|track| track.dx > 0) {
            let length = track.lag * (layout.rows + track.dx) + track.dx;
            rings.push(Ring { first: sets, length, dx: track.dx, lag: track.lag });
            sets += length;
        }
        if 8 * wide(sets) > MOST_BYTES {
            // The other machine says so.
            return None;
        }
        let first = vec![0; layout.rows];
        Some(Self {
            layout: Arc::clone(layout),
            step: 0,
            base: 0,
            words: 1,
            sets: vec![0; sets],
            first,
            rings,
        })
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

    /// The cells of a column times the sets that a cell reads: how long a column takes.
    pub(in crate::period) fn weight(&self) -> u64 {
        wide(self.layout.rows * (self.rings.len() + 1))
    }

    /// The memory of a state, in bytes.
    pub(in crate::period) fn bytes(&self) -> u64 {
        8 * wide(self.sets.len() + self.first.len())
    }

    /// Whether two states of the same rows are equal; the columns may differ.
    pub(in crate::period) fn agrees_with(&self, other: &Self) -> bool {
        let mut rings = self.layout.tracks.iter().scan(0, |ring, track| {
            let here = (track.dx > 0).then_some(*ring);
            *ring += usize::from(track.dx > 0);
            Some(here)
        });
        let rings: [Option<usize>; MOST_TRACKS] = std::array::from_fn(|_| rings.next().flatten());
        self.layout.needed.iter().all(|needed| {
            (1..=needed.lags).all(|lag| {
                // Of a row there is but one set, and it is that of the last cell.
                let set = |state: &Self| {
                    rings[needed.track]
                        .map_or(needed.row, |ring| state.rings[ring].set(state.step, lag, needed.row))
                };
                let below = if rings[needed.track].is_none() { u64::MAX } else { 0 };
                self.same(set(self), other, set(other), below)
            })
        })
    }

    /// Whether a set has the same numbers, relative to the step, as one of another state. `below` has the bits of the numbers below the base.
    fn same(&self, set: usize, other: &Self, others: usize, below: u64) -> bool {
        let relative = |state: &Self| i128::from(state.base) - i128::from(state.step);
        let end = |state: &Self| relative(state) + 64 * i128::from(wide(state.words));
        let (start, end) = (relative(self).min(relative(other)), end(self).max(end(other)));
        let mut at = start;
        while at < end {
            if self.word(set, at - relative(self), below) != other.word(others, at - relative(other), below) {
                return false;
            }
            at += 64;
        }
        true
    }

    /// 64 bits of a set from a bit on.
    fn word(&self, set: usize, bit: i128, below: u64) -> u64 {
        let words = &self.sets[set * self.words..][..self.words];
        let at = |word: i128| match usize::try_from(word) {
            Ok(word) => words.get(word).copied().unwrap_or(0),
            Err(_) if word < 0 => below,
            Err(_) => 0,
        };
        let (word, bits) = (bit.div_euclid(64), bit.rem_euclid(64));
        if bits == 0 { at(word) } else { at(word) >> bits | at(word + 1) << (64 - bits) }
    }

    /// Fills a column of each row. Returns the note of the last one.
    pub(in crate::period) fn step(&mut self) -> Result<Note, Error> {
        if self.step.is_multiple_of(WORD) {
            self.drop_words();
        }
        let note = match self.rings.len() {
            0 => self.fill::<0>(),
            1 => self.fill::<1>(),
            2 => self.fill::<2>(),
            3 => self.fill::<3>(),
            4 => self.fill::<4>(),
            5 => self.fill::<5>(),
            6 => self.fill::<6>(),
            _ => self.fill::<7>(),
        }?;
        self.step += 1;
        Ok(note)
    }

    /// The same, with K directions besides the rows.
    fn fill<const K: usize>(&mut self) -> Result<Note, Error> {
        // The sets of the lines of row 0.
        let mut lines = [0; K];
        for (line, ring) in lines.iter_mut().zip(&self.rings) {
            *line = ring.set(self.step, 0, 0);
            // New lines begin in this step.
            for new in 0..ring.dx {
                let set = ring.before(*line, new);
                self.sets[set * self.words..][..self.words].fill(0);
            }
        }
        let mut note = NO_POSITION;
        for row in 0..self.layout.rows {
            let Some(column) = self.step.checked_sub(self.layout.skew * wide(row)) else { break };
            let (word, bit) = loop {
                match self.gap(row, &lines) {
                    Some(gap) => break gap,
                    None => self.widen()?,
                }
            };
            for set in lines {
                self.sets[set * self.words + word] |= 1 << bit;
            }
            let used = &mut self.sets[row * self.words..][..self.words];
            used[word] |= 1 << bit;
            if used[word] == u64::MAX && word == self.first[row] {
                let rest = used[word..].iter().position(|&word| word != u64::MAX);
                self.first[row] = rest.map_or(used.len(), |rest| word + rest);
            }
            for (line, ring) in lines.iter_mut().zip(&self.rings) {
                *line = ring.before(*line, ring.lag);
            }
            let value = self.base + 64 * wide(word) + u64::from(bit);
            note = relative(value, column);
        }
        Ok(note)
    }

    /// The first number, as a word and a bit, that is neither used in a row nor on the lines of its next cell. Nothing if the sets are too short.
    #[inline]
    fn gap<const K: usize>(&self, row: usize, lines: &[usize; K]) -> Option<(usize, u32)> {
        let set = |set: usize| &self.sets[set * self.words..][..self.words];
        let (used, lines) = (set(row), lines.map(set));
        for word in self.first[row]..self.words {
            let union = lines.iter().fold(used[word], |union, line| union | line[word]);
            if union != u64::MAX {
                return Some((word, union.trailing_ones()));
            }
        }
        None
    }

    /// Adds a word to all sets.
    fn widen(&mut self) -> Result<(), Error> {
        let words = self.words + 1;
        let (most, row) = (WORDS[WORDS.len() - 1], self.layout.rows - 1);
        if words > most {
            let message = format!("the windows of row {row} need more than {} bits", 64 * most);
            return Err(InputError::whole(message).into());
        }
        let needed = 8 * wide(self.sets.len() / self.words * words);
        if needed > MOST_BYTES {
            return Err(Limit::Memory { needed, allowed: MOST_BYTES }.into());
        }
        self.sets = self.sets.chunks_exact(self.words).flat_map(|set| [set, &[0]].concat()).collect();
        self.words = words;
        Ok(())
    }

    /// Drops the words that are full in all rows and empty on all lines.
    fn drop_words(&mut self) {
        let full = self.first.iter().copied().min().unwrap_or(0);
        let lines = &self.sets[self.layout.rows * self.words..];
        let empty = |set: &[u64]| set.iter().take(full).position(|&word| word != 0).unwrap_or(full);
        let gone = lines.chunks_exact(self.words).map(empty).min().unwrap_or(full);
        if gone == 0 {
            return;
        }
        for set in self.sets.chunks_exact_mut(self.words) {
            set.copy_within(gone.., 0);
            let kept = self.words - gone;
            set[kept..].fill(0);
        }
        self.first.iter_mut().for_each(|first| *first -= gone);
        self.base += 64 * wide(gone);
    }

    pub(in crate::period) fn write(&self, to: &mut Writer) {
        to.numbers([TAG, self.step, self.base, wide(self.words)]);
        to.list(self.sets.iter().copied());
    }

    /// Reads a state of the same rows as `like`.
    pub(in crate::period) fn read(from: &mut Reader, like: &Self) -> Result<Self, BadState> {
        let (tag, step, base, words) = (from.number()?, from.number()?, from.number()?, from.index()?);
        let sets = from.list()?;
        let fits = tag == TAG
            && (1..=WORDS[WORDS.len() - 1]).contains(&words)
            && sets.len() == like.sets.len() / like.words * words
            && base.is_multiple_of(64)
            && base < FAR
            && step < FAR;
        if !fits {
            return Err(BadState("sets have no such size"));
        }
        let full = |set: &[u64]| set.iter().position(|&word| word != u64::MAX).unwrap_or(set.len());
        let first = sets.chunks_exact(words).take(like.first.len()).map(full).collect();
        let (layout, rings) = (Arc::clone(&like.layout), like.rings.clone());
        Ok(Self { layout, step, base, words, sets, first, rings })
    }
}

/// A value relative to its column. The windows have at most 2^14 bits.
fn relative(value: u64, column: u64) -> Note {
    Note::try_from(i128::from(value) - i128::from(column)).unwrap_or(Note::MAX)
}
