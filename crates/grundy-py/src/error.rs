//! Maps errors to the exceptions of `python/grundy/errors.py`.

use grundy::{Error, InputError, Limit, RowOf, Unanswered};
use grundy_answers::sweep::SweepError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Why a question has no answer.
#[derive(Debug)]
pub enum Failure {
    Input(InputError),
    /// An argument of the wrong type.
    Kind(InputError),
    Limit(Limit),
    Unanswered(Box<Unanswered>),
    Width(String),
    /// Cancelled by the caller.
    Stopped,
    Io(std::io::Error),
    /// An internal error.
    Broken(String),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| raised(py, failure).unwrap_or_else(|error| error))
    }
}

fn raised(py: Python<'_>, failure: Failure) -> PyResult<PyErr> {
    let class = |name: &str| py.import("grundy.errors")?.getattr(name);
    let made = |name: &str, arguments: Bound<'_, PyTuple>| {
        Ok::<_, PyErr>(PyErr::from_value(class(name)?.call1(arguments)?))
    };
    match failure {
        Failure::Input(ref error) | Failure::Kind(ref error) => {
            // Python counts characters, not bytes.
            let column = |byte: usize| error.text.char_indices().take_while(|&(at, _)| at < byte).count();
            let place = error.span.map(|span| (column(span.start), column(span.end)));
            let arguments = (&error.message, &error.hint, place, &error.text, error.render());
            let class = if matches!(failure, Failure::Kind(_)) { "InputTypeError" } else { "InputError" };
            made(class, arguments.into_pyobject(py)?)
        }
        Failure::Limit(limit) => {
            let allowed = match limit {
                Limit::Positions(number) | Limit::Options(number) => number,
                Limit::Time(time) => time.as_secs(),
                Limit::Memory { allowed, .. } => allowed,
                Limit::Uncountable | Limit::Endless => u64::MAX,
            };
            let name = limit.name().unwrap_or("options");
            made("BudgetSpent", (limit.to_string(), allowed, name).into_pyobject(py)?)
        }
        Failure::Unanswered(unanswered) => {
            let between = unanswered.between.map(|(low, high)| (low.to_string(), high.to_string()));
            let row = unanswered.period_of_row.map(|RowOf { game, row }| (game, row));
            made("Unanswered", (unanswered.message, between, row).into_pyobject(py)?)
        }
        Failure::Width(message) => made("TooWide", (message,).into_pyobject(py)?),
        Failure::Stopped => Ok(PyKeyboardInterrupt::new_err("stopped")),
        Failure::Io(error) => Ok(PyOSError::new_err(error.to_string())),
        Failure::Broken(message) => Ok(PyRuntimeError::new_err(message)),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(error) => Self::Input(error),
            Error::Limit(limit) => Self::Limit(limit),
            Error::Unanswered(unanswered) => Self::Unanswered(unanswered),
            Error::Cancelled => Self::Stopped,
            Error::Width { .. } => Self::Width(error.to_string()),
            Error::Fault(message) => Self::Broken(message),
            Error::Device(_) => Self::Broken(error.to_string()),
        }
    }
}

impl From<grundy_answers::Error> for Failure {
    fn from(error: grundy_answers::Error) -> Self {
        match error {
            grundy_answers::Error::Library(error) => error.into(),
            grundy_answers::Error::Left(_) => Self::Stopped,
            grundy_answers::Error::Store(error) => Self::Io(std::io::Error::other(error)),
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Input(InputError::whole(error.to_string()))
    }
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Stopped => Self::Stopped,
            SweepError::Io(error) => Self::Io(error),
        }
    }
}
