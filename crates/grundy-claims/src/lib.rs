//! The claims of four papers, and published periods of octal games, each with a check and a verdict.
//!
//! A claim is checked from the rules of its game: by the definition, or by an engine that is tested against the definition (the ray
//! engine, the kernel, the sequences, the proofs of periods). The computation uses neither the theorem under test nor a published number.
//! Published numbers are data: entries of the corpus, or the numbers in a formula. So a copy with one number changed can be checked too,
//! and must fail ([`Claim::planted`]).
//!
//! ```
//! use grundy_claims::{self as claims, Context, Verdict};
//! let table = claims::find("farr-ho/table-1").expect("it is there");
//! let found = table.check(&Context::default())?;
//! assert_eq!((found.verdict, found.checked_to.as_str()), (Verdict::Holds, "105 cells"));
//! # Ok::<(), claims::Error>(())
//! ```

mod context;
mod corpus;
mod data;
mod farr_ho;
mod finding;
mod grade;
mod gu;
mod gurvich;
mod ho;
mod octal;
mod record;
pub mod report;

pub use context::{Context, Effort};
pub use finding::{Difference, Finding, Instead};
pub use grade::Grade;
pub use grundy::Error;

use finding::Probe;
use std::fmt;

/// The result of a check.
pub type Checked = Result<Finding, Error>;

/// A source of claims: one of the four papers, or the published periods of octal games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// Farr and Ho on Star Nim and Star Silver Dollar.
    FarrHo,
    /// Ho on three-pile Sharing Nim.
    Ho,
    /// Gu on R-Wythoff.
    Gu,
    /// Gurvich on Nim with four parameters.
    Gurvich,
    /// Periods of octal games, published in several places.
    Octal,
}

impl Paper {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::FarrHo, Self::Ho, Self::Gu, Self::Gurvich, Self::Octal];

    /// The name on the command line; the ids of its claims start with it.
    pub fn name(self) -> &'static str {
        match self {
            Self::FarrHo => "farr-ho",
            Self::Ho => "ho",
            Self::Gu => "gu",
            Self::Gurvich => "gurvich",
            Self::Octal => "octal",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kind of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Cells of a table or a figure, or a list of numbers.
    Table,
    /// A closed form.
    Formula,
    /// A count, a bound or a constant.
    Count,
    /// A theorem, lemma, proposition, corollary or remark that is more than a formula.
    Theorem,
    /// A worked example.
    Example,
    /// A conjecture or an open question.
    Conjecture,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Table, Self::Formula, Self::Count, Self::Theorem, Self::Example, Self::Conjecture];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Formula => "formula",
            Self::Count => "count",
            Self::Theorem => "theorem",
            Self::Example => "example",
            Self::Conjecture => "conjecture",
        }
    }
}

/// The outcome of checking a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It holds as far as it was checked.
    Holds,
    /// The text and the rules disagree.
    Contradicted,
    /// A conjecture that holds as far as it was checked.
    Open,
    /// A conjecture that fails.
    Refuted,
    /// No computation can decide it.
    Uncheckable,
    /// The check exceeded its limits. Never the expected verdict.
    Unfinished,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Holds, Self::Contradicted, Self::Open, Self::Refuted, Self::Uncheckable, Self::Unfinished];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Contradicted => "contradicted",
            Self::Open => "open",
            Self::Refuted => "refuted",
            Self::Uncheckable => "uncheckable",
            Self::Unfinished => "unfinished",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A claim with a check that takes its published numbers.
struct Stated {
    id: &'static str,
    place: &'static str,
    kind: Kind,
    expected: Verdict,
    statement: &'static str,
    /// The published numbers that the statement is about.
    numbers: &'static [u64],
    check: Check,
}

/// Checks a statement with these published numbers.
type Check = fn(&Context, &[u64]) -> Checked;

/// A theorem that is expected to hold.
const fn theorem(
    id: &'static str,
    place: &'static str,
    statement: &'static str,
    numbers: &'static [u64],
    check: Check,
) -> Stated {
    Stated { id, place, kind: Kind::Theorem, expected: Verdict::Holds, statement, numbers, check }
}

/// What the paper publishes.
#[derive(Clone, Debug)]
enum Published {
    /// An entry of the corpus: its kind and its data.
    Datum(String, toml::Table),
    /// The numbers in a formula, and the check that compares them with the rules.
    Numbers(Vec<u64>, fn(&Context, &[u64]) -> Checked),
}

/// One statement of a paper.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its id: the paper, a slash, and the place.
    pub id: String,
    /// The paper.
    pub paper: Paper,
    /// The place in the paper.
    pub place: String,
    /// The kind of statement.
    pub kind: Kind,
    /// The statement, in our words.
    pub statement: String,
    /// The expected verdict.
    pub expected: Verdict,
    /// The expected contradictions: all of them for data, the smallest for statements.
    errata: Vec<Difference>,
    published: Published,
    /// For a contradicted claim.
    graded: Option<Graded>,
}

/// The grade of a contradicted claim, the reason, and what holds instead, as a claim that is expected to hold.
#[derive(Clone, Debug)]
struct Graded {
    grade: Grade,
    why: &'static str,
    instead: Box<Claim>,
}

impl Claim {
    fn stated(paper: Paper, stated: &Stated) -> Self {
        let id = format!("{paper}/{}", stated.id);
        Self {
            paper,
            place: stated.place.to_owned(),
            kind: stated.kind,
            statement: stated.statement.to_owned(),
            expected: stated.expected,
            errata: record::first(paper, &id).into_iter().collect(),
            published: Published::Numbers(stated.numbers.to_vec(), stated.check),
            graded: None,
            id,
        }
    }

