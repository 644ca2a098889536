//! Statements in the proofs and examples of sections 1 to 4 that are not covered by other claims.

use super::sequences::{members, states};
use crate::context::{at, index, wide};
use crate::{Checked, Context, Kind, Probe, Stated, Verdict, theorem, uncheckable};
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        kind: Kind::Example,
        ..theorem(
            "example-1-odd",
            "Example 1, Figure 4",
            "[2,5,6,8,10] has the head [2] and the tail [5,6,8,10]: beside a strip [3] the values add up",
            &[2, 5, 6, 8, 10],
            |context, numbers| heads(context, &[2, 5, 6, 8, 10], numbers, 1),
        )
    },
    Stated {
        kind: Kind::Example,
        ..theorem(
            "example-1-even",
            "Example 1, Figure 5",
            "[2,5,6,8] has the head [2,5] and the tail [6,8]: beside a strip [3] the values add up",
            &[2, 5, 6, 8],
            |context, numbers| heads(context, &[2, 5, 6, 8], numbers, 2),
        )
    },
    Stated {
        expected: Verdict::Uncheckable,
        ..theorem(
            "remark-4",
            "Remark 4",
            "Algorithm 1 has the overall structure of Algorithm WSG for Wythoff's game",
            &[],
            |_, _| uncheckable("an informal comparison; sec. 4.2 proves what the algorithm does"),
        )
    },
    theorem(
        "lemma-4-older",
        "Lemma 4, proof (ii)",
        "second entries older than the last g+1 are below x_(n-1)",
        &[1],
        |context, numbers| {
            members(context, &|probe, g, n, list| {
                let older = n.checked_sub(index(g + numbers[0]) + 1);
                if let Some(older) = older {
                    let (y, x) = (list[older].1, list[n - 1].0);
                    probe.require(
                        y < x,
                        format_args!("g={g}, n={n}"),
                        format_args!("below {x}"),
                        format_args!("{y}"),
                    );
                }
            })
        },
    ),
    theorem(
        "theorem-3-z",
        "Theorem 3, proof",
        "z is at most 1 more than the largest second entry that step (2) looks at",
        &[1],
        |context, numbers| {
            members(context, &|probe, g, n, list| {
                let (x, y) = list[n];
                // Second entries of value k in rows up to x are at most x + k.
                let largest = list[..n].iter().map(|pair| pair.1).chain([x + g]).max().unwrap_or(0);
                probe.require(
                    y - x <= numbers[0] + largest,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {}", numbers[0] + largest),
                    format_args!("{}", y - x),
                );
            })
        },
    ),
    Stated {
        kind: Kind::Count,
        ..theorem(
            "remark-7-3",
            "Remark 7 (3)",
            "Algorithm 2 compares (x_n, x_n + z) with g pairs, one of each smaller value",
            &[0],
            |context, numbers| {
                states(context, &|probe, g, n, state| {
                    let pairs = wide(state.columns().len()).saturating_sub(1);
                    probe.same(format_args!("g={g}, n={n}"), g + numbers[0], pairs);
                })
            },
        )
    },
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "lemma-6-entries",
            "Lemma 6, proof",
            "y_i <= x_i + g for all i >= 0, by Proposition 5",
            &[0],
            |context, numbers| second_entries(context, numbers[0]),
        )
    },
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "theorem-5-bits",
            "Theorem 5, proof (2)",
            "with H(a,b) = G(a,b)-b+a: in the strings of (a,b) the bits l = H(a,b-j) are 0, and the bits l = H(a-i,b)",
            &[0],
            bits_by_h,
        )
    },
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "theorem-5-down",
            "Theorem 5, proof (3)",
            "the bits of the column below (a,b) are those of (a-1,b) with the first one dropped, 1 appended, and bit G(a-1,b)-b+a-1 cleared",
            &[],
            |context, _| downwards(context),
        )
    },
    Stated {
        kind: Kind::Example,
        expected: Verdict::Contradicted,
        ..theorem(
            "sec-4.4-wythoff-moves",
            "Section 4.4",
            "read literally, a move in Wythoff's game takes i with 1 <= i < a from pile a, or from both piles",
            &[1],
            wythoff_moves,
        )
    },
];

fn heads(context: &Context, whole: &[u64], numbers: &[u64], head: usize) -> Checked {
    let (head, tail) = numbers.split_at(head);
    let mut probe = Probe::default();
    let star = |strip: &[u64]| context.strips("star-silver-dollar", &[strip, &[3]]);
    let said = star(head)? ^ context.strips("silver-dollar", &[tail])?;
    probe.same(format_args!("{whole:?},[3]"), said, star(whole)?);
    probe.done("1 position")
}

/// Whether second entries of value g exceed first ones by at most g from member `least` on.
pub(super) fn second_entries(context: &Context, least: u64) -> Checked {
    members(context, &|probe, g, n, list| {
        let (x, y) = list[n];
        probe.require(
            wide(n) < least || y <= x + g,
            format_args!("g={g}, n={n}"),
            format_args!("at most {}", x + g),
            format_args!("{y}"),
        );
    })
}

