//! What a user sets up: manual pages, completion, and the configuration.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a command with these variables, and without those of the user.
fn grundy(words: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    for name in ["STORE", "CONFIG", "PALETTE", "THREADS", "COLOR", "TIME", "MEMORY"] {
        command.env_remove(format!("GRUNDY_{name}"));
    }
    command
        .args(words)
        .env("GRUNDY_CONFIG", "")
        .envs(variables.iter().copied())
        .output()
        .expect("the program runs")
}

fn printed(words: &[&str], variables: &[(&str, &str)]) -> String {
    let done = grundy(words, variables);
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

fn refused(words: &[&str], variables: &[(&str, &str)]) -> String {
    let done = grundy(words, variables);
    assert_eq!(done.status.code(), Some(2), "{words:?}");
    String::from_utf8(done.stderr).expect("text")
}

#[test]
fn there_is_a_manual_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("new/man1");
    let said = printed(&["man", pages.to_str().unwrap()], &[]);
    // docs/install.md lists them.
    let names =
        std::fs::read_dir(&pages).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let listed = include_str!("../../../../docs/install.md").lines();
    let listed = listed.filter_map(|line| line.strip_prefix("/usr/share/man/man1/").map(str::to_owned));
    assert_eq!(names.collect::<BTreeSet<_>>(), listed.collect::<BTreeSet<_>>());
    let read = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    assert!(read("grundy.1").contains("grundy\\-value(1)"));
    assert!(read("grundy-value.1").contains("\\-\\-memory"));
    assert!(read("grundy-plot-table.1").contains("\\-\\-palette"));
    assert!(!read("grundy.1").contains("SIMD"), "a page does not depend on the machine");
    let count = std::fs::read_dir(&pages).unwrap().count();
    assert!(said.starts_with(&format!("{count} pages in ")), "{said}");
    let inside_a_file = pages.join("grundy.1").join("man1");
    let inside_a_file = inside_a_file.to_str().unwrap();
    assert!(refused(&["man", inside_a_file], &[]).starts_with(&format!("error: {inside_a_file}: ")));
}

#[test]
fn shells_complete_games_claims_and_formats() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell], &[]);
        for word in ["star-silver-dollar", "farr-ho/proposition-4-vi", "parquet", "--values", "cividis"] {
            // fish writes flags without their dashes.
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{word} in {shell}");
        }
    }
    let fish = printed(&["completions", "fish"], &[]);
    let of_table =
        "__fish_grundy_using_subcommand plot; and __fish_seen_subcommand_from table\" -f -a \"nim ";
    assert!(fish.contains(of_table), "games of a nested command");
}

/// What bash offers after these words.
fn completed(script: &Path, words: &[&str]) -> Vec<String> {
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let code = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={}; _grundy grundy '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.join(" "),
        words.len() - 1
    );
    let done = Command::new("bash").args(["--norc", "-c", &code]).output().expect("bash runs");
    String::from_utf8(done.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("grundy.bash");
    std::fs::write(&script, printed(&["completions", "bash"], &[])).unwrap();
    assert_eq!(completed(&script, &["grundy", "value", "star-s"]), ["star-silver-dollar"]);
    assert_eq!(completed(&script, &["grundy", "plot", "table", "wy"]), ["wythoff"]);
    assert_eq!(completed(&script, &["grundy", "table", "--format", "par"]), ["parquet"]);
    assert_eq!(completed(&script, &["grundy", "audit", "--claim", "ho/conjecture-3"]), ["ho/conjecture-3"]);
}

#[test]
fn a_flag_precedes_a_variable_and_a_variable_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let file = file.to_str().unwrap();
    std::fs::write(file, "threads = 3\ntime = \"1ms\"\npalette = \"cividis\"\n").unwrap();
    let with = |more: &[(&'static str, &'static str)]| {
        let mut all = vec![("GRUNDY_CONFIG", file)];
        all.extend(more);
        printed(&["config"], &all)
    };
    let line = |shown: &str, name: &str| {
        let line = shown.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    };
    let shown = with(&[]);
    assert_eq!(line(&shown, "file"), file);
    assert_eq!(line(&shown, "threads"), "3 file");
    assert_eq!(line(&shown, "color"), "auto default");
    let shown = with(&[("GRUNDY_THREADS", "2^2"), ("GRUNDY_PALETTE", "")]);
    assert_eq!(line(&shown, "threads"), "2^2 GRUNDY_THREADS");
    assert_eq!(line(&shown, "palette"), "cividis file");

    // What the program does: the time limit of the file is too short, a variable and a flag allow more.
    let long = ["table", "wythoff", "--max", "3000", "--value", "0"];
    let variables = [("GRUNDY_CONFIG", file), ("GRUNDY_TIME", "10m")];
    assert!(refused_by_time(&long, &variables[..1]));
    assert!(!refused_by_time(&long, &variables));
    assert!(!refused_by_time(&[&long[..], &["--time", "10m"]].concat(), &variables[..1]));
}

fn refused_by_time(words: &[&str], variables: &[(&str, &str)]) -> bool {
    let done = grundy(words, variables);
    let error = String::from_utf8(done.stderr).expect("text");
    assert_eq!(done.status.success(), !error.contains("longer than"), "{error}");
    !done.status.success()
}

#[test]
fn the_palette_and_the_store_can_be_configured() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (config, store) = (path("config.toml"), path("kept.sqlite"));
    std::fs::write(&config, format!("palette = \"cividis\"\nstore = \"{store}\"\n")).unwrap();
    let draw = |name: &str, more: &[&str], variables: &[(&str, &str)]| {
        let file = path(name);
        printed(&[&["plot", "table", "nim", "--max", "9", "-o", &file], more].concat(), variables);
        std::fs::read(file).unwrap()
    };
    let configured = [("GRUNDY_CONFIG", config.as_str())];
    let cividis = draw("flag.svg", &["--palette", "cividis"], &[]);
    assert!(cividis != draw("default.svg", &[], &[]));
    assert!(cividis == draw("file.svg", &[], &configured));
    printed(&["period", "nim", "--row", "3"], &configured);
    assert!(Path::new(&store).exists());
}

#[test]
fn bad_settings_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    std::fs::write(&file, "# mine\nthreads = 1000\n").unwrap();
    let error = refused(&["value", "nim", "3"], &[("GRUNDY_CONFIG", file.to_str().unwrap())]);
    let shown = ": line 2: threads: 1000 is more than 256\n  threads = 1000\n            ^^^^\nhint: write a whole number from 1";
    assert!(error.contains(shown), "{error}");
    let error = refused(&["value", "nim", "3"], &[("GRUNDY_TIME", "soon")]);
    assert!(
        error.contains("error: GRUNDY_TIME: ")
            && error.contains("\n  GRUNDY_TIME=soon\n              ^^^^\n"),
        "{error}"
    );
    // A folder is not a file.
    refused(&["value", "nim", "3"], &[("GRUNDY_CONFIG", folder.path().to_str().unwrap())]);
}
