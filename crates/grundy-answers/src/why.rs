//! Why a position is worth what it is, and how the winner answers.

mod block;

pub use block::then;

use crate::board::{components, shorten};
use crate::column;
use crate::full;
use crate::session::{Best, Phase, Plan, Session};
use grundy::{Answer, Error, Limit, Nimber, Outcome, Position, Valued, describe};
use std::fmt::Write as _;

/// The value of the position and what it means for the person.
pub fn value(session: &mut Session) -> Result<String, Limit> {
    if let Some(plan) = session.plan() {
        return Ok(planned_value(session.game(), plan));
    }
    let value = session.value()?;
    if session.rule().is_some() {
        return Ok(block::value(session, value));
    }
    if session.game().is_misere() {
        return Ok(misere_value(value == Nimber::ZERO));
    }
    Ok(match value {
        Nimber::ZERO => "value 0, a P-position: you are to move, and lose against best play\n".to_owned(),
        value => format!("value {value}, an N-position: you are to move, and win with best play\n"),
    })
}

/// What a position of misère play means for the person.
fn misere_value(is_lost: bool) -> String {
    let (kind, verb) = if is_lost { ("a P", "lose against") } else { ("an N", "win with") };
    format!("{kind}-position of misère play: you are to move, and {verb} best play\n")
}

/// A position that a winning move leads to.
pub fn lost(game: &grundy::Game) -> &'static str {
    if game.is_misere() { "a P-position" } else { "value 0" }
}

/// The value, where it comes from, and how the winner plays.
pub fn why(session: &mut Session) -> Result<String, Limit> {
    if let Some(plan) = session.plan() {
        let argument = |answer| crate::Explained::argument(session.game(), session.position(), answer);
        return Ok(shorten(
            &plan.answer.as_ref().map_or_else(|_| planned_value(session.game(), plan), argument),
        ));
    }
    let here = session.position().clone();
    let mut text = value(session)?;
    let summands_here = summands(session, &here)?;
    let value = session.value()?;
    text.push_str(&match &summands_here {
        Some(summands) => columns(summands),
        None if session.rule().is_some() => block::least_blockable(session, value),
        None if session.game().is_misere() => misere_reason(session, value),
        None => least_missing(value),
    });
    if session.phase() == Phase::Block {
        return Ok(text + &block::before_my_move(session)?);
    }
    let Some(best @ Best::Winning(option)) = session.best()? else {
        let moves: Vec<Valued> = session.open().map(|option| session.options()[option].clone()).collect();
        return Ok(text + &block::mine(session) + &answers(session, &here, &moves, YOURS)?);
    };
    let there = session.options()[option].position.clone();
    let name = session.game().show(&there);
    let then_block = session.then_block(best)?.unwrap_or_default();
    let then = then(session, &there, &then_block);
    let zero = lost(session.game());
    let _ = writeln!(text, "{}  ->  {name}, {zero}: this wins{then}", words(session, &here, &there));
    if let (Some(here), Some(there)) = (summands_here, summands(session, &there)?) {
        text.push_str(&changed(&here, &there));
    }
    let moves = not_to_zero(session.moves_from(&there)?);
    Ok(text + &answers(session, &there, &moves, MINE)?)
}

/// The value as far as a theorem tells it, and what it means for the person.
fn planned_value(game: &grundy::Game, plan: &Plan) -> String {
    let text = match &plan.answer {
        Err(error) => {
            let between = match error {
                Error::Unanswered(unanswered) => unanswered.between.as_ref(),
                _ => None,
            };
            let between = between
                .map_or_else(String::new, |(least, most)| format!("; the value is from {least} to {most}"));
            format!("not known: {error}{between}\n")
        }
        Ok(Answer { outcome, by, .. }) if game.is_misere() => {
            format!("{}known by {by}\n", misere_value(*outcome == Outcome::Previous))
        }
        Ok(Answer { outcome: Outcome::Previous, by, .. }) => {
            format!("value 0, a P-position: you are to move, and lose against best play\nknown by {by}\n")
        }
        Ok(Answer { value, by, .. }) => {
            let value = value.as_ref().map_or_else(|| "not 0".to_owned(), ToString::to_string);
            format!("value {value}, an N-position: you are to move, and win with best play\nknown by {by}\n")
        }
    };
    shorten(&text)
}

/// The moves that are left in a P-position when the others, with blocking, have been blocked.
fn not_to_zero(mut moves: Vec<Valued>) -> Vec<Valued> {
    moves.retain(|option| option.value != Nimber::ZERO);
    moves
}

/// A move as a player says it, without the remark that it closes a sum.
fn words(session: &Session, from: &Position, to: &Position) -> String {
    let words = describe(session.game().as_ref(), from, to);
    words.split(" (").next().unwrap_or_default().to_owned()
}

/// A part of a position whose value is a summand of the whole.
struct Summand {
    name: String,
    value: Nimber,
}

