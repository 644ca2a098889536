//! Sharing Nim with four piles.
//!
//! Only differences of piles matter, so a cell is (0, a, b, c) with `a <= b <= c`. A move makes two piles p < q more equal: it leaves their sum and the other two piles
//! r <= s. The positions with the same r, s and p + q are a *line*, which is known by s - r and p + q - 2r. Two of them differ in q - p, and the one with the
//! smaller difference is an option of the other. So the value of a cell is the first gap in the union of the sets of its six lines.
//!
//! # Order
//! No move raises the largest pile or lowers the smallest one. If an option has the same c, then after the move there are still piles 0 and c, and the others are the two that were
//! moved between, or one of those was equal to the 0 or c that stays. Either way a + b is the same, and b - a is smaller. So cells are visited by c, then by b - a.
//!
//! Cells with the same c and the same b - a are not options of each other, so they share no line. For increasing a each of the six numbers changes by a constant: they are a run.

use super::lines::{Cells, Job, LONGEST_RUN, LineSets, Run, Sets};
use super::pages::Zeroed;
use super::simd::{Shared, Simd};
use crate::error::Error;
use crate::widths::{place, wide};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

/// More cells are refused: they take 8 GB.
const MOST_CELLS: u64 = 1 << 31;

/// The positions of four piles whose largest pile is at most `spread` larger than the smallest.
#[derive(Clone, Copy, Debug)]
pub struct FourPiles {
    spread: usize,
}

/// Their values.
#[derive(Debug)]
pub struct FourPilesFilled {
    piles: FourPiles,
    values: Zeroed<AtomicU32>,
}

impl FourPiles {
    /// Nothing if there are too many.
    pub fn new(spread: u64) -> Option<Self> {
        let piles = Self { spread: usize::try_from(spread).ok().filter(|&spread| spread < 1 << 20)? };
        (piles.cells() <= MOST_CELLS).then_some(piles)
    }

    /// The number of cells.
    pub fn cells(self) -> u64 {
        wide(first_of(self.spread + 1))
    }

    /// An upper bound on the values: a cell has at most (3c + b - a) / 2 options.
    pub fn bound(self) -> u64 {
        2 * wide(self.spread)
    }

    /// The number of lines: s - r is at most the spread, and p + q - 2r at most twice the spread, positive or negative.
    fn lines(self) -> usize {
        (self.spread + 1) * (4 * self.spread + 1)
    }

    /// The memory of the line sets and of the values, in bytes.
    pub fn bytes(self) -> u64 {
        let line = LineSets::bytes_a_line(place(self.bound())).map_or(u64::MAX, wide);
        line.saturating_mul(wide(self.lines())).saturating_add(4 * self.cells())
    }

    /// Computes all values. `watch` is given the number of cells done now and then, and cancels the work by returning `Break`.
    ///
    /// # Errors
    /// When `watch` cancels the work.
    pub fn fill(
        self,
        simd: Simd,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<FourPilesFilled, Error> {
        let values = Zeroed::atomics(place(self.cells()));
        let mut sets = LineSets::new(self.lines(), place(self.bound()));
        let job = Sweep { piles: self, values: &values, watch };
        if simd == Simd::Portable { sets.work(job) } else { Shared::new(sets).work_alone(simd, job) }?;
        Ok(FourPilesFilled { piles: self, values })
    }

    /// The lines of the cells (0, a, a + d, c), (0, a + 1, a + 1 + d, c), ..
    #[inline(always)]
    fn runs(self, a: usize, d: usize, c: usize) -> [Run; 6] {
        let sums = (4 * self.spread + 1).cast_signed();
        let line = |others: isize, sum: isize| others * sums + sum + 2 * self.spread.cast_signed();
        let lines = |a: isize| {
            let (b, c) = (a + d.cast_signed(), c.cast_signed());
            [
                line(c - b, a - 2 * b),
                line(c - a, b - 2 * a),
                line(b - a, c - 2 * a),
                line(c, a + b),
                line(b, a + c),
                line(a, b + c),
            ]
        };
        let (first, second) = (lines(a.cast_signed()), lines(a.cast_signed() + 1));
        let mut runs = [Run::NONE; 6];
        for k in 0..runs.len() {
            runs[k] = Run { first: first[k].cast_unsigned(), step: second[k] - first[k] };
        }
        runs
    }
}

impl FourPilesFilled {
    /// The value of a position of four piles, if their differences are within the spread.
    pub fn get(&self, mut piles: [u64; 4]) -> Option<u64> {
        piles.sort_unstable();
        let [a, b, c] = [piles[1], piles[2], piles[3]].map(|pile| usize::try_from(pile - piles[0]).ok());
        let (a, b, c) = (a?, b?, c.filter(|&c| c <= self.piles.spread)?);
        Some(self.values[first_of(c) + first_in(c, b - a) + a].load(Ordering::Relaxed).into())
    }
}

/// The place of the first cell with this c.
fn first_of(c: usize) -> usize {
    c * (c + 1) * (c + 2) / 6
}

/// The place of the first cell with this b - a, from there on.
fn first_in(c: usize, difference: usize) -> usize {
    difference * (2 * c + 3 - difference) / 2
}

struct Sweep<'a> {
    piles: FourPiles,
    values: &'a [AtomicU32],
    watch: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Job for Sweep<'_> {
    type Done = Result<(), Error>;

