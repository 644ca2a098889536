//! Sharing Nim with three piles.

use super::said::{big, by_rays, long, piles_hold, small, within};
use crate::common::{Chance, engine, game};
use grundy::theorem::ho::{is_one, is_p, reduced, sharing_nim};
use grundy::theorem::{UBig, nim::bouton};
use grundy::{Outcome, Reference};
use std::time::Duration;

#[test]
fn theorems_2_and_4_and_every_winning_move() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    for (a, b, c) in (0..=18).flat_map(|a| (0..=18).flat_map(move |b| (0..=18).map(move |c| (a, b, c)))) {
        let said = sharing_nim(&big(&[a, b, c])).unwrap();
        piles_hold(&game, &mut engine, &[a, b, c], &said);
        let known = said.value.map_or(2, |value| u64::try_from(value).unwrap());
        let value = engine.value(&crate::common::piles(&game, &[a, b, c])).unwrap().0;
        assert_eq!(known, value.min(2), "sharing-nim {a},{b},{c}");
    }
    assert_eq!(sharing_nim(&big(&[1, 2])), None);
    assert_eq!(sharing_nim(&big(&[1, 2, 3, 4])), None);
}

#[test]
fn theorems_2_and_4_to_800() {
    by_rays("sharing-nim", 800, &mut |a, b, value| {
        if a > b {
            return;
        }
        let [zero, a, b] = [0, a, b].map(UBig::from);
        assert_eq!(is_p([&a, &b, &zero]), value == 0, "0,{a},{b} has {value}");
        assert_eq!(is_one([&b, &zero, &a]), value == 1, "0,{a},{b} has {value}");
    });
}

/// Every N-position, of any size, has the winning move that the proof of Theorem 2 gives.
#[test]
fn a_winning_move_wins_at_any_size() {
    let mut chance = Chance(5);
    for round in 0..600 {
        let low = long(&mut chance, 3 + round % 60);
        let step = long(&mut chance, 1 + round % 7) << chance.index(200);
        let mut piles = [low.clone(), &low + &step, &low + &step * chance.below(4)];
        if round % 2 == 0 {
            piles[2] = long(&mut chance, 3 + round % 50);
        }
        let piles = chance.shuffled(&piles);
        let said = sharing_nim(&piles).unwrap();
        let total: UBig = piles.iter().sum();
        assert_eq!(said.outcome == Outcome::Next, !said.winning.positions().is_empty());
        for to in said.winning.positions() {
            assert!(is_p([&to[0], &to[1], &to[2]]) && to.iter().sum::<UBig>() == total, "{to:?}");
            let changed: Vec<usize> = (0..3).filter(|&i| to[i] != piles[i]).collect();
            let [i, j] = changed[..] else { panic!("two piles change") };
            let (from, into) = if to[i] < piles[i] { (i, j) } else { (j, i) };
            assert!(to[from] >= to[into] && to[into] > piles[into], "{piles:?} to {to:?}");
        }
    }
}

fn sorted(piles: &[UBig]) -> Vec<UBig> {
    let mut sorted = piles.to_vec();
    sorted.sort_unstable();
    sorted
}

#[test]
fn lemma_1_and_theorem_1() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    let mut value = |row: &[u64]| engine.value(&crate::common::piles(&game, row)).unwrap().0;
    for (a, b, c) in (0..=14).flat_map(|a| (0..=14).flat_map(move |b| (0..=14).map(move |c| (a, b, c)))) {
        let (low, high) = reduced(&big(&[a, b, c])).unwrap();
        assert!(&low * 2u8 <= high);
        let [low, high] = small(&[low, high])[..] else { panic!("two numbers") };
        assert_eq!(value(&[a, b, c]), value(&[0, low, high]), "{a},{b},{c}");
    }
    assert_eq!(reduced(&big(&[1, 2])), None);
}

