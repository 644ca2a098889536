//! A cache of tables and of pooled parts of tables, with least recently used ones evicted first.
//!
//! A table whose cells do not fit into memory is pooled while it is computed: an overview of all of it, and squares around the tiles
//! that are looked at more closely.

use crate::refusal::{Refusal, too_large};
use crate::work::{Interest, Job, Progress, Work};
use grundy::solve::rays::How;
use grundy::table::{Pool, Pooled, Window};
use grundy::{Budget, Element, Engine, Limits, Plan, Table, Template};
use grundy_answers::Ask;
use grundy_answers::keep::Shelf;
use grundy_answers::table::Question;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A computed table, or a part of one.
#[derive(Debug)]
pub struct Made {
    /// The values.
    pub content: Content,
    /// The engine.
    pub by: &'static str,
    /// Is the table known to be symmetric?
    pub symmetric: bool,
    /// The largest coordinate.
    pub max: u64,
    /// Its size in bytes.
    bytes: u64,
    /// The time that it took.
    pub took: Duration,
}

/// The values of a table.
#[derive(Debug)]
pub enum Content {
    /// All cells.
    Whole(Table),
    /// A part of them, pooled.
    Pooled(Pooled),
}

/// What is made of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All cells.
    Whole,
    /// A part of them, pooled.
    Pooled(Window, Pool),
}

impl Shape {
    /// Whether a tile of a table to `max` can be cut from it: it is as fine, and has all of its cells.
    fn shows(&self, max: u64, tile: &Window, how: Pool) -> bool {
        let Self::Pooled(window, pool) = self else { return false };
        let has = |own: Range<u64>, wanted: Range<u64>| {
            own.start <= wanted.start && (own.end >= wanted.end || own.end > max)
        };
        *pool == how
            && window.zoom <= tile.zoom
            && has(window.rows(), tile.rows())
            && has(window.columns(), tile.columns())
    }
}

/// Which table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    game: String,
    max: u64,
    shape: Shape,
}

type Outcome = Option<Result<Arc<Made>, Refusal>>;

/// A table that is being computed, shared by all requests for it.
#[derive(Clone, Debug)]
struct Making {
    wanted: Weak<Interest>,
    progress: watch::Receiver<Progress>,
    outcome: watch::Receiver<Outcome>,
    so_far: Option<Arc<Mutex<Pooled>>>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The most recently used last.
    tables: Vec<(Key, Arc<Made>)>,
    making: Vec<(Key, Making)>,
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
    /// What is known of a pooled table by now.
    pub so_far: Option<Arc<Mutex<Pooled>>>,
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

    /// A cached table of which `fits` says that it will do.
    fn cached(&self, game: &str, fits: impl Fn(&Key) -> bool) -> Option<Arc<Made>> {
        let mut kept = self.kept();
        let place = kept.tables.iter().rposition(|(key, _)| key.game == game && fits(key))?;
        let entry = kept.tables.remove(place);
        let made = Arc::clone(&entry.1);
        kept.tables.push(entry);
        Some(made)
    }

    /// A cached table with all cells to `max` or more.
    pub fn find(&self, game: &str, max: u64) -> Option<Arc<Made>> {
        self.cached(game, |key| key.shape == Shape::Whole && key.max >= max)
    }

    /// A table to `max`: with all cells, or an overview if they do not fit into memory.
    pub fn want(
        self: &Arc<Self>,
        work: &Arc<Work>,
        template: Template,
        max: u64,
        pool: Pool,
        streamed: bool,
    ) -> Result<Wanted, Refusal> {
        if let Some(made) = self.find(template.text(), max) {
            return Ok(Wanted::Ready(made));
        }
        let shape = if self.whole_fits(&template, max)? { Shape::Whole } else { self.overview(max, pool) };
        let key = Key { game: template.text().to_owned(), max, shape };
        self.made(work, template, key, streamed)
    }

    /// A table from which a tile of a table to `max` can be cut.
    pub fn want_tile(
        self: &Arc<Self>,
        work: &Arc<Work>,
        template: Template,
        max: u64,
        (tile, pool): (Window, Pool),
    ) -> Result<Wanted, Refusal> {
        let game = template.text().to_owned();
        let last = tile.rows().end.max(tile.columns().end).saturating_sub(1).min(max);
        let shows = |key: &Key| key.max == max && key.shape.shows(max, &tile, pool);
        if let Some(made) = self.find(&game, last).or_else(|| self.cached(&game, shows)) {
            return Ok(Wanted::Ready(made));
        }
        let making = {
            let kept = self.kept();
            kept.making.iter().find(|(key, _)| key.game == game && shows(key)).map(|(key, _)| key.clone())
        };
        let shape = match making {
            Some(key) => key.shape,
            None if self.whole_fits(&template, max)? => Shape::Whole,
            None => {
                let overview = self.overview(max, pool);
                if overview.shows(max, &tile, pool) {
                    overview
                } else {
                    Shape::Pooled(self.around(max, tile), pool)
                }
            }
        };
        self.made(work, template, Key { game, max, shape }, false)
    }

