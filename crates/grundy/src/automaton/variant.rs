//! Games whose P-positions or small values may be automatic: Sharing Nim in base 2, and Wythoff's game with other ends, holes or blocking in Zeckendorf
//! representation. docs/automata.md has the proof that the equation which is decided here determines the positions of a value.

use super::board::Board;
use super::numeration::Numeration;
use super::relation::Relation;
use super::room::Room;
use super::sample::{Guess, Sample};
use crate::error::{Error, Limit};
use crate::sharing_nim;
use crate::widths::{index, place};
use dashu_int::UBig;
use std::ops::ControlFlow;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Three piles of Sharing Nim: positions (0, a, b) with 2a <= b.
    SharingNim,
    /// A queen that moves along rows, columns and diagonals towards 0, as in Wythoff's game.
    Queen {
        /// The game is over at the positions with x + y up to this.
        terminal: Option<u32>,
        /// Squares that are no positions; with (x, y), (y, x) is one.
        holes: Vec<(u32, u32)>,
        /// The previous player may block one option fewer than this.
        block: usize,
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

/// Relations over pairs, made one after another; the largest one is remembered.
struct Maker<'r> {
    numeration: Numeration,
    room: Room<'r>,
    largest: usize,
}

impl Maker<'_> {
    fn seen(&mut self, relation: Relation) -> Relation {
        self.largest = self.largest.max(relation.states());
        relation
    }

    fn combine(
        &mut self,
        tracks: u32,
        parts: &[(&Relation, &[u32])],
        holds: impl Fn(&[bool]) -> bool,
    ) -> Result<Relation, Limit> {
        let made = Relation::combined(self.numeration, tracks, parts, holds, self.room)?;
        Ok(self.seen(made))
    }

    /// There is a number on the last of so many tracks such that all these hold.
    fn some(&mut self, tracks: u32, parts: &[(&Relation, &[u32])]) -> Result<Relation, Limit> {
        let all = self.combine(tracks, parts, |holds| holds.iter().all(|&holds| holds))?;
        let made = all.exists(tracks - 1, self.room)?;
        Ok(self.seen(made))
    }

    fn linear(&self, factors: &[i32], constant: i32) -> Result<Relation, Limit> {
        Relation::linear(self.numeration, factors, constant, self.room)
    }

    /// For each m from 1 to `most`, the pairs (s, t) such that the set has at least m members (s, t') with t' < t.
    fn earlier(&mut self, set: &Relation, most: usize) -> Result<Vec<Relation>, Limit> {
        let less = Relation::less(self.numeration, self.room)?;
        let mut found: Vec<Relation> = Vec::new();
        for _ in 0..most {
            let mut parts: Vec<(&Relation, &[u32])> = vec![(set, &[0, 2]), (&less, &[2, 1])];
            parts.extend(found.last().map(|fewer| (fewer, &[0_u32, 2][..])));
            found.push(self.some(3, &parts)?);
        }
        Ok(found)
    }
}

impl Variant {
    /// The numeration system in which its positions are read.
    pub fn numeration(&self) -> Numeration {
        match self {
            Self::SharingNim => Numeration::Base(2),
            Self::Queen { .. } => Numeration::Zeckendorf,
        }
    }

