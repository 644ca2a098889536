//! Games in a plane: the order in which cells are visited, and the sweep of a tile.
//!
//! # The order
//! In the coordinates of `layout.rs` no step adds to a number, so the options of a cell have a smaller x or a smaller y, and none is
//! larger. Rows of cells are grouped into *bands*, a band is divided into *tiles*, and a tile is swept along its anti-diagonals. Tile
//! (i, j), in band i and block of columns j, is done after (i, j-1) and (i-1, j). So options come before the cells that they are options of.
//!
//! Let two cells have a line in common. Their difference, or that of one of them and the mirror image of the other if lines are folded, is
//! a multiple of a step: no number of it is negative, or no number is positive. The cells of an anti-diagonal, and their mirror images,
//! differ by (k, -k). So no two of them share a line, and none is an option of another.
//!
//! # No two threads on a line
//! Let worker A be in band i and worker B in a later band. By the order of tiles A is in a later block of columns. So for cells
//! (x, y) of A's tile and (x', y') of B's tile, `x < x'` and `y' < y`: one number of the difference is positive and the other is negative, and
//! the cells share no line. If lines are folded, then `x < x' <= y' < y`, and the mirror image (y', x') differs from (x, y) in the same
//! way, since `x < y'` and `x' < y`. A worker uses only lines with a cell in its tile.
//!
//! # Sharing Nim
//! For the position (0, a, b) with `2a <= b` let x = a + b and y = 2b - a. Its options by moves between two piles are the earlier
//! positions with the same x, the same y, or the same y - x = b - 2a. By the complement symmetry (Ho, Theorem 1) this number
//! alone identifies a line, whichever pair of piles it belongs to. So the layout is that of Wythoff's game, on every third cell,
//! `x + y = 3b`, with `x <= y <= 2x`, but diagonals share their numbers with the rows. Two threads share no line here either: for
//! `x < x' <= y' < y` as above, `y - x <= x < x' <= y'` and `y' - x' <= y'/2 < y/2 <= x < y`, so no diagonal of one is a line of the other.

use super::layout::{Classes, Condition, Direction, Form, Layout, MOST_DIRECTIONS, Open};
use super::lines::{Beside, Cells, LONGEST_RUN, Run, Sets};
use super::ring::{NONE, Ring};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The most rows per band. With more, columns are fetched from memory less often. With fewer, the lines of a tile fit better into the
/// second-level cache.
pub(super) const ROWS: usize = 128;

/// Columns per tile. Each tile of a band has as many new columns and new diagonals.
pub(super) const COLUMNS: usize = 64;

const _: () = assert!(COLUMNS <= LONGEST_RUN);

/// The rows and columns of a tile, ends included.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    x: (usize, usize),
    y: (usize, usize),
}

impl Tile {
    /// The tile of a band of this many rows and a block of columns.
    pub fn new(layout: &Layout, height: usize, band: usize, block: usize) -> Self {
        let side =
            |from: usize, length: usize, end: usize| (from * length, (from * length + length).min(end) - 1);
        Self { x: side(band, height, layout.region.rows()), y: side(block, COLUMNS, layout.region.columns()) }
    }

    fn has_holes(self, layout: &Layout) -> bool {
        let mut holes = layout.holes_of(self.x.0..self.x.1 + 1).iter();
        holes.any(|(_, y)| (self.y.0..=self.y.1).contains(y))
    }
}

/// The next cell in the sweep of a tile: its anti-diagonal, its class among the cells of it that are `apart`, and its row.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    sum: usize,
    class: usize,
    x: usize,
}

