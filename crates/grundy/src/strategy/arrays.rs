//! Positions valued by the array engine: games given by rules whose options do not lie on rays.
//!
//! A table goes as far as the position. It holds all positions that can be reached, so small ones are kept for later questions
//! (`memory.rs`).

use super::dense::stopped;
use super::many::Rows;
use super::memory::{self, MOST_CELLS, Name};
use super::plan::Means;
use super::principle::{ARRAYS, RAYS};
use super::{Answer, Valued};
use crate::error::{Error, Limit, Unanswered};
use crate::nimber::Nimber;
use crate::ruleset::{Game, Position, Row, options};
use crate::solve::arrays::{Arrays, Filled};
use crate::words::counted;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// A position as the corner of a table of the array engine.
pub(super) struct Corner {
    arrays: Arrays,
    cost: Duration,
    /// A table that has the position in it.
    kept: Option<Arc<Filled>>,
}

impl Corner {
    /// `None` if the game is not described by progressions or its options lie on lines, and if the position is too large.
    pub(super) fn new(game: &Game, position: &Position) -> Option<Self> {
        let numbers = position.piles()?;
        if game.geometry(&[numbers.len()]).is_some() {
            return None;
        }
        let arrays = Arrays::new(&game.progressions()?, numbers)?;
        let kept =
            memory::filled(&Name::new(game, Vec::new())).filter(|filled| filled.get(numbers).is_some());
        let cost = Duration::from_nanos(arrays.nanos());
        Some(Self { arrays, cost, kept })
    }

    /// About how long it takes. What is told does not depend on what is kept, so neither does this.
    pub(super) fn cost(&self) -> Duration {
        self.cost
    }

    /// Whether it can be expected to stay within the limits.
    pub(super) fn fits(&self, means: Means<'_>) -> Result<(), Limit> {
        let (needed, allowed) = (self.arrays.bytes(), means.limits.memory);
        if self.cost > means.until.left() {
            return Err(means.until.limit());
        }
        if needed > allowed { Err(Limit::Memory { needed, allowed }) } else { Ok(()) }
    }

    /// The error of the definition, with what a table would take, which is beyond a limit.
    pub(super) fn also(&self, error: Error, beyond: Limit) -> Error {
        let Error::Limit(limit @ (Limit::Positions(_) | Limit::Options(_) | Limit::Time(_))) = error else {
            return error;
        };
        let (seconds, mebibytes) = (self.cost.as_secs().max(1), self.arrays.bytes() >> 20);
        let message = format!(
            "{limit}; a table would take some {seconds} seconds and {mebibytes} MiB, more than is allowed"
        );
        Box::new(Unanswered { stopped_by: Some(beyond), ..Unanswered::new(message) }).into()
    }

    /// Value and moves, by a table up to the position.
    ///
    /// # Errors
    /// When a limit is met.
    pub(super) fn answer(&self, game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Error> {
        let limit = means.limits.budget.for_position(position).positions;
        let listed = options(game.as_ref(), position, usize::try_from(limit).unwrap_or(usize::MAX))?;
        let filled = match &self.kept {
            Some(filled) => Arc::clone(filled),
            None => self.fill(game, means)?,
        };
        let value = |position: &Position| {
            let value = position.piles().and_then(|numbers| filled.get(numbers));
            value.ok_or_else(|| Error::Fault("a position is not in the table of its game".to_owned()))
        };
        let valued =
            listed.into_iter().map(|position| Ok(Valued { value: Nimber(value(&position)?), position }));
        let options = valued.collect::<Result<Vec<_>, Error>>()?;
        let theorem = if self.arrays.is_by_lines() { &RAYS } else { &ARRAYS };
        Ok(Answer { by: self.by(), ..Answer::of_options(value(position)?, options, theorem) })
    }

    /// The number of cells of the table.
    pub(super) fn cells(&self) -> u64 {
        self.arrays.cells()
    }

    /// The values of rows that lie under the corner.
    ///
    /// # Errors
    /// When a limit is met.
    pub(super) fn values_of_rows(
        &self,
        game: &Game,
        rows: Rows<'_>,
        means: Means<'_>,
    ) -> Result<Vec<Option<u64>>, Error> {
        let filled = match &self.kept {
            Some(filled) => Arc::clone(filled),
            None => self.fill(game, means)?,
        };
        if !self.arrays.is_unordered() {
            return Ok(rows.iter().map(|row| filled.get(row)).collect());
        }
        let sorted = |row: &[u64]| {
            let mut row = Row::from_slice(row);
            row.sort_unstable();
            filled.get(&row)
        };
        Ok(rows.iter().map(sorted).collect())
    }

    /// The method in words.
    fn by(&self) -> String {
        let engine = if self.arrays.is_by_lines() { "ray engine" } else { "array engine" };
        match self.arrays.largest() {
            [rows, columns] => format!("{engine}, a table of {} by {} cells", rows + 1, columns + 1),
            axes => {
                let cells = axes.iter().fold(1, |cells: u64, most| cells.saturating_mul(most + 1));
                format!("{engine}, a table of {}", counted(cells, "cell"))
            }
        }
    }

    /// A table that has the position in it, and what an earlier one had: for a question that follows others. Where it grows, it grows
    /// by half, so that a series of growing positions takes few tables. `None` if there was none, or it would be too large.
    fn grown(&self, game: &Game, means: Means<'_>) -> Option<Arrays> {
        let earlier = memory::filled(&Name::new(game, Vec::new()))?;
        let axes = self.arrays.largest().iter().zip(earlier.arrays().largest());
        let corner: Row =
            axes.map(|(&x, &most)| if x > most { x.max(most + most / 2) } else { most }).collect();
        let grown = Arrays::new(&game.progressions()?, &corner)?;
        let quick = Duration::from_nanos(grown.nanos()) <= means.until.left() / 2;
        Some(grown)
            .filter(|grown| quick && grown.cells() <= MOST_CELLS && grown.bytes() <= means.limits.memory)
    }

    fn fill(&self, game: &Game, means: Means<'_>) -> Result<Arc<Filled>, Error> {
        let grown = self.grown(game, means);
        let arrays = grown.as_ref().unwrap_or(&self.arrays);
        let (total, mut reached) = (arrays.cells(), 0);
        let made = arrays.fill(&mut |done| {
            reached = done;
            if means.until.is_over() {
                return ControlFlow::Break(());
            }
            means.archive.progress("cells", done, total)
        });
        let filled = match made {
            Ok(filled) => Arc::new(filled),
            Err(Error::Cancelled) if means.until.is_over() => {
                return Err(stopped(means.until.limit(), reached, total));
            }
            Err(error) => return Err(error),
        };
        if total <= MOST_CELLS {
            memory::keep_filled(&Name::new(game, Vec::new()), &filled);
        }
        Ok(filled)
    }
}
