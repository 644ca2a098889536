//! Sections 3 and 5: P-positions, winning moves, positions of value 1.

use super::{GAME, p_positions};
use crate::context::at;
use crate::farr_ho::triples;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict, uncheckable};
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "theorem-2",
        place: "Theorem 2",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "P if and only if two piles are equal and differ from the third by 0 or by 2^2k times an odd number",
        numbers: &[2],
        check: theorem_2,
    },
    Stated {
        id: "theorem-2-move",
        place: "Theorem 2, proof (2)",
        kind: Kind::Theorem,
        expected: Verdict::Contradicted,
        statement: "from 0,a,a+y, a <= y, not P: give a (to a,a,y) or (y-a)/2 + a, if the power of 2 in y-a is even or odd, respectively",
        numbers: &[2],
        check: |context, numbers| winning_move(context, numbers, 0),
    },
    Stated {
        id: "remark-4",
        place: "Remarks 4 and 6",
        kind: Kind::Theorem,
        expected: Verdict::Uncheckable,
        statement: "P-positions are recognised, and winning moves found, in quadratic time",
        numbers: &[],
        check: |_, _| uncheckable("about the growth of running time, which no finite run decides"),
    },
    Stated {
        id: "remark-5-all",
        place: "Remark 5",
        kind: Kind::Theorem,
        expected: Verdict::Contradicted,
        statement: "from an N-position exactly one equalisation of two piles wins (equal results counted once)",
        numbers: &[1],
        check: remark_5,
    },
    Stated {
        id: "remark-5-equal-piles",
        place: "Remark 5",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "with two equal piles, equalising one of them with the third wins if anything does",
        numbers: &[2],
        check: equal_piles,
    },
    Stated {
        id: "proposition-1-formula",
        place: "Proposition 1",
        kind: Kind::Count,
        expected: Verdict::Contradicted,
        statement: "there are floor(n/3) P-positions with n tokens",
        numbers: &[3],
        check: |context, numbers| proposition_1(context, numbers, 0),
    },
    Stated {
        id: "proposition-1-unique",
        place: "Proposition 1, proof",
        kind: Kind::Count,
        expected: Verdict::Holds,
        statement: "with n tokens and smallest pile a there is exactly one P-position",
        numbers: &[1],
        check: |context, numbers| {
            let max = context.to(60, 120);
            let mut probe = Probe::default();
            for (n, a) in (0..=max).flat_map(|n| (0..=n / 3).map(move |a| (n, a))) {
                let mut count = 0;
                for b in a..=(n - a) / 2 {
                    count += u64::from(context.piles(GAME, &[a, b, n - a - b])? == 0);
                }
                probe.same(format_args!("n={n}, a={a}"), numbers[0], count);
            }
            probe.done(format!("n <= {max}"))
        },
    },
    Stated {
        id: "theorem-4",
        place: "Theorem 4",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "value 1: (0,0,4k+2), (0,4k+2,4k+2), (0,2,4k+1), (0,4l-1,4l+1), k >= 0, l >= 1",
        numbers: &[4, 2, 4, 2, 2, 4, 1, 4, 1, 1],
        check: theorem_4,
    },
    Stated {
        id: "corollary-5",
        place: "Corollary 5",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "positions of value 1 repeat every 4 columns in the bottom row and in the third row",
        numbers: &[4],
        check: |context, numbers| {
            let max = context.to(1000, 3000);
            let table = context.table(GAME, max)?;
            let mut probe = Probe::default();
            for (a, b) in [0, 2].into_iter().flat_map(|a| (a + 1..=max - numbers[0]).map(move |b| (a, b))) {
                let is_one = |b: u64| if at(&table, a, b) == 1 { "value 1" } else { "another value" };
                probe.same(format_args!("0,{a},{b}"), is_one(b + numbers[0]), is_one(b));
            }
            probe.done(format!("b <= {max}"))
        },
    },
    Stated {
        id: "sec-6-rows-0-and-1",
        place: "Section 6",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "for a <= b/2, value 0 occurs in row 0 only, and value 1 in rows 0 and 2 and at 0,1,2",
        numbers: &[0, 2, 1, 2],
        check: |context, numbers| {
            let max = context.to(1000, 3000);
            let table = context.table(GAME, max)?;
            let mut probe = Probe::default();
            for (a, b) in (0..=max).flat_map(|b| (0..=b / 2).map(move |a| (a, b))) {
                let value = at(&table, a, b);
                let said = match value {
                    0 => a == numbers[0],
                    1 => a == numbers[0] || a == numbers[1] || (a, b) == (numbers[2], numbers[3]),
                    _ => true,
                };
                probe.require(
                    said,
                    format_args!("0,{a},{b}"),
                    format_args!("neither 0 nor 1"),
                    format_args!("{value}"),
                );
            }
            probe.done(format!("b <= {max}"))
        },
    },
];

