//! The game as JSON: one event per line.

use super::input::label;
use super::screen::{Ending, Screen};
use grundy::theorem::UBig;
use grundy::{InputError, Position, describe};
use grundy_answers::play::{Hint, shown};
use grundy_answers::session::{Best, Block, Move, Phase, Plan, Player, Session};
use serde::Serialize;
use serde_json::value::RawValue;

/// Writes events, one per line.
#[derive(Debug)]
pub struct Json;

/// An event; every kind has its own keys.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'e> {
    Position {
        game: String,
        position: String,
        to_move: Player,
        value: Option<Box<RawValue>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        moves_made: usize,
        #[serde(flatten)]
        stage: Option<Stage>,
    },
    Move {
        by: Player,
        to: String,
        description: String,
    },
    Blocking {
        moves: Vec<String>,
    },
    Blocked {
        by: Player,
        moves: Vec<String>,
    },
    Undone {
        moves: usize,
    },
    Error {
        message: &'e str,
        hint: Option<&'e str>,
    },
    Moves {
        moves: Vec<MoveEntry>,
        #[serde(skip_serializing_if = "Option::is_none")]
        every_winning_move: Option<bool>,
    },
    Hint(Hint),
    Answer {
        topic: &'static str,
        text: &'e str,
    },
    Over {
        winner: Option<Player>,
        reason: &'static str,
        position: String,
        moves_made: usize,
    },
}

/// Additional fields of a position with blocking.
#[derive(Serialize)]
struct Stage {
    phase: Phase,
    #[serde(rename = "blocking")]
    rule: String,
    blocked: Vec<String>,
}

/// A legal move.
#[derive(Serialize)]
struct MoveEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    to: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<bool>,
}

fn line(event: &Event<'_>) -> String {
    // Serializing strings, numbers and booleans cannot fail.
    serde_json::to_string(event).map_or_else(|_| String::new(), |line| line + "\n")
}

fn words(session: &Session, from: &Position, to: &Position) -> String {
    describe(session.game().as_ref(), from, to)
}

impl Screen for Json {
    /// The position, unless the player begins: then it follows as an event of its own.
    fn opening(&self, session: &Session, value: Option<&UBig>, _: bool) -> String {
        match session.turn() {
            Player::You => String::new(),
            Player::Program => self.position(session, value),
        }
    }

    fn position(&self, session: &Session, value: Option<&UBig>) -> String {
        line(&Event::Position {
            game: session.game().name(),
            position: session.game().show(session.position()),
            to_move: session.to_move(),
            value: value.and_then(grundy_answers::raw),
            outcome: session
                .plan()
                .and_then(|plan| plan.answer.as_ref().ok())
                .map(|answer| answer.outcome.to_string()),
            moves_made: session.made().len(),
            stage: session.rule().map(|rule| Stage {
                phase: session.phase(),
                rule,
                blocked: shown(session, session.blocked()),
            }),
        })
    }

    fn moved(&self, session: &Session, made: &Move) -> String {
        let description = words(session, &made.from, &made.to);
        line(&Event::Move { by: made.by, to: session.game().show(&made.to), description })
    }

    fn blocking(&self, session: &Session) -> String {
        line(&Event::Blocking { moves: shown(session, session.blocked()) })
    }

    fn blocked(&self, session: &Session, by: Player, _: bool) -> String {
        line(&Event::Blocked { by, moves: shown(session, session.blocked()) })
    }

    fn nothing_to_block(&self) -> String {
        String::new()
    }

    fn taken_back(&self, _: &Session, moves: &[Move]) -> String {
        line(&Event::Undone { moves: moves.len() })
    }

    fn refused(&self, error: &InputError) -> String {
        line(&Event::Error { message: &error.message, hint: error.hint.as_deref() })
    }

    fn moves(&self, session: &Session, _: bool) -> String {
        if let Some(plan) = session.plan() {
            let answer = plan.answer.as_ref().ok();
            let winning = answer.map_or(&[][..], |answer| &answer.winning).iter().map(|to| MoveEntry {
                number: None,
                to: session.game().show(to),
                description: words(session, session.position(), to),
                blocked: None,
            });
            let every = answer.is_some_and(|answer| answer.every);
            return line(&Event::Moves { moves: winning.collect(), every_winning_move: Some(every) });
        }
        let listed = |(option, to): (usize, &grundy::Valued)| MoveEntry {
            number: Some(label(session, option)),
            to: session.game().show(&to.position),
            description: words(session, session.position(), &to.position),
            blocked: session.rule().map(|_| session.is_blocked(option)),
        };
        let moves = session.options().iter().enumerate().map(listed).collect();
        line(&Event::Moves { moves, every_winning_move: None })
    }

    fn hint(&self, session: &Session, best: Best, then_block: Option<&[Position]>) -> String {
        line(&Event::Hint(Hint::to_move(session, best, then_block)))
    }

    fn hint_planned(&self, session: &Session, plan: &Plan) -> String {
        Hint::planned(session, plan).map_or_else(String::new, |hint| line(&Event::Hint(hint)))
    }

    fn hint_block(&self, session: &Session, best: &Block) -> String {
        line(&Event::Hint(Hint::block(session, best)))
    }

    fn told(&self, topic: &'static str, text: &str) -> String {
        line(&Event::Answer { topic, text })
    }

    fn over(&self, session: &Session, ending: Ending) -> String {
        let (winner, reason) = match ending {
            Ending::Won(winner) if session.options().is_empty() => (Some(winner), "no move left"),
            Ending::Won(winner) => (Some(winner), "every move blocked"),
            Ending::Quit => (None, "quit"),
            Ending::EndOfInput => (None, "end of input"),
        };
        let position = session.game().show(session.position());
        line(&Event::Over { winner, reason, position, moves_made: session.made().len() })
    }
}
