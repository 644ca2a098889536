//! Games whose P-positions or small values may be automatic: Sharing Nim, and two piles with moves along rays, with blocking too. docs/automata.md has the proof that the
//! equation which is decided here determines the positions of a value.

use super::board::Board;
use super::numeration::Numeration;
use super::options::{Maker, along};
use super::relation::Relation;
use super::room::Room;
use super::sample::{Guess, Sample};
use crate::error::{Error, Limit};
use crate::geometry::{Ray, Rays, Symmetric};
use crate::rules::RayGame;
use crate::ruleset::{Budget, Game};
use crate::sequence::{Extent, by_rays, by_rows};
use crate::sharing_nim;
use crate::widths::{index, wide};
use dashu_int::UBig;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Three piles of Sharing Nim: positions (0, a, b) with 2a <= b.
    SharingNim,
    /// Two piles and moves along rays. Positions have x <= y if the rays are symmetric.
    Rays {
        /// The rays and holes.
        rays: Rays,
        /// The previous player may block one option fewer than this.
        block: usize,
        /// How numbers are read.
        numeration: Numeration,
    },
}

/// Why an automaton is not the one of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Leading zeros matter, or a pair is accepted that is no position in its normal form.
    Form,
    /// The position is accepted, but it has a smaller value or options that are accepted.
    Accepted(UBig, UBig),
    /// The position is not accepted, but it has no smaller value and not enough options that are accepted.
    Missing(UBig, UBig),
}

/// A set that is proved, or how far the search for it came.
#[derive(Clone, Debug)]
pub enum Found {
    /// The positions of the value in their normal form.
    Proved {
        /// The set.
        set: Relation,
        /// Digits of the continuations that tell states apart.
        depth: u32,
        /// The most states of another automaton of the proof.
        largest: usize,
    },
    /// No hypothesis is right.
    Open {
        /// States of the last hypothesis.
        states: usize,
        /// Digits of continuations that told states apart.
        depth: u32,
        /// What is wrong with the last hypothesis that closed.
        wrong: Option<Wrong>,
    },
}

/// The most options that can be blocked, plus 1.
const LARGEST_BLOCK: usize = 8;

impl Variant {
    /// Two piles and moves along rays. Nothing if the rays are too many or too wide for automata of this kind.
    pub fn rays(rays: &Rays, block: usize, numeration: Numeration) -> Option<Self> {
        /// Upper limits on the numbers of a step, on those of a guard, on widths, on holes and on their numbers.
        const STEP: u64 = 6;
        const GUARD: u64 = 100;
        const WIDTH: u64 = 6;
        const HOLES: usize = 16;
        const FARTHEST_HOLE: u64 = 1_000;
        let fits = |ray: &Ray| {
            let (x, y) = (ray.step.0.unsigned_abs(), ray.step.1.unsigned_abs());
            let guard = [ray.guard.x, ray.guard.y, ray.guard.least];
            gcd(x, y) == 1
                && x.max(y) <= STEP
                && guard.iter().all(|number| number.unsigned_abs() <= GUARD)
                && ray.width <= if block == 1 { WIDTH } else { 1 }
        };
        // With blocking, an option may be on one ray only.
        let parallel = |one: &Ray, other: &Ray| one.step.0 * other.step.1 == one.step.1 * other.step.0;
        let all = rays.rays();
        let twice = (0..all.len()).any(|place| all[..place].iter().any(|ray| parallel(ray, &all[place])));
        let near = |&(x, y): &(u64, u64)| x.max(y) <= FARTHEST_HOLE;
        let holes = rays.holes();
        let fits = all.iter().all(fits)
            && (block == 1 || !twice && Board::can_fill(rays))
            && (1..=LARGEST_BLOCK).contains(&block)
            && holes.len() <= HOLES
            && holes.iter().all(near)
            && numeration.has_tracks(3);
        fits.then(|| Self::Rays { rays: rays.clone(), block, numeration })
    }

    /// The numeration system in which its positions are read.
    pub fn numeration(&self) -> Numeration {
        match self {
            Self::SharingNim => Numeration::Base(2),
            Self::Rays { numeration, .. } => *numeration,
        }
    }

    /// Whether positions are read with the smaller number first.
    pub fn is_sorted(&self) -> bool {
        if let Self::Rays { rays, .. } = self { rays.is_symmetric() } else { true }
    }

