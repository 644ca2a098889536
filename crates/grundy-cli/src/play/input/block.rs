//! Parses `block`, `unblock` and `done`.

use super::{Request, label};
use grundy::InputError;
use grundy::notation::Span;
use grundy_answers::session::{Phase, Session, called, told};

/// Parses `block`, `unblock` and `done`. Returns `None` for other lines and for games without blocking.
pub fn read(line: &str, session: &Session) -> Option<Result<Request, InputError>> {
    session.rule()?;
    let verb = line.split_whitespace().next()?;
    let behind = line[verb.len()..].trim();
    let start = line.len() - behind.len();
    let request: fn(&str, usize, &Session) -> Result<Request, InputError> = match &verb.to_ascii_lowercase()[..]
    {
        "block" => block,
        "unblock" => unblock,
        "done" => done,
        _ => return None,
    };
    Some(match session.phase() {
        Phase::Block => request(line, start, session),
        Phase::Move => Err(InputError::whole("it is your turn to move, not to block")
            .hint("you may block after your move, before I move")),
    })
}

fn block(line: &str, start: usize, session: &Session) -> Result<Request, InputError> {
    if matches!(&line[start..].to_ascii_lowercase()[..], "none" | "nothing") {
        return Ok(Request::Block(Vec::new()));
    }
    let new = named(line, start, session)?;
    if new.is_empty() {
        return Err(InputError::whole("`block` needs a move")
            .hint("e.g. `block 1`, or `block 1 and 2`; `moves` lists my moves, and `done` lets me move"));
    }
    let mut all = [session.blocked(), &new].concat();
    all.sort_unstable();
    all.dedup();
    if session.can_block(&all) { Ok(Request::Block(all)) } else { Err(refusal(&new, session)) }
}

fn unblock(line: &str, start: usize, session: &Session) -> Result<Request, InputError> {
    if matches!(&line[start..].to_ascii_lowercase()[..], "" | "all") {
        return Ok(Request::Block(Vec::new()));
    }
    let free = named(line, start, session)?;
    Ok(Request::Block(session.blocked().iter().copied().filter(|option| !free.contains(option)).collect()))
}

fn done(line: &str, start: usize, _: &Session) -> Result<Request, InputError> {
    if start == line.len() {
        return Ok(Request::Done);
    }
    Err(InputError::at(Span { start, end: line.len() }, "`done` takes no argument")
        .hint("first `block` moves, then `done`"))
}

/// The moves in a text from `start` on, separated by `and`. A move in words may contain `and`, so the longest
/// match is one move. Numbers need no `and`.
fn named(line: &str, start: usize, session: &Session) -> Result<Vec<usize>, InputError> {
    /// Upper limit on pieces between `and`s that form one move.
    const LONGEST: usize = 4;
    let pieces = pieces(line, start);
    let mut options = Vec::new();
    let mut rest = &pieces[..];
    while let Some(&first) = rest.first() {
        let whole = |count: &usize| super::option(&line[first.start..rest[count - 1].end], session);
        let found = (1..=rest.len().min(LONGEST)).rev().find_map(|count| Some((count, whole(&count).ok()?)));
        if let Some((count, option)) = found {
            options.push(option);
            rest = &rest[count..];
        } else {
            options.extend(numbers_or_one(line, first, session)?);
            rest = &rest[1..];
        }
    }
    Ok(options)
}

/// Splits a text from `start` on at the words `and`.
fn pieces(line: &str, start: usize) -> Vec<Span> {
    let mut pieces: Vec<Span> = Vec::new();
    let (mut at, mut goes_on) = (start, false);
    for token in line[start..].split_inclusive(char::is_whitespace) {
        let word = token.trim_end();
        let span = Span { start: at, end: at + word.len() };
        at += token.len();
        if word.eq_ignore_ascii_case("and") {
            goes_on = false;
        } else if !word.is_empty() {
            match pieces.last_mut() {
                Some(last) if goes_on => last.end = span.end,
                _ => pieces.push(span),
            }
            goes_on = true;
        }
    }
    pieces
}

fn numbers_or_one(line: &str, at: Span, session: &Session) -> Result<Vec<usize>, InputError> {
    let text = &line[at.start..at.end];
    let in_line = |mut error: InputError| {
        let moved = |place: usize| place + at.start;
        error.span = error.span.map(|span| Span { start: moved(span.start), end: moved(span.end) });
        line.clone_into(&mut error.text);
        error
    };
    if text.split_whitespace().all(|word| word.parse::<u64>().is_ok()) {
        return text.split_whitespace().map(|word| super::option(word, session).map_err(in_line)).collect();
    }
    Ok(vec![super::option(text, session).map_err(in_line)?])
}

/// The error for moves that may not be blocked.
fn refusal(new: &[usize], session: &Session) -> InputError {
    let rule = session.rule().unwrap_or_default();
    let (these, had) = (told(session, new), session.blocked());
    if let Some(&option) = new.iter().find(|&&option| !session.can_block(&[option])) {
        return InputError::whole(format!("{} may not be blocked", called(session, option))).hint(rule);
    }
    if session.can_block(new) {
        let message = format!("{these} may not be blocked in addition to {}", told(session, had));
        return InputError::whole(message).hint(format!("{rule}; `unblock` lets you choose again"));
    }
    InputError::whole(format!("{these} may not be blocked together")).hint(rule)
}

/// Checks that the player may move to an option now.
pub fn permits(option: usize, session: &Session) -> Result<(), InputError> {
    match session.phase() {
        Phase::Block => {
            let number = label(session, option);
            Err(InputError::whole("it is my move, and you may block before it")
                .hint(format!("`block {number}` blocks this one; `done` lets me move")))
        }
        Phase::Move if session.is_blocked(option) => Err(InputError::whole("this move is blocked")
            .hint("`moves` lists the moves and marks blocked ones with x")),
        Phase::Move => Ok(()),
    }
}
