//! Requests to the workbench, without a socket.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use grundy_answers::keep::Shelf;
use grundy_web::{Settings, router};
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::runtime::Runtime;
use tower_service::Service as _;

/// The paths that take a body.
const PATHS: [&str; 9] = [
    "game",
    "rules",
    "position",
    "play/reply",
    "play/block",
    "play/hint",
    "play/why",
    "play/can_block",
    "check",
];

static SERVER: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let settings = Settings {
        bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        hosts: Vec::new(),
        memory: 64 << 20,
        time: Duration::from_millis(30),
        shelf: Shelf::none(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    (runtime.expect("a runtime"), router(&settings))
});

/// Every body is answered with JSON: an answer, or a refusal that says why.
///
/// The first line of the input is a path, the rest is the body.
pub fn bodies(input: &[u8]) {
    let Some(end) = input.iter().position(|&byte| byte == b'\n') else { return };
    let (path, body) = (&input[..end], &input[end + 1..]);
    let Some(path) = PATHS.iter().find(|known| known.as_bytes() == path) else { return };
    let request = Request::post(format!("/api/v1/{path}"))
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_vec()))
        .expect("a request");
    let (runtime, router) = &*SERVER;
    let (status, answer) = runtime.block_on(async {
        let Ok(response) = router.clone().call(request).await;
        let status = response.status();
        (status, to_bytes(response.into_body(), usize::MAX).await.expect("a body"))
    });
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    if status.is_success() {
        return;
    }
    let is_known = [400, 408, 413, 422, 429].contains(&status.as_u16());
    assert!(is_known && answer["message"].is_string(), "{status} {answer} for {}", body.escape_ascii());
}
