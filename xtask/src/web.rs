//! Tests the workbench from outside: its API against its OpenAPI document, and its page in a browser.

use crate::layers::root;
use crate::run;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Generates requests from the OpenAPI document, valid and invalid ones.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// The checks on each response: no server error, and status, content type and body as documented.
const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// Builds the program and tests its API and its page.
pub fn test() -> Result<(), String> {
    crate::cargo("workbench", &["build", "--package", "grundy-cli", "--locked"])?;
    test_built()
}

/// Tests the program that is built already. `cargo test` builds it too, with features of all crates, so that building it again would take minutes.
pub fn test_built() -> Result<(), String> {
    let program = program();
    api(&program)?;
    page(&program)
}

/// Tests the API against its OpenAPI document.
fn api(program: &Path) -> Result<(), String> {
    let venv = target().join("schemathesis");
    let tool = venv.join("bin/schemathesis");
    if !tool.exists() {
        run("api", Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        run("api", Command::new(venv.join("bin/pip")).args(["install", "--quiet", SCHEMATHESIS]))?;
    }
    // There are many requests, so long ones are cut off after one second.
    let server = Server::start(program, &["--memory", "512MiB", "--time", "1"])?;
    let status = Command::new(tool)
        .args(["run", "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "15"])
        // With several workers, threads parse Python at the same time, and ast.parse of CPython 3.11 then fails now and then
        // ("AST constructor recursion depth mismatch").
        .args(["--seed", "1", "--workers", "1", "--request-timeout", "60", "--warnings", "off", "--no-color"])
        .arg(format!("{}api", server.url))
        .current_dir(target())
        .status()
        .map_err(|error| format!("api: schemathesis did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err("api: responses do not match the OpenAPI document".to_owned()) }
}

/// Checks the types of the page's scripts, then tests the page in Chromium.
fn page(program: &Path) -> Result<(), String> {
    let folder = root().join("crates/grundy-web/tests/browser");
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().any(is_installed);
    let mut missing = if browser { vec![] } else { vec!["chromium", "fonts-dejavu-core"] };
    if !is_installed("npm") {
        missing.extend(["nodejs", "npm"]);
    }
    if !missing.is_empty() {
        install("page", &missing)?;
    }
    let npm = |arguments: &[&str]| {
        run("page", Command::new("npm").args(arguments).current_dir(&folder).env("GRUNDY_BIN", program))
    };
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])
}

/// Installs packages of Debian.
pub fn install(what: &str, packages: &[&str]) -> Result<(), String> {
    run(what, Command::new("apt-get").args(["update", "--quiet"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--quiet", "--yes", "--no-install-recommends"]).args(packages);
    run(what, install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Does a program start?
pub fn is_installed(program: &str) -> bool {
    let ran = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    ran.is_ok_and(|status| status.success())
}

/// The program in the development profile.
pub fn program() -> PathBuf {
    target().join("debug/grundy").with_extension(std::env::consts::EXE_EXTENSION)
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A running workbench, killed on drop.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(program: &Path, arguments: &[&str]) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--no-store"]).args(arguments).stdout(Stdio::piped());
        let child =
            command.spawn().map_err(|error| format!("{} did not start: {error}", program.display()))?;
        let mut server = Self { child, url: String::new() };
        let out = server.child.stdout.take().ok_or("the workbench has no standard output")?;
        BufReader::new(out).read_line(&mut server.url).map_err(|error| error.to_string())?;
        server.url.truncate(server.url.trim_end().len());
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
