//! Recursion (6) compared with the kernel: the first difference, if any.

use super::recursion::Recursion;
use crate::error::Limit;
use crate::ruleset::{Budget, Family};
use crate::solve::kernel::Kernel;

/// A pair of piles.
pub type Pair = (u64, u64);

/// The first difference between two lists of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The index of the pair, from 0.
    pub n: usize,
    /// The pair of the first list.
    pub listed: Pair,
    /// The pair of the kernel; `None` if it has fewer pairs on these diagonals.
    pub kernel: Option<Pair>,
}

/// The first pairs of the recursion.
///
/// # Errors
/// When it needs a larger window than the budget has positions.
pub fn recursion(family: Family, count: usize, budget: Budget) -> Result<Vec<Pair>, Limit> {
    let mut recursion = Recursion::new(family, budget)?;
    (0..count).map(|_| recursion.next_pair()).collect()
}

/// The first place at which a list, ordered by diagonal and then by x, is not what the kernel has on the same diagonals up to the
/// largest number in the list.
///
/// # Errors
/// When the kernel needs more work than the budget.
pub fn with_kernel(family: Family, listed: &[Pair], budget: Budget) -> Result<Option<Difference>, Limit> {
    let most = listed.iter().map(|&(_, y)| y).max().unwrap_or(0);
    let diagonal = listed.iter().map(|&(x, y)| y - x).max().unwrap_or(0);
    if most >= budget.positions {
        return Err(Limit::Positions(budget.positions));
    }
    let mut kernel = Kernel::within(family, most);
    let mut pairs = Vec::new();
    for _ in 0..=most {
        let (x, ys) = kernel.next_row()?;
        pairs.extend(ys.into_iter().map(|y| (x, y)).filter(|(x, y)| y - x <= diagonal));
    }
    pairs.sort_unstable_by_key(|&(x, y)| (y - x, x));
    let mut kernel = pairs.into_iter();
    let both = listed.iter().enumerate().map(|(n, &listed)| Difference { n, listed, kernel: kernel.next() });
    Ok(both.into_iter().find(|here| here.kernel != Some(here.listed)))
}
