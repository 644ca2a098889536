//! Periods and certificates.

use super::ask::{Asked, body, bounded, heavy, parsed};
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use grundy::Limits;
use grundy_answers::period::{PeriodAnswer, Question, Subjects};
use grundy_answers::{Ask, Checked};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The longest certificate, in bytes.
pub const CERTIFICATE: usize = 1 << 20;

/// The query of a period.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    game: String,
    row: Option<String>,
    value: Option<u64>,
    diagonal: Option<u64>,
    columns: Option<u64>,
}

impl Which {
    fn of(&self) -> Result<Subjects, Refusal> {
        match (&self.row, self.value, self.diagonal) {
            (Some(row), None, None) => {
                let numbers = row.split(',').map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
                match numbers.as_deref() {
                    Some([row]) => Ok(Subjects::Rows(*row..=*row)),
                    Some(several) => Ok(Subjects::Several(several.to_vec())),
                    None => Err(Refusal::bad(format!("malformed row `{row}`"))
                        .hint("send a number, or several fixed numbers separated by commas, e.g. 3,4")),
                }
            }
            (None, Some(value), None) => Ok(Subjects::Values(value..=value)),
            (None, None, Some(diagonal)) => Ok(Subjects::Diagonal(diagonal)),
            (None, None, None) => Ok(Subjects::Heaps),
            _ => Err(Refusal::bad("several of row, value and diagonal")
                .hint("send exactly one of them, or none for the values of heaps")),
        }
    }
}

#[derive(Serialize)]
struct Certified {
    #[serde(flatten)]
    known: PeriodAnswer,
    certificate: Option<String>,
    text: Vec<String>,
}

impl Certified {
    fn new(known: PeriodAnswer) -> Self {
        let certificate = known.certificate.clone();
        let text = known.text();
        Self { known, certificate, text: text.lines().map(str::to_owned).collect() }
    }
}

/// The period of a row, a g-sequence, a diagonal or the values of heaps.
pub async fn period(
    State(app): State<Arc<App>>,
    Asked(which): Asked<Which>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    /// Upper limit on rows for a value or a diagonal, which are in memory.
    const ROWS: u64 = 4_000_000;
    /// Upper limit on columns for a row, which are not in memory.
    const COLUMNS: u64 = 1_000_000_000_000;
    /// Upper limit on the diagonal; the whole table has to be computed.
    const FARTHEST: u64 = 4000;
    let of = which.of()?;
    bounded(&which.game)?;
    let text = which.game.clone();
    let game = parsed(&app, move || Ok(grundy::game(&text)?)).await?;
    if let Subjects::Diagonal(d) = of
        && d > FARTHEST
    {
        let refusal = Refusal::too_much(format!("diagonal {d} is too large"));
        return Err(refusal.hint(format!("the limit is {FARTHEST}")));
    }
    let most = Some(if matches!(of, Subjects::Rows(_)) { COLUMNS } else { ROWS });
    let question = Question { game, of, columns: which.columns, most, claim: None };
    let made = heavy(&app, &headers, move |ask| {
        let found = question.ask(ask)?.pop();
        Ok(Certified::new(found.ok_or_else(|| Refusal::too_much("there is no answer"))?))
    });
    Ok(made.await)
}

#[derive(Serialize)]
struct Judged {
    verified: bool,
    #[serde(flatten)]
    checked: Checked,
    text: String,
}

/// Checks a certificate.
pub async fn check(State(app): State<Arc<App>>, request: Request) -> Response {
    /// Upper limit on steps, of a few nanoseconds each.
    const WORK: u64 = 250_000_000;
    /// Upper limit on time, of which some is left for the request itself to be answered within two seconds.
    const TIME: Duration = Duration::from_millis(1500);
    /// Upper limit on memory, in bytes.
    const MEMORY: u64 = 64 << 20;
    let headers = HeaderMap::new();
    let bytes = match body(request, &app).await {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal.into_response(),
    };
    heavy(&app, &headers, move |ask| {
        let limits = Limits { time: TIME.min(ask.limits.time), memory: MEMORY, ..ask.limits };
        let checked = Checked::ask(&bytes, WORK, Ask { limits, ..ask });
        Ok(Judged { verified: checked.is_verified(), text: checked.text(), checked })
    })
    .await
}
