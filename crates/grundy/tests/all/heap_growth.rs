//! Arithmetic periods of the values of heaps: G(n+p) = G(n)+s.

use grundy::heaps::{Code, HeapPeriod, Values, prove};
use grundy::period::heap_certificate;
use std::ops::ControlFlow;
use std::sync::Arc;

fn code(text: &str) -> Code {
    text.parse().expect("a code")
}

/// A period that is proved by the values up to a heap, and the values.
fn proved(code: &Code, most: u64) -> (Option<HeapPeriod>, Values) {
    let mut values = Values::new(Arc::new(code.clone()));
    let found = prove(&mut values, most, &mut |_| ControlFlow::Continue(())).expect("no limit");
    (found, values)
}

/// The period holds far beyond the values that prove it, and neither number can be less.
fn assert_holds(code: &Code, found: &HeapPeriod, to: u64) {
    let mut values = Values::new(Arc::new(code.clone()));
    values.extend(to, &mut |_| ControlFlow::Continue(())).expect("no limit");
    let known: Vec<u64> = values.iter().collect();
    let &HeapPeriod { preperiod, length, saltus, exceptions, .. } = found;
    let at = |n: u64| known[usize::try_from(n).expect("a heap that is valued")];
    let has =
        |from: u64, length: u64, saltus: u64| (from..to - length).all(|n| at(n + length) == at(n) + saltus);
    assert!(has(preperiod, length, saltus), "{code}: {found:?}");
    assert!(preperiod == 0 || !has(preperiod - 1, length, saltus), "{code}: {found:?}");
    for shorter in 1..length {
        let growth = at(preperiod + shorter).checked_sub(at(preperiod));
        assert!(growth.is_none_or(|growth| !has(preperiod, shorter, growth)), "{code}: {shorter}");
    }
    let continued = |n: u64| {
        let periods = (preperiod - n).div_ceil(length);
        at(n + periods * length).checked_sub(periods * saltus) == Some(at(n))
    };
    let others = (0..preperiod).filter(|&n| !continued(n)).count();
    assert_eq!(u64::try_from(others).expect("a number of heaps"), exceptions, "{code}");
}

/// All-but games always have one (docs/heaps.md): all sets of numbers up to 7, and some with larger ones.
#[test]
fn all_but_games() {
    let sets = (0..1 << 7).map(|bits: u64| (1..=7).filter(|k| bits >> k & 1 == 1).collect::<Vec<u64>>());
    for set in sets.chain([vec![1, 10, 11], vec![5, 30], vec![2, 3, 40, 41]]) {
        let code = Code::all_but(&set).unwrap();
        let (found, _) = proved(&code, 20_000);
        let found = found.unwrap_or_else(|| panic!("{set:?}"));
        assert!(found.saltus > 0 && found.multiple == 1, "{set:?}: {found:?}");
        assert_holds(&code, &found, 2 * found.verified + 100);
    }
    let two = proved(&Code::all_but(&[2]).unwrap(), 1000).0.unwrap();
    assert_eq!((two.preperiod, two.length, two.saltus), (0, 4, 2));
}

