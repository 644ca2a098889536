//! Play, a question at a time.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::Bench;
use serde_json::{Value, json};

/// Plays a game in which both sides are asked for; gives who made the last move, counted from 0.
fn game(bench: &Bench, start: &str, opponents: [&str; 2]) -> usize {
    let mut at = start.to_owned();
    for turn in 0.. {
        let blocking =
            bench.ok(&format!("position?at={}", crate::common::escaped(&at)))["blocking"].is_string();
        let mut body = json!({"at": at, "opponent": opponents[turn % 2], "seed": turn});
        if blocking {
            let other = json!({"at": at, "opponent": opponents[(turn + 1) % 2], "seed": turn});
            body["blocked"] = bench.said("play/block", &other)["blocked"].clone();
        }
        let reply = bench.said("play/reply", &body);
        if reply["to"].is_null() {
            assert_eq!((reply["over"].clone(), reply["winner"].clone()), (json!(true), json!("you")));
            return (turn + 1) % 2;
        }
        reply["position"]["text"].as_str().unwrap().clone_into(&mut at);
        if reply["over"] == true {
            assert_eq!(reply["winner"], "program");
            return turn % 2;
        }
    }
    unreachable!("games end");
}

#[test]
fn perfect_play_wins_what_is_won() {
    let bench = Bench::new();
    for (start, winner) in [
        ("star-silver-dollar [2,5],[3],[1,4]", 0),
        ("wythoff 3,5", 1),
        ("wythoff 4,9", 0),
        ("nim 3,5 + star-nim 3,7", 0),
        ("wythoff@block=2 5,8", 0),
        ("larsson:a=1,p=2 3,3", 0),
    ] {
        let text = crate::common::escaped(start);
        let value = bench.ok(&format!("value?at={text}"));
        let wins = usize::from(value["outcome"] == "P");
        assert!(
            winner == wins || start.contains("block") || start.starts_with("larsson"),
            "{start}: {value}"
        );
        for other in ["perfect", "random", "beginner"] {
            let opponents = if wins == 0 { ["perfect", other] } else { [other, "perfect"] };
            assert_eq!(game(&bench, start, opponents), wins, "{start} against {other}");
        }
    }
}

#[test]
fn a_beginner_wins_some_and_loses_some() {
    let bench = Bench::new();
    let first = |seed: u64| {
        bench.said("play/reply", &json!({"at": "wythoff 4,9", "opponent": "beginner", "seed": seed}))
    };
    let winning = (0..40).filter(|&seed| first(seed)["to"] == "4,7").count();
    assert!((10..35).contains(&winning), "{winning} of 40");
    assert_eq!(first(7), first(7));
}

#[test]
fn hints_reasons_and_blocks() {
    let bench = Bench::new();
    let hint = bench.said("play/hint", &json!({"at": "wythoff 4,9"}));
    assert_eq!(hint, json!({"to": "4,7", "description": "take 2 from pile 2", "winning": true}));
    let why = bench.said("play/why", &json!({"at": "wythoff 3,5"}));
    assert!(
        why["argument"][0].as_str().unwrap().starts_with("value 0, a P-position: you are to move"),
        "{why}"
    );
    // With blocking: to block, and to move once that is settled.
    let at = "wythoff@block=2 4,7";
    let to_block = bench.said("play/hint", &json!({"at": at}));
    assert!(to_block.get("block").is_some(), "{to_block}");
    let to_move = bench.said("play/hint", &json!({"at": at, "blocked": ["3,7"]}));
    assert_eq!(to_move["winning"], true);
    assert_ne!(to_move["to"], "3,7");
    let legal =
        |moves: Value| bench.said("play/can_block", &json!({"at": at, "blocked": moves}))["legal"].clone();
    assert_eq!((legal(json!(["3,7"])), legal(json!(["3,7", "4,6"]))), (json!(true), json!(false)));
    let wrong =
        bench.post("play/reply", "application/json", &json!({"at": at, "blocked": ["9,9"]}).to_string());
    assert!(wrong.refused(400).contains("9,9"));
    let both = bench.post(
        "play/hint",
        "application/json",
        &json!({"at": at, "blocked": ["3,7", "4,6"]}).to_string(),
    );
    assert!(both.refused(400).contains("together"));
    let over = bench.post("play/hint", "application/json", r#"{"at": "nim 0"}"#);
    assert!(over.refused(422).contains("no move"));
    assert_eq!(bench.said("play/reply", &json!({"at": "nim 0"}))["winner"], "you");
}
