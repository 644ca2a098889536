//! Findings in the store: an audit that was killed goes on with what it had found.

use crate::ask::{Ask, Error};
use grundy_claims::{Claim, Difference, Effort, Finding, Verdict};
use grundy_store::Store;
use serde::{Deserialize, Serialize};

/// What found it: another version may check otherwise, so that its findings are not trusted.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A finding as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    statement: String,
    effort: String,
    up_to: Option<u64>,
    checked_to: String,
    /// Place, what the text has, what the rules give.
    differences: Vec<[String; 3]>,
    count: usize,
    seen: Option<String>,
}

/// The findings of one effort.
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

    /// What this version has found about a claim with this effort. What takes seconds is looked at again.
    pub fn known(&self, claim: &Claim) -> Result<Option<Finding>, Error> {
        let Some(store) = self.store.filter(|_| !self.fresh && self.effort != Effort::Quick) else {
            return Ok(None);
        };
        let known = store.result(&self.question(claim))?.filter(|known| known.version == VERSION);
        Ok(known.and_then(|known| {
            let kept: Kept = serde_json::from_str(&known.answer).ok()?;
            let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.name() == known.verdict)?;
            let same = (kept.statement.as_str(), kept.effort.as_str(), kept.up_to)
                == (claim.statement.as_str(), self.effort.name(), self.up_to);
            let difference = |[at, published, computed]: [String; 3]| Difference { at, published, computed };
            same.then(|| Finding {
                verdict,
                checked_to: kept.checked_to,
                differences: kept.differences.into_iter().map(difference).collect(),
                count: kept.count,
                seen: kept.seen,
            })
        }))
    }

    /// Says how much is known already.
    pub fn tell(&self, known: &[Option<Finding>], ask: Ask<'_>) {
        let count = known.iter().flatten().count();
        if let Some(store) = self.store.filter(|_| count > 0) {
            let (all, place) = (known.len(), store.path().display());
            (ask.note)(&format!("known already: {count} of {all} claims, from {place}"));
        }
    }

    /// Keeps a finding. What is not finished is none.
    pub fn keep(&self, claim: &Claim, found: &Finding) -> Result<(), Error> {
        let Some(store) = self.store.filter(|_| found.verdict != Verdict::Unfinished) else { return Ok(()) };
        let row = |one: &Difference| [one.at.clone(), one.published.clone(), one.computed.clone()];
        let kept = Kept {
            statement: claim.statement.clone(),
            effort: self.effort.name().to_owned(),
            up_to: self.up_to,
            checked_to: found.checked_to.clone(),
            differences: found.differences.iter().map(row).collect(),
            count: found.count,
            seen: found.seen.clone(),
        };
        crate::keep::keep(store, &self.question(claim), found.verdict.name(), &kept, None)
    }

    /// The audit ends before its end. A claim that is not done begins anew.
    pub fn left(&self, done: usize, total: u64) -> Error {
        match self.store {
            Some(_) if done > 0 && self.effort != Effort::Quick => {
                Error::Left(format!("claim {done} of {total}"))
            }
            _ => grundy::Error::Cancelled.into(),
        }
    }
}
