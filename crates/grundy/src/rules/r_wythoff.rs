use super::{piles, piles_of, sample_row, visit_with};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Plane, Position, Rays, Ruleset, Shape, Stop, Visitor};
use smallvec::smallvec;

/// R-Wythoff: take any positive number from the larger pile (from either, when they are equal), or the
/// same number from both (Ho 2012; Gu 2015).
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

    fn board(&self) -> Board {
        Board::Piles
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Piles(sample_row(2, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane {
            at: "a,b",
            triangle: false,
            sequences: true,
            rays: Some(Rays::Plane { hole: false, both: false, a: 1, b: 1 }),
        })
    }
}
