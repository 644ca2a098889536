//! Sections 1, 2 and 7: moves, translation, complement. Checked by the definition, because the ray engine relies on the complement.

use super::GAME;
use crate::farr_ho::triples;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict};
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "moves",
        place: "Section 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "from a <= b <= c the moves transfer k counters between two piles, with k at most half their difference",
        numbers: &[2],
        check: moves,
    },
    Stated {
        id: "terminal",
        place: "Section 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "play ends if and only if the largest and the smallest pile differ by at most 1",
        numbers: &[1],
        check: |context, numbers| {
            let max = context.few(16, 40);
            let mut probe = Probe::default();
            for (a, b, c) in triples(max) {
                let over = context.options(GAME, &[a, b, c])?.is_empty();
                let name = |over: bool| if over { "the end" } else { "not the end" };
                probe.same(format_args!("{a},{b},{c}"), name(c - a <= numbers[0]), name(over));
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "lemma-1",
        place: "Lemma 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "G(a,b,c) = G(0,b-a,c-a)",
        numbers: &[],
        check: |context, _| {
            let max = context.few(20, 45);
            let mut probe = Probe::default();
            for (a, b, c) in triples(max) {
                let (one, other) =
                    (context.piles(GAME, &[0, b - a, c - a])?, context.piles(GAME, &[a, b, c])?);
                probe.same(format_args!("{a},{b},{c}"), one, other);
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "theorem-1",
        place: "Theorem 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "G(0,a,b) = G(0,b-a,b)",
        numbers: &[],
        check: |context, _| {
            let max = context.to(48, 110);
            let mut probe = Probe::default();
            for (a, b) in pairs(max) {
                probe.same(
                    format_args!("0,{a},{b}"),
                    context.piles(GAME, &[0, b - a, b])?,
                    context.piles(GAME, &[0, a, b])?,
                );
            }
            probe.done(format!("b <= {max}"))
        },
    },
    Stated {
        id: "complement",
        place: "Section 2, after Theorem 1, and Remark 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "G(a,b,c) = G(n-a,n-b,n-c) for n >= c",
        numbers: &[],
        check: |context, _| {
            let max = context.few(16, 32);
            let mut probe = Probe::default();
            for (a, b, c) in triples(max) {
                for n in [c, c + 1, c + 5] {
                    let other = context.piles(GAME, &[n - a, n - b, n - c])?;
                    probe.same(format_args!("{a},{b},{c}, n={n}"), other, context.piles(GAME, &[a, b, c])?);
                }
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "corollary-1",
        place: "Corollary 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the complement maps the options of 0,a,b to those of 0,b-a,b",
        numbers: &[],
        check: |context, _| isomorphic(context),
    },
    Stated {
        id: "corollary-2",
        place: "Corollary 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the values 0,a,b to 0,b-a,b of a column are a palindrome",
        numbers: &[],
        check: |context, _| {
            let max = context.to(48, 110);
            let mut probe = Probe::default();
            for b in 0..=max {
                let column =
                    (0..=b).map(|a| context.piles(GAME, &[0, a, b])).collect::<Result<Vec<_>, _>>()?;
                for a in 0..=b / 2 {
                    let part = &column[crate::context::index(a)..=crate::context::index(b - a)];
                    let turned: Vec<u64> = part.iter().rev().copied().collect();
                    probe.require(
                        part == turned,
                        format_args!("0,{a},{b}"),
                        format_args!("a palindrome"),
                        format_args!("{part:?}"),
                    );
                }
            }
            probe.done(format!("b <= {max}"))
        },
    },
    Stated {
        id: "corollary-3",
        place: "Corollary 3",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "G(0,a,2a+i) = G(0,a+i,2a+i)",
        numbers: &[],
        check: |context, _| {
            let max = context.to(48, 110);
            let mut probe = Probe::default();
            for (a, b) in pairs(max).filter(|(a, b)| 2 * a <= *b) {
                let i = b - 2 * a;
                probe.same(
                    format_args!("a={a}, i={i}"),
                    context.piles(GAME, &[0, a, b])?,
                    context.piles(GAME, &[0, a + i, b])?,
                );
            }
            probe.done(format!("b <= {max}"))
        },
    },
    Stated {
        id: "sec-7-more-piles",
        place: "Section 7",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "translation and complement hold for more than three piles too",
        numbers: &[],
        check: |context, _| {
            let max = context.few(7, 11);
            let mut probe = Probe::default();
            for (a, b, c) in triples(max) {
                for d in c..=max {
                    let value = context.piles(GAME, &[a, b, c, d])?;
                    let moved = context.piles(GAME, &[0, b - a, c - a, d - a])?;
                    let turned = context.piles(GAME, &[0, d - c, d - b, d - a])?;
                    probe.same(format_args!("{a},{b},{c},{d}"), moved, value);
                    probe.same(format_args!("{a},{b},{c},{d}"), turned, value);
                }
            }
            probe.done(format!("four piles to {max}"))
        },
    },
    Stated {
        id: "sec-7-graph",
        place: "Section 7",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "Sharing Nim is Graph Nim on the complete graph",
        numbers: &[],
        check: |context, _| {
            let max = context.few(12, 25);
            let mut probe = Probe::default();
            for (a, b, c) in triples(max) {
                let graph = context.piles("graph-nim:edges=0-1,0-2,1-2", &[a, b, c])?;
                probe.same(format_args!("{a},{b},{c}"), graph, context.piles(GAME, &[a, b, c])?);
            }
            probe.done(format!("three piles to {max}"))
        },
    },
];

/// All `0 <= a <= b <= max`.
fn pairs(max: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=max).flat_map(|b| (0..=b).map(move |a| (a, b)))
}

fn sorted(piles: &[u64]) -> Vec<u64> {
    let mut piles = piles.to_vec();
    piles.sort_unstable();
    piles
}

fn moves(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.few(16, 40);
    let mut probe = Probe::default();
    for (a, b, c) in triples(max) {
        let mut said = BTreeSet::new();
        for k in 1..=c {
            let fits = |low: u64, high: u64| numbers[0] * k <= high - low;
            said.extend(fits(a, b).then(|| sorted(&[a + k, b - k.min(b), c])));
            said.extend(fits(a, c).then(|| sorted(&[a + k, b, c - k.min(c)])));
            said.extend(fits(b, c).then(|| sorted(&[a, b + k, c - k.min(c)])));
        }
        let found: BTreeSet<Vec<u64>> =
            context.options(GAME, &[a, b, c])?.iter().map(|to| sorted(to)).collect();
        probe.require(
            said == found,
            format_args!("{a},{b},{c}"),
            format_args!("{said:?}"),
            format_args!("{found:?}"),
        );
    }
    probe.done(format!("piles to {max}"))
}

fn isomorphic(context: &Context) -> Checked {
    let max = context.few(24, 60);
    let mut probe = Probe::default();
    for (a, b) in pairs(max) {
        let options = |piles: &[u64]| -> Result<BTreeSet<Vec<u64>>, crate::Error> {
            Ok(context.options(GAME, piles)?.iter().map(|to| sorted(to)).collect())
        };
        let turned = |to: &Vec<u64>| sorted(&to.iter().map(|x| b - x).collect::<Vec<_>>());
        let one: BTreeSet<Vec<u64>> = options(&[0, a, b])?.iter().map(turned).collect();
        let other = options(&[0, b - a, b])?;
        probe.require(
            one == other,
            format_args!("0,{a},{b}"),
            format_args!("{one:?}"),
            format_args!("{other:?}"),
        );
    }
    probe.done(format!("b <= {max}"))
}
