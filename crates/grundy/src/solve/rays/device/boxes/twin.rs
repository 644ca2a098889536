//! The steps of `cells.cu` in Rust, one candidate after the other in any order within a sum.

use super::super::sweep::{BLOCK, LANES};
use super::{Described, Form, Work};
use crate::widths::index;

/// Cells that a warp computes at once.
const CELLS: usize = 8;

/// The memory of the device.
struct Memory {
    sets: Vec<u64>,
    planes: Vec<u32>,
    values: Vec<u32>,
}

fn at(number: i64) -> usize {
    usize::try_from(number).unwrap()
}

fn is_position(d: &Described, x: &[i64]) -> bool {
    let clauses = at(d.work.clauses);
    let (starts, list) = d.conditions.split_at(clauses + 1);
    let conditions: Vec<&[i64]> = list.chunks_exact(d.numbers + 2).collect();
    starts.windows(2).any(|ends| {
        conditions[at(ends[0])..at(ends[1])].iter().all(|condition| {
            let terms = condition[2..].iter().zip(x);
            let number = condition[1] + terms.map(|(factor, x)| factor * x).sum::<i64>();
            match condition[0] {
                0 => number >= 0,
                -1 => number != 0,
                modulus => number % modulus == 0,
            }
        })
    })
}

/// The numbers of the cell of a plane with this row and this sum; the last one may be out of range.
fn numbers_of(d: &Described, memory: &Memory, plane: usize, row: usize, sum: usize) -> Vec<i64> {
    let fixed = d.numbers.saturating_sub(2);
    let mut x: Vec<i64> =
        memory.planes[plane * fixed..(plane + 1) * fixed].iter().map(|&x| i64::from(x)).collect();
    if d.numbers > 1 {
        x.push(i64::try_from(row).unwrap());
    }
    x.push(i64::try_from(sum).unwrap() - x.iter().sum::<i64>());
    x
}

fn is_cell(d: &Described, memory: &Memory, plane: usize, row: usize, sum: usize) -> bool {
    if plane >= at(d.work.plane_count) {
        return false;
    }
    let x = numbers_of(d, memory, plane, row, sum);
    let n = d.numbers;
    if x[n - 1] < 0 || x[n - 1] > d.work.columns {
        return false;
    }
    if d.sorted && n > 1 && (x[n - 2] > x[n - 1] || n > 2 && x[n - 2] < x[n - 3]) {
        return false;
    }
    d.conditions.is_empty() || is_position(d, &x)
}

fn put(d: &Described, memory: &mut Memory, x: &[i64], value: u32) {
    let w = &d.work;
    let mut put_at = |a: i64, b: i64| {
        if a < w.side && b < w.side {
            memory.values[at(a * w.side + b)] = value + 1;
        }
    };
    if !d.sorted {
        let (mut a, mut b) = (-1, -1);
        for (&place, &number) in w.places.iter().zip(x) {
            let letter = match place {
                -1 => &mut a,
                -2 => &mut b,
                _ if place != number => return,
                _ => continue,
            };
            if *letter >= 0 && *letter != number {
                return;
            }
            *letter = number;
        }
        if a >= 0 && b >= 0 {
            put_at(a, b);
        }
        return;
    }
    let (mut fixed, mut left, mut lows, mut highs) = (0, 0, 0, 0);
    let (mut low, mut high) = (0, 0);
    for &number in x {
        if fixed < w.fixed_count && number == w.places[at(fixed)] {
            fixed += 1;
            continue;
        }
        if left == 0 {
            low = number;
        }
        highs = if left > 0 && number == high { highs + 1 } else { 1 };
        high = number;
        lows += i64::from(number == low);
        left += 1;
    }
    if fixed < w.fixed_count || left == 0 {
        return;
    }
    if low == high {
        put_at(low, low);
    } else if lows + highs == left {
        if (lows, highs) == (w.a_count, w.b_count) {
            put_at(low, high);
        }
        if (lows, highs) == (w.b_count, w.a_count) {
            put_at(high, low);
        }
    }
}

