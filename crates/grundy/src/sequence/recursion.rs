//! Recursion (6) of Gurvich's report: `x_n = mex_b^q { x_i, y_i : i < n }`, `y_n = x_n + a floor(n/p)`.
//!
//! A diagonal pair counts once (Remark 2). For min(p,q) > 1 sec. 10 adds two conventions. A pair is not taken twice: within one
//! diagonal, that is for n with the same `floor(n/p)`, each x is the next value after the last that `mex_b^q` would take; the
//! next diagonal starts again from the least. And for a = b = 1 a priority set of pairs is counted before all others: pair
//! (i, i+j) has the number jp + i for j < q and i < min(p, q-j).
//!
//! Theorem 1 says that these are the P-positions when min(p,q) = 1. That is a claim about the game; here is only arithmetic.

use crate::error::Limit;
use crate::ruleset::{Budget, Family};
use crate::widths::{place, wide};

/// The pairs `(x_n, y_n)`, by increasing n.
#[derive(Clone, Debug)]
pub struct Recursion {
    family: Family,
    /// The number of occurrences of z, for z from `base` on; smaller ones do not occur again.
    counts: Vec<u32>,
    base: usize,
    /// The start of the search on a new diagonal. Everything below is excluded for good.
    floor: Search,
    /// The start of the next search on this diagonal.
    here: Search,
    /// floor(n/p), and n mod p.
    diagonal: u64,
    along: u64,
    budget: Budget,
}

/// A search for a value: z is the next candidate, and values below `reach` are excluded by those already seen.
#[derive(Clone, Copy, Debug, Default)]
struct Search {
    z: usize,
    reach: usize,
}

impl Recursion {
    /// The sequence from n = 0 on. Its window may have as many places as the budget has positions.
    ///
    /// # Errors
    /// When the priority set alone is larger than that.
    pub fn new(family: Family, budget: Budget) -> Result<Self, Limit> {
        let mut recursion = Self {
            family,
            counts: Vec::new(),
            base: 0,
            floor: Search::default(),
            here: Search::default(),
            diagonal: 0,
            along: 0,
            budget,
        };
        let diagonals = if recursion.priorities(0) > 0 { family.q } else { 0 };
        for j in 0..diagonals {
            for i in 0..recursion.priorities(j) {
                recursion.count(i, i + j)?;
            }
        }
        Ok(recursion)
    }

    /// The next pair.
    ///
    /// # Errors
    /// When the window would have more places than the budget has positions.
    pub fn next_pair(&mut self) -> Result<(u64, u64), Limit> {
        let Family { a, p, .. } = self.family;
        let first = self.priorities(self.diagonal);
        let pair = if self.along < first {
            (self.along, self.along + self.diagonal)
        } else {
            if self.along == first {
                self.floor = self.search(self.floor);
                self.here = self.floor;
                self.forget();
            } else {
                self.here = self.search(self.here);
            }
            let x = wide(self.here.z);
            let y =
                self.diagonal.checked_mul(a).and_then(|d| x.checked_add(d)).ok_or_else(|| self.spent())?;
            self.count(x, y)?;
            self.here = self.passed(self.here);
            (x, y)
        };
        self.along += 1;
        if self.along == p {
            (self.diagonal, self.along) = (self.diagonal + 1, 0);
        }
        Ok(pair)
    }

    /// The number of pairs of a diagonal in the priority set.
    fn priorities(&self, diagonal: u64) -> u64 {
        match self.family {
            Family { a: 1, b: 1, p, q, .. } if p.min(q) > 1 => p.min(q.saturating_sub(diagonal)),
            _ => 0,
        }
    }

    /// The first place from `at` on that is not excluded.
    fn search(&self, mut at: Search) -> Search {
        while at.z < at.reach || self.is_full(at.z) {
            at = self.passed(at);
        }
        at
    }

    /// One place further. If a value has occurred q times, it excludes itself and the b-1 after it.
    fn passed(&self, Search { z, reach }: Search) -> Search {
        let reach = if self.is_full(z) { reach.max(z.saturating_add(place(self.family.b))) } else { reach };
        Search { z: z + 1, reach }
    }

    fn is_full(&self, z: usize) -> bool {
        self.counts.get(z - self.base).is_some_and(|&count| u64::from(count) >= self.family.q)
    }

    fn count(&mut self, x: u64, y: u64) -> Result<(), Limit> {
        let [x, y] = [x, y].map(|z| place(z) - self.base);
        if y >= self.counts.len() {
            if wide(y) >= self.budget.positions {
                return Err(self.spent());
            }
            self.counts.resize(y + 1, 0);
        }
        let places: &[usize] = if x == y { &[x] } else { &[x, y] };
        for &place in places {
            self.counts[place] = self.counts[place].checked_add(1).ok_or_else(|| self.spent())?;
        }
        Ok(())
    }

    /// Drops counts below the floor, once they are half of all.
    fn forget(&mut self) {
        let passed = self.floor.z - self.base;
        if passed > 1024 && passed > self.counts.len() / 2 {
            self.counts.drain(..passed.min(self.counts.len()));
            self.base = self.floor.z;
        }
    }

    fn spent(&self) -> Limit {
        Limit::Positions(self.budget.positions)
    }
}
