//! Periods of rows, proved, and their certificates.
//!
//! | what | how | result |
//! |---|---|---|
//! | a period in data | [`detect()`] | [`Candidate`]: seen, not proved |
//! | the period of a row, one pile fixed, of any game of rays | [`RowSearch`] | [`RowProof`], exact in period and preperiod |
//! | the period along one number of a game that lowers one number a move | [`prove_tall`] | [`TallProof`] |
//! | the same for Nim and Star Nim, with a certificate | [`prove_row`] | [`SeveralProof`] |
//! | the period of the values of heaps | [`crate::heaps::prove`] | [`HeapPeriod`](crate::heaps::HeapPeriod), and [`heap_certificate`] |
//! | a proof as text | [`Certificate`] | checked by the crate `grundy-check`, which shares no code with this one |
//!
//! A row is computed by a finite state machine, whose next state depends on its state alone. The proof of a period is a repetition of the
//! whole state: see [`windows`] for rows, and [`star_nim::values`](crate::star_nim::values) for g-sequences of Star Nim.
//!
//! ```
//! use grundy::period::RowSearch;
//! use std::ops::ControlFlow;
//!
//! let mut search = RowSearch::of(&grundy::game("star-nim")?, 6, None)?;
//! search.finish(&mut |_| ControlFlow::Continue(()))?;
//! let period = search.proofs()[6].period;
//! assert_eq!((period.preperiod, period.length, period.saltus), (25, 720, 720));
//! # Ok::<(), grundy::Error>(())
//! ```

pub mod certificate;
pub mod cycle;
pub mod detect;
mod heaps;
mod lagged;
mod lanes;
mod row_game;
pub mod rows;
mod run;
pub mod tall;
mod wide;
pub mod windows;

pub use certificate::Certificate;
pub use detect::detect;
pub use heaps::heap_certificate;
pub use row_game::RowGame;
pub use rows::{RowProgress, RowProof, RowSearch, RowStep, value_in_row};
pub use tall::{SeveralProof, TallLimits, TallProof, prove_row, prove_tall};
pub use windows::Windows;

use std::fmt;

/// The period of an ultimately periodic sequence: `s(n + length) = s(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least n from which it holds.
    pub preperiod: u64,
    /// The least period.
    pub length: u64,
    /// The increase over one period: 0 for purely periodic values.
    pub saltus: u64,
}

/// A period seen in data, not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The period that the terms show.
    pub period: Period,
    /// The number of terms.
    pub seen: u64,
}

/// The status of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Proved,
    /// It fails, and a place where it fails is known.
    Refuted,
    /// Undecided.
    Open,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Open => "open",
        })
    }
}

/// A prime divisor q of the period p, and the first place from the preperiod on at which p/q fails to be a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The prime.
    pub prime: u64,
    /// The place: a column of a row, or an index of a g-sequence.
    pub at: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_names() {
        let names = [Verdict::Proved, Verdict::Refuted, Verdict::Open].map(|verdict| verdict.to_string());
        assert_eq!(names, ["proved", "refuted", "open"]);
    }
}
