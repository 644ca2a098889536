//! Answers what the learner asks: whether a word is a position of a value, and which continuations of it are. Nothing is proved here.

use super::learn::Obstacle;
use super::numeration::Symbol;
use super::windows::{AROUND, Windows, over_phi};
use crate::widths::index;
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};
use std::thread;

/// Digits of the longest words: their numbers, and the rows around them, fit 128 bits.
const LONGEST: usize = 170;

/// For each track, the number p of a word, and q, the same with every digit moved one place down; and the last symbol. Followed by j zeros the number is `p F_{j+1} + q F_j`.
#[derive(Clone, Copy)]
struct Prefix {
    tracks: [(u128, u128); 2],
    last: Symbol,
}

/// What is known of a word: a hash of the continuations that are accepted, and whether it is accepted itself.
pub type Row = (u64, bool);

/// The positions of a value.
pub struct Oracle<'w> {
    /// Where positions come from.
    pub windows: &'w Windows,
    /// The value.
    pub value: usize,
    /// Digits of continuations.
    depth: u32,
    fibonacci: Vec<u128>,
}

/// The rows and columns of the continuations of a word: from, and how many.
struct Block {
    row: u128,
    rows: u128,
    column: u128,
    columns: u128,
}

impl Block {
    /// Whether no row of the block has its position, above it, in the columns.
    fn is_far(&self) -> bool {
        // Positions (x, y) with x <= y are near x = y/φ.
        let (low, high) = (over_phi(self.column), over_phi(self.column + self.columns));
        self.row > self.column + self.columns
            || low > self.row + self.rows + AROUND
            || high + AROUND < self.row
    }
}

