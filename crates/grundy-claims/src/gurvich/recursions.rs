//! Sections 3 to 6: Wythoff, Fraenkel, Larsson and `NIM_{a,b}`: recursions and formulas.

use super::family;
use crate::context::{at, index};
use crate::{Checked, Context, Error, Kind, Probe, Stated, Verdict, uncheckable};
use grundy::Limit;
use grundy::mex::{mex, mex_b};
use grundy::ruleset::{Budget, Family, Reading};
use grundy::sequence::compare::recursion;
use grundy::solve::kernel::Kernel;
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "recursion-1",
        place: "Section 3, (1)",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "Wythoff's game: x_n = mex of the numbers used, y_n = x_n + n",
        numbers: &[1],
        check: |context, numbers| plain(context, "wythoff", numbers[0], None),
    },
    Stated {
        id: "sec-3-formula",
        place: "Section 3",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "Wythoff's game: x_n = floor(n phi), y_n = x_n + n",
        numbers: &[1],
        check: |context, numbers| plain(context, "wythoff", numbers[0], Some(4)),
    },
    Stated {
        id: "remark-1",
        place: "Remark 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "a = 0 is Nim with two piles, whose P-positions have equal piles",
        numbers: &[0],
        check: |context, numbers| {
            let max = context.to(300, 2000);
            let table = context.table("nim", max)?;
            let mut probe = Probe::default();
            for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))) {
                probe.same(format_args!("{x},{y}"), y - x == numbers[0], at(&table, x, y) == 0);
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "recursion-2",
        place: "Section 4, (2)",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "Fraenkel's game: x_n = mex of the numbers used, y_n = x_n + a n",
        numbers: &[1],
        check: |context, numbers| fraenkel(context, numbers[0], None),
    },
    Stated {
        id: "formula-3",
        place: "Section 4, (3)",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "Fraenkel's game: x_n = floor(alpha n), alpha = (2 - a + sqrt(a^2 + 4))/2",
        numbers: &[4],
        check: |context, numbers| fraenkel(context, 1, Some(numbers[0])),
    },
    Stated {
        id: "sec-4-alpha",
        place: "Section 4",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "alpha is the root of 1/z + 1/(z+a) = 1: the golden section for a = 1, sqrt 2 for a = 2",
        numbers: &[4, 2],
        check: alpha,
    },
    Stated {
        id: "sec-4-linear",
        place: "Section 4",
        kind: Kind::Theorem,
        expected: Verdict::Uncheckable,
        statement: "the formula solves the game in linear time, the recursion in exponential time",
        numbers: &[],
        check: |_, _| uncheckable("about the growth of running time, which no finite run decides"),
    },
    Stated {
        id: "recursion-4",
        place: "Section 5, (4)",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "Larsson's game: x_n = mex of the numbers used, y_n = x_n + a floor(n/p)",
        numbers: &[1],
        check: larsson,
    },
    Stated {
        id: "sec-5-formula",
        place: "Section 5",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "for p > 1 floor(n (2p - a + sqrt(a^2 + 4p^2))/(2p)) is not always x_n",
        numbers: &[],
        check: |context, _| larsson_formula(context),
    },
    Stated {
        id: "recursion-5",
        place: "Section 6, (5)",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "NIM_(a,b): x_n = mex_b of the numbers used, y_n = x_n + a n",
        numbers: &[1],
        check: recursion_5,
    },
];

/// floor(n (2 - a + sqrt(a^2 + 4))/2); `four` is 4.
fn explicit(a: u64, four: u64, n: u64) -> u64 {
    ((2 * n + (n * n * (a * a + four)).isqrt()).saturating_sub(a * n)) / 2
}

/// The pairs of a recursion `x = next(used)`, `y = x + step(n)`, with x up to `max`.
fn pairs(
    max: u64,
    step: impl Fn(u64) -> u64,
    next: impl Fn(&BTreeSet<u64>, u64) -> u64,
) -> BTreeSet<(u64, u64)> {
    let (mut used, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for n in 0.. {
        let x = next(&used, n);
        if x > max || n > 4 * max {
            break;
        }
        let y = x + step(n);
        used.extend([x, y]);
        pairs.insert((x, y));
    }
    pairs
}

/// Compares the P-positions of a game with a list of pairs.
fn compare(
    context: &Context,
    probe: &mut Probe,
    game: &str,
    max: u64,
    said: &BTreeSet<(u64, u64)>,
) -> Result<(), Error> {
    let table = context.table(game, max)?;
    for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))) {
        probe.same(format_args!("{game} {x},{y}"), said.contains(&(x, y)), at(&table, x, y) == 0);
    }
    Ok(())
}

