//! Positions from standard input: the answers are those of single questions, in order, as they come.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Output, Stdio};

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("GRUNDY_CONFIG", "");
    command.args(arguments).env("GRUNDY_STORE", "");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The output for an input.
fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(str::to_owned).collect()
}

fn one(command: &str, position: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args([command, position, "--format", "json"])
        .env("GRUNDY_STORE", "")
        .output()
        .unwrap();
    assert!(output.status.success(), "{position}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// An answer without the method: what was computed for other lines may be used again.
fn answer(line: &str) -> serde_json::Value {
    let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
    let keys = answer.as_object_mut().unwrap();
    assert!(keys.contains_key("value"), "{line}");
    keys.retain(|key, _| !["by", "why", "theorems"].contains(&key.as_str()));
    answer
}

fn answers(lines: &[String]) -> Vec<serde_json::Value> {
    lines.iter().map(|line| answer(line)).collect()
}

const POSITIONS: &[&str] = &[
    "star-nim 3,7",
    "wythoff 4,9",
    "nim 3 + wythoff 2,5",
    "star-silver-dollar [1,3],[2]",
    "nearly(nim 3 + nim 4)",
    "wythoff@block=2 4,7",
    "graph-nim:edges=0-1,1-2 0,5,8",
    "star-nim 12,30",
    "nim 12345678901234567890123456789",
];

#[test]
fn each_line_is_answered_as_the_question_alone() {
    for command in ["value", "explain", "moves"] {
        // A pile of 10^28 has more moves than can be listed.
        let positions = if command == "moves" { &POSITIONS[..8] } else { POSITIONS };
        let output = fed(&[command, "-"], &format!("# positions\n\n{}\n", positions.join("\n \n")));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let alone: Vec<String> = positions.iter().map(|position| one(command, position)).collect();
        assert_eq!(answers(&lines(&output)), answers(&alone), "{command}");
    }
}

#[test]
fn a_game_before_the_dash_is_that_of_every_line() {
    let positions: Vec<String> = (0..3000).map(|n| format!("{},{}", n % 60, n / 60)).collect();
    let output = fed(&["value", "wythoff", "-"], &positions.join("\r\n"));
    assert!(output.status.success(), "{output:?}");
    let named: Vec<String> = positions.iter().map(|position| format!("wythoff {position}")).collect();
    assert_eq!(answers(&lines(&output)), answers(&lines(&fed(&["value", "-"], &named.join("\n")))));
    // The values are those of the definition, in the order of the input.
    let game = grundy::game("wythoff").unwrap();
    let mut definition = grundy::Strategist::new(&game, grundy::Budget::default());
    let found = answers(&lines(&output));
    assert_eq!(found.len(), positions.len());
    for (position, answer) in named.iter().zip(&found) {
        let value = definition.value(&grundy::parse(position).unwrap().1).unwrap().0;
        assert_eq!((&answer["value"], &answer["game"]), (&value.into(), &"wythoff".into()), "{position}");
    }
    let sums = fed(&["value", "nim 3 +", "wythoff", "-"], "2,5\n");
    assert_eq!(lines(&sums), [one("value", "nim 3 + wythoff 2,5")]);
}

#[test]
fn a_bad_line_has_a_located_error_and_the_run_goes_on() {
    let output = fed(&["value", "-"], "nim 3,5\n# nothing\nwythoff 4,x\nchess 3\nnim 2,2\n");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(stderr, "error: 2 lines are not positions; the key `error` says why\n");
    let answers = lines(&output);
    assert_eq!((&answers[0], &answers[3]), (&one("value", "nim 3,5"), &one("value", "nim 2,2")));
    let wrong: serde_json::Value = serde_json::from_str(&answers[1]).unwrap();
    assert_eq!(wrong["line"], 3);
    let at = serde_json::json!({"text": "wythoff 4,x", "start": 10, "end": 11});
    assert_eq!(wrong["error"]["at"], at);
    assert!(wrong["error"]["message"].as_str().unwrap().contains('x'), "{wrong}");
    let unknown: serde_json::Value = serde_json::from_str(&answers[2]).unwrap();
    assert_eq!((&unknown["line"], &unknown["error"]["at"]["start"]), (&4.into(), &0.into()));
    // A game that is unknown is one error, before anything is read.
    let game = fed(&["value", "chess", "-"], "");
    assert_eq!(game.status.code(), Some(2));
    assert!(String::from_utf8(game.stderr).unwrap().contains("chess"));
    assert_eq!(lines(&fed(&["moves", "nim", "-"], "")), [""; 0]);
}

#[test]
fn a_line_without_an_answer_says_what_is_known() {
    let output =
        fed(&["value", "-", "--budget", "10", "--memory", "1MiB"], "star-nim 400,500,700,900\nnim 3\n");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(stderr, "error: 1 line was not answered within the limits; the key `needs` says why\n");
    let answers = lines(&output);
    assert_eq!(answers.len(), 2);
    let open: serde_json::Value = serde_json::from_str(&answers[0]).unwrap();
    assert_eq!((&open["game"], &open["value"]), (&"star-nim".into(), &serde_json::Value::Null), "{open}");
    assert!(open["needs"].is_string() && open["stopped_by"].is_string(), "{open}");
}

#[test]
fn answers_come_before_the_input_ends() {
    let mut child = start(&["value", "star-nim", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 0..20 {
        // A question, and the beginning of the next one.
        write!(stdin, "{n},7\n1").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        let position = if n == 0 { "0,7".to_owned() } else { format!("1{n},7") };
        assert_eq!(self::answer(&answer), self::answer(&one("value", &format!("star-nim {position}"))));
    }
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest.trim_end(), one("value", "star-nim 1"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_reader_that_has_enough_ends_it_quietly() {
    let mut child = start(&["value", "nim", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let writer = std::thread::spawn(move || {
        // Without end: it ends because nobody reads any more.
        while stdin.write_all(b"3,5,7\n").is_ok() {}
    });
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert_eq!(first.trim_end(), one("value", "nim 3,5,7"));
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    writer.join().unwrap();
}
