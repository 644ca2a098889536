//! The positions of all values up to one in any game of rays whose moves do not raise the first number, row by row.
//!
//! Suppose rows below x are done and, in row x, the values below g. A cell (x, y) that no smaller value has taken has value g if and only
//! if it has no option of value g: had it no option of a value h < g, it would have taken h. So the cells of a row are searched by
//! increasing y for those from which no ray leads to an earlier position of value g. For each value, and each ray with a step (dx, dy),
//! `dx > 0`, a set holds the lines that have a position of this value: (x, y) is on line `y - dy floor(x/dx)` of class `x mod dx`.
//! So 64 cells of a row are compared with 64 bits of each set at a time.
//!
//! # Wide rays
//! Along (1,0) with width w a position bars w lines. Along (1,1) with width w a position on diagonal d bars the diagonals d to d+w-1 at
//! once, and diagonal d-p from p rows later on, for `p < w`. Along (0,1) with width w it bars everything to its right in w rows.
//!
//! # The end of a row
//! A ray (0, d) bars what is to the right of a position, in steps of d. Once every class modulo d has a position of value g where this ray
//! is open from there on, the row has no more of them. It always comes to that, because all other rays bar finitely many cells of a row.
//! If no ray (0, d) is open in the whole rest of a row, the row may have infinitely many positions of a value, and is refused.

use super::stream::{Extent, Stream};
use crate::error::{Error, Limit};
use crate::geometry::{Guard, Ray, Rays};
use crate::notation::InputError;
use crate::ruleset::{Budget, Game};
use crate::table::Progress;
use crate::widths::wide;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// A row, and the cells y of it in which a ray is open: `from..to`.
#[derive(Clone, Copy)]
struct Open {
    from: u64,
    to: u64,
}

impl Open {
    /// The cells of row x that meet a guard.
    fn of(guard: Guard, x: u64) -> Self {
        let Guard { x: factor, y, least } = guard;
        // At least this much must come from y.
        let rest = i128::from(least) - i128::from(factor) * i128::from(x);
        let y = i128::from(y);
        let number = |y: i128| u64::try_from(y.max(0)).unwrap_or(u64::MAX);
        match y {
            0 if rest <= 0 => Self { from: 0, to: u64::MAX },
            0 => Self { from: 0, to: 0 },
            1.. => {
                Self { from: number(rest.div_euclid(y) + i128::from(rest.rem_euclid(y) > 0)), to: u64::MAX }
            }
            _ => Self { from: 0, to: number((-rest).div_euclid(-y) + 1) },
        }
    }

    /// Bit k says whether the ray is open in cell `y + k`.
    fn mask(self, y: u64) -> u64 {
        let below = |end: u64| match end.saturating_sub(y) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        below(self.to) & !below(self.from)
    }

    /// Whether it is open from y on.
    fn is_open_from(self, y: u64) -> bool {
        self.to == u64::MAX && self.from <= y
    }
}

/// A set of integers of both signs.
#[derive(Clone, Default)]
struct Lines {
    /// The place of the first word: it has the integers from 64 times this on.
    first: i64,
    words: VecDeque<u64>,
    /// A long interval of integers that are all in the set: `start..end`.
    run: (i64, i64),
}

impl Lines {
    fn word(&self, place: i64) -> u64 {
        let place = usize::try_from(place - self.first).ok();
        place.and_then(|place| self.words.get(place)).copied().unwrap_or(0)
    }

    /// The members from `start` to `start + 63` as bits.
    fn read(&self, start: i64) -> u64 {
        let (place, shift) = (start.div_euclid(64), start.rem_euclid(64));
        let low = self.word(place) >> shift;
        if shift == 0 { low } else { low | self.word(place + 1) << (64 - shift) }
    }

    /// A number of integers from `start` on that are all in the set. In later rows the same long run is met again, so it is kept.
    fn full(&mut self, start: i64) -> u64 {
        let extended = |mut end: i64| {
            while self.read(end) == u64::MAX {
                end += 64;
            }
            end
        };
        let mut run = self.run;
        while start < run.0 && run.0 < run.1 && self.read(run.0 - 64) == u64::MAX {
            run.0 -= 64;
        }
        if start < run.0 || start > run.1 {
            run = (start, start);
        }
        run.1 = extended(run.1);
        if run.1 - run.0 >= self.run.1 - self.run.0 {
            self.run = run;
        }
        u64::try_from(run.1 - start).unwrap_or(0)
    }

