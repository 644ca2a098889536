//! `grundy serve` under load: 200 clients at once, for as many seconds as `GRUNDY_LOAD_SECONDS` says (5 if it says nothing).

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const CLIENTS: u64 = 200;
/// Memory the server is allowed, and what a program takes beside, in MiB.
const MEMORY: u64 = 512;
const BESIDE: u64 = 64;

struct Bench {
    child: Child,
    address: String,
}

impl Bench {
    fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_CONFIG", "")
            .args(["serve", "--port", "0", "--memory", &format!("{MEMORY}MiB")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    /// The most memory it has ever had, in MiB, where the system tells.
    fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that keeps its connection.
struct Client {
    stream: BufReader<TcpStream>,
    took: Vec<Duration>,
    /// Only of the page.
    page: Vec<Duration>,
    wrong: Vec<String>,
}

impl Client {
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        Self { stream: BufReader::new(stream), took: Vec::new(), page: Vec::new(), wrong: Vec::new() }
    }

    fn ask(&mut self, request: &str) {
        let started = Instant::now();
        match self.answer(request) {
            Ok(200) if request.starts_with("GET / ") => self.page.push(started.elapsed()),
            Ok(200) => self.took.push(started.elapsed()),
            Ok(status) => self.wrong.push(format!("{status}: {request}")),
            Err(error) => self.wrong.push(format!("{error}: {request}")),
        }
    }

    fn answer(&mut self, request: &str) -> std::io::Result<u16> {
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (mut status, mut length, mut line) = (0, 0, String::new());
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.get(..3).and_then(|code| code.parse().ok()).unwrap_or(0);
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.trim().parse().unwrap_or(0);
            } else if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(status)
    }
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

/// What people ask for who drag tokens about and look at maps.
fn question(rng: &mut fastrand::Rng) -> String {
    let (x, y) = (rng.u64(1..60), rng.u64(1..60));
    match rng.u8(..10) {
        0 => get("/"),
        1 => get(&format!("/api/v1/position?at=star-nim%20{x},{y}")),
        2 => get(&format!("/api/v1/moves?at=wythoff%20{x},{y}")),
        3 => get(&format!("/api/v1/explain?at=star-silver-dollar%20[2,{}],[{x}]", y + 2)),
        4 => get(&format!("/api/v1/tile?game=wythoff&max=1000&x={}&y={}", rng.u8(..4), rng.u8(..4))),
        5 => get(&format!("/api/v1/lines?game=star-nim&a={x}&b={y}")),
        6 => {
            let body = format!(r#"{{"at":"nim {x},{y}","opponent":"beginner"}}"#);
            let length = body.len();
            format!(
                "POST /api/v1/play/reply HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            )
        }
        _ => get(&format!("/api/v1/value?at=wythoff%20{x},{y}")),
    }
}

/// A table that has not been made yet: some seconds of work.
fn heavy(number: u64) -> String {
    get(&format!("/api/v1/table?game=fraenkel:a%3D{}&max=2500", number + 2))
}

fn late(took: &mut [Duration], of_a_hundred: usize) -> Duration {
    took.sort_unstable();
    took[(took.len() - 1) * of_a_hundred / 100]
}

#[test]
fn two_hundred_clients_are_answered_without_an_error() {
    let seconds = std::env::var("GRUNDY_LOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let bench = Bench::new();
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut took, mut page, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        let client = |seed: u64| {
            let address = &bench.address;
            move || {
                let (mut client, mut rng) = (Client::new(address), fastrand::Rng::with_seed(seed));
                while Instant::now() < end && client.wrong.is_empty() {
                    client.ask(&question(&mut rng));
                }
                client
            }
        };
        let clients: Vec<_> = (0..CLIENTS).map(|seed| scope.spawn(client(seed))).collect();
        let maker = scope.spawn(|| {
            let mut client = Client::new(&bench.address);
            let mut tables = 0;
            while Instant::now() < end && client.wrong.is_empty() {
                client.ask(&heavy(tables));
                tables += 1;
            }
            client
        });
        for client in clients {
            let client = client.join().unwrap();
            took.extend(client.took);
            page.extend(client.page);
            wrong.extend(client.wrong);
        }
        wrong.extend(maker.join().unwrap().wrong);
    });
    let (count, memory) = (took.len() + page.len(), bench.most_memory());
    println!("{CLIENTS} clients, {seconds} s: {count} answers, {memory:?} MiB");
    println!("  answers: median {:?}, p99 {:?}", late(&mut took, 50), late(&mut took, 99));
    println!("  page: median {:?}, p99 {:?}", late(&mut page, 50), late(&mut page, 99));
    assert!(wrong.is_empty(), "{} wrong, e.g. {:?}", wrong.len(), &wrong[..wrong.len().min(3)]);
    assert!(count > 200, "{count} answers");
    assert!(memory.is_none_or(|memory| memory <= MEMORY + BESIDE), "{memory:?} MiB");
}

#[test]
fn the_page_answers_while_a_heavy_table_is_made() {
    let bench = Bench::new();
    let done = AtomicBool::new(false);
    let (mut client, tables) = std::thread::scope(|scope| {
        let maker = scope.spawn(|| {
            let mut client = Client::new(&bench.address);
            let started = Instant::now();
            let mut tables = 100;
            while started.elapsed() < Duration::from_secs(3) {
                client.ask(&heavy(tables));
                tables += 1;
            }
            done.store(true, Ordering::Relaxed);
            assert!(client.wrong.is_empty(), "{:?}", client.wrong);
            client.took
        });
        let mut page = Client::new(&bench.address);
        let mut rng = fastrand::Rng::with_seed(1);
        while !done.load(Ordering::Relaxed) {
            page.ask(&get("/"));
            page.ask(&question(&mut rng));
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(page.wrong.is_empty(), "{:?}", page.wrong);
        (page, maker.join().unwrap())
    });
    println!("{} answers beside {} tables", client.took.len(), tables.len());
    println!("  answers: median {:?}, p99 {:?}", late(&mut client.took, 50), late(&mut client.took, 99));
    let last = late(&mut client.page, 99);
    println!("  page: median {:?}, p99 {last:?}", late(&mut client.page, 50));
    assert!(last < Duration::from_millis(500), "p99 {last:?}");
}
