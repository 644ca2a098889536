//! Mutation tests: changes the code in small ways, one at a time, and tells which changes no test notices.
//!
//! The crates are copied and built once with all mutants in them ("mutant schemata"): each mutant is a branch that a variable of the
//! environment selects at run time. Each test is run once without a mutant and records which mutants it reaches, and how long it takes.
//! Then each mutant is run with the tests that reach it, quick ones first, until one fails.
//!
//! A mutant is *caught* if a test fails, and *timed out* if a test takes far longer than without it. Of those that survive,
//! `explained/` lists the ones that no test should notice, with the reason.

mod build;
mod explain;
mod find;
mod run;
mod write;

use build::Mutant;
use explain::Explained;
use run::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// What is mutated by default: files and folders, in the order in which they are tested.
const FILES: [&str; 9] = [
    "crates/grundy-check/src",
    "crates/grundy/src/mex.rs",
    "crates/grundy/src/rules",
    "crates/grundy/src/theorem",
    "crates/grundy/src/period",
    "crates/grundy/src/r_wythoff",
    "crates/grundy/src/star_nim",
    "crates/grundy/src/sharing_nim",
    "crates/grundy/src/solve",
];

/// The packages whose sources are mutated and whose tests are run.
const PACKAGES: [&str; 2] = ["grundy-check", "grundy"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = arguments.splitn(2, |argument| argument == "--");
    let chosen = parts.next().unwrap_or(&[]);
    let tests: Vec<&str> = parts.next().unwrap_or(&[]).iter().map(String::as_str).collect();
    let tests = if tests.is_empty() { vec!["--lib", "--bins", "--tests"] } else { tests };
    match go(chosen, &tests) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("mutants: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Tests the mutants of these files, or of all, with the tests that these arguments of cargo select. Returns whether no survivor is unexplained.
fn go(chosen: &[String], tests: &[&str]) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).ok_or("no workspace")?.to_path_buf();
    let folder = root.join("target/mutants");
    let explained = Explained::read(&root.join("xtask/mutants/explained"))?;
    let mut sources = build::sources(&root, &FILES)?;
    sources.retain(|source| chosen.is_empty() || chosen.iter().any(|part| source.file.starts_with(part)));
    let mutants = build::mutants(&sources);
    let dropped = build::build(&root, &folder, &sources)?;
    let tested: Vec<&Mutant> = mutants.iter().filter(|mutant| !dropped.contains(&mutant.id)).collect();
    println!("mutants: {} compile, {} do not", tested.len(), dropped.len());
    let mut outcomes = BTreeMap::new();
    for package in PACKAGES {
        // The tests of a crate must catch its mutants without the help of other crates.
        let of_package: Vec<&Mutant> =
            tested.iter().copied().filter(|mutant| mutant.is_in(package)).collect();
        if !of_package.is_empty() {
            outcomes.extend(run::run_all(&folder, package, tests, &of_package)?);
        }
    }
    Ok(report(&folder, &tested, &outcomes, &explained, chosen.is_empty()))
}

#[derive(Default)]
struct Count {
    mutants: usize,
    caught: usize,
    timed_out: usize,
    explained: usize,
    survived: usize,
}

/// Prints the survivors without an explanation and the numbers by folder. Returns whether there is no such survivor.
fn report(
    folder: &Path,
    tested: &[&Mutant],
    outcomes: &BTreeMap<u32, Outcome>,
    explained: &Explained,
    is_all: bool,
) -> bool {
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut survivors = String::new();
    let mut used = vec![false; explained.len()];
    for mutant in tested {
        let Some(outcome) = outcomes.get(&mutant.id) else { continue };
        let of_all = ["all".to_owned(), group(&mutant.file)];
        let reason = explained.find(mutant);
        if let Some(entry) = reason {
            used[entry] = true;
        }
        for name in of_all {
            let count = counts.entry(name).or_default();
            count.mutants += 1;
            match outcome {
                Outcome::Caught(_) => count.caught += 1,
                Outcome::TimedOut(_) => count.timed_out += 1,
                Outcome::Survived(_) if reason.is_some() => count.explained += 1,
                Outcome::Survived(_) => count.survived += 1,
            }
        }
        if let (Outcome::Survived(tests), None) = (outcome, reason) {
            let _ = writeln!(survivors, "{mutant} ({tests} tests reach it)");
        }
    }
    print!("{survivors}");
    let file = folder.join("survivors.txt");
    if let Err(error) = fs::write(&file, &survivors) {
        eprintln!("mutants: {}: {error}", file.display());
    }
    for (entry, used) in used.iter().enumerate() {
        if is_all && !used {
            println!("mutants: no mutant is explained by {}", explained.describe(entry));
        }
    }
    for (name, count) in &counts {
        let Count { mutants, caught, timed_out, explained, survived } = count;
        println!(
            "{name}: {mutants} mutants, {caught} caught, {timed_out} timed out, {explained} explained, {survived} survivors unexplained"
        );
    }
    survivors.is_empty()
}

/// The module or crate of a file, as the report counts them.
fn group(file: &str) -> String {
    let module = file.strip_prefix("crates/grundy/src/").and_then(|rest| rest.split('/').next());
    module.unwrap_or("grundy-check").to_owned()
}

/// Reads a file, with its path in the message of an error.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    save_bytes(path, text.as_bytes())
}

/// Writes a file and the folders that it is in. A file that is equal already keeps its time, so that cargo builds only what has changed.
fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
    parent.and_then(|()| fs::write(path, bytes)).map_err(|error| format!("{}: {error}", path.display()))
}
