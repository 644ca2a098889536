//! Tables, whole or a line of them.

use crate::ask::Ask;
use crate::kept_rows::{KeptRows, kept_by};
use crate::memory::{beyond, largest_within, size};
use grundy::device::{Device, Found, devices};
use grundy::solve::rays::{Chunk, How};
use grundy::table::{Pooled, Window};
use grundy::{Element, Engine, Error, InputError, Plan, Table, Template, Unanswered};
use serde::Serialize;
use std::sync::{Arc, Mutex};

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
    /// Its kind and number.
    pub fn what(self) -> (&'static str, u64) {
        match self {
            Self::Row(a) => ("row", a),
            Self::Column(b) => ("column", b),
            Self::Diagonal(d) => ("diagonal", d),
        }
    }

    /// Refuses lines outside a table to `max`.
    pub fn within(self, max: u64) -> Result<(), InputError> {
        let (what, number) = self.what();
        if number <= max {
            return Ok(());
        }
        let message = format!("{what} {number} lies outside the table, whose coordinates end at {max}");
        Err(InputError::whole(message).hint(format!("choose a maximum of {number} or more")))
    }

    /// A cell of the line.
    fn cell(self, at: u64) -> (u64, u64) {
        match self {
            Self::Row(row) => (row, at),
            Self::Column(column) => (at, column),
            Self::Diagonal(d) => (at, at.saturating_add(d)),
        }
    }
}

/// The values on a line.
#[derive(Clone, Debug, Serialize)]
pub struct Lined {
    /// The game.
    pub game: String,
    /// The slice, as typed.
    pub table: String,
    /// The largest coordinate.
    pub max: u64,
    /// The engine.
    pub by: &'static str,
    /// The line.
    #[serde(flatten)]
    pub line: Line,
    /// The values; `None` where there is no position.
    pub values: Vec<Option<u64>>,
}

/// A question about a table: the values of a slice for `0 <= a, b <= max`.
#[derive(Clone, Copy, Debug)]
pub struct Question<'t> {
    /// The slice.
    pub slice: &'t Template,
    /// The last coordinate.
    pub max: u64,
    /// By which engine.
    pub engine: Engine,
}

/// A table, and how it was made.
#[derive(Debug)]
pub struct Made {
    /// The values.
    pub table: Table,
    /// By which engine.
    pub by: &'static str,
    /// Whether it is known to be symmetric.
    pub symmetric: bool,
}

