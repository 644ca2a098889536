//! The audit: checks the claims of the papers.

mod kept;

use crate::ask::{Ask, Error, Progress};
use grundy::{InputError, nearest};
use grundy_claims::report::{Audited, counts};
use grundy_claims::{self as claims, Claim, Context, Effort, Grade, Paper};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// A question about claims.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// One claim, by its id.
    pub claim: Option<String>,
    /// The claims of one paper; all claims if neither is given.
    pub paper: Option<Paper>,
    /// The effort; by default quick, or frontier if `up_to` is given.
    pub effort: Option<Effort>,
    /// The size to check with frontier effort.
    pub up_to: Option<u64>,
    /// Do not reuse stored findings.
    pub fresh: bool,
}

impl Question {
    /// Checks the claims in order. Reuses stored findings, and stores new ones claim by claim.
    ///
    /// # Errors
    /// When there is no such claim, the store cannot be used, or the work is cancelled.
    pub fn ask(&self, ask: Ask<'_>) -> Result<Vec<Audited>, Error> {
        let chosen = self.chosen()?;
        let effort = match (self.effort, self.up_to) {
            (Some(effort @ (Effort::Full | Effort::Frontier)), _) => effort,
            (None, Some(_)) => Effort::Frontier,
            (Some(Effort::Quick) | None, _) => Effort::Quick,
        };
        let store = ask.shelf.open(ask.note)?;
        let kept = kept::Findings::new(store.as_ref(), effort, self.up_to, self.fresh);
        let known = chosen.iter().map(|claim| kept.stored(claim)).collect::<Result<Vec<_>, Error>>()?;
        kept.tell(&known, ask);
        let total = u64::try_from(chosen.len()).unwrap_or(u64::MAX);
        let done = AtomicU64::new(0);
        let see = || (ask.watch)(&Progress::of("claims", done.load(Ordering::Relaxed), total));
        let context = Context::new(effort, self.up_to).within(ask.limits.memory).watched(see);
        let mut audited = Vec::new();
        for (claim, known) in chosen.into_iter().zip(known) {
            let found = if let Some(found) = known {
                found
            } else {
                let Ok(found) = claim.check(&context) else { return Err(kept.left(audited.len(), total)) };
                kept.keep(&claim, &found)?;
                found
            };
            audited.push(Audited { claim, found });
            done.fetch_add(1, Ordering::Relaxed);
            if see() == ControlFlow::Break(()) {
                return Err(kept.left(audited.len(), total));
            }
        }
        Ok(audited)
    }

    fn chosen(&self) -> Result<Vec<Claim>, InputError> {
        let Some(id) = &self.claim else {
            return Ok(self.paper.map_or_else(claims::all, claims::of));
        };
        if let Some(claim) = claims::find(id) {
            return Ok(vec![claim]);
        }
        let all = claims::all();
        let ids = || all.iter().map(|claim| claim.id.as_str());
        // A name without its paper, or a part of one, is enough for a suggestion.
        let near =
            ids().find(|known| id.len() > 2 && known.contains(id.as_str())).or_else(|| nearest(id, ids()));
        let hint = near.map_or_else(String::new, |known| format!("did you mean {known}? "));
        Err(InputError::whole(format!("unknown claim `{id}`"))
            .hint(format!("{hint}an audit of all claims lists them")))
    }
}

/// A claim with the verdict of a check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedClaim<'a> {
    /// Paper and place, as `grundy audit --claim` takes them.
    pub id: &'a str,
    /// The paper.
    pub paper: &'static str,
    /// The place in the paper.
    pub place: &'a str,
    /// `table`, `formula`, `count`, `theorem`, `example` or `conjecture`.
    pub kind: &'static str,
    /// The statement.
    pub statement: &'a str,
    /// `holds`, `contradicted`, `open`, `refuted`, `uncheckable` or `unfinished`.
    pub verdict: &'static str,
    /// The range that was checked.
    pub checked_to: &'a str,
    /// The text at the first difference.
    pub published: Option<&'a str>,
    /// The result of the rules there.
    pub computed: Option<&'a str>,
    /// The place of that difference.
    pub witness: Option<&'a str>,
    /// Number of differences.
    pub differences: usize,
    /// The recorded verdict.
    pub expected: &'static str,
    /// For a contradicted claim: `false`, `slip` or `reading`.
    pub grade: Option<&'static str>,
    /// The reason for the grade, with a witness.
    pub why: Option<&'static str>,
    /// What holds instead.
    pub instead: Option<&'a str>,
    /// The verdict of the check of what holds instead.
    pub instead_verdict: Option<&'static str>,
    /// The range in which it was checked.
    pub instead_checked_to: Option<&'a str>,
}

impl<'a> CheckedClaim<'a> {
    /// A finding as data.
    pub fn new(audited: &'a Audited) -> Self {
        let Audited { claim, found } = audited;
        let first = audited.first();
        let (grade, instead) = (audited.grade(), found.instead.as_ref());
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
            grade: grade.map(Grade::name),
            why: grade.and_then(|_| claim.why()),
            instead: instead.and_then(|_| claim.instead()).map(|claim| claim.statement.as_str()),
            instead_verdict: instead.map(|instead| instead.verdict.name()),
            instead_checked_to: instead.map(|instead| instead.checked_to.as_str()),
        }
    }
}

/// The number of claims of a paper with each verdict and grade.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// The paper, or `all`.
    pub paper: &'static str,
    /// The number of claims.
    pub claims: usize,
    /// The number of claims with each verdict.
    pub verdicts: BTreeMap<&'static str, usize>,
    /// The number of contradicted claims with each grade.
    pub grades: BTreeMap<&'static str, usize>,
}

impl Counted {
    /// The counts of each paper, and of all papers if there are several.
    pub fn of(audited: &[Audited]) -> Vec<Self> {
        let counted = |counts: claims::report::Counts| Self {
            paper: counts.name,
            claims: counts.claims,
            verdicts: counts.verdicts.into_iter().map(|(verdict, count)| (verdict.name(), count)).collect(),
            grades: counts.grades.into_iter().map(|(grade, count)| (grade.name(), count)).collect(),
        };
        counts(audited).into_iter().map(counted).collect()
    }
}

/// A claim with its recorded verdict.
#[derive(Clone, Debug, Serialize)]
pub struct Recorded {
    /// Paper and place, as `grundy audit --claim` takes them.
    pub id: String,
    /// The paper.
    pub paper: &'static str,
    /// The place in the paper.
    pub place: String,
    /// `table`, `formula`, `count`, `theorem`, `example` or `conjecture`.
    pub kind: &'static str,
    /// The statement.
    pub statement: String,
    /// The recorded verdict.
    pub expected: &'static str,
    /// The text at the first recorded difference.
    pub published: Option<String>,
    /// The result of the rules there.
    pub computed: Option<String>,
    /// The place of that difference.
    pub witness: Option<String>,
    /// For a contradicted claim: `false`, `slip` or `reading`.
    pub grade: Option<&'static str>,
    /// The reason for the grade, with a witness.
    pub why: Option<&'static str>,
    /// What holds instead.
    pub instead: Option<String>,
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
            grade: claim.grade().map(Grade::name),
            why: claim.why(),
            instead: claim.instead().map(|claim| claim.statement.clone()),
        }
    }
}
