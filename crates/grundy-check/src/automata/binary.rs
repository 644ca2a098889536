//! Automata that accept the positions of the values 0, 1, .., g of Sharing Nim with three piles, in base 2.
//!
//! # What is checked, and why it suffices
//! Every position is equivalent to (0, a, b) with 2a <= b (Ho). It lies on the lines 2b-a, b-2a and a+b, and its options are the positions with a smaller b that share a line with it
//! ([`crate::sharing`] has the argument). Let `U_k` be the pairs (a, b) that automaton k accepts; all must have 2a <= b. For each k in turn and all such (a, b):
//!
//! - (a, b) is in `U_k` exactly if it is in no smaller `U_j` and has no option in `U_k`.
//!
//! Then `U_k` has exactly the positions of value k, by induction along the moves: a member has no option of value k, but one of each smaller value j, because it is not in `U_j`
//! though in no smaller set; and a position outside `U_0`, .., `U_g` has an option in each of them.
//!
//! The options need two automata: "some member (a, b) lies on line l", a subset construction over the digits of a, and from it "line l has a member before b". The last product runs over the digits of a, b
//! and the three lines.
//!
//! *Lines.* A line l is decided by the number s = c - l of the digits so far, where c is 2b-a, b-2a or a+b. A digit turns s into 2s + e with e from -3 to 2. If |s| > 3, then s is never 0 again: |2s + e| >= 2|s| - 3 >= |s| + 1.
//! *2a <= b.* Let d be b - 2a of the digits so far. If d < 0 it stays so, as 2d + 1 < 0. If d >= 2 it stays so, as 2d - 2 >= d: larger numbers need not be told apart.

use crate::Unverified;
use crate::automata::machine::{Machine, NONE, discard, reach, subsets};
use crate::automata::{before, check_least};
use crate::budget::{Budget, Limit};
use crate::parse::wrong;

/// The factors of a and b in the three lines.
const LINES: [(i8, i8); 3] = [(-1, 2), (-2, 1), (1, 1)];

fn digit(symbol: u8, track: usize) -> i8 {
    i8::try_from(symbol >> track & 1).unwrap_or(0)
}

/// s of a line after another digit of a, b and the line; nothing if it is never 0 again.
fn along(s: i8, (of_a, of_b): (i8, i8), digits: [i8; 3]) -> Option<i8> {
    let s = 2 * s + of_a * digits[0] + of_b * digits[1] - digits[2];
    (s.abs() <= 3).then_some(s)
}

/// b - 2a after another digit, up to 2; nothing if it stays negative.
fn spare(d: i8, symbol: u8) -> Option<i8> {
    let d = (2 * d + digit(symbol, 1) - 2 * digit(symbol, 0)).min(2);
    (d >= 0).then_some(d)
}

/// The number on a track of a word.
fn number(word: &[u8], track: u8) -> String {
    let digits = word.iter().try_fold(0_u128, |number, symbol| {
        number.checked_mul(2)?.checked_add(u128::from(symbol >> track & 1))
    });
    digits.map_or_else(|| format!("a number of {} digits", word.len()), |number| number.to_string())
}

/// (l, b): the machine accepts some (a, b) on line l.
fn on_lines(machine: &Machine, budget: &mut Budget) -> Result<Machine, Limit> {
    // A state, a line and s in one number.
    let code = |state: u32, line: u32, s: i8| (state * 3 + line) * 8 + u32::try_from(s + 4).unwrap_or(0);
    let parts = |code: u32| (code / 24, code / 8 % 3, i8::try_from(code % 8).unwrap_or(0) - 4);
    let step = |from: u32, symbol: u8, after: &mut Vec<u32>| {
        let (state, line, s) = parts(from);
        let [l, b] = [0, 1].map(|track| digit(symbol, track));
        for a in 0..2_u8 {
            let next = machine.after(state, a | symbol & 2);
            let factors = LINES[usize::try_from(line).unwrap_or(0)];
            if next != NONE
                && let Some(s) = along(s, factors, [digit(a, 0), b, l])
            {
                after.push(code(next, line, s));
            }
        }
    };
    let accepts = |at: u32| matches!(parts(at), (state, _, 0) if machine.accepts(state));
    subsets(budget, vec![code(0, 0, 0), code(0, 1, 0), code(0, 2, 0)], step, accepts)
}

/// A state of the last product: those of the values, those of the three lines with their s, and b - 2a.
type State = (Vec<u32>, [(u32, i8); 3], i8);

/// Checks that the last value is right, given that the smaller ones are.
pub fn check_value(values: &[Machine], line: usize, budget: &mut Budget) -> Result<(), Unverified> {
    let Some((last, smaller)) = values.split_last() else { return Ok(()) };
    check_least(last, line, budget)?;
    // As every state accepts some word, b - 2a must not be negative anywhere.
    let form = |&(at, d): &(u32, i8), symbol: u8| {
        let next = last.after(at, symbol);
        (next != NONE).then(|| (next, if d < 0 { d } else { spare(d, symbol).unwrap_or(-1) }))
    };
    let found = reach(budget, 4, (0, 0), |_| 0, form, |&(_, d)| d < 0)?;
    if let Some(word) = discard(found, budget) {
        let [a, b] = [0, 1].map(|track| number(&word, track));
        return Err(wrong(line, &format!("a word that begins with {a},{b} is no position with 2a <= b")));
    }
    let earlier = before(&on_lines(last, budget)?, true, budget)?;
    // Tracks a, b and the lines.
    let step = |(at, lines, d): &State, symbol: u8| {
        let d = spare(*d, symbol)?;
        let mut after = *lines;
        for (number, (state, s)) in after.iter_mut().enumerate() {
            let l = digit(symbol, number + 2);
            *s = along(*s, LINES[number], [digit(symbol, 0), digit(symbol, 1), l])?;
            *state = earlier.after(*state, symbol >> (number + 2) & 1 | symbol & 2);
        }
        let at = at.iter().zip(values).map(|(&at, machine)| machine.after(at, symbol & 3)).collect();
        Some((at, after, d))
    };
    let bad = |(at, lines, _): &State| {
        if lines.iter().any(|&(_, s)| s != 0) {
            return false;
        }
        let has_option = lines.iter().any(|&(state, _)| earlier.accepts(state));
        let is_smaller = at.iter().zip(smaller).any(|(&at, machine)| machine.accepts(at));
        let is_accepted = at.last().is_some_and(|&at| last.accepts(at));
        is_accepted == (has_option || is_smaller)
    };
    let first = (vec![0; values.len()], [(0, 0); 3], 0);
    let found = reach(budget, 32, first, |state: &State| 4 * state.0.len(), step, bad)?;
    if let Some(word) = discard(found, budget) {
        let [a, b] = [0, 1].map(|track| number(&word, track));
        let at = word.iter().fold(0, |at, symbol| last.after(at, symbol & 3));
        let reason = if last.accepts(at) {
            format!("0,{a},{b} is accepted, but has a smaller value or an option that is accepted")
        } else {
            format!(
                "0,{a},{b} is not accepted for this value or a smaller one, but has no option of this value"
            )
        };
        return Err(wrong(line, &reason));
    }
    Ok(())
}
