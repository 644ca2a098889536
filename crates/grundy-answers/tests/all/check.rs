//! The outcomes of checking a certificate.

use grundy::Limits;
use grundy_answers::keep::Shelf;
use grundy_answers::{Ask, Checked};
use std::ops::ControlFlow;
use std::time::Duration;

const TRUE: &str = "grundy-certificate 1\nclaim row-period\ngame star-nim\nrow 2\npreperiod 0\nperiod 3\nsaltus 3\nstate from 1 period 3\nquotient 3 fails at 1\nend\n";

#[test]
fn there_are_four_outcomes() {
    let shelf = Shelf::none();
    let told = |text: &[u8], work| {
        let checked = Checked::ask(text, work, Ask::alone(&shelf));
        (checked.verdict, checked.line, checked.is_verified(), checked.text())
    };
    let claim = "VERIFIED star-nim: G(2,b+3) = G(2,b)+3 for all b >= 0, and neither 3 nor 0 can be less";
    assert_eq!(told(TRUE.as_bytes(), 1000), ("verified", None, true, claim.to_owned()));
    let wrong = "REJECTED line 9: the quotient does not fail there";
    let changed = TRUE.replace("at 1", "at 0");
    assert_eq!(told(changed.as_bytes(), 1000), ("rejected", Some(9), false, wrong.to_owned()));
    let limit = "NOT CHECKED more than 5 steps are needed, the limit on work";
    assert_eq!(told(TRUE.as_bytes(), 5), ("not checked", None, false, limit.to_owned()));
    assert_eq!(told(b"\xff", 5), ("unreadable", None, false, "UNREADABLE not UTF-8 text".to_owned()));
}

/// A certificate that would take years, given any number of steps.
fn endless() -> String {
    TRUE.replace("state from 1 period 3", &format!("state from {} period 3", 1_u64 << 50))
}

#[test]
fn a_check_ends_with_its_time_and_with_its_caller() {
    let shelf = Shelf::none();
    let limits = Limits { time: Duration::from_millis(20), ..Limits::default() };
    let late = Checked::ask(endless().as_bytes(), u64::MAX, Ask { limits, ..Ask::alone(&shelf) });
    assert_eq!(late.text(), "NOT CHECKED more than 20ms are needed, the limit on time");
    let gone = Ask { watch: &|_| ControlFlow::Break(()), ..Ask::alone(&shelf) };
    let left = Checked::ask(endless().as_bytes(), u64::MAX, gone);
    assert_eq!(left.text(), "NOT CHECKED stopped by the caller");
}
