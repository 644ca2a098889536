//! Learns the automaton of the positions x <= y of a value of Wythoff's game. Nothing is proved here: [`super::prove`] does that.
//!
//! States are words, and two words lead to one state if the same continuations up to a depth are accepted. Where that is not enough, a counterexample is
//! split by binary search (Rivest and Schapire 1993): two words that were taken for one state are told apart by some suffix.

use super::dfa::{Dfa, NONE};
use super::numeration::Symbol;
use super::oracle::{Oracle, Row};
use super::prove::Failure;
use super::room::Room;
use super::windows::{AROUND, Windows, over_phi};
use crate::error::Limit;
use crate::widths::{index, low};
use rustc_hash::FxHashMap;

/// The state of words that nothing is known to be accepted after.
const DEAD: u32 = 1;

/// How words of one class are told apart further.
enum Node {
    /// All words of this class lead to one state.
    State(u32),
    /// Words that are accepted with this suffix go to the second node, others to the first.
    Split(Vec<Symbol>, [usize; 2]),
}

/// A learner.
pub struct Learner<'w> {
    oracle: Oracle<'w>,
    /// For each state, a word that leads to it.
    words: Vec<Vec<Symbol>>,
    accepts: Vec<bool>,
    next: Vec<[u32; 4]>,
    /// For each state, the transitions to it: state and symbol.
    sources: Vec<Vec<(u32, Symbol)>>,
    leaf: Vec<usize>,
    roots: FxHashMap<u64, usize>,
    nodes: Vec<Node>,
    /// States whose transitions are not known yet start here.
    open: usize,
    room: Room<'w>,
}

/// Why learning ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A limit was reached.
    Limit(Limit),
    /// A word is too long to be looked up, or a counterexample taught nothing.
    Stuck,
}

impl From<Limit> for Obstacle {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl<'w> Learner<'w> {
    /// Learns from continuations of up to `depth` digits.
    pub fn new(windows: &'w Windows, value: usize, depth: u32, room: Room<'w>) -> Result<Self, Obstacle> {
        let mut learner = Self {
            oracle: Oracle::new(windows, value, depth),
            words: Vec::new(),
            accepts: Vec::new(),
            next: Vec::new(),
            sources: Vec::new(),
            leaf: Vec::new(),
            roots: FxHashMap::default(),
            nodes: Vec::new(),
            open: 0,
            room,
        };
        // The first word is empty. State 1 is dead: its word is no representation.
        for word in [Vec::new(), vec![3, 3]] {
            let row = learner.oracle.row(&word)?;
            learner.add_root(word, row);
        }
        Ok(learner)
    }

    /// Makes the first hypothesis.
    pub fn start(&mut self) -> Result<(), Obstacle> {
        self.close()
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.words.len()
    }

    /// An estimate of the memory held.
    pub fn bytes(&self) -> usize {
        /// A state with its word of some 40 symbols, its transitions and nodes.
        const STATE: usize = 400;
        self.words.len() * STATE
    }

    /// The hypothesis.
    pub fn dfa(&self) -> Option<Dfa> {
        Dfa::new(4, self.next.iter().flatten().copied().collect(), self.accepts.clone())
    }

    fn add(&mut self, word: Vec<Symbol>, leaf: usize, accepts: bool) -> u32 {
        self.accepts.push(accepts);
        self.words.push(word);
        self.next.push([NONE; 4]);
        self.sources.push(Vec::new());
        self.leaf.push(leaf);
        low(self.words.len() - 1)
    }

    /// Adds a state that is told apart from all others by its continuations.
    fn add_root(&mut self, word: Vec<Symbol>, (signature, accepts): Row) -> u32 {
        let node = self.nodes.len();
        let state = self.add(word, node, accepts);
        self.nodes.push(Node::State(state));
        self.roots.insert(signature, node);
        state
    }

