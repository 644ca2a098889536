//! Section 5: the moves to value 1 in the proof of Theorem 4, case by case, and moves in the proofs of Theorems 1 to 3.

use super::GAME;
use crate::context::at;
use crate::{Check, Checked, Context, Kind, Probe, Stated, Verdict, theorem};
use std::collections::BTreeSet;

const fn contradicted(
    id: &'static str,
    place: &'static str,
    statement: &'static str,
    numbers: &'static [u64],
    check: Check,
) -> Stated {
    Stated { expected: Verdict::Contradicted, ..theorem(id, place, statement, numbers, check) }
}

/// The numbers give the size of the move: the coefficients of q and s, what is added, and what is subtracted.
pub(super) const CLAIMS: &[Stated] = &[
    theorem(
        "theorem-4-cases",
        "Theorem 4, proof",
        "the 24 cases cover every 0,a,b with a <= b/2 and value at least 2 exactly once",
        &[1],
        covered,
    ),
    theorem(
        "theorem-4-I-1-a",
        "Theorem 4, proof (I)(1)(a)",
        "from 0,4q,4q+4s, s odd: 2s to the second pile",
        &[0, 2, 0, 0],
        |c, n| leads_to_1(c, n, 0),
    ),
    theorem(
        "theorem-4-I-1-b",
        "Theorem 4, proof (I)(1)(b)",
        "from 0,4q,4q+4s, s even: 2s-1 to the second pile",
        &[0, 2, 0, 1],
        |c, n| leads_to_1(c, n, 1),
    ),
    contradicted(
        "theorem-4-I-2",
        "Theorem 4, proof (I)(2)",
        "from 0,4q+1,4q+1+4s: 4q+3 to the first pile",
        &[4, 0, 3, 0],
        |c, n| leads_to_1(c, n, 2),
    ),
    theorem(
        "theorem-4-I-3-a",
        "Theorem 4, proof (I)(3)(a)",
        "from 0,4q+2,4q+2+4s, s odd: 2s-1 to the second pile",
        &[0, 2, 0, 1],
        |c, n| leads_to_1(c, n, 3),
    ),
    theorem(
        "theorem-4-I-3-b",
        "Theorem 4, proof (I)(3)(b)",
        "from 0,4q+2,4q+2+4s, s even: 2s to the second pile",
        &[0, 2, 0, 0],
        |c, n| leads_to_1(c, n, 4),
    ),
    theorem(
        "theorem-4-I-4",
        "Theorem 4, proof (I)(4)",
        "from 0,4q+3,4q+3+4s: 4q+1 to the first pile",
        &[4, 0, 1, 0],
        |c, n| leads_to_1(c, n, 5),
    ),
    theorem(
        "theorem-4-II-1",
        "Theorem 4, proof (II)(1)",
        "from 0,4q,4q+4s+1: 4q-2 to the first pile",
        &[4, 0, 0, 2],
        |c, n| leads_to_1(c, n, 6),
    ),
    theorem(
        "theorem-4-II-2-a",
        "Theorem 4, proof (II)(2)(a)",
        "from 0,4q+1,4q+4s+2, s-q odd: 2q+2s+1 to the first pile",
        &[2, 2, 1, 0],
        |c, n| leads_to_1(c, n, 7),
    ),
    theorem(
        "theorem-4-II-2-b",
        "Theorem 4, proof (II)(2)(b)",
        "from 0,4q+1,4q+4s+2, s-q even: 2q+2s to the first pile",
        &[2, 2, 0, 0],
        |c, n| leads_to_1(c, n, 8),
    ),
    contradicted(
        "theorem-4-II-3",
        "Theorem 4, proof (II)(3)",
        "from 0,4q+2,4q+4s+3: 4q+4 to the first pile",
        &[4, 0, 4, 0],
        |c, n| leads_to_1(c, n, 9),
    ),
    theorem(
        "theorem-4-II-4",
        "Theorem 4, proof (II)(4)",
        "from 0,4q+3,4q+4s+4: 4q+3 to the first pile",
        &[4, 0, 3, 0],
        |c, n| leads_to_1(c, n, 10),
    ),
    theorem(
        "theorem-4-III-1",
        "Theorem 4, proof (III)(1)",
        "from 0,4q,4q+4s+2: 4q to the first pile",
        &[4, 0, 0, 0],
        |c, n| leads_to_1(c, n, 11),
    ),
    contradicted(
        "theorem-4-III-2",
        "Theorem 4, proof (III)(2)",
        "from 0,4q+1,4q+4s+3: 4q-1 to the first pile",
        &[4, 0, 0, 1],
        |c, n| leads_to_1(c, n, 12),
    ),
    theorem(
        "theorem-4-III-3",
        "Theorem 4, proof (III)(3)",
        "from 0,4q+2,4q+4s+4, s = q: 4q+1 to the first pile",
        &[4, 0, 1, 0],
        |c, n| leads_to_1(c, n, 13),
    ),
    theorem(
        "theorem-4-III-3-a",
        "Theorem 4, proof (III)(3)(a)",
        "from 0,4q+2,4q+4s+4, s-q > 0 even: 2q+2s+1 to the first pile",
        &[2, 2, 1, 0],
        |c, n| leads_to_1(c, n, 14),
    ),
    theorem(
        "theorem-4-III-3-b",
        "Theorem 4, proof (III)(3)(b)",
        "from 0,4q+2,4q+4s+4, s-q odd: 2q+2s+2 to the first pile",
        &[2, 2, 2, 0],
        |c, n| leads_to_1(c, n, 15),
    ),
    theorem(
        "theorem-4-III-4-even",
        "Theorem 4, proof (III)(4)",
        "from 0,4q+3,4q+4s+5, s even: 2s to the second pile",
        &[0, 2, 0, 0],
        |c, n| leads_to_1(c, n, 16),
    ),
    theorem(
        "theorem-4-III-4-odd",
        "Theorem 4, proof (III)(4)",
        "from 0,4q+3,4q+4s+5, s odd: 2s+1 to the second pile",
        &[0, 2, 1, 0],
        |c, n| leads_to_1(c, n, 17),
    ),
    contradicted(
        "theorem-4-IV-1",
        "Theorem 4, proof (IV)(1)",
        "from 0,4q,4q+4s+3: 4q+2 to the first pile",
        &[4, 0, 2, 0],
        |c, n| leads_to_1(c, n, 18),
    ),
    theorem(
        "theorem-4-IV-2",
        "Theorem 4, proof (IV)(2)",
        "from 0,4q+1,4q+4s+4: 4q+1 to the first pile",
        &[4, 0, 1, 0],
        |c, n| leads_to_1(c, n, 19),
    ),
    theorem(
        "theorem-4-IV-3",
        "Theorem 4, proof (IV)(3)",
        "from 0,4q+2,4q+4s+5: 4q to the first pile",
        &[4, 0, 0, 0],
        |c, n| leads_to_1(c, n, 20),
    ),
    theorem(
        "theorem-4-IV-4-a",
        "Theorem 4, proof (IV)(4)(a)",
        "from 0,4q+3,4q+4s+6, s = q: 4q+2 to the first pile",
        &[4, 0, 2, 0],
        |c, n| leads_to_1(c, n, 21),
    ),
    theorem(
        "theorem-4-IV-4-b-i",
        "Theorem 4, proof (IV)(4)(b)(i)",
        "from 0,4q+3,4q+4s+6, s-q odd: 2q+2s+3 to the first pile",
        &[2, 2, 3, 0],
        |c, n| leads_to_1(c, n, 22),
    ),
    theorem(
        "theorem-4-IV-4-b-ii",
        "Theorem 4, proof (IV)(4)(b)(ii)",
        "from 0,4q+3,4q+4s+6, s-q > 0 even: 2q+2s+2 to the first pile",
        &[2, 2, 2, 0],
        |c, n| leads_to_1(c, n, 23),
    ),
    contradicted(
        "theorem-1-move",
        "Theorem 1, proof",
        "0,m+1,n+1 to k,m+1-k,n+1 is answered by the move from 0,n-m,n+1 to 0,n+1-m+k,n+1-k",
        &[1, 1],
        complement_move,
    ),
    theorem(
        "theorem-2-equalising",
        "Theorem 2, proof (1)",
        "only moving n/2 from 0,0,n makes the two largest piles equal; only moving n/2 from 0,n,n the two smallest",
        &[2],
        equalising,
    ),
    contradicted(
        "theorem-3-even-p",
        "Theorem 3, proof",
        "p is even, as otherwise there is an even n such that (n+p) mod 32 is in the set of Proposition 2 (3)",
        &[0],
        odd_periods,
    ),
    contradicted(
        "theorem-3-odd",
        "Theorem 3, proof",
        "for p mod 32 = 0, 16, 24, 28 or 30 some n = 1 mod 32 has f(n+p) /= f(n)",
        &[1, 0, 16, 24, 28, 30],
        other_outcome,
    ),
    theorem(
        "theorem-3-even",
        "Theorem 3, proof",
        "with the differences s1 - s2 the residues 0, 16, 24, 28, 30 are all even ones, and none is that of a period",
        &[0, 16, 24, 28, 30],
        even_periods,
    ),
    Stated {
        kind: Kind::Example,
        ..theorem(
            "sec-7-wythoff",
            "Section 7",
            "the values of Wythoff's game perpendicular to the main diagonal are palindromes",
            &[],
            |context, _| {
                let max = context.to(300, 2000);
                let table = context.table("wythoff", max)?;
                let mut probe = Probe::default();
                for (a, i) in (0..=max).flat_map(|a| (0..=a).map(move |i| (a, i))) {
                    probe.same(format_args!("{i},{}", a - i), at(&table, a - i, i), at(&table, i, a - i));
                }
                probe.done(format!("sums to {max}"))
            },
        )
    },
];

