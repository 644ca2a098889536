//! The questions, a file for each kind.

mod ask;
mod play;
mod positions;
mod tiles;

use crate::refusal::Refusal;
use crate::server::App;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use std::sync::Arc;

/// The longest body that is read, in bytes.
pub const BODY: usize = 64 << 10;

/// All questions.
pub fn routes() -> Router<Arc<App>> {
    let questions = Router::new()
        .route("/games", get(positions::games))
        .route("/position", get(positions::position))
        .route("/value", get(positions::value))
        .route("/explain", get(positions::explain))
        .route("/moves", get(positions::moves))
        .route("/sample", get(positions::sample))
        .route("/play/reply", post(play::reply))
        .route("/play/block", post(play::block))
        .route("/play/hint", post(play::hint))
        .route("/play/why", post(play::why))
        .route("/play/can_block", post(play::can_block))
        .route("/tile", get(tiles::tile))
        .route("/table", get(tiles::table))
        .route("/lines", get(tiles::lines))
        .method_not_allowed_fallback(wrong_method);
    Router::new().nest("/api/v1", questions)
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this question is not asked in this way")
        .hint("/api says which are GET and which are POST")
}
