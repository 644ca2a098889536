//! What theorems say of a position, whatever its game.

use crate::ruleset::{Outcome, Position, Ruleset};
use crate::theorem::farr_ho::{bounds, silver_dollar, star_nim, star_silver_dollar};
use crate::theorem::gu::{Reach, r_wythoff, r_wythoff_beyond};
use crate::theorem::gurvich::Pairs;
use crate::theorem::ho::sharing_nim;
use crate::theorem::nim::bouton;
use crate::theorem::wythoff::{fraenkel, wythoff};
use crate::theorem::{Said, UBig};
use std::time::Duration;

/// A theorem about a position.
#[derive(Clone, Debug)]
pub struct Known {
    /// The value, if the theorem gives it.
    pub value: Option<UBig>,
    /// A number that the value is above, if that is all the theorem gives.
    pub more_than: Option<u64>,
    /// Who wins.
    pub outcome: Outcome,
    /// Winning moves.
    pub winning: Vec<Position>,
    /// Whether there are no others.
    pub every: bool,
    /// The paper and the number of the theorem.
    pub by: String,
    /// The numbers that were put in.
    pub why: Vec<String>,
}

impl Known {
    fn of<P: Clone>(said: Said<P>, position: impl Fn(P) -> Position) -> Self {
        let Said { value, more_than, outcome, by, why, winning } = said;
        let every = winning.is_every();
        let winning = winning.positions().iter().cloned().map(position).collect();
        Self { value, more_than, outcome, winning, every, by: by.to_owned(), why }
    }
}

/// What a theorem says of a position, if one does. Blocked games and compounds have none.
pub fn by_theorem(game: &dyn Ruleset, position: &Position) -> Option<Known> {
    if game.blocking().is_some() {
        return None;
    }
    let rows = position.rows()?;
    let piles = |said: Option<Said>| said.map(|said| Known::of(said, Position::of_piles));
    if let Some(family) = game.family() {
        return match (family.a, family.b) {
            (1, 1) => piles(wythoff(&rows[0])),
            (a, 1) => piles(fraenkel(a, &rows[0])),
            (a, b) => morphism(a, b, &rows[0]),
        };
    }
    match game.name().as_str() {
        "nim" => piles(Some(bouton(&rows[0]))),
        "sharing-nim" => piles(sharing_nim(&rows[0])),
        "r-wythoff" => piles(r_wythoff(&rows[0])),
        "star-nim" => piles(star_nim(&rows[0])),
        "silver-dollar" => {
            silver_dollar(&rows[0]).map(|said| Known::of(said, |strip| Position::of_strips(vec![strip])))
        }
        "star-silver-dollar" => star_silver_dollar(&rows).map(|said| Known::of(said, Position::of_strips)),
        _ => None,
    }
}

/// What is known of a position that neither theorems nor engines give the value of, when work on the spot may take some
/// time.
pub fn by_proof(game: &dyn Ruleset, position: &Position, time: Duration) -> Option<Known> {
    let reach = match time.as_secs() {
        0 => return None,
        1..60 => Reach::Moment,
        _ => Reach::Seconds,
    };
    let rows = position.rows().filter(|_| game.name() == "r-wythoff" && game.blocking().is_none())?;
    r_wythoff_beyond(reach, &rows[0]).map(|said| Known::of(said, Position::of_piles))
}

/// `NIM_{a,b}` by the substitution that makes the differences of its P-positions.
fn morphism(a: u64, b: u64, piles: &[UBig]) -> Option<Known> {
    let [x, y] = piles else { return None };
    let mut pairs = Pairs::new(a, b).ok()?;
    let winning = pairs.winning_move(x, y).ok()?;
    let by = "substitution for NIM_(a,b), docs/limits.md".to_owned();
    Some(match winning {
        None => Known {
            value: Some(UBig::ZERO),
            more_than: None,
            outcome: Outcome::Previous,
            winning: Vec::new(),
            every: true,
            by,
            why: Vec::new(),
        },
        Some((x, y)) => Known {
            value: None,
            more_than: None,
            outcome: Outcome::Next,
            winning: vec![Position::of_piles(vec![x, y])],
            every: false,
            by,
            why: Vec::new(),
        },
    })
}

/// Numbers between which the value lies: for two strips of Star Nim by Farr & Ho, Proposition 5; where every move lowers the sum of the
/// numbers, the value is that sum at the most. Values up to `above` are known not to be it, and 0 where a theorem tells who wins.
pub fn between(
    game: &dyn Ruleset,
    position: &Position,
    known: Option<&Known>,
    above: Option<u64>,
) -> Option<(UBig, UBig)> {
    let rows = position.rows()?;
    let (mut least, greatest) = match (game.name().as_str(), &rows[..]) {
        ("star-nim", [row]) if row.len() == 2 => bounds(&row[0], &row[1])?,
        ("sharing-nim", _) => return None,
        (name, _) if name.starts_with("graph-nim") => return None,
        _ => (UBig::ZERO, rows.iter().flatten().sum()),
    };
    if known.is_some_and(|known| known.outcome == Outcome::Next) {
        least = least.max(UBig::ONE);
    }
    if let Some(above) = above.max(known.and_then(|known| known.more_than)) {
        least = least.max(UBig::from(above) + 1u8);
    }
    Some((least, greatest))
}
