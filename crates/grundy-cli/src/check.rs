//! `grundy check`: checks certificates with the independent checker.

use crate::args::{Format, Output};
use crate::config;
use crate::failure::{Failure, print_text};
use crate::limits::Time;
use crate::memory::Size;
use crate::number::whole;
use crate::watch::Watch;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use grundy_answers::keep::Shelf;
use grundy_answers::{Ask, Checked, check_within};
use grundy_check::{Limit, Limits, Unverified};
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
    #[arg(value_name = "FILE", value_parser = OsStringValueParser::new().map(PathBuf::from))]
    files: Vec<PathBuf>,
    /// Upper limit on steps for a file, of a few nanoseconds each
    #[arg(long, value_name = "STEPS", default_value_t = Limits::default().work, value_parser = whole::<u64>(..))]
    work: u64,
    /// Memory limit, e.g. 64MiB [default: 4GiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Time limit for a file, e.g. 30s, 2m or 1h [default: none]
    #[arg(long, value_name = "TIME")]
    time: Option<Time>,
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
        return print_text(&grundy_check::understands());
    }
    let usual = Limits::default();
    let limits = grundy::Limits {
        memory: arguments.memory.map_or(usual.memory, |Size(bytes)| bytes),
        time: arguments.time.or_else(config::time).map_or(usual.time, |Time(time)| time),
        ..grundy::Limits::default()
    };
    let shelf = Shelf::none();
    let mut statuses = Vec::new();
    for path in &arguments.files {
        let outcome = {
            // Progress of this file, and Ctrl-C.
            let watch = Watch::start();
            let ask = Ask { limits, watch: &|progress| watch.see(progress), ..Ask::alone(&shelf) };
            // A name from a stranger, on a terminal.
            let place = format!("{:?}", path.to_string_lossy());
            check_within(arguments.work, ask, &place, |limits| grundy_check::check_file(path, limits))
        };
        let file = File { file: path.display().to_string(), checked: Checked::new(&outcome) };
        let (line, status) = grundy_check::line(path, &outcome);
        arguments.format.print(&file, &format!("{line}\n")).map_err(|failure| {
            // Status 0 would say that all are verified.
            if failure.is_broken_pipe() { Failure::Status(2) } else { failure }
        })?;
        if outcome == Err(Unverified::NotChecked(Limit::Stopped)) {
            // Ctrl-C.
            return Err(Failure::Status(130));
        }
        statuses.push(status);
    }
    match grundy_check::status(&statuses) {
        0 => Ok(()),
        status => Err(Failure::Status(status)),
    }
}
