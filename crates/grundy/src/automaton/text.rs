//! Automata as text, and certificates that consist of them. docs/certificates.md has the grammar.

use super::dfa::{Dfa, NONE};
use super::numeration::{Numeration, Symbol};
use crate::widths::low;
use std::fmt::Write as _;

/// The digits of numbers in base 64. The first 32 also say whether a state accepts (16), and which of its transitions exist (1, 2, 4, 8).
const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";

/// A transition to the first state that has not been reached before.
const FRESH: u8 = b'.';

/// Characters of a line.
const WIDTH: usize = 100;

/// Characters of the number of a state.
fn width(states: usize) -> u32 {
    (1..8).find(|&width| 64_usize.saturating_pow(width) >= states).unwrap_or(8)
}

/// An automaton as text: for each state a character, and one more for each further four symbols if there are more than four, followed by its transitions. States must be in the
/// order in which a breadth-first search reaches them, as after [`Dfa::minimised`].
pub fn write(dfa: &Dfa) -> String {
    let (mut text, mut reached) = (Vec::new(), 1);
    let width = width(dfa.states());
    for state in 0..low(dfa.states()) {
        let next: Vec<u32> = dfa.all_symbols().map(|symbol| dfa.step(state, symbol)).collect();
        for (part, accepts) in
            next.chunks(4).zip([dfa.accepts(state)].into_iter().chain(std::iter::repeat(false)))
        {
            let exists = part.iter().rev().fold(0, |bits, &next| 2 * bits + usize::from(next != NONE));
            text.push(DIGITS[exists + 16 * usize::from(accepts)]);
        }
        for next in next.into_iter().filter(|&next| next != NONE) {
            if next == reached {
                reached += 1;
                text.push(FRESH);
            } else {
                let digit = |place: u32| DIGITS[usize::try_from(next >> (6 * place) & 63).unwrap_or(0)];
                text.extend((0..width).rev().map(digit));
            }
        }
    }
    let lines = text.chunks(WIDTH).map(String::from_utf8_lossy);
    lines.fold(String::new(), |all, line| all + &line + "\n")
}

/// The automaton with four symbols of a text of this many states, if it is one.
pub fn read(states: usize, text: &str) -> Option<Dfa> {
    let mut characters = text.bytes().filter(|&byte| byte != b'\n');
    let (mut next, mut accepts) = (Vec::new(), Vec::new());
    let (mut reached, width) = (1, width(states));
    let digit = |byte: u8| DIGITS.iter().position(|&digit| digit == byte);
    while accepts.len() < states {
        let bits = digit(characters.next()?).filter(|&bits| bits < 32)?;
        accepts.push(bits & 16 != 0);
        for symbol in 0..4 {
            if bits >> symbol & 1 == 0 {
                next.push(NONE);
                continue;
            }
            let first = characters.next()?;
            if first == FRESH {
                next.push(reached);
                reached += 1;
                continue;
            }
            let mut number = digit(first)?;
            for _ in 1..width {
                number = 64 * number + digit(characters.next()?)?;
            }
            next.push(u32::try_from(number).ok().filter(|&number| number < reached)?);
        }
    }
    let complete =
        characters.next().is_none() && usize::try_from(reached).is_ok_and(|reached| reached == states);
    complete.then(|| Dfa::new(4, next, accepts))?
}

/// The certificate that these automata accept the positions of values 0, 1, .. of Wythoff's game.
pub fn certificate(values: &[&Dfa]) -> String {
    with_head("game wythoff\nnumeration zeckendorf", values)
}

/// The certificate that these automata accept the positions 0,a,b, 2a <= b, of values 0, 1, .. of Sharing Nim.
pub fn sharing_certificate(values: &[&Dfa]) -> String {
    with_head("game sharing-nim\nnumeration base-2", values)
}

fn with_head(head: &str, values: &[&Dfa]) -> String {
    let mut text = format!("grundy-certificate 1\nclaim automatic-values\n{head}\n");
    let _ = writeln!(text, "value {}", values.len().saturating_sub(1));
    for (value, dfa) in values.iter().enumerate() {
        let _ = write!(text, "automaton {value} states {}\n{}", dfa.states(), write(dfa));
    }
    text + "end\n"
}

/// The automata of a certificate.
pub fn automata(certificate: &str) -> Option<Vec<Dfa>> {
    let body = certificate.strip_suffix("end\n")?;
    let parts = body.split("automaton ").skip(1);
    parts
        .zip(0_usize..)
        .map(|(part, value)| {
            let (head, text) = part.split_once('\n')?;
            let (number, states) = head.split_once(" states ")?;
            (number.parse() == Ok(value)).then(|| read(states.parse().ok()?, text))?
        })
        .collect()
}

/// The automaton in the text format of Walnut. The numeration systems are Walnut's `msd_fib` and `msd_2`, or others by the name that its command `ost` gives them:
/// `ost ostrowski2 [0 3] [2];` makes `msd_ostrowski2`. All transitions are written, those to nowhere as a last state.
pub fn walnut(dfa: &Dfa, numeration: Numeration) -> String {
    let name = match numeration {
        Numeration::Base(base) => format!("msd_{base}"),
        Numeration::ZECKENDORF => String::from("msd_fib"),
        Numeration::Ostrowski(a) => format!("msd_ostrowski{a}"),
    };
    let mut text = format!("{name} {name}\n");
    // By the digit of x, and then of y.
    let mut symbols: Vec<Symbol> = dfa.all_symbols().collect();
    symbols.sort_by_key(|&symbol| [0, 1].map(|track| numeration.digit(symbol, track)));
    let dead = low(dfa.states());
    for state in 0..=dead {
        let is_state = state < dead;
        let _ = write!(text, "\n{state} {}\n", u8::from(is_state && dfa.accepts(state)));
        for &symbol in &symbols {
            let next = if is_state { dfa.step(state, symbol) } else { NONE };
            let [x, y] = [0, 1].map(|track| numeration.digit(symbol, track));
            let _ = writeln!(text, "{x} {y} -> {}", if next == NONE { dead } else { next });
        }
    }
    text
}

/// The digits of a symbol of two tracks: `01` is digit 0 of x and digit 1 of y.
pub(super) fn digits(dfa: &Dfa, symbol: Symbol) -> String {
    let base = (1..=u8::MAX).find(|&base| usize::from(base).pow(2) >= dfa.symbols()).unwrap_or(u8::MAX);
    format!("{}{}", symbol % base, symbol / base)
}

/// The automaton in the language of Graphviz.
pub fn dot(dfa: &Dfa, title: &str) -> String {
    let mut text = format!(
        "digraph \"{title}\" {{\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n  start -> 0;\n"
    );
    for state in (0..low(dfa.states())).filter(|&state| dfa.accepts(state)) {
        let _ = writeln!(text, "  {state} [shape=doublecircle];");
    }
    for state in 0..low(dfa.states()) {
        for symbol in dfa.all_symbols().filter(|&symbol| dfa.step(state, symbol) != NONE) {
            let (next, label) = (dfa.step(state, symbol), digits(dfa, symbol));
            let _ = writeln!(text, "  {state} -> {next} [label=\"{label}\"];");
        }
    }
    text + "}\n"
}
