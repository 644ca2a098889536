//! The normal form of rules: the same text for every way of writing them that is recognised as the same game.
//!
//! It is, where that is proved, the game of the catalogue or the list of rays. Otherwise it is the text itself, with fixed letters, numbers
//! for the parameters, linear terms collected, and moves and alternatives sorted. In each case the text determines the game, so that
//! different games have different normal forms. The converse holds for games of the catalogue and of rays only.

use super::lower::Scope;
use super::{Linear, MOST_PAIRS, Written, visit_letters};
use crate::geometry::{Geometry, Symmetric};
use crate::notation::rules::{
    Condition, Letter, MoveText, Place, Positions, Relation, RuleText, Term, parse_inline,
};
use crate::rules::{Nim, SharingNim, StarNim};
use crate::ruleset::Ruleset;
use std::cell::Cell;

/// The letters of a position in normal form.
const NUMBERS: [&str; 4] = ["x", "y", "z", "w"];

/// The letters of a move in normal form.
const OWN: [&str; 4] = ["i", "j", "k", "l"];

impl Written {
    /// The game of the catalogue that is proved to have the same rules, as it is named there.
    pub fn same_as(&self) -> Option<String> {
        let identity = self.recognised.identity?;
        match &self.recognised.geometry {
            Some(Geometry::Rays(rays)) => rays.symmetric().map(Symmetric::name),
            Some(Geometry::Sharing) => Some(SharingNim.name()),
            _ if identity.is::<Nim>() => Some(Nim.name()),
            _ if identity.is::<StarNim>() => Some(StarNim.name()),
            _ => None,
        }
    }

    /// The rules in one line, with numbers for the parameters.
    pub fn inline(&self) -> String {
        self.text.with_numbers(&self.parameters).inline()
    }

    /// Whether exchanging the two numbers of a position gives the same game. `None` if that is not known, and for other than two numbers.
    pub fn is_symmetric(&self) -> Option<bool> {
        if self.numbers != 2 || self.unordered {
            return (self.numbers == 2).then_some(true);
        }
        let mut text = self.text.with_numbers(&self.parameters);
        let Positions::Tuple { letters, .. } = &mut text.positions else { return None };
        letters.reverse();
        text.moves.iter_mut().for_each(|rule| rule.terms.reverse());
        let mirrored = Self::new(text, &[]).ok()?;
        if mirrored.normal() == self.normal() {
            return Some(true);
        }
        // Games of rays have one normal form, so these differ. Others may have several.
        let rays = |game: &Self| matches!(game.recognised.geometry, Some(Geometry::Rays(_)));
        (rays(self) && rays(&mirrored)).then_some(false)
    }

    /// The normal form.
    pub(super) fn normal(&self) -> String {
        if let Some(name) = self.same_as() {
            // These games have any number of piles, and the rules have a fixed one.
            let any = [Nim.name(), StarNim.name(), SharingNim.name()].contains(&name);
            return if any { format!("{name} {}", NUMBERS[..self.numbers].join(",")) } else { name };
        }
        match &self.recognised.geometry {
            Some(Geometry::Rays(rays)) => {
                let text = rays.rules();
                let rules = parse_inline(&text).and_then(|rules| Self::bare(rules, &[]));
                rules.map_or(text, |rules| rules.sorted().inline())
            }
            _ => self.sorted().inline(),
        }
    }

    /// The text with fixed letters, collected terms, and sorted moves.
    pub(super) fn sorted(&self) -> RuleText {
        let text = self.text.with_numbers(&self.parameters);
        let names = self.letters();
        let (unordered, condition) = match &text.positions {
            Positions::Tuple { unordered, condition, .. } => (*unordered, condition.clone()),
            Positions::Heap(_) => return text,
        };
        let fixed = |letter: &str| Letter { name: letter.to_owned(), place: Place::default() };
        let letters = NUMBERS[..names.len().min(NUMBERS.len())].iter().map(|name| fixed(name)).collect();
        let of_position = Letters { from: names.clone(), to: &NUMBERS };
        let condition = condition.map(|condition| of_position.condition(&condition));
        let mut moves: Vec<MoveText> = Vec::new();
        for rule in &text.moves {
            let mut own: Vec<String> = Vec::new();
            visit_letters(rule, &mut |letter| {
                if !names.contains(&letter.name) && !own.contains(&letter.name) {
                    own.push(letter.name.clone());
                }
            });
            let to: Vec<&str> = NUMBERS[..names.len()].iter().chain(&OWN).copied().collect();
            let letters = Letters { from: names.iter().cloned().chain(own).collect(), to: &to };
            let rule = MoveText {
                terms: rule.terms.iter().map(|term| letters.term(term)).collect(),
                condition: rule.condition.as_ref().map(|condition| letters.condition(condition)),
                place: Place::default(),
            };
            if !moves.contains(&rule) {
                moves.push(rule);
            }
        }
        moves.sort_by_key(MoveText::to_string);
        RuleText { positions: Positions::Tuple { letters, unordered, condition }, moves, ..text }
    }
}

