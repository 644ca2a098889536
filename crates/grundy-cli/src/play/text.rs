//! The game for reading: boards and sentences.

use super::illegal::rules;
use super::input::label;
use super::screen::{Ending, Screen};
use super::session::{Best, Move, Player, Replies, Session};
use crate::board::{Pen, components, draw};
use crate::value::full;
use grundy::{Game, InputError, Nimber, Position, describe};
use std::fmt::Write as _;

/// Boards drawn with a pen.
#[derive(Debug)]
pub struct Text {
    /// The signs to draw with.
    pub pen: Pen,
}

/// How many moves are listed unless all are asked for.
const LISTED: usize = 30;

impl Screen for Text {
    fn opening(&self, session: &Session, value: Nimber, by_lot: bool) -> String {
        let (game, position) = (session.game(), session.position());
        let mut text = String::new();
        for name in names(game, position) {
            let _ = writeln!(text, "{name}: {}", rules(&name));
        }
        text.push_str("Whoever makes the last move wins. Type `help` to see what you can type.\n");
        if by_lot {
            text.push_str("The position has been drawn by lot.\n");
        }
        match session.to_move() {
            Player::You => text,
            Player::Program => text + &self.position(session, value) + "I begin.\n",
        }
    }

    fn position(&self, session: &Session, _: Nimber) -> String {
        let (game, position) = (session.game(), session.position());
        format!("\n{}\n{}", full(game, position), draw(game, position, self.pen))
    }

    fn moved(&self, session: &Session, made: &Move) -> String {
        let by = match made.by {
            Player::You => "You",
            Player::Program => "I",
        };
        let words = describe(session.game().as_ref(), &made.from, &made.to);
        format!("{by} play: {words}\n")
    }

    fn taken_back(&self, session: &Session, moves: &[Move]) -> String {
        let words = |made: &Move| describe(session.game().as_ref(), &made.from, &made.to);
        match moves {
            [] => "You have not made a move yet.\n".to_owned(),
            [yours] => format!("Taken back: {}\n", words(yours)),
            [mine, .., yours] => format!("Taken back: {}, and my reply, {}\n", words(yours), words(mine)),
        }
    }

    fn refused(&self, error: &InputError) -> String {
        error.render()
    }

    fn moves(&self, session: &Session, all: bool) -> String {
        let options = session.options();
        let shown = if all { options.len() } else { options.len().min(LISTED) };
        let names: Vec<String> =
            options[..shown].iter().map(|option| session.game().show(&option.position)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        let number = (0..shown).map(|option| label(session, option).to_string().len()).max().unwrap_or(0);
        let mut text = String::new();
        for (option, name) in names.iter().enumerate() {
            let words = describe(session.game().as_ref(), session.position(), &options[option].position);
            let _ = writeln!(text, "{:>number$}  {name:<width$}  {words}", label(session, option));
        }
        if shown < options.len() {
            let _ = writeln!(text, "and {} more: `moves all` lists them", options.len() - shown);
        }
        text
    }

    fn hint(&self, session: &Session, best: Best) -> String {
        let there = &session.options()[best.option()].position;
        let words = describe(session.game().as_ref(), session.position(), there);
        let name = session.game().show(there);
        match best {
            Best::Winning(_) => format!("{words}  ->  {name}, value 0: this wins\n"),
            Best::Losing(_, replies) => {
                let share = share(replies);
                format!(
                    "no move wins against best play; hardest to answer is\n{words}  ->  {name}, where {share}\n"
                )
            }
        }
    }

    fn told(&self, _: &'static str, text: &str) -> String {
        text.to_owned()
    }

    fn over(&self, session: &Session, ending: Ending) -> String {
        match ending {
            Ending::Won(winner) => {
                let who = match winner {
                    Player::You => "You win",
                    Player::Program => "I win",
                };
                let board = draw(session.game(), session.position(), self.pen);
                format!("\n{board}\nNo move is left. {who}.\n")
            }
            Ending::Quit => "Goodbye.\n".to_owned(),
            Ending::EndOfInput => "The input has ended, and so has the game. Goodbye.\n".to_owned(),
        }
    }
}

fn share(Replies { right, all }: Replies) -> String {
    match (right, all) {
        (1, 1) => "the only reply wins".to_owned(),
        (right, all) if right == all => format!("all {all} replies win"),
        (1, all) => format!("1 of {all} replies wins"),
        (right, all) => format!("{right} of {all} replies win"),
    }
}

/// The games that a player has to know: this one and those it is made of, each once.
fn names(game: &Game, position: &Position) -> Vec<String> {
    let Some(components) = components(game, position) else { return vec![game.name()] };
    let mut names = Vec::new();
    if components.closed.is_some() {
        names.push("nearly".to_owned());
    }
    for (game, position) in &components.parts {
        for name in self::names(game, position) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}
