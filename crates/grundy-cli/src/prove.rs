//! `grundy prove`: Gu's conjectures about R-Wythoff, value by value.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use crate::store::{Keeping, asked};
use grundy_answers::prove::Question;
use grundy_export::{can_replace, replace};
use std::path::PathBuf;

/// The arguments of `grundy prove`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy prove r-wythoff --value 4                               Conjectures 1 and 2 of Gu for g = 0 to 4, for all n
  grundy prove r-wythoff --value 18 --certificate r-18.cert      for `grundy check`
  grundy prove r-wythoff --value 28 --up-to-rows 1000000000      what is not proved by then is open

For a value g: C counts the repeats among second entries, M is the least index from which on position n of value g lies on
diagonal n, for ever, and W counts the positions that do not. X is the index from which on an argument, docs/r-wythoff.md,
takes over from the run, which needs so many rows; P bounds how far positions are off their line in the window that it starts from.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// The value; all smaller ones are proved with it
    #[arg(long, value_name = "G")]
    value: u64,
    /// Do no more rows than this; what is not proved by then is open [default: no end]
    #[arg(long, value_name = "N")]
    up_to_rows: Option<u64>,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    keeping: Keeping,
}

/// Proves what can be proved.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = grundy::game(&arguments.expression.text())?;
    if let Some(path) = &arguments.certificate {
        can_replace(path).map_err(|error| Failure::file(path, &error))?;
    }
    let question = Question { game, value: arguments.value, up_to_rows: arguments.up_to_rows };
    let proved = asked(&arguments.keeping, None, |ask| Ok(question.ask(ask)?))?;
    match (&arguments.certificate, &proved.certificate) {
        (Some(path), Some(text)) => {
            let written = replace(path, |out| out.write_all(text.as_bytes()));
            written.map_err(|error| Failure::file(path, &error))?;
        }
        (Some(_), None) => {
            eprintln!("note: nothing is proved of value {}, so there is no certificate", arguments.value);
        }
        (None, _) => {}
    }
    match arguments.format {
        Format::Json => print_json(&proved.known),
        Format::Text => print_text(&proved.known.text()),
    }
}
