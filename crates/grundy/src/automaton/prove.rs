//! The proof that automata accept exactly the positions of values 0, 1, .., g of Wythoff's game. docs/automata.md has the argument.

use super::dfa::{Dfa, NONE};
use super::linear::{Linear, Sum};
use super::numeration::{Numeration, Symbol};
use super::room::Room;
use crate::error::Limit;
use crate::widths::{index, low};
use dashu_int::UBig;

/// Values that a state of the last product has room for.
const MOST_VALUES: usize = 4;
const _: () = assert!(MOST_VALUES > super::search::LARGEST);

const ZECKENDORF: Numeration = Numeration::ZECKENDORF;

/// Upper limit on the failures of a condition that are listed.
const MOST: usize = 200;

/// A condition that fails, with positions that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The condition.
    pub condition: Condition,
    /// The positions.
    pub positions: Vec<(UBig, UBig)>,
    /// The word that is no representation, if it is one.
    pub word: Vec<Symbol>,
}

/// The conditions of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The position has no smaller first number than second.
    Order,
    /// A word that is no representation is accepted, or leading zeros matter.
    Representation,
    /// The position is accepted for a smaller value too.
    Disjoint,
    /// Two positions on a row.
    Row,
    /// Two positions on a diagonal.
    Diagonal,
    /// No position on a row.
    NoneInRow,
    /// No position on a diagonal.
    NoneOnDiagonal,
    /// A position that is not accepted for any value has no option that is.
    Mex,
}

/// The sizes of the automata of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// States of the automaton of positions x <= y.
    pub upper: usize,
    /// Of all positions.
    pub both: usize,
    /// Of L: the position of a row comes before y.
    pub before: usize,
    /// Of D: the position of a diagonal.
    pub diagonal: usize,
    /// Of DL: the position of a diagonal comes before row x.
    pub diagonal_before: usize,
    /// Of the last product.
    pub last: usize,
}

/// The automata that belong to one value.
pub struct Value {
    /// Positions (x, y) with x <= y.
    pub upper: Dfa,
    /// All positions.
    pub both: Dfa,
    /// (d, x): the position of diagonal d is (x, x+d).
    pub diagonal: Dfa,
}

/// The symbol with two tracks exchanged.
fn mirrored(symbol: Symbol) -> Symbol {
    symbol >> 1 | (symbol & 1) << 1
}

/// The two tracks of a symbol of several tracks.
fn pair(symbol: Symbol, first: u32, second: u32) -> Symbol {
    symbol >> first & 1 | (symbol >> second & 1) << 1
}

fn failure(condition: Condition, word: &[Symbol], pairs: &[(u32, u32)]) -> Failure {
    let number = |track| ZECKENDORF.number(word, track);
    let word = if condition == Condition::Representation { word.to_vec() } else { Vec::new() };
    Failure { condition, positions: pairs.iter().map(|&(x, y)| (number(x), number(y))).collect(), word }
}

/// Two tracks are compared: equal so far, or the first is less. Nothing if the first is greater.
fn less(is_less: bool, one: Symbol, other: Symbol) -> Option<bool> {
    if is_less || one == other { Some(is_less) } else { (one < other).then_some(true) }
}

/// (s, t): some t' < t is accepted together with s.
pub fn before(dfa: &Dfa, room: Room<'_>) -> Result<Dfa, Limit> {
    // Tracks s, t, t'. The digits of s and t' are valid where the automaton goes on; those of t are checked here.
    let product = Dfa::explore(
        room,
        8,
        (0_u32, false, 0_u8),
        |_| 0,
        |&(state, is_less, last), symbol| {
            let next = dfa.step(state, pair(symbol, 0, 2));
            if next == NONE || last & symbol != 0 {
                return None;
            }
            Some((next, less(is_less, symbol >> 2 & 1, symbol >> 1 & 1)?, symbol & 2))
        },
        |&(state, is_less, _)| is_less && dfa.accepts(state),
    )?;
    product.projected(room, 4, |symbol| symbol & 3)?.minimised(room)
}

/// Two members (s, t) and (s, t') with t != t'.
fn twice(dfa: &Dfa, room: Room<'_>) -> Result<Vec<Vec<Symbol>>, Limit> {
    let search = Dfa::search(
        room,
        8,
        MOST,
        (0_u32, 0_u32, false),
        |&(one, other, is_less), symbol| {
            let (one, other) = (dfa.step(one, pair(symbol, 0, 1)), dfa.step(other, pair(symbol, 0, 2)));
            let is_less = less(is_less, symbol >> 1 & 1, symbol >> 2 & 1)?;
            (one != NONE && other != NONE).then_some((one, other, is_less))
        },
        |&(one, other, is_less)| is_less && dfa.accepts(one) && dfa.accepts(other),
    )?;
    Ok(search.words)
}

