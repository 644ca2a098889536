//! The audit of the papers: every claim has the expected verdict, planted errors are caught, and the generated pages are up to date.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use grundy_claims::report::{self, Audited};
use grundy_claims::{self as claims, Claim, Context, Effort, Grade, Kind, Paper, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn audited() -> Vec<Audited> {
    let context = Context::default();
    let check = |claim: Claim| {
        let found = claim.check(&context).unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        Audited { claim, found }
    };
    claims::all().into_iter().map(check).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares the generated block of a page with the expected text. `UPDATE=1` rewrites the block.
fn page(file: &str, expected: &str) {
    let (begin, end) = ("<!-- audit: begin -->\n", "<!-- audit: end -->");
    let path = root().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let from = text.find(begin).unwrap_or_else(|| panic!("{file} has no begin mark")) + begin.len();
    let to = from + text[from..].find(end).unwrap_or_else(|| panic!("{file} has no end mark"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{}{expected}{}", &text[..from], &text[to..])).unwrap();
    } else {
        assert_eq!(
            &text[from..to],
            expected,
            "{file} is out of date: UPDATE=1 cargo test -p grundy-claims --test all claims rewrites it"
        );
    }
}

#[test]
fn every_claim_has_the_verdict_on_record() {
    let audited = audited();
    let wrong: Vec<String> = audited.iter().filter(|one| !one.is_on_record()).map(report::entry).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let ids: BTreeSet<&str> = audited.iter().map(|one| one.claim.id.as_str()).collect();
    assert_eq!(ids.len(), audited.len(), "ids are not unique");
    for one in &audited {
        let claim = &one.claim;
        assert!(!claim.place.is_empty() && !claim.statement.is_empty(), "{}", claim.id);
        assert!(claim.id.starts_with(claim.paper.name()) && !one.found.checked_to.is_empty(), "{}", claim.id);
    }
    page("docs/errata.md", &format!("\n{}", report::errata(&audited)));
    page("README.md", &report::sentence(&audited));
    page("docs/paper/paper.md", &report::sentence(&audited));
    page("docs/introduction.md", &format!("```text\n{}```\n", report::summary(&audited)));
}

/// A contradicted claim has a grade, the reason, and a statement that holds instead, which the audit checks. No other claim has.
#[test]
fn every_contradiction_has_a_grade() {
    let all = claims::all();
    for claim in &all {
        let id = &claim.id;
        let is_contradicted = claim.expected == Verdict::Contradicted;
        assert_eq!(claim.grade().is_some(), is_contradicted, "{id}");
        assert_eq!(claim.why().is_some_and(|why| !why.is_empty()), is_contradicted, "{id}");
        let Some(instead) = claim.instead() else { continue };
        assert!(!instead.statement.is_empty() && instead.statement != claim.statement, "{id}");
        assert_eq!((instead.expected, instead.grade()), (Verdict::Holds, None), "{id}");
    }
    for grade in Grade::ALL {
        assert!(all.iter().any(|claim| claim.grade() == Some(grade)), "{grade}");
    }
}

/// A contradiction without a check of what holds instead is not accepted, nor is one where that check fails.
#[test]
fn what_holds_instead_is_checked() {
    let claim = claims::find("gurvich/sec-2-mex-1").unwrap();
    let found = claim.check(&Context::default()).unwrap();
    assert!(claim.is_on_record(&found));
    let instead = found.instead.clone().unwrap();
    assert_eq!(instead.checked_to, "every set S, or S^q, of numbers below 10 with 0");
    assert!(!claim.is_on_record(&claims::Finding { instead: None, ..found.clone() }));
    for verdict in Verdict::ALL.into_iter().filter(|&verdict| verdict != Verdict::Holds) {
        let instead = Some(claims::Instead { verdict, ..instead.clone() });
        assert!(!claim.is_on_record(&claims::Finding { instead, ..found.clone() }), "{verdict}");
    }
}

/// The page of errata has each contradicted claim once, under its grade, with at most eight witnesses.
#[test]
fn the_page_of_errata_is_ordered_by_grade() {
    let text = std::fs::read_to_string(root().join("docs/errata.md")).unwrap();
    let parts: Vec<&str> = text.split("\n## ").collect();
    for claim in claims::all().iter().filter(|claim| claim.grade().is_some()) {
        let heading = match claim.grade().unwrap() {
            Grade::False => "False",
            Grade::Slip => "Slips",
            Grade::Reading => "Readings",
        };
        let entry = format!("### `{}`\n", claim.id);
        let there: Vec<&&str> = parts.iter().filter(|part| part.contains(&entry)).collect();
        assert_eq!(there.len(), 1, "{}", claim.id);
        assert!(there[0].starts_with(heading), "{}: {}", claim.id, &there[0][..30]);
        let entry = there[0].split(&entry).nth(1).unwrap().split("\n### ").next().unwrap();
        assert!(entry.contains(&claim.instead().unwrap().statement), "{}", claim.id);
        let rows = entry.lines().filter(|line| line.starts_with("| ")).count() - 1;
        assert!((1..=8).contains(&rows), "{}: {rows} witnesses", claim.id);
    }
}

#[test]
fn every_paper_and_kind_is_there() {
    let all = claims::all();
    assert!(all.len() > 200, "{} claims", all.len());
    for paper in Paper::ALL {
        assert!(claims::of(paper).len() > 20, "{paper}");
    }
    for kind in Kind::ALL {
        assert!(all.iter().any(|claim| claim.kind == kind), "{kind:?}");
    }
    for verdict in Verdict::ALL.into_iter().filter(|&verdict| verdict != Verdict::Unfinished) {
        assert!(all.iter().any(|claim| claim.expected == verdict), "{verdict}");
    }
}

/// Checks that exceed each kind of limit, and a claim that is still checked afterwards.
#[test]
fn a_check_over_its_limits_does_not_stop_the_others() {
    let context = Context::new(Effort::Frontier, Some(1_000_000_000_000)).within(1 << 20);
    for (id, why) in [
        ("farr-ho/lemma-3", "MiB of memory"),
        ("farr-ho/remark-5-1", "MiB of memory"),
        ("gurvich/recursion-4", "positions"),
        ("farr-ho/table-1", ""),
    ] {
        let claim = claims::find(id).unwrap();
        let found = claim.check(&context).unwrap();
        let expected = if why.is_empty() { Verdict::Holds } else { Verdict::Unfinished };
        assert_eq!(found.verdict, expected, "{id}: {}", found.checked_to);
        assert!(found.checked_to.contains(why), "{id}: {}", found.checked_to);
        assert_eq!(claim.is_on_record(&found), why.is_empty(), "{id}");
    }
}

/// The first part of the computations of docs/results.md: they go as far as asked, and give the figures that later rows do not change.
#[test]
fn the_frontier_is_as_far_as_asked() {
    for (id, up_to, checked_to, seen) in [
        ("ho/conjecture-1", 2500, "b <= 2500; values to 100: b <= 200000", "12 at 0,0,24; 48 at 0,1,97598; "),
        ("ho/conjecture-2", 2500, "rows to 20: no period to 625 from b <= 1250 on", ""),
        ("ho/conjecture-3", 2500, "b <= 2500; values to 10: b <= 9000000", "3: 0,5,47523; 4: 0,8,8711017"),
        (
            "ho/sec-6-closer",
            2500,
            "g <= 40, b <= 2500; g <= 10, b <= 9000000",
            "10: 0,15,8632557; 11: 0,13,27",
        ),
        ("farr-ho/theorem-4", 63, "proved for g <= 63", ""),
        ("farr-ho/theorem-5", 10, "proved for rows to 10", ""),
        ("farr-ho/sec-4-diagonals", 29, "proved for d <= 29", ""),
        (
            "gu/conjecture-2",
            10_000_000,
            "g <= 20, row 10000000; proved for all members where g <= 21",
            "the last member off its diagonal has n = 6150669",
        ),
        ("gurvich/sec-6-perron", 300, "a, b <= 20", ""),
        ("gurvich/sec-6-limit", 120, "a, b <= 12, n = 10^120, within a millionth", ""),
        ("gurvich/conjecture-1", 25_000, "a, b, p, q <= 5, n = 25000", "from n = 12500"),
    ] {
        let claim = claims::find(id).unwrap();
        let found = claim.check(&Context::new(Effort::Frontier, Some(up_to))).unwrap();
        assert!(claim.is_on_record(&found), "{id}: {}", found.verdict);
        assert_eq!(found.checked_to, checked_to, "{id}");
        assert!(found.seen.unwrap_or_default().contains(seen), "{id}");
    }
}

/// Numbers that can change by one without contradicting the rules, and why.
const SLACK: &[(&str, usize, &str)] = &[
    ("farr-ho/remark-5-4-later", 0, "a bound that is not attained"),
    ("farr-ho/remark-5-4-later", 1, "a bound that is not attained"),
    ("farr-ho/lemma-4-2", 0, "fewer entries suffice"),
    ("farr-ho/theorem-3-z", 0, "a bound that is not attained"),
    ("farr-ho/lemma-6", 2, "a bound that is not attained"),
    ("farr-ho/theorem-4-range", 0, "a bound that is not attained"),
    ("farr-ho/theorem-4-range", 1, "a bound that is not attained"),
    ("farr-ho/appendix-a2", 0, "the program is correct up to 255"),
    ("ho/proposition-1-formula", 0, "n = 0 contradicts every divisor"),
    (
        "ho/theorem-2-move",
        0,
        "the edge case comes first, whatever the divisor; what holds instead has it too",
    ),
    (
        "gu/theorem-8-exceptions",
        27,
        "the text has the sequence 55, 89 twice; the contradiction at 54 comes first",
    ),
    ("gu/conjecture-2", 0, "how far the paper verified it"),
    ("gu/conjecture-3", 0, "how far the paper verified it"),
    ("gurvich/sec-1-kernel", 0, "a bound that is not attained"),
    ("octal/solved-376", 0, "quick effort does not reach the period"),
    ("octal/solved-376", 1, "quick effort does not reach the period"),
    ("octal/solved-354", 0, "quick effort does not reach the period"),
    ("octal/solved-354", 1, "quick effort does not reach the period"),
];

/// Changes a number of every claim by one, and of what holds instead of contradicted ones. For long data three numbers are tried:
/// the first, the last and one in between.
#[test]
fn planted_errors_are_caught() {
    let context = Context::default();
    let mut caught: BTreeMap<&str, u32> = BTreeMap::new();
    let mut missed = Vec::new();
    let all = claims::all();
    for claim in all.iter().chain(all.iter().filter_map(Claim::instead)) {
        let count = claim.numbers();
        let tried: BTreeSet<usize> = match count {
            0 => BTreeSet::new(),
            1..=20 => (0..count).collect(),
            _ => BTreeSet::from([0, count / 3, count - 1]),
        };
        for k in tried {
            let is_caught = [true, false].into_iter().any(|larger| {
                let planted = claim.planted(k, larger);
                planted.check(&context).map_or(true, |found| !claim.agrees(&found))
            });
            if is_caught {
                *caught.entry(claim.kind.name()).or_default() += 1;
            } else if !SLACK.iter().any(|&(id, number, _)| (id, number) == (claim.id.as_str(), k)) {
                missed.push(format!("{} number {k}: {}", claim.id, claim.statement));
            }
        }
    }
    assert!(missed.is_empty(), "not caught:\n{}", missed.join("\n"));
    let kinds: Vec<&str> = caught.keys().copied().collect();
    assert_eq!(kinds, ["conjecture", "count", "example", "formula", "table", "theorem"], "{caught:?}");
}
