//! The dependency order of modules and crates: each may use only those listed before it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library in dependency order: each may use only those before it.
const MODULES: &[&str] = &[
    "words",
    "widths",
    "codec",
    "nimber",
    "mex",
    "notation",
    "error",
    "device",
    "heaps",
    "geometry",
    "ruleset",
    "rules",
    "solve",
    "compound",
    "catalog",
    "table",
    "sequence",
    "period",
    "r_wythoff",
    "star_nim",
    "sharing_nim",
    "automaton",
    "describe",
    "theorem",
    "strategy",
];

/// The crates in dependency order: each may depend only on those before it.
pub const CRATES: &[&str] = &[
    "grundy-check",
    "grundy",
    "grundy-claims",
    "grundy-export",
    "grundy-store",
    "grundy-answers",
    "grundy-book",
    "grundy-web",
    "grundy-py",
    "grundy-cli",
    "xtask",
];

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The folder of a crate.
pub fn folder(name: &str) -> PathBuf {
    if name == "xtask" { root().join("xtask") } else { root().join("crates").join(name) }
}

/// Checks the order, and reports every violation.
pub fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    modules(&root().join("crates/grundy/src"), &mut wrong)?;
    crates(&mut wrong)?;
    names(&mut wrong)?;
    if wrong.is_empty() {
        println!("== layers: every module and crate uses only those before it");
        return Ok(());
    }
    Err(format!("layers:\n{}", wrong.join("\n")))
}

fn modules(source: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for file in rust_files(source)? {
        let inside = file.strip_prefix(source).unwrap_or(&file);
        let module = inside.iter().next().map(|first| first.to_string_lossy().replace(".rs", ""));
        let Some(module) = module.filter(|name| name != "lib") else { continue };
        let Some(level) = MODULES.iter().position(|&name| name == module) else {
            wrong.push(format!("  module {module} is not in the order: add it to xtask/src/layers.rs"));
            continue;
        };
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (number, line) in (1..).zip(text.lines()) {
            // Unit tests at the end of a file, and comments, may refer to any module.
            if line.trim() == "#[cfg(test)]" {
                break;
            }
            let code = line.split("//").next().unwrap_or("");
            for reached in code.split("crate::").skip(1) {
                let name: String = reached.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let target = MODULES.iter().position(|&module| module == name);
                if target.is_none_or(|target| target > level) {
                    wrong.push(format!("  {}:{number}: {module} must not use {name}", file.display()));
                }
            }
        }
    }
    Ok(())
}

/// A game is known by its rules: nothing but the catalogue compares its name with a text.
fn names(wrong: &mut Vec<String>) -> Result<(), String> {
    for file in rust_files(&root().join("crates"))? {
        let path = file.to_string_lossy().replace('\\', "/");
        if !path.contains("/src/") || path.ends_with("/catalog.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or("");
            let after = code.split("name()").nth(1).unwrap_or("");
            let compared = after.contains("== \"")
                || after.contains("!= \"")
                || code.contains("match") && after.starts_with(".as_str()");
            if compared {
                wrong.push(format!("  {}:{number}: a game told by its name", file.display()));
            }
        }
    }
    Ok(())
}

fn crates(wrong: &mut Vec<String>) -> Result<(), String> {
    for (level, name) in CRATES.iter().enumerate() {
        let manifest = folder(name).join("Cargo.toml");
        let text =
            fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
        for line in text.lines().skip_while(|line| !line.starts_with("[dependencies]")) {
            let key = line.split(['=', '.', ' ']).next().unwrap_or("");
            if CRATES.iter().position(|&other| other == key).is_some_and(|other| other >= level) {
                wrong.push(format!("  {name} must not depend on {key}, which comes after it"));
            }
        }
    }
    let folders = fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?;
    for folder in folders.flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        if !CRATES.contains(&name.as_str()) {
            wrong.push(format!("  crate {name} is not in the order: add it to xtask/src/layers.rs"));
        }
    }
    Ok(())
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}
