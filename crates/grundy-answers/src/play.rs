//! Questions about a game in progress, each asked and answered on its own: nothing is remembered between two of them.

use crate::position::Placed;
use crate::session::{Best, Block, Opponent, Phase, Plan, Player, Session};
use crate::why;
use grundy::catalog::is_same;
use grundy::{Error, Game, InputError, Limit, Limits, Position, describe, options};
use serde::Serialize;

/// What the program has done.
#[derive(Clone, Debug, Serialize)]
pub struct Replied {
    /// Where it has moved; nothing when it had no move.
    pub to: Option<String>,
    /// The move in words.
    pub description: Option<String>,
    /// The position after it.
    pub position: Placed,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won it.
    pub winner: Option<Player>,
}

/// Moves that are blocked.
#[derive(Clone, Debug, Serialize)]
pub struct Blocked {
    /// Where they would lead.
    pub blocked: Vec<String>,
    /// Whether these are all that lead to value 0.
    pub wins: bool,
    /// Whether no move is left, so that the player who blocks has won.
    pub over: bool,
}

/// Whether moves may be blocked.
#[derive(Clone, Debug, Serialize)]
pub struct Blockable {
    /// Whether they may, all of them together.
    pub legal: bool,
    /// The rule; nothing in games without blocking.
    pub rule: Option<String>,
}

/// What is best.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Hint {
    /// To move.
    Move {
        /// Where.
        to: String,
        /// In words.
        description: String,
        /// Whether it wins.
        winning: bool,
        /// With blocking: what to block after it.
        #[serde(skip_serializing_if = "Option::is_none")]
        then_block: Option<Vec<String>>,
    },
    /// To block.
    Block {
        /// These moves.
        block: Vec<String>,
        /// Whether that wins.
        winning: bool,
    },
}

impl Hint {
    /// The best that can be done now; nothing when there is no move.
    pub fn new(session: &mut Session) -> Result<Option<Self>, Limit> {
        if session.phase() == Phase::Block {
            return Ok(Some(Self::block(session, &session.best_block())));
        }
        if let Some(plan) = session.plan() {
            return Ok(Self::planned(session, plan));
        }
        let Some(best) = session.best()? else { return Ok(None) };
        let then = session.then_block(best)?;
        Ok(Some(Self::to_move(session, best, then.as_deref())))
    }

    /// The move of a plan as a hint; nothing when there is no move.
    pub fn planned(session: &Session, plan: &Plan) -> Option<Self> {
        let (game, to) = (session.game(), plan.best()?);
        Some(Self::Move {
            to: game.show(to),
            description: describe(game.as_ref(), session.position(), to),
            winning: plan.winning().is_some(),
            then_block: None,
        })
    }

    /// A move as a hint.
    pub fn to_move(session: &Session, best: Best, then_block: Option<&[Position]>) -> Self {
        let game = session.game();
        let to = &session.options()[best.option()].position;
        Self::Move {
            to: game.show(to),
            description: describe(game.as_ref(), session.position(), to),
            winning: matches!(best, Best::Winning(_)),
            then_block: then_block.map(|zeros| crate::shown(game, zeros)),
        }
    }

    /// A block as a hint.
    pub fn block(session: &Session, block: &Block) -> Self {
        Self::Block { block: shown(session, &block.options), winning: block.wins }
    }
}

/// A position in which something is to be done, and what is blocked in it, if that is settled.
#[derive(Debug)]
pub struct Turn<'t> {
    /// The game.
    pub game: &'t Game,
    /// Where it stands.
    pub position: &'t Position,
    /// What has been blocked; nothing where that is to be chosen yet, or in games without blocking.
    pub blocked: Option<&'t [String]>,
    /// How much work may be done.
    pub limits: Limits,
}

