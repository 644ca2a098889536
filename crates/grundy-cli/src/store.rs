//! Where results and checkpoints are kept, and long runs that go on where they were.

use crate::failure::Failure;
use crate::memory;
use crate::watch::Watch;
use grundy::Limits;
use grundy::solve::rays::How;
use grundy_answers::Ask;
use grundy_answers::keep::Shelf;
use std::path::PathBuf;
use std::time::Duration;

/// Where results are kept.
#[derive(Clone, Debug, clap::Args)]
pub struct Keeping {
    /// The file in which results and checkpoints are kept [default: `GRUNDY_STORE`, or the user's data directory]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Look nothing up and keep nothing
    #[arg(long, conflicts_with = "store")]
    no_store: bool,
    /// How often a long run saves its state, in seconds
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
    /// Nothing is looked up, and nothing is kept.
    pub fn none() -> Self {
        Self { store: None, no_store: true, checkpoint: 5.0 }
    }

    /// Where results are kept.
    pub fn shelf(&self) -> Shelf {
        let shelf = if self.no_store { Shelf::none() } else { Shelf::new(self.store.clone()) };
        shelf.every(Duration::from_secs_f64(self.checkpoint))
    }
}

/// Asks a question on the command line: with the store, a progress bar, and Ctrl-C.
pub fn asked<T>(
    keeping: &Keeping,
    limits: Option<Limits>,
    question: impl FnOnce(Ask<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (shelf, watch) = (keeping.shelf(), Watch::start());
    let usual = || Limits { memory: memory::limit(None), ..Limits::default() };
    question(Ask {
        limits: limits.unwrap_or_else(usual),
        how: How::default(),
        shelf: &shelf,
        watch: &|progress| watch.see(progress),
        note: &|text| eprintln!("{text}"),
    })
}
