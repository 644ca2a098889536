//! The result store: results that are reused, and checkpoints of runs that can resume.

use crate::ask::{Ask, Error, Progress};
use crate::check::Checked;
use etcetera::BaseStrategy as _;
use grundy::Limits;
use grundy::period::{RowGame, RowProof, Verdict};
use grundy::strategy::{Archive, Kept};
use grundy_store::{Store, StoreError};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The environment variable that names the store.
const VARIABLE: &str = "GRUNDY_STORE";

/// The location of the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelf {
    place: Place,
    /// Time between checkpoints of a long run.
    every: Duration,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Place {
    /// No store.
    #[default]
    Nowhere,
    /// A file that the user has named.
    Named(PathBuf),
    /// The default file. If it cannot be used, there is no store.
    Usual(PathBuf),
}

impl Shelf {
    /// No store: nothing is read or written.
    pub fn none() -> Self {
        Self::default()
    }

    /// The given file, or that of `GRUNDY_STORE` (no store if it is empty), or a file in the user's data directory.
    pub fn new(given: Option<PathBuf>) -> Self {
        let usual = || Some(etcetera::choose_base_strategy().ok()?.data_dir().join("grundy/results.sqlite"));
        let place = match given.or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from)) {
            Some(path) if path.as_os_str().is_empty() => Place::Nowhere,
            Some(path) => Place::Named(path),
            None => usual().map_or(Place::Nowhere, Place::Usual),
        };
        Self { place, every: Duration::from_secs(5) }
    }

    /// Sets the time between checkpoints.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Opens the store; `None` if there is none.
    ///
    /// # Errors
    /// When the store cannot be used. If the default file cannot be opened, this is a note and not an error.
    pub fn open(&self, note: &dyn Fn(&str)) -> Result<Option<Store>, StoreError> {
        match &self.place {
            Place::Nowhere => Ok(None),
            Place::Named(path) => Store::open(path).map(Some),
            Place::Usual(path) => match Store::open(path) {
                Err(error @ StoreError::Unusable { .. }) => {
                    note(&format!("{error}; results will not be stored"));
                    Ok(None)
                }
                opened => opened.map(Some),
            },
        }
    }

    /// Opens the store if its file exists and can be used.
    fn existing(&self, note: &dyn Fn(&str)) -> Option<Store> {
        let (Place::Named(path) | Place::Usual(path)) = &self.place else { return None };
        let opened = path.is_file().then(|| Store::open(path))?;
        opened.map_err(|error| note(&format!("{error}; stored results are not used"))).ok()
    }
}

/// The stored certificates, for the planner.
pub struct Certificates<'a>(pub Ask<'a>);

