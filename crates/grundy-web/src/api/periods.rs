//! Periods, and the certificates of their proofs.

use super::ask::{Asked, body, heavy, read_template};
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use grundy::InputError;
use grundy::period::{Lines, RowProgress, RowSearch};
use grundy::star_nim::ValueSearch;
use grundy_desk::Checked;
use grundy_desk::period::{DiagonalError, Known, Of, diagonal};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The longest certificate, in bytes.
pub const CERTIFICATE: usize = 1 << 20;

/// What should repeat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    game: String,
    row: Option<u64>,
    value: Option<u64>,
    diagonal: Option<u64>,
    columns: Option<u64>,
}

impl Which {
    fn of(&self) -> Result<Of, Refusal> {
        match (self.row, self.value, self.diagonal) {
            (Some(row), None, None) => Ok(Of::Row(row)),
            (None, Some(value), None) => Ok(Of::Value(value)),
            (None, None, Some(diagonal)) => Ok(Of::Diagonal(diagonal)),
            _ => Err(Refusal::bad("what should repeat?").hint("give one of row, value and diagonal")),
        }
    }
}

#[derive(Serialize)]
struct Certified {
    #[serde(flatten)]
    known: Known,
    certificate: Option<String>,
    text: Vec<String>,
}

impl Certified {
    fn new(known: Known, text: &str) -> Self {
        let certificate = known.certificate.clone();
        Self { known, certificate, text: text.lines().map(str::to_owned).collect() }
    }
}

/// The period of a row, a g-sequence or a diagonal.
pub async fn period(
    State(app): State<Arc<App>>,
    Asked(which): Asked<Which>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    /// Rows that are looked at for a value: they are kept.
    const ROWS: u64 = 4_000_000;
    /// Columns that are looked at for a row: they are not.
    const COLUMNS: u64 = 1_000_000_000_000;
    /// Diagonals lie in a table that has to be filled.
    const FARTHEST: u64 = 4000;
    let of = which.of()?;
    let template = read_template(&which.game)?;
    let (memory, how) = (app.heavy, app.how);
    let made = match of {
        Of::Row(row) => {
            let lines = Lines::of(&which.game)?;
            let columns = which.columns.map(|columns| columns.min(COLUMNS));
            let mut search = RowSearch::new(lines, row, columns)?;
            heavy(&app, &headers, move |job| {
                search.finish(&mut |RowProgress { row, column, filled }| {
                    job.see(filled, None, || Some(format!("row {row}, column {column}")))
                })?;
                let proof = usize::try_from(row).ok().and_then(|row: usize| search.proofs().get(row));
                let known = proof.map_or_else(|| Known::open(lines.name(), of, columns), Known::row);
                let text = known.text();
                Ok(Certified::new(known, &text))
            })
            .await
        }
        Of::Value(value) => {
            if Lines::of(&which.game)? != Lines::StarNim {
                let message =
                    format!("the g-sequences of {} are not known to have periods", template.game().name());
                return Err(InputError::whole(message)
                    .hint("those of star-nim have: Farr & Ho, Theorem 4")
                    .into());
            }
            let columns = which.columns.unwrap_or(ROWS).min(ROWS);
            let mut search = ValueSearch::new(value, Some(columns))?;
            heavy(&app, &headers, move |job| {
                let total = Some(value.saturating_add(1));
                search.finish(&mut |next| job.see(next, total, || Some(format!("value {next}"))))?;
                let open = || Known::open(Lines::StarNim.name(), of, Some(columns));
                let known = search.proof(value).map_or_else(open, |proof| Known::value(&proof));
                let text = known.text();
                Ok(Certified::new(known, &text))
            })
            .await
        }
        Of::Diagonal(d) => {
            if d > FARTHEST {
                let refusal = Refusal::too_much(format!("diagonal {d} lies too far out"));
                return Err(refusal.hint(format!("they are looked at up to {FARTHEST}")));
            }
            heavy(&app, &headers, move |job| {
                // To prove a diagonal, rows are kept for each value.
                let columns = which.columns.map(|columns| columns.min(ROWS));
                let watch = &mut |progress| job.cells(progress);
                let found =
                    diagonal(&which.game, d, columns, memory, how, watch).map_err(|error| match error {
                        DiagonalError::Period(error) => Refusal::from(error),
                        DiagonalError::Table(error) => error.into(),
                    })?;
                Ok(Certified::new(found.known(), &found.text()))
            })
            .await
        }
    };
    Ok(made)
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
    /// Columns that are filled for it: some seconds.
    const COLUMNS: u64 = 16_000_000;
    let headers = HeaderMap::new();
    let bytes = match body(request, &app).await {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal.into_response(),
    };
    heavy(&app, &headers, move |_| {
        let checked = Checked::new(grundy_check::check_within(&bytes, COLUMNS));
        if checked.reason.as_deref() == Some(grundy_check::TOO_FAR) {
            let refusal =
                Refusal::too_much(format!("this goes beyond the {COLUMNS} columns that are checked here"));
            return Err(refusal.hint("`grundy check` has no such bound"));
        }
        Ok(Judged { verified: checked.is_verified(), text: checked.text(), checked })
    })
    .await
}
