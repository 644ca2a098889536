//! What a field tells about itself, and the chunks that it passes on.

use super::*;
use crate::geometry::{Guard, Symmetric};
use std::sync::atomic::AtomicUsize;

fn ray(step: (i64, i64)) -> Ray {
    Ray { step, guard: Guard::ALWAYS, width: 1 }
}

fn game(steps: &[(i64, i64)]) -> Rays {
    Rays::new(steps.iter().map(|&step| ray(step)).collect(), vec![]).unwrap()
}

fn how(threads: usize) -> How {
    How { simd: Simd::Portable, threads, wide: false, device: Device::Cpu }
}

/// Keeps nothing.
#[derive(Debug)]
struct Forget;

impl Keep for Forget {
    fn load(&self, _: Range<usize>) -> Option<Vec<u32>> {
        None
    }

    fn save(&self, _: Range<usize>, _: &[u32]) {}
}

/// The memory that a field is told to need is that of its sets and its ring, and of the bands that are copied.
#[test]
fn memory_is_that_of_sets_and_ring() {
    let fields = [
        Field::rectangle(&Symmetric::WYTHOFF.into(), 300, 300).unwrap(),
        Field::rectangle(&Symmetric::nim_ab(3, 2).into(), 200, 500).unwrap(),
        Field::rectangle(&Symmetric::WYTHOFF.into(), 20, 5000).unwrap(),
        Field::rectangle(&Symmetric::NIM.into(), 200, 4500).unwrap(),
        Field::sharing(400).unwrap(),
    ];
    for (field, threads) in
        fields.into_iter().flat_map(|field| [1, 3].map(|threads| (field.clone(), threads)))
    {
        let division = Division::new(&field.layout, how(threads));
        let ring = Ring::new(&field.layout, division.height, division.in_flight());
        let sets = match &mut LineSets::new(field.layout.lines, field.window.unwrap_or(field.largest)) {
            LineSets::Narrow(narrow) => size_of_val(narrow.raw().0),
            LineSets::Wide(sets) => {
                let (_, full, size) = sets.raw();
                64 * size.lines * size.width + size_of_val(full)
            }
        };
        let bytes = field.bytes(how(threads));
        assert_eq!(bytes, wide(sets + 4 * ring.values.len()), "{threads} threads, {:?}", field.layout.region);
        let places = field.layout.region.places();
        let on_device = |threads| field.bytes(How { device: Device::Cuda(0), ..how(threads) });
        let rows = field.rows().min(2 * ROWS);
        assert!(on_device(1) >= wide(4 * rows * places) && on_device(1) <= wide(4 * rows * (places + 32)));
        assert_eq!([0, 3, 8, 100].map(on_device), [1, 3, 8, 8].map(|n| n * on_device(1)));
        let kept = field.kept_by(Arc::new(Forget)).bytes(how(threads));
        assert_eq!(kept - bytes, wide(4 * threads * division.height * places), "{threads} threads");
    }
}

/// Sets move on in tables of one band, along rows, with short steps, if sets of all values would be wide.
#[test]
fn windows_are_for_low_tables() {
    let window = |rays: &Rays, x, y| Field::rectangle(rays, x, y).unwrap().window;
    let wythoff = Symmetric::WYTHOFF.into();
    assert_eq!(window(&wythoff, 0, 4000), Some(4 + 256));
    assert_eq!(window(&wythoff, 127, 4000), Some(4 * 128 + 256));
    assert_eq!(window(&wythoff, 128, 4000), None);
    // Values up to 3903 fit into narrow sets.
    assert_eq!((window(&wythoff, 3, 3900), window(&wythoff, 3, 3901)), (None, Some(16 + 256)));
    let with = |dy: i64| game(&[(0, 1), (1, dy)]);
    assert_eq!((window(&with(63), 9, 8000), window(&with(64), 9, 8000)), (Some(40 + 256), None));
    assert_eq!(window(&game(&[(0, 1), (1, -1)]), 9, 8000), None);
    assert_eq!(window(&game(&[(0, 2), (1, 1), (1, 0)]), 9, 8000), None);
}

/// Bounds on values are those of theorems, or the number of options.
#[test]
fn bounds_are_at_least_the_options() {
    let bound = |shape: Symmetric, x, y| Field::rectangle(&shape.into(), x, y).unwrap().bound();
    for shape in [Symmetric::NIM, Symmetric::STAR_NIM, Symmetric::WYTHOFF, Symmetric::R_WYTHOFF] {
        assert_eq!((bound(shape, 10, 20), bound(shape, 20, 10)), (Some(30), Some(30)));
    }
    for (a, b) in [(3, 1), (1, 3), (2, 2), (2, 1)] {
        assert_eq!(bound(Symmetric::nim_ab(a, b), 10, 20), None);
    }
    assert_eq!(Field::sharing(30).unwrap().bound(), Some(30));
    for steps in [&[(1, 0), (0, 1), (2, 1)][..], &[(1, 0), (0, 3), (1, -1)], &[(0, 1), (3, 0), (-1, 2)]] {
        let rays = game(steps);
        let field = Field::rectangle(&rays, 12, 12).unwrap();
        let mut most = 0;
        for ray in rays.rays() {
            let mut count = |_, _| -> Result<(), ()> {
                most += 1;
                Ok(())
            };
            ray.amounts((12, 12), &mut count).unwrap();
        }
        // One more for each ray.
        assert_eq!(field.bound(), Some(most + wide(steps.len())), "{rays}");
    }
    let wide_rays = vec![Ray { width: 3, ..ray((1, 0)) }, ray((0, 1))];
    let field = Field::rectangle(&Rays::new(wide_rays, vec![]).unwrap(), 10, 10).unwrap();
    assert_eq!(field.bound(), Some(11 * 5 + 11));
}

