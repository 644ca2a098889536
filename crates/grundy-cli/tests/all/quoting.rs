//! Examples can be pasted into any shell: brackets, braces and parentheses are quoted. Unquoted, zsh takes them for file names that do
//! not exist and refuses the command.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The first bracket, brace or parenthesis of a command line that is not quoted.
fn unquoted(line: &str) -> Option<char> {
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None if c == '#' => return None,
            None if matches!(c, '[' | ']' | '{' | '}' | '(' | ')') => return Some(c),
            _ => {}
        }
    }
    None
}

/// The command lines in a document: whole lines, and those in backticks.
fn in_document(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let typed = line.trim_start().trim_start_matches("$ ");
        if typed.starts_with("grundy ") || typed.starts_with("cargo run ") {
            found.push(typed.to_owned());
        }
        let code = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("grundy "));
        found.extend(code.map(str::to_owned));
    }
    found
}

/// The examples in a help text. A remark follows after some spaces.
fn in_help(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.starts_with("  grundy "));
    lines.map(|line| line.trim().split("   ").next().unwrap_or("").to_owned()).collect()
}

fn help(words: &[&str]) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_grundy")).args(words).arg("--help").output().unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

/// The names under `Commands:`.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    lines
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn examples_in_documents_are_quoted() {
    let docs = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut count = 0;
    for path in docs.chain(["README.md", "crates/grundy/README.md"].map(|name| root().join(name))) {
        for line in in_document(&std::fs::read_to_string(&path).unwrap()) {
            // The reference of commands shows how they are used, not examples.
            if line.contains("[OPTIONS]") {
                continue;
            }
            assert_eq!(unquoted(&line), None, "{}: {line}", path.display());
            count += 1;
        }
    }
    assert!(count > 60, "{count} examples");
}

#[test]
fn examples_in_help_are_quoted() {
    let mut texts = vec![help(&[])];
    for command in commands(&texts[0]) {
        let text = help(&[&command]);
        let inner = commands(&text);
        texts.push(text);
        texts.extend(inner.iter().map(|inner| help(&[&command, inner])));
    }
    assert!(texts.len() > 20, "{} commands", texts.len());
    let lines: Vec<String> = texts.iter().flat_map(|text| in_help(text)).collect();
    assert!(lines.len() > 80, "{} examples", lines.len());
    for line in lines {
        assert_eq!(unquoted(&line), None, "{line}");
    }
}

#[test]
fn the_scan_finds_what_it_looks_for() {
    assert_eq!(unquoted("grundy value welter [1,4]"), Some('['));
    assert_eq!(unquoted("grundy value 'welter [1,4]' nearly(nim 3)"), Some('('));
    assert_eq!(unquoted("grundy value 'welter [1,4]' # (a remark)"), None);
    assert_eq!(
        in_document("so `grundy moves welter [1]` lists\n$ grundy games\n"),
        ["grundy moves welter [1]", "grundy games"]
    );
    assert_eq!(in_help("  grundy table 'nim a,b'   (a remark)\n"), ["grundy table 'nim a,b'"]);
}
