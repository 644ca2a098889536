use super::large::{draw_way, lower_tokens, lowered, rows_of};
use super::{sample_strips, strips_of, strips_sharing, visit_token_on};
use crate::error::Limit;
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use dashu_int::UBig;

/// Silver Dollar strips that share their first k cells, 0 to k-1 (Farr & Ho, sec. 5). Tokens never jump: a token on a shared
/// cell blocks the tokens of every strip. A token is always listed in the strip it started on. With k = 1 this is Star Silver
/// Dollar, with k = 0 a sum of separate strips.
#[derive(Clone, Copy, Debug)]
pub struct SharedCells {
    shared: u64,
}

impl SharedCells {
    /// Strips that share `shared` cells.
    pub fn new(shared: u64) -> Self {
        Self { shared }
    }

    /// The lowest square to which the tokens on shared cells let a token on `square` move.
    fn lowest(common: &[UBig], square: &UBig) -> UBig {
        let in_the_way = common.iter().filter(|other| *other < square).max();
        in_the_way.map_or(UBig::ZERO, |other| other + 1u8)
    }
}

/// The shared cells that hold a token.
fn common(shared: u64, position: &Position) -> Vec<UBig> {
    rows_of(position).into_iter().flatten().filter(|square| *square < UBig::from(shared)).collect()
}

impl Ruleset for SharedCells {
    fn name(&self) -> String {
        format!("shared-cells:k={}", self.shared)
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        strips_sharing(raw, self.shared)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let strips = strips_of(position)?;
        let in_the_way = |strip: usize, square: u64| {
            let own = strips[strip].iter();
            let common = strips.iter().flatten().filter(|&&s| s < self.shared);
            own.chain(common).copied().filter(|&s| s < square).max()
        };
        for (strip, tokens) in strips.iter().enumerate() {
            for (token, &square) in tokens.iter().enumerate() {
                let lowest = in_the_way(strip, square).map_or(0, |s| s + 1);
                visit_token_on(position, (strip, token), lowest..square, visit)?;
            }
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        let Some(moved) = lowered(from, to) else { return Ok(false) };
        Ok(moved.to >= Self::lowest(&common(self.shared, from), &moved.from))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let common = common(self.shared, from);
        Ok(draw_way(from, lower_tokens(from, |square| Self::lowest(&common, square)), draw))
    }

    fn board(&self) -> Board {
        Board::Strips { shared: self.shared }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        let count = 2 + draw(2);
        let mut strips = sample_strips(count, self.shared, size, draw);
        // Some tokens start on shared cells, each on a different one.
        for (square, tokens) in (0..self.shared).zip(&mut strips) {
            if draw(3) == 0 {
                tokens[0] = square;
            }
        }
        Position(Shape::Strips(strips))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of_shared::<Self>(self.shared))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a],[b]", triangle: true })
    }
}
