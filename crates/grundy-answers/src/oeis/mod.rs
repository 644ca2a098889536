//! Sequences of the OEIS that come from games: their terms, and which of them a sequence agrees with.

mod agree;
mod entries;
mod make;

pub use agree::{Form, Hit, agreeing, among, forms, ranked};
pub use entries::{ENTRIES, Entry, Published, Terms};
pub use make::{heaps, positions, row, table, terms};

use crate::ask::{Ask, Error};
use serde::Serialize;
use std::sync::OnceLock;

/// Number of terms of a sequence to compare.
pub const LOOKED_UP: usize = 60;

/// A sequence of the OEIS and its game.
#[derive(Clone, Debug, Serialize)]
pub struct SequenceInfo {
    /// The A-number.
    pub number: &'static str,
    /// A short name.
    pub name: &'static str,
    /// The index of its first term.
    pub offset: u64,
    /// The game.
    pub game: &'static str,
    /// Which numbers of the game are its terms.
    pub terms: String,
    /// Number of terms of the published b-file, if its hash is known.
    pub published_terms: Option<usize>,
}

impl SequenceInfo {
    /// A description of an entry.
    pub fn of(entry: &Entry) -> Self {
        let terms = match entry.terms {
            Terms::Antidiagonals => "the table by antidiagonals".to_owned(),
            Terms::Row(a) => format!("row {a} of the table"),
            Terms::X(first) => format!("x of the P-positions (x,y) from n = {first} on"),
            Terms::Y(first) => format!("y of the P-positions (x,y) from n = {first} on"),
            Terms::XPlusOne => "x+1 of the P-positions (x,y)".to_owned(),
            Terms::Partner => "the y for which (n,y) is a P-position".to_owned(),
            Terms::Zeros => "the n > 0 for which 0,0,n is a P-position".to_owned(),
            Terms::Heaps => format!("values of heaps from n = {} on", entry.offset),
        };
        let Entry { number, name, offset, game, .. } = *entry;
        let published_terms = entry.published.as_ref().map(|published| published.terms);
        Self { number, name, offset, game, terms, published_terms }
    }
}

/// An entry that agrees with a sequence.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The entry.
    #[serde(flatten)]
    pub sequence: SequenceInfo,
    /// In which form the sequence agrees with it.
    pub form: String,
    /// Number of terms of the entry before the first of the sequence.
    pub skipped: usize,
    /// Number of terms that agree: all that both have.
    pub agree: usize,
}

/// The first terms of all entries, with their numbers.
///
/// # Errors
/// When they are beyond the limits, or the work is cancelled.
pub fn known(ask: Ask<'_>) -> Result<&'static [(&'static str, Vec<u64>)], Error> {
    static KNOWN: OnceLock<Vec<(&'static str, Vec<u64>)>> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known);
    }
    let first = |entry: &Entry| Ok((entry.number, terms(entry, LOOKED_UP, ask)?));
    let made = ENTRIES.iter().map(first).collect::<Result<Vec<_>, Error>>()?;
    Ok(KNOWN.get_or_init(|| made))
}

/// The entries that agree with a sequence, in at least eight terms.
///
/// # Errors
/// As for [`known`].
pub fn search(name: &str, sequence: &[u64], ask: Ask<'_>) -> Result<Vec<Agreement>, Error> {
    let forms = forms(name, sequence);
    let hits = among(known(ask)?, &forms);
    let found = hits.into_iter().filter_map(|Hit { number, form, skipped, agree }| {
        let entry = ENTRIES.iter().find(|entry| entry.number == number)?;
        let form = forms.get(form)?.what.clone();
        Some(Agreement { sequence: SequenceInfo::of(entry), form, skipped, agree })
    });
    Ok(found.collect())
}
