//! The expected contradiction of each contradicted statement: the smallest one. Those of data are in the corpus.

use super::Difference;

/// Claim, place, what the text says, what the rules give.
type Record = (&'static str, &'static str, &'static str, &'static str);

const RECORD: &[Record] = &[
    ("farr-ho/proposition-4-vi", "16,19", "5", "10"),
    ("farr-ho/algorithm-1-first", "g=1, n=0", "0,0", "0,2"),
    ("farr-ho/remark-5-4", "g=1, n=0", "at most 1", "2"),
    ("farr-ho/sec-4.4-row-7", "row 7", "3600", "5040"),
    ("farr-ho/theorem-5-shift", "a=1, b=2", "10", "01"),
    ("farr-ho/theorem-5-down", "a=2, b=4", "10", "1001"),
    ("farr-ho/sec-4.4-wythoff-moves", "1,1 to 0,0", "no move", "a move"),
    ("ho/theorem-4-I-2", "0,1,5", "4q+3 = 3 tokens", "1 to 2 may be moved"),
    ("ho/theorem-4-II-3", "0,2,7", "4q+4 = 4 tokens", "1 to 3 may be moved"),
    ("ho/theorem-4-III-2", "0,1,3", "4q-1 tokens", "less than none"),
    ("ho/theorem-4-IV-1", "0,4,11", "4q+2 = 6 tokens", "1 to 5 may be moved"),
    ("ho/theorem-1-move", "[0, 2, 3] to [1, 1, 3]", "[0, 1, 3] to [0, 2, 3]", "no move"),
    ("ho/theorem-3-odd", "p=16", "some n = 1 mod 32, as for p = [0, 16, 24, 28, 30]", "none"),
    ("ho/remark-5-all", "0,1,3", "1", "0"),
    ("ho/proposition-1-formula", "n=0", "0", "1"),
    ("ho/sec-4-bottom-row", "0,0,2", "0", "1"),
    ("gu/sec-4.1-ratio", "g=2", "4 to 7", "9/3"),
    ("gu/sec-4.1-proportion", "in thousandths", "618", "382"),
    ("gu/proposition-5-claim-2-bound", "g=4, n=145", "a chain of 2", "1"),
    ("gu/theorem-7-offsets", "n=13", "2 or 4", "3"),
    (
        "gu/proposition-3-complement",
        "n <= 9",
        "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20}",
        "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 20, 23}",
    ),
    ("gurvich/sec-2-mex-1", "[1]", "2", "0"),
    ("gurvich/theorem-1-as-written", "a=1 b=2 p=1 q=2: 2,4", "P", "N"),
    ("gurvich/theorem-1-both-types", "a=1 b=2 p=1 q=2: 2,4", "P", "N"),
    ("gurvich/remark-2-games", "a=2,b=2,p=2,q=3", "in a table", "in no table"),
    ("gurvich/sec-9-rows", "a=1 b=2 p=1 q=1, row 4", "1", "0"),
    ("gurvich/sec-9-each-diagonal", "a=2 b=1 p=1 q=1, diagonal 1", "1", "0"),
    ("gurvich/sec-10-priority-p-at-least-q", "p=2 q=2 j=1", "2", "1"),
    ("gurvich/sec-10-priority-last", "p=4 q=5, number 14", "3", "4"),
    ("gurvich/sec-10-priority-second", "p=3 q=5, number 7", "(0, 5)", "(1, 3)"),
    ("gurvich/sec-10-a-b-1", "a=1 b=1 p=5 q=2: 11,13", "P", "N"),
    ("gurvich/sec-10-rules", "a=1 b=2 p=2 q=2, per-line", "a difference", "none"),
    ("gurvich/sec-11-n1", "wythoff 1,1", "1", "2"),
];

/// The expected contradiction of a claim, if any.
pub(super) fn of(id: &str) -> Option<Difference> {
    let (_, at, published, computed) = RECORD.iter().find(|record| record.0 == id)?;
    let [at, published, computed] = [at, published, computed].map(|text| (*text).to_owned());
    Some(Difference { at, published, computed })
}
