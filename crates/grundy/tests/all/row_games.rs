//! Periods of rows of any game of rays: against tables and the definition, saved and resumed, and certificates that carry rules.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::period::{Certificate, Period, RowGame, RowProof, RowSearch, RowStep, value_in_row};
use grundy::rules::RayGame;
use grundy::theorem::UBig;
use grundy::{Deadline, Engine, Game, Guard, Ray, Rays, Symmetric, Table};
use grundy_check::{Limit, Limits, Unverified, check};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

const GAMES: [&str; 14] = [
    "exile",
    "gdwn:p=1,q=2",
    "nimhof:a=3,b=2",
    "nimhof:a=1,b=2",
    "terminal-wythoff:k=5",
    "cornerless-wythoff",
    "gurvich:a=2,b=3",
    "gurvich:a=1,b=2",
    "fraenkel:a=3",
    "{x,y: x-i,y; x,y-i; x-i,y+2i}",
    "{x,y: x-i,y; x-i,y-i}",
    "{x,y: x-i,y where x>=y; x,y-i; x-i,y-2i where x+y>=7}",
    "{x,y: x-i,y; x,y-i where x>=y}",
    "{x,y where x+y>1: x-2i,y; x,y-i; x-i,y-i}",
];

fn search(game: &str, last: u64) -> RowSearch {
    let mut search = RowSearch::of(&grundy::game(game).unwrap(), last, None).unwrap();
    assert!(search.finish(&mut |_| ControlFlow::Continue(())).unwrap(), "{game}");
    search
}

/// A row as tables have it, over three periods.
#[test]
fn rows_do_what_tables_show() {
    for text in GAMES {
        let game = grundy::game(text).unwrap();
        for proof in search(text, 4).proofs() {
            let (from, period) = (proof.period.preperiod, proof.period.length);
            let max = from + 3 * period + 20;
            if max > 150 {
                continue;
            }
            let table = Table::of(&game).to(max).engine(Engine::Definition).compute();
            let table = table.unwrap();
            let at = |b: u64| {
                let cell = table.get(usize::try_from(proof.row).unwrap(), usize::try_from(b).unwrap());
                cell.map(|nimber| nimber.0)
            };
            let saltus = |p: u64| if proof.period.saltus == 0 { 0 } else { p };
            let obeys = |b: u64, p: u64| at(b).is_some() && at(b + p) == at(b).map(|value| value + saltus(p));
            assert!((from..max - period).all(|b| obeys(b, period)), "{text} {}", proof.row);
            assert!(from == 0 || !obeys(from - 1, period), "{text} {}", proof.row);
            assert!((1..period).all(|p| (from..max - p).any(|b| !obeys(b, p))), "{text} {}", proof.row);
        }
    }
}