/// The least number s, by length, that no pair (s, t) is accepted of.
fn missing(dfa: &Dfa, room: Room<'_>) -> Result<Vec<Vec<Symbol>>, Limit> {
    let rows = dfa.projected(room, 2, |symbol| symbol & 1)?;
    let search = Dfa::search(
        room,
        2,
        MOST,
        (0_u32, 0_u8),
        |&(state, last), symbol| (last & symbol == 0).then(|| (rows.step(state, symbol), symbol)),
        |&(state, _)| !rows.accepts(state),
    )?;
    Ok(search.words)
}

impl Value {
    /// Makes the automata, and checks the conditions that concern this value alone.
    pub fn new(upper: &Dfa, room: Room<'_>) -> Result<Result<Self, Vec<Failure>>, Limit> {
        let upper = upper.minimised(room)?;
        // Valid digits on both tracks, x <= y, and a loop for leading zeros.
        let wrong = Dfa::search(
            room,
            4,
            MOST,
            (0_u32, 0_u8, Some(false), true),
            |&(state, last, is_less, valid), symbol| {
                let next = upper.step(state, symbol);
                let is_less = is_less.and_then(|is_less| less(is_less, symbol & 1, symbol >> 1));
                (next != NONE).then_some((next, symbol, is_less, valid && last & symbol == 0))
            },
            |&(state, _, is_less, valid)| upper.accepts(state) && !(valid && is_less.is_some()),
        )?;
        if !wrong.words.is_empty() {
            let failure = |word: &Vec<Symbol>| {
                let is_valid = word.windows(2).all(|pair| pair[0] & pair[1] == 0);
                let condition = if is_valid { Condition::Order } else { Condition::Representation };
                failure(condition, word, &[(0, 1)])
            };
            return Ok(Err(wrong.words.iter().map(failure).collect()));
        }
        if upper.step(0, 0) != 0 {
            return Ok(Err(vec![failure(Condition::Representation, &[], &[])]));
        }
        let both = Dfa::explore(
            room,
            4,
            (0_u32, 0_u32),
            |_| 0,
            |&(one, other), symbol| {
                let next = (upper.step(one, symbol), upper.step(other, mirrored(symbol)));
                (next != (NONE, NONE)).then_some(next)
            },
            |&(one, other)| upper.accepts(one) || upper.accepts(other),
        )?
        .minimised(room)?;
        let rows = twice(&both, room)?;
        if !rows.is_empty() {
            return Ok(Err(rows
                .iter()
                .map(|word| failure(Condition::Row, word, &[(0, 1), (0, 2)]))
                .collect()));
        }
        let difference = Linear::new(ZECKENDORF, &[1, 1, -1], 0);
        // Tracks d, x, y with d + x = y.
        let diagonal = Dfa::explore(
            room,
            8,
            (0_u32, Sum::default(), 0_u8),
            |_| 0,
            |&(state, sum, last), symbol| {
                let next = upper.step(state, symbol >> 1);
                if next == NONE || last & symbol != 0 {
                    return None;
                }
                Some((next, difference.step(sum, symbol)?, symbol & 1))
            },
            |&(state, sum, _)| upper.accepts(state) && difference.holds(sum),
        )?
        .projected(room, 4, |symbol| symbol & 3)?
        .minimised(room)?;
        let diagonals = twice(&diagonal, room)?;
        if !diagonals.is_empty() {
            let failure = |word: &Vec<Symbol>| {
                let [d, one, other] = [0, 1, 2].map(|track| ZECKENDORF.number(word, track));
                let positions = vec![(one.clone(), one + &d), (other.clone(), other + d)];
                Failure { condition: Condition::Diagonal, positions, word: Vec::new() }
            };
            return Ok(Err(diagonals.iter().map(failure).collect()));
        }
        Ok(Ok(Self { upper, both, diagonal }))
    }

    /// Rows and diagonals without a member. This is not needed for the proof, but it is found sooner than what follows from it.
    pub fn find_missing(&self, room: Room<'_>) -> Result<Vec<Failure>, Limit> {
        let failure = |condition, x, y| Failure { condition, positions: vec![(x, y)], word: Vec::new() };
        let rows = missing(&self.both, room)?;
        let row = |word: &Vec<Symbol>| failure(Condition::NoneInRow, ZECKENDORF.number(word, 0), UBig::ZERO);
        if !rows.is_empty() {
            return Ok(rows.iter().map(row).collect());
        }
        let diagonals = missing(&self.diagonal, room)?;
        let diagonal =
            |word: &Vec<Symbol>| failure(Condition::NoneOnDiagonal, UBig::ZERO, ZECKENDORF.number(word, 0));
        Ok(diagonals.iter().map(diagonal).collect())
    }
}