/// A case of the proof: b - a = 4s + t, a = 4q + r, the condition on q and s, and whether the first pile receives.
struct Case {
    t: u64,
    r: u64,
    when: fn(u64, u64) -> bool,
    to_first: bool,
}

const fn case(t: u64, r: u64, to_first: bool, when: fn(u64, u64) -> bool) -> Case {
    Case { t, r, when, to_first }
}

const ANY: fn(u64, u64) -> bool = |_, _| true;
const S_ODD: fn(u64, u64) -> bool = |_, s| s % 2 == 1;
const S_EVEN: fn(u64, u64) -> bool = |_, s| s % 2 == 0;
const ODD: fn(u64, u64) -> bool = |q, s| (s - q) % 2 == 1;
const EVEN: fn(u64, u64) -> bool = |q, s| (s - q).is_multiple_of(2);
const SAME: fn(u64, u64) -> bool = |q, s| s == q;
const EVEN_LATER: fn(u64, u64) -> bool = |q, s| s > q && (s - q).is_multiple_of(2);

const CASES: [Case; 24] = [
    case(0, 0, false, S_ODD),
    case(0, 0, false, S_EVEN),
    case(0, 1, true, ANY),
    case(0, 2, false, S_ODD),
    case(0, 2, false, S_EVEN),
    case(0, 3, true, ANY),
    case(1, 0, true, ANY),
    case(1, 1, true, ODD),
    case(1, 1, true, EVEN),
    case(1, 2, true, ANY),
    case(1, 3, true, ANY),
    case(2, 0, true, ANY),
    case(2, 1, true, ANY),
    case(2, 2, true, SAME),
    case(2, 2, true, EVEN_LATER),
    case(2, 2, true, ODD),
    case(2, 3, false, S_EVEN),
    case(2, 3, false, S_ODD),
    case(3, 0, true, ANY),
    case(3, 1, true, ANY),
    case(3, 2, true, ANY),
    case(3, 3, true, SAME),
    case(3, 3, true, ODD),
    case(3, 3, true, EVEN_LATER),
];