    /// Inserts `count` integers from `start` on, if the new words are within `memory`.
    fn insert(&mut self, start: i64, count: u64, memory: &mut Memory) -> Result<(), Limit> {
        let last = i128::from(start) + i128::from(count) - 1;
        let (place, end) = (start.div_euclid(64), last.div_euclid(64));
        if self.words.is_empty() {
            self.first = place;
        }
        let before = u64::try_from(self.first.saturating_sub(place)).unwrap_or(0);
        let stored = i128::from(self.first) + i128::from(wide(self.words.len()));
        let after = u64::try_from((end + 1 - stored).max(0)).unwrap_or(u64::MAX);
        memory.take(before.saturating_add(after))?;
        (0..before).for_each(|_| self.words.push_front(0));
        (0..after).for_each(|_| self.words.push_back(0));
        self.first = self.first.min(place);
        let mut next = i128::from(start);
        while next <= last {
            let shift = next.rem_euclid(64);
            let bits = (64 - shift).min(last + 1 - next);
            let mask = if bits == 64 { u64::MAX } else { ((1 << bits) - 1) << shift };
            // The words were made above.
            let place = usize::try_from(next.div_euclid(64) - i128::from(self.first)).unwrap_or(0);
            self.words[place] |= mask;
            next += bits;
        }
        Ok(())
    }
}

/// The memory that sets may still take, in words.
struct Memory {
    left: u64,
    allowed: u64,
}

impl Memory {
    /// A position of a budget stands for about 100 bytes.
    fn of(budget: Budget) -> Self {
        let allowed = budget.positions.saturating_mul(12);
        Self { left: allowed, allowed }
    }

    fn take(&mut self, words: u64) -> Result<(), Limit> {
        let Some(left) = self.left.checked_sub(words) else {
            let needed = self.allowed.saturating_add(words).saturating_mul(8);
            return Err(Limit::Memory { needed, allowed: self.allowed.saturating_mul(8) });
        };
        self.left = left;
        Ok(())
    }
}

/// The positions of one value so far, as lines that they bar.
struct Lane {
    /// For each ray with `dx > 0`, for each class modulo dx.
    across: Vec<Vec<Lines>>,
    /// For each of them, if it is a wide diagonal: rows and diagonals of the last positions.
    open: Vec<VecDeque<(u64, i64)>>,
    /// The positions of the last rows, as far as a ray (0,1) bars them.
    last: VecDeque<(u64, u64)>,
}

/// The state of the search; see the description of the module.
struct RayRows {
    across: Vec<Ray>,
    along: Vec<Ray>,
    /// The most rows that a position bars along a ray (0,1).
    reach: u64,
    holes: Vec<(u64, u64)>,
    lanes: Vec<Lane>,
    /// The cells of the current row that have a value.
    taken: Vec<u64>,
    memory: Memory,
    row: u64,
}

/// Work between progress callbacks, in words of sets: about a millisecond.
const WATCHED_WORK: u64 = 1 << 18;

/// How the search within a row ends early.
enum Stop {
    Cancelled,
    Enough,
    Failed(Error),
}

