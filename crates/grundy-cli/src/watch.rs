//! Progress bars on standard error, and cancellation with Ctrl-C.

use crate::failure::Failure;
use grundy::{Error, Limit, Unanswered};
use grundy_answers::{Error as Answers, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);

/// The first Ctrl-C cancels the work, the second ends the process. If no handler can be set, the first one does.
static HANDLER: LazyLock<()> = LazyLock::new(|| {
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
});

/// Shorter work shows no progress bar.
const QUIET: Duration = Duration::from_secs(1);

/// Progress bar, time limit and cancellation of one piece of work.
pub struct Watch {
    bar: OnceLock<ProgressBar>,
    started: Instant,
    /// The time limit.
    time: Duration,
}

impl Watch {
    /// Starts the clock, without a time limit.
    pub fn start() -> Self {
        Self::within(Duration::MAX)
    }

    /// Starts the clock. The work ends after this time.
    pub fn within(time: Duration) -> Self {
        LazyLock::force(&HANDLER);
        Self { bar: OnceLock::new(), started: Instant::now(), time }
    }

    /// A twentieth is added: work that keeps the limit itself ends first, and can tell more.
    fn is_over(&self) -> bool {
        self.started.elapsed() > self.time.saturating_add(self.time / 20)
    }

    /// Why cancelled work has ended: if the user has not cancelled it, the time limit was reached.
    pub fn reason(&self, failure: Failure) -> Failure {
        if STOP.load(Ordering::Relaxed) || !self.is_over() {
            return failure;
        }
        let limit = Limit::Time(self.time);
        match failure {
            Failure::Unanswered(Answers::Library(Error::Cancelled)) => limit.into(),
            Failure::Unanswered(Answers::Left(place)) => {
                let message = format!("{limit}: stopped at {place}; run the same command again to resume");
                Error::from(Box::new(Unanswered { message, ..limit.into() })).into()
            }
            other => other,
        }
    }

    /// Updates the progress bar. Breaks if the user has cancelled or the time is over.
    pub fn see(&self, progress: &Progress) -> ControlFlow<()> {
        if STOP.load(Ordering::Relaxed) || self.is_over() {
            return ControlFlow::Break(());
        }
        if self.started.elapsed() > QUIET {
            let bar = self.bar.get_or_init(|| bar(progress.total, progress.unit, self.started.elapsed()));
            bar.set_position(progress.done);
            if !progress.place.is_empty() {
                bar.set_message(progress.place.clone());
            }
        }
        ControlFlow::Continue(())
    }

    /// Like `see`, for the cells of a table.
    pub fn cells(&self, progress: grundy::table::Progress) -> ControlFlow<()> {
        self.see(&Progress::of("cells", progress.done, progress.total))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// A progress bar, or a counter if the total is unknown. Hidden when standard error is not a terminal.
fn bar(total: Option<u64>, unit: &str, elapsed: Duration) -> ProgressBar {
    let template = if total.is_some() {
        format!(
            "{{bar:32}} {{percent:>3}}%  {{human_pos}} of {{human_len}} {unit}  {{per_sec}}  {{eta}} left"
        )
    } else {
        format!("{{elapsed}}  {{human_pos}} {unit}  {{per_sec}}  {{msg}}")
    };
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style).with_elapsed(elapsed)
}
