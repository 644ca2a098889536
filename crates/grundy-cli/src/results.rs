//! `grundy results`: lists stored results, and removes them.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_text};
use crate::output;
use crate::store::Keeping;
use grundy::InputError;
use grundy_answers::column;
use grundy_store::{Checkpoint, Known, Store};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// The arguments of `grundy results`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy results                                  all results and unfinished runs
  grundy results star-nim                         those whose question contains this word
  grundy results audit full                       the audit at full effort
  grundy results 'period star-nim row 7' --certificate > row-7.cert
  grundy results period heaps --certificates out  a file for each certificate, for `grundy check`
  grundy results audit --forget                   removes the findings of the audit; asks first
  grundy results --forget --all --yes             removes everything
  grundy results --format json

An unfinished run resumes when its command is given again.")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
pub struct Arguments {
    /// Show only questions that contain all of these words
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Print the certificate; exactly one result must match
    #[arg(long)]
    certificate: bool,
    /// Folder for a file with each certificate of the results that match; made if it does not exist
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["certificate", "forget"])]
    certificates: Option<PathBuf>,
    /// Remove the results and unfinished runs that match, after asking
    #[arg(long, conflicts_with = "certificate")]
    forget: bool,
    /// With --forget and without words: remove everything
    #[arg(long, requires = "forget", conflicts_with = "words")]
    all: bool,
    /// With --forget: do not ask
    #[arg(long, requires = "forget")]
    yes: bool,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    keeping: Keeping,
}

#[derive(Serialize)]
struct Listed {
    results: Vec<Entry>,
    unfinished: Vec<Unfinished>,
    /// Number of results and runs that do not match the words.
    #[serde(skip)]
    others: usize,
}

#[derive(Serialize)]
struct Entry {
    question: String,
    verdict: String,
    answer: serde_json::Value,
    certificate: bool,
    at: String,
    version: String,
}

#[derive(Serialize)]
struct Unfinished {
    question: String,
    progress: String,
    at: String,
}

/// What was removed.
#[derive(Serialize)]
struct Forgotten {
    results: Vec<String>,
    unfinished: Vec<String>,
}

/// Lists what the store holds, or removes it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let wanted = |question: &str| words.iter().all(|word| question.split(' ').any(|part| part == *word));
    if arguments.forget && words.is_empty() && !arguments.all {
        let error = InputError::whole("--forget needs the words of a question");
        return Err(error
            .hint("`grundy results` lists the questions; --forget --all removes everything")
            .into());
    }
    let store = arguments.keeping.shelf().open(&|text| eprintln!("{text}"))?;
    let known = store.as_ref().map_or_else(|| Ok(Vec::new()), Store::results)?;
    let left = store.as_ref().map_or_else(|| Ok(Vec::new()), Store::checkpoints)?;
    let total = known.len() + left.len();
    let known: Vec<Known> = known.into_iter().filter(|known| wanted(&known.question)).collect();
    if arguments.certificate {
        return certificate(&known);
    }
    if let Some(folder) = &arguments.certificates {
        return certificates(&known, folder);
    }
    let left: Vec<Checkpoint> = left.into_iter().filter(|run| wanted(&run.question)).collect();
    let others = total - known.len() - left.len();
    let unfinished =
        left.into_iter().map(|run| Unfinished { question: run.question, progress: run.progress, at: run.at });
    let listed =
        Listed { results: known.into_iter().map(entry).collect(), unfinished: unfinished.collect(), others };
    match &store {
        Some(store) if arguments.forget => forget(arguments, store, &listed),
        _ => arguments.format.print(&listed, &text(&listed, &words)),
    }
}

/// Removes the listed results and runs, after asking.
fn forget(arguments: &Arguments, store: &Store, listed: &Listed) -> Result<(), Failure> {
    let results: Vec<&str> = listed.results.iter().map(|result| result.question.as_str()).collect();
    let runs: Vec<&str> = listed.unfinished.iter().map(|run| run.question.as_str()).collect();
    let what = format!("{} and {}", counted(results.len(), "result"), counted(runs.len(), "unfinished run"));
    if results.len() + runs.len() > 0 && !arguments.yes && !agreed(&results, &runs, &what)? {
        eprintln!("nothing was removed");
        return Ok(());
    }
    store.remove(&results, &runs)?;
    let owned = |all: Vec<&str>| all.into_iter().map(str::to_owned).collect();
    let forgotten = Forgotten { results: owned(results), unfinished: owned(runs) };
    let path = store.path().display();
    arguments.format.print(&forgotten, &format!("removed {what} from {path}\n"))
}

