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

/// The name in braces at the beginning of a text.
fn placeholder(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('{')?.split_once('}')?;
    is_name(name).then_some(name)
}

/// Whether a text begins with rules in braces: there is a `:` outside the braces in them.
fn is_rules(text: &str) -> bool {
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return false,
            '}' => depth -= 1,
            ':' if depth == 1 => return true,
            _ => {}
        }
    }
    false
}

/// Whether a text ends with the word `in`.
fn ends_with_in(text: &str) -> bool {
    let word = text.trim_end().strip_suffix("in");
    word.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

impl Pattern {
    /// Parses a text with placeholders. Rules in braces, which have a `:`, are text, and may have placeholders: `{x,y: x-{p}i,y}`. In them
    /// a brace after `in` begins a set.
    ///
    /// # Errors
    /// When a brace is not part of a placeholder.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let wrong = |start: usize| {
            let error =
                InputError::at(Span { start, end: start + 1 }, "a brace that belongs to no placeholder");
            error.hint("a placeholder is the name of a parameter in braces, e.g. {a}").in_text(text)
        };
        let mut pieces = Vec::new();
        // The end of the last piece, the place that is looked at, and the braces of rules and sets that are open there.
        let (mut start, mut at, mut open) = (0, 0, Vec::new());
        while let Some(brace) = text[at..].find(['{', '}']).map(|brace| at + brace) {
            at = brace + 1;
            if text[brace..].starts_with('}') {
                open.pop().ok_or_else(|| wrong(brace))?;
            } else if !open.is_empty() && ends_with_in(&text[..brace]) {
                open.push(brace);
            } else if let Some(name) = placeholder(&text[brace..]) {
                if brace > start {
                    pieces.push(Piece::Text(text[start..brace].to_owned()));
                }
                at = brace + name.len() + 2;
                start = at;
                pieces.push(Piece::Parameter(name.to_owned()));
            } else if open.is_empty() && is_rules(&text[brace..]) {
                open.push(brace);
            } else {
                return Err(wrong(brace));
            }
        }
        if let Some(&brace) = open.first() {
            return Err(wrong(brace));
        }
        if start < text.len() {
            pieces.push(Piece::Text(text[start..].to_owned()));
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
    fn rules_are_text() {
        let text = "{x,y: x-{p}i,y where i in {1,3,{q}}; x,y-i where j in {a}} {p},8";
        let pattern = Pattern::parse(text).unwrap();
        assert_eq!(pattern.parameters().collect::<Vec<_>>(), ["p", "q", "p"]);
        let (p, q) = (Value::Number(2), Value::Number(5));
        let filled = pattern.fill(|name| Some(if name == "p" { &p } else { &q }));
        assert_eq!(filled, "{x,y: x-2i,y where i in {1,3,5}; x,y-i where j in {a}} 2,8");
        assert_eq!(Pattern::parse("{g}@block={q}").unwrap().parameters().count(), 2);
        for wrong in ["{x,y: x-i", "{x: x-i}}", "{x: x-{1}}", "{x,y}", "{x: x-i where i in {1}"] {
            assert!(Pattern::parse(wrong).is_err(), "{wrong}");
        }
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
