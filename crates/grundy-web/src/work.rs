//! A scheduler with limits on concurrency, waiting and time.

use crate::refusal::{Refusal, stopped};
use axum::http::StatusCode;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Progress of long work.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Progress {
    /// Amount done.
    pub done: u64,
    /// Total amount, if known.
    pub total: Option<u64>,
    /// A description of the current place.
    pub place: Option<String>,
}

/// Runs a limited number of quick and heavy jobs at a time.
#[derive(Debug)]
pub struct Work {
    quick: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    /// Limits the number of waiting requests.
    waiting: Semaphore,
    /// Longest time to wait.
    patience: Duration,
    stop: Arc<AtomicBool>,
}

impl Work {
    /// Number of concurrent heavy jobs.
    pub const HEAVY: usize = 2;
    /// Limit on waiting requests.
    const WAITING: usize = 512;

    /// Allows `quick` concurrent quick jobs. Requests wait at most a third of `time`, the time limit of heavy jobs.
    pub fn new(quick: usize, time: Duration) -> Self {
        Self {
            quick: Arc::new(Semaphore::new(quick)),
            heavy: Arc::new(Semaphore::new(Self::HEAVY)),
            waiting: Semaphore::new(Self::WAITING),
            patience: time / 3,
            stop: Arc::default(),
        }
    }

    /// Cancels all work.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    async fn turn(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy = || {
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "the server is busy");
            refusal.hint("try again in a few seconds")
        };
        let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
        match tokio::time::timeout(self.patience, Arc::clone(of).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }

    /// Runs a job that is short by its own limits.
    pub async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.turn(&self.quick).await?;
        done(move || {
            let _permit = permit;
            work()
        })
        .await
    }

    /// Runs a job that can be cancelled. It is cancelled when its time is over, and when `wanted` is dropped everywhere.
    pub async fn heavy<T: Send + 'static>(
        &self,
        wanted: Weak<()>,
        time: Duration,
        progress: Arc<watch::Sender<Progress>>,
        work: impl FnOnce(&Arc<Job>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.turn(&self.heavy).await?;
        let stop = Arc::clone(&self.stop);
        done(move || {
            let _permit = permit;
            let last = Mutex::new(None);
            let started = Instant::now();
            let job = Arc::new(Job { wanted, stop, started, time, progress, last });
            if job.go_on().is_break() { Err(stopped()) } else { work(&job) }
        })
        .await
    }
}

/// Runs work on a thread for blocking work.
async fn done<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(failed) => match failed.try_into_panic() {
            // The connection closes, and standard error has the panic.
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(stopped()),
        },
    }
}

/// A heavy job.
#[derive(Debug)]
pub struct Job {
    wanted: Weak<()>,
    stop: Arc<AtomicBool>,
    started: Instant,
    time: Duration,
    progress: Arc<watch::Sender<Progress>>,
    last: Mutex<Option<Instant>>,
}

impl Job {
    /// Breaks if the job is cancelled.
    pub fn go_on(&self) -> ControlFlow<()> {
        let over = self.stop.load(Ordering::Relaxed)
            || self.wanted.strong_count() == 0
            || self.started.elapsed() > self.time;
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reports progress, at limited frequency. Breaks if the job is cancelled.
    pub fn see(&self, progress: &grundy_answers::Progress) -> ControlFlow<()> {
        const OFTEN: Duration = Duration::from_millis(100);
        if let Ok(mut last) = self.last.lock()
            && last.is_none_or(|last| last.elapsed() >= OFTEN)
        {
            *last = Some(Instant::now());
            let grundy_answers::Progress { done, total, place, .. } = progress.clone();
            let place = Some(place).filter(|place| !place.is_empty());
            self.progress.send_replace(Progress { done, total, place });
        }
        self.go_on()
    }
}
