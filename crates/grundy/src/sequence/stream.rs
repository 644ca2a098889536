//! The g-sequences of all values up to one, computed together, row by row.
//!
//! Let a game be symmetric in its two numbers, let the larger number be lowered at will, and let a g-position bar others
//! of its value along its row, perhaps its column, perhaps its diagonal. Suppose rows below p are done and, in row p, values below g.
//! If p is the larger number of an earlier g-position, then its mirror image stands in row p, left of the diagonal, and bars the
//! rest of the row. If not, no cell left of the diagonal has value g (it would be the mirror image of a cell in an
//! earlier row), so the first cell (p, p+d) that no smaller value has taken, and that no earlier g-position
//! reaches along a column or a diagonal, has no option of value g, and options of all smaller values: had it none of
//! value h < g, then it would have been free for h when h chose its cell in row p, or h chose one further left, which is
//! an option. So its value is g.
//!
//! With diagonals alone this is Algorithm RWSG (Gu, sec. 2.1), for R-Wythoff; with columns and diagonals it is Algorithm WSG of
//! Blass and Fraenkel, for Wythoff's game, on which Gu modelled his; with columns alone it is Algorithm 1 of Farr and Ho, for
//! Star Nim, in which (0,0) is no position.
//!
//! A row costs a small constant for each value. The state holds the second entries that lie ahead.

use super::shape;
use super::window::Window;
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::ruleset::Game;
use crate::table::Progress;
use crate::widths::wide;
use std::ops::ControlFlow;

/// One position (x, y), `x <= y`, of a g-sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The value of the position.
    pub value: u64,
    /// Its index in the sequence, from 0.
    pub index: u64,
    /// The smaller number.
    pub x: u64,
    /// The larger number.
    pub y: u64,
}

/// Statistics of a g-sequence up to the current row: the constants of Gu's conjectures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of members.
    pub members: u64,
    /// The number of members whose second entry occurred before: C of Gu's Proposition 5.
    pub repeats: u64,
    /// The number of members n that do not lie on diagonal n: W.
    pub wrong: u64,
    /// The least index from which on every member n lies on diagonal n: M of Gu's Conjecture 2.
    pub settled: u64,
}

impl Tally {
    /// Counts the next member, on diagonal `d`.
    pub(crate) fn count(&mut self, d: u64, repeat: bool) {
        if d != self.members {
            self.wrong += 1;
            self.settled = self.members + 1;
        }
        self.members += 1;
        self.repeats += u64::from(repeat);
    }
}

/// The sequence of one value up to the current row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lane {
    tally: Tally,
    /// Second entries from the next row on.
    ahead: Window,
    /// Diagonals in use; empty for games without diagonals.
    used: Window,
}

/// Algorithms RWSG, WSG and their like: the g-sequences of all values up to one, row by row.
///
/// ```
/// use grundy::sequence::Stream;
/// let mut stream = Stream::of(&grundy::game("r-wythoff")?, 1)?;
/// let ones = stream.members().filter(|member| member.value == 1).map(|member| (member.x, member.y));
/// assert_eq!(ones.take(4).collect::<Vec<_>>(), [(0, 1), (2, 2), (3, 6), (4, 6)]);
/// # Ok::<(), grundy::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    shape: Symmetric,
    row: u64,
    lanes: Vec<Lane>,
    /// The second entries of this row so far.
    taken: Vec<u64>,
}

/// Marks the bytes of a [`Stream`].
const KIND: u64 = 1;
const VERSION: u64 = 1;

/// Rows between progress callbacks.
const WATCHED_ROWS: u64 = 1 << 14;

impl Stream {
    /// Upper limit on the value: a row costs up to its square.
    pub const LARGEST: u64 = 10_000;

    /// All sequences of values `0..=largest` of a game, before the first row.
    ///
    /// # Errors
    /// When the game has no g-sequences that can be computed row by row, or the value is too large.
    pub fn of(game: &Game, largest: u64) -> Result<Self, InputError> {
        let shape = shape(game)?;
        if !shape.is_narrow() {
            let message = format!("the sequences of {} are not made row by row", game.name());
            return Err(InputError::whole(message).hint("they are made by the definition"));
        }
        Self::new(shape, largest)
    }

    /// All sequences of values `0..=largest` of a shape with lines 1 wide.
    ///
    /// # Errors
    /// When the value is too large.
    pub fn new(shape: Symmetric, largest: u64) -> Result<Self, InputError> {
        debug_assert!(shape.is_narrow(), "{shape:?}");
        if largest > Self::LARGEST {
            let message = format!("sequences row by row go up to value {}", Self::LARGEST);
            return Err(InputError::whole(message).hint("choose a smaller value"));
        }
        let lane = Lane { tally: Tally::default(), ahead: Window::default(), used: Window::default() };
        Ok(Self { shape, row: 0, lanes: (0..=largest).map(|_| lane.clone()).collect(), taken: Vec::new() })
    }

    /// The next row.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// The statistics of the sequence of `value` up to here.
    pub fn tally(&self, value: u64) -> Option<Tally> {
        self.lanes.get(usize::try_from(value).ok()?).map(|lane| lane.tally)
    }

