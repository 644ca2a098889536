//! Automata that accept the positions of the values 0, 1, .., g of Wythoff's game. Those of Sharing Nim are read here and checked in [`crate::automata::binary`].
//!
//! # What is checked, and why it suffices
//! A number is read as its Zeckendorf digits (no two ones follow each other), most significant first, and a pair (x, y) as pairs of digits; the symbol of a pair of digits is
//! 1 for a one of x, plus 2 for a one of y. Let `U_k` be the pairs that automaton k accepts, and `A_k` these and their mirror images. For each k in turn:
//!
//! - *form*: no word is accepted that is no pair of representations; x <= y; a leading zero leads from the first state to itself;
//! - *disjoint*: no pair of `U_k` is in a smaller `U_j`;
//! - *lines*: no two members of `A_k` share a row, and no two of `U_k` a difference y - x. By symmetry, none share a column or a diagonal;
//! - *options*: every pair (x, y), x <= y, outside `U_0`, .., `U_k` has an option in `A_k`: in its row, its column or its diagonal there is a member nearer to 0.
//!
//! Then `A_k` is the set of positions of value k, by induction along the moves: a member of `A_k` has no option in `A_k`, but one in each smaller `A_j`; and a pair
//! that is in none of `A_0`, .., `A_g` has an option in each of them, so its value is larger than g.
//!
//! The options need three automata, each made by a subset construction: "row x has a member before y", which also serves the columns; "diagonal d has the member (x, x+d)",
//! with y = x + d projected away; and "diagonal d has a member before row x". The last product runs over digits of d, x and y with d + x = y. A state of it is dropped if
//! one of the three accepts whatever follows.
//!
//! *d + x = y.* Let p be the number d + x - y of the digits so far, and q the same number with every digit moved one place down. A digit turns (p, q) into (p+q+e, p+e), where
//! e is the difference of the digits, from -1 to 2. If p > 2 and q > 1, both stay so, and p is never 0 again; and likewise if p < -4 and q < -2. As `p - φq` turns into `-(p - φq + e)/φ`, it is always between -4 and 4, so
//! all other (p, q) are finitely many.
//!
//! *One certificate.* The automata are the least ones: every state is reached, some word is accepted from it, no two states accept the same words, and states are numbered as a breadth-first
//! search reaches them.

mod binary;
mod machine;

use crate::budget::{Budget, Limit};
use crate::parse::{Lines, wrong};
use crate::{Kind, Unverified};
use machine::{Machine, NONE, alive, count, discard, least, place, reach, subsets};

/// What is checked here.
pub const KINDS: &[Kind] = &[Kind {
    claim: "automatic-values",
    versions: &[1],
    means: "automata that accept exactly the positions of values 0 to g of wythoff or sharing-nim",
    check: |lines, _| check(lines),
}];

/// The largest value of a certificate.
const LARGEST: u64 = 7;

/// Upper limit on states: their numbers fit, and sums of them.
const MOST_STATES: u64 = 1 << 24;

/// Characters of a line of an automaton.
const WIDTH: usize = 100;

/// The digits of the text of an automaton.
const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";

/// The value of the digits of one track of a word, or the digits themselves if they do not fit.
fn number(word: &[u8], track: u8) -> String {
    let mut sum = (0_u128, 0_u128);
    for symbol in word {
        let digit = u128::from(symbol >> track & 1);
        let Some(next) = sum.0.checked_add(sum.1).and_then(|next| next.checked_add(digit)) else {
            let digits = word.iter().map(|symbol| if symbol >> track & 1 == 1 { '1' } else { '0' });
            return digits.chain("_F".chars()).collect();
        };
        sum = (next, sum.0 + digit);
    }
    sum.0.to_string()
}

/// The digits of two tracks as a symbol.
fn pair(symbol: u8, first: u8, second: u8) -> u8 {
    symbol >> first & 1 | (symbol >> second & 1) << 1
}

