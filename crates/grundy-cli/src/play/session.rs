//! A game in progress, without a word of talk: positions, turns, moves, and the program's choice.

use clap::ValueEnum;
use grundy::{Budget, BudgetSpent, Game, Nimber, Position, Strategist, Valued};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The person at the terminal.
    You,
    /// This program.
    Program,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::You => Self::Program,
            Self::Program => Self::You,
        }
    }
}

/// How the program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Opponent {
    /// Wins whenever it can
    #[default]
    Perfect,
    /// Makes any move, all alike
    Random,
}

/// A move that has been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who made it.
    pub by: Player,
    /// Where the game stood.
    pub from: Position,
    /// Where it stands after the move.
    pub to: Position,
}

/// What a move leaves to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replies {
    /// Replies that win.
    pub right: usize,
    /// All replies.
    pub all: usize,
}

impl Replies {
    /// Whether less of these replies win; when as many do, whether there are more to choose from.
    fn harder_than(self, other: Self) -> bool {
        let (these, those) = (self.right * other.all, other.right * self.all);
        these < those || these == those && self.all > other.all
    }
}

/// The best that can be done, as the number of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The first option of value 0.
    Winning(usize),
    /// No option wins; this one is the hardest to answer.
    Losing(usize, Replies),
}

impl Best {
    /// The option.
    pub fn option(self) -> usize {
        match self {
            Self::Winning(option) | Self::Losing(option, _) => option,
        }
    }
}

/// A game between a person and the program.
#[derive(Debug)]
pub struct Session {
    game: Game,
    strategist: Strategist,
    first: Player,
    made: Vec<Move>,
    position: Position,
    options: Vec<Valued>,
}

impl Session {
    /// A game that starts at `start`; an error when its value is out of reach.
    pub fn new(game: &Game, start: Position, first: Player, budget: Budget) -> Result<Self, BudgetSpent> {
        let mut strategist = Strategist::new(game, budget);
        strategist.value(&start)?;
        let options = strategist.moves(&start)?;
        Ok(Self { game: Game::clone(game), strategist, first, made: Vec::new(), position: start, options })
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The legal moves with their values, in the order of the rules.
    pub fn options(&self) -> &[Valued] {
        &self.options
    }

    /// The moves made so far.
    pub fn made(&self) -> &[Move] {
        &self.made
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Player {
        self.made.last().map_or(self.first, |last| last.by.other())
    }

    /// Who made the last move, once there are no more; at a start without moves, who need not begin.
    pub fn winner(&self) -> Option<Player> {
        self.options.is_empty().then(|| self.to_move().other())
    }

    /// The value of the position: the least that no option has.
    pub fn value(&mut self) -> Result<Nimber, BudgetSpent> {
        self.strategist.value(&self.position)
    }

    /// The values of the components of a sum; nothing for other games.
    pub fn summands(&mut self, position: &Position) -> Result<Vec<Nimber>, BudgetSpent> {
        Ok(self.strategist.answer(position)?.components)
    }

    /// The legal moves from any position of the game.
    pub fn moves_from(&mut self, position: &Position) -> Result<Vec<Valued>, BudgetSpent> {
        self.strategist.moves(position)
    }

    /// The player to move goes to an option, counted from 0. Nothing has happened when this fails.
    ///
    /// # Panics
    /// When there is no such option.
    pub fn play(&mut self, option: usize) -> Result<Move, BudgetSpent> {
        let to = self.options[option].position.clone();
        let options = self.strategist.moves(&to)?;
        let made = Move { by: self.to_move(), from: std::mem::replace(&mut self.position, to.clone()), to };
        self.made.push(made.clone());
        self.options = options;
        Ok(made)
    }

    /// Takes back the person's last move and what came after it, latest first; nothing if there is none.
    pub fn undo(&mut self) -> Result<Vec<Move>, BudgetSpent> {
        let Some(last) = self.made.iter().rposition(|made| made.by == Player::You) else {
            return Ok(Vec::new());
        };
        let back = self.made[last].from.clone();
        self.options = self.strategist.moves(&back)?;
        self.position = back;
        Ok(self.made.drain(last..).rev().collect())
    }

    /// What the program does now: a random option, or the best.
    pub fn choose(
        &mut self,
        opponent: Opponent,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<usize>, BudgetSpent> {
        match opponent {
            Opponent::Perfect => Ok(self.best()?.map(Best::option)),
            Opponent::Random => Ok((!self.options.is_empty()).then(|| rng.usize(..self.options.len()))),
        }
    }

    /// The best option: the first that wins. When none does, the one of which the smallest share of the
    /// replies wins, for that is the easiest to go wrong at; of equals the one with the most replies, which
    /// keeps the game long; of those the first. Nothing when there are no options.
    pub fn best(&mut self) -> Result<Option<Best>, BudgetSpent> {
        if let Some(option) = self.options.iter().position(|option| option.value == Nimber::ZERO) {
            return Ok(Some(Best::Winning(option)));
        }
        let mut best: Option<(usize, Replies)> = None;
        for option in (0..self.options.len()).step_by(self.stride()) {
            let replies = self.replies(option)?;
            if best.is_none_or(|(_, other)| replies.harder_than(other)) {
                best = Some((option, replies));
            }
        }
        Ok(best.map(|(option, replies)| Best::Losing(option, replies)))
    }

    /// Every how manieth option is looked at in a lost position, so that it does not take long: an option
    /// has about as many replies as there are options.
    fn stride(&self) -> usize {
        /// About a second.
        const REPLIES: usize = 2_000_000;
        1 + self.options.len().saturating_mul(self.options.len()) / REPLIES
    }

    fn replies(&mut self, option: usize) -> Result<Replies, BudgetSpent> {
        let replies = self.strategist.moves(&self.options[option].position)?;
        let right = replies.iter().filter(|reply| reply.value == Nimber::ZERO).count();
        Ok(Replies { right, all: replies.len() })
    }
}

/// Whether two positions look the same on the board. A position of a nearly disjunctive sum also remembers
/// whether it is closed; a player who writes down a move need not say that again.
pub fn same_board(one: &Position, other: &Position) -> bool {
    match (one.parts(), other.parts()) {
        (Some(ones), Some(others)) => {
            ones.len() == others.len() && ones.iter().zip(others).all(|(one, other)| same_board(one, other))
        }
        _ => one == other,
    }
}
