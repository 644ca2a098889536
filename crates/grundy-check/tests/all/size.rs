//! What a reader has to read who does not believe the checker: for each claim some files, few enough for one sitting.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The most lines of code for a claim.
const ONE_SITTING: usize = 1_300;

/// What every claim goes through.
const COMMON: [&str; 5] = ["budget", "file", "lib", "main", "parse"];

/// The claims, with the module that checks each.
const CLAIMS: [(&str, &str); 7] = [
    ("row-period", "rows"),
    ("value-period and diagonal-period, version 1", "diagonals"),
    ("value-period and diagonal-period, version 3", "full"),
    ("settled-values", "settled"),
    ("sharing-value and sharing-records", "sharing"),
    ("automatic-values", "automata"),
    ("heap-period", "heaps"),
];

/// The text of a module without its unit tests.
fn source(module: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(format!("{module}.rs"));
    let text = fs::read_to_string(path).unwrap();
    text.split("#[cfg(test)]").next().unwrap().to_owned()
}

/// Lines that are neither blank nor comments.
fn code(module: &str) -> usize {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    source(module).lines().filter(is_code).count()
}

/// The modules of the crate that a module names.
fn named(module: &str, all: &BTreeSet<String>) -> BTreeSet<String> {
    let text = source(module);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let text = lines.join("\n");
    let mut found = BTreeSet::new();
    for path in text.split("crate::").skip(1) {
        let list = path.strip_prefix('{').and_then(|list| list.split('}').next());
        for path in list.map_or(vec![path], |list| list.split(',').collect()) {
            let name = path.trim().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            found.extend(all.get(name).cloned());
        }
    }
    found
}

#[test]
fn each_claim_can_be_checked_by_reading_few_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder).unwrap().flatten().map(|file| file.path());
    let all: BTreeSet<String> =
        files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let common: usize = COMMON.iter().map(|module| code(module)).sum();
    let mut seen: BTreeSet<String> = COMMON.iter().map(|&module| module.to_owned()).collect();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates.md");
    let docs = fs::read_to_string(docs).unwrap();
    for (claim, root) in CLAIMS {
        let mut needed = BTreeSet::from([root.to_owned()]);
        loop {
            let more: BTreeSet<String> = needed.iter().flat_map(|module| named(module, &all)).collect();
            let before = needed.len();
            needed.extend(more.into_iter().filter(|module| !COMMON.contains(&module.as_str())));
            if needed.len() == before {
                break;
            }
        }
        let lines = common + needed.iter().map(|module| code(module)).sum::<usize>();
        assert!(lines < ONE_SITTING, "{claim}: {lines} lines in {needed:?}");
        let files: Vec<String> = needed.iter().map(|module| format!("`{module}`")).collect();
        let row = format!("| {claim} | {} | {} |", files.join(", "), thousands(lines));
        assert!(docs.contains(&row), "docs/certificates.md should have this line:\n{row}");
        seen.extend(needed);
    }
    assert_eq!(seen, all, "a file of the checker belongs to no claim");
}

fn thousands(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}
