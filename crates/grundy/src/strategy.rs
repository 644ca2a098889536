//! From a position to its value, the reason, and the moves that win.

use crate::nimber::Nimber;
use crate::ruleset::{Budget, BudgetSpent, Game, Outcome, Position, options};
use crate::solve::reference::Reference;

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its value.
    pub value: Nimber,
    /// Who wins.
    pub outcome: Outcome,
    /// Every option of value 0, in the order of the rules, if moving there wins: with blocking, not all of them can be blocked.
    pub winning: Vec<Position>,
    /// With blocking: what the previous player has to block, every option of value 0, if all of them can be blocked.
    pub blocked: Vec<Position>,
    /// By what the answer is known.
    pub by: String,
    /// The value of each component, when the game is a disjunctive sum.
    pub components: Vec<Nimber>,
}

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
    budget: Budget,
    /// One engine for each summand; just one when the game is not a sum.
    engines: Vec<Reference>,
}

impl Strategist {
    /// A strategist for `game` who may do so much work.
    pub fn new(game: &Game, budget: Budget) -> Self {
        let games = game.summands().map_or_else(|| vec![Game::clone(game)], <[Game]>::to_vec);
        let engines = games.into_iter().map(|game| Reference::new(game, budget)).collect();
        Self { game: Game::clone(game), budget, engines }
    }

    /// The value of a position: that of a sum is the nim-sum of the values of its components.
    pub fn value(&mut self, position: &Position) -> Result<Nimber, BudgetSpent> {
        Ok(self.components(position)?.into_iter().sum())
    }

    fn components(&mut self, position: &Position) -> Result<Vec<Nimber>, BudgetSpent> {
        match (self.game.summands(), position.parts()) {
            (Some(_), Some(parts)) => {
                self.engines.iter_mut().zip(parts).map(|(e, part)| e.value(part)).collect()
            }
            _ => Ok(vec![self.engines[0].value(position)?]),
        }
    }

    /// Every option of a position with its value, in the order of the rules.
    pub fn moves(&mut self, position: &Position) -> Result<Vec<Valued>, BudgetSpent> {
        let limit = usize::try_from(self.budget.positions).unwrap_or(usize::MAX);
        let options = options(self.game.as_ref(), position, limit)?;
        options.into_iter().map(|position| Ok(Valued { value: self.value(&position)?, position })).collect()
    }

    /// The options of value 0, in the order of the rules.
    pub fn zeros(&mut self, position: &Position) -> Result<Vec<Position>, BudgetSpent> {
        let moves = self.moves(position)?.into_iter();
        Ok(moves.filter(|option| option.value == Nimber::ZERO).map(|option| option.position).collect())
    }

    /// Value, outcome, winning moves and reason.
    pub fn answer(&mut self, position: &Position) -> Result<Answer, BudgetSpent> {
        let components = self.components(position)?;
        let value = components.iter().copied().sum();
        let zeros = self.zeros(position)?;
        let (winning, blocked) =
            if value == Nimber::ZERO { (Vec::new(), zeros) } else { (zeros, Vec::new()) };
        let known: usize = self.engines.iter().map(Reference::positions).sum();
        let rule = match self.game.blocking() {
            Some(_) => "the least value all of whose options can be blocked",
            None => "mex over the options",
        };
        let definition = format!("definition: {rule}, {known} positions");
        let (by, components) = match self.game.summands() {
            Some(_) => (format!("nim-sum of the components (Sprague-Grundy); {definition}"), components),
            None => (definition, Vec::new()),
        };
        let outcome = if value == Nimber::ZERO { Outcome::Previous } else { Outcome::Next };
        Ok(Answer { value, outcome, winning, blocked, by, components })
    }
}