impl Archive for Certificates<'_> {
    /// Checks a stored certificate again. If that exceeds the limits, the answer says that it was not checked.
    fn row(&self, game: &RowGame, row: u64, limits: Limits) -> Option<Kept> {
        let (note, name) = (self.0.note, game.name());
        let known = self.0.shelf.existing(note)?.result(&question(&name, "row", &row.to_string())).ok()??;
        let certificate = known.certificate.filter(|_| known.verdict == Verdict::Proved.to_string())?;
        let proof = RowProof::of_certificate(&certificate, game)?;
        // At four nanoseconds a step. Work that the clock would stop is not even begun. Half of the time is left for the answer.
        let limits = Limits { time: limits.time / 2, ..limits };
        let work = u64::try_from(limits.time.as_nanos() / 4).unwrap_or(u64::MAX);
        let cells = proof.state_from.saturating_add(proof.state_period).saturating_mul(row + 1);
        let work = if cells > work { 0 } else { work };
        let checked = Checked::ask(certificate.as_bytes(), work, Ask { limits, ..self.0 });
        let checked = match checked.verdict {
            "verified" => "stored, and checked again by grundy-check".to_owned(),
            "not checked" => {
                format!("stored on {} UTC; not checked again, which would exceed the time limit", known.at)
            }
            _ => {
                let reason = checked.words();
                note(&format!(
                    "the stored certificate of row {row} of {name} is invalid ({reason}) and is not used"
                ));
                return None;
            }
        };
        Some(Kept { certificate, checked })
    }

    fn progress(&self, unit: &'static str, done: u64, total: u64) -> ControlFlow<()> {
        (self.0.watch)(&Progress::of(unit, done, total))
    }

    fn checkpoints(&self) -> Option<Duration> {
        let shelf = self.0.shelf;
        (shelf.place != Place::Nowhere).then_some(shelf.every)
    }

    fn resume(&self, work: &str) -> Option<Vec<u8>> {
        let saved = self.0.shelf.existing(self.0.note)?.checkpoint(work).ok()??;
        (self.0.note)(&format!("resuming from {} (saved {} UTC)", saved.progress, saved.at));
        Some(saved.state)
    }

    /// A state that cannot be stored is told, and the work goes on.
    fn save(&self, work: &str, place: &str, state: &[u8]) {
        let saved = self.0.shelf.open(self.0.note).and_then(|store| match store {
            Some(store) => store.save(work, place, state),
            None => Ok(()),
        });
        if let Err(error) = saved {
            (self.0.note)(&format!("{error}; the work cannot be resumed"));
        }
    }

    fn forget(&self, work: &str) {
        if let Some(store) = self.0.shelf.existing(self.0.note) {
            // A state that stays is used only by the same question, which checks it.
            let _ = store.forget(work);
        }
    }
}

/// The key of a stored period.
pub(crate) fn question(game: &str, what: &str, number: &str) -> String {
    format!("period {game} {what} {number}")
}

/// Stores an answer.
pub(crate) fn keep(
    store: &Store,
    question: &str,
    verdict: &str,
    answer: &impl serde::Serialize,
    certificate: Option<&str>,
) -> Result<(), Error> {
    let answer = serde_json::to_string(answer).unwrap_or_default();
    Ok(store.keep(question, verdict, &answer, certificate, env!("CARGO_PKG_VERSION"))?)
}

/// Saves the state of a run periodically.
pub struct Checkpoints<'s> {
    store: Option<&'s Store>,
    question: String,
    every: Duration,
    last: Instant,
}

impl<'s> Checkpoints<'s> {
    /// Checkpoints for a run.
    pub fn new(shelf: &Shelf, store: Option<&'s Store>, question: String) -> Self {
        Self { store, question, every: shelf.every, last: Instant::now() }
    }

    /// The saved state of the run, if there is one and `read` accepts it.
    pub fn resume<T>(
        &self,
        note: &dyn Fn(&str),
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(store) = self.store else { return Ok(None) };
        let Some(saved) = store.checkpoint(&self.question)? else { return Ok(None) };
        let state = read(&saved.state);
        if state.is_some() {
            note(&format!("resuming from {} (saved {} UTC)", saved.progress, saved.at));
        }
        Ok(state)
    }

    /// Saves the state if the last checkpoint is old enough.
    pub fn see(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<(), Error> {
        if self.are_due() { self.save(progress, state) } else { Ok(()) }
    }

    /// Whether there is a store, and the last checkpoint is old enough for the next one.
    pub fn are_due(&self) -> bool {
        self.store.is_some() && self.last.elapsed() >= self.every
    }

    /// Deletes the saved state of a finished run.
    pub fn end(&self) -> Result<(), Error> {
        self.store.map_or(Ok(()), |store| Ok(store.forget(&self.question)?))
    }

    /// Saves the state of a cancelled run and returns the error to report.
    pub fn stop(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<Error, Error> {
        if self.store.is_none() {
            return Ok(Error::Library(grundy::Error::Cancelled));
        }
        self.save(progress, state)?;
        Ok(Error::Left(progress.to_owned()))
    }

    /// Saves the state now.
    pub fn save(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<(), Error> {
        if let Some(store) = self.store {
            store.save(&self.question, progress, &state())?;
        }
        self.last = Instant::now();
        Ok(())
    }
}
