//! Wythoff's game (Wythoff 1907) and Fraenkel's `NIM_a` (Fraenkel 1982): P-positions by exact square roots.
//!
//! In `NIM_a` a player takes from one pile, or x' and y' from both with `|x' - y'| < a`; a = 1 is Wythoff's
//! game. With `α = (2 - a + sqrt(a²+4))/2` and n from 0 on, the P-positions are `(A_n, B_n) = (floor(nα), floor(nα) + an)`.
//! As α is irrational and 1/α + 1/(α+a) = 1, every positive integer is exactly one of the A's and B's (Beatty).
//! No floating point: for integers u, v and positive w, `floor((u + sqrt(v))/w) = floor((u + floor(sqrt(v)))/w)`.

use super::{Said, Theorem, Winning, short, shorts};
use dashu_int::UBig;
use dashu_int::ops::{DivRem as _, SquareRoot as _};

/// The P-positions of Wythoff's game.
pub const WYTHOFF: Theorem = Theorem {
    by: "Wythoff 1907",
    says: "The player to move loses just when the piles are floor(n phi) and floor(n phi) + n for some n, with phi = (1+sqrt(5))/2.",
};

/// The P-positions of `NIM_a`.
pub const FRAENKEL: Theorem = Theorem {
    by: "Fraenkel 1982",
    says: "The player to move loses just when the piles are floor(n c) and floor(n c) + a n for some n, with c = (2 - a + sqrt(a^2+4))/2.",
};

/// The P-positions of `NIM_a`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beatty {
    a: u64,
}

impl Beatty {
    /// Those of Wythoff's game.
    pub(super) const WYTHOFF: Self = Self { a: 1 };

    /// `floor(n sqrt(a²+4))`.
    fn root(self, n: &UBig) -> UBig {
        (n * n * (UBig::from(self.a) * self.a + 4u8)).sqrt()
    }

    /// `A_n`. The root is at least an, so nothing here is negative.
    pub(super) fn low(self, n: &UBig) -> UBig {
        (self.root(n) + n * 2u8 - n * self.a) >> 1
    }

    /// `(A_n, B_n)`.
    pub(super) fn pair(self, n: &UBig) -> (UBig, UBig) {
        let low = self.low(n);
        let high = &low + n * self.a;
        (low, high)
    }

    /// The one y for which x, y in one order or the other are a P-position.
    ///
    /// `A_n <= x` just when n < (x+1)/α, and `1/α = (sqrt(a²+4) + a - 2)/(2a)`; so n, the floor of that, is the
    /// index of x if x is an A. If not, x is `B_m`, where m counts the B's up to x, that is m = x - n.
    pub(super) fn partner(self, x: &UBig) -> UBig {
        let next = x + UBig::ONE;
        let n = (self.root(&next) + &next * self.a - next * 2u8) / (UBig::from(self.a) * 2u8);
        if self.low(&n) == *x { x + n * self.a } else { x - (x - n) * self.a }
    }
}

/// A game with two piles, smaller first, and whether that is another order than that of the piles given.
pub(super) fn sorted(piles: &[UBig]) -> Option<(&UBig, &UBig, bool)> {
    let [x, y] = piles else { return None };
    Some(if x <= y { (x, y, false) } else { (y, x, true) })
}

/// A pair as piles in the order of those given.
pub(super) fn in_order((x, y): (UBig, UBig), swapped: bool) -> Vec<UBig> {
    if swapped { vec![y, x] } else { vec![x, y] }
}

/// Wythoff's game: the outcome and every winning move. Any two piles; `None` for another number of them.
///
/// Each row, column and diagonal holds one P-position, so there are three winning moves at most.
///
/// ```
/// use grundy::theorem::{UBig, wythoff::wythoff};
/// let piles = [5u8, 7].map(UBig::from);
/// let said = wythoff(&piles).expect("there are two piles");
/// assert_eq!(said.winning.positions(), [[5u8, 3], [4, 7], [3, 5]].map(|to| to.map(UBig::from)));
/// ```
pub fn wythoff(piles: &[UBig]) -> Option<Said> {
    nim_a(Beatty::WYTHOFF, piles, &WYTHOFF)
}

/// Fraenkel's `NIM_a`: the outcome and every winning move. Any two piles and a >= 1; `None` otherwise.
///
/// Let x <= y. Lowering one pile leads to the partner of the other, if that is less. A move from both piles to
/// (x', y') changes the difference y - x by less than a, and the differences of P-positions, in this order, are
/// the multiples of a: there are the last one up to y - x and, if it is not y - x itself, the next one.
pub fn fraenkel(a: u64, piles: &[UBig]) -> Option<Said> {
    if a == 0 {
        return None;
    }
    nim_a(Beatty { a }, piles, &FRAENKEL)
}

fn nim_a(beatty: Beatty, piles: &[UBig], theorem: &'static Theorem) -> Option<Said> {
    let (x, y, swapped) = sorted(piles)?;
    let (n, rest) = (y - x).div_rem(&UBig::from(beatty.a));
    let (low, high) = beatty.pair(&n);
    let mut why = vec![format!("the piles differ by {}", short(&(y - x)))];
    if beatty.a > 1 {
        why.push(format!("that is {} times {}, and {}", short(&n), beatty.a, short(&rest)));
    }
    why.push(format!("P-position {} is {}", short(&n), shorts([&low, &high], ",")));
    if rest.is_zero() && low == *x {
        return Some(Said::previous(theorem, why));
    }
    let mut moves = Vec::new();
    let mut add = |pair: (UBig, UBig)| {
        let to = in_order(pair, swapped);
        if !moves.contains(&to) {
            moves.push(to);
        }
    };
    let (below, left) = (beatty.partner(x), beatty.partner(y));
    if below < *y {
        add((x.clone(), below));
    }
    if left < *x {
        add((left, y.clone()));
    }
    let next = (!rest.is_zero()).then(|| beatty.pair(&(n + UBig::ONE)));
    for (low, high) in std::iter::once((low, high)).chain(next) {
        if low <= *x && high <= *y {
            add((low, high));
        }
    }
    Some(Said::next(theorem, why, Winning::Every(moves)))
}
