//! R-Wythoff: the n-th position of a value lies on diagonal n, for all n from some M on.
//!
//! # What is checked, and why it suffices
//! The positions (a, b), a <= b, of value g, by increasing a, are made row by row (Gu 2015, Algorithm RWSG): in row p each value in turn
//! takes the least diagonal that neither it has used nor a smaller value takes in this row, unless p is the larger pile of an earlier position
//! of its own. Write `(a_n, b_n)` for them and `d_n` for their diagonals. docs/r-wythoff.md proves: suppose that
//!
//! - H1: `d_n < M` for n < M, and `d_n = n` for M <= n < X; R of the second entries are repeats;
//! - H2: with K = max(M, 1) and `E = b_K + R < X`, the numbers `x_n = a_n + R - nφ` are at most P away from the interval [-1, 0] for K <= n <= E;
//! - H3: each smaller value is settled like this, and X is not below its K;
//! - H4: for each smaller value `|R - R'| > 1 + P(X) + P'(X)`, where P(X) is P divided by φ once for each of the numbers `E_0 = E`,
//!   `E_(i+1) = floor(φE_i + P) + 1` below X; or |R - R'| = 1 and both bounds are 0.
//!
//! Then `d_n = n` for all n >= M. The certificate has these numbers for each value up to one, and all are determined: M is least,
//! P is attained, X is the least index with H2, H3 and H4.

use crate::Rejected;
use crate::parse::{Lines, wrong};

/// More than this is not computed: bounds are divided by φ only so often.
const LARGEST: i128 = 1 << 60;

/// Rows times values that this checker is prepared to do.
const MOST_CELLS: u64 = 1 << 34;

/// The number `a + bφ`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Golden(i128, i128);

impl Golden {
    /// Twice it is s + t sqrt(5). If the signs of s and t differ, the larger square decides.
    fn is_positive(self) -> bool {
        let (s, t) = (2 * self.0 + self.1, self.1);
        let (s_larger, positive) = (s * s > 5 * t * t, |n: i128| n > 0);
        if s_larger { positive(s) } else { positive(t) }
    }

    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    /// 1/φ = φ - 1. Not divided if it becomes too long: the bound is then larger than need be.
    fn over_phi(self) -> Self {
        let quotient = Self(self.1 - self.0, self.0);
        if quotient.0.abs().max(quotient.1.abs()) > LARGEST { self } else { quotient }
    }

    /// floor(bφ) = floor((b + floor(sqrt(5b²)))/2) for b >= 0, and bφ is no integer for b < 0.
    fn floor(self) -> i128 {
        let b = self.1.abs();
        let floor = b.midpoint((5 * b * b).isqrt());
        self.0 + if self.1 < 0 { -floor - 1 } else { floor }
    }
}

/// What the certificate says of a value.
struct Level {
    settled: u64,
    repeats: u64,
    start: u64,
    end: u64,
    bound: Golden,
    from: u64,
    line: usize,
}

impl Level {
    /// The next generation ends here, if that can be computed.
    fn next_end(&self, end: u64) -> Option<u64> {
        let phi = self.bound.1 + i128::from(end);
        u64::try_from(Golden(self.bound.0, phi).floor() + 1).ok().filter(|&next| i128::from(next) <= LARGEST)
    }

    fn bound_from(&self, index: u64) -> Golden {
        let (mut bound, mut end) = (self.bound, Some(self.end));
        while let Some(here) = end.filter(|&end| end < index) {
            bound = bound.over_phi();
            end = self.next_end(here);
        }
        bound
    }

    fn is_separate(&self, other: &Self, index: u64) -> bool {
        let (p, q) = (self.bound_from(index), other.bound_from(index));
        let apart = i128::from(self.repeats.abs_diff(other.repeats));
        let zero = Golden(0, 0);
        apart == 1 && p == zero && q == zero || Golden(apart - 1, 0).minus(p).minus(q).is_positive()
    }

    /// The first end of a generation from `index` on.
    fn end_from(&self, index: u64) -> Option<u64> {
        let mut end = Some(self.end);
        while let Some(here) = end.filter(|&end| end < index) {
            end = self.next_end(here);
        }
        end
    }

    /// X. Bounds change behind ends of generations only.
    fn least_from(&self, smaller: &[Self]) -> Option<u64> {
        let mut index = smaller.iter().map(|other| other.start).fold(self.end + 1, u64::max);
        for other in smaller {
            while !self.is_separate(other, index) {
                let ends = [self.end_from(index), other.end_from(index)];
                index = ends.into_iter().flatten().min()? + 1;
            }
        }
        Some(index)
    }
}

/// The positions of one value, as far as they have been made.
#[derive(Default)]
struct Sequence {
    members: u64,
    repeats: u64,
    /// Numbers that are second entries, and diagonals that are used, as bits.
    second: Vec<u64>,
    used: Vec<u64>,
    /// No diagonal below is free.
    free: u64,
    /// The largest distance to the interval in the window so far.
    bound: Option<Golden>,
}

