//! The files of the page, which are part of the binary.

use crate::refusal::Refusal;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

static PAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// A file of the page.
struct File {
    bytes: &'static [u8],
    kind: &'static str,
    tag: String,
}

/// All files by path.
static FILES: LazyLock<HashMap<String, File>> = LazyLock::new(|| {
    let mut files = HashMap::new();
    collect(&PAGE, &mut files);
    files
});

fn collect(folder: &Dir<'static>, files: &mut HashMap<String, File>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        let mut hasher = DefaultHasher::new();
        file.contents().hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let kind = kind(path.rsplit('.').next().unwrap_or(""));
        files.insert(path, File { bytes: file.contents(), kind, tag });
    }
    folder.dirs().for_each(|folder| collect(folder, files));
}

fn kind(ending: &str) -> &'static str {
    match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

/// A number that changes with the program: its version, length and time of writing.
pub static BUILD: LazyLock<u64> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    let program = std::env::current_exe().and_then(std::fs::metadata);
    if let Ok(program) = program {
        (program.len(), program.modified().ok()).hash(&mut hasher);
    }
    hasher.finish()
});

/// Serves a file of the page.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if path == "api" || path.starts_with("api/") {
        let refusal = Refusal::new(StatusCode::NOT_FOUND, "unknown API path");
        return refusal.hint("/api lists all paths").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are allowed").into_response();
    }
    let Some(File { bytes, kind, tag }) = FILES.get(path) else {
        return Refusal::new(StatusCode::NOT_FOUND, "not found").hint("the page is at /").into_response();
    };
    // Always revalidate: another version may run on the same port later.
    let common = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if client_has(&headers, tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, *kind)], *bytes).into_response()
}

/// Does the client already have this version?
pub fn client_has(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag))
}
