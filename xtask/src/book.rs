//! Builds the book with mdBook, and checks it.

use crate::layers::root;
use crate::web::target;
use crate::{cargo, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The configuration of mdBook. Paths are relative to the folder of the source.
const CONFIGURATION: &str = "\
[book]
title = \"grundy: a workbench for impartial games\"
language = \"en\"
src = \"src\"

[build]
build-dir = \"book\"
create-missing = false

[output.html]
default-theme = \"light\"
no-section-label = true
";

/// Checks links and commands, builds the book into `target/book`, and checks the links of its pages.
pub fn build() -> Result<(), String> {
    cargo("links of the book", &["test", "--quiet", "--package", "grundy-book", "--locked"])?;
    cargo(
        "commands of the book",
        &["test", "--quiet", "--package", "grundy-cli", "--test", "all", "--locked", "snapshots"],
    )?;
    let place = root().join(target()).join("book-source");
    let source = place.join("src");
    if place.exists() {
        fs::remove_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    copy(&root().join("docs"), &source)?;
    write(&place.join("book.toml"), CONFIGURATION)?;
    let to = root().join(target()).join("book");
    run("book", Command::new(mdbook()?).arg("build").arg(&place).arg("--dest-dir").arg(&to))?;
    let pages = check(&to)?;
    println!("== book: {pages} pages in {}", to.display());
    Ok(())
}

/// mdBook, installed into the target folder if it is missing.
fn mdbook() -> Result<PathBuf, String> {
    tool("mdbook", &["--version", "0.5.4", "--no-default-features", "--features", "search"])
}

/// A published Rust program in the target folder; installed if it is missing, without optimisation, which would take longer than its work.
pub fn tool(name: &str, arguments: &[&str]) -> Result<PathBuf, String> {
    let tools = root().join(target()).join("tools");
    let program = tools.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    if !program.exists() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut install = Command::new(cargo);
        install.args(["install", name, "--locked", "--debug", "--root"]).arg(&tools).args(arguments);
        install.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        run(
            "install",
            install.env("CARGO_TARGET_DIR", tools.join("build")).current_dir(std::env::temp_dir()),
        )?;
    }
    Ok(program)
}

/// Copies the documentation. Links of pages to files outside of it become their texts: the book does not have those files.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for path in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?.flatten() {
        let (path, target) = (path.path(), to.join(path.file_name()));
        if path.is_dir() {
            // Inputs and outputs of the tests, and the paper, are no pages.
            let other = path.extension().is_some() || path.ends_with("paper");
            if !other {
                copy(&path, &target)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            write(&target, &inside(&text, from))?;
        } else {
            fs::copy(&path, &target).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// A text without links that leave `docs/`. `folder` is that of the page.
fn inside(text: &str, folder: &Path) -> String {
    let docs = root().join("docs");
    let up = "../".repeat(folder.strip_prefix(&docs).map_or(0, |path| path.components().count()) + 1);
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find(&format!("]({up}")) {
        let (before, after) = rest.split_at(at);
        let open = before.rfind('[');
        let close = after.find(')');
        let (Some(open), Some(close)) = (open, close) else { break };
        kept += &before[..open];
        kept += &before[open + 1..];
        rest = &after[close + 1..];
    }
    kept + rest
}

/// Every link of the built pages leads to a file of the book, and to an id of it if it names one. Returns the number of pages.
fn check(book: &Path) -> Result<usize, String> {
    let mut pages = Vec::new();
    html(book, &mut pages)?;
    let mut wrong = Vec::new();
    for page in &pages {
        let text = read(page)?;
        for attribute in [" href=\"", " src=\""] {
            for part in text.split(attribute).skip(1) {
                let link = part.split('"').next().unwrap_or("");
                if link.contains("://") || link.starts_with("mailto:") || link.starts_with("data:") {
                    continue;
                }
                let (path, id) = link.split_once('#').unwrap_or((link, ""));
                let file =
                    if path.is_empty() { page.clone() } else { page.parent().unwrap_or(book).join(path) };
                let found =
                    file.is_file() && (id.is_empty() || read(&file)?.contains(&format!("id=\"{id}\"")));
                // The page of missing addresses and the one for printing refer to the root of the site and to all pages at once.
                let special = ["404.html", "print.html", "toc.html"].iter().any(|name| page.ends_with(name));
                if !found && !special {
                    wrong.push(format!("  {}: {link}", page.display()));
                }
            }
        }
    }
    if wrong.is_empty() { Ok(pages.len()) } else { Err(format!("book: broken links\n{}", wrong.join("\n"))) }
}

fn html(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            html(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            found.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