/// Counts the P-positions with at least `least` tokens in each pile.
pub(super) fn proposition_1(context: &Context, numbers: &[u64], least: u64) -> Checked {
    let max = context.to(60, 120);
    let mut probe = Probe::default();
    for n in 0..=max {
        probe.same(format_args!("n={n}"), n / numbers[0], p_positions(context, n, least)?);
    }
    probe.done(format!("n <= {max}"))
}

fn name(is_p: bool) -> &'static str {
    if is_p { "P" } else { "N" }
}

fn theorem_2(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 3000);
    let table = context.table(GAME, max)?;
    let power = |n: u64| u64::from(n.trailing_zeros()).is_multiple_of(numbers[0]);
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|b| (0..=b).map(move |a| (a, b))) {
        let said = b == 0 || ((a == 0 || a == b) && power(b));
        probe.same(format_args!("0,{a},{b}"), name(said), name(at(&table, a, b) == 0));
    }
    // Three piles whose smallest is not 0, by the definition.
    let small = context.few(16, 30);
    for (a, b, c) in triples(small) {
        let said = c == a || (b == a && power(c - a)) || (b == c && power(c - a));
        probe.same(format_args!("{a},{b},{c}"), name(said), name(context.piles(GAME, &[a, b, c])? == 0));
    }
    probe.done(format!("b <= {max}"))
}

/// Moves from 0,a,a+y with y - a >= `least`. The second number, if any, times a is given if y = a.
pub(super) fn winning_move(context: &Context, numbers: &[u64], least: u64) -> Checked {
    let max = context.to(40, 100);
    let mut probe = Probe::default();
    for (a, y) in (least..=max).flat_map(|y| (0..=y - least).map(move |a| (a, y))) {
        if context.piles(GAME, &[0, a, a + y])? == 0 {
            continue;
        }
        let d = y - a;
        let given = match (d, numbers.get(1)) {
            (0, Some(times)) => times * a,
            (0, None) => {
                probe.differs(format_args!("0,{a},{}", a + y), &"y-a = 2^k times an odd number", &"y-a = 0");
                continue;
            }
            _ if d.trailing_zeros().is_multiple_of(2) => a,
            _ => a + d / numbers[0],
        };
        let to = [given, a, (a + y).saturating_sub(given)];
        let legal = context.options(GAME, &[0, a, a + y])?.iter().any(|option| {
            let sort = |piles: &[u64]| {
                piles.iter().copied().collect::<std::collections::BinaryHeap<_>>().into_sorted_vec()
            };
            sort(option) == sort(&to)
        });
        let wins = legal && context.piles(GAME, &to)? == 0;
        probe.require(
            wins,
            format_args!("0,{a},{}", a + y),
            format_args!("{to:?} wins"),
            format_args!("it does not"),
        );
    }
    probe.done(format!("y <= {max}"))
}

fn remark_5(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.few(24, 60);
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|b| (0..=b).map(move |a| (a, b))) {
        if context.piles(GAME, &[0, a, b])? == 0 {
            continue;
        }
        let mut results = BTreeSet::new();
        for (low, high, third) in [(0, a, b), (0, b, a), (a, b, 0)] {
            if (high - low).is_multiple_of(2) && high > low {
                let mut to = vec![u64::midpoint(low, high), u64::midpoint(low, high), third];
                to.sort_unstable();
                if context.piles(GAME, &to)? == 0 {
                    results.insert(to);
                }
            }
        }
        let count = crate::context::wide(results.len());
        probe.same(format_args!("0,{a},{b}"), numbers[0], count);
    }
    probe.done(format!("b <= {max}"))
}

fn equal_piles(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(60, 200);
    let mut probe = Probe::default();
    for d in 1..=max {
        for piles in [[0, 0, d], [0, d, d]] {
            let wins_at_all = context.piles(GAME, &piles)? > 0;
            let half = d / numbers[0];
            let to = if piles[1] == 0 { [0, half, d - half] } else { [half, d - half, d] };
            let wins = d.is_multiple_of(2) && context.piles(GAME, &to)? == 0;
            probe.same(format_args!("{piles:?}"), name(!wins), name(!wins_at_all));
        }
    }
    probe.done(format!("differences to {max}"))
}

fn theorem_4(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 3000);
    let table = context.table(GAME, max)?;
    let mut listed = BTreeSet::new();
    for k in 0..=max {
        let n = |i: usize| numbers[i];
        listed.insert((0, n(0) * k + n(1)));
        listed.insert((n(2) * k + n(3), n(2) * k + n(3)));
        let third = n(5) * k + n(6);
        listed.insert((n(4).min(third), n(4).max(third)));
        if k > 0 {
            listed.insert(((n(7) * k).saturating_sub(n(8)), n(7) * k + n(9)));
        }
    }
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|b| (0..=b).map(move |a| (a, b))) {
        let one = |is: bool| if is { "value 1" } else { "another value" };
        probe.same(format_args!("0,{a},{b}"), one(listed.contains(&(a, b))), one(at(&table, a, b) == 1));
    }
    probe.done(format!("b <= {max}"))
}
