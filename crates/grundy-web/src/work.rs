//! Work that takes time: how much at once, for how long, and for whom.

use crate::refusal::{Refusal, stopped};
use axum::http::StatusCode;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How far a piece of work has come.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Progress {
    /// How much is done.
    pub done: u64,
    /// How much there is; nothing if nobody knows.
    pub total: Option<u64>,
    /// Where the work is.
    pub place: Option<String>,
}

/// Who does the work: a few questions at a time, and fewer heavy ones.
#[derive(Debug)]
pub struct Work {
    quick: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    /// Who may wait for his turn.
    waiting: Semaphore,
    /// How long.
    patience: Duration,
    stop: Arc<AtomicBool>,
}

impl Work {
    /// How many heavy pieces are done at once.
    pub const HEAVY: usize = 2;
    /// How many questions may wait.
    const WAITING: usize = 512;

    /// So many quick pieces at once; for a turn one waits a third of the time that a heavy piece may take.
    pub fn new(quick: usize, time: Duration) -> Self {
        Self {
            quick: Arc::new(Semaphore::new(quick)),
            heavy: Arc::new(Semaphore::new(Self::HEAVY)),
            waiting: Semaphore::new(Self::WAITING),
            patience: time / 3,
            stop: Arc::default(),
        }
    }

    /// All work ends as soon as it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    async fn turn(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy = || {
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too much is being computed already");
            refusal.hint("try again in a moment")
        };
        let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
        match tokio::time::timeout(self.patience, Arc::clone(of).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }

    /// Work whose own limits keep it short.
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

    /// Work that asks whether to go on. It ends when its time is over, and when nobody holds what `wanted` points to.
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

/// Runs work where it does not keep others from being answered.
async fn done<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(failed) => match failed.try_into_panic() {
            // The connection breaks off, and the panic is on standard error.
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(stopped()),
        },
    }
}

/// A heavy piece of work.
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
    /// Whether to go on.
    pub fn go_on(&self) -> ControlFlow<()> {
        let over = self.stop.load(Ordering::Relaxed)
            || self.wanted.strong_count() == 0
            || self.started.elapsed() > self.time;
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Tells how far the work is, now and then, and whether to go on.
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
