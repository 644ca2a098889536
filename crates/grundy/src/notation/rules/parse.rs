//! Reads rule texts.

use super::lex::{Token, tokens};
use super::{
    Condition, Item, Letter, MOST_NUMBERS, MoveText, Parameter, Place, Positions, Relation, RuleText, Term,
};
use crate::notation::{InputError, Span};

/// Upper limit on nested parentheses, so that no text overflows the stack.
const DEEPEST: usize = 64;

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

/// What parentheses may contain.
enum Node {
    Term(Term),
    Condition(Condition),
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    /// Whether `|` ends what is read now.
    in_bars: bool,
}

impl Parser {
    fn new(tokens: Vec<(Token, Span)>) -> Self {
        Self { tokens, at: 0, depth: 0, in_bars: false }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, wanted: &Token) -> bool {
        let found = self.peek() == wanted;
        if found {
            self.advance();
        }
        found
    }

    fn eat_sign(&mut self, sign: &'static str) -> bool {
        self.eat(&Token::Sign(sign))
    }

    fn eat_word(&mut self, word: &'static str) -> bool {
        self.eat(&Token::Keyword(word))
    }

    fn skip_lines(&mut self) {
        while self.eat(&Token::Line) {}
    }

    fn unexpected(&self, wanted: &str) -> InputError {
        InputError::at(self.span(), format!("expected {wanted}, found {}", self.peek().shown()))
    }

