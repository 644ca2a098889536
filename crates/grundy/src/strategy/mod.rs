//! From a position to its value, the reason, and the winning moves.
//!
//! [`answer`] takes the cheapest justified way: a theorem, a proved period, the ray engine, or the definition. It starts an engine only when the
//! expected cost is within [`Limits`]; otherwise the error says what is missing and between which bounds the value lies. [`Answer::by`] names
//! the reason.
//!
//! ```
//! use grundy::{Limits, Outcome, answer};
//! let (game, position) = grundy::parse("star-nim 7,1000000000000000000000000000000")?;
//! let far = answer(&game, &position, Limits::default())?;
//! assert_eq!(far.outcome, Outcome::Next);
//! assert_eq!(game.show(&far.winning[0]), "7,7");
//! assert!(far.by.contains("Farr & Ho"), "{}", far.by);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! A [`Strategist`] remembers the values of one game, and values every move. An [`Archive`] supplies what was proved before.

mod answer;
mod archive;
mod arrays;
mod dense;
mod grid;
mod heads;
mod heaps;
mod knowledge;
mod lines;
mod many;
mod memory;
mod misere;
mod moves;
mod periods;
mod plan;
mod principle;
mod sum;

pub use answer::Answer;
pub use archive::{Archive, Kept, Nothing};
pub use knowledge::is_sum_of_piles;
pub use many::{Rows, values_of_rows};
pub use plan::{Limits, answer, answer_with};

use principle::{BLOCKING, DEFINITION, MISERE, SUM};

use crate::error::{Deadline, Limit};
use crate::nimber::Nimber;
use crate::ruleset::{Budget, Game, Position, options};
use crate::solve::reference::Reference;
use memory::Lent;
use plan::Means;

/// A position whose every option has been valued.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The option.
    pub position: Position,
    /// Its value; moving there wins exactly when it is 0.
    pub value: Nimber,
}

/// A player who knows the values of one game, and remembers what it has worked out.
#[derive(Debug)]
pub struct Strategist {
    game: Game,
    limits: Limits,
    /// The deadline of all questions together, if there is one.
    until: Option<Deadline>,
    /// One engine for each summand; just one when the game is not a sum.
    engines: Vec<Lent>,
    /// Whether the definition alone is used: no ray engine, no theorems.
    plain: bool,
    /// Whether theorems are used.
    theorems: bool,
}

impl Strategist {
    /// A strategist for `game` who may do so much work, with engines and the definition alone.
    pub fn new(game: &Game, budget: Budget) -> Self {
        let limits = Limits { budget, ..Limits::default() };
        Self::with(game, limits, |game| Lent::new(game, budget))
    }

    fn with(game: &Game, limits: Limits, engine: impl Fn(&Game) -> Lent) -> Self {
        let games = game.summands().unwrap_or(std::slice::from_ref(game));
        let engines = games.iter().map(engine).collect();
        Self { game: Game::clone(game), limits, until: None, engines, plain: false, theorems: false }
    }

    /// The same for questions that are asked at once: all of them together may take no more time than this, and the ray engine no
    /// more memory. Theorems are used, and values that earlier strategists of this kind have worked out.
    pub fn within(game: &Game, limits: Limits) -> Self {
        Self::until(game, limits, Deadline::after(limits.time))
    }

    /// The same with a deadline that has been set before.
    pub(crate) fn until(game: &Game, limits: Limits, until: Deadline) -> Self {
        let mut strategist = Self::with(game, limits, |game| Lent::kept(game, limits.budget));
        strategist.theorems = true;
        strategist.stop_at(until);
        strategist
    }

    /// Sets the deadline of later questions.
    pub fn stop_at(&mut self, until: Deadline) {
        self.until = Some(until);
        self.engines.iter_mut().for_each(|engine| engine.stop_at(until));
    }

    /// The same, by the definition alone.
    #[must_use]
    pub fn by_definition(self) -> Self {
        Self { plain: true, theorems: false, ..self }
    }

    /// Sets how much work may be done from now on.
    pub fn allow(&mut self, budget: Budget) {
        self.limits.budget = budget;
        self.engines.iter_mut().for_each(|engine| engine.allow(budget));
    }

    /// The value of a position: that of a sum is the nim-sum of the values of its components. In misère play, 0 for a P-position and
    /// 1 for an N-position.
    pub fn value(&mut self, position: &Position) -> Result<Nimber, Limit> {
        Ok(self.components(position)?.into_iter().sum())
    }

