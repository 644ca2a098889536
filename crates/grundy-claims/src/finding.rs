use super::{Checked, Verdict};
use std::fmt::{self, Display};

/// Upper limit on stored contradictions of one claim; all are counted.
const KEPT: usize = 64;

/// A place where the text and the rules differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The place.
    pub at: String,
    /// What the text says.
    pub published: String,
    /// What the rules give.
    pub computed: String,
}

/// What was found about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// How far it was checked, or why it could not be checked.
    pub checked_to: String,
    /// The contradictions, the smallest first.
    pub differences: Vec<Difference>,
    /// The number of contradictions, including those not stored.
    pub count: usize,
    /// Further results of the computation, if any.
    pub seen: Option<String>,
    /// For a contradicted claim: the check of what holds instead.
    pub instead: Option<Instead>,
}

/// The check of what holds in place of a contradicted claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// Its verdict: [`Verdict::Holds`], or [`Verdict::Unfinished`] if the check exceeded its limits.
    pub verdict: Verdict,
    /// How far it was checked.
    pub checked_to: String,
}

impl Default for Finding {
    fn default() -> Self {
        Self {
            verdict: Verdict::Holds,
            checked_to: String::new(),
            differences: Vec::new(),
            count: 0,
            seen: None,
            instead: None,
        }
    }
}

/// Collects differences between text and rules.
#[derive(Debug, Default)]
pub(super) struct Probe {
    differences: Vec<Difference>,
    count: usize,
    looked_at: u64,
}

impl Probe {
    /// Compares a published value with a computed one.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass temporaries")]
    pub fn same<T: PartialEq + Display>(&mut self, at: fmt::Arguments<'_>, published: T, computed: T) {
        self.looked_at += 1;
        if published != computed {
            self.differs(at, &published, &computed);
        }
    }

    /// Records a difference.
    pub fn differs(&mut self, at: fmt::Arguments<'_>, published: &dyn Display, computed: &dyn Display) {
        self.count += 1;
        if self.differences.len() < KEPT {
            let (published, computed) = (published.to_string(), computed.to_string());
            self.differences.push(Difference { at: at.to_string(), published, computed });
        }
    }

    /// Records a difference unless `holds`. `published` describes the requirement, `computed` what was found instead.
    pub fn require(
        &mut self,
        holds: bool,
        at: fmt::Arguments<'_>,
        published: fmt::Arguments<'_>,
        computed: fmt::Arguments<'_>,
    ) {
        self.looked_at += 1;
        if !holds {
            self.differs(at, &published, &computed);
        }
    }

    /// The number of comparisons.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    fn finding(self, checked_to: String, good: Verdict, bad: Verdict) -> Finding {
        let verdict = if self.count == 0 { good } else { bad };
        Finding {
            verdict,
            checked_to,
            differences: self.differences,
            count: self.count,
            ..Finding::default()
        }
    }

    /// The finding for a statement that was checked this far.
    #[expect(clippy::unnecessary_wraps, reason = "the last expression of a check, which may fail earlier")]
    pub fn done(self, checked_to: impl Into<String>) -> Checked {
        Ok(self.finding(checked_to.into(), Verdict::Holds, Verdict::Contradicted))
    }

    /// The finding for a conjecture that was checked this far.
    #[expect(clippy::unnecessary_wraps, reason = "the last expression of a check, which may fail earlier")]
    pub fn open(self, checked_to: impl Into<String>, seen: Option<String>) -> Checked {
        Ok(Finding { seen, ..self.finding(checked_to.into(), Verdict::Open, Verdict::Refuted) })
    }
}
