//! Positions valued by a dense table: the ray engine, for every game whose options lie on lines.
//!
//! A table goes as far as the position: rows up to its smaller number and columns up to its larger one, or the box under its numbers.
//! From the second question about a game on, small tables are kept for later ones (`memory.rs`). Of others only the values of the position and its
//! options are.

mod rows;

use super::grid::{Grid, Sink, Wanted, cells};
use super::memory::{self, MOST_CELLS, Name};
use super::moves::{Moves, each_option};
use super::plan::Means;
use super::principle::RAYS;
use super::{Answer, Valued};
use crate::error::{Error, Limit, Unanswered};
use crate::geometry::{Geometry, IsPosition, Ray, Rays};
use crate::nimber::Nimber;
use crate::ruleset::{Game, Position, Row};
use crate::solve::rays::{Axes, Field, How};
use crate::widths::{place, wide};
use crate::words::counted;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// A position as a cell of a table that the ray engine makes.
pub(super) struct Dense {
    kind: Kind,
    /// How many numbers each strip has; piles count as one strip.
    lengths: Vec<usize>,
    /// The cell of the position.
    here: Row,
    /// The largest cell of the table.
    size: Row,
    /// The engine of the smallest table with the position in it.
    engine: Engine,
}

/// The kind of a table.
enum Kind {
    /// The plane of a game of rays. In a symmetric game the smaller number comes first.
    Plane { rays: Rays, symmetric: bool },
    /// The plane of Sharing Nim.
    Sharing,
    /// A box: every move lowers one number. A cell has the numbers of a position in this order, or sorted if there is none, so that the two
    /// longest sides come last.
    Box { is_position: IsPosition, order: Option<Vec<usize>> },
}

/// The engine of a table of a certain size.
enum Engine {
    Field(Field),
    Box(Axes, IsPosition),
}

/// Cells between two looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// A thread costs more than a table that takes less.
const WORTH_A_THREAD: Duration = Duration::from_millis(4);

impl Dense {
    /// `None` if the options do not lie on lines, or the position is too large.
    pub(super) fn new(game: &Game, position: &Position) -> Option<Self> {
        if game.blocking().is_some() {
            return None;
        }
        let lengths = lengths(position)?;
        let kind = match game.geometry(&lengths)? {
            Geometry::Rays(rays) => {
                let symmetric = Field::rectangle(&rays, 0, 0)?.is_symmetric();
                Kind::Plane { rays, symmetric }
            }
            Geometry::Sharing => Kind::Sharing,
            Geometry::Lowering(is_position) => {
                let numbers = numbers(position)?;
                let mut order: Vec<usize> = (0..numbers.len()).collect();
                order.sort_by_key(|&axis| numbers[axis]);
                Kind::Box { is_position: reordered(is_position, order.clone()), order: Some(order) }
            }
            Geometry::Unordered(is_position) => Kind::Box { is_position, order: None },
        };
        let here = kind.cell(position)?;
        let size = kind.whole(here.clone());
        let engine = kind.engine(&size)?;
        Some(Self { kind, lengths, here, size, engine })
    }

    /// About how long it takes on one core.
    pub(super) fn cost(&self) -> Duration {
        Duration::from_nanos(self.kind.nanos(&self.engine))
    }

