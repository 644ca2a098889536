//! Finds periods: returns stored proofs, or searches.

use super::{Candidate, Data, Heaps, PeriodAnswer, Subject};
use crate::ask::{Ask, Error, Progress};
use crate::heaps::Run;
use crate::keep::{Checkpoints, keep, question};
use crate::memory::{beyond, size};
use crate::recognise::has_heap_periods;
use crate::table::{Line, line};
use grundy::heaps::{Values, prove};
use grundy::period::{
    Period, RowGame, RowProgress, RowSearch, RowStep, TallLimits, detect, heap_certificate, prove_row,
};
use grundy::star_nim::{ValueSearch, prove_diagonal};
use grundy::{Engine, Game, InputError, Plan, Symmetric, Template};
use grundy_store::{Store, StoreError};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The sequences of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subjects {
    /// Rows: G(a,b) by b.
    Rows(RangeInclusive<u64>),
    /// A row with several fixed numbers: G(a1,..,ak,b) by b.
    Several(Vec<u64>),
    /// Differences y-x along the positions of each value.
    Values(RangeInclusive<u64>),
    /// A diagonal: G(a,a+d) by a.
    Diagonal(u64),
    /// The values of single heaps, in a take-and-break game.
    Heaps,
}

/// A question about periods.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: Game,
    /// The sequences.
    pub of: Subjects,
    /// Upper limit on columns to search; for a value, on rows.
    pub columns: Option<u64>,
    /// Like `columns`, but a limit of the caller: stored answers are returned even if they exceed it.
    pub most: Option<u64>,
    /// A claimed period of a single row, to check.
    pub claim: Option<u64>,
}

