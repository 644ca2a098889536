//! The program `grundy-check`: its lines and exit statuses.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TRUE: &str = "grundy-certificate 1\nclaim row-period\ngame star-nim\nrow 2\npreperiod 0\nperiod 3\nsaltus 3\nstate from 1 period 3\nquotient 3 fails at 1\nend\n";
const VALUE: &str = "grundy-certificate 1\nclaim value-period\ngame star-nim\nvalue 0\npreperiod 1\nperiod 1\nsaltus 0\nlevel 0 state from 2 period 1\nend\n";
const CLAIM: &str = "star-nim: G(2,b+3) = G(2,b)+3 for all b >= 0, and neither 3 nor 0 can be less";

/// A new folder with a true and a false certificate.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("true.cert"), TRUE).unwrap();
    std::fs::write(folder.join("value.cert"), VALUE).unwrap();
    std::fs::write(folder.join("false.cert"), TRUE.replace("at 1", "at 0")).unwrap();
    folder
}

fn checker(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy-check"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn told(output: &Output) -> (String, Option<i32>) {
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout.clone()).unwrap(), output.status.code())
}

#[test]
fn each_file_has_a_line_and_an_outcome() {
    let folder = folder("outcomes");
    let run = |words: &[&str]| told(&checker(&folder).args(words).output().unwrap());
    let verified = format!("VERIFIED \"true.cert\": {CLAIM}\n");
    let rejected = "REJECTED \"false.cert\": line 9: the quotient does not fail there\n";
    let limited = "NOT CHECKED \"true.cert\": more than 5 steps are needed, the limit on work\n";
    let missing = "UNREADABLE \"missing\": No such file or directory (os error 2)\n";
    assert_eq!(run(&["true.cert"]), (verified.clone(), Some(0)));
    assert_eq!(
        run(&["missing", "false.cert", "true.cert"]),
        (format!("{missing}{rejected}{verified}"), Some(2))
    );
    assert_eq!(run(&["false.cert", "true.cert"]), (format!("{rejected}{verified}"), Some(1)));
    assert_eq!(run(&["--work", "5", "true.cert"]), (limited.to_owned(), Some(3)));
    // A false certificate that was read to its end counts more than one that was not checked.
    assert_eq!(run(&["--work", "9", "false.cert", "true.cert"]).1, Some(3));
    let (help, status) = run(&[]);
    assert!(help.starts_with("grundy-check understands") && status == Some(0));
    assert_eq!(run(&["true.cert", "--help"]), (help, Some(0)));
    let forgetful = run(&["--memory", "0", "value.cert"]).0;
    assert_eq!(forgetful, "NOT CHECKED \"value.cert\": more than 0 bytes are needed, the limit on memory\n");
}

#[test]
fn bad_flags_are_errors() {
    let folder = folder("flags");
    for words in [&["--work"][..], &["--work", "x"], &["--memory", "-1"], &["--no-such", "true.cert"]] {
        let output = checker(&folder).args(words).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        assert!(output.stderr.starts_with(b"error: "));
    }
}

#[test]
fn the_name_of_a_file_cannot_forge_a_line() {
    let folder = folder("names");
    let name = "a\nVERIFIED \"b\": star-nim\u{1b}[2K\u{202e}";
    std::fs::write(folder.join(name), TRUE.replace("at 1", "at 0")).unwrap();
    let (text, status) = told(&checker(&folder).arg(name).output().unwrap());
    assert_eq!((text.lines().count(), status), (1, Some(1)));
    let quoted = r#"REJECTED "a\nVERIFIED \"b\": star-nim\u{1b}[2K\u{202e}": line 9"#;
    assert!(text.starts_with(quoted), "{text}");
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_unreadable() {
    let folder = folder("endless");
    let fifo = folder.join("fifo");
    let _ = std::fs::remove_file(&fifo);
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let (text, status) =
        told(&checker(&folder).args(["/dev/zero", "fifo", ".", "true.cert"]).output().unwrap());
    let starts: Vec<&str> = text.lines().map(|line| line.split(": ").next().unwrap()).collect();
    let expected =
        ["UNREADABLE \"/dev/zero\"", "UNREADABLE \"fifo\"", "UNREADABLE \".\"", "VERIFIED \"true.cert\""];
    assert_eq!((starts, status), (expected.to_vec(), Some(2)));
    // Standard input is read as far as a certificate may be long.
    let zero = std::fs::File::open("/dev/zero").unwrap();
    let (text, _) = told(&checker(&folder).arg("-").stdin(zero).output().unwrap());
    assert_eq!(text, "UNREADABLE \"-\": longer than 1048576 bytes\n");
    let input = std::fs::File::open(folder.join("true.cert")).unwrap();
    let (text, _) = told(&checker(&folder).arg("-").stdin(input).output().unwrap());
    assert_eq!(text, format!("VERIFIED \"-\": {CLAIM}\n"));
}

/// A reader that leaves is no reason to panic, and no reason to say that all is verified.
#[test]
fn a_closed_pipe_ends_the_program() {
    let folder = folder("pipe");
    let mut child = checker(&folder);
    let mut child =
        child.args(vec!["true.cert"; 5000]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(2), ""));
}
