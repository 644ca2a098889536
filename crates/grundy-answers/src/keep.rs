//! Results that are kept between runs, and runs that go on where they were stopped.

use crate::ask::{Ask, Error};
use etcetera::BaseStrategy as _;
use grundy::Limits;
use grundy::period::{RowProof, Verdict};
use grundy::strategy::{Archive, Kept};
use grundy_store::{Store, StoreError};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The variable that names the store.
const VARIABLE: &str = "GRUNDY_STORE";

/// Where results are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelf {
    place: Place,
    /// Time between two checkpoints of a long run.
    every: Duration,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Nothing is looked up, and nothing is kept.
    #[default]
    Nowhere,
    /// A file that somebody has named.
    Named(PathBuf),
    /// The usual one. If it is out of reach, nothing is kept.
    Usual(PathBuf),
}

impl Shelf {
    /// Nothing is looked up, and nothing is kept.
    pub fn none() -> Self {
        Self::default()
    }

    /// The file that is given, or the one that `GRUNDY_STORE` names (an empty variable: none), or the one in the user's data
    /// directory.
    pub fn new(given: Option<PathBuf>) -> Self {
        let usual = || Some(etcetera::choose_base_strategy().ok()?.data_dir().join("grundy/results.sqlite"));
        let place = match given.or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from)) {
            Some(path) if path.as_os_str().is_empty() => Place::Nowhere,
            Some(path) => Place::Named(path),
            None => usual().map_or(Place::Nowhere, Place::Usual),
        };
        Self { place, every: Duration::from_secs(5) }
    }

    /// The same with another time between checkpoints.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// The store, unless none is wanted.
    ///
    /// # Errors
    /// When it cannot be used. Only the usual place may be out of reach, and then nothing is kept.
    pub fn open(&self, note: &dyn Fn(&str)) -> Result<Option<Store>, StoreError> {
        match &self.place {
            Place::Nowhere => Ok(None),
            Place::Named(path) => Store::open(path).map(Some),
            Place::Usual(path) => match Store::open(path) {
                Err(error @ StoreError::Unusable { .. }) => {
                    note(&format!("{error}; nothing will be kept"));
                    Ok(None)
                }
                opened => opened.map(Some),
            },
        }
    }

    /// The store, if there is one already and it can be used.
    fn existing(&self, note: &dyn Fn(&str)) -> Option<Store> {
        let (Place::Named(path) | Place::Usual(path)) = &self.place else { return None };
        let opened = path.is_file().then(|| Store::open(path))?;
        opened.map_err(|error| note(&format!("{error}; nothing is looked up there"))).ok()
    }
}

/// The certificates in the store, for the planner.
pub struct Certificates<'a>(pub Ask<'a>);

impl Archive for Certificates<'_> {
    /// What the store holds is data: a certificate is checked again, if that can be expected to be done within the time; if not,
    /// the answer says so.
    fn row(&self, game: &str, row: u64, limits: Limits) -> Option<Kept> {
        /// Nanoseconds in which the checker does a cell of each of its two tables.
        const CELL_CHECKED: u64 = 10;
        let note = self.0.note;
        let known = self.0.shelf.existing(note)?.result(&question(game, "row", row)).ok()??;
        let certificate = known.certificate.filter(|_| known.verdict == Verdict::Proved.to_string())?;
        let proof = RowProof::of_certificate(&certificate)?;
        let cells = proof.state_from.saturating_add(proof.state_period).saturating_mul(row + 1);
        let checked = if Duration::from_nanos(cells.saturating_mul(CELL_CHECKED)) <= limits.time {
            if let Err(rejected) = grundy_check::check(certificate.as_bytes()) {
                note(&format!(
                    "the certificate of row {row} of {game} in the store is wrong ({rejected}), and is not used"
                ));
                return None;
            }
            "kept in the store, and checked again by grundy-check".to_owned()
        } else {
            format!("kept in the store since {} UTC and not checked again, which would take long", known.at)
        };
        Some(Kept { certificate, checked })
    }
}

/// The question under which a period is kept.
pub(crate) fn question(game: &str, what: &str, number: u64) -> String {
    format!("period {game} {what} {number}")
}

/// Keeps an answer.
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

/// Saves the state of a run now and then.
pub struct Checkpoints<'s> {
    store: Option<&'s Store>,
    question: String,
    every: Duration,
    last: Instant,
}

impl<'s> Checkpoints<'s> {
    /// Starts to save a run, so often that little is lost when it is killed.
    pub fn new(shelf: &Shelf, store: Option<&'s Store>, question: String) -> Self {
        Self { store, question, every: shelf.every, last: Instant::now() }
    }

    /// Where the run was left, if it was and `read` understands it. A state from another version of this program is left
    /// alone until it is replaced.
    pub fn resume<T>(
        &self,
        note: &dyn Fn(&str),
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(store) = self.store else { return Ok(None) };
        let Some(saved) = store.checkpoint(&self.question)? else { return Ok(None) };
        let state = read(&saved.state);
        if state.is_some() {
            note(&format!("going on from {} (saved {} UTC)", saved.progress, saved.at));
        }
        Ok(state)
    }

    /// Saves the state if it is time.
    pub fn see(&mut self, progress: &str, state: impl FnOnce() -> Vec<u8>) -> Result<(), Error> {
        if self.last.elapsed() >= self.every { self.save(progress, state) } else { Ok(()) }
    }

    /// The run has ended: its answers are kept, its state is not.
    pub fn end(&self) -> Result<(), Error> {
        self.store.map_or(Ok(()), |store| Ok(store.forget(&self.question)?))
    }

    /// Saves the state because the run was cancelled, and gives the error that says so.
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
