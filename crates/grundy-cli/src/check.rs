//! `grundy check`: certificates, checked by a program of its own.

use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of `grundy check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy period star-nim --row 7 --certificate row-7.cert
  grundy check row-7.cert
  grundy check atlas/*.cert

One line for each file: VERIFIED and the claim in words, or REJECTED and the line that is wrong. Exit status: 0 all
verified, 1 some rejected, 2 some unreadable. Without a file it says what the checker understands.")]
pub struct Arguments {
    /// Certificates
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Checked {
    file: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
        let checked = match grundy_check::check(&bytes) {
            Ok(verified) => Checked {
                file,
                verdict: "verified",
                claim: Some(verified.to_string()),
                line: None,
                reason: None,
            },
            Err(rejected) => {
                outcome = Err(Failure::DoesNotHold);
                let (line, reason) = (Some(rejected.line), Some(rejected.reason));
                Checked { file, verdict: "rejected", claim: None, line, reason }
            }
        };
        match arguments.format {
            Format::Json => print_json(&checked)?,
            Format::Text => print_text(&checked.line_of(arguments.files.len() > 1))?,
        }
    }
    outcome
}

impl Checked {
    /// The verdict as a line; among several files a rejected one is named.
    fn line_of(&self, several: bool) -> String {
        match (&self.claim, self.line, &self.reason) {
            (Some(claim), ..) => format!("VERIFIED {claim}\n"),
            (None, Some(line), Some(reason)) if several => {
                format!("REJECTED line {line}: {reason} ({})\n", self.file)
            }
            (None, line, reason) => {
                format!("REJECTED line {}: {}\n", line.unwrap_or(1), reason.as_deref().unwrap_or(""))
            }
        }
    }
}
