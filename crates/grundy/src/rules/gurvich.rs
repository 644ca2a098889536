use super::{piles, piles_of, sample_row};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Plane, Position, Rays, Ruleset, Shape, Stop, Visitor};
use smallvec::smallvec;

/// `NIM_{a,b}`: take x' and y' from two piles, not both 0, such that (A) `|x' - y'| < a` or
/// (B) `min(x', y') < b` (Gurvich 2010, sec. 6). With b = 1 it is Fraenkel's `NIM_a`, with a = b = 1 Wythoff's.
#[derive(Clone, Debug)]
pub struct Gurvich {
    a: u64,
    b: u64,
    name: String,
}

impl Gurvich {
    /// `NIM_{a,b}` for positive a and b.
    ///
    /// # Panics
    /// When a parameter is 0.
    pub fn new(a: u64, b: u64) -> Self {
        assert!(a > 0 && b > 0, "the parameters of NIM_(a,b) are positive (Gurvich, Remark 1)");
        Self { a, b, name: format!("gurvich:a={a},b={b}") }
    }

    /// Fraenkel's `NIM_a`, under that name.
    pub fn fraenkel(a: u64) -> Self {
        Self { name: format!("fraenkel:a={a}"), ..Self::new(a, 1) }
    }

    /// The y' that go with x' when there are `most` to take from: any if `x' < b`, else those below b (type B) and those
    /// nearer to x' than a (type A).
    fn amounts(&self, x: u64, most: u64) -> impl Iterator<Item = u64> + use<> {
        let low = if x < self.b { u64::MAX } else { self.b };
        let near = low.max((x + 1).saturating_sub(self.a))..=most.min(x.saturating_add(self.a - 1));
        let least = u64::from(x == 0);
        (least..=most).take_while(move |&y| y < low).chain(near)
    }
}

impl Ruleset for Gurvich {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        Ok(Position(Shape::Piles(piles(raw, Some(2))?)))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position);
        for x in 0..=piles[0] {
            for y in self.amounts(x, piles[1]) {
                visit(&Position(Shape::Piles(smallvec![piles[0] - x, piles[1] - y])))?;
            }
        }
        Ok(())
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
            rays: Some(Rays::Plane { hole: false, both: true, a: self.a, b: self.b }),
        })
    }
}
