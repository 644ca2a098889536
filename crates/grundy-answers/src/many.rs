//! Values and outcomes of many positions of one game.

use crate::ask::{Ask, Error, Progress};
use crate::keep::Certificates;
use crate::table::Question;
use crate::worth::Worth;
use grundy::strategy::{Rows, is_sum_of_piles, values_of_rows};
use grundy::{
    Deadline, Element, Engine, Game, InputError, Limits, Outcome, Position, RawPosition, Strategist,
    Template, Unanswered,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

/// Positions of one game, each a row of so many numbers.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The game.
    pub game: &'a Game,
    /// The numbers, row by row.
    pub numbers: &'a [u64],
    /// Numbers of a position, at least 1.
    pub columns: usize,
}

/// Positions between two looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 10;

/// A cell of a table costs about this much less than a question.
const CELLS_FOR_A_QUESTION: usize = 64;

/// Tables of fewer cells are always worth it.
const FEW_CELLS: usize = 1 << 12;

impl Positions<'_> {
    /// The value of each position.
    ///
    /// # Errors
    /// When a row is not a position, or one has no value that is known within the limits and fits 64 bits.
    pub fn values(&self, ask: Ask<'_>) -> Result<Vec<u64>, Error> {
        if self.game.is_misere() {
            let error = InputError::whole("positions of misère play have outcomes and no values");
            return Err(error.hint("ask for the outcomes").into());
        }
        let number = |row: &[u64], worth: Worth| {
            let value = worth.value.as_ref().and_then(|value| u64::try_from(value).ok());
            value.ok_or_else(|| self.open(row, worth.value.is_some()))
        };
        self.each(Some, number, |worth| worth.value.is_some(), ask)
    }

    /// The outcome of each position.
    ///
    /// # Errors
    /// As for [`Positions::values`].
    pub fn outcomes(&self, ask: Ask<'_>) -> Result<Vec<Outcome>, Error> {
        let of_value = |value| Some(if value == 0 { Outcome::Previous } else { Outcome::Next });
        self.each(of_value, |_, worth| Ok(worth.outcome), |_| true, ask)
    }

    fn open(&self, row: &[u64], is_wide: bool) -> Error {
        let what = if is_wide { "does not fit 64 bits" } else { "is not known: only who wins is" };
        let message = format!("the value of {} {what}", self.written(row));
        let unanswered = Unanswered { message, stopped_by: None, between: None, period_of_row: None };
        Error::Library(Box::new(unanswered).into())
    }

    fn written(&self, row: &[u64]) -> String {
        let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
        format!("{} {}", self.game.name(), numbers.join(","))
    }

    fn position(&self, row: &[u64]) -> Result<Position, Error> {
        let read = self.game.position(&RawPosition::row(row));
        Ok(read.map_err(|error| self.refused(row, &error))?)
    }

    /// The same error without its place, which was in no text.
    fn refused(&self, row: &[u64], error: &InputError) -> InputError {
        let refused = InputError::whole(format!("{}: {}", self.written(row), error.message));
        match &error.hint {
            Some(hint) => refused.hint(hint),
            None => refused,
        }
    }

    /// Answers each row, in the quickest way: the nim-sum where that is a theorem, tables where many rows lie in a slice, or one by one.
    fn each<T: Copy>(
        &self,
        of_value: impl Fn(u64) -> Option<T>,
        of_worth: impl Fn(&[u64], Worth) -> Result<T, Error>,
        is_enough: fn(&Worth) -> bool,
        ask: Ask<'_>,
    ) -> Result<Vec<T>, Error> {
        let rows: Vec<&[u64]> = self.numbers.chunks_exact(self.columns.max(1)).collect();
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        self.position(first)?;
        if is_sum_of_piles(self.game.as_ref()) {
            let nim_sum = |row: &&[u64]| row.iter().fold(0, |sum, pile| sum ^ pile);
            if let Some(known) = rows.iter().map(nim_sum).map(of_value).collect() {
                return Ok(known);
            }
            return Err(Error::Library(grundy::Error::Fault("a value has no answer".to_owned())));
        }
        let until = Deadline::after(ask.limits.time);
        let mut found = self.tabled(&of_value, ask, until)?;
        let mut slices: BTreeMap<&[u64], Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate().filter(|&(at, _)| found[at].is_none()) {
            slices.entry(row.get(2..).unwrap_or_default()).or_default().push(at);
        }
        // With blocking there are no tables, and a question for each row would begin anew.
        let mut definition =
            self.game.blocking().map(|_| Strategist::within(self.game, ask.limits).by_definition());
        let mut done = rows.len() - slices.values().map(Vec::len).sum::<usize>();
        for (rest, mut members) in slices {
            if let Some(table) = self.table(rest, &rows, &members, ask, until)? {
                for &at in &members {
                    let value = table.cell(rows[at]);
                    found[at] = value.and_then(&of_value);
                    if value.is_none() {
                        // Says why it is not a position.
                        self.position(rows[at])?;
                    }
                }
            }
            members.retain(|&at| found[at].is_none());
            let mut known: HashMap<&[u64], Option<T>> = members.iter().map(|&at| (rows[at], None)).collect();
            // The largest first: what is kept for it serves the others.
            let mut distinct: Vec<&[u64]> = known.keys().copied().collect();
            distinct.sort_unstable_by_key(|&row| (Reverse(row.iter().max()), row));
            for row in distinct {
                let answer = match self.by_definition(row, &mut definition).and_then(&of_value) {
                    Some(answer) => answer,
                    None => of_worth(row, self.worth(row, is_enough, ask, until)?)?,
                };
                known.insert(row, Some(answer));
                done += 1;
                if done.is_multiple_of(BETWEEN_LOOKS) {
                    look(done, rows.len(), ask, until)?;
                }
            }
            for at in members {
                found[at] = known.get(rows[at]).copied().flatten();
            }
        }
        let missing = || Error::Library(grundy::Error::Fault("a position has no answer".to_owned()));
        found.into_iter().collect::<Option<Vec<T>>>().ok_or_else(missing)
    }

    /// The rows that one table, or the values of heaps, answer. The tables of two numbers are those of slices.
    fn tabled<T: Copy>(
        &self,
        of_value: impl Fn(u64) -> Option<T>,
        ask: Ask<'_>,
        until: Deadline,
    ) -> Result<Vec<Option<T>>, Error> {
        let rows = Rows { numbers: self.numbers, columns: self.columns };
        let count = rows.iter().len();
        if self.columns == 2 && self.game.heaps().is_none() {
            return Ok(vec![None; count]);
        }
        let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let most = count.saturating_mul(CELLS_FOR_A_QUESTION).max(FEW_CELLS);
        let limits = Limits { time: until.left(), ..ask.limits };
        let found =
            match values_of_rows(self.game, rows, wide(most), limits, &Certificates(Ask { limits, ..ask })) {
                Ok(found) => found,
                Err(error @ grundy::Error::Cancelled) => return Err(error.into()),
                // What one table cannot tell, single questions may.
                Err(_) => None,
            };
        let found = found.unwrap_or_else(|| vec![None; count]);
        Ok(found.into_iter().map(|value| value.and_then(&of_value)).collect())
    }

    /// The value of a row by the definition, if that is small and the game has such an engine.
    fn by_definition(&self, row: &[u64], engine: &mut Option<Strategist>) -> Option<u64> {
        /// Positions up to a corner that are all looked at.
        const FEW: u64 = 1 << 16;
        let engine = engine.as_mut()?;
        let below = row.iter().try_fold(1_u64, |below, number| below.checked_mul(number.checked_add(1)?))?;
        let position = self.position(row).ok().filter(|_| below <= FEW)?;
        engine.value(&position).ok().map(|value| value.0)
    }

    /// The answer of a row.
    fn worth(
        &self,
        row: &[u64],
        is_enough: fn(&Worth) -> bool,
        ask: Ask<'_>,
        until: Deadline,
    ) -> Result<Worth, Error> {
        let position = self.position(row)?;
        match Worth::at_once(self.game, &position, ask).filter(is_enough) {
            Some(worth) => Ok(worth),
            None => Worth::until(self.game, &position, ask, until),
        }
    }

    /// The table of a slice, if it costs less than its positions one by one.
    fn table(
        &self,
        rest: &[u64],
        rows: &[&[u64]],
        members: &[usize],
        ask: Ask<'_>,
        until: Deadline,
    ) -> Result<Option<Slice>, Error> {
        if self.columns < 2 || self.game.is_misere() {
            return Ok(None);
        }
        let max = members.iter().flat_map(|&at| &rows[at][..2]).copied().max().unwrap_or(0);
        let most = members.len().saturating_mul(CELLS_FOR_A_QUESTION).max(FEW_CELLS);
        let cells = usize::try_from(max).ok().and_then(|max| max.checked_add(1)?.checked_pow(2));
        if cells.is_none_or(|cells| cells > most) {
            return Ok(None);
        }
        let letters = ["a".to_owned(), "b".to_owned()];
        let slots: Vec<String> = letters.into_iter().chain(rest.iter().map(u64::to_string)).collect();
        let Ok(template) = Template::slice(self.game, &slots.join(",")) else { return Ok(None) };
        let question = Question { slice: &template, max, engine: Engine::Best };
        let limits = Limits { time: until.left(), ..ask.limits };
        let ask = Ask { limits, ..ask };
        // The definition would look at every cell of the table, and needs only those below the positions.
        if question.plan(true, ask).map_or(true, |plan| plan.by() == "definition") {
            return Ok(None);
        }
        let watch = |progress: &Progress| {
            if until.is_over() { ControlFlow::Break(()) } else { (ask.watch)(progress) }
        };
        match question.whole(None, Element::U16, Ask { watch: &watch, ..ask }) {
            Ok(made) => Ok(Some(Slice(made.table))),
            Err(grundy::Error::Cancelled) => {
                Err(until.check().map_or_else(Into::into, |()| grundy::Error::Cancelled.into()))
            }
            Err(_) => Ok(None),
        }
    }
}