    /// The values of the components of a sum; of any other game, its own value.
    pub fn components(&mut self, position: &Position) -> Result<Vec<Nimber>, Limit> {
        let (means, theorems) = (self.means(), self.theorems);
        if let (Some(games), Some(parts)) = (self.game.summands(), position.parts()) {
            let each = self.engines.iter_mut().zip(games).zip(parts);
            return each
                .map(|((engine, game), part)| value_of(engine, game, part, means, theorems))
                .collect();
        }
        let has_heaps = !self.plain && self.game.heaps().is_some();
        let answer = if has_heaps { None } else { self.by_rays(position) };
        if let Some(value) = answer.and_then(|answer| u64::try_from(&answer.value?).ok()) {
            return Ok(vec![Nimber(value)]);
        }
        Ok(vec![value_of(&mut self.engines[0], &self.game, position, means, theorems)?])
    }

    /// What the ray engine says, when it is much quicker than the definition.
    fn by_rays(&self, position: &Position) -> Option<Answer> {
        plan::by_rays_if_quicker(&self.game, position, self.means()?)
    }

    /// What a value may be found with, besides the definition.
    fn means(&self) -> Option<Means<'static>> {
        let until = self.until.unwrap_or_else(|| Deadline::after(self.limits.time));
        (!self.plain).then(|| Means { until, ..Means::new(self.limits, &Nothing) })
    }

    /// Every option of a position with its value, in the order of the rules.
    pub fn moves(&mut self, position: &Position) -> Result<Vec<Valued>, Limit> {
        if let Some(answer) = self.by_rays(position) {
            return Ok(answer.options);
        }
        let limit = self.limits.budget.for_position(position).positions;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let options = options(self.game.as_ref(), position, limit)?;
        options.into_iter().map(|position| Ok(Valued { value: self.value(&position)?, position })).collect()
    }

    /// The options of value 0, in the order of the rules.
    pub fn zeros(&mut self, position: &Position) -> Result<Vec<Position>, Limit> {
        let moves = self.moves(position)?.into_iter();
        Ok(moves.filter(|option| option.value == Nimber::ZERO).map(|option| option.position).collect())
    }

    /// Value, outcome, winning moves and reason, by definition.
    pub fn answer(&mut self, position: &Position) -> Result<Answer, Limit> {
        let components = self.components(position)?;
        let value: Nimber = components.iter().copied().sum();
        let moves = self.moves(position)?;
        if self.game.is_misere() {
            let by = "definition: a move to a lost position wins, and so does having no move".to_owned();
            return Ok(Answer { value: None, by, ..Answer::of_options(value.0, moves, &MISERE) });
        }
        let (theorem, rule) = match self.game.blocking() {
            Some(_) => (&BLOCKING, "the least value all of whose options can be blocked"),
            None => (&DEFINITION, "mex over the options"),
        };
        let by = format!("definition: {rule}");
        if self.game.summands().is_none() {
            return Ok(Answer { by, ..Answer::of_options(value.0, moves, theorem) });
        }
        let part =
            |value: &Nimber| Answer { by: String::new(), ..Answer::of_options(value.0, Vec::new(), theorem) };
        let components = components.iter().map(part).collect();
        let by = format!("nim-sum of the components (Sprague-Grundy); {by}");
        Ok(Answer { by, components, ..Answer::of_options(value.0, moves, &SUM).with(&[theorem]) })
    }
}

/// The value by the definition; with means, of heads and tails by that of the heads, and of heaps by theirs; or by a theorem.
fn value_of(
    engine: &mut Reference,
    game: &Game,
    position: &Position,
    means: Option<Means<'_>>,
    theorems: bool,
) -> Result<Nimber, Limit> {
    /// Theorems also list winning moves, which takes long for positions of more numbers.
    const FEW: u64 = 64;
    if let (Some(means), Some(rules)) = (means, game.heaps()) {
        return heaps::value(game, &rules, position, means);
    }
    if let Some(means) = means.filter(|_| theorems && position.numbers() <= FEW) {
        means.until.check()?;
        let known = knowledge::by_theorem(game.as_ref(), position).and_then(|answer| answer.value);
        if let Some(value) = known.and_then(|value| u64::try_from(value).ok()) {
            return Ok(Nimber(value));
        }
    }
    match heads::reduced(game, position).filter(|_| means.is_some()) {
        Some((star, tails)) => Ok(engine.value(&star)? + tails),
        None => engine.value(position),
    }
}