    /// The memory needed, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.engine.bytes(self.how()).saturating_add(self.bytes_kept())
    }

    /// The memory of what is kept of a table: all of it, or the options of the position.
    fn bytes_kept(&self) -> u64 {
        /// An option with its cell and its value.
        const AN_OPTION: u64 = 200;
        let options = self.here.iter().fold(0, |sum: u64, &x| sum.saturating_add(x));
        let all = if self.is_small() { 4 * cells(&self.size) } else { 0 };
        options.saturating_mul(AN_OPTION).saturating_add(all)
    }

    /// Whether all of it is kept. If a step adds to a number, then options may lie outside the table.
    fn is_small(&self) -> bool {
        let slanted = matches!(&self.engine, Engine::Field(field) if field.is_slanted());
        cells(&self.size) <= MOST_CELLS && !slanted
    }

    fn how(&self) -> How {
        let threads = if self.cost() < WORTH_A_THREAD { 1 } else { How::default().threads };
        How { threads, ..How::default() }
    }

    /// Whether it can be expected to stay within the limits.
    pub(super) fn fits(&self, means: Means<'_>) -> Result<(), Limit> {
        let (needed, allowed) = (self.bytes(), means.limits.memory);
        if self.cost() > means.until.left() {
            return Err(means.until.limit());
        }
        if needed > allowed { Err(Limit::Memory { needed, allowed }) } else { Ok(()) }
    }

    /// Value and moves, by a table up to the position.
    ///
    /// # Errors
    /// When a limit is met.
    pub(super) fn answer(
        &self,
        game: &Game,
        position: &Position,
        moves: Moves<'_>,
        means: Means<'_>,
    ) -> Result<Answer, Error> {
        let missing = || Error::Fault("a position is not in the table of its game".to_owned());
        let mut cells = self.kind.cell(position).ok_or_else(missing)?.to_vec();
        if !matches!(moves, Moves::Known(_)) {
            each_option(game, position, &mut |option| {
                cells.extend_from_slice(&self.kind.cell(option).ok_or_else(missing)?);
                Ok(())
            })?;
        }
        let mut values = self.values(game, cells, means)?.into_iter().map(|value| value.ok_or_else(missing));
        let mut next = || values.next().unwrap_or_else(|| Err(missing()));
        let value = next()?;
        let mut options = Vec::new();
        // Options are visited again instead of being stored: of thousands, few are told.
        if !matches!(moves, Moves::Known(_)) {
            each_option(game, position, &mut |option| {
                let value = next()?;
                if value == 0 || matches!(moves, Moves::All) {
                    options.push(Valued { position: option.clone(), value: Nimber(value) });
                }
                Ok(())
            })?;
        }
        let mut answer = Answer { by: self.by(), ..Answer::of_options(value, options, &RAYS) };
        match moves {
            Moves::All => {}
            Moves::Winning => answer.options.clear(),
            Moves::Known(known) => answer.winning.clone_from(&known.winning),
        }
        Ok(answer)
    }

    /// The method in words.
    fn by(&self) -> String {
        match self.kind {
            Kind::Plane { .. } => {
                format!("ray engine, a table of {} by {} cells", self.size[0] + 1, self.size[1] + 1)
            }
            Kind::Sharing => format!("ray engine, a table to {}", self.size[1]),
            Kind::Box { .. } => format!("ray engine, a box of {}", counted(cells(&self.size), "cell")),
        }
    }

    /// The values of these cells, whose numbers follow each other.
    fn values(&self, game: &Game, numbers: Vec<u64>, means: Means<'_>) -> Result<Vec<Option<u64>>, Error> {
        let cells = || numbers.chunks_exact(self.here.len());
        let name = self.name(game);
        let kept = if self.is_small() { memory::grid(&name) } else { None };
        let Some(kept) = kept else {
            let mut wanted = match &self.engine {
                Engine::Field(field) => Wanted::in_plane(
                    cells().map(|cell| field.place(place(cell[0]), place(cell[1]))).collect(),
                ),
                Engine::Box(axes, _) => {
                    Wanted::in_box(cells().map(|cell| (axes.rank(cell), Row::from_slice(cell))))
                }
            };
            drop(numbers);
            self.fill(&self.size, &mut wanted, means)?;
            if self.is_small() {
                memory::keep_grid(&name, None);
            }
            return Ok(wanted.values().collect());
        };
        if let Some(grid) = kept.as_ref().filter(|grid| grid.has(&self.here)) {
            return Ok(cells().map(|cell| grid.get(cell)).collect());
        }
        let largest = kept.map_or_else(|| self.size.clone(), |grid| self.grown(grid.largest()));
        let mut grid = Grid::new(&largest);
        self.fill(&largest, &mut grid, means)?;
        let values = cells().map(|cell| grid.get(cell)).collect();
        memory::keep_grid(&name, Some(&Arc::new(grid)));
        Ok(values)
    }

    /// The game as its tables are found again: with the order of the numbers in a cell.
    fn name(&self, game: &Game) -> Name {
        let order = match &self.kind {
            Kind::Box { order: Some(order), .. } => &order[..],
            _ => &[],
        };
        Name::new(game, [&self.lengths, order].concat())
    }

    /// The size of a table that has the position in it, and what an earlier one had: for a question that follows others. Where it grows,
    /// it grows by half, so that a series of growing positions takes few tables.
    fn grown(&self, earlier: &[u64]) -> Row {
        if earlier.len() != self.size.len() {
            return self.size.clone();
        }
        let by = |half: bool| -> Row {
            let axes = self.size.iter().zip(earlier);
            let grow =
                |(&x, &most): (&u64, &u64)| if x > most { x.max(most + half_of(most, half)) } else { most };
            self.kind.whole(axes.map(grow).collect())
        };
        let sizes = [by(true), by(false)];
        sizes.into_iter().find(|size| cells(size) <= MOST_CELLS).unwrap_or_else(|| self.size.clone())
    }

    /// Fills a table to a largest cell.
    fn fill(&self, largest: &[u64], sink: &mut impl Sink, means: Means<'_>) -> Result<(), Error> {
        let Means { until, limits, archive, .. } = means;
        let engine = self.kind.engine(largest).ok_or(Limit::Uncountable)?;
        let total = engine.cells();
        let mut done = 0;
        let made = match &engine {
            Engine::Field(field) => {
                let field = field.clone().within(until, limits.memory);
                field.for_each(self.how(), &mut |chunk| {
                    sink.take_chunk(chunk);
                    done = chunk.done;
                    archive.progress("cells", done, total)
                })
            }
            Engine::Box(axes, is_position) => {
                axes.for_each_diagonal(How::default().simd, is_position.as_ref(), &mut |diagonal| {
                    sink.take_diagonal(diagonal);
                    let before = done;
                    done += wide(diagonal.values().len());
                    now_and_then(before, done, total, means)
                })
            }
        };
        match made {
            Ok(()) => Ok(()),
            Err(Error::Cancelled) if until.is_over() => Err(stopped(until.limit(), done, total)),
            Err(Error::Limit(limit)) => Err(stopped(limit, done, total)),
            Err(error) => Err(error),
        }
    }
}

