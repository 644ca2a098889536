//! The limits of `x_n / n` in `NIM_{a,b}^{p,q}`, as far as they are known, and what can be said where they are not.
//!
//! The sequence is that of recursion (6) of Gurvich 2010: `x_n = mex_b^q{x_i, y_i : i < n}`, `y_n = x_n + a floor(n/p)`.
//! He conjectures that the limit exists and is algebraic when min(p,q) = 1. It is known, with g = gcd(a,b), a' = a/g, b' = b/g:
//!
//! - p = q = 1: `a/(r-1)` with r the Perron root of `P_{a,b}` (Oudalov);
//! - q = 1, b' = 1: `g (2p - a' + sqrt(a'^2 + 4p^2)) / (2p)`, for p = 1 by Fraenkel;
//! - p = 1, q >= 2: `g (b' + 1 - q a' + sqrt((q a' + b' - 1)^2 + 4b')) / (2q)`, and even `x_n = b floor(l n / b)`;
//! - p, q >= 2 with the conventions of sec. 10, b = 1: `(2p - q a + sqrt(q^2 a^2 + 4p^2)) / (2pq)`;
//! - p = q = 2 with these, any b: `g (b' + 1 - a' + sqrt((a' + b' - 1)^2 + 4b')) / 4`.
//!
//! The proofs are in docs/limits.md. Elsewhere there is only what has been seen: [`observe`]; for q = 1 with a number that it seems to tend to: [`EqualShares`].

pub use super::equal_shares::EqualShares;

use super::gcd;
use super::root::Root;
use super::surd::Surd;
use crate::notation::InputError;
use crate::ruleset::Family;
use dashu_int::{IBig, UBig};

/// Upper limit on the number of digits.
pub const MOST_DIGITS: usize = 100_000;

/// A limit given by a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    number: Number,
    polynomial: Option<String>,
    by: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Number {
    Surd(Surd),
    /// A multiple of l(a,b) for coprime a and b.
    Root(u64, Root),
}

/// The limit of `x_n / n`; `None` where no theorem gives it.
///
/// ```
/// use grundy::theorem::limit::limit;
/// let family = grundy::game("fraenkel:a=2")?.identity().and_then(grundy::Identity::family).ok_or("not of the family")?;
/// let known = limit(family)?.ok_or("not known")?;
/// assert_eq!(known.exact().as_deref(), Some("sqrt(2)"));
/// assert_eq!(known.digits(20)?.text, "1.41421356237309504880");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When a parameter is 0.
pub fn limit(family: Family) -> Result<Option<Limit>, InputError> {
    let Family { a, b, p, q, .. } = family;
    assert!(a > 0 && b > 0 && p > 0 && q > 0, "the parameters are positive (Gurvich, Remark 1)");
    if p > 1 && q > 1 {
        return Ok(with_conventions(family));
    }
    let scale = gcd(a, b);
    let (a, b) = (a / scale, b / scale);
    let wide = |number: u64| UBig::from(number);
    let known = match (p, q) {
        (_, 1) if b == 1 => {
            let u = IBig::from(wide(p) * 2u8) - wide(a);
            let surd = Surd::new(u, wide(a).pow(2) + wide(p).pow(2) * 4u8, wide(p) * 2u8);
            let number = Number::Surd(surd.times(scale));
            if p == 1 {
                let by = "1/l + 1/(l+a) = 1/b (for b = 1: Fraenkel 1982)";
                Limit { number, polynomial: Root::new(a, b)?.polynomial(), by }
            } else {
                let by = "1/l + 1/(l+a/p) = 1/b, and x_n - l n is bounded (proof in docs/limits.md)";
                Limit { number, polynomial: None, by }
            }
        }
        (1, 1) => {
            let by = "Oudalov, RRR 19-2010, as quoted by Gurvich 2010, sec. 6 (a proof is in docs/limits.md)";
            let root = Root::new(a, b)?;
            Limit { polynomial: root.polynomial(), number: Number::Root(scale, root), by }
        }
        (1, _) => {
            let u = IBig::from(b) + 1u8 - wide(q) * a;
            let d = (wide(q) * a + wide(b) - 1u8).pow(2) + wide(b) * 4u8;
            let by = "x_n = b floor(l n / b), 1/l + gcd(a,b)/(b(l+a)) = q/b (proof in docs/limits.md)";
            let surd = Surd::new(u, d, wide(q) * 2u8);
            Limit { number: Number::Surd(surd.times(scale)), polynomial: None, by }
        }
        _ => return Ok(None),
    };
    Ok(Some(known))
}

