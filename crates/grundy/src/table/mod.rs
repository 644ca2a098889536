//! Tables: the values of a two-coordinate slice of a game.
//!
//! A [`Plan`] says by which engine a table is made and what it needs; it then makes the table, or gives its
//! cells one after the other to someone who does not need to keep them all.

mod cells;
mod plan;

pub use cells::{Cells, Table};
pub use plan::{Engine, Plan, Progress, cell};
