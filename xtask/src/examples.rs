//! The examples of the library: each asserts something, and is run.

use crate::layers::root;
use crate::web::target;
use crate::{cargo, run as run_command};
use std::process::Command;

/// Builds and runs every example of the library.
pub fn run() -> Result<(), String> {
    cargo("examples", &["build", "--package", "grundy", "--locked", "--examples"])?;
    run_built()
}

/// Runs the examples, which `cargo test` has built too.
pub fn run_built() -> Result<(), String> {
    let folder = root().join("crates/grundy/examples");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    for name in &names {
        let program =
            target().join("debug/examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
        run_command("example", Command::new(program).current_dir(root()))?;
    }
    Ok(())
}
