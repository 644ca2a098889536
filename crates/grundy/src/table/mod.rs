//! Tables: the values of a two-coordinate slice of a game.
//!
//! A [`Plan`] says by which engine a table is made and what it needs; it then makes the table, or gives its
//! cells one after the other to someone who does not need to keep them all.

mod cells;
mod plan;

pub use cells::{Cells, Element, Table};
pub(crate) use plan::cell_of;
pub use plan::{Engine, Plan, Progress, cell};

use crate::ruleset::BudgetSpent;

/// Why a table could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The definition needs more work than allowed.
    #[error(transparent)]
    Budget(#[from] BudgetSpent),
    /// Whoever watches wanted no more.
    #[error("stopped")]
    Stopped,
    /// A value does not fit the chosen element. Never a wrap.
    #[error("the value {value} does not fit into {element}")]
    Width {
        /// The value.
        value: u64,
        /// The element.
        element: Element,
    },
}