fn half_of(number: u64, half: bool) -> u64 {
    if half { number / 2 } else { 0 }
}

/// Why a table is not complete, and how far it is.
pub(super) fn stopped(limit: Limit, done: u64, total: u64) -> Error {
    let message = format!("{limit}: {done} of {total} cells of the table were filled");
    Box::new(Unanswered { stopped_by: Some(limit), ..Unanswered::new(message) }).into()
}

/// Looks at the clock and reports progress, now and then.
#[inline]
fn now_and_then(before: u64, done: u64, total: u64, means: Means<'_>) -> ControlFlow<()> {
    if before / BETWEEN_LOOKS == done / BETWEEN_LOOKS {
        return ControlFlow::Continue(());
    }
    if means.until.is_over() { ControlFlow::Break(()) } else { means.archive.progress("cells", done, total) }
}

impl Kind {
    /// The cell of a position, the same for all its images. `None` if it has another number of coordinates or is too large.
    fn cell(&self, position: &Position) -> Option<Row> {
        self.cell_of(numbers(position)?)
    }

    /// The same for the numbers of a position.
    fn cell_of(&self, mut numbers: Row) -> Option<Row> {
        match self {
            Self::Plane { symmetric, .. } => {
                if *symmetric {
                    numbers.sort_unstable();
                }
                (numbers.len() == 2).then_some(numbers)
            }
            Self::Sharing => {
                // Only differences matter (Ho, sec. 2), and G(0,a,b) = G(0,b-a,b) (Theorem 1).
                numbers.sort_unstable();
                let [least, middle, most] = numbers[..] else { return None };
                let (a, b) = (middle - least, most - least);
                Some(Row::from_slice(&[a.min(b - a), b]))
            }
            Self::Box { order: Some(order), .. } => {
                (numbers.len() == order.len()).then(|| order.iter().map(|&axis| numbers[axis]).collect())
            }
            Self::Box { order: None, .. } => {
                numbers.sort_unstable();
                Some(numbers)
            }
        }
    }