impl Turn<'_> {
    /// The session, in which it is `turn` that has to do something.
    fn session(&self, turn: Player) -> Result<Session, Error> {
        let start = || self.position.clone();
        let mut session = Session::within(self.game, start(), turn, self.limits)?;
        match self.blocked {
            None if session.phase() == Phase::Block => {
                // The player who blocks is not the one who moves.
                session = Session::within(self.game, start(), turn.other(), self.limits)?;
            }
            None => {}
            Some(_) if session.plan().is_some() => {
                // Moves without values are not listed, and are told by their positions.
                self.may_block(&self.blocked_positions()?)?;
            }
            Some(blocked) => {
                let chosen = chosen(&session, blocked)?;
                if !chosen.is_empty() && !session.can_block(&chosen) {
                    let error = InputError::whole("these moves may not be blocked together");
                    let rule = session.rule().unwrap_or_else(|| "this game has no blocking".to_owned());
                    return Err(error.hint(rule).into());
                }
                session.block(chosen);
                session.done();
            }
        }
        Ok(session)
    }

    /// The blocked moves, which are checked to be moves.
    fn blocked_positions(&self) -> Result<Vec<Position>, Error> {
        let named = |name: &String| {
            let to = named(self.game, self.position, name)?;
            if self.game.is_option(self.position, &to)? { Ok(to) } else { Err(no_move(name).into()) }
        };
        self.blocked.unwrap_or_default().iter().map(named).collect()
    }

    /// Refuses moves that may not be blocked together.
    fn may_block(&self, moves: &[Position]) -> Result<(), InputError> {
        let all: Vec<&Position> = moves.iter().collect();
        if all.is_empty() || self.game.can_block(self.position, &all) {
            return Ok(());
        }
        let error = InputError::whole("these moves may not be blocked together");
        Err(error.hint(self.game.blocking().unwrap_or_else(|| "this game has no blocking".to_owned())))
    }

    /// A move that is not blocked, where moves are not listed.
    fn unblocked(
        &self,
        session: &Session,
        opponent: Opponent,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<Position>, Error> {
        /// How often a move is drawn, before all are listed.
        const TRIES: usize = 32;
        let blocked = self.blocked_positions()?;
        for attempt in 0..TRIES {
            let opponent = if attempt == 0 { opponent } else { Opponent::Random };
            match session.choose_planned(opponent, rng)? {
                Some(to) if blocked.contains(&to) => {}
                other => return Ok(other),
            }
        }
        let all = options(self.game.as_ref(), self.position, 100_000)?;
        Ok(all.into_iter().find(|to| !blocked.contains(to)))
    }

    /// The program moves.
    pub fn reply(&self, opponent: Opponent, rng: &mut fastrand::Rng) -> Result<Replied, Error> {
        let none: &[String] = &[];
        let settled = Turn { blocked: self.blocked.or(Some(none)), ..*self };
        let mut session = settled.session(Player::Program)?;
        let to = if session.plan().is_some() {
            self.unblocked(&session, opponent, rng)?
        } else {
            let option = session.choose(opponent, rng)?;
            option.map(|option| session.options()[option].position.clone())
        };
        let made = to.map(|to| session.play_to(to)).transpose()?;
        let words = |made: &crate::session::Move| describe(self.game.as_ref(), &made.from, &made.to);
        Ok(Replied {
            to: made.as_ref().map(|made| self.game.show(&made.to)),
            description: made.as_ref().map(words),
            position: Placed::new(self.game, session.position()),
            over: session.winner().is_some(),
            winner: session.winner(),
        })
    }

    /// The program blocks, before the person moves.
    pub fn block(&self, opponent: Opponent, rng: &mut fastrand::Rng) -> Result<Blocked, Error> {
        let mut session = Session::within(self.game, self.position.clone(), Player::You, self.limits)?;
        if session.phase() == Phase::Move {
            return Ok(Blocked { blocked: Vec::new(), wins: false, over: session.winner().is_some() });
        }
        let Block { options, wins } = session.choose_block(opponent, rng);
        session.block(options);
        session.done();
        let blocked = shown(&session, session.blocked());
        Ok(Blocked { blocked, wins, over: session.winner().is_some() })
    }

    /// Whether the person may block these moves together.
    pub fn can_block(&self, moves: &[String]) -> Result<Blockable, Error> {
        let turn = Turn { blocked: Some(moves), ..*self };
        let legal = turn.may_block(&turn.blocked_positions()?).is_ok();
        Ok(Blockable { legal: legal && self.game.blocking().is_some(), rule: self.game.blocking() })
    }

    /// The best that the person can do.
    pub fn hint(&self) -> Result<Option<Hint>, Error> {
        let hint = Hint::new(&mut self.session(Player::You)?)?;
        // Where moves are not listed, the hint does not know what is blocked.
        let blocked = self.blocked.unwrap_or_default();
        Ok(hint.filter(|hint| !matches!(hint, Hint::Move { to, .. } if blocked.contains(to))))
    }

    /// Why the person wins or loses.
    pub fn why(&self) -> Result<String, Error> {
        Ok(why::why(&mut self.session(Player::You)?)?)
    }
}

fn no_move(name: &str) -> InputError {
    let error = InputError::whole(format!("there is no move to `{name}`"));
    error.hint("moves are written as the positions they lead to, as `moves` lists them")
}

/// A position of a game, as a move to it is written.
fn named(game: &Game, position: &Position, name: &str) -> Result<Position, InputError> {
    // The notation of a compound includes its games.
    let text = if position.parts().is_some() { name.to_owned() } else { format!("{} {name}", game.name()) };
    let (same, to) = grundy::parse(&text)?;
    if is_same(&same, game) { Ok(to) } else { Err(no_move(name)) }
}

/// The options of these names, by number.
fn chosen(session: &Session, names: &[String]) -> Result<Vec<usize>, InputError> {
    let game = session.game();
    let shown: Vec<String> = session.options().iter().map(|option| game.show(&option.position)).collect();
    let number =
        |name: &String| shown.iter().position(|shown| shown == name.trim()).ok_or_else(|| no_move(name));
    let mut chosen = names.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Options as they would be typed.
pub fn shown(session: &Session, options: &[usize]) -> Vec<String> {
    options.iter().map(|&option| session.game().show(&session.options()[option].position)).collect()
}
