//! Sections 7, 9 and 10: blocking, Theorem 1 under each reading, the conventions for p, q > 1.

use super::recursions::kernel;
use super::{families, family, name};
use crate::context::{index, wide};
use crate::{Check, Checked, Context, Kind, Paper, Probe, Stated, Verdict, corpus, theorem, uncheckable};
use grundy::mex::{Multiset, mex_bq};
use grundy::ruleset::{Budget, Family, Reading};
use grundy::sequence::compare::recursion;
use grundy::sequence::recursion::Recursion;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const fn contradicted(
    id: &'static str,
    place: &'static str,
    statement: &'static str,
    numbers: &'static [u64],
    check: Check,
) -> Stated {
    Stated { id, place, kind: Kind::Formula, expected: Verdict::Contradicted, statement, numbers, check }
}

pub(super) const CLAIMS: &[Stated] = &[
    theorem(
        "theorem-1-per-line",
        "Theorem 1",
        "p = 1 or q = 1: recursion (6) gives the P-positions, blocking counted on each line (end of sec. 8)",
        &[1],
        |context, numbers| theorem_1(context, Reading::PerLine, numbers[0]),
    ),
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "theorem-1-as-written",
            "Theorem 1",
            "p = 1 or q = 1: recursion (6) gives the P-positions, with the blocking rule as written in sec. 7",
            &[1],
            |context, numbers| theorem_1(context, Reading::AsWritten, numbers[0]),
        )
    },
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "theorem-1-any-moves",
            "Theorem 1",
            "p = 1 or q = 1: recursion (6) gives the P-positions, where any p-1 moves of type A and q-1 in each case of type B are blocked (abstract)",
            &[1],
            any_moves,
        )
    },
    theorem(
        "remark-2",
        "Remark 2",
        "for q > 1 a pair x = y must be counted once: counted twice, the recursion gives other pairs",
        &[1, 2, 1, 2],
        remark_2,
    ),
    Stated {
        kind: Kind::Example,
        ..contradicted(
            "remark-2-games",
            "Remark 2",
            "the games named by the remark are among those of Tables 1 to 5",
            &[1, 1, 1, 2, 1, 2, 1, 2, 1, 1, 4, 3, 1, 1, 3, 5, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 2, 2, 2, 2, 3],
            games,
        )
    },
    Stated {
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        ..theorem(
            "conjecture-1",
            "Conjecture 1",
            "x_n/n has an algebraic limit whenever p = 1 or q = 1",
            &[],
            |context, _| conjecture_1(context),
        )
    },
    Stated {
        expected: Verdict::Uncheckable,
        ..theorem(
            "remark-3",
            "Remark 3",
            "a linear asymptotic may lead to a polynomial algorithm",
            &[],
            |_, _| uncheckable("about future work"),
        )
    },
    theorem(
        "sec-9-monotone",
        "Section 9",
        "x_(n+1) > x_n if q = 1, y_(n+1) > y_n if p = 1, and neither ever decreases",
        &[],
        |context, _| monotone(context),
    ),
    theorem(
        "sec-9-diagonals",
        "Section 9",
        "q = 1: every diagonal a j has exactly p P-positions, every other diagonal has none",
        &[1],
        diagonals,
    ),
    contradicted(
        "sec-9-rows",
        "Section 9",
        "p = 1, q >= 1: every b-th row (0, b, 2b, ..) has exactly q P-positions",
        &[1],
        |context, numbers| rows(context, numbers[0], 1),
    ),
    theorem(
        "sec-9-rows-q-2",
        "Section 9",
        "p = 1, q >= 2: every b-th row (0, b, 2b, ..) has exactly q P-positions",
        &[1],
        |context, numbers| rows(context, numbers[0], 2),
    ),
    contradicted(
        "sec-9-each-diagonal",
        "Section 9",
        "p = 1: each diagonal has exactly one P-position",
        &[1],
        |context, numbers| each_diagonal(context, numbers[0], |_| 1),
    ),
    Stated {
        expected: Verdict::Uncheckable,
        kind: Kind::Table,
        ..theorem(
            "figures-1-to-14",
            "Figures 1 to 14",
            "P-positions of fourteen games, drawn",
            &[],
            |_, _| uncheckable("drawings; Tables 1 to 5 have the same games and are checked"),
        )
    },
];

/// P-positions on diagonals for p = 1: `count` on every multiple of `step`, and none on the others.
pub(super) fn each_diagonal(context: &Context, count: u64, step: fn(Family) -> u64) -> Checked {
    let max = context.to(120, 400);
    let mut probe = Probe::default();
    for f in families(3).into_iter().filter(|f| f.p == 1) {
        let found = kernel(f, 4 * max)?;
        for d in 0..=max / 3 {
            let said = if d.is_multiple_of(step(f)) { count } else { 0 };
            let there = wide(found.iter().filter(|(x, y)| y - x == d).count());
            probe.same(format_args!("{}, diagonal {d}", name(f)), said, there);
        }
    }
    probe.done(format!("a, b, q <= 3, diagonals to {}", max / 3))
}

