use super::Sum;
use super::sum::no_position_of_its_own;
use crate::error::Limit;
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Budget, Draw, Game, Position, Ruleset, Stop, Visitor};

/// A game or a sum of games in misère play: the player who cannot move in any component wins.
///
/// Only who wins is defined. Sums of misère games do not decompose, so a sum is played as one game, and cannot be a part of another.
#[derive(Clone, Debug)]
pub struct Misere {
    sum: Sum,
}

impl Misere {
    /// These games together, in misère play.
    ///
    /// # Panics
    /// When a component is in misère play itself, or has a blocking rule.
    pub fn new(games: Vec<Game>) -> Self {
        assert!(games.iter().all(|game| game.blocking().is_none()), "a component has a blocking rule");
        Self { sum: Sum::new(games) }
    }

    /// The position whose components have the positions `parts`.
    pub fn position_of(parts: Vec<Position>) -> Position {
        Sum::position_of(parts)
    }
}

impl Ruleset for Misere {
    fn name(&self) -> String {
        format!("misere({})", self.sum.name())
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        Err(no_position_of_its_own(raw))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        self.sum.visit_options(position, visit)
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        self.sum.is_option(from, to)
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        self.sum.draw_option(from, draw)
    }

    fn board(&self) -> Board {
        self.sum.board()
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        self.sum.sample(size, draw)
    }

    fn show(&self, position: &Position) -> String {
        format!("misere({})", self.sum.show(position))
    }

    fn allow(&self, budget: Budget) {
        self.sum.allow(budget);
    }

    fn is_misere(&self) -> bool {
        true
    }

    fn components(&self) -> &[Game] {
        self.sum.components()
    }
}
