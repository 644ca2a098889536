//! Sequences, rows and diagonals.

use super::ask::{Asked, bounded, heavy, json, parsed, read_template, written};
use crate::refusal::{Refusal, too_large};
use crate::server::App;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use grundy::notation::number;
use grundy::sequence::Extent;
use grundy::{Engine, Plan};
use grundy_answers::oeis::{self, Agreement};
use grundy_answers::sequence::{Sequence, far, positions};
use grundy_answers::table::{Line, Question};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The query of a sequence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    game: String,
    #[serde(default)]
    value: u64,
    count: Option<usize>,
    from: Option<String>,
}

/// The positions of a value.
pub async fn sequence(
    State(app): State<Arc<App>>,
    Asked(of): Asked<Of>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    const COUNT: usize = 20_000;
    const FAR: usize = 200;
    const VALUE: u64 = 10_000;
    const DIGITS: usize = 1000;
    let game = of.game.clone();
    let template = parsed(&app, move || read_template(&game)).await?;
    let count = of.count.unwrap_or(20);
    let most = if of.from.is_some() { FAR } else { COUNT };
    if count > most {
        return Err(
            Refusal::too_much(format!("{count} positions are too many")).hint(format!("the limit is {most}"))
        );
    }
    if of.value > VALUE {
        let message = format!("value {} is too large", of.value);
        return Err(Refusal::too_much(message).hint(format!("the limit is {VALUE}")));
    }
    if let Some(from) = of.from {
        // Also of an index such as 10^5000.
        if from.len() > DIGITS || number(&from)?.to_string().len() > DIGITS {
            let refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the index is too long");
            return Err(refusal.hint(format!("the limit is {DIGITS} digits")));
        }
        let made = heavy(&app, &headers, move |ask| Ok(far(&template, of.value, &from, count, ask)?));
        return Ok(made.await);
    }
    let made = heavy(&app, &headers, move |ask| {
        let found = positions(&template, of.value, None, Extent::Count(count), ask)?;
        Ok(Sequence::new(&template, of.value, &found, true))
    });
    Ok(made.await)
}

/// The query of a row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlongRow {
    game: String,
    row: u64,
    columns: Option<u64>,
}

/// A row of a table.
pub async fn row(State(app): State<Arc<App>>, Asked(asked): Asked<AlongRow>, headers: HeaderMap) -> Response {
    let AlongRow { game, row, columns } = asked;
    along(&app, &headers, game, Line::Row(row), columns).await.into_response()
}

/// The query of a diagonal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlongDiagonal {
    game: String,
    diagonal: u64,
    columns: Option<u64>,
}

/// A diagonal of a table.
pub async fn diagonal(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<AlongDiagonal>,
    headers: HeaderMap,
) -> Response {
    let AlongDiagonal { game, diagonal, columns } = asked;
    along(&app, &headers, game, Line::Diagonal(diagonal), columns).await.into_response()
}

/// The first values on a line.
async fn along(
    app: &Arc<App>,
    headers: &HeaderMap,
    game: String,
    which: Line,
    columns: Option<u64>,
) -> Result<Response, Refusal> {
    /// Upper limit on the table, which has to be computed.
    const FARTHEST: u64 = 20_000;
    let template = parsed(app, move || read_template(&game)).await?;
    let columns = columns.unwrap_or(200);
    let (what, number) = which.what();
    let max = match which {
        Line::Diagonal(d) => columns.saturating_sub(1).saturating_add(d),
        Line::Row(n) | Line::Column(n) => columns.saturating_sub(1).max(n),
    };
    if columns == 0 {
        return Err(Refusal::bad("columns must be at least 1").hint("the default is 200"));
    }
    if max > FARTHEST {
        let refusal =
            Refusal::too_much(format!("{columns} columns of {what} {number} need too large a table"));
        return Err(refusal.hint(format!("the limit is a table to {FARTHEST}")));
    }
    Plan::new(&template, max, Engine::Best)?;
    let made = heavy(app, headers, move |ask| {
        let question = Question { slice: &template, max, engine: Engine::Best };
        let mut lined = question.line(which, ask).map_err(too_large)?;
        lined.values.truncate(usize::try_from(columns).unwrap_or(usize::MAX));
        Ok(lined)
    });
    Ok(made.await)
}

/// Numbers to look for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    terms: String,
}

#[derive(Serialize)]
struct Found {
    found: Vec<Agreement>,
}

/// The sequences of the OEIS that agree with some numbers, among those that the program computes.
pub async fn oeis(State(app): State<Arc<App>>, Asked(numbers): Asked<Numbers>) -> Result<Response, Refusal> {
    let inside = Arc::clone(&app);
    let search = move || {
        bounded(&numbers.terms)?;
        let words = numbers.terms.split(',').map(str::trim).filter(|word| !word.is_empty());
        let terms = words.map(str::parse).collect::<Result<Vec<u64>, _>>().map_err(|_| {
            Refusal::bad("terms must be numbers").hint("numbers of at most 64 bits, separated by commas")
        })?;
        json(&Found { found: oeis::search("the sequence", &terms, inside.ask())? })
    };
    Ok(written(app.work.quick(search).await?))
}
