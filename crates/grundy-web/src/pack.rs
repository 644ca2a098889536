//! Compression of responses.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// Shorter bodies are sent as they are.
const LEAST: usize = 1024;

/// Does the client accept gzip?
pub fn is_accepted(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
        })
    })
}

/// The response with its body compressed, if that makes it shorter. Streams of events are left alone.
pub async fn zip(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_none_or(|kind| kind.starts_with("text/event-stream")) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    // Bodies other than streams are in memory, so this neither waits nor fails.
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return Response::from_parts(head, Body::empty());
    };
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let zipped =
        if bytes.len() < LEAST { None } else { zipped(&bytes).filter(|zip| zip.len() < bytes.len()) };
    let Some(zipped) = zipped else { return Response::from_parts(head, Body::from(bytes)) };
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(zipped))
}

fn zipped(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_or_not() {
        let accepts = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(value).unwrap());
            is_accepted(&headers)
        };
        assert!(accepts("gzip") && accepts("br, gzip;q=0.5") && accepts("deflate,gzip"));
        assert!(!accepts("") && !accepts("br") && !accepts("gzip;q=0") && !accepts("xgzip"));
        assert!(!is_accepted(&HeaderMap::new()));
    }
}