impl<'t> Question<'t> {
    /// The plan of the table, if it fits into the memory that may be used; `kept` says whether all cells are kept.
    ///
    /// # Errors
    /// When the slice is no table, or needs too much memory.
    pub fn plan(&self, kept: bool, ask: Ask<'_>) -> Result<Plan<'t>, Error> {
        let bytes = |plan: &Plan<'_>, _| if kept { plan.bytes_kept(ask.how) } else { plan.bytes(ask.how) };
        self.plan_within(kept, &bytes, ask)
    }

    /// The plan of the table, if the memory that it needs, by its plan and its largest coordinate, may be used.
    fn plan_within(
        &self,
        kept: bool,
        bytes: &dyn Fn(&Plan<'_>, u64) -> u64,
        ask: Ask<'_>,
    ) -> Result<Plan<'t>, Error> {
        let bytes = |max| Plan::new(self.slice, max, self.engine).map_or(u64::MAX, |plan| bytes(&plan, max));
        let plan = Plan::new(self.slice, self.max, self.engine)?;
        plan.refuse_empty()?;
        self.refuse_beyond_device(&plan, ask.how)?;
        let Some(fits) = largest_within(ask.limits.memory, self.max, bytes) else { return Ok(plan) };
        let (needed, may) = (size(bytes(self.max)), size(ask.limits.memory));
        let less = if kept { ", and a single row, column, diagonal or value needs less" } else { "" };
        let message = format!(
            "a table to {} needs about {needed}; the limit is {may}; a table to {fits} would fit{less}",
            self.max
        );
        Err(beyond(message, bytes(self.max), ask.limits.memory))
    }

    /// Refuses a table that a GPU cannot compute or has no room for, if it is to be computed there.
    ///
    /// # Errors
    /// As it says.
    pub fn refuse_beyond_device(&self, plan: &Plan<'_>, how: How) -> Result<(), Error> {
        let Device::Cuda(ordinal) = how.device else { return Ok(()) };
        let usable = devices()?.get(ordinal).map_or(0, Found::usable);
        let least =
            |plan: &Plan<'_>| plan.bytes_on_device(usable).map(|needed| needed.unwrap_or_else(|least| least));
        let Some(needed) = least(plan) else {
            let error = InputError::whole(
                "a GPU computes tables of two numbers with moves along rays, and of two to eight numbers of which moves take steps; this is neither",
            );
            return Err(error.hint("leave out --device").into());
        };
        let bytes = |max| {
            let plan = Plan::new(self.slice, max, self.engine).ok();
            plan.and_then(|plan| least(&plan)).unwrap_or(u64::MAX)
        };
        let Some(fits) = largest_within(usable, self.max, bytes) else { return Ok(()) };
        let message = format!(
            "a table to {} needs at least {} of the GPU; {} can be used; a table to {fits} would fit",
            self.max,
            size(needed),
            size(usable)
        );
        // More memory of the processor would not help.
        let why = Unanswered { message, stopped_by: None, between: None, period_of_row: None };
        Err(Box::new(why).into())
    }

    /// The memory of the GPU that computes the table, in bytes, and what can be used of it; nothing if none does.
    ///
    /// # Errors
    /// When the slice is no table, or there is no such GPU.
    pub fn on_device(&self, how: How) -> Result<Option<(u64, u64)>, Error> {
        let Device::Cuda(ordinal) = how.device else { return Ok(None) };
        let usable = devices()?.get(ordinal).map_or(0, Found::usable);
        let plan = Plan::new(self.slice, self.max, self.engine)?;
        Ok(plan.bytes_on_device(usable).and_then(Result::ok).map(|needed| (needed, usable)))
    }

    /// The plan for the cells of one value. In misère play there are no values but outcomes, and value 0 stands for P-positions.
    ///
    /// # Errors
    /// As for [`Question::plan`], and in misère play when the value is not 0.
    pub fn plan_of_value(&self, value: u64, ask: Ask<'_>) -> Result<Plan<'t>, Error> {
        if value > 0 || !self.slice.game().is_misere() {
            return self.plan(false, ask);
        }
        let plan = Plan::of_outcomes(self.slice, self.max, self.engine)?;
        plan.refuse_empty()?;
        let (needed, may) = (plan.bytes(ask.how), ask.limits.memory);
        if needed <= may {
            return Ok(plan);
        }
        let message = format!("this needs about {}; the limit is {}", size(needed), size(may));
        Err(beyond(message, needed, may))
    }

    /// The whole table, its values kept in `element` or in the narrowest integer that holds them all, but not less than `least`.
    ///
    /// # Errors
    /// When it needs too much memory or work, a value does not fit, or the work is cancelled.
    pub fn whole(&self, element: Option<Element>, least: Element, ask: Ask<'_>) -> Result<Made, Error> {
        self.whole_kept(element, least, None, ask)
    }

    /// The same with rows that outlive the run.
    ///
    /// # Errors
    /// As for [`Question::whole`].
    pub fn whole_kept(
        &self,
        element: Option<Element>,
        least: Element,
        kept: Option<&Arc<KeptRows>>,
        ask: Ask<'_>,
    ) -> Result<Made, Error> {
        let plan = kept_by(self.plan(true, ask)?, kept);
        let element = element.unwrap_or_else(|| plan.element().max(least));
        let table = plan.table(element, ask.how, ask.limits.budget, &mut |progress| ask.cells(progress))?;
        if !(0..table.side()).any(|a| table.row(a).any(|cell| cell.is_some())) {
            return Err(empty("this table").into());
        }
        Ok(Made { table, by: plan.by(), symmetric: plan.is_symmetric() })
    }

    /// The plan of a table of which a part is pooled, if it fits into the memory that may be used.
    ///
    /// # Errors
    /// When the slice is no table, or needs too much memory.
    pub fn plan_pooled(&self, window: Window, ask: Ask<'_>) -> Result<Plan<'t>, Error> {
        let bytes = |plan: &Plan<'_>, _| plan.bytes(ask.how).saturating_add(window.bytes());
        self.plan_within(false, &bytes, ask)
    }

    /// Pools a part of the table while it is computed, see [`Plan::pool`]. Returns the plan.
    ///
    /// # Errors
    /// As for [`Question::whole`].
    pub fn pool(&self, window: Window, into: &Mutex<Pooled>, ask: Ask<'_>) -> Result<Plan<'t>, Error> {
        let plan = self.plan_pooled(window, ask)?;
        plan.pool(into, ask.how, ask.limits.budget, &mut |progress| ask.cells(progress))?;
        Ok(plan)
    }

    /// Whether the table can be given by rows, see [`Question::rows`].
    ///
    /// # Errors
    /// When the slice is no table.
    pub fn has_rows(&self) -> Result<bool, Error> {
        Ok(Plan::new(self.slice, self.max, self.engine)?.has_rows())
    }

    /// The cells that the ray engine computes, and the rows that it has; nothing for tables of other kinds.
    ///
    /// # Errors
    /// When the slice is no table.
    pub fn field(&self) -> Result<Option<(u64, usize)>, Error> {
        Ok(Plan::new(self.slice, self.max, self.engine)?.field())
    }

    /// Gives the table by rows to what `start` makes, from several threads at once, and stores none of them: [`Plan::rows_at_once`]. Values fit
    /// into the element that `start` is given, which is chosen as for [`Question::whole`]; `buffers` says how much memory that takes, from the side of
    /// the table, the element and the number of threads; `kept` has rows that outlive the run.
    ///
    /// # Errors
    /// Those of `start` and of what it makes, and as for [`Question::whole`].
    pub fn rows<T: Fn(&Chunk<'_>) -> Result<(), Error> + Sync>(
        &self,
        element: Option<Element>,
        least: Element,
        buffers: impl Fn(u64, Element, usize) -> u64,
        kept: Option<&Arc<KeptRows>>,
        ask: Ask<'_>,
        start: impl FnOnce(Element, bool) -> Result<T, Error>,
    ) -> Result<(), Error> {
        let chosen = |plan: &Plan<'_>| element.unwrap_or_else(|| plan.element().max(least));
        let bytes = |plan: &Plan<'_>, max: u64| {
            let side = max.saturating_add(1);
            plan.bytes(ask.how).saturating_add(buffers(side, chosen(plan), ask.how.threads))
        };
        let plan = kept_by(self.plan_within(false, &bytes, ask)?, kept);
        let take = start(chosen(&plan), plan.is_symmetric())?;
        plan.rows_at_once(ask.how, &mut |progress| ask.cells(progress), &take)
    }

    /// The values on a line.
    ///
    /// # Errors
    /// When the line is not in the table, or as for [`Question::whole`].
    pub fn line(&self, which: Line, ask: Ask<'_>) -> Result<Lined, Error> {
        which.within(self.max)?;
        let plan = self.plan(false, ask)?;
        let values = line(&plan, self.max, which, ask)?;
        if values.iter().all(Option::is_none) {
            let (what, number) = which.what();
            return Err(empty(&format!("{what} {number}")).into());
        }
        let table = self.slice.text().to_owned();
        Ok(Lined { game: self.slice.game().name(), table, max: self.max, by: plan.by(), line: which, values })
    }
}

fn empty(what: &str) -> InputError {
    InputError::whole(format!("no cell of {what} is a position"))
        .hint("try a larger maximum, or other fixed numbers")
}

/// The values on a line of a table to `max`, in which it must lie.
pub(crate) fn line(plan: &Plan<'_>, max: u64, line: Line, ask: Ask<'_>) -> Result<Vec<Option<u64>>, Error> {
    let length = if let Line::Diagonal(d) = line { max.saturating_sub(d) } else { max };
    let cells: Vec<(u64, u64)> = (0..=length).map(|at| line.cell(at)).collect();
    plan.values_at(&cells, ask.how, ask.limits.budget, &mut |progress| ask.cells(progress))
}
