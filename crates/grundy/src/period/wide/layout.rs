use crate::geometry::{Guard, Ray};
use crate::notation::InputError;
use crate::period::row_game::RowGame;
use crate::widths::{place, wide};

/// The largest row.
pub(in crate::period) const LARGEST_ROW: u64 = 4095;

/// Upper limit on the windows of a state.
const MOST_WINDOWS: u64 = 1 << 22;

/// Upper limit on the columns that row 0 is ahead of the last row.
const MOST_AHEAD: u64 = 1 << 16;

/// What is the same in all columns: the tracks of rows 0 to the last one, and what each cell reads of them.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::period) struct Layout {
    pub(in crate::period) game: RowGame,
    pub(super) rows: usize,
    /// Whether values are counted relative to the column.
    pub(in crate::period) is_additive: bool,
    /// In each step, row r fills a column that is this many columns behind that of row r - 1.
    pub(super) skew: u64,
    pub(super) tracks: Vec<Track>,
    pub(super) taps: Vec<Tap>,
    /// For each ray and row, whether the ray is open from some column on.
    pub(super) open: Vec<Vec<bool>>,
    /// The first step from which on the rules do not change in any row.
    pub(super) regular_step: u64,
    /// The first column from which on the rules do not change, of all rows.
    pub(super) settled: u64,
    /// The part of the rings that later columns depend on: for a track and a row, how many of the last columns.
    pub(super) needed: Vec<Needed>,
}

/// The cells `(r, y)`, `(r - dx, y - dy)`, `(r - 2dx, y - 2dy)`, .. of a direction.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Track {
    step: (i64, i64),
    pub(super) dx: usize,
    /// How many steps ago the next cell of the track was filled.
    pub(super) lag: usize,
    /// By how much the column of the next cell is smaller.
    pub(super) shift: i64,
    /// Columns kept in a ring for each row.
    pub(super) slots: usize,
    /// For the track of (0,1), its width: a row and all rows below it that its moves lead to, with all their earlier cells. 0 for other tracks.
    pub(super) width: usize,
    /// For each row, whether later columns depend on it, so that no number may be lost. The track of (0,1) loses numbers that are used.
    pub(super) needed: Vec<bool>,
}

/// What a cell reads: the track through a cell in row `r - dr`, filled `lag` steps ago, whose column is smaller by `shift`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tap {
    pub(super) ray: usize,
    pub(super) track: usize,
    pub(super) dr: usize,
    pub(super) lag: usize,
    pub(super) shift: i64,
    /// Whether this is the next cell of the track itself.
    pub(super) is_next: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needed {
    pub(super) track: usize,
    pub(super) row: usize,
    pub(super) lags: usize,
}

impl Track {
    /// Whether every cell with whole coordinates between two cells of the track is on it.
    pub(super) fn is_primitive(&self) -> bool {
        let divides = |d: i64| self.step.0 % d == 0 && self.step.1 % d == 0;
        let least = if self.step.0 == 0 { self.step.1 } else { self.step.0 };
        (2..=least).all(|d| !divides(d))
    }
}