    /// A size of a table with no cells missing that others in it need.
    fn whole(&self, largest: Row) -> Row {
        match self {
            Self::Plane { symmetric: true, .. } => Row::from_slice(&[largest[0].min(largest[1]), largest[1]]),
            Self::Sharing => Row::from_slice(&[largest[1] / 2, largest[1]]),
            Self::Plane { .. } | Self::Box { .. } => largest,
        }
    }

    /// The engine that fills a table to a largest cell. `None` if that is too large.
    fn engine(&self, largest: &[u64]) -> Option<Engine> {
        match self {
            Self::Plane { rays, .. } => Field::rectangle(rays, largest[0], largest[1]).map(Engine::Field),
            Self::Sharing => Field::sharing(largest[1]).map(Engine::Field),
            Self::Box { is_position, order } => {
                let axes = if order.is_none() { Axes::unordered(largest) } else { Axes::new(largest) };
                axes.map(|axes| Engine::Box(axes, Arc::clone(is_position)))
            }
        }
    }

    /// Estimated nanoseconds for a table on one core: a cost for each cell, and one for its memory.
    fn nanos(&self, engine: &Engine) -> u64 {
        let cell = match (self, engine) {
            (Self::Plane { rays, .. }, _) => {
                let beside = |ray: &Ray| 5_u64.saturating_add((ray.width - 1).saturating_mul(3));
                rays.rays().iter().map(beside).fold(6, u64::saturating_add)
            }
            (Self::Sharing, _) => 14,
            (_, Engine::Box(axes, _)) => 7 * wide(axes.count()),
            _ => u64::MAX,
        };
        let one = How { threads: 1, ..How::default() };
        engine.cells().saturating_mul(cell).saturating_add(engine.bytes(one) / 8)
    }
}

impl Engine {
    fn cells(&self) -> u64 {
        match self {
            Self::Field(field) => field.cells(),
            Self::Box(axes, _) => axes.cells(),
        }
    }

    fn bytes(&self, how: How) -> u64 {
        match self {
            Self::Field(field) => field.bytes(how),
            Self::Box(axes, _) => axes.bytes(),
        }
    }
}

/// The same condition for cells that have their numbers in another order.
fn reordered(is_position: IsPosition, order: Vec<usize>) -> IsPosition {
    if order.is_sorted() {
        return is_position;
    }
    Arc::new(move |cell: &[u64]| {
        let mut numbers = Row::from_slice(cell);
        order.iter().zip(cell).for_each(|(&axis, &x)| numbers[axis] = x);
        is_position(&numbers)
    })
}

/// The numbers of a position, if they are within 64 bits.
fn numbers(position: &Position) -> Option<Row> {
    match (position.piles(), position.strips()) {
        (Some(piles), _) => Some(Row::from_slice(piles)),
        (None, Some(strips)) => Some(strips.iter().flatten().copied().collect()),
        (None, None) => None,
    }
}

fn lengths(position: &Position) -> Option<Vec<usize>> {
    match (position.piles(), position.strips()) {
        (Some(piles), _) => Some(vec![piles.len()]),
        (None, Some(strips)) => Some(strips.iter().map(Row::len).collect()),
        (None, None) => None,
    }
}
