//! A game in progress: positions, turns and moves, without any text.

mod block;
mod choose;
mod random;

pub use block::{Block, called, listed, told};
pub use choose::{Best, Opponent, Replies};
pub use random::random;

use block::{any_to_block, best_block, can_block};
use grundy::theorem::UBig;
use grundy::{
    Answer, Budget, Deadline, Error, Game, Limit, Limits, Nimber, Position, Strategist, Valued, options,
};
use std::time::Duration;

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

/// What is known where the options are not listed: they are too many, or their values out of reach.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the planner says of the position, or why it says nothing.
    pub answer: Result<Answer, Error>,
    /// A smallest move; nothing when there is no move.
    pub smallest: Option<Position>,
}

impl Plan {
    /// A move that wins, if one is known.
    pub fn winning(&self) -> Option<&Position> {
        self.answer.as_ref().ok()?.winning.first()
    }

    /// A move that wins, and if none is known a smallest one.
    pub fn best(&self) -> Option<&Position> {
        self.winning().or(self.smallest.as_ref())
    }
}

/// The options of a position with their values, or a plan.
enum Seen {
    Listed(Vec<Valued>),
    Planned(Box<Plan>),
}

/// A game between a person and the program.
#[derive(Debug)]
pub struct Session {
    game: Game,
    strategist: Strategist,
    limits: Limits,
    /// The deadline of the whole session; without one every position has its own.
    until: Option<Deadline>,
    first: Player,
    made: Vec<Move>,
    position: Position,
    options: Vec<Valued>,
    plan: Option<Box<Plan>>,
    phase: Phase,
    blocked: Vec<usize>,
}

impl Session {
    /// A game that starts at `start`; where values are out of reach see [`Session::plan`]. The time limit is for each position that is
    /// reached.
    pub fn new(game: &Game, start: Position, first: Player, limits: Limits) -> Result<Self, Limit> {
        Self::by(Strategist::new(game, limits.budget), limits, None, game, start, first)
    }

    /// The same for a few questions at once, which share the time limit.
    pub fn within(game: &Game, start: Position, first: Player, limits: Limits) -> Result<Self, Limit> {
        let until = Some(Deadline::after(limits.time));
        Self::by(Strategist::within(game, limits), limits, until, game, start, first)
    }

    fn by(
        strategist: Strategist,
        limits: Limits,
        until: Option<Deadline>,
        game: &Game,
        start: Position,
        first: Player,
    ) -> Result<Self, Limit> {
        let mut session = Self {
            game: Game::clone(game),
            strategist,
            limits,
            until,
            first,
            made: Vec::new(),
            position: start.clone(),
            options: Vec::new(),
            plan: None,
            phase: Phase::Move,
            blocked: Vec::new(),
        };
        let seen = session.look(&start)?;
        session.enter(start, seen);
        Ok(session)
    }

    /// The options with their values where they are few and a moment is enough for that; else what theorems give; else the options
    /// again, for as much work as is allowed. With blocking the options come before theorems: what to block needs their values.
    fn look(&mut self, position: &Position) -> Result<Seen, Limit> {
        /// A fraction of a second.
        const QUICK: Budget = Budget { positions: 100_000, options: 2_000_000 };
        /// Options that are listed at once, and at the most.
        const LISTED: [u64; 2] = [5_000, 100_000];
        let until = self.until.unwrap_or_else(|| Deadline::after(self.limits.time));
        self.strategist.stop_at(until);
        let full = self.limits.budget;
        let quick = Budget {
            positions: QUICK.positions.min(full.positions),
            options: QUICK.options.min(full.options),
        };
        if let Some(options) = self.listed(position, LISTED[0], quick) {
            return Ok(Seen::Listed(options));
        }
        if self.rule().is_some() {
            // Not all of the time: without values the game goes on, and a move has to be found.
            self.strategist.stop_at(Deadline::after(until.left() / 2));
            if let Some(options) = self.listed(position, LISTED[1], full) {
                return Ok(Seen::Listed(options));
            }
            self.strategist.stop_at(until);
        }
        let within = |time: Duration| Limits { time: until.left().min(time), ..self.limits };
        let mut answer = grundy::answer(&self.game, position, within(Duration::from_secs(1)));
        if answer.is_err() && self.rule().is_none() {
            if let Some(options) = self.listed(position, LISTED[1], full) {
                return Ok(Seen::Listed(options));
            }
            answer = grundy::answer(&self.game, position, Limits { time: until.left(), ..self.limits });
        }
        let smallest = self.game.draw_option(position, &mut |_| UBig::ZERO)?;
        Ok(Seen::Planned(Box::new(Plan { answer, smallest })))
    }

