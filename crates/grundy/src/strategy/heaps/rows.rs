//! Many positions of a heap game.

use super::super::many::Rows;
use super::super::plan::Means;
use super::Known;
use crate::error::{Error, Limit};
use crate::heaps::HeapRules;
use crate::ruleset::Game;
use crate::theorem::UBig;
use std::sync::Arc;

/// The values of positions, each a row of heaps.
pub(in super::super) fn values_of_rows(
    game: &Game,
    rules: &Arc<dyn HeapRules>,
    rows: Rows<'_>,
    means: Means<'_>,
) -> Result<Vec<Option<u64>>, Error> {
    let largest = UBig::from(rows.numbers.iter().copied().max().unwrap_or(0));
    let known = Known::up_to(game, rules, &largest, means)?;
    let value = |heap: u64| -> Result<u64, Error> {
        Ok(match known.of.values.get(heap) {
            Some(value) => value,
            None => u64::try_from(&known.value(&UBig::from(heap))?).map_err(|_| Limit::Uncountable)?,
        })
    };
    let sum = |row: &[u64]| row.iter().try_fold(0, |sum, &heap| Ok(sum ^ value(heap)?)).map(Some);
    let found = rows.iter().map(sum).collect();
    known.keep();
    found
}
