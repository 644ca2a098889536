//! Star Nim with two strips: its g-sequences by Farr and Ho's algorithms, and what their periods prove.
//!
//! - [`farr_ho`]: Algorithms 1, 2 and 3, with what each keeps
//! - [`values`]: the periods of g-sequences, proved; [`member`]: the g-sequence that a position belongs to
//! - [`diagonals`]: the periods of diagonals, as far as g-sequences prove them

mod certificate;
pub mod diagonals;
pub mod farr_ho;
pub mod member;
pub mod values;

pub use diagonals::{DiagonalProof, prove_diagonal};
pub use member::{Member, members};
pub use values::{Level, ValueProof, ValueSearch, ValueStep};
