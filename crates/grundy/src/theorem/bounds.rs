//! Bounds for values along a number that may be lowered to any smaller one.
//!
//! **Theorem.** Let (x, y) be a position of a game of rays in which y may always be lowered to any smaller number, x is never raised, and let v = G(x, y). For each row a < x, let `k_a` be the largest number of
//! cells of row x of which one cell of row a is an option. If K is the sum of these numbers, and h the number of cells before (x, y) in row x that are not positions, then y - h - K <= v <= y + K.
//!
//! *Proof.* The position has at most y + K options, so v is not larger. Take a position (x, y') with y' < y. Its value is not v, as it is an option of (x, y). If its value is larger than v, it has an option of
//! value v. This does not lie in row x: it would be an option of (x, y), too. So it lies in a row a < x, in which v occurs once at the most, and it is an option of at most `k_a` cells of row x. So the value is larger than v at no
//! more than K of the y'. It is smaller than v at no more than v of them, as the values of a row are different. So y - h <= v + K. ∎
//!
//! Along a ray that takes p from x in a step, each cell of row x - ip is an option of one cell of row x; along a wider one, of as many as it is wide.

use crate::geometry::{Guard, Ray, Rays};
use dashu_int::UBig;

/// The least and the greatest value that (x, y) may have by the number that may be lowered freely, or the better of both if both may.
pub fn near(rays: &Rays, x: &UBig, y: &UBig) -> Option<(UBig, UBig)> {
    let along_y = along(rays, x, y);
    let along_x = along(&rays.mirrored(), y, x);
    match (along_y, along_x) {
        (Some(one), Some(other)) => Some((one.0.max(other.0), one.1.min(other.1))),
        (one, other) => one.or(other),
    }
}

fn along(rays: &Rays, x: &UBig, y: &UBig) -> Option<(UBig, UBig)> {
    let is_free = |ray: &Ray| ray.step == (0, 1) && ray.width == 1 && ray.guard.reduced() == Guard::ALWAYS;
    if !rays.rays().iter().any(is_free) {
        return None;
    }
    let others = rays.rays().iter().map(|ray| reached(ray, x)).sum::<Option<UBig>>()?;
    let holes = rays.holes().iter().filter(|(a, b)| UBig::from(*a) == *x && UBig::from(*b) < *y).count();
    let missing = &others + UBig::from(holes);
    let least = if *y > missing { y - missing } else { UBig::ZERO };
    Some((least, y + others))
}

/// The sum over all rows below x of the cells in row x that have a given cell as an option along this ray.
fn reached(ray: &Ray, x: &UBig) -> Option<UBig> {
    let each = |cells: u64| Some(x * UBig::from(cells));
    match ray.step {
        (0, _) => (ray.width == 1).then_some(UBig::ZERO),
        (1, 0) => each(ray.width),
        (1, 1) => each(ray.width.checked_mul(2)? - 1),
        (taken, _) => Some(x / UBig::from(u64::try_from(taken).ok()?)),
    }
}
