//! Runs long work on a separate thread without the GIL, while the calling thread handles signals and reports progress. Python handles
//! Ctrl-C only on its main thread.

use crate::error::Failure;
use grundy::Limits;
use grundy::table::Progress;
use grundy_answers::Ask;
use grundy_answers::cancel::Flag;
use grundy_answers::keep::Shelf;
use grundy_answers::sweep::StopSign;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// Time between checks for signals.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long to wait for cancelled work. Work that does not check for cancellation then ends by itself, within its limits.
const STOPS_WITHIN: Duration = Duration::from_secs(1);

/// The store that the user has named.
static SHELF: RwLock<Option<Shelf>> = RwLock::new(None);

/// Uses this store for all questions from now on.
pub fn use_shelf(shelf: Shelf) {
    *SHELF.write().unwrap_or_else(PoisonError::into_inner) = Some(shelf);
}

/// The store that the user has named; otherwise the one that the command line uses.
fn shelf() -> Shelf {
    let named = SHELF.read().unwrap_or_else(PoisonError::into_inner).clone();
    named.unwrap_or_else(|| Shelf::new(None))
}

/// Progress and cancellation of work.
#[derive(Clone, Debug, Default)]
pub struct Gauge {
    pub sign: StopSign,
    flag: Arc<Flag>,
    progress: Arc<(AtomicU64, AtomicU64)>,
}

impl Gauge {
    /// Records progress. Breaks if the work is cancelled.
    pub fn see(&self, Progress { done, total }: Progress) -> ControlFlow<()> {
        self.progress.0.store(done, Ordering::Relaxed);
        self.progress.1.store(total, Ordering::Relaxed);
        self.sign.look()
    }

    /// Cancels the work.
    fn stop(&self) {
        self.sign.stop();
        self.flag.raise();
    }

    /// Asks a question with the default store.
    pub fn asked<T>(
        &self,
        limits: Limits,
        question: impl FnOnce(Ask<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let shelf = shelf();
        let watch = |progress: &grundy_answers::Progress| {
            self.see(Progress { done: progress.done, total: progress.total.unwrap_or(0) })
        };
        question(Ask { limits, watch: &watch, ..Ask::alone(&shelf) })
    }

    /// Handles signals and calls `progress(done, total)`.
    pub fn look_after(&self, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            // An exception that was raised in this thread from another one is seen when Python runs code.
            py.eval(c"None", None, None)?;
            let Some(progress) = progress else { return Ok(()) };
            let (done, total) = &*self.progress;
            progress.call1(py, (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed)))?;
            Ok(())
        })
    }
}

/// Runs work and calls `progress(done, total)` periodically. On Ctrl-C the work is cancelled: engines see that in their callbacks, or
/// in their deadlines.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Gauge) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let gauge = Gauge::default();
    let (send, receive) = channel();
    let inside = gauge.clone();
    std::thread::Builder::new().name("grundy".to_owned()).spawn(move || {
        let done = inside.flag.run(|| work(&inside));
        // Sending fails if the caller was interrupted, which is fine.
        let _ = send.send(done);
    })?;
    py.detach(move || attend(&receive, &gauge, progress))
}

fn attend<T>(
    receive: &Receiver<Result<T, Failure>>,
    gauge: &Gauge,
    progress: Option<&Py<PyAny>>,
) -> PyResult<T> {
    loop {
        match receive.recv_timeout(LOOK_EVERY) {
            Ok(done) => return Ok(done?),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Broken("this broke off: please report it".to_owned()).into());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(stopped) = gauge.look_after(progress) {
            gauge.stop();
            let _ = receive.recv_timeout(STOPS_WITHIN);
            return Err(stopped);
        }
    }
}
