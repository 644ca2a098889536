//! The game as text: boards and sentences.

use super::illegal::rules;
use super::input::label;
use super::screen::{Ending, Screen};
use grundy::theorem::UBig;
use grundy::{Game, InputError, Nimber, Outcome, Position, describe};
use grundy_answers::board::{Pen, components, draw, shorten};
use grundy_answers::column;
use grundy_answers::full;
use grundy_answers::session::{Best, Block, Move, Phase, Plan, Player, Replies, Session, listed, told};
use grundy_answers::why;
use std::fmt::Write as _;

/// Writes text.
#[derive(Debug)]
pub struct Text {
    /// The characters of boards.
    pub pen: Pen,
}

/// Default limit on moves to list.
const LISTED: usize = 30;

impl Screen for Text {
    fn opening(&self, session: &Session, value: Option<&UBig>, random: bool) -> String {
        let (game, position) = (session.game(), session.position());
        let mut text = String::new();
        for name in names(game, position) {
            let _ = writeln!(text, "{name}: {}", rules(&name));
        }
        if let Some(rule) = session.rule() {
            let _ = writeln!(text, "Before each move the other player may block: {rule}.");
        }
        let last = if session.rule().is_some() {
            "The player who makes the last move wins. A player whose moves are all blocked loses."
        } else if game.is_misere() {
            "This is misère play: the player who cannot move wins."
        } else {
            "The player who makes the last move wins."
        };
        let _ = writeln!(text, "{last} Type `help` for help.");
        if random {
            text.push_str("The position is random.\n");
        }
        match (session.phase(), session.to_move()) {
            (Phase::Block, Player::You) => text + "You begin, and I may block first.\n",
            (Phase::Block, Player::Program) => text + "I begin, and you may block first.\n",
            (Phase::Move, Player::You) => text,
            (Phase::Move, Player::Program) => text + &self.position(session, value) + "I begin.\n",
        }
    }

    fn position(&self, session: &Session, _: Option<&UBig>) -> String {
        let (game, position) = (session.game(), session.position());
        let board = format!("\n{}\n{}", full(game, position), draw(game, position, self.pen));
        if let Some(Plan { answer: Err(unanswered), .. }) = session.plan() {
            let lost = "I do not know who wins here, and make small moves";
            return shorten(&format!("{board}{lost}: {unanswered}.\n"));
        }
        let board = shorten(&board);
        match (session.rule(), session.phase()) {
            (None, _) => board,
            (Some(_), Phase::Move) => board + &blocked(session),
            (Some(rule), Phase::Block) => {
                format!(
                    "{board}I am to move, and you may block before that: {rule}.\n`block` moves, then `done`.\n"
                )
            }
        }
    }

    fn moved(&self, session: &Session, made: &Move) -> String {
        let by = match made.by {
            Player::You => "You",
            Player::Program => "I",
        };
        let words = describe(session.game().as_ref(), &made.from, &made.to);
        format!("{by} play: {}\n", shorten(&words))
    }

    fn blocking(&self, session: &Session) -> String {
        match session.blocked() {
            [] => "You block nothing. `done` lets me move.\n".to_owned(),
            _ => blocked(session) + "`done` to finish, `unblock` to choose again.\n",
        }
    }

    fn blocked(&self, session: &Session, by: Player, wins: bool) -> String {
        let what = told(session, session.blocked());
        let any = !session.blocked().is_empty();
        match (by, wins) {
            (Player::You, _) => format!("You block {what}.\n"),
            (Player::Program, false) => format!("I block {what}.\n"),
            (Player::Program, true) if any => format!("I block {what}: no other move leads to value 0.\n"),
            (Player::Program, true) => "I block nothing: no move leads to value 0.\n".to_owned(),
        }
    }

    fn nothing_to_block(&self) -> String {
        "None of my moves can be blocked here.\n".to_owned()
    }

    fn taken_back(&self, session: &Session, moves: &[Move]) -> String {
        let words = |made: &Move| shorten(&describe(session.game().as_ref(), &made.from, &made.to));
        match moves {
            [] => "You have not made a move yet.\n".to_owned(),
            [mine] if mine.by == Player::Program => {
                format!("Taken back: my move, {}, and your blocks before it\n", words(mine))
            }
            [yours] => format!("Taken back: {}\n", words(yours)),
            [mine, .., yours] => format!("Taken back: {}, and my reply, {}\n", words(yours), words(mine)),
        }
    }

    fn refused(&self, error: &InputError) -> String {
        error.render()
    }

    fn moves(&self, session: &Session, all: bool) -> String {
        if let Some(plan) = session.plan() {
            return winning_moves(session, plan);
        }
        let options = session.options();
        let shown = if all { options.len() } else { options.len().min(LISTED) };
        let names: Vec<String> =
            options[..shown].iter().map(|option| session.game().show(&option.position)).collect();
        let width = column::width(&names);
        let number = (0..shown).map(|option| label(session, option).to_string().len()).max().unwrap_or(0);
        let mut text = String::new();
        for (option, name) in names.iter().enumerate() {
            let words = describe(session.game().as_ref(), session.position(), &options[option].position);
            let (mark, remark) = match (session.rule().is_some(), session.is_blocked(option)) {
                (false, _) => ("", ""),
                (true, false) => ("  ", ""),
                (true, true) => ("x ", ", blocked"),
            };
            let label = label(session, option);
            let _ = writeln!(text, "{mark}{label:>number$}  {name:<width$}  {words}{remark}");
        }
        if shown < options.len() {
            let _ = writeln!(text, "and {} more: `moves all` lists them", options.len() - shown);
        }
        text
    }

