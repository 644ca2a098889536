//! Questions about games, as the desk answers them.

use crate::error::Failure;
use crate::work::watched;
use grundy::catalog::GAMES;
use grundy::notation::Span;
use grundy::period::{Lines, RowSearch};
use grundy::sequence::Extent;
use grundy::star_nim::{ValueSearch, prove_diagonal};
use grundy::table::Progress;
use grundy::theorem::limit as theorem;
use grundy::{Board, Budget, Game, InputError, Limits, Position, Strategist, Template};
use grundy_claims::report::Audited;
use grundy_claims::{self as claims, Context, Effort, Paper};
use grundy_desk::period::{Known, Of};
use grundy_desk::{Explained, Listed, Listing, Told, Valued, sequence as desk};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};
use std::time::Duration;

fn limits(seconds: u64, memory: u64, positions: u64) -> Limits {
    Limits { budget: Budget::of_positions(positions), time: Duration::from_secs(seconds), memory }
}

fn text(answer: &impl serde::Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(answer)?)
}

/// Every game of the catalog.
#[pyfunction]
pub fn games() -> PyResult<String> {
    Ok(text(&GAMES.iter().map(Listing::new).collect::<Vec<_>>())?)
}

/// A position as its game reads it: name, text, numbers, and the components of a sum.
#[pyfunction]
#[pyo3(name = "parse")]
pub fn parse(position: &str) -> PyResult<String> {
    let (game, position) = grundy::parse(position).map_err(Failure::from)?;
    Ok(text(&described(&game, &position))?)
}

fn described(game: &Game, position: &Position) -> Json {
    // Numbers as texts, which have any size.
    let rows = position.rows().map(|rows| {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect::<Vec<Vec<String>>>()
    });
    let parts = grundy_desk::board::components(game, position).map(|components| {
        components.parts.iter().map(|(game, part)| described(game, part)).collect::<Vec<_>>()
    });
    let (kind, shared) = match game.board() {
        Board::Piles => ("piles", 0),
        Board::Strips { shared } => ("strips", shared),
        Board::Graph { .. } => ("graph", 0),
        Board::Compound(_) => ("compound", 0),
    };
    let is_strips = position.strips().is_some();
    json!({
        "game": game.name(), "position": game.show(position), "full": grundy_desk::full(game, position),
        "rows": rows, "strips": is_strips, "board": kind, "shared": shared, "parts": parts,
        "blocking": game.blocking(),
    })
}

/// The board in letters.
#[pyfunction]
pub fn board(position: &str) -> PyResult<String> {
    let (game, position) = grundy::parse(position).map_err(Failure::from)?;
    Ok(grundy_desk::board::draw(&game, &position, grundy_desk::board::Pen::UNICODE))
}

/// What is known of a position.
#[pyfunction]
pub fn value(
    py: Python<'_>,
    position: String,
    seconds: u64,
    memory: u64,
    positions: u64,
) -> PyResult<String> {
    watched(py, None, move |_| {
        let (game, position) = grundy::parse(&position)?;
        let answer = grundy::answer(&game, &position, limits(seconds, memory, positions))?;
        text(&Valued::new(&game, &position, &answer))
    })
}

/// Why a position is won or lost: as data, and for reading.
#[pyfunction]
pub fn explain(
    py: Python<'_>,
    position: String,
    seconds: u64,
    memory: u64,
    positions: u64,
) -> PyResult<(String, String)> {
    watched(py, None, move |_| {
        let (game, position) = grundy::parse(&position)?;
        let limits = limits(seconds, memory, positions);
        let answer = grundy::answer(&game, &position, limits)?;
        let explained = Explained::new(&game, &position, &answer, limits);
        Ok((text(&explained)?, explained.text(&game, &position, &answer)))
    })
}

/// The options of a position, each with its value.
#[pyfunction]
pub fn moves(py: Python<'_>, position: String, positions: u64) -> PyResult<String> {
    watched(py, None, move |_| {
        let (game, position) = grundy::parse(&position)?;
        let mut strategist = Strategist::new(&game, Budget::of_positions(positions));
        text(&Listed::new(&game, &position, &mut strategist)?)
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
        let budget = Budget::of_positions(positions);
        let by = desk::By::best(&Template::parse(&game)?, value);
        Ok(desk::positions(&game, value, by, extent, budget, &mut |progress| gauge.see(progress))?)
    })
}

/// What is known of the periods of some rows, each with its certificate.
#[pyfunction]
#[pyo3(signature = (game, first, last, columns, claim, progress))]
pub fn period_rows(
    py: Python<'_>,
    game: String,
    first: u64,
    last: u64,
    columns: Option<u64>,
    claim: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, Option<String>)>> {
    watched(py, progress.as_ref(), move |gauge| {
        let lines = Lines::of(&game)?;
        let mut search = RowSearch::new(lines, last, columns)?;
        search.finish(&mut |progress| gauge.see(Progress { done: progress.filled, total: 0 }))?;
        let proof = |row| usize::try_from(row).ok().and_then(|row: usize| search.proofs().get(row));
        let mut known = Vec::new();
        for row in first..=last {
            let mut one =
                proof(row).map_or_else(|| Known::open(lines.name(), Of::Row(row), columns), Known::row);
            if let (Some(claim), Some(proof)) = (claim, proof(row)) {
                one.judge(claim, proof.first_failure(claim)?);
            }
            known.push((text(&one)?, one.certificate));
        }
        Ok(known)
    })
}

