//! Games whose rules are a text.

mod ends;
mod heap;
mod linear;
mod lower;
mod moves;
mod normal;
mod progressions;
mod recognise;
mod relation;

pub use self::ends::Measure;
use self::heap::HeapCases;
use self::linear::{Linear, Union};
use self::lower::Scope;
use self::moves::{Case, MOST_TRIES, Run, permutations};
use self::recognise::Recognised;
use super::{HeapGame, piles, piles_of, sample_row};
use crate::error::Limit;
use crate::geometry::{Conditions, Geometry};
use crate::heaps::HeapRules;
use crate::notation::rules::{Condition, Letter, MoveText, Place, Positions, RuleText, Term};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{
    Board, Draw, Identity, NormalForm, Plane, Position, Progressions, Row, Ruleset, Shape, Stop, Visitor,
    draw_listed, visits,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

/// Upper limit on the letters of a move.
const MOST_LETTERS: usize = 4;

/// Upper limit on the steps of the proofs by which a game is recognised, and of those that it ends.
const MOST_STEPS: u64 = 5_000_000;

/// Upper limit on the pairs of cases that are combined when conditions are split, about 400 ns each.
const MOST_PAIRS: usize = 500_000;

/// A game whose rules are a text in the notation of [`crate::notation::rules`]. A position has one to four numbers.
///
/// ```
/// use grundy::notation::rules::parse_inline;
/// use grundy::rules::Written;
/// use grundy::{Nimber, RawPosition, Reference, Ruleset};
/// use std::sync::Arc;
///
/// let game = Written::new(parse_inline("{x,y: x-i,y; x,y-i; x-i,y-i}")?, &[])?;
/// let position = game.position(&RawPosition::row(&[4, 8]))?;
/// let mut definition = Reference::new(Arc::new(game), Default::default());
/// assert_eq!(definition.value(&position), Ok(Nimber(1)));
/// # Ok::<(), grundy::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Written {
    text: RuleText,
    /// The numbers of the parameters, in the order of the text.
    parameters: Vec<(String, u64)>,
    /// How many numbers a position has.
    numbers: usize,
    unordered: bool,
    /// Which tuples are positions.
    positions: Union,
    cases: Vec<Case>,
    recognised: Recognised,
    /// The game of heaps, if a position is any number of heaps.
    heaps: Option<HeapGame>,
    /// What the array engine needs, once it was asked for.
    progressions: OnceLock<Option<Arc<Progressions>>>,
    /// The normal form, once it was asked for.
    normal: OnceLock<String>,
}

impl Written {
    /// The game with these rules and these numbers for its parameters.
    ///
    /// # Errors
    /// When a parameter is missing, unknown or out of bounds, a term is not linear, or the position does not bound a letter.
    pub fn new(text: RuleText, parameters: &[(&str, u64)]) -> Result<Self, InputError> {
        let mut game = Self::bare(text, parameters)?;
        if game.heaps.is_none() {
            game.recognised = relation::limited(MOST_STEPS, || recognise::recognise(&game));
        }
        Ok(game)
    }

    /// The same without recognising anything.
    fn bare(text: RuleText, parameters: &[(&str, u64)]) -> Result<Self, InputError> {
        let parameters = parameters_of(&text, parameters)?;
        let (letters, unordered, condition) = match &text.positions {
            Positions::Tuple { letters, unordered, condition } => (letters, unordered, condition),
            Positions::Heap(heap) => return Self::of_heaps(text.clone(), parameters, heap),
        };
        let names: Vec<String> = letters.iter().map(|letter| letter.name.clone()).collect();
        let place = letters.first().map_or(Place::default(), |letter| letter.place);
        let pairs = Cell::new(MOST_PAIRS);
        let scope = Scope { letters: &names, parameters: &parameters, place, pairs: &pairs };
        let positions = match condition {
            None => Union::always(),
            Some(condition) => scope.condition(condition, false)?,
        };
        let mut cases = Vec::new();
        for rule in &text.moves {
            cases.extend(cases_of(rule, &names, &parameters, &positions, &pairs)?);
        }
        let (numbers, unordered) = (letters.len(), *unordered);
        let recognised = Recognised::default();
        Ok(Self {
            text,
            parameters,
            numbers,
            unordered,
            positions,
            cases,
            recognised,
            heaps: None,
            progressions: OnceLock::new(),
            normal: OnceLock::new(),
        })
    }

