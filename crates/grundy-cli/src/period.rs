//! `grundy period`: finds periods and proves them.

use crate::args::{Format, GameAlone, Output};
use crate::failure::{Failure, or_known};
use crate::limits::Effort;
use crate::number::{Range, whole};
use crate::output;
use crate::store::{Keeping, asked};
use grundy::period::Verdict;
use grundy_answers::period::{PeriodAnswer, Question, Several, Subjects, listed};
use serde_json::json;
use std::path::PathBuf;

/// The arguments of `grundy period`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy period star-nim --row 7                             G(7,b+p) = G(7,b)+p
  grundy period wythoff --rows 0..30
  grundy period star-nim --row 3,4                           G(3,4,b), two numbers fixed
  grundy period exile --row 9                                any game of rays: by name,
  grundy period '{x,y: x-i,y; x,y-i; x-i,y-2i}' --row 5      or by its rules
  grundy period star-nim --row 7 --claim 3600                is 3600 a period? (no: exit status 1)
  grundy period star-nim --row 8 --certificate row-8.cert    write a certificate for `grundy check`
  grundy period star-nim --value 6                           differences of positions
  grundy period star-nim --diagonal 3
  grundy period kayles                                       G(n+12) = G(n), heap by heap
  grundy period 'subtraction:{2,5,7}' --certificate 257.cert
  grundy period wythoff@block=2 --row 3                      any game of narrow rays with blocking
  grundy period wythoff --diagonal 3                         a candidate: observed, not proved

Row A has the positions A,b; columns are the rows of the game with x and y exchanged. A period is proved when the complete state of the computation repeats. A period that is only \
observed is a candidate, and the verdict is open. Preperiod and period are the least possible. Exit \
status: 1 refuted, 3 open.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    #[command(flatten)]
    which: Which,
    /// Largest column to search
    ///
    /// For a value, this is the largest row; for heaps, the largest heap [default: 1000000].
    #[arg(long, value_name = "N", alias = "columns", value_parser = whole::<u64>(..))]
    max: Option<u64>,
    /// Check whether P is a period of the row
    #[arg(long, value_name = "P", requires = "row", value_parser = whole::<u64>(1..))]
    claim: Option<u64>,
    /// Write the certificate to this file; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "values"])]
    certificate: Option<PathBuf>,
    /// Folder for a certificate of each row or value; made if it does not exist
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["diagonal", "certificate"])]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    keeping: Keeping,
}

/// What to find the period of.
#[derive(Clone, Debug, clap::Args)]
#[group(required = false, multiple = false)]
struct Which {
    /// Row A: G(A,b) by b; or G(A,B,b) with several numbers fixed (nim, star-nim)
    #[arg(long, value_name = "A[,B]", value_delimiter = ',', value_parser = whole::<u64>(..))]
    row: Vec<u64>,
    /// Rows A to B, both included
    #[arg(long, value_name = "A..B")]
    rows: Option<Range>,
    /// Differences y-x along the positions of value G (Star Nim)
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: Option<u64>,
    /// Like --value, for values A to B
    #[arg(long, value_name = "A..B")]
    values: Option<Range>,
    /// Diagonal D: G(a,a+D) by a
    #[arg(long, value_name = "D", value_parser = whole::<u64>(..))]
    diagonal: Option<u64>,
}

/// Finds periods.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let range = |one: Option<u64>, several: Option<Range>| {
        several.map(Range::numbers).or_else(|| one.map(|number| number..=number))
    };
    let Which { rows, value, values, diagonal, .. } = arguments.which;
    let row = &arguments.which.row;
    let of = match (range(row.first().copied(), rows), range(value, values)) {
        _ if row.len() > 1 => Subjects::Several(row.clone()),
        (Some(rows), _) => Subjects::Rows(rows),
        (_, Some(values)) => Subjects::Values(values),
        _ => diagonal.map_or(Subjects::Heaps, Subjects::Diagonal),
    };
    let game = grundy::game(&arguments.game.text())?;
    output::check(arguments.certificate.as_deref())?;
    if let Some(folder) = &arguments.certificates {
        // Before the work, which may take hours.
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    }
    let question = Question { game, of, columns: arguments.max, most: None, claim: arguments.claim };
    let single = rows.is_none() && values.is_none();
    let format = arguments.format.chosen();
    // Certificates are written when they are found: a run may take hours, and end at a limit.
    let (mut found, mut written) = (Vec::new(), Ok(()));
    let mut take = |one: &PeriodAnswer| {
        match (arguments.path(one), &one.certificate) {
            (Some(path), Some(certificate)) if written.is_ok() => {
                written = output::write(Some(&path), |out| out.write_all(certificate.as_bytes()));
            }
            (Some(_), None) => {
                let (what, numbers) = (one.of.what(), one.of.numbers());
                eprintln!("note: there is no certificate of {} {what} {numbers}", one.game);
            }
            _ => {}
        }
        found.push(one.clone());
    };
    let limits = arguments.effort.apply();
    let asked = asked(&arguments.keeping, Some(limits), |ask| Ok(question.ask_each(ask, &mut take)?));
    written?;
    let all =
        |all: &[PeriodAnswer]| format.render(&Several { game: &all[0].game, periods: all }, || listed(all));
    let known = || json!({ "game": arguments.game.text(), "verdict": "open" });
    let known = match asked {
        // What is known before a limit.
        Err(failure) if !single && !found.is_empty() => {
            found.sort_by_key(|one| one.of.number());
            output::print_beside(None, &all(&found)?)?;
            return Err(failure);
        }
        asked => or_known(arguments.format.is_json(), asked, known)?,
    };
    let text = match &known[..] {
        [one] if single => format.render(one, || one.text())?,
        known => all(known)?,
    };
    output::print_beside(arguments.certificate.as_deref(), &text)?;
    let any = |verdict| known.iter().any(|one| one.verdict == verdict);
    match (any(Verdict::Refuted), any(Verdict::Open)) {
        (true, _) => Err(Failure::DoesNotHold),
        (false, true) => Err(Failure::NotAnswered),
        (false, false) => Ok(()),
    }
}

/// The name of a game as a part of the name of a file. Rules as text are called `rules`.
fn file_name(game: &str) -> String {
    if game.starts_with('{') {
        return "rules".to_owned();
    }
    game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

impl Arguments {
    /// The file for the certificate of an answer.
    fn path(&self, known: &PeriodAnswer) -> Option<PathBuf> {
        let (what, numbers) = (known.of.what(), known.of.numbers().replace(',', "-"));
        let in_folder =
            |folder: &PathBuf| folder.join(format!("{}-{what}-{numbers:0>2}.cert", file_name(&known.game)));
        self.certificate.clone().or_else(|| self.certificates.as_ref().map(in_folder))
    }
}
