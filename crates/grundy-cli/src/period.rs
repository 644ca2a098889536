//! `grundy period`: finds periods and proves them.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use crate::output;
use crate::store::{Keeping, asked};
use grundy::period::Verdict;
use grundy_answers::period::{PeriodAnswer, Question, Several, Subjects, listed};
use std::path::PathBuf;
use std::str::FromStr;

/// The arguments of `grundy period`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy period star-nim --row 7                             G(7,b+p) = G(7,b)+p
  grundy period wythoff --rows 0..30
  grundy period star-nim --row 7 --claim 3600                is 3600 a period? (no: exit status 1)
  grundy period star-nim --row 8 --certificate row-8.cert    write a certificate for `grundy check`
  grundy period star-nim --value 6                           differences of positions
  grundy period star-nim --diagonal 3
  grundy period wythoff --diagonal 3                         a candidate: observed, not proved

A period is proved when the complete state of the computation repeats. A period that is only
observed is a candidate, and the verdict is open. Preperiod and period are the least possible.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    #[command(flatten)]
    which: Which,
    /// Upper limit on columns to search; for a value, on rows
    #[arg(long, value_name = "N")]
    columns: Option<u64>,
    /// Check whether P is a period of the row
    #[arg(long, value_name = "P", requires = "row", value_parser = clap::value_parser!(u64).range(1..))]
    claim: Option<u64>,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "values"])]
    certificate: Option<PathBuf>,
    /// Write a certificate of each row or value to this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["diagonal", "certificate"])]
    certificates: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    keeping: Keeping,
}

/// What to find the period of.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Which {
    /// Row A: G(A,b) by b
    #[arg(long, value_name = "A")]
    row: Option<u64>,
    /// Rows A to B
    #[arg(long, value_name = "A..B")]
    rows: Option<Range>,
    /// Differences y-x along the positions of value G (Star Nim)
    #[arg(long, value_name = "G")]
    value: Option<u64>,
    /// Like --value, for values A to B
    #[arg(long, value_name = "A..B")]
    values: Option<Range>,
    /// Diagonal D: G(a,a+D) by a
    #[arg(long, value_name = "D")]
    diagonal: Option<u64>,
}

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u64,
    last: u64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends =
            text.split_once("..").and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
        match ends {
            Some((first, last)) if first <= last => Ok(Self { first, last }),
            _ => Err(format!("`{text}` is not a range; write 1..11 for 1 to 11")),
        }
    }
}

/// Finds periods.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let range = |one: Option<u64>, several: Option<Range>| {
        several.map(|range| range.first..=range.last).or_else(|| one.map(|number| number..=number))
    };
    let Which { row, rows, value, values, diagonal } = arguments.which;
    let of = match (range(row, rows), range(value, values)) {
        (Some(rows), _) => Subjects::Rows(rows),
        (_, Some(values)) => Subjects::Values(values),
        _ => Subjects::Diagonal(diagonal.unwrap_or(0)),
    };
    let game = grundy::game(&arguments.expression.text())?;
    let question = Question { game, of, columns: arguments.columns, most: None, claim: arguments.claim };
    let known = asked(&arguments.keeping, None, |ask| Ok(question.ask(ask)?))?;
    for one in &known {
        if let (Some(path), Some(certificate)) = (arguments.path(one), &one.certificate) {
            output::write(Some(&path), |out| out.write_all(certificate.as_bytes()))?;
        }
    }
    let single = rows.is_none() && values.is_none();
    match (arguments.format, &known[..]) {
        (Format::Json, [one]) if single => print_json(one)?,
        (Format::Json, periods) => print_json(&Several { game: &periods[0].game, periods })?,
        (Format::Text, [one]) if single => print_text(&one.text())?,
        (Format::Text, all) => print_text(&listed(all))?,
    }
    let refuted = known.iter().any(|one| one.verdict == Verdict::Refuted);
    if refuted { Err(Failure::DoesNotHold) } else { Ok(()) }
}

impl Arguments {
    /// The file for the certificate of an answer.
    fn path(&self, known: &PeriodAnswer) -> Option<PathBuf> {
        let (what, number) = known.of.what();
        let in_folder = |folder: &PathBuf| folder.join(format!("{}-{what}-{number:02}.cert", known.game));
        self.certificate.clone().or_else(|| self.certificates.as_ref().map(in_folder))
    }
}
