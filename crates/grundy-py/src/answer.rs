//! Questions about games, answered by `grundy_answers`.

use crate::error::Failure;
use crate::work::{self, watched};
use grundy::catalog::read_rules;
use grundy::sequence::Extent;
use grundy::{Board, Budget, Game, InputError, Limits, Position, Template};
use grundy_answers::audit::Question as Audit;
use grundy_answers::formula::Question as Formula;
use grundy_answers::keep::Shelf;
use grundy_answers::period::{Question, Subjects};
use grundy_answers::prove::Question as Prove;
use grundy_answers::{
    Ask, Checked, CheckedClaim, Explained, Listed, Listing, Progress, Recognised, Valued, check_within,
    sequence as answers,
};
use grundy_check::{Unverified, Verified};
use grundy_claims::{Effort, Paper};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::time::Duration;

/// The limits of a question. Without a limit on memory it may use nine tenths of what is free.
pub fn limits(seconds: f64, memory: Option<u64>, positions: u64) -> Result<Limits, Failure> {
    let time =
        if seconds == f64::INFINITY { Ok(Duration::MAX) } else { Duration::try_from_secs_f64(seconds) };
    let time =
        time.map_err(|_| InputError::whole(format!("seconds is a number from 0 on, not {seconds}")))?;
    let memory = memory.unwrap_or_else(grundy_answers::memory::usable);
    Ok(Limits { budget: Budget::of_positions(positions), time, memory })
}

/// Limits without a time limit.
fn bounded(positions: u64) -> Limits {
    Limits { budget: Budget::of_positions(positions), time: Duration::MAX, memory: u64::MAX }
}

fn text(answer: &impl serde::Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(answer)?)
}

/// Names the store of all questions from now on; nothing: none is used.
#[pyfunction]
#[pyo3(signature = (path))]
pub fn use_store(path: Option<PathBuf>) {
    work::use_shelf(path.map_or_else(Shelf::none, |path| Shelf::new(Some(path))));
}

/// The catalog of games.
#[pyfunction]
pub fn games() -> PyResult<String> {
    Ok(text(&Listing::all())?)
}

/// What is recognised of a game: rules in braces, the text of a file, or a name; with parameters.
#[pyfunction]
pub fn game(py: Python<'_>, text: String, parameters: Vec<(String, u64)>) -> PyResult<String> {
    watched(py, None, move |_| {
        let numbers: Vec<(&str, u64)> =
            parameters.iter().map(|(name, number)| (name.as_str(), *number)).collect();
        let recognised = if is_rules(&text) {
            Recognised::of_rules(&read_rules(&text, &numbers)?)
        } else {
            let listed: Vec<String> =
                numbers.iter().map(|(name, number)| format!("{name}={number}")).collect();
            let join = if listed.is_empty() { "" } else { ":" };
            Recognised::ask(&format!("{}{join}{}", text.trim(), listed.join(",")))?
        };
        Ok(serde_json::to_string(&recognised)?)
    })
}

/// Whether a text is a rule text, and not the name of a game.
fn is_rules(text: &str) -> bool {
    let is_line =
        |line: &str| ["game ", "position ", "heap ", "move "].iter().any(|word| line.starts_with(word));
    let inline = text.trim_start().starts_with('{') && text.trim_end().ends_with('}');
    inline || text.lines().any(|line| is_line(line.trim_start()))
}

/// Parses a position: name, text, numbers, and the components of a sum.
#[pyfunction]
#[pyo3(name = "parse")]
pub fn parse(position: &str) -> PyResult<String> {
    let (game, position) = grundy::parse(position).map_err(Failure::from)?;
    Ok(text(&described(&game, &position))?)
}

fn described(game: &Game, position: &Position) -> Json {
    // Numbers of any size, as text.
    let rows = position.rows().map(|rows| {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect::<Vec<Vec<String>>>()
    });
    let parts = grundy_answers::board::components(game, position).map(|components| {
        components.parts.iter().map(|(game, part)| described(game, part)).collect::<Vec<_>>()
    });
    let (kind, shared) = match game.board() {
        Board::Piles | Board::Unordered | Board::Heaps => ("piles", 0),
        Board::Strips { shared } => ("strips", shared),
        Board::Crossed { .. } => ("strips", 0),
        Board::Graph { .. } => ("graph", 0),
        Board::Compound(_) => ("compound", 0),
    };
    let is_strips = position.strips().is_some();
    json!({
        "game": game.name(), "position": game.show(position), "full": grundy_answers::full(game, position),
        "rows": rows, "strips": is_strips, "board": kind, "shared": shared, "parts": parts,
        "blocking": game.blocking(),
    })
}