    /// Options that must be in a set, at least, for a position to be outside it.
    pub fn block(&self) -> usize {
        if let Self::Rays { block, .. } = self { *block } else { 1 }
    }

    /// Decides whether a set has exactly the positions of a value, in their normal form, given those of the smaller values. Returns what is wrong, or else the most
    /// states of an automaton of the proof.
    pub fn check(
        &self,
        smaller: &[&Relation],
        set: &Relation,
        room: Room<'_>,
    ) -> Result<Result<usize, Wrong>, Limit> {
        let mut maker = Maker { numeration: self.numeration(), room, largest: 0 };
        // Positions in normal form, and holes.
        let normal = match self {
            Self::SharingNim => maker.linear(&[2, -1, 1], 0)?.exists(2, room)?,
            Self::Rays { .. } if self.is_sorted() => maker.linear(&[1, -1, 1], 0)?.exists(2, room)?,
            Self::Rays { .. } => maker.linear(&[1, 1, -1], 0)?.exists(2, room)?,
        };
        let mut holes = maker.linear(&[1, 1], -1)?;
        if let Self::Rays { rays, .. } = self {
            for &(x, y) in rays.holes() {
                let point = |number: u64| maker.linear(&[1], i32::try_from(number).unwrap_or(i32::MAX));
                let (x, y) = (point(x)?, point(y)?);
                holes = maker
                    .combine(2, &[(&holes, &[0, 1]), (&x, &[0]), (&y, &[1])], |at| at[0] || at[1] && at[2])?;
            }
        }
        let outside = maker.combine(2, &[(set, &[0, 1]), (&normal, &[0, 1])], |at| at[0] && !at[1])?;
        if !outside.is_empty() {
            return Ok(Err(Wrong::Form));
        }
        let options = self.options(set, &mut maker)?;
        // The equation: a position is in the set exactly if it is not in a smaller one and has too few options in the set.
        let pair: &[u32] = &[0, 1];
        let mut parts: Vec<(&Relation, &[u32])> = vec![(set, pair), (&normal, pair), (&holes, pair)];
        parts.extend(smaller.iter().map(|smaller| (*smaller, pair)));
        let before = parts.len();
        parts.extend(options.iter().map(|option| (option, pair)));
        let block = self.block();
        let is_right = |at: &[bool]| {
            let count = at[before..].iter().filter(|&&has| has).count();
            let belongs = !at[2..before].contains(&true) && count < block;
            !at[1] || at[0] == belongs
        };
        let wrong = maker.combine(2, &parts, |at| !is_right(at))?;
        let largest = maker.largest;
        Ok(match wrong.witness(room)?.as_deref() {
            Some([x, y]) if set.has(&[x.clone(), y.clone()]) => Err(Wrong::Accepted(x.clone(), y.clone())),
            Some([x, y]) => Err(Wrong::Missing(x.clone(), y.clone())),
            _ => Ok(largest),
        })
    }

    /// Relations between the numbers of a position, of which as many hold as it has options in a set, or at least as many as `block`.
    fn options(&self, set: &Relation, maker: &mut Maker<'_>) -> Result<Vec<Relation>, Limit> {
        match self {
            Self::SharingNim => {
                // Tracks a, b and the line.
                let lines = [[1, -2, 1], [2, -1, 1], [1, 1, -1]]
                    .map(|factors| maker.linear(&factors, 0))
                    .into_iter()
                    .collect::<Result<Vec<_>, _>>()?;
                let on = lines
                    .iter()
                    // Tracks line, b and a.
                    .map(|line| maker.some(3, &[(set, &[2, 1]), (line, &[2, 1, 0])]))
                    .collect::<Result<Vec<_>, _>>()?;
                let on = maker.any(&on)?;
                let earlier = maker.earlier(&on, 1)?;
                let option = |line: &Relation| maker.some(3, &[(line, &[0, 1, 2]), (&earlier[0], &[2, 1])]);
                lines.iter().map(option).collect()
            }
            Self::Rays { rays, block, .. } => {
                let all = if self.is_sorted() {
                    maker.combine(2, &[(set, &[0, 1]), (set, &[1, 0])], |at| at[0] || at[1])?
                } else {
                    set.clone()
                };
                let mut found = Vec::new();
                for ray in rays.rays() {
                    found.extend(along(ray, &all, *block, self.is_sorted(), maker)?);
                }
                Ok(found)
            }
        }
    }

