use super::{piles, piles_of, sample_row};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Guard, Plane, Position, Ray, Rays, Ruleset, Shape, Stop, Visitor};
use smallvec::smallvec;

/// More rays than this are refused.
const MOST_RAYS: usize = 8;

/// A game with two piles that somebody has made up: from (x, y) one moves along rays. Some pairs may be no positions, as 0,0 in
/// Star Nim; they are not moved to.
#[derive(Clone, Debug)]
pub struct RayGame {
    name: String,
    rays: Vec<Ray>,
    holes: Vec<(u64, u64)>,
}

impl RayGame {
    /// The game with these moves.
    ///
    /// # Errors
    /// When there are no rays or too many, a step takes nothing, or a width is wrong.
    pub fn new(rays: Vec<Ray>, holes: Vec<(u64, u64)>) -> Result<Self, InputError> {
        if rays.is_empty() || rays.len() > MOST_RAYS {
            let message = format!("a game of rays has 1 to {MOST_RAYS} of them, not {}", rays.len());
            return Err(InputError::whole(message).hint("e.g. (1,0), (0,1) and (1,1): Wythoff's game"));
        }
        for ray in &rays {
            let straight = [(1, 0), (0, 1), (1, 1)].contains(&ray.step);
            let wrong = match ray.width {
                _ if ray.step == (0, 0) => "a step takes something: (0,0) does not end".to_owned(),
                0 => "a ray is at least 1 wide".to_owned(),
                width if width > 1 && !straight => {
                    format!("only (1,0), (0,1) and (1,1) can be {width} wide")
                }
                _ => continue,
            };
            return Err(InputError::whole(format!("{ray}: {wrong}")));
        }
        let listed: Vec<String> = rays.iter().map(Ray::to_string).collect();
        let without: Vec<String> = holes.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let without =
            if without.is_empty() { String::new() } else { format!(" without {}", without.join(" and ")) };
        Ok(Self { name: format!("rays {}{without}", listed.join(" ")), rays, holes })
    }

    fn is_hole(&self, x: u64, y: u64) -> bool {
        self.holes.contains(&(x, y))
    }

    /// The geometry of the ray engine's planes that these rays are, if they are one. Bounds that the engine takes from theorems about the
    /// games of the papers limit which: a hole goes with rows and columns alone, and R-Wythoff's guards with width 1.
    fn symmetric(&self) -> Option<Rays> {
        let along = |step| {
            let mut those = self.rays.iter().filter(|ray| ray.step == step);
            those.next().filter(|_| those.next().is_none())
        };
        let (row, column, diagonal) = (along((1, 0))?, along((0, 1))?, along((1, 1)));
        let count = 2 + usize::from(diagonal.is_some());
        if self.rays.len() != count || row.width != column.width {
            return None;
        }
        let a = match diagonal {
            Some(diagonal) if diagonal.guard != Guard::Always => return None,
            diagonal => diagonal.map_or(0, |diagonal| diagonal.width),
        };
        let hole = match self.holes[..] {
            [] => false,
            [(0, 0)] if a == 0 && row.width == 1 => true,
            _ => return None,
        };
        let both = match (row.guard, column.guard) {
            (Guard::Always, Guard::Always) => true,
            (Guard::AtLeast, Guard::AtMost) if a == 1 && row.width == 1 => false,
            _ => return None,
        };
        Some(Rays::Plane { hole, both, a, b: row.width })
    }
}

impl Ruleset for RayGame {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let position = piles(raw, Some(2))?;
        match position.piles() {
            Some(&[x, y]) if self.is_hole(x, y) => {
                Err(InputError::at(raw.span(), format!("{x},{y} is no position of this game")))
            }
            _ => Ok(position),
        }
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position)?;
        let (x, y) = (piles[0], piles[1]);
        let open: Vec<&Ray> = self.rays.iter().filter(|ray| ray.guard.allows(x, y)).collect();
        for (i, ray) in open.iter().enumerate() {
            ray.amounts((x, y), |p, q| {
                let again = open[..i].iter().any(|earlier| earlier.takes(p, q));
                if again || self.is_hole(x - p, y - q) {
                    return Ok(());
                }
                visit(&Position(Shape::Piles(smallvec![x - p, y - q])))
            })?;
        }
        Ok(())
    }

    fn board(&self) -> Board {
        Board::Piles
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        /// Holes are few: one of these is none, or all of them are.
        const TRIES: usize = 100;
        let mut row = sample_row(2, size, draw);
        for _ in 0..TRIES {
            if !self.is_hole(row[0], row[1]) {
                break;
            }
            row = sample_row(2, size + 1, draw);
        }
        Position(Shape::Piles(row))
    }

    fn plane(&self) -> Option<Plane> {
        let rays = self.symmetric();
        Some(Plane { at: "a,b", triangle: false, sequences: false, rays })
    }

    fn rays(&self) -> (&[Ray], &[(u64, u64)]) {
        (&self.rays, &self.holes)
    }
}
