use super::large::{draw_way, lower_any, lowered, rows_of};
use super::{piles_of, row, sample_row, two_on_a_shared_square, visit_with};
use crate::error::Limit;
use crate::geometry::{Conditions, Geometry, Symmetric, Tokens};
use crate::notation::{InputError, RawNumber, RawPosition};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use crate::words::counted;
use dashu_int::UBig;
use std::sync::Arc;

/// Star Nim: strips joined at square 0, with one token each. A token moves to any lower square of its strip, and square 0 holds
/// at most one token (Farr & Ho). The notation is `3,7` or, as in the paper, `([3],[7])`.
#[derive(Clone, Copy, Debug)]
pub struct StarNim;

impl Ruleset for StarNim {
    fn name(&self) -> String {
        "star-nim".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let tokens: Vec<&RawNumber> = match raw {
            RawPosition::Row(numbers, _) => numbers.iter().collect(),
            RawPosition::Strips(strips, _) => strips
                .iter()
                .map(|(numbers, span)| match numbers.as_slice() {
                    [token] => Ok(token),
                    _ => Err(InputError::at(
                        *span,
                        format!("this strip has {}", counted(numbers.len(), "token")),
                    )
                    .hint("Star Nim has one token a strip; star-silver-dollar allows any number")),
                })
                .collect::<Result<_, _>>()?,
        };
        let numbers: Vec<RawNumber> = tokens.into_iter().cloned().collect();
        if numbers.is_empty() {
            return Err(InputError::at(raw.span(), "there are no tokens").hint("e.g. 3,7"));
        }
        let squares = row(&numbers)?;
        let on_zero = (0..squares.len()).filter(|&i| squares[i].is_zero()).nth(1);
        match on_zero {
            Some(second) => Err(two_on_a_shared_square(0, numbers[second].span)),
            None => Ok(Position::of_piles(squares)),
        }
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let tokens = piles_of(position)?;
        let lowest = u64::from(tokens.contains(&0));
        for (i, &square) in tokens.iter().enumerate() {
            visit_with(position, i, lowest..square, visit)?;
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        // `to` is a position, so it has at most one token on square 0.
        Ok(lowered(from, to).is_some())
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let taken = rows_of(from)[0].iter().any(UBig::is_zero);
        Ok(draw_way(from, lower_any(from, &UBig::from(taken)), draw))
    }

    fn board(&self) -> Board {
        Board::Strips { shared: 1 }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        let count = 2 + draw(2);
        let mut tokens = sample_row(count, size, draw);
        let zero = tokens.iter().position(|&square| square == 0);
        for (_, square) in tokens.iter_mut().enumerate().filter(|&(i, _)| Some(i) != zero) {
            *square = (*square).max(1);
        }
        Position(Shape::Piles(tokens))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: true })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        Some(match lengths {
            [2] => Symmetric::STAR_NIM.into(),
            _ => Geometry::Unordered(Arc::new(|tokens| {
                tokens.iter().filter(|&&square| square == 0).count() <= 1
            })),
        })
    }

    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        Some(Conditions::of_tokens(lengths, Tokens::Anywhere, true))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}
