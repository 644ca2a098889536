//! The positions of one value, by the fastest way there is.

use grundy::sequence::{Extent, Lines, SequenceError, by_definition, by_rows};
use grundy::solve::kernel::Kernel;
use grundy::table::Progress;
use grundy::{Budget, BudgetSpent, Family, InputError, Template};
use std::ops::ControlFlow;

/// A way to a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Row by row.
    Rows,
    /// P-positions by elimination.
    Kernel(Family),
    /// The rules alone.
    Definition,
}

impl Way {
    /// The fastest for this game and value.
    pub fn fastest(template: &Template, value: u64) -> Self {
        match template.game().family() {
            _ if Lines::of(template).is_some() => Self::Rows,
            Some(family) if value == 0 || template.game().blocking().is_some() => Self::Kernel(family),
            _ => Self::Definition,
        }
    }
}

/// The positions (x, y), `x <= y`, of a value of a game, by the fastest way.
///
/// # Errors
/// When the game has no such sequences, the work allowed is not enough, or `watch` stops it.
pub fn positions(
    game: &str,
    value: u64,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, SequenceError> {
    let template = Template::parse(game)?;
    match (Way::fastest(&template, value), extent) {
        (Way::Rows, _) => by_rows(game, value, extent, watch),
        (Way::Kernel(_), _) if value != 0 => {
            let message = "with blocking only the P-positions, of value 0, are listed";
            Err(InputError::whole(message).hint("a table has the other values").into())
        }
        (Way::Kernel(family), _) => Ok(kernel(family, extent, budget)?),
        (Way::Definition, Extent::Count(count)) => by_definition(game, value, count, budget),
        (Way::Definition, Extent::Rows(_)) => {
            let error = InputError::whole("by definition a sequence is made to a count, not to a row");
            Err(error.hint("give a count").into())
        }
    }
}

/// The P-positions of `NIM_{a,b}^{p,q}` by elimination, in the order of x.
///
/// # Errors
/// When the work allowed is not enough.
pub fn kernel(family: Family, extent: Extent, budget: Budget) -> Result<Vec<(u64, u64)>, BudgetSpent> {
    let mut kernel = Kernel::new(family, budget);
    let mut found = Vec::new();
    loop {
        match extent {
            Extent::Count(count) if found.len() >= count => {
                found.truncate(count);
                return Ok(found);
            }
            Extent::Rows(rows) if kernel.row() >= rows => return Ok(found),
            _ => {}
        }
        let (x, ys) = kernel.next_row()?;
        found.extend(ys.into_iter().map(|y| (x, y)));
    }
}