/// Bit l of (a,b), l < 2a, is 1 if none of the values is b - a + l.
pub(super) fn free_bits(a: u64, b: u64, values: impl Iterator<Item = u64>) -> Vec<u64> {
    let values: BTreeSet<u64> = values.collect();
    (0..2 * a).map(|l| u64::from(!values.contains(&(b - a + l)))).collect()
}

/// The number, times j, is taken from H(a,b-j), and times i added to H(a-i,b).
pub(super) fn bits_by_h(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(60, 200);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for (a, b) in (1..=max / 4).flat_map(|a| (2 * a..=max).map(move |b| (a, b))) {
        let (left, below) =
            ((1..2 * a).map(|j| (j, at(&table, a, b - j))), (1..=a).map(|i| (i, at(&table, a - i, b))));
        let found =
            [free_bits(a, b, left.clone().map(|to| to.1)), free_bits(a, b, below.clone().map(|to| to.1))];
        let left = left.filter_map(|(j, value)| (value + a + j).checked_sub(b + numbers[0] * j));
        let below = below.filter_map(|(i, value)| (value + a - i + numbers[0] * i).checked_sub(b));
        // These are numbers of bits, not values: b - a is 0.
        let said = [free_bits(a, a, left), free_bits(a, a, below)];
        let word = |bits: &[Vec<u64>; 2]| bits.each_ref().map(|bits| digits(bits)).join(" and ");
        probe.same(format_args!("a={a}, b={b}"), word(&said), word(&found));
    }
    probe.done(format!("rows to {}", max / 4))
}

pub(super) fn digits(bits: &[u64]) -> String {
    bits.iter().map(u64::to_string).collect()
}

/// As the text has it: the first bit is dropped and 1 appended, as from b to b + 1.
fn downwards(context: &Context) -> Checked {
    next_row(context, &|mut bits, value, a, b| {
        bits.remove(0);
        bits.push(1);
        (bits, value + a - 1 - b)
    })
}

/// With 1 put at each end. The number is added to the place of the bit that is cleared.
pub(super) fn upwards(context: &Context, numbers: &[u64]) -> Checked {
    next_row(context, &|bits, value, a, b| ([&[1], &bits[..], &[1]].concat(), value + a - b + numbers[0]))
}

/// The bits of (a,b) and the place of the bit to clear, from the bits and the value of (a-1,b).
type NextRow<'n> = dyn Fn(Vec<u64>, u64, u64, u64) -> (Vec<u64>, u64) + 'n;

/// Bit l of (a,b), l < 2a, is 1 if no (a-i,b) has value b - a + l.
fn next_row(context: &Context, next: &NextRow<'_>) -> Checked {
    let max = context.to(60, 200);
    let table = context.table("star-nim", max)?;
    let bits = |a: u64, b: u64| free_bits(a, b, (0..a).map(|i| at(&table, i, b)));
    let mut probe = Probe::default();
    for (a, b) in (2..=max / 4).flat_map(|a| (2 * a..=max).map(move |b| (a, b))) {
        let (mut said, cleared) = next(bits(a - 1, b), at(&table, a - 1, b), a, b);
        if let Some(bit) = said.get_mut(index(cleared)) {
            *bit = 0;
        }
        probe.same(format_args!("a={a}, b={b}"), digits(&said), digits(&bits(a, b)));
    }
    probe.done(format!("rows to {}", max / 4))
}

/// The number is the least amount by which i stays below the pile.
pub(super) fn wythoff_moves(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(12, 40);
    let mut probe = Probe::default();
    for (a, b) in (1..=max).flat_map(|b| (1..=b).map(move |a| (a, b))) {
        let [most_a, most_b] = [a, b].map(|pile| pile.saturating_sub(numbers[0]));
        let mut said: BTreeSet<(u64, u64)> =
            (1..=most_a).flat_map(|i| [(a - i, b), (a - i, b - i)]).collect();
        said.extend((1..=most_b).map(|i| (a, b - i)));
        let sorted: BTreeSet<(u64, u64)> = said.iter().map(|&(x, y)| (x.min(y), x.max(y))).collect();
        let found: BTreeSet<(u64, u64)> = context
            .options("wythoff", &[a, b])?
            .iter()
            .map(|to| (to[0].min(to[1]), to[0].max(to[1])))
            .collect();
        let first = found.difference(&sorted).next().or_else(|| sorted.difference(&found).next());
        if let Some(&(x, y)) = first {
            let word = |set: &BTreeSet<(u64, u64)>| if set.contains(&(x, y)) { "a move" } else { "no move" };
            probe.same(format_args!("{a},{b} to {x},{y}"), word(&sorted), word(&found));
        }
    }
    probe.done(format!("piles to {max}"))
}
