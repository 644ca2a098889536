//! The checker of grundy's certificates.
//!
//! The checker does not trust the program that made a certificate: it has its own parser, its own implementation of the games, and no
//! dependencies. It accepts a certificate if the text follows the grammar of docs/certificates.md exactly, if every number is correct, and
//! if every number that should be least is least. The claim determines every number, so each true claim has exactly one certificate.
//!
//! ```
//! let text = "\
//! grundy-certificate 1
//! claim row-period
//! game star-nim
//! row 2
//! preperiod 0
//! period 3
//! saltus 3
//! state from 1 period 3
//! quotient 3 fails at 1
//! end
//! ";
//! let verified = grundy_check::check(text.as_bytes()).map_err(|rejected| rejected.to_string())?;
//! assert_eq!(verified.to_string(), "star-nim: G(2,b+3) = G(2,b)+3 for all b >= 0, and neither 3 nor 0 can be less");
//! # Ok::<(), String>(())
//! ```

mod parse;
mod quotients;
mod rows;
mod settled;
mod values;

use std::fmt;

/// The supported claims, printed when no file is given.
pub const UNDERSTANDS: &str = "\
grundy-check understands certificates of version 1 (docs/certificates.md), in files of their own:
  claim row-period    G(a,b+p) = G(a,b)+p for all b >= b0, for row a of nim, star-nim, wythoff or r-wythoff
  claim value-period  the differences y-x along the positions of a value of star-nim repeat with period p from number n0 on
  claim settled-values  the n-th position of a value of r-wythoff lies on diagonal n for all n >= M, for all values up to one
For each file it prints one line, VERIFIED or REJECTED. Exit status: 0 all verified, 1 some rejected, 2 some unreadable.
";

/// A claim that has been checked. Only [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    statement: String,
}

impl fmt::Display for Verified {
    /// The claim in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.statement)
    }
}

/// Why a certificate was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Rejected {}

/// Checks a certificate.
///
/// # Errors
/// Returns the first line that does not follow the grammar or whose content is false.
pub fn check(bytes: &[u8]) -> Result<Verified, Rejected> {
    check_within(bytes, u64::MAX)
}

/// The reason given by [`check_within`] for a certificate that exceeds its limit, whether correct or not.
pub const TOO_FAR: &str = "the period exceeds the limit given to the checker";

/// Checks a certificate whose preperiod and period together have at most `most` columns; at most a quarter as many rows for a
/// `value-period`, whose rows are all kept in memory.
///
/// # Errors
/// As for [`check`]; also, with the reason [`TOO_FAR`], if the limit is exceeded.
pub fn check_within(bytes: &[u8], most: u64) -> Result<Verified, Rejected> {
    let mut lines = parse::Lines::new(bytes, most)?;
    lines.exactly("grundy-certificate 1")?;
    let statement = match lines.word("claim")? {
        "row-period" => rows::check(&mut lines)?,
        "value-period" => values::check(&mut lines)?,
        "settled-values" => settled::check(&mut lines)?,
        _ => return Err(lines.wrong("unknown claim")),
    };
    lines.exactly("end")?;
    lines.nothing_more()?;
    Ok(Verified { statement })
}

/// The distinct prime factors of a number, in increasing order.
fn primes(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut q = 2;
    while q * q <= n {
        if n.is_multiple_of(q) {
            found.push(q);
        }
        while n.is_multiple_of(q) {
            n /= q;
        }
        q += 1;
    }
    if n > 1 {
        found.push(n);
    }
    found
}
