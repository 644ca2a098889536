//! Tables on a GPU, by the sets and lines of the ray engine.
//!
//! # The sweep
//! A band of rows is swept by *warps*, each with eight rows. A warp goes through the anti-diagonals `x + y = sum` that meet its rows, and has
//! at most one cell of each row on it. It begins the anti-diagonal `sum` when the warp of the rows above has ended the one before. There is no other order
//! between warps.
//!
//! # Why it is right
//! By induction, when a warp begins `sum`, the warp that is j places above it has ended the j-th anti-diagonal before it. Let two cells A and B share a line, and B
//! be the option, so that in the coordinates of `layout.rs` no number of B, or of its mirror image if lines are folded, is larger than that of A. Let B be k rows
//! above A. Its warp is at most `(k + 7) / 8` places above that of A. Its sum is at least k less, and less by a multiple of the distance of anti-diagonals, which is
//! 1, or 3 in Sharing Nim. So B is done when A begins: of two cells that share a line, the one that is the option is done before the other one begins. No two warps use a line
//! at the same time, and a cell finds on its lines the values of all its options there. (Cells in the same row come in order, and those of an
//! anti-diagonal share no line, see `plane.rs`.) The values that a wide ray reads beside a line are those of cells at most as many rows and columns away
//! as anti-diagonals, so they are done as well.
//!
//! Eight warps are a *block of threads*, and blocks take their rows in order, so the first warp that has not ended waits for none. A warp tells the next one of its
//! block what it has ended through memory that they share; a ninth warp tells it to the block below, which takes a microsecond, while the others go on. What is
//! told late only makes a warp wait.
//!
//! Sets have room for a block more than the values that are expected. It stays empty, so a search always ends there, and the sets are made wider.
//!
//! The bits that tell which blocks are full are only hints, as in `wide.rs`: a bit that is seen too late costs time.
//!
//! The kernel is in `kernel.cu`, compiled when it is first used, and kept if a door says where ([`crate::device`]). `twin.rs` has the same steps in Rust, for the tests.
//! `parts.cu` takes parts of the table from a band, with its twin in `parts/tests.rs`, so that not all rows need be read. Boxes of several numbers are in `boxes`.

pub(in super::super) mod boxes;
#[cfg(feature = "cuda")]
mod cuda;
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only the kernels need all of it"))]
mod parts;
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only the kernel needs all of it"))]
mod sweep;
#[cfg(feature = "cuda")]
mod taken;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use super::layout::Layout;
use super::plane::ROWS;
use super::ring::Ring;
use super::run::{Allowed, How, Sink};
use crate::error::Error;
use crate::widths::wide;
use parts::Part;
pub use parts::{Class, Squares};
use std::ops::ControlFlow;

/// The most threads that read rows from a device: more are not quicker.
const MOST_READERS: usize = 8;

/// The memory of the processor that is needed besides that of the device, in bytes: rows that are read, twice for each reader.
pub(super) fn bytes(layout: &Layout, how: How) -> u64 {
    wide(Ring::bytes(layout, ROWS, 2)).saturating_mul(wide(how.threads.clamp(1, MOST_READERS)))
}

/// The memory of a device that is used if so much is usable, in bytes, or what is needed at least.
pub(super) fn bytes_on_device(layout: &Layout, largest: usize, usable: u64) -> Result<u64, u64> {
    sweep::Described::new(layout, largest).share(layout, usable).map(|share| share.bytes)
}

/// What is wanted of a table.
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only a GPU looks at it"))]
pub(super) enum Want<'w, 's> {
    /// All rows, read by so many threads.
    Rows(&'w Sink<'s>, usize),
    /// A part. The function is called after each band with the number of cells that are done.
    Part(&'w mut Part<'s>, &'w mut (dyn FnMut(u64) -> ControlFlow<()> + 'w)),
}

impl<'w, 's> Want<'w, 's> {
    /// All rows.
    pub fn rows(sink: &'w Sink<'s>, how: How) -> Self {
        Self::Rows(sink, how.threads.clamp(1, MOST_READERS))
    }
}

/// Computes all cells of a layout on a GPU and takes from them what is wanted.
pub(super) fn run(
    layout: &Layout,
    largest: usize,
    allowed: Allowed,
    ordinal: usize,
    want: Want<'_, '_>,
) -> Result<(), Error> {
    #[cfg(feature = "cuda")]
    return cuda::run(layout, largest, allowed, ordinal, want);
    #[cfg(not(feature = "cuda"))]
    {
        let _ = (layout, largest, allowed, ordinal, want);
        crate::device::devices().map(|_| ()).map_err(Error::from)
    }
}
