//! Reads terms and conditions.

use super::lex::Token;
use super::parse::Parser;
use super::{Condition, Item, Place, Relation, Term};
use crate::notation::{InputError, Span};

/// Upper limit on nested parentheses, so that no text overflows the stack.
const DEEPEST: usize = 64;

/// What parentheses may contain.
enum Node {
    Term(Term),
    Condition(Condition),
}

impl Parser {
    pub(super) fn condition_after_where(&mut self) -> Result<Option<Condition>, InputError> {
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

    pub(super) fn term(&mut self) -> Result<Term, InputError> {
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
