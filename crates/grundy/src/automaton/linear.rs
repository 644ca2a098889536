//! Linear relations `Σ c_t x_t = k` between the numbers on the tracks of a word.
//!
//! While a word is read, `Σ c_t x_t` of the digits so far is a number p, and q is the same sum with every digit moved one place down. In the numeration system
//! [`Numeration::Ostrowski`]`(a)` a further digit turns p into ap + q + e and q into p + e, where e is the sum of `c_t` times the digits; in base k,
//! p turns into kp + e. The relation holds if p = k at the end.
//!
//! Let `w_0 = 0`, `w_1 = 1`, `w_{j+1} = a w_j + w_{j-1}`; for a = 1 these are the Fibonacci numbers. With j digits to come, the first part will count
//! `p w_{j+1} + q w_j`, and a number of j digits is at most `u_j - 1 = w_{j+1} + w_j - 1`. So the digits to come count between `-N (u_j - 1)` and
//! `M (u_j - 1)`, where M and -N are the sums of the positive and of the negative `c_t`. A state is dead, whatever follows, if for all j
//! the sum stays above k, or for all j below. Both are decided exactly, in integers. All other states have p and q within some bound, so
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
    constant: i32,
}

/// What has been read: p and q.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum {
    p: i32,
    q: i32,
}

impl Linear {
    /// The relation with one factor for each track, and the constant k.
    pub fn new(numeration: Numeration, factors: &[i32], constant: i32) -> Self {
        let tracks = u32::try_from(factors.len()).unwrap_or(u32::MAX);
        let added = numeration
            .all_symbols(tracks)
            .map(|symbol| {
                (0..).zip(factors).map(|(track, c)| c * i32::from(numeration.digit(symbol, track))).sum()
            })
            .collect();
        let rise = factors.iter().copied().filter(|&c| c > 0).sum();
        let fall = -factors.iter().copied().filter(|&c| c < 0).sum::<i32>();
        Self { numeration, added, rise, fall, constant }
    }

    /// The sum after another symbol, or nothing if the relation cannot hold any more.
    pub fn step(&self, sum: Sum, symbol: Symbol) -> Option<Sum> {
        let e = self.added[usize::from(symbol)];
        let p = i32::from(self.numeration.factor()) * sum.p + sum.q + e;
        let q = if let Numeration::Base(_) = self.numeration { 0 } else { sum.p + e };
        let next = Sum { p, q };
        let negated = Sum { p: -next.p, q: -next.q };
        let is_dead = self.stays_above(next, self.fall, self.constant)
            || self.stays_above(negated, self.rise, -self.constant);
        (!is_dead).then_some(next)
    }

    /// Whether the relation holds.
    pub fn holds(&self, sum: Sum) -> bool {
        sum.p == self.constant
    }

    /// Whether the sum stays above a bound though each digit to come takes away as much as `most` times it.
    fn stays_above(&self, Sum { p, q }: Sum, most: i32, bound: i32) -> bool {
        let factor = i32::from(self.numeration.factor());
        if let Numeration::Base(_) = self.numeration {
            // (p - most) k^j + most > bound for all j, where each digit takes away up to k - 1 times `most`: `most (k^j - 1)` in all.
            return p > bound && p >= most;
        }
        // (p - most) w_{j+1} + (q - most) w_j + most > bound for all j: the first two terms satisfy the recurrence of w.
        let (mut now, mut next) = (p - most, factor * (p - most) + q - most);
        loop {
            if now + most <= bound {
                return false;
            }
            if now >= 0 && next >= 0 {
                // From the second of them on they do not fall.
                return next + most > bound;
            }
            if now <= 0 && next < 0 {
                // They fall without end, so one of them will be too small.
                return false;
            }
            (now, next) = (next, factor * next + now);
        }
    }
}
