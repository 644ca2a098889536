//! The crates as they would be published: each is packaged, unpacked, and checked away from the workspace.
//!
//! A package must hold what its crate needs, and nothing else. `cargo package` verifies that for crates whose dependencies are published;
//! here the siblings of a package are unpacked packages too, so nothing has to be published and nothing is downloaded.

use crate::layers::{CRATES, folder, root};
use crate::web::target;
use crate::{cargo, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What the top of a package may hold.
const MAY_HOLD: &[&str] = &[
    ".cargo_vcs_info.json",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "build.rs",
    "corpus",
    "docs",
    "examples",
    "page",
    "src",
];

/// What every package must hold.
const MUST_HOLD: &[&str] = &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"];

/// What every published manifest says.
const KEYS: &[&str] = &[
    "name",
    "version",
    "edition",
    "rust-version",
    "description",
    "license",
    "keywords",
    "categories",
    "include",
];

/// Packages every crate, and checks each package without the workspace.
pub fn check() -> Result<(), String> {
    let crates = published()?;
    lists(&crates)?;
    on_their_own(&crates, &crates)
}

/// The short form: what every package holds, and the library without the workspace.
pub fn check_library() -> Result<(), String> {
    lists(&published()?)?;
    // The checker is a dev-dependency of the library.
    on_their_own(&["grundy-check", "grundy"], &["grundy"])
}

/// The crates that are published, in the order in which they would be.
pub fn published() -> Result<Vec<&'static str>, String> {
    let mut published = Vec::new();
    for &name in CRATES {
        if !read(&folder(name).join("Cargo.toml"))?.lines().any(|line| line == "publish = false") {
            published.push(name);
        }
    }
    Ok(published)
}

/// Fails with everything that packages hold and should not, or lack.
fn lists(crates: &[&str]) -> Result<(), String> {
    let mut wrong = Vec::new();
    for &name in crates {
        let manifest = read(&folder(name).join("Cargo.toml"))?;
        let package: Vec<&str> = manifest.lines().skip(1).take_while(|line| !line.starts_with('[')).collect();
        let says = |key: &str| package.iter().any(|line| line.split(['.', ' ']).next() == Some(key));
        wrong.extend(
            KEYS.iter().filter(|key| !says(key)).map(|key| format!("  {name}: the manifest has no {key}")),
        );
        let held = list(name)?;
        let holds = |path: &str| held.iter().any(|other| other == path);
        wrong.extend(
            MUST_HOLD.iter().filter(|path| !holds(path)).map(|path| format!("  {name} lacks {path}")),
        );
        for path in &held {
            let top = path.split('/').next().unwrap_or(path);
            if !MAY_HOLD.contains(&top) {
                wrong.push(format!(
                    "  {name} holds {path}: change `include` in its manifest, or xtask/src/package.rs"
                ));
            }
        }
    }
    if wrong.is_empty() {
        println!("== package: {} packages hold what they should", crates.len());
        return Ok(());
    }
    Err(format!("package:\n{}", wrong.join("\n")))
}

/// The files of a package.
fn list(name: &str) -> Result<Vec<String>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["package", "--package", name, "--list", "--allow-dirty", "--offline", "--quiet"];
    let output = Command::new(cargo).args(arguments).current_dir(root()).output();
    let output = output.map_err(|error| format!("cargo did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("package: {name}:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    // The separator of Windows.
    let paths = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
    Ok(paths.lines().map(str::to_owned).collect())
}

/// Packages and unpacks `crates`, and runs `cargo check` on those of `wanted`, offline.
fn on_their_own(crates: &[&str], wanted: &[&str]) -> Result<(), String> {
    let started = Instant::now();
    let mut arguments = vec!["package", "--no-verify", "--allow-dirty", "--offline", "--quiet"];
    arguments.extend(crates.iter().flat_map(|name| ["--package", name]));
    cargo("package", &arguments)?;

    let place = root().join(target()).join("package-check");
    let version = version()?;
    for entry in fs::read_dir(&place).into_iter().flatten().flatten() {
        // Packages of another run; compiled dependencies are kept.
        if entry.file_name() != "target" && entry.path().is_dir() {
            fs::remove_dir_all(entry.path())
                .map_err(|error| format!("{}: {error}", entry.path().display()))?;
        }
    }
    fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    for name in crates {
        let packed = root().join(target()).join(format!("package/{name}-{version}.crate"));
        // Packed files all have the same old time, by which cargo would not notice that they have changed: -m sets it to now.
        run("unpack", Command::new("tar").arg("-xzmf").arg(&packed).arg("-C").arg(&place))?;
    }
    let patches: Vec<String> =
        crates.iter().map(|name| format!("{name} = {{ path = \"{name}-{version}\" }}")).collect();
    let head = "[workspace]\nresolver = \"3\"\nmembers = [\"grundy*\"]\n\n[patch.crates-io]";
    write(&place.join("Cargo.toml"), &format!("{head}\n{}\n", patches.join("\n")))?;
    write(&place.join("Cargo.lock"), &read(&root().join("Cargo.lock"))?)?;
    let folder: PathBuf = place.join("target");
    for name in wanted {
        let examples = place.join(format!("{name}-{version}/examples")).is_dir();
        let targets: &[&str] = if examples { &["--lib", "--examples"] } else { &[] };
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(program);
        command.args(["check", "--offline", "--quiet", "--package", name]).args(targets);
        run("package on its own", command.current_dir(&place).env("CARGO_TARGET_DIR", &folder))?;
    }
    println!("== package: checked {} on their own in {} s", wanted.join(", "), started.elapsed().as_secs());
    Ok(())
}

/// The version of all crates.
pub fn version() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    line.map(str::to_owned).ok_or_else(|| "Cargo.toml has no version".to_owned())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
