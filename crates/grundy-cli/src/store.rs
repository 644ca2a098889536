//! Where results and checkpoints are kept, and long runs that go on where they were.

use crate::failure::Failure;
use etcetera::BaseStrategy as _;
use grundy::Limits;
use grundy::period::{RowProof, Verdict};
use grundy::strategy::{Archive, Kept};
use grundy_store::{Store, StoreError};
use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The variable that names the store.
const VARIABLE: &str = "GRUNDY_STORE";

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
    /// The store, if there is one already and it can be used; it is only looked at.
    fn existing(&self) -> Option<Store> {
        let named = self.store.clone().or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
        let path = named.or_else(usual_place).filter(|path| !self.no_store && path.is_file())?;
        Store::open(&path).map_err(|error| eprintln!("note: {error}; nothing is looked up there")).ok()
    }

    /// The store, unless none is wanted.
    ///
    /// # Errors
    /// When it cannot be used. Only the usual place may be out of reach, and then nothing is kept.
    pub fn open(&self) -> Result<Option<Store>, Failure> {
        if self.no_store {
            return Ok(None);
        }
        let named = self.store.clone().or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
        match named {
            // An empty variable says that nothing is to be kept.
            Some(path) if path.as_os_str().is_empty() => return Ok(None),
            Some(path) => return Ok(Some(Store::open(&path)?)),
            None => {}
        }
        let Some(path) = usual_place() else { return Ok(None) };
        match Store::open(&path) {
            Err(error @ StoreError::Unusable { .. }) => {
                eprintln!("note: {error}; nothing will be kept");
                Ok(None)
            }
            opened => Ok(Some(opened?)),
        }
    }
}

/// The certificates in the store, opened when the first is asked for.
pub struct Shelf<'k> {
    keeping: &'k Keeping,
    store: OnceCell<Option<Store>>,
}

impl<'k> Shelf<'k> {
    /// Those of a store.
    pub fn new(keeping: &'k Keeping) -> Self {
        Self { keeping, store: OnceCell::new() }
    }
}

impl Archive for Shelf<'_> {
    /// What the store holds is data: a certificate is checked again, if the checker can be expected to do so within the time; if not, the answer says so.
    fn row(&self, game: &str, row: u64, limits: Limits) -> Option<Kept> {
        let store = self.store.get_or_init(|| self.keeping.existing()).as_ref()?;
        let known = store.result(&question(game, "row", row)).ok()??;
        let certificate = known.certificate.filter(|_| known.verdict == Verdict::Proved.to_string())?;
        let proof = RowProof::of_certificate(&certificate)?;
        let cells = proof.state_from.saturating_add(proof.state_period).saturating_mul(row + 1);
        let checked = if Duration::from_nanos(cells.saturating_mul(CELL_CHECKED)) <= limits.time {
            if let Err(rejected) = grundy_check::check(certificate.as_bytes()) {
                eprintln!(
                    "note: the certificate of row {row} of {game} in the store is wrong ({rejected}), and is not used"
                );
                return None;
            }
            "kept in the store, and checked again by grundy-check".to_owned()
        } else {
            format!("kept in the store since {} UTC and not checked again, which would take long", known.at)
        };
        Some(Kept { certificate, checked })
    }
}

/// Nanoseconds in which the checker does a cell of each of its two tables.
const CELL_CHECKED: u64 = 10;

/// The question under which a period is kept.
pub fn question(game: &str, what: &str, number: u64) -> String {
    format!("period {game} {what} {number}")
}

fn usual_place() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("grundy/results.sqlite"))
}

/// Saves the state of a run now and then.
pub struct Checkpoints<'s> {
    store: Option<&'s Store>,
    question: String,
    every: Duration,
    last: Instant,
}

impl<'s> Checkpoints<'s> {
    /// Starts to save a run, so often that whatever kills it little is lost.
    pub fn new(keeping: &Keeping, store: Option<&'s Store>, question: String) -> Self {
        Self { store, question, every: Duration::from_secs_f64(keeping.checkpoint), last: Instant::now() }
    }

    /// Where the run was left, if it was and `read` understands it. A state from another version of this program is left
    /// alone until it is replaced.
    pub fn resume<T>(&self, read: impl FnOnce(&[u8]) -> Option<T>) -> Result<Option<T>, Failure> {
        let Some(store) = self.store else { return Ok(None) };
        let Some(saved) = store.checkpoint(&self.question)? else { return Ok(None) };
        let state = read(&saved.state);
        if state.is_some() {
            eprintln!("going on from {} (saved {} UTC)", saved.progress, saved.at);
        }
        Ok(state)
    }

    /// Saves the state if it is time.
    pub fn see(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<(), Failure> {
        if self.last.elapsed() >= self.every { self.save(progress, state) } else { Ok(()) }
    }

    /// The run has ended: its answers are kept, its state is not.
    pub fn end(&self) -> Result<(), Failure> {
        self.store.map_or(Ok(()), |store| Ok(store.forget(&self.question)?))
    }

    /// Saves the state of a run that has ended where it was told to, and may go on some day.
    pub fn keep(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<(), Failure> {
        self.save(progress, state)
    }

    /// Saves the state because the user has stopped the run, and says so.
    pub fn stop(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<Failure, Failure> {
        if self.store.is_none() {
            return Ok(Failure::Stopped);
        }
        self.save(progress, state)?;
        Ok(Failure::Left(progress.to_owned()))
    }

    /// Saves the state now.
    fn save(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<(), Failure> {
        if let Some(store) = self.store {
            store.save(&self.question, progress, &state())?;
        }
        self.last = Instant::now();
        Ok(())
    }
}
