//! The kernels of `parts.cu` in Rust, and the parts that they take, compared with the cells of the processor.

use super::*;
use crate::geometry::{Guard, Ray, Rays, Symmetric};
use crate::solve::rays::Simd;
use std::collections::BTreeMap;

/// The rows of a table as a GPU has them: where no cell is, there is something else.
struct Rows {
    field: Field,
    values: Vec<u32>,
    pitch: usize,
}

const NO_CELL: u32 = 0;

impl Rows {
    fn new(field: Field) -> Self {
        let pitch = field.layout.region.places();
        let mut values = vec![NO_CELL; pitch * field.layout.region.rows()];
        let how = How { simd: Simd::Portable, threads: 1, ..How::default() };
        let made = field.for_each(how, &mut |chunk| {
            for (x, y, cells) in chunk.band.rows() {
                let from = x * pitch + field.layout.region.place(x, y);
                let cells = cells.iter().map(|cell| cell.load(std::sync::atomic::Ordering::Relaxed));
                values[from..].iter_mut().zip(cells).for_each(|(to, value)| *to = value);
            }
            ControlFlow::Continue(())
        });
        made.unwrap();
        Self { field, values, pitch }
    }

    /// Bands of so many rows.
    fn bands(&self, rows: usize) -> impl Iterator<Item = Band> {
        let (all, band) =
            (self.field.layout.region.rows(), Band::new(&self.field.layout, signed(self.pitch)));
        let last = move |first: usize| signed((first + rows).min(all)) - 1;
        (0..all).step_by(rows).map(move |first| Band { x0: signed(first), x1: last(first), ..band })
    }

    fn value(&self, x: i64, at: i64) -> u32 {
        self.values[usize::try_from(x * signed(self.pitch) + at).unwrap()]
    }

    /// `find` of `parts.cu`.
    fn find(&self, b: &Band, value: u32) -> Vec<(usize, usize)> {
        let row = |x: i64| (first_of(b, x)..=last_of(b, x)).map(move |at| (x, at));
        let cells = (b.x0..=b.x1).flat_map(row).filter(|&(x, at)| self.value(x, at) == value);
        cells.map(|(x, at)| (usize::try_from(x).unwrap(), usize::try_from(at).unwrap())).collect()
    }

    /// `pool` of `parts.cu`.
    fn pool(&self, b: &Band, squares: &Squares, width: usize, keys: &mut [u32]) {
        let factor = signed(squares.factor);
        for row in b.x0 / factor..=b.x1 / factor {
            for column in 0..signed(width) {
                let key = &mut keys[usize::try_from(row * signed(width) + column).unwrap()];
                for x in (row * factor).max(b.x0)..=(row * factor + factor - 1).min(b.x1) {
                    let left = (column * factor + b.slant * x).max(first_of(b, x));
                    let right =
                        ((column * factor + factor - 1).min(b.shown) + b.slant * x).min(last_of(b, x));
                    for value in (left..=right).map(|at| self.value(x, at)).filter(|&value| value != NONE) {
                        let is = class_of(value, squares);
                        *key = if squares.largest { (*key).max(is + 1) } else { (*key).min(is) };
                    }
                }
            }
        }
    }
}

fn first_of(b: &Band, x: i64) -> i64 {
    if b.spread < 0 { b.slope * x } else { (2 * x + 2) / 3 }
}

fn last_of(b: &Band, x: i64) -> i64 {
    if b.spread < 0 { b.max } else { x.min(b.spread) }
}

fn class_of(value: u32, squares: &Squares) -> u32 {
    match squares.told() {
        (0, []) => value,
        (0, list) => u32::try_from(list.iter().position(|&one| one == value).unwrap_or(list.len())).unwrap(),
        (modulus, _) => value % modulus,
    }
}

/// The cells of a table, without their images.
fn cells(field: &Field) -> BTreeMap<(usize, usize), u32> {
    let mut cells = BTreeMap::new();
    let made = field.for_each(How::default(), &mut |chunk| {
        chunk.for_each(|a, b, value| assert_eq!(cells.insert((a, b), value), None));
        ControlFlow::Continue(())
    });
    made.unwrap();
    cells
}