fn has(bits: &[u64], place: u64) -> bool {
    bits.get(index(place / 64)).is_some_and(|word| word >> (place % 64) & 1 == 1)
}

/// Adds a number; says whether it was there.
fn add(bits: &mut Vec<u64>, place: u64) -> bool {
    let was = has(bits, place);
    if index(place / 64) >= bits.len() {
        bits.resize(index(place / 64) * 2 + 1, 0);
    }
    bits[index(place / 64)] |= 1 << (place % 64);
    was
}

impl Sequence {
    /// The next position, in row `a`, which takes no diagonal of those `taken`.
    fn place(&mut self, a: u64, taken: &mut Vec<u64>, level: &Level) -> Result<(), Rejected> {
        let mut d = self.free;
        while has(&self.used, d) || taken.contains(&d) {
            d += 1;
        }
        taken.push(d);
        add(&mut self.used, d);
        while has(&self.used, self.free) {
            self.free += 1;
        }
        self.repeats += u64::from(add(&mut self.second, a + d));
        let (n, line) = (self.members, level.line);
        self.members += 1;
        // H1, and that M is least.
        let is_own = d == n;
        if n >= level.settled && n < level.from && !is_own || n < level.settled && d >= level.settled {
            return Err(wrong(line, "a position lies on a wrong diagonal after this"));
        }
        if n + 1 == level.settled && is_own {
            return Err(wrong(line, "positions lie on their own diagonals before this"));
        }
        // H2.
        if n == level.start && a + n + level.repeats != level.end {
            return Err(wrong(line, "the window does not end there"));
        }
        if n >= level.start && n <= level.end {
            let x = Golden(i128::from(a) + i128::from(level.repeats), -i128::from(n));
            let below = Golden(-1, 0).minus(x);
            let far = [x, below].into_iter().find(|x| x.is_positive()).unwrap_or(Golden(0, 0));
            if self.bound.is_none_or(|bound| far.minus(bound).is_positive()) {
                self.bound = Some(far);
            }
        }
        Ok(())
    }
}

/// Reads the rest of the claim, and checks it.
pub fn check(lines: &mut Lines) -> Result<String, Rejected> {
    lines.exactly("game r-wythoff")?;
    let value = lines.number("value")?;
    if value > 100 {
        return Err(lines.wrong("the value is too large for this checker"));
    }
    let mut levels: Vec<Level> = Vec::new();
    for h in 0..=value {
        let first = format!("level {h} settled");
        let keys = [&first[..], "repeats", "window", "to", "bound", "phi", "from"];
        let [settled, repeats, start, end, u, v, from] = lines.numbers(&keys)?;
        let (u, v) = (i128::from(u), i128::from(v));
        let bound = if Golden(u, -v).is_positive() { Golden(u, -v) } else { Golden(-u, v) };
        let level = Level { settled, repeats, start, end, bound, from, line: lines.number };
        if start != settled.max(1) {
            return Err(lines.wrong("the window does not begin where it should"));
        }
        if level.least_from(&levels) != Some(from) {
            return Err(lines.wrong("this is not the index from which on it is separate from smaller values"));
        }
        levels.push(level);
    }
    let most = levels.iter().map(|level| level.from).max().unwrap_or(0);
    if most.saturating_mul(2).saturating_mul(value + 1) > MOST_CELLS {
        return Err(lines.wrong("these are too many rows for this checker"));
    }
    run(&levels)?;
    let settled: Vec<String> = levels.iter().map(|level| level.settled.to_string()).collect();
    Ok(format!(
        "r-wythoff: for g = 0 to {value}, the n-th position of value g, counted from 0 by its smaller pile, lies on diagonal n for all n >= M, and not for n = M-1, where M is {}",
        settled.join(", ")
    ))
}

/// Makes the positions, and checks H1 and H2.
fn run(levels: &[Level]) -> Result<(), Rejected> {
    let mut sequences: Vec<Sequence> = levels.iter().map(|_| Sequence::default()).collect();
    let mut taken = Vec::new();
    for row in 0.. {
        if levels.iter().zip(&sequences).all(|(level, sequence)| sequence.members >= level.from) {
            break;
        }
        taken.clear();
        for (level, sequence) in levels.iter().zip(&mut sequences) {
            if !has(&sequence.second, row) {
                sequence.place(row, &mut taken, level)?;
            }
        }
    }
    for (level, sequence) in levels.iter().zip(&sequences) {
        if sequence.repeats != level.repeats {
            return Err(wrong(level.line, "the number of repeats is another"));
        }
        if sequence.bound != Some(level.bound) {
            return Err(wrong(level.line, "the bound is another"));
        }
    }
    Ok(())
}

/// A number as an index: those that are used have been seen to be small.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
