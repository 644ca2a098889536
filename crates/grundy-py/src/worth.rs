//! Values and outcomes alone, of one position or of many.

use crate::answer::limits;
use crate::error::Failure;
use crate::numbers::{Numbers, whole};
use crate::work::watched;
use grundy::{Game, InputError, Limits, Outcome, Position};
use grundy_answers::keep::Shelf;
use grundy_answers::{Ask, Positions, Worth};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::sync::{Mutex, PoisonError};

/// Numbers of more digits are parsed on another thread.
const SHORT: usize = 10_000;

/// Games that were used last, by their texts. Rules are recognised once.
static GAMES: Mutex<Vec<(String, Game)>> = Mutex::new(Vec::new());

/// The most games that are kept.
const MOST: usize = 16;

/// The game of a text, if it was used before.
fn kept(text: &str) -> Option<Game> {
    let games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    games.iter().find(|(name, _)| name == text).map(|(_, game)| Game::clone(game))
}

fn game(text: &str) -> Result<Game, InputError> {
    if let Some(game) = kept(text) {
        return Ok(game);
    }
    let game = grundy::game(text)?;
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if games.len() == MOST {
        games.remove(0);
    }
    games.push((text.to_owned(), Game::clone(&game)));
    Ok(game)
}

/// A position as it was given: a text, or a game and its numbers.
struct Asked {
    text: String,
    numbers: Numbers,
}

impl Asked {
    fn read(&self) -> Result<(Game, Position), InputError> {
        if self.numbers.is_empty() {
            return grundy::parse(&self.text);
        }
        // Errors have a place in the text, so a text is read again if something is wrong.
        let read = || {
            let game = game(&self.text).ok()?;
            let position = game.position(&self.numbers.raw()?).ok()?;
            Some((game, position))
        };
        read().map_or_else(|| grundy::parse(&format!("{} {}", self.text, self.numbers.text())), Ok)
    }

    /// Whether reading it is quick: a short text of named games, or a game that was used before.
    fn is_short(&self) -> bool {
        let rules = self.text.contains('{') && kept(&self.text).is_none();
        !rules && self.text.len() < SHORT
    }

    /// The answer, if it needs next to no work; the value may be missing if only the outcome is asked for.
    fn at_once(&self, outcome: bool, limits: Limits) -> Option<Worth> {
        let (game, position) = self.read().ok()?;
        let (shelf, misere) = (Shelf::none(), game.is_misere());
        let worth = Worth::at_once(&game, &position, Ask { limits, ..Ask::alone(&shelf) })?;
        // More time may find a value.
        (outcome || misere || worth.value.is_some()).then_some(worth)
    }
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "N",
        Outcome::Previous => "P",
    }
}

/// A value, of any size, and an outcome.
type Told<'py> = (Option<Bound<'py, PyAny>>, &'static str);

/// The value and the outcome of a position; or the outcome, and the value if that is known at once.
#[pyfunction]
#[pyo3(signature = (game, numbers, outcome, seconds, memory, positions))]
pub fn value<'py>(
    py: Python<'py>,
    game: String,
    numbers: &Bound<'py, PyTuple>,
    outcome: bool,
    seconds: f64,
    memory: Option<u64>,
    positions: u64,
) -> PyResult<Told<'py>> {
    let asked = Asked { text: game, numbers: Numbers::read(numbers)? };
    // At once, less memory is used than is free.
    let few = limits(seconds, memory.or(Some(u64::MAX)), positions)?;
    let quick = if asked.is_short() { py.detach(|| asked.at_once(outcome, few)) } else { None };
    let worth = if let Some(worth) = quick {
        worth
    } else {
        let limits = limits(seconds, memory, positions)?;
        watched(py, None, move |gauge| {
            let (game, position) = asked.read()?;
            gauge.asked(limits, |ask| Ok(Worth::ask(&game, &position, ask)?))
        })?
    };
    Ok((worth.value.map(|value| whole(py, &value)).transpose()?, letter(worth.outcome)))
}

/// The values of many positions of a game as 64-bit numbers, or their outcomes as letters. `rows` has 64-bit numbers too, both in the
/// order of this machine.
#[pyfunction]
#[pyo3(signature = (game, rows, columns, outcomes, seconds, memory, positions, progress))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub fn values<'py>(
    py: Python<'py>,
    game: String,
    rows: &[u8],
    columns: usize,
    outcomes: bool,
    seconds: f64,
    memory: Option<u64>,
    positions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    const WIDTH: usize = size_of::<u64>();
    let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_ne_bytes);
    let numbers: Vec<u64> = rows.chunks_exact(WIDTH).map(number).collect();
    let limits = limits(seconds, memory, positions)?;
    let told = watched(py, progress.as_ref(), move |gauge| {
        let known = self::game(&game)?;
        let positions = Positions { game: &known, numbers: &numbers, columns };
        gauge.asked(limits, |ask| {
            if outcomes {
                let letters = positions.outcomes(ask)?;
                return Ok(letters.into_iter().flat_map(|outcome| letter(outcome).bytes()).collect());
            }
            Ok::<Vec<u8>, Failure>(positions.values(ask)?.into_iter().flat_map(u64::to_ne_bytes).collect())
        })
    })?;
    Ok(PyBytes::new(py, &told))
}

/// A game and the numbers of a position as a text.
#[pyfunction]
pub fn written(game: &str, numbers: &Bound<'_, PyTuple>) -> PyResult<String> {
    let numbers = Numbers::read(numbers)?;
    Ok(if numbers.is_empty() { game.to_owned() } else { format!("{game} {}", numbers.text()) })
}
