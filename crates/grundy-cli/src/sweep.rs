//! `grundy sweep`: runs one task over a grid of parameters, in one process or in the jobs of a batch queue.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_json, print_text};
use crate::limits::Threads;
use crate::watch::Watch;
use grundy::InputError;
use grundy_answers::Progress;
use grundy_answers::sweep::{self, DataSet, Point, Row, Sweep, SweepError, TASKS, Task};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The arguments of `grundy sweep`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy sweep                                  list the tasks and their parameters
  grundy sweep theorem-1.toml                   run on all cores; finished points are skipped
  grundy sweep theorem-1.toml --shard 3/40      every 40th point, for one job of an array
  grundy sweep theorem-1.toml --merge           join the files of all shards

A specification names the task, the output folder and the grid:
  task = \"gurvich-theorem-1\"
  out = \"theorem-1\"                             relative to this file
  [grid]
  a = \"1..20\"                                   both ends included
  b = [1, 2, 5]
  p = 2

The output is a Parquet data set with the parameters, verdict, answers, error, seconds and version \
of each point. Shards may write to the same folder at the same time. Exit status: 1 if a task \
failed; the column error says why.")]
pub struct Arguments {
    /// The specification, a TOML file; without it, lists the tasks
    #[arg(value_name = "SPEC.toml")]
    specification: Option<PathBuf>,
    /// Run only the I-th of N parts of the grid
    #[arg(long, value_name = "I/N", requires = "specification")]
    shard: Option<Shard>,
    /// Join the files of the data set into one, sorted, and count missing points. No shard may be running
    #[arg(long, requires = "specification", conflicts_with = "shard")]
    merge: bool,
    /// Output folder, instead of the one in the specification
    #[arg(long, alias = "output", short_alias = 'o', value_name = "FOLDER", requires = "specification")]
    folder: Option<PathBuf>,
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

/// A parsed specification.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Specification {
    task: String,
    out: Option<PathBuf>,
    grid: serde_json::Value,
}

#[derive(Serialize)]
struct Report<'t> {
    task: &'t str,
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
    let Some(path) = &arguments.specification else { return list(arguments.format.chosen()) };
    let (task, points, folder) = read(path, arguments.folder.as_deref())?;
    let report = if arguments.merge {
        merge(task, &points, &folder)?
    } else {
        sweep(arguments, task, points, &folder)?
    };
    arguments.format.print(&report, &text(&report))?;
    if report.failed == 0 && report.missing.unwrap_or(0) == 0 { Ok(()) } else { Err(Failure::DoesNotHold) }
}

/// The task, the points and the folder of a specification.
fn read(path: &Path, output: Option<&Path>) -> Result<(&'static Task, Vec<Point>, PathBuf), Failure> {
    let file = path.display().to_string();
    let written =
        std::fs::read_to_string(path).map_err(|error| Failure::Unreadable(format!("{file}: {error}")))?;
    let specification: Specification = toml::from_str(&written).map_err(|error| {
        let message = format!("{file}: {}", error.message());
        let error = match error.span() {
            Some(range) => {
                let line = written.get(..range.start).map_or(1, |before| before.lines().count().max(1));
                InputError::whole(format!("{message} (line {line})"))
            }
            None => InputError::whole(message),
        };
        error.hint("a specification has task, out and [grid]; `grundy sweep --help` shows one")
    })?;
    let task = sweep::find(&specification.task)?;
    let points = sweep::points(task, &specification.grid)?;
    let named = specification.out.map(|out| path.parent().unwrap_or(Path::new("")).join(out));
    let Some(folder) = output.map(Path::to_owned).or(named) else {
        let error = InputError::whole("the specification names no output folder");
        return Err(error.hint("add out = \"FOLDER\", or use --folder FOLDER").into());
    };
    Ok((task, points, folder))
}

