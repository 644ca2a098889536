//! Games by their rules: those of the library, and those that a process defines.

use super::{GAMES, number, parse_terms};
use crate::notation::rules::{RuleText, parse_inline, parse_rules};
use crate::notation::{InputError, RawGame, RawTerm, Span};
use crate::rules::{LIBRARY, Written};
use std::sync::{PoisonError, RwLock};

/// The games that [`define`] has added.
static DEFINED: RwLock<Vec<RuleText>> = RwLock::new(Vec::new());

/// The rules of a game of the library, or of one that was defined.
pub(super) fn named(name: &str) -> Option<RuleText> {
    if let Some(bundled) = LIBRARY.iter().find(|bundled| bundled.name == name) {
        return bundled.rules().ok();
    }
    let all = DEFINED.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|rules| rules.name.as_deref() == Some(name)).cloned()
}

/// The games that [`define`] has added, by name.
pub fn defined() -> Vec<RuleText> {
    let mut all = DEFINED.read().unwrap_or_else(PoisonError::into_inner).clone();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// The game of a parsed name, if it is given by rules: in the text, in the library, or by [`define`].
pub(super) fn written(game: &RawGame) -> Result<Option<Written>, InputError> {
    if let Some(rules) = &game.rules {
        let written = Written::new(RuleText::clone(rules), &[]);
        return written.map(Some).map_err(|error| error.moved(game.span.start));
    }
    let Some(rules) = named(&game.name) else { return Ok(None) };
    let usage = format!("write {}", rules.title());
    let numbers = game.parameters.iter().map(|given| Ok((given.key.as_str(), number(given, 0, &usage)?)));
    let numbers: Vec<(&str, u64)> = numbers.collect::<Result<_, InputError>>()?;
    // The place is that of the name: the rules are in another text.
    let placed = |error: InputError| InputError { span: Some(game.span), text: String::new(), ..error };
    Written::new(rules, &numbers).map(Some).map_err(placed)
}

/// The rules of a game that is given by rules: in braces, or by the name of a game of the library or of one that was defined. Nothing for
/// other games, for sums, and for games with `@block`.
///
/// ```
/// let exile = grundy::catalog::rules_of("exile")?.map(|rules| rules.inline());
/// assert_eq!(exile.as_deref(), Some("{x, y: x - i, y; x, y - i; x - i, y - i; x - i, y + i}"));
/// assert!(grundy::catalog::rules_of("nim")?.is_none());
/// # Ok::<(), grundy::InputError>(())
/// ```
///
/// # Errors
/// When the text is not a game.
pub fn rules_of(text: &str) -> Result<Option<Written>, InputError> {
    let read = || match &parse_terms(text)?[..] {
        [RawTerm::Simple(game, _)] if game.block.is_none() => written(game),
        _ => Ok(None),
    };
    read().map_err(|error: InputError| error.in_text(text))
}

/// The game of a rule text, in braces or as a file, with these numbers for its parameters.
///
/// ```
/// let rules = "game gdwn(p >= 1)\nposition x, y\nmove x - p*i, y - i";
/// assert_eq!(grundy::catalog::read_rules(rules, &[("p", 2)])?.inline(), "{x, y: x - 2i, y - i}");
/// # Ok::<(), grundy::InputError>(())
/// ```
///
/// # Errors
/// When the rules are wrong, with the place in the text, and when a parameter is missing, unknown or out of bounds.
pub fn read_rules(text: &str, parameters: &[(&str, u64)]) -> Result<Written, InputError> {
    if text.trim_start().starts_with('{') {
        let read = || Written::new(parse_inline(text)?, parameters);
        return read().map_err(|error: InputError| error.in_text(text));
    }
    Written::new(parse_rules(text)?, parameters).map_err(|error| match error.span {
        Some(Span { start, end }) => error.in_lines(text, start..end),
        None => error,
    })
}

/// Adds a game to this process by its rules, the text of a file. Later its name is parsed as that of any other game. Returns the name.
///
/// ```
/// grundy::catalog::define("game left-first\nposition x, y\nmove x-i, y\nmove x, y-1 where x=0")?;
/// assert_eq!(grundy::game("left-first")?.name(), "left-first");
/// # Ok::<(), grundy::InputError>(())
/// ```
///
/// # Errors
/// When the rules are wrong or without a name, or another game has that name.
pub fn define(text: &str) -> Result<String, InputError> {
    let rules = parse_rules(text)?;
    let located = |error: InputError, span: Span| error.in_lines(text, span.start..span.end);
    let Some(name) = rules.name.clone() else {
        return Err(
            InputError::whole("these rules have no name").hint("begin with a line such as `game exile`")
        );
    };
    let taken = |what: &str| {
        let error = InputError::whole(format!("{name} is the name of a game {what}"));
        Err(located(error.hint("choose another name"), rules.name_place.0))
    };
    if GAMES.iter().any(|entry| entry.name == name) {
        return taken("of the catalogue");
    }
    if LIBRARY.iter().any(|bundled| bundled.name == name) {
        return taken("of the library");
    }
    // Errors that do not depend on the parameters are found at once.
    let least: Vec<(&str, u64)> =
        rules.parameters.iter().map(|p| (p.letter.name.as_str(), p.least)).collect();
    Written::new(rules.clone(), &least).map_err(|error| match error.span {
        Some(span) => located(error, span),
        None => error,
    })?;
    let mut all = DEFINED.write().unwrap_or_else(PoisonError::into_inner);
    match all.iter().find(|other| other.name == rules.name) {
        Some(other) if *other != rules => return taken("that was defined before, with other rules"),
        Some(_) => {}
        None => all.push(rules),
    }
    Ok(name)
}
