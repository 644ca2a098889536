//! Parts of the check of automata against their definitions.

use super::*;
use crate::Limits;

/// The Zeckendorf digits of a number below 89, ten of them, most significant first.
fn digits(mut number: u64) -> [u8; 10] {
    [89, 55, 34, 21, 13, 8, 5, 3, 2, 1].map(|place| {
        let digit = u8::from(number >= place);
        number -= place * u64::from(digit);
        digit
    })
}

#[test]
fn sums_are_0_exactly_if_they_are_right() {
    for (d, x) in (0..44).flat_map(|d| (0..44).map(move |x| (d, x))) {
        for y in 0..88 {
            let word = digits(d).into_iter().zip(digits(x)).zip(digits(y));
            let end = word.map(|((d, x), y)| d | x << 1 | y << 2).try_fold((0, 0), sum);
            assert_eq!(end.is_some_and(|(p, _)| p == 0), d + x == y, "{d} + {x} = {y}");
        }
    }
}

/// All words that may follow, by the states that they reach.
fn accepts_all(machine: &Machine, state: u32, last: u8) -> bool {
    let mut seen = vec![(state, last)];
    let mut at = 0;
    while let Some(&(state, last)) = seen.get(at) {
        if !machine.accepts(state) {
            return false;
        }
        for symbol in (0..4).filter(|symbol| last & symbol == 0) {
            let next = (machine.after(state, symbol), symbol);
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
        at += 1;
    }
    true
}

#[test]
fn universal_states_accept_whatever_follows() {
    let mut number = 1_u64;
    let mut random = |most: u64| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % most
    };
    let mut found = [0; 2];
    for _ in 0..3000 {
        let states = 1 + random(9);
        // Few states that do not accept or have no next one, or all are not universal.
        let next = (0..states).map(|_| {
            [(); 4].map(|()| if random(20) == 0 { NONE } else { u32::try_from(random(states)).unwrap() })
        });
        let next = next.collect();
        let machine = Machine { next, accepts: (0..states).map(|_| random(12) > 0).collect() };
        let bits = universal(&machine, &mut Budget::new(Limits::default())).unwrap();
        for (state, bits) in (0..).zip(bits) {
            for last in 0..4 {
                let expected = accepts_all(&machine, state, last);
                assert_eq!(
                    bits >> last & 1 == 1,
                    expected,
                    "{state} {last} {:?} {:?}",
                    machine.next,
                    machine.accepts
                );
                found[usize::from(expected)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&found| found > 5000), "{found:?}");
}
