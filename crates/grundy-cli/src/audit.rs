//! `grundy audit`: what the papers say, held against the rules.

mod kept;

use crate::failure::{Failure, print_json, print_text};
use crate::memory;
use crate::store::Keeping;
use crate::watch::Watch;
use clap::ValueEnum;
use grundy::InputError;
use grundy::table::Progress;
use grundy_claims::report::{self, Audited};
use grundy_claims::{self as claims, Claim, Context, Paper, Verdict};
use grundy_desk::Told;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

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
    let chosen = chosen(arguments)?;
    let audited = audit(arguments, chosen)?;
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

/// The claims that were asked for.
fn chosen(arguments: &Arguments) -> Result<Vec<Claim>, Failure> {
    let Some(id) = &arguments.claim else {
        return Ok(arguments.paper.map_or_else(claims::all, |paper| claims::of(paper.into())));
    };
    if let Some(claim) = claims::find(id) {
        return Ok(vec![claim]);
    }
    let all = claims::all();
    let near = all.iter().max_by_key(|claim| common_start(&claim.id, id));
    let hint = near.map_or_else(String::new, |claim| format!("did you mean {}? ", claim.id));
    let error = InputError::whole(format!("there is no claim '{id}'"));
    Err(error.hint(format!("{hint}'grundy audit' lists all of them")).into())
}

fn common_start(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count()
}

/// Checks the claims in turn, with progress. What is found is kept at once, claim by claim.
fn audit(arguments: &Arguments, chosen: Vec<Claim>) -> Result<Vec<Audited>, Failure> {
    let effort = match (arguments.effort, arguments.up_to) {
        (Some(Effort::Full), _) => claims::Effort::Full,
        (Some(Effort::Frontier), _) | (None, Some(_)) => claims::Effort::Frontier,
        (Some(Effort::Quick) | None, _) => claims::Effort::Quick,
    };
    let store = arguments.keeping.open()?;
    let kept = kept::Findings::new(store.as_ref(), effort, arguments.up_to, arguments.fresh);
    let known = chosen.iter().map(|claim| kept.known(claim)).collect::<Result<Vec<_>, Failure>>()?;
    kept.tell(&known);
    let total = u64::try_from(chosen.len()).unwrap_or(u64::MAX);
    let watch = Arc::new(Mutex::new((Watch::start("claims"), Progress { done: 0, total })));
    let shared = Arc::clone(&watch);
    let context = Context::new(effort, arguments.up_to).within(memory::limit(None)).watched(move || {
        match shared.lock() {
            Ok(mut held) => {
                let progress = held.1;
                held.0.see(progress)
            }
            Err(_) => ControlFlow::Continue(()),
        }
    });
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
        if let Ok(mut held) = watch.lock() {
            held.1.done += 1;
            let progress = held.1;
            if held.0.see(progress).is_break() {
                return Err(kept.left(audited.len(), total));
            }
        }
    }
    Ok(audited)
}
