//! Pooled tables: one value for each square of cells, computed without storing the cells.

use super::parts::at_once;
use super::plan::{Method, Plan, Watch};
use super::{Cells, Table};
use crate::error::Error;
use crate::ruleset::Budget;
use crate::solve::rays::How;
use crate::widths::{place, wide};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The value that stands for a square of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pool {
    /// That of the first cell, the one with the smallest numbers.
    #[default]
    First,
    /// The least value.
    Least,
    /// The largest value.
    Largest,
    /// This value, if a cell has it; otherwise the largest one.
    Value(u32),
}

/// A square part of a table as squares of `2^zoom` by `2^zoom` cells each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first row of squares.
    pub row: usize,
    /// The first column of squares.
    pub column: usize,
    /// The number of rows and of columns of squares.
    pub side: usize,
    /// The binary logarithm of the number of cells along a square; at most 32.
    pub zoom: u32,
}

impl Window {
    /// All cells of a table to `max`.
    pub fn whole(max: u64, zoom: u32) -> Self {
        Self { row: 0, column: 0, side: place((max >> zoom.min(63)).saturating_add(1)), zoom }
    }

    /// The cells along one side, from the first square on.
    fn cells(&self, first: usize) -> Range<u64> {
        let (first, step) = (wide(first), 1 << self.zoom.min(32));
        let end = first.saturating_add(wide(self.side));
        first.saturating_mul(step)..end.saturating_mul(step)
    }

    /// The rows of cells.
    pub fn rows(&self) -> Range<u64> {
        self.cells(self.row)
    }

    /// The columns of cells.
    pub fn columns(&self) -> Range<u64> {
        self.cells(self.column)
    }

    /// The memory that it needs, in bytes.
    pub fn bytes(&self) -> u64 {
        wide(self.side).saturating_mul(wide(self.side)).saturating_mul(4)
    }
}

/// Marks a square without a position.
const NONE: u32 = u32::MAX;

/// A pooled part of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pooled {
    window: Window,
    pool: Pool,
    keys: Vec<u32>,
}

impl Pooled {
    /// A part of a table without any cells so far.
    pub fn new(window: Window, pool: Pool) -> Self {
        Self { window, pool, keys: vec![NONE; window.side * window.side] }
    }

    /// The part of the table that it shows.
    pub fn window(&self) -> Window {
        self.window
    }

    /// What stands for a square.
    pub fn pool(&self) -> Pool {
        self.pool
    }

    /// The largest of the values that stand for squares; `None` if there is no position.
    pub fn largest(&self) -> Option<u32> {
        self.keys.iter().copied().filter(|&key| key != NONE).max()
    }

    /// The value of a square, counted from the origin of the table; `None` where there is no position, and outside the window.
    pub fn get(&self, row: usize, column: usize) -> Option<u32> {
        let Window { row: first, column: left, side, .. } = self.window;
        let at = [row.checked_sub(first)?, column.checked_sub(left)?];
        let [row, column] = at.map(|at| Some(at).filter(|&at| at < side));
        Some(self.keys[row? * side + column?]).filter(|&key| key != NONE)
    }

    /// Pools a part of a table that is there already, its cells with numbers up to `max`.
    pub fn of(table: &Table, max: u64, window: Window, pool: Pool) -> Self {
        let mut pooled = Self::new(window, pool);
        let side = table.side().min(place(max.saturating_add(1)));
        let within = |cells: Range<u64>| place(cells.start).min(side)..place(cells.end).min(side);
        let (rows, columns) = (within(window.rows()), within(window.columns()));
        for a in rows {
            let here = a * table.side() + columns.start..a * table.side() + columns.end;
            let b = columns.start;
            match table.cells() {
                Cells::U8(cells) => pooled.line(a, b, cells[here].iter().map(|&v| known(v, u8::MAX))),
                Cells::U16(cells) => pooled.line(a, b, cells[here].iter().map(|&v| known(v, u16::MAX))),
                Cells::U32(cells) => pooled.line(a, b, cells[here].iter().copied()),
            }
        }
        pooled
    }

    /// Pools this once more, into larger squares. The same value stands for a square as if its cells had been pooled at once.
    #[must_use]
    pub fn pooled(&self, window: Window) -> Self {
        let mut pooled = Self::new(window, self.pool);
        let Some(shift) = window.zoom.checked_sub(self.window.zoom) else { return pooled };
        let step = 1_usize.checked_shl(shift).unwrap_or(usize::MAX);
        let Window { row, column, side, .. } = self.window;
        // The squares of this that are in the new window.
        let within = |own: usize, first: usize| {
            let end = first.saturating_add(window.side).saturating_mul(step);
            own.max(first.saturating_mul(step))..end.min(own + side)
        };
        for i in within(row, window.row) {
            for j in within(column, window.column) {
                let key = self.keys[(i - row) * side + j - column];
                let first = i.is_multiple_of(step) && j.is_multiple_of(step);
                if key != NONE && (self.pool != Pool::First || first) {
                    pooled.merge(i / step, j / step, key);
                }
            }
        }
        pooled
    }

    /// Adds a value to a square, if it is in the window.
    fn merge(&mut self, row: usize, column: usize, key: u32) {
        let Window { row: first, column: left, side, .. } = self.window;
        if let (Some(row), Some(column)) = (row.checked_sub(first), column.checked_sub(left))
            && row < side
            && column < side
        {
            let old = &mut self.keys[row * side + column];
            *old = self.pool.of(*old, key);
        }
    }

