//! Games, positions, values and explanations.

use super::ask::{Asked, Said, bounded, json, parsed, read, read_game, read_template, read_to, written};
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::State;
use axum::response::Response;
use grundy::catalog::read_rules;
use grundy::notation::rules::parse_rules;
use grundy::{Game, Limit, Limits, Position, options};
use grundy_answers::session::{Player, random};
use grundy_answers::{
    Error, Explained, Group, Listed, Listing, Placed, RawPart, Recognised, Spec, Step, Valued,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The query of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    at: String,
    to: Option<String>,
}

impl At {
    fn read(&self) -> Result<(Game, Position), Refusal> {
        self.to.as_ref().map_or_else(|| read(&self.at), |to| read_to(&self.at, to))
    }
}

/// Upper limit on moves to list.
pub const MOVES: usize = 5000;

/// The catalog of games.
pub async fn games() -> Result<Response, Refusal> {
    Ok(written(json(&Listing::all())?))
}

/// The query of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    game: String,
}

/// The parts of a game.
pub async fn game(State(app): State<Arc<App>>, Asked(of): Asked<Of>) -> Result<Response, Refusal> {
    Ok(written(parsed(&app, move || json(&read_game(&of.game)?)).await?))
}

/// The game with these parts.
pub async fn game_of(State(app): State<Arc<App>>, Said(spec): Said<Spec>) -> Result<Response, Refusal> {
    Ok(written(parsed(&app, move || json(&read_game(&spec.text()?)?)).await?))
}

/// What is recognised of a game.
pub async fn rules(State(app): State<Arc<App>>, Asked(of): Asked<Of>) -> Result<Response, Refusal> {
    let recognised = move || {
        bounded(&of.game)?;
        json(&Recognised::ask(&of.game)?)
    };
    Ok(written(app.work.quick(recognised).await?))
}

/// Rules as text, in braces or as a file, and the numbers of their parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    text: String,
    #[serde(default)]
    parameters: BTreeMap<String, u64>,
}

/// What is recognised of a rule text.
pub async fn rules_of(
    State(app): State<Arc<App>>,
    Said(RulesText { text, parameters }): Said<RulesText>,
) -> Result<Response, Refusal> {
    let recognised = move || {
        bounded(&text)?;
        let mut numbers: Vec<(&str, u64)> =
            parameters.iter().map(|(name, number)| (name.as_str(), *number)).collect();
        let file = parse_rules(&text).ok();
        // A text that has just been typed has no numbers yet.
        for parameter in file.iter().flat_map(|file| &file.parameters) {
            if !parameters.contains_key(&parameter.letter.name) {
                numbers.push((&parameter.letter.name, parameter.least));
            }
        }
        json(&Recognised::of_rules(&read_rules(&text, &numbers)?))
    };
    Ok(written(app.work.quick(recognised).await?))
}

/// A position and its board.
pub async fn position(State(app): State<Arc<App>>, Asked(at): Asked<At>) -> Result<Response, Refusal> {
    placed(&app, move || at.read()).await
}

/// The position with these parts, and its board.
pub async fn position_of(State(app): State<Arc<App>>, Said(raw): Said<RawPart>) -> Result<Response, Refusal> {
    placed(&app, move || read(&raw.text()?)).await
}

async fn placed(
    app: &Arc<App>,
    read: impl Fn() -> Result<(Game, Position), Refusal> + Send + Sync + 'static,
) -> Result<Response, Refusal> {
    let budget = app.limits.budget;
    let placed = move || {
        let (game, position) = read()?;
        game.allow(budget);
        json(&Placed::new(&game, &position))
    };
    Ok(written(app.work.quick(placed).await?))
}

#[derive(Serialize)]
struct Won {
    #[serde(flatten)]
    valued: Valued,
    wins: Vec<Step>,
}

/// The value of a position.
pub async fn value(State(app): State<Arc<App>>, Asked(at): Asked<At>) -> Result<Response, Refusal> {
    let inside = Arc::clone(&app);
    let valued = move || {
        let (game, position) = at.read()?;
        let valued = Valued::ask(&game, &position, inside.ask())?;
        json(&Won { wins: valued.wins.clone(), valued })
    };
    Ok(written(app.work.quick(valued).await?))
}

#[derive(Serialize)]
struct Argued {
    #[serde(flatten)]
    explained: Explained,
    argument: Vec<String>,
}

/// Explains why a position is won or lost.
pub async fn explain(State(app): State<Arc<App>>, Asked(at): Asked<At>) -> Result<Response, Refusal> {
    let inside = Arc::clone(&app);
    let argued = move || {
        let (game, position) = at.read()?;
        let explained = Explained::ask(&game, &position, inside.ask())?;
        let argument = explained.text.lines().map(str::to_owned).collect();
        json(&Argued { explained, argument })
    };
    Ok(written(app.work.quick(argued).await?))
}

