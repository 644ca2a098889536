//! The contradicted claims of Ho: grades, and what holds instead.

use super::GAME;
use super::cases::{complement_move, leads_to_1_or, odd_periods, other_outcome};
use super::conjectures::bottom_row;
use super::values::{proposition_1, winning_move};
use crate::context::at;
use crate::data::{corrected, value_of};
use crate::record::{Contradicted, First};
use crate::{Check, Checked, Context, Grade, Paper, Probe};

/// A case of the proof of Theorem 4 with an edge case.
const fn edge(
    id: &'static str,
    first: First,
    why: &'static str,
    instead: &'static str,
    numbers: &'static [u64],
    check: Check,
) -> Contradicted {
    Contradicted { id, grade: Grade::Slip, first, why, instead, numbers, check }
}

/// Some places of the paper are right if an empty pile is counted as 1.
const COUNTED_FROM_1: &str = "The paper seems to have counted an empty pile as 1 before: Section 4 has a = 1 and zeros at even b in \
     the bottom row, a column of Table 3 is that of n = 1 mod 32 before the table and of n = 0 mod 32 after it, and captions have n >= 1 \
     for a list from 0 on (Table 2), 1,3,n for 0,2,n and 1,7,n for 0,6,n (Figures 4 and 5).";

pub(crate) const CONTRADICTED: &[Contradicted] = &[
    Contradicted {
        id: "sec-6-a-bound-g3",
        grade: Grade::False,
        first: None,
        why: "Table 1 of the paper has G(0,4,8) = 3, and 4 is half of 8; docs/errata.md has the options. Conjecture 3 \
              requires a <= 5.",
        instead: "value 3 with a <= b/2 <= 150 has a at most 3, except at 0,4,8",
        numbers: &[3, 4, 8],
        check: bound_of_3,
    },
    Contradicted {
        id: "remark-5-all",
        grade: Grade::False,
        first: Some(["0,1,3", "1", "0"]),
        why: "In 0,1,3 only 1 and 3 have an even difference, and 0,2,2 is not P; the winning move is to 1,1,2, with a token \
              of the third pile. From 0,2,4 all three equalisations win: 1,1,4 and 2,2,2 and 0,3,3.",
        instead: "from 0,a,a+y with a < y, not P, one of two moves from the third pile to the first wins: a tokens, so that it \
                  equals the second pile, or (a+y)/2, so that it equals the third",
        numbers: &[2],
        check: |context, numbers| winning_move(context, numbers, 1),
    },
    Contradicted {
        id: "table-2",
        grade: Grade::Reading,
        first: None,
        why: COUNTED_FROM_1,
        instead: "with an empty pile counted as 1: 490 values of sharing-nim along 0,0,n from the empty pile on",
        numbers: &[0],
        check: |context, numbers| {
            corrected(context, Paper::Ho, "table-2", |entry| {
                entry.insert("printed_from".to_owned(), value_of(numbers[0]));
            })
        },
    },
    edge(
        "theorem-2-move",
        Some(["0,1,2", "y-a = 2^k times an odd number", "y-a = 0"]),
        "Edge case y = a: 0,a,2a with a > 0 is not P. (The proof of Proposition 1 has the same case, n = 3a, of the P-position a,a,a.)",
        "from 0,a,a+y, a <= y, not P: give a if y = a, and otherwise as stated",
        &[2, 1],
        |context, numbers| winning_move(context, numbers, 0),
    ),
    edge(
        "theorem-3-even-p",
        Some(["p=1", "an even n", "none"]),
        "Misprint, even for odd: n+p is odd if n is even. For odd n and p, n is P and n+p can be N.",
        "for odd p there is an odd n such that n is P and (n+p) mod 32 is in the set of Proposition 2 (3)",
        &[1],
        odd_periods,
    ),
    edge(
        "theorem-4-I-2",
        Some(["0,1,5", "4q+3 = 3 tokens", "1 to 2 may be moved"]),
        "Edge case s = q+1: the first pile would become larger than the third. One token less leads to the same position, \
         0,1,2 of value 1.",
        "from 0,4q+1,4q+1+4s: 4q+3 to the first pile, or 4q+2 if s = q+1",
        &[4, 0, 3, 0, 2],
        |c, n| leads_to_1_or(c, n, 2, |q, s, n| (s == q + 1).then_some((4 * q + n[4], true))),
    ),
    edge(
        "theorem-4-II-3",
        Some(["0,2,7", "4q+4 = 4 tokens", "1 to 3 may be moved"]),
        "Edge case s = q+1, as in (I)(2): one token less leads to 0,1,2.",
        "from 0,4q+2,4q+4s+3: 4q+4 to the first pile, or 4q+3 if s = q+1",
        &[4, 0, 4, 0, 3],
        |c, n| leads_to_1_or(c, n, 9, |q, s, n| (s == q + 1).then_some((4 * q + n[4], true))),
    ),
    edge(
        "theorem-4-III-2",
        Some(["0,1,3", "4q-1 tokens", "less than none"]),
        "Edge case q = 0: -1 token. From 0,1,4s+3 a move to the second pile leads to 0,2s+2,2s+2 or 0,2s+1,2s+3.",
        "from 0,4q+1,4q+4s+3: 4q-1 to the first pile, or, if q = 0, 2s+1 (s even) or 2s (s odd) to the second",
        &[4, 0, 0, 1, 2, 1],
        |c, n| {
            leads_to_1_or(c, n, 12, |q, s, n| {
                (q == 0).then_some((n[4] * s + if s % 2 == 0 { n[5] } else { 0 }, false))
            })
        },
    ),
    edge(
        "theorem-4-IV-1",
        Some(["0,4,11", "4q+2 = 6 tokens", "1 to 5 may be moved"]),
        "Edge case s = q: the first pile would become larger than the third. One token less leads to 0,1,2.",
        "from 0,4q,4q+4s+3: 4q+2 to the first pile, or 4q+1 if s = q",
        &[4, 0, 2, 0, 1],
        |c, n| leads_to_1_or(c, n, 18, |q, s, n| (s == q).then_some((4 * q + n[4], true))),
    ),
    Contradicted {
        id: "theorem-1-move",
        grade: Grade::Slip,
        first: Some(["[0, 2, 3] to [1, 1, 3]", "[0, 1, 3] to [0, 2, 3]", "no move"]),
        why: "Misprint: k tokens make the second pile of 0,n-m,n+1 n-m+k, not n+1-m+k.",
        instead: "0,m+1,n+1 to k,m+1-k,n+1 is answered by the move from 0,n-m,n+1 to 0,n-m+k,n+1-k",
        numbers: &[0, 1],
        check: complement_move,
    },
    Contradicted {
        id: "theorem-3-odd",
        grade: Grade::Reading,
        first: Some(["p=16", "some n = 1 mod 32, as for p = [0, 16, 24, 28, 30]", "none"]),
        why: "As `ho/table-2`. By sizes n = 1 mod 32 is odd, as is n+p, and both are P.",
        instead: "with an empty pile counted as 1, that is n = 0 mod 32 by sizes: for p mod 32 = 0, 16, 24, 28 or 30 some n = 0 mod 32 has f(n+p) /= f(n)",
        numbers: &[0],
        check: |context, numbers| other_outcome(context, &[numbers[0], 0, 16, 24, 28, 30]),
    },
    Contradicted {
        id: "proposition-1-formula",
        grade: Grade::Reading,
        first: Some(["n=0", "0", "1"]),
        why: "With empty piles, which the rest of the paper allows, there is one more: for n = 3 both 1,1,1 and 0,0,3 (which moves \
              only to 0,1,2, and that to 1,1,1). The proof takes a smallest pile from 1 to floor(n/3).",
        instead: "there are floor(n/3) P-positions with n tokens and no empty pile",
        numbers: &[3],
        check: |context, numbers| proposition_1(context, numbers, 1),
    },
    Contradicted {
        id: "sec-4-bottom-row",
        grade: Grade::Reading,
        first: Some(["0,0,2", "0", "1"]),
        why: "As `ho/table-2`. By sizes the zeros are at odd b: 0,0,2 moves only to 0,1,1, which is over.",
        instead: "with an empty pile counted as 1: G(0,0,b-1) = 0 for even b",
        numbers: &[1],
        check: bottom_row,
    },
];

/// The numbers are the bound, and the one position beyond it.
fn bound_of_3(context: &Context, numbers: &[u64]) -> Checked {
    let max = 300;
    let table = context.table(GAME, max)?;
    let cells = (0..=max).flat_map(|b| (0..=b / 2).map(move |a| (a, b)));
    let beyond: Vec<(u64, u64)> = cells.filter(|&(a, b)| a > numbers[0] && at(&table, a, b) == 3).collect();
    let mut probe = Probe::default();
    probe.same(format_args!("beyond"), format!("{:?}", [(numbers[1], numbers[2])]), format!("{beyond:?}"));
    probe.done(format!("b <= {max}"))
}
