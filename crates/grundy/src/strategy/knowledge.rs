//! What is known of the games of the catalogue besides their rules: one table, a line a game.
//!
//! A line is found by [`Identity`](crate::ruleset::Identity), never by name. Whatever follows from the lines on which options lie (tables,
//! g-sequences, periods of rows) is chosen by [`Geometry`](crate::geometry::Geometry) and needs no line here.

use super::answer::Answer;
use crate::rules;
use crate::ruleset::{Family, Identity, Outcome, Position, Reading, Ruleset};
use crate::theorem::automatic::{wythoff_to, wythoff_values};
use crate::theorem::blocked::{Rooks, WithBlocking};
use crate::theorem::bounds::near;
use crate::theorem::crossed::crossed;
use crate::theorem::farr_ho::{
    Strips, bounds, silver_dollar, silver_dollar_to, star_nim, star_silver_dollar,
};
use crate::theorem::gu::{Reach, r_wythoff, r_wythoff_beyond};
use crate::theorem::gurvich::{Pairs, SUBSTITUTION};
use crate::theorem::ho::{reduced, sharing_nim};
use crate::theorem::nim::{bouton, changing, nim_sum};
use crate::theorem::path::graph_nim_path;
use crate::theorem::shared_cells::shared_cells;
use crate::theorem::sharing::sharing_pairs;
use crate::theorem::welter::{star_welter, welter, welter_to};
use crate::theorem::wythoff::fraenkel;
use crate::theorem::{Said, UBig, Winning};
use std::time::Duration;

/// The numbers of a position: piles as one row, strips as a row each.
type Rows = [Vec<UBig>];

/// Moves, and whether these are all.
type Moves = (Vec<Position>, bool);

/// What is known about a game.
#[derive(Clone, Copy)]
pub(super) struct Knowledge {
    /// Theorems: value or outcome, and winning moves, at any size.
    pub theorem: fn(Identity, &Rows) -> Option<Answer>,
    /// The moves to a value, by a closed form.
    pub moves_to: fn(Identity, &Rows, &UBig) -> Option<Moves>,
    /// Numbers between which the value lies.
    pub bounds: fn(&Rows) -> Option<(UBig, UBig)>,
    /// What a proof on the spot adds, within a time.
    pub proof: fn(&Rows, Duration) -> Option<Answer>,
    /// Whether positions are a sum of heads and tails (Farr & Ho, Theorem 2).
    pub heads: bool,
    /// Whether the geometry is a lowering one that does not depend on a number above all others, so that the values along such a number
    /// are driven by windows ([`crate::period::tall`]).
    pub tall: bool,
}

/// A game of which only this is known: every move lowers the sum of its numbers, so its value is that sum at the most.
const LOWERING: Knowledge = Knowledge {
    theorem: |_, _| None,
    moves_to: |_, _, _| None,
    bounds: |rows| Some((UBig::ZERO, rows.iter().flatten().sum())),
    proof: |_, _| None,
    heads: false,
    tall: false,
};

