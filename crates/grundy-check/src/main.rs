//! `grundy-check FILE..`: checks certificates, and prints one line for each.

use grundy_check::{Limits, check_file, line, status, understands};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    match parse(std::env::args_os().skip(1)) {
        // The reader of a closed pipe has seen all it wants, but not that all is verified.
        Ok((limits, files)) => ExitCode::from(run(limits, &files).unwrap_or(2)),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// The limits and the files of a command line.
fn parse(words: impl Iterator<Item = OsString>) -> Result<(Limits<'static>, Vec<PathBuf>), String> {
    let (mut limits, mut files, mut words) = (Limits::default(), Vec::new(), words);
    while let Some(word) = words.next() {
        let set: fn(&mut Limits, u64) = match word.to_str() {
            Some("--work") => |limits, steps| limits.work = steps,
            Some("--memory") => |limits, bytes| limits.memory = bytes,
            Some("--time") => |limits, seconds| limits.time = Duration::from_secs(seconds),
            Some("--help") => return Ok((limits, Vec::new())),
            Some(flag) if flag.starts_with("--") => return Err(format!("unknown flag {flag:?}")),
            _ => {
                files.push(word.into());
                continue;
            }
        };
        let number = words.next().and_then(|number| number.to_str()?.parse().ok());
        set(&mut limits, number.ok_or_else(|| format!("{} needs a number", word.display()))?);
    }
    Ok((limits, files))
}

/// Checks the files. Returns the exit status.
fn run(limits: Limits<'_>, files: &[PathBuf]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    if files.is_empty() {
        out.write_all(understands().as_bytes())?;
    }
    let mut statuses = Vec::new();
    for file in files {
        let (line, status) = line(file, &check_file(file, limits));
        writeln!(out, "{line}")?;
        statuses.push(status);
    }
    Ok(status(&statuses))
}
