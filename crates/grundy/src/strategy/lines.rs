//! Positions of Sharing Nim valued by their lines: see [`crate::sharing_nim`].

use super::answer::Answer;
use super::periods::of_value;
use super::plan::Means;
use super::principle::LINES;
use crate::geometry::Geometry;
use crate::ruleset::{Game, Position};
use crate::sharing_nim::{LARGEST, Lines};
use crate::theorem::UBig;
use crate::theorem::ho::reduced;
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

/// About how long it takes to follow the values up to one to a spread.
fn cost(b: u64, largest: u64) -> Duration {
    /// Nanoseconds for a spread and a value.
    const EACH: u64 = 10;
    Duration::from_nanos(b.saturating_mul((largest + 1) * EACH))
}

/// The value of (0, a, b), or an error if it is larger than `largest`. Nothing if there is no time for it.
fn value(a: u64, b: u64, largest: u64, means: Means<'_>) -> Option<Result<u64, ()>> {
    /// Spreads between two looks at the clock: a few milliseconds.
    const BETWEEN_LOOKS: u64 = 1 << 14;
    let mut lines = Lines::new(largest).ok()?;
    if b < lines.spread() {
        let found = lines.first_members().iter().find(|member| (member.a, member.b) == (a, b));
        return Some(found.map(|member| member.value).ok_or(()));
    }
    let mut found = None;
    while lines.spread() <= b {
        lines
            .turn(&mut |block| {
                if block.contains(b) {
                    let members = (0..=largest).flat_map(|value| block.members_of(value));
                    found = members
                        .into_iter()
                        .find(|member| (member.a, member.b) == (a, b))
                        .map(|member| member.value);
                }
            })
            .ok()?;
        if lines.spread().is_multiple_of(BETWEEN_LOOKS) {
            let told = means.archive.progress("spreads", lines.spread(), b);
            if means.until.is_over() || told.is_break() {
                return None;
            }
        }
    }
    Some(found.ok_or(()))
}
