//! How far positions are from the line y = φx, exactly.
//!
//! Let s(x) be the number whose Zeckendorf digits are those of x followed by a 0. It is one of the integers next to φx: a Fibonacci number `F_i` is moved to `F_{i+1}`, and `F_{i+1} - φF_i = (-1/φ)^i`; the
//! sum of these over digits i >= 2 without neighbours is between -1/φ² and 1/φ. The *offset* of (x, y) is the integer y - s(x).

use super::dfa::{Dfa, NONE};
use super::golden::Golden;
use super::numeration::Symbol;
use super::room::Room;
use crate::error::Limit;
use crate::widths::{index, low};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
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

/// The greatest lower and the least upper bound of y - φx over all pairs that an automaton accepts. Nothing if the offsets are not bounded, or nothing is accepted.
///
/// y - φx is the offset plus e = s(x) - φx, and another digit d of x turns e into `d/φ² - e/φ`. For each state of the product that follows the offset, let H and L be the least upper and the greatest lower
/// bound of e over the words that lead there. H is the largest of the numbers `d/φ² - L/φ` over the transitions to the state, L the least of all `d/φ² - H/φ`, and the empty word gives 0 for the first
/// state. These equations have one bounded solution, because their right-hand sides are closer together than their unknowns by the factor φ. A solution is found by choosing a transition for each state:
/// the choices lead back to the first state, or around a circle, which is a linear equation for one number. Choices are improved until no other transition gives more, all in exact numbers.
///
/// # Errors
/// When a limit is reached.
pub fn distances(dfa: &Dfa, room: Room<'_>) -> Result<Option<(Golden, Golden)>, Limit> {
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
    let extremes = extremes(&product, room)?;
    let accepted = (0..).zip(found.into_inner()).filter(|&(state, _)| product.accepts(state));
    let distances = accepted.map(|(state, offset)| {
        let at = |side: usize| &extremes[2 * index(state) + side] + &Golden::from(offset);
        (at(0), at(1))
    });
    Ok(distances.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))))
}

/// What a bound is chosen to come from: the empty word, or a digit and the opposite bound of a state.
type Choice = Option<(Symbol, u32)>;

/// L and H of each state, one after the other.
fn extremes(product: &Dfa, room: Room<'_>) -> Result<Vec<Golden>, Limit> {
    let mut before: Vec<Vec<(Symbol, u32)>> = vec![Vec::new(); product.states()];
    for state in 0..low(product.states()) {
        for symbol in product.all_symbols() {
            let next = product.step(state, symbol);
            if next != NONE {
                before[index(next)].push((symbol & 1, state));
            }
        }
    }
    for list in &mut before {
        list.sort_unstable();
        list.dedup();
    }
    // The bound number 2s is L of state s, and 2s + 1 is H. L comes from H, and H from L.
    let mut choices: Vec<Choice> = before
        .iter()
        .flat_map(|list| [1, 0].map(|side| list.first().map(|&(digit, state)| (digit, 2 * state + side))))
        .collect();
    choices[..2].fill(None);
    loop {
        room.look(0, choices.len() * 256)?;
        let values = solved(&choices);
        let mut is_best = true;
        for (state, list) in before.iter().enumerate() {
            for (side, better) in [(0, Ordering::Less), (1, Ordering::Greater)] {
                let place = 2 * state + side;
                let mut best = values[place].clone();
                for &(digit, from) in list {
                    let from = 2 * from + 1 - low(side);
                    let value = next(digit, &values[index(from)]);
                    if value.cmp(&best) == better {
                        (best, is_best) = (value, false);
                        choices[place] = Some((digit, from));
                    }
                }
            }
        }
        if is_best {
            return Ok(values);
        }
    }
}

/// `d/φ² - e/φ`.
fn next(digit: Symbol, e: &Golden) -> Golden {
    (&Golden::from(i32::from(digit)).over_phi() - e).over_phi()
}

/// The numbers that choices lead to.
fn solved(choices: &[Choice]) -> Vec<Golden> {
    let mut values: Vec<Option<Golden>> = vec![None; choices.len()];
    // The start of the walk on which a bound was seen first.
    let mut seen = vec![NONE; choices.len()];
    for start in 0..choices.len() {
        let (mut at, mut walk) = (start, Vec::new());
        while values[at].is_none() && seen[at] != low(start) {
            seen[at] = low(start);
            let Some((digit, from)) = choices[at] else {
                values[at] = Some(Golden::from(0));
                break;
            };
            walk.push((at, digit));
            at = index(from);
        }
        if values[at].is_none() {
            // A circle: around it e becomes `c + f e`, where f is the power of -1/φ.
            let circle = walk.iter().position(|&(place, _)| place == at).unwrap_or(0);
            let (mut c, mut f) = (Golden::from(0), Golden::from(1));
            for &(_, digit) in walk[circle..].iter().rev() {
                (c, f) = (next(digit, &c), -f.over_phi());
            }
            values[at] = Some(c.over(&(&Golden::from(1) - &f)));
        }
        for &(place, digit) in walk.iter().rev() {
            if values[place].is_none()
                && let Some((_, from)) = choices[place]
            {
                values[place] = values[index(from)].as_ref().map(|value| next(digit, value));
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or_else(|| Golden::from(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::proved;

    /// The bounds by going through all transitions again and again: what longer words change falls by the factor φ each time.
    fn about(dfa: &Dfa) -> (f64, f64) {
        let inverse = 2.0 / (1.0 + 5_f64.sqrt());
        let weights = Weights::offset();
        let mut found = std::collections::HashMap::from([((0_u32, 0_i32, 0_i32), (0.0_f64, 0.0_f64))]);
        for _ in 0..120 {
            for (&(state, p, q), (least, greatest)) in &found.clone() {
                for symbol in dfa.all_symbols().filter(|&symbol| dfa.step(state, symbol) != NONE) {
                    let (more, down) = weights.added(symbol);
                    let digit = f64::from(symbol & 1) * inverse * inverse;
                    let (low, high) = (digit - greatest * inverse, digit - least * inverse);
                    let next = (dfa.step(state, symbol), p + q + more, p + down);
                    let bounds = found.entry(next).or_insert((low, high));
                    *bounds = (bounds.0.min(low), bounds.1.max(high));
                }
            }
        }
        let accepted = found.iter().filter(|((state, ..), _)| dfa.accepts(*state));
        let shifted = accepted
            .map(|(&(_, offset, _), bounds)| (f64::from(offset) + bounds.0, f64::from(offset) + bounds.1));
        shifted.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap()
    }

    #[test]
    fn exact_bounds_are_those_of_an_iteration() {
        for (value, dfa) in proved().iter().enumerate().take(2) {
            let (least, greatest) = distances(dfa, Room::WIDE).unwrap().unwrap();
            let close = |exact: &Golden, found: f64| {
                (exact.decimals(12).parse::<f64>().unwrap() - found).abs() < 1e-9
            };
            let (low, high) = about(&dfa.trimmed());
            assert!(
                close(&least, low) && close(&greatest, high),
                "value {value}: {least} {low} {greatest} {high}"
            );
        }
    }

    #[test]
    #[ignore = "half a minute"]
    fn exact_bounds_of_value_2_are_those_of_an_iteration() {
        let (least, greatest) = distances(&proved()[2], Room::WIDE).unwrap().unwrap();
        let (low, high) = about(&proved()[2].trimmed());
        assert!((least.decimals(12).parse::<f64>().unwrap() - low).abs() < 1e-9, "{least} {low}");
        assert!((greatest.decimals(12).parse::<f64>().unwrap() - high).abs() < 1e-9, "{greatest} {high}");
    }
}