    /// The game of a text with `heap`.
    fn of_heaps(text: RuleText, parameters: Vec<(String, u64)>, heap: &Letter) -> Result<Self, InputError> {
        let moves = HeapCases::new(&text, heap, &parameters, &Cell::new(MOST_PAIRS))?;
        let mut game = Self {
            text,
            parameters,
            numbers: 1,
            unordered: false,
            positions: Union::always(),
            cases: Vec::new(),
            recognised: Recognised::default(),
            heaps: None,
            progressions: OnceLock::new(),
            normal: OnceLock::new(),
        };
        let name = game.name();
        game.heaps = Some(match moves.code() {
            Some(code) => HeapGame::of_code(name, code.clone()),
            None => HeapGame::of_rules(name, moves, game.sorted().inline()),
        });
        Ok(game)
    }

    /// The game of heaps, if a position is any number of heaps.
    pub fn heap_game(&self) -> Option<&HeapGame> {
        self.heaps.as_ref()
    }

    /// The rules as written.
    pub fn text(&self) -> &RuleText {
        &self.text
    }

    /// The numbers of the parameters, in the order of the text.
    pub fn parameters(&self) -> &[(String, u64)] {
        &self.parameters
    }

    /// A measure that every move lowers, so that the game ends. `None` if none is found; the game may end all the same.
    pub fn measure(&self) -> Option<Measure> {
        relation::limited(MOST_STEPS, || Measure::find(self))
    }

    /// The letters of a position.
    fn letters(&self) -> Vec<String> {
        match &self.text.positions {
            Positions::Tuple { letters, .. } => letters.iter().map(|letter| letter.name.clone()).collect(),
            Positions::Heap(letter) => vec![letter.name.clone()],
        }
    }

    /// The moves, as clauses in the numbers of the position and the option. If the order of the numbers does not matter, a move may
    /// start from every order of a position, not only from those that meet its condition.
    fn relation(&self) -> Option<Union> {
        if self.unordered {
            return relation::relation(&self.cases, &Union::always());
        }
        relation::relation(&self.cases, &self.positions)
    }

    /// The moves that the rules would have if all tuples were positions. `None` also if these are not bounded.
    fn free_relation(&self) -> Option<Union> {
        let (names, pairs) = (self.letters(), Cell::new(MOST_PAIRS));
        let mut cases = Vec::new();
        for rule in &self.text.moves {
            cases.extend(cases_of(rule, &names, &self.parameters, &Union::always(), &pairs).ok()?);
        }
        relation::relation(&cases, &Union::always())
    }

    /// Whether the numbers are a position: if their order does not matter, whether they are one in some order.
    fn is_position(&self, numbers: &[u64]) -> bool {
        if !self.unordered {
            return self.positions.holds(numbers);
        }
        let fits = |order: &Row| if self.positions.holds(order) { Err(()) } else { Ok(()) };
        permutations(&mut Row::from_slice(numbers), 0, &mut { fits }).is_err()
    }

    /// Passes the runs of options to `visit`. They may overlap, and numbers are not sorted.
    fn runs(&self, numbers: &[u64], visit: &mut impl FnMut(Run) -> Result<(), Stop>) -> Result<(), Stop> {
        self.runs_within(numbers, &mut { u64::MAX }, visit)
    }

