//! What was found of a claim.

use grundy_claims::Claim;
use grundy_claims::report::Audited;
use serde::Serialize;

/// A claim of a paper with its verdict.
#[derive(Clone, Debug, Serialize)]
pub struct Told<'a> {
    /// Paper and place, as `grundy audit --claim` takes them.
    pub id: &'a str,
    /// The paper.
    pub paper: &'static str,
    /// Where in it.
    pub place: &'a str,
    /// Table, formula, count, theorem, example or conjecture.
    pub kind: &'static str,
    /// What it says.
    pub statement: &'a str,
    /// Holds, contradicted, open, refuted or uncheckable.
    pub verdict: &'static str,
    /// The range that was checked.
    pub checked_to: &'a str,
    /// At the first difference: what the text has.
    pub published: Option<&'a str>,
    /// What the rules give.
    pub computed: Option<&'a str>,
    /// Where that is.
    pub witness: Option<&'a str>,
    /// How many differences there are.
    pub differences: usize,
    /// The verdict on record.
    pub expected: &'static str,
}

impl<'a> Told<'a> {
    /// A finding as data.
    pub fn new(audited: &'a Audited) -> Self {
        let Audited { claim, found } = audited;
        let first = audited.first();
        Self {
            id: &claim.id,
            paper: claim.paper.name(),
            place: &claim.place,
            kind: claim.kind.name(),
            statement: &claim.statement,
            verdict: found.verdict.name(),
            checked_to: &found.checked_to,
            published: first.map(|first| first.published.as_str()),
            computed: first.map(|first| first.computed.as_str()),
            witness: first.map(|first| first.at.as_str()),
            differences: found.count,
            expected: claim.expected.name(),
        }
    }
}

/// A claim of a paper, with what is on record about it.
#[derive(Clone, Debug, Serialize)]
pub struct Recorded {
    /// Paper and place, as `grundy audit --claim` takes them.
    pub id: String,
    /// The paper.
    pub paper: &'static str,
    /// Where in it.
    pub place: String,
    /// Table, formula, count, theorem, example or conjecture.
    pub kind: &'static str,
    /// What it says.
    pub statement: String,
    /// The verdict on record.
    pub expected: &'static str,
    /// At the first contradiction on record: what the text has.
    pub published: Option<String>,
    /// What the rules give.
    pub computed: Option<String>,
    /// Where that is.
    pub witness: Option<String>,
}

impl Recorded {
    /// A claim as data.
    pub fn new(claim: &Claim) -> Self {
        let first = claim.on_record().first();
        Self {
            id: claim.id.clone(),
            paper: claim.paper.name(),
            place: claim.place.clone(),
            kind: claim.kind.name(),
            statement: claim.statement.clone(),
            expected: claim.expected.name(),
            published: first.map(|first| first.published.clone()),
            computed: first.map(|first| first.computed.clone()),
            witness: first.map(|first| first.at.clone()),
        }
    }
}
