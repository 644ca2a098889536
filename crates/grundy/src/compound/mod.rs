//! Games made of games.

mod nearly;
mod sum;

pub use nearly::Nearly;
pub use sum::Sum;

use crate::ruleset::{Position, Shape};

/// The positions of the components, and the memory of the compound.
fn parts_of(position: &Position) -> (&[Position], bool) {
    match &position.0 {
        Shape::Compound { parts, closed } => (parts, *closed),
        _ => unreachable!("a ruleset is asked about positions of its own only"),
    }
}
