//! `grundy check`: checks certificates with the independent checker.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_text};
use crate::memory::Size;
use crate::number::whole;
use grundy_answers::Checked;
use grundy_check::Limits;
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of `grundy check`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy period star-nim --row 7 --certificate row-7.cert
  grundy check row-7.cert
  grundy check atlas/*.cert

Prints a line for each file: VERIFIED with the claim, REJECTED with the line that is wrong, NOT \
CHECKED with the limit that was reached, or UNREADABLE. Without files, prints the kinds of \
certificates that the checker accepts. Exit status: 0 all verified, 2 some unreadable, else 1 some \
rejected, else 3 some not checked.")]
pub struct Arguments {
    /// Certificate files; - is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Upper limit on steps for a file, of a few nanoseconds each
    #[arg(long, value_name = "STEPS", default_value_t = Limits::default().work, value_parser = whole::<u64>(..))]
    work: u64,
    /// Memory limit, e.g. 64MiB [default: 4GiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
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
    let mut limits = Limits { work: arguments.work, ..Limits::default() };
    limits.memory = arguments.memory.map_or(limits.memory, |Size(bytes)| bytes);
    let mut statuses = Vec::new();
    for path in &arguments.files {
        let outcome = grundy_check::check_file(path, limits);
        let file = File { file: path.display().to_string(), checked: Checked::new(&outcome) };
        let (line, status) = grundy_check::line(path, &outcome);
        arguments.format.print(&file, &format!("{line}\n")).map_err(|failure| {
            // Status 0 would say that all are verified.
            if failure.is_broken_pipe() { Failure::Status(2) } else { failure }
        })?;
        statuses.push(status);
    }
    match grundy_check::status(&statuses) {
        0 => Ok(()),
        status => Err(Failure::Status(status)),
    }
}
