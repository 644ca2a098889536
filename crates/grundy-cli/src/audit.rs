//! `grundy audit`: checks the claims of the papers against the rules.

use crate::args::{Formats, Output};
use crate::failure::{Failure, print_json, print_text};
use crate::limits;
use crate::number::whole;
use crate::store::{Keeping, asked};
use clap::ValueEnum;
use grundy_answers::audit::Question;
use grundy_answers::{CheckedClaim, Counted};
use grundy_claims::report;
use grundy_claims::{self as claims, Paper, Verdict};

/// The arguments of `grundy audit`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy audit                                       every claim of all sources, in seconds
  grundy audit gu --effort full                      one paper, in minutes
  grundy audit --claim farr-ho/proposition-4-vi      one claim, with every contradiction
  grundy audit --claim ho/conjecture-3 --max 5000    a conjecture, to a given size
  grundy audit ho --format markdown

A claim is checked by the rules of its game, never by the theorem that it states. Verdicts:
  holds         the rules agree with the text
  contradicted  the rules disagree: a misprint, an error, or damage in our copy of the text
  open          a conjecture without a counterexample in the range that was checked
  refuted       a conjecture with a counterexample
  uncheckable   no computation can decide it
  unfinished    a limit was reached; the other claims are still checked
A contradicted claim has a grade, and what holds instead of it, which is checked too:
  false    a stated result or number is wrong under every reading that we know
  slip     a misprint or an edge case; the intended statement holds
  reading  one of several readings fails; another one holds
Exit status: 1 if a verdict differs from the recorded one, 3 if one is unfinished, 2 bad input.

Verdicts are stored (`grundy results audit`). At full and frontier effort, stored verdicts of this \
version are reused, so an interrupted audit resumes; --fresh checks every claim again.")]
pub struct Arguments {
    /// Check only this paper
    #[arg(value_enum)]
    paper: Option<PaperName>,
    /// Check only this claim
    #[arg(long, value_name = "ID", conflicts_with = "paper", value_parser = crate::completions::claims(), hide_possible_values = true)]
    claim: Option<String>,
    /// How far to check [default: quick, or frontier with --max]
    #[arg(long, value_enum)]
    effort: Option<Effort>,
    /// With frontier effort: the size to check, in the claim's own unit
    ///
    /// The unit is rows, piles or members. The size is at least that of quick effort.
    #[arg(long, value_name = "N", alias = "up-to", value_parser = whole::<u64>(1..))]
    max: Option<u64>,
    /// Do not reuse stored verdicts
    #[arg(long)]
    fresh: bool,
    /// Print only the number of claims of each verdict, and of contradicted claims of each grade
    #[arg(long)]
    summary: bool,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    limits: limits::Effort,
    #[command(flatten)]
    keeping: Keeping,
}

/// Names of the papers.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PaperName {
    /// Farr and Ho: Star Nim, Star Silver Dollar
    FarrHo,
    /// Ho: Sharing Nim
    Ho,
    /// Gu: R-Wythoff
    Gu,
    /// Gurvich: Nim with four parameters
    Gurvich,
    /// Published periods of octal games
    Octal,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Self {
        match name {
            PaperName::FarrHo => Self::FarrHo,
            PaperName::Ho => Self::Ho,
            PaperName::Gu => Self::Gu,
            PaperName::Gurvich => Self::Gurvich,
            PaperName::Octal => Self::Octal,
        }
    }
}

/// How far to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Effort {
    /// Seconds for all claims
    Quick,
    /// Minutes for all claims
    Full,
    /// To the size that --max gives
    Frontier,
}

impl From<Effort> for claims::Effort {
    fn from(effort: Effort) -> Self {
        match effort {
            Effort::Quick => Self::Quick,
            Effort::Full => Self::Full,
            Effort::Frontier => Self::Frontier,
        }
    }
}

/// Output format of a report.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// Plain text
    #[default]
    Text,
    /// JSON; docs/json.md describes the keys
    Json,
    /// A Markdown table
    Markdown,
    /// A LaTeX longtable
    Latex,
}

impl Formats for Format {
    const JSON: Self = Self::Json;
}

/// Checks claims and prints a report.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = Question {
        claim: arguments.claim.clone(),
        paper: arguments.paper.map(Paper::from),
        effort: arguments.effort.map(claims::Effort::from),
        up_to: arguments.max,
        fresh: arguments.fresh,
    };
    let audited = asked(&arguments.keeping, Some(arguments.limits.apply()), |ask| Ok(question.ask(ask)?))?;
    match arguments.format.chosen() {
        Format::Json if arguments.summary => print_json(&Counted::of(&audited))?,
        _ if arguments.summary => print_text(&report::summary(&audited))?,
        Format::Json => print_json(&audited.iter().map(CheckedClaim::new).collect::<Vec<_>>())?,
        Format::Text if arguments.claim.is_some() => {
            print_text(&audited.iter().map(report::entry).collect::<String>())?;
        }
        Format::Text => print_text(&report::text(&audited))?,
        Format::Markdown => print_text(&report::markdown(&audited))?,
        Format::Latex => print_text(&report::latex(&audited))?,
    }
    let (mut differs, mut unfinished) = (false, false);
    for one in audited.iter().filter(|one| !one.is_on_record()) {
        let (id, verdict, expected) = (&one.claim.id, one.found.verdict, one.claim.expected);
        if verdict == Verdict::Unfinished {
            eprintln!("{id}: unfinished: {}", one.found.checked_to);
            unfinished = true;
            continue;
        }
        differs = true;
        let but = match &one.found.instead {
            _ if verdict != expected => String::new(),
            Some(instead) if instead.verdict != Verdict::Holds => {
                format!(", but what should hold instead is {}: {}", instead.verdict, instead.checked_to)
            }
            _ => ", but the place or the numbers differ".to_owned(),
        };
        eprintln!("{id}: {verdict}, recorded as {expected}{but}");
    }
    match (differs, unfinished) {
        (true, _) => Err(Failure::DoesNotHold),
        (false, true) => Err(Failure::NotAnswered),
        (false, false) => Ok(()),
    }
}
