//! The one map from errors to exceptions. The exceptions themselves are in `python/grundy/errors.py`.

use grundy::period::PeriodError;
use grundy::sequence::SequenceError;
use grundy::table::TableError;
use grundy::{BudgetSpent, InputError, Unanswered};
use grundy_claims::Halt;
use grundy_desk::sweep::SweepError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Everything that ends a question without an answer.
#[derive(Debug)]
pub enum Failure {
    Input(InputError),
    Budget(BudgetSpent),
    Unanswered(Unanswered),
    Width(String),
    /// Whoever asked wanted no more.
    Stopped,
    Io(std::io::Error),
    /// This should not happen.
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
        Failure::Input(error) => {
            // Python counts characters.
            let column = |byte: usize| error.text.char_indices().take_while(|&(at, _)| at < byte).count();
            let place = error.span.map(|span| (column(span.start), column(span.end)));
            let arguments = (&error.message, &error.hint, place, &error.text, error.render());
            made("InputError", arguments.into_pyobject(py)?)
        }
        Failure::Budget(spent) => {
            made("BudgetSpent", (spent.to_string(), spent.limit, spent.what).into_pyobject(py)?)
        }
        Failure::Unanswered(unanswered) => {
            let between = unanswered.between.map(|(low, high)| (low.to_string(), high.to_string()));
            made("Unanswered", (unanswered.message, between).into_pyobject(py)?)
        }
        Failure::Width(message) => made("TooWide", (message,).into_pyobject(py)?),
        Failure::Stopped => Ok(PyKeyboardInterrupt::new_err("stopped")),
        Failure::Io(error) => Ok(PyOSError::new_err(error.to_string())),
        Failure::Broken(message) => Ok(PyRuntimeError::new_err(message)),
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<BudgetSpent> for Failure {
    fn from(spent: BudgetSpent) -> Self {
        Self::Budget(spent)
    }
}

impl From<Unanswered> for Failure {
    fn from(unanswered: Unanswered) -> Self {
        Self::Unanswered(unanswered)
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

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Budget(spent) => Self::Budget(spent),
            TableError::Stopped => Self::Stopped,
            TableError::Width { .. } => Self::Width(error.to_string()),
        }
    }
}

impl From<SequenceError> for Failure {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Input(error) => Self::Input(error),
            SequenceError::Budget(spent) => Self::Budget(spent),
            SequenceError::Stopped => Self::Stopped,
        }
    }
}

impl From<PeriodError> for Failure {
    fn from(error: PeriodError) -> Self {
        match error {
            PeriodError::Input(error) => Self::Input(error),
            PeriodError::Stopped => Self::Stopped,
            PeriodError::Outside { .. } => Self::Broken(error.to_string()),
        }
    }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::Budget(spent) => Self::Budget(spent),
            Halt::Input(error) => Self::Input(error),
            Halt::Period(message) => Self::Broken(message),
            halt @ Halt::Memory { .. } => {
                Self::Input(InputError::whole(halt.to_string()).hint("ask for less with up_to"))
            }
        }
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
