//! The P-positions of `NIM_{a,b}^{1,q}`, q >= 2, where q-1 moves may be blocked on each row and column: they are those of Gurvich's
//! recursion (6) (Gurvich 2010, Theorem 1, blocking counted line by line), which docs/limits.md, section 5, solves:
//! `x_n = b floor(λn)` and `y_n = x_n + an`, with g = gcd(a,b), a = ga', b = gb', s = qa' + b' - 1, D = s² + 4b' and
//! `λ = (b' + 1 - qa' + sqrt(D)) / (2qb')`. That these are the P-positions is proved there too.

use super::{MANY, Said, Theorem, Winning, gcd, short};
use dashu_int::UBig;
use dashu_int::ops::{DivRem as _, SquareRoot as _};
use std::collections::BTreeSet;

/// The P-positions.
pub const ROOKS: Theorem = Theorem {
    by: "Gurvich, Theorem 1 for p = 1, q >= 2, blocking per line; docs/limits.md, section 5",
    says: "Where q-1 options can be blocked on each row and column, the player to move loses just when the smaller pile is b floor(n c) and the larger a n more for some n; \
           with g = gcd(a,b), A = a/g and B = b/g, c = (B + 1 - qA + sqrt((qA + B - 1)^2 + 4B)) / (2qB).",
};

/// The P-positions `(x_n, y_n)` of `NIM_{a,b}^{1,q}` for positive a and b and q >= 2.
///
/// ```
/// use grundy::theorem::{UBig, blocked::Rooks};
/// let rooks = Rooks::new(1, 1, 2).expect("q is 2 at least");
/// let (x, y) = rooks.pair(&UBig::from(10u8).pow(30));
/// assert!(rooks.is_p(&y, &x) && !rooks.is_p(&x, &(&y + 1u8)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rooks {
    a: u64,
    b: u64,
    q: u64,
}

/// What the theorem says about two piles. A player may move to a P-position that is not blocked; the previous player may block
/// some of them, and all of them just when the position is P.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithBlocking {
    /// Value 0 or unknown, and for N-positions the options that are P-positions: not all of them can be blocked, and moving to
    /// one that is not wins.
    pub said: Said,
    /// For P-positions, the options that are P-positions: what the previous player has to block.
    pub blocked: Winning,
}

impl Rooks {
    /// `None` outside the domain of the theorem.
    pub fn new(a: u64, b: u64, q: u64) -> Option<Self> {
        (a > 0 && b > 0 && q > 1).then_some(Self { a, b, q })
    }

    /// gcd(a,b), a', b' and D.
    fn terms(self) -> (UBig, UBig, UBig, UBig) {
        let g = gcd(self.a, self.b);
        let (a, b) = (UBig::from(self.a / g), UBig::from(self.b / g));
        let s = &a * self.q + &b - 1u8;
        let d = &s * &s + &b * 4u8;
        (UBig::from(g), a, b, d)
    }

    /// `(x_n, y_n)`. The root is ns at least, so nothing here is negative.
    pub fn pair(self, n: &UBig) -> (UBig, UBig) {
        let (_, a, b, d) = self.terms();
        let above = (n * n * d).sqrt() + n * (&b + 1u8) - n * a * self.q;
        let x = above / (b * self.q * 2u8) * self.b;
        let y = &x + n * self.a;
        (x, y)
    }

    /// Whether two piles are a P-position, in either order: their difference tells which one it would be.
    pub fn is_p(self, x: &UBig, y: &UBig) -> bool {
        let (x, y) = (x.min(y), x.max(y));
        let (n, rest) = (y - x).div_rem(UBig::from(self.a));
        rest.is_zero() && self.pair(&n).0 == *x
    }

    /// Who wins from two piles of any size, and the options that are P-positions: every one, or a thousand of more.
    ///
    /// ```
    /// use grundy::theorem::{UBig, blocked::Rooks};
    /// // 2,4 of NIM_{1,2}^{1,2}: the only option that is a P-position, 1,0, can be blocked.
    /// let told = Rooks::new(1, 2, 2).expect("q is 2 at least").said(&UBig::from(2u8), &UBig::from(4u8));
    /// assert_eq!(told.said.outcome, grundy::Outcome::Previous);
    /// assert_eq!(told.blocked.positions(), [[UBig::ONE, UBig::ZERO]]);
    /// ```
    pub fn said(self, x: &UBig, y: &UBig) -> WithBlocking {
        let options = self.p_options(x, y);
        let apart = x.max(y) - x.min(y);
        let (n, rest) = apart.div_rem(UBig::from(self.a));
        let a = self.a;
        let (low, high) = self.pair(&n);
        let mut why = vec![if rest.is_zero() {
            format!(
                "the P-position whose piles differ by {} is {},{}",
                short(&(&n * a)),
                short(&low),
                short(&high)
            )
        } else {
            format!("the piles of a P-position differ by a multiple of {a}")
        }];
        let count = match &options {
            Winning::Every(all) => all.len().to_string(),
            Winning::AtLeast(some) => format!("more than {}", some.len()),
        };
        if rest.is_zero() && low == *x.min(y) {
            why.push(format!("options that are P-positions: {count}, and all of them can be blocked"));
            return WithBlocking { said: Said::previous(&ROOKS, why), blocked: options };
        }
        why.push(format!("options that are P-positions: {count}, and not all of them can be blocked"));
        WithBlocking { said: Said::next(&ROOKS, why, options), blocked: Winning::Every(Vec::new()) }
    }