/// Compares the recursion of one game with the kernel of another, which is the same game unless an error is planted.
pub(super) fn compare(
    context: &Context,
    probe: &mut Probe,
    game: Family,
    listed: Family,
    max: u64,
) -> Result<(), crate::Error> {
    context.go_on()?;
    same_positions(probe, game, listed, &kernel(game, max)?, max)
}

/// Compares the recursion with the P-positions of a game.
fn same_positions(
    probe: &mut Probe,
    game: Family,
    listed: Family,
    found: &BTreeSet<(u64, u64)>,
    max: u64,
) -> Result<(), crate::Error> {
    let count = index(max * listed.p + listed.p);
    let said: BTreeSet<(u64, u64)> =
        recursion(listed, count, Budget::default())?.into_iter().filter(|pair| pair.1 <= max).collect();
    let first = said.symmetric_difference(found).min_by_key(|(x, y)| (x + y, *x));
    if let Some(&(x, y)) = first {
        let word = |set: &BTreeSet<(u64, u64)>| if set.contains(&(x, y)) { "P" } else { "N" };
        probe.same(format_args!("{}: {x},{y}", name(game)), word(&said), word(found));
    }
    Ok(())
}

/// With the number of cases of the effort.
fn theorem_1(context: &Context, reading: Reading, times: u64) -> Checked {
    theorem_1_to(context, context.cases(4, 6, 12), reading, times)
}

/// For a, b, p, q up to `most`.
pub(super) fn theorem_1_to(context: &Context, most: u64, reading: Reading, times: u64) -> Checked {
    let max = context.to(60, 200);
    let mut probe = Probe::default();
    for f in families(most) {
        let game = Family { reading, ..f };
        compare(context, &mut probe, game, Family { a: f.a * times, ..game }, max)?;
    }
    probe.done(format!("a, b, p, q <= {most}, piles to {max}"))
}

/// The recursion has a times the number for a.
fn any_moves(context: &Context, numbers: &[u64]) -> Checked {
    let (most, max) = (context.cases(4, 5, 6), context.to(30, 60));
    let mut probe = Probe::default();
    for f in families(most) {
        context.go_on()?;
        let listed = Family { a: f.a * numbers[0], ..f };
        same_positions(&mut probe, f, listed, &kernel_by_types(f, max), max)?;
    }
    probe.done(format!("a, b, p, q <= {most}, piles to {max}"))
}

/// The P-positions x <= y if any p-1 moves of type A may be blocked, any q-1 of type B that take no more from x than from y, and any
/// q-1 that take no more from y: a move of several types is blocked as one of them.
fn kernel_by_types(Family { a, b, p, q, .. }: Family, max: u64) -> BTreeSet<(u64, u64)> {
    let limits = [p - 1, q - 1, q - 1];
    let mut found = BTreeSet::new();
    for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))) {
        // The number of moves to P-positions with each set of types, as bits.
        let mut moves = [0; 8];
        let mirrored = found.iter().filter(|(u, v)| u < v).map(|&(u, v)| (v, u));
        for (u, v) in found.iter().copied().chain(mirrored) {
            if let (Some(s), Some(t)) = (x.checked_sub(u), y.checked_sub(v)) {
                let is = [s.abs_diff(t) < a, s <= t && s < b, t <= s && t < b];
                moves[usize::from(is[0]) + 2 * usize::from(is[1]) + 4 * usize::from(is[2])] += 1;
            }
        }
        // Hall's theorem: all can be blocked if for each set of types no more moves have only these than may be blocked.
        let all_blocked = (1..8).all(|types| {
            let such: u64 = (1..8).filter(|only| only & !types == 0).map(|only| moves[only]).sum();
            such <= (0..3).filter(|i| types >> i & 1 == 1).map(|i| limits[i]).sum()
        });
        if all_blocked {
            found.insert((x, y));
        }
    }
    found
}

fn remark_2(_: &Context, numbers: &[u64]) -> Checked {
    let [a, b, p, q] = [0, 1, 2, 3].map(|i| numbers[i]);
    let times = u32::try_from(q).unwrap_or(u32::MAX);
    let made = |twice: bool| {
        let mut seen = Multiset::default();
        let next = |n: u64| {
            let x = mex_bq(b, times, &seen);
            let y = x + a * (n / p.max(1));
            if twice {
                seen.add(x);
                seen.add(y);
            } else {
                seen.add_pair(x, y);
            }
            (x, y)
        };
        (0..20).map(next).collect::<Vec<_>>()
    };
    let found: Vec<(u64, u64)> = kernel(family(1, 2, 1, 2), 60)?.into_iter().collect();
    let mut probe = Probe::default();
    let (once, twice) = (made(false), made(true));
    let mut listed: Vec<(u64, u64)> = once.clone();
    listed.sort_unstable();
    probe.require(
        found.starts_with(&listed[..12]),
        format_args!("counted once"),
        format_args!("{:?}", &listed[..4]),
        format_args!("{:?}", &found[..4]),
    );
    probe.require(
        once != twice,
        format_args!("counted twice"),
        format_args!("other pairs"),
        format_args!("{:?}", &twice[..4]),
    );
    probe.done("NIM_(1,2)^(1,2)")
}

