//! g-sequences of two-strip Star Nim by Algorithms 1, 2 and 3 of Farr and Ho, sec. 4.2 and 4.3, as the paper states them.
//!
//! The paper assumes g >= 1, takes T^0 from its Proposition 1, and the first member of a sequence, (0, g+1), from Lemma 3. Here
//! every sequence starts with that member, since step (2) alone would choose (0,0), which is not a position. From the second
//! member on the steps produce T^0 too.
//!
//! These algorithms are for study. [`Stream`](crate::sequence::Stream) is faster, and is tested against them.

use crate::mex::{mex, mex_from};
use crate::widths::wide;
use std::collections::BTreeSet;

/// Why step (2) skipped a second entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// (2a): it is already a second entry of the sequence.
    Column,
    /// (2b): the pair belongs to the sequence of this smaller value.
    Value(u64),
}

/// A member of a sequence, with the second entries that step (2) tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The first entry.
    pub x: u64,
    /// The second entry.
    pub y: u64,
    /// The second entries that were skipped, from x on.
    pub passed: Vec<(u64, Barred)>,
}

impl Found {
    /// The first member of the sequence of `value` (Lemma 3). Step (2) would skip the smaller second entries as members of other
    /// sequences.
    fn first(value: u64) -> Self {
        Self { x: 0, y: value + 1, passed: (0..value).map(|k| (k + 1, Barred::Value(k))).collect() }
    }

    /// Step (2) for the first entry `x`.
    fn search(x: u64, barred: impl Fn(u64) -> Option<Barred>) -> Self {
        let mut passed = Vec::new();
        let mut y = x;
        while let Some(why) = barred(y) {
            passed.push((y, why));
            y += 1;
        }
        Self { x, y, passed }
    }
}

/// Algorithm 1: keeps all members of all sequences up to its own. Member n takes at least time proportional to n.
///
/// ```
/// use grundy::star_nim::farr_ho::{Algorithm1, Barred};
/// // Example 3 of the paper.
/// let found = Algorithm1::new(3).nth(5).unwrap();
/// assert_eq!((found.x, found.y), (10, 12));
/// assert_eq!(found.passed, [(10, Barred::Value(0)), (11, Barred::Value(2))]);
/// ```
#[derive(Clone, Debug)]
pub struct Algorithm1 {
    sequences: Vec<Vec<(u64, u64)>>,
}

impl Algorithm1 {
    /// For the sequence of `value`.
    pub fn new(value: u64) -> Self {
        Self { sequences: (0..=value).map(|_| Vec::new()).collect() }
    }

    /// T^0, .., T^g so far.
    pub fn sequences(&self) -> &[Vec<(u64, u64)>] {
        &self.sequences
    }

    fn extend(&mut self, value: usize) -> Found {
        let (smaller, [own, ..]) = self.sequences.split_at(value) else { return Found::first(0) };
        let found = if own.is_empty() {
            Found::first(wide(value))
        } else {
            let x = mex(own.iter().flat_map(|&(x, y)| [x, y]));
            let behind = |sequence: &Vec<(u64, u64)>| sequence.last().is_none_or(|&(last, _)| last < x);
            if let Some(smallest) = smaller.iter().position(behind) {
                // Computes the data that step (2b) needs, then tries again.
                self.extend(smallest);
                return self.extend(value);
            }
            Found::search(x, |y| {
                let known = |sequence: &Vec<(u64, u64)>| sequence.iter().rev().any(|&pair| pair == (x, y));
                let column = own.iter().any(|&(_, other)| other == y).then_some(Barred::Column);
                column.or_else(|| (0..).zip(smaller).find(|(_, s)| known(s)).map(|(k, _)| Barred::Value(k)))
            })
        };
        self.sequences[value].push((found.x, found.y));
        found
    }
}

impl Iterator for Algorithm1 {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        Some(self.extend(self.sequences.len() - 1))
    }
}

/// The state of one sequence in Algorithm 2: T and Y of Definition 4.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column {
    /// The last member whose first entry is at most that of the main sequence. T is the set of its entries.
    pub last: (u64, u64),
    /// Y: the second entries so far that are at least the first entry of the last member.
    pub y: BTreeSet<u64>,
}

impl Column {
    /// T: the entries of the last member.
    pub fn t(&self) -> BTreeSet<u64> {
        BTreeSet::from([self.last.0, self.last.1])
    }

    /// Step (1): the first entry of the next member.
    fn next(&self) -> u64 {
        mex_from(self.last.0, self.t().into_iter().chain(self.y.iter().copied()))
    }

