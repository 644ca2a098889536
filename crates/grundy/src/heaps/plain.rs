//! Values of heaps from the options: for codes that go on for ever, hexadecimal codes, and rules that list their options.

use super::code::{Code, ONE, THREE, TWO, WHOLE};
use super::{HeapRules, Heaps};
use crate::error::Error;
use crate::nimber::Element;
use crate::widths::{index, place, wide};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// A set of values.
#[derive(Clone, Debug, Default)]
struct Marks(Vec<bool>);

impl Marks {
    fn mark(&mut self, value: u32) {
        let at = index(value);
        if at >= self.0.len() {
            self.0.resize(at + 1, false);
        }
        self.0[at] = true;
    }

    /// The least value that is in neither set.
    fn mex(&self, other: &Self) -> u32 {
        let has = |marks: &Self, value: u32| marks.0.get(index(value)) == Some(&true);
        (0..u32::MAX).find(|&value| !has(self, value) && !has(other, value)).unwrap_or(u32::MAX)
    }
}

/// Values of heaps, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Plain {
    values: Vec<u32>,
    /// The values of the options that take more counters than the digits of the code tell.
    tail: Marks,
    /// For each number of counters: the values of two heaps with so many together.
    pairs: Vec<Vec<u32>>,
}

impl Plain {
    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The value of the next heap.
    ///
    /// # Errors
    /// When the rules exceed a limit, or a value does not fit.
    pub(super) fn next(
        &mut self,
        rules: &dyn HeapRules,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let heap = wide(self.values.len());
        let value = match rules.code() {
            Some(code) => self.by_code(code, heap, watch)?,
            None => self.by_options(rules, heap, watch)?,
        };
        self.values.push(value);
        Ok(())
    }

    fn by_options(
        &self,
        rules: &dyn HeapRules,
        heap: u64,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<u32, Error> {
        /// Options between two looks at the clock.
        const BETWEEN_LOOKS: u64 = 1 << 16;
        let mut marks = Marks::default();
        let (mut wrong, mut seen, mut stopped) = (None, 0_u64, false);
        rules.visit(heap, &mut |heaps| {
            let mut value = 0;
            for &part in heaps {
                match self.values.get(place(part)) {
                    Some(of_part) => value ^= of_part,
                    None => wrong = Some(Heaps::from_slice(heaps)),
                }
            }
            marks.mark(value);
            seen += 1;
            stopped = seen.is_multiple_of(BETWEEN_LOOKS) && watch().is_break();
            wrong.is_none() && !stopped
        })?;
        if let Some(heaps) = wrong {
            return Err(Error::Fault(format!("a heap of {heap} is replaced by {heaps:?}")));
        }
        if stopped { Err(Error::Cancelled) } else { Ok(marks.mex(&Marks::default())) }
    }

    /// By the code, in the heaps of the code: each number that can be taken once, and what can be taken beyond the digits is kept.
    fn by_code(
        &mut self,
        code: &Code,
        heap: u64,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<u32, Error> {
        let mut marks = Marks::default();
        let told = wide(code.digits().len());
        for k in 0..told.min(heap + 1) {
            self.left(code.digit(k), heap - k, code.has_unequal_heaps(), &mut marks, watch)?;
        }
        if code.tail() != 0 && heap >= told {
            let mut tail = std::mem::take(&mut self.tail);
            let added = self.left(code.tail(), heap - told, code.has_unequal_heaps(), &mut tail, watch);
            self.tail = tail;
            added?;
        }
        let value = marks.mex(&self.tail);
        if value > u32::MAX / 2 {
            return Err(Error::Width { value: u64::from(value), element: Element::U32 });
        }
        if code.most_heaps() > 2 {
            // The pairs with this heap in them follow those of smaller heaps: a + b = heap has a, b < heap.
            self.pairs.push(self.sums(heap, code.has_unequal_heaps()));
        }
        Ok(value)
    }

    /// Marks the values of what is left: `left` counters in as many heaps as the digit says.
    fn left(
        &self,
        digit: u8,
        left: u64,
        unequal: bool,
        marks: &mut Marks,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Error> {
        if digit & WHOLE != 0 && left == 0 {
            marks.mark(0);
        }
        if digit & ONE != 0 && left > 0 {
            marks.mark(self.values[place(left)]);
        }
        if digit & TWO != 0 {
            self.sums(left, unequal).into_iter().for_each(|value| marks.mark(value));
        }
        if digit & THREE != 0 && unequal {
            for a in 1..=left / 3 {
                for b in a + 1..(left - a).div_ceil(2) {
                    marks.mark(self.sum(a, b) ^ self.values[place(left - a - b)]);
                }
                if watch().is_break() {
                    return Err(Error::Cancelled);
                }
            }
        } else if digit & THREE != 0 {
            for a in 1..left.saturating_sub(1) {
                let of_a = self.values[place(a)];
                self.pairs[place(left - a)].iter().for_each(|pair| marks.mark(pair ^ of_a));
                if a.is_multiple_of(64) && watch().is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        Ok(())
    }

    fn sum(&self, a: u64, b: u64) -> u32 {
        self.values[place(a)] ^ self.values[place(b)]
    }

    /// The values of two heaps with so many counters together, each once.
    fn sums(&self, together: u64, unequal: bool) -> Vec<u32> {
        let pairs = (1..=together / 2).filter(|&a| !(unequal && a == together - a));
        let all: FxHashSet<u32> = pairs.map(|a| self.sum(a, together - a)).collect();
        all.into_iter().collect()
    }
}
