use super::large::{both, both_lowered_alike, draw_way, lower_any, lowered, rows_of};
use super::{piles, piles_of, sample_row, visit_with};
use crate::error::Limit;
use crate::geometry::{Geometry, Symmetric};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use dashu_int::UBig;
use smallvec::smallvec;

/// R-Wythoff: take any positive number from the larger pile (from either, if they are equal), or the same number from both
/// (Ho 2012; Gu 2015).
#[derive(Clone, Copy, Debug)]
pub struct RWythoff;

impl Ruleset for RWythoff {
    fn name(&self) -> String {
        "r-wythoff".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        piles(raw, Some(2))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position)?;
        let largest = piles[0].max(piles[1]);
        for (i, &pile) in piles.iter().enumerate() {
            if pile == largest {
                visit_with(position, i, 0..pile, visit)?;
            }
        }
        (1..=piles[0].min(piles[1])).try_for_each(|taken| {
            visit(&Position(Shape::Piles(smallvec![piles[0] - taken, piles[1] - taken])))
        })
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        let largest = rows_of(from)[0].iter().max().cloned();
        let lowers_largest = lowered(from, to).is_some_and(|moved| Some(moved.from) == largest);
        Ok(lowers_largest || both_lowered_alike(from, to))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let piles = rows_of(from).swap_remove(0);
        let mut ways = lower_any(from, &UBig::ZERO);
        ways.retain(|way| piles.iter().all(|pile| *pile <= way.most));
        ways.push(both(from));
        Ok(draw_way(from, ways, draw))
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Piles(sample_row(2, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: false })
    }

    fn geometry(&self, _: &[usize]) -> Option<Geometry> {
        Some(Symmetric::R_WYTHOFF.into())
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}
