//! `grundy check`: checks certificates with the independent checker.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_text};
use grundy_answers::Checked;
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of `grundy check`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy period star-nim --row 7 --certificate row-7.cert
  grundy check row-7.cert
  grundy check atlas/*.cert

Prints a line for each file: VERIFIED with the claim, or REJECTED with the line that is wrong. \
Without files, prints the kinds of certificates that the checker accepts. Exit status: 0 all \
verified, 1 some rejected, 2 some unreadable.")]
pub struct Arguments {
    /// Certificate files
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: Output<Format>,
}

#[derive(Serialize)]
struct File {
    file: String,
    #[serde(flatten)]
    checked: Checked,
}

/// Checks certificates.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.files.is_empty() {
        return print_text(grundy_check::UNDERSTANDS);
    }
    let mut outcome = Ok(());
    for path in &arguments.files {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| Failure::Unreadable(format!("{file}: {error}")))?;
        let checked = Checked::new(grundy_check::check(&bytes));
        if !checked.is_verified() {
            outcome = Err(Failure::DoesNotHold);
        }
        let named = if checked.is_verified() || arguments.files.len() == 1 {
            String::new()
        } else {
            format!(" ({file})")
        };
        let text = format!("{}{named}\n", checked.text());
        arguments.format.print(&File { file, checked }, &text)?;
    }
    outcome
}
