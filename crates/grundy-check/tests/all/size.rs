//! What a reader has to read who does not believe the checker: for each kind of claim there is a checker of its own, short enough for one sitting.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Upper limit on the lines of code of a checker.
const ONE_SITTING: usize = 1_300;

/// The features, with the claims that each checks.
const FEATURES: [(&str, &str); 6] = [
    ("rows", "row-period"),
    ("values", "value-period and diagonal-period"),
    ("settled", "settled-values"),
    ("sharing", "sharing-value and sharing-records"),
    ("automata", "automatic-values"),
    ("heaps", "heap-period"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Lines that are neither blank nor comments, without those of unit tests.
fn code(file: &Path) -> usize {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//")).count()
}

/// The files that the compiler reads to make the library with this feature alone, and which it compiles without a warning.
fn compiled(feature: &str) -> BTreeSet<PathBuf> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("checker-of-{feature}"));
    fs::create_dir_all(&out).unwrap();
    let list = out.join("files.d");
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .current_dir(root())
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--crate-name",
            "grundy_check",
            "--deny",
            "warnings",
        ])
        .args(["--cfg", &format!("feature=\"{feature}\""), "--emit"])
        .arg(format!("metadata={},dep-info={}", out.join("library").display(), list.display()))
        .arg("src/lib.rs")
        .output()
        .unwrap();
    assert!(output.status.success(), "{feature}: {}", String::from_utf8_lossy(&output.stderr));
    // Each file is a target without prerequisites, too: `src/lib.rs:`.
    let list = fs::read_to_string(list).unwrap();
    list.lines().filter_map(|line| line.strip_suffix(':')).map(|file| root().join(file)).collect()
}

#[test]
fn each_claim_has_a_checker_that_can_be_read_in_one_sitting() {
    let docs = fs::read_to_string(root().join("../../docs/certificates.md")).unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(!manifest.contains("dependencies"), "a reader would have to read them too");
    let main = root().join("src/main.rs");
    let mut seen = BTreeSet::from([main.clone()]);
    for (feature, claims) in FEATURES {
        let files = compiled(feature);
        let lines = code(&main) + files.iter().map(|file| code(file)).sum::<usize>();
        assert!(lines < ONE_SITTING, "{feature}: {lines} lines in {files:?}");
        let row = format!("| {claims} | `{feature}` | {} |", thousands(lines));
        assert!(docs.contains(&row), "docs/certificates.md should have this line:\n{row}");
        seen.extend(files);
    }
    let mut all = BTreeSet::new();
    collect(&root().join("src"), &mut all);
    assert_eq!(seen, all, "a file of the checker belongs to no claim");
}

fn collect(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.insert(path);
        }
    }
}

fn thousands(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}