/// The query of the moves of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesOf {
    at: String,
    to: Option<String>,
    #[serde(default)]
    values: Values,
}

/// Are the values of the moves wanted?
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Values {
    #[default]
    Yes,
    No,
}

/// Moves whose values are not known, or not wanted.
#[derive(Serialize)]
struct Unvalued {
    game: String,
    position: String,
    value: Option<u64>,
    moves: Vec<UnvaluedMove>,
    /// Why there are no values.
    unknown: String,
}

#[derive(Serialize)]
struct UnvaluedMove {
    #[serde(flatten)]
    step: Step,
    value: Option<u64>,
    winning: Option<bool>,
}

/// The moves of a position.
pub async fn moves(State(app): State<Arc<App>>, Asked(asked): Asked<MovesOf>) -> Result<Response, Refusal> {
    let inside = Arc::clone(&app);
    let listed = move || {
        let (game, position) = At { at: asked.at.clone(), to: asked.to.clone() }.read()?;
        let reason = if asked.values == Values::No {
            "values were not asked for".to_owned()
        } else {
            match Listed::ask(&game, &position, MOVES, inside.ask()) {
                Ok(listed) => return json(&listed),
                Err(Error::Library(
                    error @ (grundy::Error::Limit(_)
                    | grundy::Error::Unanswered(_)
                    | grundy::Error::Cancelled),
                )) => error.to_string(),
                Err(error) => return Err(error.into()),
            }
        };
        json(&unvalued(&game, &position, reason, inside.limits)?)
    };
    Ok(written(app.work.quick(listed).await?))
}

fn unvalued(game: &Game, position: &Position, unknown: String, limits: Limits) -> Result<Unvalued, Refusal> {
    let moves = few_moves(game, position, limits)?;
    let unvalued = |to| UnvaluedMove { step: Step::new(game, position, to), value: None, winning: None };
    let moves = moves.iter().map(unvalued).collect();
    Ok(Unvalued { game: game.name(), position: game.show(position), value: None, moves, unknown })
}

/// The moves of a position. Refuses positions with more than [`MOVES`] of them.
pub fn few_moves(game: &Game, position: &Position, limits: Limits) -> Result<Vec<Position>, Refusal> {
    game.allow(limits.budget);
    options(game.as_ref(), position, MOVES).map_err(|limit| too_many(Error::Library(limit.into())))
}

/// Refuses positions that cannot be played: those with more than [`MOVES`] moves, unless a move can be checked and drawn from the
/// numbers alone, or by listing not too many.
pub fn playable(game: &Game, position: &Position, limits: Limits) -> Result<(), Refusal> {
    /// Moves that are listed to check one: a fraction of a second.
    const LISTED: usize = 200_000;
    let Err(refusal) = few_moves(game, position, limits) else { return Ok(()) };
    if is_checked_by_numbers(game) || options(game.as_ref(), position, LISTED).is_ok() {
        return Ok(());
    }
    Err(refusal)
}

/// Can moves be checked and drawn without listing them? Rules as text list them. A move of a nearly disjunctive sum depends on one outcome.
fn is_checked_by_numbers(game: &Game) -> bool {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let listings = Listing::all();
        listings.into_iter().filter(|one| one.group == Group::Catalogue).map(|one| one.name).collect()
    });
    let parts = game.components();
    if parts.is_empty() {
        let name = game.name();
        return NAMES.iter().any(|one| name.split([':', '@']).next() == Some(one.as_str()));
    }
    parts.iter().all(is_checked_by_numbers)
}

/// The error for too many moves; other errors are unchanged.
fn too_many(error: Error) -> Refusal {
    let most = u64::try_from(MOVES).unwrap_or(u64::MAX);
    match error {
        Error::Library(grundy::Error::Limit(Limit::Options(options))) if options == most => {
            let refusal = Refusal::too_much(format!("this position has more than {MOVES} moves"));
            refusal.code("too-many-moves").hint("/value returns the known winning moves")
        }
        error => error.into(),
    }
}

/// The query of a random position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    game: String,
    size: Option<u64>,
    seed: Option<u64>,
}

/// A random position.
pub async fn sample(State(app): State<Arc<App>>, Asked(asked): Asked<Sample>) -> Result<Response, Refusal> {
    /// Upper limit on the size. Larger positions have more moves than can be listed.
    const LARGEST: u64 = 1000;
    let size = asked.size.unwrap_or(9);
    if !(1..=LARGEST).contains(&size) {
        return Err(Refusal::bad(format!("size must be from 1 to {LARGEST}")));
    }
    let limits = app.limits;
    let drawn = move || {
        let mut rng = asked.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let template = read_template(&asked.game)?;
        let session = random(template.game(), size, Player::You, limits, &mut rng)?;
        json(&Placed::new(session.game(), session.position()))
    };
    Ok(written(app.work.quick(drawn).await?))
}
