//! Games of rays in normal form, as periods and certificates know them.
//! The normal form is that of [`Rays::normal`]. However the rays were listed, the game has one text, which certificates carry:
//! [`RowGame::rules`].

use super::run::Rows;
use crate::catalog::Template;
use crate::geometry::{Guard, Rays, Symmetric};
use crate::notation::InputError;
use crate::rules::SharingNim;
use crate::ruleset::{Game, Identity};
use crate::sequence::countable;

/// The largest number in the rules of a game whose rows have periods to prove, as in rules as text.
const LARGEST: u64 = 1_000_000_000;

/// The largest number of shared cells.
const LARGEST_SHARED: u64 = 1000;

/// The largest q of a game in which any q-1 options may be blocked.
const LARGEST_BLOCK: u64 = 10_000;

/// A two-pile game of rays in normal form. Row a has the positions (a, b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowGame {
    rays: Rays,
    shape: Option<Symmetric>,
    /// Any q-1 options may be blocked.
    q: u64,
    /// Whether moves may not pass holes, as tokens may not jump over each other on shared cells.
    walls: bool,
}

impl RowGame {
    /// The rays of a game.
    ///
    /// # Errors
    /// When the positions are not two numbers, or the moves are not rays that lower the first number or leave it; with blocking, if options cannot be counted along the rays.
    pub fn of(game: &Game) -> Result<Self, InputError> {
        if let Some((inner, q)) = game.blocked() {
            return Self::of(inner)?.blocked(q);
        }
        if let Some(shared) = game.identity().and_then(Identity::shared_cells) {
            return Self::of_shared_cells(shared);
        }
        let geometry = Template::of_game(game).filter(|_| game.blocking().is_none());
        let geometry = geometry.and_then(|slice| slice.geometry());
        let Some(rays) = geometry.as_ref().and_then(|geometry| geometry.rays()) else {
            let message = format!(
                "periods of rows can be proved only for two numbers and moves along rays, not for {}",
                game.name()
            );
            let hint = if game.identity().is_some_and(Identity::is::<SharingNim>) {
                "rows of sharing-nim are conjectured to have no period (Ho, Conjecture 2), which the audit checks"
            } else {
                "try star-nim, wythoff, gurvich:a=2,b=3 or rules such as {x,y: x-i,y; x,y-i; x-i,y-2i}"
            };
            return Err(InputError::whole(message).hint(hint));
        };
        Self::new(rays)
    }

    /// A game of rays.
    ///
    /// # Errors
    /// When a move raises the first number: then a row depends on all rows above it.
    pub fn new(rays: &Rays) -> Result<Self, InputError> {
        if let Some(ray) = rays.rays().iter().find(|ray| ray.step.0 < 0) {
            let message =
                format!("a move along {ray} raises the first number, so rows depend on all rows above");
            let error = InputError::whole(message);
            // If a move raises the second number, the mirrored game has the same defect.
            let raises = rays.rays().iter().any(|ray| ray.step.1 < 0);
            let other = if raises { None } else { Self::new(&rays.mirrored()).ok() };
            return Err(match other {
                Some(game) => {
                    error.hint(format!("columns are the rows of the mirrored game {}", game.rules()))
                }
                None => error,
            });
        }
        let rays = rays.normal()?;
        let raises = rays.rays().iter().any(|ray| ray.step.1 < 0);
        if let Some(ray) = rays.rays().iter().find(|ray| ray.step.0 == 0 && ray.step.1 > 1) {
            let message = format!("no period is known for rows with moves along {ray}, by multiples only");
            return Err(
                InputError::whole(message).hint("with moves along (0,1), rows are additively periodic")
            );
        }
        if let Some(ray) = rays.rays().iter().find(|ray| raises && ray.step == (0, 1) && ray.width > 1) {
            let message = format!(
                "periods cannot be proved for {ray} together with moves that raise the second number"
            );
            return Err(InputError::whole(message));
        }
        if rays.rays().iter().filter(|ray| ray.step.0 == 0).count() > 1 {
            let message = "periods cannot be proved for several rays along (0,1) with different guards";
            return Err(InputError::whole(message));
        }
        let numbers = rays.rays().iter().flat_map(|ray| {
            let Guard { x, y, least } = ray.guard;
            [ray.step.0, ray.step.1, x, y, least].map(i64::unsigned_abs).into_iter().chain([ray.width])
        });
        let numbers = numbers.chain(rays.holes().iter().flat_map(|&(x, y)| [x, y]));
        if numbers.max().is_some_and(|most| most > LARGEST) {
            let message =
                format!("periods of rows can be proved only for rules with numbers up to {LARGEST}");
            return Err(InputError::whole(message));
        }
        let shape = rays.symmetric().filter(|shape| Symmetric::WITH_WINDOWS.contains(shape));
        Ok(Self { rays, shape, q: 1, walls: false })
    }

