//! The version is the same wherever it is written.

use std::path::Path;

#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, line) in [
        ("CITATION.cff", format!("version: {version}\n")),
        ("codemeta.json", format!("\"version\": \"{version}\"")),
        ("CHANGELOG.md", format!("\n## {version}\n")),
    ] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(&line), "{file} does not have {line:?}");
    }
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let siblings = manifest.lines().filter(|line| line.contains("path = \"crates/"));
    for line in siblings {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}
