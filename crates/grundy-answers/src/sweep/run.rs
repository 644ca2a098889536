use super::data_set::DataSet;
use super::plan::Plan;
use super::row::{Point, Row, Value, point_json};
use crate::ask::{Ask, Error};
use crate::keep::Shelf;
use grundy::solve::rays::How;
use grundy::{InputError, Limits};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time between writes of answers, and so the most that a crash can lose.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Time between progress callbacks.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Progress of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points with an answer, those of earlier runs included.
    pub done: usize,
    /// Points without a complete answer, in this run.
    pub failed: usize,
    /// All points.
    pub total: usize,
}

/// Cancelled by the caller. Answers so far are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Why a sweep ended early.
#[derive(Debug)]
pub enum SweepError {
    /// Cancelled by the caller.
    Stopped,
    /// The answers could not be stored.
    Io(io::Error),
}

impl std::fmt::Display for SweepError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SweepError {}

impl From<io::Error> for SweepError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A flag that cancels work on other threads.
#[derive(Clone, Debug, Default)]
pub struct StopSign(Arc<AtomicBool>);

impl StopSign {
    /// Cancels the work.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Breaks if the work is cancelled.
    pub fn look(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Asks the question of a plan at one point. A failure also gives a row, with the error.
///
/// # Errors
/// When `sign` cancels it.
pub fn answer(plan: &Plan, point: &[Value], shelf: &Shelf, sign: &StopSign) -> Result<Row, Stopped> {
    let (given, started) = (plan.at(point), Instant::now());
    let limit = plan.outline.time;
    let watch = |_: &crate::Progress| match limit {
        Some(limit) if started.elapsed() > limit => ControlFlow::Break(()),
        _ => sign.look(),
    };
    let usual = Limits::default();
    let ask = Ask {
        limits: Limits { time: limit.unwrap_or(usual.time), ..usual },
        // A sweep asks one question per core.
        how: How { threads: 1, ..How::default() },
        watch: &watch,
        ..Ask::alone(shelf)
    };
    let found = catch_unwind(AssertUnwindSafe(|| (given.question.run)(&given, ask)));
    let seconds = started.elapsed().as_secs_f64();
    let mut row = Row { error: None, seconds, ..Row::failed(plan, point, String::new()) };
    match found {
        Ok(Ok(found)) => {
            (row.verdict, row.answers, row.error) = (Some(found.verdict), found.answers, found.stopped);
            if let Some(wide) = row.answers.iter().flatten().find(|value| !value.fits()) {
                row.error = Some(format!("{wide} does not fit a column of signed integers of 64 bits"));
            }
        }
        Ok(Err(Error::Library(grundy::Error::Cancelled) | Error::Left(_))) => {
            if sign.look().is_break() {
                return Err(Stopped);
            }
            row.error = Some(limit.map_or_else(String::new, |limit| grundy::Limit::Time(limit).to_string()));
        }
        Ok(Err(error)) => row.error = Some(told(&error)),
        Err(_) => row.error = Some("the question panicked; please report this".to_owned()),
    }
    Ok(row)
}

/// An error on one line.
fn told(error: &Error) -> String {
    match error {
        Error::Library(grundy::Error::Input(InputError { message, hint: Some(hint), .. })) => {
            format!("{message}; {hint}")
        }
        other => other.to_string(),
    }
}

/// A run of a plan over some points.
#[derive(Debug)]
pub struct Sweep {
    plan: Arc<Plan>,
    shelf: Shelf,
    points: Vec<Point>,
    rows: BTreeMap<Point, Row>,
    /// The errors of points that failed in an earlier run, each written once.
    failed_before: BTreeMap<Point, Option<String>>,
    kept: Option<DataSet>,
    /// Rows that are not written yet.
    waiting: Vec<Row>,
    written: Instant,
    done: usize,
    failed: usize,
}

impl Sweep {
    /// A sweep over some points. Points in the data set are skipped.
    ///
    /// # Errors
    /// When the data set cannot be read.
    pub fn new(plan: Arc<Plan>, points: Vec<Point>, kept: Option<DataSet>) -> io::Result<Self> {
        let mut seen = BTreeSet::new();
        let points: Vec<Point> = points.into_iter().filter(|point| seen.insert(point.clone())).collect();
        let mut rows = kept.as_ref().map_or_else(|| Ok(BTreeMap::new()), DataSet::rows)?;
        let failed_before = rows.iter().filter(|(_, row)| !row.is_done());
        let failed_before = failed_before.map(|(point, row)| (point.clone(), row.error.clone())).collect();
        rows.retain(|point, row| row.is_done() && seen.contains(point));
        let done = rows.len();
        let written = Instant::now();
        let shelf = Shelf::none();
        Ok(Self {
            plan,
            shelf,
            points,
            rows,
            failed_before,
            kept,
            waiting: Vec::new(),
            written,
            done,
            failed: 0,
        })
    }

    /// Stores certificates and the state of long points too. Workers in other processes do not use this store.
    #[must_use]
    pub fn storing(self, shelf: Shelf) -> Self {
        Self { shelf, ..self }
    }

    /// The plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The progress.
    pub fn tally(&self) -> Tally {
        Tally { done: self.done, failed: self.failed, total: self.points.len() }
    }

    /// The unfinished points, in the order of the grid.
    pub fn left(&self) -> Vec<Point> {
        self.points.iter().filter(|point| !self.rows.contains_key(*point)).cloned().collect()
    }

    /// The unfinished points as objects, for workers in other processes.
    pub fn left_json(&self) -> Vec<Json> {
        self.left().iter().map(|point| Json::Object(point_json(&self.plan, point))).collect()
    }

    /// Adds a row, and periodically writes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn take(&mut self, row: Row) -> io::Result<()> {
        if row.is_done() {
            self.done += 1;
        } else {
            self.failed += 1;
        }
        let is_written = !row.is_done() && self.failed_before.get(&row.point) == Some(&row.error);
        if self.kept.is_some() && !is_written {
            self.waiting.push(row.clone());
        }
        self.rows.insert(row.point.clone(), row);
        if self.written.elapsed() < KEEP_EVERY { Ok(()) } else { self.keep() }
    }

    /// Writes the rows that are not written yet.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&mut self) -> io::Result<()> {
        if let Some(kept) = &self.kept {
            kept.add(&self.waiting)?;
        }
        self.waiting.clear();
        self.written = Instant::now();
        Ok(())
    }

