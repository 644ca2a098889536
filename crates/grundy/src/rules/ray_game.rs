use super::{Gurvich, Nim, RWythoff, StarNim, piles, piles_of, sample_row};
use crate::error::Limit;
use crate::geometry::{Geometry, Ray, Rays, Symmetric};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Family, Identity, NormalForm, Plane, Position, Ruleset, Shape, Stop, Visitor};
use smallvec::smallvec;

/// A two-pile game given by its rays: a move goes from (x, y) along one of them. Some pairs may be holes, which are not
/// positions, as 0,0 in Star Nim.
#[derive(Clone, Debug)]
pub struct RayGame {
    name: String,
    rays: Rays,
}

impl RayGame {
    /// The game with these moves.
    pub fn new(rays: Rays) -> Self {
        Self { name: rays.to_string(), rays }
    }
}

impl Ruleset for RayGame {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let position = piles(raw, Some(2))?;
        match position.piles() {
            Some(&[x, y]) if self.rays.is_hole(x, y) => {
                Err(InputError::at(raw.span(), format!("{x},{y} is not a position of this game")))
            }
            _ => Ok(position),
        }
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position)?;
        let (x, y) = (piles[0], piles[1]);
        let open: Vec<&Ray> = self.rays.rays().iter().filter(|ray| ray.guard.allows(x, y)).collect();
        for (i, ray) in open.iter().enumerate() {
            ray.amounts((x, y), |p, q| {
                if open[..i].iter().any(|earlier| earlier.takes(p, q)) {
                    return Ok(());
                }
                // What is taken is there. What is added may not fit.
                let left = |number: u64, taken: i128| u64::try_from(i128::from(number) - taken);
                let (Ok(x), Ok(y)) = (left(x, p), left(y, q)) else { return Err(Limit::Uncountable.into()) };
                if self.rays.is_hole(x, y) {
                    return Ok(());
                }
                visit(&Position(Shape::Piles(smallvec![x, y])))
            })?;
        }
        Ok(())
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        /// There are few holes, so one of these tries succeeds unless all pairs are holes.
        const TRIES: usize = 100;
        let mut row = sample_row(2, size, draw);
        for _ in 0..TRIES {
            if !self.rays.is_hole(row[0], row[1]) {
                break;
            }
            row = sample_row(2, size + 1, draw);
        }
        Position(Shape::Piles(row))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: false })
    }

    fn geometry(&self, _: &[usize]) -> Option<Geometry> {
        Some(Geometry::Rays(self.rays.clone()))
    }

    /// The game of the catalogue that has the same rays, if any.
    fn identity(&self) -> Option<Identity> {
        self.rays.symmetric().and_then(identity_of_shape)
    }

    /// The list of rays.
    fn normal_form(&self) -> Option<NormalForm> {
        Some(NormalForm::new(self.name.clone()))
    }
}

/// The game of the catalogue with this shape.
pub(super) fn identity_of_shape(shape: Symmetric) -> Option<Identity> {
    Some(match shape {
        Symmetric::NIM => Identity::of::<Nim>(),
        Symmetric::STAR_NIM => Identity::of::<StarNim>(),
        Symmetric::R_WYTHOFF => Identity::of::<RWythoff>(),
        Symmetric { hole: false, both: true, a: a @ 1.., b } => {
            Identity::of_family::<Gurvich>(Family::plain(a, b))
        }
        _ => return None,
    })
}
