//! The contradicted claims of Farr and Ho: grades, and what holds instead.

use super::algorithms::remark_5_4;
use super::periods::shift;
use super::proofs::{bits_by_h, second_entries, upwards, wythoff_moves};
use super::sequences::first_member;
use super::star_nim::proposition_4;
use crate::data::{corrected, value_of};
use crate::record::Contradicted;
use crate::{Grade, Paper};

/// Proposition 4 (vi), corrected: the numbers are those of `proposition_4`.
const VALUE_5: &[u64] = &[5, 12, 3, 6, 3, 0, 6, 1, 5, 2, 4, 3, 7, 8, 10, 9, 11];
const VALUE_5_SAID: &str =
    "value 5: (0,6), (1,5), (2,4), (3,7), (8,10), (9,11), (6k+i,6k+i+3), k >= 2, i <= 2";

pub(crate) const CONTRADICTED: &[Contradicted] = &[
    Contradicted {
        id: "counts-4-strips",
        grade: Grade::False,
        first: None,
        why: "5089 is right, 4593 is not. It is 5089 less the 345 positions with a winning move to square 0 and 151 more \
              with a token on square 1 that Proposition 3 makes N; 3128 of the 4593 are N-positions too, by other \
              moves. docs/errata.md works out one of them, 2,3,8,9.",
        instead: "of the 5089 P-positions of Nim with four piles of size 1 to 50, 1465 are P-positions of Star Nim",
        numbers: &[1465],
        check: |context, numbers| {
            corrected(context, Paper::FarrHo, "counts-4-strips", |entry| {
                entry.insert("both".to_owned(), value_of(numbers[0]));
            })
        },
    },
    Contradicted {
        id: "proposition-4-vi",
        grade: Grade::False,
        first: Some(["16,19", "5", "10"]),
        why: "The text's family has (13,16) and (16,19), and a move leads from the second to the first (19 to 13); two positions of \
              one value are never joined by a move. Three numbers have to change, and no example shows that they are misprints.",
        instead: VALUE_5_SAID,
        numbers: VALUE_5,
        check: proposition_4,
    },
    Contradicted {
        id: "algorithm-1-first",
        grade: Grade::Slip,
        first: Some(["g=1, n=0", "0,0", "0,2"]),
        why: "Edge case n = 0: step (1) gives x = 0 and step (2) z = 0, since no smaller value has (0,0). But two tokens \
              never share a square, so (0,0) is not a position and has to be skipped.",
        instead: "for n = 0, (0,z) with the least z for which it is a position of no smaller value is (0,g+1), of value g",
        numbers: &[1],
        check: |context, numbers| first_member(context, numbers[0]),
    },
    Contradicted {
        id: "remark-5-4",
        grade: Grade::Slip,
        first: Some(["g=1, n=0", "at most 1", "2"]),
        why: "Edge case n = 0: the bound is g, and the member is (0,g+1). The other bound of the remark, n + (2n + 1) g, is g there too.",
        instead: "y_n <= n + (x_n + 1) g for g >= 1 and n >= 1",
        numbers: &[1],
        check: |context, numbers| remark_5_4(context, numbers[0], 1),
    },
    Contradicted {
        id: "lemma-6-entries",
        grade: Grade::Slip,
        first: Some(["g=0, n=0", "at most 0", "1"]),
        why: "Edge case i = 0: member 0 is (0,g+1), and Proposition 5 is about positions without 0. The proof of Lemma 4 (ii) has the \
              same step. Both lemmas hold: in Lemma 6, y_0 = g+1 <= x_n+g+1; in Lemma 4 (ii), x_(n-1) > y_0 = g+1, as it is at least \
              n-1 >= g+1 and not y_0.",
        instead: "y_i <= x_i + g for all i >= 1",
        numbers: &[1],
        check: |context, numbers| second_entries(context, numbers[0]),
    },
    Contradicted {
        id: "theorem-5-bits",
        grade: Grade::Slip,
        first: Some(["a=1, b=2", "10 and 11", "01 and 01"]),
        why: "Bit l stands for the value b-a+l, but H(a,b-j) is counted from b-j-a, and H(a-i,b) from b-a+i. The text has H(0,b) = 1, which is -1 by the formula; \
              perhaps a sign is lost in our copy. With 1 the second string of 1,2 would be 10.",
        instead: "in the strings of (a,b) the bits l = H(a,b-j) - j are 0, and the bits l = H(a-i,b) + i",
        numbers: &[1],
        check: bits_by_h,
    },
    Contradicted {
        id: "theorem-5-shift",
        grade: Grade::Reading,
        first: Some(["a=1, b=2", "10", "01"]),
        why: "The text removes the leftmost digit before it clears the l-th. Counted after the removal, the l-th digit is \
              the wrong one: row 1 has G(1,b) = b and the bits 01 at every b, which would become 10.",
        instead: "with the l-th digit counted before the removal: clearing bit G(a,b)-b+a of row a, then shifting, gives the bits at b+1",
        numbers: &[1],
        check: shift,
    },
    Contradicted {
        id: "theorem-5-down",
        grade: Grade::Slip,
        first: Some(["a=2, b=4", "10", "1001"]),
        why: "The rule for b+1 is repeated for a, where the window b-a to b+a-1 grows at both ends. The text's strings \
              for row 0 have 2a digits; with that length for all rows, left and right are exchanged. Nothing else depends on it.",
        instead: "the bits of the column below (a,b) are those of (a-1,b) with 1 put at each end, and bit G(a-1,b)-b+a cleared",
        numbers: &[0],
        check: upwards,
    },
    Contradicted {
        id: "sec-4.4-wythoff-moves",
        grade: Grade::Slip,
        first: Some(["1,1 to 0,0", "no move", "a move"]),
        why: "Misprint, < for <=: with i < a no pile could be emptied.",
        instead: "a move in Wythoff's game takes i with 1 <= i <= a from pile a, or from both piles",
        numbers: &[0],
        check: wythoff_moves,
    },
];