    /// Finds the transitions of new states, which may make more.
    fn close(&mut self) -> Result<(), Obstacle> {
        /// States that are looked at together.
        const BATCH: usize = 1 << 10;
        while self.open < self.words.len() {
            self.room.look(0, self.bytes())?;
            let last = self.words.len().min(self.open + BATCH);
            let batch = self.oracle.each(&self.words[self.open..last], Oracle::children)?;
            for rows in batch {
                let state = low(self.open);
                for (symbol, row) in (0..4).zip(rows) {
                    let mut word = self.words[self.open].clone();
                    word.push(symbol);
                    let next = self.sift(word, row)?;
                    self.next[self.open][usize::from(symbol)] = next;
                    self.sources[index(next)].push((state, symbol));
                }
                self.open += 1;
            }
        }
        Ok(())
    }

    /// The state of a word; a new one if it is told apart from all others.
    fn sift(&mut self, word: Vec<Symbol>, row: Row) -> Result<u32, Obstacle> {
        let Some(&root) = self.roots.get(&row.0) else { return Ok(self.add_root(word, row)) };
        let mut node = root;
        loop {
            match &self.nodes[node] {
                Node::State(state) => return Ok(*state),
                Node::Split(suffix, children) => {
                    let longer: Vec<Symbol> = word.iter().chain(suffix).copied().collect();
                    node = children[usize::from(self.oracle.member(&longer)?)];
                }
            }
        }
    }

    /// Whether the hypothesis accepts a word.
    fn accepts(&self, word: &[Symbol]) -> bool {
        self.accepts[index(self.after(word))]
    }

    fn after(&self, word: &[Symbol]) -> u32 {
        word.iter().fold(0, |state, &symbol| self.next[index(state)][usize::from(symbol)])
    }

    /// Learns from a word until the hypothesis is right about it. Returns the number of states that were split.
    pub fn learn(&mut self, word: &[Symbol]) -> Result<usize, Obstacle> {
        let truth = self.oracle.member(word)?;
        self.learn_that(word, truth)
    }

    /// Learns that a word is accepted, or is not.
    fn learn_that(&mut self, word: &[Symbol], truth: bool) -> Result<usize, Obstacle> {
        let mut splits = 0;
        while self.accepts(word) != truth {
            // With the first `at` symbols replaced by the word of their state, the answer is right for 0 and wrong for all.
            let (mut right, mut wrong) = (0, word.len());
            while wrong - right > 1 {
                let middle = usize::midpoint(right, wrong);
                let state = self.after(&word[..middle]);
                let changed: Vec<Symbol> =
                    self.words[index(state)].iter().chain(&word[middle..]).copied().collect();
                *(if self.oracle.member(&changed)? == truth { &mut right } else { &mut wrong }) = middle;
            }
            let source = self.after(&word[..right]);
            self.split(source, word[right], word[wrong..].to_vec())?;
            splits += 1;
        }
        Ok(splits)
    }

