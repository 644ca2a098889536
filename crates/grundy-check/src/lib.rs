//! The checker of grundy's certificates.
//!
//! The checker does not trust the program that made a certificate: it has its own parser, its own implementation of the games, and no
//! dependencies. It accepts a certificate if the text follows the grammar of docs/certificates.md exactly, if every number is correct, and
//! if every number that should be least is least. The claim determines every number, so each true claim has exactly one certificate (of version 3: one for each full level from which it may start).
//! A certificate from a stranger cannot stall it: it stops at its [`Limits`].
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
//! let verified = grundy_check::check(text.as_bytes(), grundy_check::Limits::default())?;
//! assert_eq!(verified.to_string(), "star-nim: G(2,b+3) = G(2,b)+3 for all b >= 0, and neither 3 nor 0 can be less");
//! # Ok::<(), grundy_check::Unverified>(())
//! ```

mod automata;
mod binary;
mod budget;
mod diagonals;
mod file;
mod full;
mod golden;
mod growth;
mod heaps;
mod machine;
mod parse;
mod rows;
mod rules;
mod settled;
mod several;
mod sharing;
mod strands;
mod table;
mod values;
mod windows;

pub use budget::{Limit, Limits, Unverified};
pub use file::{check_file, line, status};

use std::fmt;

/// The supported claims, printed when no file is given.
pub const UNDERSTANDS: &str = "\
grundy-check understands certificates of versions 1 to 3 (docs/certificates.md), in files of their own:
  claim row-period    G(a,b+p) = G(a,b)+p for all b >= b0, for row a of nim, star-nim, wythoff, r-wythoff or a game given by rays,
                      and for rows of nim and star-nim with several fixed numbers
  claim value-period  the differences y-x along the positions of a value of star-nim repeat with period p from number n0 on
  claim diagonal-period  G(x+p,x+p+d) = G(x,x+d) for all x >= x0, for diagonal d of star-nim
  claim settled-values  the n-th position of a value of r-wythoff lies on diagonal n for all n >= M, for all values up to one
  claim sharing-value    G(0,a,b) = g in sharing-nim
  claim sharing-records  the number of positions (0,a,b) of a value of sharing-nim up to some b, and each new largest a
  claim automatic-values  automata that accept exactly the positions of values 0 to g of wythoff or sharing-nim
  claim heap-period      G(n+p) = G(n)+s for all n >= n0, for the heaps of a take-and-break game with a code
For each file it prints one line: VERIFIED, REJECTED, NOT CHECKED (a limit was reached) or UNREADABLE.
Limits: --work STEPS (a step takes a few nanoseconds) and --memory BYTES. Standard input is -.
Exit status: 0 all verified, 2 some unreadable, else 1 some rejected, else 3 some not checked.
";

/// The longest certificate, in bytes.
pub const LONGEST: u64 = 1 << 20;

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

/// Checks a certificate.
///
/// # Errors
/// Returns the first line that does not follow the grammar or whose content is false, or the limit that was reached.
pub fn check(bytes: &[u8], limits: Limits<'_>) -> Result<Verified, Unverified> {
    let mut lines = parse::Lines::new(bytes, limits)?;
    let version = lines.number("grundy-certificate")?;
    let statement = match (lines.word("claim")?, version) {
        ("row-period", 1..=2) => rows::check(&mut lines, version)?,
        ("value-period", 1) => values::check(&mut lines)?,
        ("diagonal-period", 1) => diagonals::check(&mut lines)?,
        ("value-period", 3) => full::check(&mut lines, false)?,
        ("diagonal-period", 3) => full::check(&mut lines, true)?,
        ("settled-values", 1) => settled::check(&mut lines)?,
        ("heap-period", 1) => heaps::check(&mut lines)?,
        ("sharing-value", 1) => sharing::check_value(&mut lines)?,
        ("automatic-values", 1) => automata::check(&mut lines)?,
        ("sharing-records", 1) => sharing::check_records(&mut lines)?,
        _ => return Err(lines.wrong("unknown claim")),
    };
    lines.exactly("end")?;
    lines.nothing_more()?;
    Ok(Verified { statement })
}
