//! Errors of commands: messages and exit statuses.

use crate::colour;
use crate::value::period_hint;
use grundy::{Error, Game, InputError, Limit, Position, RowOf, Unanswered};
use grundy_answers::{Error as Answers, Open};
use grundy_store::StoreError;
use serde::Serialize;
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
    /// Lines of the input without a complete answer.
    Lines {
        /// Lines that are not positions.
        wrong: u64,
        /// Lines that were not answered within the limits.
        open: u64,
    },
    /// A limit of this command was reached; the message and its hint.
    Beyond(InputError),
    /// What is known has been printed; the question is not answered within the limits.
    NotAnswered,
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
            Self::Lines { wrong, open } => lines(*wrong, *open),
            Self::Beyond(error) => error.render(),
            Self::DoesNotHold | Self::NotAnswered | Self::Status(_) => String::new(),
        }
    }

    /// The error for a file that could not be written.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    /// The exit status: 1 if a claim does not hold, 3 if a question is not answered within the limits, 130 after Ctrl-C, 2 for
    /// other errors.
    pub fn status(&self) -> u8 {
        match self {
            Self::Unanswered(Answers::Library(Error::Cancelled) | Answers::Left(_)) => 130,
            Self::Unanswered(Answers::Library(Error::Limit(_) | Error::Unanswered(_)))
            | Self::Beyond(_)
            | Self::NotAnswered
            | Self::Lines { wrong: 0, .. } => 3,
            Self::DoesNotHold => 1,
            Self::Status(status) => *status,
            _ => 2,
        }
    }

    /// What is known of a question that is not answered within the limits.
    fn known(&self) -> Option<Open> {
        match self {
            Self::Unanswered(Answers::Library(error)) => Open::of_error(error),
            _ => None,
        }
    }

    /// Is this a broken pipe? The reader of our output has closed it, which is not an error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The message for lines of the input without a complete answer.
fn lines(wrong: u64, open: u64) -> String {
    let wrong = match wrong {
        0 => String::new(),
        1 => "error: 1 line is not a position; the key `error` says why\n".to_owned(),
        more => format!("error: {more} lines are not positions; the key `error` says why\n"),
    };
    let open = match open {
        0 => String::new(),
        1 => "error: 1 line was not answered within the limits; the key `needs` says why\n".to_owned(),
        more => {
            format!("error: {more} lines were not answered within the limits; the key `needs` says why\n")
        }
    };
    wrong + &open
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
        Error::Limit(Limit::Endless) => format!("error: {error}\n"),
        Error::Limit(limit) => format!("error: {limit}\nhint: {}\n", more(Some(*limit))),
        Error::Unanswered(unanswered) => {
            let Unanswered { message, stopped_by, between, period_of_row } = unanswered.as_ref();
            let period = period_of_row.as_ref().map(|RowOf { game, row }| period_hint(game, *row));
            let known = between.as_ref().map_or_else(String::new, |(low, high)| {
                format!("known: the value is from {low} to {high}\n")
            });
            format!("error: {message}\n{known}hint: {}\n{}", more(*stopped_by), period.unwrap_or_default())
        }
        Error::Cancelled => "cancelled: nothing was written\n".to_owned(),
        Error::Width { .. } => format!("error: {error}\nhint: --element u32 holds every value of a table\n"),
        Error::Fault(_) => format!("error: {error}\nhint: this contradicts a theorem; please report it\n"),
        Error::Device(_) => format!("error: {error}\nhint: leave out --device to use the processor\n"),
    }
}

/// How to get an answer: with smaller numbers or, if a limit was met, by allowing more.
fn more(limit: Option<Limit>) -> String {
    let flag = match limit {
        Some(Limit::Positions(positions)) => format!("--budget {}", positions.saturating_mul(10)),
        Some(Limit::Options(_)) => "--budget".to_owned(),
        Some(Limit::Time(_)) => "--time".to_owned(),
        Some(Limit::Memory { .. }) => "--memory".to_owned(),
        Some(Limit::Uncountable | Limit::Endless) | None => return "try smaller numbers".to_owned(),
    };
    format!("try smaller numbers, or allow more with {flag}")
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

/// What is known of a question that is not answered within the limits.
#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    question: serde_json::Value,
    #[serde(flatten)]
    open: Open,
}

/// If `asked` was not answered within the limits, prints what is known as JSON, and fails all the same. `question` has the keys of the
/// answer; those that are not known are null.
pub fn or_known<T>(
    is_json: bool,
    asked: Result<T, Failure>,
    question: impl FnOnce() -> serde_json::Value,
) -> Result<T, Failure> {
    if let Some(open) = asked.as_ref().err().and_then(Failure::known).filter(|_| is_json) {
        print_json(&Known { question: question(), open })?;
    }
    asked
}

/// The keys of the answer about a position of which neither value nor winner is known.
pub fn undecided(game: &Game, position: &Position) -> serde_json::Value {
    serde_json::json!({
        "game": game.name(),
        "position": game.show(position),
        "value": null,
        "outcome": null,
        "winning_moves": [],
        "every_winning_move": false,
    })
}

/// Writes one JSON value on a line of standard output.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    Ok(crate::output::json(value, &mut io::stdout().lock())?)
}

/// Writes the text of an answer to standard output.
pub fn print_text(text: &str) -> Result<(), Failure> {
    Ok(colour::print(text, colour::answer)?)
}