    /// Options that must be in a set, at least, for a position to be outside it.
    fn block(&self) -> usize {
        if let Self::Queen { block, .. } = self { *block } else { 1 }
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
        // Positions in normal form, those of them that the game is over at, and holes.
        let normal = match self {
            Self::SharingNim => maker.linear(&[2, -1, 1], 0)?.exists(2, room)?,
            Self::Queen { .. } => maker.linear(&[1, -1, 1], 0)?.exists(2, room)?,
        };
        let none = maker.linear(&[1, 1], -1)?;
        let (terminal, holes) = match self {
            Self::Queen { terminal, holes, .. } => (
                terminal.map_or(Ok(none.clone()), |k| {
                    maker.linear(&[1, 1, 1], i32::try_from(k).unwrap_or(i32::MAX))?.exists(2, room)
                })?,
                holes.iter().try_fold(none, |holes, &(x, y)| {
                    let point = |number: u32| maker.linear(&[1], i32::try_from(number).unwrap_or(i32::MAX));
                    let (x, y) = (point(x)?, point(y)?);
                    maker.combine(2, &[(&holes, &[0, 1]), (&x, &[0]), (&y, &[1])], |at| {
                        at[0] || at[1] && at[2]
                    })
                })?,
            ),
            Self::SharingNim => (none.clone(), none),
        };
        let outside = maker.combine(2, &[(set, &[0, 1]), (&normal, &[0, 1])], |at| at[0] && !at[1])?;
        if !outside.is_empty() {
            return Ok(Err(Wrong::Form));
        }
        let options = self.options(set, &mut maker)?;
        // The equation: a position is in the set exactly if it is not in a smaller one and has too few options in the set, or none because the game is over.
        let pair: &[u32] = &[0, 1];
        let mut parts: Vec<(&Relation, &[u32])> =
            vec![(set, pair), (&normal, pair), (&terminal, pair), (&holes, pair)];
        parts.extend(smaller.iter().map(|smaller| (*smaller, pair)));
        let before = parts.len();
        parts.extend(options.iter().map(|(relation, tracks)| (relation, &tracks[..])));
        let block = self.block();
        let is_right = |at: &[bool]| {
            let count = at[before..].iter().filter(|&&has| has).count();
            let belongs = !at[3] && !at[4..before].contains(&true) && (at[2] || count < block);
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
    fn options(&self, set: &Relation, maker: &mut Maker<'_>) -> Result<Vec<(Relation, [u32; 2])>, Limit> {
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
                let pair: &[u32] = &[0, 1];
                let parts: Vec<(&Relation, &[u32])> = on.iter().map(|on| (on, pair)).collect();
                let on = maker.combine(2, &parts, |at| at.contains(&true))?;
                let earlier = maker.earlier(&on, 1)?;
                let option = |line: &Relation| {
                    let made = maker.some(3, &[(line, &[0, 1, 2]), (&earlier[0], &[2, 1])])?;
                    Ok((made, [0, 1]))
                };
                lines.iter().map(option).collect()
            }
            Self::Queen { block, .. } => {
                let both = maker.combine(2, &[(set, &[0, 1]), (set, &[1, 0])], |at| at[0] || at[1])?;
                let sum = maker.linear(&[1, 1, -1], 0)?;
                // Tracks d, x and y.
                let diagonal = maker.some(3, &[(&sum, &[0, 1, 2]), (set, &[1, 2])])?;
                let mut found = Vec::new();
                for row in maker.earlier(&both, *block)? {
                    found.extend([(row.clone(), [0, 1]), (row, [1, 0])]);
                }
                for diagonal in maker.earlier(&diagonal, *block)? {
                    // Tracks x, y and d.
                    let option = maker.some(3, &[(&sum, &[2, 0, 1]), (&diagonal, &[2, 0])])?;
                    found.push((option, [0, 1]));
                }
                Ok(found)
            }
        }
    }

    /// The positions (x, y) of the values 0 to `largest` with y below a bound: for each value and each y the x.
    pub fn positions(&self, largest: usize, bound: u32, room: Room<'_>) -> Result<Vec<Vec<Vec<u64>>>, Error> {
        let columns = index(bound);
        let mut found = vec![vec![Vec::new(); columns]; largest + 1];
        match self {
            Self::SharingNim => {
                for (value, found) in (0_u64..).zip(&mut found) {
                    let members = sharing_nim::members(value, u64::from(bound) - 1, usize::MAX, &mut |_| {
                        if (room.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })?;
                    for (a, b) in members {
                        found[place(b)].push(a);
                    }
                }
            }
            Self::Queen { terminal, holes, block } => {
                let mut board = Board::new(largest, columns);
                for x in 0..columns {
                    room.look(0, 0)?;
                    let end = terminal.map_or(0, |k| (index(k) + 1).saturating_sub(x).min(columns));
                    // Where the game is over, the value is 0.
                    (x..end).for_each(|y| board.put(0, x, y));
                    let is_hole = |y: usize| {
                        let is = |&(p, q): &(u32, u32)| {
                            (index(p), index(q)) == (x, y) || (index(p), index(q)) == (y, x)
                        };
                        holes.iter().any(is)
                    };
                    if *block == 1 {
                        board.first_of_row(x, end.max(x), is_hole);
                    } else {
                        board.all_of_row(x, end.max(x), *block, is_hole);
                    }
                }
                found = board.found;
            }
        }
        Ok(found)
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
        for columns in self.positions(largest, bound, room)? {
            let sample = Sample::new(self.numeration(), columns);
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
