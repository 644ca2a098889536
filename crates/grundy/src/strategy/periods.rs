//! Values by periods that are proved: of rows, on the spot or before, and of g-sequences.

use super::Answer;
use super::archive::Kept;
use super::plan::Means;
use super::principle::{ROWS as ROW_PERIODS, SEQUENCES, TALL};
use crate::error::RowOf;
use crate::geometry::Symmetric;
use crate::period::{Period, RowProof, RowSearch, TallLimits, TallProof, largest_row, prove_tall};
use crate::ruleset::{Game, Outcome, Position};
use crate::star_nim::{Membership, members};
use crate::theorem::{Theorem, UBig};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

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
    let (shape, row, column) = place(game, position)?;
    let mut search = RowSearch::new(shape, row, Some(COLUMNS)).ok()?;
    let mut in_time = deadline(means.limits.time / 2);
    let proved = search.finish(&mut |progress| {
        if progress.filled > COLUMNS { ControlFlow::Break(()) } else { in_time(progress.filled) }
    });
    if matches!(proved, Ok(true)) {
        let proof = search.proofs().last()?.clone();
        return Some(InRow { proof, column, by: "proved by repetition of the state".to_owned() });
    }
    let Kept { certificate, checked } = means.archive.row(&shape.name(), row, means.limits)?;
    let proof = RowProof::of_certificate(&certificate);
    let proof = proof.filter(|proof| (proof.shape, proof.row) == (shape, row))?;
    (cost_of_place(&proof) <= means.limits.time).then_some(InRow { proof, column, by: checked })
}

/// The shape of the game that a position of two numbers is in, and the numbers.
fn two_numbers(game: &Game, position: &Position) -> Option<(Symmetric, UBig, UBig)> {
    let rows = position.rows().filter(|_| game.blocking().is_none())?;
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let shape = game.geometry(&lengths)?.symmetric()?;
    let [x, y] = &rows.concat()[..] else { return None };
    Some((shape, x.clone(), y.clone()))
}

/// The shape, the smaller number as a row that has a period, and the larger one.
fn place(game: &Game, position: &Position) -> Option<(Symmetric, u64, UBig)> {
    let (shape, x, y) = two_numbers(game, position)?;
    let windows = Symmetric::WITH_WINDOWS.contains(&shape);
    let row = u64::try_from((&x).min(&y)).ok().filter(|&row| windows && row <= largest_row(shape))?;
    Some((shape, row, x.max(y)))
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
    known: Option<&Answer>,
    means: Means<'_>,
) -> Option<Answer> {
    let InRow { proof, column, by } = in_row(game, position, means)?;
    let value = proof.value_at(&column).ok()??;
    let (row, Period { preperiod, length, .. }) = (proof.row, proof.period);
    let by = format!("G({row},b+{length}) = G({row},b)+{length} for b >= {preperiod}, {by}");
    Some(of_value(value, &ROW_PERIODS, by, known))
}

/// An answer with this value, and the moves that a theorem gives.
fn of_value(value: UBig, theorem: &'static Theorem, by: String, known: Option<&Answer>) -> Answer {
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
    proof: TallProof,
    number: UBig,
}

/// Proves the period along the largest number, if that is done in a moment and the game allows it.
fn tall(game: &Game, position: &Position, means: Means<'_>) -> Option<Tall> {
    const LIMITS: TallLimits = TallLimits { columns: 1 << 22, bytes: 64 << 20 };
    /// The largest fixed number: the rows below the fixed numbers are all filled.
    const LARGEST: u64 = 1 << 10;
    super::knowledge::of(game.as_ref()).filter(|knowledge| knowledge.tall)?;
    let rows = position.rows()?;
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let is_position = game.geometry(&lengths)?.lowering()?;
    let mut numbers = rows.concat();
    let place = (0..numbers.len()).max_by_key(|&place| &numbers[place])?;
    let number = numbers.remove(place);
    let small = |number: &UBig| u64::try_from(number).ok().filter(|&number| number <= LARGEST);
    let fixed: Vec<u64> = numbers.iter().map(small).collect::<Option<_>>()?;
    let proof =
        prove_tall(&is_position, &fixed, place, LIMITS, &mut deadline(means.limits.time.min(A_SECOND)))
            .ok()??;
    Some(Tall { proof, number })
}

