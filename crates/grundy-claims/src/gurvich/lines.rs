//! Sections 8 to 10: P-positions on a line, rounds of the elimination, positions listed twice.

use super::kernels::{Round, rounds};
use super::recursions::kernel;
use super::{families, family, name};
use crate::context::index;
use crate::{Checked, Context, Probe, Stated, Verdict, theorem};
use grundy::mex::{Multiset, mex_bq};
use grundy::ruleset::{Budget, Family, Reading};
use grundy::sequence::compare::recursion;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CLAIMS: &[Stated] = &[
    theorem(
        "sec-8-lines",
        "Section 8, last paragraph",
        "beyond the q-th P-position of a row and the p-th of a diagonal there is none, for all p and q",
        &[0, 0],
        lines,
    ),
    theorem(
        "sec-9-rounds",
        "Section 9",
        "p = q = 1: round n of the elimination finds (x_n,y_n) and (y_n,x_n) and nothing else",
        &[1],
        each_round,
    ),
    theorem(
        "sec-9-once",
        "Section 9",
        "p = 1 or q = 1: recursion (6) lists no position twice",
        &[],
        |context, _| {
            let (count, most) = (index(context.to(400, 4000)), context.few(4, 6));
            let mut probe = Probe::default();
            for f in families(most) {
                let listed = recursion(f, count, Budget::default())?;
                let distinct: BTreeSet<_> = listed.iter().collect();
                let twice = listed.len() - distinct.len();
                probe.require(
                    twice == 0,
                    format_args!("{}", name(f)),
                    format_args!("{count} positions"),
                    format_args!("{twice} less"),
                );
            }
            probe.done(format!("a, b, p, q <= {most}, n < {count}"))
        },
    ),
    theorem(
        "sec-10-repeats",
        "Section 10",
        "p, q > 1: applied literally, recursion (6) lists a position twice in a row",
        &[2],
        repeats,
    ),
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "sec-10-rules",
            "Section 10, last paragraph",
            "min(p,q) >= 2 and a or b > 1: the recursion with its conventions needs other rules than those of the game",
            &[2],
            |context, numbers| other_rules(context, numbers[0], &[Reading::PerLine, Reading::AsWritten]),
        )
    },
];

/// All (a, b, p, q) with p, q from `least` to `most` and a, b up to 3, small sums first.
fn blocked(least: u64, most: u64) -> Vec<Family> {
    let small = || (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b)));
    let large = || (least..=most).flat_map(move |p| (least..=most).map(move |q| (p, q)));
    let mut all: Vec<Family> =
        small().flat_map(|(a, b)| large().map(move |(p, q)| family(a, b, p, q))).collect();
    all.sort_by_key(|f| (f.a + f.b + f.p + f.q, f.a, f.b, f.p));
    all
}

/// The numbers are subtracted from q and p to give the upper limits.
fn lines(context: &Context, numbers: &[u64]) -> Checked {
    let (max, most) = (context.to(60, 200), context.few(3, 4));
    let mut probe = Probe::default();
    for f in families(3).into_iter().chain(blocked(2, most)) {
        context.go_on()?;
        for reading in [Reading::PerLine, Reading::AsWritten] {
            let mut rows: BTreeMap<u64, u64> = BTreeMap::new();
            let mut diagonals: BTreeMap<u64, u64> = BTreeMap::new();
            for (x, y) in kernel(Family { reading, ..f }, max)? {
                *diagonals.entry(y - x).or_default() += 1;
                *rows.entry(x).or_default() += 1;
                if x != y {
                    *rows.entry(y).or_default() += 1;
                }
            }
            for (what, counts, limit) in [
                ("row", rows, f.q.saturating_sub(numbers[0])),
                ("diagonal", diagonals, f.p.saturating_sub(numbers[1])),
            ] {
                for (line, count) in counts {
                    probe.require(
                        count <= limit,
                        format_args!("{}, {}, {what} {line}", name(f), reading.name()),
                        format_args!("at most {limit}"),
                        format_args!("{count}"),
                    );
                }
            }
        }
    }
    probe.done(format!("a, b <= 3, p, q <= {most}, piles to {max}"))
}

fn each_round(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.few(24, 60);
    let mut probe = Probe::default();
    for (a, b) in (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b))) {
        let found = rounds(context, &format!("gurvich:a={a},b={b}"), max)?;
        let listed = recursion(family(a * numbers[0], b, 1, 1), index(max), Budget::default())?;
        let inside = listed.into_iter().take_while(|&(_, y)| y <= max);
        for (n, ((x, y), round)) in inside.zip(&found).enumerate() {
            let said: Round = BTreeSet::from([(x, y), (y, x)]);
            probe.same(format_args!("a={a} b={b}, round {n}"), format!("{said:?}"), format!("{round:?}"));
        }
    }
    probe.done(format!("a, b <= 3, piles to {max}"))
}

/// The number is the least p and q to which the claim applies.
fn repeats(context: &Context, numbers: &[u64]) -> Checked {
    let most = context.few(4, 6);
    let mut probe = Probe::default();
    let all = || 1..=most;
    let blocking = all().flat_map(|p| all().map(move |q| (p, q)));
    for (p, q) in blocking {
        for (a, b) in (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b))) {
            let times = u32::try_from(q).unwrap_or(u32::MAX);
            let mut seen = Multiset::default();
            let mut next = |n: u64| {
                let x = mex_bq(b, times, &seen);
                let y = x + a * (n / p);
                seen.add_pair(x, y);
                (x, y)
            };
            let listed: Vec<(u64, u64)> = (0..100).map(&mut next).collect();
            let twice = listed.windows(2).any(|two| two[0] == two[1]);
            let word = |twice: bool| if twice { "twice in a row" } else { "once" };
            let said = p >= numbers[0] && q >= numbers[0];
            probe.same(format_args!("{}", name(family(a, b, p, q))), word(said), word(twice));
        }
    }
    probe.done(format!("a, b <= 3, p, q <= {most}"))
}

/// Checks that none of these readings of the rules gives the recursion, for a or b > 1 and for p and q from `least` on.
pub(super) fn other_rules(context: &Context, least: u64, readings: &[Reading]) -> Checked {
    let most = context.few(3, 5);
    let max = context.to(60, 200);
    let mut probe = Probe::default();
    for f in blocked(least, most).into_iter().filter(|f| f.a.max(f.b) > 1) {
        context.go_on()?;
        let count = index(4 * max);
        let listed: BTreeSet<(u64, u64)> =
            recursion(f, count, Budget::default())?.into_iter().filter(|pair| pair.1 <= max).collect();
        for &reading in readings {
            let found = kernel(Family { reading, ..f }, max)?;
            probe.require(
                found != listed,
                format_args!("{}, {}", name(f), reading.name()),
                format_args!("a difference"),
                format_args!("none"),
            );
        }
    }
    probe.done(format!("a, b <= 3, p, q <= {most}, piles to {max}"))
}
