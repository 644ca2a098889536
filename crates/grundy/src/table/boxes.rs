//! Slices of boxes of several numbers, by the ray engine on the processor or on a GPU.

use super::Progress;
use super::plan::{Visit, Watch};
use crate::catalog::{Slot, Template};
use crate::device::Device;
use crate::error::Error;
use crate::geometry::{Conditions, Geometry, IsPosition, Tokens};
use crate::ruleset::Row;
use crate::solve::rays::{Axes, BoxTable, How, Place};
use std::ops::ControlFlow;

/// A slice of a game whose moves lower one number.
pub(super) struct BoxSlice {
    pub axes: Axes,
    is_position: IsPosition,
    /// The same as data, if the game has it.
    conditions: Option<Conditions>,
    /// What each number is.
    slots: Vec<Slot>,
    places: Vec<Place>,
    /// How many numbers each strip has; none for piles.
    strips: Vec<usize>,
}

impl BoxSlice {
    /// `None` if moves do not lower one number, or the box is too large.
    pub fn new(
        template: &Template,
        max: u64,
        (lengths, mut slots): (Vec<usize>, Vec<Slot>),
        geometry: &Geometry,
    ) -> Option<Self> {
        let is_position = geometry.lowering()?;
        let conditions = match geometry {
            // The only hole is the origin.
            Geometry::Rays(rays) => {
                Some(Conditions::of_tokens(&[2], Tokens::Anywhere, !rays.holes().is_empty()))
            }
            _ => template.game().conditions(&lengths),
        };
        let strips = if template.has_strips() { lengths } else { Vec::new() };
        let unordered = matches!(geometry, Geometry::Unordered(_)) && strips.is_empty();
        let most = |slot: &Slot| slot.number().unwrap_or(max);
        if unordered {
            slots.sort_by_key(most);
        }
        let largest: Vec<u64> = slots.iter().map(most).collect();
        let axes = if unordered { Axes::unordered(&largest)? } else { Axes::new(&largest)? };
        let places = places(&slots);
        Some(Self { axes, is_position, conditions, slots, places, strips })
    }

    /// The table for a GPU. `None` if it cannot know which cells are positions.
    pub fn on_device(&self, max: u64) -> Option<BoxTable<'_>> {
        let Self { axes, places, .. } = self;
        Some(BoxTable { axes, conditions: self.conditions.as_ref()?, places, max })
    }

    /// The memory needed, in bytes.
    pub fn bytes(&self, max: u64, how: How) -> u64 {
        match self.on_device(max) {
            Some(table) if how.device != Device::Cpu => table.bytes(),
            _ => self.axes.bytes(),
        }
    }

    /// Computes the box, and gives the cells of the slice that are positions to `visit`.
    pub fn for_each(
        &self,
        max: u64,
        how: How,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let Self { axes, is_position, slots, strips, .. } = self;
        let total = axes.cells();
        if let (Device::Cuda(ordinal), Some(table)) = (how.device, self.on_device(max)) {
            return table.for_each(
                ordinal,
                &mut |done| watch(Progress { done, total }),
                &mut |a, b, value| self.show(a, b, value, visit),
            );
        }
        let mut done = 0_u64;
        let mut failed = Ok(());
        let made = axes.for_each(how.simd, is_position.as_ref(), &mut |cell, value| {
            done += 1;
            if axes.is_sorted() {
                failed = in_any_order(cell, slots, &mut |a, b| visit(a, b, u64::from(value)));
            } else if let Some((a, b)) = slice(cell, slots).filter(|_| increasing(cell, strips)) {
                failed = visit(a, b, u64::from(value));
            }
            if failed.is_err() {
                return ControlFlow::Break(());
            }
            now_and_then(Progress { done, total }, watch)
        });
        failed?;
        made
    }

    /// Gives a cell of the table to `visit` if the tokens of its strips are in order.
    fn show(&self, a: u64, b: u64, value: u32, visit: &mut Visit<'_>) -> Result<(), Error> {
        let cell: Row = self.slots.iter().map(|slot| number(*slot, a, b)).collect();
        if increasing(&cell, &self.strips) { visit(a, b, u64::from(value)) } else { Ok(()) }
    }
}

/// The slots as the ray engine has them.
pub(super) fn places(slots: &[Slot]) -> Vec<Place> {
    let place = |slot: &Slot| match *slot {
        Slot::A => Place::A,
        Slot::B => Place::B,
        Slot::Number(number) => Place::Number(number),
    };
    slots.iter().map(place).collect()
}

/// The number in a slot.
pub(super) fn number(slot: Slot, a: u64, b: u64) -> u64 {
    match slot {
        Slot::A => a,
        Slot::B => b,
        Slot::Number(number) => number,
    }
}

/// Calls `watch` for one cell in 65,536.
#[inline]
fn now_and_then(progress: Progress, watch: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> ControlFlow<()> {
    if progress.done.is_multiple_of(1 << 16) { watch(progress) } else { ControlFlow::Continue(()) }
}

/// Whether the numbers of each strip increase.
fn increasing(cell: &[u64], strips: &[usize]) -> bool {
    let mut rest = cell;
    strips.iter().all(|&length| {
        let (tokens, others) = rest.split_at(length);
        rest = others;
        tokens.is_sorted_by(|lower, higher| lower < higher)
    })
}

/// Visits the cells of the slice whose numbers are those of a cell, in any order: each a and b once.
fn in_any_order(
    cell: &[u64],
    slots: &[Slot],
    visit: &mut dyn FnMut(u64, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let fixed = slots.iter().filter_map(|slot| slot.number());
    let mut left = Row::from_slice(cell);
    for number in fixed {
        let Some(at) = left.iter().position(|&x| x == number) else { return Ok(()) };
        left.remove(at);
    }
    // What is left are the numbers of the letters.
    let letters = |letter: Slot| slots.iter().filter(|&&slot| slot == letter).count();
    let counts = (letters(Slot::A), letters(Slot::B));
    let is = |a: u64, b: u64| {
        let count = |x: u64| left.iter().filter(|&&y| y == x).count();
        if a == b { count(a) == counts.0 + counts.1 } else { (count(a), count(b)) == counts }
    };
    let (Some(&low), Some(&high)) = (left.iter().min(), left.iter().max()) else { return Ok(()) };
    for (a, b) in [(low, high), (high, low)].into_iter().take(if low == high { 1 } else { 2 }) {
        if is(a, b) {
            visit(a, b)?;
        }
    }
    Ok(())
}

/// The a and b of a cell, `None` if it is not in the slice: fixed numbers must match, and equal letters must be equal.
pub(super) fn slice(cell: &[u64], slots: &[Slot]) -> Option<(u64, u64)> {
    let (mut a, mut b) = (None, None);
    for (&x, slot) in cell.iter().zip(slots) {
        let fits = match slot {
            Slot::Number(number) => x == *number,
            Slot::A => *a.get_or_insert(x) == x,
            Slot::B => *b.get_or_insert(x) == x,
        };
        if !fits {
            return None;
        }
    }
    Some((a?, b?))
}

#[cfg(test)]
mod tests;
