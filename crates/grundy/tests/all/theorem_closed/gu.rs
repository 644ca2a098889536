//! R-Wythoff.

use super::said::{big, by_rays, long, piles_hold, within};
use crate::common::{Chance, engine, game};
use grundy::Outcome;
use grundy::theorem::UBig;
use grundy::theorem::gu::r_wythoff;
use grundy::theorem::wythoff::wythoff;
use std::time::Duration;

/// The sequences of exceptions of Theorems 7 and 8, the last with F^(54,88) for one F^(55,89): value, `m_0`, `m_1`.
const SEQUENCES: [(u8, u64, u64); 13] = [
    (2, 10, 17),
    (2, 11, 18),
    (2, 12, 20),
    (2, 15, 24),
    (3, 36, 58),
    (3, 42, 68),
    (3, 44, 71),
    (3, 45, 72),
    (3, 46, 74),
    (3, 47, 76),
    (3, 53, 86),
    (3, 54, 88),
    (3, 55, 89),
];

/// The value by Theorems 5 to 8, if it is 3 or less.
fn value_up_to_3(x: &UBig, y: &UBig) -> Option<u8> {
    r_wythoff(&[x.clone(), y.clone()]).unwrap().value.map(|value| u8::try_from(&value).unwrap())
}

#[test]
fn theorems_5_to_8_and_every_winning_move() {
    let game = game("r-wythoff");
    let mut engine = engine(&game);
    for (x, y) in (0..=160).flat_map(|x| (0..=160).map(move |y| (x, y))) {
        let said = r_wythoff(&big(&[x, y])).unwrap();
        piles_hold(&game, &mut engine, &[x, y], &said);
        let value = engine.value(&crate::common::piles(&game, &[x, y])).unwrap().0;
        let known = said.value.map_or(4, |value| u64::try_from(value).unwrap());
        assert_eq!(known, value.min(4), "r-wythoff {x},{y}");
    }
    assert_eq!((r_wythoff(&big(&[3])), r_wythoff(&big(&[3, 4, 5]))), (None, None));
}

#[test]
fn theorems_5_to_8_to_3000() {
    let mut chance = Chance(4);
    by_rays("r-wythoff", 3000, &mut |x, y, value| {
        if value <= 4 || chance.below(30) == 0 {
            let said = value_up_to_3(&UBig::from(x), &UBig::from(y));
            assert_eq!(said.map_or(4, u64::from), value.min(4), "r-wythoff {x},{y}");
        }
    });
}

/// Algorithm RWSG for values 0 to 3: in every row, the smallest diagonal that has no member of this value and that no smaller
/// value takes in this row, unless the row is the larger pile of a member.
fn rwsg(rows: usize) -> [Vec<(u64, u64)>; 4] {
    let mut members: [Vec<(u64, u64)>; 4] = Default::default();
    let mut used = [(); 4].map(|()| vec![false; 3 * rows]);
    let mut larger = used.clone();
    let mut first = [0; 4];
    for row in 0..rows {
        let mut taken = Vec::new();
        for g in 0..4 {
            if larger[g][row] {
                continue;
            }
            while used[g][first[g]] {
                first[g] += 1;
            }
            let d = (first[g]..3 * rows)
                .find(|&d| !used[g][d] && !taken.contains(&d))
                .expect("some diagonal is free");
            used[g][d] = true;
            larger[g][row + d] = true;
            taken.push(d);
            members[g].push((u64::try_from(row).unwrap(), u64::try_from(row + d).unwrap()));
        }
    }
    members
}

#[test]
fn theorems_5_to_8_by_the_algorithm() {
    for (g, members) in (0..).zip(rwsg(100_000)) {
        assert!(members.len() > 60_000);
        for (x, y) in members {
            assert_eq!(value_up_to_3(&UBig::from(x), &UBig::from(y)), Some(g), "r-wythoff {x},{y}");
        }
    }
}

/// The smaller pile of the P-position on diagonal n, by the winning move along the diagonal.
fn low(n: &UBig) -> UBig {
    let far = n * 4u8;
    let said = wythoff(&[far.clone(), &far + n]).unwrap();
    let on_diagonal = said.winning.positions().iter().find(|to| to[1] == &to[0] + n);
    on_diagonal.expect("there is one on every diagonal")[0].clone()
}