    fn hint(&self, session: &Session, best: Best, then_block: Option<&[Position]>) -> String {
        let there = &session.options()[best.option()].position;
        let words = describe(session.game().as_ref(), session.position(), there);
        let name = session.game().show(there);
        match best {
            Best::Winning(_) => {
                let then = why::then(session, there, then_block.unwrap_or_default());
                format!("{words}  ->  {name}, {}: this wins{then}\n", why::lost(session.game()))
            }
            Best::Losing(_, replies) => {
                let blocked = if session.rule().is_some() { "after the best block " } else { "" };
                let share = format!("{blocked}{}", share(replies));
                format!(
                    "no move wins against best play; hardest to answer is\n{words}  ->  {name}, where {share}\n"
                )
            }
        }
    }

    fn hint_planned(&self, session: &Session, plan: &Plan) -> String {
        let Some(to) = plan.best() else { return String::new() };
        let words = describe(session.game().as_ref(), session.position(), to);
        let name = session.game().show(to);
        let text = match (plan.winning(), &plan.answer) {
            (Some(_), _) => format!("{words}  ->  {name}, {}: this wins\n", why::lost(session.game())),
            (None, Ok(answer)) if answer.outcome == Outcome::Previous => {
                format!("no move wins against best play; a small one is\n{words}  ->  {name}\n")
            }
            (None, Ok(_)) => {
                format!("a move wins, but no theorem names it; a small one is\n{words}  ->  {name}\n")
            }
            (None, Err(_)) => format!("the winner is not known; a small move is\n{words}  ->  {name}\n"),
        };
        shorten(&text) + "`go` plays it\n"
    }

    fn hint_block(&self, session: &Session, best: &Block) -> String {
        let what = listed(session, &best.options);
        let zeros = session.options().iter().filter(|option| option.value == Nimber::ZERO).count();
        match (best.wins, &best.options[..]) {
            (true, []) => "block nothing  ->  no move leads to value 0: this wins\n".to_owned(),
            (true, _) => format!("block {what}  ->  no other move leads to value 0: this wins\n"),
            (false, []) => "no block wins against best play: no move to value 0 can be blocked\n".to_owned(),
            (false, some) => {
                let left = Replies { right: zeros - some.len(), all: session.options().len() - some.len() };
                let share = share(left).replace("replies", "moves left").replace("reply", "move left");
                format!("no block wins against best play; hardest to answer is\nblock {what}  ->  {share}\n")
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
                let board = shorten(&board);
                let why =
                    if session.options().is_empty() { "No move is left" } else { "Every move is blocked" };
                format!("\n{board}\n{why}. {who}.\n")
            }
            Ending::Quit => "Goodbye.\n".to_owned(),
            Ending::EndOfInput => "End of input. Goodbye.\n".to_owned(),
        }
    }
}

/// The known winning moves, where there are too many moves to list.
fn winning_moves(session: &Session, plan: &Plan) -> String {
    let mut text = "There are too many moves to list. ".to_owned();
    let answer = match &plan.answer {
        Err(unanswered) => return shorten(&format!("{text}Which of them win is not known: {unanswered}.\n")),
        Ok(answer) => answer,
    };
    text.push_str(match (&answer.winning[..], answer.every) {
        ([], true) => "None of them wins.\n",
        ([], false) => "Some win, but no theorem names them.\n",
        (_, true) => "Those that win:\n",
        (_, false) => "Some that win:\n",
    });
    for to in answer.winning.iter().take(LISTED) {
        let words = describe(session.game().as_ref(), session.position(), to);
        let _ = writeln!(text, "  {}  {words}", session.game().show(to));
    }
    if answer.winning.len() > LISTED {
        let _ = writeln!(text, "  and {} more", answer.winning.len() - LISTED);
    }
    shorten(&text)
}

/// The blocked moves, one per line.
fn blocked(session: &Session) -> String {
    let some = &session.blocked()[..session.blocked().len().min(LISTED)];
    let position = |option: &usize| &session.options()[*option].position;
    let names: Vec<String> = some.iter().map(|option| session.game().show(position(option))).collect();
    let width = column::width(&names);
    let mut text = String::new();
    for (i, (option, name)) in some.iter().zip(names).enumerate() {
        let label = if i == 0 { "blocked" } else { "" };
        let words = describe(session.game().as_ref(), session.position(), position(option));
        let _ = writeln!(text, "{label:<10}{name:<width$}  {words}");
    }
    match session.blocked().len() - some.len() {
        _ if some.is_empty() => "blocked   nothing\n".to_owned(),
        0 => text,
        more => format!("{text}          and {more} more\n"),
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

/// The names of the game and its components, each once.
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
