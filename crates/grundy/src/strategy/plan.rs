//! The cheapest justified way from a position to an answer.
//!
//! Theorems come first. Then a small table, if one is enough; then periods along a large number and of g-sequences, proved on the spot or kept in an archive; then the ray
//! engine where options lie on lines, or the definition, whichever is expected to be quicker. An engine is only started when its expected
//! cost is within the limits.

use super::archive::{Archive, Nothing};
use super::arrays::Corner;
use super::dense::Dense;
use super::heads::by_heads;
use super::heaps::{self, by_heaps};
use super::knowledge::{between, by_theorem, of as knowledge};
use super::lines::by_lines;
use super::misere::misere;
use super::moves::Moves;
use super::periods::{by_period, by_row, by_sequence, by_tall, cost_of_row, needed};
use super::principle::DEFINITION;
use super::sum::sum;
use super::{Answer, Strategist};
use crate::error::{Deadline, Error, Limit, RowOf, Unanswered};
use crate::notation::InputError;
use crate::ruleset::{Budget, Game, Position};
use crate::solve::reference::Reference;
use crate::theorem::UBig;
use std::time::Duration;

/// How much an answer may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Positions that the definition may remember.
    pub budget: Budget,
    /// Time.
    pub time: Duration,
    /// Memory, in bytes.
    pub memory: u64,
}

impl Default for Limits {
    /// Half a minute and a gigabyte.
    fn default() -> Self {
        Self { budget: Budget::default(), time: Duration::from_secs(30), memory: 1 << 30 }
    }
}

/// What an answer may be found with.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) limits: Limits,
    /// The deadline of the whole question.
    pub(super) until: Deadline,
    pub(super) archive: &'a dyn Archive,
    /// Whether the position is a part of a sum, so that moves to any value may be asked for.
    pub(super) of_sum: bool,
}

impl<'a> Means<'a> {
    /// The time starts now.
    pub(super) fn new(limits: Limits, archive: &'a dyn Archive) -> Self {
        Self { limits, until: Deadline::after(limits.time), archive, of_sum: false }
    }

    /// The same for a part of the work that may take this long.
    fn at_most(self, time: Duration) -> Self {
        Self { until: self.until.at_most(time), ..self }
    }
}

/// Answers for a position of any game.
///
/// ```
/// use grundy::strategy::{Limits, answer};
/// let (game, position) = grundy::parse("wythoff 1618033988749894848204586834365,2618033988749894848204586834365")?;
/// let answer = answer(&game, &position, Limits::default())?;
/// assert_eq!(answer.outcome, grundy::Outcome::Previous);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no theorem says who wins, and the engines would need more than the limits.
pub fn answer(game: &Game, position: &Position, limits: Limits) -> Result<Answer, Error> {
    answer_with(game, position, limits, &Nothing)
}

/// The same, with what has been proved before.
///
/// # Errors
/// As for [`answer`].
pub fn answer_with(
    game: &Game,
    position: &Position,
    limits: Limits,
    archive: &dyn Archive,
) -> Result<Answer, Error> {
    by_means(game, position, Means::new(limits, archive)).map_err(|error| {
        let stopped_by = match &error {
            Error::Limit(limit) => Some(*limit),
            Error::Unanswered(unanswered) => unanswered.stopped_by,
            _ => None,
        };
        let witness = stopped_by.filter(|limit| *limit == Limit::Endless);
        witness.and_then(|_| endless(game, position, limits)).unwrap_or(error)
    })
}

/// The error for a game that does not end, with a cycle of moves.
fn endless(game: &Game, position: &Position, limits: Limits) -> Option<Error> {
    /// The most positions of a cycle that are shown.
    const SHOWN: usize = 8;
    let mut engine = Reference::new(Game::clone(game), limits.budget);
    engine.stop_at(Deadline::after(limits.time));
    engine.value(position).err()?;
    let cycle = engine.cycle();
    let shown = cycle.iter().take(SHOWN).chain(cycle.first()).map(|position| game.show(position));
    let dots = if cycle.len() > SHOWN { " -> .." } else { "" };
    let moves = shown.collect::<Vec<_>>().join(" -> ");
    let message = format!("this game does not end: {moves}{dots}");
    Some(InputError::whole(message).hint("values need a game in which every sequence of moves ends").into())
}

