//! Parses games and positions in the notation of the papers.
//!
//! ```text
//! sum      := term { "+" term }
//! term     := game [ block ] [ position ] | "nearly" "(" sum [ ";" "closed" ] ")" [ block ] | "misere" "(" sum ")"
//! game     := name [ ":" key "=" value { "," key "=" value } | ":" code | ":" set ] | "{" rules "}"
//! code     := [ digit ] "." digits [ ".." ]
//! set      := "{" [ number { "," number } ] "}"
//! block    := "@block=" number
//! position := row | strip { "," strip } | "(" position ")"
//! strip    := "[" [ row ] "]"
//! row      := number { "," number }
//! number   := part { ("+" | "-") part } | letter
//! part     := digits [ ("^" | "e") digits ]
//! ```
//!
//! A `+` directly before a digit belongs to a number and has no spaces around it; any other `+` adds games:
//! `nim 10^2+3 + nim 4` is a sum of two games. [`number`](fn@number) has the details.
//!
//! This module knows the grammar but not the games. It produces *raw* terms, each with its place in the text. A ruleset
//! validates a raw position. A letter in place of a number makes a template such as `0,a,b`, for tables and sequences.

mod error;
mod number;
pub mod rules;

pub use error::{InputError, Span};
pub use number::{MOST_FROM_POWERS, NUMBERS, number, number_in};

use dashu_int::UBig;

/// The most digits of a number. Parsing a million takes some milliseconds.
pub const MOST_DIGITS: usize = 1_000_000;

/// A number of any size, or a letter of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawNumber {
    /// The digits, also if it was written as a power, or the letter.
    pub text: String,
    /// Its place in the text.
    pub span: Span,
}

impl RawNumber {
    /// The number, of at most [`MOST_DIGITS`] digits.
    pub fn value(&self) -> Result<UBig, InputError> {
        if self.is_letter() {
            return Err(InputError::at(self.span, format!("`{}` is a letter, not a number", self.text))
                .hint("only a table takes letters, for the coordinates that vary, e.g. 0,a,b"));
        }
        number::evaluate(&self.text, self.span.start, &mut 0)
    }

    /// Whether this is a letter of a template.
    pub fn is_letter(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic())
    }
}

/// A position as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawPosition {
    /// `3,7`
    Row(Vec<RawNumber>, Span),
    /// `[2,5],[3],[1,4]`: the strips, each with its place in the text.
    Strips(Vec<(Vec<RawNumber>, Span)>, Span),
}

impl RawPosition {
    /// A row that does not come from a text.
    pub fn row(numbers: &[u64]) -> Self {
        Self::Row(numbers.iter().copied().map(raw_number).collect(), Span::default())
    }

    /// Strips that do not come from a text.
    pub fn strips<S: AsRef<[u64]>>(strips: &[S]) -> Self {
        let strips =
            strips.iter().map(|s| (s.as_ref().iter().copied().map(raw_number).collect(), Span::default()));
        Self::Strips(strips.collect(), Span::default())
    }

    /// Its place in the text.
    pub fn span(&self) -> Span {
        match self {
            Self::Row(_, span) | Self::Strips(_, span) => *span,
        }
    }

    /// Its numbers, in the order of the text.
    pub fn numbers(&self) -> Vec<&RawNumber> {
        match self {
            Self::Row(numbers, _) => numbers.iter().collect(),
            Self::Strips(strips, _) => strips.iter().flat_map(|(numbers, _)| numbers).collect(),
        }
    }

    /// Its numbers, to be changed.
    pub fn numbers_mut(&mut self) -> Vec<&mut RawNumber> {
        match self {
            Self::Row(numbers, _) => numbers.iter_mut().collect(),
            Self::Strips(strips, _) => {
                strips.iter_mut().flat_map(|(numbers, _)| numbers.iter_mut()).collect()
            }
        }
    }
}

