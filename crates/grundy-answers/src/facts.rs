//! What follows from the automaton of a value of Wythoff's game.

use crate::ask::{Ask, Error, Progress};
use crate::automata::{is_wythoff, refuse};
use grundy::automaton::{Golden, Numeration, Room, facts, proved};
use grundy::{Deadline, Game, InputError};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Exact ranges: every integer of a list occurs, and no other. The positions x <= y of a value are numbered by their rows from 0 on, and n is the number of (x, y).
#[derive(Clone, Debug, Serialize)]
pub struct AutomatonFacts {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// States of the automaton of positions.
    pub states: u64,
    /// y - s(x), where s(x) has the digits of x followed by a 0.
    pub offsets: BTreeSet<i32>,
    /// The greatest lower and the least upper bound of y - φx, to six decimals.
    pub distances: [f64; 2],
    /// The same exactly, as sums of integers and multiples of φ, divided by an integer.
    pub exact_distances: [String; 2],
    /// The positions x,y that have just these distances; nothing if a bound is only approached.
    pub at: [Option<[String; 2]>; 2],
    /// n - r(x), where r(x) = s(x) - x.
    pub counts: BTreeSet<i32>,
    /// (y - x) - n.
    pub differences: BTreeSet<i32>,
    /// x - ⌊φn⌋.
    pub rows: BTreeSet<i32>,
    /// y - ⌊φ²n⌋.
    pub columns: BTreeSet<i32>,
    /// States of the least automaton of the pairs (n, x).
    pub numbered: u64,
    /// Whether each number is in exactly one position, and each difference that of exactly one.
    pub each_once: bool,
}

impl AutomatonFacts {
    /// Decides the facts of a value.
    ///
    /// # Errors
    /// When there is no automaton of the value, or a limit is reached.
    pub fn ask(game: &Game, value: u64, ask: Ask<'_>) -> Result<Self, Error> {
        if !is_wythoff(game) {
            return Err(refuse(game).into());
        }
        let count = usize::try_from(value).ok().and_then(|value| value.checked_add(1));
        let Some(values) = count.and_then(|count| proved().get(..count)) else {
            let message = format!("there is no automaton of value {value}");
            return Err(InputError::whole(message).hint("those of values 0, 1 and 2 are proved").into());
        };
        let stop = || (ask.watch)(&Progress::at("states", 0, format!("facts of value {value}"))).is_break();
        let room =
            Room { deadline: Deadline::after(ask.limits.time), bytes: ask.limits.memory / 3, stop: &stop };
        let facts = facts(values, room).map_err(grundy::Error::from)?;
        let Some(facts) = facts else {
            return Err(
                InputError::whole(format!("the positions of value {value} could not be counted")).into()
            );
        };
        let (least, greatest) = facts.distances;
        let at = |bound: &Golden| {
            let (y, x) = bound.as_distance()?;
            let word = Numeration::ZECKENDORF.word(&[x.clone(), y.clone()]);
            values.last().is_some_and(|dfa| dfa.has(word)).then(|| [x.to_string(), y.to_string()])
        };
        let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        Ok(Self {
            game: game.name(),
            value,
            states: wide(values.last().map_or(0, grundy::automaton::Dfa::states)),
            offsets: facts.offsets,
            distances: [&least, &greatest].map(|bound| bound.decimals(6).parse().unwrap_or(f64::NAN)),
            at: [&least, &greatest].map(at),
            exact_distances: [least.to_string(), greatest.to_string()],
            counts: facts.counts,
            differences: facts.differences,
            rows: facts.rows,
            columns: facts.columns,
            numbered: wide(facts.numbered),
            each_once: facts.each_once,
        })
    }

    /// The answer as text.
    pub fn text(&self) -> String {
        let mut text =
            format!("{} value {}: positions x <= y, numbered n = 0, 1, .. by x\n", self.game, self.value);
        let rows = [
            ("y - s(x)", &self.offsets, "s(x): the Zeckendorf digits of x, followed by a 0"),
            ("n - r(x)", &self.counts, "r(x) = s(x) - x"),
            ("(y - x) - n", &self.differences, ""),
            ("x - floor(phi n)", &self.rows, ""),
            ("y - floor(phi^2 n)", &self.columns, ""),
        ];
        for (name, range, note) in rows {
            let _ = writeln!(text, "{}", format!("{name:<19} {:<12} {note}", shown(range)).trim_end());
        }
        let bound = |side: usize| {
            let at = self.at[side]
                .as_ref()
                .map_or_else(|| "not attained".to_owned(), |[x, y]| format!("at {x},{y}"));
            format!("{:.6} = {}, {at}", self.distances[side], self.exact_distances[side])
        };
        let _ =
            writeln!(text, "y - phi x           from {}\n                    to   {}", bound(0), bound(1));
        let once = if self.each_once { "yes" } else { "no" };
        let _ = writeln!(text, "each number in one position, each difference in one: {once}");
        let _ = writeln!(
            text,
            "automata: {} states of the pairs (x, y), {} of (n, x)",
            self.states, self.numbered
        );
        text
    }
}

/// A set of integers: `-5 to 2`, or a list if some are missing.
fn shown(range: &BTreeSet<i32>) -> String {
    let (Some(&first), Some(&last)) = (range.first(), range.last()) else { return "none".to_owned() };
    if first == last {
        first.to_string()
    } else if (first..=last).all(|number| range.contains(&number)) {
        format!("{first} to {last}")
    } else {
        range.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}
