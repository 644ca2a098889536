//! Reads rule texts.

use super::lex::{Token, tokens};
use super::{Letter, MOST_NUMBERS, MoveText, Parameter, Place, Positions, RuleText};
use crate::notation::{InputError, Span};

/// Upper limit on the moves of a game.
const MOST_MOVES: usize = 32;

const FILE_EXAMPLE: &str = "a file has the lines `game exile`, `position x, y` and e.g. `move x - i, y + i`";
const INLINE_EXAMPLE: &str = "rules in a line are written like {x,y: x-i,y; x,y-i}";

/// Reads the rules of a file: `game`, a quoted description, `position` or `heap`, and `move` lines.
///
/// ```
/// use grundy::notation::rules::parse_rules;
/// let rules = parse_rules("game exile  # Wythoff and more\nposition x, y\nmove x-i, y\nmove x-2i, y+i where i<=5")?;
/// assert_eq!(rules.to_string(), "game exile\nposition x, y\nmove x - i, y\nmove x - 2i, y + i where i <= 5\n");
/// assert_eq!(rules.inline(), "{x, y: x - i, y; x - 2i, y + i where i <= 5}");
/// # Ok::<(), grundy::InputError>(())
/// ```
pub fn parse_rules(text: &str) -> Result<RuleText, InputError> {
    let parsed = tokens(text).and_then(|tokens| Parser::new(tokens).file());
    parsed.map_err(|error| match error.span {
        Some(Span { start, end }) => error.in_lines(text, start..end),
        None => error,
    })
}

/// Reads rules in a line, braces included.
pub fn parse_inline(text: &str) -> Result<RuleText, InputError> {
    let parsed = tokens(text).and_then(|tokens| Parser::new(tokens).inline());
    parsed.map_err(|error| error.in_text(text))
}

pub(super) struct Parser {
    pub(super) tokens: Vec<(Token, Span)>,
    pub(super) at: usize,
    pub(super) depth: usize,
    /// Whether `|` ends what is read now.
    pub(super) in_bars: bool,
}