/// Searches for the periods of some rows or values.
type Search =
    fn(&Question, &RowGame, RangeInclusive<u64>, Option<&Store>, Ask<'_>) -> Result<Vec<PeriodAnswer>, Error>;

impl Question {
    /// The last column to search.
    fn limit(&self) -> Option<u64> {
        self.columns.map_or(self.most, |columns| Some(self.most.map_or(columns, |most| most.min(columns))))
    }

    /// The name of the game in answers: that of the catalogue if its rules are those of a game that certificates name.
    fn name(&self, game: &RowGame) -> String {
        game.shape().map_or_else(|| self.game.name(), Symmetric::name)
    }

    /// Returns stored answers if complete; otherwise searches and stores.
    ///
    /// # Errors
    /// When the question is wrong, the store cannot be used, or the work is cancelled.
    pub fn ask(&self, ask: Ask<'_>) -> Result<Vec<PeriodAnswer>, Error> {
        match &self.of {
            Subjects::Rows(rows) => self.stored_or_search(rows.clone(), Subject::Row, ask, Self::rows),
            Subjects::Values(values) => {
                self.stored_or_search(values.clone(), Subject::Value, ask, Self::values)
            }
            Subjects::Several(row) => match row[..] {
                [row] => self.stored_or_search(row..=row, Subject::Row, ask, Self::rows),
                _ => Ok(vec![self.several(row, ask)?]),
            },
            Subjects::Diagonal(d) => Ok(vec![self.diagonal(*d, ask)?]),
            Subjects::Heaps => Ok(vec![self.heaps(ask)?]),
        }
    }

    fn stored_or_search(
        &self,
        numbers: RangeInclusive<u64>,
        of: fn(u64) -> Subject,
        ask: Ask<'_>,
        search: Search,
    ) -> Result<Vec<PeriodAnswer>, Error> {
        let game = RowGame::of(&self.game)?;
        let store = ask.shelf.open(ask.note)?;
        let question = |of: &Subject| question(&game.name(), of.what(), &of.numbers());
        // Claims are always checked again. A limit on columns makes a different question.
        let wanted = store.as_ref().filter(|_| self.claim.is_none() && self.columns.is_none());
        if let Some(store) = wanted {
            let known = |number| {
                let answer = store.result(&question(&of(number)))?;
                Ok(answer.and_then(|answer| PeriodAnswer::kept(&self.name(&game), of(number), answer)))
            };
            let known = numbers.clone().map(known).collect::<Result<Option<Vec<_>>, StoreError>>()?;
            if let Some(known) = known {
                (ask.note)(&format!("using results stored in {}", store.path().display()));
                return Ok(known);
            }
        }
        let found = search(self, &game, numbers, store.as_ref(), ask)?;
        for one in &found {
            if let (Some(store), None) = (&store, one.claim) {
                keep(store, &question(&one.of), &one.verdict.to_string(), one, one.certificate.as_deref())?;
            }
        }
        Ok(found)
    }

    /// Searches the rows up to the last one. Resumes an interrupted run.
    fn rows(
        &self,
        game: &RowGame,
        rows: RangeInclusive<u64>,
        store: Option<&Store>,
        ask: Ask<'_>,
    ) -> Result<Vec<PeriodAnswer>, Error> {
        /// Columns between progress callbacks: some hundredths of a second at the most.
        const CHUNK: u64 = 1 << 17;
        let limit = self.limit().map_or_else(String::new, |columns| format!(" columns {columns}"));
        let question = format!("period {} rows to {}{limit}", game.name(), rows.end());
        let mut checkpoints = Checkpoints::new(ask.shelf, store, question);
        let mut search = match checkpoints.resume(ask.note, |state| RowSearch::from_bytes(state).ok())? {
            Some(search) => search,
            None => RowSearch::new(game.clone(), *rows.end(), self.limit())?,
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
                known.push(PeriodAnswer::open(&self.name(game), Subject::Row(row), self.limit()));
                continue;
            };
            let mut one = PeriodAnswer::row(&self.name(game), proof);
            if let Some(claim) = self.claim {
                let watch = &mut |filled| (ask.watch)(&Progress::at("columns", filled, format!("row {row}")));
                one.judge(claim, proof.first_failure(claim, watch)?);
            }
            known.push(one);
        }
        Ok(known)
    }

    /// Proves the period of a row with several fixed numbers.
    fn several(&self, row: &[u64], ask: Ask<'_>) -> Result<PeriodAnswer, Error> {
        if self.claim.is_some() {
            let error = InputError::whole("a claimed period is checked for rows with one fixed number only");
            return Err(error.hint("leave out the claim: the least period is told").into());
        }
        let columns = self.limit().map_or(u64::MAX, |columns| columns.saturating_add(1));
        let limits = TallLimits { columns, bytes: ask.limits.memory };
        let watch = &mut |column| (ask.watch)(&Progress::at("columns", column, format!("column {column}")));
        let proof = prove_row(&self.game, row, limits, watch)?;
        let open = || PeriodAnswer::open(&self.game.name(), Subject::Several(row.to_vec()), self.limit());
        Ok(proof.map_or_else(open, |proof| PeriodAnswer::several(&proof)))
    }

    fn values(
        &self,
        game: &RowGame,
        values: RangeInclusive<u64>,
        _: Option<&Store>,
        ask: Ask<'_>,
    ) -> Result<Vec<PeriodAnswer>, Error> {
        if game.shape() != Some(Symmetric::STAR_NIM) {
            let message = format!("the g-sequences of {} are not known to have periods", self.game.name());
            let hint = "those of star-nim have: Farr & Ho, Theorem 4";
            return Err(InputError::whole(message).hint(hint).into());
        }
        let total = values.end().saturating_add(1);
        let mut search = ValueSearch::new(*values.end(), self.limit())?;
        search.finish(&mut |next| (ask.watch)(&Progress::of("values", next, total)))?;
        let open = |value| PeriodAnswer::open(&game.name(), Subject::Value(value), self.limit());
        let known = values.map(|value| {
            search.proof(value).map_or_else(|| open(value), |proof| PeriodAnswer::value(&proof))
        });
        Ok(known.collect())
    }

    /// Proves the period of the values of heaps.
    fn heaps(&self, ask: Ask<'_>) -> Result<PeriodAnswer, Error> {
        /// Default number of heaps.
        const HEAPS: u64 = 1_000_000;
        let name = self.game.name();
        let Some(rules) = self.game.heaps() else {
            let message = format!("which sequence of {name} is to have a period?");
            let hint = "choose a row, a value or a diagonal; only a game of heaps has one sequence, the values of its heaps";
            return Err(InputError::whole(message).hint(hint).into());
        };
        if !has_heap_periods(&self.game) {
            let message = format!("no theorem proves periods of {name}");
            let hint = "periods are proved for games with a code in which any two heaps may be left";
            return Err(InputError::whole(message).hint(hint).into());
        }
        let fits = Values::new(Arc::clone(&rules)).fits(ask.limits.memory, true);
        let most = self.limit().unwrap_or(HEAPS).min(fits);
        let question = question(&name, "heaps", &format!("to {most}"));
        let mut run = Run::new(rules, question.clone(), ask)?;
        if let Some(store) = ask.shelf.open(ask.note)?
            && let Some(known) = store.result(&question)?
            && let Some(known) = PeriodAnswer::kept_heaps(&name, known)
        {
            (ask.note)(&format!("using results stored in {}", store.path().display()));
            return Ok(known);
        }
        let found = run.work(most, |values, watch| prove(values, most, watch))?.flatten();
        let Some(found) = found else {
            let searched = run.values.known().checked_sub(1);
            return Ok(PeriodAnswer::open(&name, Subject::Heaps(Heaps::default()), searched));
        };
        let certificate =
            heap_certificate(&run.values, &found).map(|certificate| certificate.text().to_owned());
        let one = PeriodAnswer::heaps(&name, &found, certificate);
        if let Some(store) = ask.shelf.open(ask.note)? {
            keep(&store, &question, &one.verdict.to_string(), &one, one.certificate.as_deref())?;
        }
        Ok(one)
    }

    /// Proves the period of a diagonal, or observes one in a table.
    fn diagonal(&self, d: u64, ask: Ask<'_>) -> Result<PeriodAnswer, Error> {
        /// Default number of columns: enough for the first diagonals of Star Nim, in less than a second.
        const COLUMNS: u64 = 4000;
        /// Upper limit on columns. The whole table has to be computed, in some seconds.
        const MOST_COLUMNS: u64 = 20_000;
        let no_slice = || {
            InputError::whole(format!("{} has no diagonals", self.game.name())).hint("try a two-pile game")
        };
        let slice = Template::of_game(&self.game).ok_or_else(no_slice)?;
        let shape = slice.geometry().and_then(|geometry| geometry.symmetric());
        let mut obstacle = None;
        if shape == Some(Symmetric::STAR_NIM) {
            match prove_diagonal(d, self.limit())? {
                Ok(proof) => return Ok(PeriodAnswer::diagonal(&proof)),
                Err(missing) => obstacle = Some(missing.to_string()),
            }
        }
        let max = self.columns.map_or(COLUMNS, |columns| columns.min(MOST_COLUMNS)).max(d);
        let plan = Plan::new(&slice, max, Engine::Best)?;
        let (needed, allowed) = (plan.bytes(ask.how), ask.limits.memory);
        if needed > allowed {
            let (about, limit) = (size(needed), size(allowed));
            let message = format!("a table with diagonal {d} needs about {about}; the limit is {limit}");
            return Err(beyond(message, needed, allowed).into());
        }
        let values = line(&plan, max, Line::Diagonal(d), ask)?;
        // The line may start with cells that are not positions.
        let before = values.iter().take_while(|value| value.is_none()).count();
        let values: Vec<u64> = values.into_iter().flatten().collect();
        let candidate = detect(&values).map(|candidate| {
            let Period { preperiod, length, saltus } = candidate.period;
            let before = u64::try_from(before).unwrap_or(u64::MAX);
            Candidate { preperiod: preperiod.saturating_add(before), period: length, saltus }
        });
        let open = PeriodAnswer::open(&self.game.name(), Subject::Diagonal(d), Some(max));
        Ok(PeriodAnswer { data: Some(Data { candidate }), obstacle, ..open })
    }
}
