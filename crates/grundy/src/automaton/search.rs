//! Learns and proves the automata of the small values, one after another; and those that have been proved before.

use super::dfa::Dfa;
use super::learn::{Learner, Obstacle};
use super::prove::{Failure, Sizes, Value, prove};
use super::room::Room;
use super::text::automata;
use super::windows::Windows;
use crate::error::Limit;
use std::sync::LazyLock;

/// The largest value that can be asked for. Value 3 is not expected to close.
pub const LARGEST: usize = 3;

/// The certificate of values 0 to 2. Tests prove it, and compare it with what is learned.
static CERTIFICATE: &str = include_str!("wythoff.cert");

/// The automata of the positions x <= y of values 0, 1 and 2 of Wythoff's game, as they have been proved.
pub fn proved() -> &'static [Dfa] {
    static AUTOMATA: LazyLock<Vec<Dfa>> = LazyLock::new(|| automata(CERTIFICATE).unwrap_or_default());
    &AUTOMATA
}

/// An automaton, and the sizes of its proof.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The automaton of positions x <= y.
    pub dfa: Dfa,
    /// The sizes.
    pub sizes: Sizes,
    /// Number of hypotheses.
    pub rounds: usize,
}

/// How the search for a value ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The automaton is proved.
    Proved(Learned),
    /// A limit was reached with a hypothesis of so many states. The first failure of the last hypothesis, if one was found.
    Open {
        /// The limit; none if a counterexample has too many digits.
        limit: Option<Limit>,
        /// States of the hypothesis.
        states: usize,
        /// Number of hypotheses.
        rounds: usize,
        /// What is wrong with the last one.
        failure: Option<Failure>,
    },
}

/// A step of the search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The value.
    pub value: usize,
    /// States of the hypothesis.
    pub states: usize,
    /// Number of hypotheses so far.
    pub rounds: usize,
}

/// Digits of continuations that tell states apart at first; more cost time, fewer cost counterexamples.
const DEPTH: u32 = 11;

/// Rows from 0 on that are learned before the first proof is tried.
const ROWS: u128 = 1 << 18;

/// Rows of a window far out, and how many windows without a counterexample end the first phase.
const WINDOW: u128 = 300;
const CLEAN: usize = 50;

/// Upper limit on windows.
const MOST_WINDOWS: usize = 2_000;

/// Learns the automata of the values 0 to `largest` from positions, and proves them. Ends with the first value that is not proved.
///
/// If a larger value is asked for than those of [`proved`], these are not learned again, only proved.
pub fn learn(largest: usize, room: Room<'_>, watch: &mut dyn FnMut(&Progress)) -> Vec<Outcome> {
    let windows = Windows::new(largest);
    let mut outcomes = Vec::new();
    let mut known: Vec<Dfa> = Vec::new();
    for value in 0..=largest {
        let mut progress = Progress { value, states: 0, rounds: 0 };
        let mut failure = None;
        let again = proved().get(value).filter(|_| largest >= proved().len());
        let learned = match again {
            Some(dfa) => prove_again(&known, dfa, room, &mut failure),
            None => one(&windows, &known, room, &mut progress, &mut failure, watch),
        };
        let Progress { states, rounds, .. } = progress;
        match learned {
            Ok((value, sizes)) => {
                known.push(value.upper.clone());
                outcomes.push(Outcome::Proved(Learned { dfa: value.upper, sizes, rounds }));
            }
            Err(obstacle) => {
                let limit = if let Obstacle::Limit(limit) = obstacle { Some(limit) } else { None };
                outcomes.push(Outcome::Open { limit, states, rounds, failure });
                break;
            }
        }
    }
    outcomes
}

/// Proves an automaton that has been proved before.
fn prove_again(
    known: &[Dfa],
    dfa: &Dfa,
    room: Room<'_>,
    last: &mut Option<Failure>,
) -> Result<(Value, Sizes), Obstacle> {
    let smaller: Vec<&Dfa> = known.iter().collect();
    let failures = match Value::new(dfa, room)? {
        Err(failures) => failures,
        Ok(value) => match prove(&smaller, &value, room)? {
            Ok(sizes) => return Ok((value, sizes)),
            Err(failures) => failures,
        },
    };
    *last = failures.into_iter().next();
    Err(Obstacle::Stuck)
}

fn one(
    windows: &Windows,
    known: &[Dfa],
    room: Room<'_>,
    progress: &mut Progress,
    last: &mut Option<Failure>,
    watch: &mut dyn FnMut(&Progress),
) -> Result<(Value, Sizes), Obstacle> {
    let mut learner = Learner::new(windows, progress.value, DEPTH, room)?;
    let started = learner.start();
    // What has been found is told if a limit ends the first hypothesis.
    progress.states = learner.states();
    started?;
    let mut see = |learner: &Learner<'_>, rounds: usize| {
        *progress = Progress { states: learner.states(), rounds, ..*progress };
        watch(progress);
        room.look(0, learner.bytes())
    };
    see(&learner, 0)?;
    for from in (0..ROWS).step_by(1 << 12) {
        learner.learn_rows(from, from + (1 << 12))?;
        see(&learner, 0)?;
    }
    let (mut clean, mut random) = (0, Random(0x9E37_79B9_7F4A_7C15));
    for _ in 0..MOST_WINDOWS {
        let row = ROWS + (random.next() >> (48 + random.next() % 60));
        clean = if learner.learn_rows(row, row + WINDOW)? == 0 { clean + 1 } else { 0 };
        if clean == CLEAN {
            break;
        }
        see(&learner, 0)?;
    }
    let smaller: Vec<&Dfa> = known.iter().collect();
    for rounds in 1.. {
        see(&learner, rounds)?;
        let Some(hypothesis) = learner.dfa() else { break };
        let failures = match Value::new(&hypothesis, room)? {
            Err(failures) => failures,
            Ok(value) => match value.find_missing(room)? {
                missing if !missing.is_empty() => missing,
                _ => match prove(&smaller, &value, room)? {
                    Ok(sizes) => return Ok((value, sizes)),
                    Err(failures) => failures,
                },
            },
        };
        last.clone_from(&failures.first().cloned());
        let mut splits = 0;
        for failure in &failures {
            splits += learner.refute(failure)?;
            room.look(0, learner.bytes())?;
        }
        if splits == 0 {
            break;
        }
    }
    Err(Obstacle::Stuck)
}

/// Random numbers (xorshift): which rows are tried does not matter, but it is always the same ones.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u128 {
        let mut word = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            u128::from(self.0)
        };
        word() << 64 | word()
    }
}