/// `m_k` and `m_(k+1)`.
fn sequence(first: u64, second: u64, k: usize) -> (UBig, UBig) {
    let step = |(now, next): (UBig, UBig)| (next.clone(), now + next);
    (0..k).fold((UBig::from(first), UBig::from(second)), |pair, _| step(pair))
}

/// By Gu's Proposition 2, for `n = m_k`, `A_n` is alternately `m_(k+1)` and one less. The exceptions are where the two are
/// exchanged, so that each pile is still used once. The neighbouring diagonals are no exceptions.
#[test]
fn exceptions_far_out() {
    for (g, first, second) in SEQUENCES {
        let shift = 2 * g - 1;
        for k in (0..60).chain([100, 301, 2000]) {
            let (n, next) = sequence(first, second, k);
            let p = low(&n);
            let x = if p == next { &next - UBig::ONE } else { next.clone() } - shift;
            assert!(p == next || p == &next - UBig::ONE, "Proposition 2 at {n}");
            assert_eq!(value_up_to_3(&x, &(&x + &n)), Some(g), "diagonal {n}");
            assert_ne!(value_up_to_3(&(&p - shift), &(&p - shift + &n)), Some(g), "diagonal {n}");
            if k > 8 {
                for n in [&n - UBig::ONE, &n + UBig::ONE] {
                    let x = low(&n) - shift;
                    assert_eq!(value_up_to_3(&x, &(&x + &n)), Some(g), "diagonal {n}");
                }
            }
        }
    }
}

#[test]
fn theorem_8_as_printed_fails() {
    // 54 is on no printed sequence, so the member would be 5 below the P-position 87,141.
    let [x, y] = [82u8, 136].map(UBig::from);
    assert_ne!(value_up_to_3(&x, &y), Some(3));
    assert_eq!(value_up_to_3(&(x + 1u8), &(y + 1u8)), Some(3));
}

/// Members of values 2 and 3 may meet only 4 below a P-position, on a diagonal that is an exception in both theorems. From 36 on
/// the sequences keep their order from generation to generation, and by the recurrence they keep it for ever. Those that occur
/// in both theorems have opposite signs.
#[test]
fn exceptions_of_both_theorems_do_not_meet() {
    let generation = |more: u32| {
        let mut members = Vec::new();
        for (g, first, second) in SEQUENCES {
            let k = (0..9).find(|&k| sequence(first, second, k).0 >= UBig::from(36u8)).unwrap();
            let n = sequence(first, second, k + usize::try_from(more).unwrap()).0;
            let x = (0u8..=9).map(|c| low(&n) - c).find(|x| value_up_to_3(x, &(x + &n)) == Some(g)).unwrap();
            members.push((n, (g, first), x));
        }
        members.sort_unstable();
        members
    };
    let generations: Vec<_> = (0..3).map(generation).collect();
    for (now, next) in generations.iter().zip(&generations[1..]) {
        assert!(now.last().unwrap().0 < next[0].0, "a generation ends before the next begins");
        let names = |members: &[(UBig, (u8, u64), UBig)]| members.iter().map(|m| m.1).collect::<Vec<_>>();
        assert_eq!(names(now), names(next), "the order is kept");
        for pair in now.windows(2) {
            let ((n, name, x), (n_2, name_2, x_2)) = (&pair[0], &pair[1]);
            assert!(n < n_2 || (name.0 != name_2.0 && x != x_2), "{name:?} and {name_2:?} at {n}");
        }
    }
}

#[test]
fn ten_thousand_digits() {
    let mut chance = Chance(7);
    let limit = Duration::from_millis(50);
    let (x, y) = (long(&mut chance, 10_000), long(&mut chance, 10_000));
    let said = within("R-Wythoff, 10,000 digits", limit, || r_wythoff(&[x.clone(), y.clone()])).unwrap();
    assert_eq!(said.outcome, Outcome::Next);
    // A member of the sequence 54, 88, .. with about as many digits, where the member of value 3 is off by one.
    let (now, _) = sequence(54, 88, 47_800);
    let x = low(&now) - 4u8;
    let piles = [x.clone(), &x + &now];
    let said = within("R-Wythoff, 10,000 digits, an exception", limit, || r_wythoff(&piles)).unwrap();
    assert_eq!(said.value, Some(UBig::from(3u8)));
}
