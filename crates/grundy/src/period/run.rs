//! A run of the machine of some rows: in windows of 128 bits where they suffice, which is fastest; with sets of lines if the rays are plain; else in windows
//! of any width. With blocking, values are counted.

use super::RowGame;
use super::wide::{Counted, Layout, Machine, Plain};
use super::windows::{self, Windows, largest_row, regular_from};
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::notation::InputError;
use std::sync::Arc;

/// A value of the last row, times q with blocking: relative to its column, or plain, as the rows of the game are.
pub(super) type Note = i32;

/// The note of a cell that is not a position.
pub(super) const NO_POSITION: Note = Note::MIN;

/// The state of rows 0 to some row at a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Narrow(Windows),
    Plain(Plain),
    Wide(Machine),
    Counted(Counted),
}

/// The rows 0 to some row of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    layout: Arc<Layout>,
    last: u64,
}

impl Rows {
    pub(super) fn new(game: &RowGame, last: u64) -> Result<Self, InputError> {
        let layout = Layout::new(game, last)?;
        if game.block() > 1 && !layout.is_additive {
            let message = "with blocking, periods can be proved only for rows along which a large second number can be lowered alone";
            return Err(InputError::whole(message));
        }
        Ok(Self { layout: Arc::new(layout), last })
    }

    /// The first column from which on the rules are the same in all columns.
    pub(super) fn regular_from(&self) -> u64 {
        self.layout.regular()
    }

    /// Whether values grow with the column, so that they are counted relative to it.
    pub(super) fn is_additive(&self) -> bool {
        self.layout.is_additive
    }

    /// The increase of values over a period of the last row.
    pub(super) fn saltus(&self, length: u64) -> u64 {
        // Each value is taken q times in a row, so q divides the length.
        if self.layout.is_additive { length / self.layout.game.block() } else { 0 }
    }

    /// The value in a column of the last row that has this note.
    pub(super) fn value(&self, column: u64, note: Note) -> Option<u64> {
        let base = if self.layout.is_additive { column } else { 0 };
        let value = base.checked_add_signed(note.into()).filter(|_| note != NO_POSITION)?;
        Some(value / self.layout.game.block())
    }

    /// The state before the first step.
    pub(super) fn start(&self) -> Result<Run, Error> {
        if !self.layout.game.has_certificates() {
            return Ok(Run::Counted(Counted::new(&self.layout)?));
        }
        match self.layout.game.shape().filter(|&shape| self.last <= largest_row(shape)) {
            Some(shape) => {
                debug_assert_eq!(self.regular_from(), regular_from(shape, self.last));
                Ok(Run::Narrow(Windows::new(shape, self.last)?))
            }
            None => match Plain::new(&self.layout) {
                Some(plain) => Ok(Run::Plain(plain)),
                None => Ok(Run::Wide(Machine::new(&self.layout)?)),
            },
        }
    }
}

impl Run {
    /// The next column.
    pub(super) fn column(&self) -> u64 {
        match self {
            Self::Narrow(windows) => windows.column(),
            Self::Plain(plain) => plain.column(),
            Self::Wide(machine) => machine.column(),
            Self::Counted(counted) => counted.column(),
        }
    }

    /// Steps that are left to a column: those before column 0, in which only earlier rows are filled, and one for each column.
    pub(super) fn left_to(&self, column: u64) -> u64 {
        self.lead().saturating_add(column.saturating_sub(self.column()))
    }

    /// Steps that are left before column 0.
    pub(super) fn lead(&self) -> u64 {
        match self {
            Self::Narrow(_) => 0,
            Self::Plain(plain) => plain.lead(),
            Self::Wide(machine) => machine.lead(),
            Self::Counted(counted) => counted.lead(),
        }
    }

