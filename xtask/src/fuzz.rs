//! Runs the fuzz targets of `fuzz/` with libFuzzer, guided by coverage, for a bounded time.

use crate::layers::root;
use crate::run;
use crate::web::target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for all targets together.
const SECONDS: u64 = 300;

/// Set while cargo compiles with [`instrument`] in place of rustc.
pub const INSTRUMENT: &str = "GRUNDY_FUZZ_INSTRUMENT";

/// Stable flags that count the edges of the control flow, as libFuzzer needs it.
const COVERAGE: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "--cfg",
    "fuzzing",
];

/// Runs all targets, in equal shares of the time. An error if an input makes one fail.
pub fn run_all(seconds: Option<&str>) -> Result<(), String> {
    let wrong = |_| "fuzz: SECONDS is a number, e.g. cargo xtask fuzz 600".to_owned();
    let seconds = seconds.map_or(Ok(SECONDS), |text| text.parse::<u64>().map_err(wrong))?;
    let program = build()?;
    let names = targets()?;
    let each = (seconds / u64::try_from(names.len()).unwrap_or(1)).max(1);
    let mut failed = Vec::new();
    let mut total = 0;
    for name in &names {
        let (executions, passed) = fuzz(&program, name, each)?;
        println!("fuzz: {name}: {executions} executions in {each} s");
        total += executions;
        if !passed {
            failed.push(name.as_str());
        }
    }
    println!("fuzz: {total} executions in all");
    if failed.is_empty() {
        return Ok(());
    }
    let hint = "the inputs are in target/fuzz/TARGET; each becomes a test, and a seed";
    Err(format!("fuzz: failed: {}\nhint: {hint}", failed.join(", ")))
}

/// Compiles with rustc, which `arguments` begin with. Crates of the workspace are instrumented; build scripts are not.
pub fn instrument(arguments: &[String]) -> Result<(), String> {
    let Some((rustc, rest)) = arguments.split_first() else { return Err("no compiler".to_owned()) };
    let name = rest.iter().skip_while(|argument| *argument != "--crate-name").nth(1);
    let coverage: &[&str] =
        if name.is_some_and(|name| name != "build_script_build") { &COVERAGE } else { &[] };
    let status = Command::new(rustc).args(rest).args(coverage).status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(String::new()) }
}

/// Builds the program. Only the crates of the workspace are compiled again; all others are shared with the tests.
fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    // A copy, because cargo replaces this program when it builds the workspace.
    let wrapper = target().join("fuzz/rustc");
    fs::create_dir_all(target().join("fuzz")).map_err(|error| error.to_string())?;
    fs::copy(this, &wrapper).map_err(|error| error.to_string())?;
    let mut command = Command::new(cargo);
    command.args(["build", "--package", "grundy-fuzz", "--features", "libfuzzer", "--locked"]);
    command.current_dir(root()).env("RUSTC_WORKSPACE_WRAPPER", wrapper).env(INSTRUMENT, "1");
    run("fuzz", &mut command)?;
    Ok(target().join("debug/grundy-fuzz"))
}

/// The names of the targets, which are the folders of their seeds.
fn targets() -> Result<Vec<String>, String> {
    let seeds = root().join("fuzz/seeds");
    let folders = fs::read_dir(&seeds).map_err(|error| format!("{}: {error}", seeds.display()))?;
    let mut names: Vec<String> =
        folders.flatten().map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Runs a target for so many seconds. Returns the number of executions, and whether no input made it fail.
fn fuzz(program: &Path, name: &str, seconds: u64) -> Result<(u64, bool), String> {
    let folder = target().join("fuzz").join(name);
    // Inputs that reach new code are kept here for later runs.
    let found = folder.join("corpus");
    fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    let output = Command::new(program)
        .env("GRUNDY_FUZZ_TARGET", name)
        .args([format!("-max_total_time={seconds}"), format!("-artifact_prefix={}/", folder.display())])
        .args(["-max_len=1024", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"])
        .args([found, root().join("fuzz/seeds").join(name)])
        .output()
        .map_err(|error| format!("fuzz: {} did not start: {error}", program.display()))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let of_line = |line: &str| {
        let number = line.strip_prefix("stat::number_of_executed_units:").or(line.strip_prefix('#'))?;
        number.split_whitespace().next()?.parse().ok()
    };
    // A stack overflow ends it without statistics: then the last line of progress counts.
    let count = log.lines().rev().find_map(of_line);
    if !output.status.success() {
        println!("{log}");
    }
    Ok((count.unwrap_or(0), output.status.success()))
}