/// The limit of recursion (6) with the conventions of sec. 10, p and q above 1. Without them it would scale with gcd(a,b), and here it does
/// not: b = 1 means b itself.
fn with_conventions(family: Family) -> Option<Limit> {
    let Family { a, b, p, q, .. } = family;
    let wide = |number: u64| UBig::from(number);
    let (surd, by) = match (b, p, q) {
        (1, ..) => {
            let (twice, across) = (wide(p) * 2u8, wide(q) * a);
            let surd =
                Surd::new(IBig::from(twice.clone()) - &across, across.pow(2) + twice.pow(2), twice * q);
            let by = "1/l + 1/(l+a/p) = q, and x_n - l n is bounded, for recursion (6) with sec. 10; not for the game (proof in docs/limits.md)";
            (surd, by)
        }
        (_, 2, 2) => {
            let scale = gcd(a, b);
            let (a, b) = (a / scale, b / scale);
            let d = (wide(a) + b - 1u8).pow(2) + wide(b) * 4u8;
            let by = "1/l + gcd(a,b)/(b(l+a/2)) = 2/b, and x_n - l n is bounded, for recursion (6) with sec. 10; not for the game (proof in docs/limits.md)";
            (Surd::new(IBig::from(b) + 1u8 - a, d, UBig::from(4u8)).times(scale), by)
        }
        _ => return None,
    };
    Some(Limit { number: Number::Surd(surd), polynomial: None, by })
}

/// A decimal number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The number, cut off after its last digit.
    pub text: String,
    /// Whether nothing but zeros was cut off; they are left out too.
    pub exact: bool,
}

impl Limit {
    /// The limit to this many digits after the point: truncated, not rounded, every digit correct.
    pub fn digits(&self, digits: usize) -> Result<Decimal, InputError> {
        if digits > MOST_DIGITS {
            return Err(InputError::whole(format!("{digits} digits are too many"))
                .hint(format!("at most {MOST_DIGITS} are given")));
        }
        let (scaled, exact) = match &self.number {
            Number::Surd(surd) => (surd.scaled(digits), surd.ends_within(digits)),
            Number::Root(scale, root) => (root.scaled(*scale, digits)?, false),
        };
        let text = decimal(&scaled, digits);
        // Zeros before the point stay.
        let text = if exact && digits > 0 {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        };
        Ok(Decimal { text, exact })
    }

    /// The number itself, when it is quadratic or rational by one of the formulas.
    pub fn exact(&self) -> Option<String> {
        match &self.number {
            Number::Surd(surd) => Some(surd.to_string()),
            Number::Root(..) => None,
        }
    }

    /// For p = q = 1, `P_{a',b'}` in z, unless it is longer than 64 terms.
    pub fn polynomial(&self) -> Option<&str> {
        self.polynomial.as_deref()
    }

    /// The theorem that gives the limit.
    pub fn by(&self) -> &'static str {
        self.by
    }
}

/// `scaled / 10^digits`.
pub(super) fn decimal(scaled: &UBig, digits: usize) -> String {
    let text = scaled.to_string();
    let text = "0".repeat((digits + 1).saturating_sub(text.len())) + &text;
    let (whole, part) = text.split_at(text.len() - digits);
    if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
}

/// `x_n / n`, for sequences without a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The index, from 1 on.
    pub n: u64,
    /// `x_n`.
    pub x: u64,
}

impl Sample {
    /// `x_n / n` to nine digits, cut off.
    pub fn ratio(self) -> String {
        decimal(&(UBig::from(self.x) * SHOWN / self.n), 9)
    }

    fn above(self, other: Self) -> bool {
        u128::from(self.x) * u128::from(other.n) > u128::from(other.x) * u128::from(self.n)
    }
}

/// 10^9: nine digits of a ratio are shown.
const SHOWN: u64 = 1_000_000_000;

/// Samples of a finite part of a sequence. They prove nothing about later n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// n = 1, 2, 4, .. and the last.
    pub samples: Vec<Sample>,
    /// The least and the largest of `x_n / n` since the last but one sample.
    pub range: (Sample, Sample),
}

impl Observation {
    /// How far `x_n / n` still moved since the last but one sample: nine digits, rounded up.
    pub fn drift(&self) -> String {
        let (low, high) = self.range;
        let over = u128::from(low.n) * u128::from(high.n);
        let above = UBig::from(high.x) * low.n - UBig::from(low.x) * high.n;
        decimal(&((above * SHOWN + over - 1u8) / over), 9)
    }
}

/// Samples the pairs `(x_n, y_n)` from n = 0 on. `None` when there are fewer than two.
pub fn observe(pairs: impl IntoIterator<Item = (u64, u64)>) -> Option<Observation> {
    let mut samples: Vec<Sample> = Vec::new();
    // Since the last sample, and between the two before it.
    let (mut range, mut before): (Option<(Sample, Sample)>, _) = (None, None);
    let mut last = None;
    for (n, (x, _)) in (0u64..).zip(pairs).skip(1) {
        let here = Sample { n, x };
        let (low, high) = range.unwrap_or((here, here));
        range = Some((if low.above(here) { here } else { low }, if here.above(high) { here } else { high }));
        last = Some(here);
        if n.is_power_of_two() {
            samples.push(here);
            before = range.replace((here, here));
        }
    }
    let last = last?;
    if samples.last() == Some(&last) {
        range = before;
    } else {
        samples.push(last);
    }
    Some(Observation { samples, range: range? })
}
