//! Values by periods that are proved: of rows, on the spot or before, and of g-sequences.

use super::archive::Kept;
use super::known::Known;
use super::plan::{Answer, Means, cost_of_definition};
use crate::period::{Lines, Period, RowProof, RowSearch};
use crate::ruleset::{Game, Outcome, Position};
use crate::star_nim::{Member, members};
use crate::theorem::UBig;
use std::ops::ControlFlow;
use std::time::Duration;

/// A position as a place in a row whose period is proved.
pub(super) struct InRow {
    pub(super) proof: RowProof,
    pub(super) column: UBig,
    /// By what it is proved.
    by: String,
}

/// The row of the smaller pile, if its period is found in a fraction of a second or has been kept.
pub(super) fn in_row(game: &Game, position: &Position, means: Means<'_>) -> Option<InRow> {
    const COLUMNS: u64 = 40_000_000;
    let (lines, row, column) = place(game, position)?;
    let mut search = RowSearch::new(lines, row, Some(COLUMNS)).ok()?;
    let proved = search.finish(&mut |progress| {
        if progress.filled > COLUMNS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if matches!(proved, Ok(true)) {
        let proof = search.proofs().last()?.clone();
        return Some(InRow { proof, column, by: "proved by repetition of the state".to_owned() });
    }
    let Kept { certificate, checked } = means.archive.row(lines.name(), row, means.limits)?;
    let proof = RowProof::of_certificate(&certificate);
    let proof = proof.filter(|proof| (proof.lines, proof.row) == (lines, row))?;
    (cost_of_place(&proof) <= means.limits.time).then_some(InRow { proof, column, by: checked })
}

/// The game, the smaller number as a row that has a period, and the larger one.
fn place(game: &Game, position: &Position) -> Option<(Lines, u64, UBig)> {
    let lines = Lines::of(&game.name()).ok()?;
    let [x, y] = &position.rows()?.concat()[..] else { return None };
    let row = u64::try_from(x.min(y)).ok().filter(|&row| row <= lines.largest_row())?;
    Some((lines, row, x.max(y).clone()))
}

/// A column of a row takes some nanoseconds for each row below it.
fn cost_of_place(proof: &RowProof) -> Duration {
    let Period { preperiod, length, .. } = proof.period;
    let cells = preperiod.saturating_add(length).saturating_mul(proof.row + 1);
    Duration::from_nanos(cells.saturating_mul(3))
}

/// The value by the period of a row, with the moves that a theorem gives.
pub(super) fn by_period(
    game: &Game,
    position: &Position,
    known: Option<&Known>,
    means: Means<'_>,
) -> Option<Answer> {
    if cost_of_definition(position) < Duration::from_millis(1) {
        return None;
    }
    let InRow { proof, column, by } = in_row(game, position, means)?;
    let value = proof.value_at(&column).ok()??;
    let (row, Period { preperiod, length, .. }) = (proof.row, proof.period);
    let by = format!("G({row},b+{length}) = G({row},b)+{length} for b >= {preperiod}, {by}");
    Some(of_value(value, &by, known))
}

/// An answer with this value, and the moves that a theorem gives.
fn of_value(value: UBig, by: &str, known: Option<&Known>) -> Answer {
    let outcome = if value.is_zero() { Outcome::Previous } else { Outcome::Next };
    let (winning, every) = known.map_or((Vec::new(), false), |known| (known.winning.clone(), known.every));
    let why = known.map_or_else(Vec::new, |known| known.why.clone());
    let by = known.map_or_else(|| by.to_owned(), |known| format!("{by}; {}", known.by));
    Answer::of(&Known { value: Some(value), more_than: None, outcome, winning, every, by, why })
}

/// Rows of the g-sequences that may be looked at: less than a second.
const ROWS: u64 = 1 << 22;

/// The value of two strips of Star Nim by the periods of the g-sequences; or the largest value that it is proved not to have, with all smaller ones.
pub(super) fn by_sequence(
    game: &Game,
    position: &Position,
    known: Option<&Known>,
) -> Result<Answer, Option<u64>> {
    let numbers = position.rows().map_or_else(Vec::new, |rows| rows.concat());
    let ("star-nim", [x, y]) = (game.name().as_str(), &numbers[..]) else { return Err(None) };
    match members(&[(x.clone(), y.clone())], ROWS).ok().and_then(|mut all| all.pop()) {
        Some(Member::Is { value, from, period }) => {
            let by = format!(
                "a position of the g-sequence of {value}, the rows of which repeat after {period} from {from} on: \
                 proved by repetition of the state"
            );
            Ok(of_value(UBig::from(value), &by, known))
        }
        Some(Member::Above(value)) => Err(Some(value)),
        Some(Member::Unknown) | None => Err(None),
    }
}

/// The options of two strips of Star Nim that have a value, if that is one whose g-sequence is reached. By Farr & Ho, Proposition 5, the
/// partners of a number differ from it by the value at the most, but for those of 0.
pub(super) fn moves_to(game: &Game, position: &Position, wanted: &UBig) -> Option<Vec<Position>> {
    const LARGEST: u64 = 62;
    let numbers = position.rows()?.concat();
    let ("star-nim", [x, y]) = (game.name().as_str(), &numbers[..]) else { return None };
    let wanted = u64::try_from(wanted).ok().filter(|&wanted| wanted <= LARGEST)?;
    let near = |other: &UBig, below: &UBig| -> Vec<UBig> {
        let first = if *other > UBig::from(wanted + 1) { other - UBig::from(wanted + 1) } else { UBig::ZERO };
        (0..=2 * wanted + 2).map(|more| &first + UBig::from(more)).filter(|to| to < below).collect()
    };
    let lowered_y = near(x, y).into_iter().map(|to| (x.clone(), to));
    let lowered_x = near(y, x).into_iter().map(|to| (to, y.clone()));
    let candidates: Vec<(UBig, UBig)> = lowered_y.chain(lowered_x).collect();
    let told = members(&candidates, ROWS).ok()?;
    let reached = |member: &Member| match member {
        Member::Is { .. } => true,
        Member::Above(value) => *value >= wanted,
        Member::Unknown => false,
    };
    // A difference beyond the windows has a value beyond them too.
    let far_apart = |(x, y): &(UBig, UBig)| (x.max(y) - x.min(y)) > UBig::from(LARGEST + 1);
    if !candidates.iter().zip(&told).all(|(pair, member)| reached(member) || far_apart(pair)) {
        return None;
    }
    let has = |member: &Member| matches!(member, Member::Is { value, .. } if *value == wanted);
    let found = candidates.into_iter().zip(&told).filter(|(_, member)| has(member));
    Some(found.map(|((x, y), _)| Position::of_piles(vec![x, y])).collect())
}

/// What would tell the value, where a period might.
pub(super) fn needed(game: &Game, position: &Position) -> Option<String> {
    let (lines, row, _) = place(game, position)?;
    let game = lines.name();
    Some(format!(
        "the period of row {row} would tell the value: `grundy period {game} --row {row}` looks for it and keeps it"
    ))
}