#[test]
fn remark_5_as_printed_fails_and_its_repair_holds() {
    let count = |row: &[u64]| sharing_nim(&big(row)).unwrap().winning.positions().len();
    assert_eq!((count(&[0, 2, 4]), count(&[0, 1, 3])), (3, 1));
    // Its second half is right: with two equal piles, halving the difference wins if any move does.
    for d in 1..500 {
        let said = sharing_nim(&big(&[0, d, 0])).unwrap();
        let halved = [0, d / 2, d / 2].map(UBig::from).to_vec();
        let is_next = said.outcome == Outcome::Next;
        assert_eq!(said.winning.positions().iter().any(|to| sorted(to) == halved), is_next, "0,{d},0");
    }
}

/// Proposition 1, counted from 0: for each smallest pile there is one P-position.
#[test]
fn proposition_1_counts_from_0() {
    let game = game("sharing-nim");
    let mut engine: Reference = engine(&game);
    for n in 0..70u64 {
        for a in 0..=n / 3 {
            let rows = (a..=(n - a) / 2).map(|b| [a, b, n - a - b]);
            let p: Vec<[u64; 3]> = rows
                .filter(|row| {
                    let [x, y, z] = row.map(UBig::from);
                    let value = engine.value(&crate::common::piles(&game, row)).unwrap().0;
                    assert_eq!(is_p([&x, &y, &z]), value == 0, "{row:?}");
                    value == 0
                })
                .collect();
            // With r the counters above three piles of the smallest size: 0,0,r or 0,r/2,r/2 above it.
            let r = n - 3 * a;
            let even = r == 0 || r.trailing_zeros() % 2 == 0;
            assert_eq!(p, [if even { [a, a, a + r] } else { [a, a + r / 2, a + r / 2] }], "{n} counters");
        }
    }
}

/// Proposition 2, by Theorem 2 and by a table; and Theorem 3: with v the binary zeros at the end of the period, and n ending in v+1, n and
/// n + period have different outcomes.
#[test]
fn proposition_2_and_theorem_3() {
    let zero = UBig::ZERO;
    let is_p = |n: u64| is_p([&zero, &zero, &UBig::from(n)]);
    by_rays("sharing-nim", 400, &mut |a, b, value| {
        if a == 0 && b % 32 > 0 {
            let said = b % 2 == 1 || [4, 12, 16, 20, 28].contains(&(b % 32));
            assert_eq!((value == 0, is_p(b)), (said, said), "0,0,{b}");
        }
    });
    for (preperiod, period) in (0..200u64).flat_map(|n| (1..200u64).map(move |p| (n, p))) {
        let zeros = period.trailing_zeros() + 1;
        let n = (((preperiod >> zeros) + 1) | 1) << zeros;
        assert!(n >= preperiod && is_p(n) != is_p(n + period), "{n} for {preperiod}, {period}");
    }
}

#[test]
fn a_hundred_thousand_digits() {
    let mut chance = Chance(11);
    let low = long(&mut chance, 99_000);
    let odd = (long(&mut chance, 60_000) << 1) + UBig::ONE;
    let shared: Vec<UBig> = (0..3).map(|_| long(&mut chance, 100_000)).collect();
    for piles in [
        shared.clone(),
        vec![low.clone(), low.clone(), &low + (&odd << 100_001)],
        vec![low.clone(), &low + (&odd << 100_000), low.clone()],
        vec![low.clone(), &low + &odd, &low + &odd + (&odd << 5)],
    ] {
        let what = "Sharing Nim, 100,000 digits, outcome and every winning move";
        let said = within(what, Duration::from_millis(50), || sharing_nim(&piles)).unwrap();
        assert_eq!(said.outcome == Outcome::Next, !said.winning.positions().is_empty());
    }
    let said = within("Nim, three piles of 100,000 digits", Duration::from_millis(50), || bouton(&shared));
    assert_eq!(said.outcome, Outcome::Next);
}
