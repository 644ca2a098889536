//! Deterministic finite automata, and the ways to make them: exploring, determinising, minimising.

use super::numeration::Symbol;
use super::room::Room;
use crate::error::Limit;
use crate::widths::{index, low};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// No state: nothing is accepted from here on.
pub const NONE: u32 = u32::MAX;

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Words to goals.
    pub words: Vec<Vec<Symbol>>,
    /// Number of states seen.
    pub states: usize,
}

/// A deterministic automaton. State 0 is the first. Transitions may be missing ([`NONE`]): then the word is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    symbols: usize,
    /// The state after each symbol, state by state.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

impl Dfa {
    /// An automaton from its transitions, one list of `symbols` states after another.
    pub fn new(symbols: usize, next: Vec<u32>, accepts: Vec<bool>) -> Option<Self> {
        let states = low(accepts.len());
        let fits = symbols > 0 && states > 0 && next.len() == symbols * accepts.len();
        let known = next.iter().all(|&state| state < states || state == NONE);
        (fits && known).then_some(Self { symbols, next, accepts })
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    /// Number of symbols.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// The symbols.
    pub fn all_symbols(&self) -> impl Iterator<Item = Symbol> + Clone + use<> {
        (0..self.symbols).map_while(|symbol| Symbol::try_from(symbol).ok())
    }

    /// The state after a symbol.
    pub fn step(&self, state: u32, symbol: Symbol) -> u32 {
        if state == NONE { NONE } else { self.next[index(state) * self.symbols + usize::from(symbol)] }
    }

    /// Whether a word that leads to this state is accepted.
    pub fn accepts(&self, state: u32) -> bool {
        state != NONE && self.accepts[index(state)]
    }

    /// Whether a word is accepted.
    pub fn has(&self, word: impl IntoIterator<Item = Symbol>) -> bool {
        self.accepts(word.into_iter().fold(0, |state, symbol| self.step(state, symbol)))
    }

    /// The states that can be reached by `step` from a first one, as an automaton. `heap` is the memory behind a state, in bytes.
    pub fn explore<K: Hash + Eq + Clone>(
        room: Room<'_>,
        symbols: usize,
        first: K,
        heap: impl Fn(&K) -> usize,
        mut step: impl FnMut(&K, Symbol) -> Option<K>,
        accepts: impl Fn(&K) -> bool,
    ) -> Result<Self, Limit> {
        let mut found: FxHashMap<K, u32> = FxHashMap::default();
        let mut keys = vec![first.clone()];
        found.insert(first, 0);
        let mut dfa = Self { symbols, next: Vec::new(), accepts: Vec::new() };
        // Each state is held twice, and a hash table is up to twice as large as its content.
        let (size, mut behind) = (3 * size_of::<K>() + 4 * symbols + 16, 0);
        while let Some(key) = keys.get(dfa.accepts.len()).cloned() {
            behind += 2 * heap(&key);
            room.look(dfa.states(), keys.len() * size + behind)?;
            dfa.accepts.push(accepts(&key));
            for symbol in 0..symbols {
                let next = step(&key, Symbol::try_from(symbol).unwrap_or(Symbol::MAX));
                dfa.next.push(next.map_or(NONE, |next| {
                    *found.entry(next).or_insert_with_key(|next| {
                        keys.push(next.clone());
                        low(keys.len() - 1)
                    })
                }));
            }
        }
        Ok(dfa)
    }

    /// The images of the accepted words: each symbol is replaced by its image, and the subset construction makes the result deterministic.
    /// Leading symbols of image 0 may be dropped, so that a number that is projected away may be longer than the others.
    pub fn projected(
        &self,
        room: Room<'_>,
        symbols: usize,
        image: impl Fn(Symbol) -> Symbol,
    ) -> Result<Self, Limit> {
        let dfa = self.trimmed();
        let mut preimages = vec![Vec::new(); symbols];
        for symbol in dfa.all_symbols() {
            preimages[usize::from(image(symbol))].push(symbol);
        }
        let after = |set: &[u32], symbol: Symbol| {
            let mut next: Vec<u32> = Vec::new();
            for &state in set {
                next.extend(preimages[usize::from(symbol)].iter().map(|&symbol| dfa.step(state, symbol)));
            }
            next.sort_unstable();
            next.dedup();
            next.retain(|&state| state != NONE);
            next
        };
        let mut first = vec![0];
        loop {
            let mut more = after(&first, 0);
            more.extend(&first);
            more.sort_unstable();
            more.dedup();
            if more.len() == first.len() {
                break;
            }
            first = more;
        }
        Self::explore(
            room,
            symbols,
            first.into_boxed_slice(),
            |set| 4 * set.len(),
            |set, symbol| {
                let next = after(set, symbol);
                (!next.is_empty()).then(|| next.into_boxed_slice())
            },
            |set| set.iter().any(|&state| dfa.accepts(state)),
        )
    }

    /// Shortest words that lead by `step` from a first state to goals, one word a goal, up to `most` of them; the shortest comes first.
    pub fn search<K: Hash + Eq + Clone>(
        room: Room<'_>,
        symbols: usize,
        most: usize,
        first: K,
        mut step: impl FnMut(&K, Symbol) -> Option<K>,
        goal: impl Fn(&K) -> bool,
    ) -> Result<Search, Limit> {
        let mut words = Vec::new();
        let mut found = FxHashSet::default();
        found.insert(first.clone());
        let mut keys = vec![first];
        let mut came: Vec<(u32, Symbol)> = vec![(NONE, 0)];
        let size = 3 * size_of::<K>() + 8;
        let mut at = 0;
        while let Some(key) = keys.get(at).cloned() {
            room.look(at, keys.len() * size)?;
            if goal(&key) {
                let (mut word, mut place) = (Vec::new(), at);
                while let (before, symbol) = came[place]
                    && before != NONE
                {
                    word.push(symbol);
                    place = index(before);
                }
                word.reverse();
                words.push(word);
                if words.len() == most {
                    break;
                }
            }
            for symbol in (0..symbols).filter_map(|symbol| Symbol::try_from(symbol).ok()) {
                if let Some(next) = step(&key, symbol)
                    && found.insert(next.clone())
                {
                    keys.push(next);
                    came.push((low(at), symbol));
                }
            }
            at += 1;
        }
        Ok(Search { words, states: keys.len() })
    }

    /// Whether a word can be accepted from each state.
    fn alive(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states()];
        for (place, &next) in self.next.iter().enumerate().filter(|&(_, &next)| next != NONE) {
            before[index(next)].push(low(place / self.symbols));
        }
        let mut alive = self.accepts.clone();
        let mut open: Vec<u32> = (0..low(alive.len())).filter(|&state| alive[index(state)]).collect();
        while let Some(state) = open.pop() {
            for &state in &before[index(state)] {
                if !std::mem::replace(&mut alive[index(state)], true) {
                    open.push(state);
                }
            }
        }
        alive
    }