fn raw_number(value: u64) -> RawNumber {
    RawNumber { text: value.to_string(), span: Span::default() }
}

/// A game as written: a name and its parameters, or its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    /// The name, in lower case, or the rules in braces.
    pub name: String,
    /// The place of the name or the rules in the text.
    pub span: Span,
    /// The rules, if they are given in place of a name.
    pub rules: Option<Box<rules::RuleText>>,
    /// Its parameters, in the order of the text.
    pub parameters: Vec<RawParameter>,
    /// `@block=q` after it.
    pub block: Option<RawParameter>,
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawParameter {
    /// Left of `=`, in lower case; `code` or `set` for a code or a set, which need no key.
    pub key: String,
    /// The place of the key in the text.
    pub key_span: Span,
    /// Right of `=`. It includes commas up to the next `key=`.
    pub value: String,
    /// The place of the value in the text.
    pub value_span: Span,
}

impl RawParameter {
    /// The parameter `key=value`, where neither side is empty.
    fn parse(piece: &str, span: Span) -> Option<Self> {
        let (key, value) =
            piece.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty())?;
        let middle = span.start + key.len();
        Some(Self {
            key: key.to_ascii_lowercase(),
            key_span: Span { end: middle, ..span },
            value: value.to_owned(),
            value_span: Span { start: middle + 1, ..span },
        })
    }
}

/// One summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawTerm {
    /// `star-nim 3,7`, or a game without its position.
    Simple(RawGame, Option<RawPosition>),
    /// `nearly(nim 3 + nim 7)`
    Nearly {
        /// The components.
        terms: Vec<RawTerm>,
        /// Whether a component has already been moved into a P-position: `; closed`.
        closed: bool,
        /// `@block=q` after it.
        block: Option<RawParameter>,
        /// Its place in the text.
        span: Span,
    },
    /// `misere(nim 3 + nim 7)`
    Misere {
        /// The components.
        terms: Vec<RawTerm>,
        /// Its place in the text.
        span: Span,
    },
}

impl RawTerm {
    /// Its numbers, in the order of the text.
    pub fn numbers(&self) -> Vec<&RawNumber> {
        match self {
            Self::Simple(_, None) => Vec::new(),
            Self::Simple(_, Some(position)) => position.numbers(),
            Self::Nearly { terms, .. } | Self::Misere { terms, .. } => {
                terms.iter().flat_map(Self::numbers).collect()
            }
        }
    }

    /// The letters in its positions.
    pub fn letters(&self) -> Vec<&RawNumber> {
        self.numbers().into_iter().filter(|number| number.is_letter()).collect()
    }

    /// Its place in the text; of a game with a position, that of the position.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Simple(game, None) => game.span,
            Self::Simple(_, Some(position)) => position.span(),
            Self::Nearly { span, .. } | Self::Misere { span, .. } => *span,
        }
    }

    /// Replaces every `letter` in the positions of this term by `value`. Returns the number of letters replaced.
    pub fn substitute(&mut self, letter: &str, value: u64) -> usize {
        match self {
            Self::Simple(_, None) => 0,
            Self::Simple(_, Some(position)) => {
                let found = position.numbers_mut().into_iter().filter(|n| n.text == letter);
                found.map(|number| number.text = value.to_string()).count()
            }
            Self::Nearly { terms, .. } | Self::Misere { terms, .. } => {
                terms.iter_mut().map(|t| t.substitute(letter, value)).sum()
            }
        }
    }
}

/// Parses a sum of games. Does not look up games or validate positions.
pub fn parse_raw(text: &str) -> Result<Vec<RawTerm>, InputError> {
    parse_known(text, |_| Ok(()))
}

