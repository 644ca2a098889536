//! Which pairs show that a rare value is the value of an option.
//!
//! A pair of two common heaps has a rare value, but a heap with a common value that few heaps have is worth more than one with a frequent value: if G(a) = x, the pair of a with a heap of
//! value y has the value x xor y, and y is often one of a few frequent values. So for each rare value there is a kind of heap that gives it quickly. What is found here decides only how long
//! it takes to value a heap.

use super::{Rare, is_common, transform};
use crate::widths::wide;

/// Heaps of each value that are kept for the search of single values.
pub(super) const KEPT: usize = 32;

/// Frequent values that are tried in the search of a single value.
const FREQUENT: usize = 16;

/// The most helpers.
const MOST_HELPERS: usize = 1024;

/// Pairs that are worth looking at first.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    /// Common heaps that are paired with all other heaps.
    pub(super) helpers: Vec<Rare>,
    /// The common values that most heaps have, the most frequent first.
    pub(super) frequent: Vec<u16>,
    /// For each value some heaps that have it.
    pub(super) with_value: Vec<Vec<usize>>,
}

impl Guide {
    /// By the values so far, with so many helpers, which are heaps from `from` on.
    pub(super) fn new(values: &[u16], counts: &[u64], mask: u16, (from, helpers): (usize, usize)) -> Self {
        let width = counts.len().next_power_of_two();
        let mut with_value = vec![Vec::new(); width];
        for (heap, &value) in values.iter().enumerate().skip(from) {
            let kept: &mut Vec<usize> = &mut with_value[usize::from(value)];
            if kept.len() < KEPT {
                kept.push(heap);
            }
        }
        let mut frequent: Vec<u16> =
            (0..=u16::MAX).take(counts.len()).filter(|&value| is_common(value, mask)).collect();
        frequent.sort_by_key(|&value| std::cmp::Reverse(counts[usize::from(value)]));
        frequent.truncate(FREQUENT);
        let mut guide = Self { helpers: Vec::new(), frequent, with_value };
        guide.choose_helpers(helpers.min(MOST_HELPERS), counts, mask, wide(values.len()));
        guide
    }

    /// Chooses helpers one after the other, each so that the fewest values are expected to be left for a search.
    fn choose_helpers(&mut self, most: usize, counts: &[u64], mask: u16, heaps: u64) {
        let share = |count: u64| number(count) / number(heaps.max(1));
        // For each rare value: how many heaps have a larger value, so that it has to be the value of an option.
        let mut needed = Vec::new();
        let mut larger = 1.0;
        for (value, &count) in (0..=u16::MAX).zip(counts) {
            larger -= share(count);
            if !is_common(value, mask) {
                needed.push((value, larger));
            }
        }
        // The searches that a helper of value x saves: the sum of the needs of w times the share of w xor x, by the transforms of both.
        let width = self.with_value.len();
        let mut shares: Vec<f64> = counts.iter().map(|&count| share(count)).collect();
        shares.resize(width, 0.0);
        let mut transformed = shares.clone();
        transform(&mut transformed);
        let mut taken = vec![0; width];
        let mut saved = vec![0.0; width];
        while self.helpers.len() < most {
            saved.fill(0.0);
            for &(w, open) in &needed {
                saved[usize::from(w)] = open;
            }
            transform(&mut saved);
            saved.iter_mut().zip(&transformed).for_each(|(a, b)| *a *= b);
            transform(&mut saved);
            let left = (0..=u16::MAX).zip(saved.iter().zip(&taken)).filter(|&(x, (_, &taken))| {
                is_common(x, mask) && taken < self.with_value[usize::from(x)].len()
            });
            let Some((x, (&best, _))) = left.max_by(|a, b| a.1.0.total_cmp(b.1.0)) else { break };
            if best <= 0.0 {
                break;
            }
            let at = usize::from(x);
            self.helpers.push((self.with_value[at][taken[at]], x));
            taken[at] += 1;
            for (w, open) in &mut needed {
                *open *= 1.0 - shares[usize::from(*w ^ x)];
            }
        }
    }

    /// Whether two common heaps with `left` counters together are found that have the nim-sum `wanted`.
    pub(super) fn finds(&self, values: &[u16], (left, wanted): (usize, u16), unequal: bool) -> bool {
        for &value in &self.frequent {
            let heaps = self.with_value.get(usize::from(value ^ wanted)).map_or(&[][..], Vec::as_slice);
            let gives =
                |&heap: &usize| heap < left && values[left - heap] == value && !(unequal && 2 * heap == left);
            if heaps.iter().any(gives) {
                return true;
            }
        }
        false
    }
}

/// A number of heaps: what is rounded off changes nothing but the time.
fn number(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
