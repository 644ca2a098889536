//! Light questions do not wait for slow ones, and work ends with whoever asked.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::{Bench, answer, escaped, settings};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

/// A question that takes its five seconds.
fn slow(bench: &Bench, i: u64) -> std::net::TcpStream {
    let line = format!(
        "GET /api/v1/value?at={} HTTP/1.1",
        escaped(&format!("sharing-nim 150,160,170,180,{}", 190 + i))
    );
    bench.send(&[&line, "Host: localhost", "Connection: close"], b"")
}

/// The time of a light question.
fn light(bench: &Bench) -> Duration {
    let started = Instant::now();
    assert_eq!(bench.ok("value?at=nim%203")["value"], 3);
    started.elapsed()
}

/// The median: what else the machine does may disturb one of them.
fn median(mut all: Vec<Duration>) -> Duration {
    all.sort_unstable();
    all[all.len() / 2]
}

#[test]
fn light_questions_do_not_wait_for_slow_ones() {
    let bench = Bench::new();
    let asked: Vec<_> = (0..6).map(|i| slow(&bench, i)).collect();
    std::thread::sleep(Duration::from_millis(200));
    let took = median((0..9).map(|_| light(&bench)).collect());
    assert!(took < Duration::from_millis(100), "{took:?}");
    drop(asked);
    // Nor for long work.
    let asked: Vec<_> =
        (0..6).map(|i| bench.events(&format!("period?game=star-nim&row={}", 20 + i))).collect();
    std::thread::sleep(Duration::from_millis(200));
    let took = median((0..9).map(|_| light(&bench)).collect());
    assert!(took < Duration::from_millis(100), "{took:?}");
    drop(asked);
}

#[test]
fn a_question_ends_with_whoever_asked() {
    let bench = Bench::new();
    // Twelve of these would take at least fifteen seconds, four at a time.
    let asked: Vec<_> = (0..12).map(|i| slow(&bench, i)).collect();
    std::thread::sleep(Duration::from_millis(300));
    drop(asked);
    let started = Instant::now();
    // This one needs more than a slice.
    let listed = bench.api(&format!("value?at={}", escaped("silver-dollar [10,20,27,33]")));
    assert!(listed.status == 200 || listed.status == 422, "{}", listed.text());
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}

#[test]
fn moves_without_values_are_listed() {
    let bench = Bench::with(&grundy_web::Settings { time: Duration::from_secs(1), ..settings() });
    let at = escaped("sharing-nim 50,60,70,80,90");
    let told = bench.ok(&format!("moves?at={at}"));
    assert!(told["unknown"].is_string() && told["value"].is_null(), "{told}");
    let moves = told["moves"].as_array().unwrap();
    assert!(
        moves.len() >= 10 && moves.iter().all(|made| made["value"].is_null() && made["winning"].is_null())
    );
    assert_eq!(moves[0]["changes"][0]["piles"].as_array().unwrap().len(), 5);
    let quick = bench.ok("moves?at=nim%203,4&values=no");
    assert_eq!((quick["moves"].as_array().unwrap().len(), &quick["value"]), (7, &Value::Null));
    bench.api("moves?at=nim%203&values=maybe").refused(400);
}

