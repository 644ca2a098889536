//! `grundy play`: a player against the program.
//!
//! [`grundy_answers::session`] is the game itself, [`input`] parses what is typed, and a [`screen`] writes events as
//! [`text`] or [`json`].

mod help;
mod illegal;
mod input;
mod json;
mod screen;

#[cfg(test)]
mod tests;
mod text;

use crate::args::{Expression, Format, Output};
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::whole;
use clap::ValueEnum;
use grundy::Template;
use grundy::notation::{RawTerm, parse_raw};
use grundy::theorem::UBig;
use grundy::{InputError, Limit};
use grundy_answers::board::Pen;
use grundy_answers::session::{Best, Move, Opponent, Phase, Plan, Player, Session, random};
use grundy_answers::why;
use input::Request;
use screen::{Ending, Screen};
use std::io::{self, BufRead, IsTerminal, Write};

/// The arguments of `grundy play`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy play star-silver-dollar               a random position
  grundy play wythoff 4,9 --second             the program moves first
  grundy play 'nearly(nim + star-nim)' --max 6 --seed 1
  grundy play 'star-nim 3,7 + wythoff 2,5'
  grundy play wythoff@block=2 5,8              one move may be blocked
  grundy play wythoff 161803398874989484820,300000000000000000000

Type moves and commands on standard input; `help` lists them. With --format json the input is the \
same, and the output is one JSON object per event.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Let the program move first
    #[arg(long)]
    second: bool,
    /// Strength of the program
    #[arg(long, value_enum, default_value_t)]
    opponent: OpponentName,
    /// Seed for the random position and random moves
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    seed: Option<u64>,
    /// Largest number in a random position
    #[arg(long, value_name = "N", alias = "size", default_value_t = 9, value_parser = whole::<u64>(1..=1_000_000))]
    max: u64,
    /// Draw boards with ASCII characters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
}

/// Strength of the program.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum OpponentName {
    /// Wins whenever it can
    #[default]
    Perfect,
    /// Plays random moves
    Random,
    /// Plays a perfect or a random move, with equal probability
    Beginner,
}

impl From<OpponentName> for Opponent {
    fn from(name: OpponentName) -> Self {
        match name {
            OpponentName::Perfect => Self::Perfect,
            OpponentName::Random => Self::Random,
            OpponentName::Beginner => Self::Beginner,
        }
    }
}

/// Plays a game.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut rng = arguments.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let (session, random) = start(arguments, &mut rng)?;
    let screen: Box<dyn Screen> = match arguments.format.chosen() {
        Format::Text => Box::new(text::Text { pen: if arguments.ascii { Pen::ASCII } else { Pen::UNICODE } }),
        Format::Json => Box::new(json::Json),
    };
    let prompt =
        if io::stdin().is_terminal() && arguments.format.chosen() == Format::Text { "> " } else { "" };
    let input = io::stdin().lock();
    Table {
        session,
        screen,
        opponent: arguments.opponent.into(),
        rng,
        input,
        output: io::stdout().lock(),
        prompt,
    }
    .play(random)
}

/// The game at the given position, or at a random one.
fn start(arguments: &Arguments, rng: &mut fastrand::Rng) -> Result<(Session, bool), Failure> {
    let text = arguments.expression.text();
    if parse_raw(&text)?.iter().any(has_position) {
        let (game, position) = grundy::parse(&text)?;
        let session = Session::new(&game, position, first(arguments), arguments.effort.apply_to_position())?;
        if let Some(Plan { answer: Err(unanswered), .. }) = session.plan() {
            return Err(unanswered.clone().into());
        }
        return Ok((session, false));
    }
    let (size, limits) = (arguments.max, arguments.effort.apply_to_position());
    let drawn = random(Template::parse(&text)?.game(), size, first(arguments), limits, rng);
    let session = drawn.map_err(|refused| match refused {
        grundy::Error::Input(error) => Failure::from(error.hint("allow larger numbers with --max")),
        other => other.into(),
    })?;
    Ok((session, true))
}

fn first(arguments: &Arguments) -> Player {
    if arguments.second { Player::Program } else { Player::You }
}

/// Does a term include a position? Only positions can be closed.
fn has_position(term: &RawTerm) -> bool {
    match term {
        RawTerm::Simple(_, position) => position.is_some(),
        RawTerm::Nearly { terms, closed, .. } => *closed || terms.iter().any(has_position),
        RawTerm::Misere { terms, .. } => terms.iter().any(has_position),
    }
}

/// A game with its input and output.
struct Table<R, W> {
    session: Session,
    screen: Box<dyn Screen>,
    opponent: Opponent,
    rng: fastrand::Rng,
    input: R,
    output: W,
    prompt: &'static str,
}

impl<R: BufRead, W: Write> Table<R, W> {
    /// Plays to the end.
    fn play(mut self, random: bool) -> Result<(), Failure> {
        let value = self.value()?;
        self.say(&self.screen.opening(&self.session, value.as_ref(), random))?;
        let ending = loop {
            if let Some(winner) = self.session.winner() {
                break Ending::Won(winner);
            }
            let turn = match self.session.turn() {
                Player::You => self.your_turn()?,
                Player::Program => self.my_turn()?,
            };
            if let Some(ending) = turn {
                break ending;
            }
        };
        self.say(&self.screen.over(&self.session, ending))
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write_all(text.as_bytes())?;
        Ok(self.output.flush()?)
    }

