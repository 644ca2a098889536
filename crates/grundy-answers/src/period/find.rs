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
    Period, RowGame, RowProgress, RowProof, RowSearch, RowStep, TallLimits, detect, heap_certificate,
    prove_row,
};
use grundy::star_nim::{prove_diagonal, prove_value};
use grundy::{Engine, Game, InputError, Plan, Symmetric, Template};
use grundy_store::{Store, StoreError};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
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

/// Receives an answer when it is found.
type Found<'f> = dyn FnMut(&PeriodAnswer) -> Result<(), Error> + 'f;

/// Searches for the periods of some rows or values.
type Search = fn(
    &Question,
    &RowGame,
    RangeInclusive<u64>,
    Option<&Store>,
    Ask<'_>,
    &mut Found<'_>,
) -> Result<Vec<PeriodAnswer>, Error>;

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
        self.ask_each(ask, &mut |_| ())
    }

    /// The same. Each answer goes to `found` when it is found, so that a run that is cancelled has told what it has found.
    ///
    /// # Errors
    /// As for [`Question::ask`].
    pub fn ask_each(
        &self,
        ask: Ask<'_>,
        found: &mut dyn FnMut(&PeriodAnswer),
    ) -> Result<Vec<PeriodAnswer>, Error> {
        let one = match &self.of {
            Subjects::Rows(rows) => {
                return self.stored_or_search(rows.clone(), Subject::Row, ask, Self::rows, found);
            }
            Subjects::Values(values) => {
                return self.stored_or_search(values.clone(), Subject::Value, ask, Self::values, found);
            }
            Subjects::Several(row) => match row[..] {
                [row] => return self.stored_or_search(row..=row, Subject::Row, ask, Self::rows, found),
                _ => self.several(row, ask)?,
            },
            Subjects::Diagonal(d) => self.diagonal(*d, ask)?,
            Subjects::Heaps => self.heaps(ask)?,
        };
        found(&one);
        Ok(vec![one])
    }

    fn stored_or_search(
        &self,
        numbers: RangeInclusive<u64>,
        of: fn(u64) -> Subject,
        ask: Ask<'_>,
        search: Search,
        found: &mut dyn FnMut(&PeriodAnswer),
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
                known.iter().for_each(found);
                return Ok(known);
            }
        }
        search(self, &game, numbers, store.as_ref(), ask, &mut |one| {
            if let (Some(store), None) = (&store, one.claim) {
                keep(store, &question(&one.of), &one.verdict.to_string(), one, one.certificate.as_deref())?;
            }
            found(one);
            Ok(())
        })
    }

    /// Searches the rows, several of them at the same time if there are threads. Resumes an interrupted run.
    fn rows(
        &self,
        game: &RowGame,
        rows: RangeInclusive<u64>,
        store: Option<&Store>,
        ask: Ask<'_>,
        found: &mut Found<'_>,
    ) -> Result<Vec<PeriodAnswer>, Error> {
        let limit = self.limit().map_or_else(String::new, |columns| format!(" columns {columns}"));
        let question = format!("period {} rows {} to {}{limit}", game.name(), rows.start(), rows.end());
        let mut checkpoints = Checkpoints::new(ask.shelf, store, question);
        let mut search = match checkpoints.resume(ask.note, |state| RowSearch::from_bytes(state).ok())? {
            Some(search) => search,
            None => RowSearch::between(game.clone(), rows.clone(), self.limit())?,
        };
        let mut known = BTreeMap::new();
        let mut tell = |proof: &RowProof| {
            if !rows.contains(&proof.row) {
                return Ok(());
            }
            let mut one = PeriodAnswer::row(&self.name(game), proof);
            if let Some(claim) = self.claim {
                let place = format!("row {}", proof.row);
                let watch = &mut |filled| (ask.watch)(&Progress::at("columns", filled, place.clone()));
                one.judge(claim, proof.first_failure(claim, watch)?);
            }
            found(&one)?;
            known.insert(proof.row, one);
            Ok(())
        };
        search.proofs().iter().try_for_each(&mut tell)?;
        // Where a search ends at a limit depends on the rows that were proved before, so there one row follows the other. So it does if there is one row, and
        // then the search can be resumed at any column.
        let together = ask.how.threads > 1 && rows.start() < rows.end() && self.limit().is_none();
        if together {
            search_together(&mut search, &mut checkpoints, ask, &mut tell)?;
        } else {
            search_in_order(&mut search, &mut checkpoints, ask, &mut tell)?;
        }
        checkpoints.end()?;
        for row in rows.clone().filter(|&row| search.proof(row).is_none()) {
            let open = PeriodAnswer::open(&self.name(game), Subject::Row(row), self.limit());
            found(&open)?;
            known.insert(row, open);
        }
        Ok(known.into_values().collect())
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
        found: &mut Found<'_>,
    ) -> Result<Vec<PeriodAnswer>, Error> {
        if game.shape() != Some(Symmetric::STAR_NIM) {
            let message = format!("the g-sequences of {} are not known to have periods", self.game.name());
            let hint = "those of star-nim have: Farr & Ho, Theorem 4";
            return Err(InputError::whole(message).hint(hint).into());
        }
        let (first, total) = (*values.start(), values.end() - values.start() + 1);
        let mut known = Vec::new();
        for value in values {
            let progress = Progress::of("values", value - first, total);
            let one = match prove_value(value, self.limit(), &mut || (ask.watch)(&progress))? {
                Some(proof) => PeriodAnswer::value(&proof),
                None => PeriodAnswer::open(&game.name(), Subject::Value(value), self.limit()),
            };
            found(&one)?;
            known.push(one);
        }
        Ok(known)
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
            let progress = Progress::of("diagonals", 0, 1);
            match prove_diagonal(d, self.limit(), &mut || (ask.watch)(&progress))? {
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

/// Searches rows one after the other.
fn search_in_order(
    search: &mut RowSearch,
    checkpoints: &mut Checkpoints<'_>,
    ask: Ask<'_>,
    tell: &mut dyn FnMut(&RowProof) -> Result<(), Error>,
) -> Result<(), Error> {
    /// Columns between progress callbacks: some hundredths of a second at the most.
    const CHUNK: u64 = 1 << 17;
    let mut told = search.proofs().len();
    loop {
        let step = search.run(CHUNK)?;
        search.proofs()[told..].iter().try_for_each(&mut *tell)?;
        told = search.proofs().len();
        if matches!(step, RowStep::Done | RowStep::Open) {
            return Ok(());
        }
        let RowProgress { row, column, filled } = search.progress();
        let place = format!("row {row}, column {column}");
        if (ask.watch)(&Progress::at("columns", filled, place.clone())).is_break() {
            return Err(checkpoints.stop(&place, || search.to_bytes())?);
        }
        checkpoints.see(&place, || search.to_bytes())?;
    }
}

/// Searches several rows at the same time. A checkpoint has the rows before the first one that is not proved.
fn search_together(
    search: &mut RowSearch,
    checkpoints: &mut Checkpoints<'_>,
    ask: Ask<'_>,
    tell: &mut dyn FnMut(&RowProof) -> Result<(), Error>,
) -> Result<(), Error> {
    let place = |search: &RowSearch| {
        format!("row {}", search.proofs().last().map_or(0, |proof| proof.row.saturating_add(1)))
    };
    // Errors of the store, or of the caller.
    let failed = RefCell::new(None);
    let mut watch = |search: &RowSearch| {
        let progress = Progress::at("columns", search.progress().filled, place(search));
        if failed.borrow().is_some() || (ask.watch)(&progress).is_break() {
            return ControlFlow::Break(());
        }
        match checkpoints.see(&progress.place, || search.to_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed.replace(Some(error));
                ControlFlow::Break(())
            }
        }
    };
    let finished = search.finish_together(ask.how.threads, &mut watch, &mut |proof| {
        if let Err(error) = tell(proof) {
            failed.borrow_mut().get_or_insert(error);
        }
    });
    match (failed.into_inner(), finished) {
        (Some(error), _) => Err(error),
        (None, Err(grundy::Error::Cancelled)) => {
            let place = place(search);
            Err(checkpoints.stop(&place, || search.to_bytes())?)
        }
        (None, finished) => Ok(finished.map(drop)?),
    }
}
