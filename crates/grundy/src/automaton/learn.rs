//! Learns the automaton of the positions x <= y of a value of Wythoff's game. Nothing is proved here: [`super::prove`] does that.
//!
//! States are words, and two words lead to one state if the same continuations up to a depth are accepted. Where that is not enough, a counterexample is
//! split by binary search (Rivest and Schapire 1993): two words that were taken for one state are told apart by some suffix.

use super::dfa::{Dfa, NONE};
use super::numeration::{Numeration, Symbol};
use super::prove::Failure;
use super::room::Room;
use super::windows::{AROUND, Windows, over_phi};
use crate::error::Limit;
use crate::widths::{index, low};
use dashu_int::UBig;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash as _, Hasher as _};

/// Digits of the longest words: their numbers, and the rows around them, fit 128 bits.
const LONGEST: usize = 170;

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
    windows: &'w Windows,
    value: usize,
    depth: u32,
    fibonacci: Vec<u128>,
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
        let mut fibonacci = vec![0, 1];
        while fibonacci.len() < LONGEST + 4 {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        let mut learner = Self {
            windows,
            value,
            depth,
            fibonacci,
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
            let signature = learner.signature(&word)?;
            let node = learner.nodes.len();
            let state = learner.add(word, node)?;
            learner.nodes.push(Node::State(state));
            learner.roots.insert(signature, node);
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

    fn add(&mut self, word: Vec<Symbol>, leaf: usize) -> Result<u32, Obstacle> {
        let accepts = self.member(&word)?;
        self.accepts.push(accepts);
        self.words.push(word);
        self.next.push([NONE; 4]);
        self.sources.push(Vec::new());
        self.leaf.push(leaf);
        Ok(low(self.words.len() - 1))
    }

    /// Finds the transitions of new states, which may make more.
    fn close(&mut self) -> Result<(), Obstacle> {
        while self.open < self.words.len() {
            self.room.look(0, self.bytes())?;
            let state = low(self.open);
            for symbol in 0..4 {
                let mut word = self.words[self.open].clone();
                word.push(symbol);
                let next = self.sift(word)?;
                self.next[self.open][usize::from(symbol)] = next;
                self.sources[index(next)].push((state, symbol));
            }
            self.open += 1;
        }
        Ok(())
    }

    /// The state of a word; a new one if it is told apart from all others.
    fn sift(&mut self, word: Vec<Symbol>) -> Result<u32, Obstacle> {
        let signature = self.signature(&word)?;
        let Some(&root) = self.roots.get(&signature) else {
            let node = self.nodes.len();
            let state = self.add(word, node)?;
            self.nodes.push(Node::State(state));
            self.roots.insert(signature, node);
            return Ok(state);
        };
        let mut node = root;
        loop {
            match &self.nodes[node] {
                Node::State(state) => return Ok(*state),
                Node::Split(suffix, children) => {
                    let longer: Vec<Symbol> = word.iter().chain(suffix).copied().collect();
                    node = children[usize::from(self.member(&longer)?)];
                }
            }
        }
    }

    /// For both tracks, the number p of a word and the same with the last digit dropped, q: followed by j zeros, it is `p F_{j+1} + q F_j`. Nothing if it is
    /// no representation.
    fn numbers(word: &[Symbol]) -> Result<Option<[(u128, u128); 2]>, Obstacle> {
        if word.len() > LONGEST {
            return Err(Obstacle::Stuck);
        }
        if word.windows(2).any(|pair| pair[0] & pair[1] != 0) {
            return Ok(None);
        }
        Ok(Some([0, 1].map(|track| {
            word.iter().fold((0, 0), |(p, q), symbol| {
                let digit = u128::from(symbol >> track & 1);
                (p + q + digit, p + digit)
            })
        })))
    }

    /// Whether a word is a position of the value.
    fn member(&self, word: &[Symbol]) -> Result<bool, Obstacle> {
        let Some([(x, _), (y, _)]) = Self::numbers(word)? else { return Ok(false) };
        if x > y || Self::is_far(x, y, 0, 0) {
            return Ok(false);
        }
        Ok(self.windows.rows(x, x + 1).partner(self.value, x) == y)
    }

    /// Whether no row from x to x + rows has its position, above x, in the columns y to y + columns.
    fn is_far(x: u128, y: u128, rows: u128, columns: u128) -> bool {
        // Positions (x, y) with x <= y are near x = y/φ.
        let (low, high) = (over_phi(y), over_phi(y + columns));
        low > x + rows + AROUND || high + AROUND < x
    }

    /// Hash of all continuations of up to `depth` digits that are accepted.
    fn signature(&self, word: &[Symbol]) -> Result<u64, Obstacle> {
        let mut hasher = FxHasher::default();
        let Some([x, y]) = Self::numbers(word)? else { return Ok(hasher.finish()) };
        if word.len() + usize::try_from(self.depth).unwrap_or(0) > LONGEST {
            return Err(Obstacle::Stuck);
        }
        let last = word.last().copied().unwrap_or(0);
        for depth in 0..=index(self.depth) {
            let [f, g, h] = [0, 1, 2].map(|more| self.fibonacci[depth + more]);
            let start = |(p, q): (u128, u128)| p * g + q * f;
            // Number of continuations: after a 1 the next digit is 0.
            let count = |track: u32| if last >> track & 1 == 1 { g } else { h };
            let (from, column) = (start(x), start(y));
            let (rows, columns) = (count(0), count(1));
            if from > column + columns || Self::is_far(from, column, rows, columns) {
                continue;
            }
            let window = self.windows.rows(from, from + rows);
            for row in from..from + rows {
                let partner = window.partner(self.value, row);
                if partner >= row && partner >= column && partner < column + columns {
                    (depth, row - from, partner - column).hash(&mut hasher);
                }
            }
        }
        Ok(hasher.finish())
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
        let truth = self.member(word)?;
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
                *(if self.member(&changed)? == truth { &mut right } else { &mut wrong }) = middle;
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
        let side = usize::from(self.member(&with(&self.words[index(old)]))?);
        let leaf = self.nodes.len();
        let new = self.add(word, leaf + 1 - side)?;
        let mut moved = Vec::new();
        for (source, symbol) in std::mem::take(&mut self.sources[index(old)]) {
            let mut word = self.words[index(source)].clone();
            word.push(symbol);
            let to = if usize::from(self.member(&with(&word))?) == side { old } else { new };
            moved.push((source, symbol, to));
        }
        for (source, symbol, to) in moved {
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
        let digits = [0, 0].into_iter().chain(word(x, 0));
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
        let window = self.windows.rows(from, to);
        let mut splits = 0;
        for row in from..to {
            let partner = window.partner(self.value, row);
            let truth = (partner >= row).then(|| word(row, partner));
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
            let partner = self.windows.rows(row, row + 1).partner(self.value, row);
            found.push((row, partner));
        }
        let d = x.abs_diff(y);
        let row = d + over_phi(d);
        let from = row.saturating_sub(4 * AROUND);
        let window = self.windows.rows(from, row + 4 * AROUND);
        let diagonal = (from..row + 4 * AROUND).map(|x| (x, window.partner(self.value, x)));
        found.extend(diagonal.filter(|&(x, y)| y >= x && y - x == d));
        found
    }

    /// Learns from a position, with its smaller number first.
    fn learn_position(&mut self, x: u128, y: u128) -> Result<usize, Obstacle> {
        let word = word(x.min(y), x.max(y));
        self.learn(&word)
    }
}

/// A position as a word.
fn word(x: u128, y: u128) -> Vec<Symbol> {
    Numeration::Zeckendorf.word(&[UBig::from(x), UBig::from(y)])
}
