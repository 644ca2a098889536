//! Stored findings, so that an interrupted audit can resume.

use crate::ask::{Ask, Error};
use grundy_claims::{Claim, Difference, Effort, Finding, Instead, Verdict};
use grundy_store::Store;
use serde::{Deserialize, Serialize};

/// Findings of other versions are not reused: they may check differently.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A stored finding.
#[derive(Serialize, Deserialize)]
struct Kept {
    statement: String,
    effort: String,
    up_to: Option<u64>,
    checked_to: String,
    /// Place, text, and result of the rules.
    differences: Vec<[String; 3]>,
    count: usize,
    seen: Option<String>,
    /// For a contradicted claim: what holds instead, its verdict, and how far it was checked.
    instead: Option<[String; 3]>,
}

impl Kept {
    /// The stored check of what holds instead.
    fn instead(&self) -> Option<Instead> {
        let [_, verdict, checked_to] = self.instead.as_ref()?;
        Some(Instead { verdict: named(verdict)?, checked_to: checked_to.clone() })
    }

    /// Whether that is what the claim has now.
    fn has_instead_of(&self, claim: &Claim, verdict: Verdict) -> bool {
        let expected = claim.instead().filter(|_| verdict == Verdict::Contradicted);
        let stored = self.instead.as_ref().map(|[statement, ..]| statement);
        expected.map(|claim| &claim.statement) == stored
    }
}

fn named(name: &str) -> Option<Verdict> {
    Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)
}

/// The stored findings of one effort.
pub struct Findings<'s> {
    store: Option<&'s Store>,
    effort: Effort,
    up_to: Option<u64>,
    fresh: bool,
}

impl<'s> Findings<'s> {
    pub fn new(store: Option<&'s Store>, effort: Effort, up_to: Option<u64>, fresh: bool) -> Self {
        let up_to = up_to.filter(|_| effort == Effort::Frontier);
        Self { store, effort, up_to, fresh }
    }

    fn question(&self, claim: &Claim) -> String {
        let up_to = self.up_to.map_or_else(String::new, |up_to| format!(" {up_to}"));
        format!("audit {} {}{up_to}", claim.id, self.effort.name())
    }

    /// The stored finding about a claim by this version at this effort. Quick checks are not reused.
    pub fn stored(&self, claim: &Claim) -> Result<Option<Finding>, Error> {
        let Some(store) = self.store.filter(|_| !self.fresh && self.effort != Effort::Quick) else {
            return Ok(None);
        };
        let stored = store.result(&self.question(claim))?.filter(|stored| stored.version == VERSION);
        Ok(stored.and_then(|stored| {
            let kept: Kept = serde_json::from_str(&stored.answer).ok()?;
            let verdict = named(&stored.verdict)?;
            let same = (kept.statement.as_str(), kept.effort.as_str(), kept.up_to)
                == (claim.statement.as_str(), self.effort.name(), self.up_to)
                && kept.has_instead_of(claim, verdict);
            let difference = |[at, published, computed]: [String; 3]| Difference { at, published, computed };
            same.then(|| Finding {
                verdict,
                instead: kept.instead(),
                checked_to: kept.checked_to,
                differences: kept.differences.into_iter().map(difference).collect(),
                count: kept.count,
                seen: kept.seen,
            })
        }))
    }

    /// Notes how many findings are reused.
    pub fn tell(&self, known: &[Option<Finding>], ask: Ask<'_>) {
        let count = known.iter().flatten().count();
        if let Some(store) = self.store.filter(|_| count > 0) {
            let (all, place) = (known.len(), store.path().display());
            (ask.note)(&format!("using {count} of {all} verdicts stored in {place}"));
        }
    }

    /// Stores a finding, unless it is unfinished.
    pub fn keep(&self, claim: &Claim, found: &Finding) -> Result<(), Error> {
        let unfinished = |verdict: Verdict| verdict == Verdict::Unfinished;
        let instead_too = found.instead.as_ref().is_some_and(|instead| unfinished(instead.verdict));
        let Some(store) = self.store.filter(|_| !unfinished(found.verdict) && !instead_too) else {
            return Ok(());
        };
        let instead = claim.instead().zip(found.instead.as_ref()).map(|(claim, found)| {
            [claim.statement.clone(), found.verdict.name().to_owned(), found.checked_to.clone()]
        });
        let row = |one: &Difference| [one.at.clone(), one.published.clone(), one.computed.clone()];
        let kept = Kept {
            statement: claim.statement.clone(),
            effort: self.effort.name().to_owned(),
            up_to: self.up_to,
            checked_to: found.checked_to.clone(),
            differences: found.differences.iter().map(row).collect(),
            count: found.count,
            seen: found.seen.clone(),
            instead,
        };
        crate::keep::keep(store, &self.question(claim), found.verdict.name(), &kept, None)
    }

    /// The error for an audit that is cancelled. The current claim is lost.
    pub fn left(&self, done: usize, total: u64) -> Error {
        match self.store {
            Some(_) if done > 0 && self.effort != Effort::Quick => {
                Error::Left(format!("claim {done} of {total}"))
            }
            _ => grundy::Error::Cancelled.into(),
        }
    }
}
