//! The P-positions of `NIM_{a,b}^{1,q}`, q >= 2, where q-1 moves may be blocked on each row and column: they are those of Gurvich's
//! recursion (6) (Gurvich 2010, Theorem 1, blocking counted line by line), which docs/limits.md, section 5, solves:
//! `x_n = b floor(λn)` and `y_n = x_n + an`, with g = gcd(a,b), a = ga', b = gb', s = qa' + b' - 1 and
//! `λ = (b' + 1 - qa' + sqrt(s² + 4b')) / (2qb')`.

use super::gcd;
use dashu_int::UBig;
use dashu_int::ops::{DivRem as _, SquareRoot as _};

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

impl Rooks {
    /// Nothing outside the domain of the theorem.
    pub fn new(a: u64, b: u64, q: u64) -> Option<Self> {
        (a > 0 && b > 0 && q > 1).then_some(Self { a, b, q })
    }

    /// `(x_n, y_n)`. The root is ns at least, so nothing here is negative.
    pub fn pair(self, n: &UBig) -> (UBig, UBig) {
        let g = gcd(self.a, self.b);
        let (a, b, q) = (UBig::from(self.a / g), UBig::from(self.b / g), UBig::from(self.q));
        let s = &q * &a + &b - 1u8;
        let root = (n * n * (&s * &s + &b * 4u8)).sqrt();
        let above = root + n * (&b + 1u8) - n * &q * a;
        let x = above / (q * b * 2u8) * self.b;
        let y = &x + n * self.a;
        (x, y)
    }

    /// Whether two piles are a P-position, in either order: their difference tells which one it would be.
    pub fn is_p(self, x: &UBig, y: &UBig) -> bool {
        let (x, y) = (x.min(y), x.max(y));
        let (n, rest) = (y - x).div_rem(UBig::from(self.a));
        rest.is_zero() && self.pair(&n).0 == *x
    }
}
