//! The kernel in Rust, step by step, with warps in any order that it allows.

use super::super::layout::{Layout, MOST_DIRECTIONS};
use super::super::ring::NONE;
use super::sweep::{BLOCK, Described, Direction, LANES, ROWS_OF_WARP, Sweep, TRIES, signed};
use crate::widths::{index, place};

/// The memory of the device.
struct Memory {
    sets: Vec<u64>,
    /// All rows.
    values: Vec<u32>,
    narrow: bool,
}

/// Parts that are read at once: two by each lane.
const WINDOW: usize = 2 * LANES;

/// A number of a sweep that is not negative, as an index.
fn at(number: i64) -> usize {
    usize::try_from(number).unwrap()
}

fn value_place(s: &Sweep, x: i64, y: i64) -> usize {
    at((x - s.base) * s.pitch + if s.spread < 0 { y } else { (x + y) / 3 })
}

/// Where the set of a line begins.
fn set_of(s: &Sweep, d: &Direction, x: i64, y: i64) -> usize {
    let line = d.first + d.x * x + d.y * y + (d.class_x * x + d.class_y * y).rem_euclid(d.classes);
    at(line * s.record)
}

fn is_open(conditions: &[i64], d: &Direction, x: i64, y: i64) -> bool {
    let mut list = conditions[3 * at(d.from)..].chunks_exact(3).take(at(d.conditions));
    d.never == 0 && (d.conditions == 0 || list.any(|c| c[0] * x + c[1] * y >= c[2]))
}

fn row_of(s: &Sweep, x: i64) -> (i64, i64) {
    if s.spread < 0 { (x + s.slope * x, x + s.max) } else { ((2 * x + 2) / 3 * 3, (3 * x).min(3 * s.spread)) }
}

fn add(s: &Sweep, memory: &mut Memory, set: usize, value: u32) {
    if value != NONE {
        memory.sets[set + at(s.parts) + index(value) / 64] |= 1 << (value % 64);
    }
}

fn feed(s: &Sweep, count: usize, memory: &mut Memory, x: i64, y: i64) {
    for i in 0..s.reach * signed(count) {
        let (e, d) = (i / signed(count) + 1, &s.directions[at(i % signed(count))]);
        if d.beside < e {
            continue;
        }
        let set = set_of(s, d, x, y);
        if d.above != 0 && x >= e {
            add(s, memory, set, memory.values[value_place(s, x - e, y - s.slant * e)]);
        }
        if d.left != 0 && y - s.slant * x >= e {
            let mirrored = s.folded != 0 && y - e < x;
            let place = if mirrored { value_place(s, y - e, x) } else { value_place(s, x, y - e) };
            add(s, memory, set, memory.values[place]);
        }
    }
}

/// What is full on the lines of a cell: for each of them, the words of a window. Those of lines that are not open are 0.
#[derive(Clone, Default)]
struct Ahead {
    /// The first part.
    base: usize,
    full: Vec<[u64; WINDOW]>,
}

impl Ahead {
    fn read(s: &Sweep, memory: &Memory, lines: &[usize], open: &[bool], base: usize) -> Self {
        let word = |line: usize, open: bool, i: usize| {
            if open && base + i < at(s.parts) { memory.sets[line + base + i] } else { 0 }
        };
        let of = |(&line, &open): (&usize, &bool)| std::array::from_fn(|i| word(line, open, i));
        Self { base, full: lines.iter().zip(open).map(of).collect() }
    }

    /// The parts with their blocks that are not known to be full.
    fn some(&self, s: &Sweep) -> Vec<(usize, u64)> {
        let not_full = |i: usize| !self.full.iter().fold(0, |full, words| full | words[i]);
        let parts = (0..WINDOW).filter(|i| self.base + i < at(s.parts));
        parts.map(|i| (self.base + i, not_full(i))).collect()
    }
}

