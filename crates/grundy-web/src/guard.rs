//! Access control: accepts requests of programs and of our own page, and rejects those of other sites, including DNS rebinding.

use crate::connection::{Busy, Client};
use crate::pack;
use crate::refusal::Refusal;
use crate::server::App;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::connect_info::ConnectInfo;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::{Frame, SizeHint};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// Content security policy: load and run only our own files, and do not allow framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Admits or refuses a request, and adds the headers. A response takes at most twice the time limit of heavy work; streams have
/// their own limit.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<ConnectInfo<Client>>().map(|ConnectInfo(client)| client.clone());
    let busy = client.map(Client::answer);
    let zipped = pack::is_accepted(request.headers());
    let mut response = match admit(&app.hosts, &request) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => match tokio::time::timeout(app.time.saturating_mul(2), next.run(request)).await {
            Ok(response) => response,
            Err(_) => crate::refusal::stopped().into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let response = if zipped { pack::zip(response).await } else { response };
    // The connection is busy until the body has been sent.
    response.map(|body| Body::new(Held { body, _busy: busy }))
}

/// A body that keeps its connection busy.
struct Held {
    body: Body,
    _busy: Option<Busy>,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn admit(hosts: &[String], request: &Request) -> Result<(), Refusal> {
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Err(Refusal::bad("the request has more than one Host").hint("send one Host header"));
    }
    let host = text(request.headers(), &header::HOST);
    let named = host.filter(|host| is_ours(hosts, name_of(host)));
    let Some(host) = named else {
        let message = "unknown host name";
        let refusal = Refusal::new(StatusCode::MISDIRECTED_REQUEST, message);
        return Err(
            refusal.hint("use localhost or an IP address, or start the server with --allow-host NAME")
        );
    };
    let elsewhere = || {
        let refusal = Refusal::new(StatusCode::FORBIDDEN, "requests from other sites are not allowed");
        Err(refusal.hint("use the page of this server, or a program other than a browser"))
    };
    if let Some(origin) = request.headers().get(header::ORIGIN) {
        let same = origin.to_str().is_ok_and(|origin| {
            origin
                .split_once("://")
                .is_some_and(|(scheme, rest)| ["http", "https"].contains(&scheme) && rest == host)
        });
        if !same {
            return elsewhere();
        }
    }
    // Links from other sites to the page are allowed. Their images, scripts and forms are not.
    let site = text(request.headers(), &HeaderName::from_static("sec-fetch-site"));
    let is_link = request.method() == Method::GET
        && text(request.headers(), &HeaderName::from_static("sec-fetch-mode")) == Some("navigate")
        && !request.uri().path().starts_with("/api");
    match site {
        Some("cross-site" | "same-site") if !is_link => elsewhere(),
        _ => Ok(()),
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// The host without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    }
}

/// Is this a name of this server? An unknown name may be under the control of an attacker; an IP address is not.
fn is_ours(hosts: &[String], name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
        || hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ours_or_not() {
        let ours = |host: &str| is_ours(&["bench.local".to_owned()], name_of(host));
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8017", "[::1]:8017", "10.0.0.7", "bench.local:1"]
        {
            assert!(ours(host), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:8017", "127.0.0.1.evil.example", "[evil]", "::1"]
        {
            assert!(!ours(host), "{host}");
        }
    }
}