fn sweep<'t>(
    arguments: &Arguments,
    task: &'static Task,
    points: Vec<Point>,
    folder: &Path,
) -> Result<Report<'t>, Failure> {
    let (points, writer) = match arguments.shard {
        None => (points, format!("run-{}", std::process::id())),
        Some(Shard { number, of }) => {
            let width = of.to_string().len();
            let part = points.into_iter().skip(number - 1).step_by(of).collect();
            (part, format!("shard-{number:0width$}-of-{of}-{}", std::process::id()))
        }
    };
    let data_set = DataSet::open(task, folder, writer)?;
    let mut sweep = Sweep::new(task, points, Some(data_set))?;
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
    Ok(report(task, folder, tally.total, before, &sweep.rows()))
}

fn merge<'t>(task: &'static Task, points: &[Point], folder: &Path) -> Result<Report<'t>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::Unreadable(format!("{}: no answers yet", folder.display())));
    }
    let merged = DataSet::open(task, folder, "merge")?.merge()?;
    let rows: Vec<&Row> = merged.rows.iter().collect();
    let there: std::collections::BTreeSet<&Point> = rows.iter().map(|row| &row.point).collect();
    let missing = points.iter().filter(|point| !there.contains(point)).count();
    let before = rows.iter().filter(|row| row.is_done()).count();
    Ok(Report { missing: Some(missing), ..report(task, &merged.file, points.len(), before, &rows) })
}

fn report<'t>(task: &'static Task, out: &Path, points: usize, before: usize, rows: &[&Row]) -> Report<'t> {
    let mut verdicts = serde_json::Map::new();
    for verdict in rows.iter().filter_map(|row| row.verdict.as_ref()) {
        let count = verdicts.get(verdict).and_then(serde_json::Value::as_u64).unwrap_or(0);
        verdicts.insert(verdict.clone(), (count + 1).into());
    }
    let done = rows.iter().filter(|row| row.is_done()).count();
    let failed = rows.len() - done;
    Report {
        task: task.name,
        out: out.display().to_string(),
        points,
        done,
        before,
        failed,
        verdicts,
        missing: None,
    }
}

fn text(report: &Report<'_>) -> String {
    let Report { task, out, points, done, before, failed, verdicts, missing } = report;
    let mut text = format!("{task}: {done} of {points} points");
    if *before > 0 && missing.is_none() {
        let _ = write!(text, ", {before} of them from earlier runs");
    }
    for (verdict, count) in verdicts {
        let _ = write!(text, "\n  {count} {verdict}");
    }
    if *failed > 0 {
        let _ = write!(text, "\n  {failed} failed: see the column error");
    }
    if let Some(missing) = missing.filter(|&missing| missing > 0) {
        let _ = write!(text, "\n  {missing} missing: run their shards");
    }
    let _ = writeln!(text, "\nanswers in {out}");
    text
}

#[derive(Serialize)]
struct TaskEntry {
    name: &'static str,
    asks: &'static str,
    parameters: Vec<ParameterEntry>,
    answers: Vec<&'static str>,
}

#[derive(Serialize)]
struct ParameterEntry {
    name: &'static str,
    means: &'static str,
    default: Option<String>,
}

/// Lists the tasks.
fn list(format: Format) -> Result<(), Failure> {
    let parameter_entry = |parameter: &sweep::Parameter| ParameterEntry {
        name: parameter.name,
        means: parameter.means,
        default: parameter.default().map(|value| value.to_string()),
    };
    let entry = |task: &Task| TaskEntry {
        name: task.name,
        asks: task.asks,
        parameters: task.parameters.iter().map(parameter_entry).collect(),
        answers: task.answers.iter().map(|&(name, _)| name).collect(),
    };
    let all: Vec<TaskEntry> = TASKS.iter().map(entry).collect();
    if format == Format::Json {
        return print_json(&all);
    }
    let mut text = String::new();
    for TaskEntry { name, asks, parameters, answers } in all {
        let _ = writeln!(text, "{name}\n  {asks}");
        for ParameterEntry { name, means, default } in parameters {
            let default = default.map_or_else(String::new, |value| format!(" [default: {value}]"));
            let _ = writeln!(text, "    {name:<9}{means}{default}");
        }
        let _ = writeln!(text, "  answers: {}\n", answers.join(", "));
    }
    print_text(text.trim_end_matches('\n')).and_then(|()| print_text("\n"))
}
