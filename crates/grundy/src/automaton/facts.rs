//! What follows from the automaton of a value of Wythoff's game, by deciding it: where the n-th position is, exactly.
//!
//! The positions (x, y), x <= y, of a value are numbered by their rows: position n has n smaller rows with such a position. Let s(x) be the number whose
//! Zeckendorf digits are those of x followed by a 0, and r(x) = s(x) - x. The number n of row x is r(x) + c(x), where c has few values. An automaton with output for c is guessed, and proved by
//! induction: c(0) = 0, and c(x+1) - c(x) is what it should be for every x. docs/automata.md has the argument.

use super::dfa::{Dfa, NONE};
use super::golden::Golden;
use super::numeration::{Numeration, Symbol};
use super::offsets::{Weights, distances, range};
use super::prove::Value;
use super::relation::Relation;
use super::room::Room;
use super::windows::Windows;
use crate::error::Limit;
use crate::widths::{index, low};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

const ZECKENDORF: Numeration = Numeration::ZECKENDORF;

/// Exact ranges. Every integer of a set occurs, and no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// y - s(x).
    pub offsets: BTreeSet<i32>,
    /// The greatest lower and the least upper bound of y - φx.
    pub distances: (Golden, Golden),
    /// n - r(x): how many rows before x have a position with x <= y.
    pub counts: BTreeSet<i32>,
    /// (y - x) - n: the difference of the n-th position.
    pub differences: BTreeSet<i32>,
    /// x - ⌊φn⌋: how far its row is from that of the n-th position of value 0.
    pub rows: BTreeSet<i32>,
    /// y - ⌊φ²n⌋: the same for its larger number.
    pub columns: BTreeSet<i32>,
    /// States of the least automaton of the pairs (n, x).
    pub numbered: usize,
    /// Whether each number is the smaller or the larger one of exactly one position, and each difference that of exactly one.
    pub each_once: bool,
}

/// c(x), by an automaton with output.
struct Counter {
    next: Vec<[u32; 2]>,
    output: Vec<i32>,
}

impl Counter {
    /// Guesses the automaton. States are told apart by the state of `rows`, which accepts the rows of positions x <= y, and by c of the words followed by zeros.
    fn guess(
        windows: &Windows,
        value: usize,
        rows: &Dfa,
        zeros: usize,
        room: Room<'_>,
    ) -> Result<Option<Self>, Limit> {
        /// Digits of the longest words: their numbers fit 128 bits.
        const LONGEST: usize = 150;
        type Word = (u128, u128, u8);
        let longer = |(p, q, _): Word, digit: u8| (p + q + u128::from(digit), p + u128::from(digit), digit);
        let count = |(p, q, _): Word| {
            // r(x): the same digits, one place down; q counts the last digit as 1.
            let n = windows.rows(p, p + 1).before(value);
            i32::try_from(i128::try_from(n).ok()? - i128::try_from(q).ok()?).ok()
        };
        let signature = |state: u32, word: Word| {
            let mut at = word;
            let mut counts = Vec::with_capacity(zeros + 1);
            for _ in 0..=zeros {
                counts.push(count(at)?);
                at = longer(at, 0);
            }
            Some((state, word.2, counts))
        };
        let mut counter = Self { next: Vec::new(), output: Vec::new() };
        let mut states = FxHashMap::default();
        let mut words: Vec<(Word, u32, usize)> = vec![((0, 0, 0), 0, 0)];
        let Some(first) = signature(0, (0, 0, 0)) else { return Ok(None) };
        states.insert(first, 0_u32);
        while let Some(&(word, state, length)) = words.get(counter.next.len()) {
            room.look(counter.next.len(), words.len() * (128 + 8 * zeros))?;
            if length + zeros > LONGEST {
                return Ok(None);
            }
            let Some(output) = count(word) else { return Ok(None) };
            counter.output.push(output);
            let mut next = [NONE; 2];
            for digit in [0_u8, 1] {
                if digit == 1 && word.2 == 1 {
                    continue;
                }
                let (after, to) = (longer(word, digit), rows.step(state, digit));
                let Some(found) = signature(to, after) else { return Ok(None) };
                next[usize::from(digit)] = *states.entry(found).or_insert_with(|| {
                    words.push((after, to, length + 1));
                    low(words.len() - 1)
                });
            }
            counter.next.push(next);
        }
        Ok(Some(counter))
    }