    /// The same with a limit on the numbers that are tried for letters, of which what is left comes back.
    fn runs_within(
        &self,
        numbers: &[u64],
        left: &mut u64,
        visit: &mut impl FnMut(Run) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if !self.unordered {
            return self.cases.iter().try_for_each(|case| case.runs_within(numbers, left, visit));
        }
        let mut orders = FxHashSet::default();
        permutations(&mut Row::from_slice(numbers), 0, &mut |order| {
            if orders.insert(order.clone()) {
                self.cases.iter().try_for_each(|case| case.runs_within(order, left, visit))
            } else {
                Ok(())
            }
        })
    }

    /// Whether a position has few runs: no move has more than one letter.
    fn has_few_runs(&self) -> bool {
        !self.unordered && self.cases.iter().all(|case| case.letters() <= 1)
    }

    /// The option with these numbers.
    fn option(&self, numbers: &[i128]) -> Result<Position, Stop> {
        let row: Option<Row> = numbers.iter().map(|&number| u64::try_from(number).ok()).collect();
        let mut row = row.ok_or(Stop::Limit(Limit::Uncountable))?;
        if self.unordered {
            row.sort_unstable();
        }
        Ok(Position(Shape::Piles(row)))
    }
}

impl Ruleset for Written {
    fn name(&self) -> String {
        let Some(name) = &self.text.name else { return self.text.inline() };
        let parameters: Vec<String> =
            self.parameters.iter().map(|(letter, number)| format!("{letter}={number}")).collect();
        if parameters.is_empty() { name.clone() } else { format!("{name}:{}", parameters.join(",")) }
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        if let Some(heaps) = &self.heaps {
            return heaps.position(raw);
        }
        let mut position = piles(raw, Some(self.numbers))?;
        let Shape::Piles(row) = &mut position.0 else {
            // Holes of rays are pairs of numbers within 64 bits.
            let has_rays = matches!(self.recognised.geometry, Some(Geometry::Rays(_)));
            return if (self.positions == Union::always() || has_rays) && !self.unordered {
                Ok(position)
            } else {
                Err(InputError::at(raw.span(), "numbers beyond 64 bits are not supported in this game"))
            };
        };
        if !self.is_position(row) {
            return Err(InputError::at(raw.span(), format!("{position} is not a position of this game"))
                .hint(format!("positions are {}", self.text.positions)));
        }
        if self.unordered {
            row.sort_unstable();
        }
        Ok(position)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        if let Some(heaps) = &self.heaps {
            return heaps.visit_options(position, visit);
        }
        let numbers = piles_of(position)?;
        if self.has_few_runs() {
            let mut earlier: SmallVec<[Run; 4]> = SmallVec::new();
            return self.runs(numbers, &mut |run| {
                for index in 0..run.count {
                    let option = run.option(index);
                    if earlier.iter().all(|earlier| earlier.index(&option).is_none()) {
                        visit(&self.option(&option)?)?;
                    }
                }
                earlier.push(run);
                Ok(())
            });
        }
        let (mut seen, mut repeats) = (FxHashSet::default(), 0);
        self.runs(numbers, &mut |run| {
            (0..run.count).try_for_each(|index| {
                let option = self.option(&run.option(index))?;
                if option == *position || seen.contains(&option) {
                    repeats += 1;
                    let limit = Stop::Limit(Limit::Options(MOST_TRIES));
                    return if repeats > MOST_TRIES { Err(limit) } else { Ok(()) };
                }
                repeats = 0;
                visit(&option)?;
                seen.insert(option);
                Ok(())
            })
        })
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        /// Upper limit on attempts to draw a tuple that is a position.
        const TRIES: usize = 1000;
        if let Some(heaps) = &self.heaps {
            return heaps.sample(size, draw);
        }
        let count = u64::try_from(self.numbers).unwrap_or(1);
        let mut row = sample_row(count, size, draw);
        for _ in 0..TRIES {
            if self.is_position(&row) {
                break;
            }
            row = sample_row(count, size + 1, draw);
        }
        if self.unordered {
            row.sort_unstable();
        }
        Position(Shape::Piles(row))
    }

