//! Tables: the values of a two-coordinate slice of a game.
//!
//! [`Table::of`] computes a table; what is not set has a default:
//!
//! ```
//! use grundy::{Nimber, Table};
//! let table = Table::of(&grundy::game("star-nim")?).to(50).compute()?;
//! assert_eq!((table.get(3, 7), table.get(0, 0)), (Some(Nimber(5)), None));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! A table that does not fit into memory is streamed by [`TableBuilder::for_each`]. The integer of a cell is one that all values fit
//! into ([`Element`](crate::Element)); a value that does not fit is an error.
//!
//! A [`Plan`] is the layer below: it tells which engine computes a slice and how much memory that takes, before anything is computed.
//! The ray engine computes slices of games that declare a [`Geometry`](crate::Geometry), the array engine those of games whose options are
//! arithmetic progressions, and the definition all others.

mod arrays;
mod boxes;
mod builder;
mod cells;
mod empty;
mod four_piles;
mod heaps;
mod parts;
mod plan;
mod pooled;

pub use builder::TableBuilder;
pub use cells::{Cells, Table};
pub use plan::{Engine, Plan, Progress, cell};
pub use pooled::{Pool, Pooled, Window};