impl Parser {
    fn new(tokens: Vec<(Token, Span)>) -> Self {
        Self { tokens, at: 0, depth: 0, in_bars: false }
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, wanted: &Token) -> bool {
        let found = self.peek() == wanted;
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn eat_sign(&mut self, sign: &'static str) -> bool {
        self.eat(&Token::Sign(sign))
    }

    pub(super) fn eat_word(&mut self, word: &'static str) -> bool {
        self.eat(&Token::Keyword(word))
    }

    fn skip_lines(&mut self) {
        while self.eat(&Token::Line) {}
    }

    pub(super) fn unexpected(&self, wanted: &str) -> InputError {
        InputError::at(self.span(), format!("expected {wanted}, found {}", self.peek().shown()))
    }

    pub(super) fn expect_sign(&mut self, sign: &'static str) -> Result<(), InputError> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn file(&mut self) -> Result<RuleText, InputError> {
        let (mut name, mut name_place, mut parameters, mut description) =
            (None, Place::default(), vec![], None);
        let mut positions = None;
        let mut moves = Vec::new();
        loop {
            self.skip_lines();
            let place = self.span();
            let twice = |what: &str| InputError::at(place, format!("a second {what}"));
            if self.eat_word("game") {
                if name.is_some() {
                    return Err(twice("`game`").hint("a file defines one game"));
                }
                name_place = Place(self.span());
                name = Some(self.name()?);
                parameters = self.parameters()?;
            } else if let Token::Quoted(text) = self.peek().clone() {
                self.advance();
                if description.replace(text).is_some() {
                    return Err(twice("description"));
                }
            } else if self.eat_word("position") {
                if positions.replace(self.tuple()?).is_some() {
                    return Err(twice("line that says what a position is"));
                }
            } else if self.eat_word("heap") {
                if positions.replace(Positions::Heap(self.letter()?)).is_some() {
                    return Err(twice("line that says what a position is"));
                }
            } else if self.eat_word("move") {
                moves.push(self.rule()?);
            } else if *self.peek() == Token::End {
                break;
            } else {
                return Err(self
                    .unexpected("a line with `game`, `position`, `heap` or `move`")
                    .hint(FILE_EXAMPLE));
            }
            if !matches!(self.peek(), Token::Line | Token::End) {
                return Err(self.unexpected("the end of the line"));
            }
        }
        let missing = |what: &str| self.unexpected(what).hint(FILE_EXAMPLE);
        let positions = positions.ok_or_else(|| missing("a line `position ..` or `heap ..`"))?;
        finish(RuleText { name, name_place, parameters, description, positions, moves })
    }

    fn name(&mut self) -> Result<String, InputError> {
        let Token::Name(name) = self.peek().clone() else {
            return Err(self.unexpected("the name of the game").hint("e.g. game exile"));
        };
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(good) {
            return Err(InputError::at(self.span(), format!("`{name}` cannot be the name of a game"))
                .hint("names consist of lower case letters, digits and hyphens, and begin with a letter"));
        }
        self.advance();
        Ok(name)
    }

    fn parameters(&mut self) -> Result<Vec<Parameter>, InputError> {
        let mut found = Vec::new();
        if self.eat_sign("(") {
            loop {
                found.push(self.parameter()?);
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.expect_sign(")")?;
        }
        Ok(found)
    }

    fn parameter(&mut self) -> Result<Parameter, InputError> {
        const EXAMPLE: &str = "a parameter is written a, a >= 1, 1 <= a <= 9 or a in 1..9";
        let start = self.span();
        let number = |parser: &mut Self| match *parser.peek() {
            Token::Number(number) => {
                parser.advance();
                Ok(number)
            }
            _ => Err(parser.unexpected("a number").hint(EXAMPLE)),
        };
        let mut least = 0;
        if matches!(self.peek(), Token::Number(_)) {
            least = number(self)?;
            if !self.eat_sign("<=") {
                return Err(self.unexpected("`<=`").hint(EXAMPLE));
            }
        }
        let letter = self.letter().map_err(|error| error.hint(EXAMPLE))?;
        let mut most = None;
        if self.eat_sign(">=") {
            least = number(self)?;
        } else if self.eat_sign("<=") {
            most = Some(number(self)?);
        } else if self.eat_word("in") {
            least = number(self)?;
            self.expect_sign("..")?;
            most = Some(number(self)?);
        }
        if most.is_some_and(|most| most < least) {
            return Err(InputError::at(start.to(letter.place.0), "no number is within these bounds"));
        }
        Ok(Parameter { letter, least, most })
    }

    fn inline(&mut self) -> Result<RuleText, InputError> {
        self.tokens.retain(|(token, _)| *token != Token::Line);
        if !self.eat_sign("{") {
            return Err(self.unexpected("`{`").hint(INLINE_EXAMPLE));
        }
        let positions = if self.eat_word("heap") { Positions::Heap(self.letter()?) } else { self.tuple()? };
        if !self.eat_sign(":") {
            return Err(self.unexpected("`:` and the moves").hint(INLINE_EXAMPLE));
        }
        let mut moves = Vec::new();
        loop {
            // A semicolon may end the list.
            if *self.peek() == Token::Sign("}") {
                break;
            }
            moves.push(self.rule()?);
            if !self.eat_sign(";") {
                break;
            }
        }
        if !self.eat_sign("}") {
            return Err(self.unexpected("`;` and another move, or `}`").hint(INLINE_EXAMPLE));
        }
        if *self.peek() != Token::End {
            return Err(self.unexpected("the end of the rules"));
        }
        let name_place = Place::default();
        finish(RuleText { name: None, name_place, parameters: vec![], description: None, positions, moves })
    }

    fn tuple(&mut self) -> Result<Positions, InputError> {
        let mut letters = vec![self.letter()?];
        while self.eat_sign(",") {
            letters.push(self.letter()?);
        }
        if let Some(extra) = letters.get(MOST_NUMBERS) {
            let message = format!("a position has at most {MOST_NUMBERS} numbers, not {}", letters.len());
            return Err(InputError::at(extra.place.0, message));
        }
        let unordered = self.eat_word("unordered");
        let condition = self.condition_after_where()?;
        let unordered = unordered || self.eat_word("unordered");
        Ok(Positions::Tuple { letters, unordered, condition })
    }

    pub(super) fn letter(&mut self) -> Result<Letter, InputError> {
        let Token::Letter(name) = self.peek().clone() else {
            return Err(self.unexpected("a letter"));
        };
        let place = Place(self.span());
        self.advance();
        Ok(Letter { name, place })
    }

    fn rule(&mut self) -> Result<MoveText, InputError> {
        let start = self.span();
        let mut terms = Vec::new();
        if !matches!(self.peek(), Token::Keyword("where") | Token::Line | Token::End | Token::Sign("}" | ";"))
        {
            terms.push(self.term()?);
            while self.eat_sign(",") {
                terms.push(self.term()?);
            }
        }
        let condition = self.condition_after_where()?;
        let end = self.tokens[self.at.saturating_sub(1)].1;
        let place = Place(if end.end > start.start { start.to(end) } else { start });
        Ok(MoveText { terms, condition, place })
    }
}

/// The checks that need the whole text.
fn finish(rules: RuleText) -> Result<RuleText, InputError> {
    let letters: Vec<&Letter> = match &rules.positions {
        Positions::Tuple { letters, .. } => letters.iter().collect(),
        Positions::Heap(letter) => vec![letter],
    };
    let all: Vec<&Letter> =
        rules.parameters.iter().map(|p| &p.letter).chain(letters.iter().copied()).collect();
    for (index, letter) in all.iter().enumerate() {
        if all[..index].iter().any(|earlier| earlier.name == letter.name) {
            return Err(InputError::at(letter.place.0, format!("`{}` has two meanings", letter.name))
                .hint("the letters of parameters and positions differ"));
        }
    }
    if let Some(extra) = rules.moves.get(MOST_MOVES) {
        return Err(InputError::at(extra.place.0, format!("a game has at most {MOST_MOVES} moves")));
    }
    if matches!(rules.positions, Positions::Tuple { .. }) {
        for rule in &rules.moves {
            if rule.terms.len() != letters.len() {
                let (wanted, found) = (letters.len(), rule.terms.len());
                let message = format!("this option has {found} numbers, and a position has {wanted}");
                return Err(
                    InputError::at(rule.place.0, message).hint("a move lists every number of the option")
                );
            }
        }
    }
    Ok(rules)
}
