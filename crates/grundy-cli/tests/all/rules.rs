//! Games of the user's own: files by `--rules`, and the folder beside the configuration file.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program with a configuration file.
fn run(config: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_STORE", "")
        .env("GRUNDY_CONFIG", config)
        .args(arguments)
        .output()
        .unwrap()
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const HALVES: &str = "game halves(k >= 1)\nposition x, y\nmove x - i, y where i <= k\nmove x, y - i\n";

#[test]
fn a_file_defines_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "halves.rules", HALVES);
    let (status, out, _) = told(&run("", &["value", "halves:k=2", "7,9", "--rules", &file]));
    let (_, inline, _) = told(&run("", &["value", "{x,y: x-i,y where i <= 2; x,y-i} 7,9"]));
    let value = |text: &str| text.lines().find(|line| line.starts_with("value ")).map(str::to_owned);
    assert_eq!((status, value(&out)), (Some(0), value(&inline)));
    assert!(value(&out).is_some());
    let picture = folder.path().join("p.png");
    let drawn = run(
        "",
        &["plot", "table", "halves:k=1", "--rules", &file, "--max", "9", "-o", picture.to_str().unwrap()],
    );
    assert!(drawn.status.success() && picture.exists(), "{drawn:?}");
    let (status, _, error) = told(&run("", &["value", "halves:k=0", "7,9", "--rules", &file]));
    assert!(status == Some(2) && error.contains("k = 0 is out of range"), "{error}");
}

#[test]
fn wrong_files_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    for (text, wanted) in [
        ("game nim\nposition x\nmove x - 1\n", "line 1: nim is the name of a game of the catalogue"),
        ("game exile\nposition x\nmove x - 1\n", "of the library"),
        ("position x\nmove x - 1\n", "these rules have no name"),
        ("game a\nposition x\nmove x - i*x\n", "line 3: this is not linear"),
        ("game a\nposition x, y\nmove x - i, y + j\n", "line 3: the position does not bound `j`"),
        ("", "expected a line `position ..` or `heap ..`"),
    ] {
        let file = written(folder.path(), "wrong.rules", text);
        let (status, out, error) = told(&run("", &["value", "nim", "3", "--rules", &file]));
        assert!(status == Some(2) && out.is_empty() && error.contains(wanted), "{text}: {error}");
        assert!(error.contains("wrong.rules"), "{error}");
    }
    for file in ["/no/such/file", "/dev/zero"] {
        let (status, _, error) = told(&run("", &["value", "nim", "3", "--rules", file]));
        assert!(status == Some(2) && error.contains(file), "{error}");
    }
}

#[test]
fn the_folder_of_games_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let config = written(folder.path(), "config.toml", "");
    std::fs::create_dir(folder.path().join("games")).unwrap();
    written(&folder.path().join("games"), "halves.rules", HALVES);
    written(&folder.path().join("games"), "broken.rules", "game broken\nmove\n");
    let (status, out, error) = told(&run(&config, &["moves", "halves:k=1", "2,0"]));
    assert!(status == Some(0) && out.contains("1,0"), "{out}{error}");
    assert!(error.starts_with("skipped: ") && error.contains("broken.rules"), "{error}");
    let (_, out, _) = told(&run(&config, &["games"]));
    let (_, own) = out.split_once("Games of your own:\n\n").unwrap();
    assert_eq!(own, "halves(k >= 1)\n  try      grundy value 'halves:k=1 5,8'\n");
    let (_, out, _) = told(&run(&config, &["games", "halves", "--print"]));
    assert_eq!(out, HALVES);
    let (_, out, _) = told(&run(&config, &["games", "halves:k=2", "--json"]));
    let inline = "{x, y: x - i, y where i <= 2; x, y - i}";
    assert!(out.contains(&format!("\"inline\":\"{inline}\"")), "{out}");
}

#[test]
fn a_file_that_is_given_is_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "halves.rules", HALVES);
    let (status, out, _) = told(&run("", &["games", "--rules", &file, "--json"]));
    assert!(status == Some(0) && out.contains("\"name\":\"halves\"") && out.contains("\"group\":\"own\""));
    let (_, out, _) = told(&run("", &["games", "--json"]));
    assert!(!out.contains("\"group\":\"own\""));
}
