//! What the papers prove, at sizes that no table reaches. The proofs we rely on are written out in docs/limits.md.

pub mod gurvich;
pub mod limit;
mod root;
mod surd;

pub use dashu_int::UBig;

/// An answer exists, but would take more work than this program does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TooLarge {
    /// What is too large, and what the limit is.
    pub message: String,
    /// What can be asked instead.
    pub hint: String,
}

/// The greatest common divisor.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