    /// Two strips that share their first k cells, with a token each: Nim without the positions (c, c), c < k. A token on a shared cell is not passed, so no move passes such a hole.
    ///
    /// # Errors
    /// When k is too large.
    pub fn of_shared_cells(k: u64) -> Result<Self, InputError> {
        if k > LARGEST_SHARED {
            let message = format!("periods of rows can be proved with up to {LARGEST_SHARED} shared cells");
            return Err(InputError::whole(message));
        }
        let holes = (0..k).map(|cell| (cell, cell)).collect();
        let game = Self::new(&Rays::new(Rays::from(Symmetric::NIM).rays().to_vec(), holes)?)?;
        Ok(Self { walls: k > 1, ..game })
    }

    /// The game in which any `q - 1` options may be blocked.
    ///
    /// # Errors
    /// When options cannot be counted along the rays, or q is too large.
    pub fn blocked(self, q: u64) -> Result<Self, InputError> {
        if q == 1 {
            return Ok(Self { q, ..self });
        }
        countable(&self.rays)?;
        if self.walls {
            return Err(InputError::whole("periods are not proved for shared cells with blocking"));
        }
        if !(1..=LARGEST_BLOCK).contains(&q) {
            let message =
                format!("periods of rows can be proved with up to {} options blocked", LARGEST_BLOCK - 1);
            return Err(InputError::whole(message));
        }
        Ok(Self { shape: None, q, ..self })
    }

    /// The rays, in normal form.
    pub fn rays(&self) -> &Rays {
        &self.rays
    }

    /// Whether moves may not pass holes.
    pub fn has_walls(&self) -> bool {
        self.walls
    }

    /// Whether a proof has a certificate. The checker has no rules with blocking or walls.
    pub fn has_certificates(&self) -> bool {
        self.q == 1 && !self.walls
    }

    /// q, if any q-1 options may be blocked: 1 without blocking.
    pub fn block(&self) -> u64 {
        self.q
    }

    /// The shape, if it is Nim, Star Nim, Wythoff's game or R-Wythoff without blocking. Certificates name these games.
    pub fn shape(&self) -> Option<Symmetric> {
        self.shape
    }

    /// The name in certificates, or the rules of a game that has none.
    pub fn name(&self) -> String {
        self.shape.map_or_else(|| self.rules(), Symmetric::name)
    }

    /// The rules as text, the same for all lists of rays with this normal form.
    pub fn rules(&self) -> String {
        let rules = if self.walls {
            format!("shared-cells:k={}", self.rays.holes().len())
        } else {
            self.rays.rules()
        };
        if self.q == 1 { rules } else { format!("{rules}@block={}", self.q) }
    }

    /// The game with the two numbers exchanged: its rows are the columns of the game of these rays.
    ///
    /// # Errors
    /// When a move raises the second number.
    pub fn of_mirrored(rays: &Rays) -> Result<Self, InputError> {
        Self::new(&rays.mirrored())
    }

    /// Whether periods of rows up to this one can be searched for.
    pub fn has_rows(&self, last: u64) -> bool {
        Rows::new(self, last).is_ok()
    }
}

