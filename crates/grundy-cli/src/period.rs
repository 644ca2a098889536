//! `grundy period`: what repeats, and whether that is proved.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use crate::store::{Keeping, asked};
use grundy::period::Verdict;
use grundy_answers::period::{Known, Lines, Question, Several, listed};
use grundy_export::replace;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The arguments of `grundy period`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy period star-nim --row 7                             G(7,b+p) = G(7,b)+p for all b from where on?
  grundy period wythoff --rows 0..30
  grundy period star-nim --row 7 --claim 3600                does 3600 hold? (no: exit status 1)
  grundy period star-nim --row 8 --certificate row-8.cert    for `grundy check`
  grundy period star-nim --value 6                           differences y-x along the positions of value 6
  grundy period star-nim --diagonal 3
  grundy period wythoff --diagonal 3                         at best a candidate: seen, not proved

A period is proved when the whole state that drives it repeats; what data show is a candidate and stays open. Preperiod
and period are the least there are.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    #[command(flatten)]
    which: Which,
    /// Look no further than this column (row, for a value); what is not proved by then is open
    #[arg(long, value_name = "N")]
    columns: Option<u64>,
    /// Does this period hold? Proved, or refuted with the first column where it fails
    #[arg(long, value_name = "P", requires = "row", value_parser = clap::value_parser!(u64).range(1..))]
    claim: Option<u64>,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "values", "diagonal"])]
    certificate: Option<PathBuf>,
    /// Write a certificate for each row or value into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["diagonal", "certificate"])]
    certificates: Option<PathBuf>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    keeping: Keeping,
}

/// What should repeat.
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
    /// The same for values A to B
    #[arg(long, value_name = "A..B")]
    values: Option<Range>,
    /// Diagonal D: G(a,a+D) by a
    #[arg(long, value_name = "D")]
    diagonal: Option<u64>,
}

/// From a number to another, both included.
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
        (Some(rows), _) => Lines::Rows(rows),
        (_, Some(values)) => Lines::Values(values),
        _ => Lines::Diagonal(diagonal.unwrap_or(0)),
    };
    let game = grundy::game(&arguments.expression.text())?;
    let question = Question { game, of, columns: arguments.columns, most: None, claim: arguments.claim };
    let known = asked(&arguments.keeping, None, |ask| Ok(question.ask(ask)?))?;
    for one in &known {
        if let (Some(path), Some(certificate)) = (arguments.path(one), &one.certificate) {
            write_certificate(&path, certificate)?;
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
    /// Where the certificate of an answer goes, if anywhere.
    fn path(&self, known: &Known) -> Option<PathBuf> {
        let (what, number) = known.of.what();
        let in_folder = |folder: &PathBuf| folder.join(format!("{}-{what}-{number:02}.cert", known.game));
        self.certificate.clone().or_else(|| self.certificates.as_ref().map(in_folder))
    }
}

fn write_certificate(path: &Path, certificate: &str) -> Result<(), Failure> {
    let written = replace(path, |out| out.write_all(certificate.as_bytes()));
    written.map_err(|error| Failure::file(path, &error))
}
