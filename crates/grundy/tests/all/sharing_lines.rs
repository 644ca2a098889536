//! The positions of the small values of Sharing Nim by lines, against tables.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::sharing_nim::{
    LARGEST, Lines, Member, OfRow, OfValue, Record, Survey, TURN, members, value_certificate,
};
use grundy::{Error, Table, game};
use grundy_check::{Limits, Unverified};
use std::ops::ControlFlow;

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The positions (0, a, b), 2a <= b < end, of all values up to one, by the ray engine.
fn by_table(largest: u64, end: u64) -> Vec<Member> {
    let game = game("sharing-nim").unwrap();
    let table = Table::of(&game).to(end - 1).compute().unwrap();
    let index = |n: u64| usize::try_from(n).unwrap();
    let mut found = Vec::new();
    for b in 0..end {
        for a in 0..=b / 2 {
            let value = table.get(index(a), index(b)).unwrap().0;
            found.extend((value <= largest).then_some(Member { b, value, a }));
        }
    }
    found.sort_unstable();
    found
}

fn by_lines(largest: u64, end: u64) -> Vec<Member> {
    let mut lines = Lines::new(largest).unwrap();
    let mut found = lines.first_members().to_vec();
    while lines.spread() < end {
        lines
            .turn(&mut |block| found.extend((0..=largest).flat_map(|value| block.members_of(value))))
            .unwrap();
    }
    found.retain(|member| member.b < end);
    found.sort_unstable();
    found
}

#[test]
fn lines_and_tables_have_the_same_positions() {
    for (largest, end) in [(0, 3000), (1, 3000), (7, 5000), (40, 3000), (LARGEST, 2500)] {
        let (lines, table) = (by_lines(largest, end), by_table(largest, end));
        assert!(lines == table, "values to {largest}: {:?}", lines.iter().zip(&table).find(|(l, t)| l != t));
    }
}

/// Counts and records, from a list of positions.
fn counted(found: &[Member], largest: u64, end: u64) -> (Vec<OfValue>, Vec<OfRow>) {
    let record = |records: &mut Vec<Record>, number: u64, b: u64| {
        if records.last().is_none_or(|last| number > last.number) {
            records.push(Record { number, b });
        }
    };
    let mut values = vec![OfValue::default(); usize::try_from(largest).unwrap() + 1];
    let mut rows = vec![OfRow::default(); 21];
    for &Member { b, value, a } in found {
        let of = &mut values[usize::try_from(value).unwrap()];
        of.count += 1;
        record(&mut of.records, a, b);
    }
    for (a, row) in (0..).zip(&mut rows) {
        for b in 2 * a..end {
            let value = found.iter().find(|member| (member.a, member.b) == (a, b)).map(|member| member.value);
            match (value, &mut row.beyond) {
                (Some(value), _) => record(&mut row.records, value, b),
                (None, Some((_, last))) => *last = b,
                (None, beyond) => *beyond = Some((b, b)),
            }
        }
    }
    (values, rows)
}

#[test]
fn a_survey_counts_what_the_table_has() {
    let largest = 12;
    let table = by_table(largest, 1600);
    for (end, threads) in [(1, 1), (100, 2), (1536, 1), (1537, 2), (1555, 3), (1567, 20)] {
        let found: Vec<Member> = table.iter().copied().filter(|member| member.b < end).collect();
        let (values, rows) = counted(&found, largest, end);
        let mut survey = Survey::new(largest, end - 1, threads).unwrap();
        survey.finish(&mut go_on).unwrap();
        assert_eq!(survey.spread(), end);
        assert_eq!(survey.values(), values.iter().collect::<Vec<_>>(), "{threads} threads");
        assert_eq!(survey.rows(), rows, "{threads} threads");
    }
}

#[test]
fn a_survey_goes_on_from_bytes() {
    let mut whole = Survey::new(5, 12_000_000, 2).unwrap();
    let mut halves = whole.clone();
    while !halves.is_done() {
        halves.go_on().unwrap();
        halves = Survey::from_bytes(&halves.to_bytes()).unwrap();
    }
    whole.finish(&mut go_on).unwrap();
    assert!(whole.to_bytes() == halves.to_bytes());
    let bytes = whole.to_bytes();
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 16;
        assert!(Survey::from_bytes(&damaged).is_err());
        assert!(Survey::from_bytes(&bytes[..at]).is_err());
    }
    assert!(Lines::from_bytes(&bytes).is_err());
}