/// Proofs on the spot may take this long.
const A_SECOND: Duration = Duration::from_secs(1);

/// Breaks when the time is over.
fn deadline(time: Duration) -> impl FnMut(u64) -> ControlFlow<()> {
    let end = Instant::now().checked_add(time);
    move |_| {
        if end.is_some_and(|end| Instant::now() > end) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

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
    let moves = proof.options_of_value(&number, &UBig::ZERO, &mut deadline(A_SECOND));
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
    let moves = proof.options_of_value(&number, wanted, &mut deadline(A_SECOND))?;
    Some(moves.into_iter().map(|numbers| position.with_numbers(numbers)).collect())
}

/// Rows of the g-sequences that may be looked at: less than a second.
const ROWS: u64 = 1 << 22;

/// The value of two strips of Star Nim by the periods of the g-sequences; or the largest value that it is proved not to have, with all smaller ones.
pub(super) fn by_sequence(
    game: &Game,
    position: &Position,
    known: Option<&Answer>,
) -> Result<Answer, Option<u64>> {
    let Some((Symmetric::STAR_NIM, x, y)) = two_numbers(game, position) else { return Err(None) };
    match members(&[(x, y)], ROWS).ok().and_then(|mut all| all.pop()) {
        Some(Membership::Is { value, from, period }) => {
            let by = format!(
                "a position of the g-sequence of {value}, the rows of which repeat after {period} from {from} on: \
                 proved by repetition of the state"
            );
            Ok(of_value(UBig::from(value), &SEQUENCES, by, known))
        }
        Some(Membership::Above(value)) => Err(Some(value)),
        Some(Membership::Unknown) | None => Err(None),
    }
}

/// The options of two strips of Star Nim that have a value, if that is one whose g-sequence is reached. By Farr & Ho, Proposition 5, the
/// partners of a number differ from it by the value at the most, but for those of 0.
pub(super) fn moves_to(game: &Game, position: &Position, wanted: &UBig) -> Option<Vec<Position>> {
    const LARGEST: u64 = 62;
    let (Symmetric::STAR_NIM, x, y) = two_numbers(game, position)? else { return None };
    let wanted = u64::try_from(wanted).ok().filter(|&wanted| wanted <= LARGEST)?;
    let near = |other: &UBig, below: &UBig| -> Vec<UBig> {
        let first = if *other > UBig::from(wanted + 1) { other - UBig::from(wanted + 1) } else { UBig::ZERO };
        (0..=2 * wanted + 2).map(|more| &first + UBig::from(more)).filter(|to| to < below).collect()
    };
    let lowered_y = near(&x, &y).into_iter().map(|to| (x.clone(), to));
    let lowered_x = near(&y, &x).into_iter().map(|to| (to, y.clone()));
    let candidates: Vec<(UBig, UBig)> = lowered_y.chain(lowered_x).collect();
    let told = members(&candidates, ROWS).ok()?;
    let reached = |member: &Membership| match member {
        Membership::Is { .. } => true,
        Membership::Above(value) => *value >= wanted,
        Membership::Unknown => false,
    };
    // A difference beyond the windows has a value beyond them too.
    let far_apart = |(x, y): &(UBig, UBig)| (x.max(y) - x.min(y)) > UBig::from(LARGEST + 1);
    if !candidates.iter().zip(&told).all(|(pair, member)| reached(member) || far_apart(pair)) {
        return None;
    }
    let has = |member: &Membership| matches!(member, Membership::Is { value, .. } if *value == wanted);
    let found = candidates.into_iter().zip(&told).filter(|(_, member)| has(member));
    Some(found.map(|((x, y), _)| position.with_numbers(vec![x, y])).collect())
}

/// The row whose period would give the value, if it is a row that has one.
pub(super) fn needed(game: &Game, position: &Position) -> Option<RowOf> {
    let (shape, row, _) = place(game, position)?;
    Some(RowOf { game: shape.name(), row })
}