/// Whether the first number is still equal (false) or less (true) after another digit; nothing if it is greater.
fn compare(less: bool, one: u8, other: u8) -> Option<bool> {
    (less || one <= other).then_some(less || one < other)
}

/// d + x - y of the digits so far; see above.
fn sum((p, q): (i8, i8), symbol: u8) -> Option<(i8, i8)> {
    let digit = |track: u8| i8::try_from(symbol >> track & 1).unwrap_or(0);
    let e = digit(0) + digit(1) - digit(2);
    let (p, q) = (p + q + e, p + e);
    let is_dead = p > 2 && q > 1 || p < -4 && q < -2;
    (!is_dead).then_some((p, q))
}

/// (s, t): the machine accepts some (s, t') with t' < t. Its words must be representations. In base 2 ones may follow each other.
pub fn before(machine: &Machine, is_base_2: bool, budget: &mut Budget) -> Result<Machine, Limit> {
    // A state and two bits: whether t' is less by now, and the last digit of t.
    let code = |state: u32, less: bool, last: u8| state << 2 | u32::from(less) << 1 | u32::from(last);
    let step = |from: u32, symbol: u8, after: &mut Vec<u32>| {
        let (less, last, t) = (from & 2 != 0, from & 1 != 0, symbol >> 1);
        if last && t == 1 && !is_base_2 {
            return;
        }
        for digit in 0..2 {
            let next = machine.after(from >> 2, symbol & 1 | digit << 1);
            if next != NONE
                && let Some(less) = compare(less, digit, t)
            {
                after.push(code(next, less, if is_base_2 { 0 } else { t }));
            }
        }
    };
    subsets(budget, vec![0], step, |at| at & 2 != 0 && machine.accepts(at >> 2))
}

/// (d, x): the machine accepts (x, x + d).
fn diagonals(upper: &Machine, budget: &mut Budget) -> Result<Machine, Limit> {
    let step = |&(at, sums, last): &(u32, (i8, i8), u8), symbol: u8| {
        let next = upper.after(at, symbol >> 1);
        if next == NONE || last & symbol != 0 {
            return None;
        }
        Some((next, sum(sums, symbol)?, symbol & 1))
    };
    let found = reach(budget, 8, (0, (0, 0), 0), |_| 0, step, |_| false)?;
    let Ok(found) = found else { return Err(Limit::Unsupported("this is")) };
    let accepts: Vec<bool> = found.keys.iter().map(|&(at, (p, _), _)| p == 0 && upper.accepts(at)).collect();
    let alive = alive(&found.next, &accepts, budget)?;
    let live = |at: u32, symbol: u8| {
        Some(found.next[place(at)][usize::from(symbol)]).filter(|&to| to != NONE && alive[place(to)])
    };
    // y may have one digit more than x and d: it begins with ones of y alone, or zeros.
    let mut first = vec![0];
    let mut at = 0;
    while let Some(&from) = first.get(at) {
        for to in [live(from, 0), live(from, 4)].into_iter().flatten() {
            if !first.contains(&to) {
                first.push(to);
            }
        }
        at += 1;
    }
    first.sort_unstable();
    let step = |from: u32, symbol: u8, after: &mut Vec<u32>| {
        after.extend([live(from, symbol), live(from, symbol | 4)].into_iter().flatten());
    };
    let machine = subsets(budget, first, step, |at| accepts[place(at)]);
    budget.release(1, found.bytes);
    machine
}

