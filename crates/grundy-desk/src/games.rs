//! What can be played.

use grundy::catalog::Entry;
use serde::Serialize;

/// A game of the catalog.
#[derive(Clone, Debug, Serialize)]
pub struct Listing {
    /// Its name.
    pub name: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// A position to try.
    pub example: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
}

impl Listing {
    /// An entry of the catalog as data.
    pub fn new(entry: &Entry) -> Self {
        let Entry { name, notation, rules, example, paper, .. } = *entry;
        Self { name, notation, rules, example, paper }
    }
}
