//! Two strips whose first cells are the same cells in another order, with a token each. The proof is in docs/star-nim.md, "Strips joined in
//! another order".

use super::{Said, Theorem, Winning, short};
use crate::widths::{place, wide};
use dashu_int::UBig;

/// The P-positions.
pub const CROSSED: Theorem = Theorem {
    by: "strips joined in another order, docs/star-nim.md",
    says: "Let m and n be at least the number of common cells, and let each square below m of the first strip form a P-position with a square below n of the second one that a token from beyond can come down to, and conversely. Then all other P-positions have the tokens on m+i and n+i, i = 0, 1, ..",
};

/// What is proved of two strips with one token each, where cell i of the second strip is cell `map[i]` of the first. `None` for other
/// positions, and for maps for which no such m and n are found.
///
/// ```
/// use grundy::theorem::{UBig, crossed::crossed};
/// let said = crossed(&[1, 0], &[vec![UBig::from(0u8)], vec![UBig::from(9u8)]]).expect("there are two tokens");
/// assert_eq!(said.winning.positions(), [[vec![UBig::from(0u8)], vec![UBig::from(2u8)]]]);
/// ```
pub fn crossed(map: &[u64], strips: &[Vec<UBig>]) -> Option<Said<Vec<Vec<UBig>>>> {
    let [one, other] = strips else { return None };
    let ([one], [other]) = (&one[..], &other[..]) else { return None };
    let closed = Closed::new(map)?;
    let why = vec![
        format!("tokens on {} and {}", short(one), short(other)),
        format!("from {} and {} on, no move to smaller squares matters", closed.ends[0], closed.ends[1]),
    ];
    let to_first = closed.partners(other, 1);
    if to_first.contains(one) {
        return Some(Said::previous(&CROSSED, why));
    }
    let may = |from: &UBig, to: &UBig, floor: Option<u64>| {
        to < from && floor.map(UBig::from).is_none_or(|floor| floor >= *from || *to > floor)
    };
    let mut moves = Vec::new();
    for to in to_first.into_iter().filter(|to| may(one, to, closed.common(other, 1))) {
        moves.push(vec![vec![to], vec![other.clone()]]);
    }
    for to in closed.partners(one, 0).into_iter().filter(|to| may(other, to, closed.common(one, 0))) {
        moves.push(vec![vec![one.clone()], vec![to]]);
    }
    Some(Said::next(&CROSSED, why, Winning::Every(moves)))
}

/// The P-positions of the squares below `ends`, of which each forms one that can be reached from all squares beyond.
struct Closed {
    /// For each strip, the squares of its common cells on the other strip.
    maps: [Vec<u64>; 2],
    /// For each strip and square, the squares of the other strip with which it is a P-position.
    partners: [Vec<Vec<u64>>; 2],
    ends: [u64; 2],
}

impl Closed {
    fn new(map: &[u64]) -> Option<Self> {
        let count = wide(map.len());
        let back = (0..count).map(|cell| map.iter().position(|&other| other == cell).map_or(0, wide));
        let maps = [back.collect(), map.to_vec()];
        // Far enough for all maps of up to six cells.
        let size = 4 * count + 16;
        let none = vec![Vec::new(); place(size)];
        let mut closed = Self { maps, partners: [none.clone(), none], ends: [0; 2] };
        for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
            if closed.is_p(a, b) {
                closed.partners[0][place(a)].push(b);
                closed.partners[1][place(b)].push(a);
            }
        }
        let sizes = (count..size).flat_map(|m| (count..size).map(move |n| [m, n]));
        closed.ends = sizes.into_iter().find(|&ends| closed.is_closed(ends))?;
        Some(closed)
    }

    /// The square of the other strip that is the cell of a square of this strip.
    fn cell(&self, strip: usize, square: u64) -> Option<u64> {
        self.maps[strip].get(place(square)).copied()
    }

    fn common(&self, square: &UBig, strip: usize) -> Option<u64> {
        u64::try_from(square).ok().and_then(|square| self.cell(strip, square))
    }

    /// Whether the tokens are on different cells, and no move leads to a P-position. Those with smaller numbers are known.
    fn is_p(&self, a: u64, b: u64) -> bool {
        if self.cell(0, a) == Some(b) {
            return false;
        }
        [(0, a, b), (1, b, a)].into_iter().all(|(strip, square, other)| {
            // The other token moves down from `other`, as long as it is above the cell of this one.
            let floor = self.cell(strip, square).filter(|&cell| cell < other);
            let lower = |&to: &u64| to < other && floor.is_none_or(|cell| to > cell);
            !self.partners[strip][place(square)].iter().any(lower)
        })
    }

    /// Whether each square below the end of its strip has a partner below the other end that can be reached from all squares beyond.
    fn is_closed(&self, ends: [u64; 2]) -> bool {
        [0, 1].into_iter().all(|strip| {
            (0..ends[strip]).all(|square| {
                let cell = self.cell(strip, square);
                let reached = |&other: &u64| other < ends[1 - strip] && cell.is_none_or(|cell| other > cell);
                self.partners[strip][place(square)].iter().any(reached)
            })
        })
    }

    /// The squares of the other strip that form a P-position with this one.
    fn partners(&self, square: &UBig, strip: usize) -> Vec<UBig> {
        let [end, other] = [self.ends[strip], self.ends[1 - strip]];
        match u64::try_from(square).ok().filter(|&square| square < end) {
            Some(square) => self.partners[strip][place(square)].iter().copied().map(UBig::from).collect(),
            None => vec![square - UBig::from(end) + UBig::from(other)],
        }
    }
}
