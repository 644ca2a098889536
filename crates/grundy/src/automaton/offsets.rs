//! How far positions are from the line y = φx, exactly.
//!
//! Let s(x) be the number whose Zeckendorf digits are those of x followed by a 0. It is one of the integers next to φx: a Fibonacci number `F_i` is moved to `F_{i+1}`, and `F_{i+1} - φF_i = (-1/φ)^i`; the
//! sum of these over digits i >= 2 without neighbours is between -1/φ² and 1/φ. The *offset* of (x, y) is the integer y - s(x).

use super::dfa::{Dfa, NONE};
use super::room::Room;
use crate::error::Limit;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The offsets of all pairs that an automaton accepts, if they are within 100 of 0; nothing if some word has a prefix farther off than that.
///
/// # Errors
/// When a limit is reached.
pub fn offsets(dfa: &Dfa, room: Room<'_>) -> Result<Option<BTreeSet<i32>>, Limit> {
    /// Beyond this the set is taken for unbounded.
    const FAR: i32 = 100;
    let dfa = dfa.trimmed();
    let (found, far) = (RefCell::new(BTreeSet::new()), RefCell::new(false));
    // y - s(x) of the digits so far, and the same with every digit moved one place down.
    Dfa::explore(
        room,
        4,
        (0_u32, 0_i32, 0_i32),
        |_| 0,
        |&(state, p, q), symbol| {
            let next = dfa.step(state, symbol);
            let (x, y) = (i32::from(symbol & 1), i32::from(symbol >> 1));
            let (p, q) = (p + q + y - 2 * x, p + y - x);
            let is_far = p.abs() > FAR || q.abs() > FAR;
            if next != NONE && is_far {
                *far.borrow_mut() = true;
            }
            (next != NONE && !is_far).then_some((next, p, q))
        },
        |&(state, p, _)| {
            if dfa.accepts(state) {
                found.borrow_mut().insert(p);
            }
            false
        },
    )?;
    Ok((!far.into_inner()).then(|| found.into_inner()))
}
