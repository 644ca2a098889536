//! What the tour of the book shows of Rust stands in the README of the crate too, which is a doctest.

use std::fs;
use std::path::Path;

#[test]
fn the_tour_shows_code_that_is_tested() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = fs::read_to_string(here.join("../../docs/tour.md")).unwrap();
    let tested = fs::read_to_string(here.join("README.md")).unwrap();
    let code = |line: &str| line.split("//").next().unwrap_or("").trim().to_owned();
    let tested: Vec<String> = tested.lines().map(code).collect();
    let blocks = shown.split("```rust\n").skip(1);
    let lines: Vec<&str> = blocks.flat_map(|block| block.split("```").next().unwrap().lines()).collect();
    assert!(lines.len() > 3, "the tour shows Rust");
    for line in lines.into_iter().filter(|line| !line.starts_with("use ")) {
        assert!(tested.contains(&code(line)), "crates/grundy/README.md does not have `{line}`");
    }
}
