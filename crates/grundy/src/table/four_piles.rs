//! Slices of Sharing Nim with four piles.

use super::Progress;
use super::plan::{Visit, Watch};
use crate::catalog::{Slot, Template};
use crate::error::Error;
use crate::rules::SharingNim;
use crate::ruleset::Identity;
use crate::solve::rays::{FourPiles, Simd};
use std::ops::ControlFlow;

/// A slice in which each of the four piles is a letter or a number.
pub(super) struct FourSlice {
    pub piles: FourPiles,
    slots: [Slot; 4],
}

impl FourSlice {
    /// `None` if it is another game, or the table is too large.
    pub fn new(template: &Template, max: u64) -> Option<Self> {
        let game = template.game();
        let is_sharing = game.identity() == Some(Identity::of::<SharingNim>()) && game.blocking().is_none();
        let (_, slots) = template.slots().filter(|_| is_sharing && !template.has_strips())?;
        let slots: [Slot; 4] = slots.try_into().ok()?;
        let most = slots.iter().map(|slot| slot.number().unwrap_or(max)).max()?;
        // Differences are at most the largest pile less the smallest, which is 0 if a letter is.
        Some(Self { piles: FourPiles::new(most)?, slots })
    }

    /// Computes all values, then gives the cells of the slice to `visit`, row by row.
    pub fn for_each(
        &self,
        max: u64,
        simd: Simd,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let total = self.piles.cells();
        let filled = self.piles.fill(simd, &mut |done| watch(Progress { done, total }))?;
        for a in 0..=max {
            for b in 0..=max {
                let piles = self.slots.map(|slot| match slot {
                    Slot::A => a,
                    Slot::B => b,
                    Slot::Number(number) => number,
                });
                if let Some(value) = filled.get(piles) {
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
