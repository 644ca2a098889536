//! The contradicted claims of Gu: grades, and what holds instead.

use super::chains::{claim_2, complement, offsets};
use super::general::proportions;
use crate::data::{corrected, value_of};
use crate::record::Contradicted;
use crate::{Grade, Paper};
use toml::{Table, Value};

pub(crate) const CONTRADICTED: &[Contradicted] = &[
    Contradicted {
        id: "figure-3",
        grade: Grade::False,
        first: None,
        why: "T_7 has 52 repeats, which docs/errata.md lists, and far members are P-positions shifted by 52. Figure 4 has 53 too, so it is not \
              a damaged digit.",
        instead: "C_7 = 52; the other constants of Figure 3 are right",
        numbers: &[52],
        check: |context, numbers| {
            corrected(context, Paper::Gu, "figure-3", |entry| set(entry, 7, "C", numbers[0]))
        },
    },
    Contradicted {
        id: "figure-4",
        grade: Grade::False,
        first: None,
        why: "For g = 2 the ten members listed in Theorem 7 have the differences 2, 0, 1, 3, 5, 4, 7, 6, 9, 8: only n = 3 is on its \
              diagonal, so nine are not. For g = 11 two separate programs count 605. These two are one digit away from what our copy \
              has, and may be right in print. C_7 is that of Figure 3, printed twice.",
        instead: "9 wrong diagonals for g = 2, C_7 = 52, 605 wrong diagonals for g = 11; the other numbers of Figure 4 are right",
        numbers: &[9, 52, 605],
        check: |context, numbers| {
            corrected(context, Paper::Gu, "figure-4", |entry| {
                set(entry, 2, "wrong", numbers[0]);
                set(entry, 7, "C", numbers[1]);
                set(entry, 11, "wrong", numbers[2]);
            })
        },
    },
    Contradicted {
        id: "theorem-8-exceptions",
        grade: Grade::Slip,
        first: None,
        why: "The text has the sequence from 55, 89 twice. 54 is on no sequence of the text, so member 54 would be (82,136); from \
              there the larger pile can be reduced to 48, and (48,82) is listed by the same theorem. The member is (83,137). A row of Theorem 7 is \
              doubled in our copy too, so 54, 88 may stand in print.",
        instead: "the same with 54, 88 for one of the two sequences 55, 89",
        numbers: &[54, 88],
        check: |context, numbers| {
            corrected(context, Paper::Gu, "theorem-8-exceptions", |entry| {
                if let Some(last) = rows(entry).last_mut() {
                    last.insert("m0".to_owned(), value_of(numbers[0]));
                    last.insert("m1".to_owned(), value_of(numbers[1]));
                }
            })
        },
    },
    Contradicted {
        id: "proposition-5-claim-2-bound",
        grade: Grade::Slip,
        first: Some(["g=4, n=145", "a chain of 2", "1"]),
        why: "Edge case: the step from n to n_2 needs n > b_M + R, which n > M_2 = f(M) + 1 does not give. For g = 4, M = 81 and R = 12: \
              M_2 = 137, and 145 is neither f(n) nor f(n) + 1 for an n >= 81.",
        instead: "chains of k indices exist from M_k on, with M_1 = M and M_k = max(f(M_(k-1)), b_M + R) + 1",
        numbers: &[1],
        check: |context, numbers| claim_2(context, numbers, false),
    },
    Contradicted {
        id: "theorem-7-offsets",
        grade: Grade::Slip,
        first: Some(["n=13", "2 or 4", "3"]),
        why: "3 is left out, the offset of all n but those on the four sequences. The argument needs only that it is not 0 or 1.",
        instead: "from n = 10 on member n of T_2 is 2, 3 or 4 places before the P-position on its diagonal",
        numbers: &[2, 3, 4],
        check: offsets,
    },
    Contradicted {
        id: "proposition-3-complement",
        grade: Grade::Slip,
        first: Some([
            "n <= 9",
            "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20}",
            "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 20, 23}",
        ]),
        why: "The left side of the equation lacks the -3 of the sequence S that it describes. The right side is what is used.",
        instead: "floor(n phi) - 3 and floor(n phi^2) - 3 for n = 0 to 9 are, from 0 on, the numbers 0 to 12, 15, 17 and 20",
        numbers: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20],
        check: |_, numbers| complement(numbers, 3),
    },
    Contradicted {
        id: "sec-4.1-proportion",
        grade: Grade::Reading,
        first: Some(["in thousandths", "618", "382"]),
        why: "The steps of floor(n phi) are 1 and 2 with mean phi, so a share of 2 - phi = 1/phi^2 of them are 1. Of the first ten \
              (0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16) four are 1. The sentence speaks of a ratio, and 4/6 is near 1/phi.",
        instead: "read as the ratio of the steps 1 to the steps 2: a proportion of 1/phi^2 = 2 - phi has a_(n+1) = a_n + 1, and 1/phi has a_(n+1) = a_n + 2",
        numbers: &[2, 1],
        check: proportions,
    },
];

/// The rows of an entry.
fn rows(entry: &mut Table) -> Vec<&mut Table> {
    let rows = entry.get_mut("rows").and_then(Value::as_array_mut);
    rows.into_iter().flatten().filter_map(Value::as_table_mut).collect()
}

/// Changes a number in the row of a value g.
fn set(entry: &mut Table, g: i64, key: &str, number: u64) {
    let row = rows(entry).into_iter().find(|row| row.get("g").and_then(Value::as_integer) == Some(g));
    if let Some(row) = row {
        row.insert(key.to_owned(), value_of(number));
    }
}
