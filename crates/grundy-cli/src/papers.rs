//! `grundy papers`: records of the papers behind theorems and claims.

use crate::args::{Format, Output};
use crate::failure::Failure;
use grundy::{InputError, nearest};
use grundy_answers::papers::{self, Paper};
use serde_json::json;

/// The arguments of `grundy papers`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy papers > papers.bib                          all records
  grundy papers farr-ho                               one, by its key: claims of the audit begin with it
  grundy papers 'Farr & Ho, Proposition 5'            those that an answer names, with the place")]
pub struct Arguments {
    /// A key, or a source as answers name it; all papers by default
    #[arg(value_name = "SOURCE")]
    source: Option<String>,
    #[command(flatten)]
    format: Output<Format>,
}

/// Prints records of BibTeX.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let found = match arguments.source.as_deref().map(str::trim) {
        None => papers::all().to_vec(),
        Some(source) => {
            papers::find(source).map_or_else(|| papers::cited(source), |paper| vec![paper.clone()])
        }
    };
    if let Some(source) = arguments.source.as_deref().filter(|_| found.is_empty()) {
        let near = nearest(source, papers::all().iter().map(|paper| paper.key.as_str()));
        let hint = near.map_or_else(String::new, |key| format!("did you mean {key}? "));
        let error = InputError::whole(format!("no paper is known as `{source}`"));
        return Err(error.hint(format!("{hint}`grundy papers` prints all records")).into());
    }
    let text = found.iter().map(|Paper { bibtex, .. }| bibtex.trim_end()).collect::<Vec<_>>().join("\n");
    arguments.format.print(&json!({ "papers": found }), &format!("{text}\n"))
}