/// The table of the first two numbers.
struct Slice(grundy::Table);

impl Slice {
    fn cell(&self, row: &[u64]) -> Option<u64> {
        let place = |number: u64| usize::try_from(number).ok();
        self.0.get(place(row[0])?, place(row[1])?).map(|value| value.0)
    }
}

fn look(done: usize, total: usize, ask: Ask<'_>, until: Deadline) -> Result<(), Error> {
    let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    until.check()?;
    match (ask.watch)(&Progress::of("positions", wide(done), wide(total))) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(grundy::Error::Cancelled.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keep::Shelf;
    use grundy::Budget;

    fn asked<T>(question: impl FnOnce(Ask<'_>) -> T) -> T {
        question(Ask::alone(&Shelf::none()))
    }

    /// Every game and a box of positions: the values by the definition.
    fn agree(game: &str, columns: usize, size: u64) {
        let game = grundy::game(game).unwrap();
        let mut numbers: Vec<u64> = Vec::new();
        let mut slow = grundy::Reference::new(Game::clone(&game), Budget::default());
        let mut expected = Vec::new();
        for cell in 0..size.pow(u32::try_from(columns).unwrap()) {
            let mut rest = cell;
            let row: Vec<u64> = (0..columns)
                .map(|_| {
                    let digit = rest % size;
                    rest /= size;
                    digit
                })
                .collect();
            let Ok(position) = game.position(&RawPosition::row(&row)) else { continue };
            expected.push(slow.value(&position).unwrap().0);
            numbers.extend(row);
        }
        let positions = Positions { game: &game, numbers: &numbers, columns };
        assert_eq!(asked(|ask| positions.values(ask)).unwrap(), expected, "{}", game.name());
        let outcome = |value: &u64| if *value == 0 { Outcome::Previous } else { Outcome::Next };
        let outcomes: Vec<Outcome> = expected.iter().map(outcome).collect();
        assert_eq!(asked(|ask| positions.outcomes(ask)).unwrap(), outcomes, "{}", game.name());
    }

    #[test]
    fn many_positions_have_the_values_of_the_definition() {
        agree("nim", 3, 5);
        agree("wythoff", 2, 12);
        agree("star-nim", 2, 12);
        agree("star-nim", 3, 5);
        agree("sharing-nim", 3, 6);
        agree("wythoff@block=2", 2, 8);
        agree("{x: x-i where i in {1,3,4}}", 1, 40);
        agree("{x,y: x-i,y; x,y-i; x-i,y-2i}", 2, 10);
        agree("larsson:a=1,p=2", 2, 7);
        agree("wythoff-3-any", 3, 6);
        agree("star-nim", 4, 4);
        agree("kayles", 1, 40);
        agree("kayles", 2, 12);
        agree("kayles", 3, 6);
        agree("grundy-game", 2, 12);
        agree("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i; x-1,y-1,z-1}", 3, 6);
        agree("{x,y,z unordered: x-i,y+i,z where x-i >= y+i}", 3, 6);
    }

    /// Beyond the table of a few cells, and heaps beyond those that are computed.
    #[test]
    fn large_numbers_in_some_rows() {
        let kayles = grundy::game("kayles").unwrap();
        let numbers = [9, 1 << 50, (1 << 50) + 12, 7];
        let positions = Positions { game: &kayles, numbers: &numbers, columns: 2 };
        let single = |row: &[u64]| {
            let position = kayles.position(&RawPosition::row(row)).unwrap();
            u64::try_from(asked(|ask| Worth::ask(&kayles, &position, ask)).unwrap().value.unwrap()).unwrap()
        };
        let expected: Vec<u64> = numbers.chunks(2).map(single).collect();
        assert_eq!(asked(|ask| positions.values(ask)).unwrap(), expected);
        let star = grundy::game("star-nim").unwrap();
        let positions = Positions { game: &star, numbers: &[1, 1, 1, 1 << 40, 1 << 40, 0], columns: 3 };
        assert!(asked(|ask| positions.outcomes(ask)).is_ok());
    }

    #[test]
    fn a_few_large_positions_need_no_table() {
        let game = grundy::game("wythoff").unwrap();
        let numbers = [3, 5, 40_000, 64_721, 1 << 40, 1 << 41];
        let positions = Positions { game: &game, numbers: &numbers, columns: 2 };
        let outcomes = asked(|ask| positions.outcomes(ask)).unwrap();
        assert_eq!(outcomes, [Outcome::Previous, Outcome::Next, Outcome::Next]);
        let error = asked(|ask| positions.values(ask)).unwrap_err();
        assert!(error.to_string().contains("the value of wythoff 1099511627776,2199023255552"), "{error}");
    }

    #[test]
    fn what_is_no_position_is_named() {
        let game = grundy::game("star-nim").unwrap();
        let positions = Positions { game: &game, numbers: &[1, 2, 0, 0], columns: 2 };
        let error = asked(|ask| positions.values(ask)).unwrap_err();
        assert!(error.to_string().starts_with("star-nim 0,0: "), "{error}");
        let empty = Positions { numbers: &[], ..positions };
        assert!(asked(|ask| empty.values(ask)).unwrap().is_empty());
    }
}
