//! Progress bars on standard error, and cancellation with Ctrl-C.

use crate::failure::Failure;
use grundy::{Error, Limit, Unanswered};
use grundy_answers::{Error as Answers, Progress};
use indicatif::{
    FormattedDuration, HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use std::fmt::Write;
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
    speed: OnceLock<Speed>,
}

/// The speed of this run. A run that resumes does not start at 0.
#[derive(Clone, Copy, Debug)]
struct Speed {
    /// The amount that was done when progress was first reported.
    from: u64,
    /// That time.
    since: Instant,
}

impl Speed {
    /// The amount done per second.
    fn rate(self, done: u64, now: Instant) -> u64 {
        let (more, millis) =
            (u128::from(done.saturating_sub(self.from)), now.duration_since(self.since).as_millis());
        u64::try_from(more * 1000 / millis.max(1)).unwrap_or(u64::MAX)
    }

    /// The time that is left at this speed; `None` if nothing was done yet.
    fn left(self, done: u64, total: u64, now: Instant) -> Option<Duration> {
        let (more, rest) =
            (u128::from(done.saturating_sub(self.from)), u128::from(total.saturating_sub(done)));
        let millis = rest.checked_mul(now.duration_since(self.since).as_millis())?.checked_div(more)?;
        u64::try_from(millis).ok().map(Duration::from_millis)
    }
}

impl Watch {
    /// Starts the clock, without a time limit.
    pub fn start() -> Self {
        Self::within(Duration::MAX)
    }

    /// Starts the clock. The work ends after this time.
    pub fn within(time: Duration) -> Self {
        LazyLock::force(&HANDLER);
        Self { bar: OnceLock::new(), started: Instant::now(), time, speed: OnceLock::new() }
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
        let speed = *self.speed.get_or_init(|| Speed { from: progress.done, since: Instant::now() });
        if self.started.elapsed() > QUIET {
            let bar =
                self.bar.get_or_init(|| bar(progress.total, progress.unit, self.started.elapsed(), speed));
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
fn bar(total: Option<u64>, unit: &str, elapsed: Duration, speed: Speed) -> ProgressBar {
    let template = if total.is_some() {
        format!("{{bar:32}} {{percent:>3}}%  {{human_pos}} of {{human_len}} {unit}  {{rate}}  {{left}} left")
    } else {
        format!("{{elapsed}}  {{human_pos}} {unit}  {{rate}}  {{msg}}")
    };
    let rate = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}/s", HumanCount(speed.rate(state.pos(), Instant::now())));
    };
    let left = move |state: &ProgressState, out: &mut dyn Write| {
        let left = speed.left(state.pos(), state.len().unwrap_or(0), Instant::now());
        let _ = match left {
            Some(left) => write!(out, "{}", FormattedDuration(left)),
            None => write!(out, "-"),
        };
    };
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("rate", rate).with_key("left", left);
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style).with_elapsed(elapsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_resumes_counts_only_its_own_work() {
        let since = Instant::now();
        let speed = Speed { from: 1_000_000, since };
        let later = since + Duration::from_secs(2);
        assert_eq!(speed.rate(1_000_100, later), 50);
        assert_eq!(speed.left(1_000_100, 1_000_200, later), Some(Duration::from_secs(2)));
        assert_eq!((speed.rate(1_000_000, since), speed.left(1_000_000, 2_000_000, later)), (0, None));
        assert_eq!(speed.rate(3, later), 0);
    }
}
