//! `grundy results`: lists stored results.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_text};
use crate::store::Keeping;
use grundy_answers::column;
use grundy_store::{Known, Store};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy results`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy results                                  all results and unfinished runs
  grundy results star-nim                         those whose question contains this word
  grundy results audit full                       the audit at full effort
  grundy results 'period star-nim row 7' --certificate > row-7.cert
  grundy results --format json")]
pub struct Arguments {
    /// Show only questions that contain all of these words
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Print the certificate; exactly one result must match
    #[arg(long)]
    certificate: bool,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    keeping: Keeping,
}

#[derive(Serialize)]
struct Listed {
    results: Vec<Entry>,
    unfinished: Vec<Unfinished>,
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

/// Lists what the store holds.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let wanted = |question: &str| words.iter().all(|word| question.split(' ').any(|part| part == *word));
    let store = arguments.keeping.shelf().open(&|text| eprintln!("{text}"))?;
    let known = store.as_ref().map_or_else(|| Ok(Vec::new()), Store::results)?;
    let known: Vec<Known> = known.into_iter().filter(|known| wanted(&known.question)).collect();
    if arguments.certificate {
        return certificate(&known);
    }
    let left = store.as_ref().map_or_else(|| Ok(Vec::new()), Store::checkpoints)?;
    let left = left.into_iter().filter(|run| wanted(&run.question));
    let unfinished =
        left.map(|run| Unfinished { question: run.question, progress: run.progress, at: run.at }).collect();
    let listed = Listed { results: known.into_iter().map(entry).collect(), unfinished };
    arguments.format.print(&listed, &text(&listed))
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
        [Known { question, .. }] => {
            Err(grundy::InputError::whole(format!("`{question}` has no certificate"))
                .hint("only proofs have certificates")
                .into())
        }
        [] => Err(grundy::InputError::whole("no result contains these words")
            .hint("`grundy results` lists all results")
            .into()),
        several => Err(grundy::InputError::whole(format!("{} results contain these words", several.len()))
            .hint(format!("add words, e.g. `{}`", several[0].question))
            .into()),
    }
}

fn text(Listed { results, unfinished }: &Listed) -> String {
    if results.is_empty() && unfinished.is_empty() {
        return "no results yet: `grundy period` and other long runs store theirs here\n".to_owned();
    }
    let questions = results.iter().map(|r| &r.question).chain(unfinished.iter().map(|u| &u.question));
    let width = column::width(questions);
    let mut text = String::new();
    let verdicts = column::width(results.iter().map(|result| &result.verdict)).max(8);
    for Entry { question, verdict, answer, certificate, .. } in results {
        let certified = if *certificate { ", certificate" } else { "" };
        let answer = in_words(question, answer);
        let _ = writeln!(text, "{question:<width$}  {verdict:<verdicts$}  {answer}{certified}");
    }
    for Unfinished { question, progress, at } in unfinished {
        let _ = writeln!(text, "{question:<width$}  {:<verdicts$}  {progress}, saved {at} UTC", "running");
    }
    text
}

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