/// Sweeps a tile from a cursor on. If the sets are too narrow, returns the cursor from which to continue after they have grown.
#[inline(always)]
pub(super) fn sweep_tile<S: Sets>(
    sets: &mut S,
    layout: &Layout,
    ring: &Ring,
    tile: Tile,
    from: Option<Cursor>,
) -> Result<(), Cursor> {
    let Tile { x: (x0, x1), y: (y0, y1) } = tile;
    let region = layout.region;
    let stride = region.stride();
    let has_holes = tile.has_holes(layout);
    let is_plain = layout.plain && !has_holes;
    let mut sum = from.map_or((x0 + y0).next_multiple_of(stride), |cursor| cursor.sum);
    while sum <= x1 + y1 {
        let run = region.anti_diagonal(sum);
        let low = x0.max(sum.saturating_sub(y1)).max(run.start);
        let end = (x1.min(sum - y0) + 1).min(run.end);
        let from = from.filter(|cursor| cursor.sum == sum);
        if low < end && layout.reach > 0 {
            feed(sets, layout, ring, sum, low..end);
        }
        if is_plain {
            let x = from.map_or(low, |cursor| cursor.x);
            if x < end {
                let cells = cells_of(layout, ring, sum, x, end - x);
                let claimed = claim_plain(sets, layout, x, sum - x, cells);
                if claimed < end - x {
                    return Err(Cursor { sum, class: 0, x: x + claimed });
                }
            }
            sum += stride;
            continue;
        }
        let mut class = from.map_or(0, |cursor| cursor.class);
        while low + class < end && class < layout.apart {
            let mut x = from.filter(|cursor| cursor.class == class).map_or(low + class, |cursor| cursor.x);
            while x < end {
                let mut stop = end;
                if has_holes {
                    let hole = |&x: &usize| layout.holes.binary_search(&(x, sum - x)).is_ok();
                    if hole(&x) {
                        ring.values[ring.row(x) + sum - x].store(NONE, Ordering::Relaxed);
                        x += layout.apart;
                        continue;
                    }
                    stop = (x..end).find(hole).unwrap_or(end);
                }
                let count = claim_guarded(sets, layout, ring, sum, x, stop);
                let claimed = match count {
                    Ok(claimed) => claimed,
                    Err(claimed) => return Err(Cursor { sum, class, x: x + claimed * layout.apart }),
                };
                x += claimed * layout.apart;
            }
            class += 1;
        }
        sum += stride;
    }
    Ok(())
}

/// The places of the cells of an anti-diagonal from row `x` on.
#[inline(always)]
fn cells_of<'r>(layout: &Layout, ring: &'r Ring, sum: usize, x: usize, count: usize) -> Cells<'r> {
    // One row down, and one column to the left if places are columns.
    let step = (ring.stride - usize::from(layout.region.stride() == 1)) * layout.apart;
    let places = &ring.values[ring.row(x) + layout.region.place(x, sum - x)..];
    Cells::new(places, step, count)
}

/// Computes the values of a run of cells of a plain layout, and adds them to their lines. Returns how many were computed before the sets
/// were too narrow.
#[inline(always)]
fn claim_plain<S: Sets>(sets: &mut S, layout: &Layout, x: usize, y: usize, cells: Cells<'_>) -> usize {
    let forms = &layout.forms;
    let claimed = match layout.always {
        0 => zeros(cells),
        1 => sets.claim(runs::<1>(forms, x, y), cells),
        2 => sets.claim(runs::<2>(forms, x, y), cells),
        3 => sets.claim(runs::<3>(forms, x, y), cells),
        4 => sets.claim(runs::<4>(forms, x, y), cells),
        5 => sets.claim(runs::<5>(forms, x, y), cells),
        6 => sets.claim(runs::<6>(forms, x, y), cells),
        7 => sets.claim(runs::<7>(forms, x, y), cells),
        _ => sets.claim(runs::<MOST_DIRECTIONS>(forms, x, y), cells),
    };
    for direction in &layout.directions[layout.always..] {
        sets.add([direction.form.run(x, y, 1)], cells.first(claimed));
    }
    claimed
}

/// The lines of a run of cells.
#[inline(always)]
fn runs<const K: usize>(forms: &[Form; MOST_DIRECTIONS], x: usize, y: usize) -> [Run; K] {
    let mut runs = [Run::NONE; K];
    for k in 0..K {
        runs[k] = forms[k].run(x, y, 1);
    }
    runs
}

/// Gives the value 0 to cells without options.
#[inline(always)]
fn zeros(cells: Cells<'_>) -> usize {
    (0..cells.count()).for_each(|cell| cells.place(cell).store(0, Ordering::Relaxed));
    cells.count()
}

