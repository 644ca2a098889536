//! Proofs, closed forms and limits, and their bounds.

use crate::common::Bench;

#[test]
fn a_proof_has_a_certificate_that_is_verified() {
    let bench = Bench::new();
    let proof = bench.ok("prove?game=r-wythoff&value=4");
    assert_eq!(proof["verdict"], "proved");
    assert_eq!(proof["values"].as_array().unwrap().len(), 5);
    let checked = bench.post("check", "text/plain", proof["certificate"].as_str().unwrap());
    assert_eq!(checked.json()["verified"], true, "{}", checked.text());
}

#[test]
fn a_formula_begins_with_the_positions_of_the_value() {
    let bench = Bench::new();
    let formula = bench.ok("formula?game=r-wythoff&value=3");
    let count = formula["from"].as_u64().unwrap();
    let sequence = bench.ok(&format!("sequence?game=r-wythoff&value=3&count={count}"));
    assert_eq!(formula["positions"], sequence["positions"]);
    assert!(formula["latex"].as_str().unwrap().contains("p_n^{3}"), "{formula}");
}

#[test]
fn automata_are_those_that_are_proved() {
    let bench = Bench::new();
    let wythoff = bench.ok("automaton?game=wythoff&value=1");
    assert_eq!((&wythoff["numeration"], &wythoff["states"]), (&"zeckendorf".into(), &415.into()));
    let sharing = bench.ok("automaton?game=sharing-nim&value=1");
    assert_eq!((&sharing["numeration"], &sharing["states"]), (&"base-2".into(), &8.into()));
    assert_eq!(sharing["transitions"].as_array().unwrap().len(), 8);
}

#[test]
fn a_limit_has_as_many_digits_as_were_asked_for() {
    let bench = Bench::new();
    assert_eq!(bench.ok("limit?game=wythoff&digits=10")["limit"], "1.6180339887");
    let long = bench.ok("limit?game=wythoff&digits=1000");
    assert_eq!(long["limit"].as_str().unwrap().len(), 1002);
    assert_eq!(bench.ok("limit?game=gurvich:a%3D2,b%3D3,p%3D3,q%3D2")["status"], "empirical");
}

#[test]
fn bounds_are_told() {
    let bench = Bench::new();
    for question in [
        "prove?game=r-wythoff&value=19",
        "automaton?game=wythoff&value=19",
        "formula?game=r-wythoff&value=19",
        "limit?game=wythoff&digits=1001",
        "limit?game=wythoff&digits=0",
    ] {
        bench.api(question).refused(422);
    }
    for question in [
        "prove?game=wythoff&value=2",
        "formula?game=nim&value=2",
        "automaton?game=kayles&value=0",
        "automaton?game=wythoff&value=3",
        "limit?game=nim",
        "prove?game=r-wythoff",
        "limit?game=wythoff&digits=x",
    ] {
        bench.api(question).refused(400);
    }
}
