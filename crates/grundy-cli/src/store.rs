//! Arguments that choose the result store, and the context in which questions are asked.

use crate::config;
use crate::failure::Failure;
use crate::memory;
use crate::watch::Watch;
use grundy::solve::rays::How;
use grundy::{Limit, Limits};
use grundy_answers::keep::Shelf;
use grundy_answers::{Ask, Error};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Arguments that choose the result store.
#[derive(Clone, Debug, clap::Args)]
pub struct Keeping {
    /// Result store [default: in the user's data directory]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Do not read or write stored results
    #[arg(long, conflicts_with = "store", hide_short_help = true)]
    no_store: bool,
    /// Seconds between checkpoints of a long run
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, hide = true)]
    checkpoint: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=10.0).contains(seconds))
        .ok_or_else(|| "from 0 to 10 seconds".to_owned())
}

impl Keeping {
    /// Arguments that disable the store.
    pub fn none() -> Self {
        Self { store: None, no_store: true, checkpoint: 5.0 }
    }

    /// The store that the arguments choose.
    pub fn shelf(&self) -> Shelf {
        let shelf =
            if self.no_store { Shelf::none() } else { Shelf::new(self.store.clone().or_else(config::store)) };
        shelf.every(Duration::from_secs_f64(self.checkpoint))
    }
}

/// Asks a question with the store, a progress bar, Ctrl-C handling, and a deadline for work that reports progress.
pub fn asked<T>(
    keeping: &Keeping,
    limits: Option<Limits>,
    question: impl FnOnce(Ask<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (shelf, watch) = (keeping.shelf(), Watch::start());
    let usual = || Limits { memory: memory::limit(None), ..Limits::default() };
    let limits = limits.unwrap_or_else(usual);
    let deadline = Instant::now().checked_add(limits.time);
    let late = AtomicBool::new(false);
    let asked = question(Ask {
        limits,
        how: How::default(),
        shelf: &shelf,
        watch: &|progress| {
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                late.store(true, Ordering::Relaxed);
                return ControlFlow::Break(());
            }
            watch.see(progress)
        },
        note: &|text| eprintln!("{text}"),
    });
    match asked {
        Err(Failure::Unanswered(Error::Library(grundy::Error::Cancelled)))
            if late.load(Ordering::Relaxed) =>
        {
            Err(Limit::Time(limits.time).into())
        }
        Err(Failure::Unanswered(Error::Left(place))) if late.load(Ordering::Relaxed) => {
            eprintln!("stopped at {place}; run the same command again to resume");
            Err(Limit::Time(limits.time).into())
        }
        asked => asked,
    }
}
