//! Certificates of claims that are false, or of which another one is right: each is rejected at its line. And one that is right, though it looks as if not.

use grundy_check::{Limits, check};
use std::fmt::Write as _;
use std::path::Path;

fn outcome(text: &str) -> String {
    check(text.as_bytes(), Limits::default())
        .map_or_else(|other| other.to_string(), |found| found.to_string())
}

fn wythoff(automata: &[(usize, &str)]) -> String {
    let mut text = format!(
        "grundy-certificate 1\nclaim automatic-values\ngame wythoff\nnumeration zeckendorf\nvalue {}\n",
        automata.len() - 1
    );
    for (value, (states, automaton)) in automata.iter().enumerate() {
        let _ = writeln!(text, "automaton {value} states {states}");
        for line in automaton.as_bytes().chunks(100) {
            text += &(String::from_utf8_lossy(line) + "\n");
        }
    }
    text + "end\n"
}

/// The automaton of value 0.
fn zero() -> (usize, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/wythoff-values-0.cert");
    let text = std::fs::read_to_string(path).expect("a certificate");
    (4, text.lines().nth(6).expect("an automaton").to_owned())
}

/// All that is checked of a set but that it has none of the positions of smaller values: the positions of value 0 have an option of value 0 or have this value, too.
#[test]
fn a_position_has_one_value() {
    let (states, automaton) = zero();
    let zero = (states, &automaton[..]);
    assert!(outcome(&wythoff(&[zero])).starts_with("wythoff: for each value from 0 to 0"));
    assert_eq!(outcome(&wythoff(&[zero, zero])), "line 8: 0,0 is accepted for value 0 too");
    // 1,2 alone.
    assert_eq!(outcome(&wythoff(&[zero, (3, "50.2.g")])), "line 8: 1,2 is accepted for value 0 too");
}

/// Numbers of states have one digit if there are at most 64.
#[test]
fn states_are_read_as_they_must_be_written() {
    // 0* 2 0^n 2 2.
    let chain = |first: &str, zeros: usize| {
        let automaton = first.to_owned() + &"1.".repeat(zeros) + "4.4.g";
        outcome(&wythoff(&[(zeros + 4, &automaton)]))
    };
    assert!(chain("50.", 60).starts_with("line 6: a word that begins with 0,"));
    assert!(chain("500.", 61).starts_with("line 6: a word that begins with 0,"));
    assert!(chain("500.", 60).starts_with("line 7: "));
    assert!(chain("50.", 61).starts_with("line 7: "));
    // Lines have 100 characters, the last one fewer, and at least one.
    let lines = |text: &str| outcome(&wythoff(&[(102, "")]).replace("end\n", &format!("{text}\nend\n")));
    let chain = "500.".to_owned() + &"1.".repeat(98) + "4.4.g";
    let malformed = |line: usize| format!("line {line}: malformed line of an automaton");
    assert_eq!(lines(&chain), malformed(7));
    assert_eq!(lines(&format!("{}\n{}", &chain[..99], &chain[99..])), malformed(8));
    assert_eq!(lines(&format!("{}\n{}", &chain[..101], &chain[101..])), malformed(7));
    assert_eq!((lines(""), lines("é")), (malformed(7), malformed(7)));
    // The digit of 32 has bits of no symbol.
    assert_eq!(outcome(&wythoff(&[(1, "w")])), "line 7: malformed state");
    assert_eq!(outcome(&wythoff(&[(1, "v")])), "line 8: malformed line of an automaton");
}

/// A witness that does not fit 128 bits is written with its digits.
#[test]
fn long_witnesses_are_written_as_digits() {
    // 0* 2 0^198 2 2: y has two ones in a row.
    let automaton = "500.".to_owned() + &"1.".repeat(198) + "4.4.g";
    let zeros = "0".repeat(198);
    let expected = format!("line 6: a word that begins with 0,1{zeros}11_F is no representation of x <= y");
    assert_eq!(outcome(&wythoff(&[(202, &automaton)])), expected);
    // 0* 3 0^198 1: x is larger than y.
    let automaton = "900.".to_owned() + &"1.".repeat(198) + "2.g";
    let expected =
        format!("line 6: a word that begins with 1{zeros}1_F,1{zeros}0_F is no representation of x <= y");
    assert_eq!(outcome(&wythoff(&[(201, &automaton)])), expected);
}

#[test]
fn positions_of_sharing_nim_have_their_smaller_form() {
    let value = |a: u64, b: u64, value: u64| {
        outcome(&format!(
            "grundy-certificate 1\nclaim sharing-value\ngame sharing-nim\na {a} b {b}\nvalue {value}\nend\n"
        ))
    };
    assert_eq!(value(1, 2, 1), "sharing-nim: G(0,1,2) = 1");
    assert_eq!(value(1, 2, 0), "line 5: the position has another value");
    // 0,2,3 has the value of 0,1,3.
    assert_eq!(value(1, 3, 1), "line 5: the position has another value");
    assert_eq!(value(2, 3, 1), "line 4: a is more than half of b");
}

/// The window of value 14 is the same one row earlier, too. But the numbers that smaller values take do not repeat from there on.
#[test]
fn a_window_repeats_with_the_numbers_of_smaller_values() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/star-nim-value-14-v1.cert");
    let text = std::fs::read_to_string(path).expect("a certificate");
    assert!(outcome(&text).starts_with("star-nim: the differences y-x of the positions of value 14, "));
}

/// Certificates of version 1 stay verified.
#[test]
fn old_certificates_are_verified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    let mut verified = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.to_string_lossy().ends_with("-v1.cert") {
            let text = std::fs::read_to_string(&path).expect("a certificate");
            assert!(outcome(&text).starts_with("star-nim: "), "{}", path.display());
            verified += 1;
        }
    }
    assert_eq!(verified, 11);
}

/// Level 0 has one value only.
#[test]
fn the_last_two_values_of_a_level_are_two() {
    let text = "grundy-certificate 3\nclaim value-period\ngame star-nim\nvalue 0\npreperiod 1\nperiod 1\nsaltus 0\nround from 2 period 1\n";
    assert!(outcome(&format!("{text}end\n")).starts_with("star-nim: "));
    let strands = outcome(&format!("{text}strands 0 row 2 order 1\nend\n"));
    assert_eq!(strands, "line 9: not the next level, or not the level of the value");
}
