//! A game in progress, without a word of talk: positions, turns, moves, and the program's choice.

mod block;
mod lot;

pub use block::{Block, called, listed, told};
pub use lot::by_lot;

use block::{any_to_block, best_block, can_block, one_by_one};
use grundy::{Budget, BudgetSpent, Game, Limits, Nimber, Position, Strategist, Valued};

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
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::You => Self::Program,
            Self::Program => Self::You,
        }
    }
}

/// How the program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// Wins whenever it can
    #[default]
    Perfect,
    /// Makes any move, all alike
    Random,
    /// Plays perfectly every other time, by the toss of a coin, and else makes any move
    Beginner,
}

impl Opponent {
    /// How it plays this time: a beginner is perfect or random, by the toss of a coin.
    fn now(self, rng: &mut fastrand::Rng) -> Self {
        match self {
            Self::Beginner if rng.bool() => Self::Perfect,
            Self::Beginner => Self::Random,
            other => other,
        }
    }
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The player who has just moved blocks; only in games with blocking.
    Block,
    /// The other one moves.
    Move,
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
    /// What was blocked meanwhile, as numbers of options of `from`.
    pub blocked: Vec<usize>,
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
    phase: Phase,
    blocked: Vec<usize>,
}

impl Session {
    /// A game that starts at `start`; an error when its value is out of reach.
    pub fn new(game: &Game, start: Position, first: Player, budget: Budget) -> Result<Self, BudgetSpent> {
        Self::by(Strategist::new(game, budget), game, start, first)
    }

    /// The same for a few questions at once, within limits of time and memory too.
    pub fn within(game: &Game, start: Position, first: Player, limits: Limits) -> Result<Self, BudgetSpent> {
        Self::by(Strategist::within(game, limits), game, start, first)
    }

    fn by(
        mut strategist: Strategist,
        game: &Game,
        start: Position,
        first: Player,
    ) -> Result<Self, BudgetSpent> {
        strategist.value(&start)?;
        let options = strategist.moves(&start)?;
        let mut session = Self {
            game: Game::clone(game),
            strategist,
            first,
            made: Vec::new(),
            position: start.clone(),
            options: Vec::new(),
            phase: Phase::Move,
            blocked: Vec::new(),
        };
        session.enter(start, options);
        Ok(session)
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

    /// Who makes the next move.
    pub fn to_move(&self) -> Player {
        self.made.last().map_or(self.first, |last| last.by.other())
    }

    /// Whether something is to be blocked or a move to be made.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who has to do that.
    pub fn turn(&self) -> Player {
        match self.phase {
            Phase::Block => self.to_move().other(),
            Phase::Move => self.to_move(),
        }
    }

    /// What may be blocked, in words; nothing in games without blocking.
    pub fn rule(&self) -> Option<String> {
        self.game.blocking()
    }

    /// The options that are blocked, or are about to be, by number.
    pub fn blocked(&self) -> &[usize] {
        &self.blocked
    }

    /// Whether an option is blocked, or about to be.
    pub fn is_blocked(&self, option: usize) -> bool {
        self.blocked.binary_search(&option).is_ok()
    }

    /// The numbers of the options that are not blocked.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.options.len()).filter(|&option| !self.is_blocked(option))
    }

    /// Who made the last move, once no other can be made; at a start without moves, who need not begin.
    pub fn winner(&self) -> Option<Player> {
        let over = match self.phase {
            Phase::Block => self.options.is_empty(),
            Phase::Move => self.open().next().is_none(),
        };
        over.then(|| self.to_move().other())
    }

    /// The value of the position: the least that no option has or, with blocking, all of whose options can be
    /// blocked.
    pub fn value(&mut self) -> Result<Nimber, BudgetSpent> {
        self.strategist.value(&self.position)
    }

    /// The values of the components of a sum; nothing for other games.
    pub fn summands(&mut self, position: &Position) -> Result<Vec<Nimber>, BudgetSpent> {
        match self.game.summands() {
            Some(_) => self.strategist.components(position),
            None => Ok(Vec::new()),
        }
    }

    /// The legal moves from any position of the game.
    pub fn moves_from(&mut self, position: &Position) -> Result<Vec<Valued>, BudgetSpent> {
        self.strategist.moves(position)
    }

    /// Stands at a position, nothing of which is blocked yet.
    fn enter(&mut self, position: Position, options: Vec<Valued>) {
        let any = any_to_block(&self.game, &position, &options);
        self.phase = if any { Phase::Block } else { Phase::Move };
        (self.position, self.options, self.blocked) = (position, options, Vec::new());
    }

