//! Files that a user names, in every command that writes one: what is at the path is never replaced unless it is a regular file.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A command of every kind that writes a file; the path follows.
const WRITERS: [&[&str]; 11] = [
    &["table", "wythoff", "--max", "4", "--format", "csv", "-o"],
    &["table", "wythoff", "--max", "4", "--row", "2", "--format", "json", "-o"],
    &["table", "wythoff", "--max", "4", "--format", "npy", "-o"],
    &["sequence", "wythoff", "--count", "5", "--format", "text", "-o"],
    &["sequence", "wythoff", "--count", "5", "--format", "parquet", "-o"],
    &["plot", "table", "wythoff", "--max", "9", "--format", "svg", "-o"],
    &["plot", "sequence", "wythoff", "--count", "9", "--format", "png", "-o"],
    &["plot", "row", "star-nim", "--row", "3", "--max", "20", "--format", "svg", "-o"],
    &["oeis", "A004481", "--terms", "20", "-o"],
    &["period", "star-nim", "--row", "3", "--certificate"],
    &["prove", "r-wythoff", "--value", "1", "--certificate"],
];

fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).env("GRUNDY_STORE", "").stdin(Stdio::null());
    command
}

fn written(writer: &[&str], path: &Path) -> Output {
    let done = grundy(writer).arg(path).output().unwrap();
    assert!(
        done.status.success(),
        "{writer:?} {}: {}",
        path.display(),
        String::from_utf8_lossy(&done.stderr)
    );
    done
}

/// What each writer writes, to compare with.
fn expected(writer: &[&str], folder: &Path) -> Vec<u8> {
    let path = folder.join("expected");
    written(writer, &path);
    let bytes = fs::read(&path).unwrap();
    assert!(!bytes.is_empty());
    fs::remove_file(&path).unwrap();
    bytes
}

#[test]
fn regular_files_keep_their_permissions_and_links_stay() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for writer in WRITERS {
        let wanted = expected(writer, folder.path());
        fs::write(at("target"), "old").unwrap();
        fs::set_permissions(at("target"), Permissions::from_mode(0o600)).unwrap();
        symlink("target", at("link")).unwrap();
        written(writer, &at("link"));
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink(), "{writer:?}");
        assert_eq!(fs::read(at("target")).unwrap(), wanted, "{writer:?}");
        assert_eq!(fs::metadata(at("target")).unwrap().permissions().mode() & 0o777, 0o600, "{writer:?}");
        fs::remove_file(at("target")).unwrap();
        written(writer, &at("link"));
        assert_eq!(fs::read(at("target")).unwrap(), wanted, "{writer:?} through a dangling link");
        fs::remove_file(at("link")).unwrap();
        fs::remove_file(at("target")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing else is left");
    }
}

#[test]
fn the_reader_of_a_pipe_gets_everything() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: no mkfifo");
        return;
    }
    for writer in WRITERS {
        let wanted = expected(writer, folder.path());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        written(writer, &pipe);
        assert_eq!(reader.join().unwrap(), wanted, "{writer:?}");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "{writer:?}");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    for writer in WRITERS {
        let wanted = expected(writer, folder.path());
        for name in ["-", "/dev/stdout"] {
            assert_eq!(written(writer, Path::new(name)).stdout, wanted, "{writer:?} {name}");
        }
        // A file behind standard output is written where it is, not replaced.
        let path = folder.path().join("all");
        fs::write(&path, "before\n").unwrap();
        let file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        assert!(grundy(writer).arg("/dev/stdout").stdout(file).status().unwrap().success());
        assert_eq!(fs::read(&path).unwrap(), [b"before\n", &wanted[..]].concat(), "{writer:?}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_reader_that_has_enough_is_not_an_error() {
    let mut running = grundy(&["table", "wythoff", "--max", "700", "--format", "csv", "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    let mut out = running.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    drop(out);
    let done = running.wait_with_output().unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for writer in WRITERS {
        for path in [folder.path().to_owned(), folder.path().join("none/file")] {
            let done = grundy(writer).arg(&path).output().unwrap();
            let told = String::from_utf8(done.stderr).unwrap();
            assert_eq!(done.status.code(), Some(2), "{writer:?}: {told}");
            assert!(told.ends_with("hint: nothing was written\n"), "{writer:?}: {told}");
        }
    }
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let run = |arguments: &[&str], name: &str, value: &str| {
        let done = grundy(arguments).env_remove("NO_COLOR").env(name, value).output().unwrap();
        [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let plain = run(&["value", "nim", "3"], "TERM", "xterm")[0].clone();
    assert!(!plain.contains('\u{1b}'), "{plain}");
    for (flag, name, value, is_painted) in [
        ("--color=auto", "TERM", "xterm", false),
        ("--color=always", "TERM", "xterm", true),
        ("--color=always", "NO_COLOR", "1", true),
        ("--color=never", "CLICOLOR_FORCE", "1", false),
        ("--color=auto", "CLICOLOR_FORCE", "1", true),
    ] {
        let [out, _] = run(&["value", "nim", "3", flag], name, value);
        assert_eq!(out.contains('\u{1b}'), is_painted, "{flag} {name}: {out}");
        let [_, error] = run(&["value", "nimm", "3", flag], name, value);
        assert_eq!(error.contains('\u{1b}'), is_painted, "{flag} {name}: {error}");
        // The parser of the arguments has errors of its own.
        let [_, error] = run(&["value", "nim", "3", "--nosuch", flag], name, value);
        assert_eq!(error.contains('\u{1b}'), is_painted, "{flag} {name}: {error}");
        let [table, _] = run(&["table", "nim", "--max", "2", flag], name, value);
        assert_eq!(table.matches("\u{1b}[1m").count(), if is_painted { 3 } else { 0 }, "{table}");
    }
}

/// The folder for certificates is made before the work, and refused at once if it cannot be.
#[test]
fn a_folder_for_certificates_is_made_at_once() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    let new = place.join("new/folder");
    let rows = ["period", "star-nim", "--rows", "1..3", "--certificates"];
    assert!(grundy(&rows).arg(&new).output().unwrap().status.success());
    assert_eq!(fs::read_dir(&new).unwrap().count(), 3);
    fs::write(place.join("file"), "mine").unwrap();
    // Row 30 would take longer than anyone waits.
    let long = ["period", "star-nim", "--row", "30", "--time", "1h", "--certificates"];
    let refused = grundy(&long).arg(place.join("file")).output().unwrap();
    assert_eq!(
        (refused.status.code(), fs::read_to_string(place.join("file")).unwrap().as_str()),
        (Some(2), "mine")
    );
}
