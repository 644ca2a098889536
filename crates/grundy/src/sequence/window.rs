//! A set of integers that is only used near a place that moves up.

use std::collections::VecDeque;

/// A growing set of integers that contains everything below a moving base. It stores the words from the base on, as many as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    /// The first integer of the first word, a multiple of 64.
    base: u64,
    words: VecDeque<u64>,
}

impl Window {
    /// The set {0, .., end-1}.
    pub(crate) fn below(end: u64) -> Self {
        Self { base: end - end % 64, words: VecDeque::from([(1 << (end % 64)) - 1]) }
    }

    /// The base and the words, for storage.
    pub(crate) fn parts(&self) -> (u64, impl ExactSizeIterator<Item = u64> + '_) {
        (self.base, self.words.iter().copied())
    }

    /// The window with these parts, `None` if they are out of range.
    pub(crate) fn from_parts(base: u64, words: Vec<u64>) -> Option<Self> {
        let bits = u64::try_from(words.len()).ok()?.checked_mul(64)?;
        (base.is_multiple_of(64) && base.checked_add(bits).is_some())
            .then(|| Self { base, words: words.into() })
    }

    fn place(&self, x: u64) -> (usize, u64) {
        // Windows are far smaller than memory; a place beyond usize is beyond the last word too.
        (usize::try_from((x - self.base) / 64).unwrap_or(usize::MAX), 1 << (x % 64))
    }

    pub(crate) fn contains(&self, x: u64) -> bool {
        if x < self.base {
            return true;
        }
        let (word, bit) = self.place(x);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Inserts `x`. Returns whether it is new.
    pub(crate) fn insert(&mut self, x: u64) -> bool {
        if x < self.base {
            return false;
        }
        let (word, bit) = self.place(x);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// The least integer `>= from` outside the set.
    pub(crate) fn next_free(&self, from: u64) -> u64 {
        let from = from.max(self.base);
        let (first, bit) = self.place(from);
        let mut barred = bit - 1;
        for (word, start) in self.words.iter().skip(first).zip((from - from % 64..).step_by(64)) {
            let free = !(word | barred);
            if free != 0 {
                return start + u64::from(free.trailing_zeros());
            }
            barred = 0;
        }
        from.max(self.base + 64 * u64::try_from(self.words.len()).unwrap_or(u64::MAX))
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> u64 {
        self.base + self.words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
    }

    /// Moves the base up past full words.
    pub(crate) fn tighten(&mut self) {
        while self.words.front() == Some(&u64::MAX) {
            self.words.pop_front();
            self.base += 64;
        }
    }

    /// Moves the base up to the word of `x`, which inserts everything before it.
    pub(crate) fn forget_below(&mut self, x: u64) {
        while self.base + 64 <= x {
            self.words.pop_front();
            self.base += 64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_window_is_a_set(values in prop::collection::vec(0u64..400, 0..200), from in 0u64..500, below in 0u64..300) {
            let mut set: BTreeSet<u64> = (0..below).collect();
            let mut window = Window::below(below);
            for value in values {
                prop_assert_eq!(window.insert(value), set.insert(value));
                window.tighten();
                prop_assert_eq!(window.len(), u64::try_from(set.len()).unwrap());
                if window.contains(value + 1) != set.contains(&(value + 1)) {
                    return Err(TestCaseError::fail("contains"));
                }
                if (0..value).all(|x| set.contains(&x)) {
                    // Nothing below is asked of a window again.
                    window.forget_below(value);
                }
            }
            let free = (from..1000).find(|x| !set.contains(x));
            prop_assert_eq!(Some(window.next_free(from)), free);
            let (base, words) = window.parts();
            prop_assert_eq!(Window::from_parts(base, words.collect()), Some(window));
        }
    }
}
