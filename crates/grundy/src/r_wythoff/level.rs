//! One value: its window in the run, the bound on all later members, and the separation from other values.

use super::golden::Golden;
use super::rwsg::FirstEntries;
use std::cmp::Ordering;

/// The window of a sequence. docs/r-wythoff.md has the argument and the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// M: the least index such that member n lies on diagonal n for all `n >= M` in the run.
    pub settled: u64,
    /// R: the number of second entries that equal an earlier one.
    pub repeats: u64,
    /// K = max(M, 1), the start of the window.
    pub start: u64,
    /// `b_K + R`, its end.
    pub end: u64,
    /// P: the largest distance of `x_n = a_n - φn + R` from the interval [-1, 0], for n in the window.
    pub bound: Golden,
}

/// The proof of a value: member n lies on diagonal n for all n >= M.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The window.
    pub window: Window,
    /// X: the least index from which on the windows imply separation from all smaller values.
    pub from: u64,
    /// The number of rows that the proof needs: those up to member X-1.
    pub rows: u64,
}

/// The hypothesis that a value does not satisfy yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// H1: the sequence has skipped a diagonal.
    Regular,
    /// H2: the run has not reached the end of the window.
    Window {
        /// Its end, or a lower estimate of it.
        end: u64,
    },
    /// H3: the run has not reached member X.
    Members {
        /// X.
        from: u64,
    },
    /// H4: the windows do not separate it from this smaller value.
    Separation {
        /// The smaller value.
        value: u64,
    },
}

impl Missing {
    /// The name of the hypothesis in docs/r-wythoff.md.
    pub fn hypothesis(self) -> &'static str {
        match self {
            Self::Regular => "H1",
            Self::Window { .. } => "H2",
            Self::Members { .. } => "H3",
            Self::Separation { .. } => "H4",
        }
    }
}

/// `x_n = a_n - φn + R`, for the first entry `a_n`.
pub(super) fn error(entry: u64, repeats: u64, n: u64) -> Golden {
    Golden { whole: i128::from(entry) + i128::from(repeats), phi: -i128::from(n) }
}

/// The distance of a number from the interval [-1, 0]: the h of Gu's Claim 3.
pub(super) fn distance(x: Golden) -> Golden {
    let below = Golden { whole: -1 - x.whole, phi: -x.phi };
    match (x.sign(), below.sign()) {
        (Ordering::Greater, _) => x,
        (_, Ordering::Greater) => below,
        _ => Golden::ZERO,
    }
}

impl Window {
    /// Measures the window of a sequence with `members` known members.
    ///
    /// # Errors
    /// When the window ends beyond them.
    pub(super) fn measure(
        settled: u64,
        repeats: u64,
        members: u64,
        mut entries: FirstEntries<'_>,
    ) -> Result<Self, Missing> {
        let start = settled.max(1);
        // An estimate, by b_K + R = φ²K + x_K.
        let end = start * 13 / 5;
        if end >= members {
            return Err(Missing::Window { end });
        }
        let first = entries.nth(crate::widths::place(start)).ok_or(Missing::Regular)?;
        let end = first + start + repeats;
        if end >= members {
            return Err(Missing::Window { end });
        }
        let mut low = error(first, repeats, start);
        let mut high = low;
        for (n, a) in (start + 1..=end).zip(entries) {
            let x = error(a, repeats, n);
            let above =
                |other: Golden| Golden { whole: x.whole - other.whole, phi: x.phi - other.phi }.sign();
            if above(high) == Ordering::Greater {
                high = x;
            } else if above(low) == Ordering::Less {
                low = x;
            }
        }
        let (low, high) = (distance(low), distance(high));
        let is_low = low.minus(high).is_some_and(|more| more.sign() == Ordering::Greater);
        Ok(Self { settled, repeats, start, end, bound: if is_low { low } else { high } })
    }

    /// A bound on the distance of `x_n` from [-1, 0] for all `n >= index`, where `index` is at least the start of the window. It
    /// shrinks by the factor 1/φ with each generation.
    pub(super) fn bound_from(&self, index: u64) -> Golden {
        let ends = self.generations().take_while(|&end| end < index);
        ends.fold((self.bound, true), |(bound, fits), _| match bound.over_phi() {
            Some(less) if fits => (less, true),
            _ => (bound, false),
        })
        .0
    }