fn fields() -> Vec<Field> {
    let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
    let of = |steps: &[(i64, i64)], holes: &[(u64, u64)]| {
        Rays::new(steps.iter().copied().map(ray).collect(), holes.to_vec()).unwrap()
    };
    vec![
        Field::rectangle(&Symmetric::WYTHOFF.into(), 70, 70).unwrap(),
        Field::rectangle(&Symmetric::STAR_NIM.into(), 50, 61).unwrap(),
        Field::rectangle(&of(&[(1, 0), (0, 1), (2, 3)], &[(3, 4), (9, 9)]), 40, 40).unwrap(),
        // A step that adds to the second number, and one that adds to the first.
        Field::rectangle(&of(&[(1, 0), (0, 1), (1, -2)], &[]), 30, 30).unwrap(),
        Field::rectangle(&of(&[(1, 0), (0, 1), (-1, 2)], &[(2, 2)]), 30, 30).unwrap(),
        Field::sharing(60).unwrap(),
    ]
}

#[test]
fn cells_of_a_value_are_found() {
    for field in fields() {
        let wanted = cells(&field);
        let rows = Rows::new(field);
        for value in [0, 1, 5, 17] {
            let found = rows.bands(16).flat_map(|band| rows.find(&band, value));
            let mut found: Vec<_> = found.filter_map(|(x, at)| rows.field.cell(x, at)).collect();
            found.sort_unstable();
            let wanted: Vec<_> =
                wanted.iter().filter(|(_, other)| **other == value).map(|(cell, _)| *cell).collect();
            assert_eq!(found, wanted, "{value} of {:?}", rows.field.layout.region);
        }
    }
}

/// The places of cells are those from which they are picked.
#[test]
fn cells_are_picked_at_their_places() {
    for field in fields() {
        let wanted = cells(&field);
        let rows = Rows::new(field);
        for ((a, b), value) in wanted {
            let (x, y) = rows.field.place(a, b);
            let region = rows.field.layout.region;
            assert!(x < region.rows() && region.row(x).contains(&y), "{a},{b} of {region:?}");
            assert_eq!(rows.value(signed(x), signed(region.place(x, y))), value, "{a},{b} of {region:?}");
        }
    }
}

#[test]
fn squares_have_the_least_and_the_largest_classes() {
    for field in fields().into_iter().filter(Field::has_rows) {
        let wanted = cells(&field);
        let rows = Rows::new(field);
        let all =
            wanted.iter().flat_map(|(&(a, b), &value)| rows.field.images(a, b).map(move |at| (at, value)));
        let all: Vec<((usize, usize), u32)> = all.collect();
        for class in [Class::Value, Class::Residue(3), Class::Among(vec![0]), Class::Among(vec![5, 2, 7])] {
            for (factor, largest) in [(1, true), (4, false), (7, true), (7, false), (1000, true)] {
                let squares = Squares { factor, class: class.clone(), largest };
                let width = rows.field.layout.region.rows().max(rows.field.shown + 1).div_ceil(factor);
                let mut keys = vec![squares.at_first(); width * width];
                rows.bands(13).for_each(|band| rows.pool(&band, &squares, width, &mut keys));
                for key in &mut keys {
                    *key = squares.key(*key);
                }
                if rows.field.is_symmetric() {
                    mirror(&mut keys, width);
                }
                let mut expected = vec![None; width * width];
                for ((a, b), value) in &all {
                    let (key, is) =
                        (&mut expected[a / factor * width + b / factor], class_of(*value, &squares));
                    *key = Some(key.map_or(is, |key: u32| if largest { key.max(is) } else { key.min(is) }));
                }
                let keys: Vec<_> = keys.into_iter().map(known).collect();
                assert_eq!(keys, expected, "{squares:?} of {:?}", rows.field.layout.region);
            }
        }
    }
}
