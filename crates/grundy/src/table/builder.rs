use super::plan::Watch;
use super::{Engine, Plan, Progress, Table};
use crate::catalog::Template;
use crate::error::{Error, Limit};
use crate::nimber::Element;
use crate::notation::InputError;
use crate::ruleset::Budget;
use crate::solve::rays::How;
use std::ops::ControlFlow;

/// A table to be computed. [`Table::of`] makes one; what is not set has a default.
#[must_use = "nothing is computed before `compute` or `for_each`"]
pub struct TableBuilder<'w> {
    slice: Result<Template, InputError>,
    max: u64,
    engine: Engine,
    element: Option<Element>,
    how: How,
    budget: Budget,
    memory: u64,
    watch: Box<Watch<'w>>,
}

impl Table {
    /// The table of a game (its usual slice) or of a template.
    ///
    /// ```
    /// use grundy::{Nimber, Table, Template};
    ///
    /// let wythoff = Table::of(&grundy::game("wythoff")?).to(1000).threads(2).compute()?;
    /// assert_eq!(wythoff.get(6, 10), Some(Nimber::ZERO));
    /// let three = Table::of(Template::parse("star-nim a,b,4")?).to(20).compute()?;
    /// assert_eq!(three.get(0, 0), None, "two tokens on square 0 are not a position");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn of<'w>(slice: impl Into<Template>) -> TableBuilder<'w> {
        TableBuilder {
            slice: Ok(slice.into()),
            max: TableBuilder::DEFAULT_MAX,
            engine: Engine::default(),
            element: None,
            how: How::default(),
            budget: Budget::default(),
            memory: TableBuilder::DEFAULT_MEMORY,
            watch: Box::new(|_| ControlFlow::Continue(())),
        }
    }
}

impl<'w> TableBuilder<'w> {
    /// The default of [`TableBuilder::to`].
    pub const DEFAULT_MAX: u64 = 100;
    /// The default of [`TableBuilder::memory`]: 4 GiB.
    pub const DEFAULT_MEMORY: u64 = 4 << 30;

    /// Another slice of the same game: a position with the letters a (row) and b (column), e.g. `a,b,4`.
    pub fn slice(mut self, at: &str) -> Self {
        self.slice = self.slice.and_then(|template| Template::slice(template.game(), at));
        self
    }

    /// The largest row and column. Default: 100.
    pub fn to(mut self, max: u64) -> Self {
        self.max = max;
        self
    }

    /// The engine. Default: the fastest that knows the slice.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The integer that values are stored in. Default: the narrowest that a theorem guarantees to be wide enough.
    pub fn element(mut self, element: Element) -> Self {
        self.element = Some(element);
        self
    }

    /// The number of threads. Default: one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.how.threads = threads;
        self
    }

    /// Threads and instructions. Default: all cores, and the widest instructions of the machine.
    pub fn how(mut self, how: How) -> Self {
        self.how = how;
        self
    }

    /// The positions that the definition may store. Default: [`Budget::default`].
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Upper limit on memory, in bytes. Default: 4 GiB.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// A progress callback, which cancels the work by returning `Break`.
    pub fn watch(mut self, watch: impl FnMut(Progress) -> ControlFlow<()> + Send + 'w) -> Self {
        self.watch = Box::new(watch);
        self
    }

    /// Computes the table.
    ///
    /// ```
    /// use grundy::{Element, Error, Limit, Table};
    /// let wythoff = grundy::game("wythoff")?;
    /// let refused = Table::of(&wythoff).to(10_000).memory(1 << 20).compute();
    /// assert!(matches!(refused, Err(Error::Limit(Limit::Memory { .. }))));
    /// let narrow = Table::of(&wythoff).to(199).element(Element::U8).compute();
    /// assert!(matches!(narrow, Err(Error::Width { element: Element::U8, .. })));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such slice, the engine does not know it, memory or budget do not suffice, a value does not fit its integer,
    /// or the callback cancels the work.
    pub fn compute(mut self) -> Result<Table, Error> {
        let template = self.slice?;
        let plan = Plan::new(&template, self.max, self.engine)?;
        let element = self.element.unwrap_or_else(|| plan.element());
        within(self.memory, plan.bytes(self.how).saturating_add(plan.bytes_of_cells(element)))?;
        plan.table(element, self.how, self.budget, &mut *self.watch)
    }

    /// Gives every cell that is a position to `visit`, as a, b and value, and stores none of them.
    /// The order depends on the engine alone.
    ///
    /// ```
    /// use grundy::Table;
    /// let mut zeros = 0;
    /// Table::of(&grundy::game("nim")?).to(99).for_each(|_, _, value| {
    ///     zeros += u64::from(value == 0);
    ///     Ok(())
    /// })?;
    /// assert_eq!(zeros, 100);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `visit`; otherwise as for [`TableBuilder::compute`].
    pub fn for_each(
        mut self,
        mut visit: impl FnMut(u64, u64, u64) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        let template = self.slice?;
        let plan = Plan::new(&template, self.max, self.engine)?;
        within(self.memory, plan.bytes(self.how))?;
        plan.for_each(self.how, self.budget, &mut *self.watch, &mut visit)
    }
}

fn within(allowed: u64, needed: u64) -> Result<(), Limit> {
    if needed <= allowed { Ok(()) } else { Err(Limit::Memory { needed, allowed }) }
}
