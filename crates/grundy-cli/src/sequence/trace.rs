//! Algorithms 1, 2 and 3 of Farr and Ho, with what they look at and keep.

use super::By;
use crate::failure::Failure;
use crate::watch::Watch;
use grundy::sequence::Extent;
use grundy::star_nim::farr_ho::{Algorithm1, Algorithm2, Algorithm3, Barred, Found, State};
use grundy::table::Progress;
use grundy::{InputError, Template};
use serde::Serialize;
use std::fmt::Write as _;

/// A step of an algorithm.
#[derive(Serialize)]
pub(super) struct Step {
    n: usize,
    x: u64,
    y: u64,
    /// What step (2) passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<Vec<Passed>>,
    /// What Algorithm 3 has subtracted from all numbers that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<u64>,
    /// T and Y for k = 0, .., g.
    #[serde(rename = "T", skip_serializing_if = "Vec::is_empty")]
    t: Vec<Vec<u64>>,
    #[serde(rename = "Y", skip_serializing_if = "Vec::is_empty")]
    sets: Vec<Vec<u64>>,
}

/// A second entry that was passed over: it belongs to a sequence, together with x for that of a smaller value.
#[derive(Serialize)]
struct Passed {
    y: u64,
    /// The sequence.
    value: u64,
}

impl Step {
    /// The position it found.
    pub(super) fn position(&self) -> (u64, u64) {
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

/// The steps of an algorithm.
pub(super) fn run(template: &Template, by: By, value: u64, extent: Extent) -> Result<Vec<Step>, Failure> {
    /// The plain algorithms are to be looked at; beyond this they would only be slow.
    const LARGEST: u64 = 1000;
    let name = template.game().name();
    if name != "star-nim" || !template.is_plain() {
        let error = InputError::whole(format!("Farr and Ho's algorithms are for star-nim, not for {name}"));
        return Err(error.hint("leave out --by for the fastest algorithm there is").into());
    }
    if value > LARGEST {
        let error = InputError::whole(format!("Farr and Ho's algorithms go up to value {LARGEST} here"));
        return Err(error.hint("leave out --by for the fastest algorithm there is").into());
    }
    match by {
        By::Algorithm1 => {
            let steps = Algorithm1::new(value).enumerate();
            collect(steps.map(|(n, found)| Step::found(n, value, found)), extent)
        }
        By::Algorithm2 => {
            let mut algorithm = Algorithm2::new(value);
            let next = |n| Some(Step::found(n, value, algorithm.next()?).with(algorithm.state()));
            collect((0..).map_while(next), extent)
        }
        _ => {
            let mut algorithm = Algorithm3::new(value);
            let next = |n| {
                algorithm.next()?;
                let (x, y) = algorithm.member();
                let origin = Some(algorithm.origin());
                let step = Step { n, x, y, passed: None, origin, t: Vec::new(), sets: Vec::new() };
                Some(step.with(algorithm.state()))
            };
            collect((0..).map_while(next), extent)
        }
    }
}

fn collect(steps: impl Iterator<Item = Step>, extent: Extent) -> Result<Vec<Step>, Failure> {
    let mut kept = Vec::new();
    let mut watch = Watch::start("members");
    let (count, rows) = match extent {
        Extent::Count(count) => (count, u64::MAX),
        Extent::Rows(rows) => (usize::MAX, rows),
    };
    for step in steps.take(count).take_while(|step| step.x < rows) {
        let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        let progress = Progress { done: number(step.n), total: number(count).min(rows) };
        if watch.see(progress).is_break() {
            return Err(Failure::Stopped);
        }
        kept.push(step);
    }
    Ok(kept)
}

/// A line for each step, and one for each sequence of which something is kept.
pub(super) fn text(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = write!(text, "n = {}: ({},{})", step.n, step.x, step.y);
        for (i, Passed { y, value }) in step.passed.iter().flatten().enumerate() {
            let _ = write!(text, "{} {y} (T^{value})", if i == 0 { "  passed over" } else { "," });
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
