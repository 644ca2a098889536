//! Why a question is not answered: always a status of the 400s, and JSON that says what to do.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::period::PeriodError;
use grundy::sequence::SequenceError;
use grundy::table::TableError;
use grundy::{BudgetSpent, InputError, Unanswered};
use grundy_desk::play::Refused;
use serde::Serialize;

/// A question that is not answered.
#[derive(Clone, Debug, Serialize)]
pub struct Refusal {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong.
    message: String,
    /// What would be right.
    hint: Option<String>,
    /// Where in the text that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
}

/// A place in a text, in UTF-16 code units as browsers count.
#[derive(Clone, Debug, Serialize)]
struct At {
    text: String,
    start: usize,
    end: usize,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), hint: None, at: None }
    }

    /// The question is wrong.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// The question is right, but its answer is out of bounds.
    pub fn too_much(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Adds the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        let units = |text: &str| text.encode_utf16().count();
        let at = error.span.filter(|_| !error.text.is_empty()).and_then(|span| {
            let (before, marked) = (error.text.get(..span.start)?, error.text.get(span.start..span.end)?);
            let start = units(before);
            Some(At { text: error.text.clone(), start, end: start + units(marked) })
        });
        Self { status: StatusCode::BAD_REQUEST, message: error.message, hint: error.hint, at }
    }
}

/// What to do about an answer that would take too long.
const SMALLER: &str = "ask for something smaller; the command line has no such bounds";

impl From<BudgetSpent> for Refusal {
    fn from(spent: BudgetSpent) -> Self {
        Self::too_much(spent.to_string()).hint(SMALLER)
    }
}

impl From<Unanswered> for Refusal {
    fn from(Unanswered { message, between }: Unanswered) -> Self {
        let known = between.map_or_else(String::new, |(low, high)| {
            format!("; known is that the value is from {low} to {high}")
        });
        Self::too_much(message + &known).hint(SMALLER)
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Input(error) => error.into(),
            Refused::Budget(spent) => spent.into(),
        }
    }
}

/// Work that was stopped: nobody waits for it, or its time is over.
pub fn stopped() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "this takes longer than it may").hint(SMALLER)
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Budget(spent) => spent.into(),
            TableError::Stopped => stopped(),
            TableError::Width { .. } => Self::too_much(error.to_string()),
        }
    }
}

impl From<SequenceError> for Refusal {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Input(error) => error.into(),
            SequenceError::Budget(spent) => spent.into(),
            SequenceError::Stopped => stopped(),
        }
    }
}

impl From<PeriodError> for Refusal {
    fn from(error: PeriodError) -> Self {
        match error {
            PeriodError::Input(error) => error.into(),
            PeriodError::Stopped => stopped(),
            PeriodError::Outside { .. } => Self::too_much(error.to_string()),
        }
    }
}
