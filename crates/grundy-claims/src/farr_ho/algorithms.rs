//! Sections 4.2 and 4.3: g-sequences of two-strip Star Nim and the three algorithms.

use super::sequences::{
    algorithm, example_3, first_member, lemma_4, lemma_6, members, range, states, stored, translated,
};
use crate::context::{index, wide};
use crate::{Checked, Context, Kind, Probe, Stated, Verdict, theorem, uncheckable};
use grundy::mex::mex_from;
use grundy::star_nim::farr_ho::{Algorithm1, Algorithm2, Algorithm3};

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "algorithm-1-first",
        place: "Algorithm 1",
        kind: Kind::Theorem,
        expected: Verdict::Contradicted,
        statement: "read literally, steps (1) and (2) for n = 0 give a position of value g >= 1",
        numbers: &[],
        check: |context, _| first_member(context, 0),
    },
    theorem(
        "theorem-3",
        "Theorem 3",
        "Algorithm 1, started with (0,g+1), gives the positions of value g",
        &[1],
        |context, numbers| {
            let (largest, count) = (context.few(8, 20), index(context.to(120, 400)));
            algorithm(context, largest, count, numbers[0], |g| {
                Box::new(Algorithm1::new(g).map(|found| (found.x, found.y)))
            })
        },
    ),
    theorem("lemma-5", "Lemma 5", "Algorithm 2 gives the positions of value g", &[1], |context, numbers| {
        let (largest, count) = (context.few(20, 40), index(context.to(500, 5000)));
        algorithm(context, largest, count, numbers[0], |g| {
            Box::new(Algorithm2::new(g).map(|found| (found.x, found.y)))
        })
    }),
    theorem(
        "lemma-7",
        "Lemma 7",
        "Algorithm 3 is Algorithm 2 with the least entry subtracted",
        &[],
        |context, _| translated(context),
    ),
    Stated {
        kind: Kind::Example,
        ..theorem(
            "example-3-steps",
            "Example 3",
            "for member 5 of T^3 x is 10; T^0 excludes 10 and T^2 excludes 11, so y is 12",
            &[5, 10, 0, 2, 12],
            example_3,
        )
    },
    theorem("remark-5-1", "Remark 5 (1)", "first entries increase", &[], |context, _| {
        members(context, &|probe, g, n, list| {
            if n > 0 {
                let (before, here) = (list[n - 1].0, list[n].0);
                probe.require(
                    before < here,
                    format_args!("g={g}, n={n}"),
                    format_args!("more than {before}"),
                    format_args!("{here}"),
                );
            }
        })
    }),
    theorem("remark-5-2", "Remark 5 (2)", "x_n <= x_(n-1) + n + 1", &[1], |context, numbers| {
        members(context, &|probe, g, n, list| {
            if n > 0 {
                let (most, here) = (list[n - 1].0 + wide(n) + numbers[0], list[n].0);
                probe.require(
                    here <= most,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {most}"),
                    format_args!("{here}"),
                );
            }
        })
    }),
    theorem("remark-5-3", "Remark 5 (3)", "n <= x_n <= 2n", &[1, 2], |context, numbers| {
        members(context, &|probe, g, n, list| {
            let (least, most, here) = (numbers[0] * wide(n), numbers[1] * wide(n), list[n].0);
            let holds = least <= here && here <= most;
            probe.require(
                holds,
                format_args!("g={g}, n={n}"),
                format_args!("{least} to {most}"),
                format_args!("{here}"),
            );
        })
    }),
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "remark-5-4",
            "Remark 5 (4)",
            "y_n <= n + (x_n + 1) g for g >= 1",
            &[1],
            |context, numbers| remark_5_4(context, 0, numbers[0]),
        )
    },
    theorem(
        "remark-5-4-later",
        "Remark 5 (4)",
        "y_n <= n + (2n + 1) g for g >= 1 and n >= 1",
        &[2, 1],
        |context, numbers| {
            members(context, &|probe, g, n, list| {
                let most = wide(n) + (numbers[0] * wide(n) + numbers[1]) * g;
                let holds = g == 0 || n == 0 || list[n].1 <= most;
                probe.require(
                    holds,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {most}"),
                    format_args!("{}", list[n].1),
                );
            })
        },
    ),
    Stated {
        expected: Verdict::Uncheckable,
        ..theorem(
            "remark-6",
            "Remark 6",
            "Algorithm 1 takes O(n (log n + log g + g log n)) steps",
            &[],
            |_, _| uncheckable("about the growth of running time, which no finite run decides"),
        )
    },
    theorem(
        "lemma-4-1",
        "Lemma 4 (1)",
        "the last g+1 second entries determine the next first entry",
        &[1],
        |context, numbers| {
            members(context, &|probe, g, n, list| {
                if n > 0 {
                    let x = list[n - 1].0;
                    let recent = list[..n]
                        .iter()
                        .rev()
                        .take(index(g + numbers[0]))
                        .map(|pair| pair.1)
                        .filter(|&y| y >= x);
                    let said = mex_from(x, recent.chain([x]));
                    probe.same(format_args!("g={g}, n={n}"), said, list[n].0);
                }
            })
        },
    ),
    theorem(
        "lemma-4-2",
        "Lemma 4 (2)",
        "the last g+1 second entries and one pair of each smaller value determine y",
        &[1],
        lemma_4,
    ),
    theorem("corollary-3", "Corollary 3", "x_n <= x_(n-1) + g + 2", &[2], |context, numbers| {
        members(context, &|probe, g, n, list| {
            if n > 0 {
                let (most, here) = (list[n - 1].0 + g + numbers[0], list[n].0);
                probe.require(
                    here <= most,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {most}"),
                    format_args!("{here}"),
                );
            }
        })
    }),
    theorem(
        "remark-7-1",
        "Remark 7 (1)",
        "T and Y of value g together have at most g + 2 elements",
        &[2],
        |context, numbers| {
            states(context, &|probe, g, n, state| {
                let Some(column) = state.columns().last() else { return };
                let (size, most) = (wide(column.t().union(&column.y).count()), g + numbers[0]);
                probe.require(
                    size <= most,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {most}"),
                    format_args!("{size}"),
                );
            })
        },
    ),
    theorem(
        "remark-7-2",
        "Remark 7 (2)",
        "x_n + z is compared with at most g + 1 values",
        &[1],
        |context, numbers| {
            states(context, &|probe, g, n, state| {
                let size = state.columns().last().map_or(0, |column| wide(column.y.len()));
                let most = g + numbers[0];
                probe.require(
                    size <= most,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {most}"),
                    format_args!("{size}"),
                );
            })
        },
    ),
    theorem(
        "remark-8-sets",
        "Remark 8",
        "|T^k| <= 2, |Y^k| <= k + 1, and they intersect",
        &[2, 1],
        |context, numbers| {
            states(context, &|probe, g, n, state| {
                for (k, column) in (0..).zip(state.columns()) {
                    let (t, y) = (wide(column.t().len()), wide(column.y.len()));
                    let holds = t <= numbers[0] && y <= k + numbers[1] && !column.t().is_disjoint(&column.y);
                    let (most_t, most_y) = (numbers[0], k + numbers[1]);
                    probe.require(
                        holds,
                        format_args!("g={g}, n={n}, k={k}"),
                        format_args!("at most {most_t} and {most_y}"),
                        format_args!("{t} and {y}"),
                    );
                }
            })
        },
    ),
    Stated {
        kind: Kind::Count,
        ..theorem(
            "remark-8-stored",
            "Remark 8",
            "the sum of k + 2 for k = 0..g is (g^2 + 5g + 4)/2, and no more values are stored",
            &[5, 4, 2],
            stored,
        )
    },
    theorem(
        "remark-8-values",
        "Remark 8",
        "the values stored are at most 2n + g + 1",
        &[2, 1],
        |context, numbers| {
            states(context, &|probe, g, n, state| {
                let (_, largest) = range(state);
                let most = numbers[0] * wide(n) + g + numbers[1];
                probe.require(
                    largest <= most,
                    format_args!("g={g}, n={n}"),
                    format_args!("at most {most}"),
                    format_args!("{largest}"),
                );
            })
        },
    ),
    theorem(
        "lemma-6",
        "Lemma 6",
        "Algorithm 2 works with numbers from x_n - 2g - 2 to x_n + g + 1",
        &[2, 2, 1],
        lemma_6,
    ),
    theorem(
        "theorem-4-range",
        "Theorem 4, proof",
        "Algorithm 3 works with at most 3g + 4 numbers, from 0 on",
        &[3, 4],
        |context, numbers| {
            let (largest, count) = (context.few(20, 40), context.to(400, 4000));
            let mut probe = Probe::default();
            for g in 0..=largest {
                context.go_on()?;
                let mut algorithm = Algorithm3::new(g);
                for n in 0..count {
                    algorithm.next();
                    let ((_, largest), most) = (range(algorithm.state()), numbers[0] * g + numbers[1]);
                    probe.require(
                        largest < most,
                        format_args!("g={g}, n={n}"),
                        format_args!("below {most}"),
                        format_args!("{largest}"),
                    );
                }
            }
            probe.done(format!("g <= {largest}, n < {count}"))
        },
    ),
];

/// For members from `least` on; the text adds `one` to x.
pub(super) fn remark_5_4(context: &Context, least: u64, one: u64) -> Checked {
    members(context, &|probe, g, n, list| {
        let (x, y) = list[n];
        let most = wide(n) + (x + one) * g;
        let holds = g == 0 || wide(n) < least || y <= most;
        probe.require(
            holds,
            format_args!("g={g}, n={n}"),
            format_args!("at most {most}"),
            format_args!("{y}"),
        );
    })
}