/// The summands of a position: the games of a sum or the piles, where these are played as a sum.
fn summands(session: &mut Session, position: &Position) -> Result<Option<Vec<Summand>>, Limit> {
    let values = session.summands(position)?;
    let game = session.game();
    if let (true, Some(piles)) = (grundy::strategy::is_sum_of_piles(game.as_ref()), position.piles()) {
        let pile = |(i, &pile)| Summand { name: format!("pile {i}"), value: Nimber(pile) };
        return Ok(Some((1..).zip(piles).map(pile).collect()));
    }
    let parts = game.summands().and(components(game, position)).map(|components| components.parts);
    let summand = |(number, ((game, part), value))| Summand {
        name: format!("game {number}: {}", full(&game, &part)),
        value,
    };
    Ok(parts.map(|parts| (1..).zip(parts.into_iter().zip(values)).map(summand).collect()))
}

/// The summand that a winning move changes, and to what.
fn changed(here: &[Summand], there: &[Summand]) -> String {
    let pair = here.iter().zip(there).find(|(here, there)| here.value != there.value);
    let Some((here, there)) = pair else { return String::new() };
    let part = here.name.split(':').next().unwrap_or_default();
    format!("  {part} goes from {} to {}, and the nim-sum to 0\n", here.value, there.value)
}

/// The summands and their nim-sum, in decimal and in binary, one below the other.
fn columns(summands: &[Summand]) -> String {
    let total = Summand { name: "nim-sum".to_owned(), value: summands.iter().map(|s| s.value).sum() };
    let lines = || summands.iter().chain([&total]);
    let name = column::width(lines().map(|line| &line.name));
    let decimal = lines().map(|line| line.value.0.to_string().len()).max().unwrap_or(0);
    let binary = lines().map(|line| format!("{:b}", line.value.0).len()).max().unwrap_or(0);
    let mut text = String::new();
    for (i, Summand { name: label, value: Nimber(value) }) in lines().enumerate() {
        if i == summands.len() {
            let _ = writeln!(text, "  {}", "-".repeat(name + decimal + binary + 4));
        }
        let _ = writeln!(text, "  {label:<name$}  {value:>decimal$}  {value:>binary$b}");
    }
    text.push_str("each binary digit of the nim-sum tells whether the ones above it are odd in number\n");
    text
}

/// What the definition of misère play says of a position.
fn misere_reason(session: &Session, value: Nimber) -> String {
    match (value, session.options().is_empty()) {
        (_, true) => "there is no move, and the player who cannot move wins\n".to_owned(),
        (Nimber::ZERO, _) => "every move leads to an N-position\n".to_owned(),
        _ => "a move leads to a P-position\n".to_owned(),
    }
}

/// What the definition says of a value: the least number that is not the value of an option.
fn least_missing(value: Nimber) -> String {
    match value.0 {
        0 => "no move leads to a position of value 0\n".to_owned(),
        1 => "there is a move to value 0 and none to value 1, the least missing\n".to_owned(),
        2 => "there are moves to the values 0 and 1, and none to 2, the least missing\n".to_owned(),
        g => format!(
            "there are moves to every value from 0 to {}, and none to {g}, the least missing\n",
            g - 1
        ),
    }
}

/// Who moves from a P-position and who answers, and whose moves they are.
type Sides = [&'static str; 3];
const YOURS: Sides = ["you", "I", "your"];
const MINE: Sides = ["I", "you", "my"];

/// How these moves from a P-position are answered: some examples, from the first to the last move.
fn answers(
    session: &mut Session,
    position: &Position,
    moves: &[Valued],
    sides: Sides,
) -> Result<String, Limit> {
    const EXAMPLES: usize = 5;
    let [mover, winner, whose] = sides;
    let blocking = session.rule().is_some();
    let (open, whatever) =
        if blocking { (" open", format!(", whatever {mover} block")) } else { ("", String::new()) };
    let mut text = match moves.len() {
        0 if blocking && !session.moves_from(position)?.is_empty() => {
            return Ok(format!("then {mover} have no move that is not blocked\n"));
        }
        0 => return Ok(format!("there {mover} have no move left\n")),
        1 => format!("{whose} only{open} move has an answer{whatever}:\n"),
        count if count <= EXAMPLES => {
            format!("each of {whose} {count}{open} moves has an answer{whatever}:\n")
        }
        count => format!("each of {whose} {count}{open} moves has an answer{whatever}, e.g.\n"),
    };
    let shown = moves.len().min(EXAMPLES);
    let mut examples = Vec::new();
    for example in 0..shown {
        let made = &moves[example * (moves.len() - 1) / shown.saturating_sub(1).max(1)].position;
        let mut replies = session.moves_from(made)?;
        replies.retain(|reply| reply.value == Nimber::ZERO);
        if !blocking {
            replies.truncate(1);
        }
        if !replies.is_empty() {
            examples.push((words(session, position, made), block::one_of(session, made, &replies)));
        }
    }
    let width = column::width(examples.iter().map(|(made, _)| made));
    for (made, reply) in examples {
        let _ = writeln!(text, "  if {mover} play  {made:<width$}  {winner} answer  {reply}");
    }
    Ok(text)
}
