//! Sharing Nim with two piles, and with an even number of piles. The proofs are in docs/sharing-nim.md, "Other numbers of piles".

use super::{Said, Theorem, Winning, short, shorts, with};
use dashu_int::UBig;

/// The values of two piles.
pub const TWO_PILES: Theorem = Theorem {
    by: "two piles of Sharing Nim, docs/sharing-nim.md",
    says: "Two piles of Sharing Nim that differ by d have the value floor(d/2).",
};

/// P-positions by mirroring.
pub const PAIRS: Theorem = Theorem {
    by: "pairs of piles of Sharing Nim, docs/sharing-nim.md",
    says: "Piles of Sharing Nim are a P-position if each size occurs an even number of times; and so are four piles u, u, v, v+1 with v-u even, v >= u, and u, u+1, v, v with v-u odd, v > u.",
};

/// What is proved for two piles, and for four and any larger even number of piles. `None` where nothing is.
///
/// ```
/// use grundy::theorem::{UBig, sharing::sharing_pairs};
/// let said = sharing_pairs(&[3u8, 10].map(UBig::from)).expect("there are two piles");
/// assert_eq!(said.value, Some(UBig::from(3u8)));
/// assert_eq!(said.winning.positions(), [[6u8, 7].map(UBig::from)]);
/// ```
pub fn sharing_pairs(piles: &[UBig]) -> Option<Said> {
    match piles {
        [one, other] => Some(two(one, other)),
        [_, _, _, _, ..] if piles.len().is_multiple_of(2) => pairs(piles),
        _ => None,
    }
}

/// A move lowers the difference d by any even number: its options have the values of d-2, d-4, .., and this is Nim with floor(d/2) counters.
fn two(one: &UBig, other: &UBig) -> Said {
    let d = one.max(other) - one.min(other);
    let value = &d / 2u8;
    let why = vec![format!("the piles differ by {}", short(&d))];
    // The larger pile gives half of the difference.
    let (less, more) = (one.min(other) + &value, one.max(other) - &value);
    let to = if one < other { vec![less, more] } else { vec![more, less] };
    let to = if value.is_zero() { Vec::new() } else { vec![to] };
    Said::of_value(value, &TWO_PILES, why, Winning::Every(to))
}

fn pairs(piles: &[UBig]) -> Option<Said> {
    let odd = odd_sizes(piles);
    let mut why = vec![match &odd[..] {
        [] => "each size occurs an even number of times".to_owned(),
        _ => format!("the sizes that occur an odd number of times are {}", shorts(odd.iter().copied(), ", ")),
    }];
    if is_mirrored(piles) {
        if !odd.is_empty() {
            why.push(
                "two piles are equal, and a move of one of the others can be repeated by its neighbour"
                    .into(),
            );
        }
        return Some(Said::previous(&PAIRS, why));
    }
    let moves = if piles.len() == 4 { four_to_mirrored(piles) } else { to_pairs(piles, &odd) };
    let to = moves.first()?;
    why.push(format!("the move to {} leaves pairs", shorts(to, ", ")));
    Some(Said::next(&PAIRS, why, Winning::AtLeast(moves)))
}

/// Whether [`PAIRS`] says that an even number of piles is a P-position.
pub fn is_mirrored(piles: &[UBig]) -> bool {
    if odd_sizes(piles).is_empty() {
        return piles.len().is_multiple_of(2);
    }
    let mut sorted: Vec<&UBig> = piles.iter().collect();
    sorted.sort_unstable();
    let [a, b, c, d] = sorted[..] else { return false };
    let even = |difference: UBig| (difference % 2u8) == 0;
    (a == b && *d == c + 1u8 && even(c - a)) || (c == d && *b == a + 1u8 && !even(c - a))
}

/// The sizes that occur an odd number of times, in increasing order.
fn odd_sizes(piles: &[UBig]) -> Vec<&UBig> {
    let mut sorted: Vec<&UBig> = piles.iter().collect();
    sorted.sort_unstable();
    sorted.chunk_by(|one, next| one == next).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}

/// A move after which each size occurs an even number of times. It takes k from a pile u and adds it to v, and changes the parity of
/// u > u-k >= v+k > v: so two sizes are odd, with their mean between them, or four, the outer as far apart as said.
fn to_pairs(piles: &[UBig], odd: &[&UBig]) -> Vec<Vec<UBig>> {
    let (low, high, k) = match *odd {
        [low, high] if (high - low) % 2u8 == 0 => (low, high, (high - low) / 2u8),
        [low, second, third, high] if second - low == high - third => (low, high, high - third),
        _ => return Vec::new(),
    };
    let place = |size: &UBig| piles.iter().position(|pile| pile == size);
    let (Some(into), Some(from)) = (place(low), place(high)) else { return Vec::new() };
    vec![with(&with(piles, from, high - &k), into, low + k)]
}

/// The moves from four piles to those of [`PAIRS`]: a pile that gives or gets becomes equal to one of the two that stay, or the two
/// become equal or neighbours.
fn four_to_mirrored(piles: &[UBig]) -> Vec<Vec<UBig>> {
    let mut moves = Vec::new();
    for (from, into) in (0..4).flat_map(|from| (0..4).map(move |into| (from, into))) {
        let (u, v) = (&piles[from], &piles[into]);
        if u <= v {
            continue;
        }
        let half = (u - v) / 2u8;
        let mut amounts = vec![half.clone()];
        for stays in (0..4).filter(|stay| ![from, into].contains(stay)).map(|stay| &piles[stay]) {
            amounts.extend((stays < u).then(|| u - stays));
            amounts.extend((stays > v).then(|| stays - v));
        }
        amounts.retain(|k| !k.is_zero() && *k <= half);
        amounts.sort_unstable();
        amounts.dedup();
        let options = amounts.into_iter().map(|k| with(&with(piles, from, u - &k), into, v + k));
        moves.extend(options.filter(|to| is_mirrored(to)));
    }
    moves
}
