//! Checks certificates.

use crate::ask::{Ask, Progress};
use grundy_check::{Limits, Unverified, Verified};
use serde::Serialize;

/// Calls the checker with `work` steps and the limits of `ask` on time and memory, and reports its progress at this place.
pub fn check_within(
    work: u64,
    ask: Ask<'_>,
    place: &str,
    check: impl FnOnce(Limits<'_>) -> Result<Verified, Unverified>,
) -> Result<Verified, Unverified> {
    let stop = |steps| (ask.watch)(&Progress::at("steps", steps, place.to_owned())).is_break();
    check(Limits { work, memory: ask.limits.memory, time: ask.limits.time, stop: &stop })
}

/// The outcome of checking a certificate.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// `verified`, `rejected`, `not checked` or `unreadable`.
    pub verdict: &'static str,
    /// The claim that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The number of the wrong line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong with it, or which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Checked {
    /// Converts the outcome of the checker.
    pub fn new(outcome: &Result<Verified, Unverified>) -> Self {
        let (verdict, line, reason) = match outcome {
            Ok(verified) => {
                let claim = Some(verified.to_string());
                return Self { verdict: "verified", claim, line: None, reason: None };
            }
            Err(Unverified::Rejected { line, reason }) => ("rejected", Some(*line), reason.clone()),
            Err(limit @ Unverified::NotChecked(_)) => ("not checked", None, limit.to_string()),
            Err(Unverified::Unreadable(reason)) => ("unreadable", None, reason.clone()),
        };
        Self { verdict, claim: None, line, reason: Some(reason) }
    }

    /// Checks a certificate within `work` steps and the limits of `ask` on time and memory.
    pub fn ask(bytes: &[u8], work: u64, ask: Ask<'_>) -> Self {
        Self::new(&check_within(work, ask, "", |limits| grundy_check::check(bytes, limits)))
    }

    /// Is the certificate valid?
    pub fn is_verified(&self) -> bool {
        self.claim.is_some()
    }

    /// The outcome in one line.
    pub fn text(&self) -> String {
        format!("{} {}", self.verdict.to_uppercase(), self.words())
    }

    /// The claim, or the line that is wrong and the reason.
    pub fn words(&self) -> String {
        let line = self.line.map_or_else(String::new, |line| format!("line {line}: "));
        let what = self.claim.as_ref().or(self.reason.as_ref()).map_or("", |text| text);
        format!("{line}{what}")
    }
}
