//! Errors: a 4xx status and problem details (RFC 9457) with a code, a message and a hint.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Error, InputError, Limit};
use serde::{Serialize, Serializer};

/// An error response.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    /// What kind of error it is, if the status does not say so.
    code: Option<&'static str>,
    /// What is wrong.
    message: String,
    /// What to do.
    hint: Option<String>,
    /// The place in the text that was sent.
    at: Option<At>,
}

/// An error as problem details.
#[derive(Serialize)]
struct Problem<'r> {
    title: &'static str,
    status: u16,
    code: &'static str,
    /// What is wrong; `message` has the same text.
    detail: &'r str,
    message: &'r str,
    hint: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'r At>,
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let problem = Problem {
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            code: self.code.unwrap_or_else(|| usual_code(self.status)),
            detail: &self.message,
            message: &self.message,
            hint: self.hint.as_deref(),
            at: self.at.as_ref(),
        };
        problem.serialize(serializer)
    }
}

/// The code of an error by its status. Codes keep their meanings.
fn usual_code(status: StatusCode) -> &'static str {
    match status {
        StatusCode::FORBIDDEN => "other-site",
        StatusCode::NOT_FOUND => "not-found",
        StatusCode::METHOD_NOT_ALLOWED => "method-not-allowed",
        StatusCode::REQUEST_TIMEOUT => "time-limit",
        StatusCode::PAYLOAD_TOO_LARGE => "too-long",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not-json",
        StatusCode::MISDIRECTED_REQUEST => "unknown-host",
        StatusCode::UNPROCESSABLE_ENTITY => "limit",
        StatusCode::TOO_MANY_REQUESTS => "busy",
        StatusCode::SERVICE_UNAVAILABLE => "shutting-down",
        _ => "invalid",
    }
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
        Self { status, code: None, message: message.into(), hint: None, at: None }
    }

    /// Invalid input.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Valid input whose answer exceeds a limit.
    pub fn too_much(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Replaces the usual code of the status.
    #[must_use]
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
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
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
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
        Self { message: error.message, hint: error.hint, at, ..Self::bad("") }
    }
}

/// The hint for exceeded limits.
const SMALLER: &str = "try smaller numbers; the command line allows more time and memory";

/// The error for cancelled work: the client has disconnected, or the time limit was exceeded.
pub fn stopped() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "time limit exceeded").hint(SMALLER)
}

/// The error for work that ends because the server does.
pub fn closing() -> Refusal {
    let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is shutting down");
    refusal.hint("ask again when it has been restarted")
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
            Error::Width { .. } | Error::Fault(_) | Error::Device(_) => Self::too_much(error.to_string()),
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
