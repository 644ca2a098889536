//! Geometry: the lines on which the options of a position lie. Engines, sequences and periods share this description.
//!
//! A ruleset declares its geometry by [`Ruleset::geometry`](crate::Ruleset::geometry), and then gets the ray engine for its tables, row-by-row
//! sequences and proved row periods where the shape allows them. The description has to match the options that the ruleset
//! visits; a table by [`Engine::Definition`](crate::Engine::Definition) uses the options alone, so a test can compare the two.
//!
//! [`RayGame`](crate::rules::RayGame) makes a game of rays alone:
//!
//! ```
//! use grundy::rules::RayGame;
//! use grundy::{Engine, Game, Guard, Ray, Rays, Table};
//! use std::sync::Arc;
//!
//! let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
//! let rays = Rays::new(vec![ray((1, 0)), ray((0, 1)), ray((1, 2))], Vec::new())?;
//! let game: Game = Arc::new(RayGame::new(rays));
//! let fast = Table::of(&game).to(30).compute()?;
//! let slow = Table::of(&game).to(30).engine(Engine::Definition).element(fast.element()).compute()?;
//! assert_eq!(fast, slow);
//! # Ok::<(), grundy::Error>(())
//! ```

mod conditions;
mod guard;
mod normal;
mod text;

pub use conditions::Conditions;
pub(crate) use conditions::{Condition, Is, Tokens};
pub use guard::Guard;

use crate::notation::InputError;
use std::fmt;
use std::sync::Arc;

/// How the options of a position lie, for positions of a fixed number of coordinates.
#[derive(Clone)]
#[non_exhaustive]
pub enum Geometry {
    /// Two coordinates, and options along rays.
    Rays(Rays),
    /// Three piles of Sharing Nim. Only differences matter: (0, a, b) lies on the lines 2b-a, |b-2a| and a+b, and its options are the
    /// positions on them with a smaller b.
    Sharing,
    /// Any number of coordinates. A move lowers one coordinate to any smaller number that gives a position. In a game with jumps tokens
    /// keep their coordinates: every order of the tokens of a strip counts as a position, and tables show only the increasing one.
    Lowering(IsPosition),
    /// The same where coordinates may be exchanged: whether numbers are a position does not depend on their order.
    Unordered(IsPosition),
}

/// Tells whether coordinates are a position.
pub type IsPosition = Arc<dyn Fn(&[u64]) -> bool + Send + Sync>;

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rays(rays) => f.debug_tuple("Rays").field(rays).finish(),
            Self::Sharing => f.write_str("Sharing"),
            Self::Lowering(_) => f.write_str("Lowering"),
            Self::Unordered(_) => f.write_str("Unordered"),
        }
    }
}

impl Geometry {
    /// The rays of a two-coordinate game, `None` for other geometries.
    pub fn rays(&self) -> Option<&Rays> {
        match self {
            Self::Rays(rays) => Some(rays),
            Self::Sharing | Self::Lowering(_) | Self::Unordered(_) => None,
        }
    }

    /// The test for positions, if every move lowers one coordinate to any smaller number.
    pub fn lowering(&self) -> Option<IsPosition> {
        match self {
            Self::Rays(rays) => rays.lowering(),
            Self::Sharing => None,
            Self::Lowering(is_position) | Self::Unordered(is_position) => Some(Arc::clone(is_position)),
        }
    }

    /// The symmetric shape of the rays, `None` if they have none.
    pub fn symmetric(&self) -> Option<Symmetric> {
        self.rays().and_then(Rays::symmetric)
    }
}

/// The moves of a two-pile game: from (x, y) along any of the rays, never to a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rays {
    rays: Vec<Ray>,
    holes: Vec<(u64, u64)>,
}

/// Upper limit on the number of rays.
const MOST_RAYS: usize = 8;

impl Rays {
    /// Validates rays and holes. Holes are pairs that are not positions.
    ///
    /// # Errors
    /// When there are no rays or more than 8, a step takes nothing, a width is not supported, or the game may not end.
    pub fn new(rays: Vec<Ray>, holes: Vec<(u64, u64)>) -> Result<Self, InputError> {
        if rays.is_empty() || rays.len() > MOST_RAYS {
            let message = format!("a game of rays has 1 to {MOST_RAYS} of them, not {}", rays.len());
            return Err(InputError::whole(message).hint("e.g. (1,0), (0,1) and (1,1): Wythoff's game"));
        }
        for ray in &rays {
            let straight = [(1, 0), (0, 1), (1, 1)].contains(&ray.step);
            let wrong = match ray.width {
                _ if ray.step.0 <= 0 && ray.step.1 <= 0 => {
                    format!(
                        "a step of ({},{}) takes nothing, so the game would not end",
                        ray.step.0, ray.step.1
                    )
                }
                0 => "a ray is at least 1 wide".to_owned(),
                width if width > 1 && !straight => {
                    format!("only (1,0), (0,1) and (1,1) can be {width} wide")
                }
                _ => continue,
            };
            return Err(InputError::whole(format!("{ray}: {wrong}")));
        }
        let rays: Vec<Ray> = rays.into_iter().map(|ray| Ray { guard: ray.guard.reduced(), ..ray }).collect();
        let game = Self { rays, holes };
        if game.weights().is_none() {
            let message = "these steps together may take nothing, so the game may not end";
            return Err(InputError::whole(message)
                .hint("each step must lower one sum such as 2x+y, e.g. (1,-1) and (0,1)"));
        }
        Ok(game)
    }

