//! Graph Nim on a path of three vertices. The proof is in docs/sharing-nim.md, "Graph Nim on a path".

use super::{Said, Theorem, Winning, short, with};
use dashu_int::UBig;
use dashu_int::{IBig, ops::UnsignedAbs as _};

/// The P-positions.
pub const PATH: Theorem = Theorem {
    by: "Graph Nim on a path, docs/sharing-nim.md",
    says: "Three piles x, c, z of Graph Nim on a path with c at its centre are a P-position just when x = z and c does not differ from them by 2, or x+z differs from 2c by at most 1.",
};

/// Three piles and the place of the centre: the outcome and every winning move. `None` for any other number of piles.
///
/// ```
/// use grundy::theorem::{UBig, path::graph_nim_path};
/// let said = graph_nim_path(&[0u8, 5, 8].map(UBig::from), 1).expect("there are three piles");
/// assert_eq!(said.winning.positions(), [[1u8, 4, 8].map(UBig::from)]);
/// ```
pub fn graph_nim_path(piles: &[UBig], centre: usize) -> Option<Said> {
    let [_, _, _] = piles else { return None };
    let others = match centre {
        0 => [1, 2],
        1 => [0, 2],
        2 => [0, 1],
        _ => return None,
    };
    let heights = others.map(|other| IBig::from(piles[other].clone()) - IBig::from(piles[centre].clone()));
    let [x, z] = &heights;
    let shown = |number: &IBig| {
        let sign = if *number < IBig::ZERO { "-" } else { "" };
        format!("{sign}{}", short(&number.unsigned_abs()))
    };
    let why = vec![format!("the other piles less the one at the centre are {} and {}", shown(x), shown(z))];
    if is_p(x, z) {
        return Some(Said::previous(&PATH, why));
    }
    let mut moves = Vec::new();
    for (end, (height, other)) in [(others[0], (x, z)), (others[1], (z, x))] {
        let (from, into) = if *height > IBig::ZERO { (end, centre) } else { (centre, end) };
        for amount in amounts(height, other) {
            let given = with(piles, from, &piles[from] - &amount);
            moves.push(with(&given, into, &piles[into] + amount));
        }
    }
    Some(Said::next(&PATH, why, Winning::Every(moves)))
}

/// Whether the piles at the ends, less the one at the centre, are a P-position.
fn is_p(x: &IBig, z: &IBig) -> bool {
    (x == z && x.unsigned_abs() != UBig::from(2u8)) || (x + z).unsigned_abs() <= UBig::ONE
}

/// The amounts that can be moved between the centre and an end of this height so that a P-position is left. To move k changes a height h by 2k and the other one by k.
fn amounts(height: &IBig, other: &IBig) -> Vec<UBig> {
    let sign = if *height < IBig::ZERO { IBig::NEG_ONE } else { IBig::ONE };
    let (height, other) = (&sign * height, &sign * other);
    let most = &height / 2u8;
    // These make the heights equal, or their sum at most 1.
    let sum = &height + &other + IBig::ONE;
    let mut amounts = vec![&height - &other];
    if sum > IBig::ZERO {
        amounts.push(sum / 3u8);
    }
    amounts
        .retain(|k| *k >= IBig::ONE && *k <= most && is_p(&(&height - k * IBig::from(2u8)), &(&other - k)));
    amounts.sort_unstable();
    amounts.dedup();
    amounts.into_iter().map(IBig::unsigned_abs).collect()
}
