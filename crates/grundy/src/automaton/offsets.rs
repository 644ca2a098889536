//! How far positions are from the line y = φx, exactly.
//!
//! Let s(x) be the number whose Zeckendorf digits are those of x followed by a 0. It is one of the integers next to φx: a Fibonacci number `F_i` is moved to `F_{i+1}`, and `F_{i+1} - φF_i = (-1/φ)^i`; the
//! sum of these over digits i >= 2 without neighbours is between -1/φ² and 1/φ. The *offset* of (x, y) is the integer y - s(x).

use super::dfa::{Dfa, NONE};
use super::numeration::Symbol;
use super::room::Room;
use crate::error::Limit;
use crate::widths::index;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// What a 1 on each track of a Zeckendorf word adds to a sum: in its place, and with every digit moved one place down.
pub struct Weights(Vec<(i32, i32)>);

impl Weights {
    /// The sum of the numbers, each times a factor.
    pub fn of(factors: &[i32]) -> Self {
        Self(factors.iter().map(|&factor| (factor, factor)).collect())
    }

    /// y - s(x): the Fibonacci numbers of x are those one place higher, 2 and 1 for the last digit.
    pub fn offset() -> Self {
        Self(vec![(-2, -1), (1, 1)])
    }

    fn added(&self, symbol: Symbol) -> (i32, i32) {
        let ones = (0..).zip(&self.0).filter(|&(track, _)| symbol >> track & 1 == 1);
        ones.fold((0, 0), |(p, q), (_, weight)| (p + weight.0, q + weight.1))
    }
}

/// The sums of all tuples that an automaton accepts, if they are within 100 of 0; nothing if some word has a prefix farther off than that.
///
/// # Errors
/// When a limit is reached.
pub fn range(dfa: &Dfa, weights: &Weights, room: Room<'_>) -> Result<Option<BTreeSet<i32>>, Limit> {
    /// Beyond this the set is taken for unbounded.
    const FAR: i32 = 100;
    let dfa = dfa.trimmed();
    let (found, far) = (RefCell::new(BTreeSet::new()), Cell::new(false));
    // The sum of the digits so far, and the same with every digit moved one place down.
    Dfa::explore(
        room,
        dfa.symbols(),
        (0_u32, 0_i32, 0_i32),
        |_| 0,
        |&(state, p, q), symbol| {
            let next = dfa.step(state, symbol);
            let (more, down) = weights.added(symbol);
            let (p, q) = (p + q + more, p + down);
            let is_far = p.abs() > FAR || q.abs() > FAR;
            far.set(far.get() || next != NONE && is_far);
            (next != NONE && !is_far).then_some((next, p, q))
        },
        |&(state, p, _)| {
            if dfa.accepts(state) {
                found.borrow_mut().insert(p);
            }
            false
        },
    )?;
    Ok((!far.get()).then(|| found.into_inner()))
}

/// The offsets of all pairs that an automaton accepts.
///
/// # Errors
/// When a limit is reached.
pub fn offsets(dfa: &Dfa, room: Room<'_>) -> Result<Option<BTreeSet<i32>>, Limit> {
    range(dfa, &Weights::offset(), room)
}

/// The greatest lower and the least upper bound of y - φx over all pairs that an automaton accepts, to about twelve decimals. Nothing if the offsets are not bounded, or nothing is accepted.
///
/// y - φx is the offset plus e = s(x) - φx, and another digit d of x turns e into `-e/φ + d/φ²`. For each state of the product that follows the offset, the least and the greatest e of words that lead there are found
/// by going through all transitions again and again: what longer words change falls by the factor φ each time.
///
/// # Errors
/// When a limit is reached.
pub fn distances(dfa: &Dfa, room: Room<'_>) -> Result<Option<(f64, f64)>, Limit> {
    /// Rounds: `φ^-80` is less than `10^-16`.
    const ROUNDS: usize = 80;
    /// 1/φ.
    const INVERSE: f64 = 0.618_033_988_749_894_8;
    if offsets(dfa, room)?.is_none() {
        return Ok(None);
    }
    let dfa = dfa.trimmed();
    let weights = Weights::offset();
    // The offsets of the states of the product, in their order.
    let found = RefCell::new(Vec::new());
    let product = Dfa::explore(
        room,
        dfa.symbols(),
        (0_u32, 0_i32, 0_i32),
        |_| 0,
        |&(state, p, q), symbol| {
            let (more, down) = weights.added(symbol);
            let next = dfa.step(state, symbol);
            (next != NONE).then_some((next, p + q + more, p + down))
        },
        |&(state, p, _)| {
            found.borrow_mut().push(p);
            dfa.accepts(state)
        },
    )?;
    let mut bounds: Vec<Option<(f64, f64)>> = vec![None; product.states()];
    bounds[0] = Some((0.0, 0.0));
    for _ in 0..ROUNDS {
        room.look(0, 0)?;
        let before = bounds.clone();
        for (state, at) in (0..).zip(&before) {
            let Some((least, greatest)) = *at else { continue };
            for symbol in 0..4_u8 {
                let next = product.step(state, symbol);
                if next != NONE {
                    let digit = f64::from(symbol & 1) * INVERSE * INVERSE;
                    let (low, high) = (digit - greatest * INVERSE, digit - least * INVERSE);
                    let old = bounds[index(next)].unwrap_or((low, high));
                    bounds[index(next)] = Some((old.0.min(low), old.1.max(high)));
                }
            }
        }
    }
    let accepted =
        (0..).zip(found.into_inner()).zip(bounds).filter(|&((state, _), _)| product.accepts(state));
    let distances = accepted.filter_map(|((_, offset), bounds)| {
        let (least, greatest) = bounds?;
        Some((f64::from(offset) + least, f64::from(offset) + greatest))
    });
    Ok(distances.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))))
}