/// The blocks of a part that are not known to be full on a line.
fn open_blocks(w: &Work, memory: &Memory, lines: &[usize], part: usize) -> u64 {
    let Some(left) = at(w.width).checked_sub(64 * part).filter(|&left| left > 0) else { return 0 };
    let beyond = if left < 64 { u64::MAX << left } else { 0 };
    !lines.iter().fold(beyond, |full, line| full | memory.sets[line + part])
}

/// Finds the value of a cell and adds it to its lines.
fn fill(d: &Described, memory: &mut Memory, plane: usize, row: usize, sum: usize) -> (Vec<i64>, u32) {
    let w = &d.work;
    let x = numbers_of(d, memory, plane, row, sum);
    let line = |f: &Form| {
        let fixed = f.fixed.iter().zip(&x[..d.numbers.saturating_sub(2)]);
        let number = f.first + f.row * i64::try_from(row).unwrap() + f.column * x[d.numbers - 1];
        let number = number + fixed.map(|(factor, x)| factor * x).sum::<i64>();
        assert!((0..d.lines.unwrap()).contains(&at(number)), "{x:?}");
        at(number * w.record)
    };
    let lines: Vec<usize> = w.forms[..d.count].iter().map(line).collect();
    for part in 0..at(w.parts) {
        let mut open = open_blocks(w, memory, &lines, part);
        while open != 0 {
            let block = part * 64 + index(open.trailing_zeros());
            open &= open - 1;
            let begin = |line: usize| line + at(w.parts) + block * LANES;
            for &line in &lines {
                if memory.sets[begin(line)..begin(line) + LANES].iter().all(|&word| word == u64::MAX) {
                    memory.sets[line + block / 64] |= 1 << (block % 64);
                }
            }
            let both =
                |lane: usize| lines.iter().fold(0, |both, &line| both | memory.sets[begin(line) + lane]);
            let Some((lane, both)) =
                (0..LANES).map(|lane| (lane, both(lane))).find(|(_, both)| *both != u64::MAX)
            else {
                continue;
            };
            let bit = both.trailing_ones();
            for &line in &lines {
                memory.sets[begin(line) + lane] |= 1 << bit;
            }
            let value = u32::try_from(block * BLOCK + lane * 64).unwrap() + bit;
            put(d, memory, &x, value);
            return (x, value);
        }
    }
    panic!("a value is at most the number of options");
}

/// Computes a table. `choose` picks one of so many warps, and `seen` is given all cells.
pub(super) fn run(
    described: &Described,
    choose: &mut dyn FnMut(usize) -> usize,
    seen: &mut dyn FnMut(&[i64], u32),
) -> Vec<u32> {
    let mut d = Described {
        conditions: described.conditions.clone(),
        largest: described.largest.clone(),
        ..*described
    };
    let (count, planes) = d.planes();
    d.work.plane_count = i64::try_from(count).unwrap();
    let side = at(d.work.side);
    let mut memory = Memory { sets: vec![0; d.words().unwrap()], planes, values: vec![0; side * side] };
    let height = at(d.work.rows) + 1;
    for sum in 0..=d.last_sum() {
        let mut warps: Vec<usize> = (0..count * height).step_by(32).collect();
        while !warps.is_empty() {
            let first = warps.swap_remove(choose(warps.len()));
            let lanes = (0..32).map(|own| first % height + own);
            let lanes = lanes.map(|at| (first / height + at / height, at % height));
            let cells: Vec<(usize, usize)> =
                lanes.filter(|&(plane, row)| is_cell(&d, &memory, plane, row, sum)).collect();
            for cells in cells.chunks(CELLS) {
                // They share no line, so they may be computed in any order, too.
                let turn = choose(cells.len());
                for i in 0..cells.len() {
                    let (plane, row) = cells[(i + turn) % cells.len()];
                    let (x, value) = fill(&d, &mut memory, plane, row, sum);
                    seen(&x, value);
                }
            }
        }
    }
    memory.values
}

mod tests;