impl Case {
    /// q and s, if the case covers 0,a,b.
    fn applies(&self, a: u64, b: u64) -> Option<(u64, u64)> {
        let (q, r, s, t) = (a / 4, a % 4, (b - a) / 4, (b - a) % 4);
        ((r, t) == (self.r, self.t) && (self.when)(q, s)).then_some((q, s))
    }
}

/// The positions 0,a,b with a <= b/2 from which the proof needs a move: those of value at least 2.
fn others(max: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=max).flat_map(|b| (0..=b / 2).map(move |a| (a, b)))
}

fn covered(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(300, 2000);
    let table = context.table(GAME, max)?;
    let mut probe = Probe::default();
    for (a, b) in others(max).filter(|&(a, b)| at(&table, a, b) >= 2) {
        let count = CASES.iter().filter(|case| case.applies(a, b).is_some()).count();
        probe.same(format_args!("0,{a},{b}"), numbers[0], crate::context::wide(count));
    }
    probe.done(format!("b <= {max}"))
}

/// The number of tokens as text, e.g. 4q-1.
fn formula(numbers: &[u64]) -> String {
    let terms =
        [(numbers[0], "+", "q"), (numbers[1], "+", "s"), (numbers[2], "+", ""), (numbers[3], "-", "")];
    let terms = terms.iter().filter(|term| term.0 > 0);
    let terms: Vec<String> = terms.map(|(number, sign, letter)| format!("{sign}{number}{letter}")).collect();
    terms.concat().trim_start_matches('+').to_owned()
}