/// For each state, the last symbols (a bit each) after which every representation that follows is accepted.
fn universal(machine: &Machine, budget: &mut Budget) -> Result<Vec<u8>, Limit> {
    let mut bits: Vec<u8> = machine.accepts.iter().map(|&accepts| if accepts { 15 } else { 0 }).collect();
    loop {
        budget.spend(16 * count(bits.len()))?;
        let mut changed = false;
        for at in (0..bits.len()).rev() {
            let follows = |last: u8| {
                (0..4_u8).filter(|symbol| last & symbol == 0).all(|symbol| {
                    let next = machine.next[at][usize::from(symbol)];
                    next != NONE && bits[place(next)] >> symbol & 1 == 1
                })
            };
            let kept = (0..4)
                .filter(|&last| bits[at] >> last & 1 == 1 && follows(last))
                .fold(0, |kept, last| kept | 1 << last);
            changed |= kept != bits[at];
            bits[at] = kept;
        }
        if !changed {
            return Ok(bits);
        }
    }
}

/// Two members with the same first number.
fn twice(machine: &Machine, budget: &mut Budget) -> Result<Option<Vec<u8>>, Limit> {
    let step = |&(one, other, less): &(u32, u32, bool), symbol: u8| {
        let next = (machine.after(one, pair(symbol, 0, 1)), machine.after(other, pair(symbol, 0, 2)));
        let less = compare(less, symbol >> 1 & 1, symbol >> 2)?;
        (next.0 != NONE && next.1 != NONE).then_some((next.0, next.1, less))
    };
    let bad = |&(one, other, less): &(u32, u32, bool)| less && machine.accepts(one) && machine.accepts(other);
    Ok(discard(reach(budget, 8, (0, 0, false), |_| 0, step, bad)?, budget))
}

/// Checks that an automaton is the least one, and that leading zeros do not matter.
pub fn check_least(upper: &Machine, line: usize, budget: &mut Budget) -> Result<(), Unverified> {
    let rows: Vec<Vec<u32>> = upper.next.iter().map(|row| row.to_vec()).collect();
    if least(&rows, &upper.accepts, budget)?.next.len() != upper.next.len() {
        return Err(wrong(line, "the automaton has a state that is not needed"));
    }
    if upper.after(0, 0) == 0 { Ok(()) } else { Err(wrong(line, "leading zeros matter")) }
}

/// Checks the form of an automaton.
fn check_form(upper: &Machine, line: usize, budget: &mut Budget) -> Result<(), Unverified> {
    check_least(upper, line, budget)?;
    // A word with two ones in a row on a track, or with x > y, is bad as soon as it is read: every state accepts some word.
    let step = |&(at, last, less, fine): &(u32, u8, bool, bool), symbol: u8| {
        let next = upper.after(at, symbol);
        let compared = compare(less, symbol & 1, symbol >> 1);
        let fine = fine && last & symbol == 0 && compared.is_some();
        (next != NONE).then_some((next, symbol, compared.unwrap_or(false), fine))
    };
    let found = reach(budget, 4, (0, 0, false, true), |_| 0, step, |&(_, _, _, fine)| !fine)?;
    match discard(found, budget) {
        None => Ok(()),
        Some(word) => {
            let [x, y] = [0, 1].map(|track| number(&word, track));
            Err(wrong(line, &format!("a word that begins with {x},{y} is no representation of x <= y")))
        }
    }
}

/// A state of the last product: those of the values, those of row, column and diagonal, the sum, and the last symbol.
type State = (Vec<u32>, [u32; 3], (i8, i8), u8);

