//! Positions, moves and games in parts: what answers say, and what can be sent.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::{Bench, escaped};
use serde_json::{Value, json};

/// What a position says of its parts is enough to ask for it without its text.
fn raw(part: &Value) -> Value {
    let parts: Vec<Value> = part["parts"].as_array().into_iter().flatten().map(raw).collect();
    let mut sent = serde_json::Map::new();
    let compound = part.get("closed").is_some();
    for key in ["piles", "strips"] {
        sent.extend(part["board"].get(key).map(|numbers| (key.to_owned(), numbers.clone())));
    }
    if compound || !sent.contains_key("piles") && !sent.contains_key("strips") {
        sent.insert("parts".to_owned(), parts.into());
        sent.extend(part.get("closed").map(|closed| ("closed".to_owned(), closed.clone())));
    }
    if compound || part.get("board").is_some() {
        sent.insert("spec".to_owned(), part["spec"].clone());
    }
    sent.into()
}

const COMPOUNDS: [&str; 8] = [
    "nearly(nim 3 + nim 4) + wythoff 2,5",
    "nearly(nearly(nim 3 + star-nim 1,4; closed) + silver-dollar [1,3]) + gurvich:a=2,b=3 2,2",
    "nearly(nim 3 + nim 4)@block=2",
    "nearly(nim 3)",
    "shared-cells:k=2 [2,5],[3],[]",
    "star-nim@block=2 3,7",
    "graph-nim:edges=0-1,2>1 3,0,1",
    "nim 9007199254740993,18446744073709551617 + star-nim 2,1",
];

#[test]
fn a_position_is_read_back_from_its_parts() {
    let bench = Bench::new();
    for text in COMPOUNDS {
        let there = bench.ok(&format!("position?at={}", escaped(text)));
        assert_eq!(bench.said("position", &raw(&there)), there, "{text}: {}", raw(&there));
        assert_eq!(bench.said("position", &json!({"text": text})), there);
        for part in there["parts"].as_array().unwrap() {
            let alone = bench.ok(&format!("position?at={}", escaped(part["text"].as_str().unwrap())));
            assert_eq!(alone["text"], part["text"]);
            if part.get("closed").is_none() {
                assert_eq!(bench.said("game", &part["spec"])["game"], part["game"]);
            }
        }
    }
    let wrong = |body: Value| bench.post("position", "application/json", &body.to_string());
    let two = wrong(json!({"spec": {"name": "star-silver-dollar"}, "strips": [[1, 3, 3], [2]]}));
    assert_eq!(two.json()["at"]["text"], "star-silver-dollar [1,3,3],[2]");
    assert!(two.refused(400).contains("square 3 holds two tokens"));
    assert!(wrong(json!({"spec": {"name": "nim"}})).refused(400).contains("invalid combination"));
    assert!(wrong(json!({"spec": {"name": "nim"}, "piles": [-1]})).refused(400).contains("non-negative"));
    assert!(wrong(json!({"spec": {"name": "nim"}, "piles": ["1,2"]})).refused(400).contains("non-negative"));
    assert!(
        wrong(json!({"spec": {"name": "nim 3 + nim"}, "piles": [1]})).refused(400).contains("nim 3 + nim")
    );
    assert!(wrong(json!({"parts": []})).refused(400).contains("name of a game"));
    assert!(
        wrong(json!({"spec": {"name": "nim"}, "piles": ["9".repeat(1001)]})).refused(413).contains("digits")
    );
}

/// Makes the changes of a move on a position.
fn apply(position: &mut Value, changes: &Value) {
    for change in changes.as_array().unwrap() {
        let path = change["part"].as_array().unwrap();
        let part = path.iter().fold(&mut *position, |part, i| {
            &mut part["parts"][usize::try_from(i.as_u64().unwrap()).unwrap()]
        });
        for key in ["piles", "strips"] {
            if let Some(numbers) = change.get(key) {
                assert_ne!(part["board"][key], *numbers);
                part["board"][key] = numbers.clone();
            }
        }
        if let Some(closed) = change.get("closed") {
            part["closed"] = closed.clone();
        }
    }
}

