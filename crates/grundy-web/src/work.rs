//! A scheduler with limits on concurrency, waiting and time.
//!
//! Questions about positions have two lanes. Each starts in the light lane, and if it is not answered after [`Work::SLICE`], it goes on
//! in the slow lane. If that is full, it is cancelled and begins anew when a place is free. So a light question waits for slices
//! only, however many slow ones there are.

use crate::refusal::{Refusal, closing, stopped};
use axum::http::StatusCode;
use futures_util::future::{Either, select};
use grundy_answers::cancel::Flag;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{JoinError, JoinHandle};

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

/// Somebody waits for an answer. When the last owner drops it, the work is cancelled.
#[derive(Debug, Default)]
pub struct Interest {
    flag: Arc<Flag>,
}

impl Drop for Interest {
    fn drop(&mut self) {
        self.flag.raise();
    }
}

/// Runs a limited number of light, slow and heavy jobs at a time.
#[derive(Debug)]
pub struct Work {
    light: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    /// Limits the number of waiting requests.
    waiting: Semaphore,
    /// Longest time to wait.
    patience: Duration,
    stop: Arc<AtomicBool>,
}

/// The place that a job has in a lane.
type Place = Arc<Mutex<OwnedSemaphorePermit>>;

impl Work {
    /// Number of concurrent heavy jobs.
    pub const HEAVY: usize = 2;
    /// Number of concurrent light jobs.
    pub const LIGHT: usize = 2;
    /// Longest time in the light lane.
    const SLICE: Duration = Duration::from_millis(20);
    /// Limit on waiting requests.
    const WAITING: usize = 512;

    /// Allows `slow` concurrent slow jobs. Requests wait at most a third of `time`, the time limit of heavy jobs.
    pub fn new(slow: usize, time: Duration) -> Self {
        Self {
            light: Arc::new(Semaphore::new(Self::LIGHT)),
            slow: Arc::new(Semaphore::new(slow)),
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

    /// Runs a job that is short by its own limits. It is cancelled when the caller drops the future, and may be started twice.
    pub async fn quick<T: Send + 'static>(
        &self,
        work: impl Fn() -> Result<T, Refusal> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        let slot = Slot::default();
        let filled = Arc::clone(&slot);
        self.run_quick(Arc::new(move || put(&filled, work()))).await?;
        take(&slot)
    }

    async fn run_quick(&self, work: Arc<dyn Fn() + Send + Sync>) -> Result<(), Refusal> {
        let light = self.turn(&self.light).await?;
        let (interest, place, running) = start(&work, light);
        let slice = Box::pin(tokio::time::sleep(Self::SLICE));
        let running = match select(running, slice).await {
            Either::Left((done, _)) => return ended(done),
            Either::Right(((), running)) => running,
        };
        if let Ok(slow) = Arc::clone(&self.slow).try_acquire_owned() {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = slow;
            return ended(running.await);
        }
        drop((interest, place));
        let _ = running.await;
        let (_interest, _place, running) = start(&work, self.turn(&self.slow).await?);
        ended(running.await)
    }

    /// Runs a job that can be cancelled. It is cancelled when its time is over, and when `wanted` is dropped everywhere.
    pub async fn heavy<T: Send + 'static>(
        &self,
        wanted: Weak<Interest>,
        time: Duration,
        progress: Arc<watch::Sender<Progress>>,
        work: impl FnOnce(&Arc<Job>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let slot = Slot::default();
        let filled = Arc::clone(&slot);
        let run = self.run_heavy(wanted, time, progress, Box::new(move |job| put(&filled, work(job))));
        let done = run.await.and_then(|()| take(&slot));
        if self.stop.load(Ordering::Relaxed) { done.map_err(|_| closing()) } else { done }
    }

    async fn run_heavy(
        &self,
        wanted: Weak<Interest>,
        time: Duration,
        progress: Arc<watch::Sender<Progress>>,
        work: Run,
    ) -> Result<(), Refusal> {
        let permit = self.turn(&self.heavy).await?;
        let stop = Arc::clone(&self.stop);
        let run = move || {
            let _permit = permit;
            let last = Mutex::new(None);
            let started = Instant::now();
            let Some(flag) = wanted.upgrade().map(|interest| Arc::clone(&interest.flag)) else {
                return Err(stopped());
            };
            let job = Arc::new(Job { wanted, stop, started, time, progress, last });
            if job.go_on().is_break() {
                return Err(stopped());
            }
            flag.run(|| work(&job));
            Ok(())
        };
        ended(tokio::task::spawn_blocking(run).await)
    }
}

/// Heavy work that leaves its result in a slot.
type Run = Box<dyn FnOnce(&Arc<Job>) + Send>;

/// Where work leaves its result, so that what runs it is compiled once and not for each kind of result.
type Slot<T> = Arc<Mutex<Option<Result<T, Refusal>>>>;

fn put<T>(slot: &Slot<T>, result: Result<T, Refusal>) {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
}

fn take<T>(slot: &Slot<T>) -> Result<T, Refusal> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_else(|| Err(stopped()))
}

/// Starts a job on a thread for blocking work. It keeps its place until it ends.
fn start(
    work: &Arc<dyn Fn() + Send + Sync>,
    permit: OwnedSemaphorePermit,
) -> (Interest, Place, JoinHandle<Result<(), Refusal>>) {
    let (interest, place) = (Interest::default(), Arc::new(Mutex::new(permit)));
    let (work, flag, kept) = (Arc::clone(work), Arc::clone(&interest.flag), Arc::clone(&place));
    let running = tokio::task::spawn_blocking(move || {
        let _kept = kept;
        if flag.is_raised() {
            return Err(stopped());
        }
        flag.run(|| work());
        Ok(())
    });
    (interest, place, running)
}

/// How a job ended.
fn ended(done: Result<Result<(), Refusal>, JoinError>) -> Result<(), Refusal> {
    match done {
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
    wanted: Weak<Interest>,
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
