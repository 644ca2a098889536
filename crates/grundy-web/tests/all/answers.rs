//! Every question, and that its answers are those of the rules.

use crate::common::{Bench, answer, escaped};
use grundy::{Budget, Engine, Plan, Reference, Template};
use grundy_claims::Grade;
use serde_json::{Value, json};

#[test]
fn whatever_is_described_is_answered() {
    let bench = Bench::new();
    let document = bench.get("/api").json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let none = Vec::new();
            let parameters = operation["parameters"].as_array().unwrap_or(&none);
            let given: Vec<String> = parameters
                .iter()
                .filter(|parameter| parameter.get("example").is_some() && parameter["name"] != "from")
                .map(|parameter| {
                    let example = &parameter["example"];
                    let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
                    format!("{}={}", parameter["name"].as_str().unwrap(), escaped(&text).replace('=', "%3D"))
                })
                .collect();
            let path = format!("{path}?{}", given.join("&"));
            let answer = match (method.as_str(), &operation["requestBody"]["content"]) {
                ("get", _) => bench.get(&path),
                (_, content) => {
                    let (kind, content) = content.as_object().unwrap().iter().next().unwrap();
                    let example = &content["example"];
                    let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
                    bench.post(path.trim_start_matches("/api/v1/"), kind, &text)
                }
            };
            assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
            let kinds = operation["responses"]["200"]["content"].as_object().unwrap();
            assert!(kinds.contains_key(answer.header("content-type").unwrap()), "{path}: {}", answer.head);
            asked += 1;
        }
    }
    assert_eq!(asked, 34);
    // And nothing else is.
    assert!(bench.api("values").refused(404).contains("unknown API path"));
}

#[test]
fn positions_are_what_they_are() {
    let bench = Bench::new();
    let games = bench.ok("games");
    let named =
        |name: &str| games.as_array().unwrap().iter().find(|game| game["name"] == name).unwrap().clone();
    assert_eq!(named("star-silver-dollar")["board"], "strips");
    assert_eq!(named("gurvich")["parameters"][4]["values"], json!(["per-line", "as-written", "both-types"]));
    assert_eq!(
        named("shared-cells")["parameters"],
        json!([{"name": "k", "optional": false, "takes": "number", "min": 0}])
    );
    let at = |text: &str| bench.ok(&format!("position?at={}", escaped(text)));
    let star = at("star-silver-dollar [2,5],[],[1]");
    assert_eq!(
        star["parts"][0]["board"],
        json!({"kind": "strips", "shared": 1, "strips": [[2, 5], [], [1]], "one_token": false, "grows": true})
    );
    assert_eq!(at("star-nim 3,7")["parts"][0]["board"]["strips"], json!([[3], [7]]));
    assert_eq!(at("star-nim 3,7")["parts"][0]["cell"], json!([3, 7]));
    assert_eq!(at("sharing-nim 2,5,8")["parts"][0]["cell"], json!([3, 6]));
    let graph = at("graph-nim:edges=0-1,2>1 3,0,1");
    assert_eq!(graph["parts"][0]["board"]["edges"], json!([[0, 1, false], [2, 1, true]]));
    let sum = at("nim 1 + nearly(nim 2 + star-nim 1; closed)");
    assert_eq!(sum["parts"][1]["closed"], true);
    assert_eq!(sum["parts"][1]["parts"][1]["game"], "star-nim");
    assert_eq!(at("nim 9007199254740993")["parts"][0]["board"]["piles"], json!(["9007199254740993"]));
    assert_eq!((at("nim 0")["stuck"].clone(), at("nim 1")["stuck"].clone()), (json!(true), json!(false)));
    let rule = at("wythoff@block=2 3,5")["blocking"].clone();
    assert!(rule.as_str().unwrap().contains("block"), "{rule}");
}