    /// Whether all cells fit into memory. Refuses a wrong slice, which is a bad request.
    fn whole_fits(&self, template: &Template, max: u64) -> Result<bool, Refusal> {
        Plan::new(template, max, Engine::Best)?;
        let question = Question { slice: template, max, engine: Engine::Best };
        Ok(question.plan(true, self.ask(&Shelf::none())).is_ok())
    }

    /// A table from the cache or computed by `work`. It has ten times as long if its progress is streamed.
    fn made(
        self: &Arc<Self>,
        work: &Arc<Work>,
        template: Template,
        key: Key,
        streamed: bool,
    ) -> Result<Wanted, Refusal> {
        let time = if streamed { self.time.saturating_mul(10) } else { self.time };
        if let Some(made) = self.cached(&key.game, |kept| *kept == key) {
            return Ok(Wanted::Ready(made));
        }
        let question = Question { slice: &template, max: key.max, engine: Engine::Best };
        let so_far = match key.shape {
            Shape::Whole => None,
            Shape::Pooled(window, pool) => {
                question.plan_pooled(window, self.ask(&Shelf::none())).map_err(too_large)?;
                Some(Arc::new(Mutex::new(Pooled::new(window, pool))))
            }
        };
        let mut kept = self.kept();
        let making = kept.making.iter().find(|(making, _)| *making == key);
        if let Some((making, interest)) =
            making.and_then(|(_, making)| Some((making.clone(), making.wanted.upgrade()?)))
        {
            let Making { progress, outcome, so_far, .. } = making;
            return Ok(Wanted::Soon(Waiting { progress, so_far, outcome, _interest: interest }));
        }
        let interest = Arc::new(Interest::default());
        let (tell, progress) = watch::channel(Progress::default());
        let (end, outcome) = watch::channel(None);
        let wanted = Arc::downgrade(&interest);
        let (shared, progress, outcome) = (so_far.clone(), progress.clone(), outcome.clone());
        let making =
            Making { wanted: wanted.clone(), progress: progress.clone(), outcome: outcome.clone(), so_far };
        kept.making.retain(|(making, _)| *making != key);
        kept.making.push((key.clone(), making));
        drop(kept);
        let (tables, work, into) = (Arc::clone(self), Arc::clone(work), shared.clone());
        tokio::spawn(async move {
            let (inside, what) = (Arc::clone(&tables), key.clone());
            let made = work.heavy(wanted.clone(), time, Arc::new(tell), move |job| {
                inside.compute(&template, &what, into.as_deref(), time, job)
            });
            let made = made.await.map(Arc::new);
            tables.end(key, &wanted, made.as_ref().ok());
            end.send_replace(Some(made));
        });
        Ok(Wanted::Soon(Waiting { progress, so_far: shared, outcome, _interest: interest }))
    }

    fn compute(
        &self,
        template: &Template,
        key: &Key,
        into: Option<&Mutex<Pooled>>,
        time: Duration,
        job: &Arc<Job>,
    ) -> Result<Made, Refusal> {
        let (shelf, started) = (Shelf::none(), Instant::now());
        let watch = |progress: &grundy_answers::Progress| job.see(progress);
        let ask = self.ask(&shelf);
        let ask = Ask { watch: &watch, limits: Limits { time, ..ask.limits }, ..ask };
        let question = Question { slice: template, max: key.max, engine: Engine::Best };
        let (content, by, symmetric, bytes) =
            if let (Shape::Pooled(window, pool), Some(into)) = (key.shape, into) {
                let plan = question.pool(window, into, ask)?;
                let none = Pooled::new(Window { side: 0, ..window }, pool);
                let mut shared = into.lock().unwrap_or_else(PoisonError::into_inner);
                let pooled = std::mem::replace(&mut *shared, none);
                (Content::Pooled(pooled), plan.by(), plan.is_symmetric(), window.bytes())
            } else {
                let made = question.whole(None, Element::U8, ask)?;
                let bytes = table_bytes(&made.table);
                (Content::Whole(made.table), made.by, made.symmetric, bytes)
            };
        Ok(Made { content, by, symmetric, max: key.max, bytes, took: started.elapsed() })
    }

