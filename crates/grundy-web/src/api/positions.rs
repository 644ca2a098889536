//! Games and positions: what they are, what they are worth, and why.

use super::ask::{Asked, bounded, json, read, read_template, written};
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::State;
use axum::response::Response;
use grundy::catalog::GAMES;
use grundy::{Game, Limit, Limits, Position, options};
use grundy_answers::session::{Player, by_lot};
use grundy_answers::{Error, Explained, Listed, Listing, Placed, Valued};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A position that is asked about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    at: String,
}

/// Moves that are listed at most.
pub const MOVES: usize = 5000;

/// Every game.
pub async fn games() -> Result<Response, Refusal> {
    Ok(written(json(&GAMES.iter().map(Listing::new).collect::<Vec<_>>())?))
}

/// A position on its board.
pub async fn position(State(app): State<Arc<App>>, Asked(At { at }): Asked<At>) -> Result<Response, Refusal> {
    let (game, position) = read(&at)?;
    game.allow(app.limits.budget);
    Ok(written(app.work.quick(move || json(&Placed::new(&game, &position))).await?))
}

/// What a position is worth.
pub async fn value(State(app): State<Arc<App>>, Asked(At { at }): Asked<At>) -> Result<Response, Refusal> {
    bounded(&at)?;
    let inside = Arc::clone(&app);
    Ok(written(app.work.quick(move || json(&Valued::ask(&at, inside.ask())?)).await?))
}

#[derive(Serialize)]
struct Argued {
    #[serde(flatten)]
    explained: Explained,
    argument: Vec<String>,
}

/// Why it is won or lost.
pub async fn explain(State(app): State<Arc<App>>, Asked(At { at }): Asked<At>) -> Result<Response, Refusal> {
    bounded(&at)?;
    let inside = Arc::clone(&app);
    let argued = move || {
        let explained = Explained::ask(&at, inside.ask())?;
        let argument = explained.text.lines().map(str::to_owned).collect();
        json(&Argued { explained, argument })
    };
    Ok(written(app.work.quick(argued).await?))
}

/// Every move.
pub async fn moves(State(app): State<Arc<App>>, Asked(At { at }): Asked<At>) -> Result<Response, Refusal> {
    bounded(&at)?;
    let inside = Arc::clone(&app);
    let listed = move || json(&Listed::ask(&at, MOVES, inside.ask()).map_err(|error| too_many(error))?);
    Ok(written(app.work.quick(listed).await?))
}

/// Refuses positions with more moves than can be listed.
pub fn few_moves(game: &Game, position: &Position, limits: Limits) -> Result<(), Refusal> {
    game.allow(limits.budget);
    options(game.as_ref(), position, MOVES)
        .map(|_| ())
        .map_err(|limit| too_many(Error::Library(limit.into())))
}

/// Says so, where there are too many moves.
fn too_many(error: Error) -> Refusal {
    let most = u64::try_from(MOVES).unwrap_or(u64::MAX);
    match error {
        Error::Library(grundy::Error::Limit(Limit::Options(options))) if options == most => {
            let refusal = Refusal::too_much(format!("this position has more than {MOVES} moves"));
            refusal.hint("the winning ones, as far as they are known, are in the answer to /value")
        }
        error => error.into(),
    }
}

/// A game to draw a position of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    game: String,
    size: Option<u64>,
    seed: Option<u64>,
}

/// A position drawn by lot.
pub async fn sample(State(app): State<Arc<App>>, Asked(lot): Asked<Lot>) -> Result<Response, Refusal> {
    /// Larger positions have more moves than are listed.
    const LARGEST: u64 = 1000;
    let template = read_template(&lot.game)?;
    let size = lot.size.unwrap_or(9);
    if !(1..=LARGEST).contains(&size) {
        return Err(Refusal::bad(format!("numbers are drawn up to a size from 1 to {LARGEST}")));
    }
    let mut rng = lot.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let budget = app.limits.budget;
    let drawn = move || {
        let session = by_lot(template.game(), size, Player::You, budget, &mut rng)?;
        json(&Placed::new(session.game(), session.position()))
    };
    Ok(written(app.work.quick(drawn).await?))
}
