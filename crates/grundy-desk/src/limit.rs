//! Whether a game has a limit to be asked for.

use grundy::notation::Span;
use grundy::{Family, InputError, Reading, Template};

/// The parameters of the game, which has to be one of the family and alone. `name` is where its name stands in `text`.
pub fn family(template: &Template, text: &str, name: Span) -> Result<Family, InputError> {
    if !template.is_plain() {
        let rest = Span { start: (name.end + 1).min(text.len()), end: text.len() };
        let error =
            InputError::at(rest, "a limit belongs to one game as a whole, not to a position or a sum");
        return Err(error.hint("give the game alone, e.g. gurvich:a=2,b=3").in_text(text));
    }
    let Some(family) = template.game().family() else {
        let message = format!("{} is not one of the games NIM_(a,b)^(p,q)", template.game().name());
        let hint = "try wythoff, fraenkel:a=2 or gurvich:a=2,b=3";
        return Err(InputError::at(name, message).hint(hint).in_text(text));
    };
    // The limits are those of recursion (6). Larsson has proved it for his game, which is read as written.
    let Family { b, p, q, reading, .. } = family;
    if reading != Reading::PerLine && (p, q) != (1, 1) && (b, q) != (1, 1) {
        let message =
            format!("under the reading {reading} recursion (6) does not always give the P-positions");
        let hint = "take reading=per-line, or see docs/blocking.md";
        return Err(InputError::at(name, message).hint(hint).in_text(text));
    }
    Ok(family)
}