    /// Makes the transition of a state lead to a new state, told apart from the present one by a suffix.
    fn split(&mut self, source: u32, symbol: Symbol, suffix: Vec<Symbol>) -> Result<(), Obstacle> {
        let old = self.next[index(source)][usize::from(symbol)];
        let mut word = self.words[index(source)].clone();
        word.push(symbol);
        let with = |word: &[Symbol]| word.iter().chain(&suffix).copied().collect::<Vec<Symbol>>();
        let side = usize::from(self.oracle.member(&with(&self.words[index(old)]))?);
        let leaf = self.nodes.len();
        let accepts = self.oracle.member(&word)?;
        let new = self.add(word, leaf + 1 - side, accepts);
        let sources = std::mem::take(&mut self.sources[index(old)]);
        let longer = |&(source, symbol): &(u32, Symbol)| {
            let word = &self.words[index(source)];
            word.iter().chain([&symbol]).chain(&suffix).copied().collect()
        };
        let words: Vec<Vec<Symbol>> = sources.iter().map(longer).collect();
        let members = self.oracle.each(&words, Oracle::member)?;
        for ((source, symbol), member) in sources.into_iter().zip(members) {
            let to = if usize::from(member) == side { old } else { new };
            self.next[index(source)][usize::from(symbol)] = to;
            self.sources[index(to)].push((source, symbol));
        }
        let children = [leaf, leaf + 1];
        let parent = std::mem::replace(&mut self.leaf[index(old)], children[side]);
        let mut both = [Node::State(new), Node::State(new)];
        both[side] = Node::State(old);
        self.nodes.extend(both);
        self.nodes[parent] = Node::Split(suffix, children);
        self.leaf[index(new)] = children[1 - side];
        self.close()
    }
}

impl Learner<'_> {
    /// Learns from a condition of the proof that fails: the positions that show it, and the true ones on their rows and diagonals.
    pub fn refute(&mut self, failure: &Failure) -> Result<usize, Obstacle> {
        let mut splits = self.learn(&failure.word)?;
        for (x, y) in &failure.positions {
            let (Ok(x), Ok(y)) = (u128::try_from(x), u128::try_from(y)) else { return Err(Obstacle::Stuck) };
            for (x, y) in self.around(x, y) {
                splits += self.learn_position(x, y)?;
            }
        }
        Ok(splits)
    }

    /// The other numbers y >= x that the hypothesis accepts in a row.
    fn accepted(&self, x: u128) -> Vec<Vec<Symbol>> {
        // The larger number has at most one digit more, but the hypothesis may not know that: two.
        let digits = [0, 0].into_iter().chain(self.oracle.word(x, 0));
        let mut words: Vec<(u32, Vec<Symbol>)> = vec![(0, Vec::new())];
        for digit in digits {
            let mut longer = Vec::new();
            for (state, word) in &words {
                for symbol in [digit, digit | 2] {
                    let next = self.next[index(*state)][usize::from(symbol)];
                    if next != DEAD && word.last().is_none_or(|last| last & symbol == 0) {
                        longer.push((next, word.iter().copied().chain([symbol]).collect()));
                    }
                }
            }
            words = longer;
        }
        words.into_iter().filter(|&(state, _)| self.accepts[index(state)]).map(|(_, word)| word).collect()
    }

    /// Learns from the rows of a window.
    pub fn learn_rows(&mut self, from: u128, to: u128) -> Result<usize, Obstacle> {
        let window = self.oracle.windows.rows(from, to);
        let mut splits = 0;
        for row in from..to {
            let partner = window.partner(self.oracle.value, row);
            let truth = (partner >= row).then(|| self.oracle.word(row, partner));
            if let Some(truth) = &truth {
                splits += self.learn_that(truth, true)?;
            }
            for mut found in self.accepted(row) {
                let zeros = found.iter().take_while(|&&symbol| symbol == 0).count();
                found.drain(..zeros);
                if Some(&found) != truth.as_ref() {
                    splits += self.learn_that(&found, false)?;
                }
            }
        }
        Ok(splits)
    }

    /// The position itself, and those of the value on its row, its column and its diagonal.
    fn around(&self, x: u128, y: u128) -> Vec<(u128, u128)> {
        let mut found = vec![(x, y)];
        for row in [x, y] {
            let partner = self.oracle.windows.rows(row, row + 1).partner(self.oracle.value, row);
            found.push((row, partner));
        }
        let d = x.abs_diff(y);
        let row = d + over_phi(d);
        let from = row.saturating_sub(4 * AROUND);
        let window = self.oracle.windows.rows(from, row + 4 * AROUND);
        let diagonal = (from..row + 4 * AROUND).map(|x| (x, window.partner(self.oracle.value, x)));
        found.extend(diagonal.filter(|&(x, y)| y >= x && y - x == d));
        found
    }

    /// Learns from a position, with its smaller number first.
    fn learn_position(&mut self, x: u128, y: u128) -> Result<usize, Obstacle> {
        let word = self.oracle.word(x.min(y), x.max(y));
        self.learn(&word)
    }
}
