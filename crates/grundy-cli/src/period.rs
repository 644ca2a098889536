//! `grundy period`: what repeats, and whether that is proved.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use crate::memory;
use crate::store::{self, Checkpoints, Keeping};
use crate::watch::Watch;
use grundy::InputError;
use grundy::period::{Lines, RowProgress, RowSearch, RowStep, Verdict};
use grundy::solve::rays::How;
use grundy::star_nim::ValueSearch;
use grundy_desk::period::{DiagonalError, Known, Of, Several, diagonal, listed};
use grundy_export::replace;
use grundy_store::{Store, StoreError};
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
    let game = arguments.expression.text();
    let range = |one: Option<u64>, several: Option<Range>| {
        several.or_else(|| one.map(|number| Range { first: number, last: number }))
    };
    let Which { row, rows, value, values, diagonal } = arguments.which;
    let known = match (range(row, rows), range(value, values), diagonal) {
        (Some(range), ..) => or_from_store(arguments, Lines::of(&game)?, range, Of::Row, by_rows)?,
        (_, Some(range), _) => or_from_store(arguments, Lines::of(&game)?, range, Of::Value, by_values)?,
        (.., d) => return by_diagonal(arguments, &game, d.unwrap_or(0)),
    };
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

/// A way to find out.
type Find = fn(&Arguments, Lines, Range, Option<&Store>) -> Result<Vec<Known>, Failure>;

/// What is known already if all of it is, and else what `find` finds, which is kept.
fn or_from_store(
    arguments: &Arguments,
    lines: Lines,
    range: Range,
    of: fn(u64) -> Of,
    find: Find,
) -> Result<Vec<Known>, Failure> {
    let store = arguments.keeping.open()?;
    let question = |of: Of| {
        let (what, number) = of.what();
        store::question(lines.name(), what, number)
    };
    // A claim is judged anew, and to look no further than a column is another question.
    let wanted = store.as_ref().filter(|_| arguments.claim.is_none() && arguments.columns.is_none());
    if let Some(store) = wanted {
        let known = |number| {
            let answer = store.result(&question(of(number)))?;
            Ok(answer.and_then(|answer| Known::kept(lines.name(), of(number), answer)))
        };
        let known = (range.first..=range.last).map(known).collect::<Result<Option<Vec<_>>, StoreError>>()?;
        if let Some(known) = known {
            eprintln!("known already: from {}", store.path().display());
            return Ok(known);
        }
    }
    let found = find(arguments, lines, range, store.as_ref())?;
    for one in &found {
        if let (Some(store), None) = (&store, one.claim) {
            let certificate = one.certificate.as_deref();
            let (verdict, answer) = (one.verdict.to_string(), serde_json::to_string(one)?);
            store.keep(&question(one.of), &verdict, &answer, certificate, env!("CARGO_PKG_VERSION"))?;
        }
    }
    Ok(found)
}

/// The rows up to the last one; a run that was stopped or killed goes on where it was.
fn by_rows(
    arguments: &Arguments,
    lines: Lines,
    range: Range,
    store: Option<&Store>,
) -> Result<Vec<Known>, Failure> {
    /// Columns between two looks at the clock: some milliseconds.
    const CHUNK: u64 = 1 << 20;
    let limit = arguments.columns.map_or_else(String::new, |columns| format!(" columns {columns}"));
    let question = format!("period {} rows to {}{limit}", lines.name(), range.last);
    let mut checkpoints = Checkpoints::new(&arguments.keeping, store, question);
    let mut search = match checkpoints.resume(|state| RowSearch::from_bytes(state).ok())? {
        Some(search) => search,
        None => RowSearch::new(lines, range.last, arguments.columns)?,
    };
    let mut watch = Watch::start("columns");
    while matches!(search.run(CHUNK)?, RowStep::More | RowStep::Row) {
        let RowProgress { row, column, filled } = search.progress();
        let place = format!("row {row}, column {column}");
        if watch.see_endless(filled, || place.clone()).is_break() {
            return Err(checkpoints.stop(&place, || search.to_bytes())?);
        }
        checkpoints.see(&place, || search.to_bytes())?;
    }
    drop(watch);
    checkpoints.end()?;
    let open = |row| Known::open(lines.name(), Of::Row(row), arguments.columns);
    let proof = |row| usize::try_from(row).ok().and_then(|row: usize| search.proofs().get(row));
    let known = (range.first..=range.last).map(|row| proof(row).map_or_else(|| open(row), Known::row));
    let mut known: Vec<Known> = known.collect();
    if let (Some(claim), Some(proof)) = (arguments.claim, proof(range.last)) {
        known[0].judge(claim, proof.first_failure(claim)?);
    }
    Ok(known)
}

fn by_values(
    arguments: &Arguments,
    lines: Lines,
    range: Range,
    _: Option<&Store>,
) -> Result<Vec<Known>, Failure> {
    if lines != Lines::StarNim {
        let error =
            InputError::whole(format!("the g-sequences of {} are not known to have periods", lines.name()));
        return Err(error.hint("those of star-nim have: Farr & Ho, Theorem 4").into());
    }
    let mut search = ValueSearch::new(range.last, arguments.columns)?;
    let mut watch = Watch::start("values");
    search.finish(&mut |next| watch.see_endless(next, || format!("of {}", range.last)))?;
    drop(watch);
    let open = |value| Known::open(lines.name(), Of::Value(value), arguments.columns);
    let known = (range.first..=range.last)
        .map(|value| search.proof(value).map_or_else(|| open(value), |proof| Known::value(&proof)));
    Ok(known.collect())
}

/// What is known of a diagonal.
fn by_diagonal(arguments: &Arguments, game: &str, d: u64) -> Result<(), Failure> {
    let mut watch = Watch::start("cells");
    let found = diagonal(game, d, arguments.columns, memory::limit(None), How::default(), &mut |progress| {
        watch.see(progress)
    });
    drop(watch);
    let found = found.map_err(|error| match error {
        DiagonalError::Period(error) => Failure::from(error),
        DiagonalError::Table(error) => error.into(),
    })?;
    match arguments.format {
        Format::Json => print_json(&found.known()),
        Format::Text => print_text(&found.text()),
    }
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