pub(super) fn games(_: &Context, numbers: &[u64]) -> Checked {
    let mut there = BTreeSet::new();
    for claim in corpus::claims(Paper::Gurvich) {
        there.extend(claim.statement.split("gurvich:").nth(1).map(str::to_owned));
    }
    let mut probe = Probe::default();
    for game in numbers.chunks(4) {
        let text = format!("a={},b={},p={},q={}", game[0], game[1], game[2], game[3]);
        let word = |is: bool| if is { "in a table" } else { "in no table" };
        probe.same(format_args!("{text}"), word(true), word(there.contains(&text)));
    }
    probe.done(format!("{} games", numbers.len() / 4))
}

fn conjecture_1(context: &Context) -> Checked {
    let (count, most) = (context.to(20_000, 200_000), context.few(3, 5));
    // Later entries are kept in memory: about a n/p numbers.
    let budget = Budget::of_positions(count.saturating_mul(2 * most).max(Budget::default().positions));
    let mut largest = (0, String::new());
    for f in families(most) {
        context.go_on()?;
        let mut recursion = Recursion::new(f, budget)?;
        let (mut half, mut end) = (0, 0);
        for n in 0..=count {
            if n.is_multiple_of(1 << 16) {
                context.go_on()?;
            }
            (end, _) = recursion.next_pair()?;
            if n == count / 2 {
                half = end;
            }
        }
        // x_n/n at the end and half way, in billionths.
        let ratio = |x: u64, n: u64| 1_000_000_000 * u128::from(x) / u128::from(n);
        let moved = ratio(end, count).abs_diff(ratio(half, count / 2));
        if moved > largest.0 {
            largest = (moved, name(f));
        }
    }
    let seen = format!(
        "from n = {} to there x_n/n moves by at most {} billionths, in {}",
        count / 2,
        largest.0,
        largest.1
    );
    Probe::default().open(format!("a, b, p, q <= {most}, n = {count}"), Some(seen))
}

fn monotone(context: &Context) -> Checked {
    let (count, most) = (index(context.to(400, 4000)), context.few(4, 6));
    let mut probe = Probe::default();
    for f in families(most) {
        let listed = recursion(f, count, Budget::default())?;
        for (n, two) in listed.windows(2).enumerate() {
            let [(x, y), (u, v)] = [two[0], two[1]];
            let holds = u >= x && v >= y && (f.q > 1 || u > x) && (f.p > 1 || v > y);
            probe.require(
                holds,
                format_args!("{}, n={n}", name(f)),
                format_args!("increasing"),
                format_args!("{two:?}"),
            );
        }
    }
    probe.done(format!("a, b, p, q <= {most}, n < {count}"))
}

fn diagonals(context: &Context, numbers: &[u64]) -> Checked {
    let (max, most) = (context.to(60, 200), context.few(3, 5));
    let mut probe = Probe::default();
    for f in families(most).into_iter().filter(|f| f.q == 1) {
        context.go_on()?;
        let found = kernel(f, 16 * max)?;
        for d in 0..=max / 4 {
            let count = wide(found.iter().filter(|(x, y)| y - x == d).count());
            let said = if d % f.a == 0 { f.p * numbers[0] } else { 0 };
            probe.same(format_args!("{}, diagonal {d}", name(f)), said, count);
        }
    }
    probe.done(format!("a, b, p <= {most}, diagonals to {}", max / 4))
}

pub(super) fn rows(context: &Context, times_q: u64, least: u64) -> Checked {
    let (max, most) = (context.to(60, 200), context.few(3, 5));
    let mut probe = Probe::default();
    for f in families(most).into_iter().filter(|f| f.p == 1 && f.q >= least) {
        context.go_on()?;
        let mut times: BTreeMap<u64, u64> = BTreeMap::new();
        // y/x tends to 1 + a/l, and l is above b/q. The whole row is needed.
        for (x, y) in kernel(f, (f.a * f.q + 3) * (max + f.a))? {
            *times.entry(x).or_default() += 1;
            if x != y {
                *times.entry(y).or_default() += 1;
            }
        }
        for row in (0..=max).filter(|row| row % f.b == 0) {
            let count = times.get(&row).copied().unwrap_or(0);
            probe.same(format_args!("{}, row {row}", name(f)), f.q * times_q, count);
        }
    }
    probe.done(format!("a, b, q <= {most}, rows to {max}"))
}
