//! Play against the program.

use super::ask::{Said, json, read, read_to, written};
use super::positions::playable;
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::State;
use axum::response::Response;
use grundy_answers::play::Turn;
use grundy_answers::session::Opponent;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Strength of the program.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Strength {
    #[default]
    Perfect,
    Random,
    Beginner,
}

impl From<Strength> for Opponent {
    fn from(strength: Strength) -> Self {
        match strength {
            Strength::Perfect => Self::Perfect,
            Strength::Random => Self::Random,
            Strength::Beginner => Self::Beginner,
        }
    }
}

/// A position in play and its blocked moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    at: String,
    #[serde(default)]
    opponent: Strength,
    blocked: Option<Vec<String>>,
    seed: Option<u64>,
}

impl Stand {
    fn rng(&self) -> fastrand::Rng {
        self.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed)
    }
}

/// Answers a question about a position in play.
async fn about<T: Serialize>(
    app: &Arc<App>,
    stand: Stand,
    question: impl Fn(&Turn<'_>, &Stand) -> Result<T, Refusal> + Send + Sync + 'static,
) -> Result<Response, Refusal> {
    let limits = app.limits;
    let answer = move || {
        let (game, position) = read(&stand.at)?;
        playable(&game, &position, limits)?;
        let turn = Turn { game: &game, position: &position, blocked: stand.blocked.as_deref(), limits };
        json(&question(&turn, &stand)?)
    };
    Ok(written(app.work.quick(answer).await?))
}

/// The move of the program.
pub async fn reply(State(app): State<Arc<App>>, Said(stand): Said<Stand>) -> Result<Response, Refusal> {
    about(&app, stand, |turn, stand| Ok(turn.reply(stand.opponent.into(), &mut stand.rng())?)).await
}

/// The blocks of the program.
pub async fn block(State(app): State<Arc<App>>, Said(stand): Said<Stand>) -> Result<Response, Refusal> {
    about(&app, stand, |turn, stand| Ok(turn.block(stand.opponent.into(), &mut stand.rng())?)).await
}

/// A hint for the player.
pub async fn hint(State(app): State<Arc<App>>, Said(stand): Said<Stand>) -> Result<Response, Refusal> {
    let none = || Refusal::too_much("no hint: there is no move");
    about(&app, stand, move |turn, _| turn.hint()?.ok_or_else(none)).await
}

#[derive(Serialize)]
struct Because {
    argument: Vec<String>,
}

/// Why the player wins or loses.
pub async fn why(State(app): State<Arc<App>>, Said(stand): Said<Stand>) -> Result<Response, Refusal> {
    about(&app, stand, |turn, _| Ok(Because { argument: turn.why()?.lines().map(str::to_owned).collect() }))
        .await
}

/// May these moves be blocked together?
pub async fn can_block(State(app): State<Arc<App>>, Said(stand): Said<Stand>) -> Result<Response, Refusal> {
    about(&app, stand, |turn, stand| Ok(turn.can_block(stand.blocked.as_deref().unwrap_or_default())?)).await
}

/// The moves of a game, each as the position it leads to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    at: String,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Checked {
    legal: usize,
}

/// How many moves of a game are legal, from the first one on.
pub async fn history(State(app): State<Arc<App>>, Said(said): Said<History>) -> Result<Response, Refusal> {
    /// Upper limit on moves.
    const MOST: usize = 2000;
    if said.moves.len() > MOST {
        let refusal = Refusal::too_much(format!("{} moves are too many", said.moves.len()));
        return Err(refusal.hint(format!("the limit is {MOST}")));
    }
    let limits = app.limits;
    let checked = move || {
        let (game, mut position) = read(&said.at)?;
        let mut legal = 0;
        for to in &said.moves {
            let Ok((_, next)) = read_to(&said.at, to) else { break };
            playable(&game, &position, limits)?;
            if !game.is_option(&position, &next).map_err(grundy_answers::Error::from)? {
                break;
            }
            position = next;
            legal += 1;
        }
        json(&Checked { legal })
    };
    Ok(written(app.work.quick(checked).await?))
}
