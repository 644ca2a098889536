//! The last two values of a full level of Star Nim.
//!
//! They need not repeat for themselves. What the other values leave over in a row are the cells of these two;
//! their larger numbers that belong to only one of the two move like particles, [`Strands`], which never meet, begin or end (docs/star-nim.md, Theorem 4). Each round
//! permutes them, and flips the colours of some, where the colour says which of the two values it is. So the rows of one round tell what happens in any number of rounds.

use super::machine::{Full, Word};
use super::sequence::Of;
use crate::period::cycle::least_period;
use crate::widths::wide;

/// Numbers that only one of the last two values of a full level has: each moves on from row to row.
pub(super) struct Strands {
    /// Where each goes in a round, and whether its colour flips.
    pub(super) to: Vec<(usize, bool)>,
    /// Whether it shows its colour at the start of the round in the sequence, and whether it shows the other one.
    pub(super) shows: Vec<[bool; 2]>,
    /// The colours at the start of rounds 0, 1, ..: a bit for each strand, 1 for the second value.
    pub(super) colours: Vec<u128>,
}

/// The strands of a round, on their way.
pub(super) struct Walk<W> {
    /// The cells of the full level.
    pub(super) cells: W,
    /// The numbers that one of the two values has, and those that both have.
    pub(super) single: W,
    pub(super) both: W,
    /// The strand at each number, and whether its colour has flipped. Numbers are counted from the start of the round, modulo 256.
    pub(super) ring: [(usize, bool); 256],
    pub(super) start: Vec<u32>,
    pub(super) colours: u128,
    /// The diagonal that is looked at.
    pub(super) difference: Option<u32>,
    pub(super) shows: Vec<[bool; 2]>,
    pub(super) through: Vec<[u64; 2]>,
}

impl<W: Word> Walk<W> {
    pub(super) fn new([one, other]: [W; 2], last: Full, of: Of) -> Self {
        let both = one.and(other);
        let single = one.or(other).without(both);
        let start: Vec<u32> = (0..256).filter(|&place| single.has(place)).collect();
        let second = (0..).zip(&start).filter(|&(_, &place)| other.has(place));
        let difference = if let Of::Diagonal(d) = of { Some(d) } else { None };
        let mut new = Self {
            cells: W::low(last.differences()),
            single,
            both,
            ring: [(0, false); 256],
            colours: second.fold(0, |all, (e, _)| all | 1 << e),
            difference,
            shows: vec![[difference.is_none(); 2]; start.len()],
            through: vec![[0; 2]; start.len()],
            start,
        };
        for (e, &place) in new.start.iter().enumerate() {
            new.ring[Self::slot(0, place)] = (e, false);
        }
        new
    }

    fn slot(offset: u64, place: u32) -> usize {
        usize::try_from((offset + u64::from(place)) % 256).unwrap_or(0)
    }

    /// The place of each strand, and whether its colour has flipped.
    pub(super) fn places(&self, offset: u64) -> Vec<(u32, bool)> {
        let mut places = vec![(0, false); self.start.len()];
        for place in (0..256).filter(|&place| self.single.has(place)) {
            let (e, flipped) = self.ring[Self::slot(offset, place)];
            places[e] = (place, flipped);
        }
        places
    }

    /// Moves the strand of a row in which smaller values have taken `taken`. Returns whether both values take something, or nothing if Theorem 4 fails.
    pub(super) fn follow(&mut self, offset: u64, taken: W) -> Option<bool> {
        let left = self.cells.without(taken);
        let mut alone = false;
        if !self.both.has_row() {
            let y = left.least();
            let more = left.without(W::one(y));
            let is_on = self.single.has_row();
            let (from, to) = if is_on { (0, y) } else { (y, more.least()) };
            let fits = more.is_empty() == is_on && (is_on || more == W::one(to));
            let (e, flipped) = self.ring[Self::slot(offset, from)];
            if left.is_empty() || !fits || !self.single.has(from) || self.single.has(to) || self.both.has(to)
            {
                return None;
            }
            if is_on {
                self.through[e][usize::from(flipped)] += 1;
            } else {
                alone = true;
                self.single = self.single.without(W::one(y));
                self.both = self.both.or(W::one(y));
            }
            // The cell of a row on the strand, or of y if it turns there, goes to the other value.
            self.ring[Self::slot(offset, to)] = (e, flipped != is_on);
            self.shows[e][usize::from(flipped != is_on)] |= self.difference == Some(to);
            self.shows[e][usize::from(!flipped)] |= self.difference == Some(y);
            self.single = self.single.or(W::one(to));
        } else if !left.is_empty() {
            return None;
        }
        (self.single, self.both) = (self.single.next(), self.both.next());
        Some(alone)
    }
}

impl Strands {
    /// The colours after a round.
    pub(super) fn next(&self, colours: u128) -> u128 {
        self.to
            .iter()
            .enumerate()
            .fold(0, |next, (e, &(to, flips))| next | (colours >> e & 1 ^ u128::from(flips)) << to)
    }

    /// The numbers of rounds after which the colours of all strands repeat, and of those with a strand that is seen in their cycle.
    pub(super) fn orders(&self) -> (u64, u64) {
        let (mut all, mut seen) = (1, 1);
        let mut passed = vec![false; self.to.len()];
        for start in 0..self.to.len() {
            let (mut strand, mut cycle, mut word, mut flipped) = (start, Vec::new(), Vec::new(), false);
            while !passed[strand] {
                passed[strand] = true;
                cycle.push(strand);
                let (to, flips) = self.to[strand];
                // The colour at this place of the cycle, as if it were carried from the start on.
                word.push((self.colours[0] >> strand & 1 == 1) != flipped);
                flipped ^= flips;
                strand = to;
            }
            if cycle.is_empty() {
                continue;
            }
            // What comes to the start of the cycle, round after round: the colours from its end backwards; once more, flipped, if a whole cycle flips.
            if flipped {
                let again: Vec<bool> = word.iter().map(|colour| !colour).collect();
                word.extend(again);
            }
            let period = wide(least_period(&word));
            all = least_common_multiple(all, period);
            if cycle.iter().any(|&strand| self.shows[strand] != [false; 2]) {
                seen = least_common_multiple(seen, period);
            }
        }
        (all, seen)
    }
}

/// Saturates; such numbers are too large anyway.
fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}
