//! The copy of the workspace that has all mutants in it.

use crate::find::{Site, sites};
use crate::write::{Written, write};
use crate::{PACKAGES, read, save, save_bytes};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A change of the code.
pub struct Mutant {
    /// From [`FIRST`] on.
    pub id: u32,
    /// Its path from the root of the workspace.
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub function: String,
    /// E.g. `+ with -`.
    pub change: String,
    /// The line of the source.
    pub code: String,
}

impl Mutant {
    pub fn is_in(&self, package: &str) -> bool {
        self.file.starts_with(&format!("crates/{package}/"))
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, function, change, code, .. } = self;
        write!(f, "{file}:{line}:{column}: {function}: {change}: {code}")
    }
}

/// Smaller numbers have a meaning in `mutant.rs`.
const FIRST: u32 = 10;

/// A file with its text and its sites, each with the number of its first mutant.
pub struct Source {
    pub file: String,
    text: String,
    sites: Vec<(Site, u32)>,
}

/// The mutants of these files.
pub fn mutants(sources: &[Source]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for Source { file, text, sites } in sources {
        let lines: Vec<&str> = text.lines().collect();
        for (site, first) in sites {
            for (id, becomes) in (*first..).zip(&site.becomes) {
                let code = lines[site.line - 1].trim().to_owned();
                let (function, change) = (site.function.clone(), site.change(becomes));
                let Site { line, column, .. } = *site;
                found.push(Mutant { id, file: file.clone(), line, column, function, change, code });
            }
        }
    }
    found
}

/// Reads these files and folders and numbers their mutants in order.
pub fn sources(root: &Path, files: &[&str]) -> Result<Vec<Source>, String> {
    let mut paths = Vec::new();
    for file in files {
        collect(&root.join(file), &mut paths)?;
    }
    let mut next = FIRST;
    let mut found = Vec::new();
    for path in paths {
        let text = read(&path)?;
        let sites = sites(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let numbered = sites.into_iter().map(|site| {
            let first = next;
            next += site.count();
            (site, first)
        });
        let sites = numbered.collect();
        let file = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        found.push(Source { file, text, sites });
    }
    Ok(found)
}

/// Files that no test of the crates reaches without a GPU, and files of tests.
const LEFT_OUT: [&str; 4] = ["cuda.rs", "taken.rs", "tests.rs", "twin.rs"];

/// All files of Rust in a folder but for those that are left out, in order.
fn collect(path: &Path, into: &mut Vec<PathBuf>) -> Result<(), String> {
    if path.is_file() {
        into.push(path.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_source = path.extension().is_some_and(|end| end == "rs")
            && !LEFT_OUT.iter().any(|name| path.ends_with(name));
        if path.is_dir() || is_source {
            collect(&path, into)?;
        }
    }
    Ok(())
}

/// Copies the workspace, writes the mutants, and finds those that do not compile.
pub fn build(root: &Path, folder: &Path, sources: &[Source]) -> Result<HashSet<u32>, String> {
    let copy = folder.join("workspace");
    let ends =
        sources.iter().filter_map(|source| source.sites.last()).map(|(site, first)| first + site.count());
    let module = include_str!("mutant.rs.in").replace("COUNT", &ends.max().unwrap_or(FIRST).to_string());
    for package in PACKAGES {
        save(&copy.join("crates").join(package).join("src/mutant.rs"), &module)?;
    }
    copy_tracked(root, &copy, sources)?;
    let memory = folder.join("dropped.txt");
    let version = version(sources).to_string();
    let known = read(&memory).unwrap_or_default();
    let mut known = known.lines();
    let mut dropped: HashSet<u32> = HashSet::new();
    if known.next() == Some(&version) {
        dropped = known.filter_map(|id| id.parse().ok()).collect();
    }
    loop {
        let mut written = BTreeMap::new();
        for Source { file, text, sites } in sources {
            let mut new = write(text, sites, &dropped);
            new.text += module_of(file);
            save(&copy.join(file), &new.text)?;
            written.insert(file.clone(), new);
        }
        let more = failing(&copy, folder, &written)?;
        if more.is_empty() {
            let ids: Vec<String> =
                std::iter::once(version).chain(dropped.iter().map(u32::to_string)).collect();
            save(&memory, &ids.join("\n"))?;
            return Ok(dropped);
        }
        println!("mutants: {} do not compile", more.len());
        dropped.extend(more);
    }
}

/// A number that changes with the texts.
fn version(sources: &[Source]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        (&source.file, &source.text).hash(&mut hasher);
    }
    hasher.finish()
}

/// What is added to a file: the roots of crates declare the module that selects mutants.
fn module_of(file: &str) -> &'static str {
    let is_root = PACKAGES.iter().any(|package| {
        let source = format!("crates/{package}/src");
        file == format!("{source}/lib.rs") || file == format!("{source}/main.rs")
    });
    if is_root { "\n#[allow(dead_code, missing_docs)]\nmod mutant;\n" } else { "" }
}

