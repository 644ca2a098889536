//! Values by periods that are proved: of rows, on the spot or before, and of g-sequences.

use super::Answer;
use super::archive::Kept;
use super::memory::{self, Along, Name};
use super::plan::{Limits, Means};
use super::principle::{FILLED, ROWS as ROW_PERIODS, SEQUENCES, TALL};
use crate::error::{Error, RowOf};
use crate::geometry::{Rays, Symmetric};
use crate::period::{
    Period, RowGame, RowProof, RowSearch, RowStep, TallLimits, TallProof, prove_tall, value_in_row,
};
use crate::ruleset::{Game, Outcome, Position};
use crate::star_nim::{Membership, members, partner};
use crate::theorem::{Theorem, UBig};
use crate::widths::place as index;
use std::sync::Arc;
use std::time::Duration;

/// A position as a place in a row whose period is proved.
pub(super) struct InRow {
    pub(super) proof: RowProof,
    pub(super) column: UBig,
    /// By what it is proved.
    by: String,
}

/// The row of the smaller pile, if its period is found in time or has been kept.
pub(super) fn in_row(game: &Game, position: &Position, means: Means<'_>) -> Option<InRow> {
    let (game, row, column) = place(game, position)?;
    // A quarter of the time, so that there is enough for a proof that was kept.
    let until = means.until.at_most(means.until.left() / 4);
    if let Some(proof) = proved_row(&game, row, Means { until, ..means }) {
        return Some(InRow { proof, column, by: "proved by repetition of the state".to_owned() });
    }
    let limits = Limits { time: means.until.left(), ..means.limits };
    let Kept { certificate, checked } = means.archive.row(&game, row, limits)?;
    let proof = RowProof::of_certificate(&certificate, &game).filter(|proof| proof.row == row)?;
    (cost_of_place(&proof) <= means.until.left()).then_some(InRow { proof, column, by: checked })
}

/// The period of a row, if it is found in time. The search goes on where an earlier one has stopped.
fn proved_row(game: &RowGame, row: u64, means: Means<'_>) -> Option<RowProof> {
    /// Columns filled for all rows of a game together, and between two looks at the clock.
    const COLUMNS: u64 = 40_000_000;
    const AT_A_TIME: u64 = 1 << 17;
    // Some games have periods only in their first rows.
    let new = |last| RowSearch::new(game.clone(), last, Some(COLUMNS)).ok();
    let mut search = memory::rows(game, row).or_else(|| new(LARGEST_ROW)).or_else(|| new(row))?;
    let mut open = false;
    let mut proof = search.proofs().get(index(row)).cloned();
    while proof.is_none() && !open {
        let filled = search.progress().filled;
        let stop = filled > COLUMNS || means.until.is_over();
        let stop = stop || means.archive.progress("columns", filled, COLUMNS).is_break();
        open = stop || !matches!(search.run(AT_A_TIME), Ok(RowStep::More | RowStep::Row | RowStep::Done));
        proof = search.proofs().get(index(row)).cloned();
    }
    memory::keep_rows(search);
    proof
}

/// About how long it takes to fill the row of the smaller pile up to the larger one. `None` if that cannot be done.
pub(super) fn cost_of_row(game: &Game, position: &Position) -> Option<Duration> {
    let (game, row, column) = place(game, position)?;
    let column = u64::try_from(&column).ok()?;
    Some(cost_of_columns(&game, row, column))
}

/// The value by its row, filled up to the position. The moves are those that a theorem gives.
///
/// # Errors
/// When the time is over.
pub(super) fn by_row(
    game: &Game,
    position: &Position,
    known: &Answer,
    means: Means<'_>,
) -> Result<Option<Answer>, Error> {
    let Some((game, row, column)) = place(game, position) else { return Ok(None) };
    let Ok(column) = u64::try_from(&column) else { return Ok(None) };
    let value = value_in_row(&game, row, column, means.until)?;
    let by = format!("rows 0 to {row} filled up to column {column}");
    Ok(value.map(|value| of_value(UBig::from(value), &FILLED, by, Some(known))))
}

/// The rays of the game without blocking that a position of two numbers is in, and the numbers.
fn two_numbers(game: &Game, position: &Position) -> Option<(Rays, UBig, UBig)> {
    let rows = position.rows().filter(|_| game.blocking().is_none())?;
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let rays = game.geometry(&lengths)?.rays()?.clone();
    let [x, y] = &rows.concat()[..] else { return None };
    Some((rays, x.clone(), y.clone()))
}

/// The numbers of a position of Star Nim with two strips.
fn two_strips(game: &Game, position: &Position) -> Option<(UBig, UBig)> {
    let (rays, x, y) = two_numbers(game, position)?;
    (rays.symmetric() == Some(Symmetric::STAR_NIM)).then_some((x, y))
}

/// The largest row whose period is searched for. The search begins at row 0, so larger ones take too long.
const LARGEST_ROW: u64 = 255;

