//! Automata of values of Wythoff's game and of Sharing Nim: altered ones are rejected, with a witness.
#![expect(clippy::unwrap_used, reason = "tests")]

use grundy_check::{Limit, Limits, Unverified, check};
use std::fmt::Write as _;
use std::path::Path;

/// The certificate of values 0 and 1.
fn certificate() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../atlas/wythoff-values-2.cert");
    let text = std::fs::read_to_string(path).unwrap().replace("\nvalue 2\n", "\nvalue 1\n");
    let end = text.find("automaton 2").unwrap();
    text[..end].to_owned() + "end\n"
}

fn outcome(text: &str) -> String {
    check(text.as_bytes(), Limits::default())
        .map_or_else(|other| other.to_string(), |found| found.to_string())
}

#[test]
fn values_0_and_1_are_verified() {
    let claim = "wythoff: for each value from 0 to 1 an automaton accepts exactly its positions, in Zeckendorf representation; states: 4, 415";
    assert_eq!(outcome(&certificate()), claim);
}

#[test]
fn altered_automata_are_rejected() {
    let text = certificate();
    let start = text.find("automaton 1").unwrap();
    let places = (start + 23..text.len() - 5).filter(|&at| text.as_bytes()[at] != b'\n');
    let mut witnesses = 0;
    for (number, at) in places.enumerate().filter(|(number, _)| number % 41 == 0 || *number < 60) {
        let old = text.as_bytes()[at];
        let new = [b'0', b'3', b'g', b'l', b'v', b'.'][number % 6];
        if new == old {
            continue;
        }
        let mut bytes = text.clone().into_bytes();
        bytes[at] = new;
        let Err(Unverified::Rejected { line, reason }) = check(&bytes, Limits::default()) else {
            panic!("{at} is not rejected")
        };
        assert!(line > 7, "{reason}");
        witnesses += usize::from(reason.chars().any(|c| c.is_ascii_digit()));
    }
    assert!(witnesses > 3, "{witnesses}");
}

/// The automaton of value 0 has four states: `h0.`, .. Each of these is a true automaton of another set.
#[test]
fn wrong_sets_are_rejected_with_a_position() {
    let zero = |states: usize, text: &str| {
        format!(
            "grundy-certificate 1\nclaim automatic-values\ngame wythoff\nnumeration zeckendorf\nvalue 0\nautomaton 0 states {states}\n{text}\nend\n"
        )
    };
    let right = certificate();
    let line = right.lines().nth(6).unwrap();
    assert!(outcome(&zero(4, line)).starts_with("wythoff: for each value from 0 to 0"), "{line}");
    // Only 0,0: the first state accepts and loops on zeros.
    assert_eq!(
        outcome(&zero(1, "h0")),
        "line 6: 1,2 is not accepted for this value or a smaller one, but has no option of this value"
    );
    // Nothing, and leading zeros that matter.
    assert_eq!(outcome(&zero(1, "0")), "line 6: leading zeros matter");
    assert_eq!(
        outcome(&zero(1, "10")),
        "line 6: 0,0 is not accepted for this value or a smaller one, but has no option of this value"
    );
    // Two states that accept the same words.
    assert_eq!(outcome(&zero(2, "h.h0")), "line 6: the automaton has a state that is not needed");
    assert_eq!(outcome(&zero(1, "g")), "line 6: leading zeros matter");
    // 0,0 and 1,1: two on a diagonal. After a 1 of both nothing follows.
    assert_eq!(outcome(&zero(2, "p0.g")), "line 6: two positions, of rows 0 and 1, have the difference 0");
    // 0,0 and 0,1: two on a row.
    assert_eq!(outcome(&zero(2, "l0.g")), "line 6: 0,0 and 0,1 are on one row");
    // 1,0.
    assert_eq!(
        outcome(&zero(2, "j0.g")),
        "line 6: a word that begins with 1,0 is no representation of x <= y"
    );
}

/// Sharing Nim in base 2: value 0 has the numbers b with an even number of zeros at the end, and a = 0.
fn sharing(value: usize, automata: &[(usize, &str)]) -> String {
    let mut text = format!(
        "grundy-certificate 1\nclaim automatic-values\ngame sharing-nim\nnumeration base-2\nvalue {value}\n"
    );
    for (value, (states, automaton)) in automata.iter().enumerate() {
        let _ = write!(text, "automaton {value} states {states}\n{automaton}\n");
    }
    text + "end\n"
}

