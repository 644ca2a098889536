//! Numbers a + bφ with integers a and b, φ the golden ratio. Nothing is rounded.

/// Upper limit on coefficients. Bounds stop being divided by φ when they would exceed it.
pub const LARGEST: i128 = 1 << 60;

/// The number `a + bφ`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Golden(pub i128, pub i128);

impl Golden {
    /// Twice the number is s + t sqrt(5). If the signs of s and t differ, the larger square decides.
    pub fn is_positive(self) -> bool {
        let (s, t) = (2 * self.0 + self.1, self.1);
        let (s_larger, positive) = (s * s > 5 * t * t, |n: i128| n > 0);
        if s_larger { positive(s) } else { positive(t) }
    }

    pub fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    /// Divides by φ, with 1/φ = φ - 1. Returns the number unchanged if a coefficient would exceed `LARGEST`: a larger bound is still valid.
    pub fn over_phi(self) -> Self {
        let quotient = Self(self.1 - self.0, self.0);
        if quotient.0.abs().max(quotient.1.abs()) > LARGEST { self } else { quotient }
    }

    /// floor(bφ) = floor((b + floor(sqrt(5b²)))/2) for b >= 0, and bφ is not an integer for b < 0.
    pub fn floor(self) -> i128 {
        let b = self.1.abs();
        let floor = b.midpoint((5 * b * b).isqrt());
        self.0 + if self.1 < 0 { -floor - 1 } else { floor }
    }
}

#[cfg(test)]
#[path = "../../tests/twins/golden.rs"]
mod tests;