/// The board as text.
#[pyfunction]
pub fn board(position: &str) -> PyResult<String> {
    let (game, position) = grundy::parse(position).map_err(Failure::from)?;
    Ok(grundy_answers::board::draw(&game, &position, grundy_answers::board::Pen::UNICODE))
}

/// What is known of a position.
#[pyfunction]
#[pyo3(signature = (position, seconds, memory, positions))]
pub fn answer(
    py: Python<'_>,
    position: String,
    seconds: f64,
    memory: Option<u64>,
    positions: u64,
) -> PyResult<String> {
    let limits = limits(seconds, memory, positions)?;
    watched(py, None, move |gauge| {
        let (game, position) = grundy::parse(&position)?;
        gauge.asked(limits, |ask| text(&Valued::ask(&game, &position, ask)?))
    })
}

/// Why a position is won or lost, as JSON and as text.
#[pyfunction]
#[pyo3(signature = (position, seconds, memory, positions))]
pub fn explain(
    py: Python<'_>,
    position: String,
    seconds: f64,
    memory: Option<u64>,
    positions: u64,
) -> PyResult<(String, String)> {
    let limits = limits(seconds, memory, positions)?;
    watched(py, None, move |gauge| {
        let (game, position) = grundy::parse(&position)?;
        gauge.asked(limits, |ask| {
            let explained = Explained::ask(&game, &position, ask)?;
            Ok((text(&explained)?, explained.text))
        })
    })
}

/// The options of a position, as they are written.
#[pyfunction]
pub fn options(py: Python<'_>, position: String) -> PyResult<Vec<String>> {
    /// The most options that are listed.
    const MOST: usize = 10_000_000;
    watched(py, None, move |_| {
        let (game, position) = grundy::parse(&position)?;
        let listed = grundy::options(game.as_ref(), &position, MOST)?;
        Ok(listed.iter().map(|option| grundy_answers::full(&game, option)).collect())
    })
}

/// The moves of a position with their values.
#[pyfunction]
pub fn moves(py: Python<'_>, position: String, positions: u64) -> PyResult<String> {
    watched(py, None, move |gauge| {
        let (game, position) = grundy::parse(&position)?;
        gauge.asked(bounded(positions), |ask| text(&Listed::ask(&game, &position, usize::MAX, ask)?))
    })
}

/// The positions of a value.
#[pyfunction]
#[pyo3(signature = (game, value, count, rows, positions, progress))]
pub fn sequence(
    py: Python<'_>,
    game: String,
    value: u64,
    count: usize,
    rows: Option<u64>,
    positions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(u64, u64)>> {
    watched(py, progress.as_ref(), move |gauge| {
        let extent = rows.map_or(Extent::Count(count), Extent::Rows);
        let template = Template::parse(&game)?;
        gauge.asked(bounded(positions), |ask| Ok(answers::positions(&template, value, None, extent, ask)?))
    })
}

/// The periods of rows, values, a diagonal, a row with several fixed numbers, or heaps, with their certificates.
#[pyfunction]
#[pyo3(signature = (game, of, first, last, fixed, columns, claim, progress))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub fn periods(
    py: Python<'_>,
    game: String,
    of: String,
    first: u64,
    last: u64,
    fixed: Vec<u64>,
    columns: Option<u64>,
    claim: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, Option<String>)>> {
    watched(py, progress.as_ref(), move |gauge| {
        let of = match of.as_str() {
            "row" if !fixed.is_empty() => Subjects::Several(fixed),
            "row" => Subjects::Rows(first..=last),
            "heaps" => Subjects::Heaps,
            "value" => Subjects::Values(first..=last),
            _ => Subjects::Diagonal(first),
        };
        let question = Question { game: grundy::game(&game)?, of, columns, most: None, claim };
        let limits = Limits { memory: u64::MAX, ..Limits::default() };
        let known = gauge.asked(limits, |ask| Ok(question.ask(ask)?))?;
        known.into_iter().map(|one| Ok((text(&one)?, one.certificate))).collect()
    })
}