    fn step(&self, state: u32, digit: Symbol) -> u32 {
        if state == NONE { NONE } else { self.next[index(state)][usize::from(digit)] }
    }

    /// All values of c. Every state is reached by some x.
    fn counts(&self) -> BTreeSet<i32> {
        self.output.iter().copied().collect()
    }

    /// Proves by induction that the output is n - r(x) for every x.
    fn is_right(&self, rows: &Dfa, room: Room<'_>) -> Result<bool, Limit> {
        let next = Relation::linear(ZECKENDORF, &[-1, 1], 1, room)?;
        // Tracks x and x + 1. The last two are r(x+1) - r(x) of the digits so far, and the same with every digit moved one place down.
        let wrong = Dfa::search(
            room,
            4,
            1,
            (0_u32, 0_u32, 0_u32, 0_u32, 0_i32, 0_i32),
            |&(pair, one, other, row, p, q), symbol| {
                let pair = next.dfa().step(pair, symbol);
                let (x, y) = (symbol & 1, symbol >> 1);
                let e = i32::from(y) - i32::from(x);
                let after = (pair, self.step(one, x), self.step(other, y), rows.step(row, x), p + q + e, p);
                (pair != NONE).then_some(after)
            },
            |&(pair, one, other, row, p, _)| {
                if !next.dfa().accepts(pair) {
                    return false;
                }
                if one == NONE || other == NONE {
                    return true;
                }
                let change = self.output[index(other)] - self.output[index(one)];
                change != i32::from(rows.accepts(row)) - p
            },
        )?;
        Ok(self.step(0, 0) == 0 && self.output[0] == 0 && wrong.words.is_empty())
    }

    /// The pairs (n, x) such that n rows before x have positions with x <= y.
    fn numbered(&self, counts: &BTreeSet<i32>, room: Room<'_>) -> Result<Relation, Limit> {
        // (x, z) with z = s(x): each digit of x is that of z one place higher, and the last digit of z is 0.
        let shifted = Dfa::explore(
            room,
            4,
            0_u8,
            |_| 0,
            |&last, symbol| {
                let z = symbol >> 1;
                (symbol & 1 == last && last & z == 0).then_some(z)
            },
            |&last| last == 0,
        )?;
        let shifted = Relation::new(ZECKENDORF, 2, &shifted, room)?;
        let shifted = shifted.map_or_else(|| Relation::linear(ZECKENDORF, &[1, 1], -1, room), Ok)?;
        // For each c, the pairs (n, x) with n + x - s(x) = c. They are few and alike, so that their product with the counter is small.
        let mut differences = Vec::new();
        for &count in counts {
            let linear = Relation::linear(ZECKENDORF, &[1, 1, -1], count, room)?;
            let parts: &[(&Relation, &[u32])] = &[(&linear, &[0, 1, 2]), (&shifted, &[1, 2])];
            let all = Relation::combined(ZECKENDORF, 3, parts, |at| at[0] && at[1], room)?;
            differences.push((count, all.exists(2, room)?));
        }
        let dfa = Dfa::explore(
            room,
            4,
            (0_u32, vec![0_u32; differences.len()].into_boxed_slice()),
            |(_, states)| 4 * states.len(),
            |(state, states), symbol| {
                let state = self.step(*state, symbol >> 1);
                let steps = states.iter().zip(&differences);
                let states: Box<[u32]> =
                    steps.map(|(&at, (_, pairs))| pairs.dfa().step(at, symbol)).collect();
                let goes_on = state != NONE && states.iter().any(|&at| at != NONE);
                goes_on.then_some((state, states))
            },
            |(state, states)| {
                let output = self.output[index(*state)];
                let is_accepted = |(&at, (count, pairs)): (&u32, &(i32, Relation))| {
                    *count == output && pairs.dfa().accepts(at)
                };
                states.iter().zip(&differences).any(is_accepted)
            },
        )?;
        let numbered = Relation::new(ZECKENDORF, 2, &dfa, room)?;
        numbered.map_or_else(|| Relation::linear(ZECKENDORF, &[1, 1], -1, room), Ok)
    }
}