/// The lines of a cell, and which of them are open.
fn lines_of(described: &Described, x: i64, y: i64) -> (Vec<usize>, Vec<bool>) {
    let Described { count, conditions, sweep, .. } = described;
    let directions = &sweep.directions[..*count];
    let lines = directions.iter().map(|d| set_of(sweep, d, x, y)).collect();
    (lines, directions.iter().map(|d| is_open(conditions, d, x, y)).collect())
}

/// What the kernel does for a cell. `ahead` is what was known to be full when the cell before it was done.
fn cell(described: &Described, s: &Sweep, memory: &mut Memory, x: i64, y: i64, ahead: &Ahead) {
    let Described { count, holes, .. } = described;
    if holes.chunks_exact(2).any(|hole| hole == [x, y]) {
        memory.values[value_place(s, x, y)] = NONE;
        return;
    }
    feed(s, *count, memory, x, y);
    let (lines, open) = lines_of(described, x, y);
    let mut ahead = ahead.clone();
    while ahead.base < at(s.parts) {
        for (part, mut blocks) in ahead.some(s) {
            while blocks != 0 {
                // Some blocks at once, of which the last one may be read more than once.
                let mut tries = Vec::new();
                for _ in 0..TRIES {
                    let last = tries.last().copied();
                    tries.push(
                        last.filter(|_| blocks == 0).unwrap_or(part * 64 + index(blocks.trailing_zeros())),
                    );
                    blocks &= blocks.wrapping_sub(1);
                }
                if search(s, memory, &lines, &open, &tries, value_place(s, x, y)) {
                    return;
                }
            }
        }
        ahead = Ahead::read(s, memory, &lines, &open, ahead.base + WINDOW);
    }
    memory.narrow = true;
}

/// Looks for a gap in some blocks and fills it. Returns whether there is one.
fn search(
    s: &Sweep,
    memory: &mut Memory,
    lines: &[usize],
    open: &[bool],
    tries: &[usize],
    value: usize,
) -> bool {
    let place_of = |line: usize, block: usize, lane: usize| line + at(s.parts) + block * LANES + lane;
    // All words are read before one is changed.
    for &block in tries {
        for &line in lines {
            let words = &memory.sets[place_of(line, block, 0)..place_of(line, block, LANES)];
            if words.iter().all(|&word| word == u64::MAX) {
                memory.sets[line + block / 64] |= 1 << (block % 64);
            }
        }
    }
    for &block in tries {
        let union = |lane: usize| {
            let open = lines.iter().zip(open).filter(|(_, open)| **open);
            open.fold(0, |union, (&line, _)| union | memory.sets[place_of(line, block, lane)])
        };
        let Some(lane) = (0..LANES).find(|&lane| union(lane) != u64::MAX) else { continue };
        if block == at(s.width) - 1 {
            memory.narrow = true;
            return true;
        }
        let bit = union(lane).trailing_ones();
        for &line in lines {
            memory.sets[place_of(line, block, lane)] |= 1 << bit;
        }
        memory.values[value] = u32::try_from(block * BLOCK + lane * 64).unwrap() + bit;
        return true;
    }
    false
}

/// A warp at work.
struct Warp {
    ticket: usize,
    sum: i64,
    end: i64,
    ahead: [Ahead; ROWS_OF_WARP],
}