    /// The options with their values, if there are not more than `most` and the budget is enough.
    fn listed(&mut self, position: &Position, most: u64, budget: Budget) -> Option<Vec<Valued>> {
        let most = Budget::of_positions(most).for_position(position).positions;
        if position.is_far() || options(self.game.as_ref(), position, usize::try_from(most).ok()?).is_err() {
            return None;
        }
        self.strategist.allow(budget);
        let listed = self.strategist.value(position).and_then(|_| self.strategist.moves(position));
        self.strategist.allow(self.limits.budget);
        listed.ok()
    }

    /// What is known of the position, if its options are not listed.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_deref()
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

    /// The player who made the last move, once no other can be made; at a start without moves, the one who does not begin. In misère
    /// play, the other one.
    pub fn winner(&self) -> Option<Player> {
        let over = match self.phase {
            _ if self.plan.is_some() => self.plan().is_some_and(|plan| plan.smallest.is_none()),
            Phase::Block => self.options.is_empty(),
            Phase::Move => self.open().next().is_none(),
        };
        over.then(|| if self.game.is_misere() { self.to_move() } else { self.to_move().other() })
    }

    /// The value of the position: the least that no option has or, with blocking, all of whose options can be
    /// blocked.
    pub fn value(&mut self) -> Result<Nimber, Limit> {
        self.strategist.value(&self.position)
    }

    /// The values of the components of a sum; nothing for other games.
    pub fn summands(&mut self, position: &Position) -> Result<Vec<Nimber>, Limit> {
        match self.game.summands() {
            Some(_) => self.strategist.components(position),
            None => Ok(Vec::new()),
        }
    }

    /// The legal moves from any position of the game.
    pub fn moves_from(&mut self, position: &Position) -> Result<Vec<Valued>, Limit> {
        self.strategist.moves(position)
    }

    /// Stands at a position, nothing of which is blocked yet.
    fn enter(&mut self, position: Position, seen: Seen) {
        let (options, plan) = match seen {
            Seen::Listed(options) => (options, None),
            Seen::Planned(plan) => (Vec::new(), Some(plan)),
        };
        self.plan = plan;
        let any = any_to_block(&self.game, &position, &options);
        self.phase = if any { Phase::Block } else { Phase::Move };
        (self.position, self.options, self.blocked) = (position, options, Vec::new());
    }

    /// The player to move goes to an option, counted from 0. Nothing has happened when this fails.
    ///
    /// # Panics
    /// When there is no such option.
    pub fn play(&mut self, option: usize) -> Result<Move, Limit> {
        self.play_to(self.options[option].position.clone())
    }

    /// The player to move goes to a position, which has to be an option. Nothing has happened when this fails.
    pub fn play_to(&mut self, to: Position) -> Result<Move, Limit> {
        let seen = self.look(&to)?;
        let blocked = std::mem::take(&mut self.blocked);
        let made = Move { by: self.to_move(), from: self.position.clone(), to: to.clone(), blocked };
        self.made.push(made.clone());
        self.enter(to, seen);
        Ok(made)
    }

    /// Takes back the person's last move and what came after it, latest first, as far as to what the program
    /// had blocked before that move. If there is none, but the person had blocked before the program began,
    /// that block is taken back; otherwise nothing.
    pub fn undo(&mut self) -> Result<Vec<Move>, Limit> {
        let yours = self.made.iter().rposition(|made| made.by == Player::You);
        let Some(Move { from, blocked, .. }) = self.made.get(yours.unwrap_or(0)).cloned() else {
            return Ok(Vec::new());
        };
        let seen = self.look(&from)?;
        let blocks = matches!(&seen, Seen::Listed(options) if any_to_block(&self.game, &from, options));
        if yours.is_none() && !blocks {
            return Ok(Vec::new());
        }
        self.enter(from, seen);
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
    pub fn then_block(&mut self, best: Best) -> Result<Option<Vec<Position>>, Limit> {
        match best {
            Best::Winning(option) if self.rule().is_some() => {
                Ok(Some(self.strategist.zeros(&self.options[option].position)?))
            }
            _ => Ok(None),
        }
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
