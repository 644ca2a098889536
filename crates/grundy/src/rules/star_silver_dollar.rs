use super::large::{draw_way, lower_tokens, lowered, rows_of};
use super::{sample_star, strips_of, strips_sharing, visit_token_on};
use crate::error::Limit;
use crate::geometry::{Conditions, Geometry, Symmetric, Tokens};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Stop, Visitor};
use dashu_int::UBig;
use std::sync::Arc;

/// Star Silver Dollar: Silver Dollar strips joined at square 0, which holds at most one token
/// (Farr & Ho, sec. 1.2). A token on square 0 leaves a sum of ordinary strips (Remark 2).
#[derive(Clone, Copy, Debug)]
pub struct StarSilverDollar;

impl Ruleset for StarSilverDollar {
    fn name(&self) -> String {
        "star-silver-dollar".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        strips_sharing(raw, 1)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let strips = strips_of(position)?;
        let zero_is_taken = strips.iter().any(|tokens| tokens.first() == Some(&0));
        for (strip, tokens) in strips.iter().enumerate() {
            let mut lowest = u64::from(zero_is_taken);
            for (token, &square) in tokens.iter().enumerate() {
                visit_token_on(position, (strip, token), lowest..square, visit)?;
                lowest = square + 1;
            }
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        // A token that jumps changes its index in the row, and `to` is a position, so it has at most one token on square 0.
        Ok(lowered(from, to).is_some())
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let taken = rows_of(from).iter().any(|tokens| tokens.first().is_some_and(UBig::is_zero));
        Ok(draw_way(from, lower_tokens(from, |_| UBig::from(taken)), draw))
    }

    fn board(&self) -> Board {
        Board::Strips { shared: 1 }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        sample_star(size, draw)
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a],[b]", triangle: true })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        if lengths == [1, 1] {
            return Some(Symmetric::STAR_NIM.into());
        }
        let lengths = lengths.to_vec();
        Some(Geometry::Lowering(Arc::new(move |numbers| {
            let (mut rest, mut on_zero) = (numbers, 0);
            for &length in &lengths {
                let (tokens, others) = rest.split_at(length);
                rest = others;
                on_zero += usize::from(tokens.first() == Some(&0));
                if on_zero > 1 || !tokens.is_sorted_by(|lower, higher| lower < higher) {
                    return false;
                }
            }
            true
        })))
    }

    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        Some(Conditions::of_tokens(lengths, Tokens::Increasing, true))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}
