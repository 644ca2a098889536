//! Sections 1 to 3: Algorithm RWSG, rows and diagonals, positions of value 0 and 1.

use super::{GAME, pair};
use crate::context::{at, index};
use crate::farr_ho::characterised;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict};
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "theorem-1",
        place: "Theorem 1",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "P-positions of Wythoff's game: (floor(n phi), floor(n phi^2))",
        numbers: &[0],
        check: |context, numbers| shifted(context, "wythoff", &[0, numbers[0], u64::MAX]),
    },
    Stated {
        id: "theorem-2",
        place: "Theorem 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "Algorithm RWSG gives the positions of value g; the first of them is (0,g)",
        numbers: &[0],
        check: rwsg,
    },
    Stated {
        id: "theorem-3",
        place: "Theorem 3",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "every row contains every value",
        numbers: &[],
        check: |context, _| every_row(context),
    },
    Stated {
        id: "theorem-4",
        place: "Theorem 4",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "every diagonal contains every value exactly once",
        numbers: &[1],
        check: every_diagonal,
    },
    Stated {
        id: "theorem-5",
        place: "Theorem 5",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "P-positions of R-Wythoff: (floor(n phi), floor(n phi^2))",
        numbers: &[0],
        check: |context, numbers| shifted(context, GAME, &[0, numbers[0], u64::MAX]),
    },
    Stated {
        id: "theorem-6",
        place: "Theorem 6",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "value 1: (2,2), (4,6), and (floor(n phi) - 1, floor(n phi^2) - 1) for n >= 1, n /= 2",
        numbers: &[1, 2, 2, 2, 4, 6],
        check: |context, numbers| {
            let mut all = vec![1];
            all.extend(numbers);
            shifted(context, GAME, &all)
        },
    },
    Stated {
        id: "proposition-4",
        place: "Proposition 4",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "no move joins two positions of value g; from every larger value a move leads to value g",
        numbers: &[],
        check: |context, _| characterised(context, GAME),
    },
    Stated {
        id: "theorem-7-diagonals",
        place: "Theorem 7, proof",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "the first 10 members of T_2 are on diagonals 0 to 9; from n = 10 on, member n is on diagonal n",
        numbers: &[10],
        check: |context, numbers| {
            let rows = context.to(5000, 100_000);
            let members = context.sequences(GAME, 2, rows)?;
            let mut probe = Probe::default();
            let first: BTreeSet<u64> =
                members[2].iter().take(index(numbers[0])).map(|(x, y)| y - x).collect();
            let said: BTreeSet<u64> = (0..numbers[0]).collect();
            probe.same(format_args!("n<{}", numbers[0]), format!("{said:?}"), format!("{first:?}"));
            for (n, (x, y)) in (0..).zip(&members[2]).skip(index(numbers[0])) {
                probe.same(format_args!("n={n}"), n, y - x);
            }
            let before = members[2].get(index(numbers[0]) - 1).map_or(0, |(x, y)| y - x);
            probe.require(
                before != numbers[0] - 1,
                format_args!("n={}", numbers[0] - 1),
                format_args!("another diagonal"),
                format_args!("{before}"),
            );
            probe.done(format!("row {rows}"))
        },
    },
];

/// Shifted P-positions. The numbers are the value, the shift, an index that is left out, and single pairs.
fn shifted(context: &Context, game: &str, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let table = context.table(game, max)?;
    let (value, shift, out) = (numbers[0], numbers[1], numbers[2]);
    let mut listed: BTreeSet<(u64, u64)> = numbers[3..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let family = (0..=max).filter(|&n| n != out && pair(n).0 >= shift);
    listed.extend(family.map(pair).map(|(x, y)| (x - shift, y - shift)));
    let mut probe = Probe::default();
    for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))) {
        let (said, found) = (listed.contains(&(x, y)), at(&table, x, y));
        if said {
            probe.same(format_args!("{x},{y}"), value, found);
        } else if found == value {
            probe.differs(format_args!("{x},{y}"), &"nothing", &found);
        }
    }
    probe.done(format!("piles to {max}"))
}

/// Compares Algorithm RWSG, taken literally, with the table.
fn rwsg(context: &Context, numbers: &[u64]) -> Checked {
    let (largest, max) = (context.few(12, 20), context.to(600, 3000));
    let table = context.table(GAME, max)?;
    let mut known: Vec<Vec<(u64, u64)>> = Vec::new();
    let mut probe = Probe::default();
    for g in 0..=largest {
        context.go_on()?;
        let (mut members, mut rows, mut diagonals) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let taken: BTreeSet<(u64, u64)> = known.iter().flatten().copied().collect();
        for p in 0..max / 3 {
            if rows.contains(&p) {
                continue;
            }
            let free = |d: &u64| !diagonals.contains(d) && !taken.contains(&(p, p + d));
            let Some(d) = (0..max).find(free) else { break };
            members.push((p, p + d));
            rows.extend([p, p + d]);
            diagonals.insert(d);
        }
        let first = (numbers[0], g);
        probe.same(format_args!("g={g}, n=0"), format!("{first:?}"), format!("{:?}", members[0]));
        for (n, &(x, y)) in members.iter().enumerate().filter(|(_, pair)| pair.1 <= max) {
            let found = (x..=max).find(|&y| at(&table, x, y) == g).unwrap_or(u64::MAX);
            probe.same(format_args!("g={g}, n={n}"), format!("{x},{y}"), format!("{x},{found}"));
        }
        let listed: BTreeSet<u64> = members.iter().map(|pair| pair.0).collect();
        for x in (0..max / 3).filter(|x| !listed.contains(x)) {
            let found = (x..=max).find(|&y| at(&table, x, y) == g);
            probe.require(
                found.is_none(),
                format_args!("g={g}, row {x}"),
                format_args!("no member"),
                format_args!("{found:?}"),
            );
        }
        known.push(members);
    }
    probe.done(format!("g <= {largest}, row {}", max / 3))
}

fn every_row(context: &Context) -> Checked {
    let max = context.to(900, 3000);
    let table = context.table(GAME, max)?;
    let most = context.few(60, 200);
    let mut probe = Probe::default();
    for a in 0..=most {
        let found: BTreeSet<u64> = (0..=max).map(|b| at(&table, a, b)).collect();
        let missing = (0..=most).find(|g| !found.contains(g));
        probe.require(
            missing.is_none(),
            format_args!("row {a}"),
            format_args!("all values to {most}"),
            format_args!("{missing:?} is missing"),
        );
    }
    probe.done(format!("rows and values to {most}"))
}

fn every_diagonal(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(900, 3000);
    let table = context.table(GAME, max)?;
    let most = context.few(60, 150);
    let mut probe = Probe::default();
    for d in 0..=most {
        let mut times = vec![0; index(most) + 1];
        for x in 0..=max - d {
            if let Some(times) = times.get_mut(index(at(&table, x, x + d))) {
                *times += 1;
            }
        }
        for (g, times) in times.into_iter().enumerate() {
            probe.same(format_args!("diagonal {d}, value {g}"), numbers[0], times);
        }
    }
    probe.done(format!("diagonals and values to {most}"))
}