    /// The largest of these sizes that can be shown, with all cells or as an overview, within the memory limit and, by the time that another table
    /// took, within the time limit; 0 if none can.
    pub fn fits(&self, template: &Template, sizes: &[u64], made: &Made) -> u64 {
        let in_memory = |max: u64, plan: &Plan<'_>| match self.overview(max, Pool::Largest) {
            Shape::Pooled(window, _) => {
                let pooled = plan.bytes(self.how).saturating_add(window.bytes());
                plan.bytes_kept(self.how).min(pooled) <= self.bytes
            }
            Shape::Whole => false,
        };
        let fits = |max: u64| {
            made.expected(max) <= self.time
                && Plan::new(template, max, Engine::Best).is_ok_and(|plan| in_memory(max, &plan))
        };
        sizes.iter().copied().filter(|&max| fits(max)).max().unwrap_or(0)
    }

    /// Squares along a side of what is pooled, at most: as many as a quarter of the memory holds.
    fn side(&self) -> u64 {
        const BYTES_A_SQUARE: u64 = 4;
        (self.bytes / 4 / BYTES_A_SQUARE).isqrt().clamp(256, 4096)
    }

    /// The overview of a table.
    fn overview(&self, max: u64, pool: Pool) -> Shape {
        let zoom = (0..32).find(|&zoom| max >> zoom < self.side()).unwrap_or(32);
        Shape::Pooled(Window::whole(max, zoom), pool)
    }

    /// Up to eight by eight tiles, with this one near the middle, and not more than an overview has: where that fits into memory, so do these.
    fn around(&self, max: u64, tile: Window) -> Window {
        let most = match self.overview(max, Pool::Largest) {
            Shape::Pooled(overview, _) => overview.side / tile.side,
            Shape::Whole => 1,
        };
        let tiles = most.clamp(1, 8);
        let half = (tiles / 2).max(1);
        let first = |square: usize| (square / tile.side).saturating_sub(tiles / 4) / half * half * tile.side;
        Window { row: first(tile.row), column: first(tile.column), side: tiles * tile.side, zoom: tile.zoom }
    }

    /// What a table may use.
    fn ask<'s>(&self, shelf: &'s Shelf) -> Ask<'s> {
        let limits =
            Limits { budget: Budget::of_positions(self.bytes / 130), time: self.time, memory: self.bytes };
        Ask { limits, how: self.how, ..Ask::alone(shelf) }
    }

    /// Adds a table to the cache, and evicts others if needed.
    fn end(&self, key: Key, wanted: &Weak<Interest>, made: Option<&Arc<Made>>) {
        let mut kept = self.kept();
        kept.making.retain(|(making, other)| *making != key || !other.wanted.ptr_eq(wanted));
        let Some(made) = made else { return };
        // Smaller tables of the same game are redundant if this one has all cells.
        let whole = key.shape == Shape::Whole;
        kept.tables.retain(|(other, _)| other.game != key.game || !whole || other.max > key.max);
        kept.tables.push((key, Arc::clone(made)));
        let mut bytes: u64 = kept.tables.iter().map(|(_, made)| made.bytes).sum();
        while bytes > self.bytes && kept.tables.len() > 1 {
            bytes -= kept.tables.remove(0).1.bytes;
        }
    }
}

impl Made {
    /// A tile of a table to `max`.
    pub fn tile(&self, max: u64, tile: Window, pool: Pool) -> Pooled {
        match &self.content {
            Content::Whole(table) => Pooled::of(table, max, tile, pool),
            Content::Pooled(pooled) => pooled.pooled(tile),
        }
    }

    /// The time that a table to `max` will take, by experience: the work of a cell grows slowly with the ray engine, and with the numbers otherwise.
    fn expected(&self, max: u64) -> Duration {
        let real = |number: u64| f64::from(u32::try_from(number).unwrap_or(u32::MAX)) + 1.0;
        let power = if self.by == "ray engine" { 2.25 } else { 3.0 };
        let seconds = self.took.as_secs_f64() * (real(max) / real(self.max)).powf(power);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

fn table_bytes(table: &Table) -> u64 {
    let side = u64::try_from(table.side()).unwrap_or(u64::MAX);
    side.saturating_mul(side).saturating_mul(table.element().bytes())
}
