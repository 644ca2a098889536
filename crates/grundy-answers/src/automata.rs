//! Automata of the small values of Wythoff's game: proofs from scratch, and the automata that have been proved.

use crate::ask::{Ask, Error, Progress};
use crate::column;
use crate::variants::{self, variant};
use grundy::automaton::{
    Condition, Dfa, Failure, LARGEST, NONE, Numeration, Outcome, Room, certificate, learn, proved,
};
use grundy::period::Verdict;
use grundy::sequence::shape;
use grundy::theorem::UBig;
use grundy::{Deadline, Game, InputError, Symmetric, Unanswered};
use serde::Serialize;
use std::cell::Cell;
use std::fmt::Write as _;

/// Whether a game is Wythoff's by its rules.
pub fn is_wythoff(game: &Game) -> bool {
    shape(game) == Ok(Symmetric::WYTHOFF)
}

pub(crate) fn refuse(game: &Game) -> InputError {
    let message = format!("automata of {} are not looked for", game.name());
    InputError::whole(message)
        .hint("choose sharing-nim or a game of two piles with moves along rays, e.g. wythoff, r-wythoff or fraenkel:a=2")
}

/// The verdict on a value and all smaller ones.
#[derive(Clone, Debug, Serialize)]
pub struct AutomataReport<V = AutomatonVerdict> {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// `proved` or `open`.
    pub verdict: String,
    /// The numeration system, if it is not Zeckendorf's or the game is not Wythoff's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// The values, in order, up to the first that is open.
    pub values: Vec<V>,
    /// Why a value is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<String>,
}

/// The verdict on one value.
#[derive(Clone, Debug, Serialize)]
pub struct AutomatonVerdict {
    /// The value.
    pub value: u64,
    /// `proved` or `open`.
    pub verdict: String,
    /// Number of hypotheses.
    pub rounds: u64,
    /// States of the automaton of positions x <= y, or of the last hypothesis.
    pub states: u64,
    /// The sizes of the automata of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofSizes>,
}

/// States of the automata of a proof.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProofSizes {
    /// All positions (x, y).
    pub both: u64,
    /// The position of row x comes before y.
    pub before: u64,
    /// The position of diagonal d.
    pub diagonal: u64,
    /// The position of diagonal d comes before row x.
    pub diagonal_before: u64,
    /// States of the last product.
    pub last: u64,
}

/// A report and its certificate.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The report.
    pub known: AutomataReport,
    /// The certificate, if all values are proved.
    pub certificate: Option<String>,
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Learns the automata of the values up to one, and proves them, from nothing but the rules.
///
/// # Errors
/// When the game is not Wythoff's, the value is too large, or the work is cancelled.
pub fn prove(game: &Game, value: u64, ask: Ask<'_>) -> Result<Proved, Error> {
    if !is_wythoff(game) {
        return Err(refuse(game).into());
    }
    let largest = usize::try_from(value).ok().filter(|&value| value <= LARGEST).ok_or_else(|| {
        let message = format!("automata are learned for values up to {LARGEST}, not for {value}");
        InputError::whole(message).hint("values 0, 1 and 2 are proved")
    })?;
    let cancelled = Cell::new(false);
    let stop = || cancelled.get();
    // Three automata of the largest size are held at once.
    let room = Room { deadline: Deadline::after(ask.limits.time), bytes: ask.limits.memory / 3, stop: &stop };
    let outcomes = learn(largest, room, &mut |progress| {
        let place = format!("value {}, hypothesis {}", progress.value, progress.rounds);
        if (ask.watch)(&Progress::at("states", wide(progress.states), place)).is_break() {
            cancelled.set(true);
        }
    });
    if cancelled.get() {
        return Err(grundy::Error::Cancelled.into());
    }
    let dfas: Vec<&Dfa> = outcomes
        .iter()
        .filter_map(|outcome| if let Outcome::Proved(learned) = outcome { Some(&learned.dfa) } else { None })
        .collect();
    let certificate = (dfas.len() == largest + 1).then(|| certificate(&dfas));
    let values = (0..).zip(&outcomes).map(|(value, outcome)| AutomatonVerdict::of(value, outcome)).collect();
    let verdict = if certificate.is_some() { Verdict::Proved } else { Verdict::Open }.to_string();
    let obstacle = outcomes.last().and_then(obstacle);
    Ok(Proved {
        known: AutomataReport { game: game.name(), value, verdict, numeration: None, values, obstacle },
        certificate,
    })
}

/// Why the last value is open.
fn obstacle(outcome: &Outcome) -> Option<String> {
    let Outcome::Open { limit, failure, .. } = outcome else { return None };
    let mut text =
        limit.map_or_else(|| "a counterexample has too many digits".to_owned(), |limit| limit.to_string());
    if let Some(failure) = failure {
        let _ = write!(text, "; of the last hypothesis, {}", shown(failure));
    }
    Some(text)
}

/// What is wrong with a hypothesis.
fn shown(failure: &Failure) -> String {
    let positions: Vec<String> = failure.positions.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let all = positions.join(" and ");
    match failure.condition {
        Condition::Order => format!("{all} is accepted, but its first number is larger"),
        Condition::Representation => "a word is accepted that is no representation".to_owned(),
        Condition::Disjoint => format!("{all} is accepted for a smaller value too"),
        Condition::Row => format!("{all} are on one row"),
        Condition::Diagonal => format!("{all} are on one diagonal"),
        Condition::NoneInRow => format!("the row of {all} has no position"),
        Condition::NoneOnDiagonal => format!("the diagonal of {all} has no position"),
        Condition::Mex => format!("{all} is not accepted, but has no option that is"),
    }
}

