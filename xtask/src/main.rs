//! The chores of grundy: `cargo xtask test | web | python | layers | bench | gallery`.

mod gallery;
mod layers;
mod python;
mod web;

use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str = "\
cargo xtask test      everything that must hold: format, lints, layers, all tests, the workbench, documentation, Python
cargo xtask web       only: the workbench's API against its description, and its page in a browser
cargo xtask python    only: the Python package, in an environment of its own in target/python, and that the command line, the API
                      and Python give the same answers
cargo xtask layers    only: no room reaches into one that is built on it
cargo xtask bench     asserts answers, then times them; `bench quick` takes seconds instead of minutes
cargo xtask gallery   remakes the pictures of docs/gallery.md";

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let done = match wanted.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["python"] => python::test(),
        ["layers"] => layers::check(),
        ["web"] => web::test(),
        ["gallery"] => gallery::remake(),
        ["bench"] => bench("full"),
        ["bench", "quick"] => bench("quick"),
        _ => Err(USAGE.to_owned()),
    };
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
    cargo("format", &["fmt", "--all", "--check"])?;
    layers::check()?;
    cargo("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    cargo("tests", &["test", "--workspace", "--locked"])?;
    web::test()?;
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
    python::test()?;
    println!("all tests passed in {} s", started.elapsed().as_secs());
    Ok(())
}

fn bench(how_much: &str) -> Result<(), String> {
    cargo("bench", &["bench", "--package", "grundy", "--bench", "speed", "--locked", "--", how_much])
}

/// Runs cargo in the root of the workspace.
fn cargo(what: &str, arguments: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    run(what, command.args(arguments).current_dir(layers::root()).env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Runs a command, says so, and fails as it does.
fn run(what: &str, command: &mut Command) -> Result<(), String> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    println!("== {what}: {}", words.join(" "));
    let status = command.status().map_err(|error| format!("{what}: {} did not start: {error}", words[0]))?;
    if status.success() { Ok(()) } else { Err(format!("{what}: failed")) }
}