const LINTS: &str = "[workspace.lints.rust]\n";

/// A mutant may overflow or divide by zero with constants; that is for the tests to notice.
const ALLOWED: &str = "arithmetic_overflow = \"allow\"\nunconditional_panic = \"allow\"\n";

/// Copies the files that git knows of, but for those with mutants.
fn copy_tracked(root: &Path, copy: &Path, sources: &[Source]) -> Result<(), String> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let list =
        Command::new("git").args(list).current_dir(root).output().map_err(|error| format!("git: {error}"))?;
    for name in String::from_utf8_lossy(&list.stdout).lines() {
        if sources.iter().any(|source| source.file == name) {
            continue;
        }
        let (from, to) = (root.join(name), copy.join(name));
        let Ok(mut bytes) = fs::read(&from) else { continue };
        bytes.extend(module_of(name).bytes());
        if name == "Cargo.toml" {
            bytes = String::from_utf8_lossy(&bytes).replace(LINTS, &format!("{LINTS}{ALLOWED}")).into_bytes();
        }
        save_bytes(&to, &bytes)?;
    }
    Ok(())
}

/// The mutants that the compiler reports errors in.
fn failing(copy: &Path, folder: &Path, written: &BTreeMap<String, Written>) -> Result<HashSet<u32>, String> {
    let mut found = HashSet::new();
    let mut unknown = String::new();
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    let arguments: Vec<&str> =
        ["check", "--lib", "--bins", "--keep-going"].into_iter().chain(packages).collect();
    let passed = cargo(copy, folder, &arguments, |message| {
        if message["message"]["level"] != "error" {
            return;
        }
        let spans = message["message"]["spans"].as_array().map_or(&[][..], Vec::as_slice);
        let mut blamed = false;
        for span in spans.iter().filter(|span| span["is_primary"] == true) {
            let file = span["file_name"].as_str().and_then(|file| written.get(file));
            let at = span["byte_start"].as_u64().and_then(|at| usize::try_from(at).ok());
            if let Some(ids) = file.zip(at).and_then(|(file, at)| file.to_blame(at)) {
                found.extend(ids);
                blamed = true;
            }
        }
        if !blamed && !spans.is_empty() {
            unknown.push_str(message["message"]["rendered"].as_str().unwrap_or_default());
        }
    })?;
    if passed || !found.is_empty() { Ok(found) } else { Err(format!("the copy does not compile\n{unknown}")) }
}

/// Builds the programs of tests of a package.
pub fn test_programs(folder: &Path, package: &str, tests: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut programs = Vec::new();
    let arguments = [&["test", "--no-run", "--package", package], tests].concat();
    let passed = cargo(&folder.join("workspace"), folder, &arguments, |message| {
        let program = message["executable"].as_str().map(PathBuf::from);
        if message["profile"]["test"] == true {
            programs.extend(program);
        }
    })?;
    if passed { Ok(programs) } else { Err("the tests do not compile".to_owned()) }
}

/// Runs cargo in the copy and shows each message to `look`. Returns whether it succeeded.
fn cargo(
    copy: &Path,
    folder: &Path,
    arguments: &[&str],
    mut look: impl FnMut(&Value),
) -> Result<bool, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).args(["--quiet", "--message-format=json"]).current_dir(copy);
    command.env("CARGO_TARGET_DIR", folder.join("target")).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Ok(message) = serde_json::from_str(line) {
            look(&message);
        }
    }
    Ok(output.status.success())
}
