//! Long work: progress on standard error, and a clean end when the user has had enough.

use grundy_answers::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};
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
    bar: OnceLock<ProgressBar>,
    started: Instant,
}

impl Watch {
    /// Starts to watch.
    pub fn start() -> Self {
        LazyLock::force(&HANDLER);
        Self { bar: OnceLock::new(), started: Instant::now() }
    }

    /// Shows how far the work is, if it is long, and says whether to go on.
    pub fn see(&self, progress: &Progress) -> ControlFlow<()> {
        if STOP.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.started.elapsed() > QUIET {
            let bar = self.bar.get_or_init(|| match progress.total {
                Some(total) => bar(total, progress.unit, self.started.elapsed()),
                None => endless(progress.unit, self.started.elapsed()),
            });
            bar.set_position(progress.done);
            if !progress.place.is_empty() {
                bar.set_message(progress.place.clone());
            }
        }
        ControlFlow::Continue(())
    }

    /// The same for cells of a table.
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