pub(super) fn by_means(game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Error> {
    if game.is_misere() {
        return misere(game, position, means);
    }
    match (game.summands(), position.parts()) {
        (Some(games), Some(parts)) if game.blocking().is_none() => sum(games, parts, means),
        _ => single(game, position, means),
    }
}

/// Work that adds to what a theorem has said already may take this long.
pub(super) const A_MOMENT: Duration = Duration::from_millis(200);

/// Engines that are expected to take no longer are tried before proofs of periods.
const AT_ONCE: Duration = Duration::from_millis(50);

fn single(game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Error> {
    if let Some(rules) = game.heaps() {
        return by_heaps(game, &rules, position, means);
    }
    let known = by_theorem(game.as_ref(), position).or_else(|| no_move(game, position));
    if let Some(known) = known.as_ref().filter(|known| known.is_complete()) {
        return Ok(known.clone());
    }
    if let Some(answer) = by_heads(game, position, means) {
        return Ok(answer);
    }
    let costs = Cost::new(game, position, known.as_ref());
    let computed = |means: Means<'_>| by_computation(game, position, known.as_ref(), costs, means);
    let cost = costs.least();
    if cost <= AT_ONCE
        && let Ok(answer) = computed(means)
    {
        return Ok(answer);
    }
    // A proof may take as long as the computation that it saves, if there is one, and else most of the time.
    let left = means.until.left();
    let is_open = (AT_ONCE..left).contains(&cost);
    let proofs = means.at_most(if is_open { cost.min(left / 2) } else { left / 4 * 3 });
    if let Some(answer) = by_period(game, position, known.as_ref(), proofs) {
        return Ok(answer);
    }
    if let Some(answer) = by_tall(game, position, known.as_ref(), proofs) {
        return Ok(answer);
    }
    let mut above = None;
    if known.as_ref().is_none_or(|known| known.value.is_none()) {
        for way in [by_sequence, by_lines] {
            match way(game, position, known.as_ref(), proofs) {
                Ok(answer) => return Ok(answer),
                Err(value) => above = above.max(value),
            }
        }
    }
    let open = |unanswered: Unanswered, known: Option<&Answer>| {
        let period_of_row = needed(game, position);
        let period = period_of_row
            .as_ref()
            .map(|RowOf { game, row }| format!("the period of row {row} of {game} would tell the value"));
        Unanswered {
            message: match period {
                Some(period) if position.is_far() => period,
                None if position.is_far() && known.is_some() => {
                    "no theorem tells the value, and it is beyond what can be computed".to_owned()
                }
                Some(period) => format!("{}; {period}", unanswered.message),
                None => unanswered.message,
            },
            between: between(game.as_ref(), position, known, above),
            period_of_row,
            ..unanswered
        }
    };
    // Values and all winning moves, where a theorem has told a part.
    let has_value = known.as_ref().is_some_and(|known| known.value.is_some());
    let unanswered = match computed(if has_value { means.at_most(A_MOMENT) } else { means }) {
        Ok(answer) => return Ok(answer),
        Err(Error::Unanswered(unanswered)) => *unanswered,
        Err(Error::Limit(limit)) => limit.into(),
        Err(error) => return Err(error),
    };
    let Some(known) = known else { return Err(Box::new(open(unanswered, None)).into()) };
    let further = knowledge(game.as_ref()).filter(|_| known.value.is_none());
    let further = further.and_then(|knowledge| (knowledge.proof)(&position.rows()?, means.until.left()));
    let known = further.unwrap_or(known);
    let open = known.value.is_none().then(|| open(unanswered, Some(&known)));
    Ok(Answer { open, ..known })
}

/// What an engine has found, with the better reason that a theorem has for a part of it.
fn with_reason(answer: Answer, known: Option<Answer>) -> Answer {
    match known {
        None => answer,
        Some(Answer { value: Some(_), by, mut theorems, why, .. }) => {
            let answer = Answer { by: format!("{by}; {}", answer.by), why, ..answer };
            theorems.retain(|theorem| !answer.theorems.contains(theorem));
            Answer { theorems: [theorems, answer.theorems].concat(), ..answer }
        }
        Some(Answer { by, theorems, why, .. }) => {
            let by = format!("winner known by {by}");
            Answer { why: std::iter::once(by).chain(why).collect(), ..answer.with(&theorems) }
        }
    }
}

/// A far position without a move is lost, whatever the game.
fn no_move(game: &Game, position: &Position) -> Option<Answer> {
    let none = position.is_far() && game.draw_option(position, &mut |_| UBig::ZERO) == Ok(None);
    none.then(|| Answer { by: "definition: there is no move".to_owned(), ..Answer::previous(&DEFINITION) })
}

/// About how long the quicker engine takes.
pub(super) fn cost_of_engines(game: &Game, position: &Position) -> Duration {
    let definition = cost_of_definition(position);
    let dense = || Dense::new(game, position).map_or(Duration::MAX, |dense| dense.cost());
    let arrays = || Corner::new(game, position).map_or(Duration::MAX, |corner| corner.cost());
    if definition <= A_TRIFLE { definition } else { definition.min(dense()).min(arrays()) }
}

/// About how long the ways to compute a value take.
#[derive(Clone, Copy)]
struct Cost {
    engines: Duration,
    /// Filling the row of the position, if all that is missing is its value.
    row: Option<Duration>,
}

impl Cost {
    fn new(game: &Game, position: &Position, known: Option<&Answer>) -> Self {
        let engines = cost_of_engines(game, position);
        // A small table is kept, and serves other questions too.
        let row = cost_of_row(game, position).filter(|_| engines > 5 * A_TRIFLE);
        Self { engines, row: row.filter(|_| known.is_some_and(|known| known.every)) }
    }

    fn least(self) -> Duration {
        self.row.map_or(self.engines, |row| row.min(self.engines))
    }
}

/// The quickest computation within the limits: a row filled up to the position, or an engine.
fn by_computation(
    game: &Game,
    position: &Position,
    known: Option<&Answer>,
    cost: Cost,
    means: Means<'_>,
) -> Result<Answer, Error> {
    let by_row_of = cost.row.filter(|&row| row < cost.engines && row <= means.until.left()).and(known);
    if let Some(known) = by_row_of
        && let Some(answer) = by_row(game, position, known, means)?
    {
        return Ok(answer);
    }
    let moves = match known {
        _ if means.of_sum => Moves::All,
        Some(known) if known.every => Moves::Known(known),
        _ => Moves::Winning,
    };
    Ok(with_reason(by_engine(game, position, moves, means)?, known.cloned()))
}

/// Engines are not weighed against each other for less.
const A_TRIFLE: Duration = Duration::from_millis(1);

/// The quicker of the engines that are within the limits. It may give more options than it is asked for.
pub(super) fn by_engine(
    game: &Game,
    position: &Position,
    moves: Moves<'_>,
    means: Means<'_>,
) -> Result<Answer, Error> {
    if position.is_far() {
        let message = match game.blocking() {
            Some(_) => {
                "no theorem covers this position with blocking, and numbers beyond 64 bits are beyond what can be computed"
            }
            None => "no theorem covers this position, and it is beyond what can be computed",
        };
        return Err(Box::new(Unanswered::new(message)).into());
    }
    let definition = cost_of_definition(position);
    if definition < A_TRIFLE {
        return by_definition(game, position, means);
    }
    if let Some(dense) = Dense::new(game, position) {
        let fits = dense.fits(means);
        if dense.cost() < definition && fits.is_ok() {
            return dense.answer(game, position, moves, means);
        }
        if let (Err(limit), true) = (fits, definition > means.until.left()) {
            let (seconds, mebibytes) = (dense.cost().min(definition).as_secs().max(1), dense.bytes() >> 20);
            let message =
                format!("this would take some {seconds} seconds and {mebibytes} MiB, more than is allowed");
            return Err(Box::new(Unanswered { stopped_by: Some(limit), ..Unanswered::new(message) }).into());
        }
    }
    let Some(corner) = Corner::new(game, position) else { return by_definition(game, position, means) };
    match corner.fits(means) {
        Ok(()) if corner.cost() < definition => corner.answer(game, position, means),
        Ok(()) => by_definition(game, position, means),
        // The definition looks at reachable positions alone, which may be few.
        Err(beyond) => by_definition(game, position, means).map_err(|error| corner.also(error, beyond)),
    }
}

/// The answer of the ray engine or the array engine, if it is quicker than the definition and within the limits.
pub(super) fn by_rays_if_quicker(game: &Game, position: &Position, means: Means<'_>) -> Option<Answer> {
    if let Some(rules) = game.heaps() {
        return heaps::listed(game, &rules, position, means).ok();
    }
    let definition = cost_of_definition(position);
    if game.summands().is_some() || definition < 20 * A_TRIFLE {
        return None;
    }
    let corner = Corner::new(game, position);
    if let Some(corner) = corner.filter(|corner| corner.cost() < definition && corner.fits(means).is_ok()) {
        return corner.answer(game, position, means).ok();
    }
    let dense =
        Dense::new(game, position).filter(|dense| dense.cost() < definition && dense.fits(means).is_ok())?;
    dense.answer(game, position, Moves::All, means).ok()
}

/// About how long the definition takes: 50 ns for each option of each position below, all numbers being lowered at will.
pub(super) fn cost_of_definition(position: &Position) -> Duration {
    if position.is_far() && position.parts().is_none() {
        return Duration::MAX;
    }
    let Some(rows) = position.rows() else { return Duration::ZERO };
    let numbers = || rows.iter().flatten();
    let positions = numbers().fold(UBig::ONE, |product, number| product * (number + 1u8));
    let options = numbers().fold(UBig::ZERO, |sum, number| sum + number);
    Duration::from_nanos(u64::try_from(positions * options * 50u8).unwrap_or(u64::MAX))
}

/// The definition, within the budget.
fn by_definition(game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Error> {
    Ok(Strategist::until(game, means.limits, means.until).by_definition().answer(position)?)
}
