//! R-Wythoff for every n: the proved forms are tested against the run, far beyond the rows used by the proof.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use dashu_int::ops::SquareRoot as _;
use grundy::r_wythoff::{Chain, Chains, Form, Missing, Prover, Trace, certificate};
use grundy::sequence::Stream;
use grundy::theorem::UBig;
use grundy_check::{Limits, Unverified};
use proptest::prelude::*;

fn proved(largest: u64) -> Prover {
    let mut prover = Prover::new(largest).unwrap();
    prover.finish(2_000_000);
    assert_eq!(prover.missing(), None);
    prover
}

/// The positions of each value up to the largest, by the slow twin.
fn sequences(largest: u64, rows: u64) -> Vec<Vec<(u64, u64)>> {
    let mut stream = Stream::of(&grundy::game("r-wythoff").unwrap(), largest).unwrap();
    let mut found = vec![Vec::new(); usize::try_from(largest).unwrap() + 1];
    while stream.row() < rows {
        stream.step(|member| found[usize::try_from(member.value).unwrap()].push((member.x, member.y)));
    }
    found
}

#[test]
fn every_member_far_beyond_the_proof() {
    const LARGEST: u64 = 11;
    let prover = proved(LARGEST);
    let rows = 400_000;
    for (value, members) in (0..).zip(sequences(LARGEST, rows)) {
        let level = prover.levels()[usize::try_from(value).unwrap()];
        assert!(rows > 9 * level.rows, "the proof has seen {} rows", level.rows);
        let form = Form::of(&prover, value).unwrap();
        for (n, &(x, y)) in (0_u64..).zip(&members) {
            assert!(n < level.window.settled || y - x == n, "value {value}, member {n}");
            if n > 2 * level.window.end && n % 29 > 0 {
                continue;
            }
            let index = UBig::from(n);
            assert_eq!(form.member(&index, None), Some((x.into(), y.into())), "value {value}, member {n}");
            let d = UBig::from(y - x);
            assert_eq!(form.on_diagonal(&d, None), Some(x.into()), "value {value}, diagonal {d}");
        }
        assert!(
            level.window.settled == 0 || {
                let last = level.window.settled - 1;
                let (x, y) = members[usize::try_from(last).unwrap()];
                y - x != last
            }
        );
    }
}

#[test]
fn theorems_7_and_8_as_gu_states_them_but_for_a_slip() {
    let prover = proved(3);
    let chain = |&(m, n, is_high): &(u64, u64, bool)| Chain { start: (m, n), is_high };
    let printed = [
        (2, 3, 10, vec![(10, 17, true), (11, 18, true), (12, 20, true), (15, 24, false)]),
        (
            3,
            5,
            35, // printed as 36, but member 35 fits too
            vec![
                (36, 58, false),
                (42, 68, true),
                (44, 71, false),
                (45, 72, false),
                (46, 74, false),
                (47, 76, false),
                (53, 86, true),
                (54, 88, true), // (55,89) is printed twice
                (55, 89, true),
            ],
        ),
    ];
    for (value, shift, from, chains) in printed {
        let first: Vec<Chain> = chains.iter().map(chain).collect();
        let count = u64::try_from(first.len()).unwrap();
        assert_eq!(Chains::of(&prover, value, 1_000_000, 100), Ok(Chains { shift, from, count, first }));
    }
}

/// The closed form as Gu states it, applied to n.
fn by_chains(chains: &Chains, n: u64) -> u64 {
    let low = ((UBig::from(n) * n * 5u8).sqrt() + n) >> 1;
    let low = u64::try_from(low).unwrap() - chains.shift;
    let on = |chain: &Chain| {
        let ((mut now, mut next), mut high) = (chain.start, chain.is_high);
        while now < n {
            (now, next, high) = (next, now + next, !high);
        }
        (now == n).then_some(high)
    };
    let found: Vec<bool> = chains.first.iter().filter_map(on).collect();
    assert!(found.len() <= 1, "chains are disjoint");
    found.first().map_or(low, |&high| if high { low + 1 } else { low - 1 })
}

#[test]
fn chains_against_the_run() {
    const LARGEST: u64 = 6;
    let prover = proved(LARGEST);
    for (value, members) in (0..).zip(sequences(LARGEST, 60_000)) {
        let chains = Chains::of(&prover, value, 1_000_000, usize::MAX).unwrap();
        assert_eq!(chains.count, u64::try_from(chains.first.len()).unwrap());
        let from = usize::try_from(chains.from).unwrap();
        assert!(from * 4 < members.len());
        for (n, &(x, _)) in (chains.from..).zip(&members[from..]) {
            assert_eq!(by_chains(&chains, n), x, "value {value}, member {n}");
        }
    }
}

