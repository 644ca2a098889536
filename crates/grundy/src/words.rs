//! Words of messages.

use std::fmt::Display;

/// A number with its noun, which is given in the singular: `1 position`, `2 positions`, `3 entries`.
///
/// ```
/// assert_eq!(grundy::counted(1, "reply"), "1 reply");
/// assert_eq!(grundy::counted(0, "reply"), "0 replies");
/// ```
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    match noun.strip_suffix('y') {
        _ if count == "1" => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// The known word that is nearest to a misspelt one, if one is near enough.
pub fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    /// Longer words are not compared: the comparison takes quadratic time.
    const LONGEST: usize = 40;
    let near = 4.min(word.len() / 3 + 1);
    let known = known.filter(|_| word.len() < LONGEST);
    let (distance, name) = known.map(|name| (strsim::damerau_levenshtein(name, word), name)).min()?;
    (distance <= near).then_some(name)
}