/// Another move than that of the text, for some q and s: tokens, and whether the first pile receives them.
pub(super) type Other = fn(q: u64, s: u64, numbers: &[u64]) -> Option<(u64, bool)>;

/// Checks the move of the text.
fn leads_to_1(context: &Context, numbers: &[u64], which: usize) -> Checked {
    leads_to_1_or(context, numbers, which, |_, _, _| None)
}

/// Checks that the move of a case is legal, i.e. the receiving pile ends up no larger than the giving one, and leads to value 1.
/// `other` replaces the move of the text where it applies.
pub(super) fn leads_to_1_or(context: &Context, numbers: &[u64], which: usize, other: Other) -> Checked {
    let (max, case) = (context.to(300, 2000), &CASES[which]);
    let table = context.table(GAME, max)?;
    let mut probe = Probe::default();
    for (a, b) in others(max).filter(|&(a, b)| at(&table, a, b) >= 2) {
        let Some((q, s)) = case.applies(a, b) else { continue };
        let at_place = format_args!("0,{a},{b}");
        let given = (numbers[0] * q + numbers[1] * s + numbers[2]).checked_sub(numbers[3]);
        let text = given.map(|k| (k, case.to_first));
        let Some((k, to_first)) = other(q, s, numbers).or(text) else {
            probe.differs(at_place, &format_args!("{} tokens", formula(numbers)), &"less than none");
            continue;
        };
        let receives = if to_first { 0 } else { a };
        let most = (b - receives) / 2;
        if k == 0 || k > most {
            let said = format!("{} = {k} tokens", formula(numbers));
            probe.differs(at_place, &said, &format_args!("1 to {most} may be moved"));
            continue;
        }
        let mut to = if to_first { [k, a, b - k] } else { [0, a + k, b - k] };
        to.sort_unstable();
        let value = at(&table, to[1] - to[0], to[2] - to[0]);
        probe.require(
            value == 1,
            at_place,
            format_args!("{} = {k} tokens lead to value 1", formula(numbers)),
            format_args!("value {value}"),
        );
    }
    let count = probe.looked_at();
    probe.done(format!("b <= {max}: {count} positions"))
}

/// The options of three piles, in increasing order.
fn options(context: &Context, piles: &[u64; 3]) -> Result<BTreeSet<Vec<u64>>, crate::Error> {
    let sorted = |mut to: Vec<u64>| {
        to.sort_unstable();
        to
    };
    Ok(context.options(GAME, piles)?.into_iter().map(sorted).collect())
}

/// With b = n + 1 and c = m + 1. The numbers are those that the text adds to n and to m.
pub(super) fn complement_move(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(16, 60);
    let mut probe = Probe::default();
    for (m, n) in (1..=max).flat_map(|n| (0..n).map(move |m| (m, n))) {
        let (from, answer) = ([0, m + 1, n + 1], [0, n - m, n + 1]);
        let there = options(context, &answer)?;
        for k in 1..=m.div_ceil(2) {
            let mut to = [k, m + 1 - k, n + 1];
            to.sort_unstable();
            let mut said = [0, n + numbers[0] - m + k, n + numbers[1] - k];
            said.sort_unstable();
            let legal = there.contains(&said[..]);
            let same = legal && context.piles(GAME, &said)? == context.piles(GAME, &to)?;
            let other = if legal { "another value" } else { "no move" };
            probe.require(
                same,
                format_args!("{from:?} to {to:?}"),
                format_args!("{answer:?} to {said:?}"),
                format_args!("{other}"),
            );
        }
    }
    probe.done(format!("n <= {max}"))
}

