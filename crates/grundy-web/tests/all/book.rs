//! The book at /book.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::Bench;

#[test]
fn the_book_is_served() {
    let bench = Bench::new();
    let get = |path: &str| {
        bench.ask(&[&format!("GET {path} HTTP/1.1"), "Host: localhost", "Connection: close"], &[])
    };
    let moved = get("/book");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/book/")));
    let first = get("/book/");
    assert_eq!((first.status, first.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(first.text().contains("<h1 id=\"introduction\">Introduction</h1>"));
    assert!(first.header("content-security-policy").unwrap().contains("default-src 'none'"));
    let tag = first.header("etag").unwrap().to_owned();
    let again = bench.ask(
        &["GET /book/ HTTP/1.1", "Host: localhost", &format!("If-None-Match: {tag}"), "Connection: close"],
        &[],
    );
    assert_eq!(again.status, 304);
    assert!(get("/book/guide/variant.html").text().contains("href=\"/book/rules.html\""));
    assert_eq!(get("/book/gallery/nim.png").header("content-type"), Some("image/png"));
    assert_eq!(get("/book/book.css").header("content-type"), Some("text/css; charset=utf-8"));
    for path in ["/book/none.html", "/book/rules.md", "/book/../Cargo.toml", "/book/%2e%2e/Cargo.toml"] {
        get(path).refused(404);
    }
}
