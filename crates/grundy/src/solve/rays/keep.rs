//! Bands of a table that outlive a run.

use std::fmt::Debug;
use std::ops::Range;

/// Keeps the rows of a computation, so that a later run of the same table need not compute them again: it adds their values to their lines, which
/// takes a fraction of the time.
///
/// Threads call it at the same time, each for rows of its own.
pub trait Keep: Debug + Send + Sync {
    /// The values of these rows as they were saved, or nothing. Values that another computation has saved make the rest of the table wrong.
    fn load(&self, rows: Range<usize>) -> Option<Vec<u32>>;

    /// Saves the values of these rows. A cell that is not a position has the value `u32::MAX`.
    fn save(&self, rows: Range<usize>, values: &[u32]);
}
