use super::large::{both, both_lowered_alike, draw_way, lower_any, lowered};
use super::{Gurvich, piles, piles_of, sample_row, visit_with};
use crate::error::Limit;
use crate::geometry::{Geometry, Symmetric};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Draw, Family, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use dashu_int::UBig;
use smallvec::smallvec;

/// Wythoff's game: take any positive number from one pile, or the same number from both (Wythoff 1907).
#[derive(Clone, Copy, Debug)]
pub struct Wythoff;

impl Ruleset for Wythoff {
    fn name(&self) -> String {
        "wythoff".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        piles(raw, Some(2))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position)?;
        for (i, &pile) in piles.iter().enumerate() {
            visit_with(position, i, 0..pile, visit)?;
        }
        (1..=piles[0].min(piles[1])).try_for_each(|taken| {
            visit(&Position(Shape::Piles(smallvec![piles[0] - taken, piles[1] - taken])))
        })
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        Ok(lowered(from, to).is_some() || both_lowered_alike(from, to))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let mut ways = lower_any(from, &UBig::ZERO);
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
        Some(Symmetric::WYTHOFF.into())
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of_family::<Gurvich>(Family::plain(1, 1)))
    }
}