    /// Adds the value of a cell.
    fn put(&mut self, a: usize, b: usize, value: u32) {
        let (step, zoom) = (1_usize << self.window.zoom, self.window.zoom);
        if self.pool != Pool::First || a.is_multiple_of(step) && b.is_multiple_of(step) {
            self.merge(a >> zoom, b >> zoom, value);
        }
    }

    /// Adds the values of row a from column b on; [`NONE`] where there is no position.
    fn line(&mut self, a: usize, b: usize, values: impl Iterator<Item = u32>) {
        let Window { row, column, side, zoom } = self.window;
        let step = 1_usize << zoom;
        let Some(row) = (a >> zoom).checked_sub(row).filter(|&row| row < side) else { return };
        let (left, right) = (column << zoom, (column + side) << zoom);
        let keys = &mut self.keys[row * side..(row + 1) * side];
        let inside = values.enumerate().skip(left.saturating_sub(b)).take(right.saturating_sub(b.max(left)));
        let inside = inside.map(|(i, value)| (b + i, value)).filter(|(_, value)| *value != NONE);
        match self.pool {
            Pool::First if !a.is_multiple_of(step) => {}
            Pool::First => inside
                .filter(|(b, _)| b.is_multiple_of(step))
                .for_each(|(b, value)| keys[(b >> zoom) - column] = value),
            pool => inside.for_each(|(b, value)| fold(keys, (b >> zoom) - column, pool, value)),
        }
    }

    /// Adds the values of column b from row a on.
    fn column(&mut self, a: usize, b: usize, values: impl Iterator<Item = u32>) {
        let Window { row, column, side, zoom } = self.window;
        let Some(column) = (b >> zoom).checked_sub(column).filter(|&column| column < side) else { return };
        let (first, end) = (row << zoom, (row + side) << zoom);
        let step = 1_usize << zoom;
        if self.pool == Pool::First && !b.is_multiple_of(step) {
            return;
        }
        let inside = values.enumerate().skip(first.saturating_sub(a)).take(end.saturating_sub(a.max(first)));
        for (i, value) in inside {
            let a = a + i;
            if self.pool != Pool::First || a.is_multiple_of(step) {
                fold(&mut self.keys, ((a >> zoom) - row) * side + column, self.pool, value);
            }
        }
    }
}

fn known<T: Copy + Eq + Into<u32>>(value: T, none: T) -> u32 {
    if value == none { NONE } else { value.into() }
}

#[inline]
fn fold(keys: &mut [u32], at: usize, pool: Pool, value: u32) {
    keys[at] = pool.of(keys[at], value);
}

impl Pool {
    /// What stands for two parts of a square.
    #[inline]
    fn of(self, one: u32, other: u32) -> u32 {
        match self {
            _ if one == NONE => other,
            _ if other == NONE => one,
            Self::First => one,
            Self::Least => one.min(other),
            Self::Value(value) if one == value || other == value => value,
            Self::Largest | Self::Value(_) => one.max(other),
        }
    }
}

impl Plan<'_> {
    /// Pools the table while it is computed, without storing its cells. Others may look at `into` meanwhile: it has what is known so far. The table
    /// is computed only as far as the window needs it.
    ///
    /// ```
    /// use grundy::table::{Pool, Pooled, Window};
    /// use grundy::{Budget, Engine, Plan, Template};
    /// use std::{ops::ControlFlow, sync::Mutex};
    ///
    /// let template = Template::parse("nim a,b")?;
    /// let plan = Plan::new(&template, 1023, Engine::Best)?;
    /// let into = Mutex::new(Pooled::new(Window::whole(1023, 8), Pool::Largest));
    /// plan.pool(&into, Default::default(), Budget::default(), &mut |_| ControlFlow::Continue(()))?;
    /// let pooled = into.into_inner().unwrap();
    /// assert_eq!((pooled.get(0, 0), pooled.get(1, 2)), (Some(255), Some(1023)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Plan::values_at`], and when a value does not fit into 32 bits.
    pub fn pool(
        &self,
        into: &Mutex<Pooled>,
        how: How,
        budget: Budget,
        watch: &mut Watch<'_>,
    ) -> Result<(), Error> {
        let lock = || into.lock().unwrap_or_else(PoisonError::into_inner);
        let window = lock().window;
        let last = |cells: Range<u64>| cells.end.saturating_sub(1).min(self.max);
        let Method::Field(field) = &self.method else {
            return self.for_each(how, budget, watch, &mut |a, b, value| {
                lock().put(place(a), place(b), fits(value)?);
                Ok(())
            });
        };
        let smaller = self.field_to((last(window.rows()), last(window.columns())));
        let field = smaller.as_ref().unwrap_or(field);
        at_once(field, how, watch, &|chunk| {
            let mut pooled = lock();
            let Some(rows) = chunk.rows() else {
                chunk.for_each(|a, b, value| field.images(a, b).for_each(|(a, b)| pooled.put(a, b, value)));
                return Ok(());
            };
            for row in rows {
                pooled.line(row.a, row.b, row.values());
                if field.is_symmetric() {
                    pooled.column(row.b, row.a, row.values());
                }
            }
            Ok(())
        })
    }
}

/// A value in 32 bits.
fn fits(value: u64) -> Result<u32, Error> {
    let element = crate::nimber::Element::U32;
    u32::try_from(value).ok().filter(|&value| value != NONE).ok_or(Error::Width { value, element })
}
