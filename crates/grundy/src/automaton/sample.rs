//! Guesses the automaton of a set of pairs from its members up to a bound. Nothing is proved here.
//!
//! States are words, and two words lead to one state if the same continuations up to a depth are members.

use super::dfa::{Dfa, NONE};
use super::numeration::Numeration;
use super::room::Room;
use crate::error::Limit;
use crate::widths::{index, low, place};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

/// The members (x, y) of a set with x and y below a bound.
pub struct Sample {
    numeration: Numeration,
    /// The x of all members, by increasing y and then x.
    members: Vec<u32>,
    /// Where those of each y begin, and the end.
    starts: Vec<u32>,
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
    /// The sample of these members. All have x and y below the bound, and are listed by increasing x.
    pub fn new(numeration: Numeration, bound: u32, members: &[(u64, u64)]) -> Self {
        let digits =
            (0..64).find(|&more| block(numeration, (0, 0, 0), more + 1).1 > bound.into()).unwrap_or(0);
        let mut starts = vec![0_u32; index(bound) + 1];
        for &(_, y) in members {
            starts[place(y) + 1] += 1;
        }
        for column in 0..index(bound) {
            starts[column + 1] += starts[column];
        }
        let (mut next, mut sorted) = (starts.clone(), vec![0; members.len()]);
        for &(x, y) in members {
            sorted[index(next[place(y)])] = u32::try_from(x).unwrap_or(u32::MAX);
            next[place(y)] += 1;
        }
        Self { numeration, members: sorted, starts, digits }
    }

    /// The x of a y; nothing beyond the bound.
    fn column(&self, y: u64) -> Option<&[u32]> {
        let [from, to] = self.starts.get(place(y)..)?.get(..2)? else { return None };
        self.members.get(index(*from)..index(*to))
    }

    /// The members of a block of continuations, as places in it.
    fn signature(&self, tracks: [Track; 2], depth: u32) -> Vec<(u32, u64, u64)> {
        let mut found = Vec::new();
        for more in 0..=depth {
            let [x, y] = tracks.map(|track| block(self.numeration, track, more));
            for column in y.0..y.1 {
                let Some(members) = self.column(column) else { break };
                let inside =
                    members.iter().map(|&x| u64::from(x)).filter(|member| (x.0..x.1).contains(member));
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
        // Bytes of the signatures.
        let mut held = 0;
        while let Some(&(tracks, length)) = words.get(accepts.len()) {
            room.look(accepts.len(), held)?;
            if words.len() > most || length + 1 + depth > self.digits {
                return Ok(Guess::Open(words.len()));
            }
            let [x, y] = [tracks[0].0, tracks[1].0];
            accepts.push(
                self.column(y).is_some_and(|members| members.iter().any(|&member| u64::from(member) == x)),
            );
            for symbol in numeration.all_symbols(2) {
                let digits = [0, 1].map(|track| numeration.digit(symbol, track));
                let fits = (0..2).all(|track| numeration.follows(tracks[track].2, digits[track]));
                let after = [0, 1].map(|track| longer(numeration, tracks[track], digits[track]));
                let signature = if fits { self.signature(after, depth) } else { Vec::new() };
                next.push(if signature.is_empty() {
                    NONE
                } else {
                    *states.entry(signature).or_insert_with_key(|signature| {
                        held += 64 + 24 * signature.len();
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
    /// Whether an automaton accepts exactly the members, among pairs of numbers below the bound.
    pub fn agrees(&self, dfa: &Dfa) -> bool {
        let bound = block(self.numeration, (0, 0, 0), self.digits).1;
        let mut members = 0_u64;
        for y in 0..bound {
            let column = self.column(y).unwrap_or_default();
            for &x in column.iter().filter(|&&x| u64::from(x) < bound) {
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
                for next in
                    dfa.all_symbols().map(|symbol| dfa.step(state, symbol)).filter(|&next| next != NONE)
                {
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
    let number = p * u64::from(numeration.factor()) + q + u64::from(digit);
    match numeration {
        Numeration::Base(_) => (number, 0, digit),
        Numeration::Ostrowski(_) => (number, p + u64::from(digit), digit),
    }
}

/// The numbers that begin with the digits of a track and have so many more: from the first one to the last, exclusive.
fn block(numeration: Numeration, (p, q, last): Track, more: u32) -> (u64, u64) {
    match numeration {
        Numeration::Base(base) => {
            let width = u64::from(base).pow(more);
            (p * width, (p + 1) * width)
        }
        Numeration::Ostrowski(a) => {
            // w_{j-1}, w_j and w_{j+1} of `linear`.
            let (mut before, mut now, mut next) = (1_u64, 0_u64, 1_u64);
            for _ in 0..more {
                (before, now, next) = (now, next, u64::from(a) * next + now);
            }
            let start = p * next + q * now;
            // After a digit a the next one is 0.
            (start, start + if last == a { before + now } else { now + next })
        }
    }
}