/// Checks that a value is right, given that the smaller ones are.
fn check_value(values: &[Machine], line: usize, budget: &mut Budget) -> Result<(), Unverified> {
    let Some((upper, smaller)) = values.split_last() else { return Ok(()) };
    for (value, other) in smaller.iter().enumerate() {
        let step = |&(one, two): &(u32, u32), symbol: u8| {
            let next = (upper.after(one, symbol), other.after(two, symbol));
            (next.0 != NONE && next.1 != NONE).then_some(next)
        };
        let bad = |&(one, two): &(u32, u32)| upper.accepts(one) && other.accepts(two);
        let found = reach(budget, 4, (0, 0), |_| 0, step, bad)?;
        if let Some(word) = discard(found, budget) {
            let [x, y] = [0, 1].map(|track| number(&word, track));
            return Err(wrong(line, &format!("{x},{y} is accepted for value {value} too")));
        }
    }
    let both = both(upper, budget)?;
    if let Some(word) = twice(&both, budget)? {
        let [x, y, z] = [0, 1, 2].map(|track| number(&word, track));
        return Err(wrong(line, &format!("{x},{y} and {x},{z} are on one row")));
    }
    let diagonal = diagonals(upper, budget)?;
    if let Some(word) = twice(&diagonal, budget)? {
        let [d, x, z] = [0, 1, 2].map(|track| number(&word, track));
        return Err(wrong(line, &format!("two positions, of rows {x} and {z}, have the difference {d}")));
    }
    let row = before(&both, false, budget)?;
    let diagonal = before(&diagonal, false, budget)?;
    let (row_all, diagonal_all) = (universal(&row, budget)?, universal(&diagonal, budget)?);
    let all = |bits: &[u8], at: u32, last: u8| at != NONE && bits[place(at)] >> last & 1 == 1;
    // Tracks d, x, y.
    let step = |(at, lines, sums, last): &State, symbol: u8| {
        if last & symbol != 0 {
            return None;
        }
        let sums = sum(*sums, symbol)?;
        let (dx, xy, yx) = (symbol & 3, symbol >> 1, pair(symbol, 2, 1));
        let lines = [row.after(lines[0], xy), row.after(lines[1], yx), diagonal.after(lines[2], dx)];
        if all(&row_all, lines[0], xy) || all(&row_all, lines[1], yx) || all(&diagonal_all, lines[2], dx) {
            return None;
        }
        let at = at.iter().zip(values).map(|(&at, machine)| machine.after(at, xy)).collect();
        Some((at, lines, sums, symbol))
    };
    let bad = |(at, lines, (p, _), _): &State| {
        let is_option = row.accepts(lines[0]) || row.accepts(lines[1]) || diagonal.accepts(lines[2]);
        *p == 0 && !is_option && !at.iter().zip(values).any(|(&at, machine)| machine.accepts(at))
    };
    let first = (vec![0; values.len()], [0; 3], (0, 0), 0);
    let found = reach(budget, 8, first, |state: &State| 4 * state.0.len(), step, bad)?;
    if let Some(word) = discard(found, budget) {
        let [x, y] = [1, 2].map(|track| number(&word, track));
        let reason = format!(
            "{x},{y} is not accepted for this value or a smaller one, but has no option of this value"
        );
        return Err(wrong(line, &reason));
    }
    Ok(())
}

/// The members and their mirror images.
fn both(upper: &Machine, budget: &mut Budget) -> Result<Machine, Limit> {
    let step = |&(one, other): &(u32, u32), symbol: u8| {
        let next = (upper.after(one, symbol), upper.after(other, pair(symbol, 1, 0)));
        (next != (NONE, NONE)).then_some(next)
    };
    let found = reach(budget, 4, (0, 0), |_| 0, step, |_| false)?;
    let Ok(found) = found else { return Err(Limit::Unsupported("this is")) };
    let accepts: Vec<bool> =
        found.keys.iter().map(|&(one, other)| upper.accepts(one) || upper.accepts(other)).collect();
    let machine = least(&found.next, &accepts, budget);
    budget.release(1, found.bytes);
    machine
}

