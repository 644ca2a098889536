//! Many positions of a game in one table.

use super::super::grid::{Grid, cells};
use super::super::many::Rows;
use super::super::plan::Means;
use super::{Dense, Engine};
use crate::error::Error;
use crate::ruleset::Row;

impl Dense {
    /// The values of rows, by one table with at most so many cells. `None` if it is larger, or beyond the limits.
    ///
    /// # Errors
    /// When a limit is met.
    pub(in super::super) fn values_of_rows(
        mut self,
        rows: Rows<'_>,
        most_cells: u64,
        means: Means<'_>,
    ) -> Result<Option<Vec<Option<u64>>>, Error> {
        let mut largest = Row::from_elem(0, self.size.len());
        for row in rows.iter() {
            let Some(cell) = self.kind.cell_of(Row::from_slice(row)) else { return Ok(None) };
            largest.iter_mut().zip(cell).for_each(|(most, x)| *most = x.max(*most));
        }
        self.size = self.kind.whole(largest);
        let Some(engine) = self.kind.engine(&self.size) else { return Ok(None) };
        self.engine = engine;
        let bytes = self.engine.bytes(self.how()).saturating_add(cells(&self.size).saturating_mul(4));
        let is_slanted = matches!(&self.engine, Engine::Field(field) if field.is_slanted());
        if is_slanted
            || cells(&self.size) > most_cells
            || bytes > means.limits.memory
            || self.cost() > means.until.left()
        {
            return Ok(None);
        }
        let mut grid = Grid::new(&self.size);
        self.fill(&self.size, &mut grid, means)?;
        let value = |row: &[u64]| grid.get(&self.kind.cell_of(Row::from_slice(row))?);
        Ok(Some(rows.iter().map(value).collect()))
    }
}
