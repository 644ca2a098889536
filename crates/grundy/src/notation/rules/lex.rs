//! The tokens of a rule text.

use super::{KEYWORDS, LARGEST_NUMBER, LONGEST_RULES};
use crate::notation::{InputError, Span};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word of the notation.
    Keyword(&'static str),
    /// A letter, perhaps with digits.
    Letter(String),
    /// A number.
    Number(u64),
    /// A sign.
    Sign(&'static str),
    /// Text in quotes.
    Quoted(String),
    /// The name after `game`.
    Name(String),
    /// The end of a line.
    Line,
    /// The end of the text.
    End,
}

impl Token {
    /// As it is named in messages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Keyword(word) | Self::Sign(word) => format!("`{word}`"),
            Self::Letter(name) | Self::Name(name) => format!("`{name}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Quoted(_) => "a quoted text".to_owned(),
            Self::Line => "the end of the line".to_owned(),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// The signs, longer ones first. The second column is what they stand for.
const SIGNS: [(&str, &str); 27] = [
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("..", ".."),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("∈", "in"),
    ("·", "*"),
    ("−", "-"),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("|", "|"),
    ("∧", "and"),
    ("∨", "or"),
];

/// The tokens of a text with their places, the end included.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Span)>, InputError> {
    if text.len() > LONGEST_RULES {
        let message = format!("a rule text of {} bytes is too long", text.len());
        return Err(InputError::whole(message).hint(format!("the limit is {LONGEST_RULES} bytes")));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |good: fn(char) -> bool| rest.find(|c| !good(c)).unwrap_or(rest.len());
        let (token, length) = match next {
            '\n' => (Some(Token::Line), 1),
            '#' => (None, run(|c| c != '\n')),
            _ if next.is_whitespace() => (None, next.len_utf8()),
            '"' => quoted(rest, at)?,
            '0'..='9' => number(&rest[..run(|c| c.is_ascii_digit() || c == '_')], at)?,
            _ if matches!(found.last(), Some((Token::Keyword("game"), _))) => {
                let length = run(|c| c.is_ascii_alphanumeric() || c == '-').max(next.len_utf8());
                (Some(Token::Name(rest[..length].to_owned())), length)
            }
            _ if next.is_ascii_alphabetic() => word(&rest[..run(|c| c.is_ascii_alphanumeric())], at)?,
            _ => sign(rest, next, at)?,
        };
        if let Some(token) = token {
            found.push((token, Span { start: at, end: at + length }));
        }
        at += length;
    }
    found.push((Token::End, Span { start: at, end: at }));
    Ok(found)
}

fn quoted(rest: &str, at: usize) -> Result<(Option<Token>, usize), InputError> {
    match rest[1..].find(['"', '\n']) {
        Some(end) if rest[1 + end..].starts_with('"') => {
            Ok((Some(Token::Quoted(rest[1..=end].trim().to_owned())), end + 2))
        }
        _ => Err(InputError::at(Span { start: at, end: at + 1 }, "the quoted text does not end on its line")
            .hint("close it with \"")),
    }
}

fn number(digits: &str, at: usize) -> Result<(Option<Token>, usize), InputError> {
    let number: Option<u64> = digits.replace('_', "").parse().ok().filter(|&n| n <= LARGEST_NUMBER);
    let span = Span { start: at, end: at + digits.len() };
    let large = || {
        InputError::at(span, "this number is too large")
            .hint(format!("numbers in rules go up to {LARGEST_NUMBER}; those of positions do not matter"))
    };
    Ok((Some(Token::Number(number.ok_or_else(large)?)), digits.len()))
}

fn word(word: &str, at: usize) -> Result<(Option<Token>, usize), InputError> {
    let length = word.len();
    if let Some(&keyword) = KEYWORDS.iter().find(|&&keyword| keyword == word) {
        return Ok((Some(Token::Keyword(keyword)), length));
    }
    if word[1..].bytes().all(|c| c.is_ascii_digit()) {
        return Ok((Some(Token::Letter(word.to_owned())), length));
    }
    let span = Span { start: at, end: at + length };
    let error = InputError::at(span, format!("unknown word `{word}`"));
    let near = KEYWORDS.iter().find(|keyword| strsim::damerau_levenshtein(keyword, word) <= 1);
    Err(match near {
        Some(keyword) => error.hint(format!("did you mean `{keyword}`?")),
        None => error
            .hint("a letter is one character, then digits, e.g. x, i, x1; products are written 2*i or 2i"),
    })
}

fn sign(rest: &str, next: char, at: usize) -> Result<(Option<Token>, usize), InputError> {
    match SIGNS.iter().find(|(written, _)| rest.starts_with(written)) {
        Some((written, meant @ ("in" | "and" | "or"))) => Ok((Some(Token::Keyword(meant)), written.len())),
        Some((written, meant)) => Ok((Some(Token::Sign(meant)), written.len())),
        None => {
            let span = Span { start: at, end: at + next.len_utf8() };
            Err(InputError::at(span, format!("unexpected character `{next}`")))
        }
    }
}
