//! Arguments that choose the result store, and the context in which questions are asked.

use crate::config;
use crate::failure::Failure;
use crate::memory;
use crate::watch::Watch;
use grundy::Limits;
use grundy::solve::rays::How;
use grundy_answers::Ask;
use grundy_answers::keep::Shelf;
use std::path::PathBuf;
use std::time::Duration;

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
    // Without limits, work ends when it is done.
    let usual = || Limits { memory: memory::limit(None), time: Duration::MAX, ..Limits::default() };
    let limits = limits.unwrap_or_else(usual);
    let (shelf, watch) = (keeping.shelf(), Watch::within(limits.time));
    let answer = question(Ask {
        limits,
        how: How::default(),
        shelf: &shelf,
        watch: &|progress| watch.see(progress),
        note: &|text| eprintln!("{text}"),
    });
    answer.map_err(|failure| watch.reason(failure))
}
