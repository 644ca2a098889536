//! The rows of any two-pile game of rays as a finite state machine, with windows of any width.
//!
//! # The machine
//! A *track* holds for each cell the values of the cells that follow it in the direction of a ray, and its own:
//! `T(r,y) = T(r-dx,y-dy)` with the value of (r,y) added. The options of a cell along a ray are the track of the next cell. A wide ray
//! reads a few more cells: along (1,0) with width w the columns through (r,y-q), along (1,1) the
//! diagonals through (r,y-j) and (r-j,y), for amounts below w. The track of (0,1) is the row itself and, with width w, the rows (r-p,y)
//! that its moves lead to: the numbers that are barred in row r from then on. So every cell reads finitely many
//! windows, a bounded number of columns away. A step with `dy < 0` leads to larger columns of lower rows. Then row r runs behind row r-1, by as many
//! columns as the steepest such ray asks for.
//!
//! If every row has moves to all its earlier cells from some column on, values are counted relative to the column, and all negative numbers count as
//! used in a row. If no row has, each cell has boundedly many options, and values are counted plainly. (If only some rows have, the game is refused.) In either
//! case, once no guard changes and no hole follows, the windows that later cells read are a *state* that determines its successor. If
//! the states at columns b and b+P of the last row are equal, then `G(a,c+P) = G(a,c) + P`, or `G(a,c+P) = G(a,c)` with plain values, for all c >= b. The
//! state contains only what is read: [`Layout`] finds it. For Nim, Star Nim, Wythoff's game and R-Wythoff it is the state of
//! [`windows`](super::windows), which is the fast twin of this machine. [`Plain`] is that of rays without guards, widths and holes.
//!
//! # The windows
//! A window holds the numbers from `column - reach` on, or those from 0 on, as bits. Each number is used in a row, or in a row that its
//! moves lead to, at the latest when lower rows have barred it, which each does finitely often. So all numbers far below the column are used; and a value is at most the number of options. How far
//! is not bounded here but observed: a bit that leaves the window of a row must be set, one that leaves another window must not be,
//! and a value must fit. If not, the windows of the state are widened, without loss, and the step is done again. So a state stands for full
//! sets of numbers, whatever its width.

mod counted;
mod layout;
mod plain;
mod sets;
#[cfg(test)]
mod tests;

pub(super) use counted::Counted;
pub(super) use layout::Layout;
pub(super) use plain::Plain;

use super::run::{NO_POSITION, Note};
use crate::codec::{BadState, Reader, Writer};
use crate::error::{Error, Limit};
use crate::notation::InputError;
use crate::widths::{index, place, wide};
use sets::{Lost, below, carried, read_into};
use std::sync::Arc;

/// The widths of windows, in words. There is a loop of fixed length for each.
const WORDS: [usize; 15] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64, 128, 256];

/// Calls `$self.$fill::<W>()` for the width of the windows.
macro_rules! by_width {
    ($self:ident.$fill:ident, $($words:literal)*) => {
        match $self.words {
            $($words => $self.$fill::<$words>(),)*
            words => unreachable!("no windows have {words} words"),
        }
    };
}

/// A game has at most 8 rays.
const MOST_TRACKS: usize = 8;

/// Upper limit on the memory of a state, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Why a step has to be done again with wider windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Narrow {
    Below,
    Above,
}

/// The state of rows 0 to some row at a column of the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Machine {
    layout: Arc<Layout>,
    /// The next step: row r fills column `step - skew * r`.
    step: u64,
    /// How far the windows go below the column; 0 if values are plain.
    reach: usize,
    words: usize,
    /// For each track a ring of columns, each with a window for each row.
    rings: Vec<Vec<u64>>,
}

impl Machine {
    /// The rows before their first step. A run takes `lead` steps to column 0 of the last one.
    pub(super) fn new(layout: &Arc<Layout>) -> Result<Self, Error> {
        // No number leaves a window before the rules are the same in all columns.
        let reach = if layout.is_additive { place(layout.settled).max(31) } else { 0 };
        let mut machine = Self { layout: Arc::clone(layout), step: 0, reach, words: 0, rings: Vec::new() };
        let words = machine.width(reach.saturating_add(1).div_ceil(64))?;
        machine.words = words;
        let windows = layout.tracks.iter().map(|track| track.slots * layout.rows);
        machine.rings = windows.map(|windows| vec![0; windows * words]).collect();
        for (track, ring) in layout.tracks.iter().zip(&mut machine.rings) {
            if track.width > 0 && layout.is_additive {
                ring.chunks_exact_mut(words).for_each(|window| below(window, reach + 1));
            }
        }
        Ok(machine)
    }

