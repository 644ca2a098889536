//! The audit: claims of the papers, and what is found of them.

mod kept;

use crate::ask::{Ask, Error, Progress};
use grundy::InputError;
use grundy_claims::report::Audited;
use grundy_claims::{self as claims, Claim, Context, Effort, Paper};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// A question about claims.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// One claim, by its id.
    pub claim: Option<String>,
    /// The claims of a paper; all, if neither is given.
    pub paper: Option<Paper>,
    /// How hard to look; by default quickly, or at the frontier if `up_to` is given.
    pub effort: Option<Effort>,
    /// How far to look at the frontier.
    pub up_to: Option<u64>,
    /// Check again what is kept.
    pub fresh: bool,
}

impl Question {
    /// Checks the claims in turn. Returns stored findings where they are complete, and stores others claim by claim.
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
        let known = chosen.iter().map(|claim| kept.known(claim)).collect::<Result<Vec<_>, Error>>()?;
        kept.tell(&known, ask);
        let total = u64::try_from(chosen.len()).unwrap_or(u64::MAX);
        let done = AtomicU64::new(0);
        let see = || (ask.watch)(&Progress::of("claims", done.load(Ordering::Relaxed), total));
        let context = Context::new(effort, self.up_to).within(ask.limits.memory).watched(&see);
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
        let common = |other: &str| id.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let near = all.iter().max_by_key(|claim| common(&claim.id));
        let hint = near.map_or_else(String::new, |claim| format!("did you mean {}? ", claim.id));
        Err(InputError::whole(format!("there is no claim `{id}`"))
            .hint(format!("{hint}an audit of all claims lists them")))
    }
}

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