    /// Positive weights u and v such that every step lowers `u*x + v*y`. Nothing if there are none.
    ///
    /// A step with `dy < 0` asks for `u/v > -dy/dx`, and one with `dx < 0` for `u/v < dy/-dx`. If the greatest lower bound is less than
    /// the least upper bound, then the mediant of the two is between them.
    pub fn weights(&self) -> Option<(u128, u128)> {
        let (mut above, mut below) = ((0, 1), (1, 0));
        for ray in &self.rays {
            let (x, y) = ray.step;
            let parts = (u128::from(x.unsigned_abs()), u128::from(y.unsigned_abs()));
            if y < 0 && parts.1 * above.1 > parts.0 * above.0 {
                above = (parts.1, parts.0);
            }
            if x < 0 && parts.1 * below.1 < parts.0 * below.0 {
                below = (parts.1, parts.0);
            }
        }
        (above.0 * below.1 < above.1 * below.0).then_some((above.0 + below.0, above.1 + below.1))
    }

    /// The rays.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// The pairs that are not positions.
    pub fn holes(&self) -> &[(u64, u64)] {
        &self.holes
    }

    /// Whether (x, y) is not a position.
    pub fn is_hole(&self, x: u64, y: u64) -> bool {
        self.holes.contains(&(x, y))
    }

    /// The symmetric shape of these rays, `None` if they have none. Engines rely on bounds that theorems give for values, and these limit the
    /// shapes: a hole only with rows and columns, and R-Wythoff's guards only with width 1.
    pub fn symmetric(&self) -> Option<Symmetric> {
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
            Some(diagonal) if diagonal.guard != Guard::ALWAYS => return None,
            diagonal => diagonal.map_or(0, |diagonal| diagonal.width),
        };
        let hole = match self.holes[..] {
            [] => false,
            [(0, 0)] if a == 0 && row.width == 1 => true,
            _ => return None,
        };
        let both = match (row.guard, column.guard) {
            (Guard::ALWAYS, Guard::ALWAYS) => true,
            (Guard::AT_LEAST, Guard::AT_MOST) if a == 1 && row.width == 1 => false,
            _ => return None,
        };
        Some(Symmetric { hole, both, a, b: row.width })
    }

    /// The test for positions, if every move lowers one coordinate to any smaller number.
    pub fn lowering(&self) -> Option<IsPosition> {
        let Symmetric { hole, both: true, a: 0, b: 1 } = self.symmetric()? else { return None };
        Some(Arc::new(move |numbers: &[u64]| !(hole && numbers == [0, 0])))
    }
}

impl fmt::Display for Rays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed: Vec<String> = self.rays.iter().map(Ray::to_string).collect();
        write!(f, "rays {}", listed.join(" "))?;
        let without: Vec<String> = self.holes.iter().map(|(x, y)| format!("{x},{y}")).collect();
        if without.is_empty() { Ok(()) } else { write!(f, " without {}", without.join(" and ")) }
    }
}

/// The shape of a symmetric two-pile game in which the larger pile may be lowered to any smaller number: rows, columns and possibly
/// diagonals. A value occurs at most once in a row, so the positions of a value form a g-sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetric {
    /// Whether the origin is not a position.
    pub hole: bool,
    /// Whether the smaller number may be lowered alone too (not in R-Wythoff).
    pub both: bool,
    /// Both numbers may be lowered when the two amounts differ by less than this; 0 if they may not.
    pub a: u64,
    /// One number may be lowered by any amount if the other is lowered by less than this.
    pub b: u64,
}

impl Symmetric {
    /// Rows and columns: Nim with two piles.
    pub const NIM: Self = Self { hole: false, both: true, a: 0, b: 1 };
    /// Rows and columns without the origin: Star Nim with two strips.
    pub const STAR_NIM: Self = Self { hole: true, both: true, a: 0, b: 1 };
    /// Rows, columns and diagonals: Wythoff's game.
    pub const WYTHOFF: Self = Self { hole: false, both: true, a: 1, b: 1 };
    /// The line of the larger pile and diagonals: R-Wythoff.
    pub const R_WYTHOFF: Self = Self { hole: false, both: false, a: 1, b: 1 };
    /// The shapes whose rows are computed by bounded windows; see [`windows`](crate::period::windows).
    pub const WITH_WINDOWS: [Self; 4] = [Self::NIM, Self::STAR_NIM, Self::WYTHOFF, Self::R_WYTHOFF];