#[test]
fn the_changes_of_a_move_lead_where_it_leads() {
    let bench = Bench::new();
    for text in &COMPOUNDS[..7] {
        let at = escaped(text);
        let there = bench.ok(&format!("position?at={at}"));
        let listed = bench.ok(&format!("moves?at={at}"));
        let moves = listed["moves"].as_array().unwrap();
        assert!(!moves.is_empty());
        for made in moves {
            let to = made["to"].as_str().unwrap();
            let mut after = there.clone();
            apply(&mut after, &made["changes"]);
            let opened = bench.ok(&format!("position?at={at}&to={}", escaped(to)));
            assert_eq!(opened["position"], to, "{text}");
            assert_eq!(bench.said("position", &raw(&after)), opened, "{text} to {to}");
            let value = bench.ok(&format!("value?at={at}&to={}", escaped(to)))["value"].clone();
            assert_eq!(value, made["value"]);
        }
        let won = bench.ok(&format!("value?at={at}"));
        let wins: Vec<&Value> = won["wins"].as_array().unwrap().iter().map(|win| &win["to"]).collect();
        assert_eq!(wins, won["winning_moves"].as_array().unwrap().iter().collect::<Vec<_>>());
        for win in won["wins"].as_array().unwrap() {
            let listed = moves.iter().find(|made| made["to"] == win["to"]).unwrap();
            assert_eq!((&listed["changes"], &listed["description"]), (&win["changes"], &win["description"]));
        }
    }
    // Where moves cannot be listed, those that win still say what they change.
    let far = bench.ok("value?at=star-nim%207,1000000000000000000000000000000");
    assert_eq!(far["wins"][0]["changes"], json!([{"part": [0], "strips": [[7], [7]]}]));
    let other = bench.api("position?at=nim%203%20%2B%20nim%204&to=nim%203%20%2B%20wythoff%201,2");
    assert!(other.refused(400).contains("`to` is a position of nim + wythoff, not of nim + nim"));
}

#[test]
fn games_have_parts_and_cells() {
    let bench = Bench::new();
    let named = |text: &str| bench.ok(&format!("game?game={}", escaped(text).replace('=', "%3D")));
    let blocked = named("fraenkel:a=2@block=3");
    assert_eq!(blocked["spec"], json!({"name": "fraenkel", "parameters": {"a": "2"}, "block": "3"}));
    assert_eq!(bench.said("game", &blocked["spec"]), blocked);
    assert_eq!(named("wythoff")["cell"], json!(["wythoff ", "a", ",", "b", ""]));
    assert_eq!(
        named("nearly(nim a + star-nim b,4)")["cell"],
        json!(["nearly(nim ", "a", " + star-nim ", "b", ",4)"])
    );
    assert_eq!(
        named("star-silver-dollar [b],[a,9]")["cell"],
        json!(["star-silver-dollar [", "b", "],[", "a", ",9]"])
    );
    assert_eq!(named("nim + nim").get("spec"), None);
    assert_eq!(named("nearly(nim + nim)").get("cell"), None);
    assert_eq!(named("nim a,c").get("cell"), None);
    let refused = bench.post("game", "application/json", r#"{"name": "fraenkel", "parameters": {"a": "0"}}"#);
    assert!(refused.refused(400).contains("`a` is at least 1"));
    for listing in bench.ok("games").as_array().unwrap() {
        let example = bench.ok(&format!("position?at={}", escaped(listing["example"].as_str().unwrap())));
        assert_eq!(listing["game"], example["game"]);
        assert_eq!(example["spec"]["name"], listing["name"]);
    }
}

#[test]
fn boards_say_what_can_be_set_up() {
    let bench = Bench::new();
    let board = |text: &str, key: &str| {
        bench.ok(&format!("position?at={}", escaped(text)))["parts"][0]["board"][key].clone()
    };
    for (text, grows) in [
        ("nim 3", true),
        ("nim@block=2 3,18446744073709551617", true),
        ("sharing-nim 0,5,8", true),
        ("wythoff 3,5", false),
        ("star-nim 0,7", true),
        ("silver-dollar [3,5]", false),
        ("star-silver-dollar [0],[3]", true),
    ] {
        assert_eq!(board(text, "grows"), grows, "{text}");
    }
    assert_eq!((board("star-nim 3,7", "one_token"), board("nim 3", "one_token")), (json!(true), Value::Null));
}
