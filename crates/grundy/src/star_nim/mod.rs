//! Star Nim with two strips: its g-sequences by Farr and Ho's algorithms, and proofs from their periods.
//!
//! - [`farr_ho`]: Algorithms 1, 2 and 3, and their states
//! - [`values`]: proofs of the periods of g-sequences
//! - [`member`]: the g-sequence that a position belongs to
//! - [`diagonals`]: proofs of the periods of diagonals

mod certificate;
pub mod diagonals;
pub mod farr_ho;
pub mod member;
pub mod values;

pub use diagonals::{Because, DiagonalProof, Obstacle, prove_diagonal};
pub use member::{Membership, members};
pub use values::{ValueLevel, ValueProof, ValueSearch, ValueStep};