/// Whether the user agrees to remove these. Refuses if nobody can be asked.
fn agreed(results: &[&str], runs: &[&str], what: &str) -> Result<bool, Failure> {
    if !std::io::stdin().is_terminal() {
        let error = InputError::whole(format!("nothing was removed: {what} match"));
        return Err(error.hint("add --yes to remove them").into());
    }
    for question in results {
        eprintln!("{question}");
    }
    for question in runs {
        eprintln!("{question} (unfinished)");
    }
    eprint!("Remove {what}? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

/// `1 result`, `2 results`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn entry(known: Known) -> Entry {
    Entry {
        answer: serde_json::from_str(&known.answer).unwrap_or(serde_json::Value::String(known.answer)),
        question: known.question,
        verdict: known.verdict,
        certificate: known.certificate.is_some(),
        at: known.at,
        version: known.version,
    }
}

fn certificate(known: &[Known]) -> Result<(), Failure> {
    match known {
        [Known { certificate: Some(text), .. }] => print_text(text),
        [Known { question, .. }] => Err(InputError::whole(format!("`{question}` has no certificate"))
            .hint("only proofs have certificates")
            .into()),
        [] => Err(InputError::whole("no result contains these words")
            .hint("`grundy results` lists all results")
            .into()),
        several => Err(InputError::whole(format!("{} results contain these words", several.len()))
            .hint(format!("add words, e.g. `{}`", several[0].question))
            .into()),
    }
}

/// Writes the certificates to files, named after the questions.
fn certificates(known: &[Known], folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    let mut count = 0;
    for Known { question, certificate, .. } in known {
        let Some(text) = certificate else { continue };
        let path = folder.join(format!("{}.cert", file_name(question)));
        output::write(Some(&path), |out| out.write_all(text.as_bytes()))?;
        count += 1;
    }
    print_text(&format!("wrote {} to {}\n", counted(count, "certificate"), folder.display()))
}

/// A question as the name of a file. Signs that are not letters, digits or points become `-`.
fn file_name(question: &str) -> String {
    question.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect()
}

fn text(Listed { results, unfinished, others }: &Listed, words: &[&str]) -> String {
    match (results.is_empty() && unfinished.is_empty(), others) {
        (true, 0) => {
            return "no results yet: `grundy period` and other long runs store theirs here\n".to_owned();
        }
        (true, others) => {
            let (words, stored) = (words.join(" "), counted(*others, "question"));
            return format!("no match for `{words}`: `grundy results` lists {stored}\n");
        }
        (false, _) => {}
    }
    let questions = results.iter().map(|r| &r.question).chain(unfinished.iter().map(|u| &u.question));
    let width = column::width(questions);
    let mut text = String::new();
    // Whether a run is still going on is not known here: it may have been killed.
    let labels =
        results.iter().map(|result| result.verdict.as_str()).chain(unfinished.iter().map(|_| UNFINISHED));
    let verdicts = column::width(labels).max(8);
    for Entry { question, verdict, answer, certificate, .. } in results {
        let certified = if *certificate { ", certificate" } else { "" };
        let answer = in_words(question, answer);
        let _ = writeln!(text, "{question:<width$}  {verdict:<verdicts$}  {answer}{certified}");
    }
    for Unfinished { question, progress, at } in unfinished {
        let _ = writeln!(text, "{question:<width$}  {UNFINISHED:<verdicts$}  {progress}, saved {at} UTC");
    }
    text
}

/// The label of a run without a result.
const UNFINISHED: &str = "unfinished";

/// The numbers of an answer that are not in the question: `preperiod 8, period 12`.
fn in_words(question: &str, answer: &serde_json::Value) -> String {
    let Some(fields) = answer.as_object() else { return answer.to_string() };
    let asked = |key: &str, value: &serde_json::Value| question.ends_with(&format!("{key} {value}"));
    // For an audit: the range that was checked, and the number of contradictions.
    if let Some(checked_to) = fields.get("checked_to").and_then(serde_json::Value::as_str) {
        let count = fields.get("count").and_then(serde_json::Value::as_u64).unwrap_or(0);
        let differences = if count > 0 { format!(", {count} contradictions") } else { String::new() };
        return format!("{checked_to}{differences}");
    }
    let numbers = fields.iter().filter(|(key, value)| value.is_number() && !asked(key, value));
    numbers.map(|(key, value)| format!("{} {value}", key.replace('_', " "))).collect::<Vec<_>>().join(", ")
}
