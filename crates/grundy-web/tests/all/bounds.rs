//! Who may ask, and how much: each bound is answered by a refusal that says so.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::{Bench, escaped, settings};
use std::io::Read;
use std::time::{Duration, Instant};

#[test]
fn only_this_server_is_asked_and_only_by_its_page() {
    let bench = Bench::new();
    let with = |lines: &[&str]| {
        let mut all = vec!["GET /api/v1/games HTTP/1.1", "Connection: close"];
        all.extend_from_slice(lines);
        bench.ask(&all, b"")
    };
    for host in ["localhost", "localhost:9", "127.0.0.1", "[::1]:80", "Bench.Example"] {
        assert_eq!(with(&[&format!("Host: {host}")]).status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
        with(&[&format!("Host: {host}")]).refused(421);
    }
    let none = bench.ask(&["GET /api/v1/games HTTP/1.0"], b"");
    assert!(none.status == 400 || none.status == 421, "{}", none.head);
    assert_eq!(with(&["Host: localhost:8", "Origin: http://localhost:8"]).status, 200);
    for origin in ["http://evil.example", "null", "http://localhost:9", "file://localhost:8", ""] {
        with(&["Host: localhost:8", &format!("Origin: {origin}")]).refused(403);
    }
    assert_eq!(with(&["Host: localhost", "Sec-Fetch-Site: same-origin"]).status, 200);
    assert_eq!(with(&["Host: localhost", "Sec-Fetch-Site: none"]).status, 200);
    for site in ["cross-site", "same-site"] {
        with(&["Host: localhost", &format!("Sec-Fetch-Site: {site}")]).refused(403);
        with(&["Host: localhost", &format!("Sec-Fetch-Site: {site}"), "Sec-Fetch-Mode: navigate"])
            .refused(403);
    }
    // A link to the page is no attack.
    let link = [
        "GET / HTTP/1.1",
        "Host: localhost",
        "Connection: close",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Mode: navigate",
    ];
    assert_eq!(bench.ask(&link, b"").status, 200);
}

#[test]
fn every_answer_is_told_what_it_may_do() {
    let bench = Bench::new();
    let wrong = ["GET / HTTP/1.1", "Host: evil.example", "Connection: close"];
    for answer in
        [bench.get("/"), bench.api("games"), bench.api("no"), bench.get("/no"), bench.ask(&wrong, b"")]
    {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn wrong_questions_are_answered_with_the_place() {
    let bench = Bench::new();
    let wrong = bench.api(&format!("value?at={}", escaped("star-silver-dollar [1,3,3],[2]")));
    assert_eq!(wrong.refused(400), "square 3 holds two tokens");
    let at = &wrong.json()["at"];
    assert_eq!((at["start"].clone(), at["end"].clone()), (24.into(), 25.into()));
    let umlaut = bench.api(&format!("value?at={}", escaped("nim 3 + ü𝄞 4,x")));
    assert!(umlaut.json()["at"]["end"].as_u64().unwrap() >= 9, "{}", umlaut.text());
    for path in [
        "value",
        "value?at=",
        "value?at=nim",
        "value?at=nim%203&more=1",
        "tile?game=nim&max=9&x=0&y=-1",
        "tile?game=nim&max=9&x=0&y=0&zoom=33",
        "tile?game=nim%203,5&max=9&x=0&y=0",
        "lines?game=star-nim&a=0&b=0",
        "sequence?game=silver-dollar",
        "sequence?game=star-nim&from=3",
        "sequence?game=wythoff&from=three",
        "row?game=nim&row=0&columns=0",
        "period?game=nim",
        "period?game=nim&row=1&value=1",
        "period?game=sharing-nim&row=1",
        "period?game=wythoff&value=1",
        "period?game=star-nim&row=5000",
        "claims/run?id=farr-ho/table-1&effort=most",
        "sample?game=nim&size=0",
        "sample?game=chess",
    ] {
        bench.api(path).refused(400);
    }
    bench.post("play/reply", "application/json", "{").refused(400);
    bench.post("play/reply", "application/json", r#"{"at": "nim 3", "at_once": true}"#).refused(400);
    bench.post("play/reply", "text/plain", r#"{"at": "nim 3"}"#).refused(415);
    let deleted = bench.ask(&["DELETE /api/v1/games HTTP/1.1", "Host: localhost", "Connection: close"], b"");
    deleted.refused(405);
    let put =
        bench.ask(&["PUT / HTTP/1.1", "Host: localhost", "Connection: close", "Content-Length: 0"], b"");
    put.refused(405);
}

#[test]
fn too_much_is_refused() {
    let bench = Bench::new();
    let long = format!("value?at=nim%20{}", "1,".repeat(2500) + "1");
    assert!(bench.api(&long).refused(413).contains("4000"));
    assert!(bench.api(&format!("value?at=nim%20{}", "9".repeat(1001))).refused(413).contains("1000"));
    assert_eq!(bench.api(&format!("value?at=nim%20{}", "9".repeat(1000))).status, 200);
    // A number that is written as a power counts with all its digits.
    assert!(bench.api("value?at=nim%2010%5E1000").refused(413).contains("1001 digits"));
    assert!(bench.api("value?at=nim%203%20%2B%20nim%202%5E9999").refused(413).contains("digits"));
    bench.api("sequence?game=wythoff&count=1&from=10%5E1000").refused(413);
    bench.api("value?at=nim%2010%5E1000000000").refused(400);
    assert_eq!(bench.ok("value?at=nim%2010%5E2%2B3%20%2B%20nim%204")["value"], 99);
    assert!(bench.api("moves?at=nim%205001").refused(422).contains("5000"));
    bench.post("play/reply", "application/json", r#"{"at": "{x: x-i} 200001"}"#).refused(422);
    let body = format!(r#"{{"at": "nim 3", "blocked": ["{}"]}}"#, "x".repeat(70_000));
    bench.post("play/reply", "application/json", &body).refused(413);
    bench.post("check", "text/plain", &"x".repeat(2 << 20)).refused(413);
    let table = bench.api("tile?game=wythoff&max=1000000&x=0&y=0");
    let told = table.refused(422);
    let (_, fits) = told.split_once("; a table to ").unwrap();
    let fits: u64 = fits.split(' ').next().unwrap().parse().unwrap();
    assert!(told.contains("the limit is") && (1000..20_000).contains(&fits), "{told}");
    bench.api(&format!("tile?game=wythoff&max={}&x=0&y=0", u64::MAX)).refused(422);
    bench.api(&format!("tile?game=silver-dollar&max={}&x=0&y=0", u64::MAX)).refused(422);
    bench.api("row?game=wythoff&row=50000").refused(422);
    bench.api("diagonal?game=wythoff&diagonal=18446744073709551615").refused(422);
    bench.api("period?game=nim&diagonal=5000").refused(422);
    bench.api("sequence?game=wythoff&count=20001").refused(422);
    bench.api("sequence?game=wythoff&value=10001").refused(422);
    bench.api("sequence?game=wythoff&count=201&from=0").refused(422);
    bench.api(&format!("sequence?game=wythoff&from={}", "1".repeat(1001))).refused(413);
    // The definition gives up in time.
    let started = Instant::now();
    bench
        .api(&format!("value?at={}", escaped("silver-dollar [100,300,700,900] + sharing-nim 50,60,70,80,90")))
        .refused(422);
    bench.ok(&format!("moves?at={}", escaped("sharing-nim 50,60,70,80,90")));
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

/// Certificates that ask for enormous work or memory.
fn endless() -> Vec<String> {
    let row = |period: u64, from: u64, quotients: &str| {
        format!(
            "grundy-certificate 1\nclaim row-period\ngame nim\nrow 0\npreperiod 0\nperiod {period}\nsaltus {period}\n\
             state from {from} period {period}\n{quotients}end\n"
        )
    };
    let prime = (1 << 60) - 93;
    vec![
        row(1 << 40, 0, "quotient 2 fails at 549755813887\n"),
        row(1, 1 << 60, ""),
        row(prime, 0, &format!("quotient {prime} fails at 0\n")),
        "grundy-certificate 1\nclaim value-period\ngame star-nim\nvalue 0\npreperiod 0\nperiod 1\nsaltus 0\n\
         level 0 state from 50000000 period 1\nend\n"
            .to_owned(),
        "grundy-certificate 1\nclaim settled-values\ngame r-wythoff\nvalue 0\n\
         level 0 settled 1000000000 repeats 0 window 1000000000 to 2000000000 bound 0 phi 0 from 2000000001\nend\n"
            .to_owned(),
    ]
}

#[test]
fn a_certificate_cannot_stall_the_server() {
    let bench = Bench::new();
    for text in endless() {
        let started = Instant::now();
        let judged = bench.post("check", "text/plain", &text).json();
        assert_eq!(judged["verdict"], "not checked", "{judged}");
        assert!(judged["reason"].as_str().unwrap().contains("the limit on "), "{judged}");
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}: {judged}", started.elapsed());
    }
    let head = ["POST /api/v1/check HTTP/1.1", "Host: localhost", "Connection: close"];
    let head = [&head[..], &["Content-Type: text/plain", "Content-Length: 1"]].concat();
    let judged = bench.ask(&head, b"\xff").json();
    assert_eq!((&judged["verdict"], &judged["verified"]), (&"unreadable".into(), &false.into()));
}

/// Work that takes minutes.
const HEAVY: &str = "period?game=star-nim&row=20";

/// Starts heavy work and waits until it has begun.
fn heavy(bench: &Bench) -> std::net::TcpStream {
    let mut stream = bench.events(HEAVY);
    let mut seen = String::new();
    while !seen.contains("event: progress") {
        let mut bytes = [0; 1024];
        let read = stream.read(&mut bytes).unwrap();
        assert!(read > 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    stream
}

#[test]
fn heavy_work_is_counted_and_ends_with_whoever_asked() {
    let bench = Bench::with(&grundy_web::Settings { time: Duration::from_secs(3), ..settings() });
    let (first, second) = (heavy(&bench), heavy(&bench));
    // A third waits for its turn, but not for long; quick questions are answered all the same.
    let started = Instant::now();
    let third = bench.api("row?game=nim&row=1&columns=5");
    assert!(third.refused(429).contains("busy"));
    assert_eq!(third.header("retry-after"), Some("5"));
    assert!(started.elapsed() < Duration::from_secs(3));
    assert_eq!(bench.ok("value?at=nim%203")["value"], 3);
    drop((first, second));
    let started = Instant::now();
    assert_eq!(bench.ok("row?game=nim&row=1&columns=3")["values"], serde_json::json!([1, 0, 3]));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    // The same for those who wait in silence.
    let line = format!("GET /api/v1/{HEAVY} HTTP/1.1");
    let silent = || bench.send(&[&line, "Host: localhost"], b"");
    let both = (silent(), silent());
    std::thread::sleep(Duration::from_millis(300));
    drop(both);
    let started = Instant::now();
    bench.ok("row?game=nim&row=1&columns=3");
    assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
    // They are told when the time is over.
    assert!(bench.api(HEAVY).refused(408).contains("time limit"));
}

#[test]
fn the_end_does_not_wait_for_heavy_work() {
    let bench = Bench::new();
    let stream = heavy(&bench);
    let started = Instant::now();
    bench.end();
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
    drop(stream);
}