/// Reads the lines of an automaton.
fn read(lines: &mut Lines, states: u64) -> Result<Machine, Unverified> {
    if states == 0 || states > MOST_STATES {
        return Err(Limit::Width("the number of states is").into());
    }
    lines.budget.hold(states, 64)?;
    let width = (1..8).find(|&width| 64_u64.pow(width) >= states).unwrap_or(8);
    let mut text = Text { line: "", length: WIDTH, lines };
    let mut machine = Machine { next: Vec::new(), accepts: Vec::new() };
    let mut reached = 1;
    for here in 0..states {
        if u64::from(reached) <= here {
            return Err(text.lines.wrong("a state is not reached"));
        }
        let bits = text.digit()?;
        if bits >= 32 {
            return Err(text.lines.wrong("malformed state"));
        }
        let mut row = [NONE; 4];
        for (_, slot) in row.iter_mut().enumerate().filter(|(symbol, _)| bits >> symbol & 1 == 1) {
            *slot = if text.fresh()? {
                reached += 1;
                reached - 1
            } else {
                let mut number = 0;
                for _ in 0..width {
                    number = 64 * number + text.digit()?;
                }
                u32::try_from(number).ok().filter(|&number| number < reached).ok_or_else(|| {
                    text.lines.wrong("a transition leads to a state that is not reached before")
                })?
            };
        }
        machine.next.push(row);
        machine.accepts.push(bits & 16 != 0);
    }
    if u64::from(reached) != states {
        return Err(text.lines.wrong("a transition leads to a state that is not there"));
    }
    if text.line.is_empty() { Ok(machine) } else { Err(text.lines.wrong("text after the last state")) }
}

/// The characters of an automaton, in lines of 100.
struct Text<'l, 't> {
    /// The rest of the present line, and the length of all of it.
    line: &'t str,
    length: usize,
    lines: &'l mut Lines<'t>,
}

impl Text<'_, '_> {
    fn peek(&mut self) -> Result<u8, Unverified> {
        if self.line.is_empty() {
            let line = self.lines.next()?;
            // Only the last line is shorter.
            if line.is_empty() || line.len() > WIDTH || !line.is_ascii() || self.length != WIDTH {
                return Err(self.lines.wrong("malformed line of an automaton"));
            }
            self.lines.budget.spend(count(WIDTH))?;
            (self.line, self.length) = (line, line.len());
        }
        Ok(self.line.as_bytes()[0])
    }

    fn digit(&mut self) -> Result<u64, Unverified> {
        let byte = self.peek()?;
        let digit = DIGITS.iter().position(|&digit| digit == byte);
        let digit = digit.ok_or_else(|| self.lines.wrong("malformed digit"))?;
        self.line = &self.line[1..];
        Ok(count(digit))
    }

    fn fresh(&mut self) -> Result<bool, Unverified> {
        let fresh = self.peek()? == b'.';
        if fresh {
            self.line = &self.line[1..];
        }
        Ok(fresh)
    }
}

/// Reads the rest of the certificate and checks it.
fn check(lines: &mut Lines) -> Result<String, Unverified> {
    let game = lines.word("game")?;
    let is_sharing = match game {
        "wythoff" => false,
        "sharing-nim" => true,
        _ => return Err(lines.wrong("expected `game wythoff` or `game sharing-nim`")),
    };
    lines.exactly(if is_sharing { "numeration base-2" } else { "numeration zeckendorf" })?;
    let value = lines.number("value")?;
    if value > LARGEST {
        return Err(Limit::Width("the value is").into());
    }
    let mut values = Vec::new();
    let mut sizes = Vec::new();
    for k in 0..=value {
        let [number, states] = lines.numbers(&["automaton", "states"])?;
        if number != k {
            return Err(lines.wrong(&format!("expected the automaton of value {k}")));
        }
        let line = lines.number;
        let machine = read(lines, states)?;
        sizes.push(states.to_string());
        if is_sharing {
            values.push(machine);
            binary::check_value(&values, line, &mut lines.budget)?;
        } else {
            check_form(&machine, line, &mut lines.budget)?;
            values.push(machine);
            check_value(&values, line, &mut lines.budget)?;
        }
    }
    let representation = if is_sharing {
        "positions 0,a,b with 2a <= b, in base 2"
    } else {
        "positions, in Zeckendorf representation"
    };
    Ok(format!(
        "{game}: for each value from 0 to {value} an automaton accepts exactly its {representation}; states: {}",
        sizes.join(", ")
    ))
}

#[cfg(test)]
#[path = "../../tests/twins/automata.rs"]
mod tests;
