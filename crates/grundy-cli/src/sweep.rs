//! `grundy sweep`: asks one question over a grid of parameters, in one process or in the jobs of a batch queue.

mod listing;

use crate::args::{Format, Output};
use crate::failure::Failure;
use crate::limits::Threads;
use crate::rules;
use crate::watch::Watch;
use grundy::InputError;
use grundy_answers::Progress;
use grundy_answers::keep::Shelf;
use grundy_answers::sweep::{DataSet, Plan, Point, Read, Row, Sweep, SweepError};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The arguments of `grundy sweep`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy sweep                            list the questions and the tasks
  grundy sweep rows.toml                  run on all cores; finished points are skipped
  grundy sweep rows.toml --shard 3/40     every 40th point, for one job of an array
  grundy sweep rows.toml --merge          join the files of all shards

A plan has a question, its arguments with parameters in braces, and a grid of parameters:
  question = \"period\"
  game = \"{g}\"
  row = \"{r}\"
  out = \"rows\"                            output folder, relative to this file
  [grid]
  g = [\"star-nim\", \"wythoff\"]
  r = \"0..12\"                             both ends included
A task is a plan with a name, e.g. task = \"row-period\": it needs only out and [grid]. \
`time = 60` allows a minute for each point.

The output is a Parquet data set with the parameters, question, verdict, answers, error, seconds \
and version of each point. Shards may write to the same folder at the same time. Exit status: 1 if \
a point has no answer; the column error says why.")]
pub struct Arguments {
    /// The plan, a TOML file; without it, lists the questions and the tasks
    #[arg(value_name = "PLAN.toml")]
    plan: Option<PathBuf>,
    /// Run only the I-th of N parts of the grid
    #[arg(long, value_name = "I/N", requires = "plan")]
    shard: Option<Shard>,
    /// Join the files of the data set into one, sorted, and count missing points. No shard may be running
    #[arg(long, requires = "plan", conflicts_with = "shard")]
    merge: bool,
    /// Output folder, instead of the one in the plan
    #[arg(long, alias = "output", short_alias = 'o', value_name = "FOLDER", requires = "plan")]
    folder: Option<PathBuf>,
    /// Also keep certificates and the state of long points in this result store
    #[arg(long, value_name = "FILE", requires = "plan")]
    store: Option<PathBuf>,
    #[command(flatten)]
    _rules: rules::Files,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: Output<Format>,
}

/// A part of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    number: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match ends {
            Some((number, of)) if 1 <= number && number <= of => Ok(Self { number, of }),
            _ => Err(format!("`{text}` is not a shard; write 3/40 for the third of 40")),
        }
    }
}

#[derive(Serialize)]
struct Report {
    task: String,
    out: String,
    points: usize,
    done: usize,
    before: usize,
    failed: usize,
    verdicts: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<usize>,
}

/// Runs a sweep or one shard of it, or merges the shards.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(path) = &arguments.plan else { return listing::list(arguments.format.chosen()) };
    let (plan, points, folder) = read(path, arguments.folder.as_deref())?;
    let report = if arguments.merge {
        merge(&plan, &points, &folder)?
    } else {
        sweep(arguments, &plan, points, &folder)?
    };
    arguments.format.print(&report, &text(&report))?;
    if report.failed == 0 && report.missing.unwrap_or(0) == 0 { Ok(()) } else { Err(Failure::DoesNotHold) }
}

/// A plan with its points and its folder.
fn read(path: &Path, output: Option<&Path>) -> Result<(Arc<Plan>, Vec<Point>, PathBuf), Failure> {
    let file = path.display().to_string();
    let written =
        std::fs::read_to_string(path).map_err(|error| Failure::Unreadable(format!("{file}: {error}")))?;
    let in_file = |error: InputError| InputError { message: format!("{file}: {}", error.message), ..error };
    let Read { plan, points, out } = Read::parse(&written).map_err(in_file)?;
    let named = out.map(|out| path.parent().unwrap_or(Path::new("")).join(out));
    let Some(folder) = output.map(Path::to_owned).or(named) else {
        let error = InputError::whole(format!("{file}: the plan names no output folder"));
        return Err(error.hint("add out = \"FOLDER\", or use --folder FOLDER").into());
    };
    Ok((Arc::new(plan), points, folder))
}

