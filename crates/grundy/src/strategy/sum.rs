//! Disjunctive sums of positions, each answered in its own way.

use super::heaps;
use super::knowledge::of as knowledge;
use super::moves::Moves;
use super::periods::{InRow, in_row, moves_to as by_sequences, tall_moves_to};
use super::plan::{A_MOMENT, Means, by_engine, by_means, cost_of_engines};
use super::principle::SUM;
use super::{Answer, Valued};
use crate::compound::Sum;
use crate::error::{Error, Unanswered};
use crate::ruleset::{Game, Outcome, Position};
use crate::theorem::UBig;
use crate::theorem::nim::nim_sum;

/// A disjunctive sum: the nim-sum of the values or, where one of them is not known, as much as follows from the others.
pub(super) fn sum(games: &[Game], parts: &[Position], means: Means<'_>) -> Result<Answer, Error> {
    let each = games.iter().zip(parts).map(|(game, part)| {
        if means.until.is_over() {
            let limit = Some(means.until.limit());
            let unanswered = Unanswered::new("the components together take more time than is allowed");
            return Err(Box::new(Unanswered { stopped_by: limit, ..unanswered }).into());
        }
        by_means(game, part, Means { of_sum: true, ..means })
    });
    let components = each.collect::<Result<Vec<Answer>, _>>()?;
    let by = format!("nim-sum of the components (Sprague-Grundy); {}", distinct(&components));
    let moved = |i: usize, to: &Position| {
        let mut moved = parts.to_vec();
        moved[i] = to.clone();
        Sum::position_of(moved)
    };
    let values: Option<Vec<UBig>> = components.iter().map(|component| component.value.clone()).collect();
    let theorems: Vec<_> =
        components.iter().flat_map(|component| component.theorems.iter().copied()).collect();
    let mut known = Answer { every: false, by, ..Answer::next(&SUM).with(&theorems) };
    if let Some(values) = values {
        let total = nim_sum(&values);
        known.every = true;
        if total.is_zero() {
            known.outcome = Outcome::Previous;
        } else {
            for (i, component) in components.iter().enumerate() {
                let (moves, all) = moves_to(&games[i], &parts[i], component, &(&values[i] ^ &total), means);
                known.winning.extend(moves.iter().map(|to| moved(i, to)));
                known.every &= all;
            }
        }
        known.value = Some(total);
    } else {
        if let Some((i, moves)) = balancing(games, parts, &components, means) {
            // The bounds of the component are not those of the sum.
            known.open = components[i].open.clone().map(|open| Unanswered { between: None, ..open });
            known.winning = moves.iter().map(|to| moved(i, to)).collect();
            return Ok(Answer { components, ..known });
        }
        // Components of value 0 change nothing; of two others one at least is not known.
        let rest = (0..components.len()).filter(|&i| components[i].value != Some(UBig::ZERO));
        let [i] = rest.collect::<Vec<_>>()[..] else {
            let unknown = components.iter().filter(|component| component.value.is_none()).count();
            let open = components.iter().find_map(|component| component.open.as_ref());
            let needs = open.map_or_else(String::new, |open| format!("; {}", open.message));
            let period_of_row = open.and_then(|open| open.period_of_row.clone());
            let stopped_by = open.and_then(|open| open.stopped_by);
            let message = format!(
                "of {unknown} components only that the player to move wins is known, not the value{needs}"
            );
            return Err(Box::new(Unanswered { stopped_by, period_of_row, ..Unanswered::new(message) }).into());
        };
        known.open.clone_from(&components[i].open);
        known.winning = components[i].winning.iter().map(|to| moved(i, to)).collect();
    }
    Ok(Answer { components, ..known })
}

/// If of one component only is known that its value is more than the nim-sum of the others, then the sum is won: the component has options of that nim-sum. These
/// options, if they are known.
fn balancing(
    games: &[Game],
    parts: &[Position],
    components: &[Answer],
    means: Means<'_>,
) -> Option<(usize, Vec<Position>)> {
    let i = components.iter().position(|component| component.value.is_none())?;
    let others = components.iter().enumerate().filter(|&(other, _)| other != i);
    let others: Vec<UBig> = others.map(|(_, component)| component.value.clone()).collect::<Option<_>>()?;
    let (wanted, above) = (nim_sum(&others), components[i].more_than?);
    if wanted.is_zero() || wanted > UBig::from(above) {
        return None;
    }
    let (moves, _) = moves_to(&games[i], &parts[i], &components[i], &wanted, means);
    (!moves.is_empty()).then_some((i, moves))
}

/// Options of a position that have a value, and whether these are all of them.
pub(super) fn moves_to(
    game: &Game,
    part: &Position,
    component: &Answer,
    wanted: &UBig,
    means: Means<'_>,
) -> (Vec<Position>, bool) {
    let among = |options: &[Valued]| {
        let to = options.iter().filter(|option| UBig::from(option.value.0) == *wanted);
        to.map(|option| option.position.clone()).collect()
    };
    if !component.options.is_empty() {
        return (among(&component.options), true);
    }
    if let Some(rules) = game.heaps() {
        return heaps::moves_to(game, &rules, part, wanted, means);
    }
    if wanted.is_zero() {
        return (component.winning.clone(), component.every);
    }
    let closed = |knowledge: super::knowledge::Knowledge| {
        (knowledge.moves_to)(game.identity()?, &part.rows()?, wanted)
    };
    if let Some(moves) = knowledge(game.as_ref()).and_then(closed) {
        return moves;
    }
    let sequences = || by_sequences(game, part, wanted, means).map(|moves| (moves, true));
    let engine = || Some((among(&by_engine(game, part, Moves::All, means).ok()?.options), true));
    let tall = || tall_moves_to(game, part, wanted, means).map(|moves| (moves, true));
    let quick = cost_of_engines(game, part) < A_MOMENT;
    let found = if quick { engine() } else { sequences().or_else(tall).or_else(engine) };
    found.unwrap_or_else(|| (along_row(game, part, wanted, means).into_iter().collect(), false))
}

/// The position of a value in the row of the smaller pile, if the larger can be lowered to it. Values of row a are within 2a of
/// their column (Farr & Ho, Proposition 5, and the windows of [`crate::period`]).
fn along_row(game: &Game, part: &Position, wanted: &UBig, means: Means<'_>) -> Option<Position> {
    /// Columns that are filled in a second or so.
    const COLUMNS: u64 = 200_000_000;
    let InRow { proof, column, .. } = in_row(game, part, means)?;
    let near = 2 * proof.row + 2;
    if (proof.period.preperiod + proof.period.length).saturating_mul(2 * near) > COLUMNS {
        return None;
    }
    let first = if *wanted > UBig::from(near) { wanted - UBig::from(near) } else { UBig::ZERO };
    let mut columns = (0..=2 * near).map(|step| &first + UBig::from(step)).filter(|place| *place < column);
    let place = columns
        .find(|place| proof.value_before(place, means.until).ok().flatten().as_ref() == Some(wanted))?;
    let larger_first = part.rows().is_some_and(|rows| rows.concat()[0] == column);
    let row = UBig::from(proof.row);
    Some(part.with_numbers(if larger_first { vec![place, row] } else { vec![row, place] }))
}

/// By what the components are known, each reason once.
fn distinct(components: &[Answer]) -> String {
    let mut reasons: Vec<&str> = Vec::new();
    for component in components {
        if !reasons.contains(&component.by.as_str()) {
            reasons.push(&component.by);
        }
    }
    reasons.join("; ")
}
