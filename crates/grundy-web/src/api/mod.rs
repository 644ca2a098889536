//! The HTTP API.

mod ask;
mod claims;
mod periods;
mod play;
mod positions;
mod proofs;
mod sequences;
mod tiles;

use crate::refusal::Refusal;
use crate::server::App;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use std::sync::{Arc, LazyLock};

/// The `OpenAPI` document.
const OPENAPI: &str = include_str!("../openapi.json");

/// The paths of the API with their methods and summaries.
static INDEX: LazyLock<String> = LazyLock::new(|| {
    let document: serde_json::Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let paths = document["paths"].as_object().into_iter().flatten().flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| {
            let method = method.to_uppercase();
            serde_json::json!({ "method": method, "path": path, "summary": operation["summary"] })
        })
    });
    serde_json::json!({ "openapi": "/api", "paths": paths.collect::<Vec<_>>() }).to_string()
});

/// Upper limit on a request body, in bytes.
pub const BODY: usize = 64 << 10;

/// All routes of the API.
pub fn routes() -> Router<Arc<App>> {
    let questions = Router::new()
        .route("/games", get(positions::games))
        .route("/game", get(positions::game).post(positions::game_of))
        .route("/rules", get(positions::rules).post(positions::rules_of))
        .route("/position", get(positions::position).post(positions::position_of))
        .route("/value", get(positions::value))
        .route("/explain", get(positions::explain))
        .route("/moves", get(positions::moves))
        .route("/sample", get(positions::sample))
        .route("/play/reply", post(play::reply))
        .route("/play/block", post(play::block))
        .route("/play/hint", post(play::hint))
        .route("/play/why", post(play::why))
        .route("/play/can_block", post(play::can_block))
        .route("/play/history", post(play::history))
        .route("/tile", get(tiles::tile))
        .route("/table", get(tiles::table))
        .route("/lines", get(tiles::lines))
        .route("/sequence", get(sequences::sequence))
        .route("/row", get(sequences::row))
        .route("/diagonal", get(sequences::diagonal))
        .route("/period", get(periods::period))
        .route("/prove", get(proofs::prove))
        .route("/automaton", get(proofs::automaton))
        .route("/formula", get(proofs::formula))
        .route("/limit", get(proofs::limit))
        .route("/check", post(periods::check).layer(DefaultBodyLimit::max(periods::CERTIFICATE)))
        .route("/oeis", get(sequences::oeis))
        .route("/papers", get(claims::papers))
        .route("/claims", get(claims::claims))
        .route("/claims/run", get(claims::run))
        .method_not_allowed_fallback(wrong_method);
    let described = get(|| async { ask::written(OPENAPI.to_owned()) });
    Router::new()
        .route("/api", described)
        .route("/api/v1", get(index))
        .route("/api/v1/", get(index))
        .nest("/api/v1", questions)
        .method_not_allowed_fallback(wrong_method)
}

/// The list of endpoints.
async fn index() -> Response {
    ask::written(INDEX.clone())
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        .hint("/api lists the methods of each path")
}
