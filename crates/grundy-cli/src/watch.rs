//! Progress bars on standard error, and cancellation with Ctrl-C.

use grundy_answers::Progress;
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

/// Progress bar and cancellation of one piece of work.
pub struct Watch {
    bar: OnceLock<ProgressBar>,
    started: Instant,
}

impl Watch {
    /// Starts the clock.
    pub fn start() -> Self {
        LazyLock::force(&HANDLER);
        Self { bar: OnceLock::new(), started: Instant::now() }
    }

    /// Updates the progress bar. Breaks if the user has cancelled.
    pub fn see(&self, progress: &Progress) -> ControlFlow<()> {
        if STOP.load(Ordering::Relaxed) {
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