/// For each state and each last symbol, whether every valid continuation is accepted.
struct Universal {
    /// A bit for each last symbol.
    states: Vec<u8>,
}

impl Universal {
    fn of(dfa: &Dfa) -> Self {
        let mut states: Vec<u8> =
            (0..dfa.states()).map(|state| if dfa.accepts(low(state)) { 15 } else { 0 }).collect();
        loop {
            let mut changed = false;
            for state in 0..states.len() {
                let mut kept = 0;
                for last in (0..4_u8).filter(|last| states[state] >> last & 1 == 1) {
                    let holds = (0..4_u8).filter(|symbol| last & symbol == 0).all(|symbol| {
                        let next = dfa.step(low(state), symbol);
                        next != NONE && states[index(next)] >> symbol & 1 == 1
                    });
                    kept |= u8::from(holds) << last;
                }
                changed |= kept != states[state];
                states[state] = kept;
            }
            if !changed {
                return Self { states };
            }
        }
    }

    fn has(&self, state: u32, last: Symbol) -> bool {
        state != NONE && self.states[index(state)] >> last & 1 == 1
    }
}

/// The states of all automata of the last product after the digits read so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    values: [u32; MOST_VALUES],
    row: u32,
    column: u32,
    diagonal: u32,
    sum: Sum,
    last: Symbol,
}

/// Proves that the last automaton is right, given that those of the smaller values are.
pub fn prove(smaller: &[&Dfa], value: &Value, room: Room<'_>) -> Result<Result<Sizes, Vec<Failure>>, Limit> {
    for other in smaller {
        let search = Dfa::search(
            room,
            4,
            MOST,
            (0_u32, 0_u32),
            |&(one, two), symbol| {
                let next = (value.upper.step(one, symbol), other.step(two, symbol));
                (next.0 != NONE && next.1 != NONE).then_some(next)
            },
            |&(one, two)| value.upper.accepts(one) && other.accepts(two),
        )?;
        if !search.words.is_empty() {
            let failures = search.words.iter().map(|word| failure(Condition::Disjoint, word, &[(0, 1)]));
            return Ok(Err(failures.collect()));
        }
    }
    let row = before(&value.both, room)?;
    let diagonal = before(&value.diagonal, room)?;
    let (row_all, diagonal_all) = (Universal::of(&row), Universal::of(&diagonal));
    let difference = Linear::new(ZECKENDORF, &[1, 1, -1], 0);
    let accepted: Vec<&Dfa> = smaller.iter().copied().chain([&value.upper]).collect();
    let first =
        State { values: [0; MOST_VALUES], row: 0, column: 0, diagonal: 0, sum: Sum::default(), last: 0 };
    // Tracks d, x, y.
    let search = Dfa::search(
        room,
        8,
        MOST,
        first,
        |state, symbol| {
            if state.last & symbol != 0 {
                return None;
            }
            let sum = difference.step(state.sum, symbol)?;
            let xy = symbol >> 1;
            let yx = mirrored(xy);
            let next = State {
                values: std::array::from_fn(|value| {
                    accepted.get(value).map_or(NONE, |dfa| dfa.step(state.values[value], xy))
                }),
                row: row.step(state.row, xy),
                column: row.step(state.column, yx),
                diagonal: diagonal.step(state.diagonal, symbol & 3),
                sum,
                last: symbol,
            };
            let done = row_all.has(next.row, xy)
                || row_all.has(next.column, yx)
                || diagonal_all.has(next.diagonal, symbol & 3);
            (!done).then_some(next)
        },
        |state| {
            difference.holds(state.sum)
                && !row.accepts(state.row)
                && !row.accepts(state.column)
                && !diagonal.accepts(state.diagonal)
                && !accepted.iter().zip(state.values).any(|(dfa, state)| dfa.accepts(state))
        },
    )?;
    if !search.words.is_empty() {
        // Where a position is missing, others that have no other option fail too: the first one comes first.
        let mut failures: Vec<Failure> =
            search.words.iter().map(|word| failure(Condition::Mex, word, &[(1, 2)])).collect();
        failures.sort_by_key(|failure| failure.positions.iter().map(|(x, y)| x + y).sum::<UBig>());
        return Ok(Err(failures));
    }
    Ok(Ok(Sizes {
        upper: value.upper.states(),
        both: value.both.states(),
        before: row.states(),
        diagonal: value.diagonal.states(),
        diagonal_before: diagonal.states(),
        last: search.states,
    }))
}
