//! Games by their rules: those of the library, and those that a process defines.

use super::GAMES;
use crate::notation::rules::{RuleText, parse_rules};
use crate::notation::{InputError, Span};
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