#[test]
fn values_moves_and_arguments_are_those_of_the_rules() {
    let bench = Bench::new();
    let texts = [
        "star-nim 3,7",
        "wythoff 4,9",
        "star-silver-dollar [2,5],[3]",
        "nim 3 + sharing-nim 1,2,6",
        "nearly(nim 3 + nim 5)",
    ];
    for text in texts {
        let (game, position) = grundy::parse(text).unwrap();
        let value = Reference::new(game.clone(), Budget::default()).value(&position).unwrap().0;
        let text = escaped(text);
        let valued = bench.ok(&format!("value?at={text}"));
        assert_eq!(valued["value"], value, "{text}");
        let moves = bench.ok(&format!("moves?at={text}"));
        let options = grundy::options(game.as_ref(), &position, 1000).unwrap();
        assert_eq!(moves["moves"].as_array().unwrap().len(), options.len());
        let winning = moves["moves"].as_array().unwrap().iter().filter(|made| made["winning"] == true);
        let winning: Vec<&Value> = winning.map(|made| &made["to"]).collect();
        assert_eq!(valued["winning_moves"].as_array().unwrap().iter().collect::<Vec<_>>(), winning);
        let explained = bench.ok(&format!("explain?at={text}"));
        assert!(explained["argument"][1].as_str().unwrap().contains(&format!("the value is {value}.")));
    }
    let far = bench.api("value?at=wythoff%201618033988749894848204586834365,2618033988749894848204586834365");
    assert!(far.text().contains(r#""outcome":"P""#), "{}", far.text());
}

/// In misère play there are outcomes and no values.
#[test]
fn misere_play_has_outcomes() {
    let bench = Bench::new();
    let asked = |path: &str, text: &str| bench.ok(&format!("{path}?at={}", escaped(text)));
    for (text, outcome) in
        [("misere(nim 1,1,1)", "P"), ("misere(wythoff 2,3)", "N"), ("misere(nim 0 + nim 0)", "N")]
    {
        let valued = asked("value", text);
        assert_eq!((&valued["value"], &valued["outcome"]), (&Value::Null, &json!(outcome)), "{text}");
        let moves = asked("moves", text);
        let winning = moves["moves"].as_array().unwrap().iter().filter(|made| made["winning"] == true);
        assert_eq!(
            json!(winning.map(|made| &made["to"]).collect::<Vec<_>>()),
            valued["winning_moves"],
            "{text}"
        );
    }
    let position = asked("position", "misere(nim 3 + wythoff 2,3)");
    assert_eq!((&position["spec"]["name"], position.get("closed")), (&json!("misere"), None));
    let body = json!({ "spec": position["spec"], "parts": [{ "text": "nim 3" }, { "text": "wythoff 2,3" }] });
    assert_eq!(bench.said("position", &body)["text"], position["text"]);
    let reply = bench.said("play/reply", &json!({ "at": "misere(nim 1,1)" }));
    assert_eq!(reply["to"], "misere(nim 0,1)");
    let last = bench.said("play/reply", &json!({ "at": "misere(nim 1)" }));
    assert_eq!((&last["over"], &last["winner"]), (&json!(true), &json!("you")));
    assert!(bench.api("table?game=misere(wythoff)&max=5").refused(400).contains("no values"));
}

#[test]
fn tiles_hold_the_values_of_the_definition() {
    let bench = Bench::new();
    for (game, max) in
        [("star-nim", 40), ("wythoff", 300), ("sharing-nim", 30), ("star-silver-dollar [a],[b,9]", 8)]
    {
        let template = Template::parse(game).unwrap();
        let plan = Plan::new(&template, max.min(40), Engine::Definition).unwrap();
        let go_on = &mut |_| std::ops::ControlFlow::Continue(());
        let table = plan
            .table(plan.element(), grundy::solve::rays::How::default(), Budget::default(), go_on)
            .unwrap();
        for (x, y, zoom) in [(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 0), (0, 1, 0)] {
            let path = format!("tile?game={}&max={max}&x={x}&y={y}&zoom={zoom}", escaped(game));
            let tile = bench.api(&path);
            assert_eq!((tile.status, tile.body.len()), (200, 256 * 256 * 4), "{path}");
            for cell in 0..256 * 256_usize {
                let (a, b) = ((y * 256 + cell / 256) << zoom, (x * 256 + cell % 256) << zoom);
                let value = u32::from_le_bytes(tile.body[4 * cell..4 * cell + 4].try_into().unwrap());
                let inside = usize::try_from(max).unwrap().min(40);
                let expected = if a <= inside && b <= inside { table.get(a, b) } else { None };
                if a <= inside && b <= inside || a > 300 || b > 300 {
                    assert_eq!(
                        u64::from(value),
                        expected.map_or(u64::from(u32::MAX), |value| value.0),
                        "{path} {a},{b}"
                    );
                }
            }
        }
    }
    // A smaller table is cut from a larger one, and nobody is told twice.
    let first = bench.api("tile?game=wythoff&max=10&x=0&y=0");
    let at = |a: usize, b: usize| u32::from_le_bytes(first.body[1024 * a + 4 * b..][..4].try_into().unwrap());
    assert_eq!((at(10, 11), at(1, 2)), (u32::MAX, 0));
    let tag = format!("If-None-Match: {}", first.header("etag").unwrap());
    let again = [
        "GET /api/v1/tile?game=wythoff&max=10&x=0&y=0 HTTP/1.1",
        "Host: localhost",
        "Connection: close",
        &tag,
    ];
    assert_eq!(bench.ask(&again, b"").status, 304);
    let table = bench.ok("table?game=wythoff&max=300");
    assert_eq!((table["by"].clone(), table["symmetric"].clone()), (json!("ray engine"), json!(true)));
}

/// The values of a tile, by rows.
fn values(tile: &crate::common::Answer) -> Vec<u32> {
    let of = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
    tile.body.chunks(4).map(of).collect()
}

/// A table whose cells do not fit is pooled while it is computed, and its tiles are those of one whose cells do.
#[test]
fn tiles_of_large_tables_are_pooled() {
    let (small, large) =
        (Bench::new(), Bench::with(&grundy_web::Settings { memory: 1 << 30, ..crate::common::settings() }));
    for game in ["wythoff", "{x,y: x-i,y; x,y-i; x-i,y-2i}"] {
        let max = 6000;
        let table = small.ok(&format!("table?game={}&max={max}&pool=largest", escaped(game)));
        let whole = large.ok(&format!("table?game={}&max={max}", escaped(game)));
        assert_eq!((&whole["overview"], &table["overview"]), (&json!(0), &json!(2)), "{game}");
        assert_eq!(table["largest"], whole["largest"], "{game}");
        for (x, y, zoom) in [(0, 0, 0), (22, 20, 0), (3, 11, 1), (0, 0, 5), (90, 0, 0)] {
            for pool in ["largest", "17"] {
                let path =
                    format!("tile?game={}&max={max}&x={x}&y={y}&zoom={zoom}&pool={pool}", escaped(game));
                let [pooled, exact] = [&small, &large].map(|bench| bench.api(&path));
                assert_eq!((pooled.status, exact.status), (200, 200), "{path}: {}", pooled.text());
                assert!(values(&pooled) == values(&exact), "{path}");
            }
        }
    }
    // What is known while a table is being made is not to be kept.
    let mut stream = small.events("table?game=fraenkel:a=2&max=6001&pool=largest");
    let soon = small.api("tile?game=fraenkel:a=2&max=6001&x=0&y=0&zoom=4&pool=largest&so_far=true");
    assert_eq!((soon.status, soon.body.len()), (200, 4 << 16));
    let mut rest = String::new();
    let _ = std::io::Read::read_to_string(&mut stream, &mut rest);
    let all = small.api("tile?game=fraenkel:a=2&max=6001&x=0&y=0&zoom=4&pool=largest");
    for (known, value) in values(&soon).into_iter().zip(values(&all)) {
        assert!(known == u32::MAX || known <= value);
    }
    assert!(small.api("tile?game=nim&max=9&x=0&y=0&pool=mean").refused(400).contains("mean"));
}

#[test]
fn sequences_and_sources_are_found() {
    let bench = Bench::new();
    let found = bench.ok("oeis?terms=1,3,4,6,8,9,11,12,14,16");
    assert_eq!((&found["found"][0]["number"], &found["found"][0]["agree"]), (&json!("A000201"), &json!(10)));
    assert_eq!(bench.ok("oeis?terms=1,2,3,4,5,6,7,8,9,1000")["found"], json!([]));
    bench.api("oeis?terms=1,x").refused(400);
    let value = bench.ok("value?at=star-nim%203,7");
    let papers = bench.ok(&format!("papers?by={}", escaped(value["by"].as_str().unwrap())));
    let paper = &papers["papers"][0];
    assert_eq!(paper["key"], "farr-ho", "{value}");
    let (place, record) = (paper["place"].as_str().unwrap(), paper["bibtex"].as_str().unwrap());
    assert!(
        record.starts_with("@article{farr-ho,") && record.contains(&format!("note = {{{place}}}")),
        "{record}"
    );
    assert!(bench.ok("papers")["papers"].as_array().unwrap().len() > 10);
    assert_eq!(bench.ok("papers?by=definition")["papers"], json!([]));
}

#[test]
fn lines_lead_to_the_options() {
    let bench = Bench::new();
    let crossed = bench.ok("lines?game=wythoff&a=3&b=2");
    let lines = json!([
        {"kind": "row", "cells": [[3, 0], [3, 1]]},
        {"kind": "column", "cells": [[0, 2], [1, 2], [2, 2]]},
        {"kind": "diagonal", "cells": [[1, 0], [2, 1]]}
    ]);
    assert_eq!((crossed["value"].clone(), crossed["lines"].clone()), (json!(5), lines));
    assert_eq!(bench.ok("lines?game=star-silver-dollar%20%5Ba%5D,%5Bb,9%5D&a=2&b=3")["elsewhere"], 5);
}

#[test]
fn sequences_rows_and_diagonals() {
    let bench = Bench::new();
    let wythoff = bench.ok("sequence?game=wythoff&value=0&count=4");
    assert_eq!(wythoff["positions"], json!([[0, 0], [1, 2], [3, 5], [4, 7]]));
    assert_eq!(wythoff["differences"], json!([0, 1, 2, 3]));
    let far = bench.api("sequence?game=wythoff&count=1&from=1000000000000000000000000");
    assert!(far.text().contains("[1618033988749894848204586,2618033988749894848204586]"), "{}", far.text());
    let row = bench.ok("row?game=star-nim&row=2&columns=6");
    assert_eq!((row["row"].clone(), row["values"].clone()), (json!(2), json!([1, 2, 0, 4, 5, 3])));
    assert_eq!(bench.ok("row?game=star-nim&row=9&columns=2")["values"].as_array().unwrap().len(), 2);
    let (game, _) = grundy::parse("wythoff 0,0").unwrap();
    let mut reference = Reference::new(game, Budget::default());
    let diagonal = bench.ok("diagonal?game=wythoff&diagonal=3&columns=12");
    for (a, value) in (0..).zip(diagonal["values"].as_array().unwrap()) {
        let (_, position) = grundy::parse(&format!("wythoff {a},{}", a + 3)).unwrap();
        assert_eq!(*value, reference.value(&position).unwrap().0);
    }
}

#[test]
fn periods_come_with_certificates_that_hold() {
    let bench = Bench::new();
    for of in ["star-nim&row=4", "wythoff&row=2", "star-nim&value=5", "star-nim&diagonal=3"] {
        let known = bench.ok(&format!("period?game={of}"));
        assert_eq!(known["verdict"], "proved", "{of}");
        let certificate = known["certificate"].as_str().unwrap();
        let judged = bench.post("check", "text/plain", certificate).json();
        assert_eq!(judged["verified"], true, "{judged}");
        let period = format!("period {}", known["period"]);
        let changed = certificate.replacen(&period, &format!("{period}1"), 1);
        let judged = bench.post("check", "text/plain", &changed).json();
        assert_eq!(
            (judged["verified"].clone(), judged["verdict"].clone()),
            (json!(false), json!("rejected"))
        );
    }
    assert_eq!(bench.ok("period?game=star-nim&diagonal=2")["verdict"], "proved");
    let seen = bench.ok("period?game=nim&diagonal=2");
    assert_eq!((seen["verdict"].clone(), seen["certificate"].clone()), (json!("open"), Value::Null));
    let open = bench.ok("period?game=star-nim&row=7&columns=1000");
    assert_eq!((open["verdict"].clone(), open["searched_to"].clone()), (json!("open"), json!(1000)));
}

#[test]
fn long_work_tells_how_far_it_is() {
    let bench = Bench::new();
    let told = answer(bench.events("period?game=star-nim&row=7"));
    assert_eq!(told.header("content-type"), Some("text/event-stream"));
    let text = told.text();
    let events: Vec<&str> = text.split("\n\n").filter(|event| event.starts_with("event")).collect();
    let is_progress = |event: &&str| event.starts_with("event: progress\ndata: {\"done\":");
    assert!(events[..events.len() - 1].iter().all(is_progress), "{text}");
    let result = events.last().unwrap().strip_prefix("event: result\ndata: ").unwrap();
    assert_eq!(serde_json::from_str::<Value>(result).unwrap()["period"], 5040);
    let refused = answer(bench.events("claims/run?id=no-such"));
    assert_eq!(refused.status, 404);
    let table = answer(bench.events("table?game=r-wythoff&max=1500")).text();
    assert!(table.contains("event: result\ndata: {\"game\":\"r-wythoff\""), "{table}");
}

#[test]
fn claims_are_listed_and_checked() {
    let bench = Bench::new();
    let all = bench.ok("claims");
    assert_eq!(all.as_array().unwrap().len(), grundy_claims::all().len());
    let row = all.as_array().unwrap().iter().find(|claim| claim["id"] == "farr-ho/sec-4.4-row-7").unwrap();
    assert_eq!((row["expected"].clone(), row["computed"].clone()), (json!("refuted"), json!("5040")));
    let slips = all.as_array().unwrap().iter().filter(|claim| claim["grade"] == "slip").count();
    let expected = grundy_claims::all().iter().filter(|claim| claim.grade() == Some(Grade::Slip)).count();
    assert_eq!(slips, expected);
    let slip = bench.ok("claims/run?id=gurvich/sec-2-mex-1");
    assert_eq!((slip["grade"].clone(), slip["instead_verdict"].clone()), (json!("slip"), json!("holds")));
    let found = bench.ok("claims/run?id=farr-ho/table-1");
    assert_eq!((found["grade"].clone(), found["instead"].clone()), (json!(null), json!(null)));
    assert_eq!((found["verdict"].clone(), found["on_record"].clone()), (json!("holds"), json!(true)));
    assert!(bench.api("claims/run?id=ho/conjecture-3&up_to=1000000").refused(422).contains("5000"));
}

#[test]
fn the_page_is_served_from_the_program() {
    let bench = Bench::new();
    let page = bench.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("<title>grundy</title>"));
    let tag = format!("If-None-Match: {}", page.header("etag").unwrap());
    let again = bench.ask(&["GET / HTTP/1.1", "Host: localhost", "Connection: close", &tag], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/js/../../Cargo.toml",
        "/nothing",
    ] {
        bench.get(path).refused(404);
    }
}
