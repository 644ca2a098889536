//! Periods found: looked up if they are kept, searched for if not.

use super::{Data, Known, Of, Shown};
use crate::ask::{Ask, Error, Progress};
use crate::keep::{Checkpoints, keep, question};
use crate::table::{Line, line};
use grundy::period::{Period, RowProgress, RowSearch, RowStep, detect, row_shape};
use grundy::star_nim::{ValueSearch, prove_diagonal};
use grundy::{Engine, Game, InputError, Plan, Symmetric, Template};
use grundy_store::{Store, StoreError};
use std::ops::RangeInclusive;

/// What should repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Rows: G(a,b) by b.
    Rows(RangeInclusive<u64>),
    /// Differences y-x along the positions of values.
    Values(RangeInclusive<u64>),
    /// A diagonal: G(a,a+d) by a.
    Diagonal(u64),
}

/// A question about periods.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: Game,
    /// What should repeat.
    pub of: Lines,
    /// Look no further than this column, or this row for a value; what is not proved by then is open.
    pub columns: Option<u64>,
    /// The same as an upper limit of the door; stored answers are returned all the same.
    pub most: Option<u64>,
    /// A period that somebody claims, to be judged; of a single row.
    pub claim: Option<u64>,
}

impl Question {
    /// How far to look.
    fn limit(&self) -> Option<u64> {
        self.columns.map_or(self.most, |columns| Some(self.most.map_or(columns, |most| most.min(columns))))
    }

    /// What is known of each, in order: stored answers if all of them are stored; otherwise searches and stores.
    ///
    /// # Errors
    /// When the question is wrong, the store cannot be used, or the work is cancelled.
    pub fn ask(&self, ask: Ask<'_>) -> Result<Vec<Known>, Error> {
        match &self.of {
            Lines::Rows(rows) => self.or_from_store(rows.clone(), Of::Row, ask, Self::rows),
            Lines::Values(values) => self.or_from_store(values.clone(), Of::Value, ask, Self::values),
            Lines::Diagonal(d) => Ok(vec![self.diagonal(*d, ask)?]),
        }
    }