/// Computes the cells of an anti-diagonal from row `x` on, as far as the same directions are open, and before row `stop`. Returns their
/// number, as an error if the sets are too narrow for the next one.
fn claim_guarded<S: Sets>(
    sets: &mut S,
    layout: &Layout,
    ring: &Ring,
    sum: usize,
    x: usize,
    mut stop: usize,
) -> Result<usize, usize> {
    let y = sum - x;
    let (mut open, mut opens) = ([Run::NONE; MOST_DIRECTIONS], 0);
    let (mut closed, mut closes) = ([Run::NONE; MOST_DIRECTIONS], 0);
    for direction in &layout.directions {
        let is_open = match &direction.open {
            Open::Always => true,
            Open::Never => false,
            Open::When(conditions) => {
                let mut any = false;
                for condition in conditions {
                    let (open, until) = condition.along(x, y, stop);
                    (any, stop) = (any | open, until);
                }
                any
            }
        };
        let run = direction.run(x, y, layout.apart);
        if is_open {
            open[opens] = run;
            opens += 1;
        } else {
            closed[closes] = run;
            closes += 1;
        }
    }
    let count = (stop - x).div_ceil(layout.apart);
    let cells = cells_of(layout, ring, sum, x, count);
    let claimed = match opens {
        0 => zeros(cells),
        1 => sets.claim([open[0]], cells),
        2 => sets.claim([open[0], open[1]], cells),
        3 => sets.claim([open[0], open[1], open[2]], cells),
        4 => sets.claim([open[0], open[1], open[2], open[3]], cells),
        5 => sets.claim([open[0], open[1], open[2], open[3], open[4]], cells),
        6 => sets.claim([open[0], open[1], open[2], open[3], open[4], open[5]], cells),
        7 => sets.claim([open[0], open[1], open[2], open[3], open[4], open[5], open[6]], cells),
        _ => sets.claim(open, cells),
    };
    closed[..closes].iter().for_each(|&line| sets.add([line], cells.first(claimed)));
    if claimed < count { Err(claimed) } else { Ok(count) }
}

impl Form {
    /// The lines of the cells (x, y), (x+n, y-n), .. where n is `apart`.
    #[inline(always)]
    fn run(self, x: usize, y: usize, apart: usize) -> Run {
        // Lines are in range, which `Sets` asserts.
        let (along, down) = (self.x.wrapping_mul(x.cast_signed()), self.y.wrapping_mul(y.cast_signed()));
        let first = self.first.wrapping_add(along).wrapping_add(down).cast_unsigned();
        Run { first, step: self.x.wrapping_sub(self.y).wrapping_mul(apart.cast_signed()) }
    }
}

impl Direction {
    /// The lines of the cells (x, y), (x+n, y-n), .. where n is `apart`.
    fn run(&self, x: usize, y: usize, apart: usize) -> Run {
        let Run { first, step } = self.form.run(x, y, apart);
        let Classes { count, x: factor_x, y: factor_y } = self.classes;
        let class = if count == 1 { 0 } else { (factor_x * x + factor_y * y) % count };
        Run { first: first.wrapping_add(class), step }
    }
}

impl Condition {
    /// Whether (x, y) meets the condition, and the row before which the cells of its anti-diagonal do as it does, at most `stop`.
    #[inline(always)]
    fn along(self, x: usize, y: usize, stop: usize) -> (bool, usize) {
        let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let excess = (self.x * signed(x) + self.y * signed(y)).saturating_sub(self.least);
        let step = self.x - self.y;
        let open = excess >= 0;
        let same = if open && step < 0 {
            excess / -step + 1
        } else if !open && step > 0 {
            excess.saturating_neg().saturating_sub(1) / step + 1
        } else {
            return (open, stop);
        };
        let same = usize::try_from(same).unwrap_or(usize::MAX);
        (open, stop.min(x.saturating_add(same)))
    }
}

/// A wide ray also reaches cells beside its line. This adds the values of neighbouring cells that are options of (x, y) to the line through
/// it, where later cells find them: the cells to the left for a ray that takes from x alone, those above for one that takes from y alone, and
/// both for the diagonal. Every option of (x, y) off its own lines has been added to one of them at (x, y) or at a cell before it on that line.
///
/// If lines are folded, a cell (x, y-e) with y-e < x is not added: its mirror image (y-e, x) is an option of (x, y) along the same ray, as 0 <= y-x < e.
#[inline(always)]
fn feed<S: Sets>(sets: &mut S, layout: &Layout, ring: &Ring, sum: usize, rows: Range<usize>) {
    let reach = layout.reach;
    // The rows whose cells have all these neighbours, on this side of the axis of a fold.
    let start = rows.start.max(reach);
    let most = sum.checked_sub(reach).map_or(0, |rest| {
        let axis = if layout.folded { rest / 2 + 1 } else { rows.end };
        axis.min(rest / (layout.slope + 1) + 1)
    });
    let end = rows.end.min(most);
    // Their places are at equal distances, unless the ring ends between them.
    if start >= end || ring.rows_from(start - reach) < end - start + reach {
        feed_edge(sets, layout, ring, sum, rows);
        return;
    }
    feed_edge(sets, layout, ring, sum, rows.start..start);
    feed_inside(sets, layout, ring, sum, start..end);
    feed_edge(sets, layout, ring, sum, end..rows.end);
}