impl AutomatonVerdict {
    fn of(value: u64, outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Proved(learned) => {
                let sizes = &learned.sizes;
                let proof = ProofSizes {
                    both: wide(sizes.both),
                    before: wide(sizes.before),
                    diagonal: wide(sizes.diagonal),
                    diagonal_before: wide(sizes.diagonal_before),
                    last: wide(sizes.last),
                };
                let (verdict, rounds) = (Verdict::Proved.to_string(), wide(learned.rounds));
                Self { value, verdict, rounds, states: wide(sizes.upper), proof: Some(proof) }
            }
            Outcome::Open { states, rounds, .. } => Self {
                value,
                verdict: Verdict::Open.to_string(),
                rounds: wide(*rounds),
                states: wide(*states),
                proof: None,
            },
        }
    }

    fn cells(&self) -> [String; 9] {
        let proof = self.proof.map(|sizes| {
            [sizes.both, sizes.before, sizes.diagonal, sizes.diagonal_before, sizes.last]
                .map(|size| size.to_string())
        });
        let [both, before, diagonal, diagonal_before, last] = proof.unwrap_or(["-"; 5].map(str::to_owned));
        let [value, states, rounds] = [self.value, self.states, self.rounds].map(|number| number.to_string());
        [value, rounds, states, both, before, diagonal, diagonal_before, last, self.verdict.clone()]
    }
}

impl AutomataReport {
    /// The answer as text.
    pub fn text(&self) -> String {
        let mut text = format!("{} values 0 to {}\n", self.game, self.value);
        let head = ["g", "rounds", "x<=y", "all", "L", "D", "DL", "last", ""].map(str::to_owned);
        let lines: Vec<[String; 9]> =
            std::iter::once(head).chain(self.values.iter().map(AutomatonVerdict::cells)).collect();
        column::write_rows(&mut text, &lines);
        text + &self.conclusion(self.values.last().map_or(0, |last| last.value))
    }
}

impl<V> AutomataReport<V> {
    /// The line of the verdict; `last` is the last value that was looked at.
    pub(crate) fn conclusion(&self, last: u64) -> String {
        match &self.obstacle {
            None => {
                "verdict  proved: for each of these g, an automaton accepts exactly the positions of value g\n"
                    .to_owned()
            }
            Some(obstacle) => format!("verdict  open from value {last} on: {obstacle}\n"),
        }
    }
}

/// An automaton that has been proved.
#[derive(Clone, Debug, Serialize)]
pub struct ShownAutomaton {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// The numeration system.
    pub numeration: String,
    /// Number of states.
    pub states: u64,
    /// For each state, the states after the symbols 00, 10, .., 01, 11, .. (digit of x, digit of y; that of x changes first); null if there is none.
    pub transitions: Vec<Vec<Option<u32>>>,
    /// The accepting states.
    pub accepting: Vec<u32>,
    /// The automaton itself.
    #[serde(skip)]
    pub dfa: Dfa,
    /// The numeration system itself.
    #[serde(skip)]
    pub numeration_system: Numeration,
    /// Whether the smaller number is read first; else the first pile is.
    #[serde(skip)]
    pub is_sorted: bool,
}

impl ShownAutomaton {
    /// The automaton of positions x <= y of a value, or 0,a,b with 2a <= b of Sharing Nim. That of Wythoff's game has been proved; others are proved now.
    ///
    /// # Errors
    /// When there is none, or a limit is reached.
    pub fn ask(game: &Game, value: u64, numeration: Option<Numeration>, ask: Ask<'_>) -> Result<Self, Error> {
        let is_known = is_wythoff(game) && numeration.is_none_or(|asked| asked == Numeration::ZECKENDORF);
        let (dfa, numeration, is_sorted) = if is_known {
            let found = usize::try_from(value).ok().and_then(|value| proved().get(value));
            let dfa = found.ok_or_else(|| {
                InputError::whole(format!("there is no automaton of value {value}"))
                    .hint("those of values 0, 1 and 2 are proved")
            })?;
            (dfa.clone(), Numeration::ZECKENDORF, true)
        } else {
            let variant = variant(game, numeration)?.ok_or_else(|| refuse(game))?;
            let proved = variants::prove(game, &variant, value, ask)?;
            let set = proved.sets.get(usize::try_from(value).unwrap_or(usize::MAX));
            let open = || {
                let obstacle = proved.known.obstacle.clone().unwrap_or_default();
                let message =
                    format!("no automaton of value {value} of {} is known: {obstacle}", game.name());
                let unanswered = Unanswered { message, stopped_by: None, between: None, period_of_row: None };
                grundy::Error::from(Box::new(unanswered))
            };
            (set.ok_or_else(open)?.dfa().clone(), variant.numeration(), variant.is_sorted())
        };
        let states = u32::try_from(dfa.states()).unwrap_or(NONE);
        let after = |state, symbol| Some(dfa.step(state, symbol)).filter(|&next| next != NONE);
        Ok(Self {
            game: game.name(),
            value,
            numeration: numeration.to_string(),
            states: u64::from(states),
            transitions: (0..states)
                .map(|state| numeration.all_symbols(2).map(|symbol| after(state, symbol)).collect())
                .collect(),
            accepting: (0..states).filter(|&state| dfa.accepts(state)).collect(),
            dfa,
            numeration_system: numeration,
            is_sorted,
        })
    }

    /// Whether the automaton accepts two numbers. These are the piles, or a and b of the positions 0,a,b with 2a <= b of Sharing Nim. The smaller one is read first, unless the
    /// order of the piles matters.
    pub fn has(&self, x: UBig, y: UBig) -> bool {
        let (x, y) = if x <= y || !self.is_sorted { (x, y) } else { (y, x) };
        self.dfa.has(self.numeration_system.word(&[x, y]))
    }
}