    /// The player to move goes to an option, counted from 0. Nothing has happened when this fails.
    ///
    /// # Panics
    /// When there is no such option.
    pub fn play(&mut self, option: usize) -> Result<Move, BudgetSpent> {
        let to = self.options[option].position.clone();
        let options = self.strategist.moves(&to)?;
        let blocked = std::mem::take(&mut self.blocked);
        let made = Move { by: self.to_move(), from: self.position.clone(), to: to.clone(), blocked };
        self.made.push(made.clone());
        self.enter(to, options);
        Ok(made)
    }

    /// Takes back the person's last move and what came after it, latest first, as far as to what the program
    /// had blocked before that move. If there is none, but the person had blocked before the program began,
    /// that block is taken back; otherwise nothing.
    pub fn undo(&mut self) -> Result<Vec<Move>, BudgetSpent> {
        let yours = self.made.iter().rposition(|made| made.by == Player::You);
        let Some(Move { from, blocked, .. }) = self.made.get(yours.unwrap_or(0)).cloned() else {
            return Ok(Vec::new());
        };
        let options = self.strategist.moves(&from)?;
        if yours.is_none() && !any_to_block(&self.game, &from, &options) {
            return Ok(Vec::new());
        }
        self.enter(from, options);
        if yours.is_some() {
            (self.phase, self.blocked) = (Phase::Move, blocked);
        }
        Ok(self.made.drain(yours.unwrap_or(0)..).rev().collect())
    }

    /// Whether these options may be blocked together.
    pub fn can_block(&self, options: &[usize]) -> bool {
        can_block(&self.game, &self.position, &self.options, options)
    }

    /// Blocks these options and no others, until [`Session::done`] makes it final. They have to be some that
    /// may be blocked together.
    pub fn block(&mut self, mut options: Vec<usize>) {
        options.sort_unstable();
        options.dedup();
        self.blocked = options;
    }

    /// What is blocked stays so until the next move.
    pub fn done(&mut self) {
        self.phase = Phase::Move;
    }

    /// What to block: every option of value 0 or, if that may not be, as many of them as may, taken one by
    /// one.
    pub fn best_block(&self) -> Block {
        best_block(&self.game, &self.position, &self.options)
    }

    /// With blocking, what to block after a move that wins.
    pub fn then_block(&mut self, best: Best) -> Result<Option<Vec<Position>>, BudgetSpent> {
        match best {
            Best::Winning(option) if self.rule().is_some() => {
                Ok(Some(self.strategist.zeros(&self.options[option].position)?))
            }
            _ => Ok(None),
        }
    }

    /// What the program blocks now: a random set, or the best.
    pub fn choose_block(&self, opponent: Opponent, rng: &mut fastrand::Rng) -> Block {
        /// Of more options only so many are thought of.
        const THOUGHT_OF: usize = 1000;
        match opponent.now(rng) {
            Opponent::Perfect => self.best_block(),
            Opponent::Random | Opponent::Beginner => {
                let mut order: Vec<usize> = (0..self.options.len()).collect();
                rng.shuffle(&mut order);
                let thought_of = order.into_iter().take(THOUGHT_OF);
                let mut options = one_by_one(&self.game, &self.position, &self.options, thought_of);
                options.truncate(rng.usize(..=options.len()));
                options.sort_unstable();
                Block { options, wins: false }
            }
        }
    }

    /// What the program does now: a random option, or the best.
    pub fn choose(
        &mut self,
        opponent: Opponent,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<usize>, BudgetSpent> {
        match opponent.now(rng) {
            Opponent::Perfect => Ok(self.best()?.map(Best::option)),
            Opponent::Random | Opponent::Beginner => {
                let open: Vec<usize> = self.open().collect();
                Ok((!open.is_empty()).then(|| open[rng.usize(..open.len())]))
            }
        }
    }

    /// The best option: the first that wins. When none does, the one of which the smallest share of the
    /// replies wins, for that is the easiest to go wrong at; of equals the one with the most replies, which
    /// keeps the game long; of those the first. Nothing when there are no options. Blocked options do not
    /// count, nor do replies that can be blocked.
    pub fn best(&mut self) -> Result<Option<Best>, BudgetSpent> {
        if let Some(option) = self.open().find(|&option| self.options[option].value == Nimber::ZERO) {
            return Ok(Some(Best::Winning(option)));
        }
        let mut best: Option<(usize, Replies)> = None;
        let open: Vec<usize> = self.open().step_by(self.stride()).collect();
        for option in open {
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
        let there = &self.options[option].position;
        let replies = self.strategist.moves(there)?;
        let blocked = best_block(&self.game, there, &replies).options.len();
        let right = replies.iter().filter(|reply| reply.value == Nimber::ZERO).count();
        Ok(Replies { right: right - blocked, all: replies.len() - blocked })
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