#[test]
fn positions_without_values_and_with_many_moves_can_be_played() {
    let bench = Bench::with(&grundy_web::Settings { time: Duration::from_secs(2), ..settings() });
    for (at, legal, illegal) in [
        ("nim 9000,7000", "8999,7000", "9000,7001"),
        ("nim 100000000000000000000", "5", "100000000000000000001"),
        ("wythoff 30000,40000", "0,10000", "0,10001"),
        ("nim 6000 + star-nim 3,7", "nim 6000 + star-nim 3,3", "nim 6001 + star-nim 3,7"),
        ("wythoff@block=2 3000,4000", "0,1000", "0,1001"),
        ("{x: x-i} 6000", "5999", "6001"),
        ("nearly(nim 4000 + nim 3000)", "nearly(nim 4000 + nim 2999)", "nearly(nim 4000 + nim 3001)"),
    ] {
        let reply = bench.said("play/reply", &json!({ "at": at, "seed": 1 }));
        let to = reply["to"].as_str().unwrap().to_owned();
        for (moves, count) in [([to.as_str()], 1), ([legal], 1), ([illegal], 0)] {
            let told = bench.said("play/history", &json!({ "at": at, "moves": moves }));
            assert_eq!(told["legal"], count, "{at} {moves:?}");
        }
    }
    let hint = bench.said("play/hint", &json!({ "at": "nim 9000,7000" }));
    assert_eq!((&hint["to"], &hint["winning"]), (&json!("7000,7000"), &json!(true)));
    // Values are out of reach, and the game goes on.
    let reply = bench.said("play/reply", &json!({ "at": "sharing-nim 50,60,70,80,90", "seed": 1 }));
    assert!(reply["to"].is_string(), "{reply}");
    // Blocked moves are kept to, although they are not listed.
    let at = "wythoff@block=3 3000,4000";
    let can = bench.said("play/can_block", &json!({ "at": at, "blocked": ["0,4000", "3000,0"] }));
    assert_eq!(can["legal"], true, "{can}");
    let can = bench.said("play/can_block", &json!({ "at": at, "blocked": ["0,4000", "3000,0", "0,1000"] }));
    assert_eq!(can["legal"], false, "{can}");
    let free = bench.said("play/reply", &json!({ "at": at, "blocked": [], "seed": 1 }));
    let blocked = json!({ "at": at, "blocked": [free["to"]], "seed": 1 });
    assert_ne!(bench.said("play/reply", &blocked)["to"], free["to"]);
    let none = json!({ "at": at, "blocked": ["3001,0"] }).to_string();
    assert!(bench.post("play/reply", "application/json", &none).refused(400).contains("3001,0"));
    assert_eq!(bench.said("play/block", &json!({ "at": at }))["blocked"], json!([]));
    // Rules as text list their moves, so there may not be too many.
    let started = Instant::now();
    let body = json!({ "at": "{x,y: x-i,y-j} 1000000,1000000", "moves": ["1,1"] }).to_string();
    assert_eq!(bench.post("play/history", "application/json", &body).status, 422);
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_second_host_is_refused() {
    let bench = Bench::new();
    let lines = ["GET /api/v1/games HTTP/1.1", "Host: localhost", "Host: evil.example", "Connection: close"];
    assert!(bench.ask(&lines, b"").refused(400).contains("more than one Host"));
}

#[test]
fn errors_are_problem_details() {
    let bench = Bench::new();
    let codes = [
        ("value?at=nim%20x", 400, "invalid"),
        ("no", 404, "not-found"),
        ("moves?at=nim%205001", 422, "too-many-moves"),
        ("tile?game=wythoff&max=1000000&x=0&y=0", 422, "limit"),
    ];
    for (path, status, code) in codes {
        let answer = bench.api(path);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        let told = answer.json();
        assert_eq!((&told["status"], &told["code"]), (&json!(status), &json!(code)));
        assert_eq!(told["detail"], told["message"]);
    }
}

#[test]
fn the_index_lists_all_paths() {
    let bench = Bench::new();
    let index = bench.get("/api/v1").json();
    assert_eq!(bench.get("/api/v1/").json(), index);
    let described = bench.get("/api").json();
    let count = |methods: &Value| methods.as_object().unwrap().len();
    let described: usize = described["paths"].as_object().unwrap().values().map(count).sum();
    assert_eq!(index["paths"].as_array().unwrap().len(), described);
    assert_eq!(
        index["paths"][0],
        json!({ "method": "GET", "path": "/api/v1/games", "summary": "Every game with its rules, notation and parameters" })
    );
}

#[test]
fn long_answers_are_compressed_for_those_who_can_read_it() {
    let bench = Bench::new();
    let zip = |path: &str| {
        let line = format!("GET {path} HTTP/1.1");
        bench.ask(&[&line, "Host: localhost", "Connection: close", "Accept-Encoding: gzip"], b"")
    };
    for path in ["/js/views/play.js", "/api/v1/games", "/api/v1/tile?game=wythoff&max=255&x=0&y=0"] {
        let (plain, zipped) = (bench.get(path), zip(path));
        assert_eq!(
            (zipped.header("content-encoding"), zipped.header("vary")),
            (Some("gzip"), Some("accept-encoding"))
        );
        assert!(2 * zipped.body.len() < plain.body.len(), "{path}");
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(&zipped.body[..]).read_to_end(&mut read).unwrap();
        assert!(read == plain.body, "{path}");
        assert_eq!(plain.header("content-encoding"), None);
    }
    assert_eq!(zip("/api/v1/value?at=nim%203").header("content-encoding"), None);
}

/// Headers must arrive within half a minute.
#[test]
fn a_connection_that_sends_no_request_is_closed() {
    let bench = Bench::new();
    let started = Instant::now();
    let mut stream = std::net::TcpStream::connect(bench.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(50))).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
    let mut bytes = [0; 64];
    let read = stream.read(&mut bytes);
    assert!(matches!(read, Ok(0) | Err(_)), "{read:?}");
    let took = started.elapsed();
    assert!((Duration::from_secs(25)..Duration::from_secs(45)).contains(&took), "{took:?}");
}

#[test]
fn streams_say_that_the_server_ends() {
    let bench = Bench::new();
    let mut stream = bench.events("period?game=star-nim&row=20");
    let mut seen = String::new();
    while !seen.contains("event: progress") {
        let mut bytes = [0; 1024];
        let read = stream.read(&mut bytes).unwrap();
        assert!(read > 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    bench.end();
    let rest = {
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        rest
    };
    assert!(rest.contains("event: error") && rest.contains("shutting-down"), "{rest}");
}

#[test]
fn tables_keep_to_the_time_limit() {
    let bench = Bench::with(&grundy_web::Settings { time: Duration::from_secs(2), ..settings() });
    for game in [
        "star-silver-dollar [a],[b,9]",
        "sharing-nim",
        "{x,y: x-i,y; x,y-i; x-i,y-2i}",
        "gurvich:a=2,b=3@block=3",
    ] {
        for max in [300, 2000, 8000] {
            let started = Instant::now();
            let line = format!("GET /api/v1/table?game={}&max={max} HTTP/1.1", escaped(game));
            let told = answer(bench.send(&[&line, "Host: localhost", "Connection: close"], b""));
            assert!([200, 400, 408, 422].contains(&told.status), "{game} {max}: {}", told.text());
            assert!(started.elapsed() < Duration::from_secs(4), "{game} {max}: {:?}", started.elapsed());
        }
    }
}

/// As other long work, a table has ten times as long if its progress is streamed.
#[test]
fn streamed_tables_have_ten_times_as_long() {
    let bench =
        Bench::with(&grundy_web::Settings { time: Duration::from_secs(2), memory: 1 << 30, ..settings() });
    let told = answer(bench.events("table?game=sharing-nim&max=5000"));
    assert!(told.text().contains("event: result"), "{}", told.text());
}
