//! `grundy prove`: proves Gu's conjectures about R-Wythoff, value by value.

use crate::args::{Format, GameAlone, Output};
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::whole;
use crate::output;
use crate::store::{Keeping, asked};
use grundy_answers::prove::Question;
use std::path::PathBuf;

/// The arguments of `grundy prove`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy prove r-wythoff --value 4                               Gu, Conjectures 1 and 2
  grundy prove r-wythoff --value 18 --certificate r-18.cert      for `grundy check`
  grundy prove r-wythoff --value 28 --max 10^9                     with a limit on rows

Columns, for each value g: C is the number of repeated second entries. From index M on, position n \
of value g lies on diagonal n; W positions do not. The run checks indices up to X, which takes the \
given number of rows; the induction of docs/r-wythoff.md covers the rest. It starts from the \
window, in which positions lie within P of their line. Exit status: 3 if a value is still open.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value; all smaller ones are proved too
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: u64,
    /// Upper limit on rows to compute [default: none]
    #[arg(long, value_name = "N", alias = "up-to-rows", value_parser = whole::<u64>(..))]
    max: Option<u64>,
    /// Write the certificate to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    keeping: Keeping,
}

/// Proves a value and all smaller ones.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = grundy::game(&arguments.game.text())?;
    output::check(arguments.certificate.as_deref())?;
    let question = Question { game, value: arguments.value, up_to_rows: arguments.max };
    let proved = asked(&arguments.keeping, Some(arguments.effort.apply()), |ask| Ok(question.ask(ask)?))?;
    match (&arguments.certificate, &proved.certificate) {
        (Some(path), Some(text)) => {
            output::write(Some(path), |out| out.write_all(text.as_bytes()))?;
        }
        (Some(_), None) => {
            eprintln!("note: value {} is not proved, so there is no certificate", arguments.value);
        }
        (None, _) => {}
    }
    let text = arguments.format.chosen().render(&proved.known, || proved.known.text())?;
    output::print_beside(arguments.certificate.as_deref(), &text)?;
    if proved.certificate.is_some() { Ok(()) } else { Err(Failure::NotAnswered) }
}
