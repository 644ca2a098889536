//! What can be typed.

use super::input::{NOUNS, in_words, label};
use super::session::Session;
use crate::board::components;
use grundy::{Position, Valued, describe};
use std::fmt::Write as _;

/// The ways to type a move, with an example that is legal now, and the commands.
pub fn text(session: &Session) -> String {
    let mut text = "To move, type one of these:\n".to_owned();
    let ways = ways(session);
    let width = ways.iter().map(|(way, _)| way.chars().count()).max().unwrap_or(0);
    for (way, meaning) in ways {
        let _ = writeln!(text, "  {way:<width$}  {meaning}");
    }
    text.push_str(
        "Or ask:\n  \
           moves   the legal moves (`moves all`: however many there are)\n  \
           hint    a good move\n  \
           value   the value of the position, and who should win\n  \
           why     where the value comes from, and how the winner plays\n  \
           undo    take back your last move and my reply\n  \
           quit    stop here\n",
    );
    text
}

/// One move in every way it can be typed, and what each way is.
fn ways(session: &Session) -> Vec<(String, &'static str)> {
    // The middle of the list is seldom a trivial move.
    let option = session.options().len() / 2;
    let Some(Valued { position, .. }) = session.options().get(option) else { return Vec::new() };
    let game = session.game();
    let words = describe(game.as_ref(), session.position(), position);
    let words = words.split(" (").next().unwrap_or_default().to_owned();
    let short = shorter(&words, option, session);
    let mut ways = vec![
        (label(session, option).to_string(), "the number of a move, as `moves` lists them"),
        (game.show(position), "the position you move to"),
    ];
    ways.extend(component(session, position).map(|way| (way, "the position you move to in that game")));
    ways.push((words, "the move in words"));
    ways.push((short, "the same, shorter"));
    ways.dedup_by(|(later, _), (earlier, _)| later == earlier);
    ways
}

/// `2: 3,7`: the component that a move changes, and its position.
fn component(session: &Session, to: &Position) -> Option<String> {
    let from = components(session.game(), session.position())?.parts;
    let to = components(session.game(), to)?.parts;
    let mut changed = (1..).zip(from.iter().zip(&to)).filter(|(_, ((_, from), (_, to)))| from != to);
    changed.next().map(|(number, (_, (game, part)))| format!("{number}: {}", game.show(part)))
}

/// A move in words without its nouns and what else can be left out: `take 3 from 2`, `5>2`.
fn shorter(words: &str, option: usize, session: &Session) -> String {
    let mut text = format!(" {words} ");
    for noun in NOUNS {
        text = text.replace(&format!(" {noun} "), " ");
    }
    let mut text = text.trim();
    while let Some((_, rest)) = text.split_once(": ")
        && in_words(rest, session) == Ok(option)
    {
        text = rest;
    }
    if text.contains("move") { text.to_owned() } else { text.replace(" to ", ">") }
}