impl RayRows {
    /// All values `0..=largest`, before the first row.
    fn new(rays: &Rays, largest: u64, budget: Budget) -> Result<Self, Error> {
        if largest > Stream::LARGEST {
            let message = format!("sequences row by row go up to value {}", Stream::LARGEST);
            return Err(InputError::whole(message).hint("choose a smaller value").into());
        }
        if let Some(ray) = rays.rays().iter().find(|ray| ray.step.0 < 0) {
            let message =
                format!("a move along {ray} raises the first number, so rows depend on all rows above");
            let error = InputError::whole(message);
            let raises = rays.rays().iter().any(|ray| ray.step.1 < 0);
            let hint = if raises {
                "a table has the positions of any value".to_owned()
            } else {
                format!("with the numbers exchanged it works: {}", rays.mirrored().rules())
            };
            return Err(error.hint(hint).into());
        }
        let normal = rays.normal()?;
        let (along, across): (Vec<Ray>, Vec<Ray>) = normal.rays().iter().partition(|ray| ray.step.0 == 0);
        let mut memory = Memory::of(budget);
        let classes: Vec<u64> = across.iter().map(|ray| ray.step.0.unsigned_abs()).collect();
        let words = classes.iter().fold(0_u64, |sum, &dx| sum.saturating_add(dx.saturating_mul(8)));
        memory.take(words.saturating_mul(largest + 1))?;
        let lane = || Lane {
            across: classes.iter().map(|&dx| (0..dx).map(|_| Lines::default()).collect()).collect(),
            open: across.iter().map(|_| VecDeque::new()).collect(),
            last: VecDeque::new(),
        };
        Ok(Self {
            reach: along.iter().map(|ray| ray.width).max().unwrap_or(1),
            lanes: (0..=largest).map(|_| lane()).collect(),
            holes: normal.holes().to_vec(),
            taken: Vec::new(),
            across,
            along,
            memory,
            row: 0,
        })
    }

    /// The next row.
    fn row(&self) -> u64 {
        self.row
    }

    /// Computes the next row, and gives value and y of its positions to `visit`, by increasing value. `watch` is asked now and then.
    fn step(
        &mut self,
        visit: &mut dyn FnMut(u64, u64) -> ControlFlow<Stop>,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<Stop> {
        let x = self.row;
        let along: Vec<(Ray, Open)> = self.along.iter().map(|&ray| (ray, Open::of(ray.guard, x))).collect();
        if !along.iter().any(|(_, open)| open.to == u64::MAX && open.from < u64::MAX) {
            let message = format!("row {x} of this game may have infinitely many positions of a value");
            let hint = "moves (0,i) must be possible from some y on in every row; a table has the positions up to a limit";
            return ControlFlow::Break(Stop::Failed(InputError::whole(message).hint(hint).into()));
        }
        let across: Vec<Open> = self.across.iter().map(|ray| Open::of(ray.guard, x)).collect();
        let holes: Vec<u64> = self.holes.iter().filter(|hole| hole.0 == x).map(|hole| hole.1).collect();
        let mut search = Search {
            x,
            rays: &self.across,
            across: &across,
            along: &along,
            reach: self.reach,
            holes: &holes,
            memory: &mut self.memory,
            work: 0,
        };
        self.taken.clear();
        for (value, lane) in (0..).zip(&mut self.lanes) {
            search.value(lane, &mut self.taken, &mut |y| visit(value, y), watch)?;
        }
        self.row += 1;
        ControlFlow::Continue(())
    }
}

/// The search for the positions of one value in one row.
struct Search<'s> {
    x: u64,
    rays: &'s [Ray],
    across: &'s [Open],
    along: &'s [(Ray, Open)],
    reach: u64,
    holes: &'s [u64],
    memory: &'s mut Memory,
    work: u64,
}

