use super::large::{draw_way, lower_any, lowered};
use super::{piles, piles_of, sample_row, visit_with};
use crate::error::Limit;
use crate::geometry::{Conditions, Geometry, Symmetric};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use dashu_int::UBig;
use std::sync::Arc;

/// Nim: take any positive number of counters from one pile (Bouton 1901).
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Ruleset for Nim {
    fn name(&self) -> String {
        "nim".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        piles(raw, None)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position)?;
        for (i, &pile) in piles.iter().enumerate() {
            visit_with(position, i, 0..pile, visit)?;
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        Ok(lowered(from, to).is_some())
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        Ok(draw_way(from, lower_any(from, &UBig::ZERO), draw))
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        let count = 2 + draw(2);
        Position(Shape::Piles(sample_row(count, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: false })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        Some(match lengths {
            [2] => Symmetric::NIM.into(),
            _ => Geometry::Unordered(Arc::new(|_| true)),
        })
    }

    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        Some(Conditions::always(lengths.iter().sum()))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}