    /// A bound of tables that are made in seconds. Words as long as the longest numbers of a table can be told apart.
    pub fn bound(&self) -> u32 {
        match self {
            Self::SharingNim => 1 << 16,
            // With blocking, each cell of the table is looked at.
            Self::Rays { block: 2.., .. } => 46_368,
            Self::Rays { .. } => 317_811,
        }
    }

    /// The positions (x, y) in normal form of a value with x and y below a bound.
    pub fn positions(&self, value: usize, bound: u32, room: Room<'_>) -> Result<Vec<(u64, u64)>, Error> {
        let stop = || {
            let is_over = room.deadline.check().is_err() || (room.stop)();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let of = wide(value);
        let members = match self {
            Self::SharingNim => sharing_nim::members(of, u64::from(bound) - 1, usize::MAX, &mut |_| stop()),
            Self::Rays { rays, block: block @ 2.., .. } => Board::fill(rays, *block, index(bound), &stop),
            Self::Rays { rays, .. } => {
                let game: Game = Arc::new(RayGame::new(rays.clone()));
                let (rows, budget) = (Extent::Rows(bound.into()), Budget::of_positions(room.bytes / 100));
                if rays.symmetric().is_some_and(Symmetric::is_narrow) {
                    by_rows(&game, of, rows, &mut |_| stop())
                } else {
                    by_rays(&game, of, rows, budget, &mut |_| stop())
                }
            }
        };
        // The time that is over is a limit.
        if members.is_err() {
            room.look(0, 0)?;
        }
        let mut members = members?;
        members.retain(|&(x, y)| x.max(y) < u64::from(bound));
        Ok(members)
    }

    /// Guesses the sets of the values 0 to `largest` from the positions below a bound, with up to `most` states, and proves them. Ends with the first that is not
    /// proved.
    ///
    /// # Errors
    /// When a limit is reached before any hypothesis is made, or the work is cancelled.
    pub fn learn(
        &self,
        largest: usize,
        bound: u32,
        most: usize,
        room: Room<'_>,
    ) -> Result<Vec<Found>, Error> {
        let mut known: Vec<Relation> = Vec::new();
        let mut outcomes = Vec::new();
        for value in 0..=largest {
            let sample = Sample::new(self.numeration(), bound, &self.positions(value, bound, room)?);
            let smaller: Vec<&Relation> = known.iter().collect();
            let found = self.one(&sample, &smaller, most, room)?;
            if let Found::Proved { set, .. } = &found {
                known.push(set.clone());
            }
            let is_open = matches!(found, Found::Open { .. });
            outcomes.push(found);
            if is_open {
                break;
            }
        }
        Ok(outcomes)
    }

    /// Tries continuations of more and more digits.
    fn one(
        &self,
        sample: &Sample,
        smaller: &[&Relation],
        most: usize,
        room: Room<'_>,
    ) -> Result<Found, Limit> {
        /// Digits of continuations. If states are not told apart by so many, the table is too small anyway.
        const DEEPEST: u32 = 20;
        /// Bytes of an automaton in the proof of a hypothesis.
        const MOST_BYTES: u64 = 1 << 26;
        let (mut states, mut last, mut wrong) = (0, 0, None);
        for depth in 1..=DEEPEST {
            last = depth;
            let dfa = match sample.guess(depth, most, room)? {
                Guess::Open(found) => {
                    // More digits tell more states apart, and leave shorter words.
                    states = found;
                    break;
                }
                Guess::Closed(dfa) => dfa,
            };
            states = dfa.states();
            if !sample.agrees(&dfa) {
                continue;
            }
            let Some(set) = Relation::new(self.numeration(), 2, &dfa, room)? else { continue };
            // The automata of a wrong hypothesis may be large without end.
            match self.check(smaller, &set, Room { bytes: room.bytes.min(MOST_BYTES), ..room }) {
                Ok(Err(found)) => wrong = Some(found),
                Ok(Ok(largest)) => return Ok(Found::Proved { set, depth, largest }),
                Err(Limit::Memory { .. }) if room.bytes > MOST_BYTES => {}
                Err(limit) => return Err(limit),
            }
        }
        Ok(Found::Open { states, depth: last, wrong })
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