/// The smaller number as a row whose period may be proved, and the larger one. If that is the second number, the game is the mirrored
/// one. If the game has no such rows, the larger number is tried.
fn place(game: &Game, position: &Position) -> Option<(RowGame, u64, UBig)> {
    let (inner, q) = game.blocked().unwrap_or((game, 1));
    let shared = RowGame::of(inner).ok().filter(RowGame::has_walls);
    let (straight, turned, x, y) = if let Some(shared) = shared {
        // Symmetric, and without a geometry.
        let [x, y] = &position.rows().filter(|rows| rows.len() == 2)?.concat()[..] else { return None };
        (Some(shared.clone()), Some(shared), x.clone(), y.clone())
    } else {
        let (rays, x, y) = two_numbers(inner, position)?;
        (RowGame::new(&rays).ok(), RowGame::of_mirrored(&rays).ok(), x, y)
    };
    let as_row = |game: Option<RowGame>, row: &UBig, column: &UBig| {
        let row = u64::try_from(row).ok().filter(|&row| row <= LARGEST_ROW)?;
        let game = game.and_then(|game| game.blocked(q).ok()).filter(|game| game.has_rows(row))?;
        Some((game, row, column.clone()))
    };
    let (by_x, by_y) = (|| as_row(straight.clone(), &x, &y), || as_row(turned.clone(), &y, &x));
    if x <= y { by_x().or_else(by_y) } else { by_y().or_else(by_x) }
}

fn cost_of_place(proof: &RowProof) -> Duration {
    let Period { preperiod, length, .. } = proof.period;
    cost_of_columns(&proof.game, proof.row, preperiod.saturating_add(length))
}

/// A column of a row takes some nanoseconds for each row below it, and less for few rows of Nim and Star Nim. Wide windows take more,
/// about three bits for each row.
fn cost_of_columns(game: &RowGame, row: u64, columns: u64) -> Duration {
    let nanos = match game.shape() {
        _ if !game.has_certificates() => (row + 1) * 150,
        Some(shape) if !shape.has_diagonals() && row < 32 => (row + 1).max(16),
        Some(_) if row <= 42 => 3 * (row + 1),
        _ => (row + 1) * (12 + 6 * (row / 20)),
    };
    Duration::from_nanos(columns.saturating_mul(nanos))
}

/// The value by the period of a row, with the moves that a theorem gives.
pub(super) fn by_period(
    game: &Game,
    position: &Position,
    known: Option<&Answer>,
    means: Means<'_>,
) -> Option<Answer> {
    let InRow { proof, column, by } = in_row(game, position, means)?;
    let value = proof.value_before(&column, means.until).ok()??;
    let (row, Period { preperiod, length, saltus }) = (proof.row, proof.period);
    let grown = if saltus == 0 { String::new() } else { format!("+{saltus}") };
    let by = format!("G({row},b+{length}) = G({row},b){grown} for b >= {preperiod}, {by}");
    Some(of_value(value, &ROW_PERIODS, by, known))
}

/// An answer with this value, and the moves that a theorem gives.
pub(super) fn of_value(value: UBig, theorem: &'static Theorem, by: String, known: Option<&Answer>) -> Answer {
    let answer = Answer::of_value(value, theorem);
    // A P-position has no winning moves, so none are missing.
    let every = answer.outcome == Outcome::Previous;
    let Some(known) = known else { return Answer { every, by, ..answer } };
    Answer {
        winning: known.winning.clone(),
        every: known.every,
        why: known.why.clone(),
        by: format!("{by}; {}", known.by),
        ..answer.with(&known.theorems)
    }
}

/// A position as a place along its largest number, the values along which have a proved period.
struct Tall {
    proof: Arc<TallProof>,
    number: UBig,
}

/// Proves the period along the largest number, if that is done in a moment and the game allows it.
fn tall(game: &Game, position: &Position, means: Means<'_>) -> Option<Tall> {
    const MOST_BYTES: u64 = 64 << 20;
    /// The largest fixed number: the rows below the fixed numbers are all filled.
    const LARGEST: u64 = 1 << 10;
    let limits = TallLimits { columns: 1 << 22, bytes: means.limits.memory.min(MOST_BYTES) };
    super::knowledge::of(game.as_ref()).filter(|knowledge| knowledge.tall)?;
    let rows = position.rows()?;
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let is_position = game.geometry(&lengths)?.lowering()?;
    let mut numbers = rows.concat();
    let place = (0..numbers.len()).max_by_key(|&place| &numbers[place])?;
    let number = numbers.remove(place);
    let small = |number: &UBig| u64::try_from(number).ok().filter(|&number| number <= LARGEST);
    let fixed: Vec<u64> = numbers.iter().map(small).collect::<Option<_>>()?;
    let name = Name::new(game, lengths);
    let time = means.until.left().min(A_SECOND);
    if let Some(along) =
        memory::tall(&name, &fixed, place).filter(|known| known.proof.is_some() || known.searched >= time / 2)
    {
        return along.proof.map(|proof| Tall { proof, number });
    }
    let until = means.until.at_most(time);
    let proved = prove_tall(&is_position, &fixed, place, limits, &mut |_| until.flow());
    let searched = if matches!(proved, Err(Error::Cancelled)) { time } else { Duration::MAX };
    let proof = proved.ok().flatten().map(Arc::new);
    // With more memory there may be a proof.
    if proof.is_some() || limits.bytes == MOST_BYTES {
        memory::keep_tall(name, Along { fixed, place, proof: proof.clone(), searched });
    }
    proof.map(|proof| Tall { proof, number })
}

