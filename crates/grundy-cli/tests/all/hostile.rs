//! Positions that nobody would type: each is answered or refused, in time, and never with a panic.

use std::process::Command;
use std::time::{Duration, Instant};

/// Positions, as long as an argument may be.
fn positions() -> Vec<String> {
    let long = "8".repeat(40_000);
    let many = |part: &str, count: usize| vec![part; count].join(",");
    let squares = (0..8_000).map(|token| (3 * token + token % 2).to_string()).collect::<Vec<_>>().join(",");
    vec![
        format!("nim {long},{long},5"),
        format!("nim {long}{long},{long}"),
        format!("sharing-nim 4,{long},{long}"),
        format!("star-nim 7,{long}"),
        format!("wythoff {long}1,{long}"),
        format!("wythoff {long}{long},5"),
        format!("r-wythoff {long},5"),
        format!("silver-dollar [3,{long}]"),
        format!("nim {} + wythoff 3,4", many("1", 35_000)),
        format!("silver-dollar [{squares}] + nim 3"),
        format!("star-silver-dollar [{squares}],[4,7]"),
        format!("welter [3,{long}1,{long}3]"),
        format!("welter [{squares}] + nim 3"),
        format!("star-welter [{squares}],[4,7]"),
        format!("star-welter {}", many("[3,9]", 1_000)),
        format!("nim {}", many("7", 1_000)),
        format!("star-nim {}", many("7", 1_000)),
        format!("sharing-nim {}", many("7", 1_000)),
        format!("star-silver-dollar {}", many("[3,9]", 1_000)),
        "gurvich:a=18446744073709551615,b=18446744073709551615 4,5".to_owned(),
        "wythoff@block=18446744073709551615 40,50".to_owned(),
        "nearly(nim 100000000000000000000 + nim 4)".to_owned(),
    ]
}

#[test]
fn each_command_answers_or_refuses_in_time() {
    for command in ["value", "explain", "moves"] {
        for position in positions() {
            for format in ["text", "json"] {
                let started = Instant::now();
                let done = Command::new(env!("CARGO_BIN_EXE_grundy"))
                    .env("GRUNDY_CONFIG", "")
                    .args([command, &position, "--format", format])
                    .env("GRUNDY_STORE", "")
                    .output()
                    .unwrap();
                let what: String = format!("{command} {position}").chars().take(60).collect();
                let error: String = String::from_utf8(done.stderr).unwrap().chars().take(500).collect();
                assert!(started.elapsed() < Duration::from_mins(1), "{what}");
                let is_located = error.starts_with("error: ") && error.contains("\nhint: ");
                let told = String::from_utf8(done.stdout).unwrap();
                match done.status.code() {
                    Some(0) => assert!(!told.is_empty(), "{what}"),
                    Some(2) => assert!(is_located && told.is_empty(), "{what}: {error}"),
                    // What is known is told: as data always, for people in the answer or in the error.
                    Some(3) if format == "json" => {
                        assert!(told.contains(r#""value":null"#), "{what}: {told}");
                    }
                    Some(3) => assert!(is_located || told.contains("\nneeded "), "{what}: {error}{told}"),
                    code => panic!("{what}: {code:?}: {error}"),
                }
            }
        }
    }
}
