//! Automata on pairs of digits: reaching states, subsets, the least automaton. See [`crate::automata`].

use crate::budget::{Budget, Limit};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// No state.
pub const NONE: u32 = u32::MAX;

/// A hash for states: they are not chosen by a stranger, but by what the automata do; and a slow table still ends with the budget.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

type Numbers<K> = HashMap<K, u32, BuildHasherDefault<Mix>>;

/// An automaton on pairs of digits.
pub struct Machine {
    pub next: Vec<[u32; 4]>,
    pub accepts: Vec<bool>,
}

impl Machine {
    pub fn after(&self, state: u32, symbol: u8) -> u32 {
        if state == NONE { NONE } else { self.next[place(state)][usize::from(symbol)] }
    }

    pub fn accepts(&self, state: u32) -> bool {
        state != NONE && self.accepts[place(state)]
    }
}

pub fn place(state: u32) -> usize {
    usize::try_from(state).unwrap_or(usize::MAX)
}

fn state(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(NONE)
}

pub fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// What can be reached from a first state.
pub struct Reached<K> {
    pub keys: Vec<K>,
    /// The numbers of the states after each symbol.
    pub next: Vec<Vec<u32>>,
    /// Bytes that are held.
    pub bytes: u64,
}

/// Reaches all states by `step`, symbols from 0 on; a state that is `bad` ends it with the word that led there. `size` counts what a state has on the heap.
pub fn reach<K: Clone + Eq + Hash>(
    budget: &mut Budget,
    symbols: u8,
    first: K,
    size: impl Fn(&K) -> usize,
    mut step: impl FnMut(&K, u8) -> Option<K>,
    bad: impl Fn(&K) -> bool,
) -> Result<Result<Reached<K>, Vec<u8>>, Limit> {
    let mut numbers: Numbers<K> = HashMap::default();
    let mut reached = Reached { keys: vec![first.clone()], next: Vec::new(), bytes: 0 };
    let mut came = vec![(NONE, 0)];
    numbers.insert(first, 0);
    while let Some(key) = reached.keys.get(reached.next.len()).cloned() {
        let here = reached.next.len();
        let behind = size(&key);
        let bytes = count(4 * size_of::<K>() + 2 * behind + 8 * usize::from(symbols) + 64);
        budget.hold(1, bytes)?;
        reached.bytes += bytes;
        budget.spend(u64::from(symbols) * (1 + count(behind)))?;
        if bad(&key) {
            let (mut word, mut at) = (Vec::new(), here);
            while came[at].0 != NONE {
                word.push(came[at].1);
                at = place(came[at].0);
            }
            word.reverse();
            budget.release(1, reached.bytes);
            return Ok(Err(word));
        }
        let mut row = Vec::with_capacity(usize::from(symbols));
        for symbol in 0..symbols {
            row.push(step(&key, symbol).map_or(NONE, |next| {
                *numbers.entry(next).or_insert_with_key(|next| {
                    reached.keys.push(next.clone());
                    came.push((state(here), symbol));
                    state(reached.keys.len() - 1)
                })
            }));
        }
        reached.next.push(row);
    }
    Ok(Ok(reached))
}

/// Whether each state can reach an accepting one.
pub fn alive(next: &[Vec<u32>], accepts: &[bool], budget: &mut Budget) -> Result<Vec<bool>, Limit> {
    let mut alive = accepts.to_vec();
    loop {
        budget.spend(count(next.len()))?;
        let mut changed = false;
        // Most transitions lead to larger numbers, so that a pass from the last state to the first settles most states.
        for (at, row) in next.iter().enumerate().rev() {
            if !alive[at] && row.iter().any(|&to| to != NONE && alive[place(to)]) {
                alive[at] = true;
                changed = true;
            }
        }
        if !changed {
            return Ok(alive);
        }
    }
}

/// The least automaton that accepts the same words, and nothing else if nothing is accepted.
pub fn least(next: &[Vec<u32>], accepts: &[bool], budget: &mut Budget) -> Result<Machine, Limit> {
    let alive = alive(next, accepts, budget)?;
    // Class 0: dead.
    let mut class: Vec<u32> =
        alive.iter().zip(accepts).map(|(&alive, &accepts)| u32::from(alive) + u32::from(accepts)).collect();
    let mut classes = 0;
    loop {
        budget.spend(8 * count(next.len()))?;
        let mut numbers: Numbers<[u32; 5]> = HashMap::default();
        let mut refined = vec![0; class.len()];
        for (at, row) in next.iter().enumerate().filter(|&(at, _)| alive[at]) {
            let mut signature = [class[at], 0, 0, 0, 0];
            for (slot, &to) in signature[1..].iter_mut().zip(row) {
                *slot = if to == NONE { 0 } else { class[place(to)] };
            }
            let fresh = state(numbers.len() + 1);
            refined[at] = *numbers.entry(signature).or_insert(fresh);
        }
        class = refined;
        if numbers.len() == classes {
            break;
        }
        classes = numbers.len();
    }
    // Classes are numbered by their first states, so the class of state 0 comes first.
    let mut machine = Machine { next: vec![[NONE; 4]; classes.max(1)], accepts: vec![false; classes.max(1)] };
    for (at, row) in next.iter().enumerate().filter(|&(at, _)| alive[at]) {
        let number = place(class[at] - 1);
        machine.accepts[number] = accepts[at];
        for (slot, &to) in machine.next[number].iter_mut().zip(row) {
            *slot = if to == NONE || class[place(to)] == 0 { NONE } else { class[place(to)] - 1 };
        }
    }
    Ok(machine)
}

/// The subsets of the states of a nondeterministic automaton, and from them the least automaton. `first` has all states in which a word may begin.
pub fn subsets(
    budget: &mut Budget,
    first: Vec<u32>,
    mut step: impl FnMut(u32, u8, &mut Vec<u32>),
    accepts: impl Fn(u32) -> bool,
) -> Result<Machine, Limit> {
    let step = |set: &Vec<u32>, symbol| {
        let mut after = Vec::new();
        for &state in set {
            step(state, symbol, &mut after);
        }
        after.sort_unstable();
        after.dedup();
        (!after.is_empty()).then_some(after)
    };
    let found = reach(budget, 4, first, |set: &Vec<u32>| 4 * set.len(), step, |_| false)?;
    let Ok(found) = found else { return Err(Limit::Unsupported("this is")) };
    let accepts: Vec<bool> = found.keys.iter().map(|set| set.iter().any(|&state| accepts(state))).collect();
    let machine = least(&found.next, &accepts, budget);
    budget.release(1, found.bytes);
    machine
}

/// The word that led to a bad state.
pub fn discard<K>(reached: Result<Reached<K>, Vec<u8>>, budget: &mut Budget) -> Option<Vec<u8>> {
    reached.map(|reached| budget.release(1, reached.bytes)).err()
}
