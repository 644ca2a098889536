//! Three piles of Sharing Nim: the positions of the small values, in linear time.
//!
//! # Lines
//! Every position is equivalent to (0, a, b) with 2a <= b (Ho, Lemma 1 and Theorem 1); b is its *spread*. It lies on the lines 2b-a, b-2a and
//! a+b, and its options are the positions of smaller spread on them. So a line holds at most one position of each value, and (0, a, b) has
//! value g exactly if no smaller value has it and none of its three lines holds an earlier position of value g. Two positions of one spread
//! share no line: 2b-a = a'+b only if a = a' = b/2, and b-2a = a'+b only if a = a' = 0. So for each spread all positions of value 0 are found at once,
//! then all of value 1, and so on.
//!
//! # Windows
//! A line is *free* for a value if it holds no position of it yet. Line b-2a is at most b, and the free lines up to b are few and close to b. So the lines
//! that matter are those from b-126 to b ([`Lines`] keeps which are free), those from b on to b+63, and those from 2b-63 to 2b: a is at most 63. That no free line is
//! left below b-126 is not a theorem. The engine tests it for every spread and every value, and stops with an error if one is left.
//!
//! # Memory
//! The lines after b+63 that are used up were all used by positions of spread about b/2, as their lines 2b-a. They are not kept. A second machine that follows at half
//! the speed finds them again; a third one, at a quarter of the speed, serves the second, and so on. All of them together do twice the work of the
//! first, in a few kilobytes.

mod certificate;
mod lines;
pub mod path;
mod start;
mod survey;

pub use certificate::value_certificate;
pub use lines::{Block, LARGEST, Lines, TURN};
pub use survey::{OfRow, OfValue, Record, Survey, value};

use crate::error::Error;
use crate::table::Progress;
use crate::widths::wide;
use std::ops::ControlFlow;

/// A position (0, a, b), 2a <= b, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The larger difference.
    pub b: u64,
    /// The value.
    pub value: u64,
    /// The smaller difference.
    pub a: u64,
}

/// The positions of a value in the order of b and then a, up to `to`, or up to a count.
///
/// ```
/// use grundy::sharing_nim::members;
/// use std::ops::ControlFlow;
/// let twos = members(2, u64::MAX, 5, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(twos, [(1, 3), (2, 4), (2, 6), (2, 7), (2, 11)]);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the value is too large, or the caller cancels the work.
pub fn members(
    value: u64,
    to: u64,
    count: usize,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    /// Spreads between progress callbacks: some hundredths of a second at the most.
    const WATCHED: u64 = 1 << 16;
    let mut lines = Lines::new(value)?;
    let mut found: Vec<(u64, u64)> = Vec::new();
    let wanted = |member: &Member| member.value == value && member.b <= to;
    let first = lines.first_members().iter().filter(|member| wanted(member));
    found.extend(first.map(|member| (member.a, member.b)));
    while found.len() < count && lines.spread() <= to {
        lines.turn(&mut |block| {
            found.extend(block.members_of(value).filter(wanted).map(|member| (member.a, member.b)));
        })?;
        let by_count = Progress { done: wide(found.len().min(count)), total: wide(count) };
        let by_spread = Progress { done: lines.spread().min(to), total: to };
        let progress = if to == u64::MAX { by_count } else { by_spread };
        if lines.spread().is_multiple_of(WATCHED) && watch(progress).is_break() {
            return Err(Error::Cancelled);
        }
    }
    found.truncate(count);
    Ok(found)
}
