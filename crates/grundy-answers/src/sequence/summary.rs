//! The constants of Gu's conjectures, observed in the g-sequences of R-Wythoff.

use crate::ask::{Ask, Error, Progress};
use crate::keep::Checkpoints;
use grundy::r_wythoff::{Rwsg, summary};
use grundy::sequence::{Tally, shape};
use grundy::{Game, InputError, Symmetric, counted};
use serde::Serialize;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Counts for some values.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// Number of rows computed.
    pub rows: u64,
    /// The counts of each value.
    pub summary: Vec<Counts>,
}

/// Counts along the sequence of a value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// The value.
    pub value: u64,
    /// Number of members.
    pub members: u64,
    /// C: number of repeated second entries.
    pub repeats: u64,
    /// M: the least index from which on every member n lies on diagonal n.
    pub settled: u64,
    /// W: number of members n that do not lie on diagonal n.
    pub wrong: u64,
}

/// Counts along the sequences of some values, in the first rows.
///
/// # Errors
/// When the game is not R-Wythoff by its rules, the store cannot be used, or the work is cancelled.
pub fn count(game: &Game, values: RangeInclusive<u64>, rows: u64, ask: Ask<'_>) -> Result<Summary, Error> {
    if shape(game) != Ok(Symmetric::R_WYTHOFF) {
        let message =
            format!("there is no summary for {}: its constants are those of r-wythoff", game.name());
        return Err(InputError::whole(message).hint("try r-wythoff").into());
    }
    let tallies = tallies(*values.end(), rows, ask)?;
    let wanted = (0..).zip(tallies).filter(|(value, _)| values.contains(value));
    let line = |(value, Tally { members, repeats, settled, wrong })| Counts {
        value,
        members,
        repeats,
        settled,
        wrong,
    };
    Ok(Summary { game: game.name(), rows, summary: wanted.map(line).collect() })
}

/// The counts after a number of rows. Resumes an interrupted run.
fn tallies(last: u64, rows: u64, ask: Ask<'_>) -> Result<Vec<Tally>, Error> {
    /// Rows between checkpoints: less than a second.
    const CHUNK: u64 = 1 << 22;
    let store = ask.shelf.open(ask.note)?;
    let question = format!("sequence r-wythoff values to {last} rows {rows}");
    let mut checkpoints = Checkpoints::new(ask.shelf, store.as_ref(), question);
    let mut rwsg = match checkpoints.resume(ask.note, |state| Rwsg::from_bytes(state).ok())? {
        Some(rwsg) => rwsg,
        None => Rwsg::new(last)?,
    };
    let mut watch =
        |progress: grundy::table::Progress| (ask.watch)(&Progress::of("rows", progress.done, rows));
    if rows < rwsg.row() {
        return Ok(summary(last, rows, &mut watch)?.ok_or(grundy::Error::Cancelled)?);
    }
    while rows - rwsg.row() >= 64 {
        let end = rows.min(rwsg.row().saturating_add(CHUNK));
        let went = rwsg.advance(end, &mut watch);
        let place = format!("row {}", rwsg.row());
        if went.is_break() {
            return Err(checkpoints.stop(&place, || rwsg.to_bytes())?);
        }
        checkpoints.see(&place, || rwsg.to_bytes())?;
    }
    checkpoints.end()?;
    Ok(rwsg.tallies(rows))
}

impl Summary {
    /// The counts as text.
    pub fn text(&self) -> String {
        let Self { rows, summary: lines, .. } = self;
        let mut text = format!("after {}\n", counted(rows, "row"));
        let width = lines.iter().map(|line| line.members.to_string().len()).max().unwrap_or(1).max(7);
        let _ = writeln!(text, "{:>3} {:>width$} {:>7} {:>width$} {:>7}", "g", "members", "C", "M", "W");
        for Counts { value, members, repeats, settled, wrong } in lines {
            let _ = writeln!(text, "{value:>3} {members:>width$} {repeats:>7} {settled:>width$} {wrong:>7}");
        }
        text
    }
}
