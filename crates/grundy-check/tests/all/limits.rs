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
    let steps = Cell::new(0);
    let stop = |done| {
        assert!(done > steps.replace(done));
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let limits = Limits { work: u64::MAX, memory: MEMORY, stop: &stop, ..Limits::default() };
    assert_eq!(check(text.as_bytes(), limits).unwrap_err(), Unverified::NotChecked(Limit::Stopped));
    assert_eq!(asked.get(), 4);
    assert!(steps.get() > 3 << 19, "{}", steps.get());
}

#[test]
fn time_is_a_limit() {
    let text = row("nim", 40, 1 << 40, (0, 1 << 40), "quotient 2 fails at 0\n");
    let (start, time) = (Instant::now(), Duration::from_millis(30));
    let outcome = check(text.as_bytes(), Limits { work: u64::MAX, time, ..Limits::default() }).unwrap_err();
    assert_eq!(outcome, Unverified::NotChecked(Limit::Time(time)));
    assert_eq!(outcome.to_string(), "more than 30ms are needed, the limit on time");
    assert!((time..Duration::from_secs(2)).contains(&start.elapsed()));
}

#[test]
fn what_is_no_text_is_unreadable() {
    let outcome = |bytes: &[u8]| check(bytes, Limits::default()).unwrap_err().to_string();
    assert_eq!(outcome(b"\xff"), "not UTF-8 text");
    assert_eq!(outcome(&vec![b'a'; (1 << 20) + 1]), "longer than 1048576 bytes");
    assert_eq!(outcome(&vec![b'a'; 1 << 20]), "line 1: a line is missing");
    assert_eq!(outcome(b""), "line 1: a line is missing");
}

/// The outcome within small limits.
fn outcome(text: &str) -> String {
    check(text.as_bytes(), small()).map_or_else(|other| other.to_string(), |found| found.to_string())
}

/// Values of Sharing Nim up to some b.
fn sharing(value: u64, last: u64) -> String {
    format!(
        "grundy-certificate 1\nclaim sharing-records\ngame sharing-nim\nvalue {value}\nlargest b {last}\npositions 0\nrecords 0\nend\n"
    )
}

#[test]
fn what_does_not_fit_the_checker_is_not_checked() {
    let text = row("nim", 1 << 16, 1, (0, 1), "");
    let outcome = check(text.as_bytes(), Limits::default()).unwrap_err();
    assert_eq!(outcome.outcome(), ("NOT CHECKED", 3));
    assert_eq!(outcome.to_string(), "the row is too large for this checker");
}

/// The largest numbers of each claim are read, and one more is too large.
#[test]
fn numbers_are_read_up_to_the_limits_of_the_checker() {
    let claim = |claim: &str, lines: &str| {
        let text = format!("grundy-certificate 1\nclaim {claim}\n{lines}end\n");
        outcome(&text)
    };
    let star = "preperiod 0\nperiod 1\nsaltus 0\n";
    let diagonal = |d: u64, largest: u64| {
        claim("diagonal-period", &format!("game star-nim\ndiagonal {d}\n{star}largest {largest}\n"))
    };
    assert_eq!(diagonal(127, 0), "line 9: expected `level 0 state from NUMBER`");
    assert_eq!(diagonal(128, 0), "the diagonal is too large for this checker");
    assert_eq!(diagonal(0, 100), "line 9: expected `level 0 state from NUMBER`");
    assert_eq!(diagonal(0, 101), "the value is too large for this checker");
    let settled = |value: u64| claim("settled-values", &format!("game r-wythoff\nvalue {value}\n"));
    assert_eq!(settled(60), "line 5: expected `level 0 settled NUMBER`");
    assert_eq!(settled(61), "the value is too large for this checker");
    assert_eq!(
        outcome(&sharing(100, 0).replace("positions 0", "positions 1")),
        "line 6: there are 0 positions"
    );
    assert_eq!(outcome(&sharing(101, 0)), "the value is too large for this checker");
    let automata = |value: u64| {
        claim("automatic-values", &format!("game wythoff\nnumeration zeckendorf\nvalue {value}\n"))
    };
    assert_eq!(automata(7), "line 6: expected `automaton NUMBER`");
    assert_eq!(automata(8), "the value is too large for this checker");
    let automaton = |states: u64| {
        claim(
            "automatic-values",
            &format!("game wythoff\nnumeration zeckendorf\nvalue 0\nautomaton 0 states {states}\n"),
        )
    };
    assert_eq!(automaton(0), "the number of states is too large for this checker");
    assert!(automaton(1).starts_with("line 7: "));
    assert_eq!(automaton(1 << 24), "more than 67108864 bytes are needed, the limit on memory");
    assert_eq!(automaton((1 << 24) + 1), "the number of states is too large for this checker");
}

/// 2^20 rows with several fixed numbers.
#[test]
fn rows_with_several_numbers_are_counted_before_they_are_made() {
    let several = |last: u64| {
        let numbers = ["1,"; 19].concat() + &last.to_string();
        let text = row("nim", 0, 1, (2, 1), "").replace("\nrow 0", &format!("\nrow {numbers}"));
        check(text.as_bytes(), small()).unwrap_err()
    };
    assert_eq!(several(1), Unverified::NotChecked(Limit::Memory(MEMORY)));
    assert_eq!(several(2).to_string(), "the number of rows is too large for this checker");
}

/// A check that must spend more steps than the limit ends before it has begun: the caller is asked at most once.
#[test]
fn what_takes_too_much_work_is_not_begun() {
    let columns = 1 << 30;
    let [one, several] = ["40", "2,3"].map(|numbers| {
        let text = row("nim", 0, 1, (columns - 1, 1), "");
        let text = text.replace("\npreperiod 0", &format!("\npreperiod {}", columns - 1));
        text.replace("\nrow 0", &format!("\nrow {numbers}"))
    });
    let sharing = format!(
        "grundy-certificate 1\nclaim sharing-value\ngame sharing-nim\na 0 b {columns}\nvalue 2\nend\n"
    );
    for (text, most) in [(one, 41 * columns), (several, 12 * columns), (sharing, 3 * columns)] {
        let asked = Cell::new(0);
        let stop = |_| {
            asked.set(asked.get() + 1);
            asked.get() > 1
        };
        let limits = |work: u64| Limits { work, memory: u64::MAX, stop: &stop, ..Limits::default() };
        let outcome = check(text.as_bytes(), limits(most - 1)).unwrap_err();
        assert_eq!(
            (outcome, asked.take() < 2),
            (Unverified::NotChecked(Limit::Work(most - 1)), true),
            "{text}"
        );
        // With some steps more it begins.
        let outcome = check(text.as_bytes(), limits(most + 1000)).unwrap_err();
        assert_eq!(outcome, Unverified::NotChecked(Limit::Stopped), "{text}");
    }
}
