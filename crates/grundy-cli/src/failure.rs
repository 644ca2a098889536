//! Why a command did not do what was asked, as a person should read it.

use grundy::period::PeriodError;
use grundy::sequence::SequenceError;
use grundy::table::TableError;
use grundy::{BudgetSpent, InputError, Unanswered};
use grundy_store::StoreError;
use std::io;
use std::path::Path;

/// Everything that ends a command with an exit status other than 0.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong, or asks for too much.
    Input(InputError),
    /// The work allowed was not enough.
    Budget(BudgetSpent),
    /// No way to an answer is within the limits.
    Unanswered(Unanswered),
    /// A value does not fit the integer that was asked for.
    Width(TableError),
    /// Reading or writing failed.
    Io(io::Error),
    /// A file could not be written.
    File(String),
    /// A file could not be read.
    Unreadable(String),
    /// The user stopped the work.
    Stopped,
    /// The user stopped the work, and it can go on from there.
    Left(String),
    /// The store cannot be used.
    Store(StoreError),
    /// What was asked about has been answered, and does not hold.
    DoesNotHold,
}

impl Failure {
    /// The text for standard error.
    pub fn render(&self) -> String {
        match self {
            Self::Input(error) => error.render(),
            Self::Budget(spent) if spent.limit == u64::MAX => {
                let hint = "`grundy value` lists no moves, and names those that win where a theorem does";
                format!("error: {spent}\nhint: {hint}\n")
            }
            Self::Budget(spent) => {
                let more = match spent.what {
                    "positions" => spent.limit.saturating_mul(10),
                    _ => spent.limit / 10,
                };
                format!(
                    "error: {spent}\nhint: try a smaller position, or allow more work with --budget {more}\n"
                )
            }
            Self::Unanswered(Unanswered { message, between }) => {
                let known = between.as_ref().map_or_else(String::new, |(low, high)| {
                    format!("known: the value is from {low} to {high}\n")
                });
                let hint = "try a smaller position, or allow more work with --time, --memory and --budget";
                format!("error: {message}\n{known}hint: {hint}\n")
            }
            Self::Width(error) => format!("error: {error}\nhint: --element u32 holds every value there is\n"),
            Self::Io(error) => format!("error: {error}\n"),
            Self::File(message) => format!("error: {message}\nhint: nothing was written\n"),
            Self::Unreadable(message) => format!("error: {message}\n"),
            Self::Stopped => "stopped: nothing was written\n".to_owned(),
            Self::Left(place) => format!("stopped at {place}: the same command goes on from there\n"),
            Self::Store(error @ StoreError::Unusable { .. }) => {
                format!("error: {error}\nhint: name another with --store FILE, or go without: --no-store\n")
            }
            Self::Store(error) => format!(
                "error: {error}\nhint: it was left as it is; move it away, name another with --store FILE, or use --no-store\n"
            ),
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
            Self::Stopped | Self::Left(_) => 130,
            Self::DoesNotHold => 1,
            _ => 2,
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

impl From<Unanswered> for Failure {
    fn from(unanswered: Unanswered) -> Self {
        Self::Unanswered(unanswered)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
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
            SequenceError::Stopped => Self::Stopped,
        }
    }
}

impl From<PeriodError> for Failure {
    fn from(error: PeriodError) -> Self {
        match error {
            PeriodError::Input(error) => Self::Input(error),
            PeriodError::Stopped => Self::Stopped,
            PeriodError::Outside { .. } => {
                let hint = "this contradicts a theorem: please report it";
                Self::Input(InputError::whole(error.to_string()).hint(hint))
            }
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Budget(spent) => Self::Budget(spent),
            TableError::Stopped => Self::Stopped,
            TableError::Width { .. } => Self::Width(error),
        }
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