impl Search<'_> {
    fn value(
        &mut self,
        lane: &mut Lane,
        taken: &mut Vec<u64>,
        visit: &mut dyn FnMut(u64) -> ControlFlow<Stop>,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<Stop> {
        self.begin(lane)?;
        let mut place = 0;
        while !self.is_closed(lane, place * 64) {
            self.work += 1 + wide(lane.last.len());
            if self.work > WATCHED_WORK {
                self.work = 0;
                if watch().is_break() {
                    return ControlFlow::Break(Stop::Cancelled);
                }
            }
            let barred = self.full(lane, place * 64) / 64;
            if barred > 0 {
                place += barred;
                continue;
            }
            let mut tried = 0;
            loop {
                let here =
                    usize::try_from(place).ok().and_then(|place| taken.get(place)).copied().unwrap_or(0);
                let free = !(tried | here | self.barred(lane, place * 64));
                if free == 0 {
                    break;
                }
                let bit = free & free.wrapping_neg();
                tried |= bit | (bit - 1);
                let y = place * 64 + u64::from(bit.trailing_zeros());
                if self.holes.contains(&y) || self.is_barred_along(lane, y) {
                    continue;
                }
                self.insert(lane, y)?;
                mark(taken, place, bit, self.memory)?;
                visit(y)?;
            }
            place += 1;
        }
        ControlFlow::Continue(())
    }

    /// Forgets rows out of reach, and bars the diagonals of wide rays that begin in this row.
    fn begin(&mut self, lane: &mut Lane) -> ControlFlow<Stop> {
        while lane.last.front().is_some_and(|&(row, _)| self.x - row >= self.reach) {
            lane.last.pop_front();
        }
        for ((ray, lines), open) in self.rays.iter().zip(&mut lane.across).zip(&mut lane.open) {
            while open.front().is_some_and(|&(row, _)| self.x - row >= ray.width) {
                open.pop_front();
            }
            self.work += wide(open.len());
            for &(row, diagonal) in open.iter() {
                let line = i64::try_from(self.x - row).ok().and_then(|later| diagonal.checked_sub(later));
                insert(&mut lines[0], line, 1, self.memory)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A number of cells from y on that one ray bars, all of them. The longest such number that is known.
    fn full(&self, lane: &mut Lane, y: u64) -> u64 {
        let mut most = 0;
        for ((ray, lines), open) in self.rays.iter().zip(&mut lane.across).zip(self.across) {
            if let (true, Some(class), Some(line)) =
                (open.is_open_from(y), self.class(ray), self.line(ray, y))
            {
                most = lines[class].full(line).max(most);
            }
        }
        most
    }

    /// Bit k says whether a ray with `dx > 0` or (0,1) leads from cell `y + k` to a position of this value.
    fn barred(&self, lane: &Lane, y: u64) -> u64 {
        let mut barred = 0;
        for ((ray, lines), open) in self.rays.iter().zip(&lane.across).zip(self.across) {
            let mask = open.mask(y);
            if mask == 0 {
                continue;
            }
            let (Some(class), Some(line)) = (self.class(ray), self.line(ray, y)) else { continue };
            barred |= lines[class].read(line) & mask;
        }
        for (ray, open) in self.along.iter().filter(|(ray, _)| ray.step.1 == 1) {
            let within = lane.last.iter().filter(|(row, _)| self.x - row < ray.width);
            if let Some(first) = within.map(|&(_, y)| y).min() {
                barred |= open.mask(y) & Open { from: first, to: u64::MAX }.mask(y);
            }
        }
        barred
    }

    /// Whether a ray (0, d), `d > 1`, leads from cell y to a position of this value.
    fn is_barred_along(&self, lane: &Lane, y: u64) -> bool {
        let is_open = |open: &Open| open.from <= y && y < open.to;
        let steps = self.along.iter().filter(|(ray, open)| ray.step.1 > 1 && is_open(open));
        let here = || lane.last.iter().filter(|&&(row, other)| row == self.x && other < y);
        steps
            .map(|(ray, _)| ray.step.1.unsigned_abs())
            .any(|d| here().any(|(_, other)| (y - other).is_multiple_of(d)))
    }

    /// Whether no cell from y on can have this value.
    fn is_closed(&self, lane: &Lane, y: u64) -> bool {
        self.along.iter().filter(|(_, open)| open.is_open_from(y)).any(|(ray, _)| {
            let d = ray.step.1.unsigned_abs();
            let before = lane.last.iter().filter(|&&(row, other)| self.x - row < ray.width && other <= y);
            if d == 1 {
                return before.count() > 0;
            }
            let mut classes: Vec<u64> = before.map(|(_, other)| other % d).collect();
            classes.sort_unstable();
            classes.dedup();
            wide(classes.len()) == d
        })
    }

    fn insert(&mut self, lane: &mut Lane, y: u64) -> ControlFlow<Stop> {
        for (at, ray) in self.rays.iter().enumerate() {
            let line = self.line(ray, y);
            self.work += ray.width / 64;
            if let Some(class) = self.class(ray) {
                insert(&mut lane.across[at][class], line, ray.width, self.memory)?;
            }
            if ray.step == (1, 1)
                && ray.width > 1
                && let Some(line) = line
            {
                taken_from(self.memory, 2)?;
                lane.open[at].push_back((self.x, line));
            }
        }
        taken_from(self.memory, 2)?;
        lane.last.push_back((self.x, y));
        ControlFlow::Continue(())
    }

    fn class(&self, ray: &Ray) -> Option<usize> {
        usize::try_from(self.x % ray.step.0.unsigned_abs()).ok()
    }

    fn line(&self, ray: &Ray, y: u64) -> Option<i64> {
        let steps = i64::try_from(self.x / ray.step.0.unsigned_abs()).ok()?;
        i64::try_from(y).ok()?.checked_sub(ray.step.1.checked_mul(steps)?)
    }
}

fn taken_from(memory: &mut Memory, words: u64) -> ControlFlow<Stop> {
    memory
        .take(words)
        .map_or_else(|limit| ControlFlow::Break(Stop::Failed(limit.into())), ControlFlow::Continue)
}

/// Inserts lines; a line beyond 64 bits is beyond memory too.
fn insert(lines: &mut Lines, line: Option<i64>, count: u64, memory: &mut Memory) -> ControlFlow<Stop> {
    let beyond = || Limit::Memory { needed: u64::MAX, allowed: memory.allowed.saturating_mul(8) };
    let Some(line) = line else { return ControlFlow::Break(Stop::Failed(beyond().into())) };
    match lines.insert(line, count, memory) {
        Ok(()) => ControlFlow::Continue(()),
        Err(limit) => ControlFlow::Break(Stop::Failed(limit.into())),
    }
}

/// Marks a cell of the row as taken.
fn mark(taken: &mut Vec<u64>, place: u64, bit: u64, memory: &mut Memory) -> ControlFlow<Stop> {
    // A row is at most as long as the sets of columns, or as memory allows.
    let place = usize::try_from(place).unwrap_or(usize::MAX - 1);
    if place >= taken.capacity() {
        taken_from(memory, wide(place + 1 - taken.capacity()))?;
    }
    if place >= taken.len() {
        taken.resize(place + 1, 0);
    }
    taken[place] |= bit;
    ControlFlow::Continue(())
}

/// The positions of value `value` of a game of rays, by increasing x and then y; of a symmetric game those with `x <= y`.
///
/// ```
/// use grundy::sequence::{Extent, by_rays};
/// use grundy::Budget;
/// let game = grundy::game("exile")?;
/// let found = by_rays(&game, 0, Extent::Rows(5), Budget::default(), &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(found, [(0, 0), (1, 2), (2, 4), (3, 1), (4, 3)]);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the moves are not rays, one raises the first number, a row may have infinitely many such positions, the sets need more than the
/// memory of the budget (100 bytes for a position), or `watch` cancels the work.
pub fn by_rays(
    game: &Game,
    value: u64,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>, Error> {
    /// Rows between progress callbacks.
    const WATCHED_ROWS: u64 = 1 << 6;
    let rays = super::rays_of(game)?;
    let symmetric = rays.is_symmetric();
    let mut rows = RayRows::new(&rays, value, budget)?;
    let mut found = Vec::new();
    loop {
        let x = rows.row();
        let progress = extent.progress(found.len(), x);
        if progress.done >= progress.total {
            return Ok(found);
        }
        if x.is_multiple_of(WATCHED_ROWS) && watch(progress).is_break() {
            return Err(Error::Cancelled);
        }
        let mut visit = |of: u64, y: u64| {
            if of == value && !(symmetric && y < x) {
                found.push((x, y));
                if matches!(extent, Extent::Count(count) if found.len() >= count) {
                    return ControlFlow::Break(Stop::Enough);
                }
            }
            ControlFlow::Continue(())
        };
        match rows.step(&mut visit, &mut || watch(progress)) {
            ControlFlow::Continue(()) => (),
            ControlFlow::Break(Stop::Enough) => return Ok(found),
            ControlFlow::Break(Stop::Cancelled) => return Err(Error::Cancelled),
            ControlFlow::Break(Stop::Failed(error)) => return Err(error),
        }
    }
}
