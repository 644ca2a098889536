//! Graph Nim on a path of three vertices by lines, against the definition.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::sharing_nim::path::{Cycle, Family, Found, LARGEST, Machine, cycle, locate, value};
use grundy::theorem::UBig;
use grundy::{Budget, Game, Reference, game, parse};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn big<const N: usize>(numbers: [u64; N]) -> [UBig; N] {
    numbers.map(UBig::from)
}

/// The positions up to a spread, by the definition with one memory.
fn by_definition(to: u64) -> HashMap<[u64; 3], u64> {
    let path: Game = game("graph-nim:edges=0-1,1-2").unwrap();
    let mut engine = Reference::new(Game::clone(&path), Budget::default());
    let mut values = HashMap::new();
    for (x, z) in (0..=2 * to).flat_map(|x| (0..=2 * to).map(move |z| (x, z))) {
        let piles = [x, to, z];
        if x.min(z).min(to) + to >= x.max(z).max(to) {
            let (_, position) =
                parse(&format!("graph-nim:edges=0-1,1-2 {},{},{}", piles[0], piles[1], piles[2])).unwrap();
            values.insert(piles, engine.value(&position).unwrap().0);
        }
    }
    values
}

/// Every position with differences up to 20 on either side has the value of the definition, or one that is too large.
#[test]
fn small_positions_against_the_definition() {
    let mut told = [0; 2];
    for (piles, defined) in by_definition(20) {
        let [x, c, z] = big(piles);
        let (family, offset, spread) = locate([&x, &c, &z]);
        let Found { value, cycle } = value((family, &offset, &spread), 5, &mut go_on).unwrap();
        assert_eq!((value, cycle), (Some(defined).filter(|&value| value <= 5), None), "{piles:?}");
        told[usize::from(value.is_none())] += 1;
    }
    assert!(told.iter().all(|&count| count > 50), "{told:?}");
}

/// The positions of spreads beyond the start, from sets of options alone: all values, no windows. A position is (x-c, z-c).
fn by_options(to: i64, largest: u64) -> BTreeSet<(u64, u64, u64, bool)> {
    // The values on each half-line: the edge, 2 other - end - centre, and the sign of end - centre.
    let mut seen: HashMap<(i64, i64), u128> = HashMap::new();
    let mut found = BTreeSet::new();
    for b in 0..to {
        let outside = (-b..=b).flat_map(|u| [(u, b), (b, u), (u, -b), (-b, u)]);
        let all = outside.chain((1..b).flat_map(|p| [(p, p - b), (-p, b - p)]));
        let spread = |(u, w): (i64, i64)| u.max(w).max(0) - u.min(w).min(0);
        let here: BTreeSet<(i64, i64)> = all.filter(|&at| spread(at) == b).collect();
        let mut valued = Vec::new();
        for &(u, w) in &here {
            // Options by one of the ends; by exchange of the ends both edges share their half-lines.
            let used = |end: i64, other: i64| {
                if end == 0 { 0 } else { seen.get(&(2 * other - end, end.signum())).copied().unwrap_or(0) }
            };
            valued.push((u, w, (used(u, w) | used(w, u)).trailing_ones()));
        }
        for (u, w, value) in valued {
            for (end, other) in [(u, w), (w, u)] {
                let signs: &[i64] = if end == 0 { &[-1, 1] } else { &[end.signum()] };
                for &sign in signs {
                    *seen.entry((2 * other - end, sign)).or_default() |= 1 << value.min(127);
                }
            }
            let [value, spread] = [u64::from(value), b.unsigned_abs()];
            if value <= largest {
                let (is_between, offset) = if u * w < 0 {
                    (true, (u + w).unsigned_abs() / 2)
                } else {
                    (false, (u - w).unsigned_abs())
                };
                found.insert((spread, value, offset, is_between));
            }
        }
    }
    found
}

#[test]
fn windows_against_options() {
    const LAST: u64 = 12;
    let expected = by_options(760, LAST);
    for (family, is_between) in [(Family::Outside, false), (Family::Between, true)] {
        let mut machine = Machine::new(family, LAST).unwrap();
        let first = machine.spread();
        let mut found = BTreeSet::new();
        while machine.spread() < 760 {
            let spread = machine.spread();
            machine
                .step(&mut |value, offset| {
                    assert!(found.insert((spread, value, u64::from(offset), is_between)));
                })
                .unwrap();
        }
        let expected: BTreeSet<_> =
            expected.iter().filter(|at| at.0 >= first && at.3 == is_between).copied().collect();
        assert_eq!(found, expected);
        assert!(expected.len() > 1000, "{}", expected.len());
    }
}

/// Beyond a proved period: the value is that of the machine when it gets there.
#[test]
fn periods_tell_what_follows() {
    for (family, largest, length) in [(Family::Outside, 8, 360), (Family::Between, 6, 720)] {
        let proved = cycle(family, largest, 10_000, &mut go_on).unwrap().unwrap();
        assert_eq!(proved.length, length);
        let mut machine = Machine::new(family, largest).unwrap();
        let mut all = HashMap::new();
        while machine.spread() < proved.from + 4 * length {
            let spread = machine.spread();
            machine.step(&mut |value, offset| assert_eq!(all.insert((spread, offset), value), None)).unwrap();
        }
        for spread in (proved.from + 2 * length..proved.from + 4 * length).step_by(7) {
            for offset in 0..12 {
                let found = value((family, &UBig::from(offset), &UBig::from(spread)), largest, &mut go_on);
                let Found { value, cycle } = found.unwrap();
                assert_eq!(value, all.get(&(spread, offset)).copied(), "{spread} {offset}");
                assert_eq!(cycle.map(|cycle| cycle.length), Some(length));
            }
        }
    }
    // A mean person's numbers.
    let far = UBig::from(10u8).pow(1000);
    let found = value((Family::Outside, &far, &far), 3, &mut go_on).unwrap();
    assert_eq!((found.value, found.cycle.map(|cycle| cycle.length)), (None, Some(12)));
    assert!(Machine::new(Family::Outside, LARGEST + 1).is_err());
    assert!(cycle(Family::Between, 12, u64::MAX, &mut |_| ControlFlow::Break(())).is_err());
    assert_eq!(cycle(Family::Between, 12, 1000, &mut go_on).unwrap(), None::<Cycle>);
}