    /// Whether two states of the same rows are equal; the columns may differ.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Narrow(one), Self::Narrow(other)) => one.agrees_with(other),
            (Self::Plain(one), Self::Plain(other)) => one.agrees_with(other),
            (Self::Wide(one), Self::Wide(other)) => one.agrees_with(other),
            (Self::Counted(one), Self::Counted(other)) => one.agrees_with(other),
            _ => false,
        }
    }

    /// How many columns of the fastest run take as long as one of this run.
    pub(super) fn weight(&self) -> u64 {
        /// About as many words as a column of the fast twin takes the time of.
        const WORDS: u64 = 8;
        match self {
            Self::Narrow(_) => 1,
            Self::Plain(plain) => (plain.weight() / WORDS).max(1),
            Self::Wide(machine) => (machine.weight() / WORDS).max(1),
            Self::Counted(counted) => (counted.weight() / WORDS).max(1),
        }
    }

    /// The memory of a state, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(_) => 1 << 12,
            Self::Plain(plain) => plain.bytes(),
            Self::Wide(machine) => machine.bytes(),
            Self::Counted(counted) => counted.bytes(),
        }
    }

    /// Takes `columns` steps, each of which fills a column, or before column 0 is one to it.
    pub(super) fn advance(&mut self, columns: u64) -> Result<(), Error> {
        match self {
            Self::Narrow(windows) => windows.advance(columns),
            Self::Plain(plain) => (0..columns).try_for_each(|_| plain.step().map(drop)),
            Self::Wide(machine) => (0..columns).try_for_each(|_| machine.step().map(drop)),
            Self::Counted(counted) => (0..columns).try_for_each(|_| counted.step().map(drop)),
        }
    }

    /// Fills `columns` columns, and notes the value of the last row in each.
    pub(super) fn advance_noting(&mut self, columns: u64, notes: &mut Vec<Note>) -> Result<(), Error> {
        match self {
            Self::Narrow(windows) => {
                let mut noted = Vec::new();
                windows.advance_noting(columns, &mut noted)?;
                notes.extend(noted.into_iter().map(|note| relative(windows, note)));
                Ok(())
            }
            Self::Plain(_) | Self::Wide(_) | Self::Counted(_) => (0..columns).try_for_each(|_| {
                notes.push(self.step()?);
                Ok(())
            }),
        }
    }

    /// Fills one column. Returns the note of the last row.
    pub(super) fn step(&mut self) -> Result<Note, Error> {
        match self {
            Self::Narrow(windows) => {
                let note = windows.step()?;
                Ok(relative(windows, note))
            }
            Self::Plain(plain) => plain.step(),
            Self::Wide(machine) => machine.step(),
            Self::Counted(counted) => counted.step(),
        }
    }

    pub(super) fn write(&self, to: &mut Writer) {
        match self {
            Self::Narrow(windows) => windows.write(to),
            Self::Plain(plain) => plain.write(to),
            Self::Wide(machine) => machine.write(to),
            Self::Counted(counted) => counted.write(to),
        }
    }

    /// Reads a state of the same rows as `like`.
    pub(super) fn read(from: &mut Reader, like: &Self) -> Result<Self, BadState> {
        match like {
            Self::Narrow(windows) => Windows::read(from, windows).map(Self::Narrow),
            Self::Plain(plain) => Plain::read(from, plain).map(Self::Plain),
            Self::Wide(machine) => Machine::read(from, machine).map(Self::Wide),
            Self::Counted(counted) => Counted::read(from, counted).map(Self::Counted),
        }
    }
}

/// A note of the fast twin.
fn relative(windows: &Windows, note: u8) -> Note {
    let reach = Note::try_from(windows.reach()).unwrap_or(0);
    if note == windows::NO_POSITION { NO_POSITION } else { Note::from(note) - reach }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, last: u64) -> Result<Rows, InputError> {
        Rows::new(&RowGame::of(&crate::game(text).unwrap()).unwrap(), last)
    }

    fn run(text: &str, last: u64) -> Run {
        let mut run = rows(text, last).unwrap().start().unwrap();
        run.advance(run.lead()).unwrap();
        run
    }

    /// Columns of the fastest run: 8 words, sets or values of a cell take as long as one of them.
    #[test]
    fn runs_have_weights_and_sizes() {
        for (text, last, kind, weight) in [
            ("wythoff", 42, "narrow", 1),
            // 46 cells with three sets each.
            ("wythoff", 45, "plain", 46 * 3 / 8),
            ("wythoff", 1, "narrow", 1),
            ("{x,y: x,y-i; x-i,y-i}", 1, "plain", 1),
            // 81 windows of a word.
            ("{x,y: x-i,y; x-i,y-i}", 80, "wide", 81 / 8),
            // 9 cells that pass 16 values on three lines each.
            ("wythoff@block=2", 8, "counted", 9 * 3 * 16 / 8),
        ] {
            let run = run(text, last);
            let (found, bytes) = match &run {
                Run::Narrow(windows) => {
                    let sizes = [&windows.rows, &windows.diagonals].map(|sets| size_of_val(&sets[..]));
                    ("narrow", crate::widths::wide(sizes.iter().sum()))
                }
                Run::Plain(plain) => ("plain", plain.bytes()),
                Run::Wide(machine) => ("wide", machine.bytes()),
                Run::Counted(counted) => ("counted", counted.bytes()),
            };
            assert_eq!((found, run.weight()), (kind, weight), "{text} {last}");
            // The windows of the fast twin are counted as a page.
            assert_eq!(run.bytes(), if kind == "narrow" { 4096 } else { bytes }, "{text} {last}");
            assert!(bytes > 8 && bytes <= run.bytes(), "{text} {last}");
        }
    }

    #[test]
    fn blocking_needs_rows_that_grow() {
        let message = "with blocking, periods can be proved only for rows along which a large second number can be lowered alone";
        let text = "{x,y: x-i,y; x,y-i where x>=2}@block=2";
        assert_eq!(rows(text, 1).unwrap_err().to_string(), message);
        assert!(rows("{x,y: x-i,y; x,y-i where x>=2}", 1).is_ok_and(|rows| !rows.is_additive()));
        assert!(rows("wythoff@block=2", 1).is_ok_and(|rows| rows.is_additive()));
    }
}
