//! The limits of a check, and its outcomes other than success.
//!
//! Every loop whose length depends on the certificate spends steps, and every allocation whose size depends on it is counted. So a
//! check ends within its limits, whatever the certificate says.

use std::fmt;
use std::time::{Duration, Instant};

/// The limits of a check. The default is generous: hours of work, 4 GiB, and any time.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Upper limit on steps. A step fills a cell of a table or tries a divisor, and takes a few nanoseconds.
    pub work: u64,
    /// Upper limit on the memory held at once, in bytes.
    pub memory: u64,
    /// Upper limit on time.
    pub time: Duration,
    /// Asked every few milliseconds, with the steps so far; the check ends if it returns true.
    pub stop: &'a dyn Fn(u64) -> bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { work: 1 << 42, memory: 1 << 32, time: Duration::MAX, stop: &|_| false }
    }
}

/// Why a certificate was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unverified {
    /// It does not follow the grammar, or its claim or its evidence is false.
    Rejected {
        /// The first line that is wrong, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A limit was reached before it was clear whether the certificate is correct.
    NotChecked(Limit),
    /// It cannot be read.
    Unreadable(String),
}

/// The limit that a check has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More steps than these would be needed.
    Work(u64),
    /// More bytes than these would be needed.
    Memory(u64),
    /// More than this time would be needed.
    Time(Duration),
    /// Stopped by the caller.
    Stopped,
    /// A number is too large for this checker.
    Width(&'static str),
    /// The rules are beyond this checker.
    Unsupported(&'static str),
}

impl Unverified {
    /// The outcome in a word or two, and the exit status.
    pub fn outcome(&self) -> (&'static str, u8) {
        match self {
            Self::Rejected { .. } => ("REJECTED", 1),
            Self::Unreadable(_) => ("UNREADABLE", 2),
            Self::NotChecked(_) => ("NOT CHECKED", 3),
        }
    }
}

impl fmt::Display for Unverified {
    /// The reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected { line, reason } => write!(f, "line {line}: {reason}"),
            Self::NotChecked(Limit::Work(steps)) => {
                write!(f, "more than {steps} steps are needed, the limit on work")
            }
            Self::NotChecked(Limit::Memory(bytes)) => {
                write!(f, "more than {bytes} bytes are needed, the limit on memory")
            }
            Self::NotChecked(Limit::Time(time)) => {
                write!(f, "more than {time:?} are needed, the limit on time")
            }
            Self::NotChecked(Limit::Stopped) => f.write_str("stopped by the caller"),
            Self::NotChecked(Limit::Width(what)) => write!(f, "{what} too large for this checker"),
            Self::NotChecked(Limit::Unsupported(what)) => write!(f, "{what} beyond this checker"),
            Self::Unreadable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Unverified {}

impl From<Limit> for Unverified {
    fn from(limit: Limit) -> Self {
        Self::NotChecked(limit)
    }
}

/// What is left of the limits.
pub struct Budget<'a> {
    limits: Limits<'a>,
    start: Instant,
    work: u64,
    memory: u64,
    /// Steps until the clock is looked at and the caller is asked again.
    quiet: u64,
}

impl<'a> Budget<'a> {
    pub fn new(limits: Limits<'a>) -> Self {
        Self { limits, start: Instant::now(), work: limits.work, memory: limits.memory, quiet: 0 }
    }

    /// Ends the check if fewer than these steps are left.
    pub fn expect(&self, steps: u64) -> Result<(), Limit> {
        if steps > self.work { Err(Limit::Work(self.limits.work)) } else { Ok(()) }
    }

    pub fn spend(&mut self, steps: u64) -> Result<(), Limit> {
        /// Steps between looks at the clock: some milliseconds.
        const QUIET: u64 = 1 << 19;
        self.expect(steps)?;
        self.work -= steps;
        if let Some(quiet) = self.quiet.checked_sub(steps) {
            self.quiet = quiet;
        } else if self.start.elapsed() > self.limits.time {
            return Err(Limit::Time(self.limits.time));
        } else if (self.limits.stop)(self.limits.work - self.work) {
            return Err(Limit::Stopped);
        } else {
            self.quiet = QUIET;
        }
        Ok(())
    }

    /// Counts memory that is about to be allocated: `count` items of `size` bytes.
    pub fn hold(&mut self, count: u64, size: u64) -> Result<(), Limit> {
        let left = count.checked_mul(size).and_then(|bytes| self.memory.checked_sub(bytes));
        self.memory = left.ok_or(Limit::Memory(self.limits.memory))?;
        Ok(())
    }

    /// Counts memory that has been freed.
    pub fn release(&mut self, count: u64, size: u64) {
        self.memory += count * size;
    }
}
