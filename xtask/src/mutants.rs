//! Mutation testing: changes the code in small ways, one at a time, and tells which changes no test notices.

use crate::layers::root;
use std::process::Command;

/// The crate whose every mutant is tested by default: the checker, which is small and has quick tests of its own.
const CHECKER: &str = "grundy-check";

/// Runs cargo-mutants on the checker, or on these files of any crate with the tests of that crate.
pub fn run(files: &[&str]) -> Result<(), String> {
    install()?;
    let mut command = Command::new("cargo");
    command.current_dir(root()).args([
        "mutants",
        "--output",
        "target/mutants",
        "--timeout",
        "60",
        "--colors",
        "never",
    ]);
    if files.is_empty() {
        command.args(["--package", CHECKER, "--file", "crates/grundy-check/src/**"]);
    }
    for file in files {
        command.args(["--file", file]);
    }
    // 0: all caught, 2: some missed, 3: some timed out; the rest are failures.
    match command.status().map_err(|error| error.to_string())?.code() {
        Some(0) => Ok(()),
        Some(2 | 3) => Err("see target/mutants/mutants.out/missed.txt and timeout.txt".to_owned()),
        _ => Err("cargo mutants failed".to_owned()),
    }
}

fn install() -> Result<(), String> {
    let version = Command::new("cargo").args(["mutants", "--version"]).output();
    if version.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    println!("== mutants: installing cargo-mutants");
    let status = Command::new("cargo").args(["install", "cargo-mutants", "--locked"]).status();
    if status.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err("cargo-mutants cannot be installed".to_owned())
    }
}
