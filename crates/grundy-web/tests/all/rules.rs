//! Games given by rules, through every request that takes a game.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::{Bench, escaped};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const RULES: &str = "{x,y: x-i,y; x,y-i; x-i,y-2i}";

#[test]
fn every_request_takes_rules_and_names_of_the_library() {
    let bench = Bench::new();
    for (game, other) in
        [(RULES, "{u,v: u-n,v-n-n; u,v-n; u-n,v}"), ("gdwn:p=1,q=2", "gdwn:q=2,p=1"), ("exile", "exile")]
    {
        let both = |path: &dyn Fn(&str) -> String| -> Value {
            let (one, same) = (bench.ok(&path(game)), bench.ok(&path(other)));
            let values = |told: &Value| {
                [&told["value"], &told["values"], &told["largest"], &told["normal_form"]].map(Clone::clone)
            };
            assert_eq!(values(&one), values(&same), "{}", path(game));
            one
        };
        let at = |game: &str, position: &str| escaped(&format!("{game} {position}"));
        let told = both(&|game| format!("value?at={}", at(game, "5,8")));
        let slow = grundy::parse(&format!("{game} 5,8")).unwrap();
        let mut definition = grundy::Reference::new(slow.0, grundy::Budget::default());
        assert_eq!(told["value"], definition.value(&slow.1).unwrap().0, "{game}");
        assert_eq!(both(&|game| format!("explain?at={}", at(game, "2,3")))["game"], told["game"]);
        let moves = both(&|game| format!("moves?at={}", at(game, "2,3")));
        assert!(moves["moves"].as_array().unwrap().len() >= 5, "{moves}");
        let place = both(&|game| format!("position?at={}", at(game, "2,3")));
        assert_eq!(
            (&place["parts"][0]["board"]["kind"], &place["parts"][0]["cell"]),
            (&json!("piles"), &json!([2, 3]))
        );
        // The parts of a position are sent back.
        let sent = bench.said("position", &json!({"spec": place["spec"], "piles": [1, 2]}));
        assert_eq!(sent["text"], format!("{} 1,2", told["game"].as_str().unwrap()));
        assert_eq!(bench.said("game", &place["spec"])["game"], told["game"]);
        assert_eq!(bench.ok(&format!("value?at={}&to=1,2", at(game, "2,3")))["position"], "1,2");
        both(&|game| format!("game?game={}", escaped(game)));
        both(&|game| format!("rules?game={}", escaped(game)));
        both(&|game| format!("sample?game={}&seed=1", escaped(game)));
        both(&|game| format!("table?game={}&max=20", escaped(game)));
        both(&|game| format!("row?game={}&row=3&columns=20", escaped(game)));
        both(&|game| format!("diagonal?game={}&diagonal=1&columns=9", escaped(game)));
        both(&|game| format!("lines?game={}&a=3&b=4", escaped(game)));
        let tile = bench.api(&format!("tile?game={}&max=20&x=0&y=0", escaped(game)));
        assert_eq!((tile.status, tile.body.len()), (200, 4 * 256 * 256));
        for path in ["reply", "hint", "why", "block", "can_block"] {
            let body = json!({"at": format!("{game} 5,8"), "blocked": [], "seed": 1});
            let answer = bench.post(&format!("play/{path}"), "application/json", &body.to_string());
            assert!([200, 400, 422].contains(&answer.status), "{path}: {}", answer.text());
            assert!(
                answer.status == 200 || !["reply", "hint", "why"].contains(&path),
                "{path}: {}",
                answer.text()
            );
        }
    }
}

#[test]
fn rules_are_recognised() {
    let bench = Bench::new();
    let told = bench.ok(&format!("rules?game={}", escaped("{x,y: x-i,y-j where i=j or i=0 or j=0}")));
    assert_eq!(
        (&told["same_as"], &told["normal_form"], &told["rules"]["ends"]),
        (&json!("wythoff"), &json!("wythoff"), &json!("x + y"))
    );
    let period =
        bench.ok(&format!("period?game={}&row=3", escaped("{x,y: x-i,y-j where i=j or i=0 or j=0}")));
    assert_eq!((&period["verdict"], &period["game"]), (&json!("proved"), &json!("wythoff")));
    let sequence = bench.ok(&format!("sequence?game={}&count=3", escaped("{x,y: x-i,y; x,y-i; x-i,y-i}")));
    assert_eq!(sequence["positions"], json!([[0, 0], [1, 2], [3, 5]]));
    let file = "game halves(k >= 1)\nposition x, y\nmove x - i, y where i <= k\nmove x, y - i\n";
    let told = bench.said("rules", &json!({"text": file, "parameters": {"k": 2}}));
    assert_eq!(told["rules"]["inline"], "{x, y: x - i, y where i <= 2; x, y - i}");
    assert_eq!(told["rules"]["file"], file);
    assert_eq!(bench.ok("rules?game=star-nim")["rays"], json!(["(1,0)", "(0,1)"]));
}