#[test]
fn work_is_cancelled_and_too_large_values_are_refused() {
    let mut survey = Survey::new(2, 1 << 40, 1).unwrap();
    assert_eq!(survey.finish(&mut |_| ControlFlow::Break(())), Err(Error::Cancelled));
    assert_eq!(survey.certificate(2), None);
    assert!(Survey::new(2, u64::MAX, 1).is_err());
    assert_eq!(members(2, u64::MAX, usize::MAX, &mut |_| ControlFlow::Break(())), Err(Error::Cancelled));
    assert!(matches!(members(LARGEST + 1, 10, 1, &mut go_on), Err(Error::Input(_))));
    assert!(members(3, u64::MAX, 0, &mut go_on).unwrap().is_empty());
    assert_eq!(TURN, 32);
}

fn checked(text: &str) -> Result<String, Unverified> {
    grundy_check::check(text.as_bytes(), Limits { work: 50_000_000, ..Limits::default() })
        .map(|verified| verified.to_string())
}

#[test]
fn certificates_are_verified_and_altered_ones_rejected() {
    let mut survey = Survey::new(7, 30_000, 1).unwrap();
    survey.finish(&mut go_on).unwrap();
    for value in 0..=7 {
        let text = survey.certificate(value).unwrap().text().to_owned();
        assert!(checked(&text).unwrap().starts_with("sharing-nim: "), "{text}");
        for (at, line) in text.lines().enumerate().skip(3) {
            for (word, number) in line.split(' ').enumerate() {
                let Ok(number) = number.parse::<u64>() else { continue };
                let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
                words[word] = (number + 1).to_string();
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines[at] = words.join(" ");
                // The positions up to another b are another claim, and may be as many.
                let outcome = checked(&(lines.join("\n") + "\n"));
                assert!(outcome.is_err() || line.starts_with("largest b"), "{outcome:?} for {}", lines[at]);
            }
        }
    }
    assert_eq!(survey.certificate(8), None);
}

#[test]
fn certificates_of_positions_follow_the_rules() {
    let table = by_table(40, 40);
    for &Member { b, value, a } in &table {
        let text = |value| value_certificate(a, b, value).text().to_owned();
        assert_eq!(checked(&text(value)), Ok(format!("sharing-nim: G(0,{a},{b}) = {value}")));
        assert!(checked(&text(value + 1)).is_err());
        assert!(value == 0 || checked(&text(value - 1)).is_err());
    }
    let wrong = |text: &str| checked(text).unwrap_err().to_string();
    assert_eq!(wrong(value_certificate(3, 5, 0).text()), "line 4: a is more than half of b");
    assert_eq!(wrong(value_certificate(0, 5, 1 << 40).text()), "the value is too large for this checker");
    let far = value_certificate(0, 1 << 50, 2);
    assert_eq!(wrong(far.text()), "more than 50000000 steps are needed, the limit on work");
}

#[test]
fn the_atlas_can_be_made_again() {
    let atlas = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../atlas");
    let kept = |name: &str| std::fs::read_to_string(atlas.join(name)).unwrap();
    for (value, last) in [(2, 1000), (4, 9_000_000)] {
        let mut survey = Survey::new(value, last, 2).unwrap();
        survey.finish(&mut go_on).unwrap();
        assert_eq!(
            survey.certificate(value).unwrap().text(),
            kept(&format!("sharing-nim-records-{value:02}.cert"))
        );
    }
    // Conjecture 3 of Ho requires a <= 7.
    assert_eq!(value_certificate(8, 8_711_017, 4).text(), kept("sharing-nim-0-8-8711017.cert"));
}

/// Lines that positions of a value use, counted in two ways: docs/sharing-nim.md, "Density".
#[test]
fn positions_use_up_the_lines() {
    const N: u64 = 300_000;
    for value in [0, 1, 2, 3, 5, 9] {
        let all = members(value, N, usize::MAX, &mut go_on).unwrap();
        let count = |end: u64| all.iter().filter(|&&(_, b)| b <= end).count();
        let in_row_0 = all.iter().filter(|&&(a, _)| a == 0).count();
        let used = 2 * count(N) - in_row_0 + count(N / 2);
        assert!(used.abs_diff(300_000) < 64, "value {value}: {used}");
    }
}
