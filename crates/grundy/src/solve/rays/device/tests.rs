//! What a device is told, without one.

use super::parts::{Class, Squares};
use super::sweep::{Described, LANES, TRIES};
use crate::device::Device;
use crate::geometry::{Guard, Ray, Rays, Symmetric};
use crate::solve::rays::layout::Open;
use crate::solve::rays::{Field, How};
use crate::widths::wide;
use std::ops::ControlFlow;

fn ray(step: (i64, i64)) -> Ray {
    Ray { step, guard: Guard::ALWAYS, width: 1 }
}

fn field(rays: Vec<Ray>, holes: Vec<(u64, u64)>) -> Field {
    Field::rectangle(&Rays::new(rays, holes).unwrap(), 200, 300).unwrap()
}

fn described(field: &Field) -> Described {
    Described::new(&field.layout, field.largest)
}

/// The kernel has only the parts that a game needs.
#[test]
fn definitions_are_those_needed() {
    let guarded = Ray { guard: Guard { x: 1, y: 1, least: 40 }, ..ray((1, 2)) };
    let broad = Ray { width: 2, ..ray((1, 0)) };
    let along = ray((0, 1));
    let told = |rays: Vec<Ray>, holes| described(&field(rays, holes)).definitions().join(" ");
    assert_eq!(told(vec![along, ray((1, 1))], vec![]), "-DK=2 -DTRIES=3");
    assert_eq!(told(vec![along, guarded], vec![]), "-DK=2 -DTRIES=3 -DGUARDS=1");
    assert_eq!(told(vec![along, ray((1, 0)), ray((2, 2))], vec![]), "-DK=3 -DTRIES=3 -DCLASSES=1");
    assert_eq!(told(vec![along, broad], vec![]), "-DK=2 -DTRIES=3 -DFED=1");
    assert_eq!(told(vec![along], vec![(1, 1)]), "-DK=1 -DTRIES=3 -DHOLES=1");
}

/// Each direction is told its own guards.
#[test]
fn conditions_are_those_of_the_directions() {
    let guarded = |step, x, y, least| Ray { guard: Guard { x, y, least }, ..ray(step) };
    let rays = vec![
        ray((0, 1)),
        guarded((1, 2), 1, 1, 40),
        guarded((1, 2), 3, -1, 10),
        guarded((1, 1), 1, 0, 5),
        guarded((3, 1), 0, 1, 7),
    ];
    let field = field(rays, vec![]);
    let told = described(&field);
    assert_eq!(told.conditions.len(), 3 * 4);
    for (direction, of) in told.sweep.directions.iter().zip(&field.layout.directions) {
        let (from, count) =
            (usize::try_from(direction.from).unwrap(), usize::try_from(direction.conditions).unwrap());
        let list = &told.conditions[3 * from..3 * (from + count)];
        let conditions: Vec<i64> = match &of.open {
            Open::When(conditions) => conditions.iter().flat_map(|c| [c.x, c.y, c.least]).collect(),
            Open::Always | Open::Never => Vec::new(),
        };
        assert_eq!(list, conditions);
    }
}

/// The rows of Sharing Nim, the distance of its anti-diagonals, and the memory of the sets.
#[test]
fn sizes_are_told() {
    for spread in [0, 1, 2, 9, 40] {
        let field = Field::sharing(spread).unwrap();
        let told = described(&field);
        assert_eq!((told.sweep.last, told.stride()), (3 * spread.cast_signed() / 2, 3));
    }
    for field in [field(vec![ray((0, 1)), ray((1, 1))], vec![]), Field::sharing(50).unwrap()] {
        let told = described(&field);
        let record = usize::try_from(told.sweep.record).unwrap();
        // So many blocks of the last line may be read beyond its end.
        assert_eq!(told.words(), Some(field.layout.lines * record + TRIES * LANES));
    }
}

/// Exactly the memory that is asked for is enough, and it has room for the rows above a band.
#[test]
fn memory_is_shared_out() {
    for (a, b) in [(1, 1), (3, 2), (1, 40)] {
        let field = Field::rectangle(&Symmetric::nim_ab(a, b).into(), 300, 300).unwrap();
        let told = described(&field);
        let all = told.share(&field.layout, u64::MAX).unwrap();
        assert_eq!((all.rows, all.above, all.bands), (384, field.layout.reach, 1));
        assert_eq!(told.share(&field.layout, all.bytes), Ok(all));
        assert!(told.share(&field.layout, all.bytes - 1).is_ok_and(|less| less.rows < all.rows));
        let row = 4 * told.sweep.pitch.unsigned_abs();
        let sets = 8 * wide(told.words().unwrap());
        assert_eq!(all.bytes - sets - row * wide(all.rows + all.above), 540 << 20);
    }
}

/// What stands for a value.
#[test]
fn classes_are_told() {
    let squares = |class| Squares { factor: 2, class, largest: false };
    assert_eq!(squares(Class::Value).told(), (0, &[][..]));
    assert_eq!(squares(Class::Residue(5)).told(), (5, &[][..]));
    assert_eq!(squares(Class::Among(vec![3, 1])).told(), (0, &[3, 1][..]));
}

/// Parts of a table are taken on a device alone, and without the feature there is none.
#[test]
fn parts_need_a_device() {
    let wythoff = Field::rectangle(&Symmetric::WYTHOFF.into(), 9, 9).unwrap();
    let transposed =
        Field::rectangle(&Rays::new(vec![ray((1, 0)), ray((0, 1)), ray((1, 2))], vec![]).unwrap(), 99, 2);
    let transposed = transposed.unwrap();
    let watch = &mut |_, _| ControlFlow::Continue(());
    let squares = Squares { factor: 2, class: Class::Value, largest: false };
    let cpu = How { device: Device::Cpu, ..How::default() };
    assert!(wythoff.pick(&[(1, 1)], cpu, watch).is_none() && wythoff.find(0, cpu, watch).is_none());
    assert!(wythoff.squares(&squares, cpu, watch).is_none());
    let cuda = How { device: Device::Cuda(0), ..How::default() };
    assert!(transposed.squares(&squares, cuda, watch).is_none());
    assert!(Field::sharing(9).unwrap().squares(&squares, cuda, watch).is_none());
    assert!(wythoff.squares(&Squares { factor: 0, ..squares.clone() }, cuda, watch).is_none());
    if cfg!(not(feature = "cuda")) {
        assert!(wythoff.pick(&[(1, 1)], cuda, watch).is_some_and(|made| made.is_err()));
        assert!(wythoff.find(0, cuda, watch).is_some_and(|made| made.is_err()));
        assert!(wythoff.squares(&squares, cuda, watch).is_some_and(|made| made.is_err()));
        assert!(wythoff.for_each(cuda, &mut |_| ControlFlow::Continue(())).is_err());
    }
}