/// The same for rows whose cells have all these neighbours at equal distances in the ring.
#[inline(always)]
fn feed_inside<S: Sets>(sets: &mut S, layout: &Layout, ring: &Ring, sum: usize, rows: Range<usize>) {
    feed_from(sets, layout, ring, sum, rows.clone(), &layout.fed_from_above, ring.stride + layout.slope);
    feed_from(sets, layout, ring, sum, rows, &layout.fed_from_left, 1);
}

/// The same for the neighbours on one side, each of which is `back` places before the next one.
#[inline(always)]
fn feed_from<S: Sets>(
    sets: &mut S,
    layout: &Layout,
    ring: &Ring,
    sum: usize,
    rows: Range<usize>,
    directions: &[usize],
    back: usize,
) {
    let (x, count) = (rows.start, rows.len());
    let place = ring.row(x) + sum - x;
    for pair in directions.chunks(2) {
        let first = &layout.directions[pair[0]];
        let most = first.beside.min(layout.reach);
        let cells = Cells::new(&ring.values[place - most * back..], ring.stride - 1, count);
        let beside = Beside::new(cells, back, most);
        let first = first.run(x, sum - x, 1);
        match pair.get(1).map(|&second| &layout.directions[second]) {
            Some(second) => {
                let common = second.beside.min(layout.reach);
                sets.add_beside([first, second.run(x, sum - x, 1)], common, beside);
            }
            None => sets.add_beside([first], most, beside),
        }
    }
}

/// The same for any rows, neighbour by neighbour.
fn feed_edge<S: Sets>(sets: &mut S, layout: &Layout, ring: &Ring, sum: usize, rows: Range<usize>) {
    if rows.is_empty() {
        return;
    }
    for e in 1..=layout.reach {
        let reaching = |direction: &&Direction| direction.beside >= e;
        let above = layout.directions.iter().filter(reaching).filter(|direction| direction.above);
        let place = |x: usize| ring.row(x - e) + sum - x - layout.slope * e;
        feed_lines(sets, ring, sum, above, rows.start.max(e)..rows.end, e, place);
        // The second number before it was slanted is at least e.
        let Some(most) = sum.checked_sub(e).map(|rest| rest / (layout.slope + 1)) else { continue };
        let end = rows.end.min(most + 1);
        let left = layout.directions.iter().filter(reaching).filter(|direction| direction.left);
        let end = if layout.folded { end.min((sum - e) / 2 + 1) } else { end };
        feed_lines(sets, ring, sum, left, rows.start..end, 0, |x| ring.row(x) + sum - x - e);
    }
}

/// Adds to the lines of the cells (x, sum - x), in these directions, the values in these places, which are in row `x - above`.
#[inline(always)]
fn feed_lines<'d, S: Sets>(
    sets: &mut S,
    ring: &Ring,
    sum: usize,
    mut directions: impl Iterator<Item = &'d Direction>,
    rows: Range<usize>,
    above: usize,
    place: impl Fn(usize) -> usize,
) {
    while let Some(direction) = directions.next() {
        let second = directions.next();
        let mut x = rows.start;
        while x < rows.end {
            // Places are at equal distances up to the end of the ring.
            let count = ring.rows_from(x - above).min(rows.end - x);
            let values = Cells::new(&ring.values[place(x)..], ring.stride - 1, count);
            let run = |direction: &Direction| direction.run(x, sum - x, 1);
            match second {
                Some(second) => sets.add([run(direction), run(second)], values),
                None => sets.add([run(direction)], values),
            }
            x += count;
        }
    }
}

#[cfg(test)]
mod tests;
