//! The condition under which a ray may be used: one linear inequality.

use crate::notation::InputError;
use std::fmt;
use std::str::FromStr;

/// The condition on (X, Y) under which a ray may be used: `x*X + y*Y >= least`.
///
/// ```
/// use grundy::Guard;
/// let guard: Guard = "x + y > 2".parse()?;
/// assert_eq!(guard, Guard { x: 1, y: 1, least: 3 });
/// assert_eq!(guard.to_string(), "x+y>=3");
/// assert!(guard.allows(0, 3) && !guard.allows(2, 0));
/// # Ok::<(), grundy::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The factor of the first number.
    pub x: i64,
    /// The factor of the second number.
    pub y: i64,
    /// The least sum.
    pub least: i64,
}

impl Guard {
    /// No condition.
    pub const ALWAYS: Self = Self { x: 0, y: 0, least: 0 };
    /// `x >= y`
    pub const AT_LEAST: Self = Self { x: 1, y: -1, least: 0 };
    /// `x <= y`
    pub const AT_MOST: Self = Self { x: -1, y: 1, least: 0 };
    /// `x > y`
    pub const MORE: Self = Self { x: 1, y: -1, least: 1 };
    /// `x < y`
    pub const LESS: Self = Self { x: -1, y: 1, least: 1 };

    /// The guards that have names of their own.
    const NAMED: [(Self, &'static str); 5] = [
        (Self::ALWAYS, "always"),
        (Self::AT_LEAST, "x>=y"),
        (Self::AT_MOST, "x<=y"),
        (Self::MORE, "x>y"),
        (Self::LESS, "x<y"),
    ];

    /// Whether (x, y) meets the condition.
    #[inline]
    pub fn allows(self, x: u64, y: u64) -> bool {
        let product = |factor: i64, number: u64| i128::from(factor) * i128::from(number);
        // The products fit. Their sum may not, but then its sign decides.
        product(self.x, x).saturating_add(product(self.y, y)) >= i128::from(self.least)
    }

    /// The same condition with the least factors: `2x+2y>=3` is `x+y>=2`, and what holds for all positions is [`Guard::ALWAYS`].
    #[must_use]
    pub fn reduced(self) -> Self {
        if self.x >= 0 && self.y >= 0 && self.least <= 0 {
            return Self::ALWAYS;
        }
        let divisor = gcd(self.x.unsigned_abs(), self.y.unsigned_abs());
        let Ok(divisor) = i64::try_from(divisor) else { return self };
        if divisor < 2 {
            return self;
        }
        let least = self.least.div_euclid(divisor) + i64::from(self.least.rem_euclid(divisor) > 0);
        Self { x: self.x / divisor, y: self.y / divisor, least }
    }
}

/// The greatest common divisor; gcd(0, n) = n.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((_, name)) = Self::NAMED.iter().find(|(guard, _)| guard == self) {
            return f.write_str(name);
        }
        let term = |factor: i64, letter: &str| match factor {
            0 => String::new(),
            1 => format!("+{letter}"),
            -1 => format!("-{letter}"),
            factor => format!("{factor:+}{letter}"),
        };
        // A positive term comes first, if there is one.
        let terms = [term(self.x, "x"), term(self.y, "y")];
        let sum = if self.x < 0 && self.y > 0 { terms[1].clone() + &terms[0] } else { terms.concat() };
        let sum = sum.strip_prefix('+').unwrap_or(&sum);
        write!(f, "{}>={}", if sum.is_empty() { "0" } else { sum }, self.least)
    }
}

/// A linear form of x and y: the factors, and the constant.
type Form = [i64; 3];

/// Reads a sum such as `2x-y+3`, without spaces.
fn form(text: &str) -> Option<Form> {
    let mut form = [0_i64; 3];
    let mut rest = text;
    let mut first = true;
    while first || !rest.is_empty() {
        let (minus, after) = match rest.as_bytes().first()? {
            b'+' => (false, &rest[1..]),
            b'-' => (true, &rest[1..]),
            _ if first => (false, rest),
            _ => return None,
        };
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = after.split_at(digits);
        let after_product = after.strip_prefix('*').filter(|_| digits > 0).unwrap_or(after);
        let place = match after_product.as_bytes().first() {
            Some(b'x') => 0,
            Some(b'y') => 1,
            _ => 2,
        };
        if place == 2 && (digits == 0 || after_product.len() < after.len()) {
            return None;
        }
        let number: i64 = if digits == 0 { 1 } else { number.parse().ok()? };
        let signed = if minus { -number } else { number };
        form[place] = form[place].checked_add(signed)?;
        rest = if place == 2 { after_product } else { &after_product[1..] };
        first = false;
    }
    Some(form)
}

/// Reads an inequality, without spaces.
fn inequality(text: &str) -> Option<Guard> {
    let (at, relation) = [">=", "<=", ">", "<"].iter().find_map(|sign| Some((text.find(sign)?, *sign)))?;
    let (left, right) = (form(&text[..at])?, form(&text[at + relation.len()..])?);
    let (more, less) = if relation.starts_with('>') { (left, right) } else { (right, left) };
    let difference = |place: usize| more[place].checked_sub(less[place]);
    let strictly = i64::from(relation.len() == 1);
    let least = less[2].checked_sub(more[2])?.checked_add(strictly)?;
    Some(Guard { x: difference(0)?, y: difference(1)?, least }.reduced())
}

impl FromStr for Guard {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if bare == "always" {
            return Ok(Self::ALWAYS);
        }
        inequality(&bare).ok_or_else(|| {
            let names = Self::NAMED.map(|(_, name)| name).join(", ");
            InputError::whole(format!("unknown guard `{text}`"))
                .hint(format!("guards are {names}, or an inequality such as x+y>=3"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn guards_are_read() {
        for (text, guard) in [
            ("always", Guard::ALWAYS),
            (" y <= x ", Guard::AT_LEAST),
            ("y>=x", Guard::AT_MOST),
            ("y<x", Guard::MORE),
            ("y > x", Guard::LESS),
            ("x+y>3", Guard { x: 1, y: 1, least: 4 }),
            ("2*x - 3y + 1 >= 0", Guard { x: 2, y: -3, least: -1 }),
            ("2x+2y>=3", Guard { x: 1, y: 1, least: 2 }),
            ("x>=0", Guard::ALWAYS),
            ("5 < x", Guard { x: 1, y: 0, least: 6 }),
        ] {
            assert_eq!(text.parse(), Ok(guard), "{text}");
        }
        for text in
            ["", "x", "x=y", "x>", ">=3", "x y>3", "z>1", "2*>x", "x>=1e3", "x+>y", "99999999999999999999x>y"]
        {
            assert!(text.parse::<Guard>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn guards_read_back(x: i64, y: i64, least: i64) {
            let guard = Guard { x, y, least }.reduced();
            prop_assume!(![x, y, least].contains(&i64::MIN));
            prop_assert_eq!(guard.to_string().parse(), Ok(guard));
        }

        #[test]
        fn reduced_guards_allow_the_same(x in -6i64..7, y in -6i64..7, least in -9i64..10) {
            let guard = Guard { x, y, least };
            for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
                prop_assert_eq!(guard.allows(x, y), guard.reduced().allows(x, y));
            }
        }
    }
}
