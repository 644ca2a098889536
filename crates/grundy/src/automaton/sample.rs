//! Guesses the automaton of a set of pairs from its members up to a bound. Nothing is proved here.
//!
//! States are words, and two words lead to one state if the same continuations up to a depth are members.

use super::dfa::{Dfa, NONE};
use super::numeration::{Numeration, Symbol};
use super::room::Room;
use crate::error::Limit;
use crate::widths::{index, low, place};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

/// The members (x, y) of a set with y below a bound.
pub struct Sample {
    numeration: Numeration,
    /// The x of each y, in increasing order.
    columns: Vec<Vec<u64>>,
    /// Words of so many digits are below the bound.
    digits: u32,
}

/// How guessing ended.
pub enum Guess {
    /// A hypothesis.
    Closed(Dfa),
    /// So many states were found before the words became too long, or the states too many.
    Open(usize),
}

/// One track of a word: its number p, the same with each digit moved one place down, and the last digit.
type Track = (u64, u64, u8);

impl Sample {
    /// The members among pairs (x, y) with y below the number of columns.
    pub fn new(numeration: Numeration, columns: Vec<Vec<u64>>) -> Self {
        let bound = u64::try_from(columns.len()).unwrap_or(u64::MAX);
        let digits = (0..64).find(|&more| block(numeration, (0, 0, 0), more + 1).1 > bound).unwrap_or(0);
        Self { numeration, columns, digits }
    }

    /// The members of a block of continuations, as places in it.
    fn signature(&self, tracks: [Track; 2], depth: u32) -> Vec<(u32, u64, u64)> {
        let mut found = Vec::new();
        for more in 0..=depth {
            let [x, y] = tracks.map(|track| block(self.numeration, track, more));
            for column in y.0..y.1 {
                let Some(members) = self.columns.get(place(column)) else { break };
                let inside = members.iter().filter(|member| (x.0..x.1).contains(member));
                found.extend(inside.map(|member| (more, member - x.0, column - y.0)));
            }
        }
        found
    }

    /// The automaton of words with equal continuations of up to `depth` digits. Words that nothing is accepted after are dead.
    pub fn guess(&self, depth: u32, most: usize, room: Room<'_>) -> Result<Guess, Limit> {
        let numeration = self.numeration;
        let first = [(0, 0, 0); 2];
        let mut states = FxHashMap::default();
        states.insert(self.signature(first, depth), 0_u32);
        let mut words = vec![(first, 0_u32)];
        let (mut next, mut accepts): (Vec<u32>, Vec<bool>) = (Vec::new(), Vec::new());
        while let Some(&(tracks, length)) = words.get(accepts.len()) {
            room.look(accepts.len(), words.len() * (64 << depth.min(20)))?;
            if words.len() > most || length + 1 + depth > self.digits {
                return Ok(Guess::Open(words.len()));
            }
            let [x, y] = [tracks[0].0, tracks[1].0];
            accepts.push(self.columns.get(place(y)).is_some_and(|members| members.contains(&x)));
            for symbol in (0..numeration.symbols(2)).map_while(|symbol| Symbol::try_from(symbol).ok()) {
                let digits = [0, 1].map(|track| numeration.digit(symbol, track));
                let fits = (0..2).all(|track| numeration.follows(tracks[track].2, digits[track]));
                let after = [0, 1].map(|track| longer(numeration, tracks[track], digits[track]));
                let signature = if fits { self.signature(after, depth) } else { Vec::new() };
                next.push(if signature.is_empty() {
                    NONE
                } else {
                    *states.entry(signature).or_insert_with(|| {
                        words.push((after, length + 1));
                        low(words.len() - 1)
                    })
                });
            }
        }
        Ok(Dfa::new(numeration.symbols(2), next, accepts).map_or(Guess::Open(0), Guess::Closed))
    }
}

impl Sample {
    /// Whether an automaton accepts exactly the members, among words below the bound.
    pub fn agrees(&self, dfa: &Dfa) -> bool {
        let bound = block(self.numeration, (0, 0, 0), self.digits).1;
        let mut members = 0_u64;
        for (y, column) in (0..bound).zip(&self.columns) {
            for &x in column {
                if !dfa.has(self.numeration.word(&[UBig::from(x), UBig::from(y)])) {
                    return false;
                }
                members += 1;
            }
        }
        // All members are accepted. If the number of accepted words is right, nothing else is.
        let mut counts = vec![0_u64; dfa.states()];
        counts[0] = 1;
        for _ in 0..self.digits {
            let mut longer = vec![0_u64; counts.len()];
            for (state, &count) in (0..).zip(&counts).filter(|&(_, &count)| count > 0) {
                let symbols = (0..dfa.symbols()).map_while(|symbol| Symbol::try_from(symbol).ok());
                for next in symbols.map(|symbol| dfa.step(state, symbol)).filter(|&next| next != NONE) {
                    longer[index(next)] = longer[index(next)].saturating_add(count);
                }
            }
            counts = longer;
        }
        let accepted = (0..).zip(&counts).filter(|&(state, _)| dfa.accepts(state));
        accepted.map(|(_, &count)| count).fold(0, u64::saturating_add) == members
    }
}

/// A track followed by a digit.
fn longer(numeration: Numeration, (p, q, _): Track, digit: u8) -> Track {
    match numeration {
        Numeration::Base(base) => (p * u64::from(base) + u64::from(digit), 0, digit),
        Numeration::Zeckendorf => (p + q + u64::from(digit), p + u64::from(digit), digit),
    }
}

/// The numbers that begin with the digits of a track and have so many more: from the first one to the last, exclusive.
fn block(numeration: Numeration, (p, q, last): Track, more: u32) -> (u64, u64) {
    match numeration {
        Numeration::Base(base) => {
            let width = u64::from(base).pow(more);
            (p * width, (p + 1) * width)
        }
        Numeration::Zeckendorf => {
            let (mut now, mut next) = (0_u64, 1_u64);
            for _ in 0..more {
                (now, next) = (next, now + next);
            }
            let start = p * next + q * now;
            // After a 1 the next digit is 0.
            (start, start + if last == 1 { next } else { now + next })
        }
    }
}