    /// The rows so far, in the order of the grid.
    pub fn rows(&self) -> Vec<&Row> {
        self.points.iter().filter_map(|point| self.rows.get(point)).collect()
    }

    /// Runs the unfinished points on `threads` threads. All rows are stored, however it ends.
    ///
    /// # Errors
    /// When `watch` cancels it, or the rows cannot be written.
    pub fn run(
        &mut self,
        threads: usize,
        watch: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Result<(), SweepError> {
        let (left, plan, shelf) = (self.left(), Arc::clone(&self.plan), self.shelf.clone());
        let (next, stop) = (AtomicUsize::new(0), StopSign::default());
        let ended = std::thread::scope(|scope| {
            let (send, receive) = channel();
            for _ in 0..threads.max(1) {
                let (send, left, next, stop, plan, shelf) =
                    (send.clone(), &left, &next, &stop, &plan, &shelf);
                scope.spawn(move || {
                    while let (ControlFlow::Continue(()), Some(point)) =
                        (stop.look(), left.get(next.fetch_add(1, Ordering::Relaxed)))
                    {
                        let Ok(row) = answer(plan, point, shelf, stop) else { return };
                        if send.send(row).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut ended = Ok(());
            let mut looked = Instant::now();
            loop {
                let taken = match receive.recv_timeout(LOOK_EVERY) {
                    Ok(row) => self.take(row),
                    Err(RecvTimeoutError::Timeout) => Ok(()),
                    Err(RecvTimeoutError::Disconnected) => return ended,
                };
                if let (Err(error), true) = (taken, ended.is_ok()) {
                    ended = Err(error.into());
                    stop.stop();
                }
                if ended.is_ok() && looked.elapsed() >= LOOK_EVERY {
                    looked = Instant::now();
                    if watch(self.tally()).is_break() {
                        ended = Err(SweepError::Stopped);
                        stop.stop();
                    }
                }
            }
        });
        self.keep()?;
        ended
    }
}
