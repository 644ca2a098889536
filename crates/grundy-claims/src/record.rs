//! What is on record about contradicted claims: the grade, the smallest contradiction, and what holds instead.

use super::{Check, Difference, Grade, Paper, farr_ho, gu, gurvich, ho, octal};

/// A contradicted claim. It cannot be recorded without a grade and without a check of what holds instead.
pub(super) struct Contradicted {
    /// The id of the claim, without its paper.
    pub id: &'static str,
    pub grade: Grade,
    /// The smallest contradiction. Those of data are in the corpus.
    pub first: First,
    /// The reason for the grade, and a witness.
    pub why: &'static str,
    /// What holds instead: the intended statement, the reading that holds, or the corrected result.
    pub instead: &'static str,
    /// The numbers in that statement.
    pub numbers: &'static [u64],
    /// The check of that statement.
    pub check: Check,
}

/// Place, what the text says, what the rules give.
pub(super) type First = Option<[&'static str; 3]>;

/// Refuted conjectures: the id, and the smallest counterexample.
const REFUTED: &[(&str, [&str; 3])] = &[
    ("farr-ho/sec-4.4-row-7", ["row 7", "3600", "5040"]),
    ("ho/conjecture-3", ["0,8,8711017", "a at most 7 for value 4", "8"]),
];

/// What is on record about a contradicted claim of a paper.
pub(super) fn of(paper: Paper, id: &str) -> Option<&'static Contradicted> {
    let all = match paper {
        Paper::FarrHo => farr_ho::CONTRADICTED,
        Paper::Ho => ho::CONTRADICTED,
        Paper::Gu => gu::CONTRADICTED,
        Paper::Gurvich => gurvich::CONTRADICTED,
        Paper::Octal => octal::CONTRADICTED,
    };
    let id = id.strip_prefix(paper.name())?.strip_prefix('/')?;
    all.iter().find(|record| record.id == id)
}

/// The smallest contradiction of a statement, or the smallest counterexample to a conjecture.
pub(super) fn first(paper: Paper, id: &str) -> Option<Difference> {
    let refuted = || REFUTED.iter().find(|record| record.0 == id).map(|record| record.1);
    let first = of(paper, id).and_then(|record| record.first).or_else(refuted)?;
    let [at, published, computed] = first.map(str::to_owned);
    Some(Difference { at, published, computed })
}
