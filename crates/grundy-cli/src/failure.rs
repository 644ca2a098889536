//! Why a command did not do what was asked, as a person should read it.

use crate::value::period_hint;
use grundy::{Error, InputError, Limit, RowOf, Unanswered};
use grundy_answers::Error as Answers;
use grundy_store::StoreError;
use std::io;
use std::path::Path;

/// Everything that ends a command with an exit status other than 0.
#[derive(Debug)]
pub enum Failure {
    /// The question has no answer.
    Unanswered(grundy_answers::Error),
    /// Reading or writing failed.
    Io(io::Error),
    /// A file could not be written.
    File(String),
    /// A file could not be read.
    Unreadable(String),
    /// What was asked about has been answered, and does not hold.
    DoesNotHold,
}

impl Failure {
    /// The text for standard error.
    pub fn render(&self) -> String {
        match self {
            Self::Unanswered(error) => unanswered(error),
            Self::Io(error) => format!("error: {error}\n"),
            Self::File(message) => format!("error: {message}\nhint: nothing was written\n"),
            Self::Unreadable(message) => format!("error: {message}\n"),
            Self::DoesNotHold => String::new(),
        }
    }

    /// A file that could not be written.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    /// The exit status: 1 for what does not hold, 2 for what the user can put right, and what shells expect after Ctrl-C.
    pub fn status(&self) -> u8 {
        match self {
            Self::Unanswered(Answers::Library(Error::Cancelled) | Answers::Left(_)) => 130,
            Self::DoesNotHold => 1,
            _ => 2,
        }
    }

    /// Whether whoever read our output has had enough, which is not an error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The text for a question without an answer.
fn unanswered(error: &Answers) -> String {
    match error {
        Answers::Library(error) => library(error),
        Answers::Left(place) => format!("stopped at {place}: the same command goes on from there\n"),
        Answers::Store(error @ StoreError::Unusable { .. }) => {
            format!("error: {error}\nhint: name another with --store FILE, or go without: --no-store\n")
        }
        Answers::Store(error) => format!(
            "error: {error}\nhint: it was left as it is; move it away, name another with --store FILE, or use --no-store\n"
        ),
    }
}

/// The text for what the library says.
fn library(error: &Error) -> String {
    match error {
        Error::Input(error) => error.render(),
        Error::Limit(Limit::Uncountable) => {
            let hint = "`grundy value` lists no moves, and names those that win where a theorem does";
            format!("error: {error}\nhint: {hint}\n")
        }
        Error::Limit(limit) => {
            let more = match limit {
                Limit::Positions(positions) => format!("--budget {}", positions.saturating_mul(10)),
                Limit::Options(options) => format!("--budget {}", options / 10),
                Limit::Time(_) => "--time".to_owned(),
                Limit::Memory { .. } | Limit::Uncountable => "--memory".to_owned(),
            };
            format!("error: {limit}\nhint: try a smaller position, or allow more work with {more}\n")
        }
        Error::Unanswered(unanswered) => {
            let Unanswered { message, between, period_of_row, .. } = unanswered.as_ref();
            let period = period_of_row.as_ref().map(|RowOf { game, row }| period_hint(game, *row));
            let known = between.as_ref().map_or_else(String::new, |(low, high)| {
                format!("known: the value is from {low} to {high}\n")
            });
            let hint = "try a smaller position, or allow more work with --time, --memory and --budget";
            format!("error: {message}\n{known}hint: {hint}\n{}", period.unwrap_or_default())
        }
        Error::Cancelled => "stopped: nothing was written\n".to_owned(),
        Error::Width { .. } => format!("error: {error}\nhint: --element u32 holds every value there is\n"),
        Error::Fault(_) => format!("error: {error}\nhint: this contradicts a theorem: please report it\n"),
    }
}

impl From<Answers> for Failure {
    fn from(error: Answers) -> Self {
        Self::Unanswered(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Unanswered(error.into())
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Unanswered(error.into())
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Self::Unanswered(limit.into())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Unanswered(error.into())
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

/// Writes one JSON value on a line of standard output.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    use io::Write as _;
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Writes text to standard output.
pub fn print_text(text: &str) -> Result<(), Failure> {
    use io::Write as _;
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}
