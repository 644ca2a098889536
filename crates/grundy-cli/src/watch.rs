//! Long work: progress on standard error, and a clean end when the user has had enough.

use grundy::table::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);

/// Ctrl-C asks for a stop; the second time it does not ask. Where no handler can be set the first one ends all.
static HANDLER: LazyLock<()> = LazyLock::new(|| {
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
});

/// Work that takes less than this shows nothing.
const QUIET: Duration = Duration::from_secs(1);

/// Watches over one piece of work.
pub struct Watch {
    bar: Option<ProgressBar>,
    started: Instant,
    unit: &'static str,
}

impl Watch {
    /// Starts to watch work that is counted in `unit`.
    pub fn start(unit: &'static str) -> Self {
        LazyLock::force(&HANDLER);
        Self { bar: None, started: Instant::now(), unit }
    }

    /// Shows how far the work is, if it is long, and says whether to go on.
    pub fn see(&mut self, progress: Progress) -> ControlFlow<()> {
        if STOP.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.bar.is_none() && self.started.elapsed() > QUIET {
            self.bar = Some(bar(progress.total, self.unit, self.started.elapsed()));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(progress.done);
        }
        ControlFlow::Continue(())
    }

    /// The same for work of which nobody knows how long it is; `place` says where it is.
    pub fn see_endless(&mut self, done: u64, place: impl FnOnce() -> String) -> ControlFlow<()> {
        if STOP.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.bar.is_none() && self.started.elapsed() > QUIET {
            self.bar = Some(endless(self.unit, self.started.elapsed()));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(place());
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Hidden when standard error is not a terminal.
fn bar(total: u64, unit: &str, elapsed: Duration) -> ProgressBar {
    let template = format!(
        "{{bar:32}} {{percent:>3}}%  {{human_pos}} of {{human_len}} {unit}  {{per_sec}}  {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style).with_elapsed(elapsed)
}

fn endless(unit: &str, elapsed: Duration) -> ProgressBar {
    let template = format!("{{elapsed}}  {{human_pos}} {unit}  {{per_sec}}  {{msg}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style).with_elapsed(elapsed)
}
