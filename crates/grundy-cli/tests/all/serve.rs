//! `grundy serve` as a person starts and ends it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn serve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("GRUNDY_CONFIG", "");
    command.arg("serve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn it_says_where_it_is_and_ends_when_it_is_told() {
    let started = Instant::now();
    let mut child = serve(&["--port", "0"]).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let address = url.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{url}");
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>"), "{page}");
    println!("first answer after {:?}", started.elapsed());
    // The same port cannot be had twice.
    let port = address.rsplit(':').next().unwrap();
    let second = serve(&["--port", port]).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("hint: the port is in use") && said.contains("--port 0"), "{said}");
    let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let started = Instant::now();
    let status = child.wait().unwrap();
    assert!(
        status.success() && started.elapsed() < Duration::from_secs(5),
        "{status} {:?}",
        started.elapsed()
    );
}

#[test]
fn bad_settings_are_answered() {
    for (arguments, said) in [
        (["--memory", "1MiB"], "at least 64 MiB"),
        (["--bind", "203.0.113.1"], "--bind"),
        (["--time", "0"], "--time"),
    ] {
        let output = serve(&arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
    }
}