/// Games with blocking, and with shared cells that tokens do not jump over: every value of the first rows by the definition, and the least period and preperiod.
#[test]
fn counted_rows_are_those_of_the_definition() {
    const MAX: u64 = 110;
    const ROWS: u64 = 5;
    let mut seen = 0;
    for text in [
        "wythoff@block=2",
        "wythoff@block=3",
        "wythoff@block=7",
        "nim@block=2",
        "star-nim@block=2",
        "r-wythoff@block=2",
        "exile@block=3",
        "{x,y: x-i,y; x,y-i; x-2i,y-2i}@block=2",
        "{x,y: x-i,y; x,y-i; x-i,y-2i where x+y>=7}@block=2",
        "{x,y where x+y>1: x-2i,y; x,y-i; x-i,y-i}@block=2",
        "shared-cells:k=2",
        "shared-cells:k=3",
        "shared-cells:k=4",
    ] {
        let game = grundy::game(text).unwrap();
        let table = Table::of(&game).to(MAX).engine(Engine::Definition).compute().unwrap();
        let at = |row: u64, b: u64| {
            table.get(usize::try_from(row).unwrap(), usize::try_from(b).unwrap()).map(|nimber| nimber.0)
        };
        let rows = RowGame::of(&game).unwrap();
        for (row, b) in (0..=ROWS).flat_map(|row| (0..=MAX).map(move |b| (row, b))) {
            let value = value_in_row(&rows, row, b, Deadline::NONE).unwrap();
            assert_eq!(value, at(row, b), "{text} {row},{b}");
        }
        let mut search = RowSearch::of(&game, ROWS, Some(200_000)).unwrap();
        search.finish(&mut |_| ControlFlow::Continue(())).unwrap();
        for proof in search.proofs() {
            let Period { preperiod: from, length, saltus } = proof.period;
            assert_eq!(saltus * rows.block(), length, "{text}");
            let far = proof.value_at(&(UBig::from(length) * 1_000_000_u64 + from)).unwrap().unwrap();
            let here = value_in_row(&rows, proof.row, from, Deadline::NONE).unwrap().unwrap();
            assert_eq!(far, UBig::from(saltus) * 1_000_000_u64 + here, "{text}");
            if from + 2 * length > MAX {
                continue;
            }
            seen += 1;
            let obeys = |b: u64, p: u64| {
                let grown = p.is_multiple_of(rows.block()).then_some(p / rows.block());
                let (Some(grown), Some(value)) = (grown, at(proof.row, b)) else { return false };
                at(proof.row, b + p) == Some(value + grown)
            };
            assert!((from..MAX - length).all(|b| obeys(b, length)), "{text} {}", proof.row);
            assert!(from == 0 || !obeys(from - 1, length), "{text} {}", proof.row);
            for p in 1..length {
                let fails = proof.first_failure(p, &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
                assert!(!obeys(fails, p) && (from..fails).all(|b| obeys(b, p)), "{text} {} {p}", proof.row);
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn certificates_carry_rules() {
    for text in GAMES {
        for proof in search(text, 5).proofs() {
            let certificate = Certificate::from(proof);
            assert!(certificate.text().starts_with("grundy-certificate 2\nclaim row-period\nrules {x,y"));
            let verified = check(certificate.text().as_bytes(), Limits::default());
            assert!(verified.is_ok(), "{text}: {}\n{certificate}", verified.unwrap_err());
            assert_eq!(RowProof::of_certificate(certificate.text(), &proof.game).as_ref(), Some(proof));
        }
    }
}

#[test]
fn wide_searches_can_be_left_anywhere() {
    for text in ["exile", "gurvich:a=2,b=2", "{x,y: x-i,y; x-i,y-i}", "wythoff@block=2", "shared-cells:k=2"] {
        let through = search(text, 3);
        for step in [29, 997] {
            let mut search = RowSearch::of(&grundy::game(text).unwrap(), 3, None).unwrap();
            loop {
                let resumed = RowSearch::from_bytes(&search.to_bytes()).unwrap();
                assert_eq!(resumed, search);
                search = resumed;
                if search.run(step).unwrap() == RowStep::Done {
                    break;
                }
            }
            assert_eq!(search.proofs(), through.proofs(), "{text} {step}");
        }
    }
}

/// Beyond 128 bits the rows of Wythoff's game go on in wider windows.
#[test]
fn rows_beyond_the_narrow_windows() {
    let table = Table::of(&grundy::game("wythoff").unwrap()).to(700).compute().unwrap();
    let game = RowGame::from(Symmetric::WYTHOFF);
    for (row, column) in [(43, 44), (50, 700), (90, 699), (200, 350), (300, 650), (699, 700)] {
        let value = value_in_row(&game, row, column, Deadline::NONE).unwrap();
        let cell = table.get(usize::try_from(row).unwrap(), usize::try_from(column).unwrap());
        assert_eq!(value, cell.map(|nimber| nimber.0), "{row},{column}");
    }
}

#[test]
fn games_that_have_no_such_periods_are_refused() {
    for (game, reason) in [
        ("sharing-nim", "only for two numbers and moves along rays"),
        ("{x,y: x-i,y; x,y-2i}", "by multiples only"),
        ("{x,y: x-i,y; x,y-i; x+i,y-i}", "raises the first number"),
        ("{x,y: x-i,y; x,y-i where x>=2}", "both kinds"),
        ("fraenkel:a=2@block=2", "narrow and not parallel"),
        ("shared-cells:k=2@block=2", "shared cells with blocking"),
        ("gurvich:a=1,b=1,p=2,q=2", "only for two numbers and moves along rays"),
    ] {
        let error = RowSearch::of(&grundy::game(game).unwrap(), 4, None).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
    let error = RowSearch::of(&grundy::game("exile").unwrap(), 5000, None).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
}

/// Whether a certificate is the one that is made for its rules and row. Rules that are not recognised as rays have no certificate, so
/// the definition must show the period over some columns.
fn is_true(text: &str) -> bool {
    let line = |n: usize, key: &str| text.lines().nth(n)?.strip_prefix(key).map(str::to_owned);
    let number = |n: usize, key: &str| line(n, key).and_then(|number| number.parse::<u64>().ok()).unwrap();
    let game = grundy::game(&line(2, "rules ").unwrap()).unwrap();
    let row = number(3, "row ");
    if let Ok(mut search) = RowSearch::of(&game, row, Some(5000)) {
        search.finish(&mut |_| ControlFlow::Continue(())).unwrap();
        let proof = search.proofs().get(usize::try_from(row).unwrap());
        return proof.is_some_and(|proof| Certificate::from(proof).text() == text);
    }
    let (from, p, saltus) = (number(4, "preperiod "), number(5, "period "), number(6, "saltus "));
    let max = from + 2 * p + 10;
    let table = Table::of(&game).to(max).engine(Engine::Definition).compute().unwrap();
    let at =
        |b: u64| table.get(usize::try_from(row).unwrap(), usize::try_from(b).unwrap()).map(|nimber| nimber.0);
    let obeys = |b: u64| at(b).is_some() && at(b + p) == at(b).map(|value| value + saltus);
    (from..=max - p).all(obeys) && (from == 0 || !obeys(from - 1))
}

/// Any change of a byte is rejected, unless it makes the certificate of another claim.
#[test]
fn changed_numbers_and_rules_are_rejected() {
    let limits = Limits { work: 50_000, memory: 1 << 20, ..Limits::default() };
    for (text, row) in [("exile", 1), ("gurvich:a=2,b=3", 1), ("{x,y: x-i,y; x-i,y-i where x+y>=2}", 2)] {
        let text =
            Certificate::from(&search(text, row).proofs()[usize::try_from(row).unwrap()]).text().to_owned();
        let mut accepted = 0;
        for at in 0..=text.len() {
            for byte in *b"012359 \nxyi+-;" {
                let (before, after) = text.as_bytes().split_at(at);
                let inserted = [before, &[byte], after].concat();
                let replaced = after.split_first().map(|(_, after)| [before, &[byte], after].concat());
                let removed = after.split_first().map(|(_, after)| [before, after].concat());
                for changed in [Some(inserted), replaced, removed].into_iter().flatten() {
                    if changed != text.as_bytes() && check(&changed, limits).is_ok() {
                        let changed = String::from_utf8(changed).unwrap();
                        assert!(is_true(&changed), "{changed}instead of\n{text}");
                        accepted += 1;
                    }
                }
            }
        }
        assert!(accepted < 100, "{accepted}");
    }
}

fn ray() -> impl Strategy<Value = Ray> {
    let any = (-2_i64..3, -1_i64..3, -2_i64..6).prop_map(|(x, y, least)| Guard { x, y, least });
    let guard = prop_oneof![3 => Just(Guard::ALWAYS), 1 => any];
    let step = prop_oneof![Just((1_i64, 0_i64)), Just((1, 1)), (1_i64..3, -2_i64..3)];
    (step, guard, 1_u64..3).prop_map(|(step, guard, width)| {
        let width = if [(1, 0), (1, 1)].contains(&step) { width } else { 1 };
        Ray { step, guard, width }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Whatever is proved of random rays is verified by the other program, and holds in the table.
    #[test]
    fn what_is_proved_is_verified(
        rays in prop::collection::vec(ray(), 1..4),
        row in prop::option::of((1_u64..3, prop::option::of(0_i64..6))),
        holes in prop::collection::vec((0_u64..3, 0_u64..5), 0..2),
    ) {
        let row = row.map(|(width, least)| {
            let guard = least.map_or(Guard::ALWAYS, |least| Guard { x: 1, y: 1, least });
            Ray { step: (0, 1), guard, width }
        });
        let Ok(rays) = Rays::new(rays.into_iter().chain(row).collect(), holes) else { return Ok(()) };
        let Ok(game) = RowGame::new(&rays) else { return Ok(()) };
        let Ok(mut search) = RowSearch::new(game.clone(), 2, Some(1000)) else { return Ok(()) };
        search.finish(&mut |_| ControlFlow::Continue(())).unwrap();
        let slow: Game = Arc::new(RayGame::new(rays));
        let table = Table::of(&slow).to(60).engine(Engine::Definition).compute().unwrap();
        for proof in search.proofs() {
            let certificate = Certificate::from(proof);
            let verified = check(certificate.text().as_bytes(), Limits { work: 1 << 28, ..Limits::default() });
            prop_assert!(verified.is_ok(), "{}\n{certificate}", verified.unwrap_err());
            for b in 0..=60_u64 {
                let value = proof.value_at(&b.into()).unwrap();
                let cell = table.get(usize::try_from(proof.row).unwrap(), usize::try_from(b).unwrap());
                prop_assert_eq!(value, cell.map(|nimber| nimber.0.into()), "{} at {},{}", game.rules(), proof.row, b);
            }
        }
    }
}

#[test]
fn rules_from_a_stranger_do_not_stall_the_checker() {
    let limits = Limits { work: 50_000_000, memory: 64 << 20, ..Limits::default() };
    let with = |rules: &str, row: u64| {
        let text = format!(
            "grundy-certificate 2\nclaim row-period\nrules {rules}\nrow {row}\npreperiod 0\nperiod 1\nsaltus 1\nstate from 0 period 1\nend\n"
        );
        let start = std::time::Instant::now();
        let outcome = check(text.as_bytes(), limits).unwrap_err();
        assert!(start.elapsed().as_secs() < 3, "{:?} for {rules} row {row}", start.elapsed());
        outcome
    };
    for (rules, row) in [
        ("{x,y: x,y-i; x-i,y-j where j<1000000000}", 5),
        ("{x,y: x-i,y-j where i<1000000000}", 60000),
        ("{x,y: x-i,y-j where |i-j|<1000000000}", 1),
        ("{x,y: x,y-i; x-i,y+1000000000i}", 60000),
        ("{x,y: x,y-i; x-i,y+1000000000i}", 1),
        ("{x,y: x,y-i; x-i,y-1000000000i}", 100),
        ("{x,y: x,y-i where -1000000000x+y>=1000000000}", 60000),
        ("{x,y where not (x=0 and y=1000000000): x,y-i; x-i,y}", 0),
        ("{x,y: x,y-i; x-i,y}", 1 << 60),
        ("{x,y: x,y-i; x-2i,y; x-3i,y+i}", 65535),
    ] {
        let outcome = with(rules, row);
        let known =
            matches!(outcome, Unverified::NotChecked(Limit::Work(_) | Limit::Memory(_) | Limit::Width(_)));
        assert!(known || matches!(outcome, Unverified::Rejected { .. }), "{outcome} for {rules}");
    }
    for rules in [
        "",
        "{",
        "{x,y}",
        "{x,y: }",
        "{x,y: x,y-i;}",
        "{x,y: x-i,y; x,y-i}",
        "{x,y: x,y-01i}",
        "{x,y: x,y-1i; x-i,y}",
        "{x,y: x,y-i; x,y-2i}",
        "{x,y: x,y-i; x-i,y-j where j<1}",
        "{x,y: x,y-i where 2x+2y>=2}",
        "{x,y: x,y-i where x>=-1}",
        "{x,y: x,y-i where -x>=1}",
        "{x,y: x,y-i; x-i,y where y-x>=0}",
        "{x,y: x,y-i; x-10000000000i,y}",
        "{x,y: x,y+i}",
        "{x,y where not (x=1 and y=1) and not (x=0 and y=0): x,y-i}",
        "{x,y: x-i,y-j where i<2 and j<2}",
        "{x,y: x,y-i; x-i,y; x-i,y-i}",
    ] {
        assert!(matches!(with(rules, 0), Unverified::Rejected { line: 3, .. }), "{rules}");
    }
}
