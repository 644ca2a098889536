//! Results of checking a certificate.

use grundy_check::{Rejected, Verified};
use serde::Serialize;

/// The result of checking a certificate.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// `verified` or `rejected`.
    pub verdict: &'static str,
    /// The claim that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The number of the wrong line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Checked {
    /// Converts the result of the checker.
    pub fn new(checked: Result<Verified, Rejected>) -> Self {
        match checked {
            Ok(verified) => {
                Self { verdict: "verified", claim: Some(verified.to_string()), line: None, reason: None }
            }
            Err(Rejected { line, reason }) => {
                Self { verdict: "rejected", claim: None, line: Some(line), reason: Some(reason) }
            }
        }
    }

    /// Is the certificate valid?
    pub fn is_verified(&self) -> bool {
        self.claim.is_some()
    }

    /// The verdict in one line.
    pub fn text(&self) -> String {
        match &self.claim {
            Some(claim) => format!("VERIFIED {claim}"),
            None => {
                format!("REJECTED line {}: {}", self.line.unwrap_or(1), self.reason.as_deref().unwrap_or(""))
            }
        }
    }
}