fn plain(context: &Context, game: &str, a: u64, four: Option<u64>) -> Checked {
    let max = context.to(400, 3000);
    let next = |used: &BTreeSet<u64>, n: u64| {
        four.map_or_else(|| mex(used.iter().copied()), |four| explicit(1, four, n))
    };
    let mut probe = Probe::default();
    context.table(game, max)?;
    compare(context, &mut probe, game, max, &pairs(max, |n| a * n, next))?;
    probe.done(format!("piles to {max}"))
}

fn fraenkel(context: &Context, times: u64, four: Option<u64>) -> Checked {
    let (max, most) = (context.to(150, 600), context.few(5, 9));
    let mut probe = Probe::default();
    for a in 1..=most {
        let next = |used: &BTreeSet<u64>, n: u64| {
            four.map_or_else(|| mex(used.iter().copied()), |four| explicit(a, four, n))
        };
        let game = format!("fraenkel:a={a}");
        context.table(&game, max)?;
        let said = pairs(max, |n| times * a * n, next);
        compare(context, &mut probe, &game, max, &said)?;
    }
    probe.done(format!("a <= {most}, piles to {max}"))
}

/// With s = 10^9 alpha, rounded down: 1/z + 1/(z+a) = 1 means z^2 + (a-2) z - a = 0, which changes sign between s and s + 1.
fn alpha(_: &Context, numbers: &[u64]) -> Checked {
    const SCALE: i128 = 1_000_000_000;
    let mut probe = Probe::default();
    for a in 1..=50_i128 {
        let root = (SCALE * SCALE * (a * a + i128::from(numbers[0]))).isqrt();
        let z = (2 * SCALE - a * SCALE + root).div_euclid(2);
        let at = |z: i128| (z * z + (a - 2) * SCALE * z - a * SCALE * SCALE).signum();
        probe.require(
            at(z) <= 0 && at(z + 1) > 0,
            format_args!("a={a}"),
            format_args!("a root"),
            format_args!("{}", at(z)),
        );
        if a == 2 {
            probe.same(format_args!("a=2"), z, (SCALE * SCALE * i128::from(numbers[1])).isqrt());
        }
    }
    probe.done("a <= 50, nine digits")
}

/// The P-positions x <= y of a game of the family, by elimination.
pub(super) fn kernel(family: Family, max: u64) -> Result<BTreeSet<(u64, u64)>, Error> {
    let most = Budget::default().positions;
    if max >= most {
        return Err(Limit::Positions(most).into());
    }
    let mut kernel = Kernel::within(family, max);
    let mut found = BTreeSet::new();
    for _ in 0..=max {
        let (x, ys) = kernel.next_row()?;
        found.extend(ys.into_iter().map(|y| (x, y)));
    }
    Ok(found)
}

fn larsson(context: &Context, numbers: &[u64]) -> Checked {
    let (max, most) = (context.to(200, 1000), context.few(4, 7));
    let mut probe = Probe::default();
    for (a, p) in (1..=most).flat_map(|a| (1..=most).map(move |p| (a, p))) {
        context.go_on()?;
        let found = kernel(Family { reading: Reading::AsWritten, ..family(a, 1, p, 1) }, max)?;
        let said = pairs(max, |n| numbers[0] * a * (n / p), |used, _| mex(used.iter().copied()));
        let said: BTreeSet<(u64, u64)> = said.into_iter().filter(|pair| pair.1 <= max).collect();
        let differs = said.symmetric_difference(&found).next();
        probe.require(
            differs.is_none(),
            format_args!("a={a} p={p}"),
            format_args!("the same pairs"),
            format_args!("{differs:?} is in one list only"),
        );
    }
    probe.done(format!("a, p <= {most}, piles to {max}"))
}

fn larsson_formula(context: &Context) -> Checked {
    let (count, most) = (context.to(2000, 20_000), context.few(4, 8));
    let mut probe = Probe::default();
    for (a, p) in (1..=most).flat_map(|a| (2..=most).map(move |p| (a, p))) {
        let listed = recursion(family(a, 1, p, 1), index(count), Budget::default())?;
        let formula =
            |n: u64| (2 * p * n + (n * n * (a * a + 4 * p * p)).isqrt()).saturating_sub(a * n) / (2 * p);
        let first = (0..).zip(&listed).find(|&(n, pair)| formula(n) != pair.0);
        probe.require(
            first.is_some(),
            format_args!("a={a} p={p}"),
            format_args!("a difference"),
            format_args!("none for n < {count}"),
        );
    }
    probe.done(format!("a, p <= {most}"))
}

fn recursion_5(context: &Context, numbers: &[u64]) -> Checked {
    let (max, most) = (context.to(100, 300), context.few(4, 7));
    let mut probe = Probe::default();
    for (a, b) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
        let game = format!("gurvich:a={a},b={b}");
        context.table(&game, max)?;
        let said = pairs(max, |n| numbers[0] * a * n, |used, _| mex_b(b, used.iter().copied()));
        compare(context, &mut probe, &game, max, &said)?;
    }
    probe.done(format!("a, b <= {most}, piles to {max}"))
}