    /// Without the states from which nothing is accepted; the first one stays.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let alive = self.alive();
        self.renumbered(|state| alive[index(state)].then_some(state))
    }

    /// The automaton of the classes of states, where `class` has none for dead states; classes in the order in which they are reached.
    fn renumbered(&self, class: impl Fn(u32) -> Option<u32>) -> Self {
        let mut number: FxHashMap<u32, u32> = FxHashMap::default();
        let mut order = vec![0];
        if let Some(class) = class(0) {
            number.insert(class, 0);
        }
        let mut dfa = Self { symbols: self.symbols, next: Vec::new(), accepts: Vec::new() };
        while let Some(&state) = order.get(dfa.accepts.len()) {
            dfa.accepts.push(self.accepts[index(state)]);
            for &next in &self.next[index(state) * self.symbols..][..self.symbols] {
                let to = if next == NONE { None } else { class(next) };
                dfa.next.push(to.map_or(NONE, |class| {
                    *number.entry(class).or_insert_with(|| {
                        order.push(next);
                        low(order.len() - 1)
                    })
                }));
            }
        }
        dfa
    }

    /// The automaton with the fewest states that accepts the same words, without dead states, in the order of a breadth-first search. Two
    /// automata accept the same words exactly if these are equal.
    ///
    /// Refines the partition into accepting and other states until the class of a state determines the classes of its successors. A state is
    /// looked at again only if the class of one of its successors has changed.
    pub fn minimised(&self, room: Room<'_>) -> Result<Self, Limit> {
        let dfa = self.trimmed();
        let states = dfa.states();
        room.look(0, states * (16 * dfa.symbols + 64))?;
        let mut before = vec![Vec::new(); states];
        for (place, &next) in dfa.next.iter().enumerate().filter(|&(_, &next)| next != NONE) {
            before[index(next)].push(low(place / dfa.symbols));
        }
        let mut class: Vec<u32> = dfa.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut size = vec![0_usize; 2];
        for &class in &class {
            size[index(class)] += 1;
        }
        let mut dirty: Vec<u32> = (0..low(states)).collect();
        let mut is_dirty = vec![true; states];
        while !dirty.is_empty() {
            room.look(0, 0)?;
            // States of one class with equal signatures stay together. Those that are not looked at have the same signature as before,
            // and so have all states of their class had; the class is split into those with each new signature. The part that keeps the
            // number of the class is the part that is not looked at, or else one of the others.
            let mut parts: FxHashMap<(u32, Box<[u32]>), Vec<u32>> = FxHashMap::default();
            let mut seen: FxHashMap<u32, usize> = FxHashMap::default();
            for state in dirty.drain(..) {
                is_dirty[index(state)] = false;
                let next = &dfa.next[index(state) * dfa.symbols..][..dfa.symbols];
                let signature = next.iter().map(|&next| if next == NONE { NONE } else { class[index(next)] });
                let own = class[index(state)];
                *seen.entry(own).or_insert(0) += 1;
                parts.entry((own, signature.collect())).or_default().push(state);
            }
            let mut changed = Vec::new();
            let mut parts: Vec<_> = parts.into_iter().collect();
            parts.sort_unstable_by(|one, other| {
                (one.0.0, std::cmp::Reverse(one.1.len()), &one.0.1).cmp(&(
                    other.0.0,
                    std::cmp::Reverse(other.1.len()),
                    &other.0.1,
                ))
            });
            let mut last = NONE;
            for ((own, _), part) in parts {
                // The parts are sorted by class. If all states of the class were looked at, its first and largest part keeps the number.
                if std::mem::replace(&mut last, own) != own && seen[&own] == size[index(own)] {
                    continue;
                }
                let fresh = low(size.len());
                size.push(part.len());
                size[index(own)] -= part.len();
                for &state in &part {
                    class[index(state)] = fresh;
                }
                changed.extend(part);
            }
            for state in changed {
                for &state in &before[index(state)] {
                    if !std::mem::replace(&mut is_dirty[index(state)], true) {
                        dirty.push(state);
                    }
                }
            }
        }
        Ok(dfa.renumbered(|state| Some(class[index(state)])))
    }
}
