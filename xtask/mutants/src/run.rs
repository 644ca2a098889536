//! Runs the tests: once to see which mutants each reaches, then each mutant.

use crate::build::{Mutant, test_programs};
use crate::{read, save};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// What happened to a mutant.
#[derive(Clone)]
pub enum Outcome {
    /// A test failed.
    Caught(String),
    /// A test took too long.
    TimedOut(String),
    /// So many tests reached it, and passed.
    Survived(usize),
}

/// A test that passes without mutants.
struct Test {
    program: PathBuf,
    /// The folder that it is run in.
    package: PathBuf,
    name: String,
    /// Seconds, while it recorded what it reached.
    seconds: f64,
    reached: Vec<u32>,
}

/// Address space of a test in KiB.
const MEMORY: u64 = 6 << 20;

/// Upper limit on the seconds of tests for one mutant, as recorded without it. Tests that do not fit, which are the slowest, are left out.
const SECONDS: f64 = 60.0;

/// A test that takes fewer seconds than this is tried first if it caught the mutant before.
const QUICK: f64 = 0.5;

/// A mutant may take so many times as long as the test without it, and so many seconds more.
const PATIENCE: (f64, f64) = (4.0, 2.0);

/// Outcomes by the numbers of the mutants. Those of an earlier run of the same programs are kept, but for survivors.
pub fn run_all(
    folder: &Path,
    package: &str,
    tests: &[&str],
    mutants: &[&Mutant],
) -> Result<BTreeMap<u32, Outcome>, String> {
    let tests = recorded(folder, package, tests)?;
    println!("mutants: {} tests reach some of them", tests.len());
    let mut reaching: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, test) in tests.iter().enumerate() {
        for id in &test.reached {
            reaching.entry(*id).or_default().push(index);
        }
    }
    let log = folder.join("outcomes.tsv");
    let outcomes = Mutex::new(earlier(&log, mutants));
    let mut left: Vec<&Mutant> =
        mutants.iter().filter(|mutant| !lock(&outcomes).contains_key(&mutant.id)).copied().collect();
    // Those with quick tests first: a run that is stopped has done more.
    left.sort_by_cached_key(|mutant| {
        let tests = reaching.get(&mutant.id).into_iter().flatten().map(|&index| &tests[index]);
        Duration::from_secs_f64(tests.map(|test| test.seconds).sum())
    });
    println!("mutants: {} to run, {} known", left.len(), mutants.len() - left.len());
    let file = OpenOptions::new().append(true).create(true).open(&log);
    let file = Mutex::new(file.map_err(|error| format!("{}: {error}", log.display()))?);
    let next = AtomicUsize::new(0);
    // The test that caught the mutant before is often the one that catches the next.
    let last = AtomicUsize::new(usize::MAX);
    thread::scope(|scope| {
        for _ in 0..workers() {
            scope.spawn(|| {
                while let Some(mutant) = left.get(next.fetch_add(1, Relaxed)) {
                    let none = Vec::new();
                    let outcome = judge(mutant, &tests, reaching.get(&mutant.id).unwrap_or(&none), &last);
                    let line = format!("{mutant}\t{}\n", outcome.line());
                    let _ = lock(&file).write_all(line.as_bytes());
                    lock(&outcomes).insert(mutant.id, outcome);
                }
            });
        }
    });
    outcomes.into_inner().map_err(|_| "a thread failed".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A number that a variable of the environment has, if it is set.
fn asked<T: std::str::FromStr>(variable: &str) -> Option<T> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

fn workers() -> usize {
    asked("GRUNDY_MUTANTS_JOBS").unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

impl Outcome {
    fn line(&self) -> String {
        match self {
            Self::Caught(test) => format!("caught\t{test}"),
            Self::TimedOut(test) => format!("timed out\t{test}"),
            Self::Survived(tests) => format!("survived\t{tests}"),
        }
    }
}

/// Mutants that were caught by an earlier run.
fn earlier(log: &Path, mutants: &[&Mutant]) -> BTreeMap<u32, Outcome> {
    let log = read(log).unwrap_or_default();
    let known: BTreeMap<&str, Outcome> = log
        .lines()
        .filter_map(|line| {
            let (mutant, outcome) = line.split_once('\t')?;
            let outcome = match outcome.split_once('\t')? {
                ("caught", test) => Outcome::Caught(test.to_owned()),
                ("timed out", test) => Outcome::TimedOut(test.to_owned()),
                _ => return None,
            };
            Some((mutant, outcome))
        })
        .collect();
    let of = |mutant: &&Mutant| Some((mutant.id, known.get(mutant.to_string().as_str())?.clone()));
    mutants.iter().filter_map(of).collect()
}

/// All tests that pass, with what they reach.
fn recorded(folder: &Path, package: &str, tests: &[&str]) -> Result<Vec<Test>, String> {
    let mut wanted = Vec::new();
    let programs = test_programs(folder, package, tests)?;
    let package = folder.join("workspace/crates").join(package);
    for program in programs {
        let list =
            Command::new(&program).args(["--list", "--format", "terse"]).current_dir(&package).output();
        let list = list.map_err(|error| format!("{}: {error}", program.display()))?;
        for line in String::from_utf8_lossy(&list.stdout).lines() {
            if let Some(name) = line.strip_suffix(": test") {
                wanted.push((program.clone(), name.to_owned()));
            }
        }
    }
    println!("mutants: {} tests record what they reach", wanted.len());
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers() {
            scope.spawn(|| {
                while let Some((program, name)) = wanted.get(next.fetch_add(1, Relaxed)) {
                    let test = Test {
                        program: program.clone(),
                        package: package.clone(),
                        name: name.clone(),
                        seconds: 0.0,
                        reached: Vec::new(),
                    };
                    match record(folder, test) {
                        Ok(test) if test.reached.is_empty() => {}
                        Ok(test) => lock(&found).push(test),
                        Err(message) => eprintln!("mutants: {message}"),
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().map_err(|_| "a thread failed")?;
    found.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(found)
}

/// Runs a test without mutants, unless this is known for the program of today.
fn record(folder: &Path, mut test: Test) -> Result<Test, String> {
    let program = test.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = folder.join("reached").join(format!("{program}-{}", test.name.replace("::", ".")));
    let times = folder.join("reached").join(format!("{program}-{}.seconds", test.name.replace("::", ".")));
    let time = |path: &Path| fs::metadata(path).and_then(|of| of.modified());
    if !time(&times).is_ok_and(|then| time(&test.program).is_ok_and(|now| now < then)) {
        save(&file, "")?;
        let start = Instant::now();
        match start_test(&test, "record", &file, SECONDS) {
            Ended::Passed => {}
            _ => {
                return Err(format!(
                    "{program}: {} fails without a mutant, or takes too long, and is not used",
                    test.name
                ));
            }
        }
        save(&times, &start.elapsed().as_secs_f64().to_string())?;
    }
    test.seconds = read(&times)?.parse().map_err(|_| format!("{}: no number", times.display()))?;
    test.reached = read(&file)?.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(test)
}

/// Runs a mutant with the tests that reach it.
fn judge(mutant: &Mutant, tests: &[Test], reaching: &[usize], last: &AtomicUsize) -> Outcome {
    let before = last.load(Relaxed);
    let mut left = asked("GRUNDY_MUTANTS_SECONDS").unwrap_or(SECONDS);
    let mut fits = |index: &&usize| {
        left -= tests[**index].seconds;
        left >= 0.0
    };
    let reaching: Vec<usize> = reaching.iter().take_while(&mut fits).copied().collect();
    let (first, rest): (Vec<usize>, Vec<usize>) =
        reaching.iter().partition(|&&index| index == before && tests[index].seconds < QUICK);
    for index in first.into_iter().chain(rest) {
        let test = &tests[index];
        let limit = test.seconds * PATIENCE.0 + PATIENCE.1;
        let ended = start_test(test, &mutant.id.to_string(), Path::new(""), limit);
        if let Ended::Passed = ended {
            continue;
        }
        last.store(index, Relaxed);
        return if let Ended::Failed = ended {
            Outcome::Caught(test.name.clone())
        } else {
            Outcome::TimedOut(test.name.clone())
        };
    }
    Outcome::Survived(reaching.len())
}

enum Ended {
    Passed,
    Failed,
    TimedOut,
}

/// Runs a test in a process group of its own, with limits on processor time and memory; the clock may show ten times as much, because
/// other programs run too.
fn start_test(test: &Test, mutant: &str, reached: &Path, seconds: f64) -> Ended {
    /// Of SIGKILL and SIGXCPU: the system ends a process whose processor time is used up.
    const TOO_LONG: [i32; 2] = [9, 24];
    let limits = format!("ulimit -v {MEMORY}; ulimit -t {}; ulimit -c 0; exec \"$0\" \"$@\"", seconds.ceil());
    let mut command = Command::new("sh");
    command.args(["-c", &limits]).arg(&test.program).args(["--exact", &test.name]).current_dir(&test.package);
    command.env("GRUNDY_MUTANT", mutant).env("GRUNDY_MUTANTS_REACHED", reached).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return Ended::Failed };
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ended::Passed,
            Ok(Some(status)) if status.signal().is_some_and(|signal| TOO_LONG.contains(&signal)) => {
                return Ended::TimedOut;
            }
            Ok(Some(_)) | Err(_) => return Ended::Failed,
            Ok(None) if start.elapsed().as_secs_f64() > seconds * 10.0 => {
                let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
                let _ = child.wait();
                return Ended::TimedOut;
            }
            Ok(None) => thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