    #[inline(always)]
    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        let mut at = 0;
        for c in 0..=self.piles.spread {
            for difference in 0..=c {
                let count = c - difference + 1;
                for a in (0..count).step_by(LONGEST_RUN) {
                    let cells = Cells::new(&self.values[at + a..], 1, LONGEST_RUN.min(count - a));
                    let claimed = sets.claim(self.piles.runs(a, difference, c), cells);
                    assert!(claimed == cells.count(), "a value is at most the number of options");
                }
                at += count;
            }
            if (self.watch)(wide(at)).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mex::mex;

    /// Values by the moves, and the same with all instructions. The spread of 70 has runs in two parts.
    #[test]
    fn values_are_those_of_the_moves() {
        let filled =
            FourPiles::new(30).unwrap().fill(Simd::Portable, &mut |_| ControlFlow::Continue(())).unwrap();
        for c in 0..=30_u64 {
            for (b, a) in (0..=c).flat_map(|b| (0..=b).map(move |a| (b, a))) {
                let piles = [0, a, b, c];
                let mut options = Vec::new();
                for (p, q) in (0..4).flat_map(|q| (0..q).map(move |p| (p, q))) {
                    for k in 1..=(piles[q] - piles[p]) / 2 {
                        let mut after = piles;
                        (after[p], after[q]) = (after[p] + k, after[q] - k);
                        options.push(filled.get(after).unwrap());
                    }
                }
                assert_eq!(filled.get(piles), Some(mex(options)), "{piles:?}");
                assert_eq!(filled.get([c + 7, b + 7, 7, a + 7]), filled.get(piles));
            }
        }
        assert_eq!(filled.get([0, 0, 0, 31]), None);
        let all = |simd| {
            let filled = FourPiles::new(70).unwrap().fill(simd, &mut |_| ControlFlow::Continue(())).unwrap();
            filled.values.iter().map(|value| value.load(Ordering::Relaxed)).collect::<Vec<_>>()
        };
        let portable = all(Simd::Portable);
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            assert!(all(simd) == portable, "{simd:?}");
        }
    }

    /// A small box by the moves, and what is told of it.
    #[test]
    fn small_boxes_are_as_told() {
        let piles = |c: u64| (0..=c).flat_map(move |b| (0..=b).map(move |a| [0, a, b, c]));
        let options = |of: [u64; 4]| {
            let pairs = (0..4).flat_map(|q| (0..q).map(move |p| (p, q)));
            pairs.flat_map(move |(p, q)| {
                (1..=(of[q] - of[p]) / 2).map(move |k| {
                    let mut after = of;
                    (after[p], after[q]) = (after[p] + k, after[q] - k);
                    after
                })
            })
        };
        for spread in [0, 1, 2, 6, 9, 66] {
            let boxed = FourPiles::new(spread).unwrap();
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                let mut seen = Vec::new();
                let watch = &mut |done| {
                    seen.push(done);
                    ControlFlow::Continue(())
                };
                let filled = boxed.fill(simd, watch).unwrap();
                let counts = (0..=spread).map(|c| wide((0..=c).flat_map(piles).count()));
                assert_eq!(seen, counts.collect::<Vec<_>>());
                // In the largest box only those with runs in two parts.
                for of in (0..=spread).flat_map(piles).filter(|of| spread < 20 || of[3] > 64 && of[1] > 62) {
                    let value = mex(options(of).map(|option| filled.get(option).unwrap()));
                    assert_eq!(filled.get(of), Some(value), "{of:?} by {simd:?}");
                }
                let (mut sets, cells) =
                    (LineSets::new(boxed.lines(), place(boxed.bound())), filled.values.len());
                let LineSets::Narrow(narrow) = &mut sets else { unreachable!("values are small") };
                assert_eq!(boxed.bytes(), wide(size_of_val(narrow.raw().0) + 4 * cells));
            }
            let most = piles(spread).map(|of| wide(options(of).count())).max().unwrap();
            assert!((most..=most + spread % 2 * 2).contains(&boxed.bound()), "{most} with {spread}");
        }
    }

    #[test]
    fn work_can_be_cancelled() {
        let cancelled = FourPiles::new(50).unwrap().fill(Simd::best(), &mut |_| ControlFlow::Break(()));
        assert!(matches!(cancelled, Err(Error::Cancelled)));
        assert!(FourPiles::new(1 << 40).is_none() && FourPiles::new(3000).is_none());
    }
}
