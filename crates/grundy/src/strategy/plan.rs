//! The cheapest justified way from a position to an answer.
//!
//! Theorems come first, then periods of rows and g-sequences, proved on the spot or kept in an archive, then engines: the ray engine where the game has rays, and the definition, whichever is
//! expected to be quicker. An engine is only started when its expected cost is within the limits.

use super::archive::{Archive, Nothing};
use super::known::{Known, between, by_proof, by_theorem};
use super::periods::{by_period, by_sequence, needed};
use super::sum::sum;
use super::{Strategist, Valued};
use crate::catalog::Template;
use crate::nimber::Nimber;
use crate::ruleset::{Budget, Game, Outcome, Position, Rays, options};
use crate::solve::rays::How;
use crate::table::{Engine, Plan, cell_of as cell};
use crate::theorem::UBig;
use std::collections::HashMap;
use std::ops::ControlFlow;
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
    pub(super) archive: &'a dyn Archive,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its value, if that is known.
    pub value: Option<UBig>,
    /// Who wins.
    pub outcome: Outcome,
    /// Options of value 0, if moving there wins: with blocking, not all of them can be blocked.
    pub winning: Vec<Position>,
    /// Whether there are no other winning moves.
    pub every: bool,
    /// With blocking: what the previous player has to block, every option of value 0, if all of them can be blocked.
    pub blocked: Vec<Position>,
    /// By what the answer is known.
    pub by: String,
    /// The numbers that were put into a theorem, a line each.
    pub why: Vec<String>,
    /// Where the value is not known: between what it lies, and what would tell it.
    pub open: Option<Unanswered>,
    /// The answer for each component, when the game is a disjunctive sum.
    pub components: Vec<Answer>,
    /// The options with their values, when an engine has listed them.
    pub(super) options: Vec<Valued>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unanswered {
    /// What would be needed.
    pub message: String,
    /// What is known all the same: numbers between which the value lies.
    pub between: Option<(UBig, UBig)>,
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
pub fn answer(game: &Game, position: &Position, limits: Limits) -> Result<Answer, Unanswered> {
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
) -> Result<Answer, Unanswered> {
    by_means(game, position, Means { limits, archive })
}

pub(super) fn by_means(game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Unanswered> {
    if game.blocking().is_some() {
        if position.is_far() {
            let message = "with blocking no theorem is known, and numbers beyond 64 bits are beyond what can be computed";
            return Err(Unanswered { message: message.to_owned(), between: None });
        }
        return by_definition(game, position, means.limits);
    }
    match (game.summands(), position.parts()) {
        (Some(games), Some(parts)) => sum(games, parts, means),
        _ => single(game, position, means),
    }
}

/// Work that adds to what a theorem has said already may take this long.
pub(super) const A_MOMENT: Duration = Duration::from_millis(200);

fn single(game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Unanswered> {
    let limits = means.limits;
    let known = by_theorem(game.as_ref(), position).or_else(|| no_move(game, position));
    let complete = known.as_ref().is_some_and(|known| known.value.is_some() && known.every);
    if let Some(known) = known.as_ref().filter(|_| complete) {
        return Ok(Answer::of(known));
    }
    if let Some(answer) = by_period(game, position, known.as_ref(), means) {
        return Ok(answer);
    }
    let mut above = None;
    let worth_it = cost_of_definition(position) > A_MOMENT;
    if worth_it && known.as_ref().is_none_or(|known| known.value.is_none()) {
        match by_sequence(game, position, known.as_ref()) {
            Ok(answer) => return Ok(answer),
            Err(value) => above = value,
        }
    }
    let open = |unanswered: Unanswered, known: Option<&Known>| Unanswered {
        message: match needed(game, position) {
            Some(needed) if position.is_far() => needed,
            None if position.is_far() && known.is_some() => {
                "no theorem tells the value, and it is beyond what can be computed".to_owned()
            }
            Some(needed) => format!("{}; {needed}", unanswered.message),
            None => unanswered.message,
        },
        between: between(game.as_ref(), position, known, above),
    };
    // Values and all winning moves, where a theorem has told a part.
    let time = if known.as_ref().is_some_and(|known| known.value.is_some()) { A_MOMENT } else { limits.time };
    match (by_engine(game, position, Limits { time, ..limits }), known) {
        (Ok(engine), Some(known @ Known { value: Some(_), .. })) => {
            Ok(Answer { by: format!("{}; {}", known.by, engine.by), why: known.why, ..engine })
        }
        (Ok(engine), Some(known)) => {
            // The theorem told who wins; that is the better reason.
            let by = format!("who wins is told by {}", known.by);
            Ok(Answer { why: std::iter::once(by).chain(known.why).collect(), ..engine })
        }
        (Ok(engine), None) => Ok(engine),
        (Err(unanswered), Some(known)) => {
            let further = known.value.is_none().then(|| by_proof(game.as_ref(), position, limits.time));
            let known = further.flatten().unwrap_or(known);
            let open = known.value.is_none().then(|| open(unanswered, Some(&known)));
            Ok(Answer { open, ..Answer::of(&known) })
        }
        (Err(unanswered), None) => Err(open(unanswered, None)),
    }
}

/// A far position without a move is lost, whatever the game.
fn no_move(game: &Game, position: &Position) -> Option<Known> {
    let none = position.is_far() && game.draw_option(position, &mut |_| UBig::ZERO) == Ok(None);
    none.then(|| Known {
        value: Some(UBig::ZERO),
        more_than: None,
        outcome: Outcome::Previous,
        winning: Vec::new(),
        every: true,
        by: "definition: there is no move".to_owned(),
        why: Vec::new(),
    })
}

impl Answer {
    pub(super) fn of(known: &Known) -> Self {
        let Known { value, outcome, winning, every, by, why, .. } = known.clone();
        let (blocked, components, options) = (Vec::new(), Vec::new(), Vec::new());
        Self { value, outcome, winning, every, blocked, by, why, open: None, components, options }
    }

    pub(super) fn of_options(value: u64, options: Vec<Valued>, by: String) -> Self {
        let zeros = options.iter().filter(|option| option.value.0 == 0).map(|option| option.position.clone());
        let zeros: Vec<Position> = zeros.collect();
        let (winning, blocked) = if value == 0 { (Vec::new(), zeros) } else { (zeros, Vec::new()) };
        Self {
            value: Some(UBig::from(value)),
            outcome: if value == 0 { Outcome::Previous } else { Outcome::Next },
            winning,
            every: true,
            blocked,
            by,
            why: Vec::new(),
            open: None,
            components: Vec::new(),
            options,
        }
    }
}

/// The quicker of the engines that are within the limits.
pub(super) fn by_engine(game: &Game, position: &Position, limits: Limits) -> Result<Answer, Unanswered> {
    if position.is_far() {
        let message = "no theorem covers this position, and it is beyond what can be computed".to_owned();
        return Err(Unanswered { message, between: None });
    }
    let definition = cost_of_definition(position);
    if definition < Duration::from_millis(1) {
        return by_definition(game, position, limits);
    }
    if let Some(plane) = OnPlane::new(game, position) {
        let cost = plane.cost();
        if cost < definition && cost <= limits.time && plane.bytes() <= limits.memory {
            return plane.answer(game, position);
        }
        if cost > limits.time && definition > limits.time {
            return Err(too_long(cost.min(definition), plane.bytes()));
        }
    }
    by_definition(game, position, limits)
}

/// The ray engine's answer, if the definition would take seconds and the ray engine is within the limits.
pub(super) fn by_rays_if_quicker(game: &Game, position: &Position, limits: Limits) -> Option<Answer> {
    let plain = game.blocking().is_none() && game.summands().is_none() && !position.is_far();
    if !plain || cost_of_definition(position) < Duration::from_secs(2) {
        return None;
    }
    let plane = OnPlane::new(game, position)?;
    if plane.cost() > limits.time || plane.bytes() > limits.memory {
        return None;
    }
    plane.answer(game, position).ok()
}

fn too_long(cost: Duration, bytes: u64) -> Unanswered {
    let (seconds, mebibytes) = (cost.as_secs().max(1), bytes >> 20);
    let message = format!("this would take some {seconds} seconds and {mebibytes} MiB, more than is allowed");
    Unanswered { message, between: None }
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
fn by_definition(game: &Game, position: &Position, limits: Limits) -> Result<Answer, Unanswered> {
    /// Options that the reference engine looks at in a second, at the least.
    const A_SECOND: u64 = 10_000_000;
    let options = limits.budget.options.min(limits.time.as_secs().max(1).saturating_mul(A_SECOND));
    let budget = Budget { options, ..limits.budget };
    let mut strategist = Strategist::by_definition(game, budget);
    strategist.answer(position).map_err(|spent| Unanswered { message: spent.to_string(), between: None })
}

/// A position that is a cell of a plane of the ray engine.
struct OnPlane {
    template: Template,
    rays: Rays,
    cell: (u64, u64),
}

impl OnPlane {
    fn new(game: &Game, position: &Position) -> Option<Self> {
        let rays = game.plane()?.rays?;
        let template = Template::parse(&game.name()).ok()?;
        let cell = cell(rays, position)?;
        Some(Self { template, rays, cell })
    }

    fn max(&self) -> u64 {
        self.cell.0.max(self.cell.1)
    }

    /// About 30 ns a cell of the triangle, and more for wide moves.
    fn cost(&self) -> Duration {
        let wide = match self.rays {
            Rays::Plane { a, b, .. } => a.saturating_add(b),
            Rays::Sharing => 1,
        };
        let cells = u128::from(self.max() + 1).pow(2) / 2;
        let nanos = cells.saturating_mul(30).saturating_mul(u128::from(wide.max(1)));
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    fn bytes(&self) -> u64 {
        Plan::new(&self.template, self.max(), Engine::Rays)
            .map_or(u64::MAX, |plan| plan.bytes(How::default()))
    }

    fn answer(&self, game: &Game, position: &Position) -> Result<Answer, Unanswered> {
        let failed = |message: String| Unanswered { message, between: None };
        let listed =
            options(game.as_ref(), position, usize::MAX).map_err(|spent| failed(spent.to_string()))?;
        let mut wanted: HashMap<(u64, u64), Option<u64>> =
            listed.iter().filter_map(|option| cell(self.rays, option)).map(|cell| (cell, None)).collect();
        wanted.insert(self.cell, None);
        let plan =
            Plan::new(&self.template, self.max(), Engine::Rays).map_err(|error| failed(error.message))?;
        let seen = plan.for_each(
            How::default(),
            Budget::default(),
            &mut |_| ControlFlow::Continue(()),
            &mut |a, b, value| {
                if let Some(slot) = wanted.get_mut(&(a, b)) {
                    *slot = Some(value);
                }
                Ok(())
            },
        );
        seen.map_err(|error| failed(error.to_string()))?;
        let value_at = |cell: (u64, u64)| wanted.get(&cell).copied().flatten();
        let valued = listed.into_iter().filter_map(|position| {
            let value = Nimber(value_at(cell(self.rays, &position)?)?);
            Some(Valued { position, value })
        });
        let value =
            value_at(self.cell).ok_or_else(|| failed("this is not a cell of the table".to_owned()))?;
        let by = format!("ray engine, a table to {}", self.max());
        Ok(Answer::of_options(value, valued.collect(), by))
    }
}
