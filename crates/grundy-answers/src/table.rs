//! A line of a table.

use crate::ask::Ask;
use grundy::{Error, InputError, Plan};
use serde::Serialize;

/// A row, a column or a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// G(A,b) by b.
    Row(u64),
    /// G(a,B) by a.
    Column(u64),
    /// G(a,a+D) by a.
    Diagonal(u64),
}

impl Line {
    /// What it is, and its number.
    pub fn what(self) -> (&'static str, u64) {
        match self {
            Self::Row(a) => ("row", a),
            Self::Column(b) => ("column", b),
            Self::Diagonal(d) => ("diagonal", d),
        }
    }

    /// Refuses lines that are not in a table to `max`.
    pub fn within(self, max: u64) -> Result<(), InputError> {
        let (what, number) = self.what();
        if number <= max {
            return Ok(());
        }
        let message = format!("{what} {number} lies outside the table, whose coordinates end at {max}");
        Err(InputError::whole(message).hint(format!("choose a maximum of {number} or more")))
    }

    /// The place of a cell on the line, if it lies on it.
    fn place(self, a: u64, b: u64) -> Option<u64> {
        match self {
            Self::Row(row) => (a == row).then_some(b),
            Self::Column(column) => (b == column).then_some(a),
            Self::Diagonal(d) => (b.checked_sub(a) == Some(d)).then_some(a),
        }
    }
}

/// The values on a line.
#[derive(Clone, Debug, Serialize)]
pub struct Lined {
    /// The game.
    pub game: String,
    /// What was asked for.
    pub table: String,
    /// The last coordinate.
    pub max: u64,
    /// By which engine.
    pub by: &'static str,
    /// Which line.
    #[serde(flatten)]
    pub line: Line,
    /// The values; nothing where there is no position.
    pub values: Vec<Option<u64>>,
}

/// The values on a line of a table to `max`, in which it must lie.
pub fn line(plan: &Plan<'_>, max: u64, line: Line, ask: Ask<'_>) -> Result<Vec<Option<u64>>, Error> {
    let length = if let Line::Diagonal(d) = line { max.saturating_sub(d) } else { max };
    let mut values = vec![None; usize::try_from(length).unwrap_or(usize::MAX).saturating_add(1)];
    // A row or a column is complete long before the table is.
    let last = match line {
        Line::Row(number) | Line::Column(number) if plan.goes_outwards() => number,
        _ => u64::MAX,
    };
    let mut complete = false;
    let made =
        plan.for_each(ask.how, ask.limits.budget, &mut |progress| ask.cells(progress), &mut |a, b, value| {
            if a.min(b) > last {
                complete = true;
                return Err(Error::Cancelled);
            }
            if let Some(slot) = line.place(a, b).and_then(|at| values.get_mut(usize::try_from(at).ok()?)) {
                *slot = Some(value);
            }
            Ok(())
        });
    if !complete {
        made?;
    }
    Ok(values)
}
