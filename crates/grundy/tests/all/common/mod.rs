//! Shared by the test files: the games, a random number generator, and a naive implementation of the definition.

use grundy::{Budget, Game, Position, RawPosition, Reference, Ruleset, Template};
use proptest::prelude::ProptestConfig;
use std::collections::HashMap;

/// Every game, including compounds and nested compounds, each with the largest size of samples for the naive recursion.
pub const GAMES: &[(&str, u64)] = &[
    ("nim", 7),
    ("silver-dollar", 11),
    ("star-nim", 7),
    ("star-silver-dollar", 6),
    ("shared-cells:k=0", 5),
    ("shared-cells:k=1", 5),
    ("shared-cells:k=2", 6),
    ("shared-cells:k=3", 7),
    ("crossed:map=1-0", 6),
    ("crossed:map=1-2-0", 6),
    ("welter", 9),
    ("star-welter", 5),
    ("sharing-nim", 14),
    ("graph-nim:edges=0-1,1-2", 12),
    ("graph-nim:edges=0>1,1>2,2>0", 12),
    ("wythoff", 14),
    ("r-wythoff", 14),
    ("fraenkel:a=1", 12),
    ("fraenkel:a=2", 12),
    ("fraenkel:a=3", 12),
    ("gurvich:a=2,b=3", 11),
    ("gurvich:a=1,b=2", 11),
    ("gurvich:a=4,b=1", 11),
    ("gurvich:a=3,b=3", 11),
    ("gurvich:a=1,b=2,p=2,q=2", 7),
    ("gurvich:a=2,b=1,p=1,q=3,reading=as-written", 7),
    ("gurvich:a=2,b=2,p=2,q=2,reading=both-types", 7),
    ("larsson:a=2,p=3", 8),
    ("octal:0.37", 7),
    ("subtraction:{1,3}", 7),
    ("all-but:{2}", 6),
    ("treblecross", 6),
    ("grundy-game", 9),
    ("lasker-nim", 5),
    ("{heap n: a,b where a+b=n-1; n-3}", 7),
    ("{heap n: a,a,b where 1<=a<b and a+b<n}", 6),
    ("nim@block=2", 5),
    ("wythoff@block=3", 9),
    ("sharing-nim@block=2", 9),
    ("nearly(nim + nim)", 2),
    ("nearly(nim@block=2 + nim)", 2),
    ("nearly(nim + star-nim)@block=2", 2),
    ("nearly(wythoff + star-nim)", 4),
    ("nearly(nearly(silver-dollar + r-wythoff) + nim)", 2),
    ("star-nim + wythoff + sharing-nim", 3),
    ("welter + star-nim", 3),
    ("kayles + wythoff", 4),
    ("star-nim@block=2 + wythoff@block=3", 4),
    ("nearly(wythoff + silver-dollar) + fraenkel:a=2", 2),
];

