use super::data_set::DataSet;
use super::row::{Point, Row, point_json};
use super::tasks::{Halted, StopSign, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
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
    /// Points at which the task failed, in this run.
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

/// Runs a task at one point. A failure also gives a row, with the error.
///
/// # Errors
/// When `sign` cancels it.
pub fn answer(task: &Task, point: &Point, sign: &StopSign) -> Result<Row, Stopped> {
    let started = Instant::now();
    let found = catch_unwind(AssertUnwindSafe(|| task.run(point, sign)));
    let mut row = Row {
        point: point.clone(),
        verdict: None,
        answers: vec![None; task.answers.len()],
        error: None,
        seconds: started.elapsed().as_secs_f64(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    match found {
        Ok(Ok(found)) => (row.verdict, row.answers) = (Some(found.verdict), found.answers),
        Ok(Err(Halted::Stopped)) => return Err(Stopped),
        Ok(Err(Halted::Failed(why))) => row.error = Some(why),
        Err(_) => row.error = Some("the task panicked; please report this".to_owned()),
    }
    Ok(row)
}

/// A run of a task over some points.
#[derive(Debug)]
pub struct Sweep {
    task: &'static Task,
    points: Vec<Point>,
    rows: BTreeMap<Point, Row>,
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
    pub fn new(task: &'static Task, points: Vec<Point>, kept: Option<DataSet>) -> io::Result<Self> {
        let mut seen = BTreeSet::new();
        let points: Vec<Point> = points.into_iter().filter(|point| seen.insert(point.clone())).collect();
        let mut rows = kept.as_ref().map_or_else(|| Ok(BTreeMap::new()), DataSet::rows)?;
        rows.retain(|point, row| row.is_done() && seen.contains(point));
        let done = rows.len();
        let written = Instant::now();
        Ok(Self { task, points, rows, kept, waiting: Vec::new(), written, done, failed: 0 })
    }

    /// The task.
    pub fn task(&self) -> &'static Task {
        self.task
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
    pub fn left_json(&self) -> Vec<serde_json::Value> {
        self.left().iter().map(|point| point_json(self.task, point)).collect()
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
        if self.kept.is_some() {
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
        let (left, task) = (self.left(), self.task);
        let (next, stop) = (AtomicUsize::new(0), StopSign::default());
        let ended = std::thread::scope(|scope| {
            let (send, receive) = channel();
            for _ in 0..threads.max(1) {
                let (send, left, next, stop) = (send.clone(), &left, &next, &stop);
                scope.spawn(move || {
                    while let (ControlFlow::Continue(()), Some(point)) =
                        (stop.look(), left.get(next.fetch_add(1, Ordering::Relaxed)))
                    {
                        let Ok(row) = answer(task, point, stop) else { return };
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