    fn plane(&self) -> Option<Plane> {
        match self.numbers {
            _ if self.heaps.is_some() => self.heaps.as_ref()?.plane(),
            2 => Some(Plane { at: "a,b", triangle: self.unordered }),
            3 => Some(Plane { at: "0,a,b", triangle: self.unordered }),
            _ => None,
        }
    }

    fn geometry(&self, _: &[usize]) -> Option<Geometry> {
        self.recognised.geometry.clone()
    }

    fn conditions(&self, _: &[usize]) -> Option<Conditions> {
        (!self.unordered && self.heaps.is_none()).then(|| self.positions.conditions(self.numbers))
    }

    fn heaps(&self) -> Option<Arc<dyn HeapRules>> {
        self.heaps.as_ref()?.heaps()
    }

    fn board(&self) -> Board {
        let piles = if self.unordered { Board::Unordered } else { Board::Piles };
        self.heaps.as_ref().map_or(piles, HeapGame::board)
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        match &self.heaps {
            Some(heaps) => heaps.is_option(from, to),
            None => visits(&|visit| self.visit_options(from, visit), to),
        }
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        match &self.heaps {
            Some(heaps) => heaps.draw_option(from, draw),
            None => draw_listed(|visit| self.visit_options(from, visit), draw),
        }
    }

    fn remark(&self) -> Option<String> {
        if self.positions.0.iter().all(relation::is_empty) {
            return Some("the condition contradicts itself: this game has no positions".to_owned());
        }
        let names = self.letters();
        let is_idle = |rule: &MoveText| {
            let cases = cases_of(rule, &names, &self.parameters, &self.positions, &Cell::new(MOST_PAIRS));
            cases.is_ok_and(|cases| cases.iter().all(|case| relation::is_empty(&case.clause)))
        };
        let idle = (1..).zip(&self.text.moves).find(|(_, rule)| is_idle(rule));
        idle.map(|(number, _)| format!("move {number} is never possible: its condition contradicts itself"))
    }

    fn progressions(&self) -> Option<Arc<Progressions>> {
        let found = || progressions::progressions(self).map(Arc::new);
        self.progressions.get_or_init(found).clone()
    }

    /// The game of the catalogue that is proved to have the same rules.
    fn identity(&self) -> Option<Identity> {
        self.recognised.identity
    }

    fn normal_form(&self) -> Option<NormalForm> {
        match &self.heaps {
            Some(heaps) => heaps.normal_form(),
            None => Some(NormalForm::new(self.normal.get_or_init(|| self.normal()).clone())),
        }
    }
}

/// The numbers of all parameters of a text, in its order.
fn parameters_of(text: &RuleText, given: &[(&str, u64)]) -> Result<Vec<(String, u64)>, InputError> {
    let listed = text.parameters.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if let Some((unknown, _)) =
        given.iter().find(|(key, _)| text.parameters.iter().all(|parameter| parameter.letter.name != *key))
    {
        let hint = if listed.is_empty() { "it has none".to_owned() } else { format!("it has {listed}") };
        return Err(InputError::whole(format!("this game has no parameter `{unknown}`")).hint(hint));
    }
    let number =
        |parameter: &crate::notation::rules::Parameter| {
            let name = &parameter.letter.name;
            let Some(&(_, number)) = given.iter().find(|(key, _)| key == name) else {
                return Err(InputError::whole(format!("parameter `{name}` is missing"))
                    .hint(format!("it has {listed}")));
            };
            if number < parameter.least || parameter.most.is_some_and(|most| number > most) {
                return Err(InputError::whole(format!("{name} = {number} is out of range"))
                    .hint(parameter.to_string()));
            }
            Ok((name.clone(), number))
        };
    text.parameters.iter().map(number).collect()
}

