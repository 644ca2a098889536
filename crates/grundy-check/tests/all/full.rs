//! Certificates from full levels and strands, made by brute force from the definitions, and altered ones.

use grundy_check::{Limit, Limits, Unverified, check};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

const VALUES: usize = 23;
const ROWS: usize = 14_000;

/// All rows of the values below [`VALUES`], played as the definition says.
struct Table {
    /// For each value and row: the difference of its position, if it has one.
    differences: Vec<Vec<Option<usize>>>,
    /// For each value and number: the row in which the number became the larger one of a position.
    since: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, Debug)]
enum Subject {
    Value(usize),
    Diagonal(usize),
}

impl Table {
    fn new() -> Self {
        let mut since = vec![vec![usize::MAX; ROWS + VALUES + 1]; VALUES];
        let mut differences = vec![vec![None; ROWS]; VALUES];
        for x in 0..ROWS {
            let mut taken = HashSet::new();
            if x == 0 {
                taken.insert(0);
            }
            for k in 0..VALUES {
                if since[k][x] < x {
                    continue;
                }
                let is_free = |y: &usize| !taken.contains(y) && since[k][*y] == usize::MAX;
                let y = (x..=x + VALUES).find(is_free).expect("a number");
                taken.insert(y);
                since[k][y] = x;
                differences[k][x] = Some(y - x);
            }
        }
        Self { differences, since }
    }

    fn window(&self, value: usize, row: usize) -> Vec<usize> {
        (row..=row + VALUES).filter(|&y| self.since[value][y] < row).map(|y| y - row).collect()
    }

    fn windows(&self, values: impl Iterator<Item = usize>, row: usize) -> Vec<Vec<usize>> {
        values.map(|value| self.window(value, row)).collect()
    }

    fn is_full(&self, level: usize, row: usize) -> bool {
        let windows = self.windows(0..=level, row);
        let count = |place| windows.iter().filter(|window| window.contains(&place)).count();
        windows[0].is_empty() && (0..=VALUES).all(|place| count(place) == (level / 2).saturating_sub(place))
    }

    fn full_row(&self, level: usize) -> usize {
        (1..ROWS / 2).find(|&row| self.is_full(level, row)).expect("a full level")
    }

    /// The terms before row `until`, and how many of them come before row `from`. A cell without a value up to `largest` is `None`.
    fn terms(
        &self,
        subject: Subject,
        largest: usize,
        from: usize,
        until: usize,
    ) -> (Vec<Option<usize>>, usize) {
        let row = |x: usize| match subject {
            Subject::Value(value) => self.differences[value][x].map(Some),
            Subject::Diagonal(d) => Some((0..=largest).find(|&k| self.differences[k][x] == Some(d))),
        };
        ((0..until).filter_map(row).collect(), (0..from).filter_map(row).count())
    }

    /// The certificate with these levels, if there is one and the table is long enough.
    fn certificate(
        &self,
        subject: Subject,
        largest: usize,
        full: Option<usize>,
        strands: Option<usize>,
    ) -> Option<String> {
        let first = full.map_or(0, |level| level + 1);
        let start = full.iter().chain(&strands).map(|&level| self.full_row(level)).max().unwrap_or(1);
        let top = strands.map_or(largest + 1, |level| level - 1);
        let mut seen = HashMap::new();
        let (from, period) = (start..ROWS / 2).find_map(|row| {
            seen.insert(self.windows(first..top, row), row).map(|before| (before, row - before))
        })?;
        let last = |row| self.windows(strands.map_or(0..0, |level| level - 1..level + 1), row);
        let order = (1..=(ROWS / 2 - from) / period).find(|n| last(from) == last(from + n * period))?;
        let end = from + order * period;
        let (terms, known) = self.terms(subject, largest, from, end + order * period);
        let all = (terms.len() - known) / 2;
        let least = |all: usize| {
            (1..=all)
                .find(|&p| all.is_multiple_of(p) && (known..known + all).all(|n| terms[n] == terms[n + p]))
        };
        let p = least(all)?;
        let n0 = (0..=known).rev().take_while(|&n| n == known || terms[n] == terms[n + p]).last()?;
        // A diagonal has values up to the largest one only, and has that one.
        if let Subject::Diagonal(_) = subject
            && (terms[n0..].contains(&None) || terms[n0..].iter().max() != Some(&Some(largest)))
        {
            return None;
        }
        let mut text = match subject {
            Subject::Value(value) => {
                format!("grundy-certificate 3\nclaim value-period\ngame star-nim\nvalue {value}\n")
            }
            Subject::Diagonal(d) => {
                format!("grundy-certificate 3\nclaim diagonal-period\ngame star-nim\ndiagonal {d}\n")
            }
        };
        let _ = write!(text, "preperiod {n0}\nperiod {p}\nsaltus 0\n");
        if let Subject::Diagonal(_) = subject {
            let _ = writeln!(text, "largest {largest}");
        }
        if let Some(level) = full {
            let _ = writeln!(text, "full {level} row {}", self.full_row(level));
        }
        let _ = writeln!(text, "round from {from} period {period}");
        if let Some(level) = strands {
            let _ = writeln!(text, "strands {level} row {} order {order}", self.full_row(level));
        }
        for q in (2..=p).filter(|q| p % q == 0 && (2..*q).all(|d| q % d != 0)) {
            let n = (n0..n0 + p).find(|&n| terms[n] != terms[n + p / q])?;
            let _ = writeln!(text, "quotient {q} fails at {n}");
        }
        Some(text + "end\n")
    }
}

