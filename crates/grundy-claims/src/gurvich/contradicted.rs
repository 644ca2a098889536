//! The contradicted claims of Gurvich: grades, and what holds instead.

use super::blocking::{each_diagonal, games, rows, theorem_1_to};
use super::kernels::{mex_one, removed_second};
use super::lines::other_rules;
use super::priority::{numbered, with_priority};
use crate::context::at;
use crate::record::Contradicted;
use crate::{Checked, Context, Grade, Probe};
use grundy::ruleset::Reading;

const THEOREM_1_SAID: &str =
    "p = 1 or q = 1: recursion (6) gives the P-positions, blocking counted on each line (end of sec. 8)";

pub(crate) const CONTRADICTED: &[Contradicted] = &[
    Contradicted {
        id: "sec-10-priority-last",
        grade: Grade::False,
        first: Some(["p=4 q=5, number 14", "3", "4"]),
        why: "Member n is on diagonal floor(n/p), so (0,q-1) has a number from p(q-1) on. For p = 4, q = 5 the formula gives 14, on \
              diagonal 3. It is the size of the priority set, and equal to p(q-1) in the example p = 3, q = 5.",
        instead: "p < q: the position (0,q-1) has number p(q-1)",
        numbers: &[1],
        check: |_, numbers| {
            let games = (2..=8).flat_map(|q| (2..q).map(move |p| (p, q)));
            numbered(games, |p, q| vec![(p * (q - numbers[0]), (0, q - 1))])
        },
    },
    Contradicted {
        id: "sec-10-a-b-1",
        grade: Grade::False,
        first: Some(["a=1 b=1 p=5 q=2: 11,13", "P", "N"]),
        why: "For p = 5, q = 2 the recursion has 11,13 as member 14. It is an N-position under every reading of the blocking rule: \
              8,11 and 9,11 are P-positions on one line with it, and one can be blocked. The conventions of the section are \
              read as docs/blocking.md does; we know no reading of them that gives the P-positions.",
        instead: "a = b = 1: recursion (6) with its conventions gives the P-positions for p <= q + 2, with p and q up to 10",
        numbers: &[2],
        check: |context, numbers| with_priority(context, 10, numbers[0], 1),
    },
    Contradicted {
        id: "sec-2-mex-1",
        grade: Grade::Slip,
        first: Some(["[1]", "2", "0"]),
        why: "Edge case, sets S, or S^q, without 0: for {1} the definition has s_1 = 1 and gives mex_1 = 2, but mex is 0; likewise for \
              q = 2 and the multiset 0, 1, 1. With p = 1 or q = 1 the sets of the recursion contain 0 or are empty. In NIM_(2,2)^(3,3) the set before member 6 is {2}; Table 5 has x_6 = 0, \
              the least number with no member of the set in the b numbers up to it, where the definition gives 4.",
        instead: "mex_1 = mex for sets with 0, and mex_1^q = mex^q if S^q has 0, mex_b being s_i + b for the first gap after the least element",
        numbers: &[1],
        check: |context, numbers| mex_one(context, numbers, true),
    },
    Contradicted {
        id: "sec-8-removed-2",
        grade: Grade::Slip,
        first: Some(["2,2", "not in N_2", "in N_2"]),
        why: "One too many, perhaps a damaged sign: from 2,2 both 0,0 and 1,1 are reached along the diagonal, and only one of these moves can be \
              blocked. So it is with the diagonal x = y > 1 from which 0,0 is reached: the next sentence has 1,1 on it.",
        instead: "NIM_(1,1)^(2,1): with 0,0 and 1,1 P, N_2 is the column x = 1, y > 1, the row y = 1, x > 1, and the diagonal x = y > 1",
        numbers: &[1, 1, 1],
        check: removed_second,
    },
    Contradicted {
        id: "remark-2-games",
        grade: Grade::Slip,
        first: Some(["a=2,b=2,p=2,q=3", "in a table", "in no table"]),
        why: "Misprint: NIM_(2,2)^(2,3) is named twice; Table 5 and Figures 13 and 14 have p = q = 2 and p = q = 3.",
        instead: "with NIM_(2,2)^(2,2) and NIM_(2,2)^(3,3) as the last two, the games of the remark are among those of Tables 1 to 5",
        numbers: &[
            1, 1, 1, 2, 1, 2, 1, 2, 1, 1, 4, 3, 1, 1, 3, 5, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2,
            2, 2, 3, 3,
        ],
        check: games,
    },
    Contradicted {
        id: "sec-9-rows",
        grade: Grade::Slip,
        first: Some(["a=1 b=2 p=1 q=1, row 4", "1", "0"]),
        why: "Edge case q = 1, which the proof has treated before: for a = 1, b = 2 the P-positions are 0,0 and 2,3 and 5,7 and 9,12 and \
              so on, none in row 4.",
        instead: "p = 1, q >= 2: every b-th row (0, b, 2b, ..) has exactly q P-positions",
        numbers: &[1],
        check: |context, numbers| rows(context, numbers[0], 2),
    },
    Contradicted {
        id: "sec-10-priority-p-at-least-q",
        grade: Grade::Slip,
        first: Some(["p=2 q=2 j=1", "2", "1"]),
        why: "Misprint in the last number: for j = 1 there are q numbers for q-1 positions. The example p = 4, q = 3 has jp+q-1-j.",
        instead: "p >= q: numbers jp to jp+q-1-j go to the positions (0,j) to (q-1-j,q-1)",
        numbers: &[1],
        check: |_, numbers| {
            let games = (2..=6).flat_map(|p| (2..=p).map(move |q| (p, q)));
            numbered(games, |p, q| {
                let each = |j: u64| (j * p..=j * p + q - numbers[0] - j).zip((0..).map(move |i| (i, i + j)));
                (0..q).flat_map(each).collect()
            })
        },
    },
    Contradicted {
        id: "sec-10-priority-second",
        grade: Grade::Slip,
        first: Some(["p=3 q=5, number 7", "(0, 5)", "(1, 3)"]),
        why: "Misprints: the example that follows, p = 3, q = 5, gives number 7 to (1,3), and 9 and 10 to (0,3) and (1,4).",
        instead: "p < q: numbers (q-p+1)p to (q-p+2)p-2 go to (0,q-p+1) to (p-2,q-1)",
        numbers: &[1, 2],
        check: |_, numbers| {
            let games = (2..=8).flat_map(|q| (2..q).map(move |p| (p, q)));
            numbered(games, |p, q| {
                let said = (q - p + numbers[0]) * p..=(q - p + numbers[1]) * p - 2;
                said.zip((0..).map(|i| (i, i + q - p + 1))).collect()
            })
        },
    },
    Contradicted {
        id: "sec-11-n1",
        grade: Grade::Slip,
        first: Some(["wythoff 1,1", "1", "2"]),
        why: "In Wythoff's game 1,1 leads to 0,0 and has value 2. The rule that follows in the text, mex of the successors, is right.",
        instead: "a position of N_1 has value 1 if it leads to no position of value 1, and more otherwise",
        numbers: &[1],
        check: first_values,
    },
    Contradicted {
        id: "theorem-1-as-written",
        grade: Grade::Reading,
        first: Some(["a=1 b=2 p=1 q=2: 2,4", "P", "N"]),
        why: "Section 7 lets only moves (c,c), (d,0) and (0,d) be blocked; the end of section 8 counts on each line. In \
              2,4 of NIM_(1,2)^(1,2) the only move to value 0 takes 1 and 4; see docs/blocking.md.",
        instead: THEOREM_1_SAID,
        numbers: &[1],
        check: |context, numbers| theorem_1_to(context, 4, Reading::PerLine, numbers[0]),
    },
    Contradicted {
        id: "theorem-1-any-moves",
        grade: Grade::Reading,
        first: Some(["a=1 b=2 p=1 q=2: 2,5", "P", "N"]),
        why: "The abstract lets up to p-1 moves of type A and up to q-1 of type B in each case be blocked, and can be read of any of these moves, \
              counted together. In 2,5 of NIM_(1,2)^(1,2) the moves to the P-positions 1,0 and 2,4 take less from the first pile, \
              and one of them can be blocked.",
        instead: THEOREM_1_SAID,
        numbers: &[1],
        check: |context, numbers| theorem_1_to(context, 4, Reading::PerLine, numbers[0]),
    },
    Contradicted {
        id: "sec-9-each-diagonal",
        grade: Grade::Reading,
        first: Some(["a=2 b=1 p=1 q=1, diagonal 1", "1", "0"]),
        why: "For a = 2 all P-positions have an even difference. The paragraph before speaks of the diagonals y = x + aj only.",
        instead: "p = 1: each diagonal y = x + aj has exactly one P-position, and every other diagonal has none",
        numbers: &[1],
        check: |context, numbers| each_diagonal(context, numbers[0], |f| f.a),
    },
    Contradicted {
        id: "sec-10-rules",
        grade: Grade::Reading,
        first: Some(["a=1 b=2 p=2 q=2, per-line", "a difference", "none"]),
        why: "With the blocking counted on each line (end of section 8) it fails: for a = 1, b = p = q = 2 (Figure 11) the recursion gives what \
              these rules give. The text names Figures 12 to 14 as examples, not Figure 11.",
        instead: "with the blocking rule as written in sec. 7: min(p,q) >= 2 and a or b > 1: the recursion with its conventions needs other rules",
        numbers: &[2],
        check: |context, numbers| other_rules(context, numbers[0], &[Reading::AsWritten]),
    },
];

/// The positions of Wythoff's game that lead to 0,0.
fn first_values(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(30, 100);
    let table = context.table("wythoff", max)?;
    let mut probe = Probe::default();
    for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))) {
        let options = context.options("wythoff", &[x, y])?;
        if options.contains(&vec![0, 0]) {
            let value = at(&table, x, y);
            let leads = options.iter().any(|to| at(&table, to[0], to[1]) == numbers[0]);
            probe.require(
                if leads { value > numbers[0] } else { value == numbers[0] },
                format_args!("wythoff {x},{y}"),
                format_args!("{}{}", if leads { "more than " } else { "" }, numbers[0]),
                format_args!("{value}"),
            );
        }
    }
    probe.done(format!("piles to {max}"))
}
