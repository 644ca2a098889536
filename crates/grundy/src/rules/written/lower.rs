//! Terms and conditions of the notation as linear forms and clauses. Parameters have numbers here; `|..|`, `min`, `max` and `mod`
//! are split into cases.

use super::linear::{Clause, Linear, MOST_CLAUSES, Residue, TooLarge, TooMany, Union};
use crate::notation::rules::{Condition, Item, Letter, Place, Relation, Term};
use crate::notation::{InputError, Span};
use std::cell::Cell;

/// Upper limit on the divisor of `mod`: each remainder is a case.
const LARGEST_MODULUS: i64 = 1_000;

/// The letters of a position or a move, and the numbers of the parameters.
pub(super) struct Scope<'s> {
    pub letters: &'s [String],
    pub parameters: &'s [(String, u64)],
    /// The place of the condition, for errors without a better one.
    pub place: Place,
    /// The pairs of cases that may still be combined.
    pub pairs: &'s Cell<usize>,
}

/// A term under a condition.
type Cases = Vec<(Clause, Linear)>;

impl Scope<'_> {
    fn size(&self) -> usize {
        self.letters.len()
    }

    fn large(&self) -> impl Fn(TooLarge) -> InputError {
        let span = self.place.0;
        move |TooLarge| TooLarge::at(span)
    }

    /// Counts pairs of cases that are combined.
    pub fn spend(&self, pairs: usize) -> Result<(), InputError> {
        let left = self.pairs.get().checked_sub(pairs).ok_or(TooMany).map_err(self.many())?;
        self.pairs.set(left);
        Ok(())
    }

    fn many(&self) -> impl Fn(TooMany) -> InputError {
        let span = self.place.0;
        move |TooMany| TooMany::at(span)
    }

    fn letter(&self, letter: &Letter) -> Result<Linear, InputError> {
        if let Some(index) = self.letters.iter().position(|name| *name == letter.name) {
            return Ok(Linear::letter(self.size(), index));
        }
        if let Some((_, number)) = self.parameters.iter().find(|(name, _)| *name == letter.name) {
            let number = i64::try_from(*number).map_err(|_| TooLarge::at(letter.place.0))?;
            return Linear::constant(self.size(), 0)
                .offset(number)
                .map_err(|TooLarge| TooLarge::at(letter.place.0));
        }
        Err(InputError::at(letter.place.0, format!("unknown letter `{}`", letter.name))
            .hint(format!("the letters here are {}", self.letters.join(", "))))
    }

    /// A term without cases: the numbers of an option are of this kind.
    pub fn linear(&self, term: &Term, span: Span) -> Result<Linear, InputError> {
        let mut cases = self.cases(term)?;
        match (cases.pop(), cases.is_empty()) {
            (Some((when, form)), true) if when == Clause::default() => Ok(form),
            _ => Err(InputError::at(span, "the numbers of an option are linear in the letters")
                .hint("put |..|, min, max and mod into the condition: x - i where i = |x - y|")),
        }
    }

    fn cases(&self, term: &Term) -> Result<Cases, InputError> {
        let always = |form| vec![(Clause::default(), form)];
        match term {
            Term::Number(number) => {
                let number = i64::try_from(*number).map_err(|_| TooLarge::at(self.place.0))?;
                Ok(always(Linear::constant(self.size(), number)))
            }
            Term::Letter(letter) => Ok(always(self.letter(letter)?)),
            Term::Sum(terms) => {
                let start = always(Linear::constant(self.size(), 0));
                terms.iter().try_fold(start, |sum, (minus, term)| {
                    let sign = if *minus { -1 } else { 1 };
                    self.pairs(&sum, &self.cases(term)?, |left, right| left.plus(right, sign))
                })
            }
            Term::Product(left, right, place) => self.product(left, right, *place),
            Term::Mod(left, right, place) => self.remainder(left, right, *place),
            Term::Abs(term) => {
                let inside = self.cases(term)?;
                let zero = always(Linear::constant(self.size(), 0));
                let minus = self.pairs(&zero, &inside, |zero, form| zero.plus(form, -1))?;
                self.largest(&[inside, minus], 1)
            }
            Term::Min(terms) => self.largest(&self.all_cases(terms)?, -1),
            Term::Max(terms) => self.largest(&self.all_cases(terms)?, 1),
        }
    }

    fn all_cases(&self, terms: &[Term]) -> Result<Vec<Cases>, InputError> {
        terms.iter().map(|term| self.cases(term)).collect()
    }

    /// Every case of one side with every case of the other.
    fn pairs(
        &self,
        left: &Cases,
        right: &Cases,
        join: impl Fn(&Linear, &Linear) -> Result<Linear, TooLarge>,
    ) -> Result<Cases, InputError> {
        self.spend(left.len().saturating_mul(right.len()))?;
        let mut all = Vec::new();
        for (when, form) in left {
            for (also, other) in right {
                if let Some(both) = when.and(also) {
                    all.push((both, join(form, other).map_err(self.large())?));
                    // Some of these may be equal, and are counted once below.
                    if all.len() > 4 * MOST_CLAUSES {
                        return Err(self.many()(TooMany));
                    }
                }
            }
        }
        self.counted(all)
    }

    fn counted(&self, all: Cases) -> Result<Cases, InputError> {
        // The limit of unions applies to the cases of terms too.
        Union(Vec::new())
            .or(Union(all.iter().map(|(when, _)| when.clone()).collect()))
            .map_err(self.many())?;
        Ok(all)
    }

    /// The largest of some terms for sign 1, the smallest for sign -1.
    fn largest(&self, terms: &[Cases], sign: i64) -> Result<Cases, InputError> {
        let mut best: Cases = terms[0].clone();
        for term in &terms[1..] {
            self.spend(best.len().saturating_mul(term.len()))?;
            let mut all = Vec::new();
            for (when, form) in &best {
                for (also, other) in term {
                    let Some(both) = when.and(also) else { continue };
                    let ahead = form.plus(other, -1).and_then(|d| d.times(sign)).map_err(self.large())?;
                    let behind = ahead.times(-1).and_then(|d| d.offset(-1)).map_err(self.large())?;
                    for (condition, chosen) in [(ahead, form), (behind, other)] {
                        let condition = Clause { at_least_0: vec![condition], residues: Vec::new() };
                        all.extend(both.and(&condition).map(|when| (when, chosen.clone())));
                    }
                }
            }
            best = self.counted(all)?;
        }
        Ok(best)
    }

    fn product(&self, left: &Term, right: &Term, place: Place) -> Result<Cases, InputError> {
        let (left, right) = (self.cases(left)?, self.cases(right)?);
        let number = |cases: &Cases| match &cases[..] {
            [(when, form)] if *when == Clause::default() => form.as_constant(),
            _ => None,
        };
        let (factor, cases) = match (number(&left), number(&right)) {
            (Some(factor), _) => (factor, right),
            (None, Some(factor)) => (factor, left),
            (None, None) => {
                return Err(InputError::at(place.0, "this is not linear: two letters are multiplied")
                    .hint("one side of a product must be a number or a parameter"));
            }
        };
        let scaled = cases.into_iter().map(|(when, form)| Ok((when, form.times(factor)?)));
        scaled.collect::<Result<_, TooLarge>>().map_err(|TooLarge| TooLarge::at(place.0))
    }

    fn remainder(&self, left: &Term, right: &Term, place: Place) -> Result<Cases, InputError> {
        let modulus = match &self.cases(right)?[..] {
            [(when, form)] if *when == Clause::default() => form.as_constant(),
            _ => None,
        };
        let Some(modulus) = modulus.filter(|m| (1..=LARGEST_MODULUS).contains(m)) else {
            let message = format!("the divisor of `mod` is a number from 1 to {LARGEST_MODULUS}");
            return Err(InputError::at(place.0, message));
        };
        let mut all = Vec::new();
        for (when, form) in self.cases(left)? {
            self.spend(usize::try_from(modulus).unwrap_or(usize::MAX))?;
            for rest in 0..modulus {
                let residue = Residue { form: form.clone(), modulus, rest };
                let condition = Clause { at_least_0: Vec::new(), residues: vec![residue] };
                let value = Linear::constant(self.size(), rest);
                all.extend(when.and(&condition).map(|when| (when, value)));
            }
        }
        self.counted(all)
    }

    /// A condition, or its opposite.
    pub fn condition(&self, condition: &Condition, opposite: bool) -> Result<Union, InputError> {
        match condition {
            Condition::Not(inner) => self.condition(inner, !opposite),
            Condition::And(parts) | Condition::Or(parts) => {
                let every = matches!(condition, Condition::And(_)) != opposite;
                let parts = parts.iter().map(|part| self.condition(part, opposite));
                self.joined(every, parts)
            }
            Condition::Compare(first, rest) => {
                let lefts = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
                let parts = lefts.zip(rest).map(|(left, (relation, right))| {
                    self.compare(left, if opposite { relation.opposite() } else { *relation }, right)
                });
                self.joined(!opposite, parts)
            }
            Condition::In(term, items) => {
                let parts = items.iter().map(|item| self.within(term, item, opposite));
                self.joined(opposite, parts)
            }
        }
    }

    /// All of the conditions, or one of them at least.
    fn joined(
        &self,
        every: bool,
        parts: impl Iterator<Item = Result<Union, InputError>>,
    ) -> Result<Union, InputError> {
        let mut whole = if every { Union::always() } else { Union::never() };
        for part in parts {
            let part = part?;
            self.spend(whole.0.len().saturating_mul(if every { part.0.len() } else { 1 }))?;
            whole = if every { whole.and(&part).map(Union::reduced) } else { whole.or(part) }
                .map_err(self.many())?;
        }
        Ok(whole)
    }

    /// Whether a term is an element of a set or in a range.
    fn within(&self, term: &Term, item: &Item, opposite: bool) -> Result<Union, InputError> {
        let relation = |relation: Relation| if opposite { relation.opposite() } else { relation };
        match &item.last {
            None => self.compare(term, relation(Relation::Equal), &item.first),
            Some(last) => {
                let low = self.compare(term, relation(Relation::AtLeast), &item.first);
                let high = self.compare(term, relation(Relation::AtMost), last);
                self.joined(!opposite, [low, high].into_iter())
            }
        }
    }

    fn compare(&self, left: &Term, relation: Relation, right: &Term) -> Result<Union, InputError> {
        let difference =
            self.pairs(&self.cases(left)?, &self.cases(right)?, |left, right| left.plus(right, -1))?;
        let mut whole = Union::never();
        for (when, form) in difference {
            let when = Union(vec![when]);
            let at_least = |number: i64| Ok(Union::at_least_0(form.offset(-number)?));
            let at_most = |number: i64| Ok(Union::at_least_0(form.times(-1)?.offset(number)?));
            let parts: Result<(Union, Union), TooLarge> = (|| {
                Ok(match relation {
                    Relation::Less => (at_most(-1)?, Union::never()),
                    Relation::AtMost => (at_most(0)?, Union::never()),
                    Relation::AtLeast => (at_least(0)?, Union::never()),
                    Relation::More => (at_least(1)?, Union::never()),
                    Relation::NotEqual => (at_least(1)?, at_most(-1)?),
                    Relation::Equal => {
                        let both = at_least(0)?.and(&at_most(0)?);
                        (both.unwrap_or_else(|_| unreachable!("one clause at most")), Union::never())
                    }
                })
            })();
            let (one, other) = parts.map_err(self.large())?;
            let holds = one.or(other).and_then(|holds| when.and(&holds)).map_err(self.many())?;
            self.spend(whole.0.len() / 4)?;
            whole = whole.or(holds).map_err(self.many())?;
        }
        Ok(whole)
    }
}