/// Lasker's Nim (Winning Ways, ch. 4): 0, 1, 2, 4, 3, and 4 more for each four counters.
#[test]
fn laskers_nim() {
    let (found, values) = proved(&code("4.3.."), 1000);
    let found = found.unwrap();
    assert_eq!((found.preperiod, found.length, found.saltus, found.exceptions), (1, 4, 4, 1));
    assert_eq!(values.iter().take(9).collect::<Vec<_>>(), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
}

/// Hexadecimal codes of one digit with any d0, and of two digits; and codes without end. Those that are proved hold far beyond.
#[test]
fn codes_with_arithmetic_periods() {
    let mut codes: Vec<Code> = Vec::new();
    for first in [0, 4, 8, 12] {
        codes.extend((1..16).map(|digit| Code::new(&[first, digit], 0).unwrap()));
    }
    codes.extend((0..256).step_by(3).map(|n: u16| {
        let digit = |n: u16| u8::try_from(n).unwrap();
        Code::new(&[0, digit(n / 16), digit(n % 16)], 0).unwrap()
    }));
    codes.extend(
        ["0.7..", "0.37..", "0.43..", "0.73..", "4.2..", "0.32..", "4.03..", "0.6013..", "8.3.."].map(code),
    );
    let mut growing = 0;
    for code in codes {
        let (found, _) = proved(&code, 500);
        if let Some(found) = found.filter(|found| found.saltus > 0) {
            growing += 1;
            assert_holds(&code, &found, 700.max(found.verified + 200));
        }
    }
    assert!(growing > 40, "{growing}");
}

/// A saltus that is no power of two is not proved if heaps are split.
#[test]
fn other_saltus_stay_open() {
    assert_eq!(proved(&code("8.2"), 600).0, None);
    assert_eq!(proved(&code("8.6"), 600).0, None);
}

/// Taking whole heaps of any size does not keep values from repeating.
#[test]
fn whole_heaps_of_any_size() {
    for text in ["0.1..", "0.31..", "0.71..", "4.31..", "0.3731..", "0.0771.."] {
        let (found, _) = proved(&code(text), 1500);
        if let Some(found) = found {
            assert_eq!(found.saltus, 0, "{text}");
            assert_holds(&code(text), &found, 2 * found.verified + 300);
        }
    }
    assert!(proved(&code("0.71.."), 1500).0.is_some());
}

/// Certificates are verified, and every altered number is rejected.
#[test]
fn certificates() {
    let limits = grundy_check::Limits::default;
    let mut codes: Vec<Code> =
        ["0.3..", "4.3..", "0.43..", "0.8", "4.9", "8.b", "c.9", "0.7..", "0.71..", "0.31.."]
            .map(code)
            .to_vec();
    codes.extend([vec![1], vec![2], vec![1, 3, 4], vec![2, 5]].map(|set| Code::all_but(&set).unwrap()));
    for code in codes {
        let (found, values) = proved(&code, 1000);
        let certificate = heap_certificate(&values, &found.unwrap()).unwrap();
        let verified = grundy_check::check(certificate.text().as_bytes(), limits());
        assert!(verified.is_ok(), "{verified:?}\n{certificate}");
        for (at, line) in certificate.text().lines().enumerate().skip(3) {
            for (i, word) in line.split(' ').enumerate() {
                let Ok(number) = word.parse::<u64>() else { continue };
                for other in [number + 1, number.wrapping_sub(1), number * 2, number / 2, 1 << 60] {
                    let words = line.split(' ').enumerate();
                    let words =
                        words.map(|(j, word)| if i == j { other.to_string() } else { word.to_owned() });
                    let new = words.collect::<Vec<_>>().join(" ");
                    let old = certificate.text().lines().enumerate();
                    let lines: Vec<&str> = old.map(|(j, line)| if j == at { &new } else { line }).collect();
                    let altered = lines.join("\n") + "\n";
                    let is_same = altered == certificate.text();
                    assert!(
                        is_same || grundy_check::check(altered.as_bytes(), limits()).is_err(),
                        "{altered}"
                    );
                }
            }
        }
    }
    let of =
        |code: &str, rest: &str| format!("grundy-certificate 1\nclaim heap-period\ncode {code}\n{rest}end\n");
    let rejected = [
        of("0.33..", "preperiod 0\nperiod 1\nsaltus 1\nmultiple 1\n"),
        of("0.3..", "preperiod 0\nperiod 1\nsaltus 1\nmultiple 2\n"),
        of("0.3..", "preperiod 0\nperiod 2\nsaltus 2\nmultiple 1\nquotient 2 fails at 0\n"),
        of(
            "4.9",
            "preperiod 16\nperiod 12\nsaltus 4\nmultiple 4\nquotient 2 fails at 16\nquotient 3 fails at 16\n",
        ),
        // The period of a subtraction game times four, which is seen only by looking beyond the values of the proof.
        of("0.3", "preperiod 0\nperiod 8\nsaltus 0\nquotient 2 fails at 0\n"),
        of(
            "8.2",
            "preperiod 1\nperiod 6\nsaltus 3\nmultiple 1\nquotient 2 fails at 1\nquotient 3 fails at 1\n",
        ),
        of("4.3..", "preperiod 1\nperiod 4\nsaltus 0\nquotient 2 fails at 1\n"),
    ];
    for text in rejected {
        assert!(grundy_check::check(text.as_bytes(), limits()).is_err(), "{text}");
    }
}

/// Heaps of any size, and moves to value 0.
#[test]
fn far_heaps() {
    let value = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap();
        let answer = grundy::answer(&game, &position, grundy::Limits::default()).unwrap();
        for to in &answer.winning {
            assert_eq!(game.is_option(&position, to), Ok(true), "{text} to {to}");
            let there = grundy::answer(&game, to, grundy::Limits::default()).unwrap();
            assert_eq!(there.value, Some(0_u8.into()), "{text} to {to}");
        }
        let is_won = answer.value != Some(0_u8.into());
        assert_eq!(is_won, !answer.winning.is_empty(), "{text}");
        answer.value.unwrap().to_string()
    };
    assert_eq!(value("lasker-nim 10^30"), format!("{}", 10_u128.pow(30) - 1));
    assert_eq!(value("lasker-nim 10^30+3"), format!("{}", 10_u128.pow(30) + 4));
    assert_eq!(value("octal:0.3.. 10^30,10^29"), format!("{}", 10_u128.pow(30) ^ 10_u128.pow(29)));
    assert_eq!(value("all-but:{2} 10^30"), format!("{}", 10_u128.pow(30) / 2));
    assert_eq!(value("all-but:{2} 10^12,10^12"), "0");
    assert_eq!(value("lasker-nim 2000000"), "1999999");
}
