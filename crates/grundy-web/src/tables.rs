//! A cache of tables, with least recently used ones evicted first.

use crate::refusal::{Refusal, too_large};
use crate::work::{Interest, Progress, Work};
use grundy::solve::rays::How;
use grundy::{Budget, Element, Engine, Limits, Plan, Table, Template};
use grundy_answers::Ask;
use grundy_answers::keep::Shelf;
use grundy_answers::table::Question;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::watch;

/// A computed table.
#[derive(Debug)]
pub struct Made {
    /// The values.
    pub table: Table,
    /// The engine.
    pub by: &'static str,
    /// Is the table known to be symmetric?
    pub symmetric: bool,
    /// The largest coordinate.
    pub max: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

type Outcome = Option<Result<Arc<Made>, Refusal>>;

/// A table that is being computed, shared by all requests for it.
#[derive(Clone, Debug)]
struct Making {
    wanted: Weak<Interest>,
    progress: watch::Receiver<Progress>,
    outcome: watch::Receiver<Outcome>,
}

#[derive(Debug, Default)]
struct Kept {
    /// Tables by the text of their template, the most recently used last.
    tables: Vec<(String, Arc<Made>)>,
    making: HashMap<(String, u64), Making>,
}

/// The cache.
#[derive(Debug)]
pub struct Tables {
    kept: Mutex<Kept>,
    /// Memory limit of the cache, and of each table that is being computed.
    bytes: u64,
    how: How,
    /// Time limit of one table.
    time: Duration,
}

/// A table, or a computation that runs as long as someone holds this.
pub enum Wanted {
    /// The table is in the cache.
    Ready(Arc<Made>),
    /// The table is being computed.
    Soon(Waiting),
}

/// A request that waits for a table.
pub struct Waiting {
    /// The progress.
    pub progress: watch::Receiver<Progress>,
    outcome: watch::Receiver<Outcome>,
    _interest: Arc<Interest>,
}

impl Waiting {
    /// Waits for the table.
    pub async fn made(mut self) -> Result<Arc<Made>, Refusal> {
        match self.outcome.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(outcome)) => outcome.clone(),
            _ => Err(crate::refusal::stopped()),
        }
    }
}

impl Tables {
    /// An empty cache.
    pub fn new(bytes: u64, how: How, time: Duration) -> Self {
        Self { kept: Mutex::default(), bytes, how, time }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A cached table to `max` or more.
    pub fn find(&self, game: &str, max: u64) -> Option<Arc<Made>> {
        let mut kept = self.kept();
        let place = kept.tables.iter().position(|(key, made)| key == game && made.max >= max)?;
        let entry = kept.tables.remove(place);
        let made = Arc::clone(&entry.1);
        kept.tables.push(entry);
        Some(made)
    }

    /// A table to `max` or more, from the cache or computed by `work`. It has ten times as long if its progress is streamed.
    pub fn want(
        self: &Arc<Self>,
        work: &Arc<Work>,
        template: Template,
        max: u64,
        streamed: bool,
    ) -> Result<Wanted, Refusal> {
        let time = if streamed { self.time.saturating_mul(10) } else { self.time };
        let game = template.text().to_owned();
        if let Some(made) = self.find(&game, max) {
            return Ok(Wanted::Ready(made));
        }
        // A wrong slice is a bad request; a table that is too large is not.
        Plan::new(&template, max, Engine::Best)?;
        let question = Question { slice: &template, max, engine: Engine::Best };
        question.plan(true, self.ask(&Shelf::none())).map_err(too_large)?;
        let mut kept = self.kept();
        let key = (game, max);
        let making = kept.making.get(&key).cloned();
        if let Some((making, interest)) =
            making.and_then(|making| Some((making.clone(), making.wanted.upgrade()?)))
        {
            let Making { progress, outcome, .. } = making;
            return Ok(Wanted::Soon(Waiting { progress, outcome, _interest: interest }));
        }
        let interest = Arc::new(Interest::default());
        let (tell, progress) = watch::channel(Progress::default());
        let (end, outcome) = watch::channel(None);
        let wanted = Arc::downgrade(&interest);
        kept.making.insert(
            key.clone(),
            Making { wanted: wanted.clone(), progress: progress.clone(), outcome: outcome.clone() },
        );
        drop(kept);
        let (tables, work) = (Arc::clone(self), Arc::clone(work));
        tokio::spawn(async move {
            let (shelf, inside) = (Shelf::none(), Arc::clone(&tables));
            let made = work.heavy(wanted.clone(), time, Arc::new(tell), move |job| {
                let watch = |progress: &grundy_answers::Progress| job.see(progress);
                let ask = inside.ask(&shelf);
                let ask = Ask { watch: &watch, limits: Limits { time, ..ask.limits }, ..ask };
                let question = Question { slice: &template, max, engine: Engine::Best };
                let grundy_answers::table::Made { table, by, symmetric } =
                    question.whole(None, Element::U8, ask)?;
                let bytes = table_bytes(&table);
                Ok(Arc::new(Made { table, by, symmetric, max, bytes }))
            });
            let made = made.await;
            tables.end(key, &wanted, made.as_ref().ok());
            end.send_replace(Some(made));
        });
        Ok(Wanted::Soon(Waiting { progress, outcome, _interest: interest }))
    }

    /// The largest of these sizes whose table fits into memory; 0 if none does.
    pub fn fits(&self, template: &Template, sizes: &[u64]) -> u64 {
        let shelf = Shelf::none();
        let fits = |max: u64| {
            let question = Question { slice: template, max, engine: Engine::Best };
            question.plan(true, self.ask(&shelf)).is_ok()
        };
        sizes.iter().copied().filter(|&max| fits(max)).max().unwrap_or(0)
    }

    /// What a table may use.
    fn ask<'s>(&self, shelf: &'s Shelf) -> Ask<'s> {
        let limits =
            Limits { budget: Budget::of_positions(self.bytes / 130), time: self.time, memory: self.bytes };
        Ask { limits, how: self.how, ..Ask::alone(shelf) }
    }

    /// Adds a table to the cache, and evicts others if needed.
    fn end(&self, key: (String, u64), wanted: &Weak<Interest>, made: Option<&Arc<Made>>) {
        let mut kept = self.kept();
        if kept.making.get(&key).is_some_and(|making| making.wanted.ptr_eq(wanted)) {
            kept.making.remove(&key);
        }
        let Some(made) = made else { return };
        // Smaller tables of the same game are redundant.
        kept.tables.retain(|(game, smaller)| *game != key.0 || smaller.max > made.max);
        kept.tables.push((key.0, Arc::clone(made)));
        let mut bytes: u64 = kept.tables.iter().map(|(_, made)| made.bytes).sum();
        while bytes > self.bytes && kept.tables.len() > 1 {
            bytes -= kept.tables.remove(0).1.bytes;
        }
    }
}

fn table_bytes(table: &Table) -> u64 {
    let side = u64::try_from(table.side()).unwrap_or(u64::MAX);
    side.saturating_mul(side).saturating_mul(table.element().bytes())
}