/// Sweeps all rows in bands of some rows; `along` tells whether parts that are full in a row are passed. `choose` picks one of so many warps that may go on. `None` if the sets are too narrow.
pub(super) fn sweep(
    layout: &Layout,
    largest: usize,
    (rows, along): (usize, bool),
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<u32>> {
    /// Warps that are resident at the same time.
    const RESIDENT: usize = 7;
    let described = Described::new(layout, largest);
    assert!(described.count <= MOST_DIRECTIONS);
    let mut s = described.sweep;
    s.along = if along { s.along } else { -1 };
    let mut memory = Memory {
        sets: vec![0; described.words().unwrap()],
        values: vec![NONE; at(s.pitch) * layout.region.rows()],
        narrow: false,
    };
    let stride = described.stride();
    for first in (0..layout.region.rows()).step_by(rows) {
        (s.x0, s.x1) = (signed(first), signed((first + rows).min(layout.region.rows())) - 1);
        let warps = place((s.x1 - s.x0 + 1).unsigned_abs()).div_ceil(ROWS_OF_WARP);
        let mut progress = vec![-1_i64; warps + 1];
        progress[0] = i64::MAX;
        let (mut next, mut working): (usize, Vec<Warp>) = (0, Vec::new());
        loop {
            while working.len() < RESIDENT && next < warps {
                let top = s.x0 + signed(ROWS_OF_WARP * next);
                let ends = (top..=s.x1.min(top + signed(ROWS_OF_WARP) - 1)).map(|x| row_of(&s, x).1);
                let (sum, end) = (row_of(&s, top).0, ends.max().unwrap_or(-1));
                let mut warp =
                    Warp { ticket: next, sum, end, ahead: std::array::from_fn(|_| Ahead::default()) };
                warp.read_ahead(&described, &s, &memory, sum);
                working.push(warp);
                next += 1;
            }
            let ready: Vec<usize> = (0..working.len())
                .filter(|&i| {
                    working[i].sum > working[i].end || progress[working[i].ticket] >= working[i].sum - stride
                })
                .collect();
            if working.is_empty() {
                break;
            }
            let chosen = ready[choose(ready.len())];
            let warp = &mut working[chosen];
            if warp.sum > warp.end {
                progress[warp.ticket + 1] = i64::MAX;
                working.remove(chosen);
                continue;
            }
            let top = s.x0 + signed(ROWS_OF_WARP * warp.ticket);
            for own in 0..ROWS_OF_WARP {
                let x = top + signed(own);
                let (low, high) = row_of(&s, x);
                if x <= s.x1 && (low..=high).contains(&warp.sum) {
                    cell(&described, &s, &mut memory, x, warp.sum - x, &warp.ahead[own]);
                }
            }
            if memory.narrow {
                return None;
            }
            warp.read_ahead(&described, &s, &memory, warp.sum + stride);
            progress[warp.ticket + 1] = warp.sum;
            warp.sum += stride;
        }
    }
    Some(memory.values)
}

impl Warp {
    /// Reads what is full for the cells of an anti-diagonal. If all of a row is full in the first words of the window, they are not read again.
    fn read_ahead(&mut self, described: &Described, s: &Sweep, memory: &Memory, sum: i64) {
        let top = s.x0 + signed(ROWS_OF_WARP * self.ticket);
        for (own, ahead) in (0..).zip(&mut self.ahead) {
            let x = top + own;
            let (low, high) = row_of(s, x);
            if x > s.x1 || !(low..=high).contains(&sum) {
                continue;
            }
            let along = usize::try_from(s.along).ok().and_then(|along| ahead.full.get(along));
            let passed = along.is_some_and(|words| words[0] & words[1] == u64::MAX);
            let (lines, open) = lines_of(described, x, sum - x);
            *ahead = Ahead::read(s, memory, &lines, &open, ahead.base + if passed { 2 } else { 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Guard, Ray, Rays, Symmetric};
    use crate::solve::rays::{Field, How, Simd};
    use std::ops::ControlFlow;

    /// The cells of the processor's engine, by their places in a table of rows.
    fn expected(field: &Field, pitch: usize) -> Vec<u32> {
        let layout = &field.layout;
        let mut values = vec![NONE; pitch * layout.region.rows()];
        let how = How { simd: Simd::Portable, threads: 1, ..How::default() };
        let made = field.for_each(how, &mut |chunk| {
            for (x, y, cells) in chunk.band.rows() {
                let from = x * pitch + layout.region.place(x, y);
                let cells = cells.iter().map(|cell| cell.load(std::sync::atomic::Ordering::Relaxed));
                values[from..].iter_mut().zip(cells).for_each(|(to, value)| *to = value);
            }
            ControlFlow::Continue(())
        });
        made.unwrap();
        values
    }

    fn fields() -> Vec<Field> {
        let ray = |step, guard, width| Ray { step, guard, width };
        let plain = |step| ray(step, Guard::ALWAYS, 1);
        let guarded = vec![
            ray((1, 0), Guard { x: 1, y: -2, least: -30 }, 1),
            plain((0, 1)),
            plain((3, 3)),
            ray((1, -1), Guard { x: 1, y: 1, least: 40 }, 1),
        ];
        let guarded = Rays::new(guarded, vec![(7, 3), (10, 10)]).unwrap();
        let gdwn = Rays::new([(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)].map(plain).to_vec(), vec![]).unwrap();
        let symmetric = [
            Symmetric::NIM,
            Symmetric::STAR_NIM,
            Symmetric::WYTHOFF,
            Symmetric::R_WYTHOFF,
            Symmetric::nim_ab(2, 3),
            Symmetric::nim_ab(3, 1),
        ];
        let symmetric = symmetric.map(|shape| Field::rectangle(&shape.into(), 150, 190).unwrap());
        let others = [
            Field::rectangle(&guarded, 60, 120).unwrap(),
            Field::rectangle(&gdwn, 130, 130).unwrap(),
            Field::rectangle(&Rays::from(Symmetric::WYTHOFF), 5, 2000).unwrap(),
            Field::sharing(200).unwrap(),
        ];
        symmetric.into_iter().chain(others).collect()
    }

    /// Whatever the order of warps and the size of bands, cells are those of the processor.
    #[test]
    fn warps_in_any_order_give_the_same_cells() {
        for field in fields() {
            let pitch = at(Described::new(&field.layout, field.largest).sweep.pitch);
            let wanted = expected(&field, pitch);
            let mut state = 1_u64;
            let mut random = |count: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                usize::try_from(state >> 33).unwrap() % count
            };
            let (mut first, mut last) = (|_: usize| 0, |count: usize| count - 1);
            let orders: [&mut dyn FnMut(usize) -> usize; 3] = [&mut random, &mut first, &mut last];
            for (order, rows) in orders.into_iter().zip([64, 128, 1000]) {
                // Values beyond the room make the sets wider.
                let rooms = [field.largest, 2 * field.largest + 600];
                let made = rooms.into_iter().find_map(|room| sweep(&field.layout, room, (rows, true), order));
                let made = made.unwrap();
                for x in 0..field.layout.region.rows() {
                    for y in field.layout.region.row(x) {
                        let at = x * pitch + field.layout.region.place(x, y);
                        assert_eq!(made[at], wanted[at], "{x},{y} of {:?}", field.layout.region);
                    }
                }
            }
        }
    }

    /// Rows whose full parts are passed, and those of which several windows are read.
    #[test]
    fn long_rows_are_searched_from_what_is_not_full() {
        let field = Field::rectangle(&Symmetric::WYTHOFF.into(), 2, 133_000).unwrap();
        let pitch = at(Described::new(&field.layout, field.largest).sweep.pitch);
        let wanted = expected(&field, pitch);
        for along in [true, false] {
            let made = sweep(&field.layout, field.largest, (1000, along), &mut |_| 0).unwrap();
            for x in 0..3 {
                assert!(made[x * pitch..][x..=133_000] == wanted[x * pitch..][x..=133_000], "{x}, {along}");
            }
        }
    }

    /// Sets that are too narrow are noticed.
    #[test]
    fn narrow_sets_are_noticed() {
        let field = Field::rectangle(&Symmetric::NIM.into(), 600, 600).unwrap();
        assert_eq!(sweep(&field.layout, 500, (1000, true), &mut |_| 0), None);
    }
}
