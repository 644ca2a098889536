//! Tables of take-and-break games: the nim-sum of the values of heaps.

use super::Progress;
use super::plan::{Visit, Watch};
use crate::catalog::{Slot, Template};
use crate::error::Error;
use crate::heaps::{HeapRules, Values};
use crate::solve::rays::threads;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A slice of a take-and-break game.
pub(super) struct HeapSlice {
    rules: Arc<dyn HeapRules>,
    slots: Vec<Slot>,
    /// The largest heap.
    largest: u64,
}

impl HeapSlice {
    /// `None` if the positions are not sums of heaps.
    pub fn new(template: &Template, max: u64) -> Option<Self> {
        let rules = template.game().heaps()?;
        let (_, slots) = template.slots().filter(|_| !template.has_strips())?;
        let largest = slots.iter().map(|slot| slot.number().unwrap_or(max)).max()?;
        Some(Self { rules, slots, largest })
    }

    /// The memory for the values of heaps, in bytes.
    pub fn bytes(&self) -> u64 {
        Values::new(Arc::clone(&self.rules)).bytes(self.largest, false)
    }

    /// Values the heaps, then gives the cells to `visit`, row by row.
    pub fn for_each(&self, max: u64, watch: &mut Watch<'_>, visit: &mut Visit<'_>) -> Result<(), Error> {
        let total = max.saturating_add(1).saturating_pow(2);
        let mut values = Values::new(Arc::clone(&self.rules)).threads(threads());
        values.extend(self.largest, &mut |_| watch(Progress { done: 0, total }))?;
        let value = |heap: u64| {
            values.get(heap).ok_or_else(|| Error::Fault("a heap of a table has no value".to_owned()))
        };
        let fixed = self.slots.iter().filter_map(|slot| slot.number());
        let fixed = fixed.map(value).try_fold(0, |sum, value| Ok::<u64, Error>(sum ^ value?))?;
        let odd = |which: Slot| self.slots.iter().filter(|slot| **slot == which).count() % 2 == 1;
        let (odd_a, odd_b) = (odd(Slot::A), odd(Slot::B));
        for a in 0..=max {
            let of_row = fixed ^ if odd_a { value(a)? } else { 0 };
            for b in 0..=max {
                visit(a, b, of_row ^ if odd_b { value(b)? } else { 0 })?;
            }
            if watch(Progress { done: (a + 1).saturating_mul(max.saturating_add(1)), total })
                == ControlFlow::Break(())
            {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }
}