/// For large n there is no run to compare with. But the form must satisfy the rules: each row is used once by first and second
/// entries, and positions of two values differ.
#[test]
fn rows_far_out_are_used_once() {
    const LARGEST: u64 = 12;
    let prover = proved(LARGEST);
    let forms: Vec<Form> = (0..=LARGEST).map(|value| Form::of(&prover, value).unwrap()).collect();
    for digits in [5, 12, 15, 16, 17, 40, 300] {
        let n = UBig::from(10u8).pow(digits) * 7u8 + 12345u16;
        for form in &forms {
            let repeats = form.window().repeats;
            let member = |n: &UBig| form.member(n, Trace::of(n)).unwrap();
            let (a, b) = member(&n);
            // f(n) = a_n + R: a_f(n) = b_n - 1 and a_(f(n)+1) = b_n + 1.
            let f = &a + repeats;
            assert_eq!(member(&f).0, &b - UBig::ONE, "value {}, {digits} digits", form.value());
            assert_eq!(member(&(f + UBig::ONE)).0, &b + UBig::ONE, "value {}, {digits} digits", form.value());
            assert_eq!(b, &a + &n);
        }
        let on: Vec<UBig> = forms.iter().map(|form| form.on_diagonal(&n, Trace::of(&n)).unwrap()).collect();
        for (i, row) in on.iter().enumerate() {
            assert!(!on[..i].contains(row), "two values on diagonal {n}");
        }
    }
}

/// Along a chain of exceptions the form is right both by descent, for small n, and by rounding, for large n.
#[test]
fn chains_reach_far() {
    let prover = proved(8);
    for value in 2..=8 {
        let form = Form::of(&prover, value).unwrap();
        let chains = Chains::of(&prover, value, 1_000_000, 10).unwrap();
        for chain in &chains.first {
            let (mut now, mut next) = (UBig::from(chain.start.0), UBig::from(chain.start.1));
            let mut high = chain.is_high;
            for _ in 0..200 {
                let low = (((&now * &now * 5u8).sqrt() + &now) >> 1) - chains.shift;
                let expected = if high { low + UBig::ONE } else { low - UBig::ONE };
                assert_eq!(
                    form.on_diagonal(&now, Trace::of(&now)),
                    Some(expected),
                    "value {value}, n = {now}"
                );
                let sum = &now + &next;
                now = std::mem::replace(&mut next, sum);
                high = !high;
            }
        }
    }
}

#[test]
fn open_says_what_is_missing() {
    let mut prover = Prover::new(12).unwrap();
    prover.finish(20_000);
    let (value, missing) = prover.missing().unwrap();
    assert_eq!(value, 11);
    assert!(matches!(missing, Missing::Window { end } if end > 12_000), "{missing:?}");
    assert_eq!((prover.levels().len(), prover.nearest(11).unwrap().0), (11, 9));
}

#[test]
fn a_prover_goes_on_from_bytes() {
    let mut whole = proved(13);
    whole.finish(u64::MAX);
    let mut first = Prover::new(13).unwrap();
    first.finish(50_000);
    let mut rest = Prover::from_bytes(&first.to_bytes(), 13).unwrap();
    assert_eq!(rest.levels(), first.levels());
    rest.finish(2_000_000);
    assert_eq!(rest.levels(), whole.levels());
    assert!(Prover::from_bytes(&first.to_bytes(), 12).is_err());
}

fn text(largest: u64) -> String {
    certificate(proved(largest).levels()).unwrap().to_string()
}

#[test]
fn certificates_are_verified() {
    for largest in [0, 1, 5, 12] {
        let verified = grundy_check::check(text(largest).as_bytes(), Limits::default()).unwrap();
        assert!(verified.to_string().starts_with(&format!("r-wythoff: for g = 0 to {largest},")));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Every number in a certificate is determined, so any change is rejected: windows, bounds, repeats, indices.
    #[test]
    fn a_falsified_certificate_is_rejected(line in 0usize..10, word in 0usize..8, change in 0u64..5) {
        let text = text(9);
        let lines: Vec<&str> = text.lines().collect();
        let level = 4 + line;
        let mut words: Vec<String> = lines[level].split(' ').map(str::to_owned).collect();
        let numbers: Vec<usize> = (0..words.len()).filter(|&i| words[i].parse::<u64>().is_ok()).collect();
        let place = numbers[word];
        let number: u64 = words[place].parse().unwrap();
        let other = [number + 1, number.saturating_sub(1), number * 2, number / 2, 0][usize::try_from(change).unwrap()];
        prop_assume!(other != number);
        words[place] = other.to_string();
        let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        changed[level] = words.join(" ");
        let outcome = grundy_check::check((changed.join("\n") + "\n").as_bytes(), Limits::default()).unwrap_err();
        prop_assert!(matches!(&outcome, Unverified::Rejected { line, .. } if *line >= 5), "{outcome}");
    }
}
