//! Why a command did not do what was asked, as a person should read it.

use grundy::sequence::SequenceError;
use grundy::{BudgetSpent, InputError};
use std::io;

/// Everything that ends a command with exit status 2.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong, or asks for too much.
    Input(InputError),
    /// The work allowed was not enough.
    Budget(BudgetSpent),
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// The text for standard error.
    pub fn render(&self) -> String {
        match self {
            Self::Input(error) => error.render(),
            Self::Budget(spent) => {
                let more = match spent.what {
                    "positions" => spent.limit.saturating_mul(10),
                    _ => spent.limit / 100,
                };
                format!(
                    "error: {spent}\nhint: try a smaller position, or allow more work with --budget {more}\n"
                )
            }
            Self::Io(error) => format!("error: {error}\n"),
        }
    }

    /// Whether whoever read our output has had enough, which is not an error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}

impl From<SequenceError> for Failure {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Input(error) => Self::Input(error),
            SequenceError::Budget(spent) => Self::Budget(spent),
        }
    }
}

/// Writes one JSON value and a line end to standard output.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    use io::Write as _;
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Writes text to standard output.
pub fn print_text(text: &str) -> Result<(), Failure> {
    use io::Write as _;
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}