    fn expect_sign(&mut self, sign: &'static str) -> Result<(), InputError> {
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

    fn letter(&mut self) -> Result<Letter, InputError> {
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

    fn condition_after_where(&mut self) -> Result<Option<Condition>, InputError> {
        if !self.eat_word("where") {
            return Ok(None);
        }
        let place = self.span();
        match self.any()? {
            Node::Condition(condition) => Ok(Some(condition)),
            Node::Term(_) => {
                Err(InputError::at(place.to(self.before()), "this is a number, not a condition")
                    .hint("a condition compares terms, e.g. where i <= 3 and i < y"))
            }
        }
    }

    fn term(&mut self) -> Result<Term, InputError> {
        let place = self.span();
        let node = self.sum()?;
        self.as_term(node, place)
    }

    /// The place of the last token.
    fn before(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn as_term(&self, node: Node, place: Span) -> Result<Term, InputError> {
        match node {
            Node::Term(term) => Ok(term),
            Node::Condition(_) => {
                Err(InputError::at(place.to(self.before()), "this is a condition, not a number"))
            }
        }
    }

    fn as_condition(&self, node: Node, place: Span) -> Result<Condition, InputError> {
        match node {
            Node::Condition(condition) => Ok(condition),
            Node::Term(_) => {
                Err(InputError::at(place.to(self.before()), "this is a number, not a condition")
                    .hint("compare it with something, e.g. i <= 3"))
            }
        }
    }

    /// A term or a condition.
    fn any(&mut self) -> Result<Node, InputError> {
        self.listed("or", Self::all, Condition::Or)
    }

    fn all(&mut self) -> Result<Node, InputError> {
        self.listed("and", Self::negated, Condition::And)
    }

    /// Conditions with a word between them, or whatever stands alone.
    fn listed(
        &mut self,
        word: &'static str,
        part: fn(&mut Self) -> Result<Node, InputError>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Node, InputError> {
        let place = self.span();
        let first = part(self)?;
        if *self.peek() != Token::Keyword(word) {
            return Ok(first);
        }
        let mut parts = vec![self.as_condition(first, place)?];
        while self.eat_word(word) {
            let place = self.span();
            let next = part(self)?;
            parts.push(self.as_condition(next, place)?);
        }
        Ok(Node::Condition(join(parts)))
    }

    fn negated(&mut self) -> Result<Node, InputError> {
        let mut times = 0;
        while self.eat_word("not") {
            times += 1;
        }
        let place = self.span();
        let mut node = self.comparison()?;
        if times > DEEPEST {
            return Err(InputError::at(place, format!("`not` may be repeated at most {DEEPEST} times")));
        }
        for _ in 0..times {
            node = Node::Condition(Condition::Not(Box::new(self.as_condition(node, place)?)));
        }
        Ok(node)
    }

    fn relation(&mut self) -> Option<Relation> {
        let Token::Sign(sign) = *self.peek() else { return None };
        let found = Relation::ALL.into_iter().find(|relation| relation.sign() == sign)?;
        self.advance();
        Some(found)
    }

    fn comparison(&mut self) -> Result<Node, InputError> {
        let place = self.span();
        let first = self.sum()?;
        if self.eat_word("in") {
            let term = self.as_term(first, place)?;
            return Ok(Node::Condition(Condition::In(term, self.set()?)));
        }
        let Some(relation) = self.relation() else { return Ok(first) };
        let first = self.as_term(first, place)?;
        let mut rest = vec![(relation, self.term()?)];
        while let Some(relation) = self.relation() {
            rest.push((relation, self.term()?));
        }
        Ok(Node::Condition(Condition::Compare(first, rest)))
    }

    fn set(&mut self) -> Result<Vec<Item>, InputError> {
        if !self.eat_sign("{") {
            let item = self.item()?;
            if item.last.is_none() {
                return Err(self.unexpected("`..`").hint("a set is written {1,3,4}, a range 1..3"));
            }
            return Ok(vec![item]);
        }
        let mut items = Vec::new();
        if !self.eat_sign("}") {
            items.push(self.item()?);
            while self.eat_sign(",") {
                items.push(self.item()?);
            }
            self.expect_sign("}")?;
        }
        Ok(items)
    }

    fn item(&mut self) -> Result<Item, InputError> {
        let first = self.term()?;
        let last = if self.eat_sign("..") { Some(self.term()?) } else { None };
        Ok(Item { first, last })
    }

    fn sum(&mut self) -> Result<Node, InputError> {
        let place = self.span();
        let minus = self.eat_sign("-");
        let first = self.product()?;
        if !minus && !matches!(self.peek(), Token::Sign("+" | "-")) {
            return Ok(first);
        }
        let mut terms = vec![(minus, self.as_term(first, place)?)];
        while let Token::Sign(sign @ ("+" | "-")) = *self.peek() {
            self.advance();
            let place = self.span();
            let next = self.product()?;
            terms.push((sign == "-", self.as_term(next, place)?));
        }
        Ok(Node::Term(Term::Sum(terms)))
    }

    fn product(&mut self) -> Result<Node, InputError> {
        let place = self.span();
        let mut node = self.factor()?;
        loop {
            let times = self.eat_sign("*");
            if !times && !self.eat_word("mod") {
                return Ok(node);
            }
            let left = Box::new(self.as_term(node, place)?);
            let next = self.span();
            let right = self.factor()?;
            let right = Box::new(self.as_term(right, next)?);
            let place = Place(place.to(self.before()));
            node = Node::Term(if times {
                Term::Product(left, right, place)
            } else {
                Term::Mod(left, right, place)
            });
        }
    }

    fn factor(&mut self) -> Result<Node, InputError> {
        let place = self.span();
        match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                let right = match self.peek() {
                    Token::Sign("|") if self.in_bars => return Ok(Node::Term(Term::Number(number))),
                    Token::Letter(_) | Token::Sign("(" | "|") | Token::Keyword("min" | "max") => {
                        let next = self.span();
                        let factor = self.factor()?;
                        self.as_term(factor, next)?
                    }
                    _ => return Ok(Node::Term(Term::Number(number))),
                };
                let place = Place(place.to(self.before()));
                Ok(Node::Term(Term::Product(Box::new(Term::Number(number)), Box::new(right), place)))
            }
            Token::Letter(_) => Ok(Node::Term(Term::Letter(self.letter()?))),
            Token::Sign("(") => self.nested(|parser| {
                let node = parser.any()?;
                parser.expect_sign(")")?;
                Ok(node)
            }),
            Token::Sign("|") => self.nested(|parser| {
                let term = parser.term()?;
                parser.expect_sign("|")?;
                Ok(Node::Term(Term::Abs(Box::new(term))))
            }),
            Token::Keyword(word @ ("min" | "max")) => self.nested(|parser| {
                parser.expect_sign("(")?;
                let mut terms = vec![parser.term()?];
                while parser.eat_sign(",") {
                    terms.push(parser.term()?);
                }
                parser.expect_sign(")")?;
                Ok(Node::Term(if word == "min" { Term::Min(terms) } else { Term::Max(terms) }))
            }),
            _ => Err(self.unexpected("a number or a letter")),
        }
    }

    /// Takes the token here and what follows it, one level deeper.
    fn nested(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<Node, InputError>,
    ) -> Result<Node, InputError> {
        if self.depth == DEEPEST {
            let message = format!("parentheses may be nested at most {DEEPEST} deep");
            return Err(InputError::at(self.span(), message));
        }
        let bars = *self.peek() == Token::Sign("|");
        let outside = std::mem::replace(&mut self.in_bars, bars);
        self.advance();
        self.depth += 1;
        let node = inside(self);
        self.depth -= 1;
        self.in_bars = outside;
        node
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
