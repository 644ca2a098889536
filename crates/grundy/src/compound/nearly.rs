use super::sum::{no_position_of_its_own, show_terms};
use super::{blocking_of, can_block_in_each, moved_part, parts_of};
use crate::error::Limit;
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{
    Board, Budget, Draw, Game, Outcome, Position, Ruleset, Shape, Stop, Visitor, draw_index, draw_listed,
};
use crate::solve::reference::Reference;
use std::sync::{Mutex, PoisonError};

/// The nearly disjunctive sum (Farr & Ho, sec. 5). It is the disjunctive sum, except that after a component has been moved
/// into one of its own P-positions, no component may be moved into one of its P-positions.
///
/// The positions of the components do not show whether this has happened, so a position records it: it is then *closed*. As
/// the rule is stated, only a move closes the sum; a component that starts in a P-position does not. For Nim heaps that are
/// not empty at the start this is Star Nim.
#[derive(Debug)]
pub struct Nearly {
    games: Vec<Game>,
    /// Computes the outcomes of each component.
    outcomes: Vec<Mutex<Reference>>,
}

impl Nearly {
    /// The nearly disjunctive sum of these games.
    ///
    /// # Panics
    /// When one of them is in misère play.
    pub fn new(games: Vec<Game>) -> Self {
        assert!(games.iter().all(|game| !game.is_misere()), "a component is in misère play");
        let budget = Budget::default();
        let outcomes =
            games.iter().map(|game| Mutex::new(Reference::new(Game::clone(game), budget))).collect();
        Self { games, outcomes }
    }

    /// The position whose components have the positions `parts`.
    pub fn position_of(parts: Vec<Position>, closed: bool) -> Position {
        Position(Shape::Compound { parts, closed })
    }

    fn outcome(&self, component: usize, position: &Position) -> Result<Outcome, Limit> {
        let mut reference = self.outcomes[component].lock().unwrap_or_else(PoisonError::into_inner);
        reference.outcome(position)
    }
}

impl Ruleset for Nearly {
    fn name(&self) -> String {
        format!("nearly({})", self.games.iter().map(|game| game.name()).collect::<Vec<_>>().join(" + "))
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        Err(no_position_of_its_own(raw))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let (parts, closed) = parts_of(position);
        for (i, game) in self.games.iter().enumerate() {
            game.visit_options(&parts[i], &mut |option| {
                let closing = self.outcome(i, option)? == Outcome::Previous;
                if closing && closed {
                    return Ok(());
                }
                let mut parts = parts.to_vec();
                parts[i] = option.clone();
                visit(&Self::position_of(parts, closed || closing))
            })?;
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        let ((parts, closed), (moved, then)) = (parts_of(from), parts_of(to));
        let Some(i) = moved_part(from, to) else { return Ok(false) };
        if !self.games[i].is_option(&parts[i], &moved[i])? {
            return Ok(false);
        }
        let closing = self.outcome(i, &moved[i])? == Outcome::Previous;
        Ok(then == (closed || closing) && !(closed && closing))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        /// How often a move is drawn that the sum may forbid, before all are listed.
        const TRIES: usize = 8;
        let (parts, closed) = parts_of(from);
        let Some(first) = draw_index(parts.len(), draw) else { return Ok(None) };
        // Only the outcome of the drawn move is needed: there may be too many moves to list.
        for i in (first..parts.len()).chain(0..first).cycle().take(TRIES * parts.len()) {
            let Some(part) = self.games[i].draw_option(&parts[i], draw)? else { continue };
            let closing = self.outcome(i, &part)? == Outcome::Previous;
            if !(closing && closed) {
                let mut parts = parts.to_vec();
                parts[i] = part;
                return Ok(Some(Self::position_of(parts, closed || closing)));
            }
        }
        draw_listed(|visit| self.visit_options(from, visit), draw)
    }

    fn board(&self) -> Board {
        Board::Compound(self.games.iter().map(|game| game.board()).collect())
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Self::position_of(self.games.iter().map(|game| game.sample(size, draw)).collect(), false)
    }

    fn show(&self, position: &Position) -> String {
        let (parts, closed) = parts_of(position);
        format!("nearly({}{})", show_terms(&self.games, parts), if closed { "; closed" } else { "" })
    }

    fn blocking(&self) -> Option<String> {
        blocking_of(&self.games)
    }

    fn can_block(&self, position: &Position, options: &[&Position]) -> bool {
        can_block_in_each(&self.games, position, options)
    }

    fn components(&self) -> &[Game] {
        &self.games
    }

    fn allow(&self, budget: Budget) {
        for outcomes in &self.outcomes {
            outcomes.lock().unwrap_or_else(PoisonError::into_inner).allow(budget);
        }
    }
}