/// The verdict on a certificate, the claim or the reason, and the wrong line.
type Judged = (&'static str, String, Option<usize>);

fn judged(
    py: Python<'_>,
    work: u64,
    limits: Limits,
    outcome: impl FnOnce(grundy_check::Limits<'_>) -> Result<Verified, Unverified> + Send + 'static,
) -> PyResult<Judged> {
    watched(py, None, move |gauge| {
        let (shelf, watch) = (Shelf::none(), |_: &Progress| gauge.sign.look());
        let ask = Ask { limits, watch: &watch, ..Ask::alone(&shelf) };
        let checked = Checked::new(&check_within(work, ask, "", outcome));
        Ok((checked.verdict, checked.claim.or(checked.reason).unwrap_or_default(), checked.line))
    })
}

/// Checks a certificate.
#[pyfunction]
pub fn check(py: Python<'_>, certificate: Vec<u8>, work: u64, memory: u64, seconds: f64) -> PyResult<Judged> {
    judged(py, work, limits(seconds, Some(memory), 0)?, move |limits| {
        grundy_check::check(&certificate, limits)
    })
}

/// Checks the certificate in a file.
#[pyfunction]
pub fn check_file(py: Python<'_>, path: PathBuf, work: u64, memory: u64, seconds: f64) -> PyResult<Judged> {
    judged(py, work, limits(seconds, Some(memory), 0)?, move |limits| grundy_check::check_file(&path, limits))
}

/// The claims of the papers with their verdicts.
#[pyfunction]
#[pyo3(signature = (paper, claim, effort, up_to, progress))]
pub fn audit(
    py: Python<'_>,
    paper: Option<String>,
    claim: Option<String>,
    effort: &str,
    up_to: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let effort = Effort::named(effort).map_err(Failure::from)?;
    let named = |name: &String| {
        let error = || {
            InputError::whole(format!("there is no paper `{name}`"))
                .hint(Paper::ALL.map(Paper::name).join(", "))
        };
        Paper::ALL.into_iter().find(|paper| paper.name() == name).ok_or_else(error)
    };
    let paper = paper.as_ref().map(named).transpose().map_err(Failure::from)?;
    let question = Audit { claim, paper, effort: Some(effort), up_to, fresh: false };
    watched(py, progress.as_ref(), move |gauge| {
        let limits = Limits { memory: 4 << 30, ..Limits::default() };
        let audited = gauge.asked(limits, |ask| Ok(question.ask(ask)?))?;
        text(&audited.iter().map(CheckedClaim::new).collect::<Vec<_>>())
    })
}

/// The limit of `x_n / n` along the P-positions, or samples where no limit is known.
#[pyfunction]
#[pyo3(name = "limit")]
pub fn limit(py: Python<'_>, game: String, digits: usize) -> PyResult<String> {
    watched(py, None, move |_| text(&grundy_answers::limit::ask(&game, digits, Limits::default())?))
}

/// Proves Gu's conjectures about a value of R-Wythoff: JSON, text and the certificate.
#[pyfunction]
#[pyo3(signature = (game, value, rows, progress))]
pub fn prove(
    py: Python<'_>,
    game: String,
    value: u64,
    rows: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, Option<String>)> {
    watched(py, progress.as_ref(), move |gauge| {
        let question = Prove { game: grundy::game(&game)?, value, up_to_rows: rows };
        let proved = gauge.asked(Limits::default(), |ask| Ok(question.ask(ask)?))?;
        Ok((text(&proved.known)?, proved.known.text(), proved.certificate))
    })
}

/// The closed form of the positions of a value of R-Wythoff: JSON, text and LaTeX.
#[pyfunction]
#[pyo3(signature = (game, value, members, chains, positions, progress))]
pub fn formula(
    py: Python<'_>,
    game: String,
    value: u64,
    members: u64,
    chains: usize,
    positions: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, String)> {
    watched(py, progress.as_ref(), move |gauge| {
        let question = Formula { game: grundy::game(&game)?, value, members, chains, positions };
        let formula = gauge.asked(Limits::default(), |ask| Ok(question.ask(ask)?))?;
        Ok((text(&formula)?, formula.text(), formula.latex()))
    })
}
