//! The examples of the library: each asserts something, and is run.

use crate::cargo;
use crate::layers::root;

/// Runs every example of the library.
pub fn run() -> Result<(), String> {
    let folder = root().join("crates/grundy/examples");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    for name in &names {
        cargo("example", &["run", "--quiet", "--package", "grundy", "--locked", "--example", name])?;
    }
    Ok(())
}
