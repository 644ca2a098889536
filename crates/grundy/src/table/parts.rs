//! Parts of tables: each worker of the ray engine picks what is wanted from the rows that it has computed.

use super::Progress;
use super::plan::{Method, Plan, Watch};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::ruleset::Budget;
use crate::solve::rays::{Chunk, Field, How, Squares};
use crate::widths::{place, wide};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

impl Plan<'_> {
    /// The values of some cells; `None` where there is no position. The table is computed only as far as they need it.
    ///
    /// ```
    /// use grundy::{Budget, Engine, Plan, Template};
    /// use std::ops::ControlFlow;
    ///
    /// let template = Template::parse("star-nim a,b")?;
    /// let plan = Plan::new(&template, 20_000, Engine::Best)?;
    /// let watch = &mut |_| ControlFlow::Continue(());
    /// let values = plan.values_at(&[(3, 7), (0, 0), (7, 3)], Default::default(), Budget::default(), watch)?;
    /// assert_eq!(values, [Some(5), None, Some(5)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `watch` cancels the work, or the definition needs more than `budget`.
    pub fn values_at(
        &self,
        wanted: &[(u64, u64)],
        how: How,
        budget: Budget,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Option<u64>>, Error> {
        let mut values = vec![None; wanted.len()];
        if wanted.is_empty() {
            return Ok(values);
        }
        let Method::Field(field) = &self.method else {
            let mut places: FxHashMap<(u64, u64), Vec<usize>> = FxHashMap::default();
            for (at, &cell) in wanted.iter().enumerate() {
                places.entry(cell).or_default().push(at);
            }
            self.for_each(how, budget, watch, &mut |a, b, value| {
                for &at in places.get(&(a, b)).into_iter().flatten() {
                    values[at] = Some(value);
                }
                Ok(())
            })?;
            return Ok(values);
        };
        let most =
            wanted.iter().fold((0, 0), |most: (u64, u64), cell| (most.0.max(cell.0), most.1.max(cell.1)));
        let smaller = self.field_to(most);
        let field = smaller.as_ref().unwrap_or(field);
        let on_device: Vec<(usize, usize)> =
            wanted.iter().map(|&(a, b)| field.place(place(a), place(b))).collect();
        if let Some(picked) = field.pick(&on_device, how, &mut |done, total| watch(Progress { done, total }))
        {
            return Ok(picked?.into_iter().map(|value| value.map(u64::from)).collect());
        }
        let mut places: Vec<((usize, usize), usize)> =
            wanted.iter().enumerate().map(|(at, &(a, b))| (field.place(place(a), place(b)), at)).collect();
        places.sort_unstable();
        let found = Mutex::new(&mut values);
        at_once(field, how, watch, &|chunk| {
            let rows = chunk.places();
            let from = places.partition_point(|((row, _), _)| *row < rows.start);
            let here = places[from..].iter().take_while(|((row, _), _)| *row < rows.end);
            let here: Vec<_> = here.map(|&(cell, at)| (at, chunk.value(cell))).collect();
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            for (at, value) in here {
                found[at] = value.map(u64::from);
            }
            Ok(())
        })?;
        Ok(values)
    }

    /// The field of the same game that goes as far as a cell.
    pub(super) fn field_to(&self, (a, b): (u64, u64)) -> Option<Field> {
        let (lengths, _) = self.template.slots()?;
        match self.template.game().geometry(&lengths)? {
            Geometry::Rays(rays) => Field::rectangle(&rays, a, b),
            _ => None,
        }
    }

    /// The cells of a value, sorted. In a symmetric table both images of a cell are listed.
    ///
    /// # Errors
    /// As for [`Plan::values_at`].
    pub fn cells_of_value(
        &self,
        value: u64,
        how: How,
        budget: Budget,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<(u64, u64)>, Error> {
        let mut cells = Vec::new();
        match &self.method {
            Method::Field(field) => {
                let wanted = u32::try_from(value).unwrap_or(u32::MAX);
                let found = field.find(wanted, how, &mut |done, total| watch(Progress { done, total }));
                if let Some(found) = found {
                    let found = found?.into_iter().filter(|_| u64::from(wanted) == value);
                    let images = found.flat_map(|(a, b)| field.images(a, b));
                    cells.extend(images.map(|(a, b)| (wide(a), wide(b))));
                    cells.sort_unstable();
                    cells.dedup();
                    return Ok(cells);
                }
                let found = Mutex::new(&mut cells);
                at_once(field, how, watch, &|chunk| {
                    let mut here = Vec::new();
                    chunk.for_each(|a, b, other| {
                        if u64::from(other) == value {
                            here.extend(field.images(a, b).map(|(a, b)| (wide(a), wide(b))));
                        }
                    });
                    found.lock().unwrap_or_else(PoisonError::into_inner).extend(here);
                    Ok(())
                })?;
            }
            _ => self.for_each(how, budget, watch, &mut |a, b, other| {
                if other == value {
                    cells.push((a, b));
                }
                Ok(())
            })?,
        }
        cells.sort_unstable();
        // A cell on an axis of symmetry is its own image.
        cells.dedup();
        Ok(cells)
    }

    /// The squares of the table, row by row, with `u32::MAX` for those without a position, if they are taken from its rows on a GPU: see [`Field::squares`].
    ///
    /// # Errors
    /// When `watch` cancels the work, or the GPU fails.
    pub fn squares(
        &self,
        squares: &Squares,
        how: How,
        watch: &mut Watch<'_>,
    ) -> Option<Result<Vec<u32>, Error>> {
        let Method::Field(field) = &self.method else { return None };
        field.squares(squares, how, &mut |done, total| watch(Progress { done, total }))
    }

    /// Whether [`Plan::rows_at_once`] gives the rows of the table.
    pub fn has_rows(&self) -> bool {
        matches!(&self.method, Method::Field(field) if field.has_rows() && field.cells() > 0)
    }

    /// Gives the rows of the table to `take`, chunk by chunk ([`Chunk::rows`]), from the threads that compute them: several at once, in any
    /// order. In a symmetric table ([`Plan::is_symmetric`]) only cells with `a <= b` are given.
    ///
    /// # Errors
    /// Those of `take`; when `watch` cancels the work, and when the table has no rows ([`Plan::has_rows`]).
    pub fn rows_at_once(
        &self,
        how: How,
        watch: &mut Watch<'_>,
        take: &(dyn Fn(&Chunk<'_>) -> Result<(), Error> + Sync),
    ) -> Result<(), Error> {
        match &self.method {
            Method::Field(field) if field.has_rows() => at_once(field, how, watch, take),
            _ => Err(Error::Fault("this table is not computed by rows".to_owned())),
        }
    }
}

/// Computes a field, and gives its chunks to `take` from several threads. Returns the first error.
pub(super) fn at_once(
    field: &Field,
    how: How,
    watch: &mut Watch<'_>,
    take: &(dyn Fn(&Chunk<'_>) -> Result<(), Error> + Sync),
) -> Result<(), Error> {
    let watch = Mutex::new(watch);
    let failed = Mutex::new(Ok(()));
    let made = field.for_each_at_once(how, &|chunk| {
        if let Err(error) = take(chunk) {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            *failed = failed.clone().and(Err(error));
            return ControlFlow::Break(());
        }
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch(Progress { done: chunk.done, total: chunk.total })
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    made
}
