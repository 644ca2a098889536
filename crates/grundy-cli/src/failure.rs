//! Errors of commands: messages and exit statuses.

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
    /// The question has been answered: the claim does not hold.
    DoesNotHold,
    /// The question has been answered, with this exit status.
    Status(u8),
}

impl Failure {
    /// The text for standard error.
    pub fn render(&self) -> String {
        match self {
            Self::Unanswered(error) => unanswered(error),
            Self::Io(error) => format!("error: {error}\n"),
            Self::File(message) => format!("error: {message}\nhint: nothing was written\n"),
            Self::Unreadable(message) => format!("error: {message}\n"),
            Self::DoesNotHold | Self::Status(_) => String::new(),
        }
    }

    /// The error for a file that could not be written.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    /// The exit status: 1 if a claim does not hold, 130 after Ctrl-C, 2 for other errors; 3 if `grundy check` reached a limit.
    pub fn status(&self) -> u8 {
        match self {
            Self::Unanswered(Answers::Library(Error::Cancelled) | Answers::Left(_)) => 130,
            Self::DoesNotHold => 1,
            Self::Status(status) => *status,
            _ => 2,
        }
    }

    /// Is this a broken pipe? The reader of our output has closed it, which is not an error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The message for a question without an answer.
fn unanswered(error: &Answers) -> String {
    match error {
        Answers::Library(error) => library(error),
        Answers::Left(place) => format!("stopped at {place}; run the same command again to resume\n"),
        Answers::Store(error @ StoreError::Unusable { .. }) => {
            format!("error: {error}\nhint: name another file with --store FILE, or use --no-store\n")
        }
        Answers::Store(error) => format!(
            "error: {error}\nhint: the file is unchanged; move it away, name another with --store FILE, or use --no-store\n"
        ),
    }
}

/// The message for an error of the library.
fn library(error: &Error) -> String {
    match error {
        Error::Input(error) => error.render(),
        Error::Limit(Limit::Uncountable) => {
            let hint = "`grundy value` does not list moves; it names winning moves where a theorem does";
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
        Error::Cancelled => "cancelled: nothing was written\n".to_owned(),
        Error::Width { .. } => format!("error: {error}\nhint: --element u32 holds every value of a table\n"),
        Error::Fault(_) => format!("error: {error}\nhint: this contradicts a theorem; please report it\n"),
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

/// Writes one JSON value on a line of standard output.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    Ok(crate::output::json(value, &mut io::stdout().lock())?)
}

/// Writes text to standard output.
pub fn print_text(text: &str) -> Result<(), Failure> {
    use io::Write as _;
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}