/// Proofs on the spot may take this long.
const A_SECOND: Duration = Duration::from_secs(1);

/// The value by the period along the largest number, and the winning moves.
pub(super) fn by_tall(
    game: &Game,
    position: &Position,
    known: Option<&Answer>,
    means: Means<'_>,
) -> Option<Answer> {
    let Tall { proof, number } = tall(game, position, means)?;
    let value = proof.value_at(&number)?;
    let Period { preperiod, length, .. } = proof.period;
    let by = format!(
        "values along the largest number c: G(c+{length}) = G(c)+{length} for c >= {preperiod}, proved by repetition of the state"
    );
    if let Some(known) = known.filter(|known| known.every) {
        return Some(of_value(value, &TALL, by, Some(known)));
    }
    let answer = Answer { by, ..Answer::of_value(value, &TALL) };
    if answer.outcome == Outcome::Previous {
        return Some(answer);
    }
    let until = means.until.at_most(A_SECOND);
    let moves = proof.options_of_value(&number, &UBig::ZERO, &mut |_| until.flow());
    let every = moves.is_some();
    let winning = moves.into_iter().flatten().map(|numbers| position.with_numbers(numbers)).collect();
    Some(Answer { winning, every, ..answer })
}

/// The options that have a value, by the same proof.
pub(super) fn tall_moves_to(
    game: &Game,
    position: &Position,
    wanted: &UBig,
    means: Means<'_>,
) -> Option<Vec<Position>> {
    let Tall { proof, number } = tall(game, position, means)?;
    let until = means.until.at_most(A_SECOND);
    let moves = proof.options_of_value(&number, wanted, &mut |_| until.flow())?;
    Some(moves.into_iter().map(|numbers| position.with_numbers(numbers)).collect())
}

/// Turns of values that may be played in this time, up to those of a second: 3 to 6 nanoseconds each.
fn turns_in(time: Duration) -> u64 {
    const A_MICROSECOND: u128 = 150;
    u64::try_from(time.min(A_SECOND).as_micros() * A_MICROSECOND).unwrap_or(0)
}

/// The value of two strips of Star Nim by the periods of the g-sequences; or the largest value that it is proved not to have, with all smaller ones.
pub(super) fn by_sequence(
    game: &Game,
    position: &Position,
    known: Option<&Answer>,
    means: Means<'_>,
) -> Result<Answer, Option<u64>> {
    let Some((x, y)) = two_strips(game, position) else { return Err(None) };
    match members(&[(x, y)], turns_in(means.until.left())).ok().and_then(|mut all| all.pop()) {
        Some(Membership::Is { value, repeats }) => {
            let by = match repeats {
                Some((from, period)) => format!(
                    "a position of the g-sequence of {value}, the rows of which repeat after {period} from {from} on: \
                     proved by repetition of the state"
                ),
                None => format!("a position of the g-sequence of {value}, found row by row"),
            };
            Ok(of_value(UBig::from(value), &SEQUENCES, by, known))
        }
        Some(Membership::Above(value)) => Err(Some(value)),
        Some(Membership::Unknown) | None => Err(None),
    }
}

/// The options of two strips of Star Nim that have a value, if that is one whose g-sequence is reached. Each number forms a position of this value with one other.
pub(super) fn moves_to(
    game: &Game,
    position: &Position,
    wanted: &UBig,
    means: Means<'_>,
) -> Option<Vec<Position>> {
    let (x, y) = two_strips(game, position)?;
    let wanted = u64::try_from(wanted).ok()?;
    let with = |number: &UBig| partner(wanted, number, turns_in(means.until.left())).ok().flatten();
    let (lower_y, lower_x) = (with(&x)?, with(&y)?);
    let mut found = Vec::new();
    if lower_y < y {
        found.push(position.with_numbers(vec![x.clone(), lower_y]));
    }
    if lower_x < x {
        found.push(position.with_numbers(vec![lower_x, y]));
    }
    Some(found)
}

/// The row whose period would give the value, if it is a row that has one.
pub(super) fn needed(game: &Game, position: &Position) -> Option<RowOf> {
    let (game, row, _) = place(game, position)?;
    Some(RowOf { game: game.name(), row })
}
