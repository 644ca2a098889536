//! The answer to `help`.

use super::input::{NOUNS, in_words, label};
use grundy::{Position, Valued, describe};
use grundy_answers::board::{components, shorten};
use grundy_answers::session::{Phase, Session, listed};
use std::fmt::Write as _;

/// The ways to type a move, with a legal example, and the commands.
pub fn text(session: &Session) -> String {
    let (mut text, ways) = match (session.phase(), session.rule()) {
        (Phase::Block, Some(rule)) => {
            (format!("Before I move you may block: {rule}. Type one of these:\n"), to_block(session))
        }
        _ => ("To move, type one of these:\n".to_owned(), ways(session)),
    };
    let width = ways.iter().map(|(way, _)| way.chars().count()).max().unwrap_or(0);
    for (way, meaning) in ways {
        let _ = writeln!(text, "  {way:<width$}  {meaning}");
    }
    let [moves, hint, undo] = match (session.phase(), session.rule()) {
        _ if session.plan().is_some() => {
            ["the winning moves, as far as they are known", "a good move", "your last move and my reply"]
        }
        (_, None) => ["the legal moves", "a good move", "your last move and my reply"],
        (Phase::Move, Some(_)) => [
            "the legal moves; x marks blocked ones",
            "a good move",
            "your last move, and all moves and blocks since",
        ],
        (Phase::Block, Some(_)) => ["my moves; x marks those you block", "what to block", "your last move"],
    };
    let _ = write!(
        text,
        "Or ask:\n  \
           moves   {moves} (`moves all`: without a limit)\n  \
           hint    {hint}, and `go` plays it\n  \
           value   the value of the position, and who wins\n  \
           why     why the position has this value, and how the winner plays\n  \
           undo    take back {undo}\n  \
           quit    end the game\n",
    );
    text
}

/// One move that can be blocked, in every way to type it, and the commands for blocking.
fn to_block(session: &Session) -> Vec<(String, &'static str)> {
    let options: Vec<usize> =
        (0..session.options().len()).filter(|&option| session.can_block(&[option])).collect();
    let Some(&option) = options.get(options.len() / 2) else { return Vec::new() };
    let mut ways = ways_of(session, option);
    for (way, meaning) in &mut ways {
        *way = format!("block {way}");
        *meaning = match *meaning {
            TARGET => "the position I would move to",
            TARGET_IN_GAME => "the position I would move to in that game",
            same => same,
        };
    }
    if let Some(&other) =
        options.iter().find(|&&other| other != option && session.can_block(&[option, other]))
    {
        ways.push((
            format!("block {}", listed(session, &[other, option])),
            "several moves; further lines add more",
        ));
    }
    ways.push(("unblock".to_owned(), "block nothing, like `block none`; `unblock MOVE` removes one move"));
    ways.push(("done".to_owned(), "finish blocking; then I move"));
    ways
}

const TARGET: &str = "the position you move to";
const TARGET_IN_GAME: &str = "the position you move to in that game";

/// One move in every way to type it, with the meaning of each.
fn ways(session: &Session) -> Vec<(String, &'static str)> {
    if let Some(plan) = session.plan() {
        let words = |to: &Position| describe(session.game().as_ref(), session.position(), to);
        let ways = |to: &Position| {
            vec![(shorten(&session.game().show(to)), TARGET), (shorten(&words(to)), "the move in words")]
        };
        return plan.smallest.as_ref().map_or_else(Vec::new, ways);
    }
    // The middle of the list is rarely a trivial move.
    let open: Vec<usize> = session.open().collect();
    open.get(open.len() / 2).map_or_else(Vec::new, |&option| ways_of(session, option))
}

fn ways_of(session: &Session, option: usize) -> Vec<(String, &'static str)> {
    let Valued { position, .. } = &session.options()[option];
    let game = session.game();
    let words = describe(game.as_ref(), session.position(), position);
    let words = words.split(" (").next().unwrap_or_default().to_owned();
    let short = shorter(&words, option, session);
    let mut ways = vec![
        (label(session, option).to_string(), "the number of the move in the list of `moves`"),
        (game.show(position), TARGET),
    ];
    ways.extend(component(session, position).map(|way| (way, TARGET_IN_GAME)));
    ways.push((words, "the move in words"));
    ways.push((short, "the same, shorter"));
    ways.dedup_by(|(later, _), (earlier, _)| later == earlier);
    ways
}

/// `2: 3,7`: the component that a move changes, and its new position.
fn component(session: &Session, to: &Position) -> Option<String> {
    let from = components(session.game(), session.position())?.parts;
    let to = components(session.game(), to)?.parts;
    let mut changed = (1..).zip(from.iter().zip(&to)).filter(|(_, ((_, from), (_, to)))| from != to);
    changed.next().map(|(number, (_, (game, part)))| format!("{number}: {}", game.show(part)))
}

/// A move in words without nouns and other optional parts: `take 3 from 2`, `5>2`.
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
