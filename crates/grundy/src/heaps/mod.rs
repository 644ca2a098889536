//! Take-and-break games: a move changes one heap, and leaves some smaller heaps in its place.
//!
//! The value of a position is the nim-sum of the values of its heaps, so a game is known when the values G(0), G(1), G(2), .. of single
//! heaps are. [`Code`] is the code of a game in the notation of Guy and Smith. [`Values`] computes values, by the sparse-space method for octal games, and
//! [`prove`](fn@prove) proves that they are periodic.
//!
//! ```
//! use grundy::heaps::{Code, Values, prove};
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! let kayles: Code = "0.77".parse()?;
//! let mut values = Values::new(Arc::new(kayles));
//! let period = prove(&mut values, 10_000, &mut |_| ControlFlow::Continue(()))?.unwrap();
//! assert_eq!((period.preperiod, period.length, period.exceptions), (71, 12, 14));
//! # Ok::<(), grundy::Error>(())
//! ```

mod arithmetic;
mod code;
mod period;
mod plain;
mod same;
mod sparse;
mod values;

pub use code::{Code, MOST_DIGITS};
pub use period::{HeapPeriod, may_have_period, prove};
pub use same::same_values;
pub use values::{Rare, Values};

use crate::error::Limit;
use smallvec::SmallVec;
use std::fmt;

/// The heaps that replace one heap.
pub type Heaps = SmallVec<[u64; 4]>;

/// What may be done with one heap.
pub trait HeapRules: fmt::Debug + Send + Sync {
    /// Passes the options of a heap to `visit`, each once, until it returns false. An option is a list of heaps of 1 or more in increasing order, each
    /// smaller than the heap that they replace.
    ///
    /// # Errors
    /// When finding the options exceeds a limit.
    fn visit(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), Limit>;

    /// The code of the game, if it has one.
    fn code(&self) -> Option<&Code> {
        None
    }
}
