//! Tables by the array engine.

use super::Progress;
use super::boxes::{number, places};
use super::plan::{Visit, Watch};
use crate::catalog::{Slot, Template};
use crate::device::Device;
use crate::error::Error;
use crate::geometry::Conditions;
use crate::ruleset::Row;
use crate::solve::arrays::Arrays;
use crate::solve::rays::{BoxTable, How, Place};
use std::ops::ControlFlow;

/// A slice of a game whose options are arithmetic progressions.
pub(super) struct Slice {
    pub arrays: Arrays,
    slots: Vec<Slot>,
    places: Vec<Place>,
    /// Where moves are steps, all tuples are positions.
    conditions: Conditions,
}

impl Slice {
    /// `None` if the game is not described by progressions, or the table is too large.
    pub fn new(template: &Template, max: u64) -> Option<Self> {
        let rules = template.game().progressions()?;
        let (_, slots) = template.slots().filter(|_| !template.has_strips())?;
        let corner: Row = slots.iter().map(|slot| slot.number().unwrap_or(max)).collect();
        let (places, conditions) = (places(&slots), Conditions::always(slots.len()));
        Some(Self { arrays: Arrays::new(&rules, &corner)?, slots, places, conditions })
    }

    /// The table for a GPU, if moves are steps.
    pub fn on_device(&self, max: u64) -> Option<BoxTable<'_>> {
        let Self { places, conditions, .. } = self;
        Some(BoxTable { axes: self.arrays.axes()?, conditions, places, max })
    }

    /// The memory needed, in bytes.
    pub fn bytes(&self, max: u64, how: How) -> u64 {
        match self.on_device(max) {
            Some(table) if how.device != Device::Cpu => table.bytes(),
            _ => self.arrays.bytes(),
        }
    }

    /// Fills the table, then gives the cells of the slice that are positions to `visit`, row by row.
    pub fn for_each(
        &self,
        max: u64,
        how: How,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        if let (Device::Cuda(ordinal), Some(table)) = (how.device, self.on_device(max)) {
            let total = table.axes.cells();
            return table.for_each(
                ordinal,
                &mut |done| watch(Progress { done, total }),
                &mut |a, b, value| visit(a, b, u64::from(value)),
            );
        }
        let total = self.arrays.cells();
        let filled = self.arrays.fill(&mut |done| watch(Progress { done, total }))?;
        for a in 0..=max {
            for b in 0..=max {
                let cell: Row = self.slots.iter().map(|slot| number(*slot, a, b)).collect();
                if let Some(value) = filled.get(&cell) {
                    visit(a, b, value)?;
                }
            }
            if watch(Progress { done: total, total }) == ControlFlow::Break(()) {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }
}
