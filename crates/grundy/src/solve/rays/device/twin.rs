//! The kernel in Rust, step by step, with warps in any order that it allows.

use super::super::layout::{Layout, MOST_DIRECTIONS};
use super::super::ring::NONE;
use super::sweep::{BLOCK, Described, Direction, LANES, ROWS_OF_WARP, Sweep, signed};
use crate::widths::{index, place};

/// The memory of the device.
struct Memory {
    blocks: Vec<u64>,
    full: Vec<u64>,
    /// All rows.
    values: Vec<u32>,
    narrow: bool,
}

/// A number of a sweep that is not negative, as an index.
fn at(number: i64) -> usize {
    usize::try_from(number).unwrap()
}

fn value_place(s: &Sweep, x: i64, y: i64) -> usize {
    at((x - s.base) * s.pitch + if s.spread < 0 { y } else { (x + y) / 3 })
}

fn line_of(d: &Direction, x: i64, y: i64) -> i64 {
    let line = d.first + d.x * x + d.y * y;
    if d.classes == 1 { line } else { line + (d.class_x * x + d.class_y * y) % d.classes }
}

fn is_open(conditions: &[i64], d: &Direction, x: i64, y: i64) -> bool {
    let mut list = conditions[3 * at(d.from)..].chunks_exact(3).take(at(d.conditions));
    d.never == 0 && (d.conditions == 0 || list.any(|c| c[0] * x + c[1] * y >= c[2]))
}

fn row_of(s: &Sweep, x: i64) -> (i64, i64) {
    if s.spread < 0 { (x + s.slope * x, x + s.max) } else { ((2 * x + 2) / 3 * 3, (3 * x).min(3 * s.spread)) }
}

fn add(s: &Sweep, memory: &mut Memory, line: i64, value: u32) {
    if value != NONE {
        let value = index(value);
        let block = (value / BLOCK) * at(s.lines) + at(line);
        memory.blocks[block * LANES + value / 64 % LANES] |= 1 << (value % 64);
    }
}

fn feed(s: &Sweep, count: usize, memory: &mut Memory, x: i64, y: i64) {
    for i in 0..s.reach * signed(count) {
        let (e, d) = (i / signed(count) + 1, &s.directions[at(i % signed(count))]);
        if d.beside < e {
            continue;
        }
        let line = line_of(d, x, y);
        if d.above != 0 && x >= e {
            add(s, memory, line, memory.values[value_place(s, x - e, y - s.slant * e)]);
        }
        if d.left != 0 && y - s.slant * x >= e {
            let mirrored = s.folded != 0 && y - e < x;
            let place = if mirrored { value_place(s, y - e, x) } else { value_place(s, x, y - e) };
            add(s, memory, line, memory.values[place]);
        }
    }
}

fn not_full(s: &Sweep, memory: &Memory, lines: &[i64], open: &[bool], part: i64) -> u64 {
    if part >= s.parts {
        return 0;
    }
    let full = lines.iter().zip(open).filter(|(_, open)| **open);
    !full.fold(0, |full, (line, _)| full | memory.full[at(part * s.lines + line)])
}

/// `cell` of the kernel. `some` are the blocks that were not known to be full when the cell before it was done.
fn cell(described: &Described, s: &Sweep, memory: &mut Memory, x: i64, y: i64, some: &[u64; LANES]) {
    let Described { count, conditions, holes, .. } = described;
    if holes.chunks_exact(2).any(|hole| hole == [x, y]) {
        memory.values[value_place(s, x, y)] = NONE;
        return;
    }
    feed(s, *count, memory, x, y);
    let lines: Vec<i64> = s.directions[..*count].iter().map(|d| line_of(d, x, y)).collect();
    let open: Vec<bool> = s.directions[..*count].iter().map(|d| is_open(conditions, d, x, y)).collect();
    let place_of = |block: i64, line: i64, lane: usize| at(block * s.lines + line) * LANES + lane;
    for base in (0..s.parts).step_by(LANES) {
        for (lane, &ahead) in some.iter().enumerate() {
            let part = base + signed(lane);
            let mut blocks = if base == 0 { ahead } else { not_full(s, memory, &lines, &open, part) };
            while blocks != 0 {
                let bit = blocks.trailing_zeros();
                blocks &= blocks - 1;
                let block = part * 64 + i64::from(bit);
                let word = |k: usize, lane: usize| memory.blocks[place_of(block, lines[k], lane)];
                let union =
                    |lane: usize| (0..*count).filter(|&k| open[k]).fold(0, |union, k| union | word(k, lane));
                if let Some(lane) = (0..LANES).find(|&lane| union(lane) != u64::MAX) {
                    if block == s.width - 1 {
                        memory.narrow = true;
                        return;
                    }
                    let bit = union(lane).trailing_ones();
                    for &line in &lines {
                        memory.blocks[place_of(block, line, lane)] |= 1 << bit;
                    }
                    let value = at(block) * BLOCK + lane * 64 + index(bit);
                    memory.values[value_place(s, x, y)] = u32::try_from(value).unwrap();
                    return;
                }
                for (k, &line) in lines.iter().enumerate() {
                    if (0..LANES).all(|lane| word(k, lane) == u64::MAX) {
                        memory.full[at(part * s.lines + line)] |= 1 << bit;
                    }
                }
            }
        }
    }
}