    /// Adds the grade on record, and what holds instead.
    fn with_grade(self) -> Self {
        let graded = record::of(self.paper, &self.id).map(|record| Graded {
            grade: record.grade,
            why: record.why,
            instead: Box::new(Self {
                statement: record.instead.to_owned(),
                expected: Verdict::Holds,
                errata: Vec::new(),
                published: Published::Numbers(record.numbers.to_vec(), record.check),
                graded: None,
                ..self.clone()
            }),
        });
        Self { graded, ..self }
    }

    /// The grade, if the claim is contradicted.
    pub fn grade(&self) -> Option<Grade> {
        self.graded.as_ref().map(|graded| graded.grade)
    }

    /// The reason for the grade, with a witness.
    pub fn why(&self) -> Option<&'static str> {
        self.graded.as_ref().map(|graded| graded.why)
    }

    /// What holds instead, if the claim is contradicted: a claim of its own.
    pub fn instead(&self) -> Option<&Self> {
        self.graded.as_ref().map(|graded| graded.instead.as_ref())
    }

    /// Checks the claim against the rules and, if it is contradicted, what holds instead. A check that exceeds its limits returns
    /// [`Verdict::Unfinished`], not an error, so that the other claims can still be checked.
    ///
    /// # Errors
    /// If the caller cancels.
    pub fn check(&self, context: &Context) -> Checked {
        let mut found = self.check_alone(context)?;
        if found.verdict == Verdict::Contradicted
            && let Some(instead) = self.instead()
        {
            let Finding { verdict, checked_to, .. } = instead.check_alone(context)?;
            found.instead = Some(Instead { verdict, checked_to });
        }
        Ok(found)
    }

    fn check_alone(&self, context: &Context) -> Checked {
        let found = match &self.published {
            Published::Datum(kind, entry) => data::check(context, kind, entry),
            Published::Numbers(numbers, check) => check(context, numbers),
        };
        match found {
            Err(error) if !matches!(error, Error::Cancelled) => Ok(Finding {
                verdict: Verdict::Unfinished,
                checked_to: error.to_string(),
                ..Finding::default()
            }),
            found => found,
        }
    }

    /// The expected contradictions: all of them for data, the smallest for statements.
    pub fn on_record(&self) -> &[Difference] {
        &self.errata
    }

    /// Whether a finding is the expected one. A contradiction must have a grade, and what holds instead must hold.
    pub fn is_on_record(&self, found: &Finding) -> bool {
        let holds = |instead: &Instead| instead.verdict == Verdict::Holds;
        let graded = found.verdict != Verdict::Contradicted || found.instead.as_ref().is_some_and(holds);
        self.agrees(found) && graded
    }

    /// Whether a finding has the expected verdict and the expected contradictions, whatever holds instead.
    pub fn agrees(&self, found: &Finding) -> bool {
        let same = match &self.published {
            Published::Numbers(..) => found.differences.first() == self.errata.first(),
            Published::Datum(..) => {
                let known = |difference: &Difference| self.errata.contains(difference);
                found.count == self.errata.len() && found.differences.iter().all(known)
            }
        };
        found.verdict == self.expected && same
    }

    /// The number of published numbers, for [`Claim::planted`].
    pub fn numbers(&self) -> usize {
        match &self.published {
            Published::Datum(_, entry) => corpus::numbers(&mut entry.clone()).len(),
            Published::Numbers(numbers, _) => numbers.len(),
        }
    }

    /// A copy with a planted error: published number `k` is one larger or one smaller. It has no grade.
    #[must_use]
    pub fn planted(&self, k: usize, larger: bool) -> Self {
        let mut copy = Self { graded: None, ..self.clone() };
        match &mut copy.published {
            Published::Datum(_, entry) => {
                if let Some(number) = corpus::numbers(entry).into_iter().nth(k) {
                    *number += if larger || *number == 0 { 1 } else { -1 };
                }
            }
            Published::Numbers(numbers, _) => {
                if let Some(number) = numbers.get_mut(k) {
                    *number = if larger || *number == 0 { *number + 1 } else { *number - 1 };
                }
            }
        }
        copy
    }
}

/// Every claim, paper by paper.
pub fn all() -> Vec<Claim> {
    Paper::ALL.into_iter().flat_map(of).collect()
}

/// The claims of one paper: its data first, then its statements.
pub fn of(paper: Paper) -> Vec<Claim> {
    let stated: Vec<&[Stated]> = match paper {
        Paper::FarrHo => farr_ho::claims(),
        Paper::Ho => ho::claims(),
        Paper::Gu => gu::claims(),
        Paper::Gurvich => gurvich::claims(),
        // All of them are data.
        Paper::Octal => Vec::new(),
    };
    let stated = stated.into_iter().flatten().map(|stated| Claim::stated(paper, stated));
    corpus::claims(paper).into_iter().chain(stated).map(Claim::with_grade).collect()
}

/// The claim with this id.
pub fn find(id: &str) -> Option<Claim> {
    all().into_iter().find(|claim| claim.id == id)
}

/// The finding for a statement that no computation can decide; `why` is the reason.
#[expect(clippy::unnecessary_wraps, reason = "same type as the other checks")]
fn uncheckable(why: &'static str) -> Checked {
    Ok(Finding { verdict: Verdict::Uncheckable, checked_to: why.to_owned(), ..Finding::default() })
}
