//! Section 10: p > 1 and q > 1 with a = b = 1, and the priority set.

use super::blocking::{compare, contradicted};
use super::family;
use super::recursions::kernel;
use crate::context::{index, wide};
use crate::theorem;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict};
use grundy::ruleset::{Budget, Family};
use grundy::sequence::compare::recursion;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        kind: Kind::Example,
        ..theorem(
            "sec-10-example-4-3",
            "Section 10",
            "NIM_(1,1)^(4,3): members 0,1,2,4,5,8 are 0,0 1,1 2,2 0,1 1,2 0,2; members 3,6,7,9 are 3,3 3,4 4,5 3,5",
            &[0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 0, 1, 5, 1, 2, 8, 0, 2, 3, 3, 3, 6, 3, 4, 7, 4, 5, 9, 3, 5],
            |context, numbers| example(context, family(1, 1, 4, 3), numbers),
        )
    },
    Stated {
        kind: Kind::Example,
        ..theorem(
            "sec-10-example-3-5",
            "Section 10",
            "NIM_(1,1)^(3,5): members 0 to 10 and 12 are the priority set; members 11 and 13 are 3,6 and 3,7",
            &[
                0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 0, 1, 4, 1, 2, 5, 2, 3, 6, 0, 2, 7, 1, 3, 8, 2, 4, 9, 0, 3, 10,
                1, 4, 12, 0, 4, 11, 3, 6, 13, 3, 7,
            ],
            |context, numbers| example(context, family(1, 1, 3, 5), numbers),
        )
    },
    contradicted(
        "sec-10-priority-p-at-least-q",
        "Section 10",
        "p >= q: numbers jp to jp+q-1 go to the positions (0,j) to (q-1-j,q-1), one to each",
        &[1],
        |_, numbers| {
            let mut probe = Probe::default();
            for (p, q) in (2..=6).flat_map(|p| (2..=p).map(move |q| (p, q))) {
                for j in 0..q {
                    let (first, last) = (j * p, j * p + q - numbers[0]);
                    probe.same(format_args!("p={p} q={q} j={j}"), last + 1 - first, q - j);
                }
            }
            probe.done("p <= 6")
        },
    ),
    contradicted(
        "sec-10-priority-last",
        "Section 10",
        "p < q: the position (0,q-1) of diagonal q-1 has number p(2q-p+1)/2",
        &[2, 1, 2],
        |_, numbers| {
            let mut probe = Probe::default();
            for (p, q) in (2..=8).flat_map(|q| (2..q).map(move |p| (p, q))) {
                // For a = 1, y - x = floor(n/p), so member n is on diagonal floor(n/p).
                let number = p * (numbers[0] * q + numbers[1] - p) / numbers[2];
                probe.same(format_args!("p={p} q={q}, number {number}"), number / p, q - 1);
            }
            probe.done("q <= 8")
        },
    ),
    contradicted(
        "sec-10-priority-second",
        "Section 10",
        "p < q: numbers (q-p)p+1 to (q-p+1)p-1 go to (0,q) to (p-2,p+q-2), as in the example p = 3, q = 5",
        &[1],
        |_, numbers| {
            let mut probe = Probe::default();
            let (p, q) = (3, 5);
            let listed = recursion(family(1, 1, p, q), 20, Budget::default())?;
            for (i, n) in ((q - p) * p + numbers[0]..(q - p + 1) * p).enumerate() {
                let said = (wide(i), wide(i) + q);
                probe.same(
                    format_args!("p=3 q=5, number {n}"),
                    format!("{said:?}"),
                    format!("{:?}", listed[index(n)]),
                );
            }
            probe.done("p = 3, q = 5")
        },
    ),
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "sec-10-a-b-1",
            "Section 10",
            "a = b = 1: recursion (6) with its conventions (as docs/blocking.md reads them) gives the P-positions for all p and q",
            &[1],
            |context, numbers| with_priority(context, context.few(5, 7), u64::MAX, numbers[0]),
        )
    },
];

/// a = b = 1: compares the recursion with the rules, for p and q up to `most` with p at most q + `beyond`. The recursion has
/// q + `one` - 1 for q.
pub(super) fn with_priority(context: &Context, most: u64, beyond: u64, one: u64) -> Checked {
    let max = context.to(60, 200);
    let mut probe = Probe::default();
    let all = (1..=most).flat_map(|p| (1..=most).map(move |q| (p, q)));
    for (p, q) in all.filter(|(p, q)| *p <= q.saturating_add(beyond)) {
        compare(context, &mut probe, family(1, 1, p, q), family(1, 1, p, q + one - 1), max)?;
    }
    probe.done(format!("p, q <= {most}, piles to {max}"))
}

/// Compares the recursion for a = b = 1 with the numbers that the priority set should have: for p and q, those members n that
/// `said` lists with their positions.
pub(super) fn numbered(
    games: impl Iterator<Item = (u64, u64)>,
    said: impl Fn(u64, u64) -> Vec<(u64, (u64, u64))>,
) -> Checked {
    let mut probe = Probe::default();
    for (p, q) in games {
        let listed = recursion(family(1, 1, p, q), index(p * q + p), Budget::default())?;
        for (n, position) in said(p, q) {
            let found = listed.get(index(n)).copied().unwrap_or_default();
            probe.same(
                format_args!("p={p} q={q}, number {n}"),
                format!("{position:?}"),
                format!("{found:?}"),
            );
        }
    }
    let count = probe.looked_at();
    probe.done(format!("{count} positions"))
}

/// Members n, x, y of the recursion, each of which must also be a P-position.
fn example(_: &Context, game: Family, numbers: &[u64]) -> Checked {
    let listed = recursion(game, 20, Budget::default())?;
    let found = kernel(game, 30)?;
    let mut probe = Probe::default();
    for member in numbers.chunks(3) {
        let (n, pair) = (member[0], (member[1], member[2]));
        let computed = listed.get(index(n)).copied().unwrap_or_default();
        probe.same(format_args!("n={n}"), format!("{pair:?}"), format!("{computed:?}"));
        probe.same(format_args!("{pair:?}"), true, found.contains(&pair));
    }
    probe.done(format!("{} members", numbers.len() / 3))
}
