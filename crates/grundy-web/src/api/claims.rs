//! The audit of the papers.

use super::ask::{Asked, bounded, heavy, json, raw, written};
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use grundy_answers::audit::Question;
use grundy_answers::{CheckedClaim, Recorded, papers};
use grundy_claims::report;
use grundy_claims::{self as claims};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// All claims.
static CLAIMS: LazyLock<Vec<Recorded>> = LazyLock::new(|| claims::all().iter().map(Recorded::new).collect());

/// Lists the claims.
pub async fn claims() -> Result<Response, Refusal> {
    Ok(written(json(&*CLAIMS)?))
}

/// How far to check.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Effort {
    #[default]
    Quick,
    Full,
    Frontier,
}

/// A claim to check.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    id: String,
    #[serde(default)]
    effort: Effort,
    up_to: Option<u64>,
}

#[derive(Serialize)]
struct Found<'f> {
    #[serde(flatten)]
    told: CheckedClaim<'f>,
    on_record: bool,
    detail: Vec<String>,
}

/// Checks a claim.
pub async fn run(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<Claim>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    /// Upper limit on the size; larger tables exceed the memory limit.
    const FARTHEST: u64 = 5000;
    if claims::find(&asked.id).is_none() {
        let refusal = Refusal::new(StatusCode::NOT_FOUND, format!("unknown claim `{}`", asked.id));
        return Err(refusal.hint("/api/v1/claims lists all claims"));
    }
    if !asked.up_to.is_none_or(|up_to| (1..=FARTHEST).contains(&up_to)) {
        return Err(Refusal::too_much(format!("the server checks claims up to {FARTHEST}"))
            .hint("`grundy audit --max` has no limit"));
    }
    let effort = match (asked.effort, asked.up_to) {
        (Effort::Full, _) => claims::Effort::Full,
        (Effort::Frontier, _) | (Effort::Quick, Some(_)) => claims::Effort::Frontier,
        (Effort::Quick, None) => claims::Effort::Quick,
    };
    let question =
        Question { claim: Some(asked.id), effort: Some(effort), up_to: asked.up_to, ..Question::default() };
    let made = heavy(&app, &headers, move |ask| {
        let found = question.ask(ask)?;
        let audited = found.first().ok_or_else(|| Refusal::too_much("there is no answer"))?;
        let detail = report::entry(audited).lines().map(str::to_owned).collect();
        raw(&Found { on_record: audited.is_on_record(), told: CheckedClaim::new(audited), detail })
    });
    Ok(made.await)
}

/// A source, as answers name it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    by: Option<String>,
}

/// Records of the papers that a source names, or of all.
pub async fn papers(Asked(source): Asked<Source>) -> Result<Response, Refusal> {
    let found = match &source.by {
        None => papers::all().to_vec(),
        Some(by) => {
            bounded(by)?;
            papers::find(by).map_or_else(|| papers::cited(by), |paper| vec![paper.clone()])
        }
    };
    Ok(written(json(&serde_json::json!({ "papers": found }))?))
}
