//! Two strips that share their first k cells, with a token each. The proof is in docs/star-nim.md, "Strips that share more cells".

use super::{Said, Theorem, Winning, short};
use dashu_int::UBig;

/// The P-positions.
pub const SHARED_CELLS: Theorem = Theorem {
    by: "two strips with shared cells, docs/star-nim.md",
    says: "With one token on each of two strips that share the cells 0 to k-1, the P-positions are those with tokens on c and c+1, c < k, and those with both on c, c > k.",
};

/// What is proved of two strips that share k cells, with one token each. `None` for other positions.
///
/// ```
/// use grundy::theorem::{UBig, shared_cells::shared_cells};
/// let said = shared_cells(2, &[vec![UBig::from(1u8)], vec![UBig::from(9u8)]]).expect("there are two tokens");
/// assert_eq!(said.winning.positions(), [[vec![UBig::from(1u8)], vec![UBig::from(2u8)]]]);
/// ```
pub fn shared_cells(k: u64, strips: &[Vec<UBig>]) -> Option<Said<Vec<Vec<UBig>>>> {
    let [one, other] = strips else { return None };
    let ([one], [other]) = (&one[..], &other[..]) else { return None };
    let why = vec![format!("tokens on {} and {}, {k} shared", short(one), short(other))];
    if partners(k, one).contains(other) {
        return Some(Said::previous(&SHARED_CELLS, why));
    }
    let shared = UBig::from(k);
    // A token above one on a shared cell stays above it.
    let may =
        |from: &UBig, to: &UBig, still: &UBig| to < from && !(*still < shared && still < from && to < still);
    let mut moves = Vec::new();
    for to in partners(k, other).into_iter().filter(|to| may(one, to, other)) {
        moves.push(vec![vec![to], vec![other.clone()]]);
    }
    for to in partners(k, one).into_iter().filter(|to| may(other, to, one)) {
        moves.push(vec![vec![one.clone()], vec![to]]);
    }
    Some(Said::next(&SHARED_CELLS, why, Winning::Every(moves)))
}

/// The cells that form a P-position with a token on this one.
fn partners(k: u64, cell: &UBig) -> Vec<UBig> {
    let shared = UBig::from(k);
    if *cell > shared {
        return vec![cell.clone()];
    }
    let below = (!cell.is_zero()).then(|| cell - UBig::ONE);
    let above = (*cell < shared).then(|| cell + UBig::ONE);
    // Without shared cells, both tokens may stand on 0.
    let same = shared.is_zero().then(|| cell.clone());
    below.into_iter().chain(above).chain(same).collect()
}
