//! Positions of Sharing Nim, and of Graph Nim on a path, valued by their lines: see [`crate::sharing_nim`].

use super::answer::Answer;
use super::periods::of_value;
use super::plan::Means;
use super::principle::{LINES, PATH_LINES};
use crate::geometry::Geometry;
use crate::ruleset::{Game, Identity, Position};
use crate::sharing_nim::path::{Cycle, Found, locate, value as on_path};
use crate::sharing_nim::{LARGEST, value as by_survey};
use crate::solve::rays::threads;
use crate::table::Progress;
use crate::theorem::UBig;
use crate::theorem::ho::reduced;
use crate::widths::wide;
use std::ops::ControlFlow;
use std::time::Duration;

/// The value of three piles of Sharing Nim, if it is small and their spread is within reach.
///
/// # Errors
/// The largest value that it is known to exceed, if it is not found.
pub(super) fn by_lines(
    game: &Game,
    position: &Position,
    known: Option<&Answer>,
    means: Means<'_>,
) -> Result<Answer, Option<u64>> {
    /// Values are followed up to these, one after the other. Most positions with a small a have a small value.
    const TRIED: [u64; 4] = [3, 12, 40, LARGEST];
    if let Some(centre) = game.identity().and_then(Identity::centre).filter(|_| game.blocking().is_none()) {
        return by_path(centre, position, known, means);
    }
    let is_sharing = game.blocking().is_none() && matches!(game.geometry(&[3]), Some(Geometry::Sharing));
    let numbers = position.rows().filter(|_| is_sharing);
    let Some((a, b)) = numbers.and_then(|rows| reduced(rows.first()?)) else { return Err(None) };
    let (Ok(a), Ok(b)) = (u64::try_from(&a), u64::try_from(&b)) else { return Err(None) };
    let mut above = None;
    for largest in TRIED {
        if cost(b, largest) > means.until.left() {
            break;
        }
        match value(a, b, largest, means) {
            Some(Ok(value)) => {
                let by = format!("the lines of sharing-nim, values 0 to {largest} up to b = {b}");
                return Ok(of_value(UBig::from(value), &LINES, by, known));
            }
            Some(Err(())) => above = Some(largest),
            None => break,
        }
    }
    Err(above)
}

/// The same for three piles of Graph Nim on a path with this vertex at its centre. The spread may have any size, where a period is proved in time.
fn by_path(
    centre: usize,
    position: &Position,
    known: Option<&Answer>,
    means: Means<'_>,
) -> Result<Answer, Option<u64>> {
    /// Periods up to value 10 take tenths of a second. Where the centre is between, those of 12 were not found in 20 seconds.
    const TRIED: [u64; 3] = [3, 7, 10];
    let rows = position.rows().ok_or(None)?;
    let mut piles = <[UBig; 3]>::try_from(rows.first().cloned().unwrap_or_default()).map_err(|_| None)?;
    piles.swap(centre, 1);
    let (family, offset, spread) = locate(piles.each_ref());
    let mut above = None;
    for largest in TRIED {
        let mut watch = |done| {
            let told = means.archive.progress("spreads", done, u64::try_from(&spread).unwrap_or(u64::MAX));
            if means.until.is_over() { ControlFlow::Break(()) } else { told }
        };
        match on_path((family, &offset, &spread), largest, &mut watch) {
            Ok(Found { value: Some(value), cycle }) => {
                let reached = match cycle {
                    Some(Cycle { from, length }) => {
                        format!(", which have period {length} from b = {from} on, proved on the spot")
                    }
                    None => format!(" up to b = {spread}"),
                };
                let by = format!("the lines of graph-nim on a path, values 0 to {largest}{reached}");
                return Ok(of_value(UBig::from(value), &PATH_LINES, by, known));
            }
            Ok(Found { value: None, .. }) => above = Some(largest),
            Err(_) => break,
        }
    }
    Err(above)
}

/// About how long it takes to follow the values up to one to a spread.
fn cost(b: u64, largest: u64) -> Duration {
    /// Nanoseconds for a spread and a value on one core; 7 were measured (docs/performance.md).
    const EACH: u64 = 8;
    let threads = wide(threads()).min(largest + 1);
    Duration::from_nanos(b.saturating_mul((largest + 1).div_ceil(threads) * EACH))
}

/// The value of (0, a, b), or an error if it is larger than `largest`. Nothing if there is no time for it.
fn value(a: u64, b: u64, largest: u64, means: Means<'_>) -> Option<Result<u64, ()>> {
    let mut watch = |Progress { done, total }| {
        let told = means.archive.progress("spreads", done, total);
        if means.until.is_over() { ControlFlow::Break(()) } else { told }
    };
    by_survey((a, b), largest, threads(), &mut watch).ok().map(|found| found.ok_or(()))
}