const FULL: [usize; 7] = [0, 2, 4, 10, 12, 18, 20];

/// All certificates of small values and diagonals that have some full level below them, or none.
fn certificates() -> BTreeMap<String, String> {
    let table = Table::new();
    let mut found = BTreeMap::new();
    let mut subjects: Vec<_> = (0..=20).map(|value| (Subject::Value(value), value)).collect();
    subjects.extend((0..=9).flat_map(|d| (0..=20).map(move |largest| (Subject::Diagonal(d), largest))));
    for (subject, largest) in subjects {
        let strands = [largest, largest + 1].into_iter().find(|level| *level > 0 && FULL.contains(level));
        for full in [None].into_iter().chain(FULL.map(Some)) {
            let first = full.map_or(0, |level| level + 1);
            let is_small = |d: usize| d >= first.div_ceil(2);
            if largest < first || matches!(subject, Subject::Diagonal(d) if !is_small(d)) {
                continue;
            }
            for strands in [None, strands.filter(|level| *level > first)] {
                if let Some(text) = table.certificate(subject, largest, full, strands) {
                    found.insert(text, format!("{subject:?} {largest} {full:?} {strands:?}"));
                }
            }
        }
    }
    found
}

#[test]
fn certificates_from_the_definitions_are_verified_and_altered_ones_are_not() {
    let all = certificates();
    for (text, name) in &all {
        let outcome = check(text.as_bytes(), SMALL);
        assert!(outcome.is_ok(), "{name}: {outcome:?}\n{text}");
    }
    let with = |words: &str| all.keys().filter(|text| text.contains(words)).count();
    println!(
        "{} certificates, {} with strands, {} without a full level",
        all.len(),
        with("strands"),
        all.len() - with("full")
    );
    assert!(with("claim value-period") >= 60 && with("claim diagonal-period") >= 30 && with("strands") >= 20);

    let mut altered = 0;
    for (text, name) in &all {
        for changed in alterations(text) {
            if !all.contains_key(&changed) {
                altered += 1;
                assert!(check(changed.as_bytes(), SMALL).is_err(), "{name}\n{text}\n{changed}");
            }
        }
    }
    println!("{altered} altered certificates");
}

const SMALL: Limits = Limits { work: 1 << 24, memory: 1 << 24, time: Duration::MAX, stop: &|_| false };

/// Certificates with other numbers, two numbers exchanged, or without a word or a line.
fn alterations(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let number = |i: usize| words[i].trim_end().parse::<u64>().ok();
    let places: Vec<(usize, u64)> = (0..words.len()).filter_map(|i| Some((i, number(i)?))).collect();
    let mut changes: Vec<Vec<(usize, u64)>> = Vec::new();
    for (a, &(i, n)) in places.iter().enumerate() {
        changes.extend([n + 1, n.wrapping_sub(1), 2 * n, n / 2, 0, 1 << 59, 3 * n].map(|n| vec![(i, n)]));
        changes.extend(places[a + 1..].iter().map(|&(j, m)| vec![(i, m), (j, n)]));
    }
    let change = |change: &Vec<(usize, u64)>| {
        let mut changed: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        for &(i, n) in change {
            changed[i] = n.to_string() + &words[i][words[i].len() - 1..];
        }
        changed.concat()
    };
    let mut altered: Vec<String> = changes.iter().map(change).collect();
    altered.extend((0..words.len()).map(|i| [&words[..i], &words[i + 1..]].concat().concat()));
    altered.extend(text.lines().map(|line| text.replacen(&format!("{line}\n"), "", 1)));
    altered.retain(|changed| changed != text);
    altered
}

