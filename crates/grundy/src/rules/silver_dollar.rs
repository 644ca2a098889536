use super::large::{draw_way, lower_tokens, lowered};
use super::{one_strip, sample_strips, strips_of, visit_token_on};
use crate::error::Limit;
use crate::geometry::{Conditions, Geometry, Tokens};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use dashu_int::UBig;
use std::sync::Arc;

/// Silver Dollar: one strip with at most one token per square. A token moves left to an empty square without jumping over
/// another (Conway; Farr & Ho, sec. 1.2).
#[derive(Clone, Copy, Debug)]
pub struct SilverDollar;

impl Ruleset for SilverDollar {
    fn name(&self) -> String {
        "silver-dollar".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        one_strip(raw, "star-silver-dollar")
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let strips = strips_of(position)?;
        let mut lowest = 0;
        for (token, &square) in strips[0].iter().enumerate() {
            visit_token_on(position, (0, token), lowest..square, visit)?;
            lowest = square + 1;
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        // A token that jumps changes its index in the row, and so do those it jumps over.
        Ok(lowered(from, to).is_some())
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        Ok(draw_way(from, lower_tokens(from, |_| UBig::ZERO), draw))
    }

    fn board(&self) -> Board {
        Board::Strips { shared: 0 }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Strips(sample_strips(1, 0, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a,b]", triangle: true })
    }

    fn geometry(&self, _: &[usize]) -> Option<Geometry> {
        Some(Geometry::Lowering(Arc::new(|tokens| tokens.is_sorted_by(|lower, higher| lower < higher))))
    }

    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        Some(Conditions::of_tokens(lengths, Tokens::Increasing, false))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}
