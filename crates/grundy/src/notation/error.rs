//! What is wrong with an input, said so that it helps.

use std::fmt::Write as _;

/// A place in a text: byte offsets, end excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// From the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }
}

/// What is wrong with an input, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// One line: what is wrong.
    pub message: String,
    /// Where in the text, if anywhere.
    pub span: Option<Span>,
    /// How to put it right.
    pub hint: Option<String>,
    /// The text that was read.
    pub text: String,
}

impl InputError {
    /// An error at a place; whoever holds the text adds it with [`InputError::in_text`].
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Self { span: Some(span), ..Self::whole(message) }
    }

    /// An error of the input as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { message: one_line(message.into()), span: None, hint: None, text: String::new() }
    }

    /// Adds the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(one_line(hint.into()));
        self
    }

    /// Adds the text, unless an inner part has already done so.
    #[must_use]
    pub fn in_text(mut self, text: &str) -> Self {
        if self.text.is_empty() {
            text.clone_into(&mut self.text);
        }
        self
    }

    /// The error as a person should see it: message, the text with a mark under the place, hint.
    ///
    /// ```
    /// let error = grundy::parse("star-silver-dollar [1,3,3],[2]").unwrap_err();
    /// assert_eq!(error.render(), "\
    /// error: square 3 holds two tokens
    ///   star-silver-dollar [1,3,3],[2]
    ///                           ^
    /// hint: squares on a strip increase from left to right, e.g. [1,3,4],[2]
    /// ");
    /// ```
    pub fn render(&self) -> String {
        /// Longer texts are shown through a window of this many characters round the place.
        const WINDOW: usize = 96;
        let mut out = format!("error: {}\n", self.message);
        if let (Some(span), false) = (self.span, self.text.is_empty()) {
            let chars: Vec<char> = self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let column = |byte: usize| self.text.char_indices().take_while(|&(at, _)| at < byte).count();
            let (start, end) = (column(span.start), column(span.end));
            let from = if chars.len() <= WINDOW { 0 } else { start.saturating_sub(WINDOW / 2) };
            let to = (from + WINDOW).min(chars.len());
            let shown: String = chars[from.min(chars.len())..to].iter().collect();
            let (before, after) =
                (if from > 0 { "..." } else { "" }, if to < chars.len() { "..." } else { "" });
            let marks = "^".repeat(end.min(to).saturating_sub(start).max(1));
            let indent = " ".repeat(before.len() + start - from);
            let _ = write!(out, "  {before}{shown}{after}\n  {indent}{marks}\n");
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "hint: {hint}");
        }
        out
    }
}

/// What is said about an input quotes it; whatever that was, it fits a line and moves no cursor.
fn one_line(text: String) -> String {
    /// Characters a line of a message may have.
    const LONGEST: usize = 150;
    if text.len() <= LONGEST && !text.contains(char::is_control) {
        return text;
    }
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.truncate(line.char_indices().nth(LONGEST - 3).map_or(line.len(), |(at, _)| at));
        line.push_str("...");
    }
    line
}
