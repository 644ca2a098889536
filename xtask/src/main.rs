//! Development tasks: `cargo xtask test | web | python | formal | fuzz | mutants | layers | examples | package | book | dist | bench | gallery`.

mod book;
mod dist;
mod examples;
mod formal;
mod fuzz;
mod gallery;
mod layers;
mod package;
mod python;
mod web;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::Instant;

/// The second word of a task that uses what `cargo test` has built.
const BUILT: &str = "built";

const USAGE: &str = "\
cargo xtask test      all checks: format, layers, lints, tests, examples, packages, the workbench, documentation, Python, proofs
cargo xtask web       only the workbench: its API against its OpenAPI document, and its page in a browser
cargo xtask python    only the Python package, in a virtual environment in target/python, and the same questions at all three doors
cargo xtask formal    only the proofs of formal/, by Rocq; `formal CERTIFICATE..` states and proves the claims of certificates
cargo xtask fuzz      runs the fuzz targets for five minutes, or for `fuzz SECONDS`; they are in fuzz/
cargo xtask mutants   mutation tests of the checker and of the core of the library, or of `mutants FILE..` of them; hours
cargo xtask layers    only the dependency order of modules and crates
cargo xtask examples  only the examples of the library
cargo xtask package   packages every crate and checks each package outside the workspace, offline; `package quick` only the library
cargo xtask book      the book in target/book, by mdBook, which it installs; checks its links and runs its commands
cargo xtask dist      what is released, in target/dist: crates, tarball, Debian package, wheel; tries each in an empty
                      environment; `dist crates`, `dist programs` and `dist python` make a part
cargo xtask bench     benchmarks, which first assert their answers; `bench quick` takes seconds, not minutes, `bench gpu` is only about tables on a GPU
cargo xtask gallery   regenerates the pictures of docs/gallery.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if std::env::var_os(fuzz::INSTRUMENT).is_some() {
        return finish(fuzz::instrument(&arguments));
    }
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["python"] => python::test(),
        ["formal"] => formal::test(),
        ["formal", ref certificates @ ..] => formal::prove_files(certificates),
        ["fuzz"] => fuzz::run_all(None),
        ["fuzz", seconds] => fuzz::run_all(Some(seconds)),
        ["mutants", ref files @ ..] => {
            cargo("mutants", &[&["run", "--package", "mutants", "--locked", "--"], files].concat())
        }
        ["layers"] => layers::check(),
        ["examples"] => examples::run(),
        ["package"] => package::check(),
        ["package", "quick"] => package::check_library(),
        ["web"] => web::test(),
        ["web", BUILT] => web::test_built(),
        ["gallery"] => gallery::remake(),
        ["book"] => book::build(),
        ["dist"] => dist::make(None),
        ["dist", part @ ("crates" | "programs" | "python")] => dist::make(Some(part)),
        ["bench"] => bench("full"),
        ["bench", "quick"] => bench("quick"),
        ["bench", "gpu"] => bench("gpu"),
        _ => Err(USAGE.to_owned()),
    };
    finish(done)
}

/// The exit status, after the message of an error.
fn finish(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    let started = Instant::now();
    // Now, as cargo may replace this program when it builds the workspace.
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    cargo("format", &["fmt", "--all", "--check"])?;
    layers::check()?;
    cargo("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    cargo("tests", &["test", "--workspace", "--locked"])?;
    let workbench = Beside::start(&this, "web")?;
    let others = others();
    let workbench = workbench.finish();
    others.and(workbench)?;
    println!("all tests passed in {} s", started.elapsed().as_secs());
    Ok(())
}

/// What is tested while a browser is at the workbench, which mostly waits.
fn others() -> Result<(), String> {
    examples::run_built()?;
    package::check_library()?;
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
    python::test_built()?;
    formal::test()
}

/// A task of this program that runs beside others. Its output is shown when it has ended.
struct Beside {
    task: &'static str,
    child: Child,
    log: PathBuf,
}

impl Beside {
    /// Starts `cargo xtask TASK built` by the path of this program.
    fn start(this: &Path, task: &'static str) -> Result<Self, String> {
        let log = web::target().join(format!("{task}.log"));
        let wrong = |error| format!("{task}: {}: {error}", log.display());
        let out = File::create(&log).map_err(wrong)?;
        let same = out.try_clone().map_err(wrong)?;
        let child = Command::new(this).args([task, BUILT]).stdout(out).stderr(same).spawn().map_err(wrong)?;
        println!("== {task}: runs beside what follows; its output is in {}", log.display());
        Ok(Self { task, child, log })
    }

    /// Waits for it, and prints its output.
    fn finish(mut self) -> Result<(), String> {
        let wrong = |error| format!("{}: {}: {error}", self.task, self.log.display());
        let status = self.child.wait().map_err(wrong)?;
        println!("{}", String::from_utf8_lossy(&fs::read(&self.log).map_err(wrong)?));
        if status.success() { Ok(()) } else { Err(format!("{}: failed", self.task)) }
    }
}

fn bench(how_much: &str) -> Result<(), String> {
    let bench = [
        "bench",
        "--package",
        "grundy",
        "--features",
        "cuda",
        "--bench",
        "speed",
        "--locked",
        "--",
        how_much,
    ];
    cargo("bench", &bench)
}

/// Runs cargo in the root of the workspace.
fn cargo(what: &str, arguments: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    run(what, command.args(arguments).current_dir(layers::root()).env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Prints and runs a command; an error if it fails.
fn run(what: &str, command: &mut Command) -> Result<(), String> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    println!("== {what}: {}", words.join(" "));
    let status = command.status().map_err(|error| format!("{what}: {} did not start: {error}", words[0]))?;
    if status.success() { Ok(()) } else { Err(format!("{what}: failed")) }
}