    /// The least diagonal that some sequence has not used yet.
    pub(crate) fn lowest_diagonal(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.used.next_free(0)).min().unwrap_or(0)
    }

    /// Computes the next row, and gives its members to `visit` by increasing value.
    pub fn step(&mut self, mut visit: impl FnMut(Member)) {
        let x = self.row;
        let Symmetric { hole, both: columns, .. } = self.shape;
        let diagonals = self.shape.has_diagonals();
        for (value, lane) in (0..).zip(&mut self.lanes) {
            if lane.ahead.contains(x) {
                continue;
            }
            let mut y = x + u64::from(hole && x == 0);
            loop {
                if diagonals {
                    y = x + lane.used.next_free(y - x);
                }
                if !(self.taken.contains(&y) || columns && lane.ahead.contains(y)) {
                    break;
                }
                y += 1;
            }
            visit(Member { value, index: lane.tally.members, x, y });
            self.taken.push(y);
            if diagonals {
                lane.used.insert(y - x);
                lane.used.tighten();
            }
            let new = lane.ahead.insert(y);
            lane.tally.count(y - x, !new);
        }
        self.taken.clear();
        self.row += 1;
        self.lanes.iter_mut().for_each(|lane| lane.ahead.forget_below(self.row));
    }

    /// Computes all rows below `rows`, and gives their members to `visit`. Ends early when `watch` returns `Break`.
    pub fn advance(
        &mut self,
        rows: u64,
        mut visit: impl FnMut(Member),
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while self.row < rows {
            self.step(&mut visit);
            if self.row.is_multiple_of(WATCHED_ROWS) {
                watch(Progress { done: self.row, total: rows })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All members from the next row on, by rows and then by values. The state is that of the last row begun: an iterator dropped within
    /// a row loses the rest of that row.
    pub fn members(&mut self) -> impl Iterator<Item = Member> + '_ {
        std::iter::repeat_with(move || {
            let mut row = Vec::with_capacity(self.lanes.len());
            self.step(|member| row.push(member));
            row
        })
        .flatten()
    }

    /// The state as bytes, for [`Stream::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(KIND, VERSION);
        let Symmetric { hole, both, .. } = self.shape;
        writer.numbers([hole, both, self.shape.has_diagonals()].map(u64::from));
        writer.number(self.row);
        writer.number(u64::try_from(self.lanes.len()).unwrap_or(u64::MAX));
        for lane in &self.lanes {
            let Tally { members, repeats, wrong, settled } = lane.tally;
            writer.numbers([members, repeats, wrong, settled]);
            for window in [&lane.ahead, &lane.used] {
                let (base, words) = window.parts();
                writer.number(base);
                writer.list(words);
            }
        }
        writer.finish()
    }

    /// Restores the state that [`Stream::to_bytes`] stored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        let mut reader = Reader::new(bytes, KIND, VERSION)?;
        let mut flag = || match reader.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(BadState("a flag is neither 0 nor 1")),
        };
        let shape = Symmetric { hole: flag()?, both: flag()?, a: u64::from(flag()?), b: 1 };
        let row = reader.number()?;
        let count = reader.number()?;
        if count == 0 || count > Self::LARGEST + 1 {
            return Err(BadState("the number of values is out of range"));
        }
        let mut lanes = Vec::new();
        for _ in 0..count {
            let tally = tally_from(&mut reader, row)?;
            let mut window = || {
                let (base, words) = (reader.number()?, reader.list()?);
                Window::from_parts(base, words).ok_or(BadState("a window is out of place"))
            };
            let (ahead, used) = (window()?, window()?);
            // An untouched window has its base at 0; others begin with the word of the next row.
            if ahead.parts().0 != row - row % 64 || shape.has_diagonals() && used.len() != tally.members {
                return Err(BadState("a sequence contradicts itself"));
            }
            lanes.push(Lane { tally, ahead, used });
        }
        reader.finish()?;
        Ok(Self { shape, row, lanes, taken: Vec::new() })
    }
}

/// Reads the statistics of a sequence of `row` rows.
pub(crate) fn tally_from(reader: &mut Reader<'_>, row: u64) -> Result<Tally, BadState> {
    let tally = Tally {
        members: reader.number()?,
        repeats: reader.number()?,
        wrong: reader.number()?,
        settled: reader.number()?,
    };
    let Tally { members, repeats, wrong, settled } = tally;
    if members > row || repeats > members || wrong > settled || settled > members {
        return Err(BadState("its counts contradict each other"));
    }
    Ok(tally)
}

/// The end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// After so many members.
    Count(usize),
    /// All members (x, y) with x below this.
    Rows(u64),
}

impl Extent {
    /// The progress with `found` members, before row `row`.
    pub(super) fn progress(self, found: usize, row: u64) -> Progress {
        match self {
            Self::Count(count) => Progress { done: wide(found), total: wide(count) },
            Self::Rows(rows) => Progress { done: row, total: rows },
        }
    }
}

/// The positions (x, y), `x <= y`, of value `value`, by increasing x, row by row for all smaller values too.
///
/// ```
/// use grundy::sequence::{Extent, by_rows};
/// let wythoff = grundy::game("wythoff")?;
/// let found = by_rows(&wythoff, 1, Extent::Rows(5), &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(found, [(0, 1), (2, 2), (3, 6), (4, 8)]);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn by_rows(
    game: &Game,
    value: u64,
    extent: Extent,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    let mut stream = Stream::of(game, value)?;
    let mut found = Vec::new();
    loop {
        let progress = extent.progress(found.len(), stream.row());
        if progress.done >= progress.total {
            return Ok(found);
        }
        if stream.row().is_multiple_of(WATCHED_ROWS) && watch(progress).is_break() {
            return Err(Error::Cancelled);
        }
        stream.step(|member| {
            if member.value == value {
                found.push((member.x, member.y));
            }
        });
    }
}
