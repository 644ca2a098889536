//! The error type of the library, and the limits on its work.
//!
//! Functions that compute return [`Error`]; functions that only read text return [`InputError`]. `?` turns an `InputError`, a [`Limit`]
//! or an [`Unanswered`] into an `Error`. Both enums are meant to be matched in full, so that a caller decides about each case:
//!
//! ```
//! use grundy::{Budget, Engine, Error, Limit, Table};
//! let game = grundy::game("wythoff")?;
//! let table = Table::of(&game).to(50).engine(Engine::Definition).budget(Budget::of_positions(100)).compute();
//! match table {
//!     Err(Error::Limit(limit @ Limit::Positions(100))) => assert_eq!(limit.name(), Some("positions")),
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), Error>(())
//! ```

use crate::nimber::Element;
use crate::notation::InputError;
use crate::words::counted;
use dashu_int::UBig;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a computation failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The input is malformed, or asks for something that is not supported.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A limit on work was exceeded.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// No method that is known reaches an answer within the limits.
    #[error(transparent)]
    Unanswered(#[from] Box<Unanswered>),
    /// Cancelled by the caller.
    #[error("cancelled")]
    Cancelled,
    /// A value does not fit the integer it was to be stored in. Values never wrap.
    #[error("the value {value} does not fit into {element}, which holds values up to {}", element.largest())]
    Width {
        /// The value.
        value: u64,
        /// The integer.
        element: Element,
    },
    /// A bound that an engine relies on does not hold. This contradicts a proof.
    #[error("{0}")]
    Fault(String),
    /// A GPU, its driver or its compiler failed.
    #[error("the GPU failed: {0}")]
    Device(String),
}

/// A limit that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Limit {
    /// Stored positions.
    #[error("this needs more than {}", counted(.0, "position"))]
    Positions(u64),
    /// Visited options.
    #[error("this needs more than {}", counted(.0, "option"))]
    Options(u64),
    /// Time.
    #[error("this takes longer than {}", seconds(*.0))]
    Time(Duration),
    /// Memory, in bytes.
    #[error("this needs {} MiB of memory, and {} MiB are allowed", needed >> 20, allowed >> 20)]
    Memory {
        /// The memory needed.
        needed: u64,
        /// The memory allowed.
        allowed: u64,
    },
    /// The position has a number beyond 64 bits, so its moves cannot be listed.
    #[error("this has more moves than can be counted")]
    Uncountable,
    /// A position comes back, so the game does not end and has no values.
    #[error("this game does not end: a position can come back")]
    Endless,
}

impl Limit {
    /// The name under which users set the limit; `None` for one that cannot be set.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Positions(_) => Some("positions"),
            Self::Options(_) => Some("options"),
            Self::Time(_) => Some("time"),
            Self::Memory { .. } => Some("memory"),
            Self::Uncountable | Self::Endless => None,
        }
    }
}

/// A time limit that has started. Every stage of an answer is given the same one.
///
/// ```
/// use grundy::{Deadline, Limit};
/// use std::time::Duration;
/// assert_eq!(Deadline::NONE.check(), Ok(()));
/// assert_eq!(Deadline::after(Duration::ZERO).check(), Err(Limit::Time(Duration::ZERO)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// Nothing if the limit is beyond what the clock can express.
    end: Option<Instant>,
    /// The whole time, for messages.
    time: Duration,
    /// Ends the time when it is set.
    cancel: Option<Cancel>,
}

/// A flag that another thread sets to end the work of this one. Flags are few and live as long as the process, so that a deadline can
/// be copied; a caller uses a flag again when its work has ended.
#[derive(Clone, Copy, Debug)]
struct Cancel(&'static AtomicBool);

impl PartialEq for Cancel {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Cancel {}

thread_local! {
    /// The flag of the deadlines that this thread starts.
    static CANCEL: Cell<Option<Cancel>> = const { Cell::new(None) };
}

/// Runs work whose deadlines are over as soon as `flag` is set: those that are started on this thread while the work runs. Engines that
/// look at a deadline, and have no callback, are cancelled by this.
///
/// ```
/// use grundy::error::{Deadline, cancellable};
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
/// static FLAG: AtomicBool = AtomicBool::new(false);
/// cancellable(&FLAG, || {
///     let until = Deadline::after(Duration::MAX);
///     assert!(!until.is_over());
///     FLAG.store(true, Ordering::Relaxed);
///     assert!(until.is_over());
/// });
/// assert!(!Deadline::after(Duration::MAX).is_over());
/// ```
pub fn cancellable<T>(flag: &'static AtomicBool, work: impl FnOnce() -> T) -> T {
    let before = CANCEL.replace(Some(Cancel(flag)));
    let done = work();
    CANCEL.set(before);
    done
}

impl Deadline {
    /// No time limit.
    pub const NONE: Self = Self { end: None, time: Duration::MAX, cancel: None };

    /// The time limit that starts now.
    pub fn after(time: Duration) -> Self {
        Self { end: Instant::now().checked_add(time), time, cancel: CANCEL.get() }
    }

    fn is_cancelled(self) -> bool {
        self.cancel.is_some_and(|Cancel(flag)| flag.load(Ordering::Relaxed))
    }

    /// The time that is left, [`Duration::MAX`] without a limit.
    pub fn left(self) -> Duration {
        if self.is_cancelled() {
            return Duration::ZERO;
        }
        self.end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }

    /// The same limit, but at most this much from now on.
    #[must_use]
    pub fn at_most(self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        Self { end: end.map_or(self.end, |end| Some(self.end.map_or(end, |other| other.min(end)))), ..self }
    }

    /// Whether the time is over.
    pub fn is_over(self) -> bool {
        self.is_cancelled() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The limit as an error.
    pub fn limit(self) -> Limit {
        Limit::Time(self.time)
    }

    /// # Errors
    /// When the time is over.
    pub fn check(self) -> Result<(), Limit> {
        if self.is_over() { Err(self.limit()) } else { Ok(()) }
    }

    /// `Break` when the time is over, for callbacks.
    pub fn flow(self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn seconds(time: Duration) -> String {
    match time.as_millis() {
        whole if whole.is_multiple_of(1_000) => counted(whole / 1_000, "second"),
        millis => counted(millis, "millisecond"),
    }
}

/// Why there is no answer, and what is known nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unanswered {
    /// What would be needed.
    pub message: String,
    /// The limit that was exceeded, if any.
    pub stopped_by: Option<Limit>,
    /// Bounds on the value, both included.
    pub between: Option<(UBig, UBig)>,
    /// The row whose period would give the value.
    pub period_of_row: Option<RowOf>,
}

/// A row of a game with two piles or strips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowOf {
    /// The game.
    pub game: String,
    /// The row: the smaller number.
    pub row: u64,
}

impl Unanswered {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), stopped_by: None, between: None, period_of_row: None }
    }
}

impl From<Limit> for Unanswered {
    fn from(limit: Limit) -> Self {
        Self { stopped_by: Some(limit), ..Self::new(limit.to_string()) }
    }
}
