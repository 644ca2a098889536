use super::large::{draw_share, shared};
use super::{piles, piles_mut, piles_of, sample_row};
use crate::error::Limit;
use crate::geometry::Geometry;
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};

/// Sharing Nim: move counters from one pile to another, which must not end up larger than the first (Ho).
#[derive(Clone, Copy, Debug)]
pub struct SharingNim;

/// Visits the options that move k counters from pile `from` to pile `to`, for all k with
/// `piles[to] + k <= piles[from] - k`.
pub(super) fn visit_shares(
    position: &Position,
    (from, to): (usize, usize),
    visit: &mut Visitor<'_>,
) -> Result<(), Stop> {
    let piles = piles_of(position)?;
    let most = piles[from].saturating_sub(piles[to]) / 2;
    if most == 0 {
        return Ok(());
    }
    let mut option = position.clone();
    (1..=most).try_for_each(|_| {
        let option_piles = piles_mut(&mut option);
        option_piles[from] -= 1;
        option_piles[to] += 1;
        visit(&option)
    })
}

impl Ruleset for SharingNim {
    fn name(&self) -> String {
        "sharing-nim".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        piles(raw, None)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let count = piles_of(position)?.len();
        for from in 0..count {
            for to in (0..count).filter(|&to| to != from) {
                visit_shares(position, (from, to), visit)?;
            }
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        Ok(shared(from, to).is_some())
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        Ok(draw_share(from, draw))
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Piles(sample_row(3, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "0,a,b", triangle: true })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        (lengths == [3]).then_some(Geometry::Sharing)
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}
