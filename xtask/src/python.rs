//! The Python package: built, and tested in an environment of its own.

use crate::layers::root;
use crate::run;
use crate::web::target;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests need besides the package: the same as `python/pyproject.toml` says, and maturin.
const NEEDS: &[&str] = &["maturin>=1.8,<2", "numpy>=1.24", "pip>=23"];

/// Builds the package, checks its types, and runs its tests, doctests and notebooks. One of the tests asks the command line, the API and
/// Python the same questions (`crates/grundy-answers/tests/fifty.json`), so the program is built too.
pub fn test() -> Result<(), String> {
    let environment = environment()?;
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let source = root().join("python");
    // In the profile of the tests, so that what they have compiled is used again.
    let maturin = ["-m", "maturin", "develop", "--extras", "test", "--locked"];
    run("package", command(&python, &source).args(maturin).env("VIRTUAL_ENV", &environment))?;
    run("types", command(&python, &source).args(["-m", "mypy"]))?;
    crate::cargo("program", &["build", "--package", "grundy-cli", "--locked"])?;
    let program = target().join(if cfg!(windows) { "debug/grundy.exe" } else { "debug/grundy" });
    run("Python tests", command(&python, &source).args(["-m", "pytest"]).env("GRUNDY_BIN", program))
}

/// A virtual environment in the target folder, made if it is not there.
fn environment() -> Result<PathBuf, String> {
    let folder = root().join("target/python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        let usual = if cfg!(windows) { "python" } else { "python3" };
        run("environment", command(Path::new(usual), &root()).args(["-m", "venv"]).arg(&folder)).map_err(
            |error| format!("{error}\nhint: the tests need Python 3.10 or later with its module venv"),
        )?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run("environment", command(&python, &root()).args(install).args(NEEDS))?;
    Ok(folder)
}

fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_remove("PYTHONPATH").env_remove("PYTHONHOME").env_remove("CONDA_PREFIX");
    command
}
