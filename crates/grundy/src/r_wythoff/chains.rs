//! The closed form of a proved value in Gu's notation, with exceptions along sequences `F^(m,n)` that satisfy the Fibonacci
//! recurrence.

use super::form::{OVER_PHI, tame};
use super::golden::Golden;
use super::level::{Level, Window, distance, error};
use super::prover::Prover;
use super::rwsg::FirstEntries;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The sequence `F^(m,n)`: m, n, m+n, .. On these diagonals the members of the value are alternately one higher than usual,
/// `p_n - (C-1, C-1)`, and one lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// m and n.
    pub start: (u64, u64),
    /// Whether the first member is higher.
    pub is_high: bool,
}

/// The closed form: for n >= N, member n of the value is `p_n - (C, C)`, except on the chains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chains {
    /// C.
    pub shift: u64,
    /// N: the least index, at least M and 1, from which on this holds. See [`Chains::MOST`].
    pub from: u64,
    /// The number of chains. They are disjoint, and every exception from N on lies on one of them.
    pub count: u64,
    /// The first of them, in the order of their first members.
    pub first: Vec<Chain>,
}

/// Why a closed form is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoChains {
    /// The value is not proved.
    Open,
    /// This many members would have to be examined.
    Far(u64),
}

/// The members from some index on, with their `x_n`.
struct Errors<'r> {
    entries: FirstEntries<'r>,
    n: u64,
    repeats: u64,
}

impl Errors<'_> {
    /// The next exception up to `last`: its index, its first entry, the distance of `x_n`, and whether `x_n` is positive.
    fn next(&mut self, last: u64) -> Option<(u64, u64, Golden, bool)> {
        while self.n <= last {
            let (n, entry) = (self.n, self.entries.next()?);
            self.n += 1;
            let x = error(entry, self.repeats, n);
            let far = distance(x);
            if far != Golden::ZERO {
                return Some((n, entry, far, x.sign() == Ordering::Greater));
            }
        }
        None
    }
}

impl Chains {
    /// The closed form of a proved value, with at most `shown` of its chains. Examines at most `most` members.
    pub fn of(prover: &Prover, value: u64, most: u64, shown: usize) -> Result<Self, NoChains> {
        let level = usize::try_from(value).ok().and_then(|value| prover.levels().get(value));
        let &Level { window, .. } = level.ok_or(NoChains::Open)?;
        let Window { start, repeats, .. } = window;
        let errors = |from: u64| {
            let mut entries = prover.rwsg().first_entries(value)?;
            if let Some(before) = from.checked_sub(1) {
                entries.nth(crate::widths::place(before))?;
            }
            Some(Errors { entries, n: from, repeats })
        };
        let tame = tame(&window).ok_or(NoChains::Open)?;
        if tame > most {
            return Err(NoChains::Far(tame));
        }
        // From `tame` on all distances are below 1/φ. `from` follows the last distance that is not. Below it, `odd` holds the
        // exceptions since the last member that is off by 2 or more.
        let (mut from, mut base, mut odd) = (start, start, Vec::new());
        let mut early = errors(start).ok_or(NoChains::Open)?;
        while let Some((n, _, far, is_high)) = early.next(tame) {
            let is_less = |bound: Golden| far.minus(bound).is_some_and(|more| more.sign() == Ordering::Less);
            if !is_less(OVER_PHI) {
                from = n + 1;
            }
            if is_less(Golden { whole: 1, phi: 0 }) && odd.len() <= Self::MOST {
                odd.push((n, is_high));
            } else {
                odd.clear();
                base = n + 1;
            }
        }
        let mut heads = Heads { count: 0, all: Vec::new() };
        heads.find(errors(from), errors(from), from).ok_or(NoChains::Open)?;
        odd.retain(|&(n, _)| n < from);
        let from = heads.extend(&odd, base.min(from), from);
        heads.all.sort_unstable_by_key(|chain| chain.start);
        heads.all.truncate(shown);
        Ok(Self { shift: repeats, from, count: heads.count, first: heads.all })
    }

    /// With at most this many chains, N is least. With more, N is the least index from which on all distances are below 1/φ.
    pub const MOST: usize = 5_000_000;
}

/// The chains, given by their first members.
struct Heads {
    count: u64,
    /// At most [`Chains::MOST`] of them.
    all: Vec<Chain>,
}