impl<'w> Oracle<'w> {
    /// Answers with continuations of up to `depth` digits.
    pub fn new(windows: &'w Windows, value: usize, depth: u32) -> Self {
        let mut fibonacci = vec![0, 1];
        while fibonacci.len() < LONGEST + 4 {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        Self { windows, value, depth, fibonacci }
    }

    /// The numbers of a word. Nothing if it is no representation.
    fn prefix(word: &[Symbol], more: u32) -> Result<Option<Prefix>, Obstacle> {
        if word.len() + index(more) > LONGEST {
            return Err(Obstacle::Stuck);
        }
        if word.windows(2).any(|pair| pair[0] & pair[1] != 0) {
            return Ok(None);
        }
        let first = Prefix { tracks: [(0, 0); 2], last: 0 };
        Ok(Some(word.iter().fold(first, |prefix, &symbol| prefix.longer(symbol))))
    }

    /// A position as a word.
    pub fn word(&self, x: u128, y: u128) -> Vec<Symbol> {
        let mut rest = [x, y];
        let last = self.fibonacci.partition_point(|&unit| unit <= x.max(y));
        let units = self.fibonacci.get(2..last).unwrap_or_default();
        let digit = |rest: &mut u128, unit: u128| {
            let fits = *rest >= unit;
            *rest -= if fits { unit } else { 0 };
            Symbol::from(fits)
        };
        units.iter().rev().map(|&unit| digit(&mut rest[0], unit) | digit(&mut rest[1], unit) << 1).collect()
    }

    /// Whether a word is a position of the value.
    pub fn member(&self, word: &[Symbol]) -> Result<bool, Obstacle> {
        let Some(prefix) = Self::prefix(word, 0)? else { return Ok(false) };
        let block = self.block(prefix, 0);
        if block.row > block.column || block.is_far() {
            return Ok(false);
        }
        Ok(self.windows.rows(block.row, block.row + 1).partner(self.value, block.row) == block.column)
    }

    /// The continuations of a prefix by so many digits.
    fn block(&self, prefix: Prefix, depth: usize) -> Block {
        let [f, g, h] = [0, 1, 2].map(|more| self.fibonacci[depth + more]);
        let start = |(p, q): (u128, u128)| p * g + q * f;
        // After a 1 the next digit is 0.
        let count = |track: u32| if prefix.last >> track & 1 == 1 { g } else { h };
        let [row, column] = prefix.tracks.map(start);
        Block { row, rows: count(0), column, columns: count(1) }
    }

    /// What is known of the empty word, or of one that is no representation.
    pub fn row(&self, word: &[Symbol]) -> Result<Row, Obstacle> {
        let prefix = Self::prefix(word, self.depth)?;
        Ok(self.rows([prefix])[0])
    }

    /// What is known of a word followed by each symbol.
    pub fn children(&self, word: &[Symbol]) -> Result<[Row; 4], Obstacle> {
        let prefix = Self::prefix(word, self.depth + 1)?;
        Ok(self.rows([0, 1, 2, 3].map(|symbol: Symbol| {
            prefix.filter(|prefix| prefix.last & symbol == 0).map(|prefix| prefix.longer(symbol))
        })))
    }

    /// The same of words that differ in their last symbol: their continuations are in the same windows.
    fn rows<const N: usize>(&self, prefixes: [Option<Prefix>; N]) -> [Row; N] {
        let mut hashers = [const { None }; N].map(|_: Option<()>| FxHasher::default());
        let mut accepts = [false; N];
        // For each depth, the rows that are looked at; and those of any word, so that the ranges form a chain.
        let mut ranges: Vec<(u128, u128)> = Vec::new();
        let mut last = 0;
        for depth in 0..=index(self.depth) {
            let blocks: Vec<Block> =
                prefixes.iter().flatten().map(|&prefix| self.block(prefix, depth)).collect();
            let mut near = blocks.iter().filter(|block| !block.is_far()).peekable();
            if near.peek().is_some() {
                last = depth + 1;
            }
            let rows = near.map(|block| (block.row, block.row + block.rows));
            let union = rows.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
            let any = blocks.first().map(|block| (block.row, block.row + 1));
            ranges.extend(union.or(any));
        }
        ranges.truncate(last);
        for (depth, window) in self.windows.chain(&ranges).iter().enumerate() {
            for (place, prefix) in prefixes.iter().enumerate() {
                let Some(prefix) = prefix else { continue };
                let block = self.block(*prefix, depth);
                if block.is_far() {
                    continue;
                }
                for row in block.row..block.row + block.rows {
                    let partner = window.partner(self.value, row);
                    let inside = (block.column..block.column + block.columns).contains(&partner);
                    if partner >= row && inside {
                        (depth, row - block.row, partner - block.column).hash(&mut hashers[place]);
                        accepts[place] |= depth == 0;
                    }
                }
            }
        }
        std::array::from_fn(|place| (hashers[place].finish(), accepts[place]))
    }

    /// Answers for several words at once, on all cores if they are many.
    pub fn each<T: Send>(
        &self,
        words: &[Vec<Symbol>],
        answer: impl Fn(&Self, &[Symbol]) -> Result<T, Obstacle> + Sync,
    ) -> Result<Vec<T>, Obstacle> {
        /// Words for which a thread is started, at least.
        const MANY: usize = 32;
        let threads = thread::available_parallelism().map_or(1, usize::from).min(words.len() / MANY).max(1);
        if threads == 1 {
            return words.iter().map(|word| answer(self, word)).collect();
        }
        let answer = &answer;
        let parts: Vec<Result<Vec<T>, Obstacle>> = thread::scope(|scope| {
            let running: Vec<_> = words
                .chunks(words.len().div_ceil(threads))
                .map(|part| scope.spawn(move || part.iter().map(|word| answer(self, word)).collect()))
                .collect();
            running.into_iter().map(|thread| thread.join().unwrap_or(Err(Obstacle::Stuck))).collect()
        });
        let mut all = Vec::with_capacity(words.len());
        for part in parts {
            all.extend(part?);
        }
        Ok(all)
    }
}

impl Prefix {
    fn longer(self, symbol: Symbol) -> Self {
        let mut tracks = self.tracks;
        for (track, (p, q)) in (0..).zip(&mut tracks) {
            let digit = u128::from(symbol >> track & 1);
            (*p, *q) = (*p + *q + digit, *p + digit);
        }
        Self { tracks, last: symbol }
    }
}
