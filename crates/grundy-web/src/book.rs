//! The book at `/book`.

use crate::page::client_has;
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The routes of the book.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/book", get(|| async { Redirect::permanent("/book/") }))
        .route("/book/", get(|headers: HeaderMap| async move { file("", &headers) }))
        .route(
            "/book/{*path}",
            get(|Path(path): Path<String>, headers: HeaderMap| async move { file(&path, &headers) }),
        )
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some((kind, bytes)) = grundy_book::file(path) else {
        let refusal = Refusal::new(StatusCode::NOT_FOUND, "the book has no such page");
        return refusal.hint("its contents are at /book/").into_response();
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    // Always revalidate: another version may run on the same port later.
    let common = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if client_has(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, kind)], bytes.into_owned()).into_response()
}
