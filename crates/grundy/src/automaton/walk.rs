//! Members of an automatic set with one number or the difference given, at any size: the states that can be reached are few.

use super::dfa::{Dfa, NONE};
use super::linear::{Linear, Sum};
use super::numeration::{Numeration, Symbol};
use dashu_int::UBig;
use rustc_hash::FxHashSet;
use std::hash::Hash;

const ZECKENDORF: Numeration = Numeration::ZECKENDORF;

/// Leading zeros: the number that is looked for may be longer by these. Positions are near the line y = φx, so that large numbers need two; small ones need more.
const LONGER: usize = 8;

/// A word of so many symbols that is accepted. All states that can be reached are followed at once.
fn walk<K: Clone + Eq + Hash>(
    places: usize,
    first: K,
    step: impl Fn(usize, &K, Symbol) -> Option<K>,
    symbols: u8,
    accepts: impl Fn(&K) -> bool,
) -> Option<Vec<Symbol>> {
    let mut layers: Vec<Vec<(K, usize, Symbol)>> = vec![vec![(first, 0, 0)]];
    for place in 0..places {
        let mut found = FxHashSet::default();
        let mut next: Vec<(K, usize, Symbol)> = Vec::new();
        for (at, (key, _, _)) in layers.last()?.iter().enumerate() {
            for symbol in 0..symbols {
                if let Some(after) = step(place, key, symbol)
                    && found.insert(after.clone())
                {
                    next.push((after, at, symbol));
                }
            }
        }
        layers.push(next);
    }
    let mut at = layers.last()?.iter().position(|(key, _, _)| accepts(key))?;
    let mut word = Vec::with_capacity(places);
    for layer in layers[1..].iter().rev() {
        let (_, before, symbol) = &layer[at];
        word.push(*symbol);
        at = *before;
    }
    word.reverse();
    Some(word)
}

/// The digits of a number in Zeckendorf representation, with some leading zeros.
fn padded(number: &UBig) -> Vec<u8> {
    [vec![0; LONGER], ZECKENDORF.write(number)].concat()
}

/// The other number of a pair that an automaton of pairs in Zeckendorf representation accepts, if the number on a track (0 or 1) is given. It may be longer by eight digits.
pub fn other(dfa: &Dfa, track: u32, number: &UBig) -> Option<UBig> {
    let digits = padded(number);
    let step = |place: usize, &state: &u32, digit: Symbol| {
        let symbol = if track == 0 { digits[place] | digit << 1 } else { digit | digits[place] << 1 };
        Some(dfa.step(state, symbol)).filter(|&next| next != NONE)
    };
    let word = walk(digits.len(), 0_u32, step, 2, |&state| dfa.accepts(state))?;
    Some(ZECKENDORF.number(&word, 0))
}

/// A pair (x, y) with y - x = d that an automaton of pairs in Zeckendorf representation accepts.
pub fn with_difference(dfa: &Dfa, d: &UBig) -> Option<(UBig, UBig)> {
    let digits = padded(d);
    let difference = Linear::new(ZECKENDORF, &[1, 1, -1], 0);
    let step = |place: usize, &(state, sum): &(u32, Sum), symbol: Symbol| {
        let next = dfa.step(state, symbol);
        let sum = difference.step(sum, digits[place] | symbol << 1)?;
        (next != NONE).then_some((next, sum))
    };
    let word = walk(digits.len(), (0_u32, Sum::default()), step, 4, |&(state, sum)| {
        dfa.accepts(state) && difference.holds(sum)
    })?;
    Some((ZECKENDORF.number(&word, 0), ZECKENDORF.number(&word, 1)))
}
