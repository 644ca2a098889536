//! Collects the chapters that `docs/SUMMARY.md` lists, and the pictures of the gallery.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    // `docs` is a link to the folder of the workspace, and a folder in a package. A checkout without links has neither.
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let docs =
        Some(here.join("docs")).filter(|docs| docs.is_dir()).unwrap_or_else(|| here.join("../../docs"));
    println!("cargo::rerun-if-changed={}", docs.display());
    let list = docs.join("SUMMARY.md");
    let list = std::fs::read_to_string(&list).unwrap_or_else(|error| stop(&list, &error));

    let mut chapters = String::from("static CHAPTERS: &[Chapter] = &[\n");
    let mut part = "";
    for line in list.lines() {
        if let Some(name) = line.strip_prefix("# ") {
            part = if name == "Summary" { "" } else { name };
        }
        let Some((title, path)) = entry(line) else { continue };
        let file = docs.join(path).to_string_lossy().into_owned();
        let _ = writeln!(
            chapters,
            "    Chapter {{ part: {part:?}, title: {title:?}, path: {path:?}, text: include_str!({file:?}) }},"
        );
    }
    let mut pictures = String::from("static PICTURES: &[(&str, &[u8])] = &[\n");
    let folder = docs.join("gallery");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| stop(&folder, &error));
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = file.to_string_lossy().into_owned();
        let _ = writeln!(pictures, "    ({:?}, include_bytes!({file:?})),", format!("gallery/{name}"));
    }
    let to = Path::new(&variable("OUT_DIR")).join("book.rs");
    let text = format!("{chapters}];\n\n{pictures}];\n");
    std::fs::write(&to, text).unwrap_or_else(|error| stop(&to, &error));
}

/// Title and path of a line `- [title](path)` of the summary, with or without the bullet.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start().trim_start_matches("- ");
    line.strip_prefix('[')?.strip_suffix(')')?.split_once("](")
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn stop(path: &Path, error: &std::io::Error) -> ! {
    println!("cargo::error={}: {error}", path.display());
    std::process::exit(1)
}
