//! Parses requests and writes responses.

use crate::refusal::Refusal;
use crate::server::App;
use crate::work::{Interest, Job, Progress};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use futures_util::stream::{Stream, unfold};
use grundy::catalog::is_same;
use grundy::notation::{RawTerm, parse_raw};
use grundy::{Game, Limits, Position, Template};
use grundy_answers::{Ask, Named};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::watch;

/// The query parameters of a request.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(asked)) => Ok(Self(asked)),
            Err(rejection) => {
                let message = rejection.body_text();
                let message =
                    message.strip_prefix("Failed to deserialize query string: ").unwrap_or(&message);
                Err(Refusal::bad(message).hint("/api describes the parameters"))
            }
        }
    }
}

/// The JSON body of a request.
pub struct Said<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Said<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.is_none_or(|kind| kind.split(';').next().unwrap_or("").trim() != "application/json") {
            let refusal = Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be JSON");
            return Err(refusal.hint("send content-type: application/json"));
        }
        let bytes = body(request, state).await?;
        let said = serde_json::from_slice(&bytes).map_err(|error| Refusal::bad(error.to_string()))?;
        Ok(Self(said))
    }
}

/// The body of a request, of limited length.
pub async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refusal> {
    Bytes::from_request(request, state).await.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(_) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
                .hint("/api describes the limits")
        }
        rejection => Refusal::bad(rejection.body_text()),
    })
}

/// Upper limit on the text of a position, in bytes.
const TEXT: usize = 4000;
/// Upper limit on the digits of a number.
const DIGITS: usize = 1000;

/// Refuses texts that are too long.
pub fn bounded(text: &str) -> Result<(), Refusal> {
    if text.len() > TEXT {
        let message = format!("the text has {} bytes; the limit is {TEXT}", text.len());
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message).hint("ask for a smaller position"));
    }
    let written = text.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
    // A number may be written as a power, such as 10^5000. What cannot be parsed is refused later.
    let terms = parse_raw(text).unwrap_or_default();
    let powers = terms.iter().flat_map(RawTerm::numbers).map(|number| number.text.len()).max();
    let longest = powers.unwrap_or(0).max(written);
    if longest > DIGITS {
        let message = format!("a number has {longest} digits; the limit is {DIGITS}");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message).hint("ask for a smaller position"));
    }
    Ok(())
}

/// Parses a request on a thread for work: rules as text may take a moment to be recognised.
pub async fn parsed<T: Send + 'static>(
    app: &App,
    parse: impl Fn() -> Result<T, Refusal> + Send + Sync + 'static,
) -> Result<T, Refusal> {
    app.work.quick(parse).await
}

/// Parses a game and its position.
pub fn read(text: &str) -> Result<(Game, Position), Refusal> {
    bounded(text)?;
    Ok(grundy::parse(text)?)
}

/// Parses another position `to` of the game of `at`, in the notation of moves.
pub fn read_to(at: &str, to: &str) -> Result<(Game, Position), Refusal> {
    bounded(to)?;
    let (game, position) = read(at)?;
    // The notation of a compound includes its games.
    let text = if position.parts().is_some() { to.to_owned() } else { format!("{} {to}", game.name()) };
    let (same, position) = read(&text)?;
    if !is_same(&same, &game) {
        let refusal = Refusal::bad(format!("`to` is a position of {}, not of {}", same.name(), game.name()));
        return Err(refusal.hint("send `to` in the notation of `moves`"));
    }
    Ok((game, position))
}

/// Parses a game, with or without a position that contains letters.
pub fn read_template(text: &str) -> Result<Template, Refusal> {
    bounded(text)?;
    Ok(Template::parse(text)?)
}

/// Parses a game into its parts.
pub fn read_game(text: &str) -> Result<Named, Refusal> {
    bounded(text)?;
    Ok(Named::new(text)?)
}

/// Serializes an answer.
pub fn json(answer: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(|error| Refusal::too_much(error.to_string()))
}

/// Serializes an answer that borrows local data.
pub fn raw(answer: &impl Serialize) -> Result<Box<RawValue>, Refusal> {
    to_raw_value(answer).map_err(|error| Refusal::too_much(error.to_string()))
}

/// A response of serialized JSON.
pub fn written(json: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], json).into_response()
}

/// A future answer.
type Answer = Pin<Box<dyn Future<Output = Result<String, Refusal>> + Send>>;

/// Does the client accept a stream of events?
pub fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.split(',').any(|kind| kind.trim().starts_with("text/event-stream")))
}

/// Runs a heavy job and responds with its result, or with a stream of its progress and result. The job is cancelled when the
/// client disconnects.
pub async fn heavy<T: Serialize + Send + 'static>(
    app: &Arc<App>,
    headers: &HeaderMap,
    work: impl FnOnce(Ask<'_>) -> Result<T, Refusal> + Send + 'static,
) -> Response {
    respond(app, headers, Box::new(move |ask| json(&work(ask)?))).await
}

/// A job whose result is serialized.
type Heavy = Box<dyn FnOnce(Ask<'_>) -> Result<String, Refusal> + Send>;

async fn respond(app: &Arc<App>, headers: &HeaderMap, work: Heavy) -> Response {
    let events = wants_events(headers);
    let interest = Arc::new(Interest::default());
    let (tell, progress) = watch::channel(Progress::default());
    let (wanted, app) = (Arc::downgrade(&interest), Arc::clone(app));
    let answer: Answer = Box::pin(async move {
        let time = if events { app.time.saturating_mul(10) } else { app.time };
        let inside = Arc::clone(&app);
        let asked = move |job: &Arc<Job>| {
            let limits = Limits { time, memory: inside.heavy, ..inside.limits };
            let watch = |progress: &grundy_answers::Progress| job.see(progress);
            work(Ask { limits, watch: &watch, ..inside.ask() })
        };
        let done = app.work.heavy(wanted, time, Arc::new(tell), asked).await;
        // A client that disconnects drops this future, and `interest` with it.
        drop(interest);
        done
    });
    if events {
        return stream(progress, answer);
    }
    answer.await.map_or_else(IntoResponse::into_response, written)
}

/// A stream of progress events, and then the result or an error.
pub fn stream(progress: watch::Receiver<Progress>, answer: Answer) -> Response {
    Sse::new(events(progress, answer)).keep_alive(KeepAlive::default()).into_response()
}

fn events(
    progress: watch::Receiver<Progress>,
    answer: Answer,
) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(Some((progress, answer)), |state| async move {
        let (mut progress, answer) = state?;
        let changed = async {
            if progress.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        let next = match select(answer, Box::pin(changed)).await {
            Either::Left((result, _)) => Either::Left(result),
            Either::Right(((), answer)) => Either::Right(answer),
        };
        let (event, ended) = match next {
            Either::Left(Ok(result)) => (Event::default().event("result").data(result), None),
            Either::Left(Err(refusal)) => {
                (Event::default().event("error").data(json(&refusal).unwrap_or_default()), None)
            }
            Either::Right(answer) => {
                let now = progress.borrow_and_update().clone();
                (Event::default().event("progress").data(json(&now).unwrap_or_default()), Some(answer))
            }
        };
        Some((Ok(event), ended.map(|answer| (progress, answer))))
    })
}