/// The clauses of a move.
fn cases_of(
    rule: &MoveText,
    names: &[String],
    parameters: &[(String, u64)],
    positions: &Union,
    pairs: &Cell<usize>,
) -> Result<Vec<Case>, InputError> {
    let known = |letter: &Letter| {
        names.contains(&letter.name) || parameters.iter().any(|(name, _)| *name == letter.name)
    };
    let mut letters: Vec<Letter> = Vec::new();
    visit_letters(rule, &mut |letter| {
        if !known(letter) && letters.iter().all(|other| other.name != letter.name) {
            letters.push(letter.clone());
        }
    });
    if let Some(extra) = letters.get(MOST_LETTERS) {
        let message = format!("a move has at most {MOST_LETTERS} letters of its own");
        return Err(InputError::at(extra.place.0, message));
    }
    let all: Vec<String> =
        names.iter().cloned().chain(letters.iter().map(|letter| letter.name.clone())).collect();
    let scope = Scope { letters: &all, parameters, place: rule.place, pairs };
    let option: Vec<Linear> =
        rule.terms.iter().map(|term| scope.linear(term, rule.place.0)).collect::<Result<_, _>>()?;
    let many = |linear::TooMany| linear::TooMany::at(rule.place.0);
    let mut allowed = match &rule.condition {
        None => Union::always(),
        Some(condition) => scope.condition(condition, false)?,
    };
    for number in &option {
        scope.spend(allowed.0.len())?;
        allowed = allowed.and(&Union::at_least_0(number.clone())).map_err(many)?;
    }
    let reached = positions.0.iter().map(|clause| clause.with(&option).map(linear::Clause::simplified));
    let reached = reached
        .collect::<Result<Vec<_>, _>>()
        .map_err(|linear::TooLarge| linear::TooLarge::at(rule.place.0))?;
    scope.spend(allowed.0.len().saturating_mul(positions.0.len()))?;
    allowed = allowed.and(&Union(reached.into_iter().flatten().collect())).map_err(many)?.reduced();
    allowed.0.into_iter().map(|clause| Case::new(names.len(), option.clone(), clause, &letters)).collect()
}

/// Visits the letters of a move in the order of the text.
fn visit_letters(rule: &MoveText, visit: &mut impl FnMut(&Letter)) {
    for term in &rule.terms {
        letters_of_term(term, visit);
    }
    if let Some(condition) = &rule.condition {
        letters_of_condition(condition, visit);
    }
}

fn letters_of_term(term: &Term, visit: &mut impl FnMut(&Letter)) {
    match term {
        Term::Number(_) => {}
        Term::Letter(letter) => visit(letter),
        Term::Sum(terms) => terms.iter().for_each(|(_, term)| letters_of_term(term, visit)),
        Term::Product(left, right, _) | Term::Mod(left, right, _) => {
            letters_of_term(left, visit);
            letters_of_term(right, visit);
        }
        Term::Abs(term) => letters_of_term(term, visit),
        Term::Min(terms) | Term::Max(terms) => terms.iter().for_each(|term| letters_of_term(term, visit)),
    }
}

fn letters_of_condition(condition: &Condition, visit: &mut impl FnMut(&Letter)) {
    match condition {
        Condition::Compare(first, rest) => {
            letters_of_term(first, visit);
            for (_, term) in rest {
                letters_of_term(term, visit);
            }
        }
        Condition::In(term, items) => {
            letters_of_term(term, visit);
            for item in items {
                letters_of_term(&item.first, visit);
                if let Some(last) = &item.last {
                    letters_of_term(last, visit);
                }
            }
        }
        Condition::And(parts) | Condition::Or(parts) => {
            for part in parts {
                letters_of_condition(part, visit);
            }
        }
        Condition::Not(inner) => letters_of_condition(inner, visit),
    }
}

#[cfg(test)]
mod tests;
