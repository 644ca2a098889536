//! A server of its own for each test, and a client that does nothing but HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps tests may fail like one")]

use grundy_web::{Server, Settings};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

pub struct Bench {
    pub address: SocketAddr,
    stop: Option<std::sync::mpsc::Sender<()>>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// A refusal with this status, a message and a hint.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        assert!(self.json().get("hint").is_some(), "{}", self.text());
        self.json()["message"].as_str().unwrap().to_owned()
    }
}

pub fn settings() -> Settings {
    Settings {
        bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        hosts: vec!["bench.example".to_owned()],
        memory: 256 << 20,
        time: Duration::from_secs(20),
        shelf: grundy_answers::keep::Shelf::none(),
    }
}

impl Bench {
    pub fn new() -> Self {
        Self::with(&settings())
    }

    pub fn with(settings: &Settings) -> Self {
        let server = Server::bind(settings).unwrap();
        let address = server.address();
        let (stop, stopped) = std::sync::mpsc::channel();
        let end = async move {
            // Whoever drops the bench ends the server too.
            let _ = tokio::task::spawn_blocking(move || stopped.recv()).await;
        };
        let thread = std::thread::spawn(move || server.run(end));
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Ends the server and waits for it.
    pub fn end(mut self) {
        drop(self.stop.take());
        self.thread.take().unwrap().join().unwrap().unwrap();
    }

    /// Sends these lines, and an empty one, and what follows.
    pub fn send(&self, lines: &[&str], body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut text = lines.join("\r\n");
        text.push_str("\r\n\r\n");
        // A server that refuses early may close before all has been sent.
        let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.write_all(body));
        stream
    }

    pub fn ask(&self, lines: &[&str], body: &[u8]) -> Answer {
        answer(self.send(lines, body))
    }

    pub fn get(&self, path: &str) -> Answer {
        let line = format!("GET {path} HTTP/1.1");
        self.ask(&[&line, "Host: localhost", "Connection: close"], b"")
    }

    pub fn api(&self, path: &str) -> Answer {
        self.get(&format!("/api/v1/{path}"))
    }

    #[track_caller]
    pub fn ok(&self, path: &str) -> Value {
        let answer = self.api(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub fn post(&self, path: &str, kind: &str, body: &str) -> Answer {
        let (line, kind) = (format!("POST /api/v1/{path} HTTP/1.1"), format!("Content-Type: {kind}"));
        let length = format!("Content-Length: {}", body.len());
        self.ask(&[&line, "Host: localhost", "Connection: close", &kind, &length], body.as_bytes())
    }

    #[track_caller]
    pub fn said(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, "application/json", &body.to_string());
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// A stream of events.
    pub fn events(&self, path: &str) -> TcpStream {
        let line = format!("GET /api/v1/{path} HTTP/1.1");
        self.send(&[&line, "Host: localhost", "Connection: close", "Accept: text/event-stream"], b"")
    }
}

/// Reads an answer to its end.
pub fn answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let mut body = bytes[end + 4..].to_vec();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    Answer { status, head, body }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16).unwrap_or(0);
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}

/// Text as it stands in an address.
pub fn escaped(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b',' | b':' | b'=' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}
