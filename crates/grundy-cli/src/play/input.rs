//! Parses what a player types.

mod block;
mod large;

use super::illegal;
use grundy::catalog::GAMES;
use grundy::catalog::is_same;
use grundy::notation::{RawTerm, Span, parse_raw};
use grundy::{Board, InputError, Position, RawPosition, counted, describe};
use grundy_answers::full;
use grundy_answers::session::{Session, same_board};

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Make a move, by the index of the option.
    Move(usize),
    /// Make a move to a position, where options are not listed.
    MoveTo(Position),
    /// Make the move that `hint` suggests.
    Go,
    /// Block exactly these options.
    Block(Vec<usize>),
    /// Finish blocking.
    Done,
    /// Print the help.
    Help,
    /// List the moves.
    Moves {
        /// Without a limit.
        all: bool,
    },
    /// Suggest a move.
    Hint,
    /// Explain the value.
    Why,
    /// Take back the last move.
    Undo,
    /// Print the value.
    Value,
    /// End the game.
    Quit,
}

/// Parses a line.
pub fn read(line: &str, session: &Session) -> Result<Request, InputError> {
    let line = line.trim();
    if let Some(request) = command(line) {
        return Ok(request);
    }
    if let Some(request) = block::read(line, session) {
        return request.map_err(|error| error.in_text(line));
    }
    if session.plan().is_some() {
        return large::read(line, session);
    }
    let option = option(line, session)?;
    block::permits(option, session).map(|()| Request::Move(option))
}

/// The option that a text names.
pub fn option(text: &str, session: &Session) -> Result<usize, InputError> {
    let option = if let Ok(number) = text.parse::<u64>() {
        numbered(number, session)
    } else if names_a_game(text) {
        in_full(text, session)
    } else if is_in_words(text) {
        in_words(text, session)
    } else if text.starts_with(|c: char| c.is_ascii_digit() || "[(-,".contains(c)) {
        in_notation(text, session)
    } else {
        Err(unknown(text))
    };
    option.map_err(|error| error.in_text(text))
}

fn command(line: &str) -> Option<Request> {
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    Some(match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["help" | "?"] => Request::Help,
        ["moves"] => Request::Moves { all: false },
        ["moves", "all"] => Request::Moves { all: true },
        ["hint"] => Request::Hint,
        ["go"] => Request::Go,
        ["why"] => Request::Why,
        ["undo"] => Request::Undo,
        ["value"] => Request::Value,
        ["quit" | "exit" | "q"] => Request::Quit,
        _ => return None,
    })
}

fn unknown(line: &str) -> InputError {
    let word = line.split_whitespace().next().unwrap_or(line);
    InputError::at(Span { start: 0, end: word.len() }, format!("`{word}` is neither a command nor a move"))
        .hint("`help` says what can be typed, `moves` lists the moves")
}

/// The number of an option in the list of moves, from 1. If positions are single numbers, an option has that
/// number, so that 3 means the same move as a number and as a position.
pub fn label(session: &Session, option: usize) -> u64 {
    match session.options()[option].position.piles() {
        Some(&[pile]) if session.game().board() != Board::Heaps => pile,
        _ => u64::try_from(option).unwrap_or(u64::MAX).saturating_add(1),
    }
}

fn numbered(number: u64, session: &Session) -> Result<usize, InputError> {
    (0..session.options().len()).find(|&option| label(session, option) == number).ok_or_else(|| {
        InputError::whole(format!("there is no move number {number}"))
            .hint(format!("`moves` lists the {}", counted(session.options().len(), "move")))
    })
}

fn names_a_game(line: &str) -> bool {
    let name: String = line.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
    let name = name.to_ascii_lowercase().replace('_', "-");
    GAMES.iter().any(|entry| entry.name == name)
}

/// A move given by game and position, as on the command line.
fn in_full(line: &str, session: &Session) -> Result<usize, InputError> {
    legal(&target(line, session)?, session)
}

/// The position in a text, which must belong to the current game.
fn target(text: &str, session: &Session) -> Result<Position, InputError> {
    let (game, target) = grundy::parse(text)?;
    if is_same(&game, session.game()) {
        return Ok(target);
    }
    let message = format!("the game is {}, not {}", session.game().name(), game.name());
    Err(InputError::whole(message).hint("`moves` lists the moves"))
}

fn in_notation(line: &str, session: &Session) -> Result<usize, InputError> {
    legal(&notation_target(line, session)?, session)
}

