//! Tables by the array engine.

use super::Progress;
use super::plan::{Visit, Watch};
use crate::catalog::{Slot, Template};
use crate::error::Error;
use crate::ruleset::Row;
use crate::solve::arrays::Arrays;
use std::ops::ControlFlow;

/// A slice of a game whose options are arithmetic progressions.
pub(super) struct Slice {
    pub arrays: Arrays,
    slots: Vec<Slot>,
}

impl Slice {
    /// `None` if the game is not described by progressions, or the table is too large.
    pub fn new(template: &Template, max: u64) -> Option<Self> {
        let rules = template.game().progressions()?;
        let (_, slots) = template.slots().filter(|_| !template.has_strips())?;
        let corner: Row = slots.iter().map(|slot| slot.number().unwrap_or(max)).collect();
        Some(Self { arrays: Arrays::new(&rules, &corner)?, slots })
    }

    /// Fills the table, then gives the cells of the slice that are positions to `visit`, row by row.
    pub fn for_each(&self, max: u64, watch: &mut Watch<'_>, visit: &mut Visit<'_>) -> Result<(), Error> {
        let total = self.arrays.cells();
        let filled = self.arrays.fill(&mut |done| watch(Progress { done, total }))?;
        for a in 0..=max {
            for b in 0..=max {
                let number = |slot: &Slot| match slot {
                    Slot::A => a,
                    Slot::B => b,
                    Slot::Number(number) => *number,
                };
                let cell: Row = self.slots.iter().map(number).collect();
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
