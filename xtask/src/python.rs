//! Builds the Python package and tests it in a virtual environment.

use crate::layers::root;
use crate::run;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Build dependencies: maturin, and the packages that `python/pyproject.toml` requires.
const NEEDS: &[&str] = &["maturin>=1.8,<2", "numpy>=1.24", "pip>=23"];

/// Workers of pytest-xdist. Many tests wait for processes that they have started, so there are more than cores.
const WORKERS: &str = "4";

/// Builds the package, checks its types, and runs its tests, doctests and notebooks. One of the tests asks the command line, the API and
/// Python the same questions (`crates/grundy-answers/tests/fifty.json`), so the program is built too.
pub fn test() -> Result<(), String> {
    crate::cargo("program", &["build", "--package", "grundy-cli", "--locked"])?;
    test_built()
}

/// The same with the program that is built already.
pub fn test_built() -> Result<(), String> {
    let environment = environment()?;
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let source = root().join("python");
    // Uses the dev profile, so that crates compiled for the tests are reused.
    let maturin = ["-m", "maturin", "develop", "--extras", "test", "--locked"];
    run("package", command(&python, &source).args(maturin).env("VIRTUAL_ENV", &environment))?;
    run("types", command(&python, &source).args(["-m", "mypy"]))?;
    let pytest = ["-m", "pytest", "-n", WORKERS, "--dist", "loadgroup"];
    run("Python tests", command(&python, &source).args(pytest).env("GRUNDY_BIN", crate::web::program()))
}

/// The virtual environment in the target folder, created if missing.
fn environment() -> Result<PathBuf, String> {
    let folder = root().join("target/python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        let default = if cfg!(windows) { "python" } else { "python3" };
        run("environment", command(Path::new(default), &root()).args(["-m", "venv"]).arg(&folder)).map_err(
            |error| format!("{error}\nhint: the tests need Python 3.10 or later with the venv module"),
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