    /// The next column of the last row.
    pub(super) fn column(&self) -> u64 {
        self.step.saturating_sub(self.layout.lead())
    }

    /// Steps that are left before column 0 of the last row.
    pub(super) fn lead(&self) -> u64 {
        self.layout.lead().saturating_sub(self.step)
    }

    /// At column 0 of the last row.
    #[cfg(test)]
    pub(super) fn begun(mut self) -> Self {
        while self.lead() > 0 {
            self.step().unwrap();
        }
        self
    }

    /// Cells of a column times words, and more if a cell reads many windows: how long a column takes.
    pub(super) fn weight(&self) -> u64 {
        /// Windows that a cell of Wythoff's game reads and carries on.
        const FEW: usize = 6;
        let windows = self.layout.taps.len() + self.layout.tracks.len();
        wide(self.layout.rows * self.words).saturating_mul(wide(windows / FEW).max(1))
    }

    /// The memory of a state, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.rings.iter().map(|ring| 8 * wide(ring.len())).sum()
    }

    /// Whether two states of the same rows are equal; the columns may differ.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        if (self.reach, self.words) != (other.reach, other.words) {
            let reach = self.reach.max(other.reach);
            let above = |state: &Self| 64 * state.words - state.reach;
            let words = (reach + above(self).max(above(other))).div_ceil(64);
            let (mut one, mut two) = (self.clone(), other.clone());
            one.widen(reach, words);
            two.widen(reach, words);
            return one.agrees_with(&two);
        }
        self.layout.needed.iter().all(|needed| {
            (1..=needed.lags).all(|lag| {
                self.window(needed.track, lag, needed.row) == other.window(needed.track, lag, needed.row)
            })
        })
    }

    /// The window of a row, filled some steps ago.
    fn window(&self, track: usize, lag: usize, row: usize) -> &[u64] {
        let slots = self.layout.tracks[track].slots;
        let slot = before(place(self.step % wide(slots)), lag, slots);
        &self.rings[track][(slot * self.layout.rows + row) * self.words..][..self.words]
    }

    /// Fills a column of each row. Returns the note of the last one.
    pub(super) fn step(&mut self) -> Result<Note, Error> {
        loop {
            let filled = by_width!(self.fill, 1 2 3 4 5 6 8 10 12 16 24 32 64 128 256);
            match filled {
                Ok(note) => {
                    self.step += 1;
                    return Ok(note);
                }
                Err(narrow) => self.grow(narrow)?,
            }
        }
    }

    /// The width of windows of at least this many words.
    fn width(&self, least: usize) -> Result<usize, Error> {
        let Some(words) = WORDS.into_iter().find(|&words| words >= least) else {
            let most = 64 * WORDS[WORDS.len() - 1];
            let row = self.layout.rows - 1;
            return Err(
                InputError::whole(format!("the windows of row {row} need more than {most} bits")).into()
            );
        };
        let windows =
            self.layout.tracks.iter().map(|track| wide(track.slots * self.layout.rows)).sum::<u64>();
        let needed = windows.saturating_mul(wide(words)).saturating_mul(8);
        if needed > MOST_BYTES {
            Err(Limit::Memory { needed, allowed: MOST_BYTES }.into())
        } else {
            Ok(words)
        }
    }

    /// Widens the windows where they were too narrow.
    fn grow(&mut self, narrow: Narrow) -> Result<(), Error> {
        let words = self.width(self.words + 1)?;
        let more = if narrow == Narrow::Below { 64 * (words - self.words) } else { 0 };
        self.widen(self.reach + more, words);
        Ok(())
    }

    /// The same state in wider windows.
    fn widen(&mut self, reach: usize, words: usize) {
        let by = reach - self.reach;
        for (track, ring) in self.layout.tracks.iter().zip(&mut self.rings) {
            let mut wider = vec![0; ring.len() / self.words * words];
            for (old, new) in ring.chunks_exact(self.words).zip(wider.chunks_exact_mut(words)) {
                new[..old.len()].copy_from_slice(old);
                sets::raise(new, by);
                if track.width > 0 {
                    sets::add_below(new, by);
                }
            }
            *ring = wider;
        }
        (self.reach, self.words) = (reach, words);
    }

    /// Fills a column of each row, in windows of W words.
    fn fill<const W: usize>(&mut self) -> Result<Note, Narrow> {
        let Self { layout, step, reach, rings, .. } = self;
        let (layout, step) = (&**layout, *step);
        let (rows, rays) = (layout.rows, layout.game.rays());
        let is_regular = step >= layout.regular_step;
        // The slots of this step, and those of the next cells of the tracks.
        let mut slots = [(0, 0); MOST_TRACKS];
        for (slot, track) in slots.iter_mut().zip(&layout.tracks) {
            let now = place(step % wide(track.slots));
            *slot = (now * rows, before(now, track.lag, track.slots) * rows);
        }
        // The rows themselves come first, since a value may be used in rows above, too.
        for ((track, ring), &(now, then)) in layout.tracks.iter().zip(&mut *rings).zip(&slots) {
            let (cells, _) = ring.as_chunks_mut::<W>();
            for row in 0..if track.width > 0 { rows } else { 0 } {
                let mut window = [0; W];
                // A row that has not begun stays as it was.
                let shift = if step < layout.skew * wide(row) { 0 } else { track.shift };
                let lost = carried(&cells[then + row], shift, &mut window);
                if matches!(lost, Lost::Below { all: false, .. }) && track.needed[row] {
                    return Err(Narrow::Below);
                }
                cells[now + row] = window;
            }
        }
        let mut note = NO_POSITION;
        for row in 0..rows {
            let here = wide(row);
            let column = step.checked_sub(layout.skew * here);
            for ((track, ring), &(now, then)) in layout.tracks.iter().zip(&mut *rings).zip(&slots) {
                if track.width > 0 {
                    continue;
                }
                let (cells, _) = ring.as_chunks_mut::<W>();
                let mut window = [0; W];
                if column.is_some() && row >= track.dx {
                    match carried(&cells[then + row - track.dx], track.shift, &mut window) {
                        Lost::Above => return Err(Narrow::Above),
                        Lost::Below { any: true, .. } if track.needed[row] => {
                            return Err(Narrow::Below);
                        }
                        Lost::Below { .. } | Lost::Nothing => {}
                    }
                }
                cells[now + row] = window;
            }
            let Some(column) = column else { continue };
            let mut barred = [0; W];
            if layout.is_additive && column < wide(*reach) {
                below(&mut barred, *reach - place(column));
            }
            for tap in layout.taps.iter().filter(|tap| row >= tap.dr) {
                let is_open = if is_regular {
                    layout.open[tap.ray][row]
                } else {
                    rays.rays()[tap.ray].guard.allows(here, column)
                };
                if is_open {
                    let (cells, _) = rings[tap.track].as_chunks::<W>();
                    let (now, _) = slots[tap.track];
                    if tap.is_next {
                        read_into(&mut barred, &cells[now + row], 0);
                    } else {
                        let slots = layout.tracks[tap.track].slots;
                        let then = before(now / rows, tap.lag, slots) * rows;
                        read_into(&mut barred, &cells[then + row - tap.dr], tap.shift);
                    }
                }
            }
            note = NO_POSITION;
            if is_regular || !rays.is_hole(here, column) {
                let word = barred.iter().position(|&word| word != u64::MAX).ok_or(Narrow::Above)?;
                let bit = barred[word].trailing_ones();
                for ((track, ring), &(now, _)) in layout.tracks.iter().zip(&mut *rings).zip(&slots) {
                    let (cells, _) = ring.as_chunks_mut::<W>();
                    let end = row.saturating_add(track.width.max(1)).min(rows);
                    cells[now + row..now + end].iter_mut().for_each(|cell| cell[word] |= 1 << bit);
                }
                let place = word * 64 + index(bit);
                note = note_of(place) - note_of(*reach);
            }
        }
        Ok(note)
    }

    pub(super) fn write(&self, to: &mut Writer) {
        to.numbers([self.step, wide(self.reach), wide(self.words)]);
        self.rings.iter().for_each(|ring| to.list(ring.iter().copied()));
    }

    /// Reads a state of the same rows as `like`.
    pub(super) fn read(from: &mut Reader, like: &Self) -> Result<Self, BadState> {
        let layout = &like.layout;
        let (step, reach, words) = (from.number()?, from.index()?, from.index()?);
        let fits = WORDS.contains(&words) && reach < 64 * words;
        let known = if layout.is_additive { reach >= place(layout.settled).max(31) } else { reach == 0 };
        if !fits || !known {
            return Err(BadState("windows have no such size"));
        }
        let rings = layout.tracks.iter().map(|track| {
            let ring = from.list()?;
            let fits = ring.len() == track.slots * layout.rows * words;
            fits.then_some(ring).ok_or(BadState("a ring of windows has a wrong length"))
        });
        let rings = rings.collect::<Result<_, _>>()?;
        Ok(Self { layout: Arc::clone(layout), step, reach, words, rings })
    }
}

/// The slot that was filled some steps before slot `now`.
fn before(now: usize, lag: usize, slots: usize) -> usize {
    if now >= lag { now - lag } else { now + slots - lag }
}

/// A place in a window as a note. Windows have at most 2^14 bits.
fn note_of(place: usize) -> Note {
    Note::try_from(place).unwrap_or(Note::MAX)
}
