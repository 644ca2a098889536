use super::row::Value;
use grundy::InputError;
use grundy::notation::Span;

/// A text with placeholders: `gurvich:a={a},b={b}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// The name of a parameter.
    Parameter(String),
}

/// Whether a text can name a parameter.
pub fn is_name(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(word)
}

impl Pattern {
    /// Parses a text with placeholders.
    ///
    /// # Errors
    /// When a brace is not part of a placeholder.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let wrong = |start: usize, end: usize| {
            let error = InputError::at(Span { start, end }, "a brace that belongs to no placeholder");
            error.hint("a placeholder is the name of a parameter in braces, e.g. {a}").in_text(text)
        };
        let (mut pieces, mut at) = (Vec::new(), 0);
        while let Some(open) = text[at..].find(['{', '}']).map(|open| at + open) {
            let end = text[open..].find('}').map_or(text.len(), |end| open + end);
            let name = text.get(open + 1..end).filter(|name| is_name(name) && text[open..].starts_with('{'));
            let name = name.filter(|_| end < text.len()).ok_or_else(|| wrong(open, open + 1))?;
            if open > at {
                pieces.push(Piece::Text(text[at..open].to_owned()));
            }
            pieces.push(Piece::Parameter(name.to_owned()));
            at = end + 1;
        }
        if at < text.len() {
            pieces.push(Piece::Text(text[at..].to_owned()));
        }
        Ok(Self(pieces))
    }

    /// The parameters in it.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Parameter(name) => Some(name.as_str()),
            Piece::Text(_) => None,
        })
    }

    /// The parameter, if there is nothing else in it.
    pub fn single(&self) -> Option<&str> {
        match &self.0[..] {
            [Piece::Parameter(name)] => Some(name),
            _ => None,
        }
    }

    /// The text with each placeholder replaced by the value of its parameter.
    pub fn fill<'v>(&self, value: impl Fn(&str) -> Option<&'v Value>) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Parameter(name) => value(name).map_or_else(String::new, Value::to_string),
        };
        self.0.iter().map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled() {
        let pattern = Pattern::parse("gurvich:a={a},b={b_2} {a},7").unwrap();
        assert_eq!(pattern.parameters().collect::<Vec<_>>(), ["a", "b_2", "a"]);
        let (a, b) = (Value::Number(3), Value::from("x"));
        assert_eq!(pattern.fill(|name| Some(if name == "a" { &a } else { &b })), "gurvich:a=3,b=x 3,7");
        assert_eq!(Pattern::parse("{row}").unwrap().single(), Some("row"));
        assert_eq!(Pattern::parse("{row}0").unwrap().single(), None);
        assert_eq!(Pattern::parse("").unwrap().fill(|_| None), "");
    }

    #[test]
    fn a_stray_brace_is_located() {
        for (text, at) in
            [("a{b", 1), ("}", 0), ("{}", 0), ("{a}{1}", 3), ("{a b}", 0), ("{a{b}", 0), ("é{", 2)]
        {
            assert_eq!(Pattern::parse(text).unwrap_err().span.map(|span| span.start), Some(at), "{text}");
        }
    }
}