#[test]
fn wrong_rules_are_answered_with_the_place() {
    let bench = Bench::new();
    let wrong = bench.api(&format!("value?at={}", escaped("{x,y: x-i,y+j} 3,4")));
    assert_eq!(wrong.refused(400), "the position does not bound `j`");
    assert_eq!(wrong.json()["at"]["start"], 12);
    let wrong = bench.post(
        "rules",
        "application/json",
        &json!({"text": "game a\nposition x\nmove x - i*x"}).to_string(),
    );
    assert!(wrong.refused(400).starts_with("line 3: this is not linear"), "{}", wrong.text());
    assert_eq!(
        (&wrong.json()["at"]["text"], &wrong.json()["at"]["start"]),
        (&json!("move x - i*x"), &json!(9))
    );
    for text in [
        "",
        "{",
        "{x",
        "{x: x-i} 3",
        "game nim",
        "{x: x-i where i in {}}}",
        "{x: x-i}{y: y-i}",
        "\u{0}",
        "{𝄞: 𝄞-i}",
    ] {
        bench.post("rules", "application/json", &json!({ "text": text }).to_string()).refused(400);
    }
    bench
        .post("rules", "application/json", &json!({"text": "{x: x-i}", "parameters": {"k": 1}}).to_string())
        .refused(400);
    bench.post("rules", "application/json", &json!({ "text": "x".repeat(5000) }).to_string()).refused(413);
}

/// Texts that are short, and whose cases or options are many.
#[test]
fn rules_from_strangers_stall_nothing() {
    let bench = Bench::new();
    let many = |count: usize, text: &dyn Fn(usize) -> String, join: &str| {
        (0..count).map(text).collect::<Vec<_>>().join(join)
    };
    let texts = [
        "{x,y: x-i,y-j where i mod 997 = j mod 991} 3,4".to_owned(),
        format!("{{x: x-i where {}}} 30", many(150, &|k| format!("i mod 1000 != {k}"), " and ")),
        format!(
            "{{x,y: x-i,y-j where {}}} 3,4",
            many(60, &|k| format!("|{}i-{}j| != {k}", k + 1, k + 2), " and ")
        ),
        format!(
            "{{x,y,z,w: {}}} 3,4,5,6",
            many(
                30,
                &|a| format!("x-i,y-j,z-k,w-l where |{a}i-2j| != 5 and |i-{a}k| != {a} and min(i,{a}l)<{a}"),
                "; "
            )
        ),
        "{x,y,z,w: x-i,y-j,z-k,w-l where i+j+k+l > 0} 99999999999,99999999999,99999999999,99999999999"
            .to_owned(),
        "{x: x-i-j-k-l} 18446744073709551615".to_owned(),
        many(
            12,
            &|k| format!("{{x: x-i where {}}} 3", many(12, &|j| format!("i mod 1000 != {}", j + k), " and ")),
            " + ",
        ),
    ];
    for text in &texts {
        let started = Instant::now();
        for path in ["value?at=", "moves?at=", "position?at="] {
            let answer = bench.api(&format!("{path}{}", escaped(text)));
            assert!([200, 400, 408, 413, 422].contains(&answer.status), "{path}{text}: {}", answer.text());
        }
        let (game, _) = text.rsplit_once(' ').unwrap();
        bench.api(&format!("rules?game={}", escaped(game)));
        assert!(started.elapsed() < Duration::from_mins(1), "{text}: {:?}", started.elapsed());
        // Other requests are answered.
        assert_eq!(bench.ok("value?at=nim+3")["value"], 3);
    }
}