/// A configuration with this many cases that writes no files.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A reproducible random number generator: splitmix64.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// An index into a list of this length.
    pub fn index(&mut self, length: usize) -> usize {
        let length = u64::try_from(length).expect("a length is a u64");
        usize::try_from(self.below(length)).expect("an index is a usize")
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.index(from.len())]
    }

    /// `count` numbers from `low` to `high`.
    pub fn row(&mut self, count: usize, low: u64, high: u64) -> Vec<u64> {
        (0..count).map(|_| self.between(low, high)).collect()
    }

    /// A strip with `tokens` tokens on squares from `low` to `high`, or fewer if two fall on one square.
    pub fn strip(&mut self, tokens: u64, low: u64, high: u64) -> Vec<u64> {
        let mut squares: Vec<u64> = (0..tokens).map(|_| self.between(low, high)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The same items in random order.
    pub fn shuffled<T: Clone>(&mut self, things: &[T]) -> Vec<T> {
        let mut left = things.to_vec();
        (0..things.len()).map(|_| left.remove(self.index(left.len()))).collect()
    }

    /// A random position of `game`.
    pub fn position(&mut self, game: &Game, size: u64) -> Position {
        game.sample(size, &mut |n| self.below(n))
    }
}

/// The game of a text that has no position.
pub fn game(text: &str) -> Game {
    Template::parse(text).expect("the text is a game").game().clone()
}

/// The game and position of a text.
pub fn parsed(text: &str) -> (Game, Position) {
    grundy::parse(text).expect("the text is a position")
}

/// The position of a pile game.
pub fn piles(game: &Game, piles: &[u64]) -> Position {
    game.position(&RawPosition::row(piles)).expect("the piles are a position")
}

/// The position of a strip game.
pub fn strips<S: AsRef<[u64]>>(game: &Game, strips: &[S]) -> Position {
    game.position(&RawPosition::strips(strips)).expect("the strips are a position")
}

/// The text that [`grundy::parse`] should read back.
pub fn written(game: &Game, position: &Position) -> String {
    match position.parts() {
        Some(_) => game.show(position),
        None => format!("{} {}", game.name(), game.show(position)),
    }
}

/// Every option, in the order of the rules.
pub fn moves(game: &dyn Ruleset, position: &Position) -> Vec<Position> {
    let mut found = Vec::new();
    let visited = game.visit_options(position, &mut |option| {
        found.push(option.clone());
        Ok(())
    });
    visited.expect("nothing stops the visit");
    found
}

/// The definition in its simplest form: the least value whose options can all be blocked, which is the mex without blocking.
pub fn naive(game: &Game, position: &Position, known: &mut HashMap<Position, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let options = moves(game.as_ref(), position);
    let below: Vec<u64> = options.iter().map(|option| naive(game, option, known)).collect();
    let mut value = 0;
    loop {
        let class = options.iter().zip(&below).filter(|&(_, below)| *below == value);
        if game.can_block(position, &class.map(|(option, _)| option).collect::<Vec<_>>()) {
            break;
        }
        value += 1;
    }
    known.insert(position.clone(), value);
    value
}

/// An engine with a budget that is large enough for the tests.
pub fn engine(game: &Game) -> Reference {
    Reference::new(Game::clone(game), Budget::of_positions(3_000_000))
}

/// The value of a position by the reference engine.
pub fn value(game: &Game, position: &Position) -> u64 {
    engine(game).value(position).expect("the budget is enough").0
}

/// The value of a text such as `star-nim 3,7`. A sum is evaluated as one game.
pub fn value_of(text: &str) -> u64 {
    let (game, position) = parsed(text);
    value(&game, &position)
}

/// The values of a game whose positions are pairs: `table[a][b]`, both up to `max`, or nothing if there is no such position.
pub fn table(text: &str, max: u64) -> Vec<Vec<Option<u64>>> {
    let game = game(text);
    let mut engine = engine(&game);
    let mut cell = |a, b| {
        let position = game.position(&RawPosition::row(&[a, b])).ok()?;
        Some(engine.value(&position).expect("the budget is enough").0)
    };
    (0..=max).map(|a| (0..=max).map(|b| cell(a, b)).collect()).collect()
}

/// All the pairs (a, b), `a <= b <= max`, that have `value`.
pub fn pairs_of_value(table: &[Vec<Option<u64>>], value: u64) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    for (a, row) in (0..).zip(table) {
        let of_value = (0..).zip(row).filter(|&(b, cell)| a <= b && *cell == Some(value));
        found.extend(of_value.map(|(b, _)| (a, b)));
    }
    found
}

/// The nim-sum.
pub fn xor(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The games that are not compounds.
pub fn simple_games() -> impl Iterator<Item = (&'static str, u64)> {
    GAMES.iter().copied().filter(|(text, _)| !text.contains(['(', '+']))
}

/// All rows of this many piles, none higher than the highest.
pub fn all_rows(count: usize, highest: u64) -> Vec<Vec<u64>> {
    (0..count).fold(vec![Vec::new()], |rows, _| {
        let longer = |row: &Vec<u64>, last| row.iter().copied().chain([last]).collect();
        rows.iter().flat_map(|row| (0..=highest).map(move |last| longer(row, last))).collect()
    })
}
