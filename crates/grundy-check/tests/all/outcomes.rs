//! The outcome for certificates of each claim with the work and memory they need, and for altered ones, line by line: `outcomes/*.txt`.
//!
//! A number is altered by one, doubled, or replaced by 0; a line is removed or doubled. After a change of the checker, read the
//! difference of `UPDATE=1 cargo test -p grundy-check --test all outcomes`.

use grundy_check::{Limits, check};
use std::fmt::Write as _;
use std::path::Path;

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
        let is_digit = |at: &usize| line.as_bytes().get(*at).is_some_and(u8::is_ascii_digit);
        for start in (0..line.len()).filter(|at| is_digit(at) && (*at == 0 || !is_digit(&(at - 1)))) {
            let end = (start..line.len()).find(|at| !is_digit(at)).unwrap_or(line.len());
            let number: u64 = line[start..end].parse().expect("a number");
            let others = [number.checked_sub(1), Some(number + 1), Some(2 * number), Some(0)];
            let mut others: Vec<u64> = others.into_iter().flatten().filter(|&n| n != number).collect();
            others.sort_unstable();
            others.dedup();
            for other in others {
                let new = format!("{}{other}{}", &line[..start], &line[end..]);
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

/// Compares the outcomes of certificates, which are in `atlas` or in `tests/certificates`, with `outcomes/GROUP.txt`.
fn assert_as_recorded(group: &str, names: &[&str]) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let limits = Limits { work: 20_000_000, memory: 64 << 20, ..Limits::default() };
    let outcome = |text: &str| match check(text.as_bytes(), limits) {
        Ok(verified) => format!("VERIFIED {verified}"),
        Err(unverified) => format!("{} {unverified}", unverified.outcome().0),
    };
    let mut found = String::new();
    for name in names {
        let read = |folder: &str| std::fs::read_to_string(here.join(format!("{folder}/{name}.cert")));
        let text = read("tests/certificates").or_else(|_| read("../../atlas")).expect("a certificate");
        writeln!(found, "{name}\n  {}", outcome(&text)).expect("a string");
        let is_enough =
            |work, memory| check(text.as_bytes(), Limits { work, memory, ..Limits::default() }).is_ok();
        let work = least(|work| is_enough(work, u64::MAX));
        let memory = least(|memory| is_enough(u64::MAX, memory));
        writeln!(found, "  {work} steps, {memory} bytes").expect("a string");
        for (what, text) in altered(&text) {
            writeln!(found, "{what}\n  {}", outcome(&text)).expect("a string");
        }
    }
    let file = here.join(format!("tests/outcomes/{group}.txt"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &found).expect("written");
    }
    let recorded = std::fs::read_to_string(&file).expect("a record");
    for (number, (found, recorded)) in found.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(found, recorded, "line {} of {}", number + 1, file.display());
    }
    assert_eq!(found.len(), recorded.len());
}

/// With and without a preperiod, with one and several prime factors.
#[test]
fn rows() {
    let star_nim = ["star-nim-row-01", "star-nim-row-02", "star-nim-row-05"];
    let wythoff =
        ["wythoff-row-00", "wythoff-row-02", "wythoff-row-05", "r-wythoff-row-00", "r-wythoff-row-04"];
    assert_as_recorded("rows", &[&star_nim[..], &wythoff].concat());
}

/// Rays, guards and holes, moves that raise a number, and rows without moves along them, whose values do not grow.
#[test]
fn rows_of_rays() {
    let names = [
        "gdwn-p-1-q-2-row-03",
        "gurvich-a-2-b-3-row-03",
        "fraenkel-a-3-row-02",
        "exile-row-01",
        "exile-row-03",
        "terminal-wythoff-k-5-row-06",
        "no-row-moves-row-05",
        "no-row-moves-hole-row-05",
    ];
    assert_as_recorded("rays", &names);
}

#[test]
fn rows_with_several_numbers() {
    let names = ["nim-row-1-2", "star-nim-row-2-3", "star-nim-row-4-5", "star-nim-row-1-1-2"];
    assert_as_recorded("several", &names);
}

#[test]
fn values() {
    assert_as_recorded(
        "values",
        &["star-nim-value-00-v1", "star-nim-value-02-v1", "star-nim-value-03-v1", "star-nim-value-06-v1"],
    );
}

#[test]
fn diagonals() {
    assert_as_recorded("diagonals", &["star-nim-diagonal-00-v1", "star-nim-diagonal-03-v1"]);
}

/// From full levels and rounds, with one round and with several, and without a level.
#[test]
fn full_levels() {
    let values = ["star-nim-value-00", "star-nim-value-08", "star-nim-value-10", "star-nim-value-17"];
    let diagonals = ["star-nim-diagonal-03", "star-nim-diagonal-07"];
    assert_as_recorded("full", &[&values[..], &diagonals].concat());
}

#[test]
fn settled_values() {
    assert_as_recorded("settled", &["r-wythoff-settled-00", "r-wythoff-settled-03", "r-wythoff-settled-06"]);
}

/// Moves that leave up to two heaps, and whole heaps of any size.
#[test]
fn heaps() {
    assert_as_recorded("heaps", &["heaps-0.3", "heaps-4.3", "heaps-0.07", "heaps-0.71-on"]);
}

/// So many heaps that not all pairs are looked at.
#[test]
fn many_heaps() {
    assert_as_recorded("many-heaps", &["heaps-0.156"]);
}

/// Arithmetic periods of moves that leave one heap at most.
#[test]
fn heaps_that_grow() {
    assert_as_recorded("growth-1", &["heaps-0.3-on", "heaps-all-but", "heaps-0.2223-on"]);
}

/// Of moves that leave two heaps.
#[test]
fn pairs_of_heaps_that_grow() {
    let names = ["heaps-4.3-on", "heaps-0.43-on", "heaps-4.7-on", "heaps-0.733337-on"];
    assert_as_recorded("growth-2", &names);
}

/// Of moves that leave three heaps.
#[test]
fn triples_of_heaps_that_grow() {
    assert_as_recorded("growth-3", &["heaps-0.8", "heaps-4.9", "heaps-8.b", "heaps-c.9", "heaps-0.f-on"]);
}

#[test]
fn sharing_nim() {
    assert_as_recorded("sharing", &["sharing-nim-7-707", "sharing-nim-records-02"]);
}

#[test]
fn automata() {
    assert_as_recorded("automata-zeckendorf", &["wythoff-values-0"]);
}

#[test]
fn automata_in_base_2() {
    assert_as_recorded("automata-base-2", &["sharing-nim-values-1"]);
}
