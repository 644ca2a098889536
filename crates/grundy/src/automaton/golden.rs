//! Exact numbers of the field of the golden ratio φ.

use dashu_int::ops::{Gcd as _, SquareRoot as _, UnsignedAbs as _};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A number `(whole + phi · φ) / divisor` in lowest terms. φ² = φ + 1.
///
/// ```
/// use grundy::automaton::Golden;
/// let inverse = Golden::from(1).over_phi();
/// assert_eq!(inverse.to_string(), "-1+phi");
/// assert!(inverse > Golden::from(0) && inverse < Golden::from(1));
/// assert_eq!(inverse.decimals(6), "0.618034");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Golden {
    whole: IBig,
    phi: IBig,
    divisor: UBig,
}

impl From<i32> for Golden {
    fn from(number: i32) -> Self {
        Self { whole: number.into(), phi: IBig::ZERO, divisor: UBig::ONE }
    }
}

impl Golden {
    fn reduced(whole: IBig, phi: IBig, divisor: IBig) -> Self {
        let (whole, phi) = if divisor < IBig::ZERO { (-whole, -phi) } else { (whole, phi) };
        let divisor = divisor.unsigned_abs();
        let both =
            if whole.is_zero() && phi.is_zero() { divisor.clone() } else { (&whole).gcd(&phi).gcd(&divisor) };
        Self { whole: whole / &both, phi: phi / &both, divisor: divisor / both }
    }

    /// The number divided by φ: 1/φ = φ - 1.
    #[must_use]
    pub fn over_phi(&self) -> Self {
        Self { whole: &self.phi - &self.whole, phi: self.whole.clone(), divisor: self.divisor.clone() }
    }

    /// The quotient by a number that is not 0.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        // The norm of c + dφ is (c + dφ)(c + d - dφ) = c² + cd - d².
        let (a, b, c, d) = (&self.whole, &self.phi, &other.whole, &other.phi);
        let norm = c * c + c * d - d * d;
        let (e, f) = (c + d, -d);
        let times = IBig::from(other.divisor.clone());
        Self::reduced(
            (a * &e + b * &f) * &times,
            (a * &f + b * &e + b * &f) * &times,
            norm * IBig::from(self.divisor.clone()),
        )
    }

    /// Whether the number is below 0, 0 or above it.
    fn sign(&self) -> Ordering {
        // Twice the dividend is u + v√5.
        let (u, v): (IBig, &IBig) = (&self.whole * 2 + &self.phi, &self.phi);
        let (one, other) = (u.cmp(&IBig::ZERO), v.cmp(&IBig::ZERO));
        match (&u * &u).cmp(&(v * v * 5)) {
            Ordering::Less => other,
            // √5 is irrational, so both are 0.
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => one,
        }
    }

    /// The number to so many decimals, the last one rounded down or up.
    pub fn decimals(&self, digits: usize) -> String {
        let is_negative = self.sign() == Ordering::Less;
        let size = if is_negative { -self.clone() } else { self.clone() };
        // Twice the dividend is u + v√5. The square root is rounded towards 0 far behind the last decimal.
        let scale = UBig::from(10u8).pow(digits + 20);
        let (u, v): (IBig, &IBig) = (&size.whole * 2 + &size.phi, &size.phi);
        let root = IBig::from(((v * v).unsigned_abs() * 5u8 * &scale * &scale).sqrt());
        let root = if *v < IBig::ZERO { -root } else { root };
        let all = (u * IBig::from(scale) + root) / IBig::from(size.divisor * 2u8);
        let rounded: IBig = (all / IBig::from(UBig::from(10u8).pow(19)) + 5) / IBig::from(10);
        let text = format!("{:0>width$}", rounded.to_string(), width = digits + 1);
        let (whole, part) = text.split_at(text.len() - digits);
        format!("{}{whole}.{part}", if is_negative { "-" } else { "" })
    }

    /// The integers (y, x) with `y - φx` equal to this number, if there are such natural numbers.
    pub fn as_distance(&self) -> Option<(UBig, UBig)> {
        let natural = |number: &IBig| UBig::try_from(number.clone()).ok();
        (self.divisor == UBig::ONE).then_some((natural(&self.whole)?, natural(&-&self.phi)?))
    }
}

impl Add for &Golden {
    type Output = Golden;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "fractions are brought to one divisor")]
    fn add(self, other: Self) -> Golden {
        let (one, two) = (IBig::from(self.divisor.clone()), IBig::from(other.divisor.clone()));
        let sum = |a: &IBig, b: &IBig| a * &two + b * &one;
        let (whole, phi) = (sum(&self.whole, &other.whole), sum(&self.phi, &other.phi));
        Golden::reduced(whole, phi, one * two)
    }
}

impl Neg for Golden {
    type Output = Self;

    fn neg(self) -> Self {
        Self { whole: -self.whole, phi: -self.phi, divisor: self.divisor }
    }
}

impl Sub for &Golden {
    type Output = Golden;

    fn sub(self, other: Self) -> Golden {
        self + &-other.clone()
    }
}

impl Ord for Golden {
    fn cmp(&self, other: &Self) -> Ordering {
        (self - other).sign()
    }
}

impl PartialOrd for Golden {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factor = match &self.phi {
            phi if *phi == IBig::ONE => "phi".to_owned(),
            phi if *phi == IBig::NEG_ONE => "-phi".to_owned(),
            phi => format!("{phi}phi"),
        };
        let sum = match (self.whole.is_zero(), self.phi.is_zero()) {
            (_, true) => self.whole.to_string(),
            (true, false) => factor,
            (false, false) if factor.starts_with('-') => format!("{}{factor}", self.whole),
            (false, false) => format!("{}+{factor}", self.whole),
        };
        if self.divisor == UBig::ONE {
            return f.write_str(&sum);
        }
        if self.phi.is_zero() {
            write!(f, "{sum}/{}", self.divisor)
        } else {
            write!(f, "({sum})/{}", self.divisor)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = (Golden, f64)> {
        (-50..50_i32, -50..50_i32, 1..20_i32).prop_map(|(whole, phi, divisor)| {
            let about =
                (f64::from(whole) + f64::from(phi) * f64::midpoint(1.0, 5_f64.sqrt())) / f64::from(divisor);
            (Golden::reduced(whole.into(), phi.into(), divisor.into()), about)
        })
    }

    proptest! {
        #[test]
        fn numbers_are_about_right((one, x) in number(), (other, y) in number()) {
            let near = |exact: &Golden, about: f64| {
                let found: f64 = exact.decimals(9).parse().unwrap();
                prop_assert!((found - about).abs() < 1e-7, "{exact} {found} {about}");
                Ok(())
            };
            near(&one, x)?;
            near(&(&one + &other), x + y)?;
            near(&(&one - &other), x - y)?;
            near(&one.over_phi(), x * (5_f64.sqrt() - 1.0) / 2.0)?;
            if other != Golden::from(0) {
                prop_assert_eq!(&one.over(&other).over(&Golden::from(1).over(&other)), &one);
                if y.abs() > 1e-3 {
                    near(&one.over(&other), x / y)?;
                }
            }
            if one != other {
                prop_assert_eq!(one < other, x < y);
            }
        }
    }
}
