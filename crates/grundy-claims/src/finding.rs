use super::{Checked, Verdict};
use std::fmt::{self, Display};

/// How many contradictions of one claim are kept; all are counted.
const KEPT: usize = 64;

/// A place where the text and the rules differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// Where.
    pub at: String,
    /// What the text has there.
    pub published: String,
    /// What the rules give.
    pub computed: String,
}

/// What was found about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// How far it was checked; why not, if it cannot be.
    pub checked_to: String,
    /// The contradictions, the smallest first.
    pub differences: Vec<Difference>,
    /// How many contradictions there are, with those that were not kept.
    pub count: usize,
    /// What was computed beside, where it is worth telling.
    pub seen: Option<String>,
}

impl Default for Finding {
    fn default() -> Self {
        Self {
            verdict: Verdict::Holds,
            checked_to: String::new(),
            differences: Vec::new(),
            count: 0,
            seen: None,
        }
    }
}

/// Gathers what differs.
#[derive(Debug, Default)]
pub(super) struct Probe {
    differences: Vec<Difference>,
    count: usize,
    looked_at: u64,
}

impl Probe {
    /// Compares what is published with what is computed.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts made on the spot")]
    pub fn same<T: PartialEq + Display>(&mut self, at: fmt::Arguments<'_>, published: T, computed: T) {
        self.looked_at += 1;
        if published != computed {
            self.differs(at, &published, &computed);
        }
    }

    /// Notes a difference.
    pub fn differs(&mut self, at: fmt::Arguments<'_>, published: &dyn Display, computed: &dyn Display) {
        self.count += 1;
        if self.differences.len() < KEPT {
            let (published, computed) = (published.to_string(), computed.to_string());
            self.differences.push(Difference { at: at.to_string(), published, computed });
        }
    }

    /// Requires something that is told by `published`; what there is instead is told by `computed`.
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

    /// How much has been compared.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    fn finding(self, checked_to: String, good: Verdict, bad: Verdict) -> Finding {
        let verdict = if self.count == 0 { good } else { bad };
        Finding { verdict, checked_to, differences: self.differences, count: self.count, seen: None }
    }

    /// What has been found about a statement, checked as far as this.
    #[expect(clippy::unnecessary_wraps, reason = "the end of every check, which may fail before")]
    pub fn done(self, checked_to: impl Into<String>) -> Checked {
        Ok(self.finding(checked_to.into(), Verdict::Holds, Verdict::Contradicted))
    }

    /// What has been found about a conjecture, checked as far as this.
    #[expect(clippy::unnecessary_wraps, reason = "the end of every check, which may fail before")]
    pub fn open(self, checked_to: impl Into<String>, seen: Option<String>) -> Checked {
        Ok(Finding { seen, ..self.finding(checked_to.into(), Verdict::Open, Verdict::Refuted) })
    }
}