/// The table.
fn table() -> [(Identity, Knowledge); 12] {
    let nim = Knowledge {
        theorem: |_, rows| piles(Some(bouton(&rows[0]))),
        moves_to: nim_to,
        tall: true,
        ..LOWERING
    };
    let silver = Knowledge {
        theorem: |_, rows| strip(silver_dollar(&rows[0])),
        moves_to: silver_to,
        tall: true,
        ..LOWERING
    };
    let star = Knowledge {
        theorem: |_, rows| piles(star_nim(&rows[0])),
        bounds: star_nim_bounds,
        tall: true,
        ..LOWERING
    };
    let star_silver = Knowledge {
        theorem: |_, rows| strips(star_silver_dollar(rows)),
        heads: true,
        tall: true,
        ..LOWERING
    };
    let shared = Knowledge {
        theorem: |identity, rows| strips(shared_cells(identity.shared_cells()?, rows)),
        ..LOWERING
    };
    let joined =
        Knowledge { theorem: |identity, rows| strips(crossed(&identity.crossed()?, rows)), ..LOWERING };
    let welters =
        Knowledge { theorem: |_, rows| strip(welter(&rows[0])), moves_to: welter_moves_to, ..LOWERING };
    let star_welters = Knowledge { theorem: |_, rows| strips(star_welter(rows)), ..LOWERING };
    let sharing = Knowledge {
        theorem: |_, rows| piles(sharing_nim(&rows[0]).or_else(|| sharing_pairs(&rows[0]))),
        bounds: sharing_bounds,
        ..LOWERING
    };
    // Its moves are some of those of Sharing Nim, so the number of these is a bound, too.
    let graph = Knowledge { theorem: graph_nim, bounds: sharing_bounds, ..LOWERING };
    let r_wythoff =
        Knowledge { theorem: |_, rows| piles(r_wythoff(&rows[0])), proof: r_wythoff_proof, ..LOWERING };
    [
        (Identity::of::<rules::Nim>(), nim),
        (Identity::of::<rules::SilverDollar>(), silver),
        (Identity::of::<rules::StarNim>(), star),
        (Identity::of::<rules::StarSilverDollar>(), star_silver),
        (Identity::of::<rules::SharedCells>(), shared),
        (Identity::of::<rules::Crossed>(), joined),
        (Identity::of::<rules::Welter>(), welters),
        (Identity::of::<rules::StarWelter>(), star_welters),
        (Identity::of::<rules::SharingNim>(), sharing),
        (Identity::of::<rules::GraphNim>(), graph),
        (Identity::of::<rules::RWythoff>(), r_wythoff),
        (Identity::of::<rules::Gurvich>(), Knowledge { theorem: family, moves_to: family_to, ..LOWERING }),
    ]
}

/// The line of a game, if it has one.
pub(super) fn of(game: &dyn Ruleset) -> Option<Knowledge> {
    let identity = game.identity()?;
    table().into_iter().find(|(rules, _)| identity.has_rules_of(*rules)).map(|(_, knowledge)| knowledge)
}

/// What a theorem says of a position, if one does.
pub(super) fn by_theorem(game: &dyn Ruleset, position: &Position) -> Option<Answer> {
    (of(game)?.theorem)(game.identity()?, &position.rows()?)
}

/// Numbers between which the value lies. Values up to `above` are known not to be it, and 0 where a theorem tells who wins.
pub(super) fn between(
    game: &dyn Ruleset,
    position: &Position,
    known: Option<&Answer>,
    above: Option<u64>,
) -> Option<(UBig, UBig)> {
    let rows = position.rows()?;
    let of_game = of(game).and_then(|knowledge| (knowledge.bounds)(&rows));
    let by_rays = match &rows[..] {
        [row] => match (&row[..], game.geometry(&[2])) {
            ([x, y], Some(geometry)) => geometry.rays().and_then(|rays| near(rays, x, y)),
            _ => None,
        },
        _ => None,
    };
    let (mut least, greatest) = match (of_game, by_rays) {
        (Some(one), Some(other)) => (one.0.max(other.0), one.1.min(other.1)),
        (one, other) => one.or(other)?,
    };
    if known.is_some_and(|known| known.outcome == Outcome::Next) {
        least = least.max(UBig::ONE);
    }
    if let Some(above) = above.max(known.and_then(|known| known.more_than)) {
        least = least.max(UBig::from(above) + 1u8);
    }
    Some((least, greatest))
}

fn piles(said: Option<Said>) -> Option<Answer> {
    said.map(|said| Answer::of_theorem(said, Position::of_piles))
}

fn strip(said: Option<Said>) -> Option<Answer> {
    said.map(|said| Answer::of_theorem(said, |strip| Position::of_strips(vec![strip])))
}

fn strips(said: Option<Said<Strips>>) -> Option<Answer> {
    said.map(|said| Answer::of_theorem(said, Position::of_strips))
}

fn all_of(moves: &Winning, position: impl Fn(Vec<UBig>) -> Position) -> Moves {
    (moves.positions().iter().cloned().map(position).collect(), moves.is_every())
}

