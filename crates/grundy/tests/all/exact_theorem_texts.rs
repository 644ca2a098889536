//! The reasons that theorems give: the numbers that were put in, and long ones cut.

use grundy::theorem::UBig;
use grundy::theorem::farr_ho::{HeadsAndTails, star_nim, star_silver_dollar};
use grundy::theorem::nim::bouton;
use grundy::theorem::path::graph_nim_path;
use grundy::theorem::sharing::sharing_pairs;
use grundy::theorem::welter::welter;
use grundy::theorem::wythoff::{fraenkel, wythoff};

fn big(numbers: &[u64]) -> Vec<UBig> {
    numbers.iter().copied().map(UBig::from).collect()
}

/// Numbers of 128 bits are written out, and twelve of them.
#[test]
fn long_numbers_and_many_are_cut() {
    let why = |piles: &[UBig]| bouton(piles).why;
    let [long, longer] = [128, 129].map(UBig::ones);
    assert_eq!(why(std::slice::from_ref(&long)), [format!("the nim-sum of {long} is {long}")]);
    assert_eq!(why(&[longer]), ["the nim-sum of <129 bits> is <129 bits>"]);
    let twelve = vec![UBig::ONE; 12];
    assert_eq!(why(&twelve), ["the nim-sum of 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 is 0"]);
    let more = |count: usize| why(&vec![UBig::from(2u8); 12 + count]);
    assert_eq!(more(1), ["the nim-sum of 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, <1 more> is 2"]);
    assert_eq!(more(8), ["the nim-sum of 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, <8 more> is 0"]);
}

#[test]
fn stars() {
    let why = star_nim(&big(&[2, 1, 3, 5])).unwrap().why;
    assert_eq!(why, ["beside the 1, the nim-sum of 2, 3, 5 is 4"]);
    let rows = [big(&[3, 7, 9]), big(&[4])];
    let why = star_silver_dollar(&rows).unwrap().why;
    assert_eq!(why[1], "heads: Star Nim 3,4, by Farr & Ho, Proposition 4 with (6k+i, 6k+i+3) in (vi)");
    let heads = |strips: usize| {
        let rows = vec![big(&[2, 5]); strips];
        let why = HeadsAndTails::new(&rows).unwrap().why("nothing", Vec::new(), None);
        assert_eq!(why[0], "tails: no gap counts");
        why[1].clone()
    };
    assert_eq!(heads(2), "heads: Star Silver Dollar [2,5],[2,5], by nothing");
    let twelve = ["[2,5]"; 12].join(",");
    assert_eq!(heads(12), format!("heads: Star Silver Dollar {twelve}, by nothing"));
    assert_eq!(heads(15), format!("heads: Star Silver Dollar {twelve},<3 more>, by nothing"));
}

#[test]
fn strips_of_welter() {
    let why = |squares: &[u64]| welter(&big(squares)).unwrap().why;
    assert!(
        why(&[1, 8])[0].contains("the nim-sum of 1, 8 is 9, ")
            && why(&[1, 8])[0].ends_with(" is 1; together 8")
    );
    assert_eq!(why(&[]), ["there are no tokens"]);
    assert_eq!(why(&[7]), ["one token, on square 7"]);
    // 1 xor 4 xor 9, and 1 for 1-4, 15 for 1-9, 1 for 4-9.
    assert_eq!(
        why(&[1, 4, 9]),
        [
            "the nim-sum of 1, 4, 9 is 12, that of 2^(v+1)-1 over all pairs, with 2^v the power of 2 in their difference, is 15; together 3"
        ]
    );
}

#[test]
fn piles() {
    let mirrored = "two piles are equal, and a move of one of the others can be repeated by its neighbour";
    let why = |piles: &[u64]| sharing_pairs(&big(piles)).unwrap().why;
    assert_eq!(why(&[2, 5, 5, 2]), ["each size occurs an even number of times"]);
    assert_eq!(why(&[2, 4, 5, 2]), ["the sizes that occur an odd number of times are 4, 5", mirrored]);
    assert_eq!(wythoff(&big(&[2, 9])).unwrap().why, ["the piles differ by 7", "P-position 7 is 11,18"]);
    assert_eq!(
        fraenkel(2, &big(&[2, 9])).unwrap().why,
        ["the piles differ by 7", "that is 3 times 2, and 1", "P-position 3 is 4,10"]
    );
    let why = |piles: &[u64]| graph_nim_path(&big(piles), 1).unwrap().why;
    let heights = |heights: &str| [format!("the other piles less the one at the centre are {heights}")];
    assert_eq!(why(&[3, 5, 9]), heights("-2 and 4"));
    assert_eq!(why(&[5, 5, 9]), heights("0 and 4"));
}
