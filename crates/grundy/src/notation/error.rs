//! Errors in an input, with their place and a hint.

use std::fmt::Write as _;
use std::ops::Range;

/// A place in a text, as byte offsets with the end excluded.
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

/// An error in an input: what is wrong, where, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// What is wrong, in one line.
    pub message: String,
    /// Its place in the text, if it has one.
    pub span: Option<Span>,
    /// How to correct it.
    pub hint: Option<String>,
    /// The text that was parsed.
    pub text: String,
}

impl InputError {
    /// An error at a place. The caller adds the text with [`InputError::in_text`].
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Self { span: Some(span), ..Self::whole(message) }
    }

    /// An error without a place.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { message: one_line(message.into()), span: None, hint: None, text: String::new() }
    }

    /// Adds the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(one_line(hint.into()));
        self
    }

    /// Adds the text, unless the error has one already.
    #[must_use]
    pub fn in_text(mut self, text: &str) -> Self {
        if self.text.is_empty() {
            text.clone_into(&mut self.text);
        }
        self
    }

    /// The error at a place of a text of several lines: the message has the number of the line, and only that line is shown.
    #[must_use]
    pub fn in_lines(self, text: &str, place: Range<usize>) -> Self {
        let start = text.get(..place.start).map_or(0, |before| before.rfind('\n').map_or(0, |end| end + 1));
        let number = text[..start].matches('\n').count() + 1;
        let line = text[start..].lines().next().unwrap_or_default();
        let within = |at: usize| at.saturating_sub(start).min(line.len());
        Self {
            message: format!("line {number}: {}", self.message),
            span: Some(Span { start: within(place.start), end: within(place.end) }),
            text: line.to_owned(),
            ..self
        }
    }

    /// The error of a part of a text, as an error of the whole: the part begins at this byte.
    #[must_use]
    pub(crate) fn moved(mut self, by: usize) -> Self {
        self.span = self.span.map(|Span { start, end }| Span { start: start + by, end: end + by });
        self.text.clear();
        self
    }

    /// The error for display: the message, the text with its place marked, and the hint.
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
        /// Of longer texts only this many characters around the place are shown.
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

/// A message or hint on one line. It may quote the input, so control characters are replaced and long texts cut.
fn one_line(text: String) -> String {
    /// The most characters of a line.
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