    /// Step (3).
    fn replace(&mut self, found: &Found) {
        self.last = (found.x, found.y);
        self.y = self.y.split_off(&found.x);
        self.y.insert(found.y);
    }
}

/// The state of Algorithm 2: a column for each value 0, .., g. It has at most (g^2 + 5g + 4)/2 numbers (Remark 8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(Vec<Column>);

impl State {
    /// The columns, by value.
    pub fn columns(&self) -> &[Column] {
        &self.0
    }

    /// The state with the first member of each sequence.
    fn first(value: u64) -> Self {
        Self((0..=value).map(|k| Column { last: (0, k + 1), y: BTreeSet::from([k + 1]) }).collect())
    }

    /// The next member of the sequence of the largest value. The smaller sequences follow row by row. So in each row the smaller
    /// ones are where step (2b) needs them: at their last member up to this row.
    fn advance(&mut self) -> Found {
        let own = self.0.len() - 1;
        let end = self.0[own].next();
        let mut last = None;
        for x in self.0[own].last.0 + 1..=end {
            for value in 0..=own {
                let (smaller, rest) = self.0.split_at_mut(value);
                if rest[0].next() == x {
                    let found = Found::search(x, |y| {
                        let column = rest[0].y.contains(&y).then_some(Barred::Column);
                        let known = |column: &Column| column.last == (x, y);
                        column.or_else(|| {
                            (0..).zip(smaller.iter()).find(|(_, c)| known(c)).map(|(k, _)| Barred::Value(k))
                        })
                    });
                    rest[0].replace(&found);
                    last = Some(found);
                }
            }
        }
        // The last member found in the last row belongs to the largest value.
        last.unwrap_or_else(|| Found::first(0))
    }

    /// b: the least number in any T.
    fn least(&self) -> u64 {
        self.0.iter().map(|column| column.last.0).min().unwrap_or(0)
    }

    fn translate_down(&mut self, by: u64) {
        for column in &mut self.0 {
            column.last = (column.last.0 - by, column.last.1 - by);
            column.y = column.y.iter().map(|y| y - by).collect();
        }
    }
}

/// Algorithm 2: keeps O(g^2) numbers.
///
/// ```
/// use grundy::star_nim::farr_ho::Algorithm2;
/// // Example 4 of the paper: after (7, 9), Y of the sequence itself is {8, 9}.
/// let mut algorithm = Algorithm2::new(3);
/// let found = algorithm.by_ref().nth(4).unwrap();
/// assert_eq!((found.x, found.y), (7, 9));
/// assert_eq!(algorithm.state().columns()[3].y, [8, 9].into());
/// ```
#[derive(Clone, Debug)]
pub struct Algorithm2 {
    value: u64,
    begun: bool,
    state: State,
}

impl Algorithm2 {
    /// For the sequence of `value`.
    pub fn new(value: u64) -> Self {
        Self { value, begun: false, state: State::first(value) }
    }

    /// The state after the last member.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl Iterator for Algorithm2 {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        Some(if std::mem::replace(&mut self.begun, true) {
            self.state.advance()
        } else {
            Found::first(self.value)
        })
    }
}

/// Algorithm 3: Algorithm 2 with all numbers relative to the least one in the state (Definition 5), which makes it a machine with
/// finitely many states. Its output is the difference y - x. Once a state recurs, the differences repeat for ever (Theorem 4).
///
/// ```
/// use grundy::star_nim::farr_ho::Algorithm3;
/// assert_eq!(Algorithm3::new(3).take(7).collect::<Vec<_>>(), [4, 2, 3, 2, 2, 2, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Algorithm3 {
    begun: bool,
    state: State,
    origin: u64,
}

impl Algorithm3 {
    /// For the sequence of `value`.
    pub fn new(value: u64) -> Self {
        Self { begun: false, state: State::first(value), origin: 0 }
    }

    /// T' and Y' after the last member. They determine all further differences.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The total subtracted so far: the sum of the b of Definition 5. It is not part of the state.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// The last member, computed from the origin and the state.
    pub fn member(&self) -> (u64, u64) {
        let (x, y) = self.state.0.last().map_or((0, 0), |column| column.last);
        (self.origin + x, self.origin + y)
    }
}

impl Iterator for Algorithm3 {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if std::mem::replace(&mut self.begun, true) {
            self.state.advance();
            let least = self.state.least();
            self.state.translate_down(least);
            self.origin += least;
        }
        let (x, y) = self.member();
        Some(y - x)
    }
}