    /// The options of two piles that are P-positions. With `0 <= x-X < b` they have X among the two piles of a P-position, which
    /// is then a multiple of b and the smaller pile, or the larger pile; likewise for y. With `|(y-x) - (Y-X)| < a` the
    /// difference Y-X is one of two multiples of a, or one.
    fn p_options(self, x: &UBig, y: &UBig) -> Winning {
        let (low, high) = (x.min(y), x.max(y));
        let mut found: BTreeSet<(UBig, UBig)> = BTreeSet::new();
        let (n, rest) = (high - low).div_rem(UBig::from(self.a));
        found.insert(self.pair(&n));
        if !rest.is_zero() {
            found.insert(self.pair(&(n + 1u8)));
        }
        found.extend(self.near(low, high));
        found.extend(self.near(high, low).map(|(second, first)| (first, second)));
        found.retain(|(first, second)| first <= low && second <= high && (first, second) != (low, high));
        let in_place = |(first, second)| if x <= y { vec![first, second] } else { vec![second, first] };
        let all = found.into_iter().map(in_place);
        if all.len() > MANY {
            Winning::AtLeast(all.take(MANY).collect())
        } else {
            Winning::Every(all.collect())
        }
    }

    /// The P-positions (X, Y), in this order, with `0 <= x-X < b` and `Y <= y`. Where there are more than a thousand of
    /// them beside (x, y), more than a thousand are given, perhaps not all.
    fn near<'p>(self, x: &'p UBig, y: &'p UBig) -> impl Iterator<Item = (UBig, UBig)> + 'p {
        let from = |n: UBig| (0..MANY + 2).map(move |more| &n + more);
        // X is the smaller pile, and the only multiple of b in question.
        let k = x / self.b;
        let first = &k * self.b;
        let end = self.first_low(&(&k + 1u8));
        let low = from(self.first_low(&k)).take_while(move |n| *n < end);
        let low = low.map(move |n| (first.clone(), &first + n * self.a));
        // X is the larger pile.
        let least = if *x >= UBig::from(self.b) { x + 1u8 - self.b } else { UBig::ZERO };
        let high = from(self.first_high(&least)).map(move |n| self.pair(&n));
        let high = high.map(|(low, high)| (high, low)).take_while(move |(first, _)| first <= x);
        // Y grows with n.
        low.take_while(move |(_, second)| second <= y).chain(high.take_while(move |(_, second)| second <= y))
    }

    /// The least n with `x_n >= bk`: the least with λn >= k. With B = b' + 1 - qa', D - B² = 4qa'b', so that
    /// `k/λ = (k sqrt(D) - kB) / 2a'`, which is irrational unless k is 0.
    fn first_low(self, k: &UBig) -> UBig {
        if k.is_zero() {
            return UBig::ZERO;
        }
        let (_, a, b, d) = self.terms();
        let above = (k * k * d).sqrt() + k * &a * self.q - k * (b + 1u8);
        above / (a * 2u8) + 1u8
    }

    /// The least n with `y_n >= least`. With M = bλ + a, `Mn - b < y_n <= Mn`, so it lies between the least n with `Mn >= least`
    /// and the least with `Mn >= least + b`.
    fn first_high(self, least: &UBig) -> UBig {
        let (mut low, mut high) = (self.first_multiple(least), self.first_multiple(&(least + self.b)));
        while low < high {
            let middle = (&low + &high) >> 1;
            if self.pair(&middle).1 >= *least {
                high = middle;
            } else {
                low = middle + 1u8;
            }
        }
        low
    }

    /// The least n with `(bλ + a)n >= t`. From 1/λ + 1/μ = q, where bλ + a = gμ, `t/(gμ) = t (qa' + b' + 1 - sqrt(D)) / 2ga'`,
    /// which is irrational unless t is 0.
    fn first_multiple(self, t: &UBig) -> UBig {
        if t.is_zero() {
            return UBig::ZERO;
        }
        let (g, a, b, d) = self.terms();
        let above = t * (&a * self.q + b + 1u8) - (t * t * d).sqrt() - 1u8;
        above / (g * a * 2u8) + 1u8
    }
}