    fn or_from_store(
        &self,
        numbers: RangeInclusive<u64>,
        of: fn(u64) -> Of,
        ask: Ask<'_>,
        find: fn(&Self, Symmetric, RangeInclusive<u64>, Option<&Store>, Ask<'_>) -> Result<Vec<Known>, Error>,
    ) -> Result<Vec<Known>, Error> {
        let shape = row_shape(&self.game)?;
        let store = ask.shelf.open(ask.note)?;
        let question = |of: Of| {
            let (what, number) = of.what();
            question(&shape.name(), what, number)
        };
        // A claim is judged anew, and to look no further than a column is another question.
        let wanted = store.as_ref().filter(|_| self.claim.is_none() && self.columns.is_none());
        if let Some(store) = wanted {
            let known = |number| {
                let answer = store.result(&question(of(number)))?;
                Ok(answer.and_then(|answer| Known::kept(&shape.name(), of(number), answer)))
            };
            let known = numbers.clone().map(known).collect::<Result<Option<Vec<_>>, StoreError>>()?;
            if let Some(known) = known {
                (ask.note)(&format!("known already: from {}", store.path().display()));
                return Ok(known);
            }
        }
        let found = find(self, shape, numbers, store.as_ref(), ask)?;
        for one in &found {
            if let (Some(store), None) = (&store, one.claim) {
                keep(store, &question(one.of), &one.verdict.to_string(), one, one.certificate.as_deref())?;
            }
        }
        Ok(found)
    }

    /// The rows up to the last one; a run that was stopped or killed goes on where it was.
    fn rows(
        &self,
        shape: Symmetric,
        rows: RangeInclusive<u64>,
        store: Option<&Store>,
        ask: Ask<'_>,
    ) -> Result<Vec<Known>, Error> {
        /// Columns between two progress callbacks: some milliseconds.
        const CHUNK: u64 = 1 << 20;
        let limit = self.limit().map_or_else(String::new, |columns| format!(" columns {columns}"));
        let question = format!("period {} rows to {}{limit}", shape.name(), rows.end());
        let mut checkpoints = Checkpoints::new(ask.shelf, store, question);
        let mut search = match checkpoints.resume(ask.note, |state| RowSearch::from_bytes(state).ok())? {
            Some(search) => search,
            None => RowSearch::new(shape, *rows.end(), self.limit())?,
        };
        while matches!(search.run(CHUNK)?, RowStep::More | RowStep::Row) {
            let RowProgress { row, column, filled } = search.progress();
            let place = format!("row {row}, column {column}");
            if (ask.watch)(&Progress::at("columns", filled, place.clone())).is_break() {
                return Err(checkpoints.stop(&place, || search.to_bytes())?);
            }
            checkpoints.see(&place, || search.to_bytes())?;
        }
        checkpoints.end()?;
        let mut known = Vec::new();
        for row in rows {
            let Some(proof) = usize::try_from(row).ok().and_then(|row| search.proofs().get(row)) else {
                known.push(Known::open(&shape.name(), Of::Row(row), self.limit()));
                continue;
            };
            let mut one = Known::row(proof);
            if let Some(claim) = self.claim {
                one.judge(claim, proof.first_failure(claim)?);
            }
            known.push(one);
        }
        Ok(known)
    }

    fn values(
        &self,
        shape: Symmetric,
        values: RangeInclusive<u64>,
        _: Option<&Store>,
        ask: Ask<'_>,
    ) -> Result<Vec<Known>, Error> {
        if shape != Symmetric::STAR_NIM {
            let message = format!("the g-sequences of {} are not known to have periods", self.game.name());
            let hint = "those of star-nim have: Farr & Ho, Theorem 4";
            return Err(InputError::whole(message).hint(hint).into());
        }
        let total = values.end().saturating_add(1);
        let mut search = ValueSearch::new(*values.end(), self.limit())?;
        search.finish(&mut |next| (ask.watch)(&Progress::of("values", next, total)))?;
        let open = |value| Known::open(&shape.name(), Of::Value(value), self.limit());
        let known =
            values.map(|value| search.proof(value).map_or_else(|| open(value), |proof| Known::value(&proof)));
        Ok(known.collect())
    }

    /// A diagonal: a proof, or what a table shows.
    fn diagonal(&self, d: u64, ask: Ask<'_>) -> Result<Known, Error> {
        /// Far enough for the periods of the first diagonals of Star Nim, and done in a moment.
        const COLUMNS: u64 = 4000;
        /// A table, not a line, has to be filled up to there: some seconds.
        const MOST_COLUMNS: u64 = 20_000;
        let no_slice = || {
            InputError::whole(format!("{} has no diagonals", self.game.name())).hint("try a two-pile game")
        };
        let slice = Template::of_game(&self.game).ok_or_else(no_slice)?;
        let shape = slice.geometry().and_then(|geometry| geometry.symmetric());
        if shape == Some(Symmetric::STAR_NIM)
            && let Some(proof) = prove_diagonal(d, self.limit())?
        {
            return Ok(Known::diagonal(&proof));
        }
        let max = self.columns.map_or(COLUMNS, |columns| columns.min(MOST_COLUMNS)).max(d);
        let plan = Plan::new(&slice, max, Engine::Best)?;
        if plan.bytes(ask.how) > ask.limits.memory {
            let message = format!("diagonal {d} lies too far out for the memory that may be used");
            return Err(InputError::whole(message).hint("ask for a smaller one").into());
        }
        let values = line(&plan, max, Line::Diagonal(d), ask)?;
        // Places before the first position count as terms of their own.
        let before = values.iter().take_while(|value| value.is_none()).count();
        let values: Vec<u64> = values.into_iter().flatten().collect();
        let candidate = detect(&values).map(|candidate| {
            let Period { preperiod, length, saltus } = candidate.period;
            let before = u64::try_from(before).unwrap_or(u64::MAX);
            Shown { preperiod: preperiod.saturating_add(before), period: length, saltus }
        });
        let open = Known::open(&self.game.name(), Of::Diagonal(d), Some(max));
        Ok(Known { data: Some(Data { candidate }), ..open })
    }
}