/// Like [`parse_raw`]. In a term that cannot be parsed, an error of `check` about its game comes first: what follows the name of an
/// unknown game says little.
pub(crate) fn parse_known(
    text: &str,
    check: impl Fn(&RawGame) -> Result<(), InputError>,
) -> Result<Vec<RawTerm>, InputError> {
    let mut parser = Parser { text, at: 0, end: 0, left: MOST_FROM_POWERS, game: None };
    let parsed = (|| {
        let terms = parser.sum(0)?;
        match parser.peek() {
            None => Ok(terms),
            Some(_) => Err(parser.unexpected("the end or ` + `")),
        }
    })();
    parsed.map_err(|error: InputError| {
        let game = parser.game.as_ref().and_then(|game| check(game).err());
        game.unwrap_or(error).in_text(text)
    })
}

/// The hint for errors in `@block=q`.
pub(crate) const BLOCK_HINT: &str =
    "`@block=q` lets the previous player block up to q-1 options, e.g. nim@block=2 3,5";

/// The most levels of nested `nearly(`, so that no text overflows the stack.
const DEEPEST: usize = 32;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The end of the last token, without white space.
    end: usize,
    /// How many digits the numbers with `^` and `e` may still have.
    left: usize,
    /// The game of the term that is being parsed.
    game: Option<RawGame>,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips white space. Returns the next character.
    fn peek(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
            self.end = self.at;
        }
        found
    }

    /// Takes the longest run of `good` characters from here on.
    fn take(&mut self, good: impl Fn(char) -> bool) -> (&'t str, Span) {
        let rest = self.rest();
        self.take_bytes(rest.find(|c| !good(c)).unwrap_or(rest.len()))
    }

    /// Like `take`, with each `+` directly before a digit.
    fn take_with_sums(&mut self, good: impl Fn(char) -> bool) -> (&'t str, Span) {
        let rest = self.rest();
        let inside = |at: usize| rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        let mut outside =
            rest.char_indices().filter(|&(at, c)| if c == '+' { !inside(at) } else { !good(c) });
        self.take_bytes(outside.next().map_or(rest.len(), |(at, _)| at))
    }

    fn take_bytes(&mut self, length: usize) -> (&'t str, Span) {
        let rest = self.rest();
        let span = Span { start: self.at, end: self.at + length };
        (self.at, self.end) = (span.end, span.end);
        (&rest[..length], span)
    }

    fn here(&self) -> Span {
        Span { start: self.at, end: self.at + self.rest().chars().next().map_or(0, char::len_utf8) }
    }

    /// The place just after the last token.
    fn behind(&self) -> Span {
        Span { start: self.end, end: self.end }
    }

    fn unexpected(&mut self, wanted: &str) -> InputError {
        let found =
            self.peek().map_or_else(|| "the end of the text".to_owned(), |found| format!("`{found}`"));
        InputError::at(self.here(), format!("expected {wanted}, found {found}"))
    }

    fn sum(&mut self, depth: usize) -> Result<Vec<RawTerm>, InputError> {
        let mut terms = vec![self.term(depth)?];
        while self.eat('+') {
            terms.push(self.term(depth)?);
        }
        Ok(terms)
    }

    fn term(&mut self, depth: usize) -> Result<RawTerm, InputError> {
        let next = self.peek();
        if next == Some('{') {
            let (text, span) = self.braces()?;
            let rules = rules::parse_inline(text).map_err(|error| error.moved(span.start))?;
            let (name, rules) = (rules.inline(), Some(Box::new(rules)));
            return self.placed(RawGame { name, span, rules, parameters: Vec::new(), block: None });
        }
        if !next.is_some_and(|c| c.is_ascii_alphabetic()) {
            let is_number = self.end > 0 && next.is_some_and(|c| c.is_ascii_digit());
            return Err(self.unexpected("the name of a game").hint(if is_number {
                "a `+` in a number has no spaces around it, e.g. 10^60+17"
            } else {
                "write a game and then its position, e.g. star-nim 3,7"
            }));
        }
        let (name, span) = self.take(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let name = name.to_ascii_lowercase().replace('_', "-");
        if name == "nearly" {
            return self.nearly(span, depth);
        }
        if name == "misere" {
            return self.misere(span, depth);
        }
        self.game =
            Some(RawGame { name: name.clone(), span, rules: None, parameters: Vec::new(), block: None });
        let parameters = if self.rest().starts_with(':') { self.parameters()? } else { Vec::new() };
        self.placed(RawGame { name, span, rules: None, parameters, block: None })
    }

    /// A game with what follows it: `@block=q` and a position.
    fn placed(&mut self, mut game: RawGame) -> Result<RawTerm, InputError> {
        game.block = self.block()?;
        let position = match self.peek() {
            None | Some('+' | ')' | ';') => None,
            Some(_) => Some(self.position()?),
        };
        self.game = None;
        Ok(RawTerm::Simple(game, position))
    }

    /// Takes the text from `{` to the brace that closes it.
    fn braces(&mut self) -> Result<(&'t str, Span), InputError> {
        let mut depth = 0_usize;
        for (at, c) in self.rest().char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let span = Span { start: self.at, end: self.at + at + 1 };
                (self.at, self.end) = (span.end, span.end);
                return Ok((&self.text[span.start..span.end], span));
            }
        }
        Err(InputError::at(self.here(), "`{` is not closed")
            .hint("rules are written like {x,y: x-i,y; x,y-i}"))
    }

    fn nearly(&mut self, name: Span, depth: usize) -> Result<RawTerm, InputError> {
        const EXAMPLE: &str = "write it as nearly(nim 3 + nim 7)";
        if depth >= DEEPEST {
            let message = format!("`nearly` may be nested at most {DEEPEST} deep");
            return Err(InputError::at(name, message));
        }
        if !self.eat('(') {
            return Err(self.unexpected("`(`").hint(EXAMPLE));
        }
        let terms = self.sum(depth + 1)?;
        let mut closed = false;
        if self.eat(';') {
            self.peek();
            let (word, span) = self.take(|c| c.is_ascii_alphabetic());
            if word != "closed" {
                let hint = "`; closed` means that a component has already been moved into a P-position";
                let span = if word.is_empty() { self.here() } else { span };
                return Err(InputError::at(span, "expected `closed` after `;`").hint(hint));
            }
            closed = true;
        }
        if !self.eat(')') {
            return Err(self.unexpected("`)`").hint(EXAMPLE));
        }
        let block = self.block()?;
        Ok(RawTerm::Nearly { terms, closed, block, span: name.to(self.behind()) })
    }

    fn misere(&mut self, name: Span, depth: usize) -> Result<RawTerm, InputError> {
        const EXAMPLE: &str = "write it as misere(nim 3,4,5)";
        if depth >= DEEPEST {
            let message = format!("games may be nested at most {DEEPEST} deep");
            return Err(InputError::at(name, message));
        }
        if !self.eat('(') {
            return Err(self.unexpected("`(`").hint(EXAMPLE));
        }
        let terms = self.sum(depth + 1)?;
        if !self.eat(')') {
            return Err(self.unexpected("`)`").hint(EXAMPLE));
        }
        let span = name.to(self.behind());
        if self.peek() == Some('@') {
            return Err(InputError::at(self.here(), "misère play with blocking is not supported")
                .hint("omit `@block`, or play the game without misere(..)"));
        }
        Ok(RawTerm::Misere { terms, span })
    }

    /// Parses an optional `@block=q`.
    fn block(&mut self) -> Result<Option<RawParameter>, InputError> {
        if !self.eat('@') {
            return Ok(None);
        }
        let (piece, span) =
            self.take_with_sums(|c| !c.is_whitespace() && !matches!(c, '@' | ',' | '(' | ')' | ';' | '['));
        let Some(block) = RawParameter::parse(piece, span) else {
            let span = if piece.is_empty() { self.here() } else { span };
            return Err(InputError::at(span, "expected `block=q` after `@`").hint(BLOCK_HINT));
        };
        if block.key != "block" {
            let message =
                format!("unknown modifier `{}`", &self.text[block.key_span.start..block.key_span.end]);
            return Err(InputError::at(block.key_span, message).hint(BLOCK_HINT));
        }
        if self.rest().starts_with('@') {
            return Err(InputError::at(self.here(), "`@block` is given twice").hint(BLOCK_HINT));
        }
        Ok(Some(block))
    }

    fn parameters(&mut self) -> Result<Vec<RawParameter>, InputError> {
        const EXAMPLE: &str = "parameters are written without spaces, e.g. gurvich:a=2,b=3";
        const NUMBERS: &str = "numbers to take are written in braces, e.g. subtraction:{1,3,4}, and a code with its point, e.g. octal:0.77";
        self.at += 1;
        if let Some(alone) = self.code_or_set()? {
            return Ok(vec![alone]);
        }
        let mut parameters: Vec<RawParameter> = Vec::new();
        loop {
            let (piece, span) = self
                .take_with_sums(|c| !c.is_whitespace() && !matches!(c, ',' | '(' | ')' | ';' | '[' | '@'));
            match (RawParameter::parse(piece, span), parameters.last_mut()) {
                (Some(parameter), _) => parameters.push(parameter),
                // No `key=`: the comma before it belongs to the last value, as in edges=0-1,1-2.
                (None, Some(last)) if !piece.is_empty() && !piece.contains('=') => {
                    last.value.push(',');
                    last.value.push_str(piece);
                    last.value_span.end = span.end;
                }
                _ => {
                    let span = if piece.is_empty() { self.here() } else { span };
                    let is_number = piece.starts_with(|c: char| c.is_ascii_digit());
                    let hint = if is_number { NUMBERS } else { EXAMPLE };
                    return Err(InputError::at(span, "expected key=value").hint(hint));
                }
            }
            if self.rest().starts_with(',') {
                self.at += 1;
            } else {
                return Ok(parameters);
            }
        }
    }

    /// A code such as `0.77` or a set such as `{1,3,4}`, which need no key.
    fn code_or_set(&mut self) -> Result<Option<RawParameter>, InputError> {
        let parameter = |key: &str, value: &str, span: Span| RawParameter {
            key: key.to_owned(),
            key_span: span,
            value: value.to_owned(),
            value_span: span,
        };
        if self.rest().starts_with('{') {
            let Some(end) = self.rest().find('}') else {
                return Err(InputError::at(self.here(), "`{` is not closed")
                    .hint("a set is written in braces, e.g. subtraction:{1,3,4}"));
            };
            let (value, span) = self.take_bytes(end + 1);
            return Ok(Some(parameter("set", value, span)));
        }
        let is_code = |text: &str| {
            let digits = text.trim_start_matches(|c: char| c.is_ascii_hexdigit());
            digits.starts_with('.')
        };
        if !is_code(self.rest()) {
            return Ok(None);
        }
        let (value, span) =
            self.take(|c| !c.is_whitespace() && !matches!(c, ',' | '(' | ')' | ';' | '[' | '@' | '+'));
        Ok(Some(parameter("code", value, span)))
    }

    fn position(&mut self) -> Result<RawPosition, InputError> {
        self.peek();
        let start = self.here();
        let mut open = 0_usize;
        while self.eat('(') {
            open += 1;
        }
        let mut position =
            if self.peek() == Some('[') { self.strips()? } else { RawPosition::Row(self.row()?, start) };
        for _ in 0..open {
            if !self.eat(')') {
                return Err(self.unexpected("`)`"));
            }
        }
        let end = self.behind();
        match &mut position {
            RawPosition::Row(_, span) | RawPosition::Strips(_, span) => *span = start.to(end),
        }
        // White space after the position is not part of it.
        if let Some(next) = self.peek()
            && !matches!(next, '+' | ')' | ';')
        {
            let hint = match next {
                '0'..='9' => "numbers are separated by commas, e.g. 3,7",
                '-' | '^' | '_' => "numbers are written without spaces, e.g. 2^64-1",
                '[' => "strips are separated by commas, e.g. [2,5],[3]",
                _ => "games are added with ` + `, e.g. star-nim 3,7 + wythoff 2,5",
            };
            return Err(self.unexpected("the end of the position").hint(hint));
        }
        Ok(position)
    }

    fn strips(&mut self) -> Result<RawPosition, InputError> {
        let mut strips = Vec::new();
        loop {
            self.peek();
            let start = self.here();
            if !self.eat('[') {
                return Err(self.unexpected("a strip").hint("a strip is a list of squares, e.g. [2,5]"));
            }
            let row = if self.peek() == Some(']') { Vec::new() } else { self.row()? };
            if !self.eat(']') {
                return Err(self.unexpected("`,` or `]`"));
            }
            strips.push((row, start.to(self.behind())));
            if !self.eat(',') {
                return Ok(RawPosition::Strips(strips, start));
            }
        }
    }

    fn row(&mut self) -> Result<Vec<RawNumber>, InputError> {
        let mut numbers = Vec::new();
        loop {
            numbers.push(self.number()?);
            if !self.eat(',') {
                return Ok(numbers);
            }
        }
    }

    fn number(&mut self) -> Result<RawNumber, InputError> {
        self.peek();
        let (piece, span) =
            self.take_with_sums(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '\'' | '^'));
        let number = RawNumber { text: piece.to_owned(), span };
        match piece {
            "" => Err(self.unexpected("a number")),
            _ if piece.bytes().all(|c| c.is_ascii_digit()) => Ok(number),
            _ if number.is_letter() && piece.len() == 1 => Ok(number),
            _ if piece.starts_with(|c: char| c.is_ascii_digit()) => {
                let text = number::evaluate(piece, span.start, &mut self.left)?.to_string();
                Ok(RawNumber { text, span })
            }
            _ if piece.len() > 1
                && piece.starts_with('-')
                && piece[1..].bytes().all(|c| c.is_ascii_digit()) =>
            {
                Err(InputError::at(span, format!("{piece} is negative"))
                    .hint("piles and squares are counted from 0"))
            }
            _ => Err(InputError::at(span, format!("expected a number, found `{piece}`"))
                .hint("a position is e.g. 3,7 or [2,5],[3]; games are added with ` + `")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_point_into_the_text() {
        let text = "  gurvich:a=2,b=3 ( 4 , 5 ) + star-silver-dollar [2,5] , [3]";
        let terms = parse_raw(text).unwrap();
        let RawTerm::Simple(game, Some(position)) = &terms[0] else { panic!("{terms:?}") };
        assert_eq!(&text[game.span.start..game.span.end], "gurvich");
        assert_eq!(&text[position.span().start..position.span().end], "( 4 , 5 )");
        assert_eq!(game.parameters[1].value, "3");
        let RawTerm::Simple(_, Some(RawPosition::Strips(strips, span))) = &terms[1] else {
            panic!("{terms:?}")
        };
        assert_eq!(&text[span.start..span.end], "[2,5] , [3]");
        assert_eq!(&text[strips[1].1.start..strips[1].1.end], "[3]");
    }

    #[test]
    fn commas_belong_to_the_value_until_the_next_key() {
        let RawTerm::Simple(game, _) = &parse_raw("graph-nim:edges=0-1,1-2,k=3 1,2,3").unwrap()[0] else {
            panic!("not a simple term")
        };
        assert_eq!(game.parameters[0].value, "0-1,1-2");
        assert_eq!(game.parameters[1].key, "k");
    }

    #[test]
    fn long_texts_are_shown_through_a_window() {
        let text = format!("nim {},x7", "9,".repeat(400));
        let shown = parse_raw(&text).unwrap_err().render();
        assert!(shown.lines().all(|line| line.len() < 110), "{shown}");
    }
}
