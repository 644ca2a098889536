//! The checker of grundy's certificates.
//!
//! The checker does not trust the program that made a certificate: it has its own parser, its own implementation of the games, and no
//! dependencies. It accepts a certificate if the text follows the grammar of docs/certificates.md exactly, if every number is correct, and
//! if every number that should be least is least. The claim determines every number, so each true claim has exactly one certificate (of version 3: one for each full level from which it may start).
//! A certificate from a stranger cannot stall it: it stops at its [`Limits`].
//!
//! Each folder (or file) beside the common ones is about one kind of claim and can be built without the others, by its feature:
//! `cargo build -p grundy-check --no-default-features --features rows` makes a checker of row periods that can be read in one sitting.
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

#![cfg_attr(not(feature = "all"), allow(dead_code, reason = "what all claims share has more than one needs"))]

#[cfg(feature = "automata")]
mod automata;
mod budget;
mod file;
#[cfg(feature = "heaps")]
mod heaps;
mod parse;
#[cfg(feature = "rows")]
mod rows;
#[cfg(feature = "settled")]
mod settled;
#[cfg(feature = "sharing")]
mod sharing;
#[cfg(feature = "values")]
mod values;

pub use budget::{Limit, Limits, Unverified};
pub use file::{check_file, line, status};

use parse::Lines;
use std::fmt;

/// A kind of certificate.
struct Kind {
    claim: &'static str,
    versions: &'static [u64],
    /// The claim in words.
    means: &'static str,
    /// Checks what follows the name of the claim, and returns the statement.
    check: fn(&mut Lines, u64) -> Result<String, Unverified>,
}

/// The kinds that this checker was built with.
const KINDS: &[&[Kind]] = &[
    #[cfg(feature = "rows")]
    rows::KINDS,
    #[cfg(feature = "values")]
    values::KINDS,
    #[cfg(feature = "settled")]
    settled::KINDS,
    #[cfg(feature = "sharing")]
    sharing::KINDS,
    #[cfg(feature = "automata")]
    automata::KINDS,
    #[cfg(feature = "heaps")]
    heaps::KINDS,
];

/// The supported claims and the flags, printed when no file is given.
pub fn understands() -> String {
    let line = |kind: &Kind| format!("  claim {:16}  {}\n", kind.claim, kind.means);
    let claims: String = KINDS.iter().copied().flatten().map(line).collect();
    format!(
        "\
grundy-check understands certificates of versions 1 to 3 (docs/certificates.md), in files of their own:
{claims}For each file it prints one line: VERIFIED, REJECTED, NOT CHECKED (a limit was reached) or UNREADABLE.
Limits for each file: --work STEPS (a step takes a few nanoseconds), --memory BYTES and --time SECONDS. Standard input is -.
Exit status: 0 all verified, 2 some unreadable, else 1 some rejected, else 3 some not checked.
"
    )
}

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
    let mut lines = Lines::new(bytes, limits)?;
    let version = lines.number("grundy-certificate")?;
    let claim = lines.word("claim")?;
    let is_it = |kind: &&Kind| kind.claim == claim && kind.versions.contains(&version);
    let kind = KINDS.iter().copied().flatten().find(is_it);
    // A checker of some claims only does not judge the others.
    let Some(kind) = kind else {
        return Err(if cfg!(feature = "all") {
            lines.wrong("unknown claim")
        } else {
            Limit::Unsupported("the claim is").into()
        });
    };
    let statement = (kind.check)(&mut lines, version)?;
    lines.exactly("end")?;
    lines.nothing_more()?;
    Ok(Verified { statement })
}