/// Value 0, and value 1: 0,0,b with b = 4k + 2, 0,1,2, and 0,2,b with b = 4k + 1 from 5 on.
const SHARING: [(usize, &str); 2] = [(3, "l0.l.1511"), (8, "50.7...n..4k.7264756447g")];

#[test]
fn sharing_nim_is_checked_in_base_2() {
    let claim = "sharing-nim: for each value from 0 to 1 an automaton accepts exactly its positions 0,a,b with 2a <= b, in base 2; states: 3, 8";
    assert_eq!(outcome(&sharing(1, &SHARING)), claim);
    assert!(outcome(&sharing(0, &SHARING[..1])).starts_with("sharing-nim: for each value from 0 to 0"));
    let first = |states, automaton| outcome(&sharing(0, &[(states, automaton)]));
    let lacks = |at: &str| {
        format!(
            "line 6: {at} is not accepted for this value or a smaller one, but has no option of this value"
        )
    };
    assert_eq!(first(1, "h0"), lacks("0,0,1"));
    assert_eq!(first(1, "10"), lacks("0,0,0"));
    assert_eq!(first(1, "0"), "line 6: leading zeros matter");
    // All 0,0,b: 0,0,1 is an option of 0,0,2, on line 2.
    assert_eq!(
        first(1, "l00"),
        "line 6: 0,0,2 is accepted, but has a smaller value or an option that is accepted"
    );
    assert_eq!(first(2, "l0.k1"), lacks("0,0,4"));
    // 0,1,1: 2a > b.
    assert_eq!(first(2, "p0.g"), "line 6: a word that begins with 1,1 is no position with 2a <= b");
    // Value 0 once more, as value 1.
    let twice = sharing(1, &[SHARING[0], SHARING[0]]);
    assert_eq!(
        outcome(&twice),
        "line 8: 0,0,0 is accepted, but has a smaller value or an option that is accepted"
    );
    // The numeration belongs to the game.
    assert!(outcome(&sharing(1, &SHARING).replace("base-2", "zeckendorf")).starts_with("line 4"));
    assert!(outcome(&sharing(1, &SHARING).replace("sharing-nim", "nim")).starts_with("line 3"));
}

#[test]
fn altered_automata_of_sharing_nim_are_rejected() {
    let text = sharing(1, &SHARING);
    let places = text.match_indices("l0.l.1511").map(|(at, _)| at..at + 9);
    let places = places.chain(text.match_indices(SHARING[1].1).map(|(at, _)| at..at + 24));
    let mut altered = 0;
    for at in places.flatten() {
        for new in b"01234567ghijklmnopqrstuv." {
            let mut bytes = text.clone().into_bytes();
            if std::mem::replace(&mut bytes[at], *new) != *new {
                let checked = check(&bytes, Limits::default());
                assert!(matches!(checked, Err(Unverified::Rejected { .. })), "{at} {new}: {checked:?}");
                altered += 1;
            }
        }
    }
    assert!(altered > 700, "{altered}");
}

#[test]
fn limits_hold() {
    let text = certificate();
    let limited = |work, memory| match check(text.as_bytes(), Limits { work, memory, ..Limits::default() }) {
        Err(Unverified::NotChecked(limit)) => Some(limit),
        _ => None,
    };
    // States from which all is accepted are dropped, or this would take more steps and twice the memory.
    let (work, memory) = (1_533_442, 1_731_648);
    assert_eq!(limited(work, memory), None);
    assert_eq!(limited(work - 1, memory), Some(Limit::Work(work - 1)));
    assert_eq!(limited(work, memory - 1), Some(Limit::Memory(memory - 1)));
    assert_eq!(limited(10_000, 1 << 32), Some(Limit::Work(10_000)));
    assert_eq!(limited(1 << 40, 100_000), Some(Limit::Memory(100_000)));
    let huge = text.replace("automaton 0 states 4", "automaton 0 states 16777216");
    assert!(check(huge.as_bytes(), Limits::default()).is_err());
    let beyond = text.replace("automaton 0 states 4", "automaton 0 states 16777217");
    assert_eq!(outcome(&beyond), "the number of states is too large for this checker");
}
