use super::{Extent, by_blocking, by_kernel, by_rays, by_rows, definition, rays_of, shape};
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::ruleset::{Budget, Family, Game, Identity};
use crate::table::Progress;
use std::ops::ControlFlow;

/// The positions of one value of a game, to be computed by the fastest method. What is not set has a default.
///
/// ```
/// use grundy::Sequence;
/// let wythoff = grundy::game("wythoff")?;
/// assert_eq!(Sequence::of(&wythoff).count(4)?, [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// assert_eq!(Sequence::of(&wythoff).value(1).rows(5)?, [(0, 1), (2, 2), (3, 6), (4, 8)]);
/// # Ok::<(), grundy::Error>(())
/// ```
#[must_use = "nothing is computed before `count` or `rows`"]
pub struct Sequence<'w> {
    game: Game,
    value: u64,
    budget: Budget,
    watch: Box<Watch<'w>>,
}

/// A progress callback.
type Watch<'w> = dyn FnMut(Progress) -> ControlFlow<()> + 'w;

/// How the positions of a value are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Row by row, all smaller values too: [`by_rows`].
    Rows,
    /// P-positions of `NIM_{a,b}^{p,q}`: [`by_kernel`].
    Kernel,
    /// Row by row along any rays, all smaller values too: [`by_rays`].
    Rays,
    /// Row by row, where any q-1 options can be blocked, all smaller values too: [`by_blocking`].
    Blocking,
    /// From the rules alone: [`by_definition`](super::by_definition).
    Definition,
}

impl<'w> Sequence<'w> {
    /// The P-positions of a game, unless [`Sequence::value`] sets another value.
    pub fn of(game: &Game) -> Self {
        let watch = Box::new(|_| ControlFlow::Continue(()));
        Self { game: Game::clone(game), value: 0, budget: Budget::default(), watch }
    }

    /// The value. Default: 0.
    pub fn value(mut self, value: u64) -> Self {
        self.value = value;
        self
    }

    /// The work that kernel and definition may do, and the memory of the sets of rays. Default: [`Budget::default`].
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// A progress callback, which cancels the work by returning `Break`.
    pub fn watch(mut self, watch: impl FnMut(Progress) -> ControlFlow<()> + 'w) -> Self {
        self.watch = Box::new(watch);
        self
    }

    /// The method that will be used: the fastest.
    pub fn method(&self) -> Method {
        match self.family() {
            _ if self.game.blocked().is_some() => Method::Blocking,
            _ if shape(&self.game).is_ok_and(Symmetric::is_narrow) => Method::Rows,
            Some(_) if self.value == 0 => Method::Kernel,
            _ if rays_of(&self.game).is_ok() => Method::Rays,
            _ => Method::Definition,
        }
    }

    fn family(&self) -> Option<Family> {
        self.game.identity().and_then(Identity::family)
    }

    /// The first `count` positions (x, y) by increasing x and then y; of a symmetric game those with `x <= y`.
    ///
    /// # Errors
    /// When the game has no such sequences, a limit is met, or the callback cancels the work.
    pub fn count(self, count: usize) -> Result<Vec<(u64, u64)>, Error> {
        self.compute(Extent::Count(count))
    }

    /// All positions (x, y) with x below `rows`, by increasing x and then y; of a symmetric game those with `x <= y`.
    ///
    /// # Errors
    /// As for [`Sequence::count`].
    pub fn rows(self, rows: u64) -> Result<Vec<(u64, u64)>, Error> {
        self.compute(Extent::Rows(rows))
    }

    fn compute(mut self, extent: Extent) -> Result<Vec<(u64, u64)>, Error> {
        match (self.method(), self.family()) {
            (Method::Rows, _) => by_rows(&self.game, self.value, extent, &mut *self.watch),
            (Method::Kernel, Some(family)) => by_kernel(family, extent, self.budget, &mut *self.watch),
            (Method::Blocking, _) => {
                by_blocking(&self.game, self.value, extent, self.budget, &mut *self.watch)
            }
            (Method::Rays, _) => by_rays(&self.game, self.value, extent, self.budget, &mut *self.watch),
            _ => definition(&self.game, self.value, extent, self.budget, &mut *self.watch),
        }
    }
}
