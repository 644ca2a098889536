//! What has been proved before and kept somewhere. The library has no files; a caller that has some can offer them to the planner.

use super::plan::Limits;

/// A certificate that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its text.
    pub certificate: String,
    /// Where it comes from and whether it has been checked now, for the answer to say.
    pub checked: String,
}

/// A source of certificates.
pub trait Archive {
    /// The certificate of the period of a row of a game, checked where that is within the limits. What fails the check is not returned.
    fn row(&self, game: &str, row: u64, limits: Limits) -> Option<Kept>;
}

/// Nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Archive for Nothing {
    fn row(&self, _: &str, _: u64, _: Limits) -> Option<Kept> {
        None
    }
}
