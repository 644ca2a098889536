use super::*;
use crate::geometry::Symmetric;
use crate::solve::rays::Field;

fn ray(step: (i64, i64)) -> Ray {
    Ray { step, guard: Guard::ALWAYS, width: 1 }
}

fn guarded(step: (i64, i64), x: i64, y: i64, least: i64) -> Ray {
    Ray { guard: Guard { x, y, least }, ..ray(step) }
}

/// The layout of a table up to (x, y).
fn layout(rays: &[Ray], holes: &[(u64, u64)], x: u64, y: u64) -> Layout {
    let rays = Rays::new(rays.to_vec(), holes.to_vec()).unwrap();
    Layout::clone(&Field::rectangle(&rays, x, y).unwrap().layout)
}

/// The numbers of s and t are those of the identity, and the multiple is the least one.
#[test]
fn divisors_and_multiples() {
    for (p, q) in (0..30).flat_map(|p| (0..30).map(move |q| (p, q))).filter(|&pair| pair != (0, 0)) {
        let divisor = (1..=30).rev().find(|d| p % d == 0 && q % d == 0).unwrap();
        assert_eq!(gcd(p, q), divisor);
        let (signed_p, signed_q) = (p.cast_signed(), q.cast_signed());
        let (s, t) = bezout(signed_p, signed_q);
        assert_eq!(s * signed_p + t * signed_q, divisor.cast_signed(), "{p}, {q}");
        if p > 0 && q > 0 {
            assert_eq!(lcm(p, q), (1..=p * q).find(|n| n % p == 0 && n % q == 0).unwrap());
        }
    }
}

/// A step that is longer than the table has no lines. In a table that is folded the longer side counts.
#[test]
fn long_steps_have_no_lines() {
    let count = |rays: &[Ray], x, y| layout(rays, &[], x, y).directions.len();
    for (step, x, y) in [((5, 0), 5, 9), ((0, 6), 9, 6), ((4, 7), 4, 7), ((5, 3), 5, 8), ((2, 8), 6, 8)] {
        let rays = [ray((1, 0)), ray((0, 1)), ray((1, 2)), ray(step)];
        assert_eq!(count(&rays, x, y), 4, "{step:?} in {x} by {y}");
    }
    for (step, x, y) in [((5, 0), 4, 9), ((0, 6), 9, 5), ((4, 7), 3, 7), ((4, 7), 4, 6), ((5, 3), 4, 8)] {
        let rays = [ray((1, 0)), ray((0, 1)), ray((1, 2)), ray(step)];
        assert_eq!(count(&rays, x, y), 3, "{step:?} in {x} by {y}");
    }
    let folded = [ray((1, 0)), ray((0, 1)), ray((5, 7)), ray((7, 5))];
    assert_eq!([count(&folded, 3, 7), count(&folded, 3, 6)], [4, 2]);
    // Along a wide ray there are moves beside it.
    let wide = [Ray { width: 3, ..ray((1, 0)) }, ray((0, 1))];
    assert_eq!([count(&wide, 0, 5), count(&wide[1..], 5, 0)], [2, 0]);
}

/// Holes beyond the table are none of it, and a hole counts once.
#[test]
fn holes_are_those_of_the_table() {
    let holes = [(3, 2), (5, 9), (6, 2), (2, 10), (400, 1), (0, 0), (3, 2), (u64::MAX, 1), (1, u64::MAX)];
    let rays = [ray((1, 0)), ray((0, 1)), ray((1, 2))];
    assert_eq!(layout(&rays, &holes, 5, 9).holes, [(0, 0), (3, 2), (5, 9)]);
    let slanted = [ray((1, 0)), ray((0, 1)), ray((1, -2))];
    let found = layout(&slanted, &holes, 5, 9);
    assert_eq!(found.slope, 2);
    assert!(found.holes.contains(&(3, 8)) && found.holes.contains(&(5, 19)));
    // A cell beyond the columns that are shown is one of the region, but only in rows that there are.
    assert!(
        found.holes.iter().all(|&(x, y)| x <= 5 && found.region.row(x).contains(&y)),
        "{:?}",
        found.holes
    );
}

/// Which rows are lines.
#[test]
fn rows_are_lines_along_one_step() {
    let along = |rays: &[Ray]| {
        let layout = layout(rays, &[], 6, 9);
        layout.along.map(|k| (layout.directions[k].dy, layout.directions[k].form.x != 0))
    };
    assert_eq!(along(&[ray((1, 0)), ray((1, 1)), ray((2, 1))]), None);
    assert_eq!(along(&[ray((1, 0)), ray((0, 2)), ray((3, 1))]), None);
    assert_eq!(along(&[ray((1, 0)), ray((0, 2)), guarded((0, 1), 1, 1, 7)]), None);
    assert_eq!(along(&[ray((1, 1)), ray((0, 2)), ray((0, 1)), ray((1, 2))]), Some((1, true)));
}

/// Guards that hold in all cells or in none are not looked at, and others are.
#[test]
fn guards_are_open_where_they_hold() {
    let r_wythoff = Rays::from(Symmetric::R_WYTHOFF);
    for (x, y) in [(5, 5), (5, 9), (0, 0), (0, 4)] {
        let layout = layout(r_wythoff.rays(), &[], x, y);
        assert!(layout.folded && layout.plain, "on the axis both guards hold, and one of them is enough");
    }
    let open = |guard: [i64; 3]| {
        let guard = guarded((1, 2), guard[0], guard[1], guard[2]);
        let layout = layout(&[ray((1, 0)), ray((0, 1)), guard], &[], 6, 9);
        layout.directions.into_iter().find(|direction| direction.dy == 2).unwrap().open
    };
    // The corners of the table decide.
    for (x, y, most, least) in [(1, 1, 15, 0), (2, -1, 12, -9), (-1, 3, 27, -6), (-1, -1, 0, -15)] {
        assert_eq!(open([x, y, most + 1]), Open::Never);
        assert_eq!(open([x, y, most]), Open::When(vec![Condition { x, y, least: most }]));
        assert_eq!(open([x, y, least + 1]), Open::When(vec![Condition { x, y, least: least + 1 }]));
        assert_eq!(open([x, y, least]), Open::Always);
    }
}
