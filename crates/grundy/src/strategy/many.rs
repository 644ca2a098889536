//! The values of many positions of one game, by one table that has them all, or by the values of their heaps.

use super::archive::Archive;
use super::arrays::Corner;
use super::dense::Dense;
use super::heaps;
use super::plan::{Limits, Means};
use crate::error::Error;
use crate::ruleset::{Game, Position, Row};
use crate::theorem::UBig;

/// Rows of numbers, each a position of a game with piles, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The numbers.
    pub numbers: &'a [u64],
    /// Numbers in a row, at least 1.
    pub columns: usize,
}

impl<'a> Rows<'a> {
    /// The rows.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a [u64]> {
        self.numbers.chunks_exact(self.columns.max(1))
    }

    /// The largest number in each column.
    fn corner(self) -> Row {
        let mut corner = Row::from_elem(0, self.columns);
        for row in self.iter() {
            corner.iter_mut().zip(row).for_each(|(most, &number)| *most = number.max(*most));
        }
        corner
    }
}

/// The value of each row: by the values of heaps, or by one table with at most so many cells. A row that is not a position has none. `None` if there is no
/// such table, or it is beyond the limits: rows are then valued one by one.
///
/// ```
/// use grundy::strategy::{Limits, Nothing, Rows, values_of_rows};
/// let game = grundy::game("star-nim")?;
/// let rows = Rows { numbers: &[1, 2, 3, 0, 0, 0], columns: 3 };
/// let values = values_of_rows(&game, rows, 1_000, Limits::default(), &Nothing)?;
/// assert_eq!(values, Some(vec![Some(0), None]));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the work is cancelled, or a limit is met on the way.
pub fn values_of_rows(
    game: &Game,
    rows: Rows<'_>,
    most_cells: u64,
    limits: Limits,
    archive: &dyn Archive,
) -> Result<Option<Vec<Option<u64>>>, Error> {
    if game.is_misere() || game.blocking().is_some() || game.summands().is_some() {
        return Ok(None);
    }
    let means = Means::new(limits, archive);
    if let Some(rules) = game.heaps() {
        return heaps::values_of_rows(game, &rules, rows, means).map(Some);
    }
    let corner = rows.corner();
    let position = Position::of_piles(corner.iter().map(|&number| UBig::from(number)).collect());
    if let Some(dense) = Dense::new(game, &position) {
        return dense.values_of_rows(rows, most_cells, means);
    }
    let Some(corner) = Corner::new(game, &position).filter(|corner| corner.cells() <= most_cells) else {
        return Ok(None);
    };
    if corner.fits(means).is_err() {
        return Ok(None);
    }
    corner.values_of_rows(game, rows, means).map(Some)
}