fn equalising(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(60, 200);
    let mut probe = Probe::default();
    for n in 1..=max {
        let half = (n % 2 == 0).then_some(n / numbers[0]);
        let large: Vec<Vec<u64>> =
            options(context, &[0, 0, n])?.into_iter().filter(|to| to[1] == to[2]).collect();
        let small: Vec<Vec<u64>> =
            options(context, &[0, n, n])?.into_iter().filter(|to| to[0] == to[1]).collect();
        let said = half.map_or_else(Vec::new, |half| vec![vec![0, half, half]]);
        probe.same(format_args!("0,0,{n}"), format!("{said:?}"), format!("{large:?}"));
        let said = half.map_or_else(Vec::new, |half| vec![vec![half, half, n]]);
        probe.same(format_args!("0,{n},{n}"), format!("{said:?}"), format!("{small:?}"));
    }
    probe.done(format!("n <= {max}"))
}

/// The first number is the residue of n, the others are the residues of p.
pub(super) fn other_outcome(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(2000, 6000);
    let table = context.table(GAME, max)?;
    let is_p = |n: u64| at(&table, 0, n) == 0;
    let mut probe = Probe::default();
    for p in (1..=max / 4).filter(|p| numbers[1..].contains(&(p % 32))) {
        let found = (0..=max - p).find(|n| n % 32 == numbers[0] && is_p(*n) != is_p(n + p));
        probe.require(
            found.is_some(),
            format_args!("p={p}"),
            format_args!("some n = {} mod 32, as for p = {:?}", numbers[0], &numbers[1..]),
            format_args!("none"),
        );
    }
    probe.done(format!("p <= {}, n + p <= {max}", max / 4))
}

/// For each odd p, whether there is a P-position n of this parity (0 is even) with (n+p) mod 32 in the set of Proposition 2 (3).
pub(super) fn odd_periods(context: &Context, numbers: &[u64]) -> Checked {
    let table = context.table(GAME, 63)?;
    let is_p = |n: u64| at(&table, 0, n) == 0;
    let in_case_3 = |n: u64| !n.is_multiple_of(32) && !is_p(n % 32);
    let parity = if numbers[0] == 0 { "an even n" } else { "an odd n" };
    let mut probe = Probe::default();
    for p in (1..32).step_by(2) {
        let found = (0..32).any(|n| n % 2 == numbers[0] && in_case_3(n + p) && is_p(n) && !is_p(n + p));
        probe.require(found, format_args!("p={p}"), format_args!("{parity}"), format_args!("none"));
    }
    probe.done("every residue of p")
}

/// For every even p there are late n with f(n+p) different from f(n), and the list of residues is complete.
fn even_periods(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(4000, 12_000);
    let table = context.table(GAME, max)?;
    let is_p = |n: u64| at(&table, 0, n) == 0;
    let (p, n): (Vec<u64>, Vec<u64>) = (2..32).step_by(2).partition(|&b| is_p(b));
    let mut residues: BTreeSet<u64> =
        p.iter().flat_map(|s| n.iter().filter(move |t| s > t).map(move |t| s - t)).collect();
    residues.extend(numbers);
    let mut probe = Probe::default();
    let even: BTreeSet<u64> = (0..32).step_by(2).collect();
    probe.same(format_args!("residues"), format!("{residues:?}"), format!("{even:?}"));
    let count = residues.len();
    probe.same(format_args!("sizes"), crate::context::wide(count), 16);
    for period in (2..=max / 8).step_by(2) {
        let last = (0..=max - period).rev().find(|&n| is_p(n) != is_p(n + period));
        probe.require(
            last.is_some_and(|n| n >= max / 4),
            format_args!("p={period}"),
            format_args!("fails after n = {}", max / 4),
            format_args!("{last:?}"),
        );
    }
    probe.done(format!("p <= {}, n + p <= {max}", max / 8))
}
