//! Tests of the help of all commands, and the tables of `docs/cli.md`, which are generated from the arguments.

use crate::args::Args;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write as _;
use std::path::Path;

/// Calls `visit` for every command, the program first.
fn walk(command: &Command, path: &str, visit: &mut dyn FnMut(&Command, &str)) {
    visit(command, path);
    for sub in command.get_subcommands() {
        walk(sub, &format!("{path} {}", sub.get_name()), visit);
    }
}

fn program() -> Command {
    let mut program = Args::command().term_width(100).disable_help_subcommand(true);
    program.build();
    program
}

/// `-h` fits on a screen, also on one of 80 columns.
#[test]
fn short_help_fits_on_a_screen() {
    const LINES: usize = 31;
    let mut wrong = Vec::new();
    for width in [80, 100] {
        walk(&program(), "grundy", &mut |command, path| {
            let help = command.clone().term_width(width).render_help().to_string();
            let lines = help.trim_end().lines().count();
            if lines > LINES {
                wrong.push(format!("{path} at {width}: {lines}"));
            }
        });
    }
    assert!(wrong.is_empty(), "lines of -h: {wrong:?}");
}

/// `--help` has examples, and no line is wrapped by hand and then again.
#[test]
fn long_help_has_examples_and_is_wrapped_once() {
    walk(&program(), "grundy", &mut |command, path| {
        let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        assert!(text.starts_with("Examples:\n"), "{path} has no examples");
        let paragraphs: Vec<&str> = text.lines().collect();
        for pair in paragraphs.windows(2) {
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            assert!(!is_prose(pair[0]) || !is_prose(pair[1]), "{path}: wrapped by hand: {pair:?}");
        }
    });
}

/// The options of a command, in a table.
fn options(command: &Command) -> String {
    let shown: Vec<&Arg> = command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && !matches!(arg.get_id().as_str(), "help" | "version"))
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    let mut text = "\n| argument | meaning |\n|---|---|\n".to_owned();
    for arg in shown {
        let value = || {
            let names = arg.get_value_names().unwrap_or_default();
            names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let name = match (arg.get_short(), arg.get_long()) {
            (short, Some(long)) => {
                let short = short.map_or_else(String::new, |short| format!("`-{short}`, "));
                let value =
                    if arg.get_action().takes_values() { format!(" {}", value()) } else { String::new() };
                format!("{short}`--{long}{value}`")
            }
            _ => format!("`{}`", value()),
        };
        let _ = writeln!(text, "| {name} | {} |", meaning(arg).replace('|', "\\|"));
    }
    text
}

/// The help of an argument, its values and its default.
fn meaning(arg: &Arg) -> String {
    let mut text = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    text = text.replace("\n\n[", " [").replace("\n\n", ". ").replace('\n', " ").replace('<', "&lt;");
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set() && !arg.is_hide_possible_values_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !values.is_empty() && arg.get_action().takes_values() {
        let at = text.find(" [default: ").unwrap_or(text.len());
        text.insert_str(at, &format!(": {}", values.join(", ")));
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, " [default: {}]", defaults.join(","));
    }
    text
}

fn tables() -> String {
    let mut text = "| command | what it does |\n|---|---|\n".to_owned();
    walk(&program(), "grundy", &mut |command, path| {
        if path != "grundy" {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let link = path.replace(' ', "-");
            let _ = writeln!(text, "| [`{path}`](#{link}) | {about} |");
        }
    });
    walk(&program(), "grundy", &mut |command, path| {
        if path != "grundy" {
            let usage = command.clone().render_usage().to_string();
            let usage = usage.trim_start_matches("Usage: ").split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = write!(text, "\n### {path}\n\n`{usage}`\n{}", options(command));
        }
    });
    text
}

/// `docs/cli.md` is up to date. `UPDATE=1` rewrites it.
#[test]
fn the_reference_is_that_of_the_program() {
    let (begin, end) = ("<!-- commands: begin -->\n", "<!-- commands: end -->");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let from = text.find(begin).unwrap() + begin.len();
    let to = from + text[from..].find(end).unwrap();
    let tables = tables();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{}{tables}{}", &text[..from], &text[to..])).unwrap();
    } else {
        let message = "docs/cli.md is out of date: UPDATE=1 cargo test -p grundy-cli --bin grundy reference rewrites it";
        assert_eq!(&text[from..to], tables, "{message}");
    }
}
