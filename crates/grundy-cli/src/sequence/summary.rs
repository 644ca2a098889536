//! What can be said of the g-sequences of R-Wythoff after very many rows: the constants of Gu's Figures 3 and 4.

use super::Arguments;
use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use crate::store::Checkpoints;
use crate::watch::Watch;
use grundy::r_wythoff::{Rwsg, summary};
use grundy::sequence::Tally;
use grundy::table::Progress;
use grundy::{InputError, Template};
use serde::Serialize;
use std::fmt::Write as _;

/// Enough for every constant of Gu's figures: the last, `M_19` = 6150670, is seen in row 9950819.
const ROWS: u64 = 10_000_000;

#[derive(Serialize)]
struct Counted {
    game: String,
    rows: u64,
    summary: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    value: u64,
    members: u64,
    repeats: u64,
    settled: u64,
    wrong: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.expression.text();
    let template = Template::parse(&game)?;
    if template.game().name() != "r-wythoff" || !template.is_plain() {
        let error = InputError::whole(format!(
            "there is no summary for {game}: its constants are those of r-wythoff"
        ));
        return Err(error.hint("try grundy sequence r-wythoff --to 20 --summary").into());
    }
    let rows = arguments.rows.unwrap_or(ROWS);
    let (first, last) = arguments.to.map_or((arguments.value, arguments.value), |to| (0, to));
    let tallies = tallies(arguments, last, rows)?;
    let wanted = (0..).zip(tallies).filter(|&(value, _)| value >= first);
    let line = |(value, Tally { members, repeats, settled, wrong })| Line {
        value,
        members,
        repeats,
        settled,
        wrong,
    };
    let lines: Vec<Line> = wanted.map(line).collect();
    match arguments.plain_format()? {
        Format::Json => print_json(&Counted { game, rows, summary: lines }),
        Format::Text => print_text(&text(rows, &lines)),
    }
}

/// The counts after so many rows. A run that was stopped or killed goes on where it was.
fn tallies(arguments: &Arguments, last: u64, rows: u64) -> Result<Vec<Tally>, Failure> {
    /// Rows between two looks at the clock: less than a second.
    const CHUNK: u64 = 1 << 22;
    let store = arguments.keeping.open()?;
    let question = format!("sequence r-wythoff values to {last} rows {rows}");
    let mut checkpoints = Checkpoints::new(&arguments.keeping, store.as_ref(), question);
    let mut rwsg = match checkpoints.resume(|state| Rwsg::from_bytes(state).ok())? {
        Some(rwsg) => rwsg,
        None => Rwsg::new(last)?,
    };
    let mut watch = Watch::start("rows");
    if rows < rwsg.row() {
        return summary(last, rows, &mut |progress| watch.see(progress))?.ok_or(Failure::Stopped);
    }
    while rows - rwsg.row() >= 64 {
        let end = rows.min(rwsg.row().saturating_add(CHUNK));
        let went = rwsg.advance(end, &mut |progress| watch.see(Progress { total: rows, ..progress }));
        let place = format!("row {}", rwsg.row());
        if went.is_break() {
            return Err(checkpoints.stop(&place, || rwsg.to_bytes())?);
        }
        checkpoints.see(&place, || rwsg.to_bytes())?;
    }
    checkpoints.end()?;
    Ok(rwsg.tallies(rows))
}

fn text(rows: u64, lines: &[Line]) -> String {
    let mut text = format!("after {rows} rows\n");
    let width = lines.iter().map(|line| line.members.to_string().len()).max().unwrap_or(1).max(7);
    let _ = writeln!(text, "{:>3} {:>width$} {:>7} {:>width$} {:>7}", "g", "members", "C", "M", "W");
    for Line { value, members, repeats, settled, wrong } in lines {
        let _ = writeln!(text, "{value:>3} {members:>width$} {repeats:>7} {settled:>width$} {wrong:>7}");
    }
    text
}
