//! Traces of algorithms 1, 2 and 3 of Farr and Ho.

use crate::ask::{Ask, Error, Progress};
use grundy::sequence::{Extent, shape};
use grundy::star_nim::farr_ho::{Algorithm1, Algorithm2, Algorithm3, Barred, Found, State};
use grundy::{Game, InputError, Symmetric};
use serde::Serialize;
use std::fmt::Write as _;

/// A step of an algorithm.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    n: usize,
    x: u64,
    y: u64,
    /// The second entries that step (2) skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<Vec<Passed>>,
    /// The number that Algorithm 3 subtracts from all following numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<u64>,
    /// T and Y for k = 0, .., g.
    #[serde(rename = "T", skip_serializing_if = "Vec::is_empty")]
    t: Vec<Vec<u64>>,
    #[serde(rename = "Y", skip_serializing_if = "Vec::is_empty")]
    sets: Vec<Vec<u64>>,
}

/// A skipped second entry: it is already used in this sequence, or with x in that of a smaller value.
#[derive(Clone, Debug, Serialize)]
struct Passed {
    y: u64,
    /// The sequence.
    value: u64,
}

impl Step {
    /// The position found.
    pub fn position(&self) -> (u64, u64) {
        (self.x, self.y)
    }

    fn found(n: usize, value: u64, found: Found) -> Self {
        let passed = found.passed.into_iter().map(|(y, why)| match why {
            Barred::Column => Passed { y, value },
            Barred::Value(value) => Passed { y, value },
        });
        let passed = Some(passed.collect());
        Self { n, x: found.x, y: found.y, passed, origin: None, t: Vec::new(), sets: Vec::new() }
    }

    fn with(self, state: &State) -> Self {
        let columns = state.columns();
        let t = columns.iter().map(|column| column.t().into_iter().collect()).collect();
        let sets = columns.iter().map(|column| column.y.iter().copied().collect()).collect();
        Self { t, sets, ..self }
    }
}

/// An algorithm of Farr and Ho.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The basic algorithm.
    One,
    /// In O(g^2) memory.
    Two,
    /// A finite state machine.
    Three,
}

/// The steps of an algorithm.
///
/// # Errors
/// When the game is not Star Nim by its rules, the value is too large, or the work is cancelled.
pub fn steps(
    game: &Game,
    by: Algorithm,
    value: u64,
    extent: Extent,
    ask: Ask<'_>,
) -> Result<Vec<Step>, Error> {
    /// Upper limit on the value: these algorithms are slow.
    const LARGEST: u64 = 1000;
    const FASTEST: &str = "leave the algorithm out for the fastest one there is";
    if shape(game) != Ok(Symmetric::STAR_NIM) {
        let message = format!("Farr and Ho's algorithms are for star-nim, not for {}", game.name());
        return Err(InputError::whole(message).hint(FASTEST).into());
    }
    if value > LARGEST {
        let error = InputError::whole(format!("Farr and Ho's algorithms go up to value {LARGEST} here"));
        return Err(error.hint(FASTEST).into());
    }
    match by {
        Algorithm::One => {
            let steps = Algorithm1::new(value).enumerate();
            collect(steps.map(|(n, found)| Step::found(n, value, found)), extent, ask)
        }
        Algorithm::Two => {
            let mut algorithm = Algorithm2::new(value);
            let next = |n| Some(Step::found(n, value, algorithm.next()?).with(algorithm.state()));
            collect((0..).map_while(next), extent, ask)
        }
        Algorithm::Three => {
            let mut algorithm = Algorithm3::new(value);
            let next = |n| {
                algorithm.next()?;
                let (x, y) = algorithm.member();
                let origin = Some(algorithm.origin());
                let step = Step { n, x, y, passed: None, origin, t: Vec::new(), sets: Vec::new() };
                Some(step.with(algorithm.state()))
            };
            collect((0..).map_while(next), extent, ask)
        }
    }
}

fn collect(steps: impl Iterator<Item = Step>, extent: Extent, ask: Ask<'_>) -> Result<Vec<Step>, Error> {
    let mut kept = Vec::new();
    let (count, rows) = match extent {
        Extent::Count(count) => (count, u64::MAX),
        Extent::Rows(rows) => (usize::MAX, rows),
    };
    for step in steps.take(count).take_while(|step| step.x < rows) {
        let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        let progress = Progress::of("members", number(step.n), number(count).min(rows));
        if (ask.watch)(&progress).is_break() {
            return Err(grundy::Error::Cancelled.into());
        }
        kept.push(step);
    }
    Ok(kept)
}

/// The trace as text: a line for each step, and one for each stored sequence.
pub fn text(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = write!(text, "n = {}: ({},{})", step.n, step.x, step.y);
        for (i, Passed { y, value }) in step.passed.iter().flatten().enumerate() {
            let _ = write!(text, "{} {y} (T^{value})", if i == 0 { "  skipped" } else { "," });
        }
        if let Some(origin) = step.origin {
            let _ = write!(text, "  y-x = {}  origin {origin}", step.y - step.x);
        }
        text.push('\n');
        let set = |set: &Vec<u64>| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let digits = step.t.len().saturating_sub(1).to_string().len();
        let width = step.t.iter().map(|t| set(t).len()).max().unwrap_or(0) + 2;
        for (k, (t, y)) in step.t.iter().zip(&step.sets).enumerate() {
            let t = format!("{{{}}}", set(t));
            let _ = writeln!(text, "  T^{k:<digits$} = {t:width$}  Y^{k:<digits$} = {{{}}}", set(y));
        }
    }
    text
}
