//! Rays in normal form, and exchanged.
//!
//! # The normal form
//! A ray that is never open is left out, and so is a ray that another one contains: one along the same direction, not wider, whose
//! step is a multiple of the other's, if the other has no guard or the same. The rest is sorted, as the holes are.

use super::{Guard, Ray, Rays};
use crate::notation::InputError;

impl Rays {
    /// The normal form: however the rays were listed, it is the same.
    ///
    /// # Errors
    /// When no ray is ever open.
    pub fn normal(&self) -> Result<Self, InputError> {
        let never = |guard: Guard| guard.x <= 0 && guard.y <= 0 && guard.least > 0;
        let mut all: Vec<Ray> = self.rays.iter().filter(|ray| !never(ray.guard)).copied().collect();
        all.sort_unstable_by_key(key);
        all.dedup();
        let inner = all.clone();
        all.retain(|ray| !inner.iter().any(|other| other != ray && contains(other, ray)));
        if all.is_empty() {
            return Err(InputError::whole("this game has no moves"));
        }
        let mut holes = self.holes.clone();
        holes.sort_unstable();
        holes.dedup();
        Self::new(all, holes)
    }

    /// The rays with the two numbers exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let turned = self.rays.iter().map(|ray| {
            let Guard { x, y, least } = ray.guard;
            Ray { step: (ray.step.1, ray.step.0), guard: Guard { x: y, y: x, least }, width: ray.width }
        });
        Self { rays: turned.collect(), holes: self.holes.iter().map(|&(x, y)| (y, x)).collect() }
    }

    /// Whether exchanging the two numbers gives the same normal form, so that G(x,y) = G(y,x).
    pub fn is_symmetric(&self) -> bool {
        self.normal().is_ok_and(|normal| self.mirrored().normal() == Ok(normal))
    }
}

/// Rays are listed by increasing keys.
fn key(ray: &Ray) -> (i64, i64, u64, [i64; 3]) {
    (ray.step.0, ray.step.1, ray.width, [ray.guard.x, ray.guard.y, ray.guard.least])
}

/// Whether every move along `inner` is one along `outer`.
fn contains(outer: &Ray, inner: &Ray) -> bool {
    let factor = if outer.step.0 == 0 { inner.step.1 / outer.step.1 } else { inner.step.0 / outer.step.0 };
    let is_multiple = factor >= 1
        && outer.step.0.checked_mul(factor) == Some(inner.step.0)
        && outer.step.1.checked_mul(factor) == Some(inner.step.1);
    is_multiple && outer.width >= inner.width && (outer.guard == Guard::ALWAYS || outer.guard == inner.guard)
}