/// A move given by a position without its game; in a compound, `2: 3,7` gives the position of one component.
fn notation_target(line: &str, session: &Session) -> Result<Position, InputError> {
    let here = full(session.game(), session.position());
    let terms = parse_raw(&here)?;
    let (terms, compound) = match &terms[..] {
        [RawTerm::Nearly { terms, .. } | RawTerm::Misere { terms, .. }] => (&terms[..], true),
        terms => (terms, terms.len() > 1),
    };
    let (term, start) = if compound { component(line, terms)? } else { (&terms[0], 0) };
    let slot = slot(term);
    let text = format!("{}{}{}", &here[..slot.start], &line[start..], &here[slot.end..]);
    target(&text, session).map_err(|error| back_in_line(error, line, start, slot.start))
}

/// The component that `2: 3,7` names, and the offset of its position.
fn component<'t>(line: &str, terms: &'t [RawTerm]) -> Result<(&'t RawTerm, usize), InputError> {
    let hint = "begin with the number of a game, e.g. `1: ` and its new position; `moves` lists the moves";
    let Some((number, position)) = line.split_once(':') else {
        return Err(InputError::whole(format!("there are {} games here", terms.len())).hint(hint));
    };
    let chosen = number.trim().parse::<usize>().ok().and_then(|number| terms.get(number.checked_sub(1)?));
    let number = number.trim_end();
    chosen.map(|term| (term, line.len() - position.trim_start().len())).ok_or_else(|| {
        let message = format!("`{number}` is not the number of a game, 1 to {}", terms.len());
        InputError::at(Span { start: 0, end: number.len() }, message).hint(hint)
    })
}

/// The span of a term that a move changes.
fn slot(term: &RawTerm) -> Span {
    match term {
        RawTerm::Simple(game, position) => position.as_ref().map_or(game.span, RawPosition::span),
        RawTerm::Nearly { span, .. } | RawTerm::Misere { span, .. } => *span,
    }
}

/// Translates the span of an error in a complete position back to the line that was typed. The text from `start`
/// on in the line is at offset `slot` in the position.
fn back_in_line(mut error: InputError, line: &str, start: usize, slot: usize) -> InputError {
    let moved = |at: usize| (at.saturating_sub(slot) + start).min(line.len());
    error.span = error.span.map(|span| Span { start: moved(span.start), end: moved(span.end) });
    line.clone_into(&mut error.text);
    error
}

fn legal(target: &Position, session: &Session) -> Result<usize, InputError> {
    let found = session.options().iter().position(|option| same_board(&option.position, target));
    found.ok_or_else(|| illegal::refusal(session.game(), session.position(), target))
}

/// Nouns that may be omitted from a move.
pub const NOUNS: &[&str] = &["game", "pile", "heap", "strip", "square", "vertex"];

/// Words that occur only in moves in words.
const VERBS: &[&str] = &["take", "move", "to", "from", "split"];

/// The significant words of a move. `5>2` means `5 to 2`, and `both` means `each`.
fn words(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase().replace('>', " to ");
    // `describe` adds remarks in parentheses.
    let text = text.split(" (").next().unwrap_or("");
    let all =
        text.split(|c: char| !c.is_alphanumeric() && c != '^' && c != '_').filter(|word| !word.is_empty());
    let all = all.map(|word| if word == "both" { "each" } else { word });
    all.filter(|word| !NOUNS.contains(word)).map(str::to_owned).collect()
}

fn is_in_words(line: &str) -> bool {
    let starts_with_noun =
        NOUNS.iter().any(|noun| line.get(..noun.len()).is_some_and(|start| start.eq_ignore_ascii_case(noun)));
    starts_with_noun || words(line).iter().any(|word| VERBS.contains(&word.as_str()))
}

/// A move in the words of the list of moves, or a part of them that only one move contains.
pub fn in_words(line: &str, session: &Session) -> Result<usize, InputError> {
    let typed = words(line);
    let told = |option: usize| {
        describe(session.game().as_ref(), session.position(), &session.options()[option].position)
    };
    let all: Vec<Vec<String>> = (0..session.options().len()).map(|option| words(&told(option))).collect();
    if let Some(option) = all.iter().position(|words| *words == typed) {
        return Ok(option);
    }
    let contains = |words: &Vec<String>| words.windows(typed.len().max(1)).any(|part| part == typed);
    let meant: Vec<usize> = (0..all.len()).filter(|&option| contains(&all[option])).collect();
    match meant[..] {
        [option] => Ok(option),
        [] => {
            Err(InputError::whole(format!("no legal move matches `{line}`")).hint("`moves` lists the moves"))
        }
        [first, second, ..] => Err(InputError::whole(format!("{} moves match `{line}`", meant.len()))
            .hint(format!("add words, e.g. `{}` or `{}`", told(first), told(second)))),
    }
}