impl Layout {
    /// The layout of rows 0 to `last`.
    pub(in crate::period) fn new(game: &RowGame, last: u64) -> Result<Self, InputError> {
        if last > LARGEST_ROW {
            let message = format!("row {last} is too large for a proof of its period");
            return Err(InputError::whole(message).hint(format!("rows go up to {LARGEST_ROW}")));
        }
        let rays = game.rays().rays();
        let rows = place(last) + 1;
        let settling: Vec<Vec<(u64, bool)>> =
            rays.iter().map(|ray| (0..=last).map(|row| settles(ray.guard, row)).collect()).collect();
        let open: Vec<Vec<bool>> =
            settling.iter().map(|rows| rows.iter().map(|&(_, open)| open).collect()).collect();
        let is_additive = is_additive(rays, &open)?;
        let leads = rays.iter().filter(|ray| ray.step.1 < 0 && place_of(ray.step.0) < rows);
        let skew =
            leads.map(|ray| ray.step.1.unsigned_abs().div_ceil(ray.step.0.unsigned_abs())).max().unwrap_or(0);
        if skew.saturating_mul(wide(rows)) > MOST_AHEAD {
            return Err(too_large());
        }
        let mut layout = Self {
            game: game.clone(),
            rows,
            is_additive,
            skew,
            tracks: Vec::new(),
            taps: Vec::new(),
            open,
            regular_step: 0,
            settled: 0,
            needed: Vec::new(),
        };
        for (index, ray) in rays.iter().enumerate() {
            layout.add(index, ray)?;
        }
        layout.settle(&settling);
        layout.needed = layout.find_needed();
        for needed in &layout.needed {
            layout.tracks[needed.track].needed[needed.row] = true;
        }
        Ok(layout)
    }

    /// Steps before the last row has its first column.
    pub(super) fn lead(&self) -> u64 {
        self.skew * wide(self.rows - 1)
    }

    /// The first column of the last row from which on the rules do not change in the cells filled from then on.
    pub(in crate::period) fn regular(&self) -> u64 {
        self.regular_step.saturating_sub(self.lead())
    }

    /// Adds the track of a ray, and its taps.
    fn add(&mut self, index: usize, ray: &Ray) -> Result<(), InputError> {
        let (dx, dy) = ray.step;
        let width = i64::try_from(ray.width).unwrap_or(i64::MAX);
        if place_of(dx) >= self.rows && width == 1 {
            return Ok(());
        }
        let track = self.track(ray)?;
        self.tap(index, track, (dx, dy))?;
        let beside: Vec<(i64, i64)> = match ray.step {
            (1, 0) => (1..width).map(|q| (0, q)).take(self.most(ray)?).collect(),
            // The track of the row itself contains the rows that it reads.
            (0, 1) => Vec::new(),
            _ => (1..width).take(self.most(ray)?).flat_map(|j| [(0, j), (j, 0)]).collect(),
        };
        beside.into_iter().try_for_each(|cell| self.tap(index, track, cell))
    }

    /// The width of a ray, if it is small enough.
    fn most(&self, ray: &Ray) -> Result<usize, InputError> {
        let windows = ray.width.saturating_mul(wide(self.rows));
        if windows > MOST_WINDOWS { Err(too_large()) } else { Ok(place(ray.width)) }
    }

    /// The track of a direction.
    fn track(&mut self, ray: &Ray) -> Result<usize, InputError> {
        if let Some(track) = self.tracks.iter().position(|track| track.step == ray.step) {
            return Ok(track);
        }
        let lag = self.lag(ray.step)?;
        // In how many rows a value is used: 0 for a track that is not a row.
        let width = if ray.step == (0, 1) { place(ray.width) } else { 0 };
        let shift = if self.is_additive { ray.step.1 } else { 0 };
        self.tracks.push(Track {
            step: ray.step,
            dx: place_of(ray.step.0),
            lag,
            shift,
            slots: lag + 1,
            width,
            needed: vec![false; self.rows],
        });
        Ok(self.tracks.len() - 1)
    }

    /// How many steps ago a cell was filled that is (dr, dy) before the cell filled now.
    fn lag(&self, (dr, dy): (i64, i64)) -> Result<usize, InputError> {
        let skewed = i128::from(dy) + i128::from(self.skew) * i128::from(dr);
        let lag = u64::try_from(skewed).unwrap_or(u64::MAX);
        if lag.saturating_add(1).saturating_mul(wide(self.rows)) > MOST_WINDOWS {
            Err(too_large())
        } else {
            Ok(place(lag))
        }
    }