/// Few rows are preferred to few columns.
#[test]
fn tables_have_few_rows() {
    let rays = game(&[(1, 0), (0, 1), (1, 2)]);
    let rows = |x, y| {
        let field = Field::rectangle(&rays, x, y).unwrap();
        assert_eq!(field.has_rows(), !field.frame.transposed);
        (field.rows(), field.layout.region.columns(), field.frame.transposed)
    };
    assert_eq!(rows(1000, 5), (6, 1001, true));
    assert_eq!(rows(20, 5), (21, 6, false));
    assert_eq!(rows(24, 5), (6, 25, true));
    assert_eq!(rows(5, 24), (6, 25, false));
    assert_eq!(rows(1000, 127), (128, 1001, true));
    assert_eq!(rows(1000, 128), (1001, 129, false));
    let folded = Field::rectangle(&Symmetric::WYTHOFF.into(), 1000, 5).unwrap();
    assert_eq!((folded.rows(), folded.layout.region.columns(), folded.has_rows()), (6, 1001, true));
    let slanted = Field::rectangle(&game(&[(1, -1), (0, 1)]), 1000, 5).unwrap();
    assert_eq!((slanted.rows(), slanted.layout.region.columns(), slanted.has_rows()), (1001, 1006, true));
    assert!(slanted.is_slanted() && !folded.is_slanted());
    let added = Field::rectangle(&game(&[(-1, 1), (1, 0)]), 5, 1000).unwrap();
    assert_eq!((added.rows(), added.layout.region.columns(), added.has_rows()), (1001, 1006, false));
    assert!(added.is_slanted() && !added.is_symmetric());
    let sharing = Field::sharing(30).unwrap();
    assert_eq!((sharing.rows(), sharing.has_rows(), sharing.is_slanted()), (46, false, false));
    assert_eq!([&folded, &slanted, &sharing].map(Field::directions), [3, 2, 3]);
}

/// Which geometries have fields.
#[test]
fn rays_and_sharing_nim_have_fields() {
    let of = |geometry| Field::of(&geometry, 9).map(|field| (field.cells(), field.is_sharing()));
    assert_eq!(of(Geometry::Rays(Symmetric::WYTHOFF.into())), Some((55, false)));
    assert_eq!(of(Geometry::Sharing), Some((30, true)));
    assert_eq!(of(Geometry::Lowering(Arc::new(|_| true))), None);
    assert_eq!(of(Geometry::Unordered(Arc::new(|_| true))), None);
    assert!(Field::sharing(1 << 30).is_none() && Field::sharing((1 << 30) - 1).is_some());
}

/// Chunks tell how many cells are done, their rows have no holes and are not empty, and all cells come once.
#[test]
fn chunks_are_counted() {
    let holes = vec![(0, 0), (0, 1), (5, 0), (7, 7), (9, 150), (140, 3), (140, 4), (300, 1)];
    let steps = [(1, 0), (0, 1), (1, 2)].map(ray).to_vec();
    let rays = Rays::new(steps, holes.clone()).unwrap();
    let fields = [
        Field::rectangle(&rays, 270, 150).unwrap(),
        Field::rectangle(&rays, 600, 70).unwrap(),
        Field::rectangle(&Symmetric::STAR_NIM.into(), 270, 270).unwrap(),
        Field::sharing(200).unwrap(),
    ];
    for field in fields {
        let (mut count, mut chunks) = (0, 0);
        let mut cells = Vec::new();
        let made = field.for_each(how(1), &mut |chunk| {
            let before = cells.len();
            chunk.for_each(|a, b, value| cells.push((a, b, value)));
            count += wide(cells.len() - before);
            chunks += 1;
            assert_eq!((chunk.done, chunk.total), (count, field.cells()));
            assert_eq!(chunk.rows().is_some(), field.has_rows());
            let mut from = before;
            for row in chunk.rows().into_iter().flatten() {
                assert!(row.values().len() > 0);
                for (b, value) in (row.b..).zip(row.values()) {
                    assert_eq!((row.a, b, value), cells[from]);
                    from += 1;
                }
            }
            assert!(!field.has_rows() || from == cells.len());
            ControlFlow::Continue(())
        });
        assert_eq!((made, count), (Ok(()), field.cells()));
        assert!(chunks > 1 || field.frame.transposed);
        let mut places: Vec<_> = cells.iter().map(|&(a, b, _)| (a, b)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), cells.len());
        assert!(field.is_symmetric() || cells.iter().all(|&(a, b, _)| !holes.contains(&(wide(a), wide(b)))));
        let (seen, most) = (AtomicUsize::new(0), AtomicU64::new(0));
        let made = field.for_each_at_once(how(2), &|chunk| {
            let mut here = 0;
            chunk.for_each(|_, _, _| here += 1);
            let all = seen.fetch_add(here, Ordering::Relaxed) + here;
            assert!(chunk.done >= wide(here) && chunk.done <= chunk.total && all <= cells.len());
            most.fetch_max(chunk.done, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!((made, most.into_inner(), seen.into_inner()), (Ok(()), field.cells(), cells.len()));
    }
}