    /// The ends of the generations: `E_0 = b_K + R`, and `E_(i+1) = floor(φ E_i + P) + 1`.
    pub(super) fn generations(&self) -> impl Iterator<Item = u64> + '_ {
        std::iter::successors(Some(self.end), |&end| {
            let next = Golden::new(self.bound.whole, self.bound.phi + i128::from(end))?;
            u64::try_from(next.floor() + 1).ok()
        })
    }

    /// Whether members of this value and of another cannot meet on a diagonal from `index` on.
    pub(super) fn is_separate(&self, other: &Self, index: u64) -> bool {
        let (bound, other_bound) = (self.bound_from(index), other.bound_from(index));
        let apart = i128::from(self.repeats.abs_diff(other.repeats));
        if apart == 1 && bound == Golden::ZERO && other_bound == Golden::ZERO {
            // Two numbers in [-1, 0] that differ by 1 are its ends, and x is irrational.
            return true;
        }
        let room = bound.plus(other_bound).and_then(|sum| Golden { whole: apart - 1, phi: 0 }.minus(sum));
        room.is_some_and(|room| room.sign() == Ordering::Greater)
    }

    /// The least index, at least `index`, from which on it is separate from another window, if there is one.
    fn separate_from(&self, other: &Self, index: u64) -> Option<u64> {
        let mut index = index;
        loop {
            if self.is_separate(other, index) {
                return Some(index);
            }
            let next = |window: &Self| window.generations().find(|&end| end >= index);
            let end = match (next(self), next(other)) {
                (Some(a), Some(b)) => a.min(b),
                (a, b) => a.or(b)?,
            };
            index = end + 1;
        }
    }

    /// X: the least index from which on it is separate from all smaller values.
    pub(super) fn from(&self, smaller: &[Level]) -> Result<u64, Missing> {
        let begin = smaller.iter().map(|level| level.window.start).fold(self.end + 1, u64::max);
        (0..).zip(smaller).try_fold(begin, |index, (value, level)| {
            self.separate_from(&level.window, index).ok_or(Missing::Separation { value })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::rwsg::Rwsg;
    use super::*;

    fn golden(whole: i128, phi: i128) -> Golden {
        Golden { whole, phi }
    }

    fn window(repeats: u64, end: u64, bound: Golden) -> Window {
        Window { settled: 3, repeats, start: 3, end, bound }
    }

    /// A window is measured as soon as the run has gone beyond its end, and not looked for if that is far away.
    #[test]
    fn windows_end_within_the_run() {
        let mut rwsg = Rwsg::new(3).unwrap();
        let _ = rwsg.advance(640, &mut |_| std::ops::ControlFlow::Continue(()));
        for (value, expected) in [(0, 0), (1, 4), (2, 10), (3, 22)] {
            let tally = rwsg.tally(value).unwrap();
            assert_eq!(tally.settled, expected);
            let measure = |members: u64| {
                Window::measure(expected, tally.repeats, members, rwsg.first_entries(value).unwrap())
            };
            let start = expected.max(1);
            let first = rwsg.first_entries(value).unwrap().nth(crate::widths::place(start)).unwrap();
            let end = first + start + tally.repeats;
            // 13/5 is a little less than φ².
            let estimate = start * 26 / 10;
            assert!(estimate <= end);
            for members in 0..=estimate {
                assert_eq!(
                    measure(members),
                    Err(Missing::Window { end: estimate }),
                    "value {value}, {members}"
                );
            }
            for members in estimate + 1..=end {
                assert_eq!(measure(members), Err(Missing::Window { end }), "value {value}, {members}");
            }
            let found = measure(end + 1).unwrap();
            assert_eq!((found.start, found.end, found.repeats), (start, end, tally.repeats));
        }
    }

    /// The bound shrinks after the end of each generation, not before.
    #[test]
    fn bounds_shrink_from_generation_to_generation() {
        let window = window(2, 20, golden(5, 0));
        let ends: Vec<u64> = window.generations().take(6).collect();
        // E_(i+1) = floor(φ E_i + 5) + 1.
        assert_eq!(ends, [20, 38, 67, 114, 190, 313]);
        let mut bound = window.bound;
        for &end in &ends {
            assert_eq!(window.bound_from(end), bound);
            bound = bound.over_phi().unwrap();
            assert_eq!(window.bound_from(end + 1), bound);
        }
    }

    /// H4, and the least index from which on it holds, against one index after the other.
    #[test]
    fn windows_are_separate_from_some_index_on() {
        let zero = Golden::ZERO;
        let separate = |(repeats, bound), (others, other)| {
            window(repeats, 20, bound).is_separate(&window(others, 20, other), 20)
        };
        assert!(
            separate((5, zero), (4, zero))
                && separate((4, zero), (5, zero))
                && separate((6, zero), (4, zero))
        );
        assert!(!separate((5, zero), (5, zero)));
        // |R - R'| > 1 + P + P'.
        let small = golden(-1, 1);
        assert!(
            !separate((5, small), (4, zero))
                && !separate((5, zero), (4, small))
                && !separate((5, small), (4, small))
        );
        assert!(separate((6, small), (4, zero)) && !separate((6, small), (4, small)));
        assert!(!separate((8, golden(3, 0)), (4, zero)) && separate((9, golden(3, 0)), (4, zero)));
        let mut later = 0;
        for (apart, bound, other, end) in
            [(2, 4, 0, 20), (2, 0, 4, 9), (3, 7, 9, 13), (2, 1, 1, 31), (4, 2, 30, 5), (9, 3, 3, 5)]
        {
            let one = window(5 + apart, 20, golden(bound, 0));
            let two = window(5, end, golden(other, 0));
            for index in 3..200 {
                let least = (index..1_000_000).find(|&index| one.is_separate(&two, index));
                assert_eq!(one.separate_from(&two, index), least, "{apart} apart, from {index}");
                later += usize::from(least != Some(index));
            }
        }
        assert!(later > 100);
        assert_eq!(window(5, 20, golden(3, 0)).separate_from(&window(5, 20, zero), 3), None);
    }

    #[test]
    fn hypotheses_have_the_names_of_the_document() {
        let all = [
            Missing::Regular,
            Missing::Window { end: 1 },
            Missing::Members { from: 1 },
            Missing::Separation { value: 1 },
        ];
        assert_eq!(all.map(Missing::hypothesis), ["H1", "H2", "H3", "H4"]);
    }
}