impl Heads {
    /// Finds the exceptions from N on that start a chain. An exception beyond `b_N + R` always follows an earlier exception from
    /// N on. One up to there follows an earlier one, or starts a chain.
    fn find(&mut self, late: Option<Errors<'_>>, parents: Option<Errors<'_>>, from: u64) -> Option<()> {
        let (mut late, mut parents) = (late?, parents?);
        let repeats = late.repeats;
        let end = late.entries.peek()? + from + repeats;
        let after = |entry: u64, is_high: bool| entry + repeats + u64::from(!is_high);
        let mut child = parents.next(end).map(|(_, entry, _, is_high)| after(entry, is_high));
        while let Some((n, entry, _, is_high)) = late.next(end) {
            while child.is_some_and(|child| child < n) {
                child = parents.next(end).map(|(_, entry, _, is_high)| after(entry, is_high));
            }
            if child == Some(n) {
                continue;
            }
            self.count += 1;
            if self.all.len() < Chains::MOST {
                self.all.push(Chain { start: (n, after(entry, is_high)), is_high });
            }
        }
        Some(())
    }

    /// Extends the chains backwards by the exceptions `odd` below `from`, down to `base`. Returns the index from which on all
    /// exceptions lie on chains.
    fn extend(&mut self, odd: &[(u64, bool)], base: u64, from: u64) -> u64 {
        if self.count > crate::widths::wide(Chains::MOST) || odd.len() > Chains::MOST {
            return from;
        }
        let before = |chain: &Chain| chain.start.1 - chain.start.0;
        let mut places: HashMap<u64, usize> = self.all.iter().map(before).zip(0..).collect();
        for &(n, is_high) in odd.iter().rev() {
            let place = places.remove(&n).filter(|&place| self.all[place].is_high != is_high);
            let Some(place) = place else { return n + 1 };
            let chain = &mut self.all[place];
            *chain = Chain { start: (n, chain.start.0), is_high };
            places.insert(before(chain), place);
        }
        base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If not all chains are known, they are not extended.
    #[test]
    fn too_many_chains_are_left_as_they_are() {
        let heads = |count| Heads { count, all: vec![Chain { start: (50, 81), is_high: true }] };
        let most = crate::widths::wide(Chains::MOST);
        for (count, from, start) in [(most, 10, (31, 50)), (most + 1, 40, (50, 81))] {
            let mut heads = heads(count);
            assert_eq!(heads.extend(&[(31, false)], 10, 40), from);
            assert_eq!(heads.all[0].start, start);
        }
    }

    /// An exception that no chain goes back to ends the search: the form holds after it.
    #[test]
    fn chains_go_back_to_exceptions_of_the_other_kind() {
        let heads = || Heads { count: 1, all: vec![Chain { start: (50, 81), is_high: true }] };
        for (odd, from, start) in [
            (vec![], 10, (50, 81)),
            (vec![(31, false)], 10, (31, 50)),
            (vec![(19, true), (31, false)], 10, (19, 31)),
            (vec![(20, true), (31, false)], 21, (31, 50)),
            (vec![(19, false), (31, false)], 20, (31, 50)),
            (vec![(31, true)], 32, (50, 81)),
        ] {
            let mut heads = heads();
            assert_eq!(heads.extend(&odd, 10, 40), from, "{odd:?}");
            assert_eq!(heads.all[0].start, start, "{odd:?}");
        }
    }

    /// From any index on, the exceptions that start a chain are those that do not follow one from there on. All up to far beyond `b_N + R` are examined.
    #[test]
    fn heads_follow_no_exception() {
        let mut prover = Prover::new(7).unwrap();
        prover.finish(40_000);
        let mut between = 0;
        for value in 1..=7 {
            let of = Chains::of(&prover, value, u64::MAX, usize::MAX).unwrap();
            let entries: Vec<u64> = prover.rwsg().first_entries(value).unwrap().take(12_000).collect();
            let errors = |from: u64| {
                let mut entries = prover.rwsg().first_entries(value).unwrap();
                entries.nth(crate::widths::place(from - 1)).unwrap();
                Errors { entries, n: from, repeats: of.shift }
            };
            for from in of.from.max(2)..900 {
                let mut all = errors(from);
                let mut exceptions = Vec::new();
                while let Some((n, entry, _, is_high)) = all.next(8000) {
                    exceptions.push((n, entry + of.shift + u64::from(!is_high), is_high));
                }
                let follows = |n: u64| exceptions.iter().any(|&(_, after, _)| after == n);
                let plain: Vec<Chain> = exceptions
                    .iter()
                    .filter(|(n, ..)| !follows(*n))
                    .map(|&(n, after, is_high)| Chain { start: (n, after), is_high })
                    .collect();
                let mut heads = Heads { count: 0, all: Vec::new() };
                heads.find(Some(errors(from)), Some(errors(from)), from).unwrap();
                assert_eq!(heads.all, plain, "value {value} from {from}");
                let first = entries[crate::widths::place(from)];
                // They come from members before N, so they are not far beyond `a_N + R`.
                assert!(plain.iter().all(|chain| chain.start.0 <= first + of.shift));
                assert!(from > 2 * of.shift, "a_N + R is before b_N - R");
                between += plain.iter().filter(|chain| chain.start.0 + from > first + of.shift).count();
            }
        }
        assert!(between > 0);
    }
}