/// The same for the positions of some values of Star Nim.
#[pyfunction]
#[pyo3(signature = (first, last, rows, progress))]
pub fn period_values(
    py: Python<'_>,
    first: u64,
    last: u64,
    rows: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, Option<String>)>> {
    watched(py, progress.as_ref(), move |gauge| {
        let mut search = ValueSearch::new(last, rows)?;
        search.finish(&mut |next| gauge.see(Progress { done: next, total: last + 1 }))?;
        let open = |value| Known::open(Lines::StarNim.name(), Of::Value(value), rows);
        let known = (first..=last).map(|value| {
            let one = search.proof(value).map_or_else(|| open(value), |proof| Known::value(&proof));
            Ok((text(&one)?, one.certificate))
        });
        known.collect()
    })
}

/// The same for a diagonal of Star Nim.
#[pyfunction]
#[pyo3(signature = (diagonal, rows))]
pub fn period_diagonal(py: Python<'_>, diagonal: u64, rows: Option<u64>) -> PyResult<String> {
    watched(py, None, move |_| {
        let proof = prove_diagonal(diagonal, rows)?;
        let open = || Known::open(Lines::StarNim.name(), Of::Diagonal(diagonal), rows);
        text(&proof.map_or_else(open, |proof| Known::diagonal(&proof)))
    })
}

/// Checks a certificate: whether it is right, and the claim in words or what is wrong in which line.
#[pyfunction]
pub fn check(py: Python<'_>, certificate: Vec<u8>) -> PyResult<(bool, String, Option<usize>)> {
    watched(py, None, move |_| {
        Ok(match grundy_check::check(&certificate) {
            Ok(verified) => (true, verified.to_string(), None),
            Err(rejected) => (false, rejected.reason, Some(rejected.line)),
        })
    })
}

/// The claims of the papers, each with its verdict.
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
    let effort = match effort {
        "quick" => Effort::Quick,
        "full" => Effort::Full,
        "frontier" => Effort::Frontier,
        other => {
            let error = InputError::whole(format!("there is no effort `{other}`"));
            return Err(Failure::from(error.hint("quick, full or frontier")).into());
        }
    };
    watched(py, progress.as_ref(), move |gauge| {
        let chosen = match (&paper, &claim) {
            (_, Some(id)) => vec![claims::find(id).ok_or_else(|| no_such(id, "claim"))?],
            (Some(name), None) => {
                let paper = Paper::ALL.into_iter().find(|paper| paper.name() == name);
                claims::of(paper.ok_or_else(|| no_such(name, "paper"))?)
            }
            (None, None) => claims::all(),
        };
        let total = u64::try_from(chosen.len()).unwrap_or(u64::MAX);
        let sign = gauge.sign.clone();
        let context = Context::new(effort, up_to).watched(move || sign.look());
        let mut audited = Vec::new();
        for (done, claim) in (0..).zip(chosen) {
            if gauge.see(Progress { done, total }).is_break() {
                return Err(Failure::Stopped);
            }
            let found = claim.check(&context)?;
            audited.push(Audited { claim, found });
        }
        text(&audited.iter().map(Told::new).collect::<Vec<_>>())
    })
}

fn no_such(name: &str, what: &str) -> Failure {
    let hint = match what {
        "paper" => Paper::ALL.map(Paper::name).join(", "),
        _ => "grundy.audit() has the ids of all claims".to_owned(),
    };
    InputError::whole(format!("there is no {what} `{name}`")).hint(hint).into()
}

/// The limit of `x_n / n` along the P-positions, to so many digits; nothing where it is not known.
#[pyfunction]
#[pyo3(name = "limit")]
pub fn limit(py: Python<'_>, game: String, digits: usize) -> PyResult<Option<String>> {
    watched(py, None, move |_| {
        let template = Template::parse(&game)?;
        let name = Span { start: 0, end: game.find(char::is_whitespace).unwrap_or(game.len()) };
        let family = grundy_desk::limit::family(&template, &game, name)?;
        let refused = |error: grundy::theorem::TooLarge| InputError::whole(error.message).hint(error.hint);
        let Some(known) = theorem::limit(family).map_err(refused)? else { return Ok(None) };
        let decimal = known.digits(digits).map_err(refused)?;
        Ok(Some(text(&json!({
            "game": template.game().name(), "limit": decimal.text, "exact": known.exact(),
            "polynomial": known.polynomial(), "by": known.by(),
        }))?))
    })
}
