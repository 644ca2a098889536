//! Relations between numbers, made by "and", "or", "not", "there is" and addition, and decided by automata.
//!
//! A relation is the least automaton that accepts the tuples of representations for which it holds. It does not depend on leading zeros.

use super::dfa::{Dfa, NONE};
use super::linear::{Linear, Sum};
use super::numeration::{Numeration, Symbol};
use super::room::Room;
use crate::error::Limit;
use dashu_int::UBig;

/// A relation between the numbers on some tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    numeration: Numeration,
    tracks: u32,
    dfa: Dfa,
}

/// The digits of some tracks of a symbol, as a symbol of these tracks alone.
fn chosen(numeration: Numeration, symbol: Symbol, tracks: &[u32]) -> Symbol {
    tracks.iter().rev().fold(0, |part, &track| part * numeration.digits() + numeration.digit(symbol, track))
}

impl Relation {
    /// The relation that an automaton accepts. What it accepts that is no representation is left out. Leading zeros must not matter: nothing if they do.
    pub fn new(
        numeration: Numeration,
        tracks: u32,
        dfa: &Dfa,
        room: Room<'_>,
    ) -> Result<Option<Self>, Limit> {
        if dfa.symbols() != numeration.symbols(tracks) {
            return Ok(None);
        }
        let all = Self { numeration, tracks, dfa: dfa.minimised(room)? };
        let relation = Self::combined(
            numeration,
            tracks,
            &[(&all, &(0..tracks).collect::<Vec<_>>())],
            |holds| holds[0],
            room,
        )?;
        Ok((relation.dfa.step(0, 0) == 0 || relation.is_empty()).then_some(relation))
    }

    /// The pairs (x, y) with x < y.
    pub fn less(numeration: Numeration, room: Room<'_>) -> Result<Self, Limit> {
        let dfa = Dfa::explore(
            room,
            numeration.symbols(2),
            (false, 0),
            |_| 0,
            |&(is_less, last), symbol| {
                let (x, y) = (numeration.digit(symbol, 0), numeration.digit(symbol, 1));
                let fits = numeration.follows(last, symbol) && (is_less || x <= y);
                fits.then_some((is_less || x < y, numeration.kept(symbol)))
            },
            |&(is_less, _)| is_less,
        )?;
        Ok(Self { numeration, tracks: 2, dfa: dfa.minimised(room)? })
    }

    /// The tuples with `Σ factor · number = constant`.
    pub fn linear(
        numeration: Numeration,
        factors: &[i32],
        constant: i32,
        room: Room<'_>,
    ) -> Result<Self, Limit> {
        let linear = Linear::new(numeration, factors, constant);
        let tracks = u32::try_from(factors.len()).unwrap_or(u32::MAX);
        let dfa = Dfa::explore(
            room,
            numeration.symbols(tracks),
            (Sum::default(), 0),
            |_| 0,
            |&(sum, last), symbol| {
                let next = (linear.step(sum, symbol)?, numeration.kept(symbol));
                numeration.follows(last, symbol).then_some(next)
            },
            |&(sum, _)| linear.holds(sum),
        )?;
        Ok(Self { numeration, tracks, dfa: dfa.minimised(room)? })
    }

    /// The tuples for which a condition on several relations holds. Each of them reads the given tracks.
    pub fn combined(
        numeration: Numeration,
        tracks: u32,
        parts: &[(&Self, &[u32])],
        holds: impl Fn(&[bool]) -> bool,
        room: Room<'_>,
    ) -> Result<Self, Limit> {
        let parts: Vec<(&Dfa, Vec<Symbol>)> = parts
            .iter()
            .map(|(part, own)| {
                let images = numeration.all_symbols(tracks).map(|symbol| chosen(numeration, symbol, own));
                (&part.dfa, images.collect())
            })
            .collect();
        let can_fail = holds(&vec![false; parts.len()]);
        let dfa = Dfa::explore(
            room,
            numeration.symbols(tracks),
            (vec![0_u32; parts.len()].into_boxed_slice(), 0),
            |(states, _)| 4 * states.len(),
            |(states, last), symbol| {
                if !numeration.follows(*last, symbol) {
                    return None;
                }
                let step = |(&state, (dfa, images)): (&u32, &(&Dfa, Vec<Symbol>))| {
                    dfa.step(state, images[usize::from(symbol)])
                };
                let next: Box<[u32]> = states.iter().zip(&parts).map(step).collect();
                let goes_on = can_fail || next.iter().any(|&state| state != NONE);
                goes_on.then(|| (next, numeration.kept(symbol)))
            },
            |(states, _)| {
                let accepts: Vec<bool> =
                    states.iter().zip(&parts).map(|(&state, (dfa, _))| dfa.accepts(state)).collect();
                holds(&accepts)
            },
        )?;
        Ok(Self { numeration, tracks, dfa: dfa.minimised(room)? })
    }

    /// There is a number on a track such that the relation holds for it and the numbers on the other tracks.
    pub fn exists(&self, track: u32, room: Room<'_>) -> Result<Self, Limit> {
        let others: Vec<u32> = (0..self.tracks).filter(|&other| other != track).collect();
        let (numeration, tracks) = (self.numeration, self.tracks - 1);
        let image = |symbol| chosen(numeration, symbol, &others);
        let dfa = self.dfa.projected(room, numeration.symbols(tracks), image)?.minimised(room)?;
        Ok(Self { numeration, tracks, dfa })
    }

    /// The least automaton.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.dfa.states()
    }

    /// Whether the relation holds for nothing.
    pub fn is_empty(&self) -> bool {
        // Every state of a least automaton but the first accepts some word.
        self.dfa.states() == 1 && !self.dfa.accepts(0)
    }

    /// Whether the relation holds for these numbers.
    pub fn has(&self, numbers: &[UBig]) -> bool {
        self.dfa.has(self.numeration.word(numbers))
    }

    /// Numbers for which the relation holds, with the fewest digits.
    pub fn witness(&self, room: Room<'_>) -> Result<Option<Vec<UBig>>, Limit> {
        let step = |&state: &u32, symbol| Some(self.dfa.step(state, symbol)).filter(|&next| next != NONE);
        let found = Dfa::search(room, self.dfa.symbols(), 1, 0_u32, step, |&state| self.dfa.accepts(state))?;
        let numbers =
            |word: &Vec<Symbol>| (0..self.tracks).map(|track| self.numeration.number(word, track)).collect();
        Ok(found.words.first().map(numbers))
    }
}