/// Finds and proves the automaton with output for the count of a value.
fn counter(values: &[Dfa], rows: &Dfa, room: Room<'_>) -> Result<Option<Counter>, Limit> {
    /// Zeros that tell states of the counter apart: more and more of them.
    const ZEROS: [usize; 4] = [4, 8, 16, 32];
    let windows = Windows::new(values.len() - 1);
    for zeros in ZEROS {
        let guess = Counter::guess(&windows, values.len() - 1, rows, zeros, room)?;
        if let Some(counter) = guess
            && counter.is_right(rows, room)?
        {
            return Ok(Some(counter));
        }
    }
    Ok(None)
}

/// The pairs (n, x) such that n rows before x have positions x <= y of the last of these proved values, and row x has one. Nothing if the count is not found.
///
/// # Errors
/// When a limit is reached.
pub fn numbered(values: &[Dfa], room: Room<'_>) -> Result<Option<Relation>, Limit> {
    let Some(last) = values.last() else { return Ok(None) };
    let rows = last.projected(room, 2, |symbol| symbol & 1)?.minimised(room)?;
    let Some(counter) = counter(values, &rows, room)? else { return Ok(None) };
    let all = counter.numbered(&counter.counts(), room)?;
    let Some(rows) = Relation::new(ZECKENDORF, 1, &rows, room)? else { return Ok(None) };
    let parts: &[(&Relation, &[u32])] = &[(&all, &[0, 1]), (&rows, &[1])];
    Ok(Some(Relation::combined(ZECKENDORF, 2, parts, |at| at[0] && at[1], room)?))
}

/// The facts of a proved value, given the automata of the values up to it. Nothing if some range is not bounded, or the count is not found.
///
/// # Errors
/// When a limit is reached.
pub fn facts(values: &[Dfa], room: Room<'_>) -> Result<Option<Facts>, Limit> {
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return Ok(None) };
    let (Ok(first), Ok(value)) = (Value::new(first, room)?, Value::new(last, room)?) else { return Ok(None) };
    let each_once = value.find_missing(room)?.is_empty();
    let rows = value.upper.projected(room, 2, |symbol| symbol & 1)?.minimised(room)?;
    let Some(counter) = counter(values, &rows, room)? else { return Ok(None) };
    let counts = counter.counts();
    let numbered = counter.numbered(&counts, room)?;
    let relation = |dfa: &Dfa| Relation::new(ZECKENDORF, 2, dfa, room);
    let (Some(upper), Some(zero)) = (relation(&value.upper)?, relation(&first.diagonal)?) else {
        return Ok(None);
    };
    // Tracks n, x, y, and the row a of the n-th position of value 0.
    let parts: &[(&Relation, &[u32])] = &[(&numbered, &[0, 1]), (&upper, &[1, 2]), (&zero, &[0, 3])];
    let all = Relation::combined(ZECKENDORF, 4, parts, |at| at[0] && at[1] && at[2], room)?;
    let plain = |factors: &[i32]| range(all.dfa(), &Weights::of(factors), room);
    let (Some(distances), Some(offsets), Some(differences), Some(rows), Some(columns)) = (
        distances(upper.dfa(), room)?,
        range(upper.dfa(), &Weights::offset(), room)?,
        plain(&[-1, -1, 1, 0])?,
        plain(&[0, 1, 0, -1])?,
        plain(&[-1, 0, 1, -1])?,
    ) else {
        return Ok(None);
    };
    Ok(Some(Facts {
        offsets,
        distances,
        counts,
        differences,
        rows,
        columns,
        numbered: numbered.states(),
        each_once,
    }))
}