    fn tap(&mut self, ray: usize, track: usize, (dr, dy): (i64, i64)) -> Result<(), InputError> {
        let lag = self.lag((dr, dy))?;
        if place_of(dr) >= self.rows {
            return Ok(());
        }
        let shift = if self.is_additive { dy } else { 0 };
        let is_next = self.tracks[track].step == (dr, dy);
        self.tracks[track].slots = self.tracks[track].slots.max(lag + 1);
        self.taps.push(Tap { ray, track, dr: place_of(dr), lag, shift, is_next });
        Ok(())
    }

    /// Finds where the rules change for the last time.
    fn settle(&mut self, settling: &[Vec<(u64, bool)>]) {
        for row in 0..self.rows {
            let here = wide(row);
            let guards = settling.iter().map(|rows| rows[row].0);
            let holes = self.game.rays().holes().iter().filter(|&&(x, _)| x == here).map(|&(_, y)| y + 1);
            let settled = guards.chain(holes).max().unwrap_or(0);
            self.settled = self.settled.max(settled);
            // A row whose rules never change asks for nothing.
            let step = if settled == 0 { 0 } else { settled + self.skew * here };
            self.regular_step = self.regular_step.max(step);
        }
    }

    /// A window is needed if an open ray reads it later, or if it becomes a part of such a window.
    fn find_needed(&self) -> Vec<Needed> {
        let mut needed = Vec::new();
        for (index, track) in self.tracks.iter().enumerate() {
            let mut lags: Vec<usize> = vec![0; self.rows];
            let mut is_read = vec![false; self.rows];
            for tap in self.taps.iter().filter(|tap| tap.track == index) {
                for row in (tap.dr..self.rows).filter(|&row| self.open[tap.ray][row]) {
                    lags[row - tap.dr] = lags[row - tap.dr].max(tap.lag);
                    is_read[row - tap.dr] = true;
                }
            }
            for row in (track.dx..self.rows).rev() {
                if is_read[row] {
                    is_read[row - track.dx] = true;
                    lags[row - track.dx] = lags[row - track.dx].max(track.lag);
                }
            }
            let those = lags.iter().enumerate().filter(|(_, lags)| **lags > 0);
            needed.extend(those.map(|(row, &lags)| Needed { track: index, row, lags }));
        }
        // The last rows differ most often.
        needed.sort_unstable_by_key(|needed| std::cmp::Reverse(needed.row));
        needed
    }
}

/// A step or a number of cells as an index. Steps are not negative here.
fn place_of(step: i64) -> usize {
    usize::try_from(step).unwrap_or(usize::MAX)
}

fn too_large() -> InputError {
    InputError::whole("the steps or widths of these rays are too large for a proof of a period")
}

/// The column from which on a guard does not change in a row, and whether it is open from there on.
fn settles(guard: Guard, row: u64) -> (u64, bool) {
    let rest = i128::from(guard.least) - i128::from(guard.x) * i128::from(row);
    let y = i128::from(guard.y);
    let column = match y {
        0 => 0,
        1.. => rest.div_euclid(y) + i128::from(rest.rem_euclid(y) > 0),
        _ => (-rest).div_euclid(-y) + 1,
    };
    (u64::try_from(column.max(0)).unwrap_or(u64::MAX), if y == 0 { rest <= 0 } else { y > 0 })
}

/// Whether all rows have moves to all their earlier cells from some column on, or none has such moves.
fn is_additive(rays: &[Ray], open: &[Vec<bool>]) -> Result<bool, InputError> {
    let along = |row: usize| rays.iter().zip(open).any(|(ray, open)| ray.step.0 == 0 && open[row]);
    let rows = open.first().map_or(0, Vec::len);
    let is_additive = along(0);
    let Some(row) = (0..rows).find(|&row| along(row) != is_additive) else { return Ok(is_additive) };
    let (with, without) = if is_additive { (0, row) } else { (row, 0) };
    Err(InputError::whole(format!(
        "a large second number can be lowered alone in row {with} but not in row {without}, and no period is known for rows of both kinds"
    )))
}
