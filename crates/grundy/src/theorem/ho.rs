//! Sharing Nim with three piles (Ho, "Three-pile Sharing Nim and the quadratic time winning strategy").
//!
//! Only the differences of the piles matter (Lemma 1), and (0, a, b) is equivalent to (0, b-a, b) (Theorem 1).
//! Where the paper counts the steps of a division by 4, the zeros at the end of a binary number are counted
//! here: linear time.

use super::{Said, Theorem, Winning, short, shorts, with};
use dashu_int::UBig;
use dashu_int::ops::UnsignedAbs as _;
use dashu_int::{IBig, ops::DivRem as _};

/// The P-positions.
pub const THEOREM_2: Theorem = Theorem {
    by: "Ho, Sharing Nim, Theorem 2",
    says: "Three piles of Sharing Nim are a P-position just when two of them are equal and the third differs from these by 0 or by a power of 4 times an odd number.",
};

/// The positions of value 1.
pub const THEOREM_4: Theorem = Theorem {
    by: "Ho, Sharing Nim, Theorem 4",
    says: "Three piles of Sharing Nim have value 1 just when, less the smallest of them, they are 0,0,4k+2 or 0,4k+2,4k+2 or 0,2,4k+1 or 0,4k+3,4k+5 in any order, k >= 0.",
};

/// Lemma 1 and Theorem 1: the a and b, 2a <= b, such that three piles, in any order, are equivalent to 0,a,b.
/// Their values are equal, and so are those of their options. `None` for any other number of piles.
pub fn reduced(piles: &[UBig]) -> Option<(UBig, UBig)> {
    let mut sorted: [&UBig; 3] = <&[UBig; 3]>::try_from(piles).ok()?.each_ref();
    sorted.sort_unstable();
    let [low, middle, high] = sorted;
    Some(((middle - low).min(high - middle), high - low))
}

/// Whether two equal piles and a third that differs from them by d are a P-position (Theorem 2): d is 0, or 4^k
/// times an odd number, that is, ends in an even number of binary zeros.
fn is_p_difference(d: &UBig) -> bool {
    d.trailing_zeros().is_none_or(|zeros| zeros.is_multiple_of(2))
}

/// The absolute difference of two numbers.
fn distance(a: &UBig, b: &UBig) -> UBig {
    (IBig::from(a.clone()) - IBig::from(b.clone())).unsigned_abs()
}

/// The difference between two equal piles and the third, for the first two piles that are equal. When all three
/// are, it is 0.
fn equal_pair([a, b, c]: [&UBig; 3]) -> Option<UBig> {
    [(a, b, c), (a, c, b), (b, c, a)].into_iter().find(|(x, y, _)| x == y).map(|(x, _, z)| distance(x, z))
}

/// Theorem 2: whether three piles, in any order, are a P-position.
pub fn is_p(piles: [&UBig; 3]) -> bool {
    equal_pair(piles).is_some_and(|d| is_p_difference(&d))
}

/// Theorem 4: whether three piles, in any order, have value 1. Less their smallest, the piles are (0, 0, 4k+2),
/// (0, 4k+2, 4k+2), (0, 2, 4k+1) or (0, 4k+3, 4k+5), for k >= 0; with k = 0 the third form is (0, 1, 2).
pub fn is_one(piles: [&UBig; 3]) -> bool {
    let mut sorted = piles;
    sorted.sort_unstable();
    let (a, b) = (sorted[1] - sorted[0], sorted[2] - sorted[0]);
    let rest = |n: &UBig| n % 4u8;
    let two = UBig::from(2u8);
    match rest(&b) {
        1 => b > UBig::ONE && (a == two || a == &b - 2u8),
        2 => a.is_zero() || a == b || (b == two && a.is_one()),
        _ => false,
    }
}

/// Theorems 2 and 4 for three piles of any size: the outcome, every winning move, and the value if it is 0 or 1.
/// `None` for any other number of piles.
///
/// Remark 5 of the paper has exactly one of three moves win, each of which makes two piles equal by halving
/// their difference. From 0,2,4 three of them win, and from 0,1,3 none. What Theorem 2 implies is this: a
/// winning move from pile u to pile v, with z the third, makes two piles equal, so it moves t = (u-v)/2, z-v or
/// u-z. The first leaves the difference z - (u+v)/2, the others u+v-2z, and the rule is `1 <= t <= (u-v)/2`.
/// All these are tried here.
///
/// ```
/// use grundy::theorem::{UBig, ho::sharing_nim};
/// let piles = [0u8, 1, 3].map(UBig::from);
/// let said = sharing_nim(&piles).expect("there are three piles");
/// assert_eq!(said.winning.positions(), [[1u8, 1, 2].map(UBig::from)]);
/// ```
pub fn sharing_nim(piles: &[UBig]) -> Option<Said> {
    let [a, b, c] = piles else { return None };
    let mut why = Vec::new();
    match equal_pair([a, b, c]) {
        None => why.push(format!("no two of {} are equal", shorts(piles, ", "))),
        Some(d) if d.is_zero() => why.push("all three piles are equal".into()),
        Some(d) => {
            let zeros = d.trailing_zeros().unwrap_or(0);
            why.push(format!("two piles are equal, and the third differs from them by {}", short(&d)));
            let parity = if zeros.is_multiple_of(2) { "even" } else { "odd" };
            why.push(format!("in binary this ends in {zeros} zeros, an {parity} number"));
        }
    }
    if is_p([a, b, c]) {
        return Some(Said::previous(&THEOREM_2, why));
    }
    let winning = Winning::Every(winning_moves(piles, [a, b, c]));
    if is_one([a, b, c]) {
        why.push("less the smallest, the piles are on the list of Theorem 4".into());
        return Some(Said::of_value(UBig::ONE, &THEOREM_4, why, winning).with([&THEOREM_2]));
    }
    why.push("the piles are not on the list of Theorem 4: the value is 2 or more".into());
    Some(Said::next(&THEOREM_2, why, winning).with([&THEOREM_4]))
}

/// Every winning move from an N-position; see [`sharing_nim`].
fn winning_moves(piles: &[UBig], all: [&UBig; 3]) -> Vec<Vec<UBig>> {
    let mut moves = Vec::new();
    for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        let (u, v, z) = (all[from], all[to], all[3 - from - to]);
        if u <= v {
            continue;
        }
        let (half, odd) = (u - v).div_rem(2u8);
        let mut amounts = Vec::new();
        if odd == 0 && is_p_difference(&distance(z, &(v + &half))) {
            amounts.push(half.clone());
        }
        if is_p_difference(&distance(&(u + v), &(z * 2u8))) {
            amounts.extend((z > v).then(|| z - v));
            amounts.extend((u > z).then(|| u - z));
        }
        amounts.retain(|t| *t <= half);
        amounts.sort_unstable();
        amounts.dedup();
        moves.extend(amounts.into_iter().map(|t| with(&with(piles, from, u - &t), to, v + t)));
    }
    moves
}
