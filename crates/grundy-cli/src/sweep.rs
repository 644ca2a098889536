//! `grundy sweep`: one question for many parameters, from one shell or from the job array of a batch queue.

use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
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
#[command(after_help = "\
Examples:
  grundy sweep                                  the tasks, with their parameters
  grundy sweep theorem-1.toml                   on all cores; what is done is not done again
  grundy sweep theorem-1.toml --shard 3/40      every 40th point from the third on: one job of an array
  grundy sweep theorem-1.toml --merge           joins the files of all shards

A specification names the task, the folder of the answers, and the grid:
  task = \"gurvich-theorem-1\"
  out = \"theorem-1\"                             relative to this file
  [grid]
  a = \"1..20\"                                   both ends included
  b = [1, 2, 5]
  p = 2

The answers are a Parquet data set: the parameters, verdict, answers, error, seconds and version of each point. Any number of
shards may write to one folder at a time. Exit status: 1 if a task has failed; its row says why.")]
pub struct Arguments {
    /// The specification, a TOML file; without it the tasks are listed
    #[arg(value_name = "SPEC.toml")]
    specification: Option<PathBuf>,
    /// Only the I-th of N parts of the grid
    #[arg(long, value_name = "I/N", requires = "specification")]
    shard: Option<Shard>,
    /// Join the files of the data set into one, sorted, and say what is missing. No shard may be at work
    #[arg(long, requires = "specification", conflicts_with = "shard")]
    merge: bool,
    /// The folder of the answers, in place of the one that the specification names
    #[arg(long, short, value_name = "FOLDER", requires = "specification")]
    output: Option<PathBuf>,
    /// Threads to use; by default all cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
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

/// A specification as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Specification {
    task: String,
    out: Option<PathBuf>,
    grid: serde_json::Value,
}

#[derive(Serialize)]
struct Swept<'t> {
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

/// Runs a sweep, or a part of one, or joins the parts.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(path) = &arguments.specification else { return list(arguments.format) };
    let (task, points, folder) = read(path, arguments.output.as_deref())?;
    let swept = if arguments.merge {
        merge(task, &points, &folder)?
    } else {
        sweep(arguments, task, points, &folder)?
    };
    match arguments.format {
        Format::Json => print_json(&swept)?,
        Format::Text => print_text(&text(&swept))?,
    }
    if swept.failed == 0 && swept.missing.unwrap_or(0) == 0 { Ok(()) } else { Err(Failure::DoesNotHold) }
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
        error.hint("a specification has task, out and [grid]; grundy help sweep shows one")
    })?;
    let task = sweep::find(&specification.task)?;
    let points = sweep::points(task, &specification.grid)?;
    let named = specification.out.map(|out| path.parent().unwrap_or(Path::new("")).join(out));
    let Some(folder) = output.map(Path::to_owned).or(named) else {
        let error = InputError::whole("the specification does not say where the answers go");
        return Err(error.hint("add out = \"FOLDER\", or give --output FOLDER").into());
    };
    Ok((task, points, folder))
}

fn failed(error: &std::io::Error) -> Failure {
    Failure::Unreadable(error.to_string())
}

fn sweep<'t>(
    arguments: &Arguments,
    task: &'static Task,
    points: Vec<Point>,
    folder: &Path,
) -> Result<Swept<'t>, Failure> {
    let (points, writer) = match arguments.shard {
        None => (points, format!("run-{}", std::process::id())),
        Some(Shard { number, of }) => {
            let width = of.to_string().len();
            let part = points.into_iter().skip(number - 1).step_by(of).collect();
            (part, format!("shard-{number:0width$}-of-{of}-{}", std::process::id()))
        }
    };
    let kept = DataSet::open(task, folder, writer).map_err(|error| failed(&error))?;
    let mut sweep = Sweep::new(task, points, Some(kept)).map_err(|error| failed(&error))?;
    let before = sweep.tally().done;
    let threads = arguments
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
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
        Err(SweepError::Io(error)) => return Err(failed(&error)),
    }
    Ok(told(task, folder, tally.total, before, &sweep.rows()))
}

fn merge<'t>(task: &'static Task, points: &[Point], folder: &Path) -> Result<Swept<'t>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::Unreadable(format!("{}: there are no answers yet", folder.display())));
    }
    let merged =
        DataSet::open(task, folder, "merge").and_then(|kept| kept.merge()).map_err(|error| failed(&error))?;
    let rows: Vec<&Row> = merged.rows.iter().collect();
    let there: std::collections::BTreeSet<&Point> = rows.iter().map(|row| &row.point).collect();
    let missing = points.iter().filter(|point| !there.contains(point)).count();
    let before = rows.iter().filter(|row| row.is_done()).count();
    Ok(Swept { missing: Some(missing), ..told(task, &merged.file, points.len(), before, &rows) })
}

fn told<'t>(task: &'static Task, out: &Path, points: usize, before: usize, rows: &[&Row]) -> Swept<'t> {
    let mut verdicts = serde_json::Map::new();
    for verdict in rows.iter().filter_map(|row| row.verdict.as_ref()) {
        let count = verdicts.get(verdict).and_then(serde_json::Value::as_u64).unwrap_or(0);
        verdicts.insert(verdict.clone(), (count + 1).into());
    }
    let done = rows.iter().filter(|row| row.is_done()).count();
    let failed = rows.len() - done;
    Swept {
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

fn text(swept: &Swept<'_>) -> String {
    let Swept { task, out, points, done, before, failed, verdicts, missing } = swept;
    let mut text = format!("{task}: {done} of {points} points");
    if *before > 0 && missing.is_none() {
        let _ = write!(text, ", {before} of them known before");
    }
    for (verdict, count) in verdicts {
        let _ = write!(text, "\n  {count} {verdict}");
    }
    if *failed > 0 {
        let _ = write!(text, "\n  {failed} failed: the column error says why");
    }
    if let Some(missing) = missing.filter(|&missing| missing > 0) {
        let _ = write!(text, "\n  {missing} missing: run their shards");
    }
    let _ = writeln!(text, "\nanswers in {out}");
    text
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    asks: &'static str,
    parameters: Vec<Taken>,
    answers: Vec<&'static str>,
}

#[derive(Serialize)]
struct Taken {
    name: &'static str,
    means: &'static str,
    default: Option<String>,
}

/// The tasks.
fn list(format: Format) -> Result<(), Failure> {
    let taken = |parameter: &sweep::Parameter| Taken {
        name: parameter.name,
        means: parameter.means,
        default: parameter.default().map(|value| value.to_string()),
    };
    let listed = |task: &Task| Listed {
        name: task.name,
        asks: task.asks,
        parameters: task.parameters.iter().map(taken).collect(),
        answers: task.answers.iter().map(|&(name, _)| name).collect(),
    };
    let all: Vec<Listed> = TASKS.iter().map(listed).collect();
    if format == Format::Json {
        return print_json(&all);
    }
    let mut text = String::new();
    for Listed { name, asks, parameters, answers } in all {
        let _ = writeln!(text, "{name}\n  {asks}");
        for Taken { name, means, default } in parameters {
            let usual = default.map_or_else(String::new, |usual| format!(" [default: {usual}]"));
            let _ = writeln!(text, "    {name:<9}{means}{usual}");
        }
        let _ = writeln!(text, "  answers: {}\n", answers.join(", "));
    }
    print_text(text.trim_end_matches('\n')).and_then(|()| print_text("\n"))
}
