//! Tables: the values of a two-coordinate slice of a game.

use crate::catalog::Template;
use crate::nimber::Nimber;
use crate::ruleset::BudgetSpent;
use crate::solve::reference::{Budget, Reference};

/// The values of the positions that a template gives for `0 <= a, b <= max`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// `rows[a][b]`; nothing where the template gives no position, as at (0,0) in Star Nim.
    pub rows: Vec<Vec<Option<Nimber>>>,
}

/// Computes a table by definition, cell by cell.
pub fn by_definition(template: &Template, max: u64, budget: Budget) -> Result<Table, BudgetSpent> {
    let mut engine = Reference::new(template.game().clone(), budget);
    let mut cell = |a, b| match template.at(&[("a", a), ("b", b)]) {
        Ok(position) => engine.value(&position).map(Some),
        Err(_) => Ok(None),
    };
    let mut row = |a| (0..=max).map(|b| cell(a, b)).collect::<Result<Vec<_>, _>>();
    Ok(Table { rows: (0..=max).map(&mut row).collect::<Result<_, _>>()? })
}
