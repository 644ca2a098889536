//! The outcome for certificates of the atlas with the work and memory they need, and for altered ones, line by line: `outcomes.txt`.
//!
//! A number is altered by one, doubled, or replaced by 0; a line is removed or doubled. After a change of the checker, read the
//! difference of `UPDATE=1 cargo test -p grundy-check --test outcomes`.

use grundy_check::{Limits, check};
use std::fmt::Write as _;
use std::path::Path;

/// Certificates of every kind: with and without a preperiod, with one and several prime factors.
const TRIED: [&str; 16] = [
    "star-nim-row-01",
    "star-nim-row-02",
    "star-nim-row-05",
    "wythoff-row-00",
    "wythoff-row-02",
    "wythoff-row-05",
    "r-wythoff-row-00",
    "r-wythoff-row-04",
    "star-nim-value-00",
    "star-nim-value-03",
    "star-nim-value-06",
    "star-nim-diagonal-00",
    "star-nim-diagonal-03",
    "r-wythoff-settled-00",
    "r-wythoff-settled-03",
    "r-wythoff-settled-06",
];

/// Every line with one number altered, and the places where other lines are removed or doubled.
fn altered(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    let mut add = |what: String, lines: Vec<&str>| all.push((what, lines.join("\n") + "\n"));
    for (at, &line) in lines.iter().enumerate() {
        let place = at + 1;
        let with = |new: &str| -> Vec<String> {
            lines.iter().enumerate().map(|(i, old)| if i == at { new } else { old }.to_string()).collect()
        };
        let words: Vec<&str> = line.split(' ').collect();
        for (word, number) in words.iter().enumerate() {
            let Ok(number) = number.parse::<u64>() else { continue };
            let others = [number.checked_sub(1), Some(number + 1), Some(2 * number), Some(0)];
            let mut others: Vec<u64> = others.into_iter().flatten().filter(|&n| n != number).collect();
            others.sort_unstable();
            others.dedup();
            for other in others {
                let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
                words[word] = other.to_string();
                let new = words.join(" ");
                let changed = with(&new);
                add(format!("{place}: {new}"), changed.iter().map(String::as_str).collect());
            }
        }
        let mut without = lines.clone();
        without.remove(at);
        add(format!("{place}: without it"), without);
        let mut twice = lines.clone();
        twice.insert(at, line);
        add(format!("{place}: twice"), twice);
    }
    all
}

/// The least number that is enough.
fn least(is_enough: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, 1 << 40);
    while low < high {
        let middle = low + (high - low) / 2;
        (low, high) = if is_enough(middle) { (low, middle) } else { (middle + 1, high) };
    }
    low
}

#[test]
fn outcomes_are_as_recorded() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let limits = Limits { work: 20_000_000, memory: 64 << 20, ..Limits::default() };
    let outcome = |text: &str| match check(text.as_bytes(), limits) {
        Ok(verified) => format!("VERIFIED {verified}"),
        Err(unverified) => format!("{} {unverified}", unverified.outcome().0),
    };
    let mut found = String::new();
    for name in TRIED {
        let text = std::fs::read_to_string(here.join(format!("../../atlas/{name}.cert"))).unwrap();
        writeln!(found, "{name}\n  {}", outcome(&text)).unwrap();
        let is_enough =
            |work, memory| check(text.as_bytes(), Limits { work, memory, ..Limits::default() }).is_ok();
        let work = least(|work| is_enough(work, u64::MAX));
        let memory = least(|memory| is_enough(u64::MAX, memory));
        writeln!(found, "  {work} steps, {memory} bytes").unwrap();
        for (what, text) in altered(&text) {
            writeln!(found, "{what}\n  {}", outcome(&text)).unwrap();
        }
    }
    let recorded = here.join("tests/outcomes.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&recorded, &found).unwrap();
    }
    let recorded = std::fs::read_to_string(&recorded).unwrap();
    for (number, (found, recorded)) in found.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(found, recorded, "line {} of outcomes.txt", number + 1);
    }
    assert_eq!(found.len(), recorded.len());
}