impl From<Symmetric> for RowGame {
    fn from(shape: Symmetric) -> Self {
        let rays = Rays::from(shape);
        let shape = Some(shape).filter(|shape| Symmetric::WITH_WINDOWS.contains(shape));
        Self { rays: rays.normal().unwrap_or(rays), shape, q: 1, walls: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Ray;

    fn game(text: &str) -> RowGame {
        RowGame::of(&crate::game(text).unwrap()).unwrap()
    }

    /// The text of a game is read back as the same game.
    #[test]
    fn rules_are_read_back() {
        for text in [
            "nim",
            "star-nim",
            "wythoff",
            "r-wythoff",
            "gurvich:a=2,b=3",
            "fraenkel:a=4",
            "exile",
            "gdwn:p=1,q=2",
            "nimhof:a=3,b=2",
            "nimhof-a307298",
            "terminal-wythoff:k=5",
            "cornerless-wythoff",
            "{x,y where x+y>1: x,y-i; x-2i,y+i; x-i,y}",
            "wythoff@block=3",
            "shared-cells:k=3",
        ] {
            let one = game(text);
            assert_eq!(game(&one.rules()), one, "{text}");
        }
        assert_eq!(game("exile").rules(), "{x,y: x,y-i; x-i,y+i; x-i,y; x-i,y-i}");
        assert_eq!(
            game("gurvich:a=2,b=3").rules(),
            "{x,y: x-i,y-j where i<3; x-i,y-j where j<3; x-i,y-j where |i-j|<2}"
        );
        assert_eq!(game("star-nim").rules(), "{x,y where not (x=0 and y=0): x,y-i; x-i,y}");
        assert_eq!(game("r-wythoff").rules(), "{x,y: x,y-i where -x+y>=0; x-i,y where x-y>=0; x-i,y-i}");
    }

    #[test]
    fn one_game_has_one_text() {
        let ray = |step| Ray { step, guard: Guard::ALWAYS, width: 1 };
        let small = Ray { guard: Guard { x: 1, y: 1, least: 3 }, ..ray((3, 3)) };
        let never = Ray { guard: Guard { x: -1, y: 0, least: 2 }, ..ray((1, 7)) };
        let rays = Rays::new(vec![ray((2, 0)), small, ray((1, 1)), never, ray((1, 0)), ray((0, 1))], vec![])
            .unwrap();
        let game = RowGame::new(&rays).unwrap();
        assert_eq!((game.shape(), game.name()), (Some(Symmetric::WYTHOFF), "wythoff".to_owned()));
        assert_eq!(game, RowGame::from(Symmetric::WYTHOFF));
    }

    #[test]
    fn games_without_rows_are_refused() {
        let refused = |text: &str| RowGame::of(&crate::game(text).unwrap()).unwrap_err();
        assert!(refused("sharing-nim").to_string().contains("sharing-nim"));
        assert!(refused("fraenkel:a=2@block=2").to_string().contains("narrow and not parallel"));
        assert!(refused("wythoff@block=10001").to_string().contains("up to 9999 options"));
        assert!(refused("sharing-nim@block=2").to_string().contains("only for two numbers"));
        let raising = refused("{x,y: x-i,y; x,y-i; x+i,y-i}");
        assert!(raising.to_string().contains("raises the first number"), "{raising}");
        assert!(RowGame::of_mirrored(game("exile").rays()).is_err());
    }

    #[test]
    fn the_other_direction_is_named_if_it_has_rows() {
        let hint = |text: &str| RowGame::of(&crate::game(text).unwrap()).unwrap_err().hint;
        let mirrored = "columns are the rows of the mirrored game {x,y: x,y-i; x-i,y+i; x-i,y}";
        assert_eq!(hint("{x,y: x-i,y; x,y-i; x+i,y-i}").as_deref(), Some(mirrored));
        assert_eq!(hint("{x,y: x-i,y; x,y-i; x+i,y-3i; x-3i,y+i}"), None);
    }

    #[test]
    fn numbers_up_to_the_limits() {
        let rays = Rays::from(Symmetric::NIM).rays().to_vec();
        let with_hole = |x: u64| RowGame::new(&Rays::new(rays.clone(), vec![(x, 0)]).unwrap());
        assert!(with_hole(LARGEST).is_ok());
        let error = with_hole(LARGEST + 1).unwrap_err().to_string();
        assert_eq!(error, "periods of rows can be proved only for rules with numbers up to 1000000000");
        assert!(RowGame::of_shared_cells(LARGEST_SHARED).is_ok());
        let error = RowGame::of_shared_cells(LARGEST_SHARED + 1).unwrap_err().to_string();
        assert_eq!(error, "periods of rows can be proved with up to 1000 shared cells");
    }

    #[test]
    fn games_of_the_checker_have_certificates() {
        for (text, expected) in [
            ("nim", true),
            ("exile", true),
            ("shared-cells:k=1", true),
            ("shared-cells:k=2", false),
            ("wythoff@block=2", false),
            ("nim@block=1", true),
        ] {
            assert_eq!(game(text).has_certificates(), expected, "{text}");
        }
    }
}