    /// The value, if it is known.
    fn value(&mut self) -> Result<Option<UBig>, Limit> {
        match self.session.plan() {
            Some(plan) => Ok(plan.answer.as_ref().ok().and_then(|answer| answer.value.clone())),
            None if self.session.game().is_misere() => Ok(None),
            None => Ok(Some(UBig::from(self.session.value()?.0))),
        }
    }

    fn move_to(&mut self, option: usize) -> Result<(), Failure> {
        let made = self.session.play(option)?;
        self.moved(&made)
    }

    fn moved(&mut self, made: &Move) -> Result<(), Failure> {
        self.say(&self.screen.moved(&self.session, made))?;
        let skipped = self.session.rule().is_some() && self.session.phase() == Phase::Move;
        if skipped && made.by == Player::You && self.session.winner().is_none() {
            self.say(&self.screen.nothing_to_block())?;
        }
        Ok(())
    }

    /// Confirms the selected blocks.
    fn blocked(&mut self, wins: bool) -> Result<(), Failure> {
        let by = self.session.turn();
        self.session.done();
        self.say(&self.screen.blocked(&self.session, by, wins))
    }

    fn my_turn(&mut self) -> Result<Option<Ending>, Failure> {
        if self.session.phase() == Phase::Block {
            let block = self.session.choose_block(self.opponent, &mut self.rng);
            self.session.block(block.options);
            self.blocked(block.wins)?;
        } else if self.session.plan().is_some() {
            if let Some(to) = self.session.choose_planned(self.opponent, &mut self.rng)? {
                let made = self.session.play_to(to)?;
                self.moved(&made)?;
            }
        } else if let Some(option) = self.session.choose(self.opponent, &mut self.rng)? {
            self.move_to(option)?;
        }
        Ok(None)
    }

    /// Shows the board and handles input until a move is made or taken back, blocking is finished, or the game
    /// ends.
    fn your_turn(&mut self) -> Result<Option<Ending>, Failure> {
        let value = self.value()?;
        self.say(&self.screen.position(&self.session, value.as_ref()))?;
        let stage = |session: &Session| (session.made().len(), session.phase());
        let before = stage(&self.session);
        while stage(&self.session) == before {
            self.say(self.prompt)?;
            let Some(line) = self.line()? else { return Ok(Some(Ending::EndOfInput)) };
            if line.trim().is_empty() {
                continue;
            }
            match input::read(&line, &self.session) {
                Ok(Request::Quit) => return Ok(Some(Ending::Quit)),
                Ok(Request::Move(option)) => self.move_to(option)?,
                Ok(Request::MoveTo(to)) => {
                    let made = self.session.play_to(to)?;
                    self.moved(&made)?;
                }
                Ok(Request::Go) => self.go()?,
                Ok(Request::Done) => self.blocked(false)?,
                Ok(request) => {
                    let answer = self.answer(request)?;
                    self.say(&answer)?;
                }
                Err(error) => self.say(&self.screen.refused(&error))?,
            }
        }
        Ok(None)
    }

    /// Makes the move that `hint` suggests.
    fn go(&mut self) -> Result<(), Failure> {
        if let Some(to) = self.session.plan().and_then(Plan::best).cloned() {
            let made = self.session.play_to(to)?;
            return self.moved(&made);
        }
        if self.session.phase() == Phase::Block {
            let error = InputError::whole("it is my move, and you may block before it");
            return self.say(&self.screen.refused(&error.hint("`done` lets me move")));
        }
        self.session.best()?.map(Best::option).map_or(Ok(()), |option| self.move_to(option))
    }

    /// The next line. Invalid UTF-8 is replaced; the parser then rejects the line.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    /// The answer to a command.
    fn answer(&mut self, request: Request) -> Result<String, Failure> {
        let Self { session, screen, .. } = self;
        Ok(match request {
            Request::Help => screen.told("help", &help::text(session)),
            Request::Moves { all } => screen.moves(session, all),
            Request::Block(options) => {
                session.block(options);
                screen.blocking(session)
            }
            Request::Hint if session.phase() == Phase::Block => {
                screen.hint_block(session, &session.best_block())
            }
            Request::Hint if session.plan().is_some() => {
                session.plan().map_or_else(String::new, |plan| screen.hint_planned(session, plan))
            }
            Request::Hint => match session.best()? {
                None => String::new(),
                Some(best) => {
                    let then = session.then_block(best)?;
                    screen.hint(session, best, then.as_deref())
                }
            },
            Request::Why => screen.told("why", &why::why(session)?),
            Request::Value => screen.told("value", &why::value(session)?),
            Request::Undo => {
                let back = session.undo()?;
                screen.taken_back(session, &back)
            }
            Request::Move(_) | Request::MoveTo(_) | Request::Go | Request::Done | Request::Quit => {
                String::new()
            }
        })
    }
}
