//! Star Nim with two strips: its g-sequences by Farr and Ho's algorithms, and proofs from their periods.
//!
//! - [`farr_ho`]: Algorithms 1, 2 and 3, and their states
//! - `machine`: all values row by row, and the levels that become full
//! - `rounds`: how the values after a full level repeat
//! - `strands`: how the last two values of a full level move
//! - `sequence`: the terms of g-sequences and diagonals in whichever round, and their periods
//! - [`values`]: proofs of the periods of g-sequences
//! - [`member`]: the g-sequence that a position belongs to
//! - [`diagonals`]: proofs of the periods of diagonals

mod certificate;
pub mod diagonals;
pub mod farr_ho;
mod machine;
pub mod member;
mod rounds;
mod sequence;
mod strands;
#[cfg(test)]
mod tests;
pub mod values;

pub use diagonals::{DiagonalProof, Obstacle, prove_diagonal};
pub use machine::Full;
pub use member::{Membership, members, partner};
pub use values::{LARGEST, Repeats, ValueProof, prove_value};
