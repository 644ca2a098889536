//! Rule texts with other letters, or with numbers in place of letters.

use super::{Condition, Item, Letter, MoveText, Place, Positions, RuleText, Term};

impl RuleText {
    /// The rules with these numbers in place of the parameters. They have no name, parameters or description.
    ///
    /// ```
    /// use grundy::notation::rules::parse_rules;
    /// let rules = parse_rules("game gdwn(p >= 1)\nposition x, y\nmove x - p*i, y - i")?;
    /// assert_eq!(rules.with_numbers(&[("p".to_owned(), 2)]).inline(), "{x, y: x - 2i, y - i}");
    /// # Ok::<(), grundy::InputError>(())
    /// ```
    #[must_use]
    pub fn with_numbers(&self, numbers: &[(String, u64)]) -> Self {
        let replace = |letter: &Letter| {
            let number = numbers.iter().find(|(name, _)| *name == letter.name);
            number.map_or_else(|| Term::Letter(letter.clone()), |(_, number)| Term::Number(*number))
        };
        let positions = match &self.positions {
            Positions::Tuple { letters, unordered, condition } => Positions::Tuple {
                letters: letters.clone(),
                unordered: *unordered,
                condition: condition.as_ref().map(|condition| condition.replaced(&replace)),
            },
            Positions::Heap(letter) => Positions::Heap(letter.clone()),
        };
        let moves = self.moves.iter().map(|rule| MoveText {
            terms: rule.terms.iter().map(|term| term.replaced(&replace)).collect(),
            condition: rule.condition.as_ref().map(|condition| condition.replaced(&replace)),
            place: rule.place,
        });
        Self {
            name: None,
            name_place: Place::default(),
            parameters: Vec::new(),
            description: None,
            positions,
            moves: moves.collect(),
        }
    }
}

impl Term {
    /// The term with each letter replaced.
    pub(crate) fn replaced(&self, replace: &dyn Fn(&Letter) -> Self) -> Self {
        let all = |terms: &[Self]| terms.iter().map(|term| term.replaced(replace)).collect();
        let one = |term: &Self| Box::new(term.replaced(replace));
        match self {
            Self::Number(number) => Self::Number(*number),
            Self::Letter(letter) => replace(letter),
            Self::Sum(terms) => {
                Self::Sum(terms.iter().map(|(minus, term)| (*minus, term.replaced(replace))).collect())
            }
            Self::Product(left, right, place) => match (one(left), one(right)) {
                (one, term) | (term, one) if *one == Self::Number(1) => *term,
                (left, right) => Self::Product(left, right, *place),
            },
            Self::Mod(left, right, place) => Self::Mod(one(left), one(right), *place),
            Self::Abs(term) => Self::Abs(one(term)),
            Self::Min(terms) => Self::Min(all(terms)),
            Self::Max(terms) => Self::Max(all(terms)),
        }
    }
}

impl Condition {
    /// The condition with each letter replaced.
    pub(crate) fn replaced(&self, replace: &dyn Fn(&Letter) -> Term) -> Self {
        self.mapped(&|term| term.replaced(replace))
    }

    /// The condition with each of its terms replaced.
    pub(crate) fn mapped(&self, map: &dyn Fn(&Term) -> Term) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.mapped(map)).collect();
        match self {
            Self::Compare(first, rest) => Self::Compare(
                map(first),
                rest.iter().map(|(relation, term)| (*relation, map(term))).collect(),
            ),
            Self::In(term, items) => {
                let item = |item: &Item| Item { first: map(&item.first), last: item.last.as_ref().map(map) };
                Self::In(map(term), items.iter().map(item).collect())
            }
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
            Self::Not(inner) => Self::Not(Box::new(inner.mapped(map))),
        }
    }
}
