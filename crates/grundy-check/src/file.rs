//! Files and lines of output, for the programs `grundy-check` and `grundy check`.

use crate::{LONGEST, Limits, Unverified, Verified};
use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;

/// Checks a file; `-` is standard input.
///
/// # Errors
/// As for [`check`](crate::check); also if the file cannot be read, or is no regular file: a device or a FIFO may have no end.
pub fn check_file(path: &Path, limits: Limits<'_>) -> Result<Verified, Unverified> {
    let bytes = read(path).map_err(|error| Unverified::Unreadable(error.to_string()))?;
    crate::check(&bytes, limits)
}

/// Reads at most one byte more than a certificate may have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(stdin().lock())
    } else if std::fs::metadata(path)?.is_file() {
        Box::new(File::open(path)?)
    } else {
        return Err(io::Error::other("not a regular file"));
    };
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The outcome of a file in one line, and its exit status. The name is quoted, so that it cannot look like an outcome.
pub fn line(name: &Path, outcome: &Result<Verified, Unverified>) -> (String, u8) {
    let (word, status) = outcome.as_ref().map_or_else(Unverified::outcome, |_| ("VERIFIED", 0));
    let what = outcome.as_ref().map_or_else(Unverified::to_string, Verified::to_string);
    (format!("{word} {:?}: {what}", name.to_string_lossy()), status)
}

/// The exit status for several files: 2 if some are unreadable, else 1 if some are rejected, else 3 if some were not checked.
pub fn status(statuses: &[u8]) -> u8 {
    [2, 1, 3].into_iter().find(|status| statuses.contains(status)).unwrap_or(0)
}