fn sweep(
    arguments: &Arguments,
    plan: &Arc<Plan>,
    points: Vec<Point>,
    folder: &Path,
) -> Result<Report, Failure> {
    let (points, writer) = match arguments.shard {
        None => (points, format!("run-{}", std::process::id())),
        Some(Shard { number, of }) => {
            let width = of.to_string().len();
            let part = points.into_iter().skip(number - 1).step_by(of).collect();
            (part, format!("shard-{number:0width$}-of-{of}-{}", std::process::id()))
        }
    };
    let data_set = DataSet::open(Arc::clone(plan), folder, writer)?;
    let shelf = arguments.store.clone().map_or_else(Shelf::none, |store| Shelf::new(Some(store)));
    shelf.open(&|text| eprintln!("{text}"))?;
    let mut sweep = Sweep::new(Arc::clone(plan), points, Some(data_set))?.storing(shelf);
    let before = sweep.tally().done;
    let threads = arguments.threads.apply();
    let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let watch = Watch::start();
    let ended = sweep.run(threads, &mut |tally| {
        watch.see(&Progress::of("points", wide(tally.done + tally.failed), wide(tally.total)))
    });
    drop(watch);
    let tally = sweep.tally();
    match ended {
        Ok(()) => {}
        Err(SweepError::Stopped) => {
            return Err(
                grundy_answers::Error::Left(format!("{} of {} points", tally.done, tally.total)).into()
            );
        }
        Err(SweepError::Io(error)) => return Err(error.into()),
    }
    Ok(report(plan, folder, tally.total, before, &sweep.rows()))
}

fn merge(plan: &Arc<Plan>, points: &[Point], folder: &Path) -> Result<Report, Failure> {
    if !folder.is_dir() {
        return Err(Failure::Unreadable(format!("{}: no answers yet", folder.display())));
    }
    let merged = DataSet::open(Arc::clone(plan), folder, "merge")?.merge()?;
    let rows: Vec<&Row> = merged.rows.iter().collect();
    let there: std::collections::BTreeSet<&Point> = rows.iter().map(|row| &row.point).collect();
    let missing = points.iter().filter(|point| !there.contains(point)).count();
    let before = rows.iter().filter(|row| row.is_done()).count();
    Ok(Report { missing: Some(missing), ..report(plan, &merged.file, points.len(), before, &rows) })
}

fn report(plan: &Plan, out: &Path, points: usize, before: usize, rows: &[&Row]) -> Report {
    let mut verdicts = serde_json::Map::new();
    for verdict in rows.iter().filter_map(|row| row.verdict.as_ref()) {
        let count = verdicts.get(verdict).and_then(serde_json::Value::as_u64).unwrap_or(0);
        verdicts.insert(verdict.clone(), (count + 1).into());
    }
    let done = rows.iter().filter(|row| row.is_done()).count();
    let failed = rows.len() - done;
    Report {
        task: plan.outline.name.clone(),
        out: out.display().to_string(),
        points,
        done,
        before,
        failed,
        verdicts,
        missing: None,
    }
}

fn text(report: &Report) -> String {
    let Report { task, out, points, done, before, failed, verdicts, missing } = report;
    let mut text = format!("{task}: {done} of {points} points");
    if *before > 0 && missing.is_none() {
        let _ = write!(text, ", {before} of them from earlier runs");
    }
    for (verdict, count) in verdicts {
        let _ = write!(text, "\n  {count} {verdict}");
    }
    if *failed > 0 {
        let _ = write!(text, "\n  {failed} without an answer: see the column error");
    }
    if let Some(missing) = missing.filter(|&missing| missing > 0) {
        let _ = write!(text, "\n  {missing} missing: run their shards");
    }
    let _ = writeln!(text, "\nanswers in {out}");
    text
}