    /// `NIM_{a,b}` of Gurvich without blocking.
    pub const fn nim_ab(a: u64, b: u64) -> Self {
        Self { hole: false, both: true, a, b }
    }

    /// The name of a game with this shape, for texts and certificates.
    pub fn name(self) -> String {
        match self {
            Self::NIM => "nim".to_owned(),
            Self::STAR_NIM => "star-nim".to_owned(),
            Self::WYTHOFF => "wythoff".to_owned(),
            Self::R_WYTHOFF => "r-wythoff".to_owned(),
            Self { hole: false, both: true, a: a @ 1.., b: 1 } => format!("fraenkel:a={a}"),
            Self { hole: false, both: true, a: a @ 1.., b } => format!("gurvich:a={a},b={b}"),
            _ => Rays::from(self).to_string(),
        }
    }

    /// Whether rows, columns and diagonals are 1 wide.
    pub fn is_narrow(self) -> bool {
        self.a <= 1 && self.b == 1
    }

    /// Whether both numbers may be lowered in a move.
    pub fn has_diagonals(self) -> bool {
        self.a > 0
    }
}

impl From<Symmetric> for Rays {
    fn from(Symmetric { hole, both, a, b }: Symmetric) -> Self {
        let guard = |larger| if both { Guard::ALWAYS } else { larger };
        let mut rays = vec![
            Ray { step: (1, 0), guard: guard(Guard::AT_LEAST), width: b },
            Ray { step: (0, 1), guard: guard(Guard::AT_MOST), width: b },
        ];
        if a > 0 {
            rays.push(Ray { step: (1, 1), guard: Guard::ALWAYS, width: a });
        }
        Self { rays, holes: if hole { vec![(0, 0)] } else { Vec::new() } }
    }
}

impl From<Symmetric> for Geometry {
    fn from(shape: Symmetric) -> Self {
        Self::Rays(shape.into())
    }
}

/// The moves from (x, y) in one direction, up to the size of the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    /// What a step takes from x and from y. A negative number is added: (1, -1) moves 1 from x to y.
    pub step: (i64, i64),
    /// The positions from which it may be used.
    pub guard: Guard,
    /// How far moves may deviate from the direction; 1 for not at all. Only axes and the diagonal can be wider: along (1,0) less than this
    /// may be taken from y too, along (1,1) the two amounts may differ by less than this.
    pub width: u64,
}

impl Ray {
    /// Whether taking p from x and q from y is a move along this ray. The guard is not considered.
    pub fn takes(&self, p: i128, q: i128) -> bool {
        let width = i128::from(self.width);
        match self.step {
            (1, 0) => p >= 0 && (0..width).contains(&q) && (p, q) != (0, 0),
            (0, 1) => q >= 0 && (0..width).contains(&p) && (p, q) != (0, 0),
            (1, 1) => p >= 0 && q >= 0 && (p - q).abs() < width && (p, q) != (0, 0),
            (x, y) => {
                let (x, y) = (i128::from(x), i128::from(y));
                let steps = if x == 0 { q / y } else { p / x };
                steps > 0 && (p, q) == (steps * x, steps * y)
            }
        }
    }

    /// Visits the amounts (p, q), at most (x, y), that are moves, each once. The guard is not considered.
    pub fn amounts<E>(
        &self,
        (x, y): (u64, u64),
        mut visit: impl FnMut(i128, i128) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut near = |p: u64, q: u64| match (p, q) {
            (0, 0) => Ok(()),
            (p, q) => visit(p.into(), q.into()),
        };
        let beside = |most: u64| 0..=most.min(self.width - 1);
        match self.step {
            (1, 0) => (0..=x).try_for_each(|p| beside(y).try_for_each(|q| near(p, q))),
            (0, 1) => (0..=y).try_for_each(|q| beside(x).try_for_each(|p| near(p, q))),
            (1, 1) => (0..=x).try_for_each(|p| {
                let from = p.saturating_sub(self.width - 1);
                (from..=y.min(p.saturating_add(self.width - 1))).try_for_each(|q| near(p, q))
            }),
            (dx, dy) => {
                let steps =
                    |number: u64, step: i64| u64::try_from(step).ok().and_then(|s| number.checked_div(s));
                let most = [steps(x, dx), steps(y, dy)].into_iter().flatten().min().unwrap_or(0);
                (1..=i128::from(most)).try_for_each(|k| visit(k * i128::from(dx), k * i128::from(dy)))
            }
        }
    }
}

impl fmt::Display for Ray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step: (x, y), guard, width } = self;
        write!(f, "({x},{y})")?;
        if *width > 1 {
            write!(f, " width {width}")?;
        }
        if *guard == Guard::ALWAYS { Ok(()) } else { write!(f, " if {guard}") }
    }
}
