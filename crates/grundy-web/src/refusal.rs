//! Errors: a 4xx status and JSON with a message and a hint.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Error, InputError, Limit};
use serde::Serialize;

/// An error response.
#[derive(Clone, Debug, Serialize)]
pub struct Refusal {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong.
    message: String,
    /// What to do.
    hint: Option<String>,
    /// The place in the text that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
}

/// A place in a text, in UTF-16 code units as in JavaScript.
#[derive(Clone, Debug, Serialize)]
struct At {
    text: String,
    start: usize,
    end: usize,
}

impl Refusal {
    /// An error with this status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), hint: None, at: None }
    }

    /// Invalid input.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Valid input whose answer exceeds a limit.
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

/// The hint for exceeded limits.
const SMALLER: &str = "try smaller numbers; the command line allows more time and memory";

/// The error for cancelled work: the client has disconnected, or the time limit was exceeded.
pub fn stopped() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "time limit exceeded").hint(SMALLER)
}

impl From<Limit> for Refusal {
    fn from(limit: Limit) -> Self {
        Self::too_much(limit.to_string()).hint(SMALLER)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(error) => error.into(),
            Error::Limit(limit) => limit.into(),
            Error::Unanswered(unanswered) => {
                let known = unanswered
                    .between
                    .as_ref()
                    .map_or_else(String::new, |(low, high)| format!("; the value is from {low} to {high}"));
                Self::too_much(unanswered.message + &known).hint(SMALLER)
            }
            Error::Cancelled => stopped(),
            Error::Width { .. } | Error::Fault(_) => Self::too_much(error.to_string()),
        }
    }
}

impl From<grundy_answers::Error> for Refusal {
    fn from(error: grundy_answers::Error) -> Self {
        match error {
            grundy_answers::Error::Library(error) => error.into(),
            grundy_answers::Error::Left(_) => stopped(),
            grundy_answers::Error::Store(error) => Self::too_much(error.to_string()),
        }
    }
}

/// A table that does not fit into the memory that may be used.
pub fn too_large(error: Error) -> Refusal {
    match error {
        Error::Input(error) => Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, ..error.into() },
        error => error.into(),
    }
}