/// Letters and their new names.
struct Letters<'l> {
    from: Vec<String>,
    to: &'l [&'l str],
}

impl Letters<'_> {
    /// A term with the new letters. A linear one is collected.
    fn term(&self, term: &Term) -> Term {
        // The rules have been split within this limit before.
        let pairs = Cell::new(MOST_PAIRS);
        let scope = Scope { letters: &self.from, parameters: &[], place: Place::default(), pairs: &pairs };
        let form = is_plain(term).then(|| scope.linear(term, Place::default().0).ok()).flatten();
        if let Some(collected) = form.and_then(|form| self.collected(&form)) {
            return collected;
        }
        let all = |terms: &[Term]| {
            let mut terms: Vec<Term> = terms.iter().map(|term| self.term(term)).collect();
            terms.sort_by_key(Term::to_string);
            terms
        };
        let one = |term: &Term| Box::new(self.term(term));
        match term {
            Term::Number(number) => Term::Number(*number),
            Term::Letter(letter) => Term::Letter(self.letter(&letter.name)),
            Term::Sum(terms) => {
                Term::Sum(terms.iter().map(|(minus, term)| (*minus, self.term(term))).collect())
            }
            Term::Product(left, right, place) => Term::Product(one(left), one(right), *place),
            Term::Mod(left, right, place) => Term::Mod(one(left), one(right), *place),
            Term::Abs(term) => Term::Abs(one(term)),
            Term::Min(terms) => Term::Min(all(terms)),
            Term::Max(terms) => Term::Max(all(terms)),
        }
    }

    fn letter(&self, name: &str) -> Letter {
        let place = self.from.iter().position(|from| from == name);
        let name = place.and_then(|place| self.to.get(place)).copied().unwrap_or(name);
        Letter { name: name.to_owned(), place: Place::default() }
    }

    /// A linear form as a term: the letters in order, then the constant.
    fn collected(&self, form: &Linear) -> Option<Term> {
        let mut terms = Vec::new();
        for (name, &factor) in self.from.iter().zip(&form.coefficients) {
            let letter = Term::Letter(self.letter(name));
            let term = match factor.unsigned_abs() {
                0 => continue,
                1 => letter,
                times => Term::Product(Box::new(Term::Number(times)), Box::new(letter), Place::default()),
            };
            terms.push((factor < 0, term));
        }
        if form.constant != 0 || terms.is_empty() {
            terms.push((form.constant < 0, Term::Number(form.constant.unsigned_abs())));
        }
        // Numbers of a text are bounded, and sums of them may not be.
        let large =
            |term: &Term| matches!(term, Term::Number(n) if *n > crate::notation::rules::LARGEST_NUMBER);
        let any = terms.iter().any(|(_, term)| match term {
            Term::Product(factor, ..) => large(factor),
            term => large(term),
        });
        match &terms[..] {
            _ if any => None,
            [(false, term)] => Some(term.clone()),
            _ => Some(Term::Sum(terms)),
        }
    }

    /// A condition with the new letters: alternatives and conjunctions sorted, comparisons of two terms with `<`, `<=`, `=` or `!=`.
    fn condition(&self, condition: &Condition) -> Condition {
        let sorted = |parts: &[Condition]| {
            let mut parts: Vec<Condition> = parts.iter().map(|part| self.condition(part)).collect();
            parts.sort_by_key(Condition::to_string);
            parts.dedup();
            parts
        };
        match condition {
            Condition::And(parts) => single(sorted(parts), Condition::And),
            Condition::Or(parts) => single(sorted(parts), Condition::Or),
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(inner))),
            Condition::Compare(first, rest) => match &rest[..] {
                [(relation, second)] => {
                    let (first, second) = (self.term(first), self.term(second));
                    match relation {
                        Relation::AtLeast => Condition::Compare(second, vec![(Relation::AtMost, first)]),
                        Relation::More => Condition::Compare(second, vec![(Relation::Less, first)]),
                        relation => Condition::Compare(first, vec![(*relation, second)]),
                    }
                }
                _ => condition.mapped(&|term| self.term(term)),
            },
            Condition::In(..) => condition.mapped(&|term| self.term(term)),
        }
    }
}

/// Whether a term has no cases.
fn is_plain(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Letter(_) => true,
        Term::Sum(terms) => terms.iter().all(|(_, term)| is_plain(term)),
        Term::Product(left, right, _) => is_plain(left) && is_plain(right),
        Term::Mod(..) | Term::Abs(_) | Term::Min(_) | Term::Max(_) => false,
    }
}

/// The only one of these conditions, or all of them.
fn single(mut parts: Vec<Condition>, all: fn(Vec<Condition>) -> Condition) -> Condition {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            all(parts)
        }
    }
}
