use super::{blocking_of, can_block_in_each, moved_part, parts_of};
use crate::error::Limit;
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Budget, Draw, Game, Position, Ruleset, Shape, Stop, Visitor, draw_index};

/// The disjunctive sum: move in one component, by its rules.
#[derive(Clone, Debug)]
pub struct Sum {
    games: Vec<Game>,
}

impl Sum {
    /// The sum of these games.
    ///
    /// # Panics
    /// When one of them is in misère play: such games do not add up.
    pub fn new(games: Vec<Game>) -> Self {
        assert!(games.iter().all(|game| !game.is_misere()), "a component is in misère play");
        Self { games }
    }

    /// The position whose components have the positions `parts`.
    pub fn position_of(parts: Vec<Position>) -> Position {
        Position(Shape::Compound { parts, closed: false })
    }
}

impl Ruleset for Sum {
    fn name(&self) -> String {
        self.games.iter().map(|game| game.name()).collect::<Vec<_>>().join(" + ")
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        Err(no_position_of_its_own(raw))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let (parts, _) = parts_of(position);
        for (i, game) in self.games.iter().enumerate() {
            game.visit_options(&parts[i], &mut |option| {
                let mut parts = parts.to_vec();
                parts[i] = option.clone();
                visit(&Self::position_of(parts))
            })?;
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        moved_part(from, to)
            .map_or(Ok(false), |i| self.games[i].is_option(&parts_of(from).0[i], &parts_of(to).0[i]))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let (parts, _) = parts_of(from);
        // A random component, or the next one that has a move.
        let Some(first) = draw_index(parts.len(), draw) else { return Ok(None) };
        for i in (first..parts.len()).chain(0..first) {
            if let Some(part) = self.games[i].draw_option(&parts[i], draw)? {
                let mut parts = parts.to_vec();
                parts[i] = part;
                return Ok(Some(Self::position_of(parts)));
            }
        }
        Ok(None)
    }

    fn board(&self) -> Board {
        Board::Compound(self.games.iter().map(|game| game.board()).collect())
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Self::position_of(self.games.iter().map(|game| game.sample(size, draw)).collect())
    }

    fn show(&self, position: &Position) -> String {
        show_terms(&self.games, parts_of(position).0)
    }

    fn allow(&self, budget: Budget) {
        for game in &self.games {
            game.allow(budget);
        }
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

    fn summands(&self) -> Option<&[Game]> {
        Some(&self.games)
    }
}

/// `star-nim 3,7 + wythoff 2,5`. A nested compound shows its own name.
pub(super) fn show_terms(games: &[Game], parts: &[Position]) -> String {
    let terms = games.iter().zip(parts).map(|(game, part)| match part.parts() {
        Some(_) => game.show(part),
        None => format!("{} {}", game.name(), game.show(part)),
    });
    terms.collect::<Vec<_>>().join(" + ")
}

pub(super) fn no_position_of_its_own(raw: &RawPosition) -> InputError {
    InputError::at(raw.span(), "each component of a compound game needs its own position")
        .hint("e.g. star-nim 3,7 + wythoff 2,5 or nearly(nim 3 + nim 7)")
}