/// Certificates with many strands and checkpoints, made by a plain program in C++.
#[test]
fn larger_rounds() {
    let levels = "full 52 row 7842\nround from 25141 period 21168\nstrands 58 row 25141 order 28\n";
    let value = format!(
        "grundy-certificate 3\nclaim value-period\ngame star-nim\nvalue 57\npreperiod 3171\nperiod 296352\nsaltus 0\n{levels}quotient 2 fails at 3177\nquotient 3 fails at 3177\nquotient 7 fails at 3177\nend\n"
    );
    let diagonal = format!(
        "grundy-certificate 3\nclaim diagonal-period\ngame star-nim\ndiagonal 29\npreperiod 25141\nperiod 592704\nsaltus 0\nlargest 58\n{levels}quotient 2 fails at 25141\nquotient 3 fails at 25141\nquotient 7 fails at 25142\nend\n"
    );
    for text in [value, diagonal] {
        let outcome = check(text.as_bytes(), SMALL);
        assert!(outcome.is_ok(), "{outcome:?}\n{text}");
        // Fewer steps or bytes are a limit, not a verdict.
        for shift in 0..24 {
            let (work, memory) = (1 << shift, 1 << shift);
            for limits in [Limits { work, ..SMALL }, Limits { memory, ..SMALL }] {
                let outcome = check(text.as_bytes(), limits);
                assert!(!matches!(outcome, Err(Unverified::Rejected { .. })), "{outcome:?}");
                assert!(outcome.is_err() || shift > 15, "{shift}");
            }
        }
        for changed in alterations(&text) {
            assert!(check(changed.as_bytes(), SMALL).is_err(), "{changed}");
        }
    }
}

fn atlas(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../atlas/{name}.cert"));
    std::fs::read_to_string(path).expect("a certificate")
}

/// When level 122 is full, the windows of values 123 to 126 have no place above 62. But later value 126 takes place 64: two words are needed.
#[test]
fn windows_of_more_than_a_word() {
    let text = atlas("star-nim-value-126");
    let limits = Limits { work: 1 << 27, ..SMALL };
    assert!(check(text.as_bytes(), limits).is_ok());
    let altered = text.replace("preperiod 296475", "preperiod 296474");
    assert_eq!(
        check(altered.as_bytes(), limits).unwrap_err().to_string(),
        "line 7: the period does not hold"
    );
}

/// A round of 93,240 rows has a checkpoint every 92 rows. Each has 256 bytes, and 16 more for each of the values 69 to 72; each row before the round has one byte.
#[test]
fn checkpoints_are_few() {
    let text = atlas("star-nim-value-72");
    let memory = 41_912 + 93_240 / 92 * (256 + 4 * 16);
    assert!(check(text.as_bytes(), Limits { memory, ..SMALL }).is_ok());
    let outcome = check(text.as_bytes(), Limits { memory: memory - 1, ..SMALL });
    assert_eq!(outcome, Err(Unverified::NotChecked(Limit::Memory(memory - 1))));
}

#[test]
fn values_up_to_200_are_checked() {
    let outcome = |value: u64| {
        let text = format!(
            "grundy-certificate 3\nclaim value-period\ngame star-nim\nvalue {value}\npreperiod 0\nperiod 1\nsaltus 0\nround from 1 period 1\nend\n"
        );
        check(text.as_bytes(), SMALL).unwrap_err().to_string()
    };
    assert_eq!(outcome(200), "line 8: the windows do not repeat");
    assert_eq!(outcome(201), "the value or diagonal is too large for this checker");
}

#[test]
fn nothing_stalls_the_checker() {
    let (far, long) = (1_u64 << 50, 1_u64 << 59);
    let prime = (1_u64 << 60) - 93;
    let text = |claim: &str, lines: &str| {
        format!("grundy-certificate 3\nclaim {claim}\n{lines}end\n")
            .replace("claim value-period\n", "claim value-period\ngame star-nim\n")
    };
    let value = |period: u64, lines: &str| {
        text("value-period", &format!("value 9\npreperiod 0\nperiod {period}\nsaltus 0\n{lines}"))
    };
    let forged = [
        value(1, &format!("full 4 row 10\nround from 31 period {long}\n")),
        value(1, &format!("full 4 row 10\nround from {long} period 1\n")),
        value(1, &format!("full 4 row {far}\nround from {far} period 1\n")),
        value(1, &format!("round from 31 period 72\nstrands 10 row {far} order 2\n")),
        value(1, "full 4 row 5000000\nround from 5000000 period 1\n"),
        value(1, "full 4 row 10\nround from 5000000 period 1\n"),
        value(1, "full 4 row 10\nround from 31 period 5000000\n"),
        value(prime, &format!("full 4 row 10\nround from 31 period 72\nquotient {prime} fails at 5\n")),
    ];
    for text in forged {
        let start = Instant::now();
        let limits = Limits { work: 10_000_000, memory: 1 << 20, ..Limits::default() };
        let outcome = check(text.as_bytes(), limits).unwrap_err();
        let is_limit = matches!(outcome, Unverified::NotChecked(Limit::Work(_) | Limit::Memory(_)));
        assert!(is_limit, "{outcome:?} for\n{text}");
        assert!(start.elapsed() < Duration::from_millis(500), "{:?} for\n{text}", start.elapsed());
    }
}
