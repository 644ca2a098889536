//! Linear relations `Σ c_t x_t = 0` between the numbers on the tracks of a word.
//!
//! While a word is read, `Σ c_t x_t` of the digits so far is a number p, and q is the same sum after dropping the last place: in Zeckendorf
//! representation a further digit turns it into p + q + e and q into p + e, where e is the sum of `c_t` times the digits; in base k,
//! p turns into kp + e. The relation holds if p = 0 at the end.
//!
//! With j digits to come, the first part will count `p F_{j+1} + q F_j`, and the digits to come between `-N (F_{j+2} - 1)` and
//! `M (F_{j+2} - 1)`, where M and -N are the sums of the positive and of the negative `c_t`. So a state is dead, whatever follows, if for all j
//! the sum stays positive, or for all j negative. Both are decided exactly, in integers. All other states have p and q within some bound, so
//! they are finitely many.

use super::numeration::{Numeration, Symbol};

/// A linear relation.
#[derive(Clone, Debug)]
pub struct Linear {
    numeration: Numeration,
    /// For each symbol, the sum of the factors times its digits.
    added: Vec<i32>,
    /// The sums of the positive factors, and of the negative ones without their sign.
    rise: i32,
    fall: i32,
}

/// What has been read: p and q.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum {
    p: i32,
    q: i32,
}

impl Linear {
    /// The relation with one factor for each track.
    pub fn new(numeration: Numeration, factors: &[i32]) -> Self {
        let tracks = u32::try_from(factors.len()).unwrap_or(u32::MAX);
        let added = (0..numeration.symbols(tracks))
            .map(|symbol| {
                let symbol = Symbol::try_from(symbol).unwrap_or(Symbol::MAX);
                (0..).zip(factors).map(|(track, c)| c * i32::from(numeration.digit(symbol, track))).sum()
            })
            .collect();
        let rise = factors.iter().copied().filter(|&c| c > 0).sum();
        let fall = -factors.iter().copied().filter(|&c| c < 0).sum::<i32>();
        Self { numeration, added, rise, fall }
    }

    /// The sum after another symbol, or nothing if the relation cannot hold any more.
    pub fn step(&self, sum: Sum, symbol: Symbol) -> Option<Sum> {
        let e = self.added[usize::from(symbol)];
        let next = match self.numeration {
            Numeration::Base(base) => Sum { p: sum.p * i32::from(base) + e, q: 0 },
            Numeration::Zeckendorf => Sum { p: sum.p + sum.q + e, q: sum.p + e },
        };
        let negated = Sum { p: -next.p, q: -next.q };
        (!self.stays_positive(next, self.fall) && !self.stays_positive(negated, self.rise)).then_some(next)
    }

    /// Whether the relation holds.
    pub fn holds(sum: Sum) -> bool {
        sum.p == 0
    }

    /// Whether the sum stays positive though each digit to come takes away as much as `most` times it.
    fn stays_positive(&self, Sum { p, q }: Sum, most: i32) -> bool {
        if let Numeration::Base(base) = self.numeration {
            // p k^j - most (k^j - 1) > 0 for all j, where each digit takes away up to k - 1 times `most`: `most (k^j - 1)` in all.
            return base >= 2 && p > 0 && p >= most;
        }
        // (p - most) F_{j+1} + (q - most) F_j + most > 0 for all j: the first two terms satisfy the recurrence of Fibonacci.
        let (mut now, mut next) = (p - most, p + q - 2 * most);
        loop {
            if now + most <= 0 {
                return false;
            }
            if now >= 0 && next >= 0 {
                return true;
            }
            if now < 0 && next < 0 {
                // They go on falling, so one of them will be too small.
                return false;
            }
            (now, next) = (next, now + next);
        }
    }
}
