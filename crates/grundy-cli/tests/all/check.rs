//! `grundy check` when it is interrupted.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Ctrl-C ends the check of a file, which gets its line, and the files after it are not begun.
#[test]
fn ctrl_c_ends_a_check() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/period.in");
    let mut running = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .current_dir(folder)
        .args(["check", "true.cert", "endless.cert", "true.cert"])
        .env("GRUNDY_CONFIG", "")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(running.stdout.take().unwrap());
    let mut first = String::new();
    told.read_line(&mut first).unwrap();
    assert!(first.starts_with("VERIFIED \"true.cert\""), "{first}");
    let asked = Instant::now();
    let interrupt = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "NOT CHECKED \"endless.cert\": stopped by the caller\n");
    let ended = running.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(130), 0));
    assert!(asked.elapsed() < Duration::from_secs(10), "it stopped only after {:?}", asked.elapsed());
}
