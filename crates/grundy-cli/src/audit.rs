//! `grundy audit`: what the papers say, held against the rules.

use crate::failure::{Failure, print_json, print_text};
use crate::store::{Keeping, asked};
use clap::ValueEnum;
use grundy_answers::Told;
use grundy_answers::audit::Question;
use grundy_claims::report;
use grundy_claims::{self as claims, Paper, Verdict};

/// The arguments of `grundy audit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy audit                                      every claim of the four papers, in seconds
  grundy audit gu --effort full                     one paper, in minutes
  grundy audit --claim farr-ho/proposition-4-vi     one claim, with every contradiction
  grundy audit --claim ho/conjecture-3 --up-to 5000 a conjecture, as far as you like
  grundy audit ho --format markdown

A claim is checked from the rules of its game, never by the theorem that it states. Verdicts:
holds, contradicted (the text has something else than the rules give: a misprint, a slip, or a loss
in the text we have), open and refuted (conjectures), uncheckable, and unfinished (the check would
take more work or memory than it may; the other claims are checked all the same). Exit status:
1 if a verdict is not the one on record, 2 bad input.

What is found is kept (`grundy results audit`). At full and frontier effort a claim that this
version has checked at the same effort is not checked again, so that an audit that was killed
goes on; --fresh checks it again.")]
pub struct Arguments {
    /// Only this paper
    #[arg(value_enum)]
    paper: Option<PaperName>,
    /// Only this claim
    #[arg(long, value_name = "ID", conflicts_with = "paper")]
    claim: Option<String>,
    /// How hard to look
    #[arg(long, value_enum)]
    effort: Option<Effort>,
    /// At the frontier: how far, in the claim's own measure (rows, piles, members); never less than quick
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    up_to: Option<u64>,
    /// Check again what is known already
    #[arg(long)]
    fresh: bool,
    /// Only how many claims there are of each verdict
    #[arg(long)]
    summary: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    keeping: Keeping,
}

/// The papers by name.
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
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Self {
        match name {
            PaperName::FarrHo => Self::FarrHo,
            PaperName::Ho => Self::Ho,
            PaperName::Gu => Self::Gu,
            PaperName::Gurvich => Self::Gurvich,
        }
    }
}

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Effort {
    /// Seconds in all
    Quick,
    /// Minutes
    Full,
    /// As far as --up-to
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

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For reading
    #[default]
    Text,
    /// For programs; the keys are in docs/json.md
    Json,
    /// A table for a page
    Markdown,
    /// A longtable for a paper
    Latex,
}

/// Checks and tells.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = Question {
        claim: arguments.claim.clone(),
        paper: arguments.paper.map(Paper::from),
        effort: arguments.effort.map(claims::Effort::from),
        up_to: arguments.up_to,
        fresh: arguments.fresh,
    };
    let audited = asked(&arguments.keeping, None, |ask| Ok(question.ask(ask)?))?;
    match arguments.format {
        _ if arguments.summary => print_text(&report::summary(&audited))?,
        Format::Json => print_json(&audited.iter().map(Told::new).collect::<Vec<_>>())?,
        Format::Text if arguments.claim.is_some() => {
            print_text(&audited.iter().map(report::entry).collect::<String>())?;
        }
        Format::Text => print_text(&report::text(&audited))?,
        Format::Markdown => print_text(&report::markdown(&audited))?,
        Format::Latex => print_text(&report::latex(&audited))?,
    }
    let mut all_as_expected = true;
    for one in audited.iter().filter(|one| !one.is_on_record()) {
        all_as_expected = false;
        let (id, verdict, expected) = (&one.claim.id, one.found.verdict, one.claim.expected);
        if verdict == Verdict::Unfinished {
            eprintln!("{id}: not finished: {}", one.found.checked_to);
            continue;
        }
        let but =
            if verdict == expected { ", but not at the same place or with the same numbers" } else { "" };
        eprintln!("{id}: {verdict}, on record as {expected}{but}");
    }
    if all_as_expected { Ok(()) } else { Err(Failure::DoesNotHold) }
}