/// A warp at work.
struct Warp {
    ticket: usize,
    sum: i64,
    end: i64,
    some: [[u64; LANES]; ROWS_OF_WARP],
}

/// Sweeps all rows in bands of some rows. `choose` picks one of so many warps that may go on. `None` if the sets are too narrow.
pub(super) fn sweep(
    layout: &Layout,
    largest: usize,
    rows: usize,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<u32>> {
    /// Warps that are resident at the same time.
    const RESIDENT: usize = 7;
    let described = Described::new(layout, largest);
    assert!(described.count <= MOST_DIRECTIONS);
    let mut s = described.sweep;
    let mut memory = Memory {
        blocks: vec![0; at(s.lines * s.width) * LANES],
        full: described.full_at_first(),
        values: vec![NONE; at(s.pitch) * layout.region.rows()],
        narrow: false,
    };
    let stride = if s.spread < 0 { 1 } else { 3 };
    for first in (0..layout.region.rows()).step_by(rows) {
        (s.x0, s.x1) = (signed(first), signed((first + rows).min(layout.region.rows())) - 1);
        let warps = place((s.x1 - s.x0 + 1).unsigned_abs()).div_ceil(ROWS_OF_WARP);
        let mut progress = vec![-1_i64; warps + 1];
        progress[0] = i64::MAX;
        let (mut next, mut working): (usize, Vec<Warp>) = (0, Vec::new());
        loop {
            while working.len() < RESIDENT && next < warps {
                let top = s.x0 + signed(ROWS_OF_WARP * next);
                let ends = (top..=s.x1.min(top + 3)).map(|x| row_of(&s, x).1);
                let (sum, end) = (row_of(&s, top).0, ends.max().unwrap_or(-1));
                let mut warp = Warp { ticket: next, sum, end, some: [[0; LANES]; ROWS_OF_WARP] };
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
                    cell(&described, &s, &mut memory, x, warp.sum - x, &warp.some[own]);
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
    /// Reads what is full for the cells of an anti-diagonal.
    fn read_ahead(&mut self, described: &Described, s: &Sweep, memory: &Memory, sum: i64) {
        let top = s.x0 + signed(ROWS_OF_WARP * self.ticket);
        for (own, some) in (0..).zip(&mut self.some) {
            let x = top + own;
            let (low, high) = row_of(s, x);
            if x > s.x1 || !(low..=high).contains(&sum) {
                continue;
            }
            let directions = &s.directions[..described.count];
            let lines: Vec<i64> = directions.iter().map(|d| line_of(d, x, sum - x)).collect();
            let open: Vec<bool> =
                directions.iter().map(|d| is_open(&described.conditions, d, x, sum - x)).collect();
            *some = std::array::from_fn(|lane| not_full(s, memory, &lines, &open, signed(lane)));
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
                let made = rooms.into_iter().find_map(|room| sweep(&field.layout, room, rows, order));
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

    /// Sets that are too narrow are noticed.
    #[test]
    fn narrow_sets_are_noticed() {
        let field = Field::rectangle(&Symmetric::NIM.into(), 600, 600).unwrap();
        assert_eq!(sweep(&field.layout, 500, 1000, &mut |_| 0), None);
    }
}
