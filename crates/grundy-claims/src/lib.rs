//! What the four papers say, claim by claim, and whether it holds.
//!
//! A claim is checked from the rules of its game: by the definition, or by an engine that is tested against the definition (the ray
//! engine, the kernel, the sequences, the proofs of periods). Neither the theorem that is checked nor a published number goes into the
//! computation. What is published is data: the corpus, or the numbers of a formula, so that a copy with one number
//! changed can be checked as well, and must fail ([`Claim::planted`]).
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
mod gu;
mod gurvich;
mod ho;
mod record;
pub mod report;

pub use context::{Context, Effort};
pub use finding::{Difference, Finding};
pub use grundy::Error;

use finding::Probe;
use std::fmt;

/// What a check comes to.
pub type Checked = Result<Finding, Error>;

/// One of the four papers.
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
}

impl Paper {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::FarrHo, Self::Ho, Self::Gu, Self::Gurvich];

    /// The name by which a user calls it, and by which the ids of its claims begin.
    pub fn name(self) -> &'static str {
        match self {
            Self::FarrHo => "farr-ho",
            Self::Ho => "ho",
            Self::Gu => "gu",
            Self::Gurvich => "gurvich",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What sort of statement a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Cells of a table or a figure, or a list of numbers.
    Table,
    /// A closed form.
    Formula,
    /// A number of things, a bound on it, or a constant.
    Count,
    /// A theorem, lemma, proposition, corollary or remark that says more than a formula.
    Theorem,
    /// An example that is worked out.
    Example,
    /// A conjecture or an open question.
    Conjecture,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Table, Self::Formula, Self::Count, Self::Theorem, Self::Example, Self::Conjecture];

    /// The name by which a user calls it.
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

/// What is found about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It holds as far as it was checked.
    Holds,
    /// The text has something else than the rules give.
    Contradicted,
    /// A conjecture that holds as far as it was checked.
    Open,
    /// A conjecture that fails.
    Refuted,
    /// Nothing can be computed about it.
    Uncheckable,
    /// The check came to no end within what it may use. Never on record.
    Unfinished,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Holds, Self::Contradicted, Self::Open, Self::Refuted, Self::Uncheckable, Self::Unfinished];

    /// The name by which a user calls it.
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

/// A claim that is a function of its published numbers.
struct Stated {
    id: &'static str,
    place: &'static str,
    kind: Kind,
    expected: Verdict,
    statement: &'static str,
    /// The numbers that the text has and that the statement is about.
    numbers: &'static [u64],
    check: Check,
}

/// A check of a statement about these numbers.
type Check = fn(&Context, &[u64]) -> Checked;

/// A theorem that is on record as holding.
const fn theorem(
    id: &'static str,
    place: &'static str,
    statement: &'static str,
    numbers: &'static [u64],
    check: Check,
) -> Stated {
    Stated { id, place, kind: Kind::Theorem, expected: Verdict::Holds, statement, numbers, check }
}

/// What a claim rests on.
#[derive(Clone, Debug)]
enum Published {
    /// An entry of the corpus, of this kind.
    Datum(String, toml::Table),
    /// The numbers of a formula and what holds them against the rules.
    Numbers(Vec<u64>, fn(&Context, &[u64]) -> Checked),
}

/// One statement of a paper.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name: the paper, a slash, and the place.
    pub id: String,
    /// The paper.
    pub paper: Paper,
    /// Where the paper has it.
    pub place: String,
    /// What sort of statement it is.
    pub kind: Kind,
    /// What it says, in our words.
    pub statement: String,
    /// The verdict on record.
    pub expected: Verdict,
    /// The contradictions on record: all of them for data, the smallest for statements.
    errata: Vec<Difference>,
    published: Published,
}

impl Claim {
    fn stated(paper: Paper, stated: &Stated) -> Self {
        Self {
            id: format!("{paper}/{}", stated.id),
            paper,
            place: stated.place.to_owned(),
            kind: stated.kind,
            statement: stated.statement.to_owned(),
            expected: stated.expected,
            errata: record::of(&format!("{paper}/{}", stated.id)).into_iter().collect(),
            published: Published::Numbers(stated.numbers.to_vec(), stated.check),
        }
    }

    /// Holds the claim against the rules. A check that would take more than it may is a finding of its own, so that
    /// the other claims can be checked all the same.
    ///
    /// # Errors
    /// When whoever watches wants no more.
    pub fn check(&self, context: &Context) -> Checked {
        let found = match &self.published {
            Published::Datum(kind, entry) => data::check(context, kind, entry),
            Published::Numbers(numbers, check) => check(context, numbers),
        };
        match found {
            Err(halt) if !matches!(halt, Error::Cancelled) => Ok(Finding {
                verdict: Verdict::Unfinished,
                checked_to: halt.to_string(),
                ..Finding::default()
            }),
            found => found,
        }
    }

    /// The contradictions on record: all of them for data, the smallest for statements.
    pub fn on_record(&self) -> &[Difference] {
        &self.errata
    }

    /// Whether a finding is the one on record.
    pub fn is_on_record(&self, found: &Finding) -> bool {
        let same = match &self.published {
            Published::Numbers(..) => found.differences.first() == self.errata.first(),
            Published::Datum(..) => {
                let known = |difference: &Difference| self.errata.contains(difference);
                found.count == self.errata.len() && found.differences.iter().all(known)
            }
        };
        found.verdict == self.expected && same
    }

    /// How many published numbers there are to change.
    pub fn numbers(&self) -> usize {
        match &self.published {
            Published::Datum(_, entry) => corpus::numbers(&mut entry.clone()).len(),
            Published::Numbers(numbers, _) => numbers.len(),
        }
    }

    /// A copy in which published number `k` is one larger, or one smaller: an error to be caught.
    #[must_use]
    pub fn planted(&self, k: usize, larger: bool) -> Self {
        let mut copy = self.clone();
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
    };
    let stated = stated.into_iter().flatten().map(|stated| Claim::stated(paper, stated));
    corpus::claims(paper).into_iter().chain(stated).collect()
}

/// The claim of this id.
pub fn find(id: &str) -> Option<Claim> {
    all().into_iter().find(|claim| claim.id == id)
}

/// A statement about which nothing can be computed: `why` says so.
#[expect(clippy::unnecessary_wraps, reason = "a check like the others")]
fn words(why: &'static str) -> Checked {
    Ok(Finding { verdict: Verdict::Uncheckable, checked_to: why.to_owned(), ..Finding::default() })
}
