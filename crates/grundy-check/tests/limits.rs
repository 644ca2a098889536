//! Certificates that would stall a checker without limits, and the limits themselves.

use grundy_check::{Limit, Limits, Unverified, check};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The limits of a server.
const SMALL: u64 = 200_000_000;
const MEMORY: u64 = 64 << 20;

fn small() -> Limits<'static> {
    Limits { work: SMALL, memory: MEMORY, ..Limits::default() }
}

fn row(game: &str, row: u64, period: u64, state: (u64, u64), quotients: &str) -> String {
    let (from, round) = state;
    format!(
        "grundy-certificate 1\nclaim row-period\ngame {game}\nrow {row}\npreperiod 0\nperiod {period}\nsaltus {period}\nstate from {from} period {round}\n{quotients}end\n"
    )
}

#[test]
fn nothing_stalls_the_checker() {
    let most = 1_u64 << 60;
    let prime = most - 93;
    let forged = [
        // The state repeats at once, but the certificate asks for 2^40 columns, and a term of each.
        row("nim", 0, 1 << 40, (0, 1 << 40), "quotient 2 fails at 549755813887\n"),
        row("nim", 0, 1, (0, most), ""),
        row("nim", 0, 1, (most, 1), ""),
        row("star-nim", 63, 1, (1, most), ""),
        row("nim", 0, prime, (0, prime), &format!("quotient {prime} fails at 0\n")),
        // 50 million rows of a window.
        "grundy-certificate 1\nclaim value-period\ngame star-nim\nvalue 0\npreperiod 0\nperiod 1\nsaltus 0\nlevel 0 state from 50000000 period 1\nend\n".to_owned(),
        "grundy-certificate 1\nclaim diagonal-period\ngame star-nim\ndiagonal 0\npreperiod 0\nperiod 70000000\nsaltus 0\nlargest 0\nlevel 0 state from 2 period 1\nquotient 2 fails at 0\nquotient 5 fails at 0\nquotient 7 fails at 0\nend\n".to_owned(),
        // An enormous run.
        format!(
            "grundy-certificate 1\nclaim settled-values\ngame r-wythoff\nvalue 0\nlevel 0 settled {0} repeats 0 window {0} to {1} bound 0 phi 0 from {2}\nend\n",
            1_u64 << 40, 1_u64 << 41, (1_u64 << 41) + 1
        ),
    ];
    for text in forged {
        let start = Instant::now();
        let outcome = check(text.as_bytes(), small());
        let expected =
            [Unverified::NotChecked(Limit::Work(SMALL)), Unverified::NotChecked(Limit::Memory(MEMORY))];
        assert!(expected.contains(outcome.as_ref().unwrap_err()), "{outcome:?} for\n{text}");
        assert!(start.elapsed() < Duration::from_secs(2), "{:?} for\n{text}", start.elapsed());
    }
}

#[test]
fn a_false_claim_within_the_limits_is_rejected() {
    let period = 1 << 24;
    let text = row("nim", 0, period, (0, period), "quotient 2 fails at 8388607\n");
    let outcome = check(text.as_bytes(), small()).unwrap_err();
    assert_eq!(outcome.to_string(), "line 8: the state has a smaller period");
}

/// A valid certificate of each kind, which needs some work.
fn valid() -> [String; 3] {
    let row = row("star-nim", 2, 3, (1, 3), "quotient 3 fails at 1\n");
    let value = "grundy-certificate 1\nclaim value-period\ngame star-nim\nvalue 1\npreperiod 2\nperiod 1\nsaltus 0\nlevel 0 state from 2 period 1 taken from 2 period 1\nlevel 1 state from 2 period 2\nend\n";
    let settled = "grundy-certificate 1\nclaim settled-values\ngame r-wythoff\nvalue 0\nlevel 0 settled 0 repeats 0 window 1 to 2 bound 0 phi 0 from 3\nend\n";
    [row, value.to_owned(), settled.to_owned()]
}

#[test]
fn a_limit_is_not_a_verdict() {
    for text in valid() {
        let with = |work| check(text.as_bytes(), Limits { work, ..Limits::default() });
        let least = (0..1000).find(|&work| with(work).is_ok()).unwrap_or_else(|| panic!("{text}"));
        assert!(least > 0);
        for work in 0..least {
            assert_eq!(with(work).unwrap_err(), Unverified::NotChecked(Limit::Work(work)), "{text}");
        }
        assert!((least..2 * least).all(|work| with(work).is_ok()));
    }
    let value = &valid()[1];
    let with = |memory| check(value.as_bytes(), Limits { memory, ..Limits::default() });
    assert_eq!(with(20).unwrap_err(), Unverified::NotChecked(Limit::Memory(20)));
    assert!(with(1000).is_ok());
}

#[test]
fn a_caller_can_stop_a_check() {
    let text = row("nim", 40, 1 << 40, (0, 1 << 40), "quotient 2 fails at 0\n");
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let limits = Limits { work: u64::MAX, memory: MEMORY, stop: &stop };
    assert_eq!(check(text.as_bytes(), limits).unwrap_err(), Unverified::NotChecked(Limit::Stopped));
    assert_eq!(asked.get(), 4);
}

#[test]
fn what_is_no_text_is_unreadable() {
    let outcome = |bytes: &[u8]| check(bytes, Limits::default()).unwrap_err().to_string();
    assert_eq!(outcome(b"\xff"), "not UTF-8 text");
    assert_eq!(outcome(&vec![b'a'; (1 << 20) + 1]), "longer than 1048576 bytes");
    assert_eq!(outcome(&vec![b'a'; 1 << 20]), "line 1: a line is missing");
    assert_eq!(outcome(b""), "line 1: a line is missing");
}

#[test]
fn what_does_not_fit_the_checker_is_not_checked() {
    let text = row("nim", 1 << 16, 1, (0, 1), "");
    let outcome = check(text.as_bytes(), Limits::default()).unwrap_err();
    assert_eq!(outcome.outcome(), ("NOT CHECKED", 3));
    assert_eq!(outcome.to_string(), "the row is too large for this checker");
}