/// In Nim, lowering a pile changes the nim-sum by what it changes the pile.
fn nim_to(_: Identity, rows: &Rows, wanted: &UBig) -> Option<Moves> {
    let change = nim_sum(&rows[0]) ^ wanted;
    (!change.is_zero()).then(|| all_of(&changing(&rows[0], &change), Position::of_piles))
}

fn silver_to(_: Identity, rows: &Rows, wanted: &UBig) -> Option<Moves> {
    let moves = silver_dollar_to(&rows[0], wanted)?;
    Some(all_of(&moves, |strip| Position::of_strips(vec![strip])))
}

fn welter_moves_to(_: Identity, rows: &Rows, wanted: &UBig) -> Option<Moves> {
    let moves = welter_to(&rows[0], wanted)?;
    Some(all_of(&moves, |strip| Position::of_strips(vec![strip])))
}

fn star_nim_bounds(rows: &Rows) -> Option<(UBig, UBig)> {
    bounds(&rows[0])
}

/// The number of options is an upper bound: a pair of piles with difference d has floor(d/2).
fn sharing_bounds(rows: &Rows) -> Option<(UBig, UBig)> {
    let (a, b) = reduced(&rows[0])?;
    let greatest = &a / 2u8 + &b / 2u8 + (&b - &a) / 2u8;
    Some((UBig::ZERO, greatest))
}

/// Graph Nim on a path of three vertices.
fn graph_nim(identity: Identity, rows: &Rows) -> Option<Answer> {
    piles(graph_nim_path(&rows[0], identity.centre()?))
}

fn r_wythoff_proof(rows: &Rows, time: Duration) -> Option<Answer> {
    let reach = match time.as_secs() {
        0 => return None,
        1..60 => Reach::Moment,
        _ => Reach::Seconds,
    };
    piles(r_wythoff_beyond(reach, &rows[0]))
}

/// The family `NIM_{a,b}^{p,q}`, as far as nothing may be blocked, or only on rows and columns.
fn family(identity: Identity, rows: &Rows) -> Option<Answer> {
    match identity.family()? {
        Family { a: 1, b: 1, p: 1, q: 1, .. } => piles(wythoff_values(&rows[0])),
        Family { a, b: 1, p: 1, q: 1, .. } => piles(fraenkel(a, &rows[0])),
        Family { a, b, p: 1, q: 1, .. } => substitution(a, b, &rows[0]),
        Family { a, b, p: 1, q, reading: Reading::PerLine } => rooks(a, b, q, &rows[0]),
        _ => None,
    }
}

fn family_to(identity: Identity, rows: &Rows, wanted: &UBig) -> Option<Moves> {
    let Family { a: 1, b: 1, p: 1, q: 1, .. } = identity.family()? else { return None };
    Some(all_of(&wythoff_to(&rows[0], wanted)?, Position::of_piles))
}

/// `NIM_{a,b}^{1,q}`, blocking counted line by line.
fn rooks(a: u64, b: u64, q: u64, piles: &[UBig]) -> Option<Answer> {
    let [x, y] = piles else { return None };
    let WithBlocking { said, blocked } = Rooks::new(a, b, q)?.said(x, y);
    let every = blocked.is_every();
    let blocked = blocked.positions().iter().cloned().map(Position::of_piles).collect();
    let answer = Answer::of_theorem(said, Position::of_piles);
    Some(Answer { blocked, every: answer.every && every, ..answer })
}

/// `NIM_{a,b}` by the substitution that makes the differences of its P-positions.
fn substitution(a: u64, b: u64, piles: &[UBig]) -> Option<Answer> {
    let [x, y] = piles else { return None };
    Some(match Pairs::new(a, b).ok()?.winning_move(x, y).ok()? {
        None => Answer::previous(&SUBSTITUTION),
        Some((x, y)) => Answer {
            winning: vec![Position::of_piles(vec![x, y])],
            every: false,
            ..Answer::next(&SUBSTITUTION)
        },
    })
}

/// Whether the value of a position is the nim-sum of its piles, so that they can be shown as summands.
pub fn is_sum_of_piles(game: &dyn Ruleset) -> bool {
    game.identity().is_some_and(Identity::is::<rules::Nim>)
}
